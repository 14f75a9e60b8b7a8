//! [`SledStore`] as a store of what is read at once.

use async_trait::async_trait;

use super::super::{Addressed, Addressees, StoreError, Task, Visit, VisitStore};
use super::keys::{RowKey, TreeId};
use super::queries::readable;
use super::store::SledStore;
use kradan_table::{ChannelId, PlayerId, TableId};

#[async_trait]
impl VisitStore for SledStore {
    async fn visit(
        &self,
        player: PlayerId,
        channel: ChannelId,
        table: Option<TableId>,
    ) -> Result<Visit, StoreError> {
        self.read(move |trees| {
            let missed = (TreeId::MissedEntries, player.0.to_be_bytes());
            let access = readable(trees.read(RowKey::ChannelAccess(channel)))?;
            Ok(Visit {
                profile: trees.read(RowKey::Profile(player))?,
                access: access.map(Option::unwrap_or_default),
                is_reader: trees.text(RowKey::Reader(player, channel))?.is_some(),
                is_kept_open: trees.text(RowKey::Job(Task::KeepThread(channel).id()))?.is_some(),
                has_missed: trees.has_keys(missed.0, &missed.1)?,
                table: match table {
                    Some(id) => readable(trees.stored_table(id))?.flatten(),
                    None => None,
                },
            })
        })
        .await
    }

    async fn addressed(&self, to: Addressees) -> Result<Addressed, StoreError> {
        self.read(move |trees| {
            let (mut is_blocked, mut is_reader) = (false, true);
            if let Some((called, channel, by)) = to.called {
                is_reader = trees.text(RowKey::Reader(called, channel))?.is_some();
                is_blocked = match by {
                    Some(by) => trees.has_blocked(called, by)?,
                    None => false,
                };
            }
            Ok(Addressed {
                board: readable(trees.read(RowKey::PostedBoard(to.table)))?.flatten(),
                profiles: trees.read_several(&to.players, RowKey::Profile)?,
                is_blocked,
                is_reader,
            })
        })
        .await
    }
}
