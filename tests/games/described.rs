//! What a text about a position of a game has to say, from the rules alone.

use kradan_rules::{Side, Square};

use super::TestedGame;

/// A sentence that describes what is beside the board.
#[derive(Debug)]
pub struct BesideSentence {
    pub name: &'static str,
    /// The messages of which it is one.
    pub messages: &'static [&'static str],
    pub is_always_there: bool,
}

/// A count, with the message that tells it.
#[derive(Debug)]
pub struct DescribedCount {
    pub message: &'static str,
    pub side: Side,
    pub number: u8,
    pub limit: u8,
}

/// A game that is described. The defaults fit a game of the chess family that has nothing beside
/// the board.
pub trait DescribedGame: TestedGame {
    /// The names of its pieces, as their messages have them behind the game's; none where all
    /// pieces are alike.
    const PIECES: &'static [&'static str] = &[];

    /// The messages that tell where a side's pieces stand.
    const ARMY: &'static [&'static str] = &["pieces"];

    /// The sentences about what is beside the board, in order.
    const BESIDE: &'static [BesideSentence] = &[];

    /// Whose piece stands on a square, and its name as its message has it.
    fn piece_on(&self, square: Square) -> Option<(Side, String)>;

    /// What each side has in hand: the piece's name, and how many.
    fn in_hand(&self) -> Vec<(Side, String, u8)> {
        Vec::new()
    }

    /// The count that runs.
    fn described_count(&self) -> Option<DescribedCount> {
        None
    }
}
