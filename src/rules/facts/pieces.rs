//! What the facts of a position are made of, for each game.

use crate::rules::{BySide, Position, Record, Side, Square, makruk, ogi};

/// What a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Made {
    /// Othello: a disc was placed.
    Placed {
        to: Square,
        /// How many discs it turned.
        turned: usize,
    },
    /// Othello: none could be.
    Passed,
    /// A piece went from square to square.
    Moved {
        /// What it was before the move.
        piece: Piece,
        from: Square,
        to: Square,
        captured: Option<Piece>,
        promotes: bool,
    },
    /// Ōgi: a piece in hand was dropped.
    Dropped { role: ogi::Role, to: Square },
}

/// A piece of a game that has more than one kind of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Piece {
    Makruk(makruk::Role),
    Ogi(ogi::Piece),
}

/// The squares of the pieces of one kind, a1 first.
pub type Group<T> = (T, Vec<Square>);

/// What stands where. Pieces come in the order of their types, kings first; kinds that are not on
/// the board are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pieces {
    Othello {
        /// Each side's discs, a1 first.
        discs: BySide<Vec<Square>>,
        /// The official score, once the rules ended the game.
        score: Option<BySide<usize>>,
    },
    Makruk {
        board: BySide<Vec<Group<makruk::Role>>>,
        /// The count that runs or has fallen due.
        count: Option<makruk::Count>,
        /// Whether it has only fallen due, and its first number is not said yet.
        is_due: bool,
    },
    Ogi {
        /// Each side's pieces on the board.
        board: BySide<Vec<Group<ogi::Piece>>>,
        /// Each side's pieces in hand.
        hands: BySide<ogi::Hand>,
    },
}

/// What the facts of a game's position are made of.
pub(super) trait PositionFacts: Position {
    /// What a legal move is.
    fn made(&self, mv: Self::Move) -> Option<Made>;

    /// What stands where at the end of a record.
    fn pieces(record: &Record<Self>) -> Pieces;
}

pub(super) fn by_side<T>(of: impl Fn(Side) -> T) -> BySide<T> {
    BySide { first: of(Side::First), second: of(Side::Second) }
}

/// The squares of each kind of piece that stands somewhere.
pub(super) fn grouped<T: Copy>(
    kinds: impl IntoIterator<Item = T>,
    stands: impl Fn(Square, T) -> bool,
) -> Vec<Group<T>> {
    let groups = kinds
        .into_iter()
        .map(|kind| (kind, Square::all().filter(|&square| stands(square, kind)).collect()));
    groups.filter(|(_, squares): &Group<T>| !squares.is_empty()).collect()
}
