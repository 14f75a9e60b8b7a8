//! Suggestions for the move of `/move`.

use crate::discord::limits::SUGGESTION_MAX;
use crate::discord::view::pick::{OPTIONS_MAX, Source};
use crate::discord::view::reply::Suggestion;
use crate::discord::view::written_moves::written_moves;
use kradan_i18n::{self as i18n, Language};
use kradan_rules::{Game, cut};
use kradan_table::TableId;

/// A game in which moves are suggested.
pub(super) struct SuggestedGame<'a> {
    pub(super) game: &'a Game,
    /// The table, if the player has other games: it becomes part of the suggestion's value.
    pub(super) table: Option<TableId>,
    /// The title, where more than one game fits.
    pub(super) title: Option<String>,
}

/// A suggestion with its place in the list.
struct Ranked {
    /// How well it fits, 0 best.
    rank: usize,
    /// Its place among those of its game, so that every game has a share of the list.
    place: usize,
    suggestion: Suggestion,
}

/// The legal moves that match the typed text: first those that begin with it, then those of a piece
/// whose name begins with it, then those that contain it.
///
/// A complete move is suggested only in the games where it is legal.
pub(super) fn suggestions(
    games: &[SuggestedGame<'_>],
    typed: &str,
    language: Language,
) -> Vec<Suggestion> {
    let is_legal = |game: &Game| game.clone().play_text(typed).is_ok();
    let is_whole = games.iter().any(|suggested| is_legal(suggested.game));
    let mut fitting: Vec<Ranked> = Vec::new();
    for SuggestedGame { game, table, title } in games {
        if is_whole && !is_legal(game) {
            continue;
        }
        let mut own = fitting_moves(game, typed, language);
        own.sort_by_key(|suggested| suggested.rank);
        for (place, SuggestedMove { rank, shown, exact }) in own.into_iter().enumerate() {
            let value = table.map_or_else(|| exact.clone(), |table| target(&exact, table));
            let suggestion = match title {
                Some(title) => named_suggestion(&shown, title, value),
                None => (cut(&shown, SUGGESTION_MAX - 1), value),
            };
            fitting.push(Ranked { rank, place, suggestion });
        }
    }
    fitting.sort_by_key(|ranked| (ranked.rank, ranked.place));
    fitting.truncate(OPTIONS_MAX);
    fitting.into_iter().map(|ranked| ranked.suggestion).collect()
}

/// A legal move that fits what is typed.
pub(super) struct SuggestedMove {
    /// How well it fits, 0 best.
    pub(super) rank: usize,
    pub(super) shown: String,
    pub(super) exact: String,
}

/// The legal moves of one game that fit.
pub(super) fn fitting_moves(game: &Game, typed: &str, language: Language) -> Vec<SuggestedMove> {
    let typed = plain(typed);
    let mut fitting = Vec::new();
    for (written, exact) in written_moves(game, language) {
        let piece = piece_of(game, &exact, language);
        if let Some(rank) = rank(&typed, &written, &exact, piece.as_deref()) {
            let named = piece.map_or_else(|| exact.clone(), |piece| format!("{piece} {exact}"));
            let shown = match plain(&written) {
                letters if letters == plain(&exact) => named,
                letters if letters == plain(&named) => written,
                _ => format!("{written} · {named}"),
            };
            fitting.push(SuggestedMove { rank, shown, exact });
        }
    }
    fitting
}

/// A suggestion that names its game. The move is never cut.
fn named_suggestion(shown: &str, title: &str, value: String) -> Suggestion {
    let left = SUGGESTION_MAX.saturating_sub(shown.chars().count() + " · ".len());
    (cut(&format!("{shown} · {}", cut(title, left)), SUGGESTION_MAX - 1), value)
}

/// The value of a suggestion that names its table.
fn target(exact: &str, table: TableId) -> String {
    format!("{exact} @{}", table.0)
}

/// A move as it was typed or suggested, and the table that a suggestion names. No square and no
/// number of a move has as many digits as a table's.
pub(super) fn read_target(text: &str) -> (&str, Option<&str>) {
    match text.rsplit_once(" @") {
        Some((mv, table)) if table.len() > 9 && table.bytes().all(|b| b.is_ascii_digit()) => {
            (mv, Some(table))
        }
        _ => (text, None),
    }
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
    use kradan_rules::GameKind;

    fn only(game: &Game) -> [SuggestedGame<'_>; 1] {
        [SuggestedGame { game, table: None, title: None }]
    }

    fn suggested(game: &Game, typed: &str) -> Vec<String> {
        let suggested = suggestions(&only(game), typed, Language::English);
        suggested.into_iter().map(|(_, exact)| exact).collect()
    }

    /// Suggestions in two games of one player.
    fn suggested_in_both(typed: &str) -> Vec<Suggestion> {
        let (othello, ogi) = (Game::new(GameKind::Othello), Game::new(GameKind::Ogi));
        let of = |game, id: u64, title: &str| SuggestedGame {
            game,
            table: Some(TableId(1_000_000_000 + id)),
            title: Some(title.to_owned()),
        };
        let games = [of(&ogi, 1, "Ōgi: Ann – Ben"), of(&othello, 2, "Othello: Ann – Chai")];
        suggestions(&games, typed, Language::English)
    }

    #[test]
    fn each_suggestion_names_its_game_where_several_fit() {
        let shown: Vec<String> =
            suggested_in_both("").into_iter().map(|(shown, _)| shown).collect();
        assert_eq!(shown.len(), OPTIONS_MAX);
        let of = |title: &str| shown.iter().filter(|shown| shown.ends_with(title)).count();
        assert_eq!((of("Ōgi: Ann – Ben"), of("Othello: Ann – Chai")), (21, 4), "{shown:?}");
    }

    #[test]
    fn a_whole_move_is_suggested_where_it_is_legal_and_nowhere_else() {
        // `d3` begins the Ōgi move `d3d4` as well.
        let suggested = suggested_in_both("d3");
        assert_eq!(
            suggested,
            [("d3 · Othello: Ann – Chai".to_owned(), "d3 @1000000002".to_owned(),)]
        );
        let suggested = suggested_in_both("e3");
        assert!(suggested.iter().all(|(shown, _)| shown.contains("Ōgi")), "{suggested:?}");
        assert!(!suggested.is_empty());
    }

    #[test]
    fn a_game_among_others_is_named_by_its_table_alone() {
        let game = Game::new(GameKind::Othello);
        let table = Some(TableId(1_000_000_001));
        let among_others = [SuggestedGame { game: &game, table, title: None }];
        let suggested = suggestions(&among_others, "d3", Language::English);
        assert_eq!(suggested, [("d3".to_owned(), "d3 @1000000001".to_owned())]);
    }

    #[test]
    fn the_table_of_a_suggestion_reads_back() {
        assert_eq!(read_target(&target("P@e4", TableId(u64::MAX))).0, "P@e4");
        assert_eq!(read_target("d3 @1441234567890123"), ("d3", Some("1441234567890123")));
        for typed in
            ["d3", "P @e4", "P @4", "@", "d3 @", "<@1300000000000000013>", "x @1e9999999999"]
        {
            assert_eq!(read_target(typed), (typed, None));
        }
    }

    #[test]
    fn no_suggestion_says_the_same_twice() {
        let game = Game::new(GameKind::Makruk);
        for (shown, exact) in suggestions(&only(&game), "", Language::Thai) {
            assert_eq!(shown.matches(&exact[2..]).count(), 1, "{shown}");
        }
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
                    let suggested = suggestions(&only(&game), typed, language);
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
