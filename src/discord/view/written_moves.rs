//! The moves of a game as readers write them.

use super::games;
use kradan_i18n::Language;
use kradan_rules::Game;

/// The legal moves as readers of a language write them, with the exact notation.
pub(crate) fn written_moves(game: &Game, language: Language) -> Vec<(String, String)> {
    let write = |exact: String| (written_move(game, &exact, language), exact);
    game.legal_moves().into_iter().map(write).collect()
}

/// A legal move in the exact notation, as readers of a language write it, without a Makruk count.
pub(crate) fn written_move(game: &Game, exact: &str, language: Language) -> String {
    let ply = game.plies();
    let mut after = game.clone();
    let style = games::move_style(game.kind(), language);
    let written = after.play_text(exact).ok().and_then(|_| after.written(ply, style));
    written.unwrap_or_else(|| exact.to_owned())
}

/// The legal moves from the first square in a text; in Othello all legal moves.
pub(crate) fn legal_near(game: &Game, text: &str, language: Language) -> Vec<String> {
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
    use kradan_i18n as i18n;
    use kradan_rules::GameKind;

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

    #[test]
    fn only_thai_makruk_and_japanese_ogi_have_their_own_script() {
        for kind in GameKind::ALL {
            let game = Game::new(kind);
            for language in Language::ALL {
                let written = written_moves(&game, language);
                let is_own = written.iter().any(|(written, _)| !written.is_ascii());
                let expected = matches!(
                    (kind, language),
                    (GameKind::Makruk, Language::Thai) | (GameKind::Ogi, Language::Japanese)
                );
                assert_eq!(is_own, expected, "{kind}, {language}: {written:?}");
            }
        }
    }

    #[test]
    fn an_act_on_a_count_is_not_written() {
        let position = "8/8/2n5/8/6k1/2K5/8/1r5S w";
        let game = Game::from_position(GameKind::Makruk, position).unwrap();
        assert_eq!(written_move(&game, "claim:h1h2", Language::English), "Sh2");
        assert_eq!(written_move(&game, "claim:h1h2", Language::Thai), "โคน h1-h2");
    }

    /// What is written anywhere can be typed: the moves in every style, and with the names of
    /// pieces that menus show.
    #[test]
    fn whatever_is_shown_of_a_move_can_be_typed() {
        let mut random = fastrand::Rng::with_seed(5);
        for kind in GameKind::ALL {
            for _ in 0..6 {
                let mut game = Game::new(kind);
                for _ in 0..80 {
                    let moves = game.legal_moves();
                    if moves.is_empty() {
                        break;
                    }
                    let mv = &moves[random.usize(..moves.len())];
                    for language in Language::ALL {
                        assert_typed(&game, mv, language);
                    }
                    game.play_text(mv).unwrap();
                }
            }
        }
    }

    fn assert_typed(game: &Game, exact: &str, language: Language) {
        let read = |text: &str| {
            let played = game.clone().play_text(text);
            assert_eq!(played.as_deref(), Ok(exact), "{language}: {text:?} in {}", game.position());
        };
        read(&written_move(game, exact, language));
        let Some(source) = super::super::pick::Source::of(exact) else { return };
        let (side, piece) = source.piece(game).expect("a legal move has a piece");
        let name = i18n::piece_name(side, piece, language);
        if let Some((_, to)) = exact.split_once('@') {
            read(&format!("{name}*{to}"));
            read(&format!("{name} @ {to}"));
        } else {
            let (from, to) = (&exact[..2], &exact[2..4]);
            for text in ["{name} {from} {to}", "{name} {from}-{to}", "{from} to {to}"] {
                let text = text.replace("{name}", &name).replace("{from}", from);
                read(&text.replace("{to}", to));
            }
        }
    }
}
