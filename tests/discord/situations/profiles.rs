//! `/profile`: ratings, results and games of a player, as a card and in words.

use std::sync::Arc;

use kradan_emulator::{ANN, ANN_AND_BOT, BEN, CHAI, GAMES, Id, PostedMessage};
use kradan_rules::GameKind;
use serde_json::json;

use super::ratings::{MOVES, ends};
use crate::discord::harness::Harness;
use crate::discord::transcript::Transcript;

async fn profile(harness: &Harness, who: Id, channel: Id, of: Id) -> Arc<PostedMessage> {
    harness.command(who, channel, "profile", json!({ "player": of.0.to_string() })).await
}

/// The first line and that of a game.
fn begin(message: &PostedMessage) -> [String; 2] {
    let mut lines = message.content().lines().map(str::to_owned);
    [lines.next().unwrap(), lines.next().unwrap_or_default()]
}

#[tokio::test(flavor = "multi_thread")]
async fn a_profile_is_a_card_and_the_same_in_words() {
    let transcript = Transcript::of(GameKind::Othello, &MOVES).await;
    ends(&transcript, BEN).await;
    let harness = transcript.harness;
    let card = harness.command(ANN, GAMES, "profile", json!({})).await;
    let [name, othello] = begin(&card);
    assert_eq!((name.as_str(), card.visible_to), ("**Ann**", None));
    assert!(othello.starts_with("Othello **1742?** ± "), "{othello}");
    assert!(othello.ends_with(" · 1 won, 0 lost, 0 drawn · best win: Ben (1500?)"), "{othello}");
    let [picture] = card.attachments() else { panic!("{:?}", card.attachments()) };
    let alt = picture["description"].as_str().unwrap();
    assert!(alt.starts_with("Ann. Othello 1742? ± "), "{alt}");
    assert!(alt.ends_with("From 1500, between 1500 and 1742."), "{alt}");

    // Elsewhere the opponent of the best win is not named.
    let alone = profile(&harness, ANN, ANN_AND_BOT, ANN).await;
    assert!(begin(&alone)[1].ends_with("drawn · best win: 1500?"), "{}", alone.content());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_profile_has_the_tally_with_whoever_asks_and_can_be_hidden() {
    let mut transcript = Transcript::of(GameKind::Othello, &MOVES).await;
    ends(&transcript, BEN).await;
    transcript = Transcript::at(transcript.harness, GAMES, GameKind::Othello, &MOVES).await;
    ends(&transcript, BEN).await;
    let harness = Transcript::at(transcript.harness, GAMES, GameKind::Makruk, &[]).await.harness;
    let bens = profile(&harness, ANN, GAMES, BEN).await;
    let lines: Vec<&str> = bens.content().lines().collect();
    assert_eq!(lines[2..], ["Othello Ann 2 – 0 Ben", "-# 1 game under way"]);
    let to_others = profile(&harness, CHAI, GAMES, BEN).await;
    assert!(!to_others.content().contains("2 – 0"), "{}", to_others.content());

    let page = harness.privacy(BEN, GAMES).await;
    harness.click(BEN, &page, "privacy-listed:no").await;
    let hidden = profile(&harness, ANN, GAMES, BEN).await;
    assert_eq!((hidden.visible_to, hidden.content()), (Some(ANN), "Ben keeps that private."));
    let own = profile(&harness, BEN, GAMES, BEN).await;
    assert_eq!((own.visible_to, own.attachments().len()), (Some(BEN), 1));
    // Of whoever has ended no rated game nothing is shown.
    let none = profile(&harness, ANN, GAMES, CHAI).await;
    assert_eq!(none.visible_to, Some(ANN));
}
