//! Games to be drawn: a tournament game of Othello, and one each of Makruk and Ōgi between two
//! programs; and random ones.

use kradan::rules::{Game, GameKind, makruk, ogi, othello};

use crate::walk::walk;

const OTHELLO: &str = "f5 d6 c4 d3 c5 f4 e3 f3 c2 c6 d7 b4 c3 b5 e6 e7 f6 d2 d1 b3 e2 g4 g3 g5 b6 \
    f2 a6 a5 f8 f1 e1 c1 g2 h1 g1 h4 a4 a3 a2 b2 f7 h2 g7 h8 h7 h6 h5 g6 a1 b1 h3 g8 e8 d8 c8 b8 \
    c7 a7 b7 a8";

const MAKRUK: &str = "d1e2 b8d7 b1d2 f8f7 a1a2 a8a7 e3e4 d8e7 f3f4 f6f5 g1f3 e6e5 f1f2 g8f6 b3b4 \
    a6a5 a3a4 e5f4 g3f4 e8d8 b4b5 a7c7 f3d4 c6b5 d4b5 c7c6 h1g1 h6h5 f2e3 h8e8 d2f3 c8b7 e4e5 \
    f6d5 c3c4 d5b4 a2d2 f7e6 b5d4 d6e5 f4e5 e8h8 d4c6 b4c6 d3d4 d8c7 d4d5 e6e5 d5c6m b7c6 g1g6 \
    f5f4 e3f2 e5f6 d2d4 d7e5 g6g1 e5f3 f2f3 f6e5 d4d1 c6c5 c1d2 c5d4 g1f1 h8f8 f1g1 f8e8 g1g5 \
    c7c8 d2c3 e7f6 g5h5 d4c3 h5h7 e5d4 e2f2 f6e5 f3e2 c3c2 d1d2 c2c1 d2c2 d4e3 e2e3 f4e3m f2e3 \
    e5d4 e3f2 d4e3 f2f3 c8d8 c2c1 e3d4 c1d1 d8c8 d1d4 e8e1 d4f4 e1f1 f3e4 f1e1 e4d5 e1e8 f4f6 \
    e8g8 d5c6 c8b8 c6b6 g8d8 h7f7 b8c8 f7h7 c8b8 h7f7 b8c8 f7f8 d8f8 f6f8 c8d7 b6a5 d7e7 f8c8 \
    e7f6 a5b6 f6g5 a4a5 g5f5 c4c5 f5g5 a5a6m g5f4 c8g8 f4e5 g8f8 e5d5 f8e8 d5d4 b6b5 d4d3 h3h4 \
    d3d4 h4h5 d4d3 c5c6m d3d4 e8e6 d4c3 e6d6 c3b3 d6d8 b3a2 h5h6m a2a1 b5b4 a1b1 b4b3 b1c1 h6g7 \
    c1b1 d8d1";

const OGI: &str = "d1f2 f6f5 g3g4 e8d7 f2h4 g7c3+ b1c3 e6e5 h4f2 g6g5 B@a5 h6h5 g4g5 d8g5 P@c4 \
    a6a5 g2g5 B@f7 a3a4 a5a4 g5g8+ f7g8 I@d5 R@c2 d5f6+ d7c7 f6g7 g8d5 g7e5 c2f2+ e1f2 I@h2 c3b5 \
    b6b5 R@b4 N@e6 e5e6 d5e6 N@d5 c7d8 b2f6+ f8e7 P@g5 P@e5 N@a2 h2f1+ f2f1 I@c3 f6e7 b7e7 S@a7 \
    c3a2+ I@d1 e6d5 c1b2 a8a7 f1e2 a2c3 e2f2 S@g3 f2g3 S@g7 S@c7 d8c7 b4a4 c3d1 a4a7+ N@b7 a7b8 \
    c7b8 N@a6 b8a7 L@b1 g7h6 a6b8+ N@a4 b8b7 a7b7 f3f4 I@g2 a1a4 d1f3 g1f3 R@e4 I@a5 b7a7 e3e4 \
    P@g7 f3e5 h8h7 a5d8+ B@a6 g3g2 S@f1 g2f1 b5b4 R@c7 e7c7 I@c5 N@b6 c5a6+ a7a8 d8c7 c8c7 S@a1 \
    b6c4 B@h4 R@c1 R@d1 I@g3 h4g3 c7d8 d1c1 g7g6 I@b7";

/// The game of a kind after so many plies; all of it where it has fewer.
pub(crate) fn sample(kind: GameKind, plies: usize) -> Game {
    let moves = match kind {
        GameKind::Othello => OTHELLO,
        GameKind::Makruk => MAKRUK,
        GameKind::Ogi => OGI,
    };
    let mut game = Game::new(kind);
    for mv in moves.split_whitespace().take(plies) {
        game.play_text(mv).unwrap_or_else(|error| panic!("{kind} {mv}: {error}"));
    }
    game
}

/// A game of random moves to its end, or so many plies.
pub(crate) fn random(kind: GameKind, seed: u64, plies_max: usize) -> Game {
    match kind {
        GameKind::Othello => Game::Othello(walk::<othello::Position>(seed, plies_max)),
        GameKind::Makruk => Game::Makruk(walk::<makruk::Position>(seed, plies_max)),
        GameKind::Ogi => Game::Ogi(walk::<ogi::Position>(seed, plies_max)),
    }
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
