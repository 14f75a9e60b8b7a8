//! How fast whole turns are: an interaction in by the gateway, the move on disk, the picture out,
//! the answer received. The local Discord, the bot and the client between them share one process.
//!
//! A turn lasts from the moment the interaction is sent until Discord has taken the bot's answer.
//! Rates are medians of several runs, since machines are noisy.
//!
//! `cargo bench --bench turns` runs it; with `-- --quick` it only sees that it works.

#![allow(clippy::print_stdout, reason = "the table is what this program is for")]
#![allow(clippy::cast_precision_loss, reason = "counts are far below 2^52")]

#[allow(dead_code, reason = "records of games are not needed here")]
mod common;

use std::path::Path;
use std::process::{Child, Command as Process};
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use kradan::app::run;
use kradan::discord::{Connection, Endpoint};
use kradan::emulator::{Emulator, Options, Seed};
use kradan::rules::{Game, GameKind, Side};
use kradan::service::{Clock, TableService};
use kradan::store::{Change, SledStore, Store as _, StoredTable};
use kradan::table::{ChallengeTerms, ChannelId, Command, PlayerId, Table, TableId, TimeControl};
use serde_json::json;
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

use self::common::median;

/// By this argument the program is the bot alone, for its start and memory to be measured.
const AS_BOT: &str = "--as-bot";

/// Longer than anything takes.
const PATIENCE: Duration = Duration::from_secs(60);

const CHANNELS: u64 = 20;
const PEOPLE: u64 = 40;

/// How many ask at once when as many turns are made as can be.
const AT_ONCE: usize = 32;

/// Turns a second when it is asked how long one takes.
const STEADY_RATE: u32 = 50;

struct Effort {
    running: u64,
    stored: u64,
    runs: usize,
    /// Turns of one run at saturation.
    turns: usize,
    /// Turns at the steady rate.
    steady: u32,
}

impl Effort {
    const FULL: Effort =
        Effort { running: 1_000, stored: 100_000, runs: 5, turns: 2_000, steady: 1_500 };
    const QUICK: Effort = Effort { running: 40, stored: 400, runs: 1, turns: 60, steady: 50 };
}

#[tokio::main]
async fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let Some(at) = arguments.iter().position(|it| it == AS_BOT) {
        return be_the_bot(&arguments[at + 1..]).await;
    }
    let effort = if common::is_in_full() { Effort::FULL } else { Effort::QUICK };
    println!("\nMedians of {} runs.\n", effort.runs);
    println!(
        "{:>8} {:>8} {:>9} {:>8} {:>8} {:>9} {:>8}",
        "running", "stored", "turns/s", "p50 ms", "p99 ms", "start ms", "RSS MB"
    );
    for stored in [effort.running, effort.stored] {
        let row = measured(&effort, stored).await;
        println!(
            "{:>8} {stored:>8} {:>9.0} {:>8.2} {:>8.2} {:>9.0} {:>8.0}",
            effort.running, row.rate, row.p50, row.p99, row.start, row.memory
        );
    }
    println!();
}

/// One line of the table.
struct Measured {
    rate: f64,
    p50: f64,
    p99: f64,
    start: f64,
    memory: f64,
}

async fn measured(effort: &Effort, stored: u64) -> Measured {
    let folder = TempDir::new().expect("there is a place for files");
    let store = Arc::new(SledStore::open(folder.path()).expect("the folder is new"));
    let tables = fill(&store, effort.running, stored).await;
    store.close().await.expect("the store closes");
    drop(store);

    let (start, memory) = started(folder.path(), effort.runs).await;
    let local = new_local().await;
    let store = Arc::new(SledStore::open(folder.path()).expect("the store opens again"));
    let stop = CancellationToken::new();
    let bot = tokio::spawn(serve(Arc::clone(&store), local.clone(), stop.clone()));
    until_ready(&local).await;
    let mut games: Vec<Playing> = tables;
    let mut rates = Vec::new();
    for _ in 0..effort.runs {
        rates.push(saturated(&local, &mut games, effort.turns).await);
    }
    let mut latencies = steady(&local, &mut games, effort.steady).await;
    latencies.sort_by(f64::total_cmp);
    let part = |percent: usize| latencies[(latencies.len() - 1) * percent / 100];
    let measured = Measured { rate: median(rates), p50: part(50), p99: part(99), start, memory };
    stop.cancel();
    bot.await.expect("the bot ends");
    store.close().await.expect("the store closes");
    measured
}

/// A table that is played at.
struct Playing {
    id: u64,
    channel: u64,
    people: [u64; 2],
    game: Game,
}

impl Playing {
    fn kind(number: u64) -> GameKind {
        GameKind::ALL[number as usize % GameKind::ALL.len()]
    }

    /// Makes a turn, and says how long it took, in milliseconds.
    async fn turn(&mut self, local: &Emulator, lots: &mut fastrand::Rng) -> f64 {
        let moves: Vec<String> =
            self.game.legal_moves().into_iter().filter(|it| !it.contains(':')).collect();
        let mv = lots.choice(moves).expect("the game goes on");
        let person = Seed::person(self.people[self.game.plies() % 2]);
        let options = json!({ "move": mv, "table": self.id.to_string() });
        let begin = Instant::now();
        let asked = local.as_user(person).command(Seed::channel(self.channel), "move", options);
        let asked = asked.expect("the command is there");
        asked.answered(PATIENCE).await.expect("the bot answers");
        let took = begin.elapsed().as_secs_f64() * 1e3;
        self.game.play_text(&mv).expect("a legal move is played");
        took
    }

    /// Whether there are turns left in it; those that pass or end are left alone.
    fn goes_on(&self) -> bool {
        let moves = self.game.legal_moves();
        self.game.outcome().is_none()
            && self.game.plies() < 90
            && moves.iter().any(|it| it != "pass")
    }
}

/// As many turns as can be made: turns a second.
async fn saturated(local: &Emulator, games: &mut Vec<Playing>, turns: usize) -> f64 {
    games.retain(Playing::goes_on);
    let each = turns / AT_ONCE + 1;
    let size = games.len().div_ceil(AT_ONCE).max(1);
    let begin = Instant::now();
    let workers = games.chunks_mut(size).enumerate().map(|(number, games)| async move {
        let mut lots = fastrand::Rng::with_seed(number as u64);
        let mut made = 0;
        while made < each {
            let before = made;
            for playing in games.iter_mut().filter(|it| it.goes_on()) {
                playing.turn(local, &mut lots).await;
                made += 1;
            }
            if made == before {
                break;
            }
        }
        made
    });
    let made: usize = join_all(workers).await.into_iter().sum();
    made as f64 / begin.elapsed().as_secs_f64()
}

/// Turns at the steady rate, whether or not those before are done: what each took.
async fn steady(local: &Emulator, games: &mut Vec<Playing>, turns: u32) -> Vec<f64> {
    games.retain(Playing::goes_on);
    let begin = tokio::time::Instant::now();
    let count = games.len();
    let turns = (turns as usize).min(count);
    let made = games.iter_mut().take(turns).enumerate().map(|(number, playing)| async move {
        let number = u32::try_from(number).expect("turns are few");
        tokio::time::sleep_until(begin + Duration::from_secs(1) * number / STEADY_RATE).await;
        playing.turn(local, &mut fastrand::Rng::with_seed(number.into())).await
    });
    join_all(made).await
}

/// Puts tables into the store: those that are played at, and others of other people.
async fn fill(store: &Arc<SledStore>, running: u64, stored: u64) -> Vec<Playing> {
    let mut tables = Vec::new();
    let clock = Clock::of_machine();
    for number in 0..stored {
        let is_played = number < running;
        let people = if is_played {
            [number % PEOPLE, (number + 1) % PEOPLE].map(|it| Seed::person(it).0)
        } else {
            [number * 2, number * 2 + 1]
        };
        let channel = number % CHANNELS;
        let place = if is_played { Seed::channel(channel).0 } else { number / 10 };
        let wish = ChallengeTerms {
            opponent: Some(PlayerId(people[1])),
            side: Some(Side::First),
            pace: TimeControl::default(),
            ..ChallengeTerms::of(Playing::kind(number))
        };
        let now = clock.moment();
        let mut table = Table::challenge(PlayerId(people[0]), wish, ChannelId(place), now);
        table.apply(PlayerId(people[1]), &Command::Accept, now).expect("it may be accepted");
        let id = TableId(1_300_000_000_000_000_000 + number);
        let row = StoredTable { table, revision: 1, credited: jiff::SignedDuration::ZERO };
        let change = Change { id, stored: row, entry: None, interaction: None, limits: Vec::new() };
        let store = Arc::clone(store);
        tables.push(tokio::spawn(async move { store.commit(change).await }));
        if tables.len() >= 2_000 {
            for done in tables.drain(..) {
                done.await.expect("it ends").expect("it is committed");
            }
        }
    }
    for done in tables {
        done.await.expect("it ends").expect("it is committed");
    }
    let playing = |number| Playing {
        id: 1_300_000_000_000_000_000 + number,
        channel: number % CHANNELS,
        people: [number % PEOPLE, (number + 1) % PEOPLE],
        game: Game::new(Playing::kind(number)),
    };
    (0..running).map(playing).collect()
}

async fn new_local() -> Emulator {
    let seed = Seed::many(CHANNELS, PEOPLE);
    let options = Options { seed, keep_files: 100, keep_requests: 100, ..Options::default() };
    Emulator::start(options).await.expect("there is a free port")
}

async fn until_ready(local: &Emulator) {
    local.connected(1, PATIENCE).await.expect("the bot connects");
    let is_ready = |world: &kradan::emulator::World| (!world.commands().is_empty()).then_some(());
    local.wait_for(PATIENCE, is_ready).await.expect("the bot registers its commands");
}

async fn serve(store: Arc<SledStore>, local: Emulator, stop: CancellationToken) {
    let endpoint = Endpoint { api: Some(local.url()), client: None };
    host(store, local.token(), endpoint, local.gateway_url(), stop).await;
}

async fn host(
    store: Arc<SledStore>,
    token: &str,
    endpoint: Endpoint,
    gateway: String,
    stop: CancellationToken,
) {
    let service = Arc::new(TableService::new(store, Clock::of_machine()));
    let connection = Connection { token, endpoint, gateway: Some(gateway) };
    run(service, connection, stop).await.expect("the bot runs until it is told to stop");
}

/// The bot, in a process of its own, until that is killed.
async fn be_the_bot(arguments: &[String]) {
    let [folder, api, gateway, token] = arguments else { return };
    let store = SledStore::open(Path::new(folder)).expect("the store opens");
    let endpoint = Endpoint { api: Some(api.clone()), client: None };
    let stop = CancellationToken::new();
    host(Arc::new(store), token, endpoint, gateway.clone(), stop).await;
}

/// How long the bot takes to start, in milliseconds, and what it needs then, in megabytes.
async fn started(folder: &Path, runs: usize) -> (f64, f64) {
    let (mut times, mut sizes) = (Vec::new(), Vec::new());
    for _ in 0..runs {
        let local = &new_local().await;
        let begin = Instant::now();
        let mut bot = spawned(local, folder);
        until_ready(local).await;
        times.push(begin.elapsed().as_secs_f64() * 1e3);
        sizes.push(resident_mb(bot.id()));
        bot.kill().expect("the bot runs");
        bot.wait().expect("the bot ends");
        local.stop().await;
    }
    (median(times), median(sizes))
}

fn spawned(local: &Emulator, folder: &Path) -> Child {
    let program = std::env::current_exe().expect("a program knows where it is");
    let arguments = [local.url(), local.gateway_url(), local.token().to_owned()];
    let mut process = Process::new(program);
    process.arg(AS_BOT).arg(folder).args(arguments);
    process.spawn().expect("the program starts again")
}

/// What a process holds in memory; nothing where the system does not say.
fn resident_mb(process: u32) -> f64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes: Option<f64> = line.and_then(|it| it.trim().strip_suffix(" kB")?.parse().ok());
    kilobytes.map_or(f64::NAN, |it| it / 1e3)
}
