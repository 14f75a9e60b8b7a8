//! The card of a player: for each game the rating, the results, and how the rating went.
//!
//! It has digits and pieces and no words: the fonts have neither the letters of all names nor those of all
//! languages, which stand beside it.

use image::{RgbImage, RgbaImage};
use kurbo::{Affine, BezPath, Circle, Line, Rect, Shape as _};

use super::art::{Face, othello};
use super::font::Font;
use super::games;
use super::ink::Ink;
use super::palette::{self, Painted};
use super::png::plain;
use super::shape::Drawing;
use super::style::Style;
use kradan_rules::{GameKind, Side, makruk, ogi};

/// The width of a card, in pixels.
pub const CARD_WIDTH: u32 = 720;

/// The height of a row, in pixels.
pub const CARD_ROW: u32 = 176;

/// The side of a piece, and the ground around all that stands in a row.
const PIECE: f64 = 108.0;
const MARGIN: f64 = 20.0;

/// The left edge of the numbers beside the piece, and how large these are.
const NUMBERS_LEFT: f64 = 142.0;
const RATING_SIZE: f64 = 66.0;
const RESULTS_SIZE: f64 = 33.0;

/// Where the curve is, and how large the numbers beside it are.
const CURVE_LEFT: f64 = 376.0;
const CURVE_RIGHT: f64 = 622.0;
const SCALE_SIZE: f64 = 27.0;

/// The least difference between the top and the bottom of a curve, in rating points.
const RANGE_MIN: f64 = 100.0;

/// The most colours of a card.
const COLOURS_MAX: usize = 64;

/// How far curves made from circles may be from them, in pixels.
const FINE: f64 = 0.05;

/// What a card says of one game.
#[derive(Clone, Debug, PartialEq)]
pub struct CardRow {
    pub kind: GameKind,
    /// The rating now, as it is written: digits, and perhaps a question mark.
    pub rating: String,
    /// Games won, lost and drawn.
    pub results: [usize; 3],
    /// How the rating went, the oldest first.
    pub curve: Vec<CurvePoint>,
}

/// A rating at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurvePoint {
    /// From 0 at the left to 1 at the right.
    pub at: f64,
    /// In rating points.
    pub value: f64,
    /// By how much the value may be wrong: the band around the curve.
    pub deviation: f64,
}

/// A card as a PNG file: 8 bits a pixel and a palette.
#[must_use]
pub fn card(rows: &[CardRow], style: Style) -> Vec<u8> {
    let placed = (0_u32..).zip(rows).map(|(number, row)| {
        let top = f64::from(CARD_ROW * number);
        drawing(row, style).transformed(Affine::translate((0.0, top)))
    });
    let all = placed.fold(Drawing::new(), Drawing::and);
    file(&all, [CARD_WIDTH, CARD_ROW * rows.len().max(1) as u32], style)
}

/// A drawing in pixels on the frame's ground, of a width and height, as a PNG file.
///
/// # Panics
///
/// Never: a picture is one tile.
pub(super) fn file(drawing: &Drawing, [width, height]: [u32; 2], style: Style) -> Vec<u8> {
    let [red, green, blue] = style.theme.frame.0;
    let mut picture = RgbaImage::from_pixel(width, height, image::Rgba([red, green, blue, 255]));
    let stencil = drawing.stencil(Affine::IDENTITY, width, height);
    stencil.paint(&mut picture, (0, 0), |ink| style.theme.ink(ink));
    let opaque = RgbImage::from_fn(width, height, |x, y| {
        let [red, green, blue, _] = picture.get_pixel(x, y).0;
        image::Rgb([red, green, blue])
    });
    let flat = [style.theme.frame, style.theme.label, style.theme.turn];
    let tiles = palette::quantise(&[Painted::from(&opaque)], &flat, COLOURS_MAX);
    let whole = tiles.ids().next().expect("there is one tile");
    let lines = tiles.rows(whole).iter().flat_map(|&line| tiles.pixels(line, width as usize));
    plain::write(width as usize, &lines.copied().collect::<Vec<u8>>(), tiles.palette())
}

/// A row, in pixels from its top left corner.
fn drawing(row: &CardRow, style: Style) -> Drawing {
    let height = f64::from(CARD_ROW);
    let [won, lost, drawn] = row.results;
    let rating = Font::Latin.line(&row.rating, RATING_SIZE).outline;
    let results = Font::Latin.line(&format!("+{won} –{lost} ={drawn}"), RESULTS_SIZE);
    // Many games are written smaller.
    let room = CURVE_LEFT - MARGIN - NUMBERS_LEFT;
    let narrowed = Affine::scale((room / results.advance).min(1.0));
    let results = Affine::translate((NUMBERS_LEFT, 138.0)) * narrowed * results.outline;
    let middle = (MARGIN + PIECE / 2.0, height / 2.0);
    piece((row.kind, Side::First), style, PIECE, middle)
        .fill(Affine::translate((NUMBERS_LEFT, 86.0)) * rating, Ink::Label)
        .glaze(results, Ink::Label, 0.8)
        .and(curve(&row.curve, Rect::new(CURVE_LEFT, 30.0, CURVE_RIGHT, height - 30.0)))
}

/// The piece by which a side of a game is known, of a size and with its middle at a point.
pub(super) fn piece(
    (kind, side): (GameKind, Side),
    style: Style,
    size: f64,
    middle: (f64, f64),
) -> Drawing {
    let king = ogi::Piece { role: ogi::Role::King, promoted: false };
    let (face, below) = match kind {
        GameKind::Othello => (Face::Disc(side), othello::halo()),
        GameKind::Makruk => (Face::Makruk(side, makruk::Role::Khun), Drawing::new()),
        GameKind::Ogi => {
            let king = Face::Ogi { side, piece: king, points_down: side == Side::Second };
            (king, Drawing::new())
        }
    };
    let piece = games::piece(face, style.pieces);
    let bounds = piece.bounds();
    let scale = size / bounds.width().max(bounds.height());
    let placed = Affine::translate(middle)
        * Affine::scale(scale)
        * Affine::translate(-bounds.center().to_vec2());
    below.and(piece).transformed(placed)
}

/// The curve of a rating with the band of what it may be, and the values at its top and bottom.
fn curve(points: &[CurvePoint], area: Rect) -> Drawing {
    let Some(last) = points.last() else { return Drawing::new() };
    let values = || points.iter().map(|point| point.value);
    let (least, most) = (values().fold(last.value, f64::min), values().fold(last.value, f64::max));
    let half = ((most - least) / 2.0).max(RANGE_MIN / 2.0);
    let middle = f64::midpoint(least, most);
    let (bottom, top) = (middle - half, middle + half);
    let x = |at: f64| area.x0 + at.clamp(0.0, 1.0) * area.width();
    let y = |value: f64| {
        let height = (value - bottom) / (top - bottom);
        // The band is cut off a little above and below the curve.
        area.y1 - height.clamp(-0.15, 1.15) * area.height()
    };
    let mut drawing = Drawing::new();
    for value in [top, middle, bottom] {
        let line = Line::new((area.x0, y(value)), (area.x1, y(value))).to_path(FINE);
        drawing = drawing.glaze_stroke(&line, 2.0, Ink::Label, 0.22);
        let text = Font::Latin.line(&(value.round() as i64).to_string(), SCALE_SIZE);
        let there = Affine::translate((area.x1 + 14.0, y(value) + 0.357 * SCALE_SIZE));
        drawing = drawing.glaze(there * text.outline, Ink::Label, 0.8);
    }
    let above = points.iter().map(|point| (x(point.at), y(point.value + point.deviation)));
    let below = points.iter().rev().map(|point| (x(point.at), y(point.value - point.deviation)));
    let along = points.iter().map(|point| (x(point.at), y(point.value)));
    let end = Circle::new((x(last.at), y(last.value)), 7.0).to_path(FINE);
    drawing
        .glaze(closed(above.chain(below)), Ink::Turn, 0.25)
        .stroke(&open(along), 5.0, Ink::Turn)
        .fill(end, Ink::Turn)
}

/// A line through points.
pub(super) fn open(points: impl Iterator<Item = (f64, f64)>) -> BezPath {
    let mut path = BezPath::new();
    for (number, point) in points.enumerate() {
        if number == 0 {
            path.move_to(point);
        } else {
            path.line_to(point);
        }
    }
    path
}

/// An area within a line through points.
pub(super) fn closed(points: impl Iterator<Item = (f64, f64)>) -> BezPath {
    let mut path = open(points);
    path.close_path();
    path
}
