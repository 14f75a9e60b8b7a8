//! Moves by taps where a position has much to offer, or little.

use std::collections::HashSet;

use kradan::discord::pick::Source;
use kradan_emulator::{ANN, BEN};
use kradan_i18n::{self as i18n, Language};
use kradan_rules::{Game, GameKind};

use super::picking::labels;
use crate::discord::checks::controls_with;
use crate::discord::harness::{WAIT_MAX, can_pick, has_control};
use crate::discord::transcript::Sees::Public;
use crate::discord::transcript::{Transcript, check};

/// A game of Ann and Ben from a position, with its board.
async fn game_from(kind: GameKind, position: &str) -> Transcript {
    let transcript = Transcript::of(kind, &[]).await;
    let position = Game::from_position(kind, position).unwrap().position();
    transcript.begin_from(kind, &position).await;
    transcript.act(ANN, "/board").await;
    transcript
}

/// The pieces that can move, by their squares or letters.
fn sources(game: &Game) -> HashSet<String> {
    let sources = game.legal_moves().into_iter().filter_map(|it| Source::of(&it));
    sources.map(Source::text).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn each_of_seven_kinds_in_hand_is_dropped_with_two_taps() {
    let empty = "4k^3/8/8/8/8/8/8/4K^3";
    for kind in ["I", "R", "B", "S", "N", "L", "P"] {
        let transcript = game_from(GameKind::Ogi, &format!("{empty} IRBSNLP/ O/o")).await;
        let board = transcript.with(ANN, "more", false);
        let in_hand = labels(&board).concat().into_iter().filter(|it| it.ends_with("in hand"));
        assert_eq!(in_hand.count(), 7);
        let panel = transcript.act(ANN, &format!("pick {kind}@ from piece")).await;
        assert_eq!((panel.visible_to, panel.attachments().len()), (Some(ANN), 1));
        let action = format!("pick {kind}@e6 from target");
        transcript.play(&[(ANN, &action, Public("e6"), &[BEN])]).await;
        transcript.harness.gone(panel.id).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_check_with_one_answer_takes_one_tap() {
    // Only the rua can stand between.
    let transcript = game_from(GameKind::Makruk, "rr4k1/8/8/8/7R/8/8/K7 w").await;
    let board = transcript.with(ANN, "more", false);
    assert_eq!(controls_with(&board, "go").len(), 1, "{:?}", labels(&board));
    assert!(!has_control(&board, "from"), "{:?}", labels(&board));
    transcript.play(&[(ANN, "pick h4 from piece", Public("a4"), &[BEN])]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn more_pieces_than_fit_are_on_another_page() {
    let mut random = fastrand::Rng::with_seed(5);
    let game = loop {
        let mut game = Game::new(GameKind::Ogi);
        while game.outcome().is_none() && sources(&game).len() <= 20 {
            let moves = game.legal_moves();
            game.play_text(&moves[random.usize(..moves.len())]).unwrap();
        }
        if game.outcome().is_none() && game.plies().is_multiple_of(2) {
            break game;
        }
    };
    let transcript = game_from(GameKind::Ogi, &game.position()).await;
    let board = transcript.with(ANN, "pieces", false);
    let rows = labels(&board);
    assert_eq!(rows.iter().map(Vec::len).collect::<Vec<_>>(), [5, 5, 5, 2]);
    assert_eq!(rows[2][4], "More pieces");
    let all = sources(&game);
    let (first, rest): (Vec<_>, Vec<_>) = all.iter().partition(|it| can_pick(&board, it));
    assert_eq!(first.len(), 14);
    let panel = transcript.act(ANN, "press pieces").await;
    assert_eq!((panel.visible_to, panel.attachments().len()), (Some(ANN), 1));
    assert!(rest.iter().all(|it| can_pick(&panel, it)), "{:?}", labels(&panel));
    // The last page leads to the first.
    let again = transcript.harness.click(ANN, &panel, "More pieces").await;
    assert!(again.id == panel.id && first.iter().all(|it| can_pick(&again, it)));
}

/// Every piece that can promote does: there is nothing to ask.
#[tokio::test(flavor = "multi_thread")]
async fn a_button_says_that_a_piece_promotes() {
    let transcript = game_from(GameKind::Ogi, "4k^3/8/8/3S4/8/8/PPPPPPPP/4K^3 / O/o").await;
    let panel = transcript.act(ANN, "pick d5 from piece").await;
    let promotes = i18n::text("promoted-ogi", Language::English);
    let targets = labels(&panel).concat();
    let ahead: Vec<_> = targets.iter().filter(|it| it.contains(&promotes)).collect();
    assert_eq!(ahead.len(), 3, "{targets:?}");
    assert!(ahead.iter().all(|it| it.chars().nth(1) == Some('6')), "{targets:?}");
    transcript.play(&[(ANN, "pick d5d6+ from target", Public("d6"), &[BEN])]).await;
}

/// A press that was under way while the board became one line.
#[tokio::test(flavor = "multi_thread")]
async fn a_shrunk_board_is_pressed() {
    let mut transcript = Transcript::of(GameKind::Othello, &[]).await;
    let start = transcript.with(ANN, "more", false);
    transcript.keep_old_controls();
    transcript.play(&[(ANN, "pick d3 from square", Public("d3"), &[BEN])]).await;
    transcript.all_delivered().await;
    transcript.harness.bot.stop().await;
    transcript.harness.emulator.clear_faults();
    let late = transcript.harness.ask_to_pick(ANN, &start, "c4");
    transcript.harness.start_stopped_bot().await;
    let shrunk = transcript.harness.emulator.wait_for(WAIT_MAX, |world| {
        let board = world.message(start.id)?;
        (board.controls().is_empty() && board.attachments().is_empty()).then_some(())
    });
    shrunk.await.expect("the old board becomes one line");
    late.redeliver();
    let told = transcript.harness.answer(&late).await;
    check(ANN, "c4", &told, crate::discord::transcript::Sees::Stale);
    transcript.ends("d3; Second to move", &[0, 1]).await;
}
