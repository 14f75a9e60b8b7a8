//! How much stronger each level of the computer is than the one below it.
//!
//! Two levels play games from openings of random moves, each opening twice with the sides exchanged. A
//! search looks at a number of positions and knows no clock, so the results are the same on every
//! machine. A draw is half a point; a game is drawn too where a position occurs for the third time and
//! after 300 plies.
//!
//! `cargo bench -p kradan-bench --bench levels` plays 100 games for each game and pair, which takes hours on two cores;
//! `-- --games 20 --kind othello --upper 4` plays fewer. Results are kept in `target/levels.txt`: what is
//! there is not played again, so it can be stopped at any time. With `-- --quick` it only sees that it
//! works, and keeps nothing.

#![allow(clippy::print_stdout, reason = "the table is what this program is for")]
#![allow(clippy::cast_precision_loss, reason = "counts are far below 2^52")]

#[allow(dead_code, reason = "nothing is timed, and no records are read")]
mod common;

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use fastrand::Rng;
use kradan_engine::{Strength, choose};
use kradan_rules::{Game, GameKind, Side, Status, Verdict};

const LEVELS: u8 = 8;

/// The random moves of an opening.
const OPENING: usize = 6;

const PLIES_MAX: usize = 300;

/// One game between a level and the one below it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Played {
    kind: GameKind,
    upper: u8,
    number: u64,
}

fn main() {
    let is_full = common::is_in_full();
    let games = option("--games").unwrap_or(if is_full { 100 } else { 2 });
    let kind: Option<GameKind> = option("--kind");
    let upper: Option<u8> = option("--upper");
    let last = if is_full { LEVELS } else { 2 };
    let kinds = GameKind::ALL.into_iter().filter(|&it| kind.is_none_or(|kind| kind == it));
    let pairs: Vec<(GameKind, u8)> = kinds
        .flat_map(|kind| (2..=last).map(move |upper| (kind, upper)))
        .filter(|&(_, it)| upper.is_none_or(|upper| upper == it))
        .collect();
    let results = Results::open(is_full.then(file));
    for &(kind, upper) in &pairs {
        results.play((0..games).map(|number| Played { kind, upper, number }).collect());
        print_line(kind, upper, &results, games);
    }
}

/// The value after a name in the arguments.
fn option<T: std::str::FromStr>(name: &str) -> Option<T> {
    let mut arguments = std::env::args().skip_while(|it| it != name);
    let value = arguments.nth(1)?;
    Some(value.parse().unwrap_or_else(|_| panic!("{name} {value} cannot be read")))
}

fn file() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "..", "..", "target", "levels.txt"].iter().collect()
}

/// The points of the upper level in the games so far, doubled: 2, 1 or 0.
struct Results {
    known: Mutex<HashMap<Played, u32>>,
    kept: Option<Mutex<File>>,
}

impl Results {
    fn open(file: Option<PathBuf>) -> Results {
        let Some(file) = file else { return Results { known: Mutex::default(), kept: None } };
        let text = fs::read_to_string(&file).unwrap_or_default();
        // A line that a kill cut short is played again.
        let known = text.lines().filter_map(read).collect();
        let mut kept = File::options().create(true).append(true).open(file).unwrap();
        writeln!(kept).unwrap();
        Results { known: Mutex::new(known), kept: Some(Mutex::new(kept)) }
    }

    /// Plays the games that are not known, on all cores.
    fn play(&self, mut games: Vec<Played>) {
        games.retain(|game| !self.known.lock().unwrap().contains_key(game));
        let next = AtomicUsize::new(0);
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    while let Some(&game) = games.get(next.fetch_add(1, Ordering::Relaxed)) {
                        self.note(game, points(game));
                    }
                });
            }
        });
    }

    fn note(&self, game: Played, points: u32) {
        if let Some(kept) = &self.kept {
            let Played { kind, upper, number } = game;
            writeln!(kept.lock().unwrap(), "{kind} {upper} {number} {points}.").unwrap();
        }
        self.known.lock().unwrap().insert(game, points);
    }

    fn of(&self, kind: GameKind, upper: u8, games: u64) -> Vec<u32> {
        let known = self.known.lock().unwrap();
        let of = |number| known.get(&Played { kind, upper, number }).copied();
        (0..games).filter_map(of).collect()
    }
}

fn read(line: &str) -> Option<(Played, u32)> {
    let mut words = line.strip_suffix('.')?.split(' ');
    let mut next = || words.next();
    let kind = next()?.parse().ok()?;
    let (upper, number) = (next()?.parse().ok()?, next()?.parse().ok()?);
    Some((Played { kind, upper, number }, next()?.parse().ok()?))
}

/// The points of the upper level in a game.
fn points(played: Played) -> u32 {
    let upper_side = if played.number.is_multiple_of(2) { Side::First } else { Side::Second };
    match verdict(played, upper_side) {
        Verdict::Win(side) if side == upper_side => 2,
        Verdict::Win(_) => 0,
        Verdict::Draw => 1,
    }
}

fn verdict(played: Played, upper_side: Side) -> Verdict {
    let mut game = opening(played.kind, played.number / 2);
    for ply in 0..PLIES_MAX {
        if let Some(outcome) = game.outcome() {
            return outcome.verdict;
        }
        if game.occurrences() >= 3 {
            break;
        }
        let Status::Ongoing { turn: side } = game.status() else { break };
        let level = if side == upper_side { played.upper } else { played.upper - 1 };
        let seed = played.number << 16 | ply as u64;
        let choice =
            choose(&game, Strength::of_level(played.kind, level), seed).expect("the game goes on");
        game.play_text(&choice.text).expect("the move is legal");
    }
    Verdict::Draw
}

/// A game after some random moves, in which something is left to play.
fn opening(kind: GameKind, number: u64) -> Game {
    let mut random = Rng::with_seed(number);
    loop {
        let mut game = Game::new(kind);
        for _ in 0..OPENING {
            let Some(mv) = random.choice(game.legal_moves()) else { break };
            game.play_text(&mv).expect("the move is legal");
        }
        if game.outcome().is_none() && game.plies() == OPENING {
            return game;
        }
    }
}

fn print_line(kind: GameKind, upper: u8, results: &Results, games: u64) {
    let points = results.of(kind, upper, games);
    let count = |wanted: u32| points.iter().filter(|&&it| it == wanted).count();
    let mean = points.iter().map(|&it| f64::from(it) / 2.0).sum::<f64>() / points.len() as f64;
    let off = |it: &u32| (f64::from(*it) / 2.0 - mean).powi(2);
    let variance = points.iter().map(off).sum::<f64>() / points.len() as f64;
    let error = 1.96 * (variance / points.len() as f64).sqrt();
    println!(
        "{kind}: level {upper} against level {}: {:.0} % ± {:.0} ({} won, {} drawn, {} lost)",
        upper - 1,
        100.0 * mean,
        100.0 * error,
        count(2),
        count(1),
        count(0),
    );
}
