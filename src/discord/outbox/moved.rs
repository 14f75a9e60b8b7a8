//! Telling the channel that a table left where the table is now.

use super::super::api::ApiError;
use super::super::message::Message;
use super::super::message_link::link;
use super::super::table_view::mention;
use super::decide::try_again;
use super::delivery::{Delivery, mark};
use crate::i18n::{self, Language, Line};
use crate::service::{ErrorChain, OutboxEntry, Store, StoreError, StoredTable};
use crate::table::ChannelId;

impl<S: Store> Delivery<S> {
    /// Posts in the channel that a table left where it is now. That is said once, where it may be.
    pub(super) async fn tell_left_channel(
        &self,
        entry: &OutboxEntry,
        stored: &StoredTable,
        left: ChannelId,
    ) -> Result<(), StoreError> {
        let (store, now) = (self.bot.service.store(), stored.table.place());
        if now == left || !self.bot.can_act(left).await {
            return store.mark_delivered(entry.id, None).await;
        }
        let board = self.board_before(entry.id.table).await?.filter(|it| it.channel == now);
        let link = board.map_or_else(|| format!("<#{}>", now.0), |board| link(&board));
        let reader = entry.by.and_then(|by| stored.table.other_than(by)).or(entry.by);
        let language = match reader {
            Some(reader) => self.bot.preferences_of(reader).await.language,
            None => Language::English,
        };
        let text = i18n::line(&Line::GameLeft { link: &link }, language);
        // Who does not read the new channel learns of it in the old one.
        let message = match reader.filter(|reader| Some(*reader) != entry.by) {
            Some(pinged) => {
                let text = format!("{} {text}", mention(pinged));
                Message { ping: Some(pinged), ..Message::of(text) }
            }
            None => Message::of(text),
        };
        let mark = format!("{}.left", mark(entry));
        let Err(error) = self.post_once(left, entry, &message, &mark).await else {
            return store.mark_delivered(entry.id, None).await;
        };
        let is_for_good =
            matches!(error, ApiError::Gone(_) | ApiError::Forbidden(_) | ApiError::Faulty(_));
        tracing::info!(table = entry.id.table.0, channel = left.0, is_for_good, error = %ErrorChain(&error), "the channel that a table left is not told");
        if is_for_good {
            return store.mark_delivered(entry.id, None).await;
        }
        self.carry_out(entry, try_again(entry.attempts)).await
    }
}
