//! What differs by game at a table, with a file for each game.
//!
//! [`TableGame`] says it for a position type, and the table's code is generic over it. A game that
//! lets its players ask more than moves has a variant in [`GameCommand`], [`GameEvent`],
//! [`GameRefusal`] and [`GameEnding`]. They are stored without their names, so a table and an event
//! read the same as if the commands of all games stood in one list.

mod makruk;
mod ogi;
mod othello;

use std::fmt;

use serde::{Deserialize, Serialize};

pub use self::makruk::{MakrukEnding, MakrukEvent, MakrukRefusal};
use super::{Ending, Event, Refusal};
use crate::rules::makruk::Act;
use crate::rules::{Game, GameKind, Position, Record, Side, Status, each_game, each_kind};

/// What a table needs to know of a game. The defaults fit a game in which players only move.
pub(super) trait TableGame: Position {
    /// The move that the table makes for a side that has no other.
    const PASS: Option<Self::Move> = None;

    /// Whether the throw of pawns that decides who begins is told.
    const SHOWS_FURIGOMA: bool = false;

    /// Where a rematch begins of a game that began here.
    #[must_use]
    fn rematch_start(&self) -> Self {
        Self::default()
    }

    /// Whether the side to move can end the game as a draw without asking the opponent.
    fn can_claim_draw(record: &Record<Self>) -> bool {
        let _ = record;
        false
    }

    /// How the game ends at a table that its rules would let go on.
    fn ending(record: &Record<Self>) -> Option<Ending> {
        let _ = record;
        None
    }

    /// The number that was said with the last move.
    fn said(record: &Record<Self>) -> Option<u8> {
        let _ = record;
        None
    }

    /// What the side to move can ask for with its next move.
    fn commands(record: &Record<Self>) -> Vec<GameCommand> {
        let _ = record;
        Vec::new()
    }

    /// Whether the side to move can ask for this with its next move.
    fn check_command(record: &Record<Self>, command: GameCommand) -> Result<(), Refusal> {
        let _ = record;
        Err(command.refusal_elsewhere())
    }

    /// Whether what the side to move typed with its move is allowed at a table.
    fn check_typed(record: &Record<Self>, text: &str) -> Result<(), Refusal> {
        let _ = (record, text);
        Ok(())
    }
}

/// What a player of one game asks for with the next move. Asked again, it is withdrawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum GameCommand {
    /// Makruk: to claim, skip or stop a count.
    Makruk(Act),
}

impl GameCommand {
    fn kind(self) -> GameKind {
        match self {
            GameCommand::Makruk(_) => GameKind::Makruk,
        }
    }

    fn refusal_elsewhere(self) -> Refusal {
        match self {
            GameCommand::Makruk(_) => MakrukRefusal::NoCounts.into(),
        }
    }

    /// Whether players of a game can ask for it at all.
    pub(super) fn check_kind(self, kind: GameKind) -> Result<(), Refusal> {
        if self.kind() == kind { Ok(()) } else { Err(self.refusal_elsewhere()) }
    }

    /// The event that a player asked for it.
    pub(super) fn announced(self, side: Side) -> Event {
        match self {
            GameCommand::Makruk(act) => MakrukEvent::CountAnnounced { side, act }.into(),
        }
    }

    /// The event that a player withdrew it.
    pub(super) fn withdrawn(self, side: Side) -> Event {
        match self {
            GameCommand::Makruk(_) => MakrukEvent::CountLeft { side }.into(),
        }
    }

    /// The text of a move that is made together with it.
    pub(super) fn with_move(self, text: &str) -> String {
        match self {
            GameCommand::Makruk(act) => makruk::with_act(act, text),
        }
    }
}

impl fmt::Display for GameCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameCommand::Makruk(act) => act.fmt(f),
        }
    }
}

/// What happened at a table that only one game knows: a player announced or withdrew something
/// that goes with the next move. The position is as before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum GameEvent {
    Makruk(MakrukEvent),
}

/// Why a table does not do what only one game knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameRefusal {
    #[error(transparent)]
    Makruk(#[from] MakrukRefusal),
}

/// How a game came to an end at a table that only this game knows. It is a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum GameEnding {
    Makruk(MakrukEnding),
}

pub(super) fn shows_furigoma(kind: GameKind) -> bool {
    each_kind!(kind, P => P::SHOWS_FURIGOMA)
}

/// The game that a rematch is played with.
pub(super) fn rematch(game: &Game) -> Game {
    each_game!(game, record => Record::new(record.start().rematch_start()).into())
}

pub(super) fn can_claim_draw(game: &Game) -> bool {
    each_game!(game, record => TableGame::can_claim_draw(record))
}

pub(super) fn ending(game: &Game) -> Option<Ending> {
    each_game!(game, record => TableGame::ending(record))
}

pub(super) fn said(game: &Game) -> Option<u8> {
    each_game!(game, record => TableGame::said(record))
}

pub(super) fn commands(game: &Game) -> Vec<GameCommand> {
    each_game!(game, record => TableGame::commands(record))
}

pub(super) fn check_command(game: &Game, command: GameCommand) -> Result<(), Refusal> {
    each_game!(game, record => TableGame::check_command(record, command))
}

pub(super) fn check_typed(game: &Game, text: &str) -> Result<(), Refusal> {
    each_game!(game, record => TableGame::check_typed(record, text))
}

/// Passes for every side that has no other move, and returns who passed.
pub(super) fn pass_where_needed(game: &mut Game) -> Vec<Event> {
    fn of<P: TableGame>(record: &mut Record<P>) -> Vec<Event> {
        let mut events = Vec::new();
        while let Some(pass) = P::PASS
            && let Status::Ongoing { turn } = record.status()
            && record.play(pass).is_ok()
        {
            events.push(Event::Passed { side: turn, ply: record.moves().len() });
        }
        events
    }
    each_game!(game, record => of(record))
}

/// How many plies were played before a side's last move; a pass is none.
pub(super) fn last_move_of(game: &Game, side: Side) -> Option<usize> {
    fn of<P: TableGame>(record: &Record<P>, side: Side) -> Option<usize> {
        let mut plies = record.positions().iter().zip(record.moves());
        plies.rposition(|(before, &mv)| before.turn() == side && P::PASS != Some(mv))
    }
    each_game!(game, record => of(record, side))
}
