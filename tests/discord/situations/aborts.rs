//! A moderator ends a game, and both players are told why.

use std::sync::Arc;

use kradan_emulator::{ANN, BEN, CHAI, DAI, GAMES, Id, Permissions, PostedMessage, RANDOM};
use kradan_i18n::{self as i18n, Language};
use kradan_rules::{GameKind, Side};
use kradan_table::{AbortReason, Ending, PlayerId, Refusal, TableId};
use serde_json::json;

use super::ratings::{MOVES, ends};
use super::reports::choose_channel;
use crate::discord::harness::{Harness, WAIT_MAX, has_control};
use crate::discord::transcript::Sees::{EphemeralText, Refused};
use crate::discord::transcript::{Transcript, check, mention, standing, table_of};

impl Harness {
    /// A menu of games that somebody who manages the server can end.
    async fn games_to_end(&self, who: Id) -> Arc<PostedMessage> {
        let panel = self.command(who, GAMES, "server", json!({})).await;
        self.click(who, &panel, "abort-games").await
    }

    /// Chooses a game from the menu, and says why it is ended.
    async fn end_game(&self, who: Id, table: TableId) -> Arc<PostedMessage> {
        let menu = self.games_to_end(who).await;
        let user = self.emulator.as_user(who);
        let asked = user.select(menu.id, "abort-games", &[&table.0.to_string()]).unwrap();
        asked.answered(WAIT_MAX).await.expect("a form opens");
        self.answer(&asked.submit(&[("text", "**insults**")]).expect("a form")).await
    }
}

fn told(message: &PostedMessage, person: Id) -> bool {
    message.pinged.contains(&person)
}

#[tokio::test(flavor = "multi_thread")]
async fn both_players_are_told_why_a_moderator_ended_their_game() {
    let harness = Harness::start().await;
    let board = harness.begin(GameKind::Othello, BEN, CHAI, GAMES).await;
    let table = table_of(&board);
    let done = harness.end_game(ANN, table).await;
    check(ANN, "end", &done, EphemeralText("line-abort-done", &[]));
    let reason = i18n::text_with(
        "event-aborted-by-moderator",
        &[("reason", "\\*\\*insults\\*\\*")],
        Language::English,
    );
    harness.all_delivered().await;
    let public = harness.public(GAMES);
    let end = public.iter().rfind(|it| it.content().contains(&reason)).expect("it is posted");
    assert!(told(end, BEN) && told(end, CHAI), "{:?}", end.pinged);
    let stored = harness.stored(table).await.table;
    assert_eq!(stored.ending(), Some(Ending::Aborted(AbortReason::Moderator)));
    assert_eq!(stored.ending().and_then(Ending::verdict), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_moderator_annuls_the_result_of_a_rated_game() {
    let harness = Harness::start().await;
    let board = harness.begin(GameKind::Othello, BEN, CHAI, GAMES).await;
    let transcript = Transcript { harness, table: table_of(&board), channel: GAMES };
    for (mv, player) in MOVES.iter().zip([BEN, CHAI].into_iter().cycle()) {
        let options = json!({ "move": mv, "game": transcript.table.0.to_string() });
        transcript.harness.command(player, GAMES, "move", options).await;
    }
    let end = ends(&transcript, CHAI).await;
    assert!(end.is_some_and(|it| it.contains("+242")));
    let Transcript { harness, table, .. } = transcript;
    // Neither a player nor who is no moderator has the button.
    let named = json!({ "game": table.0.to_string() });
    for person in [BEN, DAI] {
        let game = harness.command(person, GAMES, "game", named.clone()).await;
        assert!(!has_control(&game, "annul"), "{person}");
    }
    let game = harness.command(ANN, GAMES, "game", named.clone()).await;
    let done = harness.fill_in(ANN, &game, "annul", "**insults**").await;
    check(ANN, "annul", &done, EphemeralText("line-abort-done", &[]));
    harness.all_delivered().await;
    let reason = [("reason", "\\*\\*insults\\*\\*")];
    let annulled = i18n::text_with("event-annulled-by-moderator", &reason, Language::English);
    let public = harness.public(GAMES);
    let told_to = public.iter().rfind(|it| it.content().contains(&annulled)).expect("it is posted");
    assert!(told(told_to, BEN) && told(told_to, CHAI), "{:?}", told_to.pinged);
    assert!(!told_to.content().contains("+242"), "{}", told_to.content());
    let stored = harness.stored(table).await.table;
    assert_eq!(stored.ending(), Some(Ending::Resigned(Side::Second)), "the result stands");
    for player in [BEN, CHAI] {
        let profile = harness.bot.service.store().profile(PlayerId(player.0)).await.unwrap();
        assert_eq!(profile.unwrap().ratings.of[&GameKind::Othello].shown(), 1500);
    }
    let refused = harness.fill_in(ANN, &game, "annul", "x").await;
    check(ANN, "annul", &refused, Refused(&Refusal::Over(Ending::Resigned(Side::Second))));
    let game = harness.command(ANN, GAMES, "game", named).await;
    assert!(!has_control(&game, "annul"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reported_game_is_ended_below_its_report_by_moderators_of_its_server_alone() {
    let harness = Harness::start_without_limits().await;
    choose_channel(&harness).await;
    let board = harness.begin(GameKind::Othello, BEN, CHAI, GAMES).await;
    let page = harness.privacy(BEN, GAMES).await;
    harness.fill_in(BEN, &page, "report-game", "x").await;
    let report = harness.message_with(RANDOM, &mention(BEN)).await;
    let refused = harness.click(DAI, &report, "abort").await;
    check(DAI, "abort", &refused, EphemeralText("line-abort-only-moderators", &[]));
    assert_eq!(standing(&harness.stored(table_of(&board)).await.table), "First to move");
    // Who may give members a time-out need not manage the server.
    harness.emulator.deny(RANDOM, ANN, Permissions::MANAGE_GUILD);
    let done = harness.fill_in(ANN, &report, "abort", "x").await;
    check(ANN, "abort", &done, EphemeralText("line-abort-done", &[]));
    harness.all_delivered().await;
    let refused = harness.fill_in(ANN, &report, "abort", "x").await;
    let over = Refusal::Over(Ending::Aborted(AbortReason::Moderator));
    check(ANN, "abort", &refused, Refused(&over));
    // A game that its players have taken elsewhere is nobody's business here.
    let moved = harness.begin(GameKind::Makruk, BEN, CHAI, GAMES).await;
    let page = harness.privacy(CHAI, GAMES).await;
    harness.fill_in(CHAI, &page, "report-game", "x").await;
    let report = harness.message_with(RANDOM, &mention(CHAI)).await;
    let conversation = harness.emulator.conversation(BEN, CHAI);
    for who in [BEN, CHAI] {
        harness.command(who, conversation, "help", json!({})).await;
    }
    harness.command_elsewhere(BEN, conversation, "board", json!({})).await;
    let refused = harness.click(ANN, &report, "abort").await;
    check(ANN, "abort", &refused, EphemeralText("line-abort-other-server", &[]));
    assert_eq!(standing(&harness.stored(table_of(&moved)).await.table), "First to move");
}

#[tokio::test(flavor = "multi_thread")]
async fn no_moderator_ends_a_game_of_their_own() {
    let harness = Harness::start().await;
    choose_channel(&harness).await;
    let own = table_of(harness.begin(GameKind::Othello, ANN, BEN, GAMES).await.as_ref());
    let page = harness.privacy(BEN, GAMES).await;
    harness.fill_in(BEN, &page, "report-game", "x").await;
    let report = harness.message_with(RANDOM, &mention(BEN)).await;
    let refused = harness.click(ANN, &report, "abort").await;
    check(ANN, "abort", &refused, EphemeralText("line-abort-own-game", &[]));
    assert_eq!(standing(&harness.stored(own).await.table), "First to move");
    // The menu has games of others alone.
    let none = harness.games_to_end(ANN).await;
    check(ANN, "games", &none, EphemeralText("line-abort-no-game", &[]));
    harness.begin(GameKind::Makruk, BEN, CHAI, GAMES).await;
    let menu = harness.games_to_end(ANN).await;
    let options = menu.controls()[0]["options"].as_array().unwrap().clone();
    let titles: Vec<&str> = options.iter().filter_map(|it| it["label"].as_str()).collect();
    assert_eq!(titles, ["Makruk: Ben – Chai"]);
}
