//! The moves of a game as readers write them.

use super::games;
use super::table_view::style;
use crate::i18n::Language;
use crate::rules::Game;

/// The legal moves as readers of a language write them, with the exact notation.
pub(super) fn written_moves(game: &Game, language: Language) -> Vec<(String, String)> {
    let ply = game.plies();
    let write = |exact: String| {
        let mut after = game.clone();
        let written =
            after.play_text(&exact).ok().and_then(|_| after.written(ply, style(language)));
        (written.unwrap_or_else(|| exact.clone()), exact)
    };
    game.legal_moves().into_iter().map(write).collect()
}

/// The legal moves from the first square in a text; in Othello all legal moves.
pub(super) fn legal_near(game: &Game, text: &str, language: Language) -> Vec<String> {
    let from = first_square(text);
    written_moves(game, language)
        .into_iter()
        .filter(|(_, exact)| {
            let is_from = |from: &str| exact.len() >= 4 && exact.starts_with(from);
            games::picks_squares(game.kind()) || from.as_deref().is_some_and(is_from)
        })
        .map(|(written, _)| written)
        .collect()
}

/// The first square in a text.
fn first_square(text: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    let is_square =
        |pair: &&[u8]| (b'a'..=b'h').contains(&pair[0]) && (b'1'..=b'8').contains(&pair[1]);
    let pair = lower.as_bytes().windows(2).find(is_square)?;
    std::str::from_utf8(pair).ok().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::GameKind;

    #[test]
    fn what_is_legal_is_told_from_the_square_that_was_named() {
        let game = Game::new(GameKind::Makruk);
        let legal = legal_near(&game, "e1-e5", Language::English);
        let mut game_moves: Vec<String> = game.legal_moves();
        game_moves.retain(|mv| mv.starts_with("e1"));
        assert_eq!(legal.len(), game_moves.len());
        assert!(!legal.is_empty());
        assert_eq!(legal_near(&game, "nonsense", Language::English), Vec::<String>::new());
        assert_eq!(legal_near(&Game::new(GameKind::Othello), "", Language::English).len(), 4);
    }
}
