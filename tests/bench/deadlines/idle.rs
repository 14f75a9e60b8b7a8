//! What the bot reads while nothing happens.

use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use kradan::discord::Endpoint;
use kradan::service::{Clock, TableService};
use kradan_emulator::{Emulator, Options, Seed};
use kradan_store::{SledStore, Store as _};
use tempfile::TempDir;
use tokio::runtime;
use tokio::task::spawn_blocking;
use tokio_util::sync::CancellationToken;

use super::finding::{Effort, fill};
use crate::bots::bot;

/// The time that passes at once.
const STEP: Duration = Duration::from_secs(1);

/// How long the loops have for what a step makes due.
const PAUSE: Duration = Duration::from_millis(1);

const MINUTE: u32 = 60;

pub(crate) async fn run(effort: &Effort) {
    println!("\nReads of the store in a simulated hour in which nothing is due.\n");
    println!("{:>8} {:>8}", "tables", "reads");
    for stored in [effort.few, effort.many] {
        let reads = spawn_blocking(move || {
            let mut one_thread = runtime::Builder::new_current_thread();
            let runtime = one_thread.enable_all().build().expect("a runtime can be made");
            runtime.block_on(reads_in_an_hour(stored))
        });
        println!("{stored:>8} {:>8}", reads.await.expect("the hour passes"));
    }
    println!();
}

async fn reads_in_an_hour(stored: u64) -> u64 {
    let folder = TempDir::new().expect("there is a place for files");
    fill(folder.path(), stored).await;
    let store = Arc::new(SledStore::open(folder.path()).expect("the store opens again"));
    let options = Options { seed: Seed::many(1, 2), ..Options::default() };
    let local = Emulator::start(options).await.expect("there is a free port");
    let clock = Clock::by_hand(Timestamp::now());
    let service = Arc::new(TableService::new(store.clone(), clock.clone()));
    let (endpoint, stop) = (Endpoint::local(local.url()), CancellationToken::new());
    let bot = tokio::spawn(bot::serve(service, endpoint, local.clone(), stop.clone()));
    bot::until_ready(&local).await;

    // While something blocks, tokio's time passes by hand alone.
    let (over, is_over) = channel::<()>();
    let blocked = spawn_blocking(move || is_over.recv());
    tokio::time::pause();
    pass(&clock, MINUTE).await;
    let before = store.reads();
    pass(&clock, 60 * MINUTE).await;
    let reads = store.reads() - before;
    tokio::time::resume();
    drop(over);
    // It ends because nothing was sent.
    let _ = blocked.await;
    stop.cancel();
    bot.await.expect("the bot ends");
    store.close().await.expect("the store closes");
    reads
}

/// Lets so many seconds pass.
async fn pass(clock: &Clock, seconds: u32) {
    for _ in 0..seconds {
        clock.pass(SignedDuration::try_from(STEP).expect("it is small"));
        tokio::time::advance(STEP).await;
        spawn_blocking(|| thread::sleep(PAUSE)).await.expect("a pause ends");
    }
}
