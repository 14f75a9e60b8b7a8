//! What we can do in a channel, and who reads it: noted with every request that comes from there.
//! Where a person brought us along we respond to requests, and nothing else is tried.

use super::bot::Bot;
use super::interaction::Request;
use crate::service::{ChannelAccess, ServerSettings, StoreError, Visit};
use kradan_i18n::Language;
use kradan_table::{ChannelId, GuildId, PlayerId};

impl Bot {
    /// Whether we can read, write and edit in a channel of our own accord.
    pub(crate) async fn can_act(&self, channel: ChannelId) -> bool {
        let access = self.service.store().channel_access(channel).await;
        access.is_ok_and(|access| access == ChannelAccess::Member)
    }

    /// Notes what we can do where a request comes from, and which guild that is.
    pub(crate) async fn note_access(
        &self,
        request: &Request,
        visit: &Visit,
    ) -> Result<(), StoreError> {
        if request.origin.is_thread() && request.origin.is_member && !visit.is_kept_open {
            self.watch_thread(request.origin.channel).await?;
        }
        let origin = &request.origin;
        self.guilds.add(origin.channel, origin.guild);
        if let Some(guild) = origin.guild {
            self.note_language(guild, origin.guild_locale.as_deref()).await?;
        }
        let access =
            if origin.is_member { ChannelAccess::Member } else { ChannelAccess::AnswersOnly };
        if visit.access != Some(access) {
            self.service.store().set_channel_access(origin.channel, access).await?;
        }
        Ok(())
    }

    /// Notes the language of a server. `en-US` says nothing: every server has it that is no Community.
    /// *Guild Resource*, `preferred_locale`.
    async fn note_language(&self, guild: GuildId, locale: Option<&str>) -> Result<(), StoreError> {
        let locale = locale.filter(|it| *it != "en-US");
        let language = locale.and_then(|it| it.split('-').next()?.parse::<Language>().ok());
        if self.guilds.speaks(guild, language) {
            return Ok(());
        }
        let tag = language.map(|it| it.tag().to_owned());
        if self.service.store().server_settings(guild).await?.locale != tag {
            let change = move |settings: &mut ServerSettings| settings.locale.clone_from(&tag);
            self.service.store().update_server_settings(guild, Box::new(change)).await?;
        }
        self.guilds.note_language(guild, language);
        Ok(())
    }

    /// Notes that a player reads a channel: whoever does something there does.
    pub(crate) async fn note_reader(
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
