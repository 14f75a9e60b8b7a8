//! Reads a game in whichever notation it is written.

use super::pgn::{self, PgnGame};
use super::{Header, RecordError, ggf, transcript};
use crate::{Game, GameKind, Illegal, Position, Record, othello};

/// A game that is read from the notations of its kind.
pub trait WrittenGame: Position {
    /// Reads a game.
    ///
    /// # Errors
    ///
    /// [`RecordError`], of which [`RecordError::OtherGame`] says that the text is of another kind.
    fn read_record(text: &str) -> Result<(Record<Self>, Header), RecordError<Self::Illegal>>;
}

impl WrittenGame for othello::Position {
    fn read_record(
        text: &str,
    ) -> Result<(Record<othello::Position>, Header), RecordError<othello::Illegal>> {
        match text.trim_start_matches('\u{feff}').trim_start() {
            text if text.starts_with('[') => Err(RecordError::OtherGame("PGN".to_owned())),
            text if text.starts_with('(') => ggf::read(text),
            text => {
                let record = transcript::read(othello::Position::default(), text)?;
                Ok((record, Header::default()))
            }
        }
    }
}

impl<P: PgnGame> WrittenGame for P {
    fn read_record(text: &str) -> Result<(Record<P>, Header), RecordError<P::Illegal>> {
        pgn::read(text)
    }
}

/// Why a text is no game of any kind.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("read as {kind}")]
pub struct UnreadableGame {
    /// The kind as which most can be read.
    pub kind: GameKind,
    #[source]
    pub error: RecordError<Illegal>,
}

/// Reads a game of any kind: PGN, GGF, a transcript, or the moves alone.
///
/// ```
/// use kradan_rules::{GameKind, notation};
///
/// let (game, _) = notation::read("1. e4 Nd7 2. Nd2 *")?;
/// assert_eq!((game.kind(), game.plies()), (GameKind::Makruk, 3));
/// let (game, _) = notation::read("F5d6C3")?;
/// assert_eq!((game.kind(), game.plies()), (GameKind::Othello, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`UnreadableGame`], for the kind as which most can be read.
pub fn read(text: &str) -> Result<(Game, Header), UnreadableGame> {
    fn of<P: WrittenGame>(text: &str) -> Result<(Game, Header), RecordError<Illegal>>
    where
        Game: From<Record<P>>,
        Illegal: From<P::Illegal>,
    {
        let read = P::read_record(text).map_err(|error| error.map_illegal(Illegal::from));
        read.map(|(record, header)| (record.into(), header))
    }
    let error = RecordError::OtherGame(text.to_owned());
    let mut farthest = UnreadableGame { kind: GameKind::Othello, error };
    for kind in GameKind::ALL {
        let error = match each_kind!(kind, P => of::<P>(text)) {
            Ok(read) => return Ok(read),
            Err(error) => error,
        };
        if reached(&error) > reached(&farthest.error) {
            farthest = UnreadableGame { kind, error };
        }
    }
    Err(farthest)
}

/// How far a text could be read.
fn reached(error: &RecordError<Illegal>) -> usize {
    match error {
        RecordError::OtherGame(_) => 0,
        RecordError::Broken(_) => 1,
        RecordError::Start(_) => 2,
        RecordError::Move { ply, .. } | RecordError::WrongSide { ply, .. } => 2 + ply,
    }
}
