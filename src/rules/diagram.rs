//! Boards as plain text, for tests, terminals and screen readers. Each game composes its own from these parts.

use std::fmt::Write as _;

use super::{Outcome, Position, Side, Square};

/// A board with coordinates; every cell has `width` characters.
pub(super) fn grid(
    Orientation { ranks, files: order }: Orientation,
    width: usize,
    cell: impl Fn(Square) -> String,
) -> String {
    let mut files = String::new();
    for file in order {
        let letter = char::from(b'a' + file);
        write!(files, " {letter:>width$}").expect("a String takes any text");
    }
    let mut text = format!(" {files}\n");
    for rank in ranks {
        write!(text, "{}", rank + 1).expect("a String takes any text");
        for file in order {
            let cell = Square::new(file, rank).map(&cell).unwrap_or_default();
            write!(text, " {cell:>width$}").expect("a String takes any text");
        }
        writeln!(text, " {}", rank + 1).expect("a String takes any text");
    }
    text + " " + &files + "\n"
}

const ASCENDING: [u8; 8] = [0, 1, 2, 3, 4, 5, 6, 7];
const DESCENDING: [u8; 8] = [7, 6, 5, 4, 3, 2, 1, 0];

/// The order of the ranks from above to below, and of the files from left to right.
#[derive(Clone, Copy, Debug)]
pub(super) struct Orientation {
    ranks: [u8; 8],
    files: [u8; 8],
}

impl Orientation {
    /// A board with this side below, whose rank 1 is on the first side's edge.
    pub(super) const fn with_below(side: Side) -> Orientation {
        match side {
            Side::First => Orientation { ranks: DESCENDING, files: ASCENDING },
            Side::Second => Orientation { ranks: ASCENDING, files: DESCENDING },
        }
    }

    /// An Othello board, whose a1 is at the upper left for the first side.
    pub(super) const fn of_othello(side: Side) -> Orientation {
        match side {
            Side::First => Orientation { ranks: ASCENDING, files: ASCENDING },
            Side::Second => Orientation { ranks: DESCENDING, files: DESCENDING },
        }
    }
}

/// Whose turn it is, or how the game ended, as the last line of a diagram.
pub(super) fn caption<P: Position>(position: &P, outcome: Option<Outcome>) -> String {
    if let Some(outcome) = outcome {
        return format!("{outcome}\n");
    }
    let check = if position.is_check() { ", in check" } else { "" };
    format!("{} to move{check}\n", P::KIND.side_name(position.turn()))
}
