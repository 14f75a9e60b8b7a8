//! Finding what is due among few tables and among many.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use jiff::{SignedDuration, Timestamp};
use kradan::service::{Clock, TableService};
use kradan_emulator::{Options, Seed};
use kradan_store::{Lease, SledStore, Store as _, TableStore as _};
use kradan_table::{Moment, TableId};
use tempfile::TempDir;

use crate::bots::bot;
use crate::bots::filling::{FIRST_TABLE, Filling, before_reminder, begun, kind_of};
use crate::common::median;

/// The time between the deadlines of two tables.
const GAP: SignedDuration = SignedDuration::from_millis(100);

/// How many tables are due together: what the service claims at once.
const DUE: usize = 64;

/// How many are listed together: so many lie in several pages of the database, however the first of them
/// lies in its page.
const LISTED: usize = 512;

/// For how long a claim holds.
const CLAIM: SignedDuration = SignedDuration::from_secs(60);

pub(crate) struct Effort {
    pub(super) few: u64,
    pub(super) many: u64,
    /// How often the tables of a start and of a step are measured.
    runs: usize,
    /// How many calls one figure is the mean of.
    calls: u32,
}

impl Effort {
    pub(crate) const FULL: Effort = Effort { few: 1_000, many: 1_000_000, runs: 5, calls: 200 };
    pub(crate) const QUICK: Effort = Effort { few: 1_000, many: 20_000, runs: 1, calls: 20 };

    /// The same with so many tables.
    pub(crate) fn with(self, many: Option<u64>) -> Effort {
        Effort { many: many.unwrap_or(self.many), ..self }
    }
}

/// One line of the table, in seconds, milliseconds, megabytes and microseconds.
struct Measured {
    fill: f64,
    start: f64,
    memory: f64,
    none_due: f64,
    step_none: f64,
    some_due: f64,
    step_some: f64,
}

pub(crate) async fn run(effort: &Effort) {
    println!("\nFinding what is due; medians of {} runs.\n", effort.runs);
    println!(
        "{:>8} {:>7} {:>9} {:>7} {:>12} {:>12} {:>12} {:>12}",
        "tables",
        "fill s",
        "start ms",
        "RSS MB",
        "none due us",
        "step us",
        "512 due us",
        "64 step us"
    );
    let mut rows = Vec::new();
    for stored in [effort.few, effort.many] {
        let row = measured(effort, stored).await;
        println!(
            "{stored:>8} {:>7.1} {:>9.0} {:>7.0} {:>12.1} {:>12.1} {:>12.1} {:>12.0}",
            row.fill,
            row.start,
            row.memory,
            row.none_due,
            row.step_none,
            row.some_due,
            row.step_some
        );
        rows.push(row);
    }
    let [few, many] = &rows[..] else { return };
    println!(
        "{:>8} {:>7} {:>9} {:>7} {:>12.2} {:>12.2} {:>12.2} {:>12.2}\n",
        "ratio",
        "",
        "",
        "",
        many.none_due / few.none_due,
        many.step_none / few.step_none,
        many.some_due / few.some_due,
        many.step_some / few.step_some
    );
}

async fn measured(effort: &Effort, stored: u64) -> Measured {
    let folder = TempDir::new().expect("there is a place for files");
    let fill = fill(folder.path(), stored).await;
    let options = Options { seed: Seed::many(1, 2), ..Options::default() };
    let (start, memory) =
        bot::started(&folder.path().display().to_string(), &options, effort.runs).await;
    let store = Arc::new(SledStore::open(folder.path()).expect("the store opens again"));
    let clock = Clock::by_hand(Timestamp::now());
    let service = TableService::new(store.clone(), clock.clone());
    let mut unreadable = HashSet::new();
    let next = service.process_due_tables(&mut unreadable).await.expect("the store works");
    // The gap before the first deadline is over, and the deadline itself is not.
    let before = next.expect("a table is due one day") - GAP / 2;
    clock.pass(before.duration_since(clock.read().present));

    let none_due = mean_of(effort, async || {
        let now = clock.read().present;
        let lease = Lease { claimant: service.claimant(), now, duration: CLAIM };
        assert_eq!(store.claim_due(lease, DUE).await.expect("the store works"), []);
        assert!(store.next_due(now).await.expect("the store works").is_some());
    });
    let none_due = none_due.await;
    let step_none = mean_of(effort, async || {
        let mut unreadable = HashSet::new();
        let next = service.process_due_tables(&mut unreadable).await;
        assert!(next.expect("the store works").is_some());
    });
    let step_none = step_none.await;
    let mut step_some = Vec::new();
    // Listing is measured before the steps: these read tables from a cold disk, after which the store
    // reads on other threads for a while.
    clock.pass(GAP * i32::try_from(LISTED).expect("it is small"));
    let some_due = mean_of(effort, async || {
        let now = clock.read().present;
        let lease = Lease { claimant: service.claimant(), now, duration: CLAIM };
        let due = store.claim_due(lease, LISTED).await.expect("the store works");
        assert_eq!(due.len(), LISTED);
    });
    let some_due = some_due.await;
    for _ in 0..effort.runs {
        let begin = Instant::now();
        service.process_due_tables(&mut unreadable).await.expect("the store works");
        step_some.push(begin.elapsed().as_secs_f64() * 1e6);
        clock.pass(GAP * i32::try_from(DUE).expect("it is small"));
    }
    assert!(unreadable.is_empty());
    store.close().await.expect("the store closes");
    Measured { fill, start, memory, none_due, step_none, some_due, step_some: median(step_some) }
}

/// The median of several means of what a call takes, in microseconds.
async fn mean_of(effort: &Effort, call: impl AsyncFn()) -> f64 {
    let mut means = Vec::new();
    for _ in 0..=effort.runs {
        let begin = Instant::now();
        for _ in 0..effort.calls {
            call().await;
        }
        means.push(begin.elapsed().as_secs_f64() * 1e6 / f64::from(effort.calls));
    }
    // The first calls find nothing in sled's cache.
    means.remove(0);
    median(means)
}

/// Stores tables whose reminders are due one after the other, days from now. Returns the seconds that
/// it took.
pub(super) async fn fill(folder: &Path, stored: u64) -> f64 {
    let begin = Instant::now();
    let store = Arc::new(SledStore::open(folder).expect("the folder is new"));
    let first = Clock::of_machine().moment();
    let mut filling = Filling::of(store.clone());
    for number in 0..stored {
        let gaps = SignedDuration::from_millis(GAP.as_millis() as i64 * number.cast_signed());
        let at = Moment { time: first.time + gaps, ..first };
        let table = begun(kind_of(number), [number * 2 + 1, number * 2 + 2], number / 10 + 1, at);
        filling.add(TableId(FIRST_TABLE + number), before_reminder(table)).await;
    }
    filling.finish().await;
    store.close().await.expect("the store closes");
    begin.elapsed().as_secs_f64()
}
