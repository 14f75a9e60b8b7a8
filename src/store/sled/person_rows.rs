//! Reads and writes of what people keep besides their games.

use super::error::SledError;
use super::keys::{self, IndexKey, RowKey, TreeId};
use super::trees::{Trees, Writes};
use kradan_table::{PlayerId, TableId};

impl Trees {
    pub(super) fn has_blocked(
        &self,
        blocker: PlayerId,
        blocked: PlayerId,
    ) -> Result<bool, SledError> {
        Ok(self.text(RowKey::Block(blocker, blocked))?.is_some())
    }

    pub(super) fn blocked_by(&self, blocker: PlayerId) -> Result<Vec<PlayerId>, SledError> {
        self.other_players(TreeId::Blocks, blocker)
    }

    pub(super) fn blockers_of(&self, blocked: PlayerId) -> Result<Vec<PlayerId>, SledError> {
        self.other_players(TreeId::BlocksByBlocked, blocked)
    }

    /// The players who have a note on a table.
    pub(super) fn authors_of_notes(&self, table: TableId) -> Result<Vec<PlayerId>, SledError> {
        // The key has the form of a key of two players.
        self.other_players(TreeId::Notes, PlayerId(table.0))
    }

    /// The second players of the keys that begin with a player.
    pub(super) fn other_players(
        &self,
        tree: TreeId,
        player: PlayerId,
    ) -> Result<Vec<PlayerId>, SledError> {
        let players = self.decoded_keys(tree, &player.0.to_be_bytes(), keys::players);
        players.map(|players| players.map(|(_, other)| other)).collect()
    }
}

pub(super) fn unblock(blocker: PlayerId, blocked: PlayerId) -> Writes {
    let mut writes = Writes::default();
    writes.remove(RowKey::Block(blocker, blocked));
    writes.unlist(IndexKey::BlockedBy(blocked, blocker));
    writes
}
