//! The fast encoder: compresses every row of every tile once, and assembles a picture from these
//! fragments without its pixels.
//!
//! All pictures of a sheet share one table of prefix codes, so a fragment is a string of bits that
//! can be anywhere. A fragment refers only to pixels that it knows: earlier pixels of its row of
//! the tile, and the tile's row above, one scanline back. Pixels that equal those above are not in
//! the fragments: neighbouring ones merge into one match, often over whole scanlines. A tile that
//! repeats one further left is copied from there. The checksum is computed from the sums of the
//! tiles.

mod preparing;

use super::deflate::{BitWriter, Bits, MATCH_MAX, MATCH_MIN};
use crate::layout::Layout;
use crate::tiles::{RowId, TileId};

/// The columns of a picture's grid that hold squares.
const SQUARES: std::ops::Range<usize> = 1..9;

/// A sheet's tiles, compressed row by row.
#[derive(Debug)]
pub(crate) struct PreparedTiles {
    /// The palette, as a chunk.
    palette: Vec<u8>,
    block_head: Vec<Bits>,
    tiles: Vec<PreparedTile>,
    rows: Vec<PreparedRow>,
    chunks: Vec<Bits>,
    /// The match of so many pixels with those above, by its length.
    as_above: Vec<Bits>,
    /// The match of so many squares with those so many columns to the left, by both numbers.
    as_left: [[Bits; 9]; 4],
    /// The bits of such a match; a row with no more bits is not copied.
    copy_bits: u32,
    filter_byte: Bits,
    end_of_block: Bits,
    layout: Layout,
}

/// A tile as a whole.
#[derive(Clone, Copy, Debug)]
struct PreparedTile {
    /// Where its rows begin in `rows`, and how many there are.
    first_row: u32,
    height: u16,
    /// Which of its rows differ from the one above, the first in the lowest bit.
    changes: [u64; 3],
    /// For the checksum: the sum of the pixels, and the sum weighted by how many bytes of the
    /// picture a pixel comes after the tile's first one.
    sum: u64,
    weighted: u64,
}

/// One row of a tile.
#[derive(Clone, Copy, Debug)]
struct PreparedRow {
    /// Which pixels these are.
    content: RowId,
    /// The compressed pixels, as a range of `chunks`.
    begin: u32,
    chunks: u8,
    /// How many pixels at the left, and at the right, equal those above and are not compressed.
    lead: u8,
    trail: u8,
    /// How many bits the compressed pixels take.
    bits: u16,
}

impl PreparedRow {
    /// Whether the whole row equals the one above.
    fn is_as_above(&self) -> bool {
        self.chunks == 0
    }
}

impl PreparedTiles {
    /// How much memory this takes, in bytes.
    #[must_use]
    pub(crate) fn memory(&self) -> usize {
        size_of_val(&self.tiles[..])
            + size_of_val(&self.rows[..])
            + size_of_val(&self.chunks[..])
            + size_of_val(&self.as_above[..])
    }

    fn tile(&self, id: TileId) -> &PreparedTile {
        &self.tiles[usize::from(id.0)]
    }

    /// The picture as a palette PNG.
    #[must_use]
    pub(crate) fn encode(&self, grid: &[[TileId; 10]]) -> Vec<u8> {
        let mut file = Vec::with_capacity(self.palette.len() + 65_600);
        file.extend_from_slice(b"\x89PNG\r\n\x1a\n");
        let [width, height] = [self.layout.width(), self.height(grid)].map(u32::to_be_bytes);
        // Depth, colour type 3 (palette), the one compression, the one filter method, no interlacing.
        push_chunk(&mut file, *b"IHDR", &[&width[..], &height, &[8, 3, 0, 0, 0]].concat());
        file.extend_from_slice(&self.palette);
        let length_at = file.len();
        file.extend_from_slice(&[0; 4]);
        let data_at = file.len();
        file.extend_from_slice(b"IDAT");
        // A zlib stream with a window of 32 kB and no promise about its effort (RFC 1950).
        file.extend_from_slice(&[0x78, 0x01]);

        let mut writer = StreamWriter { prepared: self, bits: BitWriter::after(file) };
        for &bits in &self.block_head {
            writer.bits.put(bits);
        }
        self.walk(grid, &mut writer);
        writer.bits.put(self.end_of_block);
        let mut file = writer.bits.finish();
        file.extend_from_slice(&self.checksum(grid).to_be_bytes());

        let length = (file.len() - data_at - 4) as u32;
        file[length_at..data_at].copy_from_slice(&length.to_be_bytes());
        let crc = crc32fast::hash(&file[data_at..]);
        file.extend_from_slice(&crc.to_be_bytes());
        push_chunk(&mut file, *b"IEND", &[]);
        file
    }

    /// Walks over a picture scanline by scanline and calls `sink` with what to write.
    fn walk(&self, grid: &[[TileId; 10]], sink: &mut impl Sink) {
        // The first scanline has none above, so its filter byte is a literal.
        sink.filter_byte();
        let mut walk = Walk { prepared: self, sink, waiting: 0 };
        for tiles in grid {
            walk.band(&tiles.map(|id| self.tile(id)));
        }
        // No scanline follows the last one, so the pending filter byte is dropped.
        walk.waiting -= 1;
        walk.flush();
    }

    /// The height of a picture in pixels.
    fn height(&self, grid: &[[TileId; 10]]) -> u32 {
        grid.iter().map(|row| u32::from(self.tile(row[0]).height)).sum()
    }

    /// The checksum of a picture's bytes (Adler-32, RFC 1950).
    ///
    /// Its higher half adds up each byte as often as there are bytes from it to the end; both
    /// halves are reduced only here, since the sums of the largest picture stay far below 64 bits.
    fn checksum(&self, grid: &[[TileId; 10]]) -> u32 {
        const MODULUS: u64 = 65_521;
        let stride = u64::from(self.layout.width()) + 1;
        let length = stride * u64::from(self.height(grid));
        let (mut low, mut high) = (1, length);
        let mut top = 0;
        for tiles in grid {
            // After the filter byte.
            let mut at = top * stride + 1;
            for (&id, width) in tiles.iter().zip(self.layout.columns()) {
                let tile = self.tile(id);
                low += tile.sum;
                high += tile.sum * (length - at) - tile.weighted;
                at += u64::from(width);
            }
            top += u64::from(self.tile(tiles[0]).height);
        }
        ((high % MODULUS) << 16 | (low % MODULUS)) as u32
    }

    /// The number of squares from a column on that equal those some columns to their left, at most
    /// one match long, and that number of columns; `None` without such squares.
    fn copied(&self, rows: &[&[PreparedRow]; 10], column: usize, y: usize) -> (usize, usize) {
        let row = rows[column][y];
        let left = SQUARES.start..column;
        let Some(same) = left.rev().find(|&left| rows[left][y].content == row.content) else {
            return (0, 0);
        };
        let back = column - same;
        let most = (MATCH_MAX / self.layout.square as usize).min(self.as_left.len() - 1);
        let repeats = |&next: &usize| rows[next][y].content == rows[next - back][y].content;
        ((column..SQUARES.end).take(most).take_while(repeats).count(), back)
    }
}

/// The state of a walk over a picture.
struct Walk<'a, S> {
    prepared: &'a PreparedTiles,
    sink: &'a mut S,
    /// The pending pixels and filter bytes that equal those above.
    waiting: usize,
}

impl<S: Sink> Walk<'_, S> {
    /// A row of tiles.
    fn band(&mut self, tiles: &[&PreparedTile; 10]) {
        let (prepared, height) = (self.prepared, usize::from(tiles[0].height));
        let rows = tiles.map(|tile| &prepared.rows[tile.first_row as usize..][..height]);
        let mut changes = [0; 3];
        for tile in tiles {
            for (changes, more) in changes.iter_mut().zip(tile.changes) {
                *changes |= more;
            }
        }
        for y in 0..height {
            if changes[y / 64] >> (y % 64) & 1 == 1 {
                self.scanline(&rows, y);
            } else {
                self.waiting += prepared.layout.width() as usize;
            }
            // The filter byte of the next scanline.
            self.waiting += 1;
        }
    }

    fn scanline(&mut self, rows: &[&[PreparedRow]; 10], y: usize) {
        let mut column = 0;
        while column < rows.len() {
            let row = rows[column][y];
            let pays = u32::from(row.bits) > self.prepared.copy_bits && SQUARES.contains(&column);
            let (copied, back) = if pays { self.prepared.copied(rows, column, y) } else { (0, 0) };
            if copied > 0 {
                self.flush();
                self.sink.as_left(copied, back);
            } else {
                self.waiting += usize::from(row.lead);
                if !row.is_as_above() {
                    self.flush();
                    self.sink.row(&row);
                    self.waiting = usize::from(row.trail);
                }
            }
            column += copied.max(1);
        }
    }

    /// Writes the pending pixels as matches with those above.
    #[inline]
    fn flush(&mut self) {
        // The pending bytes are a filter byte, at least three pixels, or both: one byte is the
        // filter byte, and two are impossible.
        if self.waiting == 1 {
            self.sink.filter_byte();
            self.waiting = 0;
        }
        while self.waiting > 0 {
            // The rest must be long enough for a match.
            let length = match self.waiting {
                left @ ..=MATCH_MAX => left,
                left if left < MATCH_MAX + MATCH_MIN => MATCH_MAX - MATCH_MIN,
                _ => MATCH_MAX,
            };
            self.sink.as_above(length);
            self.waiting -= length;
        }
    }
}

/// Receives the parts of a picture.
trait Sink {
    /// A literal filter byte.
    fn filter_byte(&mut self);
    /// So many bytes as above, 3 to 258.
    fn as_above(&mut self, length: usize);
    /// So many squares as those so many columns to the left.
    fn as_left(&mut self, squares: usize, back: usize);
    /// A tile's row, without what equals the one above.
    fn row(&mut self, row: &PreparedRow);
}

struct StreamWriter<'a> {
    prepared: &'a PreparedTiles,
    bits: BitWriter,
}

impl Sink for StreamWriter<'_> {
    #[inline]
    fn filter_byte(&mut self) {
        self.bits.put(self.prepared.filter_byte);
    }

    #[inline]
    fn as_above(&mut self, length: usize) {
        self.bits.put(self.prepared.as_above[length]);
    }

    #[inline]
    fn as_left(&mut self, squares: usize, back: usize) {
        self.bits.put(self.prepared.as_left[squares][back]);
    }

    #[inline]
    fn row(&mut self, row: &PreparedRow) {
        for &bits in &self.prepared.chunks[row.begin as usize..][..usize::from(row.chunks)] {
            self.bits.put(bits);
        }
    }
}

fn push_chunk(file: &mut Vec<u8>, kind: [u8; 4], data: &[u8]) {
    file.extend_from_slice(&(data.len() as u32).to_be_bytes());
    let begin = file.len();
    file.extend_from_slice(&kind);
    file.extend_from_slice(data);
    let crc = crc32fast::hash(&file[begin..]);
    file.extend_from_slice(&crc.to_be_bytes());
}
