//! What tables are called: by their game and their players, and in a list by what tells them apart.

use std::collections::HashMap;

use super::api::limits::SUGGESTION_MAX;
use super::bot::Bot;
use super::player_name::shown_name;
use super::resolve_table::link;
use super::table_view::style;
use crate::i18n::{self, Language, Line};
use crate::rules::{BySide, Game, cut};
use crate::service::{Store, StoredTable};
use crate::table::{PlayerId, Table, TableId};

impl<S: Store> Bot<S> {
    /// A table's title in plain words: the game and who plays it.
    pub(super) async fn title(&self, table: &Table, language: Language) -> String {
        let names = self.names(table).await;
        let kind = table.game().kind();
        let title = Line::GameTitle { kind, first: &names.first, second: &names.second };
        i18n::line(&title, language)
    }

    /// The title of a table in a list: with the last move.
    pub(super) async fn title_in_list(&self, table: &Table, language: Language) -> String {
        let title = self.title(table, language).await;
        match last_move(table.game(), language) {
            Some(last) => marked(&title, &last),
            None => cut(&title, SUGGESTION_MAX - 1),
        }
    }

    /// The titles of several tables, no two of them alike: with the last move, and where that does
    /// not do, with the table's number.
    pub(super) async fn titles(
        &self,
        tables: &[(TableId, StoredTable)],
        language: Language,
    ) -> Vec<String> {
        let mut titles = Vec::with_capacity(tables.len());
        for (_, row) in tables {
            titles.push(self.title_in_list(&row.table, language).await);
        }
        let ids: Vec<TableId> = tables.iter().map(|(id, _)| *id).collect();
        told_apart(titles, &ids)
    }

    /// The names of the two at a table, in plain words; of a challenge, the challenger first.
    pub(super) async fn names(&self, table: &Table) -> BySide<String> {
        match (table.seats(), table.challenged()) {
            (Some(seats), _) => BySide {
                first: self.name(seats.first).await,
                second: self.name(seats.second).await,
            },
            (None, Some((challenger, opponent))) => BySide {
                first: self.name(challenger).await,
                second: match opponent {
                    Some(opponent) => self.name(opponent).await,
                    None => "…".to_owned(),
                },
            },
            (None, None) => BySide::default(),
        }
    }

    /// A link to where a table is shown.
    pub(super) async fn link_to(&self, id: TableId, row: &StoredTable) -> String {
        let shown = self.service.store().posted_board(id).await.ok().flatten();
        shown.as_ref().map_or_else(|| format!("<#{}>", row.table.place().0), link)
    }

    pub(super) async fn name(&self, player: PlayerId) -> String {
        let person = self.service.store().profile(player).await.ok().flatten();
        // It may have been kept as it was long ago.
        shown_name(person.as_ref().map(|person| person.name.as_str()))
    }
}

/// Whether a table waits for a player: to move, or to answer a challenge or an offer.
pub(super) fn waits_for(table: &Table, player: PlayerId) -> bool {
    let is_challenged = table.challenged().is_some_and(|(_, it)| it == Some(player));
    let is_turn = table.to_move().is_some_and(|(_, it)| it == player);
    let asks = table.draw_offer().or(table.takeback().map(|(side, _)| side));
    let is_asked = asks.is_some_and(|side| table.seats().is_some_and(|it| it[!side] == player));
    is_challenged || is_turn || is_asked
}

fn last_move(game: &Game, language: Language) -> Option<String> {
    let ply = game.plies();
    let written = game.written(ply.checked_sub(1)?, style(language))?;
    Some(format!("{ply}. {written}"))
}

/// A title with something behind it that is never cut off.
fn marked(title: &str, mark: &str) -> String {
    let left = SUGGESTION_MAX.saturating_sub(mark.chars().count() + " · ".len());
    format!("{} · {mark}", cut(title, left))
}

/// Titles with the numbers of the tables where two are alike.
pub(super) fn told_apart(titles: Vec<String>, ids: &[TableId]) -> Vec<String> {
    let mut times: HashMap<String, usize> = HashMap::new();
    for title in &titles {
        *times.entry(title.clone()).or_default() += 1;
    }
    let with_number = |(title, TableId(id)): (String, &TableId)| {
        if times[&title] > 1 { marked(&title, &format!("#{id}")) } else { title }
    };
    titles.into_iter().zip(ids).map(with_number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::GameKind;

    #[test]
    fn no_two_titles_are_alike_and_none_is_too_long() {
        let long = "é".repeat(300);
        let mut game = Game::new(GameKind::Othello);
        game.play_text("d3").unwrap();
        let last = last_move(&game, Language::English).unwrap();
        assert_eq!(last, "1. d3");
        let titles = [&long, &long, "Ann – Ben", "Ann – Chai"].map(|it| marked(it, &last));
        let ids = [1, u64::MAX, 3, 4].map(TableId);
        let mut titles = told_apart(titles.to_vec(), &ids);
        assert!(titles.iter().all(|it| it.chars().count() <= SUGGESTION_MAX), "{titles:?}");
        assert_eq!(titles[2], "Ann – Ben · 1. d3");
        titles.sort_unstable();
        titles.dedup();
        assert_eq!(titles.len(), ids.len());
    }
}
