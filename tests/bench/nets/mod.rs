//! Learning what positions of Makruk and Ōgi are worth.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Write as _;
use std::ops::Range;
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use fastrand::Rng;
use kradan_engine::net::{
    Inputs, LAST_ONE, ONE, PARTS, SCALE, Seen, WIDTH, inputs, inputs_in, is_quiet, len,
};
use kradan_engine::{Choice, Strength, choose, mate_plies};
use kradan_rules::{Game, GameKind};

/// The fewest and most random moves of an opening.
const OPENING: std::ops::RangeInclusive<usize> = 4..=14;

/// One game of Makruk in so many begins with an ending.
const ENDINGS: usize = 8;

/// A game is left after so many plies.
const PLIES_MAX: usize = 300;

/// A game is left in which no score was above the first number for more plies than the second, once
/// there were more than the third.
const LEVEL: (i32, usize, usize) = (15, 10, 80);

/// One position in so many is not learnt from.
const HELD_OUT: usize = 20;

/// How many positions change the weights together.
const BATCH: usize = 4_096;

/// By how much a weight changes with a batch at first.
const STEP: f32 = 0.002;

/// The largest weight of an input, in absolute value.
const ROW_MAX: f32 = 3.8;

/// The largest weight of the last layer, so that the square of a sum times a weight can be held.
const LAST_MAX: f32 = 127.0 / LAST_ONE as f32;

/// A position and how much the side to move wins, 0 to 1.
struct Sample {
    inputs: Inputs,
    wanted: f32,
}

/// Adds quiet positions of games to those in the folder: in each line the score for the side to move,
/// and the position.
pub(crate) fn play(kind: GameKind, folder: &Path, time: Duration, nodes: u64) {
    fs::create_dir_all(folder).unwrap();
    let file = folder.join(kind.name());
    let known = fs::read_to_string(&file).unwrap_or_default();
    let known = known.lines().filter(|line| !line.is_empty()).count();
    let mut kept = File::options().create(true).append(true).open(&file).unwrap();
    // A kill may have cut the last line short.
    writeln!(kept).unwrap();
    let kept = Mutex::new((kept, 0));
    let begun = Instant::now();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for thread in 0..threads as u64 {
            let kept = &kept;
            scope.spawn(move || {
                let mut random = Rng::with_seed((known as u64) << 8 | thread);
                while begun.elapsed() < time {
                    let lines = game(kind, &mut random, nodes);
                    let mut kept = kept.lock().unwrap();
                    kept.0.write_all(lines.as_bytes()).unwrap();
                    kept.1 += lines.lines().count();
                }
            });
        }
    });
    println!("{known} positions, and {} new ones", kept.into_inner().unwrap().1);
}

/// The quiet positions of a game after its opening.
fn game(kind: GameKind, random: &mut Rng, nodes: u64) -> String {
    let is_ending = kind == GameKind::Makruk && random.usize(..ENDINGS) == 0;
    let begun = if is_ending { ending(random) } else { opening(kind, random) };
    let Some(mut game) = begun else { return String::new() };
    let strength = Strength { nodes, depth: 64, spread: 0, solves: 0 };
    let mut lines = String::new();
    let mut level = 0;
    while game.plies() <= PLIES_MAX && game.occurrences() < 3 {
        let Some(Choice { text, score }) = choose(&game, strength, random.u64(..)) else { break };
        let (level_score, level_plies, plies) = LEVEL;
        level = if score.abs() > level_score { 0 } else { level + 1 };
        if mate_plies(score).is_some() || level > level_plies && game.plies() > plies {
            break;
        }
        if is_quiet(&game, &text) {
            writeln!(lines, "{score} {}", game.position()).unwrap();
        }
        game.play_text(&text).unwrap();
    }
    lines
}

/// A game after some random moves.
fn opening(kind: GameKind, random: &mut Rng) -> Option<Game> {
    let mut game = Game::new(kind);
    for _ in 0..random.usize(OPENING) {
        game.play_text(random.choice(&game.legal_moves())?).unwrap();
    }
    Some(game)
}

/// A position of Makruk with few pieces on random squares, if they may stand there.
fn ending(random: &mut Rng) -> Option<Game> {
    let mut board = [[None; 8]; 8];
    let (few, many) = (random.usize(0..=2), random.usize(1..=4));
    let is_swapped = random.bool();
    for (is_white, count) in [(true, many), (false, few)] {
        for nth in 0..=count {
            let piece =
                if nth == 0 { "K" } else { *random.choice(&["R", "N", "S", "M", "M~", "P"])? };
            // No bia stands behind its first rank, and none where it promotes.
            let rank = if piece == "P" { random.usize(2..=4) } else { random.usize(0..8) };
            let is_white = is_white != is_swapped;
            let rank = if is_white { rank } else { 7 - rank };
            board[7 - rank][random.usize(0..8)] = Some((is_white, piece));
        }
    }
    let rank = |rank: [Option<(bool, &str)>; 8]| {
        rank.map(|square| match square {
            Some((true, piece)) => piece.to_owned(),
            Some((false, piece)) => piece.to_lowercase(),
            None => "1".to_owned(),
        })
        .concat()
    };
    let turn = if random.bool() { "w" } else { "b" };
    let position = format!("{} {turn}", board.map(rank).join("/"));
    Game::from_position(GameKind::Makruk, &position).ok()
}

/// How much a position with this score wins.
fn wins(score: f32) -> f32 {
    1.0 / (1.0 + (-score).exp())
}

fn read(kind: GameKind, line: &str) -> Option<Sample> {
    let (score, position) = line.split_once(' ')?;
    let game = Game::from_position(kind, position).ok()?;
    let score: f32 = score.parse().ok()?;
    Some(Sample { inputs: inputs(&game)?, wanted: wins(score / f32::from(SCALE)) })
}

/// All numbers of a net, in the order of its file.
#[derive(Clone)]
struct Numbers(Vec<f32>);

impl Numbers {
    fn zero(inputs: usize) -> Numbers {
        Numbers(vec![0.0; len(inputs)])
    }

    fn inputs(&self) -> usize {
        (self.0.len() - len(0)) / WIDTH
    }

    /// Where the row of an input begins; the row after the last input is what the sums begin with.
    fn row(input: usize) -> Range<usize> {
        input * WIDTH..(input + 1) * WIDTH
    }

    /// The weights of the last layer for a part and a viewer.
    fn last(&self, part: usize, viewer: usize) -> Range<usize> {
        Numbers::row(self.inputs() + 1 + 2 * part + viewer)
    }

    /// What the sum of the last layer begins with.
    fn last_begin(&self, part: usize) -> usize {
        self.0.len() - PARTS + part
    }

    fn sums(&self, seen: &Seen) -> [f32; WIDTH] {
        let mut sums = [0.0; WIDTH];
        sums.copy_from_slice(&self.0[Numbers::row(self.inputs())]);
        for input in seen.each() {
            let row = &self.0[Numbers::row(input)];
            sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
        }
        sums
    }

    /// The score of a position, and the sums of the first layer.
    fn score(&self, inputs: &Inputs) -> (f32, [[f32; WIDTH]; 2]) {
        let sums = inputs.seen().map(|seen| self.sums(seen));
        let mut score = self.0[self.last_begin(inputs.part())];
        for (viewer, sums) in sums.iter().enumerate() {
            let last = &self.0[self.last(inputs.part(), viewer)];
            let held = sums.iter().map(|sum| sum.clamp(0.0, 1.0));
            score += held.zip(last).map(|(held, weight)| held * held * weight).sum::<f32>();
        }
        (score, sums)
    }

    /// Adds the slope of the loss of a sample to the slopes.
    fn add_slope(&self, Sample { inputs, wanted }: &Sample, slopes: &mut Numbers) {
        let (score, sums) = self.score(inputs);
        let off = wins(score) - wanted;
        slopes.0[self.last_begin(inputs.part())] += off;
        for (viewer, sums) in sums.iter().enumerate() {
            let last = self.last(inputs.part(), viewer);
            let mut slope = [0.0; WIDTH];
            for (at, (&sum, number)) in sums.iter().zip(last).enumerate() {
                let held = sum.clamp(0.0, 1.0);
                slopes.0[number] += off * held * held;
                let is_free = sum > 0.0 && sum < 1.0;
                slope[at] = if is_free { off * 2.0 * held * self.0[number] } else { 0.0 };
            }
            let begin = self.inputs();
            for input in inputs.seen()[viewer].each().chain([begin]) {
                let row = &mut slopes.0[Numbers::row(input)];
                row.iter_mut().zip(&slope).for_each(|(all, slope)| *all += slope);
            }
        }
    }

    /// How far off what the net foresees is, as the root of the mean square.
    fn loss(&self, kind: GameKind, lines: &[&str]) -> f32 {
        let samples = lines.iter().filter_map(|line| read(kind, line));
        let losses = samples.map(|Sample { inputs, wanted }| {
            let wins = wins(self.score(&inputs).0);
            f64::from(wins - wanted).powi(2)
        });
        (losses.sum::<f64>() / lines.len() as f64).sqrt() as f32
    }

    /// The file of the net.
    fn bytes(&self) -> Vec<u8> {
        let rows = self.last(0, 0).start;
        let one = |at: usize| if at < rows { f32::from(ONE) } else { f32::from(LAST_ONE) };
        let number = |(at, it): (usize, &f32)| ((it * one(at)).round() as i16).to_le_bytes();
        self.0.iter().enumerate().flat_map(number).collect()
    }
}

/// A net while it is fitted (Adam).
struct Fit {
    net: Numbers,
    /// The means of the slopes and of their squares.
    means: [Numbers; 2],
    batches: i32,
}

impl Fit {
    /// A net that knows nothing.
    fn new(inputs: usize, random: &mut Rng) -> Fit {
        let mut net = Numbers::zero(inputs);
        let (begin, last, end) = (inputs * WIDTH, net.last(0, 0).start, net.last_begin(0));
        let mut around = |middle: f32, most: f32| middle + most * (2.0 * random.f32() - 1.0);
        net.0[..begin].iter_mut().for_each(|it| *it = around(0.0, 0.15));
        net.0[begin..last].iter_mut().for_each(|it| *it = around(0.4, 0.1));
        net.0[last..end].iter_mut().for_each(|it| *it = around(0.0, 0.1));
        Fit { net, means: [Numbers::zero(inputs), Numbers::zero(inputs)], batches: 0 }
    }

    fn step(&mut self, kind: GameKind, batch: &[&str], step: f32) {
        let net = &self.net;
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let slopes = std::thread::scope(|scope| {
            let parts = batch.chunks(batch.len().div_ceil(threads)).map(|part| {
                scope.spawn(move || {
                    let mut slopes = Numbers::zero(net.inputs());
                    for sample in part.iter().filter_map(|line| read(kind, line)) {
                        net.add_slope(&sample, &mut slopes);
                    }
                    slopes
                })
            });
            let parts: Vec<_> = parts.collect();
            parts.into_iter().map(|it| it.join().unwrap()).reduce(|mut sum, part| {
                sum.0.iter_mut().zip(part.0).for_each(|(sum, slope)| *sum += slope);
                sum
            })
        });
        self.batches += 1;
        let [still, still_squares] = [0.9_f32, 0.999].map(|it| 1.0 - it.powi(self.batches));
        let (last, end) = (self.net.last(0, 0).start, self.net.last_begin(0));
        let [means, squares] = &mut self.means;
        for (at, slope) in slopes.expect("samples").0.into_iter().enumerate() {
            let slope = slope / batch.len() as f32;
            let (mean, square) = (&mut means.0[at], &mut squares.0[at]);
            *mean += 0.1 * (slope - *mean);
            *square += 0.001 * (slope * slope - *square);
            let by = step * (*mean / still) / ((*square / still_squares).sqrt() + 1e-8);
            let most = if at < last {
                ROW_MAX
            } else if at < end {
                LAST_MAX
            } else {
                100.0
            };
            let weight = &mut self.net.0[at];
            *weight = (*weight - by).clamp(-most, most);
        }
    }
}

/// Fits a net to the positions in the folder.
pub(crate) fn fit(kind: GameKind, folder: &Path, passes: u64, fewest: usize, out: &Path) {
    let text = fs::read_to_string(folder.join(kind.name())).expect("positions to learn from");
    let mut samples: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
    assert!(samples.len() >= fewest, "{} positions are too few: {fewest}", samples.len());
    // Whole games are held out, as far as that goes.
    let held_out = samples.split_off(samples.len() - samples.len() / HELD_OUT);
    let mut random = Rng::with_seed(1);
    let mut fit = Fit::new(inputs_in(kind), &mut random);
    let batches = samples.len().div_ceil(BATCH) * passes as usize;
    for pass in 1..=passes {
        random.shuffle(&mut samples);
        for batch in samples.chunks(BATCH) {
            let left = 1.0 - fit.batches as f32 / batches as f32;
            fit.step(kind, batch, STEP * left);
        }
        println!("pass {pass}: {:.5}", fit.net.loss(kind, &held_out));
    }
    fs::write(out, fit.net.bytes()).unwrap();
    println!("{} positions", samples.len());
}
