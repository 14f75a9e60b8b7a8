//! [`SledStore`] as a store of messages: boards, offers, those that are queued for cleanup, and the channels
//! that they are in.

use async_trait::async_trait;

use super::super::old_messages::{Posting, settled, stands};
use super::super::{
    ChannelAccess, ControlMessage, Job, MessageStore, OfferKind, PostedBoard, Settlement,
    StoreError, Task,
};
use super::codec;
use super::error::SledError;
use super::job_store::put_job;
use super::keys::{self, RowKey, TreeId};
use super::store::SledStore;
use super::trees::{Trees, Writes};
use kradan_table::{ChannelId, TableId};

#[async_trait]
impl MessageStore for SledStore {
    async fn posted_board(&self, table: TableId) -> Result<Option<PostedBoard>, StoreError> {
        self.read(move |trees| trees.read(RowKey::PostedBoard(table))).await
    }

    async fn posted_boards(
        &self,
        tables: Vec<TableId>,
    ) -> Result<Vec<(TableId, PostedBoard)>, StoreError> {
        self.read(move |trees| trees.read_several(&tables, RowKey::PostedBoard)).await
    }

    async fn add_offer(&self, table: TableId, offer: ControlMessage) -> Result<(), StoreError> {
        self.write_later(move |_| Writes::of(RowKey::Offer(table, offer.message), &offer)).await
    }

    async fn settle_offers(
        &self,
        table: TableId,
        offers: OfferKind,
        settlement: Settlement,
    ) -> Result<(), StoreError> {
        self.write_later(move |trees| {
            let mut writes = Writes::default();
            for offer in trees.offers(table)? {
                if offer.content.and_then(|content| content.shows.offer_kind()) == Some(offers) {
                    writes.remove(RowKey::Offer(table, offer.message));
                    put_cleanup(trees, settled(offer, settlement), &mut writes)?;
                }
            }
            Ok(writes)
        })
        .await
    }

    /// An offer that is queued by its place alone has lapsed.
    async fn queue_cleanup(
        &self,
        table: TableId,
        messages: Vec<ControlMessage>,
    ) -> Result<(), StoreError> {
        self.write_later(move |trees| {
            let offers = trees.offers(table)?;
            let mut writes = Writes::default();
            for message in messages {
                let offer = offers.iter().find(|offer| offer.message == message.message);
                writes.remove(RowKey::Offer(table, message.message));
                let known = offer.filter(|_| message.content.is_none());
                let message = known.map_or(message, |offer| settled(*offer, Settlement::Lapsed));
                put_cleanup(trees, message, &mut writes)?;
            }
            Ok(writes)
        })
        .await
    }

    async fn channel_access(&self, channel: ChannelId) -> Result<ChannelAccess, StoreError> {
        let access = self.read(move |trees| trees.read(RowKey::ChannelAccess(channel))).await?;
        Ok(access.unwrap_or_default())
    }

    /// Removes the row of a channel with the usual access: most channels have no row.
    async fn set_channel_access(
        &self,
        channel: ChannelId,
        access: ChannelAccess,
    ) -> Result<(), StoreError> {
        self.write_later(move |trees| {
            let row_key = RowKey::ChannelAccess(channel);
            let mut writes = Writes::default();
            let before = trees.text(row_key)?;
            match access {
                ChannelAccess::Member if before.is_some() => writes.remove(row_key),
                ChannelAccess::Member => {}
                ChannelAccess::AnswersOnly => {
                    let text = codec::encode(row_key, &access)?;
                    if before.is_none_or(|before| before != text) {
                        writes.put_text(row_key, text);
                    }
                }
            }
            Ok(writes)
        })
        .await
    }
}

impl Trees {
    fn offers(&self, table: TableId) -> Result<Vec<ControlMessage>, SledError> {
        let ids = self.decoded_keys(TreeId::Offers, &table.0.to_be_bytes(), keys::message_id);
        let offer = |id| self.readable(RowKey::Offer(table, id));
        ids.filter_map(|id| id.and_then(offer).transpose()).collect()
    }
}

/// Stores a board, and queues the older of it and the one before for cleanup.
pub(super) fn post_board(
    trees: &Trees,
    table: TableId,
    board: PostedBoard,
    writes: &mut Writes,
) -> Result<(), SledError> {
    let before = trees.readable::<PostedBoard>(RowKey::PostedBoard(table))?;
    let posting = Posting::of(table, before, board);
    if posting.is_newer {
        writes.put(RowKey::PostedBoard(table), &board)?;
        queue_lapsed_offers(trees, table, writes)?;
    }
    match posting.old {
        Some(message) => put_cleanup(trees, message, writes),
        None => Ok(()),
    }
}

/// Queues a message for cleanup. A queued message whose content is known keeps it.
fn put_cleanup(
    trees: &Trees,
    message: ControlMessage,
    writes: &mut Writes,
) -> Result<(), SledError> {
    let job = Job::at_once(Task::ReplaceMessage(message));
    let known = trees.job(job.id())?.filter(|_| message.content.is_none());
    put_job(trees, known.map_or(job, |known| Job { ready_at: job.ready_at, ..known }), writes)
}

/// Queues the offers that no longer wait for an answer. Those that the table still holds stay.
fn queue_lapsed_offers(
    trees: &Trees,
    table: TableId,
    writes: &mut Writes,
) -> Result<(), SledError> {
    let offers = trees.offers(table)?;
    if offers.is_empty() {
        return Ok(());
    }
    let stored = match trees.stored_table(table) {
        Err(error) if error.is_of_one_value() => None,
        other => other?,
    };
    let stored = stored.as_ref().map(|stored| &stored.table);
    for offer in offers.into_iter().filter(|offer| !stands(offer, stored)) {
        writes.remove(RowKey::Offer(table, offer.message));
        put_cleanup(trees, settled(offer, Settlement::Lapsed), writes)?;
    }
    Ok(())
}

/// Queues all offers of a table for cleanup: they have lapsed.
pub(super) fn queue_offer_cleanup(
    trees: &Trees,
    table: TableId,
    writes: &mut Writes,
) -> Result<(), SledError> {
    for offer in trees.offers(table)? {
        writes.remove(RowKey::Offer(table, offer.message));
        put_cleanup(trees, settled(offer, Settlement::Lapsed), writes)?;
    }
    Ok(())
}
