//! Othello boards as plain text.

use super::Position;
use crate::diagram::{Orientation, caption, grid};
use crate::{Outcome, Position as _, Side};

impl Position {
    /// The board as text, row 1 on top as it is drawn.
    #[must_use]
    pub fn diagram(&self) -> String {
        self.diagram_with(self.outcome(), Side::First)
    }

    /// The diagram with this side below, and the outcome of the game, which may come from its past.
    pub(super) fn diagram_with(&self, outcome: Option<Outcome>, below: Side) -> String {
        let (black, white) = (self.discs(Side::First), self.discs(Side::Second));
        let board = grid(Orientation::of_othello(below), 1, |square| {
            let disc = match (black.contains(square), white.contains(square)) {
                (true, _) => "X",
                (_, true) => "O",
                _ => ".",
            };
            disc.to_owned()
        });
        board + &caption(self, outcome)
    }
}
