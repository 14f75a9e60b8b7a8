//! Candidates for the table of a command: those of the channel first, then the caller's elsewhere.

use std::collections::{HashMap, HashSet};

use jiff::SignedDuration;

use super::table_finder::{LoadedTable, TableFinder, table_id};
use crate::discord::api::snowflake::time_of;
use crate::discord::shared::context::Ctx;
use crate::service::{Listing, ServiceError, StoredTable};
use kradan_table::{MessageId, TableId};

/// The most tables of a list that are read.
pub(super) const LOOKED_AT_MAX: usize = 200;

/// The most games of others in a channel that are read.
const OTHERS_MAX: usize = 25;

/// How long a game that ended in the channel goes before running games elsewhere.
const JUST_ENDED: SignedDuration = SignedDuration::from_hours(24);

/// The tables that a command may mean.
#[derive(Debug, Default)]
pub(super) struct Candidates {
    pub(super) tables: Vec<LoadedTable>,
    /// Whether the command may be run at the only one of them without asking.
    pub(super) is_here: bool,
}

impl Candidates {
    /// Leaves the table that a suggestion names, if it names one. Returns whether it was there.
    pub(super) fn keep_suggested(&mut self, suggested: Option<&str>) -> bool {
        let Some(id) = suggested.and_then(table_id) else { return true };
        self.tables.retain(|(table, _)| *table == id);
        !self.tables.is_empty()
    }
}

/// The tables that a command may mean where the caller names none.
///
/// Games and challenges of the caller in the channel come first, then their game that has just
/// ended there, then those of others for commands that [fit
/// spectators](TableFinder::fits_spectators), then the caller's tables elsewhere, and at last games
/// that ended long ago.
pub(super) async fn candidates(
    ctx: &Ctx<'_>,
    finder: &TableFinder,
) -> Result<Candidates, ServiceError> {
    let narrowed = |mut tables: Vec<LoadedTable>, is_here| {
        let is_preferred = |stored: &StoredTable| (finder.is_preferred)(stored, ctx.caller.id);
        if tables.iter().any(|(_, stored)| is_preferred(stored)) {
            tables.retain(|(_, stored)| is_preferred(stored));
        }
        Ok(Candidates { tables, is_here })
    };
    let fits = |list: &Listing| finder.lists.contains(list);
    let (ended, begun): (Vec<Listing>, Vec<Listing>) =
        Listing::ALL.into_iter().filter(fits).partition(|list| *list == Listing::Over);
    let (received, mut own): (Vec<_>, Vec<_>) =
        listed(ctx, &begun).await?.into_iter().partition(|(_, stored)| {
            stored.table.challenged().is_some_and(|(by, _)| by != ctx.caller.id)
        });
    own.retain(|(_, stored)| finder.fits(&stored.table));
    own.sort_by_key(|(_, stored)| stored.table.challenged().is_some());
    let (here, elsewhere) = split(ctx, own);
    let (received_here, received_elsewhere) = split(ctx, received);
    if !here.is_empty() {
        return narrowed([here, received_here].concat(), true);
    }
    let (ended_here, ended_elsewhere) = split(ctx, listed(ctx, &ended).await?);
    let ended_here = last_ended(ctx, ended_here).await?;
    if let Some(ended) = ended_here.clone().filter(|ended| ended.is_recent) {
        return narrowed(vec![ended.table], true);
    }
    // A received challenge does not exclude own games elsewhere.
    if !received_here.is_empty() {
        let is_here = elsewhere.is_empty();
        return narrowed([elsewhere, received_here].concat(), is_here);
    }
    let others = others_here(ctx, finder).await?;
    if !others.running.is_empty() {
        return narrowed(others.running, true);
    }
    if let Some(ended) = others.ended.clone().filter(|ended| ended.is_recent) {
        return narrowed(vec![ended.table], true);
    }
    if !elsewhere.is_empty() {
        return narrowed(elsewhere, false);
    }
    if !received_elsewhere.is_empty() {
        return narrowed(received_elsewhere, false);
    }
    if let Some(ended) = ended_here.or(others.ended) {
        return narrowed(vec![ended.table], true);
    }
    // Of games that ended elsewhere only the last one counts.
    narrowed(ended_elsewhere.into_iter().take(1).collect(), false)
}

/// A game that ended in the channel.
#[derive(Clone, Debug)]
struct EndedGame {
    table: LoadedTable,
    is_recent: bool,
}

/// The games of others in the channel, for commands that fit spectators.
#[derive(Debug, Default)]
struct OthersGames {
    running: Vec<LoadedTable>,
    /// The last one that ended.
    ended: Option<EndedGame>,
}

async fn others_here(ctx: &Ctx<'_>, finder: &TableFinder) -> Result<OthersGames, ServiceError> {
    if !finder.fits_spectators {
        return Ok(OthersGames::default());
    }
    let channel = ctx.request.origin.channel;
    let games = async |listing| {
        let games = ctx.service().tables_in_channel(channel, listing, OTHERS_MAX).await?;
        let of_others = games.into_iter().filter(|(_, stored)| !ctx.is_player(stored));
        Ok::<_, ServiceError>(of_others.collect::<Vec<LoadedTable>>())
    };
    let running = games(Listing::Running).await?;
    let ended = games(Listing::Over).await?;
    Ok(OthersGames { running, ended: last_ended(ctx, ended).await? })
}

/// The game with the newest board.
async fn last_ended(
    ctx: &Ctx<'_>,
    games: Vec<LoadedTable>,
) -> Result<Option<EndedGame>, ServiceError> {
    if games.is_empty() {
        return Ok(None);
    }
    let ids = games.iter().map(|(id, _)| *id).collect();
    let boards = ctx.service().store().posted_boards(ids).await?;
    let boards: HashMap<TableId, MessageId> =
        boards.into_iter().map(|(id, board)| (id, board.message)).collect();
    let posted = |id: &TableId| boards.get(id).copied();
    let last = games.into_iter().max_by_key(|(id, _)| (posted(id), *id));
    let now = ctx.service().clock().now();
    Ok(last.map(|table| {
        let is_recent =
            posted(&table.0).is_some_and(|board| now.duration_since(time_of(board.0)) < JUST_ENDED);
        EndedGame { table, is_recent }
    }))
}

/// Splits tables into those shown in the channel of the command, and the others.
fn split(ctx: &Ctx<'_>, tables: Vec<LoadedTable>) -> (Vec<LoadedTable>, Vec<LoadedTable>) {
    tables.into_iter().partition(|(_, stored)| ctx.is_here(stored))
}

/// The caller's tables of some lists, in [their order](Listing::ALL). Each is returned once,
/// although a game that ends meanwhile is in two lists.
pub(super) async fn listed(
    ctx: &Ctx<'_>,
    lists: &[Listing],
) -> Result<Vec<LoadedTable>, ServiceError> {
    let (mut seen, mut ids) = (HashSet::new(), Vec::new());
    for &list in lists {
        let store = ctx.service().store();
        let of_list = store.tables_of_player(ctx.caller.id, list, LOOKED_AT_MAX).await?;
        ids.extend(of_list.into_iter().filter(|id| seen.insert(*id)));
    }
    Ok(ctx.service().load_all(ids).await?)
}
