//! Plans the writes of a commit, and of other changes that several subjects have part in. The writing
//! thread runs the plans one after the other, so nothing changes between a plan and its writes.

use std::collections::BTreeSet;
use std::sync::Arc;

use jiff::Timestamp;
use serde::Serialize;

use super::super::index_fields::IndexFields;
use super::super::{
    Change, CommitError, InteractionId, InteractionResult, Limit, OutboxEntry, OutboxEntryId,
    Profile, RatingChange,
};
use super::codec::{self, Stored, StoredTableRow, TableHeader};
use super::decoded_tables::DecodedTable;
use super::error::SledError;
use super::follower_rows;
use super::keys::{IndexKey, RowKey, SentChallenge, TreeId};
use super::limits;
use super::message_store::queue_offer_cleanup;
use super::trees::{Trees, Writes};
use kradan_rules::GameKind;
use kradan_table::{Ending, PlayerId, TableId};

/// The number of results that one change deletes.
const RESULTS_PER_CHANGE: usize = 512;

/// A [`Change`] with its rows encoded. The caller's thread encodes them, not the writing thread.
#[derive(Debug)]
pub(super) struct PreparedChange {
    id: TableId,
    revision: u64,
    keys: IndexFields,
    /// The writes that do not depend on the stored rows.
    writes: Writes,
    interaction: Option<InteractionId>,
    limits: Vec<Limit>,
    /// The outbox entry, of which followers are told as well, and the earlier one that it is joined to.
    entry: Option<OutboxEntry>,
    joins: Option<OutboxEntryId>,
    told_at: Timestamp,
    /// The challenge, if the change creates one.
    sent: Option<SentChallenge>,
    /// The kind of the game, if it is over and has a result.
    finished: Option<GameKind>,
    ratings: Option<RatingChange>,
    decoded: DecodedTable,
}

impl PreparedChange {
    pub(super) fn new(change: Change) -> Result<PreparedChange, SledError> {
        let told_at = change.entry.as_ref().map(|entry| change.told_at(entry)).unwrap_or_default();
        let Change { id, stored, entry, joins, interaction, limits, ratings } = change;
        let (revision, keys) = (stored.revision, IndexFields::of(&stored));
        let challenge = stored.table.challenged().zip(stored.table.challenged_at());
        let sent = challenge.filter(|_| revision == 1).map(|((challenger, opponent), at)| {
            SentChallenge { challenger, at, table: id, opponent }
        });
        let has_result = stored.table.ending().and_then(Ending::verdict).is_some();
        let finished = has_result.then(|| stored.table.game().kind());
        let mut writes = Writes::default();
        let decoded = Arc::new(stored.clone());
        let row_key = RowKey::Table(id);
        let text = codec::encode(row_key, &StoredTableRow::from(stored))?;
        let decoded = DecodedTable::new(&text, decoded);
        writes.put_text(row_key, text);
        if let Some(entry) =
            entry.as_ref().filter(|entry| entry.id != OutboxEntryId { table: id, revision })
        {
            return Err(SledError::Damaged { what: RowKey::OutboxEntry(entry.id).to_string() });
        }
        if let Some((interaction, outcome)) = &interaction {
            writes.put(RowKey::InteractionResult(*interaction), outcome)?;
        }
        let interaction = interaction.map(|(interaction, _)| interaction);
        Ok(PreparedChange {
            id,
            revision,
            keys,
            writes,
            interaction,
            limits,
            entry,
            joins,
            told_at,
            sent,
            finished,
            ratings,
            decoded,
        })
    }

    pub(super) fn plan(mut self, trees: &Trees) -> Result<Writes, CommitError> {
        if let Some(interaction) = self.interaction {
            check_unanswered(trees, interaction)?;
        }
        let before = trees.read::<TableHeader>(RowKey::Table(self.id))?;
        let revision = before.as_ref().map_or(0, |head| head.revision);
        if revision.checked_add(1) != Some(self.revision) {
            return Err(CommitError::Conflict);
        }
        limits::check(trees, &self.limits)?;
        if let Some(sent) = self.sent {
            for old in limits::sent_long_before(trees, sent)? {
                self.writes.unlist(IndexKey::Sent(old));
            }
            self.writes.list(IndexKey::Sent(sent));
        }
        if let Some(entry) = self.entry.take() {
            let entry = self.joined(trees, entry)?;
            let told = (self.told_at, self.joins);
            follower_rows::enqueue(trees, &entry, told, &mut self.writes)?;
            self.writes.list(IndexKey::Pending(entry.ready_at, entry.id));
            self.writes.put(RowKey::OutboxEntry(entry.id), &entry)?;
        }
        let was_running = before.as_ref().is_some_and(|head| head.keys.is_running());
        let finished = self.finished.filter(|_| was_running);
        if finished.is_some() || self.ratings.is_some() {
            self.count_finished(trees, finished)?;
        }
        let old = before.map_or_else(Vec::new, |head| head.keys.entries(self.id));
        self.relist(&old);
        trees.decoded_tables.keep(self.id, self.decoded);
        Ok(self.writes)
    }

    /// The entry, joined to an earlier one that it takes the place of.
    fn joined(&mut self, trees: &Trees, entry: OutboxEntry) -> Result<OutboxEntry, SledError> {
        let Some(earlier) = self.joins else { return Ok(entry) };
        let row_key = RowKey::OutboxEntry(earlier);
        let Some(earlier) = trees.readable::<OutboxEntry>(row_key)? else {
            self.joins = None;
            return Ok(entry);
        };
        self.writes.unlist(IndexKey::Pending(earlier.ready_at, earlier.id));
        self.writes.remove(row_key);
        Ok(entry.joined_to(earlier))
    }

    /// Counts a game that is finished now in the profiles of its players, and changes their ratings.
    fn count_finished(&mut self, trees: &Trees, kind: Option<GameKind>) -> Result<(), CommitError> {
        for &player in &self.keys.players {
            let row_key = RowKey::Profile(player);
            let Some(mut profile) = trees.readable::<Profile>(row_key)? else { continue };
            let before = profile.clone();
            if let Some(kind) = kind {
                profile.finished.add(kind);
            }
            if self.ratings.as_ref().is_some_and(|change| !change.apply(player, &mut profile)) {
                return Err(CommitError::Conflict);
            }
            if profile != before {
                self.writes.put(row_key, &profile)?;
                relist(player, &before, &profile, &mut self.writes);
            }
        }
        Ok(())
    }

    /// Writes the index entries that differ from the old ones. Most stay the same from move to
    /// move.
    fn relist(&mut self, old: &[IndexKey]) {
        let old: BTreeSet<IndexKey> = old.iter().copied().collect();
        let new: BTreeSet<IndexKey> = self.keys.entries(self.id).into_iter().collect();
        old.difference(&new).for_each(|&index| self.writes.unlist(index));
        new.difference(&old).for_each(|&index| self.writes.list(index));
    }
}

fn check_unanswered(trees: &Trees, interaction: InteractionId) -> Result<(), CommitError> {
    match trees.read::<InteractionResult>(RowKey::InteractionResult(interaction))? {
        Some(outcome) => Err(CommitError::Answered(outcome)),
        None => Ok(()),
    }
}

pub(super) fn delete_table(
    trees: &Trees,
    id: TableId,
    revision: u64,
) -> Result<Writes, CommitError> {
    let mut writes = Writes::default();
    let head = trees.read::<TableHeader>(RowKey::Table(id))?;
    let head = head.filter(|head| head.revision == revision).ok_or(CommitError::Conflict)?;
    head.keys.entries(id).into_iter().for_each(|index| writes.unlist(index));
    for entry in trees.pending_of_table(id)? {
        writes.unlist(IndexKey::Pending(entry.ready_at, entry.id));
        writes.remove(RowKey::OutboxEntry(entry.id));
    }
    queue_offer_cleanup(trees, id, &mut writes)?;
    for player in trees.authors_of_notes(id)? {
        writes.remove(RowKey::Note(id, player));
    }
    follower_rows::remove_followers(trees, id, &mut writes)?;
    writes.remove(RowKey::PostedBoard(id));
    writes.remove(RowKey::Table(id));
    Ok(writes)
}

pub(super) fn mark_refused(
    trees: &Trees,
    interaction: InteractionId,
) -> Result<Writes, CommitError> {
    check_unanswered(trees, interaction)?;
    Ok(Writes::of(RowKey::InteractionResult(interaction), &InteractionResult::Refused)?)
}

pub(super) fn delete_results_before(
    trees: &Trees,
    interaction: InteractionId,
) -> Result<Writes, SledError> {
    let mut writes = Writes::default();
    for key in trees.results_before(interaction).take(RESULTS_PER_CHANGE) {
        writes.remove_key(TreeId::InteractionResults, key?);
    }
    Ok(writes)
}

/// Changes the value of a row; a missing one begins with the default. A value that stays the same
/// is not written.
pub(super) fn update<T: Stored + Serialize + Default>(
    trees: &Trees,
    row_key: RowKey,
    change: impl FnOnce(&mut T),
) -> Result<(Writes, T), SledError> {
    let mut value = trees.read::<T>(row_key)?.unwrap_or_default();
    change(&mut value);
    let text = codec::encode(row_key, &value)?;
    let mut writes = Writes::default();
    if trees.text(row_key)?.is_none_or(|before| before != text) {
        writes.put_text(row_key, text);
    }
    Ok((writes, value))
}

/// Writes where a player's places in lists differ.
pub(super) fn relist(player: PlayerId, before: &Profile, after: &Profile, writes: &mut Writes) {
    let (old, new) = (before.standings(player), after.standings(player));
    old.difference(&new).for_each(|standing| writes.unlist(IndexKey::Standing(*standing)));
    new.difference(&old).for_each(|standing| writes.list(IndexKey::Standing(*standing)));
}
