//! Sheets: all tiles of a game's pictures in one theme and size.
//!
//! Making a sheet takes some milliseconds. Drawing does not change or lock it, so one sheet serves
//! any number of threads.

use rustc_hash::FxHashMap;

use super::games;
use super::gif::{self, FrameDelays};
use super::paint::{FramePart, TilePainter, TilePart};
use super::palette::{self, Painted};
use super::png::plain;
use super::png::prepared::PreparedTiles;
use super::scene::{Scene, Slot, Standing, View};
use super::style::Style;
use super::tiles::{Grid, TileId, TileSet};
use kradan_rules::{Game, GameKind};

/// The tiles of the pictures of one game in one style.
#[derive(Debug)]
pub struct Sheet {
    kind: GameKind,
    style: Style,
    tiles: TileSet,
    ids: FxHashMap<TilePart, TileId>,
    prepared: PreparedTiles,
}

impl Sheet {
    /// Paints and compresses every tile that pictures of a game in a style can need.
    #[must_use]
    pub fn new(kind: GameKind, style: Style) -> Sheet {
        let mut painter = TilePainter::new(style, kind);
        let parts = parts(kind);
        let paint = |&part| Painted::from(&painter.paint(part));
        let pictures: Vec<Painted> = parts.iter().map(paint).collect();
        let tiles = palette::quantise(&pictures, &painter.flat_colours(), games::colours_max(kind));
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
    /// ply above and below the board and would make every frame as high as the picture.
    ///
    /// # Panics
    ///
    /// When there is no scene, or one is of another game.
    #[must_use]
    pub fn gif(&self, scenes: &[Scene], pace: FrameDelays) -> Vec<u8> {
        let (last, earlier) = scenes.split_last().expect("an animation has a scene");
        let frames = earlier.iter().map(Scene::in_motion).chain(std::iter::once(last.clone()));
        let frames = self.grids(frames);
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
        let frame = self.ids[&TilePart::Frame(FramePart::Margin)];
        let frame = self.tiles.pixels(self.tiles.rows(frame)[0], 1)[0];
        let width = self.style.layout.width() as usize;
        let in_a_row = in_a_row.min(scenes.len());
        let mut pixels = Vec::new();
        for row in self.grids(scenes.iter().cloned()).chunks(in_a_row) {
            let mut pictures: Vec<Vec<u8>> =
                row.iter().map(|grid| self.tiles.assemble(grid)).collect();
            let size = pictures[0].len();
            pictures.resize(in_a_row, vec![frame; size]);
            for y in 0..size / width {
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

    /// The tiles of scenes whose pictures have one size: where one has bands, all have them.
    fn grids(&self, scenes: impl Iterator<Item = Scene>) -> Vec<Grid> {
        let scenes: Vec<Scene> = scenes.collect();
        let has_bands = scenes.iter().any(|scene| scene.has_bands);
        scenes.into_iter().map(|scene| self.grid(&Scene { has_bands, ..scene })).collect()
    }

    /// How much memory the sheet takes, in bytes.
    #[must_use]
    pub fn memory(&self) -> usize {
        let ids = self.ids.capacity() * size_of::<(TilePart, TileId)>();
        ids + self.tiles.memory() + self.prepared.memory()
    }
}

/// The tiles of a scene: band or edge, eight rows of squares, the files' labels, and a band if there
/// is one.
fn grid(ids: &FxHashMap<TilePart, TileId>, scene: &Scene) -> Grid {
    let row = |left: TilePart, squares: [TilePart; 8], right: FramePart| -> [TileId; 10] {
        std::array::from_fn(|column| match column {
            0 => ids[&left],
            9 => ids[&TilePart::Frame(right)],
            _ => ids[&squares[column - 1]],
        })
    };
    let band = |standing: TilePart, slots: [Slot; 7]| {
        let places = std::array::from_fn(|column| match column {
            0 => standing,
            _ => TilePart::Slot(slots[column - 1]),
        });
        row(TilePart::Frame(FramePart::BandLeft), places, FramePart::BandRight)
    };
    let (above, below) = (scene.above.standing, scene.below.standing);
    let mut grid = Grid::with_capacity(11);
    grid.push(if scene.has_bands {
        band(TilePart::Above(above), scene.above.slots)
    } else {
        let edge = [TilePart::Frame(FramePart::Edge); 8];
        row(TilePart::EdgeLeft(above), edge, FramePart::LabelsRight)
    });
    grid.extend(scene.ranks.iter().zip(&scene.cells).map(|(&rank, cells)| {
        row(TilePart::Rank(rank), cells.map(TilePart::Cell), FramePart::Margin)
    }));
    let corner = if scene.has_bands { Standing::Waits } else { below };
    let labels = scene.files.map(TilePart::File);
    grid.push(row(TilePart::LabelsLeft(corner), labels, FramePart::LabelsRight));
    if scene.has_bands {
        grid.push(band(TilePart::Below(below), scene.below.slots));
    }
    grid
}

/// Every part that a picture of a game can have.
fn parts(kind: GameKind) -> Vec<TilePart> {
    let standings =
        [Standing::Waits, Standing::Moves, Standing::Won, Standing::Lost, Standing::Drawn];
    let mut parts = vec![TilePart::Slot(Slot::Empty)];
    parts.extend(FramePart::ALL.map(TilePart::Frame));
    for standing in standings {
        parts.extend([TilePart::Above(standing), TilePart::Below(standing)]);
        parts.extend([TilePart::EdgeLeft(standing), TilePart::LabelsLeft(standing)]);
    }
    parts.extend((0..8).map(TilePart::File));
    parts.extend((0..8).map(TilePart::Rank));
    parts.extend(games::cells(kind).into_iter().map(TilePart::Cell));
    parts.extend(games::slots(kind).into_iter().map(TilePart::Slot));
    parts
}

/// Scenes that tune the compression: the start of a game and a middle game.
fn typical(kind: GameKind) -> Vec<Scene> {
    games::typical_positions(kind)
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
    use crate::{PieceSet, Theme};

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
                    assert!(palette.len() <= games::colours_max(kind));
                }
            }
        }
    }

    /// An animation needs one index for transparent pixels.
    #[test]
    fn a_palette_leaves_an_index_free() {
        assert!(GameKind::ALL.into_iter().all(|kind| games::colours_max(kind) < 64));
    }
}
