//! Boards as plain text, for tests, terminals and screen readers. Each game composes its own from these parts.

use std::fmt::Write as _;

use super::{Outcome, Position, Square};

/// A board with coordinates; every cell has `width` characters.
pub(super) fn grid(ranks: [u8; 8], width: usize, cell: impl Fn(Square) -> String) -> String {
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

pub(super) const FIRST_BELOW: [u8; 8] = [7, 6, 5, 4, 3, 2, 1, 0];
pub(super) const A1_ABOVE: [u8; 8] = [0, 1, 2, 3, 4, 5, 6, 7];

/// Whose turn it is, or how the game ended, as the last line of a diagram.
pub(super) fn caption<P: Position>(position: &P, outcome: Option<Outcome>) -> String {
    if let Some(outcome) = outcome {
        return format!("{outcome}\n");
    }
    let check = if position.is_check() { ", in check" } else { "" };
    format!("{} to move{check}\n", P::KIND.side_name(position.turn()))
}
