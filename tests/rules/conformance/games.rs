//! Whole games: made ones with every position, and real ones from tournaments.

use std::collections::BTreeMap;

use kradan_rules::makruk::{Count, Position as Makruk};
use kradan_rules::notation::transcript;
use kradan_rules::othello::Position as Othello;
use kradan_rules::{BySide, Game, GameKind, Outcome, Reason, Record};
use serde::Deserialize;

use super::honour::Counted;
use super::legal::written;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OthelloGame {
    id: String,
    game: GameKind,
    start: String,
    moves: Vec<String>,
    positions: Vec<String>,
    result: String,
    reason: Reason,
    /// Black's and White's.
    discs: [usize; 2],
    /// The same with the empty squares added to the winner's.
    score: [usize; 2],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MakrukGame {
    id: String,
    game: GameKind,
    start: String,
    moves: Vec<String>,
    /// By the index of the move, from 0.
    acts: BTreeMap<usize, String>,
    positions: Vec<String>,
    result: String,
    reason: Reason,
    #[serde(deserialize_with = "Option::deserialize")]
    final_count: Option<Counted>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OgiGame {
    id: String,
    game: GameKind,
    start: String,
    moves: Vec<String>,
    positions: Vec<String>,
    result: String,
    reason: Reason,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RealGame {
    id: String,
    game: GameKind,
    #[serde(rename = "source")]
    _source: String,
    #[serde(rename = "year")]
    _year: u16,
    moves: Vec<String>,
    result: String,
    discs: [usize; 2],
    score: [usize; 2],
    /// A fact about play and not about the rules; hours of search would be needed to see it.
    #[serde(rename = "best_black_discs_at_24_empties")]
    _best_black_discs_at_24_empties: u8,
}

pub(crate) fn check_othello(record: &OthelloGame) {
    let OthelloGame { id, game, start, moves, positions, result, reason, discs, score } = record;
    assert_eq!(*game, GameKind::Othello, "{id}");
    let played = replay(id, *game, start, moves, positions);
    assert_eq!(ending(&played), (result.clone(), *reason), "{id}");
    let Game::Othello(record) = played else { panic!("{id} is a game of Othello") };
    check_discs(id, record.position(), *discs, *score);
}

pub(crate) fn check_makruk(record: &MakrukGame) {
    let MakrukGame { id, game, start, moves, acts, positions, result, reason, final_count } =
        record;
    assert_eq!(*game, GameKind::Makruk, "{id}");
    let mut moves = moves.clone();
    for (&index, act) in acts {
        moves[index].insert_str(0, &format!("{act}:"));
    }
    let played = replay(id, *game, start, &moves, positions);
    assert_eq!(ending(&played), (result.clone(), *reason), "{id}");
    let Game::Makruk(record) = played else { panic!("{id} is a game of Makruk") };
    assert_eq!(last_count(&record).map(Counted::from), *final_count, "{id}");
}

/// The count that ran last; mate and stalemate end it, but the files keep it here.
fn last_count(record: &Record<Makruk>) -> Option<Count> {
    let (&mv, [.., before, after]) = (record.moves().last()?, record.positions()) else {
        return None;
    };
    let said = |count: Count| Count { number: before.said(mv).unwrap_or(count.number), ..count };
    after.count().or_else(|| before.count().map(said))
}

pub(crate) fn check_ogi(record: &OgiGame) {
    let OgiGame { id, game, start, moves, positions, result, reason } = record;
    assert_eq!(*game, GameKind::Ogi, "{id}");
    let played = replay(id, *game, start, moves, positions);
    assert_eq!(ending(&played), (result.clone(), *reason), "{id}");
}

/// Plays a game that begins as usual, sees every position, and that it ends with the last move
/// and not before.
fn replay(id: &str, kind: GameKind, start: &str, moves: &[String], positions: &[String]) -> Game {
    assert_eq!(moves.len(), positions.len(), "{id}");
    let mut game = Game::from_position(kind, start).unwrap();
    assert_eq!(game, Game::new(kind), "{id}");
    for (index, (mv, position)) in (1..).zip(moves.iter().zip(positions)) {
        let played =
            game.play_text(mv).unwrap_or_else(|error| panic!("{id}, ply {index}: {error}"));
        assert_eq!(&played, mv, "{id}, ply {index}");
        assert_eq!(&written(&game), position, "{id} after ply {index}");
    }
    game
}

fn ending(game: &Game) -> (String, Reason) {
    let Outcome { verdict, reason } = game.outcome().expect("the game was played to its end");
    (verdict.to_string(), reason)
}

pub(crate) fn check_discs(id: &str, position: &Othello, discs: [usize; 2], score: [usize; 2]) {
    let pair = |[first, second]: [usize; 2]| BySide { first, second };
    assert_eq!(position.disc_counts(), pair(discs), "{id}");
    assert_eq!(position.score(), pair(score), "{id}");
}

pub(crate) fn check_real(real: &RealGame) {
    let RealGame { id, game, moves, result, discs, score, .. } = real;
    assert_eq!(*game, GameKind::Othello, "{id}");
    let mut record = Record::<Othello>::default();
    for (index, mv) in (1..).zip(moves) {
        let made = record.play(mv.parse().unwrap());
        made.unwrap_or_else(|error| panic!("{id}, ply {index}: {error}"));
    }
    let outcome = record.outcome().expect("the game was played to its end");
    assert_eq!(&outcome.verdict.to_string(), result, "{id}");
    check_discs(id, record.position(), *discs, *score);

    // As the base itself writes a game: the squares alone, no passes.
    let squares: String = moves.iter().filter(|mv| *mv != "pass").map(String::as_str).collect();
    assert_eq!(transcript::read(Othello::default(), &squares), Ok(record), "{id}");
}
