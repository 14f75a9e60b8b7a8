//! Independent readers of the written files.

use std::io::Cursor;

use miniz_oxide::inflate::decompress_to_vec_zlib;
use zune_png::PngDecoder;
use zune_png::zune_core::options::DecoderOptions;
use zune_png::zune_core::result::DecodingResult;

/// A picture in red, green and blue.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Picture {
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// Row by row from the top left.
    pub(crate) pixels: Vec<[u8; 3]>,
}

impl Picture {
    pub(crate) fn new(width: usize, height: usize, bytes: &[u8]) -> Picture {
        let pixels = bytes.as_chunks::<3>().0.to_vec();
        assert_eq!(pixels.len(), width * height);
        Picture { width, height, pixels }
    }

    pub(crate) fn at(&self, x: usize, y: usize) -> [u8; 3] {
        self.pixels[y * self.width + x]
    }

    /// The pixels of a rectangle, row by row.
    pub(crate) fn part(&self, (left, top): (usize, usize), (w, h): (usize, usize)) -> Vec<[u8; 3]> {
        let rows = self.pixels.chunks_exact(self.width).skip(top).take(h);
        rows.flat_map(|row| row[left..left + w].iter().copied()).collect()
    }
}

/// A PNG as the `png` crate reads it.
pub(crate) fn png(file: &[u8]) -> Picture {
    let mut decoder = png::Decoder::new(Cursor::new(file));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().expect("a PNG");
    let mut bytes = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut bytes).expect("pixels");
    assert_eq!(info.color_type, png::ColorType::Rgb);
    Picture::new(info.width as usize, info.height as usize, &bytes)
}

/// A PNG as `zune-png` reads it, with all checksums.
pub(crate) fn png_by_zune(file: &[u8]) -> Picture {
    let options = DecoderOptions::default()
        .set_strict_mode(true)
        .png_set_confirm_crc(true)
        .inflate_set_confirm_adler(true);
    let mut decoder = PngDecoder::new_with_options(zune_cursor(file), options);
    let DecodingResult::U8(bytes) = decoder.decode().expect("a PNG") else {
        panic!("eight bits a channel");
    };
    let (width, height) = decoder.dimensions().expect("a size");
    Picture::new(width, height, &bytes)
}

fn zune_cursor(file: &[u8]) -> zune_png::zune_core::bytestream::ZCursor<&[u8]> {
    zune_png::zune_core::bytestream::ZCursor::new(file)
}

/// The parts of a palette PNG. Its checksums are computed here independently.
pub(crate) struct Indexed {
    pub(crate) width: usize,
    pub(crate) palette: Vec<[u8; 3]>,
    /// Palette indices, row by row from the top left.
    pub(crate) indices: Vec<u8>,
}

impl Indexed {
    pub(crate) fn read(file: &[u8]) -> Indexed {
        let mut rest = file.strip_prefix(b"\x89PNG\r\n\x1a\n").expect("the signature");
        let mut chunks: Vec<(&[u8], &[u8])> = Vec::new();
        while !rest.is_empty() {
            let length = u32::from_be_bytes(rest[..4].try_into().unwrap()) as usize;
            let (chunk, behind) = rest[4..].split_at(4 + length);
            assert_eq!(behind[..4], crc(chunk).to_be_bytes(), "a chunk's checksum");
            chunks.push(chunk.split_at(4));
            rest = &behind[4..];
        }
        let kinds: Vec<_> = chunks.iter().map(|(kind, _)| str::from_utf8(kind).unwrap()).collect();
        assert_eq!(kinds, ["IHDR", "PLTE", "IDAT", "IEND"]);
        let header = chunks[0].1;
        let [width, height] =
            [0, 4].map(|at| u32::from_be_bytes(header[at..at + 4].try_into().unwrap()) as usize);
        assert_eq!(header[8..], [8, 3, 0, 0, 0], "depth 8, palette, plain deflate, one pass");
        let lines = inflate(chunks[2].1);
        assert_eq!(lines.len(), (width + 1) * height);
        let indices = lines.chunks_exact(width + 1).flat_map(|line| {
            assert_eq!(line[0], 0, "no filter");
            &line[1..]
        });
        let indices = indices.copied().collect();
        Indexed { width, palette: chunks[1].1.as_chunks::<3>().0.to_vec(), indices }
    }
}

/// The content of a zlib stream. Its checksum is computed as RFC 1950 defines it.
fn inflate(stream: &[u8]) -> Vec<u8> {
    let bytes = decompress_to_vec_zlib(stream).expect("a zlib stream");
    let (mut a, mut b) = (1_u32, 0_u32);
    for &byte in &bytes {
        a = (a + u32::from(byte)) % 65_521;
        b = (b + a) % 65_521;
    }
    assert_eq!(stream[stream.len() - 4..], (b << 16 | a).to_be_bytes(), "the stream's checksum");
    bytes
}

/// The checksum of a chunk as annex D of the PNG specification defines it, bit by bit.
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| crc >> 1 ^ (0xedb8_8320 * (crc & 1)))
    })
}
