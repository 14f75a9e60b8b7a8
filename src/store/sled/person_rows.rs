//! Reads and writes of profiles, of readers, and of what people keep besides their games.

use jiff::Timestamp;

use super::super::{Blocking, Leaderboard, Note, Profile};
use super::codec::{Block, ReaderMarker};
use super::error::SledError;
use super::keys::{self, IndexKey, RowKey, TreeId};
use super::mutations::{relist, update};
use super::trees::{Trees, Writes};
use kradan_table::{ChannelId, PlayerId, TableId};

impl Trees {
    pub(super) fn leaderboard(
        &self,
        list: Leaderboard,
        most: usize,
    ) -> Result<Vec<PlayerId>, SledError> {
        let prefix = keys::leaderboard_key(list);
        self.decoded_keys(TreeId::Standings, &prefix, keys::player_standing).take(most).collect()
    }

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

/// Changes a profile, and the lists in which the player is.
pub(super) fn update_profile(
    trees: &Trees,
    player: PlayerId,
    change: impl FnOnce(&mut Profile),
) -> Result<(Writes, Profile), SledError> {
    let mut before = Profile::default();
    let (mut writes, profile) = update(trees, RowKey::Profile(player), |profile: &mut Profile| {
        before.clone_from(profile);
        change(profile);
    })?;
    relist(player, &before, &profile, &mut writes);
    Ok((writes, profile))
}

pub(super) fn add_reader(
    trees: &Trees,
    player: PlayerId,
    channel: ChannelId,
) -> Result<Writes, SledError> {
    let row_key = RowKey::Reader(player, channel);
    let mut writes = Writes::default();
    if trees.text(row_key)?.is_none() {
        writes.put(row_key, &ReaderMarker {})?;
    }
    Ok(writes)
}

pub(super) fn block(
    trees: &Trees,
    (blocker, blocked): (PlayerId, PlayerId),
    since: Timestamp,
    most: usize,
) -> Result<(Writes, Blocking), SledError> {
    let mut writes = Writes::default();
    if trees.has_blocked(blocker, blocked)? {
        return Ok((writes, Blocking::Known));
    }
    if trees.blocked_by(blocker)?.len() >= most {
        return Ok((writes, Blocking::Full));
    }
    writes.put(RowKey::Block(blocker, blocked), &Block { since })?;
    writes.list(IndexKey::BlockedBy(blocked, blocker));
    Ok((writes, Blocking::New))
}

pub(super) fn unblock(blocker: PlayerId, blocked: PlayerId) -> Writes {
    let mut writes = Writes::default();
    writes.remove(RowKey::Block(blocker, blocked));
    writes.unlist(IndexKey::BlockedBy(blocked, blocker));
    writes
}

pub(super) fn set_note(
    table: TableId,
    player: PlayerId,
    note: Option<&Note>,
) -> Result<Writes, SledError> {
    let row_key = RowKey::Note(table, player);
    note.map_or_else(|| Ok(Writes::removing([row_key])), |note| Writes::of(row_key, note))
}
