//! Learns what positions are worth, from games of the computer with itself: in Othello the patterns of
//! a board, in Makruk and Ōgi a small neural network.
//!
//! `cargo bench -p kradan-bench --bench learn -- --play 3600 --nodes 1000` plays for an hour on all cores: openings of
//! random moves, then moves of so many positions each, and the last squares played out. The positions are
//! added to `target/learn/othello` with the discs by which the side to move won, so it can be stopped at
//! any time and goes on where it was. `-- --fit 12` reads them, fits the weights in so many passes by
//! least squares (each step divided by the root of the squares before it), prints how far off the
//! estimate is in positions that it has not seen, and writes `assets/engine/othello`. `-- --foresee 8`
//! prints how far off shallow searches are from deeper ones, up to that depth.
//!
//! With `--kind makruk` or `--kind ogi` it plays that game, and keeps the quiet positions with the score
//! in `target/learn/makruk` or `ogi`. `--fit 6` begins with a net that knows nothing, fits it (Adam) to
//! the scores, which saw farther, prints how far off it is in positions that it has not seen, and writes
//! `assets/engine/makruk` or `ogi`.
//!
//! A fit to few positions makes weights worse, so `--fit` refuses fewer than a million. With `-- --quick`
//! it only sees that it works, and keeps nothing.

#![allow(clippy::print_stdout, reason = "what it prints is what one sees of its progress")]
#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "discs are few")]

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

mod nets;

use fastrand::Rng;
use kradan_engine::patterns::{DISC_PARTS, PHASES, features, weights_per_phase};
use kradan_engine::{Strength, choose, discs_ahead};
use kradan_rules::othello::Position;
use kradan_rules::{Game, GameKind, Side, Status};

/// The fewest and most random moves of an opening.
const OPENING: std::ops::RangeInclusive<usize> = 4..=26;

/// From how many empty squares on games are played out.
const SOLVES: u32 = 10;

/// One position in so many is not learnt from.
const HELD_OUT: usize = 50;

/// The positions in which shallow and deep searches are compared.
const LOOKED_AT: usize = 300;

/// The part of a disc by which a weight changes at first.
const STEP: f32 = 0.1;

/// The fewest positions that make weights better.
const FEWEST: usize = 1_000_000;

/// The length of a position with its result, in bytes.
const LENGTH: usize = 17;

/// A position and the discs by which the side to move won.
#[derive(Clone, Copy)]
struct Sample {
    own: u64,
    other: u64,
    lead: i8,
}

impl Sample {
    fn position(self) -> Position {
        let disc = |square: u32| match (self.own >> square & 1, self.other >> square & 1) {
            (1, _) => 'X',
            (_, 1) => 'O',
            _ => '-',
        };
        let squares: String = (0..64).map(disc).collect();
        format!("{squares} X").parse().expect("discs on squares are a position")
    }

    fn discs(self) -> u32 {
        (self.own | self.other).count_ones()
    }

    fn written(self) -> [u8; LENGTH] {
        let mut bytes = [0; LENGTH];
        bytes[..8].copy_from_slice(&self.own.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.other.to_le_bytes());
        bytes[16] = self.lead.cast_unsigned();
        bytes
    }

    fn read(bytes: &[u8]) -> Sample {
        let number = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap());
        Sample { own: number(0), other: number(8), lead: bytes[16].cast_signed() }
    }
}

fn main() {
    let in_target =
        |name: &str| [env!("CARGO_MANIFEST_DIR"), "..", "..", "target", name].iter().collect();
    if std::env::args().any(|it| it == "--quick") || std::env::args().any(|it| it == "--test") {
        let folder: PathBuf = in_target("learn-quick");
        _ = fs::remove_dir_all(&folder);
        let time = Duration::from_secs(1);
        play(&folder, time, 50);
        fit(&folder, 1, 0, &folder.join("weights"));
        for kind in [GameKind::Makruk, GameKind::Ogi] {
            nets::play(kind, &folder, time, 50);
            nets::fit(kind, &folder, 1, 0, &folder.join("weights"));
        }
        fs::remove_dir_all(&folder).unwrap();
        return;
    }
    let folder: PathBuf = in_target("learn");
    let kind = option("--kind").unwrap_or(GameKind::Othello);
    let weights = [env!("CARGO_MANIFEST_DIR"), "..", "..", "assets", "engine", kind.name()];
    let weights: PathBuf = weights.iter().collect();
    if let Some(seconds) = option("--play") {
        let (time, nodes) = (Duration::from_secs(seconds), option("--nodes").unwrap_or(1_000));
        match kind {
            GameKind::Othello => play(&folder, time, nodes),
            GameKind::Makruk | GameKind::Ogi => nets::play(kind, &folder, time, nodes),
        }
    }
    if let Some(depth) = option("--foresee") {
        foresee(&folder, depth);
    }
    if let Some(passes) = option("--fit") {
        match kind {
            GameKind::Othello => fit(&folder, passes, FEWEST, &weights),
            GameKind::Makruk | GameKind::Ogi => nets::fit(kind, &folder, passes, FEWEST, &weights),
        }
    }
}

/// The value after a name in the arguments.
fn option<T: std::str::FromStr>(name: &str) -> Option<T> {
    let value = std::env::args().skip_while(|it| it != name).nth(1)?;
    Some(value.parse().unwrap_or_else(|_| panic!("{name} {value} cannot be read")))
}

/// Adds positions of games to those in the folder.
fn play(folder: &Path, time: Duration, nodes: u64) {
    fs::create_dir_all(folder).unwrap();
    let file = folder.join("othello");
    let known = fs::metadata(&file).map_or(0, |it| it.len()) / LENGTH as u64;
    let kept = File::options().create(true).append(true).open(&file).unwrap();
    // A kill may have cut the last one short.
    kept.set_len(known * LENGTH as u64).unwrap();
    let kept = Mutex::new((kept, 0));
    let begun = Instant::now();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for thread in 0..threads as u64 {
            let kept = &kept;
            scope.spawn(move || {
                let mut random = Rng::with_seed(known << 8 | thread);
                while begun.elapsed() < time {
                    let samples = game(&mut random, nodes);
                    let bytes: Vec<u8> = samples.iter().flat_map(|it| it.written()).collect();
                    let mut kept = kept.lock().unwrap();
                    kept.0.write_all(&bytes).unwrap();
                    kept.1 += samples.len();
                }
            });
        }
    });
    println!("{known} positions, and {} new ones", kept.into_inner().unwrap().1);
}

/// The positions of a game after its opening.
fn game(random: &mut Rng, nodes: u64) -> Vec<Sample> {
    let mut game = Game::new(GameKind::Othello);
    for _ in 0..random.usize(OPENING) {
        let Some(mv) = random.choice(game.legal_moves()) else { return Vec::new() };
        game.play_text(&mv).unwrap();
    }
    let strength = Strength { nodes, depth: 64, spread: 0, solves: SOLVES };
    let mut passed: Vec<(Side, Position)> = Vec::new();
    // The discs by which the first side wins.
    let mut lead = None;
    while let (Status::Ongoing { turn }, Game::Othello(record)) = (game.status(), &game) {
        let position = *record.position();
        let Some(choice) = choose(&game, strength, random.u64(..)) else { break };
        let discs = position.disc_counts();
        if 64 - discs[Side::First] - discs[Side::Second] <= SOLVES as usize {
            let won = discs_ahead(choice.score) as i8;
            lead = lead.or(Some(if turn == Side::First { won } else { -won }));
        }
        passed.push((turn, position));
        game.play_text(&choice.text).unwrap();
    }
    let Some(lead) = lead else { return Vec::new() };
    passed
        .into_iter()
        .map(|(turn, position)| Sample {
            own: position.discs(turn).0,
            other: position.discs(!turn).0,
            lead: if turn == Side::First { lead } else { -lead },
        })
        .collect()
}

/// Prints how far off a search of each depth is from those up to six deeper, in discs.
fn foresee(folder: &Path, depth_max: u32) {
    let bytes = fs::read(folder.join("othello")).expect("positions to look at");
    let samples: Vec<Sample> = bytes.chunks_exact(LENGTH).map(Sample::read).collect();
    let mut random = Rng::with_seed(2);
    let mut scores: Vec<Vec<f64>> = Vec::new();
    while scores.len() < LOOKED_AT {
        let sample = samples[random.usize(..samples.len())];
        let game = Game::from_position(GameKind::Othello, &sample.position().to_string()).unwrap();
        let score = |depth| {
            let strength = Strength { nodes: u64::MAX, depth, spread: 0, solves: 0 };
            choose(&game, strength, 0).map(|choice| discs_ahead(choice.score))
        };
        if (14..48).contains(&sample.discs()) {
            scores.extend((1..=depth_max).map(score).collect::<Option<Vec<f64>>>());
        }
    }
    for deep in 3..=depth_max as usize {
        let off = |shallow: usize| {
            let off = scores.iter().map(|it| it[deep - 1] - it[shallow - 1]);
            let squares: f64 = off.map(|it| it * it).sum();
            format!("{shallow}: {:.2}", (squares / scores.len() as f64).sqrt())
        };
        let shallow: Vec<String> = (deep.saturating_sub(6).max(1)..deep).map(off).collect();
        println!("{deep} from {}", shallow.join(", "));
    }
}

/// The weights of a phase while they are fitted.
struct Fit {
    weights: Vec<f32>,
    squares: Vec<f32>,
}

impl Fit {
    fn off_by(&self, features: &[u32], lead: i8) -> f32 {
        f32::from(lead) - features.iter().map(|&it| self.weights[it as usize]).sum::<f32>()
    }

    fn step(&mut self, features: &[u32], lead: i8) {
        let off = self.off_by(features, lead);
        for &feature in features {
            let squares = &mut self.squares[feature as usize];
            *squares += off * off;
            self.weights[feature as usize] += STEP * off / squares.sqrt().max(1.0);
        }
    }
}

/// Fits the weights to the positions in the folder.
fn fit(folder: &Path, passes: u64, fewest: usize, out: &Path) {
    let bytes = fs::read(folder.join("othello")).expect("positions to learn from");
    let mut samples: Vec<Sample> = bytes.chunks_exact(LENGTH).map(Sample::read).collect();
    assert!(samples.len() >= fewest, "{} positions are too few: {fewest}", samples.len());
    // Whole games are held out, as far as that goes.
    let held_out = samples.split_off(samples.len() - samples.len() / HELD_OUT);
    let length = weights_per_phase();
    let fresh = || Fit { weights: vec![0.0; length], squares: vec![0.0; length] };
    let mut fits: Vec<Fit> = (0..PHASES).map(|_| fresh()).collect();
    let mut random = Rng::with_seed(1);
    for pass in 1..=passes {
        random.shuffle(&mut samples);
        for sample in &samples {
            let (phase, features) = features(&sample.position());
            fits[phase].step(&features, sample.lead);
            // What is near the next phase teaches it too.
            let near = match sample.discs().saturating_sub(4) % 5 {
                0 | 1 => phase.saturating_sub(1),
                3 | 4 => (phase + 1).min(PHASES - 1),
                _ => phase,
            };
            if near != phase {
                fits[near].step(&features, sample.lead);
            }
        }
        println!("pass {pass}: {}", spread(&fits, &held_out));
    }
    let parts = |weight: &f32| (weight * DISC_PARTS as f32).round().clamp(-127.0, 127.0) as i8;
    let weights = fits.iter().flat_map(|fit| fit.weights.iter().map(parts).map(i8::cast_unsigned));
    fs::write(out, weights.collect::<Vec<u8>>()).unwrap();
    println!("{} positions, {} bytes", samples.len(), PHASES * length);
}

/// The root of the mean square by which the estimates are off, in discs, for each phase.
fn spread(fits: &[Fit], samples: &[Sample]) -> String {
    let mut sums = [(0.0, 0.0); PHASES];
    for sample in samples {
        let (phase, features) = features(&sample.position());
        let off = fits[phase].off_by(&features, sample.lead);
        sums[phase].0 += off * off;
        sums[phase].1 += 1.0;
    }
    let spreads = sums.map(|(sum, count)| format!("{:.1}", (sum / f32::max(count, 1.0)).sqrt()));
    spreads.join(" ")
}
