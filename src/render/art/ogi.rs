//! The Ōgi pieces: wooden pentagons that point at the opponent.

use std::fmt;
use std::str::FromStr;

use kurbo::{Affine, BezPath, Line, Point, Rect, Vec2};

use super::promotion::rim;
use super::{shadow, symbols};
use crate::font::Font;
use crate::ink::Ink;
use crate::shape::Drawing;
use kradan_rules::Side;
use kradan_rules::ogi::{Piece, Role};

/// What is on the pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PieceSet {
    /// One kanji each, as the game is played at home.
    #[default]
    Kanji,
    /// Crown, tower, horse and the like, for those who do not read kanji.
    Symbols,
}

impl PieceSet {
    /// Both sets.
    pub const ALL: [PieceSet; 2] = [PieceSet::Kanji, PieceSet::Symbols];
}

/// A text that names no set of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a set of pieces is kanji or symbols")]
pub struct ParsePieceSetError;

impl fmt::Display for PieceSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PieceSet::Kanji => "kanji",
            PieceSet::Symbols => "symbols",
        })
    }
}

impl FromStr for PieceSet {
    type Err = ParsePieceSetError;

    fn from_str(text: &str) -> Result<PieceSet, ParsePieceSetError> {
        PieceSet::ALL.into_iter().find(|set| set.to_string() == text).ok_or(ParsePieceSetError)
    }
}

/// Which way a piece points in the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pointing {
    /// As the viewer's own pieces do.
    Up,
    /// As the pieces of the side across the board do.
    Down,
}

/// A piece of a side.
#[must_use]
pub fn piece(side: Side, piece: Piece, pointing: Pointing, set: PieceSet) -> Drawing {
    let (wood, ink) = if piece.promoted {
        (Ink::PromotedWood(side), Ink::PromotedWriting)
    } else {
        (Ink::Wood(side), Ink::Writing)
    };
    let scale = scale(piece.role);
    let turn = match pointing {
        Pointing::Up => Affine::IDENTITY,
        Pointing::Down => Affine::rotate_about(std::f64::consts::PI, (40.0, 40.0)),
    };
    let placed = turn * Affine::scale_about(scale, (40.0, 40.0));
    let face = match set {
        PieceSet::Kanji => kanji(side, piece, ink),
        PieceSet::Symbols => symbols::face(piece, ink),
    };
    koma(CORNERS.map(|(x, y)| placed * Point::new(x, y)), wood).and(face.transformed(placed))
}

/// How large a piece is beside the king.
const fn scale(role: Role) -> f64 {
    match role {
        Role::King => 1.0,
        Role::Princess | Role::Rook | Role::Bishop => 0.97,
        Role::Silver | Role::Knight => 0.94,
        Role::Lance => 0.91,
        Role::Pawn => 0.88,
    }
}

/// The king's corners: the point, then clockwise.
const CORNERS: [(f64, f64); 5] =
    [(40.0, 4.2), (63.0, 14.8), (72.0, 74.6), (8.0, 74.6), (17.0, 14.8)];

/// Width of the bevel along each edge, in units; the foot is the thick end.
const BEVEL: [f64; 5] = [3.2, 3.2, 5.0, 3.2, 3.2];

/// The wood: shadow, surface, and a bevel that the light from the top left plays on.
fn koma(corners: [Point; 5], wood: Ink) -> Drawing {
    let outline = polygon(&corners);
    let inner = inset(corners);
    let mut drawing = shadow(&outline).fill(outline.clone(), wood);
    for edge in 0..5 {
        let next = (edge + 1) % 5;
        let facet = polygon(&[corners[edge], corners[next], inner[next], inner[edge]]);
        let light = lit(corners[edge], corners[next]);
        let ink = if light > 0.0 { Ink::WoodLight } else { Ink::WoodShade };
        drawing = drawing.glaze(facet, ink, light.abs() as f32 * 0.8);
    }
    drawing.stroke(&outline, 1.8, Ink::WoodEdge)
}

/// How much an edge faces the light, from 1 to −1; corners go clockwise.
fn lit(from: Point, to: Point) -> f64 {
    let along = (to - from).normalize();
    let outward = Vec2::new(along.y, -along.x);
    outward.dot(Vec2::new(-0.6, -0.8))
}

/// The corners of the face within the bevel.
fn inset(corners: [Point; 5]) -> [Point; 5] {
    let moved: [Line; 5] = std::array::from_fn(|edge| {
        let (from, to) = (corners[edge], corners[(edge + 1) % 5]);
        let along = (to - from).normalize();
        let inward = Vec2::new(-along.y, along.x) * BEVEL[edge];
        Line::new(from + inward, to + inward)
    });
    std::array::from_fn(|corner| {
        moved[corner].crossing_point(moved[(corner + 4) % 5]).expect("neighbouring edges cross")
    })
}

fn polygon(corners: &[Point]) -> BezPath {
    let mut polygon = BezPath::new();
    polygon.move_to(corners[0]);
    corners[1..].iter().for_each(|&corner| polygon.line_to(corner));
    polygon.close_path();
    polygon
}

/// The kanji, as large as the face allows.
fn kanji(side: Side, piece: Piece, ink: Ink) -> Drawing {
    let within = Rect::new(18.0, 21.0, 62.0, 68.6);
    Drawing::new().and(rim(piece)).fill(Font::Kanji.fitted(piece.kanji(side), within), ink)
}
