//! Outlines of glyphs and of short texts, from the fonts under `assets/fonts`.

use kurbo::{Affine, BezPath, Point, Rect, Shape as _, Vec2};
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::pen::PathStyle;
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, MetadataProvider as _};

/// A font that is part of the program.
///
/// Thai marks are drawn above or below the consonant before them. A tone mark does not move up for
/// a vowel, so words with both cannot be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Font {
    /// Kaisei Tokumin, extra bold: the kanji of Ōgi.
    Kanji,
    /// Noto Sans, bold: digits, Latin letters and the punctuation of scores.
    Latin,
    /// Noto Sans Thai, bold: the Thai block.
    Thai,
}

/// The kanji of the Ōgi pieces, kings first, promoted faces last.
pub const KANJI: &str = "王玉姫飛角銀桂香歩神龍馬全圭杏と";

/// Every character of [`Font::Latin`] except the space.
pub const LATIN: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789\
                         +-–/()%.,:;!?'\"½×=";

impl Font {
    /// The fonts, in the order of the type.
    pub const ALL: [Font; 3] = [Font::Kanji, Font::Latin, Font::Thai];

    fn face(self) -> FontRef<'static> {
        let bytes: &[u8] = match self {
            Font::Kanji => include_bytes!("../../assets/fonts/kaisei-tokumin.ttf"),
            Font::Latin => include_bytes!("../../assets/fonts/noto-sans.ttf"),
            Font::Thai => include_bytes!("../../assets/fonts/noto-sans-thai.ttf"),
        };
        FontRef::new(bytes).expect("the embedded fonts are whole")
    }

    /// Whether the font can draw a character.
    #[must_use]
    pub fn has(self, character: char) -> bool {
        self.face().charmap().map(character).is_some()
    }

    /// A text that starts at the origin on the baseline, with y pointing down and `size` units an
    /// em. Characters that the font lacks are skipped.
    #[must_use]
    pub fn line(self, text: &str, size: f64) -> TextLine {
        let face = self.face();
        let (unscaled, regular) = (Size::unscaled(), LocationRef::default());
        let (characters, glyphs) = (face.charmap(), face.outline_glyphs());
        let advances = face.glyph_metrics(unscaled, regular);
        let scale = size / f64::from(face.metrics(unscaled, regular).units_per_em);
        let mut pen = Pen { path: BezPath::new(), x: 0.0 };
        for glyph in text.chars().filter_map(|character| characters.map(character)) {
            let settings =
                DrawSettings::unhinted(unscaled, regular).with_path_style(PathStyle::HarfBuzz);
            let drawn = glyphs.get(glyph).map(|outline| outline.draw(settings, &mut pen));
            debug_assert!(drawn.is_none_or(|drawn| drawn.is_ok()), "the embedded fonts are whole");
            pen.x += f64::from(advances.advance_width(glyph).unwrap_or(0.0));
        }
        TextLine {
            outline: Affine::scale_non_uniform(scale, -scale) * pen.path,
            advance: pen.x * scale,
        }
    }

    /// A text scaled to fit a box and centred in it.
    #[must_use]
    pub fn fitted(self, text: &str, within: Rect) -> BezPath {
        let outline = self.line(text, 1.0).outline;
        let ink = outline.bounding_box();
        let scale = (within.width() / ink.width()).min(within.height() / ink.height());
        let there = within.center().to_vec2() - ink.center().to_vec2() * scale;
        Affine::translate(there) * Affine::scale(scale) * outline
    }
}

/// The outline of a short text.
#[derive(Clone, Debug, PartialEq)]
pub struct TextLine {
    /// The glyphs, on a baseline at y = 0.
    pub outline: BezPath,
    /// The advance to the next text.
    pub advance: f64,
}

impl TextLine {
    /// The outline with its middle at `x` and its baseline at `y`, so that letters in a row line
    /// up.
    #[must_use]
    pub fn on_baseline(self, x: f64, y: f64) -> BezPath {
        Affine::translate((x - self.advance / 2.0, y)) * self.outline
    }

    /// The outline with the middle of its ink at a point, for a single sign in a badge.
    #[must_use]
    pub fn centred(self, at: Point) -> BezPath {
        let ink = self.outline.bounding_box().center();
        Affine::translate(at - ink) * self.outline
    }
}

/// Collects a glyph's outline, y pointing up, in font units.
struct Pen {
    path: BezPath,
    x: f64,
}

impl Pen {
    fn at(&self, x: f32, y: f32) -> Point {
        Point::new(f64::from(x), f64::from(y)) + Vec2::new(self.x, 0.0)
    }
}

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.move_to(self.at(x, y));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.path.line_to(self.at(x, y));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.path.quad_to(self.at(x1, y1), self.at(x, y));
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.path.curve_to(self.at(x1, y1), self.at(x2, y2), self.at(x, y));
    }

    fn close(&mut self) {
        self.path.close_path();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kradan_rules::{Side, makruk, ogi};

    fn assert_drawn(font: Font, character: char) {
        assert!(font.has(character), "{font:?} has no {character}");
        let line = font.line(&character.to_string(), 40.0);
        assert!(line.outline.bounding_box().area() > 0.5, "{font:?} draws nothing for {character}");
    }

    #[test]
    fn every_embedded_glyph_is_drawn() {
        KANJI.chars().for_each(|character| assert_drawn(Font::Kanji, character));
        LATIN.chars().for_each(|character| assert_drawn(Font::Latin, character));
        ('ก'..='ฺ').for_each(|character| assert_drawn(Font::Thai, character));
        ('฿'..='๛').for_each(|character| assert_drawn(Font::Thai, character));
    }

    #[test]
    fn every_piece_has_its_glyphs() {
        for role in ogi::Role::ALL {
            for promoted in [false, true] {
                for side in Side::ALL {
                    let kanji = ogi::Piece { role, promoted }.kanji(side);
                    assert!(kanji.chars().all(|character| KANJI.contains(character)), "{kanji}");
                }
            }
        }
        for role in makruk::Role::ALL {
            assert!(role.thai().chars().all(|character| Font::Thai.has(character)), "{role}");
        }
    }

    #[test]
    fn a_fitted_glyph_fills_its_box_and_no_more() {
        let within = Rect::new(16.0, 20.0, 64.0, 70.0);
        for character in KANJI.chars() {
            let ink = Font::Kanji.fitted(&character.to_string(), within).bounding_box();
            assert!(within.inflate(0.01, 0.01).contains_rect(ink), "{character}: {ink:?}");
            assert!((ink.center() - within.center()).hypot() < 0.01, "{character}: {ink:?}");
            let full = ink.width() > within.width() - 0.01 || ink.height() > within.height() - 0.01;
            assert!(full, "{character}: {ink:?}");
        }
    }

    #[test]
    fn letters_stand_on_the_baseline() {
        for text in ["a", "h", "1", "8"] {
            let ink = Font::Latin.line(text, 27.0).on_baseline(40.0, 30.0).bounding_box();
            assert!((ink.y1 - 30.0).abs() < 0.7, "{text}: {ink:?}");
            assert!((ink.center().x - 40.0).abs() < 2.0, "{text}: {ink:?}");
        }
        let descender = Font::Latin.line("g", 27.0).on_baseline(40.0, 30.0).bounding_box();
        assert!(descender.y1 > 33.0);
    }
}
