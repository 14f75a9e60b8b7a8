//! Players who cannot view the channel of their game: they lost a role, or left the server. Discord tells
//! nobody of that, and a question takes up to four requests, so that it is asked with a reminder, which is
//! lost on somebody who does not see it. From then on the player is no reader of the channel, until they do
//! something there: each turn of theirs is told in private.

use super::super::api::Priority;
use super::announcement::Announcement;
use super::delivery::Delivery;
use super::private::Hint;
use crate::service::{ErrorChain, OutboxEntry};
use kradan_table::PlayerId;

impl Delivery {
    /// Whether Discord says that a player cannot view the channel of an entry. Notes whether they read
    /// it.
    pub(super) async fn is_hidden_from(&self, player: PlayerId, entry: &OutboxEntry) -> bool {
        let (bot, channel) = (&self.bot, entry.channel);
        let Some(guild) = bot.guild_of(entry.id.table, channel).await else { return false };
        if !bot.can_act(channel).await {
            return false;
        }
        let place = (guild, channel);
        let is_hidden = match bot.api.can_view(Priority::Announcement, place, player).await {
            Ok(is_seen) => !is_seen,
            Err(error) => {
                tracing::debug!(player = player.0, error = %ErrorChain(&error), "it is not known whether a player can view a channel");
                return false;
            }
        };
        let noted = if is_hidden {
            bot.service.store().remove_reader(player, channel).await
        } else {
            bot.note_reader(player, channel).await
        };
        if let Err(error) = noted {
            tracing::warn!(player = player.0, error = %ErrorChain(&error), "it is not noted whether a player reads a channel");
        }
        is_hidden
    }

    /// Tells in private what was announced in the channel, if it calls a player who does not read it.
    /// Should the bot end before that, they still are reminded.
    pub(super) async fn tell_where_hidden(
        &self,
        entry: &OutboxEntry,
        announcement: &Announcement<'_>,
    ) {
        let called = announcement.mentions().filter(|it| Some(*it) != entry.by);
        let Some(player) = called.filter(|_| !announcement.is_quiet) else { return };
        let reads = self.bot.service.store().is_reader(player, entry.channel).await;
        if reads.unwrap_or(true) || !self.is_hidden_from(player, entry).await {
            return;
        }
        let told = self.tell_player(player, entry, announcement, Some(Hint::CannotSee)).await;
        if let Err(error) = told {
            tracing::warn!(table = entry.id.table.0, player = player.0, error = %ErrorChain(&error), "a player is not told in private");
            // They are reminded, or do something before that. What is not stored is logged there.
            _ = self.store_missed(player, entry).await;
        }
    }
}
