//! The pictures of a tournament: the table of a round robin, and the bracket of a knockout.
//!
//! Players are numbers here, as on the cards: their names stand beside the picture. A cell of a table and
//! a player's place in a bracket are [`UNIT`] units high; large tournaments are drawn smaller.

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "players are few, and sizes are at least one"
)]

use kurbo::{Affine, BezPath, Circle, Point, Rect, RoundedRect, Shape as _};

use super::art::marks;
use super::card;
use super::font::Font;
use super::ink::Ink;
use super::shape::{Drawing, UNIT};
use super::style::Style;

/// The most that a picture of a tournament is wide or high, in pixels.
pub const TOURNAMENT_MAX: u32 = 960;

/// The ground around everything, and half of that between two tiles, in units.
const MARGIN: f64 = 20.0;
const GAP: f64 = 2.5;

/// What the numbers left of a table's cells take, in units, and what is between its cells and points.
const NUMBERS: f64 = 116.0;
const APART: f64 = 28.0;

/// How large the numbers are, in units an em; their height is [`HEIGHT`] of it.
const NUMBER_SIZE: f64 = 66.0;
const HEADER_SIZE: f64 = 58.0;
const HALF_SIZE: f64 = 74.0;
const WINNER_SIZE: f64 = 84.0;
const HEIGHT: f64 = 0.714;

/// The columns of a bracket, the part of each that a player takes, and the height of a match, in units.
const ROUND: f64 = 290.0;
const PLAYER: f64 = 160.0;
const MATCH: f64 = 192.0;

/// The opacities of tiles, of what is less important, of blocks and lines, and of all that is struck.
const TILE: f32 = 0.1;
const LESS: f32 = 0.7;
const BLOCK: f32 = 0.45;
const STRUCK: f32 = 0.5;

/// How far curves made from circles may be from them, in units.
const FINE: f64 = 0.05;

/// The table of a round robin, the best first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrossTable {
    pub rows: Vec<CrossRow>,
}

/// What a table says of one player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrossRow {
    /// The number by which the words beside it know the player, from 1.
    pub number: usize,
    /// One for each row, in the same order.
    pub cells: Vec<CrossCell>,
    /// As they are written: digits, perhaps with ½.
    pub points: String,
    /// Whether none of the player's games counts; they are drawn fainter.
    pub is_struck: bool,
}

/// How a row's player did against a column's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CrossCell {
    /// They are the same player.
    Own,
    /// Their game is not over.
    Open,
    Won,
    Drawn,
    Lost,
}

/// A knockout up to its final, whether played or not: each round has half as many matches as the one
/// before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bracket {
    pub rounds: Vec<Vec<Match>>,
    /// The number of the player who has won everything.
    pub winner: Option<usize>,
}

/// Who plays whom in a knockout, by their numbers from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Match {
    /// None is somebody not known yet, or nobody when the other one is already the winner: a bye.
    pub players: [Option<usize>; 2],
    pub winner: Option<usize>,
}

/// A table as a PNG file: 8 bits a pixel and a palette.
#[must_use]
pub fn cross_table(table: &CrossTable, style: Style) -> Vec<u8> {
    let advance = |points: &str| Font::Latin.line(points, NUMBER_SIZE).advance;
    let wholes = table.rows.iter().map(|row| advance(whole(&row.points)));
    let side = UNIT * table.rows.len() as f64;
    let end = NUMBERS + side + APART + wholes.fold(0.0, f64::max);
    let rows = (0..table.rows.len()).map(|place| row(table, place, end));
    let drawing = rows.fold(Drawing::new(), Drawing::and);
    file(&drawing, (end + advance("½") + MARGIN, UNIT + side + MARGIN), style)
}

/// A row and the number above the same player's column; the whole points end at `end`.
fn row(table: &CrossTable, place: usize, end: f64) -> Drawing {
    let row = &table.rows[place];
    let (number, y) = (row.number.to_string(), middle(UNIT, place));
    let above = written(&number, HEADER_SIZE, Point::new(middle(NUMBERS, place), UNIT / 2.0));
    let left = written(&number, NUMBER_SIZE, Point::new(NUMBERS / 2.0, y));
    let ends = Drawing::new().fill(left, Ink::Label).and(points(&row.points, end, y));
    let mut drawing = Drawing::new().glaze(above, Ink::Label, LESS).and(faded(ends, row.is_struck));
    for (column, (cell, other)) in row.cells.iter().zip(&table.rows).enumerate() {
        let area = around((middle(NUMBERS, column), y), UNIT);
        drawing = drawing.and(faded(result(*cell, area), row.is_struck || other.is_struck));
    }
    drawing
}

/// A bracket as a PNG file: 8 bits a pixel and a palette.
#[must_use]
pub fn bracket(bracket: &Bracket, style: Style) -> Vec<u8> {
    let matches = bracket.rounds.first().map_or(1, |round| round.len().max(1));
    let end = 2.0 * MARGIN + ROUND * bracket.rounds.len() as f64 + PLAYER;
    let (mut lines, mut path, mut tiles) = (Drawing::new(), Drawing::new(), Drawing::new());
    for (round, column) in bracket.rounds.iter().enumerate() {
        for (place, one) in column.iter().enumerate() {
            let (line, here) = (onward(bracket, round, place), spot(round, place));
            if one.winner.is_some() && one.winner == bracket.winner {
                path = path.stroke(&line, 9.0, Ink::Turn);
            } else {
                lines = lines.glaze_stroke(&line, 6.0, Ink::Label, BLOCK);
            }
            tiles = tiles.and(pairing(*one, here));
        }
    }
    let drawing = lines.and(path).and(tiles).and(champion(bracket));
    file(&drawing, (end, 2.0 * MARGIN + MATCH * matches as f64), style)
}

/// A drawing of a width and height in units as a PNG file.
fn file(drawing: &Drawing, (width, height): (f64, f64), style: Style) -> Vec<u8> {
    // Tiles of whole pixels are all alike, which makes the file a third smaller.
    let fitting = (f64::from(TOURNAMENT_MAX) * UNIT / width.max(height)).floor();
    let scale = fitting.clamp(1.0, UNIT) / UNIT;
    let size = [width, height].map(|length| (length * scale).round().max(1.0) as u32);
    card::file(&drawing.clone().transformed(Affine::scale(scale)), size, style)
}

/// The middle of a cell in a row of cells that begins at `start`, in units.
fn middle(start: f64, place: usize) -> f64 {
    start + UNIT * (place as f64 + 0.5)
}

/// The area of a tile of a width, as high as a cell.
fn around(middle: impl Into<Point>, width: f64) -> Rect {
    Rect::from_center_size(middle, (width, UNIT)).inset(-GAP)
}

fn tile(area: Rect) -> BezPath {
    RoundedRect::from_rect(area, 9.0).to_path(FINE)
}

/// A number with its middle at a point.
fn written(text: &str, size: f64, at: Point) -> BezPath {
    Font::Latin.line(text, size).on_baseline(at.x, at.y + HEIGHT / 2.0 * size)
}

/// A tile with a number.
fn plain(area: Rect, text: &str, size: f64, opacity: f32) -> Drawing {
    let text = written(text, size, area.center());
    Drawing::new().glaze(tile(area), Ink::Label, TILE).glaze(text, Ink::Label, opacity)
}

/// A tile of who has won, out of which the number is cut.
fn shining(area: Rect, text: &str, size: f64) -> Drawing {
    let mut tile = tile(area);
    tile.extend(written(text, size, area.center()));
    Drawing::new().fill(tile, Ink::Turn)
}

/// A tile of what is not known yet.
fn open(area: Rect) -> Drawing {
    let dot = Circle::new(area.center(), 6.0).to_path(FINE);
    Drawing::new().glaze(tile(area), Ink::Label, TILE).glaze(dot, Ink::Label, LESS)
}

fn result(cell: CrossCell, area: Rect) -> Drawing {
    match cell {
        CrossCell::Own => Drawing::new().glaze(tile(area), Ink::Label, BLOCK),
        CrossCell::Open => open(area),
        CrossCell::Won => shining(area, "1", NUMBER_SIZE),
        CrossCell::Drawn => plain(area, "½", HALF_SIZE, 1.0),
        CrossCell::Lost => plain(area, "0", NUMBER_SIZE, LESS),
    }
}

/// The points that are not half ones.
fn whole(points: &str) -> &str {
    points.trim_end_matches('½')
}

/// Points whose whole ones end somewhere.
fn points(text: &str, end: f64, y: f64) -> Drawing {
    let start = end - Font::Latin.line(whole(text), NUMBER_SIZE).advance;
    let there = Affine::translate((start, y + HEIGHT / 2.0 * NUMBER_SIZE));
    Drawing::new().fill(there * Font::Latin.line(text, NUMBER_SIZE).outline, Ink::Label)
}

/// A drawing of filled shapes, fainter when it is struck.
fn faded(drawing: Drawing, is_struck: bool) -> Drawing {
    if !is_struck {
        return drawing;
    }
    let layers = drawing.layers().iter();
    layers.fold(Drawing::new(), |all, layer| {
        all.glaze(layer.path.clone(), layer.ink, layer.opacity * STRUCK)
    })
}

/// The middle of a match's left edge; one of a later round is between the two before it.
fn spot(round: usize, place: usize) -> Point {
    let height = MATCH * (round as f64).exp2();
    Point::new(MARGIN + ROUND * round as f64, MARGIN + height * (place as f64 + 0.5))
}

/// The line from a match to where its winner plays next.
fn onward(bracket: &Bracket, round: usize, place: usize) -> BezPath {
    let (from, to) = (spot(round, place) + (PLAYER, 0.0), spot(round + 1, place / 2));
    let is_last = round + 1 == bracket.rounds.len();
    let y = if is_last { from.y } else { to.y + UNIT * [-0.5, 0.5][place % 2] };
    let turn = f64::midpoint(from.x, to.x);
    card::open([(from.x, from.y), (turn, from.y), (turn, y), (to.x, y)].into_iter())
}

/// The players of a match one above the other, or alone who has a bye.
fn pairing(one: Match, left: Point) -> Drawing {
    let area = |down: f64| around(left + (PLAYER / 2.0, down), PLAYER);
    match (one.players, one.winner) {
        ([alone @ Some(_), None] | [None, alone @ Some(_)], Some(_)) => {
            player(alone, None, area(0.0))
        }
        ([above, below], winner) => {
            let above = player(above, winner, area(-UNIT / 2.0));
            above.and(player(below, winner, area(UNIT / 2.0)))
        }
    }
}

fn player(number: Option<usize>, winner: Option<usize>, area: Rect) -> Drawing {
    let Some(number) = number else { return open(area) };
    let text = number.to_string();
    match winner {
        Some(winner) if winner == number => shining(area, &text, NUMBER_SIZE),
        Some(_) => plain(area, &text, NUMBER_SIZE, LESS),
        None => plain(area, &text, NUMBER_SIZE, 1.0),
    }
}

/// Who has won everything, below a crown.
fn champion(bracket: &Bracket) -> Drawing {
    let last = bracket.rounds.len();
    let middle = Point::new(spot(last, 0).x + PLAYER / 2.0, spot(last.saturating_sub(1), 0).y);
    let Some(winner) = bracket.winner else { return open(around(middle, PLAYER)) };
    let area = Rect::from_center_size(middle, (PLAYER, 104.0)).inset(-GAP);
    let crown = Affine::translate(middle.to_vec2() - (0.0, 84.0).into()) * Affine::scale(1.5);
    shining(area, &winner.to_string(), WINNER_SIZE).and(marks::won().transformed(crown))
}
