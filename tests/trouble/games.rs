//! Many games at once while Discord misbehaves in every way it can.

use futures_util::future::join_all;
use kradan::emulator::{Id, Seed};
use kradan::rules::GameKind;
use tokio_util::sync::CancellationToken;

use crate::people::Match;
use crate::tally::{Tally, nothing_owed};
use crate::tls;
use crate::weather::Weather;

/// How many channels there are; in every other one, permissions come and go.
const CHANNELS: u64 = 5;

/// How many people there are, of whom everybody plays several games.
const PEOPLE: u64 = 10;

const GAMES: u64 = 50;
const PLIES_MAX: usize = 60;
const SEED: u64 = 2026;

#[tokio::test(flavor = "multi_thread")]
async fn all_games_end_right() {
    let harness = tls::harness(Seed::many(CHANNELS, PEOPLE)).await;
    let channels: Vec<Id> = (0..CHANNELS).map(Seed::channel).collect();
    let restless: Vec<Id> = channels.iter().copied().step_by(2).collect();
    let calm = CancellationToken::new();
    let weather = Weather::new(&harness.emulator, restless.clone(), SEED);
    let raging = tokio::spawn(weather.rage(calm.clone()));

    let matches = (0..GAMES).map(|number| {
        let kind = GameKind::ALL[number as usize % GameKind::ALL.len()];
        let channel = Seed::channel(number % CHANNELS);
        let people = [number % PEOPLE, (number + 1 + number / PEOPLE) % PEOPLE].map(Seed::person);
        Match::new(&harness, kind, channel, people, SEED + number).play(PLIES_MAX)
    });
    let played = join_all(matches).await;
    calm.cancel();
    raging.await.unwrap();
    nothing_owed(&harness).await;

    let tally = Tally::of(&harness, &channels, Seed::person(0)).await;
    let mut told = 0;
    for played in &played {
        let is_restless = restless.contains(&played.channel);
        tally.check(&harness, played, is_restless).await;
        told += played.boards.len();
    }
    let requests = harness.emulator.requests();
    let struck =
        requests.iter().filter(|it| it.status == 0 || it.status == 429 || it.status >= 500);
    let struck = struck.count();
    assert!(struck * 20 > requests.len(), "there was trouble: {struck} of {}", requests.len());
    // What is told beyond that are challenges that nobody saw in time.
    let unseen: usize = played.iter().map(|it| it.challenges.len() - 1).sum();
    assert!((told..=told + unseen).contains(&tally.len()), "{} of {told}", tally.len());
}
