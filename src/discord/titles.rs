//! What tables are called: by their game and their players, and in a list by what tells them apart.

use std::collections::{BTreeSet, HashMap};

use super::bot::Bot;
use super::limits::SUGGESTION_MAX;
use super::message_link::link;
use super::player_name::shown_name;
use super::table_view::style;
use crate::i18n::{self, Language, Line};
use crate::rules::{BySide, Game, cut};
use crate::service::{PostedBoard, Store, StoredTable};
use crate::table::{PlayerId, Table, TableId};

impl<S: Store> Bot<S> {
    /// A table's title in plain words: the game and who plays it.
    pub(super) async fn title(&self, table: &Table, language: Language) -> String {
        title(table, &self.names(table).await, language)
    }

    /// The titles of tables in a list, each with the last move. All players are read in one call.
    pub(super) async fn titles_in_list(
        &self,
        tables: &[(TableId, StoredTable)],
        language: Language,
    ) -> Vec<String> {
        let names = self.names_of(tables.iter().map(|(_, stored)| &stored.table)).await;
        let titles = tables.iter().map(|(_, stored)| {
            let title = title(&stored.table, &seat_names(&stored.table, &names), language);
            match last_move(stored.table.game(), language) {
                Some(last) => marked(&title, &last),
                None => cut(&title, SUGGESTION_MAX - 1),
            }
        });
        titles.collect()
    }

    /// The titles of several tables, no two of them alike: with the last move, and where that does
    /// not do, with the table's number.
    pub(super) async fn titles(
        &self,
        tables: &[(TableId, StoredTable)],
        language: Language,
    ) -> Vec<String> {
        let titles = self.titles_in_list(tables, language).await;
        let ids: Vec<TableId> = tables.iter().map(|(id, _)| *id).collect();
        told_apart(titles, &ids)
    }

    /// The names of the two at a table, in plain words; of a challenge, the challenger first.
    pub(super) async fn names(&self, table: &Table) -> BySide<String> {
        seat_names(table, &self.names_of([table].into_iter()).await)
    }

    /// The names of all players at some tables, as far as they are known.
    async fn names_of<'t>(
        &self,
        tables: impl Iterator<Item = &'t Table>,
    ) -> HashMap<PlayerId, String> {
        let players: BTreeSet<PlayerId> = tables.flat_map(Table::players).collect();
        let players = players.into_iter().collect();
        let profiles = self.service.store().profiles(players).await.unwrap_or_default();
        profiles.into_iter().map(|(player, profile)| (player, profile.name)).collect()
    }

    /// A link to where a table is shown.
    pub(super) async fn link_to(&self, id: TableId, row: &StoredTable) -> String {
        let shown = self.service.store().posted_board(id).await.ok().flatten();
        link_or_channel(shown.as_ref(), row)
    }

    /// The same for several tables, whose boards are read in one call.
    pub(super) async fn links_to(&self, tables: &[(TableId, StoredTable)]) -> Vec<String> {
        let ids = tables.iter().map(|(id, _)| *id).collect();
        let boards = self.service.store().posted_boards(ids).await.unwrap_or_default();
        let boards: HashMap<TableId, PostedBoard> = boards.into_iter().collect();
        let links = tables.iter().map(|(id, row)| link_or_channel(boards.get(id), row));
        links.collect()
    }

    pub(super) async fn name(&self, player: PlayerId) -> String {
        let person = self.service.store().profile(player).await.ok().flatten();
        // It may have been kept as it was long ago.
        shown_name(person.as_ref().map(|person| person.name.as_str()))
    }
}

fn link_or_channel(shown: Option<&PostedBoard>, row: &StoredTable) -> String {
    shown.map_or_else(|| format!("<#{}>", row.table.place().0), link)
}

fn title(table: &Table, names: &BySide<String>, language: Language) -> String {
    let kind = table.game().kind();
    i18n::line(&Line::GameTitle { kind, first: &names.first, second: &names.second }, language)
}

fn seat_names(table: &Table, names: &HashMap<PlayerId, String>) -> BySide<String> {
    // A name may have been kept as it was long ago.
    let name = |player: PlayerId| shown_name(names.get(&player).map(String::as_str));
    match (table.seats(), table.challenged()) {
        (Some(seats), _) => BySide { first: name(seats.first), second: name(seats.second) },
        (None, Some((challenger, opponent))) => BySide {
            first: name(challenger),
            second: opponent.map_or_else(|| "…".to_owned(), name),
        },
        (None, None) => BySide::default(),
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
