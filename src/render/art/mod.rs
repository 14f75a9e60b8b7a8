//! The pieces and marks of the games, as [`Drawing`]s, with a file for the pieces of each game.
//!
//! One light shines from the top left on everything, on turned pieces too. Lines are at least two
//! units wide, so that they live on when Discord shows a square 39 pixels wide.

pub mod makruk;
pub mod marks;
pub mod ogi;
pub mod othello;
mod promotion;
mod symbols;

use kurbo::{Affine, BezPath, Circle, Shape as _, Vec2};

use super::ink::Ink;
use super::shape::Drawing;
use kradan_rules::{self as rules, Side};

/// A piece as it is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Face {
    /// An Othello disc of a side.
    Disc(Side),
    /// A Makruk piece of a side.
    Makruk(Side, rules::makruk::Role),
    Ogi {
        side: Side,
        piece: rules::ogi::Piece,
        /// Whether its side is seen above, and it points down.
        points_down: bool,
    },
}

/// Where shadows fall, in units from what casts them.
const SHADOW: Vec2 = Vec2::new(1.6, 2.2);

/// How far curves made from circles may be from them, in units.
const FINE: f64 = 0.01;

/// A filled circle.
fn disc(x: f64, y: f64, radius: f64) -> BezPath {
    Circle::new((x, y), radius).to_path(FINE)
}

/// The shadow of a thing with this outline, in one tone: a softer rim looks little better and costs
/// a tenth of every picture's bytes.
fn shadow(outline: &BezPath) -> Drawing {
    Drawing::new().glaze(Affine::translate(SHADOW) * outline.clone(), Ink::Shadow, 0.34)
}
