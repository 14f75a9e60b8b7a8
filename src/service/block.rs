//! Blocking a person: nothing that they ask for waits any more, and they can ask for nothing new.

use super::ask::ATTEMPTS_MAX;
use super::commit::CommitWith;
use super::table_service::TableService;
use kradan_store::{Blocking, CommitError, Listing, StoreError, StoredTable};
use kradan_table::{Command, PlayerId, Table, TableId};

/// The most people whom one player blocks.
pub const BLOCKS_MAX: usize = 200;

/// The most tables of a list at which something of the blocked person is looked for.
const TABLES_MAX: usize = 1_000;

impl TableService {
    /// Stores that a player blocks another one. Then the challenges between the two are declined or
    /// withdrawn, and what the blocked one offers in running games is declined. Running games go on.
    ///
    /// # Errors
    ///
    /// When the store fails. The same call does then what is left.
    pub async fn block(
        &self,
        blocker: PlayerId,
        blocked: PlayerId,
    ) -> Result<Blocking, StoreError> {
        self.start().await?;
        let blocking = self.store.block(blocker, blocked, self.clock.now(), BLOCKS_MAX).await?;
        if blocking == Blocking::Full {
            return Ok(blocking);
        }
        for listing in [Listing::Received, Listing::Sent, Listing::Running] {
            for (id, row) in self.tables_of_player(blocker, listing, TABLES_MAX).await? {
                if row.table.other_than(blocker) != Some(blocked) {
                    continue;
                }
                for command in answers(&row.table, blocker) {
                    self.apply_for(blocker, id, &command).await?;
                }
            }
        }
        Ok(blocking)
    }

    /// Applies a command for a player who did not ask for it with an interaction of its own. A
    /// refusal changes nothing.
    pub(super) async fn apply_for(
        &self,
        player: PlayerId,
        id: TableId,
        command: &Command,
    ) -> Result<(), StoreError> {
        let mut guard = self.table_locks.lock(id).await;
        for _ in 0..ATTEMPTS_MAX {
            let Some(mut stored) = self.load(id).await? else { return Ok(()) };
            let now = self.clock.read().moment_at(stored.credited);
            if stored.table.due_change().is_some_and(|due| due.at() <= now.time) {
                drop(guard);
                self.apply_due_at(id).await?;
                guard = self.table_locks.lock(id).await;
                continue;
            }
            let channel = stored.table.channel();
            let Ok(events) = stored.table.apply(player, command, now) else { return Ok(()) };
            let stored = StoredTable { revision: stored.revision + 1, ..stored };
            match self.commit(id, stored, events, None, channel, CommitWith::default()).await {
                Err(CommitError::Conflict) => {}
                Err(CommitError::Failed(error)) => return Err(error),
                Ok(_) | Err(CommitError::Answered(_) | CommitError::Limited(_)) => return Ok(()),
            }
        }
        tracing::warn!(table = id.0, "a table is changed all the time, and a command is left out");
        Ok(())
    }
}

/// The commands by which a player ends what waits between the two at a table.
fn answers(table: &Table, player: PlayerId) -> Vec<Command> {
    if let Some((challenger, _)) = table.challenged() {
        return vec![if challenger == player { Command::Cancel } else { Command::Decline }];
    }
    let Some(side) = table.side_of(player) else { return Vec::new() };
    let mut commands = Vec::new();
    if table.draw_offer() == Some(!side) {
        commands.push(Command::DeclineDraw);
    }
    if table.takeback().is_some_and(|(asker, _)| asker == !side) {
        commands.push(Command::RefuseTakeback);
    }
    if table.pause_offer() == Some(!side) {
        commands.push(Command::DeclinePause);
    }
    commands
}
