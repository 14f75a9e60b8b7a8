//! The commit of a change: the checks and the writes of one transaction, in the order in which a
//! transaction locks rows.

use std::borrow::Cow;

use deadpool_postgres::GenericClient;
use futures_util::join;

use super::super::{Change, CommitError, InteractionId, InteractionResult, Profile, RatingChange};
use super::client::{execute, row};
use super::connection::Attempt;
use super::error::{Abort, Failure};
use super::rows::{before, id, json, readable, value};
use super::{followers, limits, messages, outbox, people, tables};
use kradan_rules::GameKind;
use kradan_table::{Ending, PlayerId, TableId};

/// How many results are deleted at once: other commits do not wait long.
const RESULTS_AT_ONCE: i64 = 5_000;

/// Commits a change. If an attempt before failed, it may be committed already, which is the same as if
/// it were committed now.
pub(super) async fn commit(
    client: &impl GenericClient,
    change: &Change,
    attempt: Attempt,
) -> Result<(), Abort> {
    match commit_once(client, change).await {
        Err(Abort::Refused(refused))
            if attempt == Attempt::Later && is_made(client, change, &refused).await? =>
        {
            Ok(())
        }
        result => result,
    }
}

async fn commit_once(client: &impl GenericClient, change: &Change) -> Result<(), Abort> {
    let Change { id, stored, entry, joins, interaction, limits, ratings } = change;
    let answered = async {
        match interaction {
            Some((interaction, result)) => answer(client, *interaction, result).await,
            None => Ok(()),
        }
    };
    let told = async {
        let Some(entry) = entry else { return Ok(()) };
        let told_at = change.told_at(entry);
        let entry = outbox::joined(client, entry, *joins).await?;
        let told = (told_at, joins.filter(|_| matches!(entry, Cow::Owned(_))));
        let (added, enqueued) =
            join!(outbox::add(client, &entry), followers::enqueue(client, &entry, told));
        added.and(enqueued)
    };
    let has_result = stored.table.ending().and_then(Ending::verdict).is_some();
    if stored.revision > 1 && limits.is_empty() && !has_result {
        // Most moves: nothing waits for the result of another statement.
        let (answered, put, told) = join!(answered, tables::put(client, *id, stored), told);
        answered?;
        return if put? { Ok(told?) } else { Err(Abort::Refused(CommitError::Conflict)) };
    }
    answered.await?;
    let before = tables::lock(client, *id).await?;
    if before.as_ref().map_or(0, |before| before.revision).checked_add(1) != Some(stored.revision) {
        return Err(Abort::Refused(CommitError::Conflict));
    }
    limits::check(client, limits).await?;
    if !tables::put(client, *id, stored).await? {
        return Err(Abort::Refused(CommitError::Conflict));
    }
    let challenge = stored.table.challenged().zip(stored.table.challenged_at());
    if let Some(((challenger, opponent), at)) = challenge.filter(|_| stored.revision == 1) {
        limits::add_sent(client, *id, challenger, opponent, at).await?;
    }
    told.await?;
    let is_finished = has_result && before.is_some_and(|before| before.is_running);
    if is_finished || ratings.is_some() {
        let kind = is_finished.then(|| stored.table.game().kind());
        count_finished(client, &stored.table.players(), kind, ratings.as_ref()).await?;
    }
    Ok(())
}

/// Whether a refused change was made by an attempt that seemed to fail.
async fn is_made(
    client: &impl GenericClient,
    change: &Change,
    refused: &CommitError,
) -> Result<bool, Failure> {
    match (refused, &change.interaction) {
        (CommitError::Answered(found), Some((_, result))) => Ok(found == result),
        (CommitError::Conflict, _) => {
            Ok(tables::table(client, change.id).await?.as_ref() == Some(&change.stored))
        }
        _ => Ok(false),
    }
}

/// Stores the result of an interaction that has none.
async fn answer(
    client: &impl GenericClient,
    interaction: InteractionId,
    result: &InteractionResult,
) -> Result<(), Abort> {
    let sql = "insert into interaction_results (interaction, result) values ($1, $2) \
               on conflict do nothing";
    if execute(client, sql, &[&id(interaction.0), &json(result)?]).await? == 1 {
        return Ok(());
    }
    // A result that was deleted since then belongs to an interaction of hours ago.
    let found = interaction_result(client, interaction).await?;
    let found = found.unwrap_or(InteractionResult::Refused);
    Err(Abort::Refused(CommitError::Answered(found)))
}

pub(super) async fn interaction_result(
    client: &impl GenericClient,
    interaction: InteractionId,
) -> Result<Option<InteractionResult>, Failure> {
    let sql = "select result from interaction_results where interaction = $1";
    let row = row(client, sql, &[&id(interaction.0)]).await?;
    let what = || format!("the result of interaction {}", interaction.0);
    row.map(|row| value(&row, 0, what)).transpose()
}

/// Stores that an interaction was refused, unless it has a result.
pub(super) async fn mark_refused(
    client: &impl GenericClient,
    interaction: InteractionId,
    attempt: Attempt,
) -> Result<(), Abort> {
    match answer(client, interaction, &InteractionResult::Refused).await {
        Err(Abort::Refused(CommitError::Answered(InteractionResult::Refused)))
            if attempt == Attempt::Later =>
        {
            Ok(())
        }
        result => result,
    }
}

/// Deletes results of interactions with lower ids, so many at once. Returns how many it deleted.
pub(super) async fn delete_results(
    client: &impl GenericClient,
    interaction: InteractionId,
) -> Result<u64, Failure> {
    let sql = "delete from interaction_results where interaction in \
               (select interaction from interaction_results where interaction < $1 limit $2)";
    execute(client, sql, &[&before(interaction), &RESULTS_AT_ONCE]).await
}

/// Counts a game that is finished now in the profiles of its players, and changes their ratings.
async fn count_finished(
    client: &impl GenericClient,
    players: &[PlayerId],
    kind: Option<GameKind>,
    ratings: Option<&RatingChange>,
) -> Result<(), Abort> {
    let mut players = players.to_vec();
    players.sort_unstable_by_key(|player| id(player.0));
    for of in players {
        let player = id(of.0);
        let sql = "select profile from profiles where player = $1 for update";
        let Some(row) = row(client, sql, &[&player]).await? else { continue };
        let what = || format!("the profile of player {player}");
        let Some(mut profile) = readable(value::<Profile>(&row, 0, what))? else { continue };
        let before = profile.clone();
        if let Some(kind) = kind {
            profile.finished.add(kind);
        }
        if ratings.is_some_and(|change| !change.apply(of, &mut profile)) {
            return Err(Abort::Refused(CommitError::Conflict));
        }
        if profile != before {
            let sql = "update profiles set profile = $2 where player = $1";
            execute(client, sql, &[&player, &json(&profile)?]).await?;
            people::relist(client, of, &before, &profile).await?;
        }
    }
    Ok(())
}

/// Deletes a table of this revision, with all that is stored of it.
pub(super) async fn delete_table(
    client: &impl GenericClient,
    table: TableId,
    revision: u64,
    attempt: Attempt,
) -> Result<(), Abort> {
    match tables::lock(client, table).await? {
        Some(header) if header.revision == revision => {}
        None if attempt == Attempt::Later => return Ok(()),
        _ => return Err(Abort::Refused(CommitError::Conflict)),
    }
    messages::queue_offer_cleanup(client, table).await?;
    for sql in [
        "delete from outbox where table_id = $1",
        "delete from notes where table_id = $1",
        "delete from follows where table_id = $1",
        "delete from posted_boards where table_id = $1",
        "delete from tables where id = $1",
    ] {
        execute(client, sql, &[&id(table.0)]).await?;
    }
    Ok(())
}
