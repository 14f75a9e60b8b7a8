//! What turns cost the process in which the local Discord, the bot and the people are.

use std::fs;
use std::io::Seek as _;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use jiff::Timestamp;
use kradan::discord::Endpoint;
use kradan::service::{Clock, TableService};
use kradan_emulator::Emulator;
use kradan_store::{
    Change, ErasureStore as _, SledStore, Store as _, StoredTable, TableStore as _, back_up,
    restore,
};
use kradan_table::TableId;
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

use crate::bots::filling::FIRST_TABLE;
use crate::bots::playing::Playing;
use crate::bots::{bot, part};

const RUNNING: u64 = 1_000;

/// Tables, and changes before the kill.
const STORED: u64 = 100_000;
const CHANGES: u64 = 10_000;

/// Turns for each of those who ask at once, and how long turns are asked for at a steady rate.
const TURNS: usize = 2_000;
const STEADY: Duration = Duration::from_secs(60);

/// Measures a thousand games, first at 1 and 20 turns a second, then with 1 and 16 who ask at once.
pub(crate) async fn print() {
    let folder = TempDir::new().expect("there is a place for files");
    let store = Arc::new(SledStore::open(folder.path()).expect("the folder is new"));
    let mut games = crate::fill(store.clone(), RUNNING, RUNNING).await;
    store.close().await.expect("the store closes");
    drop(store);
    let local = Emulator::start(crate::options()).await.expect("there is a free port");
    let store = Arc::new(SledStore::open(folder.path()).expect("the store opens again"));
    let stop = CancellationToken::new();
    let service = Arc::new(TableService::new(store.clone(), Clock::of_machine()));
    let endpoint = Endpoint::local(local.url());
    let bot = tokio::spawn(bot::serve(service, endpoint, local.clone(), stop.clone()));
    bot::until_ready(&local).await;
    at_once_by(&local, &mut games, 16).await;
    tokio::time::sleep(STEADY / 2).await;
    println!(
        "\n{:>14} {:>8} {:>8} {:>8} {:>12} {:>12}",
        "", "turns/s", "p50 ms", "p99 ms", "CPU ms/turn", "kB/turn"
    );
    for rate in [1, 20] {
        let before = Used::now();
        let latencies = at_rate(&local, &mut games, rate).await;
        before.print(&format!("{rate} a second"), latencies);
    }
    for at_once in [1, 16] {
        let before = Used::now();
        let latencies = at_once_by(&local, &mut games, at_once).await;
        before.print(&format!("{at_once} at once"), latencies);
    }
    stop.cancel();
    bot.await.expect("the bot ends");
    store.close().await.expect("the store closes");
    print_start().await;
}

/// Measures the start after a kill.
async fn print_start() {
    let folder = TempDir::new().expect("there is a place for files");
    let store = SledStore::open(folder.path()).expect("the folder is new");
    let store = Arc::new(store);
    crate::fill(store.clone(), 0, STORED).await;
    store.close().await.expect("the store closes");
    drop(store);
    let store = Arc::new(SledStore::open(folder.path()).expect("it opens again"));
    for number in 0..CHANGES {
        commit_again(&store, number).await;
    }
    let copy = TempDir::new().expect("there is a place for files");
    copy_all(folder.path(), copy.path());
    let (start, memory) =
        bot::started(&copy.path().display().to_string(), &crate::options(), 1).await;
    println!(
        "\nstart with {STORED} tables after a kill and {CHANGES} changes: {start:.0} ms, {memory:.0} MB"
    );
    print_backup(store).await;
    println!();
}

async fn commit_again(store: &SledStore, number: u64) {
    let id = TableId(FIRST_TABLE + number);
    let stored = store.table(id).await.expect("it reads").expect("it is there");
    let stored = StoredTable { revision: stored.revision + 1, ..stored };
    store.commit(Change::of(id, stored)).await.expect("it is committed");
}

/// Measures a backup while twenty changes a second are committed, its restoring, and a rewriting.
async fn print_backup(store: Arc<SledStore>) {
    let file = tempfile::tempfile().expect("there is room");
    let backup = back_up(&*store, file, Timestamp::now());
    let (backup, took, longest) = beside_changes(&store, backup).await;
    let (mut file, total) = backup.expect("the store reads, and there is room");
    let megabytes = file.metadata().expect("it is there").len() as f64 / 1e6;
    println!(
        "backup of {} tables: {took:.1} s, {megabytes:.1} MB; the longest change meanwhile: {longest:.0} ms",
        total.tables
    );
    let folder = TempDir::new().expect("there is a place for files");
    let restored = SledStore::open(folder.path()).expect("the folder is new");
    file.rewind().expect("it can be read");
    let begin = Instant::now();
    restore(file, &restored).await.expect("it is whole");
    println!("restored in {:.1} s", begin.elapsed().as_secs_f64());
    let (rewritten, took, longest) = beside_changes(&store, store.rewrite()).await;
    rewritten.expect("the store reads, and there is room");
    println!("rewritten in {took:.1} s; the longest change meanwhile: {longest:.0} ms");
}

/// Does some work while twenty changes a second are committed. Returns how many seconds it took, and how
/// many milliseconds the longest change.
async fn beside_changes<T>(store: &Arc<SledStore>, work: impl Future<Output = T>) -> (T, f64, f64) {
    let stop = CancellationToken::new();
    let changes = tokio::spawn({
        let (store, stop) = (Arc::clone(store), stop.clone());
        async move {
            let (mut ticks, mut number) = (tokio::time::interval(Duration::from_millis(50)), 0);
            let mut longest = Duration::ZERO;
            while !stop.is_cancelled() {
                ticks.tick().await;
                let begin = Instant::now();
                commit_again(&store, number).await;
                longest = longest.max(begin.elapsed());
                number += 1;
            }
            longest
        }
    });
    let begin = Instant::now();
    let done = work.await;
    let took = begin.elapsed().as_secs_f64();
    stop.cancel();
    let longest = changes.await.expect("changes are committed").as_secs_f64() * 1e3;
    (done, took, longest)
}

fn copy_all(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("there is room");
    for entry in fs::read_dir(from).expect("the folder reads") {
        let path = entry.expect("the folder reads").path();
        let target = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy_all(&path, &target);
        } else {
            fs::copy(&path, &target).expect("there is room");
        }
    }
}

async fn at_once_by(local: &Emulator, games: &mut Vec<Playing>, at_once: usize) -> Vec<f64> {
    games.retain(Playing::goes_on);
    let size = games.len().div_ceil(at_once).max(1);
    let workers = games.chunks_mut(size).enumerate().map(|(number, games)| async move {
        let mut lots = fastrand::Rng::with_seed(number as u64);
        let mut latencies = Vec::new();
        while latencies.len() < TURNS / at_once && games.iter().any(Playing::goes_on) {
            for playing in games.iter_mut().filter(|it| it.goes_on()) {
                latencies.push(playing.turn(local, &mut lots).await);
            }
        }
        latencies
    });
    join_all(workers).await.concat()
}

async fn at_rate(local: &Emulator, games: &mut [Playing], rate: u32) -> Vec<f64> {
    let begin = tokio::time::Instant::now();
    let mut lots = fastrand::Rng::with_seed(rate.into());
    let (mut latencies, mut next) = (Vec::new(), 0);
    for number in 0..STEADY.as_secs() as u32 * rate {
        tokio::time::sleep_until(begin + Duration::from_secs(1) * number / rate).await;
        while !games[next].goes_on() {
            next = (next + 1) % games.len();
        }
        latencies.push(games[next].turn(local, &mut lots).await);
        next = (next + 1) % games.len();
    }
    latencies
}

/// What the process has used at a moment.
struct Used {
    at: Instant,
    cpu_ms: f64,
    written: f64,
}

impl Used {
    fn now() -> Used {
        let stat = fs::read_to_string("/proc/self/stat").expect("Linux tells the time used");
        let fields: Vec<&str> = stat.rsplit(") ").next().unwrap_or("").split(' ').collect();
        // The kernel counts in hundredths of a second.
        let ticks: f64 = [11, 12].map(|at| fields[at].parse().unwrap_or(0.0)).into_iter().sum();
        let io = fs::read_to_string("/proc/self/io").expect("Linux tells the bytes written");
        let written = io.lines().find_map(|line| line.strip_prefix("write_bytes: "));
        let written = written.and_then(|it| it.parse().ok()).unwrap_or(0.0);
        Used { at: Instant::now(), cpu_ms: ticks * 10.0, written }
    }

    fn print(&self, what: &str, mut latencies: Vec<f64>) {
        let now = Used::now();
        latencies.sort_by(f64::total_cmp);
        let turns = latencies.len() as f64;
        println!(
            "{what:>14} {:>8.0} {:>8.2} {:>8.2} {:>12.2} {:>12.1}",
            turns / now.at.duration_since(self.at).as_secs_f64(),
            part(&latencies, 50),
            part(&latencies, 99),
            (now.cpu_ms - self.cpu_ms) / turns,
            (now.written - self.written) / turns / 1e3
        );
    }
}
