//! `/learn`: lessons that are solved by taps, left and gone on with.

use std::sync::Arc;

use kradan_emulator::{ANN, BEN, GAMES, Id, PostedMessage};
use kradan_exercises::{Answer, Exercise, Lesson, lessons};
use kradan_i18n::{Language, text};
use kradan_rules::GameKind;
use serde_json::json;

use super::puzzles::pick;
use crate::discord::harness::{Harness, has_control};

async fn learn(harness: &Harness, person: Id, kind: GameKind) -> Arc<PostedMessage> {
    harness.command(person, GAMES, "learn", json!({ "game": kind.to_string() })).await
}

/// Plays the main moves of an exercise on its panel.
async fn solve(
    harness: &Harness,
    mut panel: Arc<PostedMessage>,
    exercise: &Exercise,
) -> Arc<PostedMessage> {
    for turn in 0..exercise.turns() {
        panel = pick(harness, ANN, ("learn", &panel), exercise.right(turn).unwrap()).await;
    }
    panel
}

#[test]
fn every_lesson_and_exercise_has_its_words() {
    for (kind, language) in GameKind::ALL.iter().flat_map(|kind| Language::ALL.map(|it| (kind, it)))
    {
        assert!(lessons(*kind).len() >= 6, "{kind}");
        for lesson in lessons(*kind) {
            let of_lesson = format!("learn-{kind}-{}", lesson.id);
            let mut keys = vec![of_lesson.clone(), format!("{of_lesson}-about")];
            for number in 1..=lesson.exercises.len() {
                keys.extend([format!("{of_lesson}-{number}"), format!("{of_lesson}-{number}-end")]);
            }
            for key in keys {
                let words = text(&key, language);
                assert!(!words.is_empty() && words.chars().count() < 600, "{key}: {words}");
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lesson_of_each_game_is_solved_by_taps_and_the_next_one_follows() {
    let mut harness = Harness::start().await;
    for kind in GameKind::ALL {
        let (first, second) = (&lessons(kind)[0], &lessons(kind)[1]);
        let mut panel = learn(&harness, ANN, kind).await;
        assert_eq!(panel.visible_to, Some(ANN));
        let about = text(&format!("learn-{kind}-{}-about", first.id), Language::English);
        assert!(panel.content().contains(&about), "{}", panel.content());
        for (number, exercise) in first.exercises.iter().enumerate() {
            panel = solve(&harness, panel, &exercise.exercise).await;
            let end = format!("learn-{kind}-{}-{}-end", first.id, number + 1);
            let end = text(&end, Language::English);
            assert!(panel.content().contains(&end), "{}", panel.content());
            if number == 0 {
                // Who comes back goes on where they were.
                harness.restart().await;
                let again = learn(&harness, ANN, kind).await;
                let task = text(&format!("learn-{kind}-{}-2", first.id), Language::English);
                assert!(again.content().contains(&task), "{}", again.content());
            }
            panel = harness.click(ANN, &panel, "learn-back").await;
        }
        let about = text(&format!("learn-{kind}-{}-about", second.id), Language::English);
        assert!(panel.content().contains(&about), "{}", panel.content());
        let list = harness.click(ANN, &panel, "learn-list").await;
        let solved = first.exercises.len();
        assert!(list.content().contains(&format!(" · {solved}/{solved}")), "{}", list.content());
        let chosen = harness.select(ANN, &list, "learn-lesson", second.id).await;
        assert_eq!(chosen.content(), panel.content());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_move_is_explained_and_nothing_is_lost() {
    let harness = Harness::start().await;
    for kind in GameKind::ALL {
        let panel = learn(&harness, ANN, kind).await;
        let exercise = &lessons(kind)[0].exercises[0].exercise;
        let game = exercise.game_at(&[]).unwrap();
        let is_wrong = |text: &String| matches!(exercise.answer(&[], text), Answer::Wrong(_));
        let hint = harness.click(ANN, &panel, "learn-hint").await;
        assert_ne!(hint.content(), panel.content());
        let Some(wrong) = game.legal_moves().into_iter().find(is_wrong) else { continue };
        let told = pick(&harness, ANN, ("learn", &hint), &wrong).await;
        assert!(told.content().contains("it is not what is asked here"), "{}", told.content());
        let again = harness.click(ANN, &told, "learn-back").await;
        assert_eq!(again.content(), panel.content());
        let solved = solve(&harness, again, exercise).await;
        assert!(solved.content().contains("Right!"), "{}", solved.content());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_opponent_answered_stays_while_a_move_is_picked() {
    let harness = Harness::start().await;
    let kind = GameKind::Makruk;
    let of_two_turns = |lesson: &&Lesson| lesson.exercises[0].exercise.turns() > 1;
    let lesson = lessons(kind).iter().find(of_two_turns).unwrap();
    let exercise = &lesson.exercises[0].exercise;
    let first = learn(&harness, ANN, kind).await;
    let list = harness.click(ANN, &first, "learn-list").await;
    let panel = harness.select(ANN, &list, "learn-lesson", lesson.id).await;
    let panel = pick(&harness, ANN, ("learn", &panel), exercise.right(0).unwrap()).await;
    let answered = |message: &PostedMessage| {
        let lines = message.content().lines();
        lines.filter(|line| line.starts_with("Right. Your opponent answers")).count()
    };
    assert_eq!(answered(&panel), 1, "{}", panel.content());
    let piece = harness.click(ANN, &panel, "learn-from").await;
    assert_eq!(answered(&piece), 1, "{}", piece.content());
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_challenged_can_learn_the_game_first() {
    let harness = Harness::start().await;
    let options = json!({ "game": "makruk", "opponent": BEN.0.to_string() });
    let challenge = harness.command(ANN, GAMES, "play", options).await;
    let panel = harness.click(BEN, &challenge, "learn").await;
    assert_eq!(panel.visible_to, Some(BEN));
    let id = lessons(GameKind::Makruk)[0].id;
    let about = text(&format!("learn-makruk-{id}-about"), Language::Dutch);
    assert!(panel.content().contains(&about), "{}", panel.content());
    assert!(has_control(&challenge, "accept"));
}
