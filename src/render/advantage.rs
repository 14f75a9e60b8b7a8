//! The picture of a game that was played: who was ahead when, and where it turned.
//!
//! It has digits and pieces and no words, as the cards of players.

#![expect(clippy::cast_precision_loss, reason = "plies are few")]

use kurbo::{Circle, Line, Rect, Shape as _};

use super::card;
use super::font::Font;
use super::ink::{Ink, PiecePart, Tone};
use super::shape::Drawing;
use super::style::Style;
use kradan_rules::{GameKind, Side};

/// The width and height of the picture, in pixels.
pub const ADVANTAGE_SIZE: [u32; 2] = [720, 360];

/// The ground of the curve and of the pieces beside it, and where the curve is.
const GROUND: Rect = Rect::new(14.0, 14.0, 706.0, 306.0);
const AREA: Rect = Rect::new(112.0, 20.0, 690.0, 300.0);

/// The sides' pieces beside it: how large, and their middles.
const PIECE: f64 = 76.0;
const PIECE_MIDDLE: f64 = 64.0;

/// How large the numbers below it are, their baseline, and the most of them.
const NUMBER_SIZE: f64 = 27.0;
const NUMBER_BASE: f64 = 340.0;
const NUMBERS_MAX: usize = 8;

/// How large advantages are flattened: the less, the more.
const FLATNESS: f64 = 0.3;

/// How far curves made from circles may be from them, in pixels.
const FINE: f64 = 0.05;

/// Who was ahead when.
#[derive(Clone, Debug, PartialEq)]
pub struct Advantage {
    pub kind: GameKind,
    /// By how much the first side was ahead at the start and after each ply, from -1 to 1.
    pub values: Vec<f64>,
    /// The plies after which the game turned.
    pub turning_points: Vec<usize>,
    /// The numbers of moves, each with the ply after which it is reached.
    pub numbers: Vec<(usize, usize)>,
}

/// The picture of an advantage as a PNG file: 8 bits a pixel and a palette.
#[must_use]
pub fn advantage(advantage: &Advantage, style: Style) -> Vec<u8> {
    let kind = advantage.kind;
    let ground = Drawing::new().fill(GROUND.to_path(FINE), Ink::Square(kind));
    let drawing = ground.and(numbers(advantage)).and(curve(advantage)).and(sides(kind, style));
    card::file(&drawing, ADVANTAGE_SIZE, style)
}

/// The pieces of the sides, each where its advantage is.
fn sides(kind: GameKind, style: Style) -> Drawing {
    let at = |side, y| card::piece((kind, side), style, PIECE, (PIECE_MIDDLE, y));
    let quarter = AREA.height() / 4.0;
    at(Side::First, AREA.y0 + quarter).and(at(Side::Second, AREA.y1 - quarter))
}

fn numbers(advantage: &Advantage) -> Drawing {
    let most = advantage.numbers.iter().map(|(_, number)| *number).max().unwrap_or(0);
    let steps = [5, 10, 20, 50, 100, 200, 500];
    let step = steps.into_iter().find(|step| most / step <= NUMBERS_MAX).unwrap_or(1_000);
    let shown = advantage.numbers.iter().filter(|(_, number)| number % step == 0);
    shown.fold(Drawing::new(), |drawing, &(ply, number)| {
        let x = across(advantage, ply as f64);
        let line = Line::new((x, AREA.y0), (x, AREA.y1)).to_path(FINE);
        let number = Font::Latin.line(&number.to_string(), NUMBER_SIZE);
        drawing.glaze_stroke(&line, 2.0, Ink::Line(advantage.kind), 0.35).glaze(
            number.on_baseline(x, NUMBER_BASE),
            Ink::Label,
            0.8,
        )
    })
}

fn curve(advantage: &Advantage) -> Drawing {
    let kind = advantage.kind;
    let points = with_crossings(&advantage.values);
    let middle = height(0.0);
    let place = |&(at, value): &(f64, f64)| (across(advantage, at), height(value));
    let area = |side: Side| {
        let own = |&(at, value): &(f64, f64)| {
            (at, if side == Side::First { value.max(0.0) } else { value.min(0.0) })
        };
        let (begin, end) = ((AREA.x0, middle), (AREA.x1, middle));
        let edge = points.iter().map(own).map(|point| place(&point));
        card::closed(std::iter::once(begin).chain(edge).chain([end]))
    };
    let drawn = Side::ALL
        .into_iter()
        .fold(Drawing::new(), |drawing, side| drawing.fill(area(side), ink(kind, side)));
    let line = Line::new((AREA.x0, middle), (AREA.x1, middle)).to_path(FINE);
    let drawn = drawn.stroke(&line, 2.0, Ink::Line(kind)).stroke(
        &card::open(points.iter().map(place)),
        4.0,
        Ink::Line(kind),
    );
    advantage.turning_points.iter().fold(drawn, |drawing, &ply| {
        let Some(&value) = advantage.values.get(ply) else { return drawing };
        let at = place(&(ply as f64, value));
        drawing
            .fill(Circle::new(at, 12.0).to_path(FINE), Ink::BadgeRim)
            .fill(Circle::new(at, 9.0).to_path(FINE), Ink::Badge)
    })
}

/// The values at their plies, and 0 where the line between two crosses it.
fn with_crossings(values: &[f64]) -> Vec<(f64, f64)> {
    let mut points: Vec<(f64, f64)> = Vec::new();
    for (ply, &value) in values.iter().enumerate() {
        let at = ply as f64;
        if let Some(&(_, before)) = points.last()
            && before * value < 0.0
        {
            // On the picture the line is straight.
            let (before, after) = (bent(before).abs(), bent(value).abs());
            points.push((at - after / (before + after), 0.0));
        }
        points.push((at, value));
    }
    points
}

fn across(advantage: &Advantage, at: f64) -> f64 {
    let plies = advantage.values.len().saturating_sub(1).max(1);
    AREA.x0 + AREA.width() * at / plies as f64
}

fn height(value: f64) -> f64 {
    AREA.center().y - bent(value) * AREA.height() / 2.0
}

/// An advantage as it is drawn: the larger it is, the less more of it counts.
fn bent(value: f64) -> f64 {
    let value = value.clamp(-1.0, 1.0);
    value * (1.0 + FLATNESS) / (value.abs() + FLATNESS)
}

/// The colour of a side's pieces.
fn ink(kind: GameKind, side: Side) -> Ink {
    match (kind, side) {
        (GameKind::Othello, Side::First) => Ink::Disc(Tone::Dark, PiecePart::Body),
        (GameKind::Othello, Side::Second) => Ink::Disc(Tone::Light, PiecePart::Body),
        (GameKind::Makruk, Side::First) => Ink::Figure(Tone::Light, PiecePart::Body),
        (GameKind::Makruk, Side::Second) => Ink::Figure(Tone::Dark, PiecePart::Body),
        (GameKind::Ogi, Side::First) => Ink::Wood(Side::First),
        // Their wood is hardly darker than the board.
        (GameKind::Ogi, Side::Second) => Ink::WoodShade,
    }
}
