//! Boards drawn as others draw them, each from nothing at every turn, with the same colours and
//! outlines as ours.

mod primitives;
mod vectors;

use std::io::Cursor;

use image::{DynamicImage, ImageFormat};
use kradan_render::shape::{Drawing, UNIT};
use kradan_render::{Layout, PieceSet};
use kradan_rules::{Game, GameKind, Side, Square, each_game};
use kurbo::Affine;

use kradan_tested_games::PicturedGame;

pub(crate) use self::primitives::Primitives;
pub(crate) use self::vectors::Vectors;

/// The size of a picture, and where its board is.
const WIDTH: u32 = Layout::DEFAULT.width();
const HEIGHT: u32 = Layout::DEFAULT.height(GameKind::Othello, true);
const SQUARE: u32 = Layout::DEFAULT.square;
const LEFT: u32 = Layout::DEFAULT.label;
const TOP: u32 = Layout::DEFAULT.band(GameKind::Othello);

/// The pieces of a board, each with the top left corner of its square.
fn pieces(game: &Game) -> Vec<(Drawing, (f64, f64))> {
    each_game!(game, record => pieces_of(record.position()))
}

fn pieces_of<P: PicturedGame>(position: &P) -> Vec<(Drawing, (f64, f64))> {
    let piece = |square: Square| {
        let face = position.face_on(square, Side::First)?;
        let down = if P::A1_IS_ON_TOP { square.rank() } else { 7 - square.rank() };
        let x = LEFT + SQUARE * u32::from(square.file());
        let corner = (f64::from(x), f64::from(TOP + SQUARE * u32::from(down)));
        let size = Affine::scale(f64::from(SQUARE) / UNIT);
        Some((P::drawing(face, PieceSet::Kanji).transformed(size), corner))
    };
    Square::all().filter_map(piece).collect()
}

/// The coordinates, each with the middle of its place.
fn labels() -> impl Iterator<Item = (char, (u32, u32))> {
    (0..8).flat_map(|index| {
        let (file, rank) = (char::from(b'a' + index as u8), char::from(b'8' - index as u8));
        let (x, y) = (LEFT + SQUARE * index + SQUARE / 2, TOP + SQUARE * index + SQUARE / 2);
        [(file, (x, TOP + 8 * SQUARE + LEFT / 2)), (rank, (LEFT / 2, y))]
    })
}

/// A PNG as the `image` crate writes it unless told otherwise.
fn encoded(picture: &DynamicImage) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    picture.write_to(&mut file, ImageFormat::Png).expect("a Vec takes any bytes");
    file.into_inner()
}
