//! What the bot does when Discord says that it made too many requests.

use std::sync::Arc;
use std::time::Duration;

use kradan_emulator::{ANN, BEN, CHAI, FaultRule, GAMES, InjectedFault, LoggedRequest, RANDOM};
use kradan_rules::GameKind;
use serde_json::json;

use crate::discord::harness::{Harness, WAIT_MAX, control_of, eventually_some, has_control};
use crate::discord::transcript::{Transcript, table_of};

/// Longer than the pauses before a request is tried again.
const RETRY_AFTER: Duration = Duration::from_millis(700);

fn too_many(global: bool) -> InjectedFault {
    InjectedFault::TooMany { retry_after: RETRY_AFTER, global }
}

impl Harness {
    /// The requests of a kind from the first one that was refused with 429, once there are so many. A
    /// request is logged after its effect.
    async fn since_refusal(
        &self,
        count: usize,
        is_counted: impl Fn(&LoggedRequest) -> bool,
    ) -> Vec<Arc<LoggedRequest>> {
        eventually_some("the requests are logged", async || {
            let requests = self.emulator.requests().into_iter();
            let mut since: Vec<_> = requests.skip_while(|it| it.status != 429).collect();
            since.retain(|it| is_counted(it));
            (since.len() >= count).then_some(since)
        })
        .await
    }
}

/// Checks that a request came no earlier after another one than Discord said.
fn check_pause(refused: &LoggedRequest, next: &LoggedRequest) {
    let pause = next.at.duration_since(refused.at);
    assert!(pause >= RETRY_AFTER.try_into().unwrap(), "{pause:?}: {} {}", next.method, next.path);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_response_comes_when_discord_takes_it() {
    let transcript = Transcript::of(GameKind::Othello, &[]).await;
    let harness = &transcript.harness;
    harness.emulator.inject_fault(FaultRule::once("/callback", too_many(false)));
    let board = transcript.act(ANN, "/move d3").await;
    assert_eq!((board.visible_to, &board.pinged[..]), (None, &[BEN][..]));
    let responses = harness.since_refusal(2, |it| it.path.ends_with("/callback")).await;
    assert_eq!(responses.len(), 2);
    check_pause(&responses[0], &responses[1]);
    transcript.ends("d3; Second to move", &[0, 1]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_press_is_answered_where_its_message_is_gone_meanwhile() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let harness = &transcript.harness;
    let board = transcript.with(BEN, "more", false);
    let panel = harness.click(BEN, &board, "more").await;
    harness.emulator.inject_fault(FaultRule::once("/callback", too_many(false)));
    let pressed = harness.emulator.as_user(BEN).click(panel.id, &control_of(&panel, "resign"));
    harness.emulator.delete_message(panel.id);
    let question = harness.answer(&pressed.unwrap()).await;
    assert_eq!(question.visible_to, Some(BEN));
    harness.click(BEN, &question, "resign-yes").await;
    transcript.ends("d3; Resigned(Second)", &[0, 1, 1]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_follow_up_comes_when_discord_takes_it() {
    let harness = Harness::start().await;
    harness.begin(GameKind::Othello, BEN, CHAI, GAMES).await;
    let resigning = harness.command(BEN, GAMES, "resign", json!({})).await;
    harness.click(BEN, &resigning, "resign-yes").await;
    harness.emulator.inject_fault(FaultRule::once("POST /webhooks", too_many(false)));
    harness.command(ANN, GAMES, "play", json!({ "game": "othello" })).await;
    // The question where games are played.
    let asked = harness.emulator.wait_for(WAIT_MAX, |world| {
        world.messages(GAMES, ANN).find(|it| has_control(it, "server")).cloned()
    });
    assert_eq!(asked.await.expect("it is asked").visible_to, Some(ANN));
    let follow_ups = harness
        .since_refusal(2, |it| it.method == "POST" && it.path.starts_with("/webhooks"))
        .await;
    assert_eq!(follow_ups.len(), 2);
    check_pause(&follow_ups[0], &follow_ups[1]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_global_limit_stops_all_requests_but_responses() {
    let mut harness = Harness::start_without_limits().await;
    // Without uploads nothing else is under way.
    harness.emulator.inject_fault(FaultRule::always("/emojis", InjectedFault::Refused(403)));
    harness.restart().await;
    let here = harness.begin(GameKind::Makruk, ANN, BEN, GAMES).await;
    let there = harness.begin(GameKind::Makruk, ANN, CHAI, RANDOM).await;
    harness.all_delivered().await;
    harness.all_cleaned_up().await;
    harness.emulator.inject_fault(FaultRule::once("POST /channels", too_many(true)));
    // From a panel a move is posted as a message of its own.
    let mut panels = Vec::new();
    for board in [&here, &there] {
        panels.push(harness.pick(ANN, board, "c1").await);
    }
    harness.ask_to_pick(ANN, &panels[0], "c1c2");
    let is_of_bot = |it: &LoggedRequest| {
        !["/interactions", "/webhooks"].iter().any(|start| it.path.starts_with(start))
    };
    harness.since_refusal(1, is_of_bot).await;
    harness.ask_to_pick(ANN, &panels[1], "c1c2");
    harness.shown(GAMES, table_of(&here), 1).await;
    harness.shown(RANDOM, table_of(&there), 1).await;
    let requests = harness.since_refusal(3, is_of_bot).await;
    for request in &requests[1..] {
        check_pause(&requests[0], request);
    }
}
