//! What a picture shows, as plain facts: which piece on which ground in each place, what stands in
//! the side columns and in the corners. Nothing here knows a colour or a pixel.

use super::art::Face;
use crate::rules::{GameKind, Outcome, Position, Record, Side, Square, Verdict, makruk, ogi};

/// How a board is to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// Whose side is below.
    pub seen_from: Side,
    /// Whether the squares that can be moved to are marked.
    pub hints: bool,
    /// The piece that the side to move has picked up; its targets are marked. What that side does
    /// not have cannot be picked up, and shows nothing.
    pub picked: Option<Pick>,
}

impl Default for View {
    fn default() -> View {
        View { seen_from: Side::First, hints: false, picked: None }
    }
}

/// A piece that is picked up, on the board or in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// The piece on a square.
    Square(Square),
    /// An Ōgi piece in the hand of the side to move.
    Hand(ogi::Role),
}

/// A whole picture, place by place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// Which game it is.
    pub kind: GameKind,
    /// The squares as they are seen, row by row from the top left.
    pub cells: [[Cell; 8]; 8],
    /// The letters of the files from left to right, 0 for a.
    pub files: [u8; 8],
    /// The numbers of the ranks from top to bottom, 0 for 1.
    pub ranks: [u8; 8],
    /// The column at the left, from the top: what belongs to the side seen above.
    pub left: [Slot; 8],
    /// The column at the right, from the top: what belongs to the side seen below.
    pub right: [Slot; 8],
    /// The corner of the side seen above, top left.
    pub above: Corner,
    /// The corner of the side seen below, bottom right.
    pub below: Corner,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cell {
    /// What the square itself looks like.
    pub ground: Ground,
    /// What stands on it.
    pub piece: Option<Face>,
    /// Whether it can be moved to.
    pub target: bool,
    /// Othello: which corner lies on a dot of the board.
    pub star: Option<Star>,
}

/// A corner of a square as it is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Star {
    TopLeft,
    TopRight,
    BottomLeft,
    BottomRight,
}

impl Star {
    pub const ALL: [Star; 4] = [Star::TopLeft, Star::TopRight, Star::BottomLeft, Star::BottomRight];

    /// The corner of a square of an Othello board that lies on one of its four dots, which mark
    /// the crossings two squares from the edges.
    pub(super) fn at(column: usize, row: usize) -> Option<Star> {
        let near = |place: usize| match place {
            1 | 5 => Some(true),
            2 | 6 => Some(false),
            _ => None,
        };
        Some(match (near(column)?, near(row)?) {
            (false, false) => Star::TopLeft,
            (true, false) => Star::TopRight,
            (false, true) => Star::BottomLeft,
            (true, true) => Star::BottomRight,
        })
    }
}

/// What a square looks like below its piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ground {
    #[default]
    Plain,
    /// The last move began here.
    From,
    /// The last move ended here.
    To,
    /// Othello: the last move turned the disc here.
    Turned,
    /// The king (khun) here is in check.
    Check,
    /// The piece here is picked up.
    Picked,
}

/// One place of a side column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Slot {
    #[default]
    Empty,
    /// An Ōgi piece in hand, or the place where it would be.
    Hand {
        /// Whose hand it is.
        side: Side,
        role: ogi::Role,
        /// How many there are, 0 to 16.
        count: u8,
        /// Whether the hand's side is seen above, and its pieces point down.
        points_down: bool,
        /// Whether the piece is picked up.
        picked: bool,
    },
    /// An Othello disc with how many of them there are, 0 to 64.
    Discs(Side, u8),
    /// Which Makruk count runs, and who counts.
    Honour(Side, makruk::Honour),
    /// The number last said in a count, 0 to 66.
    Number(u8),
    /// The limit of a count.
    Limit(u8),
}

/// A corner that says how a side is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Corner {
    #[default]
    Waits,
    /// It is to move.
    Moves,
    Won,
    Lost,
    /// The game is drawn.
    Drawn,
}

impl Scene {
    /// The same without what changes at every ply far from the move.
    pub(super) fn in_motion(&self) -> Scene {
        let still = |slot: Slot| match slot {
            Slot::Discs(..) => Slot::Empty,
            Slot::Empty
            | Slot::Hand { .. }
            | Slot::Honour(..)
            | Slot::Number(_)
            | Slot::Limit(_) => slot,
        };
        Scene {
            left: self.left.map(still),
            right: self.right.map(still),
            above: Corner::Waits,
            below: Corner::Waits,
            ..self.clone()
        }
    }

    /// An empty board with its coordinates and whose turn it is. a1 is at the first side's left.
    pub(super) fn empty<P: Position>(
        record: &Record<P>,
        view: View,
        result: Option<Verdict>,
        a1_is_on_top: bool,
    ) -> Scene {
        let up = [0, 1, 2, 3, 4, 5, 6, 7];
        let down = [7, 6, 5, 4, 3, 2, 1, 0];
        let (files, ranks) = match (view.seen_from, a1_is_on_top) {
            (Side::First, true) => (up, up),
            (Side::First, false) => (up, down),
            (Side::Second, true) => (down, down),
            (Side::Second, false) => (down, up),
        };
        let verdict = record.outcome().map(|Outcome { verdict, .. }| verdict).or(result);
        let corner = |side: Side| match verdict {
            None if record.position().turn() == side => Corner::Moves,
            None => Corner::Waits,
            Some(Verdict::Win(winner)) if winner == side => Corner::Won,
            Some(Verdict::Win(_)) => Corner::Lost,
            Some(Verdict::Draw) => Corner::Drawn,
        };
        Scene {
            kind: P::KIND,
            cells: [[Cell::default(); 8]; 8],
            files,
            ranks,
            left: [Slot::Empty; 8],
            right: [Slot::Empty; 8],
            above: corner(!view.seen_from),
            below: corner(view.seen_from),
        }
    }

    pub(super) fn cell(&mut self, square: Square) -> &mut Cell {
        let column = self.files.iter().position(|&file| file == square.file());
        let row = self.ranks.iter().position(|&rank| rank == square.rank());
        &mut self.cells[row.unwrap_or(0)][column.unwrap_or(0)]
    }

    pub(super) fn ground(&mut self, square: Square, ground: Ground) {
        self.cell(square).ground = ground;
    }

    /// Puts slots into a side's column: the upper side's at the top left, the lower one's at the
    /// bottom right.
    pub(super) fn column(&mut self, view: View, side: Side, slots: &[Slot]) {
        if side == view.seen_from {
            let first = self.right.len() - slots.len();
            self.right[first..].copy_from_slice(slots);
        } else {
            self.left[..slots.len()].copy_from_slice(slots);
        }
    }

    /// Marks the piece that is picked up on the board.
    pub(super) fn mark_pick(&mut self, picked: Option<Pick>) {
        if let Some(Pick::Square(square)) = picked {
            self.ground(square, Ground::Picked);
        }
    }
}
