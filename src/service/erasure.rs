//! Erasing everything that is stored about a person: a job, which can be done again at any point. Some days
//! later the files are rewritten, which still hold what was erased.

use std::collections::HashSet;
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::ask::{self, ATTEMPTS_MAX};
use super::error_chain::ErrorChain;
use super::jobs::Attempt;
use super::table_service::TableService;
use super::{daily_puzzle, tournaments};
use kradan_store::{
    Change, CommitError, Job, JobKind, Listing, Settlement, Shows, Store, StoreError, StoredTable,
    Task,
};
use kradan_table::{Command, PlayerId, Table, TableId};

/// The pause after a rewriting that failed: it may copy all that is stored.
const REWRITTEN_AGAIN_AFTER: Duration = Duration::from_secs(3_600);

impl TableService {
    /// Has a player erased from everything that is stored.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn wish_erasure(&self, player: PlayerId) -> Result<(), StoreError> {
        self.add_job(Job::at_once(Task::Erase(player, self.clock.now()))).await
    }

    /// Erases those who wish it, until it is cancelled or the store needs to be reopened.
    pub async fn run_erasures(&self, stop: &CancellationToken) {
        let attempt = async |Job { task, .. }: Job| {
            let Task::Erase(player, _) = task else { return Ok(Attempt::Done) };
            match erase(self, player).await {
                Err(error) if error.is_of_one_value() => {
                    tracing::error!(error = %ErrorChain(&error), "data of a person not erased");
                    Ok(Attempt::Failed(Duration::ZERO))
                }
                Err(error) => Err(error),
                Ok(()) => {
                    tracing::info!("data of a person erased");
                    self.wake_jobs(JobKind::ReplaceMessage);
                    self.wake_jobs(JobKind::Rewrite);
                    Ok(Attempt::Done)
                }
            }
        };
        self.run_jobs(JobKind::Erase, 1, attempt, stop).await;
    }

    /// Rewrites the files that hold what was erased some days ago, until it is cancelled or the store needs
    /// to be reopened.
    pub(crate) async fn run_rewriting(&self, stop: &CancellationToken) {
        let attempt = async |_: Job| {
            tracing::info!("store is being rewritten after erasures");
            let Some(rewritten) = stop.run_until_cancelled(self.store.rewrite()).await else {
                return Ok(Attempt::Failed(Duration::ZERO));
            };
            match rewritten {
                Ok(()) => {
                    tracing::info!("store rewritten: erased data gone from its files");
                    Ok(Attempt::Done)
                }
                Err(error) if error.needs_reopen() => Err(error),
                Err(error) => {
                    tracing::error!(error = %ErrorChain(&error), "store not rewritten: its files still hold erased data");
                    Ok(Attempt::Failed(REWRITTEN_AGAIN_AFTER))
                }
            }
        };
        self.run_jobs(JobKind::Rewrite, 1, attempt, stop).await;
    }
}

/// Ends what a player has begun, erases them from their games, and deletes the rest.
async fn erase(service: &TableService, player: PlayerId) -> Result<(), StoreError> {
    service.start().await?;
    // Before the games: none of a tournament begins after it.
    erase_on_servers(service, player).await?;
    let mut seen = HashSet::new();
    loop {
        let mut tables = Vec::new();
        for listing in Listing::ALL {
            tables.extend(service.store.tables_of_player(player, listing, usize::MAX).await?);
        }
        // What was begun meanwhile is ended as well. An unreadable table stays in its lists.
        tables.retain(|&id| seen.insert(id));
        if tables.is_empty() {
            // They may have answered a puzzle meanwhile.
            erase_on_servers(service, player).await?;
            return service.store.erase_player(player).await;
        }
        for id in tables {
            for command in [Command::Cancel, Command::Decline, Command::LeaveErased] {
                unless_unreadable(id, ask::apply_for(service, player, id, &command).await)?;
            }
            unless_unreadable(id, erase_at(service, player, id).await)?;
        }
    }
}

/// Erases a player from the tournaments and daily puzzles that name them.
async fn erase_on_servers(service: &TableService, player: PlayerId) -> Result<(), StoreError> {
    for server in service.store.profile(player).await?.unwrap_or_default().named_on {
        tournaments::erase_from_tournaments(service, server, player).await?;
        daily_puzzle::erase_from_daily_puzzle(service, server, player).await?;
    }
    Ok(())
}

/// An unreadable table keeps nobody from being erased elsewhere.
fn unless_unreadable(id: TableId, result: Result<(), StoreError>) -> Result<(), StoreError> {
    match result {
        Err(error) if error.is_of_one_value() => {
            tracing::error!(table = %id.0, error = %ErrorChain(&error), "data of a person not erased from an unreadable table");
            Ok(())
        }
        other => other,
    }
}

/// Erases a player from a table that is over, with their note and what others are told of it.
async fn erase_at(service: &TableService, player: PlayerId, id: TableId) -> Result<(), StoreError> {
    service.store.set_note(id, player, None).await?;
    let _guard = service.table_locks.lock(id).await;
    for _ in 0..ATTEMPTS_MAX {
        let Some(mut stored) = service.store.table(id).await? else { return Ok(()) };
        let players = stored.table.players();
        service.store.erase_in_entries(id, players, player).await?;
        if !stored.table.erase_player(player) {
            return Ok(());
        }
        // Before the commit: after it nobody would find this table again.
        replace_shown(service.store(), id, &stored.table).await?;
        let stored = StoredTable { revision: stored.revision + 1, ..stored };
        match service.store.commit(Change::of(id, stored)).await {
            Err(CommitError::Conflict) => {}
            Err(CommitError::Failed(error)) => return Err(error),
            Ok(()) | Err(CommitError::Answered(_) | CommitError::Limited(_)) => return Ok(()),
        }
    }
    Ok(())
}

/// Has the message replaced that shows a table last: it names a player who is erased.
async fn replace_shown(store: &dyn Store, id: TableId, table: &Table) -> Result<(), StoreError> {
    let shown = match store.posted_board(id).await {
        Err(error) if error.is_of_one_value() => None,
        other => other?,
    };
    let Some(shown) = shown else { return Ok(()) };
    let mut message = shown.as_control_message(id);
    if let Some(content) = &mut message.content
        && content.shows == Shows::Challenge
    {
        content.settlement = Some(match (table.declined_by(), table.lapsed_at()) {
            (Some(_), _) => Settlement::Declined,
            (None, Some(_)) => Settlement::Lapsed,
            (None, None) => Settlement::Withdrawn,
        });
    }
    store.queue_cleanup(id, vec![message]).await
}
