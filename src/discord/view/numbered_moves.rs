//! The moves of a game with their numbers, as readers write them: `12. c4`, `12… Nd2`.

use super::games;
use kradan_i18n::{self as i18n, Language, MoveNumber};
use kradan_rules::Game;

/// The move at a ply, counted from 0, with its number; `None` for a pass, or without a move.
pub(crate) fn numbered_move(game: &Game, ply: usize, language: Language) -> Option<String> {
    let written = game.written(ply, games::move_style(game.kind(), language))?;
    Some(format!("{} {written}", MoveNumber::of(game, ply, language)?.before_move()))
}

/// The moves from ply to ply, counted from 1, with their numbers; `None` if the game has fewer.
pub(crate) fn numbered_moves(
    game: &Game,
    (from, to): (usize, usize),
    language: Language,
) -> Option<String> {
    let moves = (from.saturating_sub(1)..to).filter_map(|ply| numbered_move(game, ply, language));
    (game.plies() >= to).then(|| i18n::moves(&moves.collect::<Vec<_>>(), language))
}

/// The last move with its number. A pass does not count.
pub(crate) fn last_move(game: &Game, language: Language) -> Option<String> {
    (0..game.plies()).rev().find_map(|ply| numbered_move(game, ply, language))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kradan_rules::GameKind;

    #[test]
    fn the_second_sides_move_has_the_number_of_the_firsts() {
        let mut game = Game::new(GameKind::Makruk);
        let last = |game: &Game| last_move(game, Language::English);
        assert_eq!(last(&game), None);
        for (mv, written) in [("e3e4", "1. e4"), ("e6e5", "1… e5"), ("d3d4", "2. d4")] {
            game.play_text(mv).unwrap();
            assert_eq!(last(&game).as_deref(), Some(written));
        }
        let mut othello = Game::new(GameKind::Othello);
        for (mv, written) in [("d3", "1. d3"), ("c3", "2. c3")] {
            othello.play_text(mv).unwrap();
            assert_eq!(last(&othello).as_deref(), Some(written));
        }
    }
}
