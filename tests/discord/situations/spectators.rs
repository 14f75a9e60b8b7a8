//! What is shown to one person alone: games of others, and earlier positions.

use std::collections::BTreeSet;

use kradan_emulator::{ANN, BEN, CHAI, DAI, GAMES, Id, MAKRUK, PostedMessage, RANDOM};
use kradan_i18n::{self as i18n, Language, Line};
use kradan_rules::{GameKind, Side};
use kradan_table::{Event, Refusal, Reminder, TableId};
use serde_json::json;

use super::time::UNTIL_REMINDER;
use crate::discord::harness::{Harness, has_control};
use crate::discord::transcript::Sees::{
    EphemeralText, Public, PublicEvent, PublicTakeback, Refused,
};
use crate::discord::transcript::{
    NOBODY, Transcript, boards, check, mention, sentence_of, standing, table_of,
};

#[tokio::test(flavor = "multi_thread")]
async fn a_spectator_reads_along_in_the_channel_of_a_game() {
    let transcript = Transcript::of(GameKind::Othello, &["d3", "c3"]).await;
    let before = transcript.stored().await;
    for (is_over, name) in [
        (false, "board"),
        (false, "history"),
        (false, "export"),
        (false, "replay"),
        (true, "replay"),
    ] {
        if is_over {
            transcript.act(BEN, "press resign").await;
            transcript.act(BEN, "press resign-yes").await;
            transcript.all_delivered().await;
        }
        let shown = transcript.act(CHAI, &format!("/{name}")).await;
        assert_eq!((shown.visible_to, &shown.pinged[..]), (Some(CHAI), NOBODY), "/{name}");
        let title = "Ann – Ben · https://discord.com/channels/";
        assert!(shown.content().contains(title), "/{name}: {}", shown.content());
        // A game that is running can be followed from its board.
        let controls = if name == "board" { 2 } else { 0 };
        assert_eq!(shown.controls().len(), controls, "/{name}");
        assert_eq!(shown.attachments().len(), usize::from(name != "history"), "/{name}");
        if !is_over {
            assert_eq!(transcript.stored().await.table, before.table, "nothing moves");
        }
    }
    let suggested = transcript.harness.suggested(CHAI, GAMES, ("board", "table"), "").await;
    assert_eq!(suggested.len(), 1, "{suggested:?}");
    // What only players do finds no game.
    let none = transcript.act(CHAI, "/resign").await;
    assert_eq!(none.content(), i18n::line(&Line::NothingHere, Language::Thai));
    // Elsewhere the game is nobody else's business.
    let named = json!({ "table": transcript.table.0.to_string() });
    for name in ["board", "history", "export", "replay"] {
        let refused = transcript.harness.command(CHAI, RANDOM, name, named.clone()).await;
        check(CHAI, name, &refused, Refused(&Refusal::NotSeated));
        let none = transcript.harness.command(CHAI, RANDOM, name, json!({})).await;
        assert_eq!(none.content(), i18n::line(&Line::NothingHere, Language::Thai));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_players_own_game_comes_before_those_of_others() {
    let harness = Harness::start().await;
    harness.begin(GameKind::Othello, ANN, BEN, GAMES).await;
    let own = harness.begin(GameKind::Makruk, CHAI, BEN, GAMES).await;
    let board = harness.command(CHAI, GAMES, "board", json!({})).await;
    assert_eq!((board.visible_to, table_of(&board)), (None, table_of(&own)));
    // A game of others here comes before one's own elsewhere.
    harness.begin(GameKind::Othello, ANN, BEN, MAKRUK).await;
    let copy = harness.command(CHAI, MAKRUK, "board", json!({})).await;
    assert_eq!(copy.visible_to, Some(CHAI));
    assert!(copy.content().contains("Ann – Ben"), "{}", copy.content());
}

async fn position(harness: &Harness, person: Id, at: &str) -> String {
    let shown = harness.command(person, GAMES, "board", json!({ "at": at })).await;
    assert_eq!((shown.visible_to, shown.controls().len()), (Some(person), 0), "{at}");
    let name = shown.attachments().first().map(|it| it["filename"].as_str().unwrap().to_owned());
    let ply = name.map(|name| name.split('-').nth(2).unwrap().to_owned()).unwrap_or_default();
    format!("{ply}: {}", shown.content().lines().last().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_earlier_position_is_shown_to_the_asker_alone() {
    let transcript = Transcript::of(GameKind::Makruk, &["e3e4", "e6e5", "d3d4"]).await;
    let harness = &transcript.harness;
    for (at, expected) in [
        ("1", "1: After `1. e4`:"),
        ("1…", "2: After `1… e5`:"),
        ("1...", "2: After `1… e5`:"),
        ("2.", "3: After `2. d4`:"),
        ("0", "0: The position at the start:"),
        ("2…", ": This game has no move `2…`: the last one is `2. d4`."),
        ("40", ": This game has no move `40`: the last one is `2. d4`."),
    ] {
        assert_eq!(position(harness, ANN, at).await, expected);
    }
    let refused = transcript.harness.command(ANN, GAMES, "board", json!({ "at": "e4" })).await;
    check(ANN, "at:e4", &refused, EphemeralText("line-board-not-a-number", &[]));
    // Spectators see it too, in their language.
    assert!(position(harness, CHAI, "1").await.starts_with("1: "));
    // The moves of Makruk have the same numbers in every language.
    assert_eq!(position(harness, DAI, "1…").await, "2: `1… e5`のあとの局面：");
    let suggested = harness.suggested(ANN, GAMES, ("board", "at"), "1").await;
    let suggested: Vec<_> =
        suggested.iter().map(|it| (&*it.name, it.value.as_str().unwrap())).collect();
    assert_eq!(suggested, [("1… e5", "1…"), ("1. e4", "1")]);
    transcript.ends("e3e4 e6e5 d3d4; Second to move", &[0, 1, 2, 3]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_table_of_an_earlier_position_is_chosen_from_the_menu() {
    let transcript = Transcript::of(GameKind::Othello, &["d3", "c3"]).await;
    let harness = &transcript.harness;
    harness.begin(GameKind::Othello, ANN, CHAI, GAMES).await;
    let asked = harness.command(ANN, GAMES, "board", json!({ "at": "1" })).await;
    let option = crate::discord::transcript::table_option(&asked, transcript.table);
    let shown = harness.select(ANN, &asked, "which", &option).await;
    assert_eq!((shown.id, shown.visible_to), (asked.id, Some(ANN)));
    assert!(shown.content().ends_with("After `1. d3`:"), "{}", shown.content());
    assert!(!has_control(&shown, "which"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_click_on_rematch_makes_no_second_challenge() {
    let transcript = Transcript::of(GameKind::Othello, &[]).await;
    transcript.act(BEN, "press resign").await;
    transcript.act(BEN, "press resign-yes").await;
    transcript.all_delivered().await;
    let answers = transcript.at_once(&[(ANN, "press rematch"), (ANN, "press rematch")]).await;
    let public: Vec<_> = answers.iter().filter(|it| it.visible_to.is_none()).collect();
    assert_eq!(public.len(), 1, "{:?}", answers.iter().map(|it| it.content()));
    let rematch = table_of(public[0]);
    for answer in &answers {
        assert_eq!(table_of(answer), rematch, "each shows the same challenge");
        assert!(has_control(answer, "accept"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_players_who_ask_for_a_rematch_at_once_have_one_game() {
    let transcript = Transcript::of(GameKind::Othello, &[]).await;
    transcript.act(BEN, "press resign").await;
    transcript.act(BEN, "press resign-yes").await;
    transcript.all_delivered().await;
    let answers = transcript.at_once(&[(ANN, "press rematch"), (BEN, "press rematch")]).await;
    assert!(answers.iter().all(|it| it.visible_to.is_none()));
    // The challenge that was accepted may have lost its controls already.
    let with_controls = answers.iter().filter(|it| !it.controls().is_empty());
    let tables: BTreeSet<TableId> = with_controls.map(|it| table_of(it)).collect();
    assert_eq!(tables.len(), 1, "{answers:#?}");
    let rematch = tables.into_iter().next().unwrap();
    transcript.all_delivered().await;
    assert!(transcript.harness.stored(rematch).await.table.is_running());
    assert_eq!(boards(&transcript.public(), rematch), [0]);
}

fn label_of(message: &PostedMessage, action: &str) -> String {
    let controls = message.controls();
    let control = controls
        .iter()
        .find(|it| it["custom_id"].as_str().is_some_and(|id| id.split(':').next() == Some(action)));
    control.expect("the button is there")["label"].as_str().unwrap_or_default().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_is_offered_with_the_tally() {
    let transcript = Transcript::of(GameKind::Othello, &[]).await;
    let harness = &transcript.harness;
    // Who lost plays first: Ben wins the first game and the third one, Ann the second one.
    let tallies = [None, Some("Ben 1 – 1 Ann"), Some("Ann 1 – 2 Ben")];
    for (loser, tally) in [ANN, BEN, ANN].into_iter().zip(tallies) {
        transcript.act(loser, "press resign").await;
        let last = transcript.act(loser, "press resign-yes").await;
        let tally = tally.map(|it| format!(" · {it}")).unwrap_or_default();
        assert_eq!(label_of(&last, "rematch"), format!("Rematch{tally}"));
        let winner = if loser == ANN { BEN } else { ANN };
        let challenge = harness.click(loser, &last, "rematch").await;
        harness.click(winner, &challenge, "accept").await;
        transcript.all_delivered().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_makes_no_sense_yet_is_not_offered() {
    let transcript = Transcript::of(GameKind::Othello, &[]).await;
    let offered = async |who| {
        let panel = transcript.act(who, "press more").await;
        ["draw", "takeback", "history"].map(|it| has_control(&panel, it))
    };
    assert_eq!(offered(ANN).await, [false; 3]);
    transcript.act(ANN, "/move d3").await;
    assert_eq!(offered(ANN).await, [true; 3]);
    assert_eq!(offered(BEN).await, [true, false, true]);
    transcript.act(BEN, "/move c3").await;
    assert_eq!(offered(BEN).await, [true; 3]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reminder_mentions_its_player_once() {
    let transcript = Transcript::of(GameKind::Makruk, &["e3e4"]).await;
    transcript.harness.pass(UNTIL_REMINDER).await;
    let reminded = Event::Reminded { side: Side::Second, reminder: Reminder::Fifth };
    let text = sentence_of(&reminded, Language::English);
    let reminder = transcript.harness.message_with(GAMES, &text).await;
    let mentions = reminder.content().matches(&mention(BEN)).count();
    assert_eq!(mentions, 1, "{}", reminder.content());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_offer_is_withdrawn_until_it_is_answered() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let (first, second) = (Side::First, Side::Second);
    let offered = Event::DrawOffered { side: first };
    let withdrawn = Event::DrawWithdrawn { side: first };
    let asked = Event::TakebackAsked { side: first, plies: (1, 1) };
    let takeback_withdrawn = Event::TakebackWithdrawn { side: first };
    transcript
        .play(&[
            (ANN, "/draw", PublicEvent(&offered), &[BEN]),
            (BEN, "press withdraw-draw", Refused(&Refusal::NothingToWithdraw), NOBODY),
            (ANN, "press withdraw-draw", PublicEvent(&withdrawn), NOBODY),
        ])
        .await;
    assert_eq!(standing(&transcript.stored().await.table), "d3; Second to move");
    transcript
        .play(&[
            (ANN, "/draw", Refused(&Refusal::DeclinedAlready), NOBODY),
            (ANN, "/takeback", PublicTakeback(&asked, "`1. d3`"), &[BEN]),
            (ANN, "press withdraw-takeback", PublicEvent(&takeback_withdrawn), NOBODY),
            (BEN, "/move c3", Public("c3"), &[ANN]),
            (ANN, "/move c4", Public("c4"), &[BEN]),
            (ANN, "/draw", PublicEvent(&offered), &[BEN]),
        ])
        .await;
    // Who forgot the offer is reminded of it, with the button.
    let reminded = transcript.act(ANN, "/draw").await;
    check(ANN, "/draw", &reminded, Refused(&Refusal::OfferedAlready));
    assert!(has_control(&reminded, "withdraw-draw"));
    let answer = Event::DrawDeclined { side: second };
    transcript.play(&[(BEN, "press decline-draw", PublicEvent(&answer), &[ANN])]).await;
    let late = transcript.harness.click(ANN, &reminded, "withdraw-draw").await;
    check(ANN, "too late", &late, Refused(&Refusal::NothingToWithdraw));
    transcript.ends("d3 c3 c4; Second to move", &[0, 1, 2, 3]).await;
}
