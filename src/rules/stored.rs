//! The stored form of games: the moves as text, which are played again when a game is loaded.

use std::error::Error;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Game, GameKind, MoveError, Position, PositionError, Quoted, Record};

/// A game as it is stored.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StoredGame {
    game: GameKind,
    /// Omitted for the usual start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    moves: Vec<String>,
    /// The final position, which is compared after the moves are played again.
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
        /// What it is.
        found: GameKind,
    },
    /// Its start is not a position.
    #[error("the start of a stored game of {kind} is not a position")]
    Start {
        /// Which game it is.
        kind: GameKind,
        /// Why.
        source: PositionError,
    },
    /// One of its moves cannot be made.
    #[error("ply {ply} ({}) of a stored game of {kind} does not replay", Quoted(.text))]
    Move {
        /// Which game it is.
        kind: GameKind,
        /// Which ply, from 1.
        ply: usize,
        /// The move.
        text: String,
        /// Why.
        source: Box<dyn Error + Send + Sync>,
    },
    /// Its moves lead to another position than the stored one: a rule or a notation has changed.
    #[error("a stored game of {kind} leads to {} and not to {}", Quoted(.replayed), Quoted(.stored))]
    Position {
        /// Which game it is.
        kind: GameKind,
        /// Where its moves lead.
        replayed: String,
        /// The stored position.
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
        each_game!(game, record => record.into())
    }
}

impl TryFrom<StoredGame> for Game {
    type Error = StoredGameError;

    fn try_from(stored: StoredGame) -> Result<Game, StoredGameError> {
        each_kind!(stored.game, P => Record::<P>::try_from(stored).map(Game::from))
    }
}

impl<P: Position> Serialize for Record<P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        StoredGame::from(self.clone()).serialize(serializer)
    }
}

impl<'de, P: Position> Deserialize<'de> for Record<P> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Record<P>, D::Error> {
        StoredGame::deserialize(deserializer)?.try_into().map_err(D::Error::custom)
    }
}

impl Serialize for Game {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        StoredGame::from(self.clone()).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Game {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Game, D::Error> {
        StoredGame::deserialize(deserializer)?.try_into().map_err(D::Error::custom)
    }
}
