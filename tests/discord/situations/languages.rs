//! The languages of public and of private messages.

use kradan_emulator::{ANN, ANN_AND_BOT, BEN, CHAI, DAI, GAMES, GARDEN, Id, PostedMessage};
use kradan_i18n::{self as i18n, Language, Line};
use kradan_rules::{GameKind, Side};
use kradan_table::{Event, Reminder, TimeControl};
use serde_json::json;

use super::has_line;
use super::time::UNTIL_REMINDER;
use crate::discord::harness::Harness;
use crate::discord::transcript::{Transcript, mention, sentence_of};

/// Whether a message is a challenge in a language.
fn is_challenge(message: &PostedMessage, (from, to): (Id, Option<Id>), language: Language) -> bool {
    let (challenger, opponent) = (mention(from), to.map(mention));
    let (kind, side, until) = (GameKind::Makruk, Some(Side::First), "\u{1}");
    let (time, rated) =
        (i18n::time_control(TimeControl::default(), language), i18n::text("line-rated", language));
    let time = &format!("{time} · {rated}");
    let line = match &opponent {
        Some(opponent) => {
            Line::Challenge { challenger: &challenger, opponent, kind, side, time, until }
        }
        None => Line::OpenChallenge { challenger: &challenger, kind, side, time, until },
    };
    has_line(message.content(), &line, language)
}

/// Whether a message says in a language whose turn it is.
fn is_turn_of(message: &PostedMessage, player: Id, side: Side, language: Language) -> bool {
    let name = mention(player);
    let line = Line::YourTurn { name: &name, kind: GameKind::Makruk, side };
    message.content().contains(&i18n::line(&line, language))
}

fn label_of(message: &PostedMessage, action: &str) -> String {
    let controls = message.controls();
    let found = controls
        .iter()
        .find(|it| it["custom_id"].as_str().is_some_and(|id| id.split(':').next() == Some(action)));
    found.expect("the button is there")["label"].as_str().unwrap_or_default().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_first_challenge_speaks_the_challengers_language() {
    let harness = Harness::start().await;
    let options = json!({ "game": "makruk", "opponent": DAI.0.to_string(), "side": "first" });
    let challenge = harness.command(CHAI, GAMES, "play", options.clone()).await;
    assert!(is_challenge(&challenge, (CHAI, Some(DAI)), Language::Thai), "{}", challenge.content());
    assert_eq!(label_of(&challenge, "accept"), i18n::text("label-accept", Language::Thai));
    // Once Dai has done something, his own language is known, and theirs differ.
    let board = harness.click(DAI, &challenge, "accept").await;
    assert!(is_turn_of(&board, CHAI, Side::First, Language::English), "{}", board.content());
    let challenge = harness.command(CHAI, GAMES, "play", options).await;
    assert!(is_challenge(&challenge, (CHAI, Some(DAI)), Language::English));
}

#[tokio::test(flavor = "multi_thread")]
async fn public_messages_are_in_the_language_of_both_or_in_english() {
    let harness = Harness::start().await;
    harness.emulator.set_locale(ANN, "th");
    harness.command(ANN, GAMES, "help", json!({})).await;
    let board = harness.begin(GameKind::Makruk, ANN, CHAI, GAMES).await;
    assert!(is_turn_of(&board, ANN, Side::First, Language::Thai), "{}", board.content());
    assert_eq!(label_of(&board, "more"), i18n::text("label-more-actions", Language::Thai));
    let board = harness.command(ANN, GAMES, "move", json!({ "move": "e3e4" })).await;
    assert!(is_turn_of(&board, CHAI, Side::Second, Language::Thai), "{}", board.content());
    // When one of them chooses another language, it is English from then on, written with letters.
    let panel = harness.command(CHAI, GAMES, "settings", json!({})).await;
    harness.select(CHAI, &panel, "setting:language", "nl").await;
    let board = harness.command(CHAI, GAMES, "move", json!({ "move": "b8d7" })).await;
    assert!(is_turn_of(&board, ANN, Side::First, Language::English), "{}", board.content());
    assert!(board.content().contains("Nd7"), "{}", board.content());
    assert_eq!(label_of(&board, "more"), i18n::text("label-more-actions", Language::English));
    let described = board.attachments()[0]["description"].as_str().unwrap_or_default();
    assert!(described.contains(&i18n::game_name(GameKind::Makruk, Language::English)));
}

#[tokio::test(flavor = "multi_thread")]
async fn where_the_players_languages_differ_a_community_speaks_its_own() {
    let mut harness = Harness::start().await;
    harness.emulator.set_server_locale(GARDEN, "nl");
    let board = harness.begin(GameKind::Makruk, CHAI, DAI, GAMES).await;
    assert!(is_turn_of(&board, CHAI, Side::First, Language::Dutch), "{}", board.content());
    // A reminder comes after a start that has heard nothing of the server.
    harness.restart().await;
    harness.pass(UNTIL_REMINDER).await;
    let reminded = Event::Reminded { side: Side::First, reminder: Reminder::Fifth };
    let reminded = sentence_of(&reminded, Language::Dutch).replace(&mention(ANN), &mention(CHAI));
    harness.message_with(GAMES, &reminded).await;
    // Every server that is no Community has the locale `en-US`.
    harness.emulator.set_server_locale(GARDEN, "en-US");
    let board = harness.command(CHAI, GAMES, "move", json!({ "move": "e3e4" })).await;
    assert!(is_turn_of(&board, DAI, Side::Second, Language::English), "{}", board.content());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_open_challenge_is_in_the_servers_language() {
    let harness = Harness::start().await;
    let options = json!({ "game": "makruk", "side": "first" });
    for (locale, language) in [("en-US", Language::English), ("nl", Language::Dutch)] {
        harness.emulator.set_server_locale(GARDEN, locale);
        let challenge = harness.command(CHAI, GAMES, "play", options.clone()).await;
        assert!(is_challenge(&challenge, (CHAI, None), language), "{}", challenge.content());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn private_messages_are_in_the_readers_language() {
    let transcript = Transcript::of(GameKind::Makruk, &["e3e4"]).await;
    let refused = transcript.act(ANN, "/move e4e5").await;
    assert_eq!(refused.visible_to, Some(ANN));
    let panel = transcript.harness.command(BEN, GAMES, "settings", json!({})).await;
    let heading = i18n::text("line-settings-heading", Language::Dutch);
    assert!(panel.content().contains(&heading), "{}", panel.content());
    // In the conversation with the bot the copy is Ann's.
    transcript.harness.emulator.set_locale(ANN, "ja");
    let named = json!({ "game": transcript.table.0.to_string() });
    let copy = transcript.harness.command(ANN, ANN_AND_BOT, "board", named).await;
    assert!(is_turn_of(&copy, BEN, Side::Second, Language::Japanese), "{}", copy.content());
}
