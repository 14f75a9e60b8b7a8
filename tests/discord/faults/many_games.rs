//! Many games at once while the emulator injects every kind of fault.

use futures_util::future::join_all;
use kradan_emulator::{Id, Seed};
use kradan_rules::GameKind;
use tokio_util::sync::CancellationToken;

use super::announcements::{Announcements, all_delivered};
use super::injected::RandomFaults;
use super::players::Match;
use super::tls;

/// In every other channel the bot loses and regains permissions.
const CHANNELS: u64 = 5;

/// Each person plays several games.
const PEOPLE: u64 = 10;

const GAMES: u64 = 24;
const PLIES_MAX: usize = 40;
const SEED: u64 = 2026;

#[tokio::test(flavor = "multi_thread")]
async fn all_games_end_despite_faults() {
    let harness = tls::harness(Seed::many(CHANNELS, PEOPLE)).await;
    let channels: Vec<Id> = (0..CHANNELS).map(Seed::channel).collect();
    let changing: Vec<Id> = channels.iter().copied().step_by(2).collect();
    let stop = CancellationToken::new();
    let faults = RandomFaults::new(&harness.emulator, changing.clone(), SEED);
    let injecting = tokio::spawn(faults.run(stop.clone()));

    let matches = (0..GAMES).map(|number| {
        let kind = GameKind::ALL[number as usize % GameKind::ALL.len()];
        let channel = Seed::channel(number % CHANNELS);
        let players = [number % PEOPLE, (number + 1 + number / PEOPLE) % PEOPLE].map(Seed::person);
        Match::new(&harness, kind, channel, players, SEED + number).play(PLIES_MAX)
    });
    let played = join_all(matches).await;
    stop.cancel();
    injecting.await.unwrap();
    all_delivered(&harness).await;

    let announcements = Announcements::of(&harness, &channels, Seed::person(0)).await;
    let mut announced_count = 0;
    for played in &played {
        let is_changing = changing.contains(&played.channel);
        announcements.check(&harness, played, is_changing).await;
        announced_count += played.boards.len();
    }
    let requests = harness.emulator.requests();
    let injected =
        requests.iter().filter(|it| it.status == 0 || it.status == 429 || it.status >= 500);
    let injected = injected.count();
    assert!(injected * 20 > requests.len(), "too few faults: {injected} of {}", requests.len());
    // The rest are challenges that no player saw in time.
    let unseen: usize = played.iter().map(|it| it.challenges.len() - 1).sum();
    assert!(
        (announced_count..=announced_count + unseen).contains(&announcements.len()),
        "{} of {announced_count}",
        announcements.len()
    );
}
