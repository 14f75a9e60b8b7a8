//! Checks the limits of a change, within its transaction.

use std::collections::BTreeSet;

use deadpool_postgres::GenericClient;
use jiff::{SignedDuration, Timestamp};

use super::super::{CommitError, Limit, LimitReached, SENT_KEPT};
use super::client::{execute, row, rows};
use super::error::{Abort, Failure};
use super::rows::{id, time};
use kradan_table::{PlayerId, TableId};

/// Locks the limits of players until the end of the transaction, in the order of their ids.
pub(super) async fn lock(
    client: &impl GenericClient,
    players: impl IntoIterator<Item = PlayerId>,
) -> Result<(), Failure> {
    let players: BTreeSet<i64> = players.into_iter().map(|player| id(player.0)).collect();
    for player in players {
        // An update locks a row that is there, also one that another transaction has just made.
        let sql = "insert into limit_locks (player) values ($1) \
                   on conflict (player) do update set player = excluded.player";
        execute(client, sql, &[&player]).await?;
    }
    Ok(())
}

fn player_of(limit: &Limit) -> PlayerId {
    match *limit {
        Limit::Running { player, .. } | Limit::Received { player, .. } => player,
        Limit::Waiting { challenger, .. }
        | Limit::Sent { challenger, .. }
        | Limit::SentTo { challenger, .. } => challenger,
        Limit::NotBlocked { blocker, .. } => blocker,
    }
}

pub(super) async fn check(client: &impl GenericClient, limits: &[Limit]) -> Result<(), Abort> {
    lock(client, limits.iter().map(player_of)).await?;
    for &limit in limits {
        if let Some(Reached(until)) = reached(client, limit).await? {
            return Err(Abort::Refused(CommitError::Limited(LimitReached { limit, until })));
        }
    }
    Ok(())
}

/// That a limit is reached, and until when, if that is known.
struct Reached(Option<Timestamp>);

async fn reached(client: &impl GenericClient, limit: Limit) -> Result<Option<Reached>, Failure> {
    match limit {
        Limit::Running { player, most } => {
            let sql = "select count(*) from tables \
                       where (player_1 = $1 or player_2 = $1) and status = 'running'";
            let running: i64 = count(client, sql, id(player.0)).await?;
            Ok((running >= super::rows::most(most)).then_some(Reached(None)))
        }
        Limit::Waiting { challenger, most } => {
            let sql = "select due_at from tables where player_1 = $1 and status = 'challenge'";
            let ends = ends(client, sql, id(challenger.0)).await?;
            Ok(fewer_than(most, ends))
        }
        Limit::Received { player, challenger, most } => {
            let sql = "select due_at from tables where player_2 = $1 and status = 'challenge'";
            let ends = ends(client, sql, id(player.0)).await?;
            let until = fewer_than(most, ends);
            if until.is_some() && have_played(client, player, challenger).await? {
                return Ok(None);
            }
            Ok(until)
        }
        Limit::Sent { challenger, most, within, at } => {
            let sql = "select sent_at from sent_challenges \
                       where challenger = $1 and sent_at > $2 and sent_at < $3";
            let (since, until) = (time(later(at, -within)), time(later(at, within)));
            let sent = rows(client, sql, &[&id(challenger.0), &since, &until]).await?;
            let mut over = Vec::with_capacity(sent.len());
            for row in sent {
                over.push(Some(later(row.try_get(0)?, within)));
            }
            Ok(fewer_than(most, over))
        }
        Limit::SentTo { challenger, opponent, within, at } => {
            let sql = "select max(sent_at) from sent_challenges sent \
                       where challenger = $1 and opponent = $2 and sent_at > $3 and sent_at < $4 \
                         and not exists (select from tables where id = sent.table_id \
                           and status in ('running', 'over'))";
            let (since, until) = (time(later(at, -within)), time(later(at, within)));
            let values = (id(challenger.0), id(opponent.0));
            let last = row(client, sql, &[&values.0, &values.1, &since, &until]).await?;
            let last: Option<Timestamp> = last.map(|row| row.try_get(0)).transpose()?.flatten();
            Ok(last.map(|last| Reached(Some(later(last, within)))))
        }
        Limit::NotBlocked { blocker, blocked } => {
            let sql = "select from blocks where blocker = $1 and blocked = $2";
            let found = row(client, sql, &[&id(blocker.0), &id(blocked.0)]).await?;
            Ok(found.map(|_| Reached(None)))
        }
    }
}

async fn count(client: &impl GenericClient, sql: &str, player: i64) -> Result<i64, Failure> {
    let row = row(client, sql, &[&player]).await?;
    Ok(row.map(|row| row.try_get(0)).transpose()?.unwrap_or(0))
}

/// The due times of the tables that a query finds.
async fn ends(
    client: &impl GenericClient,
    sql: &str,
    player: i64,
) -> Result<Vec<Option<Timestamp>>, Failure> {
    let rows = rows(client, sql, &[&player]).await?;
    rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
}

/// Whether there are `most` or more, and when fewer are left, if each ends at its time.
fn fewer_than(most: usize, ends: Vec<Option<Timestamp>>) -> Option<Reached> {
    if ends.len() < most {
        return None;
    }
    let mut ends: Vec<Timestamp> = ends.into_iter().flatten().collect();
    ends.sort_unstable();
    Some(Reached(ends.len().checked_sub(most).and_then(|last| ends.get(last).copied())))
}

/// Whether two players have a game with each other, running or over.
async fn have_played(
    client: &impl GenericClient,
    one: PlayerId,
    other: PlayerId,
) -> Result<bool, Failure> {
    let sql = "select from tables where status in ('running', 'over') and player_1 = $1 and player_2 = $2 \
               union all \
               select from tables where status in ('running', 'over') and player_1 = $2 and player_2 = $1 \
               limit 1";
    Ok(row(client, sql, &[&id(one.0), &id(other.0)]).await?.is_some())
}

/// Stores that a challenge was sent, and forgets those that are too old to count.
pub(super) async fn add_sent(
    client: &impl GenericClient,
    table: TableId,
    challenger: PlayerId,
    opponent: Option<PlayerId>,
    at: Timestamp,
) -> Result<(), Failure> {
    let old = "delete from sent_challenges where challenger = $1 and sent_at < $2";
    let before = time(later(at, -SENT_KEPT));
    execute(client, old, &[&id(challenger.0), &before]).await?;
    let sql = "insert into sent_challenges (challenger, sent_at, table_id, opponent) \
               values ($1, $2, $3, $4) on conflict do nothing";
    let opponent = opponent.map(|opponent| id(opponent.0));
    execute(client, sql, &[&id(challenger.0), &time(at), &id(table.0), &opponent]).await?;
    Ok(())
}

fn later(time: Timestamp, by: SignedDuration) -> Timestamp {
    let end = if by.is_negative() { Timestamp::MIN } else { Timestamp::MAX };
    time.saturating_add(by).unwrap_or(end)
}
