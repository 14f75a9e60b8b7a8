//! What an option can be, while it is being typed. It never fails: what cannot be known is not
//! suggested.

use super::super::api::limits::SUGGESTION_MAX;
use super::super::bot::{Bot, Caller, Reply, table_id};
use super::super::custom_id::TableAction;
use super::super::interaction::{Complete, Request};
use super::super::pick::{OPTIONS_MAX, Source};
use super::super::resolve_table::{LOOKED_AT_MAX, written_moves};
use super::super::titles::told_apart;
use crate::i18n::{self, Language};
use crate::rules::{Game, cut};
use crate::service::{Listing, Store, StoredTable};
use crate::table::TableId;

impl<S: Store> Bot<S> {
    /// Suggests what an option can be.
    pub(in super::super) async fn complete(
        &self,
        request: &Request,
        caller: &Caller,
        complete: &Complete,
    ) -> Reply {
        Reply::Suggest(match complete {
            Complete::Move { typed, table } => {
                let row = self.row_for(request, caller, table.as_deref()).await;
                row.map(|row| moves(row.table.game(), typed, caller.language())).unwrap_or_default()
            }
            Complete::Table { typed } => self.tables(caller, typed).await,
            Complete::Nothing => Vec::new(),
        })
    }

    /// The table whose moves are suggested: the first that fits.
    async fn row_for(
        &self,
        request: &Request,
        caller: &Caller,
        named: Option<&str>,
    ) -> Option<StoredTable> {
        if let Some(id) = named.and_then(table_id) {
            return self.service.load(id).await.ok()?;
        }
        let action = TableAction::Move(String::new());
        let tables = self.fitting(request, caller, &action).await.ok()?;
        tables.into_iter().next().map(|(_, row)| row)
    }

    /// Tables are read one by one, until there are enough that fit: games before challenges.
    async fn tables(&self, caller: &Caller, typed: &str) -> Vec<(String, String)> {
        let (store, typed) = (self.service.store(), typed.to_lowercase());
        let mut fitting: Vec<(TableId, String)> = Vec::new();
        for which in Listing::ALL {
            let ids =
                store.tables_of_player(caller.id, which, LOOKED_AT_MAX).await.unwrap_or_default();
            for id in ids {
                if fitting.len() == OPTIONS_MAX {
                    break;
                }
                let Ok(Some(row)) = self.service.load(id).await else { continue };
                let title = self.title_in_list(&row.table, caller.language()).await;
                if title.to_lowercase().contains(&typed) {
                    fitting.push((id, title));
                }
            }
        }
        let (ids, titles): (Vec<TableId>, Vec<String>) = fitting.into_iter().unzip();
        let titles = told_apart(titles, &ids);
        titles.into_iter().zip(ids).map(|(title, id)| (title, id.0.to_string())).collect()
    }
}

/// The legal moves that fit what is typed: those that begin with it first, then those of a piece
/// whose name begins with it, then those in which it occurs.
fn moves(game: &Game, typed: &str, language: Language) -> Vec<(String, String)> {
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
        moves(game, typed, Language::English).into_iter().map(|(_, exact)| exact).collect()
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
                    let suggested = moves(&game, typed, language);
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
