//! What we can do in a channel, and who reads it: noted with every request that comes from there.
//! Where a person brought us along we respond to requests, and nothing else is tried.

use super::bot::Bot;
use super::interaction::Request;
use crate::service::{ChannelAccess, Store, StoreError};
use crate::table::{ChannelId, PlayerId};

impl<S: Store> Bot<S> {
    /// Whether we can read, write and edit in a channel of our own accord.
    pub(super) async fn can_act(&self, channel: ChannelId) -> bool {
        let access = self.service.store().channel_access(channel).await;
        access.is_ok_and(|access| access == ChannelAccess::Member)
    }

    /// Notes what we can do where a request comes from, and which guild that is.
    pub(super) async fn note_access(&self, request: &Request) -> Result<(), StoreError> {
        let origin = &request.origin;
        if let Some(guild) = origin.guild {
            self.guilds.add(origin.place, guild);
        }
        let access =
            if origin.is_member { ChannelAccess::Member } else { ChannelAccess::AnswersOnly };
        let store = self.service.store();
        let known = match store.channel_access(origin.place).await {
            // It is written anew.
            Err(error) if error.is_of_one_value() => None,
            other => Some(other?),
        };
        if known != Some(access) {
            store.set_channel_access(origin.place, access).await?;
        }
        Ok(())
    }

    /// Notes that a player reads a channel: whoever does something there does.
    pub(super) async fn note_reader(
        &self,
        player: PlayerId,
        channel: ChannelId,
    ) -> Result<(), StoreError> {
        let store = self.service.store();
        if !store.is_reader(player, channel).await? {
            store.add_reader(player, channel).await?;
        }
        Ok(())
    }
}
