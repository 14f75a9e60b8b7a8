//! How fast the rules are: perft and lists of legal moves, one table, on a single thread.
//!
//! Machines are noisy, and two of them are never alike, so each number has a ratio beside it: the
//! same work measured against [a fixed loop](fixed_loop) that ran right before and right after.
//! Loop and work take turns round by round, and the table shows medians over the rounds. This is
//! why it is a plain program: Criterion measures one thing after the other, each alone.
//!
//! `cargo bench -p kradan-bench --bench rules` runs it; with `-- --quick` it only sees that it works.

#![allow(clippy::print_stdout, reason = "the table is what this program is for")]

mod common;

use std::hint::black_box;
use std::time::{Duration, Instant};

use kradan_rules::{GameKind, Position, each_kind, perft};
use serde_json::Value;

use self::common::median;
use kradan_tested_games::TestedGame;

fn main() {
    let effort = if common::is_in_full() { Effort::FULL } else { Effort::QUICK };
    let rows = GameKind::ALL.map(|kind| each_kind!(kind, P => measured::<P>(&effort)));
    print_table(&rows.concat(), &effort);
}

/// How much is measured.
struct Effort {
    rounds: usize,
    /// How long one round of the loop takes, and at least one of the work.
    slice: Duration,
    /// Perft goes no deeper than this many leaves.
    leaves_max: u64,
    /// How many random games the lists of moves are made in.
    games: usize,
}

impl Effort {
    const FULL: Effort =
        Effort { rounds: 31, slice: Duration::from_millis(40), leaves_max: 30_000_000, games: 100 };
    const QUICK: Effort =
        Effort { rounds: 3, slice: Duration::from_millis(2), leaves_max: 500_000, games: 5 };
}

/// One line of the table.
#[derive(Clone)]
struct StoredTable {
    game: GameKind,
    work: String,
    rate: Rate,
    wanted: Option<f64>,
}

/// Medians over the rounds.
#[derive(Clone)]
struct Rate {
    per_second: f64,
    /// How many were done in the time of one step of the loop.
    per_step: f64,
    steps_per_second: f64,
}

fn measured<P: TestedGame>(effort: &Effort) -> Vec<StoredTable> {
    let mut rows = Vec::new();
    for counted in counted::<P>(effort) {
        let Counted { position, depth, leaves, .. } = counted;
        let rate = measure(effort, || {
            assert_eq!(perft(black_box(&position), depth), leaves, "perft {depth} of {position}");
            leaves
        });
        let work = format!("perft {depth}, {}, nodes", counted.name);
        rows.push(StoredTable { game: P::KIND, work, rate, wanted: Some(P::WANTED) });
    }
    let positions = random_games::<P>(effort.games);
    let rate = measure(effort, || {
        for position in &positions {
            black_box(black_box(position).legal_moves());
        }
        positions.len() as u64
    });
    let work = format!("legal moves of {} positions, lists", positions.len());
    rows.push(StoredTable { game: P::KIND, work, rate, wanted: None });
    rows
}

/// A position whose leaves are known.
struct Counted<P> {
    name: String,
    position: P,
    depth: u32,
    leaves: u64,
}

/// The positions to count, each as deep as the effort allows.
fn counted<P: TestedGame>(effort: &Effort) -> Vec<Counted<P>> {
    let records = common::records(&format!("{}_perft.jsonl", P::KIND));
    let chosen = P::MEASURED.into_iter().map(|id| {
        let record = records.iter().find(|it| it["id"] == id).expect("the record is in its file");
        let text = record["pos"].as_str().expect("a record has a position");
        let position: P = text.parse().expect("the position of a record reads");
        let counts = record["perft"].as_array().expect("a record has counts");
        let (depth, leaves) = (1..)
            .zip(counts.iter().filter_map(Value::as_u64))
            .take_while(|&(depth, leaves)| depth == 1 || leaves <= effort.leaves_max)
            .last()
            .expect("a record has a count");
        let start = position == P::default();
        let name = if start { "the start".to_owned() } else { id.to_owned() };
        Counted { name, position: position.for_perft(), depth, leaves }
    });
    chosen.collect()
}

/// Every position of some games whose moves are drawn by lot, the same each time.
fn random_games<P: Position>(games: usize) -> Vec<P> {
    let mut lots = fastrand::Rng::with_seed(2026);
    let mut positions = Vec::new();
    for _ in 0..games {
        let mut position = P::default();
        // Random games of Makruk and Ōgi can go on and on; a hundred plies reach their middle.
        for _ in 0..100 {
            positions.push(position);
            let moves = position.legal_moves();
            let Some(&mv) = lots.choice(&moves) else { break };
            position = position.after(mv);
        }
    }
    positions
}

/// Does some work in turns with the loop; the work says how many it did.
fn measure(effort: &Effort, mut work: impl FnMut() -> u64) -> Rate {
    let mut rates = Vec::new();
    let mut ratios = Vec::new();
    let mut steps = Vec::new();
    work();
    let mut before = loop_rate(effort.slice);
    for _ in 0..effort.rounds {
        let (begin, mut done) = (Instant::now(), 0);
        while begin.elapsed() < effort.slice {
            done += work();
        }
        #[allow(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
        let rate = done as f64 / begin.elapsed().as_secs_f64();
        let after = loop_rate(effort.slice);
        let loops = f64::midpoint(before, after);
        rates.push(rate);
        ratios.push(rate / loops);
        steps.push(loops);
        before = after;
    }
    Rate { per_second: median(rates), per_step: median(ratios), steps_per_second: median(steps) }
}

/// Steps of the loop per second, measured for about as long as asked.
fn loop_rate(slice: Duration) -> f64 {
    const STEPS: u32 = 1_000_000;
    let (begin, mut steps) = (Instant::now(), 0.0);
    while begin.elapsed() < slice {
        black_box(fixed_loop(black_box(0x9e37_79b9_7f4a_7c15), STEPS));
        steps += f64::from(STEPS);
    }
    steps / begin.elapsed().as_secs_f64()
}

/// The fixed calculation: steps of xorshift64*, each of which needs the one before, so that
/// neither the compiler nor the processor can do several at once.
fn fixed_loop(mut state: u64, steps: u32) -> u64 {
    for _ in 0..steps {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        state = state.wrapping_mul(0x2545_f491_4f6c_dd1d);
    }
    state
}

fn print_table(rows: &[StoredTable], effort: &Effort) {
    let ruler = format!("{:-<8} {:-<42} {:->10} {:->8} {:->8} {:->6}", "", "", "", "", "", "");
    println!(
        "\nMedians of {} rounds on a single thread. A ratio is how many were done",
        effort.rounds
    );
    println!("in the time of one step of the fixed loop (xorshift64*).\n");
    println!(
        "{:<8} {:<42} {:>10} {:>8} {:>8} {:>6}",
        "game", "what is counted", "million/s", "ratio", "wanted", "times"
    );
    println!("{ruler}");
    for StoredTable { game, work, rate, wanted } in rows {
        let game = game.to_string();
        let millions = rate.per_second / 1e6;
        let [wanted, times] = match wanted {
            Some(wanted) => [format!("{wanted:.1}"), format!("{:.2}", millions / wanted)],
            None => [String::new(), String::new()],
        };
        let ratio = rate.per_step;
        println!("{game:<8} {work:<42} {millions:>10.2} {ratio:>8.4} {wanted:>8} {times:>6}");
    }
    let steps = median(rows.iter().map(|row| row.rate.steps_per_second).collect());
    println!("{ruler}");
    println!("{:<8} {:<42} {:>10.2} {:>8.4}\n", "", "the loop, steps", steps / 1e6, 1.0);
}
