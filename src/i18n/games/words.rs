//! What is said of each game by its position type.

use crate::Language;
use crate::catalog::Variable;
use crate::move_number::MoveNumber;
use kradan_rules::facts::Piece;
use kradan_rules::{Position, Record, Side};

/// A part of a guide: its name, the position that shows it, and the square of the piece whose moves
/// are marked there.
pub(crate) type GuidePart = (&'static str, Option<&'static str>, Option<&'static str>);

/// The sentence of an event of one game: its message, the side that it is about, and its numbers.
pub(crate) struct GameSentence {
    pub(crate) message: &'static str,
    pub(crate) side: Side,
    pub(crate) numbers: Vec<Variable>,
}

pub(crate) trait GameWords: Position {
    /// The parts of the guide, in order.
    const GUIDE: &'static [GuidePart];

    /// The message that tells a move: Thai has its own word for placing a disc.
    const MOVED: &'static str = "event-moved";

    /// How many moves a game has: one by each side is a move, but in Japanese a 手 is one side's.
    fn length(record: &Record<Self>, language: Language) -> usize {
        let plies = record.moves().len();
        if language == Language::Japanese { plies } else { plies.div_ceil(2) }
    }

    /// How many plies share a number.
    fn plies_of_a_number(_: Language) -> usize {
        2
    }

    /// The number of the move at a ply, counted from 0; `None` for a pass.
    fn move_number(record: &Record<Self>, ply: usize, language: Language) -> Option<MoveNumber> {
        let _ = record;
        Some(MoveNumber::shared_by(Self::plies_of_a_number(language), ply))
    }

    /// The letters of the diagram's pieces.
    fn letters() -> Vec<(char, Piece)> {
        Vec::new()
    }
}
