//! `/leaderboard`: the players of a server by their ratings, and who is not there.

use std::sync::Arc;

use kradan_emulator::{ANN, ANN_AND_BOT, BEN, CHAI, GAMES, GARDEN, Id, PostedMessage};
use kradan_rules::GameKind;
use serde_json::json;

use super::DAY;
use super::ratings::{MOVES, ends};
use crate::discord::harness::Harness;
use crate::discord::transcript::Sees::EphemeralText;
use crate::discord::transcript::{Transcript, check};

/// A rated game that Ann wins against Ben.
async fn won() -> Harness {
    let transcript = Transcript::of(GameKind::Othello, &MOVES).await;
    ends(&transcript, BEN).await;
    transcript.harness
}

async fn leaderboard(harness: &Harness, person: Id, kind: &str) -> Arc<PostedMessage> {
    harness.command(person, GAMES, "leaderboard", json!({ "game": kind })).await
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_sees_who_plays_best_on_their_server() {
    let harness = won().await;
    // Of the games the one that most have played is shown.
    let list = harness.command(ANN, GAMES, "leaderboard", json!({})).await;
    assert_eq!(
        list.content(),
        "**Othello: the players of this server**\n\
         -# After few games:\n\
         **1** Ann · **1742?** · 1 game\n\
         **2** Ben · **1258?** · 1 game"
    );
    assert_eq!((list.visible_to, &list.pinged[..]), (None, &[][..]));
    // Other lists are for who presses alone: that of all stays as it is.
    let month = harness.click(CHAI, &list, "leaderboard:othello.month").await;
    assert_eq!(month.visible_to, Some(CHAI));
    let month = harness.click(ANN, &list, "leaderboard:othello.month").await;
    assert!(month.content().contains("this month**\n-#"), "{}", month.content());
    assert!(month.content().contains("**2** Ben"), "{}", month.content());
    let ogi = harness.click(ANN, &month, "leaderboard:ogi.month").await;
    assert_eq!(ogi.id, month.id, "one message shows all of them");
    assert!(ogi.content().contains("Nobody yet"), "{}", ogi.content());
    harness.pass(40 * DAY).await;
    let later = harness.click(ANN, &list, "leaderboard:othello.month").await;
    assert!(later.content().contains("Nobody yet"), "{}", later.content());
    let private = harness.command(ANN, ANN_AND_BOT, "leaderboard", json!({})).await;
    check(ANN, "leaderboard", &private, EphemeralText("line-leaderboard-only-servers", &[]));
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_hides_or_leaves_is_not_listed() {
    let harness = won().await;
    let page = harness.privacy(ANN, GAMES).await;
    let hidden = harness.click(ANN, &page, "privacy-listed:no").await;
    let list = leaderboard(&harness, CHAI, "othello").await;
    assert!(
        !list.content().contains("Ann") && list.content().contains("Ben"),
        "{}",
        list.content()
    );
    harness.click(ANN, &hidden, "privacy-listed:yes").await;
    harness.emulator.remove_member(GARDEN, BEN);
    let list = leaderboard(&harness, ANN, "othello").await;
    assert!(
        list.content().contains("Ann") && !list.content().contains("Ben"),
        "{}",
        list.content()
    );
}
