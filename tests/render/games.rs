//! Games to be drawn: the sample of each game, and random ones.

use kradan_rules::{Game, GameKind, each_kind};

use kradan_tested_games::TestedGame as _;
use kradan_tested_games::walk;

/// The game of a kind after so many plies; all of it where it has fewer.
pub(crate) fn sample(kind: GameKind, plies: usize) -> Game {
    let moves = each_kind!(kind, P => P::SAMPLE);
    let mut game = Game::new(kind);
    for mv in moves.split_whitespace().take(plies) {
        game.play_text(mv).unwrap_or_else(|error| panic!("{kind} {mv}: {error}"));
    }
    game
}

/// A game of random moves to its end, or so many plies.
pub(crate) fn random(kind: GameKind, seed: u64, plies_max: usize) -> Game {
    each_kind!(kind, P => P::game(walk(seed, plies_max)))
}

/// A game as it stood after each ply, the start first.
pub(crate) fn stages(game: &Game) -> Vec<Game> {
    let mut game = game.clone();
    let mut stages = vec![game.clone()];
    while game.take_back().is_some() {
        stages.push(game.clone());
    }
    stages.reverse();
    stages
}

#[test]
fn the_sample_games_are_whole() {
    for kind in GameKind::ALL {
        assert!(sample(kind, usize::MAX).outcome().is_some(), "{kind}");
    }
}
