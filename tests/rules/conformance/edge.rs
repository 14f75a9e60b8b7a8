//! One case for each sentence of the rules.

use std::collections::BTreeMap;

use kradan_rules::{
    Bitboard, Game, GameKind, Position, Reason, Record, Side, Square, Verdict, each_game, makruk,
};
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::games::check_discs;
use super::honour::Counter;
use super::legal::written;
use kradan_tested_games::TestedGame as _;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Edge {
    id: String,
    game: GameKind,
    #[serde(rename = "name")]
    _name: String,
    #[serde(rename = "rule")]
    _rule: String,
    /// Whether the sources are silent and another game's rule was taken.
    #[serde(rename = "beyond_seed")]
    _beyond_seed: Option<bool>,
    /// Another program's text of the position.
    #[serde(rename = "fsf")]
    _fsf: Option<IgnoredAny>,
    pos: String,
    /// The letters of the pieces on some squares.
    #[serde(default)]
    squares: BTreeMap<String, char>,
    legal: Vec<String>,
    check: Option<bool>,
    /// The square of a piece …
    from: Option<String>,
    /// … and all its moves.
    from_moves: Option<Vec<String>>,
    /// Illegal moves that a wrong program might allow.
    #[serde(default)]
    must_not: Vec<String>,
    count_due: Option<Due>,
    #[serde(default)]
    play: Vec<String>,
    /// The discs that the only move played turns.
    flipped: Option<Vec<String>>,
    /// The number that the first move played says.
    said: Option<u8>,
    /// Where the moves played lead, as all that follows.
    after: Option<String>,
    legal_after: Option<Vec<String>>,
    over: bool,
    result: Option<String>,
    winner: Option<Winner>,
    reason: Option<Reason>,
    discs: Option<[usize; 2]>,
    score: Option<[usize; 2]>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Due {
    side: Counter,
    n: u8,
    limit: u8,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Winner {
    First,
    Second,
    Draw,
}

impl From<Winner> for Verdict {
    fn from(winner: Winner) -> Verdict {
        match winner {
            Winner::First => Verdict::Win(Side::First),
            Winner::Second => Verdict::Win(Side::Second),
            Winner::Draw => Verdict::Draw,
        }
    }
}

pub(crate) fn check(edge: &Edge) {
    let game = Game::from_position(edge.game, &edge.pos).unwrap();
    check_before(edge, &game);
    let played = play(edge, game);
    check_after(edge, &played);
}

fn check_before(edge: &Edge, game: &Game) {
    let id = &edge.id;
    assert_eq!(written(game), edge.pos, "{id}");
    assert_eq!(game.legal_moves(), edge.legal, "{id}");
    if let Some(check) = edge.check {
        assert_eq!(game.is_check(), check, "{id}");
    }
    assert_eq!(edge.from.is_some(), edge.from_moves.is_some(), "{id}");
    if let (Some(from), Some(from_moves)) = (&edge.from, &edge.from_moves) {
        let mut moves = game.legal_moves();
        moves.retain(|mv| mv.starts_with(from.as_str()));
        assert_eq!(&moves, from_moves, "{id}");
    }
    for text in &edge.must_not {
        let may = each_game!(game, record => may(record, text));
        assert!(!may, "{id}: {text}");
    }
    for (square, &letter) in &edge.squares {
        assert_eq!(letter_on(game, square.parse().unwrap()), Some(letter), "{id}: {square}");
    }
    if let Some(due) = &edge.count_due {
        let position = makruk_position(game);
        let count = position.count().expect("a count is due");
        assert!(position.count_is_due(), "{id}");
        assert_eq!(
            (Counter::from(count.side), count.number, count.limit),
            (due.side, due.n, due.limit),
            "{id}"
        );
    }
}

/// Whether a text is, to the letter, a move that may be made.
fn may<P: Position>(record: &Record<P>, text: &str) -> bool {
    text.parse().is_ok_and(|mv| record.clone().play(mv).is_ok())
}

fn letter_on(game: &Game, square: Square) -> Option<char> {
    let (side, letter) = each_game!(game, record => record.position().letter_at(square))?;
    Some(if side == Side::First { letter } else { letter.to_ascii_lowercase() })
}

fn makruk_position(game: &Game) -> &makruk::Position {
    let Game::Makruk(record) = game else { panic!("only Makruk counts") };
    record.position()
}

fn play(edge: &Edge, mut game: Game) -> Game {
    let id = &edge.id;
    if let Some(flipped) = &edge.flipped {
        let Game::Othello(record) = &game else { panic!("{id} is a case of Othello") };
        let [mv] = &edge.play[..] else { panic!("{id} plays one move") };
        let turned: Bitboard =
            flipped.iter().map(|square| square.parse::<Square>().unwrap()).collect();
        assert_eq!(record.position().flipped(mv.parse().unwrap()), turned, "{id}");
    }
    if let Some(said) = edge.said {
        let mv = edge.play[0].parse().unwrap();
        assert_eq!(makruk_position(&game).said(mv), Some(said), "{id}");
    }
    for mv in &edge.play {
        let played = game.play_text(mv).unwrap_or_else(|error| panic!("{id}, {mv}: {error}"));
        assert_eq!(&played, mv, "{id}");
    }
    game
}

fn check_after(edge: &Edge, game: &Game) {
    let id = &edge.id;
    assert_eq!(edge.after.is_some(), !edge.play.is_empty(), "{id}");
    if let Some(after) = &edge.after {
        assert_eq!(&written(game), after, "{id}");
    }
    if let Some(legal) = &edge.legal_after {
        assert_eq!(&game.legal_moves(), legal, "{id}");
    }
    let outcome = game.outcome();
    assert_eq!(outcome.is_some(), edge.over, "{id}");
    assert_eq!(outcome.is_some(), edge.result.is_some() || edge.winner.is_some(), "{id}");
    if let Some(result) = &edge.result {
        assert_eq!(
            outcome.map(|outcome| outcome.verdict.to_string()).as_ref(),
            Some(result),
            "{id}"
        );
    }
    if let Some(winner) = edge.winner {
        assert_eq!(outcome.map(|outcome| outcome.verdict), Some(winner.into()), "{id}");
    }
    if let Some(reason) = edge.reason {
        assert_eq!(outcome.map(|outcome| outcome.reason), Some(reason), "{id}");
    }
    assert_eq!(edge.discs.is_some(), edge.score.is_some(), "{id}");
    if let (Some(discs), Some(score)) = (edge.discs, edge.score) {
        let Game::Othello(record) = game else { panic!("{id} is a case of Othello") };
        check_discs(id, record.position(), discs, score);
    }
}
