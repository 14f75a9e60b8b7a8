//! The compression of GIF (LZW with codes of growing width) for pictures of flat colour: a run of
//! equal pixels takes one step for each code, not for each pixel. `tests/bench/render.rs` compares
//! it with `weezl`, which takes about twice as long.

/// The most bits of a code; the table is cleared when all codes are used.
const CODE_MAX: u32 = 12;
const CODES: usize = 1 << CODE_MAX;

/// The slots of the hash table: four for each code.
const SLOTS: usize = 4 * CODES;

/// Compresses frames and keeps its tables between them.
#[derive(Debug)]
pub struct Compressor {
    /// The bits of a pixel, 2 to 8, as the format's "minimum code size".
    code_size: u8,
    /// The longer strings, by the code of the string before their last pixel and that pixel. From the
    /// highest bit on, a slot has the generation (32 bits), that code (12), that pixel (8) and the
    /// code of the string (12).
    slots: Vec<u64>,
    /// The current generation of `slots`; those of older ones are free.
    generation: u32,
    /// For each pixel value, the codes of its runs: of one pixel, of two, and so on.
    runs: Vec<Vec<u16>>,
    next_code: usize,
    /// The bits of a code now.
    width: u32,
}

impl Compressor {
    #[must_use]
    pub fn new(code_size: u8) -> Compressor {
        Compressor {
            code_size,
            slots: vec![0; SLOTS],
            generation: 0,
            runs: vec![Vec::new(); 1 << code_size],
            next_code: 0,
            width: 0,
        }
    }

    /// The pixels as the data of a frame: the minimum code size and the codes, not yet cut into
    /// blocks.
    pub fn compress(&mut self, pixels: &[u8]) -> Vec<u8> {
        let clear = 1_u16 << self.code_size;
        let mut bits = CodeWriter::new(self.code_size);
        self.clear();
        bits.put(clear, self.width);
        let mut rest = pixels;
        while !rest.is_empty() {
            let string = self.longest(rest);
            bits.put(string.code, self.width);
            let behind = &rest[string.length..];
            if self.next_code < CODES {
                if let Some(&pixel) = behind.first() {
                    self.add(string, pixel);
                }
            } else {
                bits.put(clear, self.width);
                self.clear();
            }
            rest = behind;
        }
        // The last string adds no code, but the decoder adds that of the string before.
        if self.next_code == 1 << self.width {
            self.width += 1;
        }
        bits.put(clear + 1, self.width);
        bits.finish()
    }

    fn clear(&mut self) {
        self.generation += 1;
        for (pixel, runs) in self.runs.iter_mut().enumerate() {
            runs.clear();
            runs.push(pixel as u16);
        }
        // After the pixels come the code that clears the table and the one that ends the data.
        self.next_code = (1 << self.code_size) + 2;
        self.width = u32::from(self.code_size) + 1;
    }

    /// The longest string of the table that the pixels begin with.
    #[inline]
    fn longest(&self, pixels: &[u8]) -> Match {
        let first = pixels[0];
        let runs = &self.runs[usize::from(first)];
        let run = run_length(pixels, runs.len() + 1);
        let length = run.min(runs.len());
        let mut found = Match { code: runs[length - 1], length, run: Some(first), free: None };
        if run > runs.len() {
            return found;
        }
        while let Some(&pixel) = pixels.get(found.length) {
            match self.find(found.code, pixel) {
                Ok(code) => {
                    found = Match { code, length: found.length + 1, run: None, free: None };
                }
                Err(slot) => {
                    found.free = Some(slot);
                    break;
                }
            }
        }
        found
    }

    /// The code of a string, or the free slot for it.
    #[inline]
    fn find(&self, prefix: u16, pixel: u8) -> Result<u16, usize> {
        let key = self.key(prefix, pixel);
        // Multiplication by the golden ratio spreads neighbouring keys over the table.
        let mut slot = ((key as u32).wrapping_mul(0x9e37_79b1) >> (32 - SLOTS.ilog2())) as usize;
        loop {
            let string = self.slots[slot];
            if string >> CODE_MAX == key {
                return Ok((string % CODES as u64) as u16);
            }
            if string >> 32 != u64::from(self.generation) {
                return Err(slot);
            }
            slot = (slot + 1) % SLOTS;
        }
    }

    /// A slot without the code of its string.
    #[inline]
    fn key(&self, prefix: u16, pixel: u8) -> u64 {
        u64::from(self.generation) << 20 | u64::from(prefix) << 8 | u64::from(pixel)
    }

    /// Gives a code to a string with one more pixel.
    #[inline]
    fn add(&mut self, string: Match, pixel: u8) {
        let code = self.next_code as u16;
        if string.run == Some(pixel) {
            self.runs[usize::from(pixel)].push(code);
        }
        if let Some(slot) = string.free.or_else(|| self.find(string.code, pixel).err()) {
            self.slots[slot] = self.key(string.code, pixel) << CODE_MAX | u64::from(code);
        }
        // The decoder is one code behind, so the width grows one code late.
        if self.next_code == 1 << self.width {
            self.width += 1;
        }
        self.next_code += 1;
    }
}

/// A string of the table.
#[derive(Clone, Copy)]
struct Match {
    code: u16,
    length: usize,
    /// The pixel of a run.
    run: Option<u8>,
    /// The slot for the string with one more pixel, where it was looked for.
    free: Option<usize>,
}

/// How many pixels at the beginning equal the first, up to a limit.
#[inline]
fn run_length(pixels: &[u8], limit: usize) -> usize {
    let pixels = &pixels[..limit.min(pixels.len())];
    let first = pixels[0];
    let (eights, rest) = pixels.as_chunks();
    for (index, &eight) in eights.iter().enumerate() {
        let differing = u64::from_le_bytes(eight) ^ u64::from_le_bytes([first; 8]);
        if differing != 0 {
            return 8 * index + differing.trailing_zeros() as usize / 8;
        }
    }
    8 * eights.len() + rest.iter().take_while(|&&pixel| pixel == first).count()
}

/// Collects codes into bytes, the first bit lowest.
struct CodeWriter {
    bytes: Vec<u8>,
    pending: u64,
    count: u32,
}

impl CodeWriter {
    fn new(code_size: u8) -> CodeWriter {
        CodeWriter { bytes: vec![code_size], pending: 0, count: 0 }
    }

    #[inline]
    fn put(&mut self, code: u16, width: u32) {
        self.pending |= u64::from(code) << self.count;
        self.count += width;
        if self.count >= u32::BITS {
            self.bytes.extend_from_slice(&(self.pending as u32).to_le_bytes());
            self.pending >>= u32::BITS;
            self.count -= u32::BITS;
        }
    }

    fn finish(mut self) -> Vec<u8> {
        let rest = self.pending.to_le_bytes();
        self.bytes.extend_from_slice(&rest[..self.count.div_ceil(8) as usize]);
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use proptest::prelude::*;
    use weezl::BitOrder;
    use weezl::decode::Decoder;

    use super::*;

    /// What another implementation reads, which must find the end where it is.
    fn read_back(data: &[u8]) -> Vec<u8> {
        let (&code_size, codes) = data.split_first().unwrap();
        let mut pixels = Vec::new();
        let mut decoder = Decoder::new(BitOrder::Lsb, code_size);
        let result = decoder.into_vec(&mut pixels).decode_all(codes);
        assert_eq!(result.consumed_in, codes.len());
        // It notices the end when it is asked for more.
        let result = decoder.into_vec(&mut pixels).decode_all(&[]);
        assert!(decoder.has_ended(), "{result:?}");
        pixels
    }

    #[test]
    fn no_pixels_are_only_an_end() {
        assert_eq!(read_back(&Compressor::new(2).compress(&[])), Vec::<u8>::new());
    }

    /// Each length ends at another place of the table, also where codes grow by a bit and where the
    /// table is full.
    #[test]
    fn every_length_reads_back() {
        let mut lots = Rng::with_seed(1);
        let noise: Vec<u8> = (0..5000).map(|_| lots.u8(..32)).collect();
        let flat = vec![7; 5000];
        let mut compressor = Compressor::new(5);
        for length in 0..5000 {
            for pixels in [&noise, &flat] {
                let data = compressor.compress(&pixels[..length]);
                assert!(read_back(&data) == pixels[..length], "{length}");
            }
        }
    }

    #[test]
    fn a_large_flat_picture_is_small() {
        let pixels = vec![3; 808 * 720];
        let data = Compressor::new(5).compress(&pixels);
        assert!(read_back(&data) == pixels);
        assert!(data.len() < 1600, "{}", data.len());
    }

    /// Runs, as boards have them, and noise.
    fn pixels(bits: u8) -> impl Strategy<Value = Vec<u8>> {
        let most = (1_u16 << bits) - 1;
        let run = (0..=most as u8, prop_oneof![Just(1_usize), 1..300_usize]);
        prop::collection::vec(run, 0..400).prop_map(|runs| {
            runs.into_iter()
                .flat_map(|(pixel, length)| std::iter::repeat_n(pixel, length))
                .collect()
        })
    }

    proptest! {
        #[test]
        fn any_pixels_read_back(
            (bits, frames) in (2..=8_u8).prop_flat_map(|bits| {
                (Just(bits), prop::collection::vec(pixels(bits), 1..4))
            })
        ) {
            // The tables are kept from frame to frame.
            let mut compressor = Compressor::new(bits);
            for frame in frames {
                prop_assert!(read_back(&compressor.compress(&frame)) == frame);
            }
        }
    }
}
