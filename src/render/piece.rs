//! Pictures of single pieces on a transparent ground, for buttons.

use std::io;

use image::RgbaImage;
use kurbo::Affine;
use png::{BitDepth, ColorType, Encoder};

use super::art::Face;
use super::art::ogi::PieceSet;
use super::games;
use super::ink::{Ink, PiecePart, Tone};
use super::shape::{Drawing, UNIT, paint};
use super::theme::Theme;

/// The width and height of the picture of a piece, in pixels.
pub const PIECE_SIZE: u32 = 128;

/// The ground between a piece and the edge of its picture, in units.
const MARGIN: f64 = 1.5;

/// The width of the rim around a dark figure, in units.
const RIM: f64 = 5.0;

/// The picture of one piece: as large as its square allows, whatever its size on a board.
#[derive(Clone, Debug)]
pub struct PieceImage(RgbaImage);

impl PieceImage {
    /// Paints a piece in the colours of a theme.
    #[must_use]
    pub fn new(face: Face, pieces: PieceSet, theme: &Theme) -> PieceImage {
        let drawing = games::piece(face, pieces);
        let drawing = rim(&drawing).and(drawing);
        let bounds = drawing.bounds();
        let scale = (UNIT - 2.0 * MARGIN) / bounds.width().max(bounds.height());
        let centre = bounds.center().to_vec2();
        let fitted = Affine::translate((UNIT / 2.0, UNIT / 2.0))
            * Affine::scale(scale)
            * Affine::translate(-centre);
        PieceImage(paint(&drawing.transformed(fitted), |ink| theme.ink(ink), PIECE_SIZE))
    }

    /// The picture as a PNG file with an alpha channel.
    ///
    /// # Panics
    ///
    /// Never: a `Vec` takes any bytes.
    #[must_use]
    pub fn png(&self) -> Vec<u8> {
        encode(&self.0).expect("a Vec takes any bytes, and the sizes agree")
    }

    /// A number that changes with the pixels (32-bit FNV-1a), the same on every machine.
    #[must_use]
    pub fn fingerprint(&self) -> u32 {
        let mix = |hash: u32, byte: &u8| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
        self.0.as_raw().iter().fold(0x811c_9dc5, mix)
    }
}

/// What lies around a dark figure, so that it shows on dark buttons as well as on light ones; nothing
/// around other pieces.
fn rim(piece: &Drawing) -> Drawing {
    let is_dark = |ink| ink == Ink::Figure(Tone::Dark, PiecePart::Body);
    let Some(body) = piece.layers().iter().find(|layer| is_dark(layer.ink)) else {
        return Drawing::new();
    };
    Drawing::new().stroke(&body.path, 2.0 * RIM, Ink::Figure(Tone::Dark, PiecePart::Line))
}

fn encode(picture: &RgbaImage) -> io::Result<Vec<u8>> {
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, picture.width(), picture.height());
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(picture.as_raw())?;
    writer.finish()?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kradan_rules::{Side, makruk, ogi};

    fn faces() -> Vec<Face> {
        let mut faces = Vec::new();
        for side in Side::ALL {
            faces.extend(makruk::Role::ALL.map(|role| Face::Makruk(side, role)));
            for role in ogi::Role::ALL {
                for promoted in [false, true] {
                    let piece = ogi::Piece { role, promoted };
                    faces.push(Face::Ogi { side, piece, points_down: false });
                }
            }
        }
        // A king does not promote.
        let king = ogi::Piece { role: ogi::Role::King, promoted: true };
        faces.retain(|face| !matches!(face, Face::Ogi { piece, .. } if *piece == king));
        faces
    }

    #[test]
    fn a_piece_fills_its_picture_on_a_transparent_ground() {
        for face in faces() {
            let PieceImage(picture) = PieceImage::new(face, PieceSet::Kanji, <&Theme>::default());
            assert_eq!(picture.dimensions(), (PIECE_SIZE, PIECE_SIZE));
            let alpha = |x, y| picture.get_pixel(x, y).0[3];
            let (last, edge) = (PIECE_SIZE - 1, 0..PIECE_SIZE);
            for at in edge.clone() {
                let border = [alpha(at, 0), alpha(at, last), alpha(0, at), alpha(last, at)];
                assert_eq!(border, [0; 4], "{face:?} is cut off");
            }
            let is_seen = |x| edge.clone().any(|y| alpha(x, y) > 0);
            let is_seen_across = |y| edge.clone().any(|x| alpha(x, y) > 0);
            let near = 6;
            let is_wide = (0..near).any(is_seen) && (last - near..last).any(is_seen);
            let is_high = (0..near).any(is_seen_across) && (last - near..last).any(is_seen_across);
            assert!(is_wide || is_high, "{face:?} is too small");
        }
    }

    /// The leftmost pixels, which no shadow darkens much.
    #[test]
    fn a_dark_figure_has_a_light_rim() {
        for role in makruk::Role::ALL {
            let face = Face::Makruk(Side::Second, role);
            let PieceImage(picture) = PieceImage::new(face, PieceSet::Kanji, <&Theme>::default());
            for y in 0..PIECE_SIZE {
                let row = (0..PIECE_SIZE).map(|x| picture.get_pixel(x, y).0);
                let opaque = row.into_iter().find(|pixel| pixel[3] == u8::MAX);
                assert!(opaque.is_none_or(|pixel| pixel[0] > 120), "{face:?}, {y}: {opaque:?}");
            }
        }
    }

    #[test]
    fn no_two_pieces_look_alike() {
        let mut seen = Vec::new();
        for face in faces() {
            for set in PieceSet::ALL {
                if set == PieceSet::Kanji || matches!(face, Face::Ogi { .. }) {
                    seen.push(PieceImage::new(face, set, <&Theme>::default()).fingerprint());
                }
            }
        }
        let count = seen.len();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), count);
    }

    #[test]
    fn a_file_reads_back_pixel_by_pixel() {
        let face = Face::Makruk(Side::First, makruk::Role::Ma);
        let drawn = PieceImage::new(face, PieceSet::Kanji, <&Theme>::default());
        let file = drawn.png();
        assert!(file.len() < 32 * 1_024, "{} bytes", file.len());
        let read = image::load_from_memory_with_format(&file, image::ImageFormat::Png).unwrap();
        assert_eq!(read.into_rgba8(), drawn.0);
    }
}
