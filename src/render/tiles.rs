//! Tiles: the rectangles of palette indices that make up a picture.

use rustc_hash::FxHashMap;

/// A tile of a [`TileSet`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct TileId(pub(super) u16);

/// The tiles of one sheet, which share a palette. Equal rows of pixels are stored once.
#[derive(Clone, Debug)]
pub(crate) struct TileSet {
    palette: Vec<[u8; 3]>,
    tiles: Vec<Tile>,
    /// The rows of all tiles, one tile after the other.
    rows: Vec<RowId>,
    /// The palette indices of all distinct rows, one after the other.
    pixels: Vec<u8>,
}

/// A row of pixels; equal rows of the same width have the same id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct RowId(u32);

#[derive(Clone, Copy, Debug)]
struct Tile {
    width: u16,
    height: u16,
    first_row: u32,
}

/// A tile for a new set.
pub(super) struct RawTile {
    /// In pixels.
    pub(super) width: usize,
    /// Palette indices, row by row from the top.
    pub(super) pixels: Vec<u8>,
}

/// The tiles of a picture: rows of ten, each row of one height and each column of one width, as in
/// [`Layout`](super::Layout).
pub(crate) type Grid = Vec<[TileId; 10]>;

impl TileSet {
    /// A set of tiles in the order of their ids, and red, green and blue of each palette index.
    pub(super) fn new(palette: Vec<[u8; 3]>, raw: &[RawTile]) -> TileSet {
        let mut set = TileSet { palette, tiles: Vec::new(), rows: Vec::new(), pixels: Vec::new() };
        let mut known: FxHashMap<&[u8], RowId> = FxHashMap::default();
        for tile in raw {
            let first_row = set.rows.len() as u32;
            for row in tile.pixels.chunks_exact(tile.width) {
                let id = *known.entry(row).or_insert_with(|| {
                    set.pixels.extend_from_slice(row);
                    RowId((set.pixels.len() - row.len()) as u32)
                });
                set.rows.push(id);
            }
            let height = (set.rows.len() as u32 - first_row) as u16;
            set.tiles.push(Tile { width: tile.width as u16, height, first_row });
        }
        set.pixels.shrink_to_fit();
        set.rows.shrink_to_fit();
        set
    }

    /// Red, green and blue of each palette index.
    pub(crate) fn palette(&self) -> &[[u8; 3]] {
        &self.palette
    }

    pub(crate) fn ids(&self) -> impl Iterator<Item = TileId> + use<> {
        (0..self.tiles.len() as u16).map(TileId)
    }

    /// A tile's width in pixels.
    pub(crate) fn width(&self, id: TileId) -> usize {
        usize::from(self.tile(id).width)
    }

    /// A tile's height in pixels.
    pub(crate) fn height(&self, id: TileId) -> usize {
        usize::from(self.tile(id).height)
    }

    fn tile(&self, id: TileId) -> Tile {
        self.tiles[usize::from(id.0)]
    }

    /// A tile's rows from the top.
    pub(crate) fn rows(&self, id: TileId) -> &[RowId] {
        let tile = self.tile(id);
        &self.rows[tile.first_row as usize..][..usize::from(tile.height)]
    }

    /// The pixels of a row of some width.
    #[inline]
    pub(crate) fn pixels(&self, row: RowId, width: usize) -> &[u8] {
        &self.pixels[row.0 as usize..][..width]
    }

    /// The pixels of a whole picture, row by row: palette indices.
    pub(crate) fn assemble(&self, grid: &[[TileId; 10]]) -> Vec<u8> {
        let widths = grid[0].map(|id| self.width(id));
        let height: usize = grid.iter().map(|row| self.height(row[0])).sum();
        let mut pixels = Vec::with_capacity(widths.iter().sum::<usize>() * height);
        for tiles in grid {
            let rows = tiles.map(|id| self.rows(id));
            for y in 0..rows[0].len() {
                for (rows, width) in rows.iter().zip(widths) {
                    pixels.extend_from_slice(self.pixels(rows[y], width));
                }
            }
        }
        pixels
    }

    /// How much memory the set takes, in bytes.
    pub(crate) fn memory(&self) -> usize {
        self.pixels.capacity()
            + self.rows.capacity() * size_of::<RowId>()
            + self.tiles.capacity() * size_of::<Tile>()
    }
}
