//! How fast whole turns are: an interaction in by the gateway, the move on disk, the picture out,
//! the answer received. The local Discord, the bot and the client between them share one process.
//!
//! A turn lasts from the moment the interaction is sent until Discord has taken the bot's answer.
//! Rates are medians of several runs, since machines are noisy.
//!
//! `cargo bench -p kradan-bench --bench turns` runs it; with `-- --quick` it only sees that it works. With `-- --cost`
//! it says what a turn costs the whole process: processor time and bytes written. With `-- --postgres`
//! the games are in a `PostgreSQL` server, which it starts on the same machine, and with
//! `-- --processes 4` four programs of their own use that server and take interactions over HTTP behind
//! a load balancer. With `-- --stored 1000000` there are so many tables. With `-- --computers 50` it says
//! how long a turn takes beside so many games against the strongest computers. With `-- --metrics` metrics
//! are recorded, which is to cost a hundredth of a turn at most. With `-- --soak 120` it prints for so many
//! minutes how much memory the program takes at twenty turns a second.

#![allow(clippy::print_stdout, reason = "the table is what this program is for")]
#![allow(clippy::cast_precision_loss, reason = "counts are far below 2^52")]

#[allow(dead_code, reason = "tables that are due are not needed here")]
mod bots;
#[allow(dead_code, reason = "records of games are not needed here")]
mod common;
mod computers;
mod cost;
mod soak;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use kradan::discord::Endpoint;
use kradan::service::{Clock, TableService};
use kradan_emulator::{Emulator, Options, Seed};
use kradan_store::Store;
use kradan_table::TableId;
use tempfile::TempDir;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use self::bots::filling::{FIRST_TABLE, Filling, begun, kind_of};
use self::bots::playing::Playing;
use self::bots::{bot, part};
use self::common::median;
use kradan_test_servers::balancer::Balancer;
use kradan_test_servers::postgres::Postgres;
use kradan_test_servers::program::{Program, REGISTERED, unconfigured};

/// As the program's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

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
    if bot::is_this_program() {
        return bot::be_the_bot().await;
    }
    let mut effort = if common::is_in_full() { Effort::FULL } else { Effort::QUICK };
    if let Some(stored) = number_after("--stored") {
        effort.stored = stored;
    }
    let programs = number_after("--processes");
    if std::env::args().any(|argument| argument == "--cost") {
        return cost::print().await;
    }
    if let Some(minutes) = number_after("--soak") {
        return soak::print(minutes, effort.stored).await;
    }
    if let Some(games) = number_after("--computers") {
        return computers::print(&effort, games).await;
    }
    let is_in_database = std::env::args().any(|argument| argument == "--postgres");
    let database = if is_in_database || programs.is_some() {
        let Some(database) = Postgres::start(&[]) else { return };
        let programs = programs.map(|count| format!(", by {count} programs over HTTP"));
        println!("\nIn PostgreSQL{}.", programs.unwrap_or_default());
        Some(database)
    } else {
        None
    };
    println!("\nMedians of {} runs.\n", effort.runs);
    println!(
        "{:>8} {:>8} {:>9} {:>8} {:>8} {:>9} {:>8} {:>9}",
        "running", "stored", "turns/s", "p50 ms", "p99 ms", "start ms", "RSS MB", "kB/table"
    );
    for stored in [effort.running, effort.stored] {
        let row = measured(&effort, stored, (database.as_ref(), programs)).await;
        println!(
            "{:>8} {stored:>8} {:>9.0} {:>8.2} {:>8.2} {:>9.0} {:>8.0} {:>9.2}",
            effort.running, row.rate, row.p50, row.p99, row.start, row.memory, row.table
        );
    }
    println!();
}

/// The number after an argument.
fn number_after(argument: &str) -> Option<u64> {
    std::env::args().skip_while(|it| it != argument).nth(1)?.parse().ok()
}

/// One line of the table.
struct Measured {
    rate: f64,
    p50: f64,
    p99: f64,
    start: f64,
    memory: f64,
    /// The size of a table with all that is stored of it, in kilobytes.
    table: f64,
}

async fn measured(
    effort: &Effort,
    stored: u64,
    (database, programs): (Option<&Postgres>, Option<u64>),
) -> Measured {
    let folder = TempDir::new().expect("there is a place for files");
    let schema = format!("of_{stored}");
    let place = match database {
        Some(database) => database.address(&schema),
        None => folder.path().display().to_string(),
    };
    let store = bot::open(&place).await;
    let tables = fill(store.clone(), effort.running, stored).await;
    store.close().await.expect("the store closes");
    drop(store);
    let size = match database {
        Some(database) => size_of_schema(database, &schema),
        None => size_of_folder(folder.path()),
    };

    let (start, memory) = bot::started(&place, &options(), effort.runs).await;
    let local = Emulator::start(options()).await.expect("there is a free port");
    let bots = match programs {
        Some(count) => Bots::start_programs(&local, folder.path(), &place, count).await,
        None => Bots::start_here(&local, &place).await,
    };
    let mut games: Vec<Playing> = tables;
    let mut rates = Vec::new();
    for _ in 0..effort.runs {
        rates.push(saturated(&local, &mut games, effort.turns).await);
    }
    let mut latencies = steady(&local, &mut games, effort.steady).await;
    latencies.sort_by(f64::total_cmp);
    let [p50, p99] = [50, 99].map(|percent| part(&latencies, percent));
    bots.stop().await;
    let table = size as f64 / 1e3 / stored as f64;
    Measured { rate: median(rates), p50, p99, start, memory, table }
}

/// Who takes the interactions.
enum Bots {
    /// The bot in this process.
    Here { bot: JoinHandle<()>, stop: CancellationToken, store: Arc<dyn Store> },
    /// Programs of their own.
    Programs(Vec<Program>),
}

impl Bots {
    async fn start_here(local: &Emulator, place: &str) -> Bots {
        let store = bot::open(place).await;
        let stop = CancellationToken::new();
        let service = Arc::new(TableService::new(store.clone(), Clock::of_machine()));
        // Without TLS, and without serenity's rate limiter.
        let endpoint = Endpoint::local(local.url());
        let bot = tokio::spawn(bot::serve(service, endpoint, local.clone(), stop.clone()));
        bot::until_ready(local).await;
        Bots::Here { bot, stop, store }
    }

    async fn start_programs(local: &Emulator, home: &Path, database: &str, count: u64) -> Bots {
        let balancer = Balancer::start().await;
        let mut programs = Vec::new();
        for _ in 0..count {
            let mut command = kradan_at(local, home);
            command.env("KRADAN_INTERACTIONS", "127.0.0.1:0");
            command.env("KRADAN_PUBLIC_KEY", local.public_key()).env("KRADAN_STORE", database);
            let program = Program::start(&mut command);
            let line = program.says("interactions are taken over HTTP").await;
            let url = line.split("url=").nth(1).expect("a program says where");
            balancer.add(url.trim_matches(['"', ' ']));
            program.says(REGISTERED).await;
            programs.push(program);
        }
        let url = balancer.url();
        local.use_interactions_endpoint(Some(&url)).await.expect("the programs answer");
        Bots::Programs(programs)
    }

    async fn stop(self) {
        match self {
            Bots::Here { bot, stop, store } => {
                stop.cancel();
                bot.await.expect("the bot ends");
                store.close().await.expect("the store closes");
            }
            Bots::Programs(programs) => {
                for program in programs {
                    program.kill();
                }
            }
        }
    }
}

/// The bytes of a schema's tables, with their indices.
fn size_of_schema(database: &Postgres, schema: &str) -> u64 {
    let size = database.sql(&format!(
        "select sum(pg_total_relation_size(oid)) from pg_class \
         where relkind = 'r' and relnamespace = '{schema}'::regnamespace"
    ));
    size.parse().expect("the server says how large it is")
}

fn size_of_folder(folder: &Path) -> u64 {
    let files = std::fs::read_dir(folder).expect("the folder is there").flatten();
    let sizes = files.map(|file| match file.metadata() {
        Ok(it) if it.is_dir() => size_of_folder(&file.path()),
        Ok(it) => it.len(),
        Err(_) => 0,
    });
    sizes.sum()
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
async fn fill(store: Arc<dyn Store>, running: u64, stored: u64) -> Vec<Playing> {
    let now = Clock::of_machine().moment();
    let mut filling = Filling::of(store);
    for number in 0..stored {
        let (people, channel) = if number < running {
            (people_of(number), Seed::channel(number % CHANNELS).0)
        } else {
            ([number * 2, number * 2 + 1], number / 10)
        };
        let table = begun(kind_of(number), people, channel, now);
        filling.add(TableId(FIRST_TABLE + number), table).await;
    }
    filling.finish().await;
    let playing = |number| {
        let kind = kind_of(number);
        Playing::new(FIRST_TABLE + number, number % CHANNELS, people_of(number), kind)
    };
    (0..running).map(playing).collect()
}

/// The people at a table that is played at.
fn people_of(number: u64) -> [u64; 2] {
    [number % PEOPLE, (number + 1) % PEOPLE].map(|it| Seed::person(it).0)
}

fn options() -> Options {
    let seed = Seed::many(CHANNELS, PEOPLE);
    Options { seed, keep_files: 100, keep_requests: 100, ..Options::default() }
}

/// The program with an emulator as its Discord, and its games in `games`.
fn kradan_at(emulator: &Emulator, folder: &Path) -> Command {
    let mut command = unconfigured(&built_program(), folder);
    command.env("KRADAN_TOKEN", emulator.token()).env("KRADAN_FOLDER", "games");
    command.env("KRADAN_API", emulator.url()).env("KRADAN_GATEWAY", emulator.gateway_url());
    command
}

/// The program that `cargo build --release` makes, beside this one.
fn built_program() -> PathBuf {
    let program = std::env::current_exe().unwrap().ancestors().nth(2).unwrap().join("kradan");
    assert!(
        program.exists(),
        "`cargo build --release` comes first: {} is not there",
        program.display()
    );
    program
}
