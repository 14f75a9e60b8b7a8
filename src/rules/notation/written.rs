//! Reads a game in whichever notation it is written.

use super::pgn::{self, PgnGame};
use super::{Header, RecordError, ggf, words};
use crate::{Game, GameKind, Illegal, Position, Record, makruk, ogi, othello};

/// A game that is read from the notations of its kind.
pub trait WrittenGame: Position {
    /// Reads a game; says how many moves are written exactly as the game's own notations have them.
    ///
    /// # Errors
    ///
    /// [`RecordError`], of which [`RecordError::OtherGame`] says that the text is of another kind, and how
    /// many moves before it are written so.
    fn read_record(text: &str) -> Exactly<Record<Self>, Self::Illegal>;
}

/// A game or an error, with the number of moves that are written exactly.
pub(super) type Exactly<G, I> = Result<(G, Header, usize), (RecordError<I>, usize)>;

impl WrittenGame for othello::Position {
    fn read_record(text: &str) -> Exactly<Record<othello::Position>, othello::Illegal> {
        if ggf::is_ggf(text) {
            let (record, header) = ggf::read(text).map_err(|error| (error, usize::MAX))?;
            return Ok((record, header, usize::MAX));
        }
        pgn::read_exactly(text)
    }
}

impl WrittenGame for makruk::Position {
    fn read_record(text: &str) -> Exactly<Record<makruk::Position>, makruk::Illegal> {
        read_pgn(text)
    }
}

impl WrittenGame for ogi::Position {
    fn read_record(text: &str) -> Exactly<Record<ogi::Position>, ogi::Illegal> {
        read_pgn(text)
    }
}

fn read_pgn<P: PgnGame>(text: &str) -> Exactly<Record<P>, P::Illegal> {
    if ggf::is_ggf(text) {
        return Err((RecordError::OtherGame("GGF".to_owned()), 0));
    }
    pgn::read_exactly(text)
}

/// Why a text is no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnreadableGame {
    /// It could be a game of each of these kinds.
    #[error("it could be {}: say which", names(.0))]
    Several(Vec<GameKind>),
    /// It is a game of no kind.
    #[error("read as {kind}")]
    Broken {
        /// The kind as which most can be read.
        kind: GameKind,
        #[source]
        error: RecordError<Illegal>,
    },
}

fn names(kinds: &[GameKind]) -> String {
    kinds.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(" or ")
}

/// Reads a game of any kind: PGN, GGF, a transcript, or the moves alone. Where it could be of several
/// kinds, it is of the one in whose notation most of its moves are written.
///
/// ```
/// use kradan_rules::{GameKind, notation};
///
/// let (game, _) = notation::read("1. e4 Nd7 2. Nd2 *")?;
/// assert_eq!((game.kind(), game.plies()), (GameKind::Makruk, 3));
/// let (game, _) = notation::read("1. F5 d6 2. C3")?;
/// assert_eq!((game.kind(), game.plies()), (GameKind::Othello, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`UnreadableGame`], for the kind as which most can be read.
pub fn read(text: &str) -> Result<(Game, Header), UnreadableGame> {
    let kinds: Vec<GameKind> = match pgn::kind_in(text) {
        Some(kind) => vec![kind],
        None => GameKind::ALL.to_vec(),
    };
    let mut readings = Vec::new();
    let error = RecordError::OtherGame(crate::text::shortened(text.trim()));
    let mut farthest = (kinds[0], error, 0);
    for kind in kinds {
        match read_exactly(text, kind) {
            Ok(read) => readings.push(read),
            Err((error, exact)) => {
                if (reached(&error), exact) > (reached(&farthest.1), farthest.2) {
                    farthest = (kind, error, exact);
                }
            }
        }
    }
    let most = readings.iter().map(|(_, _, exact)| *exact).max();
    readings.retain(|(_, _, exact)| Some(*exact) == most);
    match &readings[..] {
        [] => Err(UnreadableGame::Broken { kind: farthest.0, error: farthest.1 }),
        [_] => Ok(readings.swap_remove(0)).map(|(game, header, _)| (game, header)),
        several => {
            Err(UnreadableGame::Several(several.iter().map(|(game, ..)| game.kind()).collect()))
        }
    }
}

/// Reads a game of one kind.
///
/// # Errors
///
/// [`UnreadableGame::Broken`].
pub fn read_as(text: &str, kind: GameKind) -> Result<(Game, Header), UnreadableGame> {
    match read_exactly(text, kind) {
        Ok((game, header, _)) => Ok((game, header)),
        Err((error, _)) => Err(UnreadableGame::Broken { kind, error }),
    }
}

/// Plays the moves of a text on, up to the first that cannot be made.
///
/// # Errors
///
/// [`RecordError::Broken`], or [`RecordError::Move`] with its ply in the whole game.
pub fn play_on(game: &mut Game, text: &str) -> Result<(), RecordError<Illegal>> {
    let (played, result) = each_game!(&*game, record => {
        let (played, result) = words::play(record.clone(), text);
        (played.record.into(), result.map_err(|error| error.map_illegal(Illegal::from)))
    });
    *game = played;
    result
}

fn read_exactly(text: &str, kind: GameKind) -> Exactly<Game, Illegal> {
    fn of<P: WrittenGame>(text: &str) -> Exactly<Game, Illegal>
    where
        Game: From<Record<P>>,
        Illegal: From<P::Illegal>,
    {
        match P::read_record(text) {
            Ok((record, header, exact)) => Ok((record.into(), header, exact)),
            Err((error, exact)) => Err((error.map_illegal(Illegal::from), exact)),
        }
    }
    each_kind!(kind, P => of::<P>(text))
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
