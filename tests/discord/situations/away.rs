//! What somebody is told who comes back after a day or more.

use std::sync::Arc;

use kradan_emulator::{ANN, BEN, CHAI, GAMES, Id, PostedMessage};
use kradan_i18n as i18n;
use kradan_rules::GameKind;
use kradan_store::Listing;
use kradan_table::TableId;
use serde_json::{Value, json};

use super::time::BEGUN;
use super::{DAY, HOUR};
use crate::discord::harness::{Harness, WAIT_MAX, control_of, eventually, offers_moves};
use crate::discord::transcript::{language_of, player, table_of};

/// What somebody was told who was away.
fn recaps(harness: &Harness, person: Id) -> Vec<Arc<PostedMessage>> {
    let heading = i18n::text_with("line-recap-since", &[("day", "\u{1}")], language_of(person));
    let heading = heading.split('\u{1}').next().unwrap().to_owned();
    let mut messages = harness.emulator.as_user(person).messages(GAMES);
    messages.retain(|it| it.visible_to == Some(person) && it.content().starts_with(&heading));
    messages
}

/// Uses a command, and waits for what follows the response.
async fn told(harness: &Harness, person: Id) -> Arc<PostedMessage> {
    let user = harness.emulator.as_user(person);
    let asked = user.command(GAMES, "games", json!({})).unwrap();
    asked.message(WAIT_MAX).await.unwrap();
    let followed = asked.followed(1, WAIT_MAX).await.expect("what happened is told");
    Arc::clone(&followed[0])
}

/// Begins a game of Ann, who is first and to move, with Ben, in which each side has made two moves.
async fn begin(harness: &Harness, mut options: Value, moves: &[&str]) -> TableId {
    options["opponent"] = json!(BEN.0.to_string());
    options["side"] = json!("first");
    let challenge = harness.command(ANN, GAMES, "play", options).await;
    harness.click(BEN, &challenge, "accept").await;
    let table = table_of(&challenge);
    for (ply, mv) in moves.iter().enumerate() {
        let who = if ply % 2 == 0 { ANN } else { BEN };
        let options = json!({ "move": mv, "game": table.0.to_string() });
        harness.command(who, GAMES, "move", options).await;
    }
    harness.all_delivered().await;
    table
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_was_away_hears_once_what_happened() {
    let mut harness = Harness::start().await;
    harness.pass(5 * DAY).await;
    // What follows the first use is done before a game waits for her.
    harness.command(ANN, GAMES, "help", json!({})).await;
    harness.restart().await;
    let waits = begin(&harness, json!({ "game": "makruk", "time": "30d" }), &[]).await;
    let options = json!({ "game": "othello", "time": "12h", "holidays": "ignore" });
    let lost = begin(&harness, options, &BEGUN).await;
    harness.command(ANN, GAMES, "holiday", json!({ "days": 2 })).await;
    harness.all_delivered().await;
    assert_eq!(recaps(&harness, ANN).len(), 0, "five days in which nothing happened");

    harness.pass(3 * DAY).await;
    eventually("the time has run out", async || {
        harness.stored(lost).await.table.ending().is_some()
    })
    .await;
    harness.all_delivered().await;
    let recap = told(&harness, ANN).await;
    let lines: Vec<&str> = recap.content().lines().collect();
    let [since, running, on_time, holiday] = lines[..] else { panic!("{lines:?}") };
    assert!(since.starts_with("**Since <t:") && since.ends_with(":D>**"), "{since}");
    assert!(
        running.starts_with("- **Your turn** · Makruk: Ann – Ben · time ends <t:"),
        "{running}"
    );
    assert!(on_time.starts_with("- Lost on time: Othello: Ann – Ben · 4. c5 · http"), "{on_time}");
    assert_eq!(holiday, "- 2 days of holiday were used.");
    assert_eq!(recap.visible_to, Some(ANN));
    let controls = recap.controls();
    let ids: Vec<&str> = controls.iter().filter_map(|it| it["custom_id"].as_str()).collect();
    assert_eq!(ids, [format!("open:{}", waits.0), format!("rematch:{}", lost.0)]);
    let labels: Vec<&str> = controls.iter().filter_map(|it| it["label"].as_str()).collect();
    assert_eq!(labels, ["Makruk: Ann – Ben", "Rematch · Ben"]);

    let opened = harness.click(ANN, &recap, "open").await;
    assert!(opened.visible_to == Some(ANN) && offers_moves(&opened), "{}", opened.content());
    harness.emulator.as_user(ANN).click(recap.id, &control_of(&recap, "rematch")).unwrap();
    eventually("the rematch is asked for", async || {
        let sent =
            harness.bot.service.store().tables_of_player(player(ANN), Listing::Sent, 2).await;
        let [rematch] = sent.unwrap()[..] else { return false };
        harness.stored(rematch).await.table.rematch_of() == Some(lost)
    })
    .await;

    // It comes once, also after a restart.
    harness.restart().await;
    harness.command(ANN, GAMES, "games", json!({})).await;
    // What is under way is finished first.
    harness.bot.stop().await;
    assert_eq!(recaps(&harness, ANN).len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_was_away_for_some_hours_or_is_new_hears_nothing() {
    let mut harness = Harness::start().await;
    let options = json!({ "game": "othello", "time": "2h", "holidays": "ignore" });
    let lost = begin(&harness, options, &BEGUN).await;
    harness.begin(GameKind::Makruk, ANN, BEN, GAMES).await;
    harness.pass(5 * HOUR).await;
    eventually("the time has run out", async || {
        harness.stored(lost).await.table.ending().is_some()
    })
    .await;
    harness.all_delivered().await;
    for person in [ANN, CHAI] {
        harness.command(person, GAMES, "games", json!({})).await;
    }
    harness.bot.stop().await;
    for person in [ANN, BEN, CHAI] {
        assert_eq!(recaps(&harness, person).len(), 0);
    }
}

/// Of two processes, and of two requests at once, one tells it.
#[tokio::test(flavor = "multi_thread")]
async fn of_requests_at_once_one_tells_it() {
    let mut harness = Harness::start().await;
    harness.begin(GameKind::Makruk, ANN, BEN, GAMES).await;
    eventually("that she was there is stored", async || {
        let profile = harness.bot.service.store().profile(player(ANN)).await.unwrap();
        profile.is_some_and(|it| it.last_seen.is_some())
    })
    .await;
    harness.pass(DAY + HOUR).await;
    let user = harness.emulator.as_user(ANN);
    let ask = |_| user.command(GAMES, "games", json!({})).unwrap();
    let asked: Vec<_> = (0..8).map(ask).collect();
    for asked in &asked {
        asked.message(WAIT_MAX).await.unwrap();
    }
    harness.bot.stop().await;
    assert_eq!(recaps(&harness, ANN).len(), 1);
}
