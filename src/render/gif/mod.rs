//! A game as an animated GIF.
//!
//! The first frame is the whole picture; each later one is the smallest box around the tiles that
//! changed, transparent wherever a pixel did not.

mod lzw;

use std::borrow::Cow;

use gif::{DisposalMethod, Encoder, Frame, Repeat};

use self::lzw::Compressor;
use super::layout::Layout;
use super::tiles::{Grid, TileSet};

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

    let mut file = Vec::new();
    let (width, height) = (layout.width() as u16, layout.height() as u16);
    let (first, later) = frames.split_first().expect("an animation has a frame");
    let mut drawn = vec![animation.whole(first)];
    for (before, after) in frames.iter().zip(later) {
        // A ply that changes nothing prolongs the frame before it.
        match animation.changed(before, after) {
            Some(frame) => drawn.push(frame),
            None => drawn.last_mut().expect("the first is there").delay += pace.frame,
        }
    }
    let last = drawn.len() - 1;
    for (index, frame) in drawn.iter_mut().enumerate() {
        frame.delay += if index == last { pace.last } else { pace.frame };
    }
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

impl Animation<'_> {
    fn whole(&mut self, grid: &Grid) -> Frame<'static> {
        let pixels = self.tiles.assemble(grid);
        let size = (self.layout.width() as u16, self.layout.height() as u16);
        self.frame((0, 0), size, &pixels, None)
    }

    /// The box around the changed tiles; `None` if nothing changed.
    fn changed(&mut self, before: &Grid, after: &Grid) -> Option<Frame<'static>> {
        let changed = |row: usize, column: usize| before[row][column] != after[row][column];
        let rows = span(11, |row| (0..10).any(|column| changed(row, column)))?;
        let columns = span(10, |column| (0..11).any(|row| changed(row, column)))?;
        let widths = self.layout.columns().map(|width| width as usize);
        let heights = self.layout.rows().map(|height| height as usize);
        let width: usize = widths[columns.clone()].iter().sum();
        let height: usize = heights[rows.clone()].iter().sum();
        let mut pixels = vec![self.transparent; width * height];
        let mut top = 0;
        for row in rows.clone() {
            let mut left = 0;
            for column in columns.clone() {
                if changed(row, column) {
                    let old = self.tiles.rows(before[row][column]);
                    let new = self.tiles.rows(after[row][column]);
                    for (y, (&old, &new)) in old.iter().zip(new).enumerate() {
                        if old == new {
                            continue;
                        }
                        let [old, new] =
                            [old, new].map(|row| self.tiles.pixels(row, widths[column]));
                        let target = &mut pixels[(top + y) * width + left..][..new.len()];
                        for ((target, &old), &new) in target.iter_mut().zip(old).zip(new) {
                            *target = if old == new { self.transparent } else { new };
                        }
                    }
                }
                left += widths[column];
            }
            top += heights[row];
        }
        let corner = (
            widths[..columns.start].iter().sum::<usize>() as u16,
            heights[..rows.start].iter().sum::<usize>() as u16,
        );
        Some(self.frame(corner, (width as u16, height as u16), &pixels, Some(self.transparent)))
    }

    fn frame(
        &mut self,
        (left, top): (u16, u16),
        (width, height): (u16, u16),
        pixels: &[u8],
        transparent: Option<u8>,
    ) -> Frame<'static> {
        Frame {
            left,
            top,
            width,
            height,
            transparent,
            dispose: DisposalMethod::Keep,
            buffer: Cow::Owned(self.compressor.compress(pixels)),
            delay: 0,
            ..Frame::default()
        }
    }
}

/// From the first to the last index for which something holds.
fn span(count: usize, holds: impl Fn(usize) -> bool) -> Option<std::ops::Range<usize>> {
    let first = (0..count).find(|&index| holds(index))?;
    let last = (0..count).rev().find(|&index| holds(index))?;
    Some(first..last + 1)
}
