//! Shapes and text set into pixels one after the other, not antialiased.

#![allow(clippy::cast_possible_wrap, reason = "places in a picture are small")]

use std::collections::HashMap;

use ab_glyph::{FontRef, PxScale};
use image::{DynamicImage, Rgb, RgbImage};
use imageproc::drawing::{
    draw_filled_circle_mut, draw_filled_rect_mut, draw_polygon_mut, draw_text_mut, text_size,
};
use imageproc::point::Point;
use imageproc::rect::Rect;
use kradan_render::shape::Drawing;
use kradan_render::{Ink, Theme};
use kradan_rules::{Game, Side};
use kurbo::PathEl;

use super::{HEIGHT, LEFT, SQUARE, TOP, WIDTH, encoded, labels, pieces};

/// What is kept between pictures: the font.
pub(crate) struct Primitives {
    theme: &'static Theme,
    font: FontRef<'static>,
}

impl Primitives {
    pub(crate) fn new(theme: &'static Theme) -> Primitives {
        let bytes = include_bytes!("../../../assets/fonts/noto-sans.ttf");
        Primitives { theme, font: FontRef::try_from_slice(bytes).expect("a font") }
    }

    pub(crate) fn png(&self, game: &Game) -> Vec<u8> {
        let mut picture = RgbImage::from_pixel(WIDTH, HEIGHT, self.theme.frame);
        let board = self.theme.board(game.kind());
        let rect = |x: u32, y: u32, size| Rect::at(x as i32, y as i32).of_size(size, size);
        draw_filled_rect_mut(&mut picture, rect(LEFT, TOP, 8 * SQUARE), board.line);
        for index in 0..64 {
            let (x, y) = (LEFT + index % 8 * SQUARE, TOP + index / 8 * SQUARE);
            draw_filled_rect_mut(&mut picture, rect(x + 1, y + 1, SQUARE - 2), board.square);
        }
        let scale = PxScale::from(33.0);
        for (label, (x, y)) in labels() {
            let text = label.to_string();
            let (width, height) = text_size(scale, &self.font, &text);
            let (x, y) = (x as i32 - width as i32 / 2, y as i32 - height as i32 / 2);
            draw_text_mut(&mut picture, self.theme.label, x, y, scale, &self.font, &text);
        }
        if let Game::Othello(record) = game {
            for side in Side::ALL {
                let parts = match side {
                    Side::First => self.theme.discs.dark,
                    Side::Second => self.theme.discs.light,
                };
                for square in record.position().discs(side) {
                    let [x, y] = [(LEFT, square.file()), (TOP, square.rank())]
                        .map(|(from, at)| (from + SQUARE * u32::from(at) + SQUARE / 2) as i32);
                    draw_filled_circle_mut(&mut picture, (x, y), 35, parts.outline);
                    draw_filled_circle_mut(&mut picture, (x, y), 32, parts.body);
                }
            }
        } else {
            let mut colours = HashMap::new();
            for (drawing, at) in pieces(game) {
                self.polygons(&mut picture, &drawing, at, &mut colours);
            }
        }
        encoded(&DynamicImage::ImageRgb8(picture))
    }

    /// The opaque layers of a piece as polygons.
    fn polygons(
        &self,
        picture: &mut RgbImage,
        drawing: &Drawing,
        (x, y): (f64, f64),
        colours: &mut HashMap<Ink, Rgb<u8>>,
    ) {
        for layer in drawing.layers().iter().filter(|layer| layer.opacity >= 1.0) {
            let colour = *colours.entry(layer.ink).or_insert_with(|| self.theme.ink(layer.ink));
            let mut polygon: Vec<Point<i32>> = Vec::new();
            let mut fill = |polygon: &mut Vec<Point<i32>>| {
                if polygon.first() == polygon.last() {
                    polygon.pop();
                }
                if polygon.len() > 2 {
                    draw_polygon_mut(picture, polygon, colour);
                }
                polygon.clear();
            };
            kurbo::flatten(&layer.path, 0.3, |element| match element {
                PathEl::MoveTo(to) => {
                    fill(&mut polygon);
                    polygon.push(Point::new((x + to.x) as i32, (y + to.y) as i32));
                }
                PathEl::LineTo(to) => {
                    polygon.push(Point::new((x + to.x) as i32, (y + to.y) as i32));
                }
                PathEl::QuadTo(..) | PathEl::CurveTo(..) | PathEl::ClosePath => {}
            });
            fill(&mut polygon);
        }
    }
}
