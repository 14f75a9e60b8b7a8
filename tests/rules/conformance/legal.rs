//! Positions with all their legal moves.

use kradan_rules::{Game, GameKind, Position, each_game};
use serde::Deserialize;
use serde::de::IgnoredAny;

use kradan_tested_games::TestedGame as _;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Legal {
    id: String,
    game: GameKind,
    pos: String,
    /// Another program's text of the position.
    #[serde(rename = "fsf")]
    _fsf: Option<IgnoredAny>,
    moves: Vec<String>,
    /// Absent in Othello, which knows no check.
    #[serde(default)]
    check: bool,
}

pub(crate) fn check<P: Position>(record: &Legal) {
    let Legal { id, game, pos, moves, check, .. } = record;
    assert_eq!(*game, P::KIND, "{id}");
    let position: P = pos.parse().unwrap();
    assert_eq!(position.count_moves(), moves.len() as u64, "{id}");

    let game = Game::from_position(*game, pos).unwrap();
    assert_eq!(&written(&game), pos, "{id}");
    assert_eq!(&game.legal_moves(), moves, "{id}");
    assert_eq!(game.is_check(), *check, "{id}");
}

/// A game's position as the files write it: Makruk's without the count, a bia-ngai as a met.
pub(crate) fn written(game: &Game) -> String {
    each_game!(game, record => record.position().recorded())
}
