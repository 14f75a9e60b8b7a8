//! `/puzzle`: solved, answered wrong, helped with, and gone on with after a restart.

use std::sync::Arc;

use kradan_emulator::{ANN, GAMES, Id, PostedMessage};
use kradan_exercises::{Answer, Progress, Puzzle, Task, puzzle};
use kradan_rules::GameKind;
use serde_json::json;

use crate::discord::harness::{Harness, has_control};
use crate::discord::transcript::player;

async fn opened(harness: &Harness, person: Id, kind: GameKind) -> Arc<PostedMessage> {
    let options = json!({ "game": kind.to_string() });
    harness.command(person, GAMES, "puzzle", options).await
}

async fn progress(harness: &Harness, person: Id, kind: GameKind) -> Progress {
    let profile = harness.bot.service.store().profile(player(person)).await.unwrap();
    profile.unwrap().puzzles.remove(&kind).unwrap_or_default()
}

/// The puzzle that is open to somebody.
async fn open_to(harness: &Harness, person: Id, kind: GameKind) -> &'static Puzzle {
    let open = progress(harness, person, kind).await.open.expect("one is open");
    puzzle(kind, open.number).unwrap()
}

/// Presses the button with an exact move, or opens the piece first. `word` begins the words of the controls.
pub(super) async fn pick(
    harness: &Harness,
    person: Id,
    (word, panel): (&str, &PostedMessage),
    text: &str,
) -> Arc<PostedMessage> {
    let button = |message: &PostedMessage, control: &str, end: &str| {
        let controls = message.controls();
        let mut ids = controls.iter().filter_map(|control| control["custom_id"].as_str());
        let control = format!("{word}-{control}:");
        let found = ids.find(|id| id.starts_with(&control) && id.ends_with(&format!(":{end}")));
        found.map(str::to_owned)
    };
    if let Some(go) = button(panel, "go", text) {
        return harness.click(person, panel, &go).await;
    }
    let (source, pages) = (text.get(..2).unwrap(), format!("{word}-pieces"));
    let next = button(panel, "from", source).unwrap_or(pages.clone());
    let mut shown = harness.click(person, panel, &next).await;
    loop {
        if let Some(go) = button(&shown, "go", text) {
            return harness.click(person, &shown, &go).await;
        }
        let next = button(&shown, "from", source).unwrap_or(pages.clone());
        shown = harness.click(person, &shown, &next).await;
    }
}

/// A move that is not the right one.
fn wrong_move(puzzle: &Puzzle) -> String {
    let moves = puzzle.game_at(0).unwrap().legal_moves();
    let is_wrong = |text: &String| matches!(puzzle.answer(0, text), Answer::Wrong(_));
    moves.into_iter().find(is_wrong).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_puzzle_of_each_game_is_solved_by_taps() {
    let mut harness = Harness::start().await;
    for kind in GameKind::ALL {
        let mut panel = opened(&harness, ANN, kind).await;
        assert_eq!(panel.visible_to, Some(ANN));
        let puzzle = open_to(&harness, ANN, kind).await;
        assert!(panel.content().contains("to move: "), "{}", panel.content());
        let again = opened(&harness, ANN, kind).await;
        assert_eq!(again.content(), panel.content(), "it is the same one until it is answered");
        // A panel goes on after a restart.
        harness.restart().await;
        let moves: Vec<&str> = puzzle.exercise.line_from(0).iter().step_by(2).copied().collect();
        for (step, text) in moves.iter().enumerate() {
            panel = pick(&harness, ANN, ("puzzle", &panel), text).await;
            let is_last = step + 1 == moves.len();
            let expected = if is_last { "Solved with" } else { "is right" };
            assert!(panel.content().contains(expected), "{puzzle:?}: {}", panel.content());
        }
        assert!(panel.content().contains("· 1 in a row"), "{}", panel.content());
        let after = progress(&harness, ANN, kind).await;
        assert_eq!((after.streak, after.open), (1, None));
        assert!(after.rating.value > 1_500.0);
        let next = harness.click(ANN, &panel, "puzzle").await;
        assert_eq!(next.id, panel.id, "the panel shows the next one");
        assert_ne!(open_to(&harness, ANN, kind).await, puzzle);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_move_is_refuted_and_counts_once() {
    let harness = Harness::start().await;
    for kind in GameKind::ALL {
        let panel = opened(&harness, ANN, kind).await;
        let puzzle = open_to(&harness, ANN, kind).await;
        let wrong = pick(&harness, ANN, ("puzzle", &panel), &wrong_move(puzzle)).await;
        assert!(wrong.content().contains("is not the move: `"), "{}", wrong.content());
        assert!(wrong.content().contains("(-"), "{}", wrong.content());
        let failed = progress(&harness, ANN, kind).await;
        assert!(failed.rating.value < 1_500.0);
        let again = harness.click(ANN, &wrong, "puzzle-back").await;
        assert_eq!(again.content(), panel.content());
        let solution = harness.click(ANN, &again, "puzzle-solution").await;
        assert!(solution.content().contains("The solution: "), "{}", solution.content());
        assert_eq!(progress(&harness, ANN, kind).await.rating, failed.rating, "it counts once");
        let next = harness.click(ANN, &solution, "puzzle").await;
        assert_ne!(next.content(), panel.content());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_takes_a_hint_solves_it_for_nothing() {
    let harness = Harness::start().await;
    let panel = opened(&harness, ANN, GameKind::Othello).await;
    let puzzle = open_to(&harness, ANN, GameKind::Othello).await;
    assert_eq!(puzzle.task(), Task::Win);
    let mut panel = harness.click(ANN, &panel, "puzzle-hint").await;
    assert!(panel.content().contains("The square is on file"), "{}", panel.content());
    for text in puzzle.exercise.line_from(0).iter().step_by(2) {
        panel = pick(&harness, ANN, ("puzzle", &panel), text).await;
    }
    assert!(panel.content().contains("Solved with"), "{}", panel.content());
    assert!(!panel.content().contains("in a row"), "{}", panel.content());
    let after = progress(&harness, ANN, GameKind::Othello).await;
    assert_eq!((after.streak, after.open), (0, None));
    assert!(!has_control(&panel, "puzzle-hint"));
}
