//! What we can do in a channel, and who reads it: noted with every request that comes from there.
//! Where a person brought us along we respond to requests, and nothing else is tried.

use jiff::{SignedDuration, Timestamp};

use super::bot::Bot;
use super::interaction::Request;
use crate::service::{ChannelAccess, Job, ServerSettings, StoreError, TableService, Task, Visit};
use kradan_i18n::Language;
use kradan_table::{ChannelId, GuildId};

/// After how long a thread is looked at first: none is archived earlier than after an hour.
const FIRST_CHECK: SignedDuration = SignedDuration::from_mins(40);

/// Notes what we can do where a request comes from, and which guild that is.
pub(crate) async fn note(bot: &Bot, request: &Request, visit: &Visit) -> Result<(), StoreError> {
    let origin = &request.origin;
    if origin.is_thread() && origin.is_member && !visit.is_kept_open {
        watch_thread(&bot.service, origin.channel).await?;
    }
    bot.guilds.add(origin.channel, origin.guild);
    if let Some(guild) = origin.guild {
        note_language(bot, guild, origin.guild_locale.as_deref()).await?;
    }
    let access = if origin.is_member { ChannelAccess::Member } else { ChannelAccess::AnswersOnly };
    if visit.access != Some(access) {
        bot.service.store().set_channel_access(origin.channel, access).await?;
    }
    Ok(())
}

/// Notes the language of a server. `en-US` says nothing: every server has it that is no Community.
/// *Guild Resource*, `preferred_locale`.
async fn note_language(bot: &Bot, guild: GuildId, locale: Option<&str>) -> Result<(), StoreError> {
    let locale = locale.filter(|locale| *locale != "en-US");
    let language = locale.and_then(|locale| locale.split('-').next()?.parse::<Language>().ok());
    if bot.guilds.speaks(guild, language) {
        return Ok(());
    }
    let (store, tag) = (bot.service.store(), language.map(|language| language.tag().to_owned()));
    if store.server_settings(guild).await?.locale != tag {
        let change = move |settings: &mut ServerSettings| settings.locale.clone_from(&tag);
        store.update_server_settings(guild, Box::new(change)).await?;
    }
    bot.guilds.note_language(guild, language);
    Ok(())
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
