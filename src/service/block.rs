//! Blocking a person: nothing that they ask for waits any more, and they can ask for nothing new.

use super::ask;
use super::table_service::TableService;
use kradan_store::{Blocking, Listing, StoreError};
use kradan_table::{Command, PlayerId, Table};

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
                    ask::apply_for(self, blocker, id, &command).await?;
                }
            }
        }
        Ok(blocking)
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
