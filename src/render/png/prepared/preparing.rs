//! Compresses a sheet's tiles: rows become tokens, once for each possible row above, and tokens
//! become bits, by codes that suit typical pictures.

use rustc_hash::FxHashMap;

use super::{PreparedRow, PreparedTile, PreparedTiles, Sink, push_chunk};
use crate::layout::Layout;
use crate::png::deflate::{Bits, Codes, DeflateToken, Frequencies, MATCH_MAX, MATCH_MIN};
use crate::tiles::{Grid, RowId, TileSet};

/// How far back on its own row a fragment looks for matches, in pixels.
const LOOK_BACK: usize = 8;

/// How far to either side of the pixel above a fragment looks, in pixels.
const LOOK_ASIDE: isize = 2;

/// The rows of a tile set, parsed into tokens.
struct Parsed {
    /// For each row of each tile, which fragment it is.
    rows: Vec<Vec<u32>>,
    fragments: Vec<Fragment>,
}

/// A row given the row above; equal rows below equal rows share a fragment.
struct Fragment {
    lead: usize,
    trail: usize,
    tokens: Vec<DeflateToken>,
    /// The sum of the pixels, and the sum weighted by their distance from the left.
    sum: u64,
    weighted: u64,
}

impl PreparedTiles {
    /// Compresses a sheet's tiles, with codes that suit the typical pictures.
    pub(crate) fn new(layout: Layout, tiles: &TileSet, typical: &[Grid]) -> PreparedTiles {
        let stride = layout.width() as usize + 1;
        let guess = Codes::of(&first_guess(tiles, stride));
        let parsed = Parsed::new(tiles, stride, &guess);
        let mut frequencies = Frequencies::new();
        count_whatever_may_occur(&mut frequencies, &parsed, layout);
        // Rough codes are good enough to count the symbols of typical pictures.
        let (trial, fragments) =
            PreparedTiles::with_codes(layout, tiles, &parsed, &Codes::of(&frequencies));
        for grid in typical {
            let mut counter = Counter { layout, fragments: &fragments, frequencies };
            trial.walk(grid, &mut counter);
            frequencies = counter.frequencies;
        }
        // Two of them at once would be the peak memory of the program.
        drop((trial, fragments));
        PreparedTiles::with_codes(layout, tiles, &parsed, &Codes::of(&frequencies)).0
    }

    /// The tiles in the given codes, and which fragment begins at which chunk.
    fn with_codes<'p>(
        layout: Layout,
        tiles: &TileSet,
        parsed: &'p Parsed,
        codes: &Codes,
    ) -> (PreparedTiles, FxHashMap<u32, &'p Fragment>) {
        let stride = layout.width() as u16 + 1;
        let mut prepared = PreparedTiles {
            palette: palette_chunk(tiles.palette()),
            block_head: codes.block_head(),
            tiles: Vec::new(),
            rows: Vec::with_capacity(parsed.rows.iter().map(Vec::len).sum()),
            chunks: Vec::new(),
            as_above: (0..=MATCH_MAX as u16)
                .map(|length| match usize::from(length) {
                    MATCH_MIN.. => codes.token(DeflateToken::Match { length, distance: stride }),
                    _ => Bits::default(),
                })
                .collect(),
            as_left: [[Bits::default(); 9]; 4],
            copy_bits: 0,
            filter_byte: codes.token(DeflateToken::Literal(0)),
            end_of_block: codes.end_of_block(),
            layout,
        };
        for (squares, back, token) in copies(layout.square as usize) {
            prepared.as_left[squares][back] = codes.token(token);
        }
        prepared.copy_bits = prepared.as_left[1][1].count();
        let compressed: Vec<(u32, u8, u16)> =
            parsed.fragments.iter().map(|part| prepared.compress(&part.tokens, codes)).collect();
        for (id, fragments) in tiles.ids().zip(&parsed.rows) {
            let first_row = prepared.rows.len() as u32;
            let height = tiles.height(id) as u16;
            let mut tile = PreparedTile { first_row, height, changes: [0; 3], sum: 0, weighted: 0 };
            for (y, (&content, &fragment)) in tiles.rows(id).iter().zip(fragments).enumerate() {
                let (begin, chunks, bits) = compressed[fragment as usize];
                let Fragment { lead, trail, sum, weighted, .. } =
                    parsed.fragments[fragment as usize];
                let (lead, trail) = (lead as u8, trail as u8);
                tile.changes[y / 64] |= u64::from(chunks > 0) << (y % 64);
                tile.sum += sum;
                tile.weighted += weighted + sum * y as u64 * u64::from(stride);
                prepared.rows.push(PreparedRow { content, begin, chunks, lead, trail, bits });
            }
            prepared.tiles.push(tile);
        }
        prepared.rows.shrink_to_fit();
        prepared.chunks.shrink_to_fit();
        let beginnings = compressed.iter().zip(&parsed.fragments);
        let there = beginnings.filter(|((_, chunks, _), _)| *chunks > 0);
        (prepared, there.map(|(&(begin, ..), fragment)| (begin, fragment)).collect())
    }

    /// Adds the bits of some tokens: where they begin, in how many chunks, how many there are.
    fn compress(&mut self, tokens: &[DeflateToken], codes: &Codes) -> (u32, u8, u16) {
        let begin = self.chunks.len();
        let mut chunk = Bits::default();
        for &token in tokens {
            let bits = codes.token(token);
            if !chunk.has_room_for(bits) {
                self.chunks.push(std::mem::take(&mut chunk));
            }
            chunk = chunk.then(bits);
        }
        if !tokens.is_empty() {
            self.chunks.push(chunk);
        }
        let bits = tokens.iter().map(|&token| codes.token(token).count() as u16).sum();
        (begin as u32, (self.chunks.len() - begin) as u8, bits)
    }
}

/// Counts the symbols of pictures, to choose the codes.
struct Counter<'a> {
    layout: Layout,
    /// Which fragment begins at which chunk.
    fragments: &'a FxHashMap<u32, &'a Fragment>,
    frequencies: Frequencies,
}

/// The weight of a symbol in a typical picture, relative to one that may occur.
const TYPICAL: u64 = 16;

impl Sink for Counter<'_> {
    fn filter_byte(&mut self) {
        self.frequencies.add(DeflateToken::Literal(0), TYPICAL);
    }

    fn as_above(&mut self, length: usize) {
        let distance = self.layout.width() as u16 + 1;
        self.frequencies.add(DeflateToken::Match { length: length as u16, distance }, TYPICAL);
    }

    fn as_left(&mut self, squares: usize, back: usize) {
        let square = self.layout.square as usize;
        let (length, distance) = ((squares * square) as u16, (back * square) as u16);
        self.frequencies.add(DeflateToken::Match { length, distance }, TYPICAL);
    }

    fn row(&mut self, row: &PreparedRow) {
        for &token in &self.fragments[&row.begin].tokens {
            self.frequencies.add(token, TYPICAL);
        }
    }
}

/// Every copy of squares from the left: how many, from how far, and its match.
fn copies(square: usize) -> impl Iterator<Item = (usize, usize, DeflateToken)> {
    let most = (MATCH_MAX / square).min(3);
    (1..=most).flat_map(move |squares| {
        (1..=8).map(move |back| {
            let (length, distance) = ((squares * square) as u16, (back * square) as u16);
            (squares, back, DeflateToken::Match { length, distance })
        })
    })
}

/// Counts every symbol that a picture of the sheet may need, so that each gets a code.
fn count_whatever_may_occur(frequencies: &mut Frequencies, parsed: &Parsed, layout: Layout) {
    let stride = layout.width() as u16 + 1;
    for length in MATCH_MIN..=MATCH_MAX {
        frequencies.add(DeflateToken::Match { length: length as u16, distance: stride }, 1);
    }
    for (_, _, token) in copies(layout.square as usize) {
        frequencies.add(token, 1);
    }
    frequencies.add(DeflateToken::Literal(0), 1);
    for &token in parsed.fragments.iter().flat_map(|fragment| &fragment.tokens) {
        frequencies.add(token, 1);
    }
}

/// First frequencies for parsing: pixels as they occur, and longer matches rarer.
fn first_guess(tiles: &TileSet, stride: usize) -> Frequencies {
    let mut frequencies = Frequencies::new();
    let mut pixels = 0;
    for id in tiles.ids() {
        for &row in tiles.rows(id) {
            let row = tiles.pixels(row, tiles.width(id));
            pixels += row.len() as u64;
            for run in row.chunk_by(|a, b| a == b) {
                frequencies.add(DeflateToken::Literal(run[0]), 1);
            }
        }
    }
    for length in MATCH_MIN..=MATCH_MAX {
        let times = pixels / (40 * length as u64) + 1;
        for distance in (1..=LOOK_BACK).chain([stride]) {
            let weight = if distance == 1 || distance == stride { 4 } else { 1 };
            let token = DeflateToken::Match { length: length as u16, distance: distance as u16 };
            frequencies.add(token, times * weight);
        }
        for aside in 1..=LOOK_ASIDE.unsigned_abs() {
            for distance in [stride - aside, stride + aside] {
                let token =
                    DeflateToken::Match { length: length as u16, distance: distance as u16 };
                frequencies.add(token, times);
            }
        }
    }
    for byte in 0..=255 {
        frequencies.add(DeflateToken::Literal(byte), 1);
    }
    frequencies
}

impl Parsed {
    fn new(tiles: &TileSet, stride: usize, codes: &Codes) -> Parsed {
        let costs = Costs::new(codes, stride);
        let mut known: FxHashMap<(Option<RowId>, RowId), u32> = FxHashMap::default();
        let mut fragments = Vec::new();
        let mut fragment_of = |above: Option<RowId>, row: RowId, width: usize| {
            *known.entry((above, row)).or_insert_with(|| {
                let above = above.map(|above| tiles.pixels(above, width)).unwrap_or_default();
                fragments.push(Fragment::new(tiles.pixels(row, width), above, &costs));
                (fragments.len() - 1) as u32
            })
        };
        let rows = tiles.ids().map(|id| {
            let rows = tiles.rows(id);
            let above = std::iter::once(None).chain(rows.iter().copied().map(Some));
            above.zip(rows).map(|(above, &row)| fragment_of(above, row, tiles.width(id))).collect()
        });
        let rows = rows.collect();
        Parsed { rows, fragments }
    }
}

impl Fragment {
    fn new(row: &[u8], above: &[u8], costs: &Costs) -> Fragment {
        let (lead, trail) = alike_at_the_ends(row, above);
        let core = lead..row.len() - trail;
        let tokens = parse(&row[core.clone()], above.get(core).unwrap_or_default(), costs);
        let sum = row.iter().map(|&pixel| u64::from(pixel)).sum();
        let weighted = (0..).zip(row).map(|(x, &pixel)| x * u64::from(pixel)).sum();
        Fragment { lead, trail, tokens, sum, weighted }
    }
}

/// The cost of tokens in bits, and the distances of possible matches.
struct Costs {
    literals: Vec<u32>,
    /// By length.
    lengths: Vec<u32>,
    /// Distances on the same row, with their costs.
    on_row: Vec<(usize, u32)>,
    /// How far to the right of the pixel above a match begins, its distance, and its cost.
    above: Vec<(isize, usize, u32)>,
}

impl Costs {
    fn new(codes: &Codes, stride: usize) -> Costs {
        let of = |length: usize, distance: usize| {
            let token = DeflateToken::Match { length: length as u16, distance: distance as u16 };
            codes.token(token).count()
        };
        let shortest = of(MATCH_MIN, 1);
        let distance = |distance| of(MATCH_MIN, distance);
        Costs {
            literals: (0..=255)
                .map(|byte| codes.token(DeflateToken::Literal(byte)).count())
                .collect(),
            // The extra cost over the shortest length, which is part of each distance's cost.
            lengths: (0..=MATCH_MAX)
                .map(|length| of(length.max(MATCH_MIN), 1) - shortest)
                .collect(),
            on_row: (1..=LOOK_BACK).map(|back| (back, distance(back))).collect(),
            above: (-LOOK_ASIDE..=LOOK_ASIDE)
                .map(|aside| {
                    let back = stride.wrapping_add_signed(-aside);
                    (aside, back, distance(back))
                })
                .collect(),
        }
    }
}

/// How many pixels at the left and at the right of a row equal those above: 0 where they are too
/// few for a match.
fn alike_at_the_ends(row: &[u8], above: &[u8]) -> (usize, usize) {
    let enough = |count: usize| if count < MATCH_MIN { 0 } else { count };
    let pairs = row.iter().zip(above);
    let lead = pairs.clone().take_while(|(a, b)| a == b).count();
    if lead == row.len() || above.is_empty() {
        return (enough(lead), 0);
    }
    let trail = pairs.rev().take_while(|(a, b)| a == b).count();
    (enough(lead), enough(trail))
}

/// The cheapest tokens for some pixels of a row, found from the right to the left: a literal, or
/// the longest match at each distance.
fn parse(row: &[u8], above: &[u8], costs: &Costs) -> Vec<DeflateToken> {
    let n = row.len();
    let mut on_row = vec![0; costs.on_row.len()];
    let mut on_row_above = vec![0; costs.above.len()];
    // For each place the cost of the rest and the token.
    let mut best = vec![(0, DeflateToken::Literal(0)); n + 1];
    for at in (0..n).rev() {
        let literal = costs.literals[usize::from(row[at])] + best[at + 1].0;
        let mut cheapest = (literal, DeflateToken::Literal(row[at]));
        let mut consider = |length: &mut usize, continues: bool, distance: usize, cost: u32| {
            *length = if continues { (*length + 1).min(MATCH_MAX) } else { 0 };
            if *length < MATCH_MIN {
                return;
            }
            let cost = cost + costs.lengths[*length] + best[at + *length].0;
            if cost < cheapest.0 {
                let (length, distance) = (*length as u16, distance as u16);
                cheapest = (cost, DeflateToken::Match { length, distance });
            }
        };
        for (length, &(distance, cost)) in on_row.iter_mut().zip(&costs.on_row) {
            let continues = at >= distance && row[at] == row[at - distance];
            consider(length, continues, distance, cost);
        }
        for (length, &(aside, distance, cost)) in on_row_above.iter_mut().zip(&costs.above) {
            let source = at.checked_add_signed(aside).and_then(|source| above.get(source));
            consider(length, source == Some(&row[at]), distance, cost);
        }
        best[at] = cheapest;
    }
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < n {
        let token = best[at].1;
        tokens.push(token);
        at += match token {
            DeflateToken::Literal(_) => 1,
            DeflateToken::Match { length, .. } => usize::from(length),
        };
    }
    tokens
}

fn palette_chunk(palette: &[[u8; 3]]) -> Vec<u8> {
    let mut chunk = Vec::new();
    push_chunk(&mut chunk, *b"PLTE", palette.as_flattened());
    chunk
}
