//! The whole board as an SVG, rendered by `resvg`.

use std::fmt::Write as _;

use image::{DynamicImage, Rgb, RgbaImage};
use kradan_render::Theme;
use kradan_render::font::Font;
use kradan_render::shape::Overlap;
use kradan_rules::Game;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::{HEIGHT, LEFT, SQUARE, TOP, WIDTH, encoded, labels, pieces};

/// Nothing is kept between pictures.
pub(crate) struct Vectors {
    theme: &'static Theme,
}

impl Vectors {
    pub(crate) fn new(theme: &'static Theme) -> Vectors {
        Vectors { theme }
    }

    pub(crate) fn png(&self, game: &Game) -> Vec<u8> {
        let tree = Tree::from_str(&self.svg(game), &Options::default()).expect("it is an SVG");
        let mut picture = Pixmap::new(WIDTH, HEIGHT).expect("a size");
        resvg::render(&tree, Transform::identity(), &mut picture.as_mut());
        let picture = RgbaImage::from_raw(WIDTH, HEIGHT, picture.take()).expect("the same size");
        encoded(&DynamicImage::ImageRgba8(picture))
    }

    fn svg(&self, game: &Game) -> String {
        let board = self.theme.board(game.kind());
        let mut svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">"#
        );
        let mut add = |path: &str, colour: Rgb<u8>, rule: &str| {
            let [red, green, blue] = colour.0;
            let fill = format!("#{red:02x}{green:02x}{blue:02x}");
            writeln!(svg, r#"<path d="{path}" fill="{fill}" fill-rule="{rule}"/>"#)
                .expect("a String takes any text");
        };
        add(&format!("M0 0H{WIDTH}V{HEIGHT}H0Z"), self.theme.frame, "nonzero");
        let side = 8 * SQUARE;
        add(&format!("M{LEFT} {TOP}h{side}v{side}h-{side}Z"), board.square, "nonzero");
        for index in 0..=8 {
            let along = index * SQUARE;
            let (x, y) = (LEFT + along, TOP + along);
            add(&format!("M{} {TOP}h3v{side}h-3Z", x - 1), board.line, "nonzero");
            add(&format!("M{LEFT} {}h{side}v3h-{side}Z", y - 1), board.line, "nonzero");
        }
        for (label, (x, y)) in labels() {
            let line = Font::Latin.line(&label.to_string(), 24.5);
            let outline = line.on_baseline(f64::from(x), f64::from(y) + 9.0);
            add(&outline.to_svg(), self.theme.label, "nonzero");
        }
        for (drawing, at) in pieces(game) {
            let there = kurbo::Affine::translate(at);
            for layer in drawing.layers().iter().filter(|layer| layer.opacity >= 1.0) {
                let rule = match layer.overlap {
                    Overlap::Hole => "evenodd",
                    Overlap::Union => "nonzero",
                };
                let path = there * layer.path.clone();
                add(&path.to_svg(), self.theme.ink(layer.ink), rule);
            }
        }
        svg.push_str("</svg>");
        svg
    }
}
