//! Whole games from the conformance records, played at a table.

use kradan_rules::{GameKind, Side, makruk::Act};
use kradan_table::{Command, Ending, Event, MakrukEvent, Refusal, Table};

use crate::transcript::{ANN, BEN, at, table};

/// A game of `tests/conformance/records`: its moves, and the acts on its count by index from 0.
fn recorded(file: &str, is_wanted: impl Fn(&serde_json::Value) -> bool) -> serde_json::Value {
    let path = format!("{}/../../tests/conformance/records/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let games = text.lines().map(|line| serde_json::from_str(line).unwrap());
    games.into_iter().find(is_wanted).unwrap()
}

/// Applies a command of the player to move and returns its events.
fn play_turn(table: &mut Table, command: &Command) -> Vec<Event> {
    let (_, player) = table.to_move().unwrap();
    table.apply(player, command, at(1)).unwrap()
}

#[test]
fn a_whole_othello_game_passes_by_itself() {
    let game = recorded("othello_games.jsonl", |game| {
        game["moves"].as_array().unwrap().iter().any(|mv| mv == "pass")
    });
    let moves: Vec<&str> =
        game["moves"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
    let mut table = table(GameKind::Othello);
    let mut events = Vec::new();
    for text in moves.iter().filter(|&&text| text != "pass") {
        events.extend(play_turn(&mut table, &Command::play(text)));
    }
    assert_eq!(table.game().moves(), moves);
    let passes = events.iter().filter(|event| matches!(event, Event::Passed { .. })).count();
    assert_eq!(passes, moves.iter().filter(|&&text| text == "pass").count());
    let ending = table.ending().unwrap();
    assert_eq!(events.last(), Some(&Event::Ended(ending)));
    assert_eq!(ending.verdict().unwrap().to_string(), game["result"].as_str().unwrap());
}

#[test]
fn a_makruk_position_may_be_claimed_the_third_time_and_is_drawn_the_fifth() {
    let round = ["b1d2", "b8d7", "d2b1", "d7b8"];
    let mut table = table(GameKind::Makruk);
    for text in round.iter().cycle().take(8) {
        play_turn(&mut table, &Command::play(text));
    }
    let mut claimed = table.clone();
    assert_eq!(
        claimed.apply(BEN, &Command::Draw, at(1)),
        Ok(vec![Event::DrawOffered { side: Side::Second }])
    );
    let mut claimed = table.clone();
    assert_eq!(
        claimed.apply(ANN, &Command::Draw, at(1)),
        Ok(vec![Event::Ended(Ending::Repetition)])
    );
    for text in round.iter().cycle().take(7) {
        play_turn(&mut table, &Command::play(text));
        assert_eq!(table.ending(), None);
    }
    play_turn(&mut table, &Command::play(round[3]));
    assert_eq!(table.ending(), Some(Ending::Repetition));
}

#[test]
fn a_takeback_across_a_claimed_count_restores_the_count() {
    let game = recorded("makruk_games.jsonl", |game| game["id"] == "mk-game-010");
    let moves: Vec<&str> =
        game["moves"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
    let (claimed_at, act) = game["acts"].as_object().unwrap().iter().next().unwrap();
    assert_eq!(act, "claim");
    let claimed_at: usize = claimed_at.parse().unwrap();
    let mut table = table(GameKind::Makruk);
    for text in &moves[..claimed_at] {
        play_turn(&mut table, &Command::play(text));
    }
    let before = table.game().clone();
    let (side, claimant) = table.to_move().unwrap();
    let other = table.seats().unwrap()[!side];

    let announced = play_turn(&mut table, &Command::from(Act::Claim));
    assert_eq!(announced, [MakrukEvent::CountAnnounced { side, act: Act::Claim }.into()]);
    let again = table.apply(claimant, &Command::from(Act::Claim), at(1));
    assert_eq!(again, Err(Refusal::AnnouncedAlready), "a second claim changes nothing");
    let left = play_turn(&mut table, &Command::Leave(Act::Claim.into()));
    assert_eq!(left, [MakrukEvent::CountLeft { side }.into()]);
    let again = table.apply(claimant, &Command::Leave(Act::Claim.into()), at(1));
    assert_eq!(again, Err(Refusal::NothingAnnounced));
    play_turn(&mut table, &Command::from(Act::Claim));
    let moved = play_turn(&mut table, &Command::play(moves[claimed_at]));
    let text = format!("claim:{}", moves[claimed_at]);
    assert_eq!(moved, [Event::Moved { side, ply: claimed_at + 1, text, said: Some(1) }]);
    play_turn(&mut table, &Command::play(moves[claimed_at + 1]));

    table.apply(claimant, &Command::AskTakeback, at(2)).unwrap();
    let taken_back = table.apply(other, &Command::GrantTakeback, at(2));
    let undone = [format!("claim:{}", moves[claimed_at]), moves[claimed_at + 1].to_owned()];
    let (left, undone) = (claimed_at, undone.to_vec());
    assert_eq!(taken_back, Ok(vec![Event::TakenBack { plies: 2, left, moves: undone }]));
    assert_eq!(*table.game(), before, "no count runs again");
    let moved = play_turn(&mut table, &Command::play(moves[claimed_at]));
    assert!(
        matches!(moved[..], [Event::Moved { said: None, .. }]),
        "the claim is taken back with its move"
    );
}
