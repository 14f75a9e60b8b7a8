//! The suggestions for the option `game` of commands at a table.

use std::collections::BTreeSet;

use super::resolve_table::LOOKED_AT_MAX;
use super::table_finder::{LoadedTable, TableFinder};
use crate::discord::shared::context::Ctx;
use crate::discord::shared::titles::{self, told_apart};
use crate::discord::view::pick::OPTIONS_MAX;
use crate::discord::view::reply::Suggestion;
use crate::service::Listing;
use kradan_table::TableId;

/// Suggests tables for a command: games before challenges, those of others last. Titles say whether
/// the game is running or over.
pub(super) async fn suggested_tables(
    ctx: &Ctx<'_>,
    finder: &TableFinder,
    typed: &str,
) -> Vec<Suggestion> {
    let titled = tables_titled(ctx, finder, typed).await;
    let (ids, titles): (Vec<TableId>, Vec<String>) =
        titled.into_iter().map(|((id, _), title)| (id, title)).unzip();
    let titles = told_apart(titles, &ids, ctx.language());
    titles.into_iter().zip(ids).map(|(title, id)| (title, id.0.to_string())).collect()
}

/// The tables for a command whose titles contain a text, as many as can be suggested.
pub(super) async fn tables_titled(
    ctx: &Ctx<'_>,
    finder: &TableFinder,
    typed: &str,
) -> Vec<(LoadedTable, String)> {
    let typed = typed.trim().to_lowercase();
    let mut found: Vec<(LoadedTable, String)> = Vec::new();
    let mut seen = BTreeSet::new();
    for mut ids in lists(ctx, finder).await {
        ids.retain(|id| seen.insert(*id));
        for ids in ids.chunks(OPTIONS_MAX) {
            if found.len() >= OPTIONS_MAX {
                return found;
            }
            let mut tables = ctx.service().load_all(ids.to_vec()).await.unwrap_or_default();
            tables.retain(|(_, stored)| finder.can_run(stored, ctx.caller.id));
            let titles = titles::with_state(ctx.bot, &tables, ctx.language()).await;
            let titled = tables.into_iter().zip(titles);
            let fits = titled.filter(|(_, title)| title.to_lowercase().contains(&typed));
            found.extend(fits.take(OPTIONS_MAX - found.len()));
        }
    }
    found
}

/// The ids of the tables that may fit a command, list by list. Unreadable lists are left out.
async fn lists(ctx: &Ctx<'_>, finder: &TableFinder) -> Vec<Vec<TableId>> {
    let (store, channel) = (ctx.service().store(), ctx.request.origin.channel);
    let mut lists = Vec::new();
    for list in finder.lists {
        let own = store.tables_of_player(ctx.caller.id, *list, LOOKED_AT_MAX).await;
        lists.push(own.unwrap_or_default());
    }
    if finder.fits_spectators {
        for list in [Listing::Running, Listing::Over] {
            let here = store.tables_in_channel(channel, list, LOOKED_AT_MAX).await;
            lists.push(here.unwrap_or_default());
        }
    }
    lists
}
