//! The titles of tables: the game and its players, and in a list what tells them apart; with links to
//! their boards.

use std::collections::{BTreeSet, HashMap};

use super::bot::Bot;
use super::guilds;
use super::guilds::Guilds;
use crate::discord::limits::SUGGESTION_MAX;
use crate::discord::view::message_link::link;
use crate::discord::view::numbered_moves::last_move;
use crate::discord::view::player_name::{escaped, shown_name};
use crate::discord::view::table_view::computer_name;
use crate::service::{PostedBoard, Profile, Store, StoredTable};
use kradan_i18n::{self as i18n, Label, Language, Line, sentences};
use kradan_rules::{BySide, cut};
use kradan_table::{GuildId, PlayerId, Seat, Table, TableId};

sentences! {
    /// What tells titles apart.
    enum Mark {
        /// Of so many tables with the same title, which one: counted from the oldest, which is 1.
        Alike {
            number: usize,
            count: usize,
        } => "mark-alike",
    }
}

/// A table's title in plain words: the game and who plays it.
pub(crate) async fn title(bot: &Bot, table: &Table, language: Language) -> String {
    game_title(table, &names(bot, table, language).await, language)
}

/// A table's title with a link to its board, for a message that does not stand below it.
pub(crate) async fn heading(
    bot: &Bot,
    id: TableId,
    stored: &StoredTable,
    language: Language,
) -> String {
    let title = title(bot, &stored.table, language).await;
    format!("{} · {}", escaped(&title), link_to(bot, id, stored).await)
}

/// The titles of tables in a list, each with what marks it. All players are read in one call.
async fn with_marks(
    bot: &Bot,
    tables: &[(TableId, StoredTable)],
    marks: impl Fn(&Table) -> Vec<String>,
    language: Language,
) -> Vec<String> {
    let people = people(bot.service.store(), tables.iter().map(|(_, stored)| &stored.table)).await;
    let titles = tables.iter().map(|(_, StoredTable { table, .. })| {
        let title = game_title(table, &seat_names(&bot.guilds, table, &people, language), language);
        marked(&title, &marks(table).join(" · "))
    });
    titles.collect()
}

/// The titles of tables in a list, each with whether the game is running or over, or is a
/// challenge, and with the last move.
pub(crate) async fn with_state(
    bot: &Bot,
    tables: &[(TableId, StoredTable)],
    language: Language,
) -> Vec<String> {
    let marks = |table: &Table| {
        let last = last_move(table.game(), language);
        [i18n::say(&state(table), language)].into_iter().chain(last).collect()
    };
    with_marks(bot, tables, marks, language).await
}

/// The titles of several tables, no two of them alike: with the last move, and where that does
/// not do, numbered from the oldest.
pub(crate) async fn distinct(
    bot: &Bot,
    tables: &[(TableId, StoredTable)],
    language: Language,
) -> Vec<String> {
    let marks = |table: &Table| last_move(table.game(), language).into_iter().collect();
    let titles = with_marks(bot, tables, marks, language).await;
    let ids: Vec<TableId> = tables.iter().map(|(id, _)| *id).collect();
    told_apart(titles, &ids, language)
}

/// The names of the two at a table, in plain words; of a challenge, the challenger first.
pub(crate) async fn names(bot: &Bot, table: &Table, language: Language) -> BySide<String> {
    seat_names(
        &bot.guilds,
        table,
        &people(bot.service.store(), [table].into_iter()).await,
        language,
    )
}

/// The profiles of all players at some tables, as far as they are known.
pub(crate) async fn people<'t>(
    store: &dyn Store,
    tables: impl Iterator<Item = &'t Table>,
) -> HashMap<PlayerId, Profile> {
    let all =
        tables.flat_map(|table| table.players().into_iter().chain(table.unanswered_challenger()));
    let players: BTreeSet<PlayerId> = all.collect();
    let players = players.into_iter().collect();
    let profiles = store.profiles(players).await.unwrap_or_default();
    profiles.into_iter().collect()
}

/// A link to where a table is shown.
pub(crate) async fn link_to(bot: &Bot, id: TableId, stored: &StoredTable) -> String {
    let shown = bot.service.store().posted_board(id).await.ok().flatten();
    link_or_channel(&bot.guilds, shown.as_ref(), stored)
}

/// The same for several tables, whose boards are read in one call.
pub(crate) async fn links_to(bot: &Bot, tables: &[(TableId, StoredTable)]) -> Vec<String> {
    let ids = tables.iter().map(|(id, _)| *id).collect();
    let boards = bot.service.store().posted_boards(ids).await.unwrap_or_default();
    let boards: HashMap<TableId, PostedBoard> = boards.into_iter().collect();
    let links =
        tables.iter().map(|(id, stored)| link_or_channel(&bot.guilds, boards.get(id), stored));
    links.collect()
}

fn link_or_channel(guilds: &Guilds, shown: Option<&PostedBoard>, stored: &StoredTable) -> String {
    shown.map_or_else(|| guilds::written_channel_of(guilds, None, stored.table.channel()), link)
}

/// The name of a player as others see it on a server, or in a private conversation.
pub(crate) async fn player_name(bot: &Bot, player: PlayerId, server: Option<GuildId>) -> String {
    let person = bot.service.store().profile(player).await.ok().flatten();
    // It may have been kept as it was long ago.
    shown_name(person.as_ref().map(|person| person.name_on(server)))
}

/// The names of the two at a table, as others see them on its server.
fn seat_names(
    guilds: &Guilds,
    table: &Table,
    people: &HashMap<PlayerId, Profile>,
    language: Language,
) -> BySide<String> {
    let server = guilds.of(table.channel());
    let name = |player: PlayerId| {
        if player.is_erased() {
            return i18n::line(&Line::ErasedPlayer, language);
        }
        // A name may have been kept as it was long ago.
        shown_name(people.get(&player).map(|person| person.name_on(server)))
    };
    let at = |seat: Seat| match seat {
        Seat::Player(player) => name(player),
        Seat::Computer { computer } => computer_name(computer, language),
    };
    match (table.seats(), table.challenged()) {
        (Some(seats), _) => BySide { first: at(seats.first), second: at(seats.second) },
        (None, Some((challenger, opponent))) => BySide {
            first: name(challenger),
            second: opponent.map_or_else(|| "…".to_owned(), name),
        },
        (None, None) => BySide {
            first: table.unanswered_challenger().map(name).unwrap_or_default(),
            second: "…".to_owned(),
        },
    }
}

fn game_title(table: &Table, names: &BySide<String>, language: Language) -> String {
    let kind = table.game().kind();
    i18n::line(&Line::GameTitle { kind, first: &names.first, second: &names.second }, language)
}

/// Whether a table waits for a player: to move, or to answer a challenge or an offer.
pub(crate) fn waits_for(table: &Table, player: PlayerId) -> bool {
    let is_challenged = table.challenged().is_some_and(|(_, opponent)| opponent == Some(player));
    let is_turn = table.to_move().is_some_and(|(_, seat)| seat == player);
    is_challenged || is_turn || has_offer_for(table, player)
}

/// Whether the opponent offers a player a draw, or asks for a takeback.
pub(crate) fn has_offer_for(table: &Table, player: PlayerId) -> bool {
    let Some(side) = table.side_of(player) else { return false };
    table.draw_offer() == Some(!side) || table.takeback().is_some_and(|(asker, _)| asker != side)
}

/// Whether a game is running or over, or is a challenge.
fn state(table: &Table) -> Label {
    if table.is_running() {
        Label::TableRunning
    } else if table.seats().is_some() {
        Label::TableOver
    } else {
        Label::TableChallenge
    }
}

/// A title with something behind it that is never cut off.
fn marked(title: &str, mark: &str) -> String {
    if mark.is_empty() {
        return cut(title, SUGGESTION_MAX - 1);
    }
    let left = SUGGESTION_MAX.saturating_sub(mark.chars().count() + " · ".len());
    format!("{} · {mark}", cut(title, left))
}

/// Titles of which those that are alike are numbered, the oldest table first.
pub(crate) fn told_apart(titles: Vec<String>, ids: &[TableId], language: Language) -> Vec<String> {
    let mut alike: HashMap<String, BTreeSet<TableId>> = HashMap::new();
    for (title, id) in titles.iter().zip(ids) {
        alike.entry(title.clone()).or_default().insert(*id);
    }
    let numbered = |(title, id): (String, &TableId)| {
        let tables = &alike[&title];
        let older = tables.range(..*id).count();
        let count = tables.len();
        if count == 1 {
            return title;
        }
        marked(&title, &i18n::say(&Mark::Alike { number: older + 1, count }, language))
    };
    titles.into_iter().zip(ids).map(numbered).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_titles_are_alike_and_none_is_too_long() {
        let long = "é".repeat(300);
        let titles = [&long, &long, "Ann – Ben", "Ann – Chai"].map(|title| marked(title, "1. d3"));
        let ids = [u64::MAX, 1, 3, 4].map(TableId);
        let mut titles = told_apart(titles.to_vec(), &ids, Language::English);
        assert!(titles.iter().all(|title| title.chars().count() <= SUGGESTION_MAX), "{titles:?}");
        assert_eq!(titles[2], "Ann – Ben · 1. d3");
        assert!(titles[0].ends_with(" · game 2 of 2 (oldest first)"), "{titles:?}");
        assert!(titles[1].ends_with(" · game 1 of 2 (oldest first)"), "{titles:?}");
        titles.sort_unstable();
        titles.dedup();
        assert_eq!(titles.len(), ids.len());
    }
}
