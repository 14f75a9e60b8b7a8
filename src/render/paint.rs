//! Tiles in full colour, painted from the art.

use std::collections::HashMap;
use std::f64::consts::FRAC_PI_2;

use image::{Rgb, RgbImage, RgbaImage};
use kurbo::{Affine, Circle, Rect, RoundedRect, Shape as _};

use super::art::Face;
use super::art::{self, marks};
use super::font::Font;
use super::games;
use super::ink::Ink;
use super::scene::{Cell, Ground, Slot, Standing, Star};
use super::shape::{Drawing, UNIT};
use super::style::Style;
use super::theme::BoardColours;
use kradan_rules::{GameKind, Side, makruk, ogi};

/// The lines between squares, in units on each side of the edge.
const LINE: f64 = 1.5;

/// The radius of the dots that an Othello board has on four crossings, in units.
const STAR: f64 = 5.5;

/// The size of coordinates, and of the numbers in the bands, in units an em.
const LABEL_SIZE: f64 = 23.0;
const DISCS_SIZE: f64 = 30.0;
const COUNT_SIZE: f64 = 27.0;

/// The scales of pieces in the bands. Those of Ōgi are as large as on the board.
const DISC_SCALE: f64 = 0.52;
const KHUN_SCALE: f64 = 0.54;
const PLATE_SCALE: f64 = 0.5;

/// The middles of pieces in the bands, in units from the left of their places.
const DISC_MIDDLE: f64 = 20.4;
const KHUN_MIDDLE: f64 = 53.0;

/// The middle of a hand's count, in units from the left of its place and from its end at the board,
/// where the piece is narrow.
const BADGE_MIDDLE: (f64, f64) = (63.0, 17.0);

/// The scale of the marks at the corners of a board without bands.
const CORNER_SCALE: f64 = 0.7;

/// Where numbers in the bands begin, in units from the left of their places.
const DISCS_LEFT: f64 = 44.0;
const COUNT_LEFT: f64 = 4.0;

/// What a tile shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum TilePart {
    Cell(Cell),
    /// The letter of a file, 0 for a.
    File(u8),
    /// The number of a rank, 0 for 1.
    Rank(u8),
    /// A place of a band.
    Slot(Slot),
    /// How the side seen above is doing.
    Above(Standing),
    /// How the side seen below is doing.
    Below(Standing),
    /// The left end of the edge, with how the side seen above is doing.
    EdgeLeft(Standing),
    /// The left end of the files' labels, with how the side seen below is doing.
    LabelsLeft(Standing),
    Frame(FramePart),
}

/// A part of the frame on which nothing stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum FramePart {
    /// At the left end of a band, above or below the ranks' labels.
    BandLeft,
    /// At the right end of a band.
    BandRight,
    /// Beside a row of squares.
    Margin,
    /// Above a file of a board without bands.
    Edge,
    /// At the right end of that edge and of the files' labels.
    LabelsRight,
}

impl FramePart {
    pub(super) const ALL: [FramePart; 5] = [
        FramePart::BandLeft,
        FramePart::BandRight,
        FramePart::Margin,
        FramePart::Edge,
        FramePart::LabelsRight,
    ];
}

/// Paints the tiles of one game in one style. Shared parts are painted once.
pub(super) struct TilePainter {
    style: Style,
    kind: GameKind,
    board: &'static BoardColours,
    /// Squares without pieces.
    grounds: HashMap<(Ground, Option<Star>), RgbImage>,
    /// Pieces on a transparent ground, in the size of the board and of the bands.
    faces: HashMap<(Face, Size), RgbaImage>,
    /// Marks above the pieces, on a transparent ground.
    marks: HashMap<Above, RgbaImage>,
    /// Marks around the pieces in hand, on a transparent ground.
    about: HashMap<About, RgbaImage>,
}

/// How large a piece is shown.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Size {
    Square,
    Slot,
}

/// A mark above a piece or an empty square.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Above {
    Last(Side),
    Turned(Side),
    Target,
    Capture,
}

/// A mark around a piece in hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum About {
    /// A frame around a selected piece.
    Lifted,
    /// How many there are of a piece that points down or up.
    Badge { count: u8, points_down: bool },
}

impl TilePainter {
    pub(super) fn new(style: Style, kind: GameKind) -> TilePainter {
        TilePainter {
            style,
            kind,
            board: style.theme.board(kind),
            grounds: HashMap::new(),
            faces: HashMap::new(),
            marks: HashMap::new(),
            about: HashMap::new(),
        }
    }

    /// A tile in full colour.
    pub(super) fn paint(&mut self, part: TilePart) -> RgbImage {
        let layout = self.style.layout;
        let (square, label, margin) = (layout.square, layout.label, layout.margin);
        let band = self.band();
        match part {
            TilePart::Cell(cell) => self.cell(cell),
            TilePart::File(file) => {
                let letter = char::from(b'a' + file).to_string();
                self.lettered(square, label, &letter, 18.0)
            }
            TilePart::Rank(rank) => self.lettered(label, square, &(rank + 1).to_string(), 48.2),
            TilePart::Slot(slot) => self.slot(slot),
            // The wedge points at the board.
            TilePart::Above(standing) => self.standing(standing, FRAC_PI_2, 1.0, (square, band)),
            TilePart::Below(standing) => self.standing(standing, -FRAC_PI_2, 1.0, (square, band)),
            TilePart::EdgeLeft(standing) => {
                self.standing(standing, FRAC_PI_2, CORNER_SCALE, (label, label))
            }
            TilePart::LabelsLeft(standing) => {
                self.standing(standing, -FRAC_PI_2, CORNER_SCALE, (label, label))
            }
            TilePart::Frame(part) => match part {
                FramePart::BandLeft => self.frame(label, band),
                FramePart::BandRight => self.frame(margin, band),
                FramePart::Margin => self.frame(margin, square),
                FramePart::Edge => self.frame(square, label),
                FramePart::LabelsRight => self.frame(margin, label),
            },
        }
    }

    /// The colours of areas and marks, which the palette must have exactly.
    pub(super) fn flat_colours(&self) -> Vec<Rgb<u8>> {
        let (theme, board) = (self.style.theme, self.board);
        let mut flat = vec![theme.frame, theme.label, theme.turn, board.square, board.line];
        flat.extend([board.legal.dot, board.legal.rim, board.to.tint]);
        flat.extend(games::flat_colours(self.kind, theme));
        flat
    }

    fn scale(&self) -> f64 {
        f64::from(self.style.layout.square) / UNIT
    }

    /// The height of a band.
    fn band(&self) -> u32 {
        self.style.layout.band(self.kind)
    }

    /// A rectangle of the frame around the board.
    fn frame(&self, width: u32, height: u32) -> RgbImage {
        RgbImage::from_pixel(width, height, self.style.theme.frame)
    }

    /// A drawing on a transparent ground, scaled to the layout.
    fn painted(&self, drawing: &Drawing, (width, height): (u32, u32)) -> RgbaImage {
        let mut picture = RgbaImage::new(width, height);
        let stencil = drawing.stencil(Affine::scale(self.scale()), width, height);
        stencil.paint(&mut picture, (0, 0), |ink| self.style.theme.ink(ink));
        picture
    }

    /// Draws over a picture.
    fn draw(&self, picture: &mut RgbImage, drawing: &Drawing) {
        lay_over(picture, &self.painted(drawing, picture.dimensions()));
    }

    /// A picture of the frame with a text in its middle, on a baseline in units.
    fn lettered(&self, width: u32, height: u32, text: &str, baseline: f64) -> RgbImage {
        let mut picture = self.frame(width, height);
        let middle = f64::from(width) / self.scale() / 2.0;
        let letters = Font::Latin.line(text, LABEL_SIZE).on_baseline(middle, baseline);
        self.draw(&mut picture, &Drawing::new().fill(letters, Ink::Label));
        picture
    }

    fn cell(&mut self, cell: Cell) -> RgbImage {
        let mut picture = self.ground(cell).clone();
        if let Some(face) = cell.piece {
            lay_over(&mut picture, self.face(face, Size::Square));
        }
        for above in above(cell) {
            lay_over(&mut picture, self.mark(above));
        }
        picture
    }

    fn tint(&self, ground: Ground) -> Rgb<u8> {
        match ground {
            Ground::Plain | Ground::Turned => self.board.square,
            Ground::From => self.board.from.tint,
            Ground::To => self.board.to.tint,
            Ground::Check => self.board.check.tint,
            Ground::Picked => self.board.selected.tint,
        }
    }

    /// The square below the piece: its colour, its lines and the marks on it.
    fn ground(&mut self, cell: Cell) -> &RgbImage {
        let key = (cell.ground, cell.star);
        if !self.grounds.contains_key(&key) {
            let size = self.style.layout.square;
            let mut picture = RgbImage::from_pixel(size, size, self.tint(cell.ground));
            self.draw(&mut picture, &self.ground_drawing(cell));
            self.grounds.insert(key, picture);
        }
        &self.grounds[&key]
    }

    fn ground_drawing(&self, cell: Cell) -> Drawing {
        let whole = Rect::new(0.0, 0.0, UNIT, UNIT);
        let mut lines = whole.to_path(FINE);
        lines.extend(whole.inset(-LINE).to_path(FINE));
        let mut ground = Drawing::new();
        if let Some(star) = cell.star {
            ground = ground.fill(star_dot(star), Ink::Line(self.kind));
        }
        let mark = match cell.ground {
            Ground::Plain | Ground::Turned => Drawing::new(),
            Ground::To => marks::to(self.kind),
            Ground::From => marks::from(self.kind),
            Ground::Check => marks::check(self.kind),
            Ground::Picked => marks::selected(self.kind),
        };
        ground.fill(lines, Ink::Line(self.kind)).and(mark)
    }

    fn mark(&mut self, above: Above) -> &RgbaImage {
        if !self.marks.contains_key(&above) {
            let drawing = match above {
                Above::Last(side) => art::othello::last(side),
                Above::Turned(side) => art::othello::turned(side),
                Above::Target => marks::legal(self.kind),
                Above::Capture => marks::capture(self.kind),
            };
            let size = self.style.layout.square;
            let picture = self.painted(&drawing, (size, size));
            self.marks.insert(above, picture);
        }
        &self.marks[&above]
    }

    fn face(&mut self, face: Face, size: Size) -> &RgbaImage {
        if !self.faces.contains_key(&(face, size)) {
            let layout = self.style.layout;
            let drawing = games::piece(face, self.style.pieces);
            let picture = match size {
                Size::Square => self.painted(&drawing, (layout.square, layout.square)),
                Size::Slot => {
                    let (scale, middle) = match face {
                        Face::Disc(_) => (DISC_SCALE, DISC_MIDDLE),
                        Face::Makruk(..) | Face::Ogi { .. } => (KHUN_SCALE, KHUN_MIDDLE),
                    };
                    let placed = self.in_slot(drawing, scale, middle);
                    self.painted(&placed, (layout.square, self.band()))
                }
            };
            self.faces.insert((face, size), picture);
        }
        &self.faces[&(face, size)]
    }

    /// The middle of a band, in units from its top.
    fn middle(&self) -> f64 {
        f64::from(self.band()) / self.scale() / 2.0
    }

    /// A drawing of a square made smaller, in a place of a band.
    fn in_slot(&self, drawing: Drawing, scale: f64, middle: f64) -> Drawing {
        let placed = Affine::translate((middle, self.middle()))
            * Affine::scale(scale)
            * Affine::translate((-UNIT / 2.0, -UNIT / 2.0));
        drawing.transformed(placed)
    }

    /// A number in a band that begins so many units from the left of its place.
    fn number(&self, text: &str, size: f64, left: f64) -> Drawing {
        let baseline = self.middle() + CAPITAL / 2.0 * size;
        let line = Font::Latin.line(text, size).outline;
        Drawing::new().fill(Affine::translate((left, baseline)) * line, Ink::Label)
    }

    fn slot(&mut self, slot: Slot) -> RgbImage {
        let mut picture = self.frame(self.style.layout.square, self.band());
        match slot {
            Slot::Empty => {}
            Slot::Hand { side, role, count, points_down, picked } => {
                let piece = ogi::Piece { role, promoted: false };
                let face = self.face(Face::Ogi { side, piece, points_down }, Size::Square);
                lay_over(&mut picture, face);
                if count > 1 {
                    lay_over(&mut picture, self.about(About::Badge { count, points_down }));
                }
                if picked {
                    lay_over(&mut picture, self.about(About::Lifted));
                }
            }
            Slot::Discs(side, count) => {
                let halo = self.in_slot(art::othello::halo(), DISC_SCALE, DISC_MIDDLE);
                self.draw(&mut picture, &halo);
                lay_over(&mut picture, self.face(Face::Disc(side), Size::Slot));
                self.draw(&mut picture, &self.number(&count.to_string(), DISCS_SIZE, DISCS_LEFT));
            }
            Slot::Honour(side, honour) => {
                let plate = marks::plate(self.kind, honour == makruk::Honour::Board);
                self.draw(&mut picture, &self.in_slot(plate, PLATE_SCALE, KHUN_MIDDLE));
                let khun = Face::Makruk(side, makruk::Role::Khun);
                lay_over(&mut picture, self.face(khun, Size::Slot));
            }
            Slot::Count { number, limit } => {
                let text = format!("{number}/{limit}");
                self.draw(&mut picture, &self.number(&text, COUNT_SIZE, COUNT_LEFT));
            }
        }
        picture
    }

    fn about(&mut self, about: About) -> &RgbaImage {
        if !self.about.contains_key(&about) {
            let drawing = match about {
                About::Lifted => lifted(2.0 * self.middle()),
                About::Badge { count, points_down } => {
                    let (x, y) = BADGE_MIDDLE;
                    let y = if points_down { 2.0 * self.middle() - y } else { y };
                    marks::badge(count).transformed(Affine::translate((x, y)))
                }
            };
            let picture = self.painted(&drawing, (self.style.layout.square, self.band()));
            self.about.insert(about, picture);
        }
        &self.about[&about]
    }

    /// How a side is doing, in the middle of a rectangle of the frame.
    fn standing(
        &self,
        standing: Standing,
        turned: f64,
        scale: f64,
        (width, height): (u32, u32),
    ) -> RgbImage {
        let mut picture = self.frame(width, height);
        let drawing = match standing {
            Standing::Waits => Drawing::new(),
            Standing::Moves => marks::turn().transformed(Affine::rotate(turned)),
            Standing::Won => marks::won(),
            Standing::Lost => marks::lost(),
            Standing::Drawn => marks::drawn(),
        };
        let half = 0.5 / self.scale();
        let middle = (f64::from(width) * half, f64::from(height) * half);
        let there = Affine::translate(middle) * Affine::scale(scale);
        self.draw(&mut picture, &drawing.transformed(there));
        picture
    }
}

/// The height of a digit, in ems.
const CAPITAL: f64 = 0.714;

/// The marks above the piece of a cell.
fn above(cell: Cell) -> impl Iterator<Item = Above> {
    let disc = match (cell.ground, cell.piece) {
        (Ground::To, Some(Face::Disc(side))) => Some(Above::Last(side)),
        (Ground::Turned, Some(Face::Disc(side))) => Some(Above::Turned(side)),
        _ => None,
    };
    let target = if cell.piece.is_some() { Above::Capture } else { Above::Target };
    disc.into_iter().chain(cell.target.then_some(target))
}

/// The largest error of curves made from circles, in units.
const FINE: f64 = 0.01;

/// The quarter of a dot in a corner of a square.
fn star_dot(star: Star) -> kurbo::BezPath {
    let (x, y) = match star {
        Star::TopLeft => (0.0, 0.0),
        Star::TopRight => (UNIT, 0.0),
        Star::BottomLeft => (0.0, UNIT),
        Star::BottomRight => (UNIT, UNIT),
    };
    Circle::new((x, y), STAR).to_path(FINE)
}

/// A frame around a selected piece in hand and its count, in a band of a height.
fn lifted(height: f64) -> Drawing {
    let place = RoundedRect::new(3.0, 2.0, UNIT - 3.0, height - 2.0, 9.0);
    Drawing::new().stroke(&place.to_path(FINE), 3.4, Ink::Turn)
}

/// Lays one picture over another of its size.
fn lay_over(below: &mut RgbImage, above: &RgbaImage) {
    const OPAQUE: u32 = 255;
    for (below, above) in below.pixels_mut().zip(above.pixels()) {
        let [red, green, blue, alpha] = above.0.map(u32::from);
        match alpha {
            0 => continue,
            OPAQUE => {
                *below = Rgb([red as u8, green as u8, blue as u8]);
                continue;
            }
            _ => {}
        }
        for (below, above) in below.0.iter_mut().zip([red, green, blue]) {
            let mixed = u32::from(*below) * (OPAQUE - alpha) + above * alpha;
            *below = ((mixed + OPAQUE / 2) / OPAQUE) as u8;
        }
    }
}
