//! What is said of each game by its position type.

use crate::rules::Position;
use crate::rules::facts::Piece;

/// A part of a guide: its name, the position that shows it, and the square of the piece whose moves
/// are marked there.
pub(in crate::i18n) type GuidePart = (&'static str, Option<&'static str>, Option<&'static str>);

pub(in crate::i18n) trait GameWords: Position {
    /// The parts of the guide, in order.
    const GUIDE: &'static [GuidePart];

    /// The letters of the diagram's pieces.
    fn letters() -> Vec<(char, Piece)> {
        Vec::new()
    }
}
