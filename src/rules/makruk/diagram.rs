//! Makruk boards as plain text.

use super::{Position, Role};
use crate::diagram::{Orientation, caption, grid};
use crate::{Outcome, Position as _, Side};

impl Position {
    /// The board as text, rank 8 on top; a bia-ngai is a `q` and a met an `m`.
    #[must_use]
    pub fn diagram(&self) -> String {
        self.diagram_with(self.outcome(), Side::First)
    }

    /// The diagram with this side below, and the outcome of the game, which may come from its past.
    pub(super) fn diagram_with(&self, outcome: Option<Outcome>, below: Side) -> String {
        let board = grid(Orientation::with_below(below), 1, |square| match self.piece_at(square) {
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
