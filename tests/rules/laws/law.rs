//! The laws.

use std::collections::{BTreeSet, HashSet};

use kradan_rules::{Game, MoveError, Position, Record, Status};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::laws::PLIES_MAX;
use kradan_tested_games::TestedGame;

/// Every position of every game, with the move made there if there was one.
fn each_position<P: TestedGame>(games: &[Record<P>], mut visit: impl FnMut(&P, Option<P::Move>)) {
    for game in games {
        let moves = game.moves().iter().copied().map(Some).chain([None]);
        for (position, mv) in game.positions().iter().zip(moves) {
            visit(position, mv);
        }
    }
}

/// One position of each game, early ones and late ones.
fn one_position_each<P: TestedGame>(games: &[Record<P>]) -> impl Iterator<Item = &P> {
    games.iter().enumerate().map(|(index, game)| {
        let positions = game.positions();
        &positions[index * 7919 % positions.len()]
    })
}

fn texts<P: Position>(position: &P) -> Vec<String> {
    let mut texts: Vec<String> = position.legal_moves().iter().map(ToString::to_string).collect();
    texts.sort_unstable();
    texts
}

pub(crate) fn walks_are_whole_games<P: TestedGame>(games: &[Record<P>]) {
    assert!(games.len() >= 400);
    let whole = games.iter().filter(|game| game.outcome().is_some()).count();
    let cut = games.iter().filter(|game| game.moves().len() == PLIES_MAX).count();
    assert!(whole + cut >= games.len(), "a game stops that is not over");
    assert!(cut * 100 <= games.len() * CUT_PERCENT_MAX, "{cut} games of {} are cut", games.len());
    // Ends of several kinds are reached, or the laws say little about ends.
    let reasons: BTreeSet<String> =
        games.iter().filter_map(Record::outcome).map(|it| it.to_string()).collect();
    assert!(reasons.len() >= 2, "{reasons:?}");
}

/// How many games of a hundred may be cut off by [`PLIES_MAX`].
const CUT_PERCENT_MAX: usize = 5;

pub(crate) fn moves_end_with_the_game<P: TestedGame>(games: &[Record<P>]) {
    for game in games {
        let mut record = Record::new(*game.start());
        for &mv in game.moves() {
            let turn = record.position().turn();
            assert_eq!(record.status(), Status::Ongoing { turn });
            assert!(!record.legal_moves().is_empty());
            record.play(mv).unwrap();
        }
        assert_eq!(&record, game);
        let Some(outcome) = record.outcome() else { continue };
        assert_eq!(record.status(), Status::Over(outcome));
        assert_eq!(record.legal_moves(), []);
        assert_eq!(record.play(game.moves()[0]), Err(MoveError::Over(outcome)));
        assert_eq!(record.play_text(&game.moves()[0].to_string()), Err(MoveError::Over(outcome)));
        assert_eq!(&record, game);
    }
    each_position(games, |position, _| {
        assert_eq!(position.legal_moves().is_empty(), position.outcome().is_some(), "{position}");
    });
}

pub(crate) fn moves_are_never_written_alike<P: TestedGame>(games: &[Record<P>]) {
    each_position(games, |position, _| {
        let texts = texts(position);
        assert!(texts.is_sorted_by(|one, next| one < next), "{position}: {texts:?}");
    });
}

pub(crate) fn exact_notation_reads_back<P: TestedGame>(games: &[Record<P>]) {
    each_position(games, |position, made| {
        for mv in position.legal_moves().into_iter().chain(made) {
            assert_eq!(mv.to_string().parse(), Ok(mv), "{position}");
        }
    });
}

pub(crate) fn typed_notation_reads_back<P: TestedGame>(games: &[Record<P>]) {
    let check = |position: &P, mv: P::Move| {
        for text in position.all_written(mv).into_iter().chain([mv.to_string()]) {
            assert_eq!(position.read_move(&text), Ok(mv), "{position}: {text}");
        }
    };
    for position in one_position_each(games) {
        for mv in position.legal_moves() {
            check(position, mv);
        }
    }
    for game in games {
        // From one end to the other in ten strides, so that each game's every phase is seen.
        let stride = game.moves().len() / 10 + 1;
        for (position, &mv) in game.positions().iter().zip(game.moves()).step_by(stride) {
            check(position, mv);
        }
    }
}

pub(crate) fn a_move_hands_over_the_turn<P: TestedGame>(games: &[Record<P>]) {
    each_position(games, |position, _| {
        for mv in position.legal_moves() {
            assert_eq!(position.after(mv).turn(), !position.turn(), "{position}: {mv}");
        }
    });
}

/// What a position has come to by moves is what its text says.
pub(crate) fn positions_read_back<P: TestedGame>(games: &[Record<P>]) {
    each_position(games, |position, _| {
        let text = position.to_string();
        let read: P = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(&read, position);
        assert_eq!(read.to_string(), text);
        assert_eq!(read.outcome(), position.outcome(), "{text}");
        assert_eq!(read.is_check(), position.is_check(), "{text}");
        assert_eq!(read.legal_moves(), position.legal_moves(), "{text}");
    });
}

pub(crate) fn a_move_taken_back_leaves_no_trace<P: TestedGame>(games: &[Record<P>]) {
    for game in games {
        let mut record = Record::new(*game.start());
        let mut back = game.clone();
        for ply in (0..game.moves().len()).rev() {
            assert_eq!(back.take_back(), Some(game.moves()[ply]));
            assert_eq!(back.moves(), &game.moves()[..ply]);
            assert_eq!(back.positions(), &game.positions()[..=ply]);
            assert_eq!(back.outcome(), None, "the game went on here");
        }
        assert_eq!(back, record);
        assert_eq!(back.take_back(), None);
        assert_eq!(back, record);

        // The same on the way there, a step back after each step.
        for &mv in game.moves().iter().take(40) {
            let before = record.clone();
            record.play(mv).unwrap();
            let after = record.clone();
            assert_eq!(record.take_back(), Some(mv));
            assert_eq!(record, before);
            record = after;
        }
    }
}

pub(crate) fn stored_games_load_equal<P: TestedGame>(games: &[Record<P>]) {
    for (index, record) in games.iter().enumerate() {
        let stored = load_again(record);
        assert_eq!(load_again(&P::game(record.clone())), P::game(record.clone()));
        assert_eq!(&stored, record);

        // A game that begins elsewhere, and has not come to its end.
        let half = record.moves().len() * (index % 100) / 100;
        let mut late = Record::new(record.positions()[half]);
        for &mv in record.moves()[half..].iter().take(20) {
            late.play(mv).unwrap();
        }
        assert_eq!(load_again(&late), late);
    }
    let moved = serde_json::to_value(&games[0]).unwrap();
    for (field, wrong) in [
        ("position", serde_json::to_value(&games[1]).unwrap()["position"].clone()),
        ("moves", serde_json::json!([])),
        ("game", serde_json::json!("chess")),
    ] {
        let mut broken = moved.clone();
        broken[field] = wrong;
        assert!(serde_json::from_value::<Record<P>>(broken.clone()).is_err(), "{broken}");
        assert!(serde_json::from_value::<Game>(broken.clone()).is_err(), "{broken}");
    }
}

fn load_again<T: Serialize + DeserializeOwned>(value: &T) -> T {
    let text = serde_json::to_string(value).unwrap();
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

pub(crate) fn written_games_read_back<P: TestedGame>(games: &[Record<P>]) {
    for game in games {
        P::check_sheets(game);
    }
}

/// How many games are gone through ply by ply where a law is slow to check; of each of the others
/// one position is taken.
const SLOW_WALKS: usize = 300;

pub(crate) fn fast_moves_are_the_slow_ones<P: TestedGame>(games: &[Record<P>]) {
    each_position(&games[..SLOW_WALKS], |position, _| check_moves(position));
    one_position_each(games).for_each(check_moves);
    games.iter().map(Record::position).for_each(check_moves);
}

pub(crate) fn fast_moves_are_the_slow_ones_ply_by_ply<P: TestedGame>(games: &[Record<P>]) {
    each_position(games, |position, _| check_moves(position));
}

fn check_moves<P: TestedGame>(position: &P) {
    let text = position.to_string();
    let mut slow_moves = P::slow_moves(&text);
    slow_moves.sort_unstable();
    assert_eq!(texts(position), slow_moves, "{text}");
}

pub(crate) fn counts_agree_with_lists<P: TestedGame>(games: &[Record<P>]) {
    each_position(games, |position, _| {
        let moves = position.legal_moves();
        assert_eq!(position.count_moves(), moves.len() as u64, "{position}");
    });
    each_position(&games[..SLOW_WALKS], |position, _| check_replies(position));
    one_position_each(games).for_each(check_replies);
}

pub(crate) fn counts_agree_with_lists_ply_by_ply<P: TestedGame>(games: &[Record<P>]) {
    each_position(games, |position, _| check_replies(position));
}

fn check_replies<P: TestedGame>(position: &P) {
    let leaves = |reply: P| match reply.outcome() {
        Some(_) => u64::from(P::OVER_IS_A_LEAF),
        None => reply.legal_moves().len() as u64,
    };
    let replies = position.legal_moves().into_iter().map(|mv| position.after(mv));
    assert_eq!(position.count_replies(), replies.map(leaves).sum::<u64>(), "{position}");
}

pub(crate) fn exactly_the_listed_moves_are_legal<P: TestedGame>(games: &[Record<P>]) {
    let conceivable = P::conceivable();
    for position in one_position_each(games).filter(|position| position.outcome().is_none()) {
        let legal: HashSet<P::Move> = position.legal_moves().into_iter().collect();
        for &mv in &conceivable {
            let (bare, may) = position.bare(mv);
            let expected = may && legal.contains(&bare);
            assert_eq!(position.check_legal(mv).is_ok(), expected, "{position}: {mv}");
        }
    }
}

/// Of the games, the position of one in so many is asked about every text there is.
const TEXTS_ONE_IN: usize = 50;

pub(crate) fn illegal_texts_are_errors<P: TestedGame>(games: &[Record<P>]) {
    let conceivable = P::conceivable();
    for position in one_position_each(games).step_by(TEXTS_ONE_IN) {
        for &mv in &conceivable {
            let read = position.read_move(&mv.to_string());
            match (position.outcome(), position.check_legal(mv)) {
                (Some(outcome), _) => assert_eq!(read, Err(MoveError::Over(outcome))),
                (None, Ok(())) => assert_eq!(read, Ok(mv), "{position}: {mv}"),
                // What is forgiven, such as a promotion not mentioned, is then another move, which
                // may be legal or be illegal for another reason.
                (None, Err(_)) => match read {
                    Ok(meant) => {
                        assert_eq!(position.check_legal(meant), Ok(()), "{position}: {mv}");
                    }
                    Err(error) => assert!(matches!(error, MoveError::Illegal(_)), "{error:?}"),
                },
            }
        }
    }
}
