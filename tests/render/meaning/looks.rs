//! How each thing looks by itself, put together from the art and a theme's colours.

use std::f64::consts::FRAC_PI_2;

use image::RgbImage;
use kradan_render::art::{makruk, marks, ogi, othello};
use kradan_render::font::Font;
use kradan_render::shape::Drawing;
use kradan_render::{Ink, Style};
use kradan_rules::{GameKind, each_kind};
use kurbo::{Affine, Rect, RoundedRect, Shape as _};

use super::expected::{Cell, Standing};
use crate::canvas::draw;
use kradan_tested_games::{Beside, Mark, PicturedGame as _};

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

    fn band(self) -> u32 {
        self.style.layout.band(self.kind)
    }

    /// The middle of a band, in units from its top.
    fn middle(self) -> f64 {
        f64::from(self.band()) / self.scale() / 2.0
    }

    pub(super) fn beside(self, beside: Beside) -> RgbImage {
        use kradan_rules::{makruk as rules, ogi as koma};
        let mut picture = self.frame(self.style.layout.square, self.band());
        let middle = self.middle();
        let smaller = |scale: f64, x: f64| {
            Affine::translate((x, middle))
                * Affine::scale(scale)
                * Affine::translate((-40.0, -40.0))
        };
        let number = |text: String, size: f64, left: f64| {
            let place = Affine::translate((left, middle + 0.357 * size));
            Drawing::new().fill(place * Font::Latin.line(&text, size).outline, Ink::Label)
        };
        match beside {
            Beside::Nothing => {}
            Beside::Discs(side, count) => {
                let disc = othello::halo().and(othello::piece(side));
                self.over(&mut picture, &disc, smaller(0.52, 20.4));
                let count = number(count.to_string(), 30.0, 44.0);
                self.over(&mut picture, &count, Affine::IDENTITY);
            }
            Beside::Hand { side, role, pointing, count, picked } => {
                let piece = koma::Piece { role, promoted: false };
                let drawing = ogi::piece(side, piece, pointing, self.style.pieces);
                self.over(&mut picture, &drawing, Affine::IDENTITY);
                if count > 1 {
                    let y = if pointing == ogi::Pointing::Down { 63.0 } else { 17.0 };
                    let at = Affine::translate((63.0, y));
                    self.over(&mut picture, &marks::badge(count), at);
                }
                if picked {
                    let around = RoundedRect::new(3.0, 2.0, 77.0, 2.0 * middle - 2.0, 9.0);
                    let around = Drawing::new().stroke(&around.to_path(0.1), 3.4, Ink::Turn);
                    self.over(&mut picture, &around, Affine::IDENTITY);
                }
            }
            Beside::Honour(side, honour) => {
                let plate = marks::plate(GameKind::Makruk, honour == rules::Honour::Board);
                self.over(&mut picture, &plate, smaller(0.5, 53.0));
                let khun = makruk::piece(side, rules::Role::Khun);
                self.over(&mut picture, &khun, smaller(0.54, 53.0));
            }
            Beside::Count(said, limit) => {
                let count = number(format!("{said}/{limit}"), 27.0, 4.0);
                self.over(&mut picture, &count, Affine::IDENTITY);
            }
        }
        picture
    }

    /// How the side above, or below, is doing, in its band.
    pub(super) fn standing(self, standing: Standing, side: Edge) -> RgbImage {
        self.mark(standing, side, 1.0, (self.style.layout.square, self.band()))
    }

    /// The same at the corner of a board without bands.
    pub(super) fn corner(self, standing: Standing, side: Edge) -> RgbImage {
        let label = self.style.layout.label;
        self.mark(standing, side, 0.7, (label, label))
    }

    fn mark(
        self,
        standing: Standing,
        side: Edge,
        scale: f64,
        (width, height): (u32, u32),
    ) -> RgbImage {
        let mut picture = self.frame(width, height);
        let half = 0.5 / self.scale();
        let middle = (f64::from(width) * half, f64::from(height) * half);
        let at = Affine::translate(middle) * Affine::scale(scale);
        let towards_the_board = match side {
            Edge::Above => FRAC_PI_2,
            Edge::Below => -FRAC_PI_2,
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
        let line = Font::Latin.line(&label.to_string(), 23.0).on_baseline(middle, baseline);
        self.over(&mut picture, &Drawing::new().fill(line, Ink::Label), Affine::IDENTITY);
        picture
    }
}

/// Which of the two bands.
#[derive(Clone, Copy)]
pub(super) enum Edge {
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

/// Everything that can stand in a place of a band.
pub(super) fn besides(kind: GameKind) -> Vec<Beside> {
    let besides = each_kind!(kind, P => P::besides());
    std::iter::once(Beside::Nothing).chain(besides).collect()
}
