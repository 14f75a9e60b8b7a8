//! A bot that takes the emulator for the real Discord, with serenity's rate limiter on.

use std::time::Duration;

use kradan::discord::Endpoint;
use kradan::service::Clock;
use kradan_emulator::{Emulator, Options, Seed};
use kradan_store::OldBoards;
use tempfile::TempDir;

use crate::discord::harness::{Bot, Harness, no_limits};
use kradan_test_servers::tls;

/// The bot's timeout for a request: less than some requests take.
const TIMEOUT: Duration = Duration::from_secs(2);

/// The emulator, and a bot that takes it for the real Discord.
pub(crate) async fn harness(seed: Seed) -> Harness {
    let names = vec![tls::NAME.to_owned()];
    let options = Options {
        names,
        seed,
        keep_requests: 1_000_000,
        keep_request_bytes: usize::MAX,
        keep_files: 100,
        ..Options::default()
    };
    let emulator = Emulator::start(options).await.unwrap();
    let folder = TempDir::new().unwrap();
    let client = Some(tls::client(emulator.router(), TIMEOUT));
    let endpoint = Endpoint { client, ..Endpoint::of_discord(None) };
    let bot =
        Bot::start_with(&emulator, endpoint, folder.path(), Clock::of_machine(), no_limits()).await;
    let harness = Harness::of(emulator, bot, folder);
    // Announcements are counted afterwards.
    harness.choose_old_boards(OldBoards::Line).await;
    harness
}
