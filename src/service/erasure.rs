//! Erasing everything that is stored about a person. The wish is stored first; what follows can be
//! done again at any point, and goes on after the next start. Some days later the files are
//! rewritten, which still hold what was erased.

use std::collections::HashSet;
use std::time::Duration;

use jiff::SignedDuration;
use tokio_util::sync::CancellationToken;

use super::ask::ATTEMPTS_MAX;
use super::error_chain::ErrorChain;
use super::job::repeat;
use super::table_service::TableService;
use kradan_store::{Change, CommitError, Listing, Settlement, Shows, StoreError, StoredTable};
use kradan_table::{Command, PlayerId, Table, TableId};

/// How often it is looked whether somebody is to be erased. The wish of this process wakes the loop.
const LOOK_EVERY: Duration = Duration::from_secs(3_600);

/// The time from the first wish until the files are rewritten: once for all who wish it meanwhile.
/// People are promised 7 days, so 4 are left for a bot that is stopped and a disk that is full.
const REWRITTEN_AFTER: SignedDuration = SignedDuration::from_hours(3 * 24);

impl TableService {
    /// Stores that everything about a player is to be erased, and has the loop do it.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn wish_erasure(&self, player: PlayerId) -> Result<(), StoreError> {
        self.store.wish_erasure(player, self.clock.now()).await?;
        self.erasures_changed.notify_one();
        Ok(())
    }

    /// Erases those who wish it, until it is cancelled or the store needs to be reopened. `erased` is
    /// called after each of them: old messages were queued.
    pub async fn run_erasures(&self, stop: &CancellationToken, erased: impl Fn()) {
        let job = || async {
            let erased = self.erase_all(stop, &erased).await;
            match stop.run_until_cancelled(self.rewrite_if_due()).await {
                Some(Err(error)) if error.needs_reopen() => Err(error),
                // What is not rewritten is tried again at the next look.
                _ => erased.map(|()| LOOK_EVERY),
            }
        };
        repeat("erasures", stop, || self.erasures_changed.notified(), job).await;
    }

    /// Erases one after the other. Nobody waits for one who cannot be erased.
    async fn erase_all(
        &self,
        stop: &CancellationToken,
        erased: impl Fn(),
    ) -> Result<(), StoreError> {
        let mut result = Ok(());
        for player in self.store.erasures().await? {
            if stop.is_cancelled() {
                break;
            }
            match self.erase(player).await {
                Ok(()) => {
                    tracing::info!("a person is erased");
                    erased();
                }
                // A value that cannot be read stays so.
                Err(error) if error.is_of_one_value() => {
                    tracing::error!(error = %ErrorChain(&error), "a person is not erased");
                }
                Err(error) if error.needs_reopen() => return Err(error),
                Err(error) => result = Err(error),
            }
        }
        result
    }

    /// Rewrites the files that hold what was erased some days ago. It is tried again at the next
    /// look.
    async fn rewrite_if_due(&self) -> Result<(), StoreError> {
        let rewritten = async {
            let since = self.store.erased_bytes_since().await?;
            if since.is_none_or(|since| self.clock.now().duration_since(since) < REWRITTEN_AFTER) {
                return Ok(());
            }
            tracing::info!("the store is rewritten: people were erased");
            self.store.rewrite().await?;
            tracing::info!("the store is rewritten, and holds nothing of those who were erased");
            Ok(())
        };
        let rewritten: Result<(), StoreError> = rewritten.await;
        rewritten.inspect_err(|error| {
            tracing::error!(error = %ErrorChain(error), "the store is not rewritten, and its files still hold people who were erased");
        })
    }

    /// Ends what a player has begun, erases them from their games, and deletes the rest.
    async fn erase(&self, player: PlayerId) -> Result<(), StoreError> {
        self.start().await?;
        // Before the games: none of a tournament begins after it.
        self.erase_from_tournaments(player).await?;
        let mut seen = HashSet::new();
        loop {
            let mut tables = Vec::new();
            for listing in Listing::ALL {
                tables.extend(self.store.tables_of_player(player, listing, usize::MAX).await?);
            }
            // What was begun meanwhile is ended as well. An unreadable table stays in its lists.
            tables.retain(|&id| seen.insert(id));
            if tables.is_empty() {
                return self.store.erase_player(player).await;
            }
            for id in tables {
                for command in [Command::Cancel, Command::Decline, Command::LeaveErased] {
                    Self::unless_unreadable(id, self.apply_for(player, id, &command).await)?;
                }
                Self::unless_unreadable(id, self.erase_at(player, id).await)?;
            }
        }
    }

    /// An unreadable table keeps nobody from being erased elsewhere.
    fn unless_unreadable(id: TableId, result: Result<(), StoreError>) -> Result<(), StoreError> {
        match result {
            Err(error) if error.is_of_one_value() => {
                tracing::error!(table = id.0, error = %ErrorChain(&error), "a person is not erased from an unreadable table");
                Ok(())
            }
            other => other,
        }
    }

    /// Erases a player from a table that is over, with their note and what others are told of it.
    async fn erase_at(&self, player: PlayerId, id: TableId) -> Result<(), StoreError> {
        self.store.set_note(id, player, None).await?;
        let _guard = self.table_locks.lock(id).await;
        for _ in 0..ATTEMPTS_MAX {
            let Some(mut stored) = self.store.table(id).await? else { return Ok(()) };
            let players = stored.table.players();
            self.store.erase_in_entries(id, players, player).await?;
            if !stored.table.erase_player(player) {
                return Ok(());
            }
            // Before the commit: after it nobody would find this table again.
            self.replace_shown(id, &stored.table).await?;
            let stored = StoredTable { revision: stored.revision + 1, ..stored };
            let limits = Vec::new();
            let (entry, interaction, ratings) = (None, None, None);
            let change = Change { id, stored, entry, interaction, limits, ratings };
            match self.store.commit(change).await {
                Err(CommitError::Conflict) => {}
                Err(CommitError::Failed(error)) => return Err(error),
                Ok(()) | Err(CommitError::Answered(_) | CommitError::Limited(_)) => return Ok(()),
            }
        }
        Ok(())
    }

    /// Has the message replaced that shows a table last: it names a player who is erased.
    async fn replace_shown(&self, id: TableId, table: &Table) -> Result<(), StoreError> {
        let shown = match self.store.posted_board(id).await {
            Err(error) if error.is_of_one_value() => None,
            other => other?,
        };
        let Some(shown) = shown else { return Ok(()) };
        let mut message = shown.as_control_message(id);
        if let Some(content) = message.content.as_mut().filter(|it| it.shows == Shows::Challenge) {
            content.settlement = Some(match (table.declined_by(), table.lapsed_at()) {
                (Some(_), _) => Settlement::Declined,
                (None, Some(_)) => Settlement::Lapsed,
                (None, None) => Settlement::Withdrawn,
            });
        }
        self.store.queue_cleanup(id, vec![message]).await
    }
}
