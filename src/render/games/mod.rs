//! What pictures show and what tiles they need, with a file for each game.
//!
//! [`RenderGame`] says it for a position type. Which piece a [`Face`] is drawn as stands here too;
//! the art itself is in [`art`].

mod makruk;
mod ogi;
mod othello;

use image::Rgb;

use super::art;
use super::art::Face;
use super::art::ogi::{PieceSet, Pointing};
use super::scene::{Cell, Ground, Scene, Slot, View};
use super::shape::Drawing;
use super::theme::{BoardColours, Theme, Tones};
use kradan_rules::{Game, GameKind, Position, Record, Side, Verdict, each_game, each_kind};

/// What a picture needs to know of a game. The defaults fit a game of the chess family.
trait RenderGame: Position {
    /// Whether a1 is at the first side's top left, and not at its bottom left.
    const A1_IS_ON_TOP: bool = false;

    /// The most colours of a picture. Twice as many cost about a seventh more bytes. An animation
    /// needs one more index for transparent pixels, and its codes grow by a bit at 32.
    const COLOURS_MAX: usize = 31;

    /// What the pieces can be drawn as.
    const PIECE_SETS: &'static [PieceSet] = &[PieceSet::ALL[0]];

    /// Positions that tune the compression: the start of a game and a middle game.
    const TYPICAL: [&'static str; 2];

    fn board(theme: &Theme) -> &BoardColours;

    /// The colours of the pieces and marks, which have to be exactly what the theme says.
    fn flat_colours(theme: &Theme) -> Vec<Rgb<u8>>;

    /// Every piece that can stand on the board.
    fn faces() -> Vec<Face>;

    /// The height of a band, in units.
    const BAND: u32 = 46;

    /// Whether the bands of a position have anything to show besides how the sides are doing.
    fn fills_bands(&self) -> bool;

    /// Every square that a picture can have.
    fn cells() -> Vec<Cell> {
        chess_cells(&Self::faces())
    }

    /// Everything that a place of a band can hold besides nothing.
    fn slots() -> Vec<Slot>;

    /// Puts a game into an empty board's picture.
    fn fill(scene: &mut Scene, record: &Record<Self>, view: View);
}

impl Scene {
    /// The picture of where a game stands.
    ///
    /// `result` is how it ended, where the players and not the rules ended it.
    #[must_use]
    pub fn of(game: &Game, view: View, result: Option<Verdict>) -> Scene {
        each_game!(game, record => scene(record, view, result))
    }
}

fn scene<P: RenderGame>(record: &Record<P>, view: View, result: Option<Verdict>) -> Scene {
    let mut scene = Scene::empty(record, view, result, P::A1_IS_ON_TOP);
    scene.has_bands = record.positions().iter().any(P::fills_bands);
    P::fill(&mut scene, record, view);
    scene
}

impl Theme {
    /// The board of a game.
    #[must_use]
    pub fn board(&self, kind: GameKind) -> &BoardColours {
        each_kind!(kind, P => P::board(self))
    }
}

/// The piece sets in which a game's pieces look different.
#[must_use]
pub const fn piece_sets(kind: GameKind) -> &'static [PieceSet] {
    each_kind!(kind, P => P::PIECE_SETS)
}

pub(super) const fn colours_max(kind: GameKind) -> usize {
    each_kind!(kind, P => P::COLOURS_MAX)
}

pub(super) const fn band(kind: GameKind) -> u32 {
    each_kind!(kind, P => P::BAND)
}

pub(super) const fn typical_positions(kind: GameKind) -> [&'static str; 2] {
    each_kind!(kind, P => P::TYPICAL)
}

pub(super) fn flat_colours(kind: GameKind, theme: &Theme) -> Vec<Rgb<u8>> {
    each_kind!(kind, P => P::flat_colours(theme))
}

pub(super) fn cells(kind: GameKind) -> Vec<Cell> {
    each_kind!(kind, P => P::cells())
}

pub(super) fn slots(kind: GameKind) -> Vec<Slot> {
    each_kind!(kind, P => P::slots())
}

pub(super) fn piece(face: Face, pieces: PieceSet) -> Drawing {
    match face {
        Face::Disc(side) => art::othello::piece(side),
        Face::Makruk(side, role) => art::makruk::piece(side, role),
        Face::Ogi { side, piece, points_down } => {
            let pointing = if points_down { Pointing::Down } else { Pointing::Up };
            art::ogi::piece(side, piece, pointing, pieces)
        }
    }
}

/// Whether a piece can be in check.
fn is_king(face: Face) -> bool {
    match face {
        Face::Disc(_) => false,
        Face::Makruk(_, role) => role == kradan_rules::makruk::Role::Khun,
        Face::Ogi { piece, .. } => piece.role == kradan_rules::ogi::Role::King,
    }
}

/// The squares of a game whose pieces move from square to square.
fn chess_cells(faces: &[Face]) -> Vec<Cell> {
    let mut cells = Vec::new();
    let mut add = |ground, piece, target| {
        cells.push(Cell { ground, piece, target, star: None });
    };
    for target in [false, true] {
        add(Ground::Plain, None, target);
        add(Ground::From, None, target);
        for &face in faces {
            add(Ground::Plain, Some(face), target);
            add(Ground::To, Some(face), target);
        }
    }
    for &face in faces {
        add(Ground::Picked, Some(face), false);
        if is_king(face) {
            add(Ground::Check, Some(face), false);
        }
    }
    cells
}

/// The marks of a board.
fn marks(board: &BoardColours) -> impl Iterator<Item = Rgb<u8>> {
    let marks = [board.from, board.to, board.check, board.selected];
    marks.into_iter().flat_map(|mark| [mark.tint, mark.frame])
}

fn tones(Tones { light, dark }: Tones) -> [Rgb<u8>; 6] {
    [light.body, light.outline, light.line, dark.body, dark.outline, dark.line]
}

/// Whether there is a piece and it is a side's.
fn is_own<Piece>(piece: Option<(Side, Piece)>, side: Side) -> bool {
    piece.is_some_and(|(owner, _)| owner == side)
}
