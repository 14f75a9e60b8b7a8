//! The parts of a deflate stream (RFC 1951): tokens, prefix codes, the head of a block.

pub(super) const MATCH_MIN: usize = 3;
pub(super) const MATCH_MAX: usize = 258;

/// Literals, end of block, and lengths.
const LITERALS: usize = 286;
/// Distances.
const DISTANCES: usize = 30;
const END_OF_BLOCK: usize = 256;
/// The longest code of a literal, length or distance, in bits.
const CODE_MAX: u8 = 15;
/// The longest code in the code of code lengths, in bits.
const LENGTH_CODE_MAX: u8 = 7;

/// One step of decompression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DeflateToken {
    Literal(u8),
    /// A copy of `length` bytes from `distance` bytes back.
    Match {
        length: u16,
        distance: u16,
    },
}

/// Up to 56 bits of a stream, the first one lowest; their number is in the highest byte.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bits(u64);

impl Bits {
    const MOST: u32 = 56;

    fn new(bits: u64, count: u32) -> Bits {
        Bits(bits | u64::from(count) << Bits::MOST)
    }

    #[inline]
    fn bits(self) -> u64 {
        self.0 & ((1 << Bits::MOST) - 1)
    }

    #[inline]
    pub(super) fn count(self) -> u32 {
        (self.0 >> Bits::MOST) as u32
    }

    pub(super) fn has_room_for(self, more: Bits) -> bool {
        self.count() + more.count() <= Bits::MOST
    }

    pub(super) fn then(self, more: Bits) -> Bits {
        Bits::new(self.bits() | more.bits() << self.count(), self.count() + more.count())
    }
}

/// A symbol with the extra bits that select a value in its range (RFC 1951, 3.2.5).
struct Symbol {
    number: usize,
    extra: u64,
    extra_bits: u32,
}

impl Symbol {
    fn extra_bits(&self) -> Bits {
        Bits::new(self.extra, self.extra_bits)
    }
}

/// Ranges double their width every `per_width` symbols, after the first ones of width 1.
fn symbol(value: usize, per_width: usize) -> Symbol {
    if value < 2 * per_width {
        return Symbol { number: value, extra: 0, extra_bits: 0 };
    }
    let extra_bits = value.ilog2() - per_width.ilog2();
    let symbol = per_width * extra_bits as usize + (value >> extra_bits);
    Symbol { number: symbol, extra: (value & ((1 << extra_bits) - 1)) as u64, extra_bits }
}

fn length_symbol(length: u16) -> Symbol {
    if usize::from(length) == MATCH_MAX {
        return Symbol { number: 285, extra: 0, extra_bits: 0 };
    }
    let of_range = symbol(usize::from(length) - MATCH_MIN, 4);
    Symbol { number: 257 + of_range.number, ..of_range }
}

fn distance_symbol(distance: u16) -> Symbol {
    symbol(usize::from(distance) - 1, 2)
}

/// The frequency of each symbol.
#[derive(Clone, Debug)]
pub(super) struct Frequencies {
    literals: [u64; LITERALS],
    distances: [u64; DISTANCES],
}

impl Frequencies {
    pub(super) fn new() -> Frequencies {
        let mut frequencies = Frequencies { literals: [0; LITERALS], distances: [0; DISTANCES] };
        frequencies.literals[END_OF_BLOCK] = 1;
        frequencies
    }

    pub(super) fn add(&mut self, token: DeflateToken, times: u64) {
        match token {
            DeflateToken::Literal(byte) => self.literals[usize::from(byte)] += times,
            DeflateToken::Match { length, distance } => {
                self.literals[length_symbol(length).number] += times;
                self.distances[distance_symbol(distance).number] += times;
            }
        }
    }
}

/// The prefix codes of a block.
#[derive(Clone, Debug)]
pub(super) struct Codes {
    literals: Vec<Bits>,
    distances: Vec<Bits>,
}

impl Codes {
    /// The best codes for some frequencies; a symbol that never occurs has none.
    pub(super) fn of(frequencies: &Frequencies) -> Codes {
        Codes {
            literals: canonical(&code_lengths(&frequencies.literals, CODE_MAX)),
            distances: canonical(&code_lengths(&frequencies.distances, CODE_MAX)),
        }
    }

    /// The bits of a token: 48 at most.
    pub(super) fn token(&self, token: DeflateToken) -> Bits {
        match token {
            DeflateToken::Literal(byte) => self.literals[usize::from(byte)],
            DeflateToken::Match { length, distance } => {
                let (length, distance) = (length_symbol(length), distance_symbol(distance));
                let code = self.distances[distance.number];
                self.literals[length.number]
                    .then(length.extra_bits())
                    .then(code)
                    .then(distance.extra_bits())
            }
        }
    }

    pub(super) fn end_of_block(&self) -> Bits {
        self.literals[END_OF_BLOCK]
    }

    /// The head of a last block with these codes (RFC 1951, 3.2.7).
    pub(super) fn block_head(&self) -> Vec<Bits> {
        let used = |codes: &[Bits], least: usize| {
            codes
                .iter()
                .rposition(|code| code.count() > 0)
                .map_or(least, |last| least.max(last + 1))
        };
        let (literals, distances) = (used(&self.literals, 257), used(&self.distances, 1));
        let lengths: Vec<u8> = self.literals[..literals]
            .iter()
            .chain(&self.distances[..distances])
            .map(|code| code.count() as u8)
            .collect();
        let runs = run_lengths(&lengths);
        let mut frequencies = [0; 19];
        for run in &runs {
            frequencies[run.number] += 1;
        }
        let codes = canonical(&code_lengths(&frequencies, LENGTH_CODE_MAX));
        let sent = LENGTH_ORDER.iter().rposition(|&symbol| codes[symbol].count() > 0);
        let sent = sent.map_or(4, |last| 4.max(last + 1));

        let last_block_with_dynamic_codes = Bits::new(1, 1).then(Bits::new(2, 2));
        let counts = last_block_with_dynamic_codes
            .then(Bits::new(literals as u64 - 257, 5))
            .then(Bits::new(distances as u64 - 1, 5))
            .then(Bits::new(sent as u64 - 4, 4));
        let mut head = vec![counts];
        let lengths = LENGTH_ORDER[..sent].iter();
        head.extend(lengths.map(|&symbol| Bits::new(u64::from(codes[symbol].count()), 3)));
        head.extend(runs.iter().map(|run| codes[run.number].then(run.extra_bits())));
        head
    }
}

/// The order in which the lengths of the code of code lengths are sent.
const LENGTH_ORDER: [usize; 19] =
    [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/// Run-length encodes code lengths: 16 repeats the last one, 17 and 18 repeat 0.
fn run_lengths(lengths: &[u8]) -> Vec<Symbol> {
    let mut runs = Vec::new();
    for run in lengths.chunk_by(|a, b| a == b) {
        let (length, mut left) = (run[0], run.len());
        if length > 0 {
            runs.push(Symbol { number: usize::from(length), extra: 0, extra_bits: 0 });
            left -= 1;
        }
        while left > 0 {
            let (symbol, extra_bits, least, most) = match (length, left) {
                (0, 11..) => (18, 7, 11, 138),
                (0, 3..) => (17, 3, 3, 10),
                (1.., 3..) => (16, 2, 3, 6),
                (_, _) => (usize::from(length), 0, 1, 1),
            };
            let taken = left.min(most);
            runs.push(Symbol { number: symbol, extra: (taken - least) as u64, extra_bits });
            left -= taken;
        }
    }
    runs
}

/// The lengths of an optimal prefix code of limited length, by package-merge (Larmore and
/// Hirschberg 1990).
fn code_lengths(frequencies: &[u64], longest: u8) -> Vec<u8> {
    let mut lengths = vec![0; frequencies.len()];
    let mut leaves: Vec<(u64, Vec<usize>)> = frequencies
        .iter()
        .enumerate()
        .filter(|&(_, &frequency)| frequency > 0)
        .map(|(symbol, &frequency)| (frequency, vec![symbol]))
        .collect();
    if let [(_, only)] = &leaves[..] {
        // A code needs at least one bit.
        lengths[only[0]] = 1;
        return lengths;
    }
    leaves.sort_by_key(|leaf| leaf.0);
    let mut packages = leaves.clone();
    for _ in 1..longest {
        let paired = packages.chunks_exact(2).map(|pair| {
            (pair[0].0 + pair[1].0, [pair[0].1.as_slice(), pair[1].1.as_slice()].concat())
        });
        let mut merged: Vec<_> = paired.chain(leaves.iter().cloned()).collect();
        merged.sort_by_key(|package| package.0);
        packages = merged;
    }
    let chosen = (2 * leaves.len()).saturating_sub(2);
    for (_, symbols) in packages.iter().take(chosen) {
        for &symbol in symbols {
            lengths[symbol] += 1;
        }
    }
    lengths
}

/// The codes of some lengths, each with its first bit lowest (RFC 1951, 3.2.2).
fn canonical(lengths: &[u8]) -> Vec<Bits> {
    let mut codes = vec![Bits::default(); lengths.len()];
    let mut next = 0_u32;
    for length in 1..=CODE_MAX {
        next <<= 1;
        for (symbol, _) in lengths.iter().enumerate().filter(|&(_, &own)| own == length) {
            let first_lowest = next.reverse_bits() >> (32 - u32::from(length));
            codes[symbol] = Bits::new(u64::from(first_lowest), u32::from(length));
            next += 1;
        }
    }
    codes
}

/// Collects bits into bytes.
#[derive(Debug)]
pub(super) struct BitWriter {
    bytes: Vec<u8>,
    /// Whole bytes written.
    end: usize,
    pending: u64,
    pending_bits: u32,
}

impl BitWriter {
    /// Continues after some bytes.
    pub(super) fn after(mut bytes: Vec<u8>) -> BitWriter {
        let end = bytes.len();
        bytes.resize(end + 65_536, 0);
        BitWriter { bytes, end, pending: 0, pending_bits: 0 }
    }

    #[inline]
    pub(super) fn put(&mut self, bits: Bits) {
        // At most seven bits are pending, so 56 more always fit.
        self.pending |= bits.bits() << self.pending_bits;
        if self.bytes.len() < self.end + 8 {
            self.grow();
        }
        self.bytes[self.end..self.end + 8].copy_from_slice(&self.pending.to_le_bytes());
        let count = self.pending_bits + bits.count();
        self.end += (count / 8) as usize;
        self.pending = self.pending.checked_shr(count & !7).unwrap_or(0);
        self.pending_bits = count % 8;
    }

    #[cold]
    fn grow(&mut self) {
        self.bytes.resize(2 * self.bytes.len() + 8, 0);
    }

    /// The bytes, the last one padded with zeros.
    pub(super) fn finish(mut self) -> Vec<u8> {
        let partial = usize::from(self.pending_bits > 0);
        self.bytes.truncate(self.end + partial);
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use miniz_oxide::inflate::decompress_to_vec;

    use super::*;

    #[test]
    fn lengths_and_distances_have_the_symbols_of_the_standard() {
        // RFC 1951, 3.2.5: the first value of some symbols.
        let lengths =
            [(3, 257), (10, 264), (11, 265), (13, 266), (67, 277), (227, 284), (258, 285)];
        for (length, expected) in lengths {
            assert_eq!(length_symbol(length).number, expected, "length {length}");
        }
        assert_eq!(length_symbol(257).extra, 30);
        let distances = [(1, 0), (4, 3), (5, 4), (7, 5), (769, 19), (1025, 20), (24_577, 29)];
        for (distance, expected) in distances {
            assert_eq!(distance_symbol(distance).number, expected, "distance {distance}");
        }
        assert_eq!(distance_symbol(32_768).extra_bits, 13);
    }

    /// Another implementation decodes blocks of any tokens.
    #[test]
    fn blocks_are_read_by_another_implementation() {
        let mut lots = Rng::with_seed(1);
        for round in 0..300 {
            let (mut tokens, mut bytes) = (Vec::new(), Vec::<u8>::new());
            let kinds = 1 << (round % 9);
            for _ in 0..lots.usize(..600) {
                let token = match lots.u8(..3) {
                    0 if !bytes.is_empty() => DeflateToken::Match {
                        length: lots.u16(MATCH_MIN as u16..=MATCH_MAX as u16),
                        distance: lots.u16(1..=bytes.len().min(32_768) as u16),
                    },
                    _ => DeflateToken::Literal(lots.u16(..kinds) as u8),
                };
                match token {
                    DeflateToken::Literal(byte) => bytes.push(byte),
                    DeflateToken::Match { length, distance } => {
                        for _ in 0..length {
                            bytes.push(bytes[bytes.len() - usize::from(distance)]);
                        }
                    }
                }
                tokens.push(token);
            }
            let mut frequencies = Frequencies::new();
            for &token in &tokens {
                frequencies.add(token, 1 + lots.u64(..50));
            }
            let codes = Codes::of(&frequencies);
            let mut writer = BitWriter::after(Vec::new());
            let body = tokens.iter().map(|&token| codes.token(token));
            for bits in codes.block_head().into_iter().chain(body).chain([codes.end_of_block()]) {
                writer.put(bits);
            }
            assert!(decompress_to_vec(&writer.finish()).unwrap() == bytes, "round {round}");
        }
    }

    #[test]
    fn code_lengths_are_limited_and_complete() {
        let fibonacci: Vec<u64> = std::iter::successors(Some((1, 1)), |&(a, b)| Some((b, a + b)))
            .map(|(number, _)| number)
            .take(30)
            .collect();
        for longest in [7, 15] {
            let lengths = code_lengths(&fibonacci, longest);
            assert!(lengths.iter().all(|&length| (1..=longest).contains(&length)));
            let kraft: f64 = lengths.iter().map(|&length| 0.5_f64.powi(i32::from(length))).sum();
            assert!((kraft - 1.0).abs() < 1e-12, "{longest}: {kraft}");
        }
    }
}
