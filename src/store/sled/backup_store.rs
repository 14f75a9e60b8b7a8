//! [`SledStore`] as a store of which backups are made.

use std::sync::Arc;

use async_trait::async_trait;

use super::super::backup::{BackupStore, Item, Snapshot};
use super::super::index_fields::IndexFields;
use super::super::{StoreError, StoredTable};
use super::codec::{self, Block, ReaderMarker, StoreOwner, StoredTableRow};
use super::error::SledError;
use super::keys::{self, IndexKey, RowKey, TreeId};
use super::queries::decoded;
use super::snapshot::SledSnapshot;
use super::store::SledStore;
use super::trees::{Trees, Writes};
use kradan_table::ApplicationId;

#[async_trait]
impl BackupStore for SledStore {
    async fn application(&self) -> Result<Option<ApplicationId>, StoreError> {
        let owner = self.read(|trees| trees.read::<StoreOwner>(RowKey::Owner)).await?;
        Ok(owner.map(|owner| owner.application))
    }

    async fn set_application(&self, application: Option<ApplicationId>) -> Result<(), StoreError> {
        let plan = move |_: &Trees| match application {
            Some(application) => Writes::of(RowKey::Owner, &StoreOwner { application }),
            None => Ok(Writes::removing([RowKey::Owner])),
        };
        self.write(plan).await
    }

    async fn snapshot(&self) -> Result<Box<dyn Snapshot>, StoreError> {
        let alone = Arc::clone(&self.backup).lock_owned().await;
        let snapshot = SledSnapshot { trees: Arc::clone(&self.trees), _alone: alone };
        self.trees.with(Trees::begin_snapshot).map_err(StoreError::from)?;
        Ok(Box::new(snapshot))
    }

    async fn put_items(&self, items: Vec<Item>) -> Result<(), StoreError> {
        self.write(move |trees| {
            let mut writes = Writes::default();
            for item in &items {
                put(trees, item, &mut writes)?;
            }
            Ok(writes)
        })
        .await
    }

    async fn remove_items(&self, items: Vec<Item>) -> Result<(), StoreError> {
        self.write(move |_| {
            let mut writes = Writes::default();
            for item in &items {
                for index in indices(item) {
                    writes.unlist(index);
                }
                if let Some(row_key) = row_key(item) {
                    writes.remove(row_key);
                }
            }
            Ok(writes)
        })
        .await
    }
}

/// Reads the item of a row, or of an index entry where that is all there is.
pub(super) fn item(tree: TreeId, key: &[u8], text: &[u8]) -> Result<Item, SledError> {
    if tree == TreeId::SentChallenges {
        return Ok(Item::SentChallenge(decoded(tree, key, keys::sent)?));
    }
    let row_key = decoded(tree, key, |key| RowKey::of(tree, key))?;
    item_of_row(row_key, text)
}

fn item_of_row(row_key: RowKey, text: &[u8]) -> Result<Item, SledError> {
    Ok(match row_key {
        RowKey::Table(id) => {
            let row: StoredTableRow = codec::decode(row_key, text)?;
            Item::Table(id, Box::new(StoredTable::from(row)))
        }
        RowKey::OutboxEntry(_) => Item::OutboxEntry(codec::decode(row_key, text)?),
        RowKey::Missed(player, _) => Item::Missed(player, codec::decode(row_key, text)?),
        RowKey::InteractionResult(id) => Item::InteractionResult(id, codec::decode(row_key, text)?),
        RowKey::PostedBoard(id) => Item::PostedBoard(id, codec::decode(row_key, text)?),
        RowKey::Offer(id, _) => Item::Offer(id, codec::decode(row_key, text)?),
        RowKey::ChannelAccess(id) => Item::ChannelAccess(id, codec::decode(row_key, text)?),
        RowKey::Reader(player, channel) => {
            let ReaderMarker {} = codec::decode(row_key, text)?;
            Item::Reader(player, channel)
        }
        RowKey::Profile(id) => Item::Profile(id, Box::new(codec::decode(row_key, text)?)),
        RowKey::ServerSettings(id) => Item::ServerSettings(id, codec::decode(row_key, text)?),
        RowKey::Tournaments(id) => Item::Tournaments(id, codec::decode(row_key, text)?),
        RowKey::DailyPuzzle(id) => Item::DailyPuzzle(id, codec::decode(row_key, text)?),
        RowKey::Block(one, other) => {
            let Block { since } = codec::decode(row_key, text)?;
            Item::Block(one, other, since)
        }
        RowKey::Note(id, player) => Item::Note(id, player, codec::decode(row_key, text)?),
        RowKey::Follow(id, player) => Item::Follow(id, player, codec::decode(row_key, text)?),
        RowKey::FollowerEntry(player, _) => {
            Item::FollowerEntry(player, codec::decode(row_key, text)?)
        }
        RowKey::Job(_) => Item::Job(codec::decode(row_key, text)?),
        RowKey::Database | RowKey::Owner | RowKey::Heartbeat => {
            return Err(SledError::Damaged { what: row_key.to_string() });
        }
    })
}

/// The row of an item; `None` for one that is an index entry alone.
fn row_key(item: &Item) -> Option<RowKey> {
    Some(match item {
        Item::Table(id, _) => RowKey::Table(*id),
        Item::OutboxEntry(entry) => RowKey::OutboxEntry(entry.id),
        Item::Missed(player, entry) => RowKey::Missed(*player, entry.id),
        Item::InteractionResult(id, _) => RowKey::InteractionResult(*id),
        Item::PostedBoard(id, _) => RowKey::PostedBoard(*id),
        Item::Offer(id, offer) => RowKey::Offer(*id, offer.message),
        Item::ChannelAccess(id, _) => RowKey::ChannelAccess(*id),
        Item::Reader(player, channel) => RowKey::Reader(*player, *channel),
        Item::Profile(id, _) => RowKey::Profile(*id),
        Item::ServerSettings(id, _) => RowKey::ServerSettings(*id),
        Item::Tournaments(id, _) => RowKey::Tournaments(*id),
        Item::DailyPuzzle(id, _) => RowKey::DailyPuzzle(*id),
        Item::Block(one, other, _) => RowKey::Block(*one, *other),
        Item::Note(id, player, _) => RowKey::Note(*id, *player),
        Item::Follow(id, player, _) => RowKey::Follow(*id, *player),
        Item::FollowerEntry(player, entry) => RowKey::FollowerEntry(*player, entry.id),
        Item::Job(job) => RowKey::Job(job.id()),
        Item::SentChallenge(_) => return None,
    })
}

/// The index entries of an item.
fn indices(item: &Item) -> Vec<IndexKey> {
    match item {
        Item::Table(id, stored) => IndexFields::of(stored).entries(*id),
        Item::OutboxEntry(entry) => vec![IndexKey::Pending(entry.ready_at, entry.id)],
        Item::Block(one, other, _) => vec![IndexKey::BlockedBy(*other, *one)],
        Item::Follow(id, player, _) => vec![IndexKey::FollowedBy(*player, *id)],
        Item::Job(job) => vec![IndexKey::JobTime(job.ready_at, job.id())],
        Item::SentChallenge(sent) => vec![IndexKey::Sent(*sent)],
        Item::Profile(player, profile) => {
            profile.standings(*player).into_iter().map(IndexKey::Standing).collect()
        }
        _ => Vec::new(),
    }
}

fn put(trees: &Trees, item: &Item, writes: &mut Writes) -> Result<(), SledError> {
    if let Some(row_key) = row_key(item) {
        if let Some(before) = trees.text(row_key)? {
            let before = item_of_row(row_key, &before)?;
            for index in indices(&before) {
                writes.unlist(index);
            }
        }
        put_row(row_key, item, writes)?;
    }
    for index in indices(item) {
        writes.list(index);
    }
    Ok(())
}

fn put_row(row_key: RowKey, item: &Item, writes: &mut Writes) -> Result<(), SledError> {
    match item {
        Item::Table(_, stored) => {
            writes.put(row_key, &StoredTableRow::from(StoredTable::clone(stored)))
        }
        Item::OutboxEntry(entry) | Item::Missed(_, entry) | Item::FollowerEntry(_, entry) => {
            writes.put(row_key, entry)
        }
        Item::InteractionResult(_, result) => writes.put(row_key, result),
        Item::PostedBoard(_, board) => writes.put(row_key, board),
        Item::Offer(_, message) => writes.put(row_key, message),
        Item::ChannelAccess(_, access) => writes.put(row_key, access),
        Item::Reader(..) => writes.put(row_key, &ReaderMarker {}),
        Item::Profile(_, profile) => writes.put(row_key, &**profile),
        Item::ServerSettings(_, settings) => writes.put(row_key, settings),
        Item::Tournaments(_, tournaments) => writes.put(row_key, tournaments),
        Item::DailyPuzzle(_, daily) => writes.put(row_key, daily),
        Item::Block(.., since) => writes.put(row_key, &Block { since: *since }),
        Item::Note(.., note) => writes.put(row_key, note),
        Item::Follow(.., follow) => writes.put(row_key, follow),
        Item::Job(job) => writes.put(row_key, job),
        Item::SentChallenge(_) => Ok(()),
    }
}
