//! What a picture shows, as plain facts: which piece on which ground in each place, and what stands
//! in the bands above and below. Nothing here knows a colour or a pixel.

use super::art::Face;
use kradan_rules::{GameKind, Outcome, Position, Record, Side, Square, Verdict, makruk, ogi};

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
    /// The band of the side seen above.
    pub above: Band,
    /// The band of the side seen below.
    pub below: Band,
    /// Whether the bands are shown. From when a side has first had something to show they stay for
    /// the rest of the game; before that the picture says at the board's corners how the sides are
    /// doing.
    pub has_bands: bool,
}

/// A band above or below the board, from the left: how a side is doing, and what it has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Band {
    pub standing: Standing,
    pub slots: [Slot; 7],
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

/// One place of a band.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Slot {
    #[default]
    Empty,
    /// An Ōgi piece in hand.
    Hand {
        /// Whose hand it is.
        side: Side,
        role: ogi::Role,
        /// How many there are, 1 to 16.
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
    /// The number last said in a count, and the count's limit.
    Count { number: u8, limit: u8 },
}

/// How a side is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Standing {
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
            Slot::Empty | Slot::Hand { .. } | Slot::Honour(..) | Slot::Count { .. } => slot,
        };
        let band =
            |Band { slots, .. }: Band| Band { standing: Standing::Waits, slots: slots.map(still) };
        Scene { above: band(self.above), below: band(self.below), ..self.clone() }
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
        let standing = |side: Side| match verdict {
            None if record.position().turn() == side => Standing::Moves,
            None => Standing::Waits,
            Some(Verdict::Win(winner)) if winner == side => Standing::Won,
            Some(Verdict::Win(_)) => Standing::Lost,
            Some(Verdict::Draw) => Standing::Drawn,
        };
        Scene {
            kind: P::KIND,
            cells: [[Cell::default(); 8]; 8],
            files,
            ranks,
            above: Band { standing: standing(!view.seen_from), ..Band::default() },
            below: Band { standing: standing(view.seen_from), ..Band::default() },
            has_bands: true,
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

    /// Puts slots into a side's band, from the left.
    pub(super) fn band(&mut self, view: View, side: Side, slots: &[Slot]) {
        let band = if side == view.seen_from { &mut self.below } else { &mut self.above };
        band.slots[..slots.len()].copy_from_slice(slots);
    }

    /// Marks the piece that is picked up on the board.
    pub(super) fn mark_pick(&mut self, picked: Option<Pick>) {
        if let Some(Pick::Square(square)) = picked {
            self.ground(square, Ground::Picked);
        }
    }
}
