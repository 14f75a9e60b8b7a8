//! Groups of outbox entries that are told in one message.

use jiff::Timestamp;

use super::super::{EntryGroup, OutboxEntry, OutboxEntryId};
use super::error::SledError;
use super::keys::{IndexKey, RowKey};
use super::trees::{Trees, Writes};

pub(super) fn group_entries(
    trees: &Trees,
    leader: OutboxEntryId,
    others: &[OutboxEntryId],
    ready_at: Timestamp,
) -> Result<Writes, SledError> {
    let mut writes = Writes::default();
    let Some(mut lead) = single_entry(trees, leader)? else { return Ok(writes) };
    let mut grouped = Vec::new();
    for &other in others.iter().filter(|&&other| other != leader) {
        if let Some(mut entry) = single_entry(trees, other)? {
            entry.group = Some(EntryGroup::Follows(leader));
            set_ready_at(&mut writes, &mut entry, ready_at)?;
            grouped.push(other);
        }
    }
    lead.group = Some(EntryGroup::Leads(grouped));
    writes.put(RowKey::OutboxEntry(leader), &lead)?;
    Ok(writes)
}

pub(super) fn end_group(
    trees: &Trees,
    leader: OutboxEntryId,
    ready_at: Timestamp,
) -> Result<Writes, SledError> {
    let mut writes = Writes::default();
    let Some(lead) = trees.read::<OutboxEntry>(RowKey::OutboxEntry(leader))? else {
        return Ok(writes);
    };
    let Some(EntryGroup::Leads(others)) = lead.group.clone() else { return Ok(writes) };
    let mut entries = vec![lead];
    for other in others {
        let entry = trees.read::<OutboxEntry>(RowKey::OutboxEntry(other))?;
        entries.extend(entry.filter(|it| it.group == Some(EntryGroup::Follows(leader))));
    }
    for mut entry in entries {
        entry.group = None;
        entry.attempts = entry.attempts.saturating_add(1);
        set_ready_at(&mut writes, &mut entry, ready_at)?;
    }
    Ok(writes)
}

/// A pending entry that is in no group.
fn single_entry(trees: &Trees, id: OutboxEntryId) -> Result<Option<OutboxEntry>, SledError> {
    let entry = trees.read::<OutboxEntry>(RowKey::OutboxEntry(id))?;
    Ok(entry.filter(|it| it.group.is_none()))
}

fn set_ready_at(
    writes: &mut Writes,
    entry: &mut OutboxEntry,
    ready_at: Timestamp,
) -> Result<(), SledError> {
    writes.unlist(IndexKey::Pending(entry.ready_at, entry.id));
    writes.list(IndexKey::Pending(ready_at, entry.id));
    entry.ready_at = ready_at;
    writes.put(RowKey::OutboxEntry(entry.id), entry)
}
