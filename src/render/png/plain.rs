//! The simple encoder: assembles all pixels, then calls the `png` crate.

use std::io;

use png::{BitDepth, ColorType, DeflateCompression, Encoder, Filter};

use crate::tiles::{TileId, TileSet};

/// The level of deflate; higher ones take twice as long for a tenth of the bytes.
const LEVEL: u8 = 2;

/// The picture as a palette PNG, 8 bits a pixel, no filter.
#[must_use]
pub(crate) fn encode(tiles: &TileSet, grid: &[[TileId; 10]]) -> Vec<u8> {
    let pixels = tiles.assemble(grid);
    let width: usize = grid[0].iter().map(|&id| tiles.width(id)).sum();
    write(width, &pixels, tiles.palette())
}

/// Pixels of some width as a palette PNG.
pub(crate) fn write(width: usize, pixels: &[u8], palette: &[[u8; 3]]) -> Vec<u8> {
    try_write(width, pixels, palette).expect("a Vec takes any bytes, and the sizes agree")
}

fn try_write(width: usize, pixels: &[u8], palette: &[[u8; 3]]) -> io::Result<Vec<u8>> {
    let mut file = Vec::new();
    let height = pixels.len() / width;
    let mut encoder = Encoder::new(&mut file, width as u32, height as u32);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(palette.as_flattened());
    encoder.set_filter(Filter::NoFilter);
    encoder.set_deflate_compression(DeflateCompression::Level(LEVEL));
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()?;
    Ok(file)
}
