//! Suggestions for the move of `/move`.

use crate::discord::limits::SUGGESTION_MAX;
use crate::discord::pick::{OPTIONS_MAX, Source};
use crate::discord::reply::Suggestion;
use crate::discord::written_moves::written_moves;
use crate::i18n::{self, Language};
use crate::rules::{Game, cut};

/// The legal moves that fit what is typed: those that begin with it first, then those of a piece
/// whose name begins with it, then those in which it occurs.
pub(super) fn suggestions(game: &Game, typed: &str, language: Language) -> Vec<Suggestion> {
    let typed = plain(typed);
    let mut fitting: Vec<(usize, (String, String))> = Vec::new();
    for (written, exact) in written_moves(game, language) {
        let piece = piece_of(game, &exact, language);
        if let Some(rank) = rank(&typed, &written, &exact, piece.as_deref()) {
            let piece = piece.map(|piece| format!("{piece} ")).unwrap_or_default();
            let shown = if plain(&written) == plain(&exact) {
                format!("{piece}{exact}")
            } else {
                format!("{written} · {piece}{exact}")
            };
            fitting.push((rank, (cut(&shown, SUGGESTION_MAX - 1), exact)));
        }
    }
    fitting.sort_by_key(|(rank, _)| *rank);
    fitting.truncate(OPTIONS_MAX);
    fitting.into_iter().map(|(_, suggestion)| suggestion).collect()
}

/// How well a move fits, 0 best; `None` if it does not.
fn rank(typed: &str, written: &str, exact: &str, piece: Option<&str>) -> Option<usize> {
    let (written, exact) = (plain(written), plain(exact));
    let piece = piece.map(plain).unwrap_or_default();
    let fits = [
        exact == typed || written == typed,
        exact.starts_with(typed),
        written.starts_with(typed),
        piece.starts_with(typed) && !piece.is_empty(),
        exact.contains(typed) || written.contains(typed),
    ];
    fits.iter().position(|&fits| fits)
}

/// Only letters and digits count, whatever their case.
fn plain(text: &str) -> String {
    text.chars()
        .filter(|c| !matches!(c, ' ' | '-' | '×' | 'x' | '.'))
        .flat_map(char::to_lowercase)
        .collect()
}

fn piece_of(game: &Game, exact: &str, language: Language) -> Option<String> {
    let source = Source::of(exact)?;
    source.piece(game).map(|(side, piece)| i18n::piece_name(side, piece, language))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::GameKind;

    fn suggested(game: &Game, typed: &str) -> Vec<String> {
        suggestions(game, typed, Language::English).into_iter().map(|(_, exact)| exact).collect()
    }

    #[test]
    fn what_begins_as_typed_comes_first() {
        let game = Game::new(GameKind::Makruk);
        assert_eq!(suggested(&game, "e3"), ["e3e4"]);
        assert_eq!(suggested(&game, "e3-e4"), ["e3e4"]);
        assert!(suggested(&game, "ma").iter().all(|mv| ["b1", "g1"].contains(&&mv[..2])));
        assert!(!suggested(&game, "ma").is_empty());
        assert_eq!(suggested(&game, "xyz"), Vec::<String>::new());
    }

    #[test]
    fn at_most_as_many_as_discord_takes_and_all_of_them_legal() {
        for kind in GameKind::ALL {
            let game = Game::new(kind);
            for typed in ["", "e", "1", "ม้า", "P*", "`@everyone`", "\u{0}"] {
                for language in Language::ALL {
                    let suggested = suggestions(&game, typed, language);
                    assert!(suggested.len() <= OPTIONS_MAX);
                    for (shown, exact) in suggested {
                        assert!((1..=SUGGESTION_MAX).contains(&shown.chars().count()), "{shown}");
                        assert!(game.legal_moves().contains(&exact));
                    }
                }
            }
        }
    }
}
