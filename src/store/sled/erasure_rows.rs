//! Plans the writes that erase a person.

use std::ops::Bound;

use super::super::{
    InteractionResult, Job, JobId, JobKind, OutboxEntry, OutboxEntryId, Profile, Task,
};
use super::error::SledError;
use super::follower_rows;
use super::job_store::{put_job, remove_job};
use super::keys::{self, IndexKey, RowKey, TreeId};
use super::mutations::relist;
use super::person_rows;
use super::queries::decoded;
use super::trees::{Trees, Writes};
use kradan_rules::Side;
use kradan_table::{ChannelId, PlayerId, TableId};

/// Stands for the table of a note that has none yet.
const DRAFT: TableId = TableId(0);

impl Trees {
    pub(super) fn channels_read_by(&self, player: PlayerId) -> Result<Vec<ChannelId>, SledError> {
        // The key has the form of a key of two players.
        let channels = self.other_players(TreeId::Readers, player)?;
        Ok(channels.into_iter().map(|PlayerId(id)| ChannelId(id)).collect())
    }

    /// The ids of the outbox entries that a player missed, of one table or of all.
    fn missed_ids(
        &self,
        player: PlayerId,
        table: Option<TableId>,
    ) -> Result<Vec<OutboxEntryId>, SledError> {
        let mut prefix = player.0.to_be_bytes().to_vec();
        prefix.extend(table.iter().flat_map(|table| table.0.to_be_bytes()));
        self.decoded_keys(TreeId::MissedEntries, &prefix, keys::missed_entry).collect()
    }
}

pub(super) fn erase_in_entries(
    trees: &Trees,
    table: TableId,
    players: &[PlayerId],
    player: PlayerId,
) -> Result<Writes, SledError> {
    let mut writes = Writes::default();
    let mut rows = Vec::new();
    for entry in trees.pending_of_table(table)? {
        rows.push((RowKey::OutboxEntry(entry.id), entry));
    }
    for &reader in players {
        for id in trees.missed_ids(reader, Some(table))? {
            let row_key = RowKey::Missed(reader, id);
            rows.extend(trees.readable::<OutboxEntry>(row_key)?.map(|entry| (row_key, entry)));
        }
    }
    for (row_key, entry) in rows {
        erase_in_entry(row_key, entry, player, &mut writes)?;
    }
    Ok(writes)
}

fn erase_in_entry(
    row_key: RowKey,
    mut entry: OutboxEntry,
    player: PlayerId,
    writes: &mut Writes,
) -> Result<(), SledError> {
    let before = entry.clone();
    entry.events.iter_mut().for_each(|event| event.erase_player(player));
    if entry.by == Some(player) {
        entry.by = Some(PlayerId::erased(Side::First));
    }
    if entry != before {
        writes.put(row_key, &entry)?;
    }
    Ok(())
}

/// The trees whose rows may name a player who did not play at the table.
const NAMING: [TreeId; 4] = [
    TreeId::OutboxEntries,
    TreeId::MissedEntries,
    TreeId::FollowerEntries,
    TreeId::InteractionResults,
];

/// How many of their rows are looked through at once: nobody's move waits long for it.
const ROWS_AT_ONCE: usize = 500;

/// Up to where these rows were looked through.
#[derive(Debug, Default)]
pub(super) struct LookedThrough {
    /// How many trees as a whole.
    trees: usize,
    /// The last key in the next tree.
    last: Option<Vec<u8>>,
}

/// Erases a player from the next rows that may name them. Returns up to where that is, or nothing if
/// no rows were left.
pub(super) fn erase_in_rows(
    trees: &Trees,
    player: PlayerId,
    before: LookedThrough,
) -> Result<(Writes, Option<LookedThrough>), SledError> {
    let mut writes = Writes::default();
    let Some(&tree) = NAMING.get(before.trees) else { return Ok((writes, None)) };
    let start = before.last.map_or(Bound::Unbounded, Bound::Excluded);
    let mut last = None;
    for key in trees.keys(tree, (start, Bound::Unbounded)).take(ROWS_AT_ONCE) {
        let key = key?;
        erase_in_row(trees, tree, &key, player, &mut writes)?;
        last = Some(key);
    }
    let whole = before.trees + usize::from(last.is_none());
    Ok((writes, Some(LookedThrough { trees: whole, last })))
}

fn erase_in_row(
    trees: &Trees,
    tree: TreeId,
    key: &[u8],
    player: PlayerId,
    writes: &mut Writes,
) -> Result<(), SledError> {
    let row_key = decoded(tree, key, |key| RowKey::of(tree, key))?;
    if let RowKey::InteractionResult(_) = row_key {
        return erase_in_result(trees, row_key, player, writes);
    }
    match trees.readable::<OutboxEntry>(row_key)? {
        Some(entry) => erase_in_entry(row_key, entry, player, writes),
        None => Ok(()),
    }
}

/// Erases a player from the result of a recent interaction.
fn erase_in_result(
    trees: &Trees,
    row_key: RowKey,
    player: PlayerId,
    writes: &mut Writes,
) -> Result<(), SledError> {
    let result = trees.readable::<InteractionResult>(row_key)?;
    let Some(InteractionResult::Done { table, revision, events }) = result else { return Ok(()) };
    let mut erased = events.clone();
    for event in &mut erased {
        event.erase_player(player);
    }
    if erased != events {
        writes.put(row_key, &InteractionResult::Done { table, revision, events: erased })?;
    }
    Ok(())
}

/// Deletes what belongs to the player alone, and the job that erases them.
pub(super) fn erase_player(trees: &Trees, player: PlayerId) -> Result<Writes, SledError> {
    let mut writes = Writes::default();
    for person in trees.blocked_by(player)? {
        writes.append(person_rows::unblock(player, person));
    }
    for person in trees.blockers_of(player)? {
        writes.append(person_rows::unblock(person, player));
    }
    for table in trees.followed_by(player)? {
        writes.append(follower_rows::unfollow(trees, table, player)?);
    }
    for id in trees.follower_entry_ids(player)? {
        writes.remove(RowKey::FollowerEntry(player, id));
    }
    remove_job(trees, JobId { kind: JobKind::TellFollower, subject: player.0 }, &mut writes)?;
    for id in trees.missed_ids(player, None)? {
        writes.remove(RowKey::Missed(player, id));
    }
    for channel in trees.channels_read_by(player)? {
        writes.remove(RowKey::Reader(player, channel));
    }
    for sent in trees.decoded_keys(TreeId::SentChallenges, &[], keys::sent) {
        let sent = sent?;
        if sent.challenger == player || sent.opponent == Some(player) {
            writes.unlist(IndexKey::Sent(sent));
        }
    }
    writes.remove(RowKey::Note(DRAFT, player));
    match trees.readable::<Profile>(RowKey::Profile(player))? {
        Some(profile) => relist(player, &profile, &Profile::default(), &mut writes),
        None if trees.text(RowKey::Profile(player))?.is_none() => {}
        // An unreadable profile does not tell the lists.
        None => {
            for key in trees.keys(TreeId::Standings, (Bound::Unbounded, Bound::Unbounded)) {
                let key = key?;
                if keys::player_standing(&key) == Some(player) {
                    writes.remove_key(TreeId::Standings, key);
                }
            }
        }
    }
    writes.remove(RowKey::Profile(player));
    let erasure = JobId { kind: JobKind::Erase, subject: player.0 };
    if let Some(Job { task: Task::Erase(_, wished_at), .. }) = trees.job(erasure)? {
        let rewriting = trees.job(JobId { kind: JobKind::Rewrite, subject: 0 })?;
        put_job(trees, Job::rewriting(rewriting, wished_at), &mut writes)?;
    }
    remove_job(trees, erasure, &mut writes)?;
    Ok(writes)
}
