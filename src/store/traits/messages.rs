//! The messages of the bot, and the channels that they are in.

use async_trait::async_trait;

use super::super::{ChannelAccess, ControlMessage, OfferKind, PostedBoard, Settlement, StoreError};
use kradan_table::{ChannelId, TableId};

/// The part of a [`Store`](super::Store) that holds what was posted: boards, offers, and what is to be
/// cleaned up.
#[async_trait]
pub trait MessageStore: Send + Sync + 'static {
    /// The last posted board of a table.
    async fn posted_board(&self, table: TableId) -> Result<Option<PostedBoard>, StoreError>;

    /// The last posted boards of several tables, in the order of `tables`. A table without one is
    /// left out. An unreadable board is logged and left out.
    async fn posted_boards(
        &self,
        tables: Vec<TableId>,
    ) -> Result<Vec<(TableId, PostedBoard)>, StoreError>;

    /// Adds a message that is no board: it offers something at a table, or tells something in words. With
    /// the next board that is posted it is queued for cleanup as lapsed, unless the table still [holds the
    /// offer](crate::MessageContent::is_standing_offer).
    async fn add_offer(&self, table: TableId, offer: ControlMessage) -> Result<(), StoreError>;

    /// Queues the offers of a table for cleanup to which something has come. The other offers stay.
    async fn settle_offers(
        &self,
        table: TableId,
        offers: OfferKind,
        settlement: Settlement,
    ) -> Result<(), StoreError>;

    /// Queues messages of a table for cleanup: a [job](super::JobStore) that is ready at once replaces each
    /// or removes its buttons and menus. What is known of the [content](ControlMessage::content) of a
    /// message stays known.
    async fn queue_cleanup(
        &self,
        table: TableId,
        messages: Vec<ControlMessage>,
    ) -> Result<(), StoreError>;

    /// What the bot may do in a channel, as far as is known.
    async fn channel_access(&self, channel: ChannelId) -> Result<ChannelAccess, StoreError>;

    async fn set_channel_access(
        &self,
        channel: ChannelId,
        access: ChannelAccess,
    ) -> Result<(), StoreError>;
}
