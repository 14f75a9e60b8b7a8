//! What a player could have done better in a game that is over.

use std::sync::Arc;

use kradan_emulator::{ANN, BEN, CHAI, FaultRule, GAMES, Id, InjectedFault, PostedMessage, RANDOM};
use kradan_i18n::{self as i18n, Language};
use kradan_rules::GameKind;
use kradan_table::Refusal;
use serde_json::json;

use crate::discord::harness::{Harness, WAIT_MAX, control_of, eventually_some, has_control};
use crate::discord::transcript::Sees::Refused;
use crate::discord::transcript::{Transcript, check, language_of, table_of};

/// Ann's knight goes where a pawn takes it.
const KNIGHT_LOST: &[&str] = &["b1d2", "d6d5", "d2c4", "d5c4"];

/// A game of Ann and Ben in which somebody resigned.
async fn over(kind: GameKind, moves: &[&str], resigns: Id) -> Transcript {
    let transcript = Transcript::of(kind, moves).await;
    transcript.act(resigns, "press resign").await;
    transcript.act(resigns, "press resign-yes").await;
    transcript
}

fn line(key: &str, who: Id) -> String {
    i18n::text(key, language_of(who))
}

/// The description of a message's picture.
fn described(message: &PostedMessage) -> String {
    message.attachments()[0]["description"].as_str().expect("a picture is described").to_owned()
}

/// The custom ids of the turning points on a message.
fn turning_points(message: &PostedMessage) -> Vec<String> {
    let controls = message.controls();
    let ids = controls.iter().map(|control| control["custom_id"].as_str().unwrap().to_owned());
    ids.filter(|id| id.starts_with("better:")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn both_players_read_where_the_game_turned_and_show_it_to_all() {
    let transcript = over(GameKind::Makruk, KNIGHT_LOST, ANN).await;
    let review = transcript.act(ANN, "press review").await;
    assert_eq!((review.visible_to, review.pinged.len()), (Some(ANN), 0));
    let text = review.content();
    assert!(text.contains(&line("line-review-turned", ANN)), "{text}");
    assert!(text.contains("`2. Nc4` · loses the ma · "), "{text}");
    assert!(text.contains(&format!("→ {} · ", line("line-review-worse", ANN))), "{text}");
    assert!(text.contains("**Black**: no move that cost much"), "{text}");
    let picture = &review.attachments()[0];
    assert_eq!(picture["filename"], format!("review-{}-4.png", transcript.table.0));
    assert!(described(&review).ends_with("From move 2: Black"), "{}", described(&review));
    let [control] = &turning_points(&review)[..] else { panic!("one turning point: {text}") };
    // It can be had wherever the game is opened.
    let again = transcript.harness.in_game(ANN, RANDOM, json!({}), "review").await;
    assert_eq!(again.content(), text);
    assert!(!has_control(&again, "review-show"), "the game was played elsewhere");
    // Ben reads the same in Dutch.
    let theirs = transcript.act(BEN, "press review").await;
    assert_eq!(theirs.visible_to, Some(BEN));
    let lost = i18n::text_with("line-review-loses", &[("piece", "ma")], Language::Dutch);
    assert!(theirs.content().contains(&lost), "{}", theirs.content());
    // The board shows the better line.
    let user = transcript.harness.emulator.as_user(ANN);
    let shown = transcript.harness.answer(&user.click(review.id, control).unwrap()).await;
    assert_eq!(shown.id, review.id, "the same message shows it");
    assert!(shown.content().contains("On the board: "), "{}", shown.content());
    assert!(!described(&shown).contains("Nc4"), "{}", described(&shown));
    // All see it, whoever shows it.
    let before = transcript.public().len();
    let show = control_of(&shown, "review-show");
    user.click(shown.id, &show).unwrap();
    let public = eventually_some("all see it", async || {
        let all = transcript.public();
        all.into_iter().find(|message| message.content().starts_with("Review · "))
    })
    .await;
    assert_eq!((public.visible_to, public.pinged.len()), (None, 0));
    assert!(public.content().contains("`2. Nc4` · loses the ma · "), "{}", public.content());
    assert_eq!((public.controls().len(), public.attachments().len()), (0, 1));
    let again = transcript.act(BEN, "press review-show").await;
    assert_eq!((again.visible_to, again.content()), (None, public.content()));
    assert_eq!(transcript.public().len(), before + 2);
    // A third reads nothing of it in private.
    let refused = transcript.act(CHAI, "press review").await;
    check(CHAI, "review", &refused, Refused(&Refusal::NotSeated));
}

/// The channel is hidden from the bot, so that the review follows the acknowledgement.
#[tokio::test(flavor = "multi_thread")]
async fn a_review_whose_response_is_lost_is_shown_once() {
    let mut transcript = over(GameKind::Makruk, KNIGHT_LOST, ANN).await;
    transcript.act(ANN, "press review").await;
    let (emulator, before) = (&transcript.harness.emulator, transcript.public().len());
    let hidden = InjectedFault::RefusedWith { status: 403, code: 50_001 };
    emulator.inject_fault(FaultRule::once("POST /channels/{channel_id}/messages", hidden));
    emulator.inject_fault(FaultRule::once("POST /webhooks", InjectedFault::DoneButCut));
    let asked = transcript.ask(ANN, "press review-show");
    asked.followed(1, WAIT_MAX).await.expect("the review follows");
    // A bot that stops sends first what is to be sent.
    transcript.harness.bot.stop().await;
    assert_eq!(transcript.public().len(), before + 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn each_turning_point_has_its_board_on_the_same_message() {
    // The second knight is lost as the first was.
    let more = &["d3c4", "e6e5", "g1e2", "h6h5", "e2f4", "e5f4"];
    let transcript = over(GameKind::Makruk, &[KNIGHT_LOST, more].concat(), BEN).await;
    let review = transcript.act(ANN, "press review").await;
    let controls = turning_points(&review);
    assert!(controls.len() > 1, "{}", review.content());
    let ply = |control: &String| control.rsplit(':').next().unwrap().parse::<u32>().unwrap();
    assert!(controls.is_sorted_by_key(ply));
    let pictures = async |control: &String| -> Arc<PostedMessage> {
        let user = transcript.harness.emulator.as_user(ANN);
        transcript.harness.answer(&user.click(review.id, control).unwrap()).await
    };
    let mut seen = vec![described(&review)];
    for control in &controls {
        let shown = pictures(control).await;
        assert_eq!(shown.id, review.id, "the same message shows it");
        assert_eq!(turning_points(&shown), controls);
        seen.push(described(&shown));
    }
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), controls.len() + 1);
    let whole = transcript.act(ANN, "press review").await;
    assert_eq!((whole.id, whole.content()), (review.id, review.content()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_running_game_is_not_reviewed() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    assert!(!transcript.public().iter().any(|it| has_control(it, "review")));
    let opened = transcript.act(ANN, "/game").await;
    assert!(!has_control(&opened, "review"), "{}", opened.content());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_against_the_computer_is_reviewed_for_the_person() {
    let harness = Harness::start().await;
    let options = json!({ "game": "ogi", "side": "first", "level": 1 });
    let board = harness.command(ANN, GAMES, "play", options).await;
    let transcript = Transcript { harness, table: table_of(&board), channel: GAMES };
    transcript.act(ANN, "press resign").await;
    transcript.act(ANN, "press resign-yes").await;
    let review = transcript.act(ANN, "press review").await;
    let none = i18n::text("line-review-none", Language::English);
    assert!(review.content().contains(&none), "{}", review.content());
}
