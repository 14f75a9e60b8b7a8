//! The pictures of the READMEs, under `assets/pictures`:
//! `UPDATE_PICTURES=1 cargo test --test render pictures` writes them.

use image::{Rgb, RgbImage, imageops};
use kradan_render::art::{makruk, ogi, othello};
use kradan_render::font::Font;
use kradan_render::shape::{Drawing, UNIT};
use kradan_render::{Ink, Layout, PieceSet, Scene, Theme, View, WIDTH_DEFAULT, WIDTH_MIN};
use kradan_rules::{Game, GameKind, Side, each_kind};
use kurbo::Affine;
use quantette::deps::palette::Srgb;
use quantette::{ImageRef, Pipeline, QuantizeMethod};

use crate::canvas::draw;
use crate::games::sample;
use crate::reader;
use crate::sheets::sheet;
use crate::stored;
use kradan_tested_games::TestedGame as _;

/// The background and the text colour of the sheets.
const PAPER: Rgb<u8> = Rgb([0x2b, 0x2d, 0x31]);
const WRITING: Rgb<u8> = Rgb([0xe6, 0xe6, 0xe6]);

/// The boards of the READMEs.
fn mid_game(kind: GameKind) -> Game {
    sample(kind, each_kind!(kind, P => P::MID_GAME))
}

#[test]
fn pictures_of_three_boards() {
    for kind in GameKind::ALL {
        let sheet = sheet(kind, Theme::ALL[0], PieceSet::Kanji, WIDTH_DEFAULT);
        let file = sheet.png(&Scene::of(&mid_game(kind), View::default(), None));
        stored::check(&format!("assets/pictures/{kind}.png"), &file);
    }
}

#[test]
fn pictures_of_the_themes() {
    const CAPTION: u32 = 30;
    let boards = [
        (GameKind::Othello, Theme::ALL[0], PieceSet::Kanji, "classic"),
        (GameKind::Makruk, Theme::ALL[1], PieceSet::Kanji, "wood"),
        (GameKind::Ogi, Theme::ALL[2], PieceSet::Kanji, "contrast"),
        (GameKind::Othello, Theme::ALL[3], PieceSet::Kanji, "safe"),
        (GameKind::Makruk, Theme::ALL[4], PieceSet::Kanji, "night"),
        (GameKind::Ogi, Theme::ALL[0], PieceSet::Symbols, "classic, with symbols"),
    ];
    let width = WIDTH_MIN;
    let layout = Layout::of_width(width).unwrap();
    let height = GameKind::ALL.map(|kind| layout.height(kind, true)).into_iter().max().unwrap();
    let height = height + CAPTION;
    let mut strip = RgbImage::from_pixel(3 * width, 2 * height, PAPER);
    for (place, (kind, theme, pieces, caption)) in (0..).zip(boards) {
        let scene = Scene::of(&mid_game(kind), View::default(), None);
        let board = rgb(&sheet(kind, theme, pieces, width).png(&scene));
        let (left, top) = (place % 3 * width, place / 3 * height);
        write(&mut strip, caption, 15.0, (f64::from(left + width / 2), f64::from(top) + 20.0));
        imageops::replace(&mut strip, &board, left.into(), (top + CAPTION).into());
    }
    stored::check("assets/pictures/themes.png", &encoded(&strip));
}

/// The size of a tile of the sheet of pieces, and of the margins for captions.
const TILE: u32 = 58;
const ASIDE: u32 = 78;
const ABOVE: u32 = 34;

#[test]
fn pictures_of_the_pieces() {
    let parts = [discs_and_figures(), koma(PieceSet::Kanji), koma(PieceSet::Symbols)];
    let themes = Theme::ALL.len() as u32;
    let part_height = ABOVE + themes * TILE;
    let mut picture = RgbImage::from_pixel(ASIDE + 16 * TILE, 3 * part_height, PAPER);
    for (part, columns) in (0..).zip(&parts) {
        let top = part * part_height;
        for (column, (kind, name, drawing)) in (0..).zip(columns) {
            let left = ASIDE + column * TILE;
            // A column without a name shares the previous one's.
            let shared = columns.get(column as usize + 1).is_some_and(|next| next.1.is_empty());
            let half = f64::from(TILE) / if shared { 1.0 } else { 2.0 };
            let middle = f64::from(left) + half;
            write(&mut picture, name, 12.0, (middle, f64::from(top) + 22.0));
            for (row, theme) in (0..).zip(Theme::ALL) {
                let tile = tile(drawing, theme, *kind);
                let top = top + ABOVE + row * TILE;
                imageops::replace(&mut picture, &tile, left.into(), top.into());
            }
        }
        for (row, theme) in (0..).zip(Theme::ALL) {
            let middle = f64::from(top + ABOVE + row * TILE) + f64::from(TILE) / 2.0 + 5.0;
            write(&mut picture, theme.name, 14.0, (f64::from(ASIDE) / 2.0, middle));
        }
    }
    stored::check("assets/pictures/pieces.png", &encoded(&picture));
}

type Columns = Vec<(GameKind, String, Drawing)>;

/// Othello's and Makruk's pieces.
fn discs_and_figures() -> Columns {
    use kradan_rules::makruk::Role;
    let discs = [Side::First, Side::Second].map(|side| {
        let name = GameKind::Othello.side_name(side).to_lowercase();
        (GameKind::Othello, name, othello::piece(side))
    });
    let figures = [
        (Role::Khun, "khun"),
        (Role::Met, "met"),
        (Role::Khon, "khon"),
        (Role::Ma, "ma"),
        (Role::Rua, "rua"),
        (Role::Bia, "bia"),
        (Role::BiaNgai, "bia-ngai"),
    ];
    let figures = figures.into_iter().flat_map(|(role, name)| {
        let both = [(Side::First, name), (Side::Second, "")];
        both.map(|(side, name)| (GameKind::Makruk, name.to_owned(), makruk::piece(side, role)))
    });
    discs.into_iter().chain(figures).collect()
}

/// Ōgi's pieces: both kings, the other pieces, and the promoted ones.
fn koma(set: PieceSet) -> Columns {
    use kradan_rules::ogi::{Piece, Role};
    let column = |name: &str, side, role, promoted, pointing| {
        let piece = Piece { role, promoted };
        (GameKind::Ogi, name.to_owned(), ogi::piece(side, piece, pointing, set))
    };
    let (up, down) = (ogi::Pointing::Up, ogi::Pointing::Down);
    let mut columns = vec![
        column("kings", Side::First, Role::King, false, up),
        column("", Side::Second, Role::King, false, down),
    ];
    for promoted in [false, true] {
        for (role, name) in [
            (Role::Princess, "princess"),
            (Role::Rook, "rook"),
            (Role::Bishop, "bishop"),
            (Role::Silver, "silver"),
            (Role::Knight, "knight"),
            (Role::Lance, "lance"),
            (Role::Pawn, "pawn"),
        ] {
            let name = if promoted { format!("+{name}") } else { name.to_owned() };
            columns.push(column(&name, Side::First, role, promoted, up));
        }
    }
    columns
}

/// A piece on a square of its board.
fn tile(drawing: &Drawing, theme: &'static Theme, kind: GameKind) -> RgbImage {
    let square = theme.board(kind).square;
    let mut tile = RgbImage::from_pixel(TILE, TILE, square);
    draw(&mut tile, drawing, Affine::scale(f64::from(TILE) / UNIT), |ink| theme.ink(ink));
    tile
}

/// Writes a text with its middle at x and its baseline at y.
fn write(picture: &mut RgbImage, text: &str, size: f64, (x, y): (f64, f64)) {
    let line = Font::Latin.line(text, size).on_baseline(x, y);
    draw(picture, &Drawing::new().fill(line, Ink::Label), Affine::IDENTITY, |_| WRITING);
}

fn rgb(file: &[u8]) -> RgbImage {
    let picture = reader::png(file);
    let pixels = picture.pixels.as_flattened().to_vec();
    RgbImage::from_raw(picture.width as u32, picture.height as u32, pixels).unwrap()
}

/// A PNG with a palette of the 256 best colours for the picture.
fn encoded(picture: &RgbImage) -> Vec<u8> {
    let (width, height) = picture.dimensions();
    let pixels: Vec<Srgb<u8>> = picture.pixels().map(|pixel| Srgb::from(pixel.0)).collect();
    let indexed = Pipeline::new()
        .quantize_method(QuantizeMethod::Wu)
        .ditherer(None)
        .input_image(ImageRef::new(width, height, &pixels).unwrap())
        .output_srgb8_indexed_image();
    let palette: Vec<u8> = indexed.palette().iter().flat_map(|&it| <[u8; 3]>::from(it)).collect();
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_palette(palette);
    encoder.set_compression(png::Compression::High);
    encoder.set_filter(png::Filter::NoFilter);
    encoder.write_header().unwrap().write_image_data(indexed.indices()).unwrap();
    file
}
