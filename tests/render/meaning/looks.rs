//! How each thing looks by itself, put together from the art and a theme's colours.

use std::f64::consts::FRAC_PI_2;

use image::{Rgb, RgbImage};
use kradan::render::art::{makruk, marks, ogi, othello};
use kradan::render::font::Font;
use kradan::render::shape::Drawing;
use kradan::render::{Ink, PiecePart, Style};
use kradan::rules::{GameKind, Side, each_kind};
use kurbo::{Affine, Point, Rect, RoundedRect, Shape as _};

use super::expected::{Cell, Standing};
use crate::canvas::draw;
use crate::tested_games::{Beside, Mark, PicturedGame as _};

/// Paints single places of pictures of a game in a style.
#[derive(Clone, Copy)]
pub(super) struct Looks {
    pub(super) kind: GameKind,
    pub(super) style: Style,
}

impl Looks {
    fn scale(self) -> f64 {
        f64::from(self.style.layout.square) / 80.0
    }

    fn over(self, picture: &mut RgbImage, drawing: &Drawing, placed: Affine) {
        draw(picture, drawing, Affine::scale(self.scale()) * placed, |ink| {
            self.style.theme.ink(ink)
        });
    }

    pub(super) fn cell(self, cell: Cell) -> RgbImage {
        let board = self.style.theme.board(self.kind);
        let tint = match cell.mark {
            Mark::None | Mark::Turned => board.square,
            Mark::From => board.from.tint,
            Mark::To => board.to.tint,
            Mark::Check => board.check.tint,
            Mark::Picked => board.selected.tint,
        };
        let size = self.style.layout.square;
        let mut picture = RgbImage::from_pixel(size, size, tint);
        let mut edge = Rect::new(0.0, 0.0, 80.0, 80.0).to_path(0.1);
        edge.extend(Rect::new(1.5, 1.5, 78.5, 78.5).to_path(0.1));
        let mut layers = Drawing::new().fill(edge, Ink::Line(self.kind));
        layers = layers.and(match cell.mark {
            Mark::None | Mark::Turned => Drawing::new(),
            Mark::To => marks::to(self.kind),
            Mark::From => marks::from(self.kind),
            Mark::Check => marks::check(self.kind),
            Mark::Picked => marks::selected(self.kind),
        });
        if let Some(face) = cell.piece {
            let pieces = self.style.pieces;
            layers = layers
                .and(each_kind!(self.kind, P => P::drawing(face, pieces)))
                .and(each_kind!(self.kind, P => P::on_piece(cell.mark, face)));
        }
        layers = match (cell.target, cell.piece) {
            (true, Some(_)) => layers.and(marks::capture(self.kind)),
            (true, None) => layers.and(marks::legal(self.kind)),
            (false, _) => layers,
        };
        self.over(&mut picture, &layers, Affine::IDENTITY);
        picture
    }

    fn frame(self, width: u32, height: u32) -> RgbImage {
        RgbImage::from_pixel(width, height, self.style.theme.frame)
    }

    /// The middle of a place beside the board, in units from its left.
    fn middle(self) -> f64 {
        f64::from(self.style.layout.outer) / self.scale() / 2.0
    }

    pub(super) fn beside(self, beside: Beside) -> RgbImage {
        use kradan::rules::{makruk as rules, ogi as koma};
        let layout = self.style.layout;
        let mut picture = self.frame(layout.outer, layout.square);
        let centre = Affine::translate((self.middle(), 40.0));
        let smaller =
            |scale: f64| centre * Affine::scale(scale) * Affine::translate((-40.0, -40.0));
        let text = |text: String, size: f64, ink: Ink| {
            Drawing::new().fill(Font::Latin.line(&text, size).centred(Point::ORIGIN), ink)
        };
        match beside {
            Beside::Nothing => {}
            Beside::Discs(side, count) => {
                let disc = othello::halo().and(othello::piece(side));
                self.over(&mut picture, &disc, smaller(0.74));
                let ink = Ink::Disc(othello::tone(!side), PiecePart::Body);
                self.over(&mut picture, &text(count.to_string(), 29.0, ink), centre);
            }
            Beside::Hand { side, role, pointing, count, picked } => {
                let piece = koma::Piece { role, promoted: false };
                let drawing = ogi::piece(side, piece, pointing, self.style.pieces);
                self.over(&mut picture, &drawing, smaller(0.7));
                if count > 1 {
                    let at = Affine::translate((self.middle() + 16.0, 61.0));
                    self.over(&mut picture, &marks::badge(count), at);
                }
                if picked {
                    let around = RoundedRect::new(-28.0, -35.0, 28.0, 35.0, 10.0).to_path(0.1);
                    let around = Drawing::new().stroke(&around, 4.0, Ink::Turn);
                    self.over(&mut picture, &around, centre);
                }
            }
            Beside::Ghost { role, pointing } => {
                let piece = koma::Piece { role, promoted: false };
                let drawing = ogi::piece(Side::First, piece, pointing, self.style.pieces);
                self.over(&mut picture, &drawing, smaller(0.7));
                self.fade(&mut picture);
            }
            Beside::Honour(side, honour) => {
                let plate = marks::plate(GameKind::Makruk, honour == rules::Honour::Board);
                self.over(&mut picture, &plate, smaller(0.66));
                let khun = makruk::piece(side, rules::Role::Khun);
                self.over(&mut picture, &khun, smaller(0.7));
            }
            Beside::Said(number) => {
                let at = centre * Affine::scale(1.5);
                self.over(&mut picture, &marks::badge(number), at);
            }
            Beside::Limit(limit) => {
                self.over(&mut picture, &text(format!("/{limit}"), 22.0, Ink::Label), centre);
            }
        }
        picture
    }

    /// Leaves as much of a picture on the frame as the theme says of pieces that are not there.
    fn fade(self, picture: &mut RgbImage) {
        let ghost = u32::from(self.style.theme.koma.ghost);
        let Rgb(frame) = self.style.theme.frame;
        for pixel in picture.pixels_mut() {
            for (channel, frame) in pixel.0.iter_mut().zip(frame) {
                let mixed = u32::from(*channel) * ghost + u32::from(frame) * (100 - ghost);
                *channel = (mixed / 100) as u8;
            }
        }
    }

    /// The corner of the side above, or below.
    pub(super) fn corner(self, standing: Standing, side: Corner) -> RgbImage {
        let layout = self.style.layout;
        let mut picture = self.frame(layout.outer, layout.band);
        let at = Affine::translate((self.middle(), 20.0));
        let towards_the_board = match side {
            Corner::Above => FRAC_PI_2,
            Corner::Below => -FRAC_PI_2,
        };
        let drawing = match standing {
            Standing::Waits => Drawing::new(),
            Standing::Moves => marks::turn().transformed(Affine::rotate(towards_the_board)),
            Standing::Won => marks::won(),
            Standing::Lost => marks::lost(),
            Standing::Drawn => marks::drawn(),
        };
        self.over(&mut picture, &drawing, at);
        picture
    }

    /// A coordinate in the middle of a rectangle of the frame.
    pub(super) fn label(self, label: char, (width, height): (u32, u32), baseline: f64) -> RgbImage {
        let mut picture = self.frame(width, height);
        let middle = f64::from(width) / self.scale() / 2.0;
        let line = Font::Latin.line(&label.to_string(), 27.0).on_baseline(middle, baseline);
        self.over(&mut picture, &Drawing::new().fill(line, Ink::Label), Affine::IDENTITY);
        picture
    }
}

/// Which of the two corners that say something.
#[derive(Clone, Copy)]
pub(super) enum Corner {
    Above,
    Below,
}

/// Everything that a square can show.
pub(super) fn cells(kind: GameKind) -> Vec<Cell> {
    let (marks, faces) = each_kind!(kind, P => (P::MARKS, P::faces()));
    let mut cells = Vec::new();
    for piece in std::iter::once(None).chain(faces.into_iter().map(Some)) {
        for &mark in marks {
            let can_be = match mark {
                Mark::None => true,
                Mark::From => piece.is_none(),
                Mark::To | Mark::Turned | Mark::Check | Mark::Picked => piece.is_some(),
            };
            if can_be {
                cells.extend([false, true].map(|target| Cell { piece, mark, target }));
            }
        }
    }
    cells
}

/// Everything that can stand beside the board.
pub(super) fn besides(kind: GameKind) -> Vec<Beside> {
    let besides = each_kind!(kind, P => P::besides());
    std::iter::once(Beside::Nothing).chain(besides).collect()
}
