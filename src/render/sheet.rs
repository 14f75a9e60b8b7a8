//! Sheets: all tiles of a game's pictures in one theme and size.
//!
//! Making a sheet takes some milliseconds. Drawing does not change or lock it, so one sheet serves
//! any number of threads.

use rustc_hash::FxHashMap;

use super::art::ogi::PieceSet;
use super::gif::{self, FrameDelays};
use super::layout::Layout;
use super::paint::TilePainter;
use super::palette::{self, Painted};
use super::png::plain;
use super::png::prepared::PreparedTiles;
use super::scene::{Cell, Corner, Face, Ground, Scene, Slot, Star, View};
use super::theme::Theme;
use super::tiles::{Grid, TileId, TileSet};
use crate::rules::{Game, GameKind, Side, makruk, ogi};

/// The colours and the size of a sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    pub theme: &'static Theme,
    /// The writing on the Ōgi pieces.
    pub pieces: PieceSet,
    pub layout: Layout,
}

/// The tiles of the pictures of one game in one style.
#[derive(Debug)]
pub struct Sheet {
    kind: GameKind,
    style: Style,
    tiles: TileSet,
    ids: FxHashMap<TilePart, TileId>,
    prepared: PreparedTiles,
}

/// What a tile shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum TilePart {
    Cell(Cell),
    /// The letter of a file, 0 for a.
    File(u8),
    /// The number of a rank, 0 for 1.
    Rank(u8),
    /// A place of a side column.
    Slot(Slot),
    /// The corner of the side seen above.
    Above(Corner),
    /// The corner of the side seen below.
    Below(Corner),
    /// The frame between a corner and a file's letter.
    LabelEnd,
}

impl Sheet {
    /// Paints and compresses every tile that pictures of a game in a style can need.
    #[must_use]
    pub fn new(kind: GameKind, style: Style) -> Sheet {
        let mut painter = TilePainter::new(style, kind);
        let parts = parts(kind);
        let paint = |&part| Painted::from(&painter.paint(part));
        let pictures: Vec<Painted> = parts.iter().map(paint).collect();
        let tiles = palette::quantise(&pictures, &painter.flat_colours(), colours_max(kind));
        drop((painter, pictures));
        let ids: FxHashMap<TilePart, TileId> = parts
            .into_iter()
            .enumerate()
            .map(|(index, part)| (part, TileId(index as u16)))
            .collect();
        let typical: Vec<Grid> = typical(kind).iter().map(|scene| grid(&ids, scene)).collect();
        let prepared = PreparedTiles::new(style.layout, &tiles, &typical);
        Sheet { kind, style, tiles, ids, prepared }
    }

    /// Which game the sheet is for.
    #[must_use]
    pub fn kind(&self) -> GameKind {
        self.kind
    }

    /// What it looks like.
    #[must_use]
    pub fn style(&self) -> Style {
        self.style
    }

    /// A scene as a PNG file: 8 bits a pixel and a palette.
    ///
    /// # Panics
    ///
    /// When the scene is of another game.
    #[must_use]
    pub fn png(&self, scene: &Scene) -> Vec<u8> {
        self.prepared.encode(&self.grid(scene))
    }

    /// The same picture by the `png` crate, about twenty times slower: the reference for
    /// [`Sheet::png`].
    ///
    /// # Panics
    ///
    /// When the scene is of another game.
    #[must_use]
    pub fn plain_png(&self, scene: &Scene) -> Vec<u8> {
        plain::encode(&self.tiles, &self.grid(scene))
    }

    /// Scenes one after the other as an animated GIF.
    ///
    /// All frames but the last omit the side to move and Othello's counts, which change at every
    /// ply in opposite corners and would make every frame as large as the picture.
    ///
    /// # Panics
    ///
    /// When there is no scene, or one is of another game.
    #[must_use]
    pub fn gif(&self, scenes: &[Scene], pace: FrameDelays) -> Vec<u8> {
        let (last, earlier) = scenes.split_last().expect("an animation has a scene");
        let frames: Vec<Grid> = earlier
            .iter()
            .map(|scene| self.grid(&scene.in_motion()))
            .chain(std::iter::once(self.grid(last)))
            .collect();
        gif::encode(self.style.layout, &self.tiles, &frames, pace)
    }

    /// Scenes side by side in one PNG, `in_a_row` in each row. The rest of the last row has the
    /// frame's colour.
    ///
    /// # Panics
    ///
    /// When there is no scene, one is of another game, or `in_a_row` is 0.
    #[must_use]
    pub fn strip(&self, scenes: &[Scene], in_a_row: usize) -> Vec<u8> {
        let frame = self.tiles.pixels(self.tiles.rows(self.ids[&TilePart::LabelEnd])[0], 1)[0];
        let (width, height) =
            (self.style.layout.width() as usize, self.style.layout.height() as usize);
        let in_a_row = in_a_row.min(scenes.len());
        let blank = vec![frame; width * height];
        let mut pixels = Vec::new();
        for row in scenes.chunks(in_a_row) {
            let mut pictures: Vec<Vec<u8>> =
                row.iter().map(|scene| self.tiles.assemble(&self.grid(scene))).collect();
            pictures.resize(in_a_row, blank.clone());
            for y in 0..height {
                for picture in &pictures {
                    pixels.extend_from_slice(&picture[y * width..][..width]);
                }
            }
        }
        plain::write(width * in_a_row, &pixels, self.tiles.palette())
    }

    /// The tiles of a scene.
    pub(super) fn grid(&self, scene: &Scene) -> Grid {
        grid(&self.ids, scene)
    }

    /// How much memory the sheet takes, in bytes.
    #[must_use]
    pub fn memory(&self) -> usize {
        let ids = self.ids.capacity() * size_of::<(TilePart, TileId)>();
        ids + self.tiles.memory() + self.prepared.memory()
    }
}

/// The most colours of a picture. Twice as many cost about a seventh more bytes. An animation
/// needs one more index for transparent pixels, and its codes grow by a bit at 32.
const fn colours_max(kind: GameKind) -> usize {
    match kind {
        GameKind::Othello | GameKind::Makruk => 31,
        // Four woods, each with its light and its shade.
        GameKind::Ogi => 39,
    }
}

/// The tiles of a scene: band, eight rows of squares, band.
fn grid(ids: &FxHashMap<TilePart, TileId>, scene: &Scene) -> Grid {
    let id = |part: TilePart| ids[&part];
    let file = |column: usize| id(TilePart::File(scene.files[column]));
    let blank = id(TilePart::Above(Corner::Waits));
    let end = id(TilePart::LabelEnd);
    let band = |left, right| {
        std::array::from_fn(|column| match column {
            0 => left,
            1 | 10 => end,
            11 => right,
            _ => file(column - 2),
        })
    };
    std::array::from_fn(|row| match row {
        0 => band(id(TilePart::Above(scene.above)), blank),
        9 => band(blank, id(TilePart::Below(scene.below))),
        _ => {
            let row = row - 1;
            let rank = id(TilePart::Rank(scene.ranks[row]));
            std::array::from_fn(|column| match column {
                0 => id(TilePart::Slot(scene.left[row])),
                1 | 10 => rank,
                11 => id(TilePart::Slot(scene.right[row])),
                _ => id(TilePart::Cell(scene.cells[row][column - 2])),
            })
        }
    })
}

/// Every part that a picture of a game can have.
fn parts(kind: GameKind) -> Vec<TilePart> {
    let corners = [Corner::Waits, Corner::Moves, Corner::Won, Corner::Lost, Corner::Drawn];
    let mut parts = vec![TilePart::LabelEnd, TilePart::Slot(Slot::Empty)];
    parts.extend(corners.map(TilePart::Above));
    parts.extend(corners.map(TilePart::Below));
    parts.extend((0..8).map(TilePart::File));
    parts.extend((0..8).map(TilePart::Rank));
    parts.extend(cells(kind).into_iter().map(TilePart::Cell));
    parts.extend(slots(kind).into_iter().map(TilePart::Slot));
    parts
}

fn cells(kind: GameKind) -> Vec<Cell> {
    let mut cells = Vec::new();
    let mut add = |ground, piece, target| {
        cells.push(Cell { ground, piece, target, star: None });
    };
    let faces: Vec<Face> = faces(kind);
    match kind {
        GameKind::Othello => {
            add(Ground::Plain, None, false);
            add(Ground::Plain, None, true);
            for face in faces {
                for ground in [Ground::Plain, Ground::To, Ground::Turned] {
                    add(ground, Some(face), false);
                }
            }
        }
        GameKind::Makruk | GameKind::Ogi => {
            for target in [false, true] {
                add(Ground::Plain, None, target);
                add(Ground::From, None, target);
                for &face in &faces {
                    add(Ground::Plain, Some(face), target);
                    add(Ground::To, Some(face), target);
                }
            }
            for face in faces {
                add(Ground::Picked, Some(face), false);
                if is_king(face) {
                    add(Ground::Check, Some(face), false);
                }
            }
        }
    }
    if kind == GameKind::Othello {
        let with_stars =
            cells.iter().flat_map(|&cell| Star::ALL.map(|star| Cell { star: Some(star), ..cell }));
        let with_stars: Vec<Cell> = with_stars.collect();
        cells.extend(with_stars);
    }
    cells
}

fn faces(kind: GameKind) -> Vec<Face> {
    let sided = |faces: &dyn Fn(Side) -> Vec<Face>| {
        Side::ALL.into_iter().flat_map(faces).collect::<Vec<Face>>()
    };
    match kind {
        GameKind::Othello => Side::ALL.map(Face::Disc).to_vec(),
        GameKind::Makruk => {
            sided(&|side| makruk::Role::ALL.map(|role| Face::Makruk(side, role)).to_vec())
        }
        GameKind::Ogi => sided(&|side| {
            let pieces = ogi::Role::ALL.into_iter().flat_map(|role| {
                let promoted: &[bool] =
                    if role == ogi::Role::King { &[false] } else { &[false, true] };
                promoted.iter().map(move |&promoted| ogi::Piece { role, promoted })
            });
            pieces
                .flat_map(|piece| {
                    [false, true].map(|points_down| Face::Ogi { side, piece, points_down })
                })
                .collect()
        }),
    }
}

fn is_king(face: Face) -> bool {
    match face {
        Face::Disc(_) => false,
        Face::Makruk(_, role) => role == makruk::Role::Khun,
        Face::Ogi { piece, .. } => piece.role == ogi::Role::King,
    }
}

/// The largest number that a Makruk player can say: one above the highest limit or the number of
/// pieces.
const SAID_MAX: u8 = 66;

fn slots(kind: GameKind) -> Vec<Slot> {
    match kind {
        GameKind::Othello => Side::ALL
            .into_iter()
            .flat_map(|side| (0..=64).map(move |count| Slot::Discs(side, count)))
            .collect(),
        GameKind::Makruk => {
            let honours = Side::ALL.into_iter().flat_map(|side| {
                [makruk::Honour::Board, makruk::Honour::Pieces]
                    .map(|honour| Slot::Honour(side, honour))
            });
            let limits = [8, 16, 22, 32, 44, 64].map(Slot::Limit);
            let numbers = (0..=SAID_MAX).map(Slot::Number);
            honours.chain(limits).chain(numbers).collect()
        }
        GameKind::Ogi => {
            let mut slots = Vec::new();
            for side in Side::ALL {
                for role in ogi::Role::DROPPABLE {
                    for count in 0..=role.in_a_game() {
                        for points_down in [false, true] {
                            for picked in [false, true].into_iter().take(1 + usize::from(count > 0))
                            {
                                slots.push(Slot::Hand { side, role, count, points_down, picked });
                            }
                        }
                    }
                }
            }
            slots
        }
    }
}

/// Scenes that tune the compression: the start of a game and a middle game.
fn typical(kind: GameKind) -> Vec<Scene> {
    let positions: [&str; 2] = match kind {
        GameKind::Othello => [
            "---------------------------OX------XO--------------------------- X",
            "--X-OXX---XOXXX---OXOXX-XXXXXXX---OXXXX----OO-O-----O-------O--- O",
        ],
        GameKind::Makruk => [
            "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w",
            "r1s1k2r/3m1sn1/1ppn1p1p/p2pp1p1/PP1PP1P1/2PSNP1P/4M3/RN1K1S1R w",
        ],
        GameKind::Ogi => [
            "lnsik^snl/1r4b1/pppppppp/8/8/PPPPPPPP/1B4R1/LNSIK^SNL / O/o",
            "l2i2nl/3rk^1s1/pp1p1ppp/2p1+N3/4s3/P1P1PP1p/1B1PK^1P1/LNS2+b1L NS/2p O/o",
        ],
    };
    positions
        .into_iter()
        .map(|position| {
            let game = Game::from_position(kind, position).expect("these can be");
            Scene::of(&game, View::default(), None)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tests of contrast rely on this.
    #[test]
    fn flat_colours_stay_as_they_are() {
        for kind in GameKind::ALL {
            for theme in Theme::ALL {
                for pieces in PieceSet::ALL {
                    let style = Style { theme, pieces, ..Style::default() };
                    let sheet = Sheet::new(kind, style);
                    let palette = sheet.tiles.palette();
                    for colour in TilePainter::new(style, kind).flat_colours() {
                        assert!(palette.contains(&colour.0), "{kind} {theme}: {colour:?}");
                    }
                    assert!(palette.len() <= colours_max(kind));
                }
            }
        }
    }

    /// An animation needs one index for transparent pixels.
    #[test]
    fn a_palette_leaves_an_index_free() {
        assert!(GameKind::ALL.into_iter().all(|kind| colours_max(kind) < 64));
    }
}
