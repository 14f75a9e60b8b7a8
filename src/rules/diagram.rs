//! Boards as plain text, for tests, terminals and screen readers.

use std::fmt::Write as _;

use super::{GameKind, Outcome, Position, Side, Square, makruk, ogi, othello};

/// A board with coordinates; every cell has `width` characters.
fn grid(ranks: [u8; 8], width: usize, cell: impl Fn(Square) -> String) -> String {
    let mut files = String::new();
    for file in 'a'..='h' {
        write!(files, " {file:>width$}").expect("a String takes any text");
    }
    let mut text = format!(" {files}\n");
    for rank in ranks {
        write!(text, "{}", rank + 1).expect("a String takes any text");
        for file in 0..8 {
            let cell = Square::new(file, rank).map(&cell).unwrap_or_default();
            write!(text, " {cell:>width$}").expect("a String takes any text");
        }
        writeln!(text, " {}", rank + 1).expect("a String takes any text");
    }
    text + " " + &files + "\n"
}

const FIRST_BELOW: [u8; 8] = [7, 6, 5, 4, 3, 2, 1, 0];
const A1_ABOVE: [u8; 8] = [0, 1, 2, 3, 4, 5, 6, 7];

/// Whose turn it is, or how the game ended, as the last line of a diagram.
fn caption<P: Position>(position: &P, outcome: Option<Outcome>) -> String {
    if let Some(outcome) = outcome {
        return format!("{outcome}\n");
    }
    let check = if position.is_check() { ", in check" } else { "" };
    format!("{} to move{check}\n", P::KIND.side_name(position.turn()))
}

impl othello::Position {
    /// The board as text, row 1 on top as it is drawn.
    #[must_use]
    pub fn diagram(&self) -> String {
        self.diagram_with(self.outcome())
    }

    /// The diagram with the outcome of the game, which may come from its past.
    pub(super) fn diagram_with(&self, outcome: Option<Outcome>) -> String {
        let (black, white) = (self.discs(Side::First), self.discs(Side::Second));
        let board = grid(A1_ABOVE, 1, |square| {
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

impl makruk::Position {
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
                let letter = if role == makruk::Role::BiaNgai { 'Q' } else { role.letter() };
                side.cased(letter).to_string()
            }
        });
        let count = self.count_line().map_or(String::new(), |count| count + "\n");
        board + &count + &caption(self, outcome)
    }
}

impl ogi::Position {
    /// The board as text, rank 8 on top, then the hands.
    #[must_use]
    pub fn diagram(&self) -> String {
        self.diagram_with(self.outcome())
    }

    /// The diagram with the outcome of the game, which may come from its past.
    pub(super) fn diagram_with(&self, outcome: Option<Outcome>) -> String {
        let board = grid(FIRST_BELOW, 2, |square| match self.piece_at(square) {
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
