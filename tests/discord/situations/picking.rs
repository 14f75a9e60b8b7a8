//! How a move is picked: taps on buttons, menus where there are too many, and panels.

use std::sync::Arc;
use std::time::Duration;

use kradan_emulator::{
    ANN, BEN, CHAI, DAI, FaultRule, GAMES, Id, InjectedFault, PostedMessage, RANDOM, World,
};
use kradan_i18n::{self as i18n, Language};
use kradan_rules::{Game, GameKind};
use serde_json::{Value, json};

use super::other_commands::switch;
use crate::discord::checks::{controls_with, offered};
use crate::discord::harness::{Harness, WAIT_MAX, can_pick, eventually, has_control, offers_moves};
use crate::discord::transcript::Sees::{EphemeralText, Public, Stale};
use crate::discord::transcript::{Transcript, check, table_of};

/// The labels of a message's buttons, row by row.
pub(super) fn labels(message: &PostedMessage) -> Vec<Vec<String>> {
    let rows = message.value["components"].as_array().cloned().unwrap_or_default();
    let label = |it: &Value| it["label"].as_str().unwrap_or_default().to_owned();
    rows.iter()
        .map(|row| row["components"].as_array().unwrap().iter().map(label).collect())
        .collect()
}

/// A position of Othello with more squares to play on than there is room for buttons.
fn crowded_othello() -> Game {
    let mut random = fastrand::Rng::with_seed(1);
    loop {
        let mut game = Game::new(GameKind::Othello);
        while game.outcome().is_none() {
            let moves = game.legal_moves();
            if moves.len() > 20 && game.plies().is_multiple_of(2) {
                return game;
            }
            game.play_text(&moves[random.usize(..moves.len())]).unwrap();
        }
    }
}

/// A game with so many squares, its board when everything is delivered, and a move.
async fn crowded_board() -> (Transcript, Arc<PostedMessage>, String) {
    let transcript = Transcript::of(GameKind::Othello, &[]).await;
    let game = crowded_othello();
    transcript.begin_from(GameKind::Othello, &game.position()).await;
    let board = transcript.act(ANN, "/board").await;
    transcript.all_delivered().await;
    (transcript, board, game.legal_moves().remove(0))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_disc_is_placed_with_one_tap() {
    let transcript = Transcript::of(GameKind::Othello, &[]).await;
    let board = transcript.with(ANN, "more", false);
    let beside = vec!["More", "How to play"];
    assert_eq!(labels(&board), [vec!["d3", "c4", "f5", "e6"], beside.clone()]);
    transcript.play(&[(ANN, "pick d3 from square", Public("d3"), &[BEN])]).await;
    // Each of the two has the rules below their first board.
    assert_eq!(labels(&transcript.with(BEN, "more", false)).pop().unwrap(), beside);
    let guide = transcript.act(BEN, "press how-to-play").await;
    assert_eq!(guide.visible_to, Some(BEN));
    transcript.play(&[(BEN, "pick c3 from square", Public("c3"), &[ANN])]).await;
    assert!(!has_control(&transcript.with(ANN, "more", false), "how-to-play"));
    transcript.ends("d3 c3; First to move", &[0, 1, 2]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn too_many_squares_are_in_a_menu() {
    let (transcript, board, mv) = crowded_board().await;
    assert_eq!(controls_with(&board, "go"), Vec::<String>::new());
    assert!(offered(&board, "square").contains(&mv));
    let played = transcript.harness.pick(ANN, &board, &mv).await;
    assert_eq!((played.visible_to, &played.pinged[..]), (None, &[BEN][..]));
}

/// Discord sends nothing when an option is chosen again, unless the message was changed.
#[tokio::test(flavor = "multi_thread")]
async fn an_option_of_a_public_menu_is_chosen_again() {
    let (transcript, board, mv) = crowded_board().await;
    let harness = &transcript.harness;
    // Ben is told twice that it is not his turn.
    for _ in 0..2 {
        let refused = harness.pick(BEN, &board, &mv).await;
        assert_eq!(refused.visible_to, Some(BEN), "{}", refused.content());
        assert!(!has_control(&refused, "square"), "{:?}", labels(&refused));
    }
    switch(harness, "confirm").await;
    let dismissed = harness.pick(ANN, &board, &mv).await;
    assert!(has_control(&dismissed, "confirm"), "{:?}", labels(&dismissed));
    harness.emulator.delete_message(dismissed.id);
    let question = harness.pick(ANN, &board, &mv).await;
    let renewed = transcript.with(BEN, "square", false);
    assert_eq!((renewed.id, renewed.components()), (board.id, board.components()));
    let as_before = |it: &PostedMessage| (it.content().to_owned(), it.attachments().len());
    assert_eq!(as_before(&renewed), as_before(&board));
    let played = harness.click(ANN, &question, "confirm").await;
    assert_eq!((played.visible_to, &played.pinged[..]), (None, &[BEN][..]));
    harness.all_cleaned_up().await;
    assert!(transcript.public().iter().any(|it| it.id == board.id));
}

/// A move is made while Discord renews the controls of its board.
#[tokio::test(flavor = "multi_thread")]
async fn controls_that_are_renewed_too_late_are_removed_again() {
    let (transcript, board, mv) = crowded_board().await;
    let harness = &transcript.harness;
    let later = InjectedFault::TooMany { retry_after: Duration::from_secs(1), global: false };
    harness.emulator.inject_fault(FaultRule::once("POST /interactions", later));
    let refused = harness.ask_to_pick(BEN, &board, &mv);
    let is_renewing = async || harness.emulator.pending_faults().is_empty();
    eventually("the controls are about to be renewed", is_renewing).await;
    transcript.act(ANN, &format!("/move {mv}")).await;
    harness.answer(&refused).await;
    transcript.only_the_last_board_can_be_used().await;
}

/// On a panel of one's own too.
#[tokio::test(flavor = "multi_thread")]
async fn a_menu_whose_question_was_dismissed_is_had_anew() {
    let (transcript, board, mv) = crowded_board().await;
    switch(&transcript.harness, "confirm").await;
    let more = transcript.harness.click(ANN, &board, "more").await;
    let panel = transcript.harness.click(ANN, &more, "back").await;
    assert_eq!((panel.id, panel.visible_to), (more.id, Some(ANN)));
    let question = transcript.harness.pick(ANN, &panel, &mv).await;
    let played = transcript.harness.click(ANN, &question, "confirm").await;
    assert_eq!((played.visible_to, &played.pinged[..]), (None, &[BEN][..]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_typed_move_is_confirmed_in_the_position_that_was_shown() {
    let transcript = Transcript::of(GameKind::Othello, &[]).await;
    switch(&transcript.harness, "confirm").await;
    let (first, second) =
        (transcript.act(ANN, "/move d3").await, transcript.act(ANN, "/move c4").await);
    let played = transcript.harness.click(ANN, &second, "confirm").await;
    assert_eq!((played.visible_to, &played.pinged[..]), (None, &[BEN][..]));
    transcript.act(BEN, "/move c3").await;
    // `d3` is legal again, but the question showed another position.
    let late = transcript.harness.click(ANN, &first, "confirm").await;
    crate::discord::transcript::check(ANN, "confirm", &late, Stale);
    transcript.ends("c4 c3; First to move", &[0, 1, 2]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_piece_goes_to_its_target_with_two_taps() {
    let transcript = Transcript::of(GameKind::Makruk, &[]).await;
    let panel = transcript.act(ANN, "pick c1 from piece").await;
    assert_eq!((panel.visible_to, panel.attachments().len()), (Some(ANN), 1));
    let buttons = labels(&panel);
    assert_eq!(buttons, [vec!["b2", "c2", "d2"], vec!["Another piece"]]);
    transcript.play(&[(ANN, "pick c1c2 from target", Public("c2"), &[BEN])]).await;
    transcript.harness.gone(panel.id).await;
}

/// Discord sends nothing when the same option of a menu is chosen again; a button is pressed as often
/// as one likes.
#[tokio::test(flavor = "multi_thread")]
async fn a_dismissed_panel_is_opened_again() {
    let transcript = Transcript::of(GameKind::Makruk, &[]).await;
    let panel = transcript.act(ANN, "pick c1 from piece").await;
    transcript.harness.emulator.delete_message(panel.id);
    let again = transcript.act(ANN, "pick c1 from piece").await;
    assert_ne!(again.id, panel.id);
    transcript.play(&[(ANN, "pick c1d2 from target", Public("d2"), &[BEN])]).await;
    transcript.harness.gone(again.id).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_single_target_is_played_at_once_or_asked_about() {
    let transcript = Transcript::of(GameKind::Makruk, &[]).await;
    // Board and buttons fit on a phone: the labels of many pieces are short, and the rows are full.
    let rows = labels(&transcript.with(ANN, "more", false));
    assert_eq!(rows.iter().map(Vec::len).collect::<Vec<_>>(), [5, 5, 5, 3], "{rows:?}");
    assert_eq!(rows[3][1..], ["More", "How to play"]);
    transcript.play(&[(ANN, "pick e3 from piece", Public("e4"), &[BEN])]).await;
    transcript.act(BEN, "/move e6e5").await;
    switch(&transcript.harness, "confirm").await;
    let asked = transcript.act(ANN, "pick d3 from piece").await;
    check(ANN, "d3", &asked, EphemeralText("line-confirm-move", &[("written", "`d4`")]));
    let back = transcript.act(ANN, "press back").await;
    assert!(offers_moves(&back) && back.id == asked.id);
    transcript.act(ANN, "pick d3 from piece").await;
    transcript.play(&[(ANN, "press confirm", Public("d4"), &[BEN])]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_piece_in_hand_is_among_the_pieces_and_says_so_in_words() {
    let transcript = Transcript::of(GameKind::Ogi, &[]).await;
    let position = "4k^3/8/8/8/8/8/8/4K^3 2PB/ O/o";
    transcript.begin_from(GameKind::Ogi, position).await;
    let board = transcript.act(ANN, "/board").await;
    let all = labels(&board).concat();
    assert!(all.iter().any(|it| it.ends_with("2 in hand")), "{all:?}");
    assert!(all.iter().all(|it| !it.contains('+')), "{all:?}");
    let panel = transcript.harness.pick(ANN, &board, "P@").await;
    // Twenty squares on each page, those near the other king first, in the order of the picture.
    let rows = labels(&panel);
    assert_eq!(rows.iter().map(Vec::len).collect::<Vec<_>>(), [5, 5, 5, 5, 2]);
    assert_eq!(rows[4], ["Another piece", "More squares"]);
    assert!(can_pick(&panel, "P@e7") && !can_pick(&panel, "P@a1"), "{rows:?}");
    let played = transcript.harness.pick(ANN, &panel, "P@e7").await;
    assert_eq!((played.visible_to, &played.pinged[..]), (None, &[BEN][..]));
    transcript.harness.gone(panel.id).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn more_squares_of_a_drop_are_on_further_pages() {
    let transcript = Transcript::of(GameKind::Ogi, &[]).await;
    let game = "4k^3/8/8/8/8/8/8/4K^3 2PB/ O/o";
    transcript.begin_from(GameKind::Ogi, game).await;
    let board = transcript.act(ANN, "/board").await;
    let first = transcript.harness.pick(ANN, &board, "B@").await;
    let (mut panel, mut seen) = (Arc::clone(&first), Vec::new());
    loop {
        let moves = controls_with(&panel, "go");
        assert!(moves.len() <= 20, "{moves:?}");
        seen.extend(moves);
        let next = transcript.harness.click(ANN, &panel, "More squares").await;
        assert_eq!((next.id, next.visible_to), (first.id, Some(ANN)));
        assert_eq!(next.attachments().len(), 1);
        panel = next;
        if labels(&panel) == labels(&first) {
            break;
        }
    }
    let mut squares = seen.clone();
    squares.sort();
    squares.dedup();
    assert_eq!((seen.len(), squares.len()), (62, 62), "every empty square once");
    let far = transcript.harness.click(ANN, &panel, "More squares").await;
    let mv = controls_with(&far, "go").pop().unwrap();
    let played = transcript.harness.click(ANN, &far, &mv).await;
    assert_eq!((played.visible_to, &played.pinged[..]), (None, &[BEN][..]));
}

#[tokio::test(flavor = "multi_thread")]
async fn resign_and_draw_are_behind_more() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let board = transcript.with(BEN, "more", false);
    for control in ["resign", "draw", "takeback", "accept-draw"] {
        assert!(!has_control(&board, control), "{control} stands beside moves");
    }
    // Ann is not to move, and can offer, ask and resign all the same.
    let panel = transcript.act(ANN, "press more").await;
    assert_eq!(panel.visible_to, Some(ANN));
    for control in ["resign", "draw", "takeback", "step"] {
        assert!(has_control(&panel, control), "{control}: {:?}", labels(&panel));
    }
    let moves = transcript.act(ANN, "press history").await;
    assert!(moves.content().contains("d3"), "{}", moves.content());
    let offered = transcript.harness.click(ANN, &panel, "draw").await;
    assert_eq!((offered.visible_to, &offered.pinged[..]), (None, &[BEN][..]));
    transcript.harness.gone(panel.id).await;
    // The board says that something waits, and only the one who is asked can answer.
    let board = transcript.act(BEN, "/board").await;
    let waits = i18n::text("label-more-with-offer", Language::English);
    assert_eq!(labels(&board).last().unwrap()[0], waits);
    let asker = transcript.act(ANN, "press more").await;
    assert!(!has_control(&asker, "accept-draw") && !has_control(&asker, "draw"));
    let asked = transcript.act(BEN, "press more").await;
    let agreed = transcript.harness.click(BEN, &asked, "accept-draw").await;
    assert_eq!((agreed.visible_to, &agreed.pinged[..]), (None, &[ANN][..]));
    transcript.all_delivered().await;
}

/// A game that Ann begins, and its board.
async fn also_plays(harness: &Harness, opponent: Id, channel: Id) -> Arc<PostedMessage> {
    harness.begin(GameKind::Othello, ANN, opponent, channel).await
}

/// The only message that leads Ann on to the next game.
fn leads_on(world: &World) -> Option<Arc<PostedMessage>> {
    let mut fitting = world.messages(GAMES, ANN).filter(|it| has_control(it, "next"));
    let found = fitting.next()?;
    assert!(fitting.next().is_none(), "there are two");
    Some(Arc::clone(found))
}

#[tokio::test(flavor = "multi_thread")]
async fn the_next_game_that_waits_is_one_tap_away() {
    let transcript = Transcript::of(GameKind::Makruk, &[]).await;
    let harness = &transcript.harness;
    let second = also_plays(harness, CHAI, GAMES).await;
    let third = also_plays(harness, DAI, RANDOM).await;
    // A game without a clock waits for nobody.
    let options = json!({ "game": "othello", "level": 1, "side": "first" });
    harness.command(ANN, RANDOM, "play", options).await;
    let before = transcript.public().len();
    let panel = transcript.act(ANN, "pick c1 from piece").await;
    transcript.act(ANN, "pick c1c2 from target").await;
    // The panel becomes the line; a move without a panel is followed by none.
    let line = harness.emulator.wait_for(WAIT_MAX, leads_on).await.unwrap();
    assert_eq!((line.id, line.visible_to), (panel.id, Some(ANN)));
    assert_eq!(labels(&line), [vec!["Next game (2 waiting)"]]);
    // The line becomes the next board; a move on it brings the line back.
    let panel = harness.click(ANN, &line, "next").await;
    assert_eq!((panel.id, table_of(&panel)), (line.id, table_of(&second)));
    assert!(panel.content().contains("https://discord.com/channels/"), "{}", panel.content());
    let played = harness.pick(ANN, &panel, "d3").await;
    assert_eq!((played.visible_to, &played.pinged[..]), (None, &[CHAI][..]));
    let changed = |world: &World| {
        let it = world.message(line.id)?;
        has_control(it, "next").then(|| Arc::clone(it))
    };
    let line = harness.emulator.wait_for(WAIT_MAX, changed).await.unwrap();
    assert_eq!(labels(&line), [vec!["Next game (1 waiting)"]]);
    // The last game is in another channel: the move is shown there, and the panel says so.
    let panel = harness.click(ANN, &line, "next").await;
    assert_eq!((panel.id, table_of(&panel)), (line.id, table_of(&third)));
    let told = harness.pick(ANN, &panel, "d3").await;
    assert_eq!((told.id, told.visible_to), (line.id, Some(ANN)));
    assert!(told.content().contains(&format!("<#{RANDOM}>")), "{}", told.content());
    assert!(told.controls().is_empty(), "{:?}", labels(&told));
    harness.shown(RANDOM, table_of(&third), 1).await;
    assert_eq!(transcript.public().len(), before + 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_line_follows_a_move_where_no_other_game_waits() {
    let transcript = Transcript::of(GameKind::Makruk, &[]).await;
    transcript.play(&[(ANN, "/move e3e4", Public("e4"), &[BEN])]).await;
    transcript.play(&[(BEN, "/move e6e5", Public("e5"), &[ANN])]).await;
    assert!(transcript.harness.emulator.read(leads_on).is_none());
    // An old button finds nothing either, and says so.
    transcript.harness.begin(GameKind::Othello, CHAI, ANN, GAMES).await;
    transcript.act(ANN, "pick c1 from piece").await;
    transcript.act(ANN, "pick c1c2 from target").await;
    assert!(transcript.harness.emulator.read(leads_on).is_none(), "it is Chai's turn there");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_list_of_games_opens_each_those_to_move_first() {
    let transcript = Transcript::of(GameKind::Makruk, &[]).await;
    let harness = &transcript.harness;
    let elsewhere = also_plays(harness, CHAI, RANDOM).await;
    let theirs = harness.begin(GameKind::Othello, DAI, ANN, GAMES).await;
    let list = harness.command(ANN, GAMES, "games", json!({})).await;
    let buttons = controls_with(&list, "open");
    assert_eq!(buttons.len(), 3, "{:?}", labels(&list));
    let last = format!("open:{}", table_of(&theirs).0);
    assert_eq!(buttons[2], last, "it waits for Dai");
    let button = format!("open:{}", table_of(&elsewhere).0);
    let panel = harness.click(ANN, &list, &button).await;
    assert_ne!(panel.id, list.id, "the list stays");
    assert_eq!((panel.visible_to, table_of(&panel)), (Some(ANN), table_of(&elsewhere)));
    assert!(can_pick(&panel, "d3"));
    let refused = harness.emulator.as_user(CHAI).click(list.id, &button);
    assert!(refused.is_err(), "it is Ann's list");
}
