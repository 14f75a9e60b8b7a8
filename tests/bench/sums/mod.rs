//! Learning what the features of Makruk and Ōgi are worth.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use fastrand::Rng;
use kradan::engine::weights::{Features, features, is_quiet, weights};
use kradan::engine::{Strength, choose, mate_plies};
use kradan::rules::{Game, GameKind, Side, Status, Verdict};

/// The fewest and most random moves of an opening.
const OPENING: std::ops::RangeInclusive<usize> = 4..=14;

/// A game of more plies is a draw.
const PLIES_MAX: usize = 300;

/// One position in so many is not learnt from.
const HELD_OUT: usize = 20;

/// How many positions change the weights together.
const BATCH: usize = 1_000;

/// By how much a weight changes with a batch at first.
const STEP: f32 = 1.0;

/// How much of what is learnt comes from the score of the search, and not from the result.
const OF_SCORE: f32 = 0.3;

/// How far a weight is expected to be from what it was. Makruk's games, which are drawn more often, tell
/// less.
fn far(kind: GameKind) -> f32 {
    if kind == GameKind::Makruk { 20.0 } else { 80.0 }
}

/// As many positions of a game tell as much as one.
const ALIKE: f32 = 20.0;

/// A position: what it has, the score of a search, and what the first side got, 0 to 1.
struct Sample {
    features: Features,
    score: f32,
    result: f32,
}

/// Adds quiet positions of games to those in the folder: in each line the score and the result for
/// the first side, and the position.
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
    let mut game = Game::new(kind);
    for _ in 0..random.usize(OPENING) {
        let Some(mv) = random.choice(game.legal_moves()) else { return String::new() };
        game.play_text(&mv).unwrap();
    }
    let strength = Strength { nodes, depth: 64, spread: 0, solves: 0 };
    let mut passed: Vec<(i32, String)> = Vec::new();
    let mut verdict = Verdict::Draw;
    while let Status::Ongoing { turn } = game.status() {
        if game.plies() > PLIES_MAX || game.occurrences() >= 3 {
            break;
        }
        let Some(choice) = choose(&game, strength, random.u64(..)) else { break };
        let score = if turn == Side::First { choice.score } else { -choice.score };
        if mate_plies(score).is_some() {
            verdict = Verdict::Win(if score > 0 { Side::First } else { Side::Second });
            break;
        }
        if is_quiet(&game, &choice.text) {
            passed.push((score, game.position()));
        }
        game.play_text(&choice.text).unwrap();
    }
    if let Some(outcome) = game.outcome() {
        verdict = outcome.verdict;
    }
    let result = match verdict {
        Verdict::Win(Side::First) => 1.0,
        Verdict::Win(Side::Second) => 0.0,
        Verdict::Draw => 0.5,
    };
    let mut lines = String::new();
    for (score, position) in passed {
        writeln!(lines, "{score} {result} {position}").unwrap();
    }
    lines
}

fn read(kind: GameKind, line: &str) -> Option<Sample> {
    let (score, rest) = line.split_once(' ')?;
    let (result, position) = rest.split_once(' ')?;
    let game = Game::from_position(kind, position).ok()?;
    Some(Sample {
        features: features(&game)?,
        score: score.parse().ok()?,
        result: result.parse().ok()?,
    })
}

/// How much a position with this score wins.
fn wins(score: f32, scale: f32) -> f32 {
    1.0 / (1.0 + (-score / scale).exp())
}

/// The weights while they are fitted.
struct Fit {
    scale: f32,
    before: Vec<[f32; 2]>,
    weights: Vec<[f32; 2]>,
    /// The means of the slopes and of their squares (Adam).
    means: Vec<[(f32, f32); 2]>,
    batches: i32,
}

impl Fit {
    fn score(&self, features: &Features) -> f32 {
        let middle = features.middle;
        let worth = |&(feature, times): &(u16, i16)| {
            let [early, late] = self.weights[usize::from(feature)];
            f32::from(times) * (early * middle + late * (1.0 - middle))
        };
        features.present.iter().map(worth).sum()
    }

    fn wanted(&self, sample: &Sample) -> f32 {
        (1.0 - OF_SCORE) * sample.result + OF_SCORE * wins(sample.score, self.scale)
    }

    /// How much is not foreseen, as the mean of the logarithms.
    fn loss(&self, samples: &[Sample]) -> f32 {
        let loss = |sample: &Sample| {
            let (wins, wanted) =
                (wins(self.score(&sample.features), self.scale), self.wanted(sample));
            let wins = wins.clamp(1e-6, 1.0 - 1e-6);
            -wanted * wins.ln() - (1.0 - wanted) * (1.0 - wins).ln()
        };
        samples.iter().map(loss).sum::<f32>() / samples.len() as f32
    }

    fn step(&mut self, batch: &[Sample], step: f32, hold: f32) {
        let mut slopes = vec![[0.0; 2]; self.weights.len()];
        for sample in batch {
            let off = wins(self.score(&sample.features), self.scale) - self.wanted(sample);
            let middle = sample.features.middle;
            for &(feature, times) in &sample.features.present {
                let slope = &mut slopes[usize::from(feature)];
                slope[0] += off * f32::from(times) * middle;
                slope[1] += off * f32::from(times) * (1.0 - middle);
            }
        }
        self.batches += 1;
        let [still, still_squares] = [0.9_f32, 0.999_f32].map(|it| 1.0 - it.powi(self.batches));
        for (index, slopes) in slopes.into_iter().enumerate() {
            for (part, slope) in slopes.into_iter().enumerate() {
                let weight = &mut self.weights[index][part];
                let held = hold * (*weight - self.before[index][part]);
                let slope = slope / batch.len() as f32 + held;
                let (mean, squares) = &mut self.means[index][part];
                *mean += 0.1 * (slope - *mean);
                *squares += 0.001 * (slope * slope - *squares);
                *weight -= step * (*mean / still) / ((*squares / still_squares).sqrt() + 1e-5);
            }
        }
    }
}

/// Fits the weights to the positions in the folder.
pub(crate) fn fit(kind: GameKind, folder: &Path, passes: u64, fewest: usize, out: &PathBuf) {
    let text = fs::read_to_string(folder.join(kind.name())).expect("positions to learn from");
    let mut samples: Vec<Sample> = text.lines().filter_map(|line| read(kind, line)).collect();
    assert!(samples.len() >= fewest, "{} positions are too few: {fewest}", samples.len());
    // Whole games are held out, as far as that goes.
    let held_out = samples.split_off(samples.len() - samples.len() / HELD_OUT);
    let before: Vec<[f32; 2]> = weights(kind).iter().map(|it| it.map(|it| it as f32)).collect();
    let means = vec![[(0.0, 0.0); 2]; before.len()];
    let mut fit = Fit { scale: 100.0, weights: before.clone(), before, means, batches: 0 };
    let scales = (10..100).map(|it| it as f32 * 10.0);
    let losses = scales.map(|scale| {
        fit.scale = scale;
        (fit.loss(&held_out), scale)
    });
    fit.scale = losses.min_by(|one, other| one.0.total_cmp(&other.0)).expect("scales").1;
    println!("scale {}: {:.4}", fit.scale, fit.loss(&held_out));
    let hold = fit.scale * ALIKE / (far(kind).powi(2) * samples.len() as f32);
    let mut random = Rng::with_seed(1);
    for pass in 1..=passes {
        random.shuffle(&mut samples);
        let step = STEP * (passes + 1 - pass) as f32 / passes as f32;
        for batch in samples.chunks(BATCH) {
            fit.step(batch, step, hold);
        }
        println!("pass {pass}: {:.4}", fit.loss(&held_out));
    }
    let bytes = |it: &f32| (it.round().clamp(-30_000.0, 30_000.0) as i16).to_le_bytes();
    let weights: Vec<u8> = fit.weights.iter().flatten().flat_map(bytes).collect();
    fs::write(out, weights).unwrap();
    println!("{} positions", samples.len());
}
