//! A game as an animated GIF.
//!
//! The first frame is the whole picture. Each later ply is drawn in a few boxes, one shortly after
//! the other, each as small as what changes in it and transparent wherever a pixel stays. Boxes take
//! less than one frame around all of them: codes begin short in each, and nothing between them is
//! compressed.

mod lzw;

use std::borrow::Cow;

use gif::{DisposalMethod, Encoder, Frame, Repeat};

#[doc(hidden)]
pub use self::lzw::Compressor;
use super::layout::Layout;
use super::tiles::{Grid, RowId, TileSet};

/// The delays of frames, in hundredths of a second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameDelays {
    /// Every frame but the last.
    pub frame: u16,
    /// The last frame, which is shown longer before the animation repeats.
    pub last: u16,
}

impl Default for FrameDelays {
    fn default() -> FrameDelays {
        FrameDelays { frame: 80, last: 400 }
    }
}

/// The most boxes of a ply.
const BOXES_MAX: u16 = 4;

/// The delay before the next box of a ply, in hundredths of a second. Browsers prolong shorter ones.
const BOX_DELAY: u16 = 2;

/// The frames as a GIF that repeats for ever.
///
/// # Panics
///
/// When there is no frame, or the palette has no free index for transparent pixels.
#[must_use]
pub(crate) fn encode(
    layout: Layout,
    tiles: &TileSet,
    frames: &[Grid],
    pace: FrameDelays,
) -> Vec<u8> {
    let transparent = u8::try_from(tiles.palette().len()).expect("an index is free");
    let mut palette = tiles.palette().as_flattened().to_vec();
    palette.extend_from_slice(&[0; 3]);
    // The code sizes of GIF begin at two bits, and a palette has a power of two of colours.
    let code_size = (usize::from(transparent) + 1).next_power_of_two().ilog2().max(2) as u8;
    let mut animation =
        Animation { layout, tiles, transparent, compressor: Compressor::new(code_size) };

    let (first, later) = frames.split_first().expect("an animation has a frame");
    // A ply stands complete for three quarters of its time at least.
    let boxes_max = usize::from((pace.frame / (4 * BOX_DELAY)).clamp(1, BOXES_MAX));
    let mut plies = vec![vec![animation.whole(first)]];
    for (before, after) in frames.iter().zip(later) {
        plies.push(animation.changed(before, after, boxes_max));
    }
    let mut drawn: Vec<Frame<'_>> = Vec::new();
    let last = plies.len() - 1;
    for (index, mut boxes) in plies.into_iter().enumerate() {
        let mut rest = if index == last { pace.last } else { pace.frame };
        if let [earlier @ .., _] = &mut boxes[..] {
            for frame in earlier {
                frame.delay = BOX_DELAY;
                rest = rest.saturating_sub(BOX_DELAY);
            }
        }
        drawn.extend(boxes);
        // A ply that changes nothing prolongs the frame before it.
        drawn.last_mut().expect("the first is there").delay += rest;
    }

    let mut file = Vec::new();
    let height = first.iter().map(|row| tiles.height(row[0])).sum::<usize>() as u16;
    let width = layout.width() as u16;
    let written = Encoder::new(&mut file, width, height, &palette).and_then(|mut encoder| {
        encoder.set_repeat(Repeat::Infinite)?;
        drawn.iter().try_for_each(|frame| encoder.write_lzw_pre_encoded_frame(frame))
    });
    written.expect("a Vec takes any bytes");
    file
}

struct Animation<'a> {
    layout: Layout,
    tiles: &'a TileSet,
    transparent: u8,
    compressor: Compressor,
}

/// Tiles that change in one box, and their places.
struct Change<'a> {
    area: Area,
    tiles: Vec<ChangedTile<'a>>,
}

/// A tile before and after a ply.
#[derive(Clone, Copy)]
struct ChangedTile<'a> {
    left: usize,
    top: usize,
    width: usize,
    old: &'a [RowId],
    new: &'a [RowId],
}

/// A part of a picture, in pixels; `right` and `bottom` lie outside.
#[derive(Clone, Copy)]
struct Area {
    left: usize,
    top: usize,
    right: usize,
    bottom: usize,
}

impl Area {
    fn size(self) -> usize {
        (self.right - self.left) * (self.bottom - self.top)
    }

    /// The smallest area that has both.
    fn around(self, other: Area) -> Area {
        Area {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }
}

impl<'a> Animation<'a> {
    fn whole(&mut self, grid: &Grid) -> Frame<'static> {
        let pixels = self.tiles.assemble(grid);
        let right = self.layout.width() as usize;
        let bottom = pixels.len() / right;
        self.frame(Area { left: 0, top: 0, right, bottom }, &pixels, None)
    }

    /// What changed, in boxes; none if nothing did.
    fn changed(&mut self, before: &Grid, after: &Grid, boxes_max: usize) -> Vec<Frame<'static>> {
        let mut changes = self.changes(before, after);
        while changes.len() > boxes_max {
            join_nearest(&mut changes);
        }
        changes.iter().map(|change| self.drawn(change)).collect()
    }

    /// Each tile that changed, by itself.
    fn changes(&self, before: &Grid, after: &Grid) -> Vec<Change<'a>> {
        let widths = self.layout.columns();
        let mut changes = Vec::new();
        let mut top = 0;
        for (before, after) in before.iter().zip(after) {
            let mut left = 0;
            for (width, (&old, &new)) in widths.into_iter().zip(before.iter().zip(after)) {
                if old != new {
                    let [old, new] = [old, new].map(|id| self.tiles.rows(id));
                    let tile = ChangedTile { left, top, width: width as usize, old, new };
                    let area = self.changed_rows(tile).map(|(row, old, new)| {
                        let differs = |(old, new)| old != new;
                        let pairs = || old.iter().zip(new);
                        let first = pairs().position(differs).unwrap_or(0);
                        let last = pairs().rposition(differs).unwrap_or(0);
                        let (left, right) = (left + first, left + last + 1);
                        Area { left, top: row, right, bottom: row + 1 }
                    });
                    let area = area.reduce(Area::around);
                    changes.extend(area.map(|area| Change { area, tiles: vec![tile] }));
                }
                left += width as usize;
            }
            top += self.tiles.height(before[0]);
        }
        changes
    }

    /// The rows of a tile that change: their place, and the pixels before and after.
    fn changed_rows(
        &self,
        tile: ChangedTile<'a>,
    ) -> impl Iterator<Item = (usize, &'a [u8], &'a [u8])> + use<'a> {
        let tiles = self.tiles;
        let rows = tile.old.iter().zip(tile.new).enumerate().filter(|(_, (old, new))| old != new);
        rows.map(move |(y, (&old, &new))| {
            (tile.top + y, tiles.pixels(old, tile.width), tiles.pixels(new, tile.width))
        })
    }

    fn drawn(&mut self, change: &Change<'a>) -> Frame<'static> {
        let area = change.area;
        let width = area.right - area.left;
        let mut pixels = vec![self.transparent; area.size()];
        for &tile in &change.tiles {
            let left = tile.left.max(area.left);
            let right = (tile.left + tile.width).min(area.right);
            for (row, old, new) in self.changed_rows(tile) {
                let [old, new] = [old, new].map(|row| &row[left - tile.left..right - tile.left]);
                let target = &mut pixels[(row - area.top) * width + left - area.left..];
                for ((target, &old), &new) in target.iter_mut().zip(old).zip(new) {
                    if old != new {
                        *target = new;
                    }
                }
            }
        }
        self.frame(area, &pixels, Some(self.transparent))
    }

    fn frame(&mut self, area: Area, pixels: &[u8], transparent: Option<u8>) -> Frame<'static> {
        Frame {
            left: area.left as u16,
            top: area.top as u16,
            width: (area.right - area.left) as u16,
            height: (area.bottom - area.top) as u16,
            transparent,
            dispose: DisposalMethod::Keep,
            buffer: Cow::Owned(self.compressor.compress(pixels)),
            delay: 0,
            ..Frame::default()
        }
    }
}

/// Makes one box of the two whose box has the fewest pixels beside them.
fn join_nearest(changes: &mut Vec<Change<'_>>) {
    let pairs = (1..changes.len()).flat_map(|second| (0..second).map(move |first| (first, second)));
    let nearest = pairs.min_by_key(|&(first, second)| {
        let [first, second] = [first, second].map(|index| changes[index].area);
        let (joined, apart) = (first.around(second).size(), first.size() + second.size());
        joined.cast_signed() - apart.cast_signed()
    });
    if let Some((first, second)) = nearest {
        let joined = changes.remove(second);
        changes[first].area = changes[first].area.around(joined.area);
        changes[first].tiles.extend(joined.tiles);
    }
}
