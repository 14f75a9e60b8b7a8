//! `/abort`: a moderator ends a game, and both players are told why.

use kradan_emulator::{
    ANN, ANN_AND_BEN, ActionError, BEN, CHAI, DAI, GAMES, GARDEN, Id, Permissions, PostedMessage,
};
use kradan_i18n::{self as i18n, Language};
use kradan_rules::GameKind;
use kradan_table::{AbortReason, Ending, Refusal};
use serde_json::json;

use crate::discord::harness::Harness;
use crate::discord::transcript::Sees::{EphemeralText, Refused};
use crate::discord::transcript::{check, standing, table_of};

/// Ann, who owns the garden, ends a game in it.
async fn abort(harness: &Harness, table: u64) -> std::sync::Arc<PostedMessage> {
    let options = json!({ "table": table.to_string(), "reason": "**insults**" });
    harness.command(ANN, GAMES, "abort", options).await
}

fn told(message: &PostedMessage, person: Id) -> bool {
    message.pinged.contains(&person)
}

#[tokio::test(flavor = "multi_thread")]
async fn both_players_are_told_why_a_moderator_ended_their_game() {
    let harness = Harness::start().await;
    let board = harness.begin(GameKind::Othello, BEN, CHAI, GAMES).await;
    let table = table_of(&board);
    let done = abort(&harness, table.0).await;
    check(ANN, "/abort", &done, EphemeralText("line-abort-done", &[]));
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
    let again = abort(&harness, table.0).await;
    let over = Refused(&Refusal::Over(Ending::Aborted(AbortReason::Moderator)));
    check(ANN, "/abort", &again, over);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_ended_in_its_own_server_alone() {
    let harness = Harness::start().await;
    let elsewhere =
        table_of(harness.begin(GameKind::Othello, ANN, BEN, ANN_AND_BEN).await.as_ref());
    let refused = abort(&harness, elsewhere.0).await;
    check(ANN, "/abort", &refused, EphemeralText("line-abort-other-server", &[]));
    assert_eq!(standing(&harness.stored(elsewhere).await.table), "First to move");
    // Discord offers the command to nobody but moderators.
    let options = json!({ "table": elsewhere.0.to_string(), "reason": "x" });
    let asked = harness.emulator.as_user(BEN).command(GAMES, "abort", options);
    assert_eq!(asked.unwrap_err(), ActionError::NotHere("abort".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn no_moderator_ends_a_game_of_their_own() {
    let harness = Harness::start().await;
    let own = table_of(harness.begin(GameKind::Othello, ANN, BEN, GAMES).await.as_ref());
    let refused = abort(&harness, own.0).await;
    check(ANN, "/abort", &refused, EphemeralText("line-abort-own-game", &[]));
    assert_eq!(standing(&harness.stored(own).await.table), "First to move");
    let unknown = abort(&harness, 1).await;
    check(ANN, "/abort", &unknown, EphemeralText("line-abort-no-game", &[]));
}

#[tokio::test(flavor = "multi_thread")]
async fn running_games_of_others_are_offered() {
    let harness = Harness::start().await;
    let over = table_of(harness.begin(GameKind::Othello, BEN, CHAI, GAMES).await.as_ref());
    harness.begin(GameKind::Makruk, BEN, CHAI, GAMES).await;
    harness.begin(GameKind::Othello, ANN, BEN, GAMES).await;
    let over = json!({ "table": over.0.to_string() });
    let resigning = harness.command(CHAI, GAMES, "resign", over).await;
    harness.click(CHAI, &resigning, "resign-yes").await;
    let offered = harness.suggested(ANN, GAMES, ("abort", "table"), "").await;
    let titles: Vec<&str> = offered.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(titles, ["Makruk: Ben – Chai"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_moderator_need_not_manage_the_server() {
    let harness = Harness::start().await;
    let table = table_of(harness.begin(GameKind::Othello, BEN, CHAI, GAMES).await.as_ref());
    harness.emulator.deny(GAMES, ANN, Permissions::MANAGE_GUILD);
    let done = abort(&harness, table.0).await;
    check(ANN, "/abort", &done, EphemeralText("line-abort-done", &[]));
    harness.emulator.deny(GAMES, ANN, Permissions::MODERATE_MEMBERS);
    let options = json!({ "table": table.0.to_string(), "reason": "x" });
    let asked = harness.emulator.as_user(ANN).command(GAMES, "abort", options);
    assert_eq!(asked.unwrap_err(), ActionError::NotHere("abort".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn whom_the_server_gives_the_command_is_a_moderator() {
    let harness = Harness::start().await;
    let table = table_of(harness.begin(GameKind::Othello, BEN, CHAI, GAMES).await.as_ref());
    harness.emulator.allow_command(GARDEN, DAI, "abort");
    let options = json!({ "table": table.0.to_string(), "reason": "x" });
    let done = harness.command(DAI, GAMES, "abort", options).await;
    check(DAI, "/abort", &done, EphemeralText("line-abort-done", &[]));
}
