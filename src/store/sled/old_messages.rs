//! Plans the writes for messages that are old: boards with a newer one, challenges and offers to
//! which something has come.

use super::super::old_messages::{Posting, settled, stands};
use super::super::{ControlMessage, OfferKind, PostedBoard, Settlement};
use super::error::SledError;
use super::keys::RowKey;
use super::trees::{Trees, Writes};
use kradan_table::TableId;

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
    let row_key = RowKey::Cleanup(message.message);
    if message.content.is_none() && trees.text(row_key)?.is_some() {
        return Ok(());
    }
    writes.put(row_key, &message)
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
    let stored = stored.as_ref().map(|it| &it.table);
    for offer in offers.into_iter().filter(|it| !stands(it, stored)) {
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

pub(super) fn settle_offers(
    trees: &Trees,
    table: TableId,
    offers: OfferKind,
    settlement: Settlement,
) -> Result<Writes, SledError> {
    let mut writes = Writes::default();
    for offer in trees.offers(table)? {
        if offer.content.and_then(|it| it.shows.offer_kind()) == Some(offers) {
            writes.remove(RowKey::Offer(table, offer.message));
            put_cleanup(trees, settled(offer, settlement), &mut writes)?;
        }
    }
    Ok(writes)
}

/// An offer that is queued by its place alone has lapsed.
pub(super) fn queue_cleanup(
    trees: &Trees,
    table: TableId,
    messages: &[ControlMessage],
) -> Result<Writes, SledError> {
    let offers = trees.offers(table)?;
    let mut writes = Writes::default();
    for &message in messages {
        let offer = offers.iter().find(|it| it.message == message.message);
        writes.remove(RowKey::Offer(table, message.message));
        let known = offer.filter(|_| message.content.is_none());
        let message = known.map_or(message, |it| settled(*it, Settlement::Lapsed));
        put_cleanup(trees, message, &mut writes)?;
    }
    Ok(writes)
}

/// Leaves what was queued anew since the message was read: that is still to be done.
pub(super) fn mark_cleaned_up(
    trees: &Trees,
    messages: &[ControlMessage],
) -> Result<Writes, SledError> {
    let mut writes = Writes::default();
    for message in messages {
        let row_key = RowKey::Cleanup(message.message);
        if trees.readable::<ControlMessage>(row_key)?.as_ref() == Some(message) {
            writes.remove(row_key);
        }
    }
    Ok(writes)
}
