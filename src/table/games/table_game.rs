//! What a table needs to know of a game.

use crate::{Ending, Event, GameCommand, Refusal};
use kradan_rules::{Position, Record, Side};

/// What differs by game at a table. The defaults fit a game in which players only move.
pub(crate) trait TableGame: Position {
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

    /// Whether a side could still win if its opponent ran out of time.
    fn can_win(&self, side: Side) -> bool {
        let _ = side;
        true
    }

    /// The number that was said with the last move.
    fn said(record: &Record<Self>) -> Option<u8> {
        let _ = record;
        None
    }

    /// What the last move caused that only this game knows.
    fn caused(record: &Record<Self>) -> Option<Event> {
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
        Err(command.refusal_elsewhere().into())
    }

    /// Whether what the side to move typed with its move is allowed at a table.
    fn check_typed(record: &Record<Self>, text: &str) -> Result<(), Refusal> {
        let _ = (record, text);
        Ok(())
    }
}
