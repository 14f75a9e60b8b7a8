//! A game of any of the three kinds.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::notation::MoveStyle;
use super::{
    Fingerprint, MoveError, Outcome, Position, PositionError, Quoted, Record, Side, Status, makruk,
    ogi, othello,
};

/// Which game it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameKind {
    Othello,
    /// Makruk, Thai chess.
    Makruk,
    /// Ōgi, an 8×8 shogi with a princess.
    Ogi,
}

impl GameKind {
    pub const ALL: [GameKind; 3] = [GameKind::Othello, GameKind::Makruk, GameKind::Ogi];

    /// What players call the sides of this game.
    #[must_use]
    pub const fn side_name(self, side: Side) -> &'static str {
        match (self, side) {
            (GameKind::Othello, Side::First) | (GameKind::Makruk, Side::Second) => "Black",
            (GameKind::Othello, Side::Second) | (GameKind::Makruk, Side::First) => "White",
            (GameKind::Ogi, Side::First) => "Sente",
            (GameKind::Ogi, Side::Second) => "Gote",
        }
    }
}

impl fmt::Display for GameKind {
    /// `othello`, `makruk` or `ogi`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameKind::Othello => "othello",
            GameKind::Makruk => "makruk",
            GameKind::Ogi => "ogi",
        })
    }
}

/// A text that names none of the games.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the games are othello, makruk and ogi")]
pub struct ParseGameKindError;

impl FromStr for GameKind {
    type Err = ParseGameKindError;

    fn from_str(text: &str) -> Result<GameKind, ParseGameKindError> {
        match text.to_lowercase().as_str() {
            "othello" => Ok(GameKind::Othello),
            "makruk" => Ok(GameKind::Makruk),
            "ogi" | "ōgi" => Ok(GameKind::Ogi),
            _ => Err(ParseGameKindError),
        }
    }
}

/// A game of any kind, as a record of its moves.
///
/// Moves go in and out as text here; whoever needs the game's own types matches the variants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "StoredGame", into = "StoredGame")]
pub enum Game {
    /// A game of Othello.
    Othello(Record<othello::Position>),
    /// A game of Makruk.
    Makruk(Record<makruk::Position>),
    /// A game of Ōgi.
    Ogi(Record<ogi::Position>),
}

/// Why a move of any of the games may not be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    #[error(transparent)]
    Othello(#[from] othello::Illegal),
    #[error(transparent)]
    Makruk(#[from] makruk::Illegal),
    #[error(transparent)]
    Ogi(#[from] ogi::Illegal),
}

/// Runs the same expression on whichever record is inside.
macro_rules! each {
    ($game:expr, $record:ident => $body:expr) => {
        match $game {
            Game::Othello($record) => $body,
            Game::Makruk($record) => $body,
            Game::Ogi($record) => $body,
        }
    };
}

impl Game {
    /// A new game from the usual start.
    #[must_use]
    pub fn new(kind: GameKind) -> Game {
        match kind {
            GameKind::Othello => Game::Othello(Record::default()),
            GameKind::Makruk => Game::Makruk(Record::default()),
            GameKind::Ogi => Game::Ogi(Record::default()),
        }
    }

    /// A new game from a position.
    ///
    /// # Errors
    ///
    /// When the text is not a position of that game.
    pub fn from_position(kind: GameKind, position: &str) -> Result<Game, PositionError> {
        Ok(match kind {
            GameKind::Othello => Game::Othello(Record::new(position.parse()?)),
            GameKind::Makruk => Game::Makruk(Record::new(position.parse()?)),
            GameKind::Ogi => Game::Ogi(Record::new(position.parse()?)),
        })
    }

    /// Which game it is.
    #[must_use]
    pub fn kind(&self) -> GameKind {
        match self {
            Game::Othello(_) => GameKind::Othello,
            Game::Makruk(_) => GameKind::Makruk,
            Game::Ogi(_) => GameKind::Ogi,
        }
    }

    /// Whose turn it is, or how the game ended by its rules.
    #[must_use]
    pub fn status(&self) -> Status {
        each!(self, record => record.status())
    }

    /// How the game ended by its rules, if it has.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        each!(self, record => record.outcome())
    }

    /// Whether the side to move is in check.
    #[must_use]
    pub fn is_check(&self) -> bool {
        each!(self, record => record.position().is_check())
    }

    /// How many plies were played.
    #[must_use]
    pub fn plies(&self) -> usize {
        each!(self, record => record.moves().len())
    }

    /// Every move so far, in the exact notation.
    #[must_use]
    pub fn moves(&self) -> Vec<String> {
        each!(self, record => record.moves().iter().map(ToString::to_string).collect())
    }

    /// The fingerprint of where it began and of every move so far.
    #[must_use]
    pub fn fingerprint(&self) -> Fingerprint {
        each!(self, record => Fingerprint::of(record))
    }

    /// The moves that can be made now, in the exact notation, sorted.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<String> {
        let mut moves: Vec<String> =
            each!(self, record => record.legal_moves().iter().map(ToString::to_string).collect());
        moves.sort_unstable();
        moves
    }

    /// The position as text, all of it.
    #[must_use]
    pub fn position(&self) -> String {
        each!(self, record => record.position().to_string())
    }

    /// The board as plain text, with whose turn it is or how the game ended.
    ///
    /// ```
    /// use kradan::rules::{Game, GameKind};
    ///
    /// let mut game = Game::from_position(GameKind::Ogi, "1k^6/8/8/8/8/8/7K^/1+R6 / o/O")?;
    /// for mv in ["b8c8", "b1c1", "c8b8", "c1b1"].into_iter().cycle().take(12) {
    ///     game.play_text(mv)?;
    /// }
    /// assert!(game.diagram().ends_with("0-1 by perpetual-check\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn diagram(&self) -> String {
        each!(self, record => record.position().captioned(record.outcome()))
    }

    /// A move as people write it, by its index from 0; `None` where there is no such ply.
    #[must_use]
    pub fn written(&self, ply: usize, style: MoveStyle) -> Option<String> {
        match self {
            Game::Othello(record) => Some(record.moves().get(ply)?.to_string()),
            Game::Makruk(record) => {
                let (position, &mv) = (record.positions().get(ply)?, record.moves().get(ply)?);
                Some(match style {
                    MoveStyle::Exact => mv.to_string(),
                    MoveStyle::Letters => position.san(mv),
                    MoveStyle::Native => position.thai(mv),
                })
            }
            Game::Ogi(record) => {
                let (position, &mv) = (record.positions().get(ply)?, record.moves().get(ply)?);
                Some(match style {
                    MoveStyle::Exact => mv.to_string(),
                    MoveStyle::Letters => position.western(mv),
                    MoveStyle::Native => position.kanji(mv),
                })
            }
        }
    }

    /// Reads a move as people type it and makes it; says which move it was.
    ///
    /// # Errors
    ///
    /// As [`Position::read_move`]; the game is then as before.
    pub fn play_text(&mut self, text: &str) -> Result<String, MoveError<Illegal>> {
        each!(self, record => match record.play_text(text) {
            Ok(mv) => Ok(mv.to_string()),
            Err(error) => Err(error.map_illegal(Illegal::from)),
        })
    }

    /// Takes the last move back, and says which it was; `None` at the start.
    pub fn take_back(&mut self) -> Option<String> {
        each!(self, record => record.take_back().map(|mv| mv.to_string()))
    }

    /// How often the present position has stood so far, this time included.
    #[must_use]
    pub fn occurrences(&self) -> usize {
        each!(self, record => record.occurrences())
    }
}

/// A game as it is stored: what a person would write down.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StoredGame {
    game: GameKind,
    /// Left out where the game begins as usual.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    moves: Vec<String>,
    /// Where the moves lead; compared after they are played again.
    position: String,
}

/// Why a stored game cannot be loaded.
#[derive(Debug, thiserror::Error)]
pub enum StoredGameError {
    /// It is another game.
    #[error("a stored game of {found} was read as one of {expected}")]
    OtherGame {
        /// What it should be.
        expected: GameKind,
        found: GameKind,
    },
    /// Its start is no position.
    #[error("the start of a stored game of {kind} is no position")]
    Start {
        /// Which game it is.
        kind: GameKind,
        source: PositionError,
    },
    /// One of its moves cannot be made.
    #[error("ply {ply} ({}) of a stored game of {kind} does not replay", Quoted(.text))]
    Move {
        /// Which game it is.
        kind: GameKind,
        /// Which ply, from 1.
        ply: usize,
        text: String,
        source: Box<dyn Error + Send + Sync>,
    },
    /// Its moves lead somewhere else than where it was stored: a rule or a notation has changed.
    #[error("a stored game of {kind} leads to {} and not to {}", Quoted(.replayed), Quoted(.stored))]
    Position {
        /// Which game it is.
        kind: GameKind,
        /// Where its moves lead.
        replayed: String,
        /// Where it should have led.
        stored: String,
    },
}

impl<P: Position> From<Record<P>> for StoredGame {
    fn from(record: Record<P>) -> StoredGame {
        let start = record.start();
        StoredGame {
            game: P::KIND,
            start: (*start != P::default()).then(|| start.to_string()),
            moves: record.moves().iter().map(ToString::to_string).collect(),
            position: record.position().to_string(),
        }
    }
}

impl<P: Position> TryFrom<StoredGame> for Record<P> {
    type Error = StoredGameError;

    fn try_from(stored: StoredGame) -> Result<Record<P>, StoredGameError> {
        let kind = stored.game;
        if kind != P::KIND {
            return Err(StoredGameError::OtherGame { expected: P::KIND, found: kind });
        }
        let start = match &stored.start {
            Some(text) => text.parse().map_err(|source| StoredGameError::Start { kind, source })?,
            None => P::default(),
        };
        let mut record = Record::new(start);
        for (ply, text) in (1..).zip(stored.moves) {
            let made = match text.parse() {
                Ok(mv) => record.play(mv),
                Err(not_a_move) => Err(MoveError::Unreadable(not_a_move)),
            };
            if let Err(error) = made {
                return Err(StoredGameError::Move { kind, ply, text, source: error.into() });
            }
        }
        let replayed = record.position().to_string();
        if replayed != stored.position {
            return Err(StoredGameError::Position { kind, replayed, stored: stored.position });
        }
        Ok(record)
    }
}

impl From<Game> for StoredGame {
    fn from(game: Game) -> StoredGame {
        each!(game, record => record.into())
    }
}

impl TryFrom<StoredGame> for Game {
    type Error = StoredGameError;

    fn try_from(stored: StoredGame) -> Result<Game, StoredGameError> {
        Ok(match stored.game {
            GameKind::Othello => Game::Othello(stored.try_into()?),
            GameKind::Makruk => Game::Makruk(stored.try_into()?),
            GameKind::Ogi => Game::Ogi(stored.try_into()?),
        })
    }
}
