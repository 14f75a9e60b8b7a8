//! What the pictures of a game have to show, from the rules alone.

use image::Rgb;
use kradan_render::art::ogi::Pointing;
use kradan_render::shape::Drawing;
use kradan_render::{Face, Pick, PieceSet, Theme, View};
use kradan_rules::makruk::Honour;
use kradan_rules::{Record, Side, Square, ogi};

use super::TestedGame;

/// What a square is marked as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    None,
    From,
    To,
    Turned,
    Check,
    Picked,
}

/// A place in the band above or below the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beside {
    Nothing,
    Discs(Side, usize),
    Hand {
        side: Side,
        role: ogi::Role,
        pointing: Pointing,
        count: u8,
        picked: bool,
    },
    Honour(Side, Honour),
    /// The number said last and the limit.
    Count(u8, u8),
}

/// Where a move leads, as pictures mark it.
#[derive(Debug)]
pub struct Target {
    /// What is picked up for the move, if anything.
    pub source: Option<Pick>,
    pub square: Square,
    /// Whether the square is marked as well when nothing is picked up and targets are shown.
    pub is_hinted: bool,
}

/// A game whose pictures are tested. The defaults fit a game of the chess family that has nothing
/// off the board.
pub trait PicturedGame: TestedGame {
    /// Whether a1 is at the first side's top left, and not at its bottom left.
    const A1_IS_ON_TOP: bool = false;

    /// What its squares can be marked as.
    const MARKS: &'static [Mark] = &[Mark::None, Mark::From, Mark::To, Mark::Check, Mark::Picked];

    /// After which plies of the sample the picture is read.
    const READ: &'static [usize];

    /// The plies of a game that are its middle.
    const MIDDLE: (usize, usize);

    /// How many kilobytes a picture of the default width may have.
    const PNG_KB: f64;

    /// The conformance records that hold whole games.
    const WHOLE_GAMES: Option<&'static str> = None;

    /// A position of the sample, by its ply, and a view that show much at once.
    fn colourful() -> (usize, View);

    /// The colours that the picture of it must have exactly, beside those of every picture.
    fn colours(theme: &Theme) -> Vec<Rgb<u8>>;

    /// Every piece as it can be seen on the board.
    fn faces() -> Vec<Face>;

    /// A piece as the art has it.
    fn drawing(face: Face, pieces: PieceSet) -> Drawing;

    /// What lies on a piece because of a mark.
    fn on_piece(mark: Mark, face: Face) -> Drawing {
        let _ = (mark, face);
        Drawing::new()
    }

    /// Everything that can stand in the band above or below the board.
    fn besides() -> Vec<Beside> {
        Vec::new()
    }

    /// The piece on a square.
    fn face_on(&self, square: Square, seen_from: Side) -> Option<Face>;

    /// The squares that are marked because of the last move or a check.
    fn marks(record: &Record<Self>) -> Vec<(Square, Mark)>;

    /// Where a move leads, if that is marked at all.
    fn target(mv: Self::Move) -> Option<Target>;

    /// What stands in the band of a side, from the left.
    fn beside(&self, side: Side, view: View) -> Vec<Beside> {
        let _ = (side, view);
        Vec::new()
    }
}
