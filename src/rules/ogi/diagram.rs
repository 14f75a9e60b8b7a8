//! Ōgi boards as plain text.

use super::Position;
use crate::diagram::{Orientation, caption, grid};
use crate::{GameKind, Outcome, Position as _, Side};

impl Position {
    /// The board as text, rank 8 on top, then the hands.
    #[must_use]
    pub fn diagram(&self) -> String {
        self.diagram_with(self.outcome(), Side::First)
    }

    /// The diagram with this side below, and the outcome of the game, which may come from its past.
    pub(super) fn diagram_with(&self, outcome: Option<Outcome>, below: Side) -> String {
        let board = grid(Orientation::with_below(below), 2, |square| match self.piece_at(square) {
            None => ".".to_owned(),
            Some((side, piece)) => piece.letters(side),
        });
        let hands: String = Side::ALL.into_iter().map(|side| self.hand_line(side)).collect();
        board + &hands + &caption(self, outcome)
    }

    fn hand_line(&self, side: Side) -> String {
        let held: Vec<String> = self.hands()[side]
            .iter()
            .map(|(role, count)| {
                let letter = side.cased(role.letter());
                if count > 1 { format!("{count}{letter}") } else { letter.to_string() }
            })
            .collect();
        let held = if held.is_empty() { "nothing".to_owned() } else { held.join(" ") };
        format!("{}'s hand: {held}\n", GameKind::Ogi.side_name(side))
    }
}
