//! Challenges to everybody: the challenger's rating, for whom they are, and who asks for the same.

use kradan_emulator::{ANN, BEN, CHAI, GAMES};
use kradan_i18n as i18n;
use kradan_ratings::Rating;
use kradan_rules::GameKind;
use kradan_store::Profile;
use serde_json::json;

use crate::discord::harness::{Harness, WAIT_MAX};
use crate::discord::transcript::Sees::EphemeralText;
use crate::discord::transcript::{check, language_of, player, table_of};

/// Gives somebody a rating in Makruk.
async fn rate(harness: &Harness, person: kradan_emulator::Id, value: f64) {
    harness.command(person, GAMES, "games", json!({})).await;
    let change = move |it: &mut Profile| {
        let at = Some(jiff::Timestamp::UNIX_EPOCH);
        let rating = Rating { value, deviation: 60.0, games: 1, at, ..Rating::NEW };
        it.ratings.of.insert(GameKind::Makruk, rating);
    };
    harness.bot.service.store().update_profile(player(person), Box::new(change)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_open_challenge_can_be_for_similar_ratings_alone() {
    let harness = Harness::start().await;
    rate(&harness, ANN, 1700.0).await;
    rate(&harness, BEN, 1901.0).await;
    rate(&harness, CHAI, 1500.0).await;
    let everybody = harness.command(ANN, GAMES, "play", json!({ "game": "makruk" })).await;
    assert!(everybody.content().contains("· rated · rating 1700?."), "{}", everybody.content());
    harness.click(ANN, &everybody, "cancel").await;
    let options = json!({ "game": "makruk", "rated": "similar" });
    let challenge = harness.command(ANN, GAMES, "play", options).await;
    let said = "· rated · rating 1700? · for 1500 to 1900.";
    assert!(challenge.content().contains(said), "{}", challenge.content());
    let refused = harness.click(BEN, &challenge, "accept").await;
    let range = [("least", "1500"), ("most", "1900")];
    check(BEN, "accept", &refused, EphemeralText("line-not-similar", &range));
    harness.click(CHAI, &challenge, "accept").await;
    assert!(harness.stored(table_of(&challenge)).await.table.is_running());
}

#[tokio::test(flavor = "multi_thread")]
async fn who_looks_for_a_game_hears_of_others_who_do() {
    let harness = Harness::start_without_limits().await;
    harness.command(ANN, GAMES, "play", json!({ "game": "makruk" })).await;
    let user = harness.emulator.as_user(CHAI);
    // Not for another game, and not of one's own.
    let newest = harness.command(ANN, GAMES, "play", json!({ "game": "makruk" })).await;
    user.command(GAMES, "play", json!({ "game": "ogi" })).unwrap().message(WAIT_MAX).await.unwrap();
    let asked = user.command(GAMES, "play", json!({ "game": "makruk" })).unwrap();
    let told = asked.followed(1, WAIT_MAX).await.expect("another challenge is named");
    let kind = i18n::game_name(GameKind::Makruk, language_of(CHAI));
    assert!(told[0].content().contains("Ann") && told[0].content().contains(&kind));
    assert_eq!(told[0].visible_to, Some(CHAI));
    let messages = harness.emulator.as_user(CHAI).messages(GAMES);
    let private = messages.iter().filter(|it| it.visible_to == Some(CHAI)).count();
    assert_eq!(private, 1, "{messages:#?}");
    // The newest one is named.
    harness.click(CHAI, &told[0], "accept").await;
    assert!(harness.stored(table_of(&newest)).await.table.is_running());
}
