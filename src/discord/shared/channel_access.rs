//! What we can do in a channel, and who reads it: noted with every request that comes from there.
//! Where a person brought us along we respond to requests, and nothing else is tried.

use jiff::{SignedDuration, Timestamp};

use super::bot::Bot;
use super::interaction::Request;
use crate::service::{ChannelAccess, Job, ServerSettings, StoreError, TableService, Task};
use kradan_i18n::Language;
use kradan_table::{ChannelId, GuildId, PlayerId};

/// After how long a thread is looked at first: none is archived earlier than after an hour.
const FIRST_CHECK: SignedDuration = SignedDuration::from_mins(40);

impl Bot {
    /// Notes what we can do where a request comes from, and which guild that is.
    pub(crate) async fn note_access(&self, request: &Request) -> Result<(), StoreError> {
        if request.origin.is_thread() && request.origin.is_member {
            watch_thread(&self.service, request.origin.channel).await?;
        }
        let origin = &request.origin;
        self.guilds.add(origin.channel, origin.guild);
        if let Some(guild) = origin.guild {
            self.note_language(guild, origin.guild_locale.as_deref()).await?;
        }
        let access =
            if origin.is_member { ChannelAccess::Member } else { ChannelAccess::AnswersOnly };
        let store = self.service.store();
        let known = match store.channel_access(origin.channel).await {
            // It is written anew.
            Err(error) if error.is_of_one_value() => None,
            other => Some(other?),
        };
        if known != Some(access) {
            store.set_channel_access(origin.channel, access).await?;
        }
        Ok(())
    }

    /// Notes the language of a server. `en-US` says nothing: every server has it that is no Community.
    /// *Guild Resource*, `preferred_locale`.
    async fn note_language(&self, guild: GuildId, locale: Option<&str>) -> Result<(), StoreError> {
        let locale = locale.filter(|locale| *locale != "en-US");
        let language = locale.and_then(|locale| locale.split('-').next()?.parse::<Language>().ok());
        if self.guilds.speaks(guild, language) {
            return Ok(());
        }
        let tag = language.map(|language| language.tag().to_owned());
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

/// Whether we can read, write and edit in a channel of our own accord.
pub(crate) async fn can_act(bot: &Bot, channel: ChannelId) -> bool {
    let access = bot.service.store().channel_access(channel).await;
    access.is_ok_and(|access| access == ChannelAccess::Member)
}

/// Has a thread looked at before it is archived.
pub(crate) async fn watch_thread(
    service: &TableService,
    thread: ChannelId,
) -> Result<(), StoreError> {
    let first_check = service.clock().now().saturating_add(FIRST_CHECK).unwrap_or(Timestamp::MAX);
    service.add_job(Job::new(Task::KeepThread(thread), first_check)).await
}
