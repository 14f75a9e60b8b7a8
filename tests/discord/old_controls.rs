//! Buttons and menus of a position that is no longer there. Each gets a sensible response, and none
//! plays a move.

use std::sync::Arc;

use kradan::service::{OutboxEntryId, PostedBoard};
use kradan_emulator::{ANN, BEN, GAMES, Id, Interaction, PostedMessage};
use kradan_i18n::{self as i18n, Counts, Language, Line};
use kradan_rules::GameKind;
use kradan_table::{MessageId, Refusal, Table, TableId};
use serde_json::{Value, json};

use crate::discord::transcript::{Transcript, refused};

/// One custom id per line, of table 7.
const CUSTOM_IDS: &str = include_str!("../fixtures/custom_ids.txt");

/// A position that no table has.
const POSITION: &str = "12.fedcba9876543210";

/// The custom ids that are pressed in a channel, for another table.
fn custom_ids(table: TableId) -> Vec<String> {
    let pressed = CUSTOM_IDS.split("# What was not pressed").next().unwrap_or_default();
    let lines = pressed.lines().filter(|line| !line.starts_with('#'));
    let own = |part: &str| if part == "7" { table.0.to_string() } else { part.to_owned() };
    lines.map(|line| line.split(':').map(own).collect::<Vec<_>>().join(":")).collect()
}

/// The selected value of a menu. `None` for a button.
fn offered(custom_id: &str, table: TableId) -> Option<String> {
    let value = match custom_id.split(':').next().unwrap_or_default() {
        "square" => "e3e4",
        "guide" => "1",
        "setting" => match custom_id {
            "setting:hints" | "setting:confirm" => return None,
            "setting:language" => "en",
            "setting:theme" => "wood",
            "setting:pieces" => "kanji",
            _ => "mine",
        },
        "server" => match custom_id {
            "server:language" => "en",
            "server:channels" | "server:role" => "1",
            _ => return None,
        },
        "which" => return Some(format!("{}:{POSITION}", table.0)),
        _ => return None,
    };
    Some(value.to_owned())
}

/// Whether a control belongs to one position: it plays, or leads to a move.
fn is_for_a_position(custom_id: &str) -> bool {
    let action = custom_id.split(':').next().unwrap_or_default();
    let plays = [
        "go",
        "from",
        "pieces",
        "square",
        "confirm",
        "back",
        "resign",
        "resign-yes",
        "draw",
        "accept-draw",
        "decline-draw",
        "takeback",
        "grant",
        "refuse",
        "count",
    ];
    let chosen = ["which:move", "which:draw"];
    plays.contains(&action) || chosen.iter().any(|it| custom_id.starts_with(it))
}

/// Posts a message of the bot with one control.
async fn post(transcript: &Transcript, custom_id: &str, value: Option<&str>) -> Id {
    let control = match value {
        Some(value) => json!({
            "type": 3, "custom_id": custom_id, "options": [{ "label": "it", "value": value }],
        }),
        None => json!({ "type": 2, "style": 2, "custom_id": custom_id, "label": "it" }),
    };
    let body = json!({
        "content": custom_id, "components": [{ "type": 1, "components": [control] }],
    });
    let emulator = &transcript.harness.emulator;
    let posted = reqwest::Client::new()
        .post(format!("{}/api/v10/channels/{GAMES}/messages", emulator.url()))
        .header("Authorization", format!("Bot {}", emulator.token()))
        .header("Content-Type", "application/json")
        .body(body.to_string());
    let posted = posted.send().await.unwrap().text().await.unwrap();
    let posted: Value = serde_json::from_str(&posted).unwrap();
    let id = posted["id"].as_str().unwrap_or_else(|| panic!("{custom_id}: {posted}"));
    id.parse().unwrap()
}

/// Uses an old control and returns the response.
async fn press(
    transcript: &Transcript,
    who: Id,
    custom_id: &str,
    table: TableId,
) -> Arc<PostedMessage> {
    let value = offered(custom_id, table);
    let message = post(transcript, custom_id, value.as_deref()).await;
    let user = transcript.harness.emulator.as_user(who);
    let asked: Interaction = match &value {
        Some(value) => user.select(message, custom_id, &[value]).unwrap(),
        None => user.click(message, custom_id).unwrap(),
    };
    let answer = transcript.harness.answer(&asked).await;
    check_sensible(custom_id, answer.content());
    answer
}

/// Checks that the response is neither an error nor "unknown interaction".
fn check_sensible(custom_id: &str, content: &str) {
    for language in Language::ALL {
        let failed = [Counts::No, Counts::Unknown].map(|counts| Line::Failed { counts });
        for line in failed.iter().chain([&Line::UnknownInteraction]) {
            assert_ne!(content, i18n::line(line, language), "{custom_id}");
        }
    }
    assert!(!content.is_empty(), "{custom_id}");
}

/// The state of a table that changes if a control plays.
fn played(table: &Table) -> impl PartialEq + std::fmt::Debug + use<> {
    let offers = (table.draw_offer(), table.takeback(), table.announced());
    (table.game().moves(), table.ending(), offers)
}

fn stale(link: Option<&str>, language: Language) -> String {
    let line = i18n::line(&Line::StaleBoard { link }, language);
    line.split('\u{1}').next().unwrap_or_default().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn old_controls_are_pressed_while_the_game_goes_on() {
    let transcript = Transcript::of(GameKind::Makruk, &[]).await;
    let before = played(&transcript.stored().await.table);
    let linked = stale(Some("\u{1}"), Language::English);
    for custom_id in custom_ids(transcript.table) {
        transcript.all_delivered().await;
        let answer = press(&transcript, ANN, &custom_id, transcript.table).await;
        assert_eq!(played(&transcript.stored().await.table), before, "{custom_id}");
        let content = answer.content();
        assert_eq!(
            content.contains(&linked),
            is_for_a_position(&custom_id),
            "{custom_id}: {content}"
        );
        if is_for_a_position(&custom_id) {
            assert_eq!(answer.visible_to, Some(ANN), "{custom_id}: {content}");
            let board = transcript
                .harness
                .bot
                .service
                .store()
                .posted_board(transcript.table)
                .await
                .unwrap()
                .unwrap();
            let link = board.message.0.to_string();
            assert!(content.contains(&link), "{custom_id}: {content} does not lead to {link}");
        }
    }
}

/// If the old board is the newest one in the channel, its user gets the current one as a panel.
#[tokio::test(flavor = "multi_thread")]
async fn an_old_board_is_the_last_one() {
    let transcript = Transcript::of(GameKind::Makruk, &[]).await;
    let store = transcript.harness.bot.service.store();
    let shown = store.posted_board(transcript.table).await.unwrap().unwrap();
    let custom_id = format!("from:{}:{POSITION}:e3", transcript.table.0);
    let old = post(&transcript, &custom_id, None).await;
    let entry = OutboxEntryId { table: transcript.table, revision: 1 };
    store
        .mark_delivered(entry, Some(PostedBoard { message: MessageId(old.0), ..shown }))
        .await
        .unwrap();
    let asked = transcript.harness.emulator.as_user(ANN).click(old, &custom_id).unwrap();
    let panel = transcript.harness.answer(&asked).await;
    assert_eq!((panel.visible_to, panel.attachments().len()), (Some(ANN), 1));
    assert!(panel.content().contains(&stale(None, Language::English)), "{}", panel.content());
    let targets = transcript.harness.pick(ANN, &panel, "c1").await;
    let board = transcript.harness.pick(ANN, &targets, "c1c2").await;
    assert_eq!((board.visible_to, &board.pinged[..]), (None, &[BEN][..]));
    transcript.all_delivered().await;
    assert_eq!(transcript.stored().await.table.game().moves(), ["c1c2"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn old_controls_are_pressed_when_the_game_is_over() {
    let transcript = Transcript::of(GameKind::Makruk, &[]).await;
    let resigning = transcript.act(BEN, "/resign").await;
    transcript.harness.click(BEN, &resigning, "resign-yes").await;
    transcript.all_delivered().await;
    let before = played(&transcript.stored().await.table);
    let ending = transcript.stored().await.table.ending().expect("it is over");
    let over = refused(&Refusal::Over(ending), Language::English);
    let over = over.split_inclusive('.').next().expect("it says that the game is over");
    for custom_id in custom_ids(transcript.table) {
        transcript.all_delivered().await;
        let answer = press(&transcript, ANN, &custom_id, transcript.table).await;
        assert_eq!(played(&transcript.stored().await.table), before, "{custom_id}");
        let content = answer.content();
        if is_for_a_position(&custom_id) {
            assert_eq!(answer.visible_to, Some(ANN), "{custom_id}: {content}");
            assert!(content.starts_with(over), "{custom_id}: {content}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn old_controls_are_pressed_when_the_table_is_gone() {
    let transcript = Transcript::of(GameKind::Makruk, &[]).await;
    let (gone, before) = (TableId(7), transcript.stored().await.table);
    let is_gone = i18n::line(&Line::GameGone, Language::English);
    for custom_id in custom_ids(gone) {
        let answer = press(&transcript, ANN, &custom_id, gone).await;
        let of_table = custom_id.contains(":7") || custom_id.starts_with("which:");
        // It leads on from a game, whatever became of that game.
        let of_table = of_table && !custom_id.starts_with("next:");
        let content = answer.content();
        assert_eq!(content == is_gone, of_table, "{custom_id}: {content}");
    }
    assert_eq!(transcript.stored().await.table, before);
}
