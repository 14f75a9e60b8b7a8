//! What is shown to one person alone: games of others, and earlier positions.

use std::collections::BTreeSet;

use kradan_emulator::{ANN, BEN, CHAI, DAI, GAMES, MAKRUK, PostedMessage, RANDOM};
use kradan_i18n::{self as i18n, Language, Line};
use kradan_rules::{GameKind, Side};
use kradan_table::{Event, Refusal, Reminder, TableId};
use serde_json::json;

use super::time::UNTIL_REMINDER;
use crate::discord::harness::{Harness, has_control, offers_moves};
use crate::discord::transcript::Sees::{Public, PublicEvent, PublicTakeback, Refused};
use crate::discord::transcript::{
    NOBODY, Transcript, boards, check, mention, sentence_of, standing, table_of,
};

#[tokio::test(flavor = "multi_thread")]
async fn a_spectator_reads_along_in_the_channel_of_a_game() {
    let transcript = Transcript::of(GameKind::Othello, &["d3", "c3"]).await;
    let before = transcript.stored().await;
    for (is_over, action) in [
        (false, "/game"),
        (false, "/board"),
        (false, "press history"),
        (false, "press export"),
        (false, "press replay"),
        (true, "press replay"),
    ] {
        if is_over {
            transcript.act(BEN, "press resign").await;
            transcript.act(BEN, "press resign-yes").await;
            transcript.all_delivered().await;
        }
        let shown = transcript.act(CHAI, action).await;
        assert_eq!((shown.visible_to, &shown.pinged[..]), (Some(CHAI), NOBODY), "{action}");
        let title = "Ann – Ben · https://discord.com/channels/";
        assert!(shown.content().contains(title), "{action}: {}", shown.content());
        // A game that is running can be followed from where it is opened.
        let is_opened = action.starts_with('/');
        assert_eq!(has_control(&shown, "follow-end"), is_opened, "{action}");
        assert!(!offers_moves(&shown), "{action}");
        let pictures = usize::from(action != "press history");
        assert_eq!(shown.attachments().len(), pictures, "{action}");
        if !is_over {
            assert_eq!(transcript.stored().await.table, before.table, "nothing moves");
        }
    }
    let suggested = transcript.harness.suggested(CHAI, GAMES, ("game", "game"), "").await;
    assert_eq!(suggested.len(), 1, "{suggested:?}");
    // What only players do finds no game.
    let none = transcript.act(CHAI, "/resign").await;
    assert_eq!(none.content(), i18n::line(&Line::NothingHere, Language::Thai));
    // Elsewhere the game is nobody else's business.
    let named = json!({ "game": transcript.table.0.to_string() });
    for name in ["board", "game"] {
        let refused = transcript.harness.command(CHAI, RANDOM, name, named.clone()).await;
        check(CHAI, name, &refused, Refused(&Refusal::NotSeated));
        let none = transcript.harness.command(CHAI, RANDOM, name, json!({})).await;
        assert_eq!(none.content(), i18n::line(&Line::NothingHere, Language::Thai));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn more_is_for_spectators_too() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let panel = transcript.act(CHAI, "press more").await;
    assert_eq!(panel.visible_to, Some(CHAI));
    let words: Vec<&str> = panel
        .controls()
        .iter()
        .filter_map(|it| it["custom_id"].as_str()?.split(':').next())
        .map(|word| ["step", "follow-moves", "follow-end"].into_iter().find(|it| *it == word))
        .map(|word| word.expect("nothing that a player does"))
        .collect();
    assert_eq!(words, ["step", "follow-moves", "follow-end"]);
    let opened = transcript.harness.click(CHAI, &panel, "step").await;
    assert_eq!((opened.id, opened.attachments().len()), (panel.id, 1));
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

/// What an opened game shows: the plies of its board, and the line above it.
fn position(game: &PostedMessage) -> String {
    let name = game.attachments()[0]["filename"].as_str().unwrap();
    let plies = name.split('-').nth(2).unwrap().to_owned();
    format!("{plies}: {}", game.content().lines().last().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_stepped_through_by_the_asker_alone() {
    let transcript = Transcript::of(GameKind::Makruk, &["e3e4", "e6e5", "d3d4"]).await;
    let harness = &transcript.harness;
    let mut game = harness.command(ANN, GAMES, "game", json!({})).await;
    assert_eq!(game.visible_to, Some(ANN));
    assert_eq!(position(&game), "3: After `2. d4`:");
    for (pressed, expected) in [
        ("›", "3: After `2. d4`:"),
        ("‹", "2: After `1… e5`:"),
        ("‹", "1: After `1. e4`:"),
        ("›", "2: After `1… e5`:"),
        ("«", "0: The position at the start:"),
        ("‹", "0: The position at the start:"),
        ("›", "1: After `1. e4`:"),
        ("»", "3: After `2. d4`:"),
    ] {
        let shown = harness.click(ANN, &game, pressed).await;
        assert_eq!((shown.id, position(&shown).as_str()), (game.id, expected), "{pressed}");
        game = shown;
    }
    // The moves of Makruk have the same numbers in every language.
    let other = harness.command(DAI, GAMES, "game", json!({})).await;
    let other = harness.click(DAI, &other, "‹").await;
    assert_eq!(position(&other), "2: `1… e5`のあとの局面：");
    // A move that comes meanwhile is the last one.
    transcript.act(BEN, "/move d6d5").await;
    let other = harness.click(DAI, &other, "»").await;
    assert!(position(&other).starts_with("4: "), "{}", other.content());
    transcript.ends("e3e4 e6e5 d3d4 d6d5; First to move", &[0, 1, 2, 3, 4]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn which_of_several_games_is_opened_is_chosen_from_the_menu() {
    let transcript = Transcript::of(GameKind::Othello, &["d3", "c3"]).await;
    let harness = &transcript.harness;
    harness.begin(GameKind::Othello, ANN, CHAI, GAMES).await;
    let asked = harness.command(ANN, GAMES, "game", json!({})).await;
    let option = crate::discord::transcript::table_option(&asked, transcript.table);
    let shown = harness.select(ANN, &asked, "which", &option).await;
    assert_eq!((shown.id, shown.visible_to), (asked.id, Some(ANN)));
    assert!(shown.content().ends_with("After `2. c3`:"), "{}", shown.content());
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
        ["draw", "takeback", "step"].map(|it| has_control(&panel, it))
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
            (ANN, "press takeback", PublicTakeback(&asked, "`1. d3`"), &[BEN]),
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
