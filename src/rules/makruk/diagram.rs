//! Makruk boards as plain text.

use super::{Position, Role};
use crate::rules::diagram::{FIRST_BELOW, caption, grid};
use crate::rules::{Outcome, Position as _};

impl Position {
    /// The board as text, rank 8 on top; a bia-ngai is a `q` and a met an `m`.
    #[must_use]
    pub fn diagram(&self) -> String {
        self.diagram_with(self.outcome())
    }

    /// The diagram with the outcome of the game, which may come from its past.
    pub(super) fn diagram_with(&self, outcome: Option<Outcome>) -> String {
        let board = grid(FIRST_BELOW, 1, |square| match self.piece_at(square) {
            None => ".".to_owned(),
            Some((side, role)) => {
                let letter = if role == Role::BiaNgai { 'Q' } else { role.letter() };
                side.cased(letter).to_string()
            }
        });
        let count = self.count_line().map_or(String::new(), |count| count + "\n");
        board + &count + &caption(self, outcome)
    }
}
