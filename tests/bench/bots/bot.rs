//! The bot that the benchmarks measure: in this process against the emulator, or alone in a process of
//! its own, for its start and its memory.

use std::path::Path;
use std::process::{Child, Command as Process};
use std::sync::Arc;
use std::time::{Duration, Instant};

use kradan::discord::{Connection, Endpoint, Links, Listeners, MetricsEndpoint, run, run_with};
use kradan::service::{Clock, TableService};
use kradan_emulator::{Emulator, Options, World};
use kradan_store::{PostgresStore, SledStore, Store};
use tokio_util::sync::CancellationToken;

use crate::common::median;

/// By this argument the program is the bot alone.
const AS_BOT: &str = "--as-bot";

/// By this argument metrics are recorded.
const METRICS: &str = "--metrics";

/// Longer than anything takes that is waited for.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// Whether this process is the bot alone.
pub(crate) fn is_this_program() -> bool {
    std::env::args().any(|argument| argument == AS_BOT)
}

/// Runs the bot alone until the process is killed.
pub(crate) async fn be_the_bot() {
    let arguments: Vec<String> = std::env::args().skip_while(|it| it != AS_BOT).skip(1).collect();
    let [place, api, gateway, token] = &arguments[..] else { return };
    let store = open(place).await;
    let endpoint = Endpoint::local(api.clone());
    let service = Arc::new(TableService::new(store, Clock::of_machine()));
    let connection =
        Connection { token, endpoint, gateway: Some(gateway.clone()), links: Links::default() };
    run(service, connection, CancellationToken::new()).await.expect("the bot runs");
}

/// Opens the store in a folder, or in the database of this address.
pub(crate) async fn open(place: &str) -> Arc<dyn Store> {
    if place.starts_with("postgres://") {
        return Arc::new(PostgresStore::open(place).await.expect("the database answers"));
    }
    Arc::new(SledStore::open(Path::new(place)).expect("the store opens"))
}

/// Runs the bot in this process until it is told to stop.
pub(crate) async fn serve(
    service: Arc<TableService>,
    endpoint: Endpoint,
    local: Emulator,
    stop: CancellationToken,
) {
    let gateway = Some(local.gateway_url());
    let connection =
        Connection { token: local.token(), endpoint, gateway, links: Links::default() };
    let mut listeners = Listeners::default();
    if std::env::args().any(|argument| argument == METRICS) {
        // What a later bot does is recorded with the first one's, and is scraped nowhere else.
        listeners.metrics = MetricsEndpoint::listen(([127, 0, 0, 1], 0).into()).await.ok();
    }
    let ended = run_with(service, connection, listeners, stop).await;
    ended.expect("the bot runs until it is told to stop");
}

pub(crate) async fn until_ready(local: &Emulator) {
    local.connected(1, PATIENCE).await.expect("the bot connects");
    let is_ready = |world: &World| (!world.commands().is_empty()).then_some(());
    local.wait_for(PATIENCE, is_ready).await.expect("the bot registers its commands");
}

/// How long the bot takes from its start until it is ready, in milliseconds, and its memory then, in
/// megabytes: medians.
pub(crate) async fn started(place: &str, options: &Options, runs: usize) -> (f64, f64) {
    let (mut times, mut sizes) = (Vec::new(), Vec::new());
    for _ in 0..runs {
        let local = Emulator::start(options.clone()).await.expect("there is a free port");
        let begin = Instant::now();
        let mut bot = spawned(&local, place);
        until_ready(&local).await;
        times.push(begin.elapsed().as_secs_f64() * 1e3);
        sizes.push(resident_mb(bot.id()));
        bot.kill().expect("the bot runs");
        bot.wait().expect("the bot ends");
        local.stop().await;
    }
    (median(times), median(sizes))
}

fn spawned(local: &Emulator, place: &str) -> Child {
    let program = std::env::current_exe().expect("a program knows where it is");
    let arguments = [local.url(), local.gateway_url(), local.token().to_owned()];
    let mut process = Process::new(program);
    process.arg(AS_BOT).arg(place).args(arguments);
    process.spawn().expect("the program starts again")
}

/// The resident memory of a process; NaN where the system does not say.
pub(crate) fn resident_mb(process: u32) -> f64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes: Option<f64> = line.and_then(|it| it.trim().strip_suffix(" kB")?.parse().ok());
    kilobytes.map_or(f64::NAN, |it| it / 1e3)
}
