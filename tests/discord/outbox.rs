//! What the outbox delivers when the response to an interaction fails.

use std::time::Duration;

use kradan_emulator::{ANN, BEN, FaultRule, GAMES, GARDEN, InjectedFault, MAKRUK, World};
use kradan_table::TableId;
use serde_json::json;

use crate::discord::harness::{Harness, WAIT_MAX, eventually, eventually_some};
use crate::discord::starting::Log;
use crate::discord::transcript::public;

/// How long the emulator delays a request.
const SLOW: Duration = Duration::from_secs(8);

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_channel_delays_no_other_table() {
    let mut harness = Harness::start().await;
    let refused = FaultRule::once("POST /interactions", InjectedFault::Refused(400));
    harness.emulator.inject_fault(FaultRule { times: 2, ..refused });
    let posting = "POST /channels/{channel_id}/messages";
    harness.emulator.inject_fault(FaultRule::once(posting, InjectedFault::Slow(SLOW)));
    let play = json!({ "game": "othello" });
    let posted_in =
        |channel| move |world: &World| (!public(world, channel).is_empty()).then_some(());
    let asked = harness.emulator.as_user(ANN).command(GAMES, "play", play.clone()).unwrap();
    eventually("the outbox posts the entry", async || {
        harness.emulator.pending_faults().iter().all(|fault| fault.matching != posting)
    })
    .await;
    harness.emulator.as_user(BEN).command(MAKRUK, "play", play).unwrap();
    harness.emulator.wait_for(WAIT_MAX, posted_in(MAKRUK)).await.expect("it is posted");
    let store = harness.bot.service.store();
    let pending = store.pending_of_table(TableId(asked.id().0)).await.unwrap();
    assert!(!pending.is_empty(), "it waited for the other channel");
    harness.emulator.wait_for(WAIT_MAX, posted_in(GAMES)).await.expect("it is posted");
    harness.bot.stop().await;
}

/// The lines of the log with these words and this field.
fn lines_with<'a>(log: &'a str, words: &str, field: &str) -> Vec<&'a str> {
    log.lines().filter(|line| line.contains(words) && line.contains(field)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_response_that_fails_can_be_followed_from_its_log_line() {
    let log = Log::listen();
    let mut harness = Harness::start().await;
    harness
        .emulator
        .inject_fault(FaultRule::once("POST /interactions", InjectedFault::Refused(400)));
    let options = json!({ "game": "othello", "opponent": BEN.0.to_string() });
    let asked = harness.emulator.as_user(ANN).command(GAMES, "play", options).unwrap();
    let table = format!("table={}", asked.id().0);
    let delivered = "outbox entry not delivered by response";
    let is_logged = |text: &String| !lines_with(text, delivered, &table).is_empty();
    let text = eventually_some(delivered, async || Some(log.text()).filter(is_logged)).await;
    let line = lines_with(&text, delivered, &table)[0];
    let fields = [
        format!("interaction{{id={}", asked.id().0),
        "command=\"play\"".to_owned(),
        format!("guild={}", GARDEN.0),
        format!("channel={}", GAMES.0),
        "delivery{".to_owned(),
        "revision=1".to_owned(),
        "attempt=1".to_owned(),
    ];
    for field in fields {
        assert!(line.contains(&field), "{field} is not in {line}");
    }
    assert_eq!(lines_with(&text, "change committed", &table).len(), 1, "{text}");
    for person in [ANN, BEN] {
        assert!(!line.contains(&person.0.to_string()), "{line} names a person");
    }
    assert!(!text.contains(&asked.token()), "the log holds the interaction's token");
    harness.bot.stop().await;
}
