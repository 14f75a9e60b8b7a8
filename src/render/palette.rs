//! Quantises many tiles to one palette, which has the flat colours exactly.

use image::{Rgb, RgbImage};
use quantette::deps::palette::Srgb;
use quantette::{PaletteSize, Pipeline, QuantizeMethod};
use rustc_hash::FxHashMap;

use super::tiles::{RawTile, TileSet};

/// A picture in full colour, row by row, as runs of equal colour.
pub(super) struct Painted {
    width: u32,
    runs: Vec<Run>,
}

struct Run {
    colour: [u8; 3],
    /// In pixels; a run may continue on the next row.
    length: u8,
}

impl From<&RgbImage> for Painted {
    fn from(picture: &RgbImage) -> Painted {
        let (pixels, _) = picture.as_raw().as_chunks::<3>();
        let alike = pixels.chunk_by(|a, b| a == b);
        let runs = alike.flat_map(|run| run.chunks(usize::from(u8::MAX)));
        let runs = runs.map(|run| Run { colour: run[0], length: run.len() as u8 });
        Painted { width: picture.width(), runs: runs.collect() }
    }
}

/// Gives tiles one palette of at most `most` colours, which has the flat colours exactly, and each
/// pixel its index.
///
/// # Panics
///
/// When there is no tile.
#[must_use]
pub(super) fn quantise(pictures: &[Painted], flat: &[Rgb<u8>], most: usize) -> TileSet {
    let palette = choose(pictures, flat, most);
    let mut known: FxHashMap<[u8; 3], u8> = FxHashMap::default();
    let tiles = pictures.iter().map(|picture| {
        let mut pixels = Vec::new();
        for &Run { colour, length } in &picture.runs {
            let index = *known.entry(colour).or_insert_with(|| nearest(&palette, colour));
            pixels.resize(pixels.len() + usize::from(length), index);
        }
        RawTile { width: picture.width as usize, pixels }
    });
    let tiles: Vec<RawTile> = tiles.collect();
    TileSet::new(palette, &tiles)
}

fn choose(pictures: &[Painted], flat: &[Rgb<u8>], most: usize) -> Vec<[u8; 3]> {
    let mut frequencies: FxHashMap<[u8; 3], u32> = FxHashMap::default();
    for run in pictures.iter().flat_map(|picture| &picture.runs) {
        *frequencies.entry(run.colour).or_default() += u32::from(run.length);
    }
    let mut colours: Vec<([u8; 3], u32)> = frequencies.into_iter().collect();
    // Flat colours first, then the most frequent; ties are decided by the colour, so that every
    // run agrees.
    colours.sort_unstable_by_key(|&(colour, times)| {
        (!flat.contains(&Rgb(colour)), u32::MAX - times, colour)
    });
    let flat = colours.iter().filter(|(colour, _)| flat.contains(&Rgb(*colour))).count();
    if colours.len() <= most {
        return colours.into_iter().map(|(colour, _)| colour).collect();
    }
    let (exact, blends) = colours.split_at(flat);
    let mut palette: Vec<[u8; 3]> = exact.iter().map(|&(colour, _)| colour).collect();
    // Frequent blends count more, but only a little, since rare ones are visible too.
    let weighted: Vec<Srgb<u8>> = blends
        .iter()
        .flat_map(|&(colour, times)| {
            std::iter::repeat_n(Srgb::from(colour), 1 + times.ilog2() as usize)
        })
        .collect();
    let size = PaletteSize::try_from((most - exact.len()) as u16).expect("1 to 256 are sizes");
    let chosen = Pipeline::new()
        .palette_size(size)
        .quantize_method(QuantizeMethod::Wu)
        .input_slice(&weighted)
        .expect("there are more colours than a palette has")
        .output_srgb8_palette();
    palette.extend(chosen.iter().map(|&colour| <[u8; 3]>::from(colour)));
    palette
}

/// The index of the most similar colour; green has the largest weight, blue the smallest.
fn nearest(palette: &[[u8; 3]], colour: [u8; 3]) -> u8 {
    let distance = |other: &[u8; 3]| {
        let [red, green, blue] = [0, 1, 2].map(|part| {
            let difference = i32::from(colour[part]) - i32::from(other[part]);
            difference * difference
        });
        3 * red + 6 * green + 2 * blue
    };
    let nearest = palette.iter().enumerate().min_by_key(|(_, other)| distance(other));
    nearest.map_or(0, |(index, _)| index as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colours_stay_as_they_are() {
        let picture = RgbImage::from_fn(5, 6, |x, y| Rgb([x as u8 * 30, y as u8 * 9, 7]));
        let set = quantise(&[Painted::from(&picture)], &[], 63);
        let tile = set.ids().next().unwrap();
        let indices = set.rows(tile).iter().flat_map(|&row| set.pixels(row, 5));
        assert_eq!(set.rows(tile).len(), 6);
        for (&index, pixel) in indices.zip(picture.pixels()) {
            assert_eq!(set.palette()[usize::from(index)], pixel.0);
        }
    }

    #[test]
    fn a_flat_colour_stays_however_rare_it_is() {
        let rare = Rgb([200, 30, 90]);
        let picture = RgbImage::from_fn(64, 64, |x, y| match (x, y) {
            (5, 5) => rare,
            _ => Rgb([x as u8 * 4, y as u8 * 4, 128]),
        });
        let set = quantise(&[Painted::from(&picture)], &[rare], 31);
        assert_eq!(set.palette().len(), 31);
        assert!(set.palette().contains(&rare.0));
    }
}
