//! The guilds of channels, and the languages and settings of guilds. What is remembered of requests from
//! there may be lost: a posted board names its guild as well, and the settings of a server its language.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};

use lru::LruCache;

use super::bot::Bot;
use crate::discord::view::message_link;
use crate::service::{ErrorChain, PostedBoard, ServerSettings};
use kradan_i18n::Language;
use kradan_table::{ChannelId, GuildId, TableId};

/// The most channels, and the most guilds, that are remembered, those from which something came last.
const CHANNELS_MAX: NonZeroUsize = NonZeroUsize::new(100_000).unwrap();

#[derive(Debug)]
pub(crate) struct Guilds {
    /// `None` for a private conversation.
    of_channels: Mutex<LruCache<ChannelId, Option<GuildId>>>,
    /// The languages that are stored. `None` for a guild that is no Community.
    languages: Mutex<LruCache<GuildId, Option<Language>>>,
}

impl Default for Guilds {
    fn default() -> Guilds {
        let of_channels = Mutex::new(LruCache::sparse(CHANNELS_MAX));
        Guilds { of_channels, languages: Mutex::new(LruCache::sparse(CHANNELS_MAX)) }
    }
}

impl Guilds {
    pub(crate) fn add(&self, channel: ChannelId, guild: Option<GuildId>) {
        let mut guilds = self.of_channels.lock().unwrap_or_else(PoisonError::into_inner);
        guilds.put(channel, guild);
    }

    /// The guild of a channel or thread; `None` in a private conversation, or if it is not known.
    pub(crate) fn of(&self, channel: ChannelId) -> Option<GuildId> {
        self.of_channel(channel).flatten()
    }

    /// The guild of a channel, as far as it is known whether there is one.
    pub(crate) fn of_channel(&self, channel: ChannelId) -> Option<Option<GuildId>> {
        let mut guilds = self.of_channels.lock().unwrap_or_else(PoisonError::into_inner);
        guilds.get(&channel).copied()
    }

    /// Whether a language is the stored one of a guild.
    pub(crate) fn speaks(&self, guild: GuildId, language: Option<Language>) -> bool {
        let mut languages = self.languages.lock().unwrap_or_else(PoisonError::into_inner);
        languages.get(&guild) == Some(&language)
    }

    pub(crate) fn note_language(&self, guild: GuildId, language: Option<Language>) {
        let mut languages = self.languages.lock().unwrap_or_else(PoisonError::into_inner);
        languages.put(guild, language);
    }
}

/// The guild of the channel where a table is shown, as far as it is known.
pub(crate) async fn of_table(bot: &Bot, table: TableId, channel: ChannelId) -> Option<GuildId> {
    if let Some(guild) = bot.guilds.of(channel) {
        return Some(guild);
    }
    let board = bot.service.store().posted_board(table).await.ok().flatten();
    let guild = board.filter(|board| board.channel == channel)?.guild?;
    bot.guilds.add(channel, Some(guild));
    Some(guild)
}

/// The channel where a table is or was shown, as it stands in a message. One of which nothing is known
/// is taken for a channel of a server.
pub(crate) async fn written_channel(bot: &Bot, table: TableId, channel: ChannelId) -> String {
    let board = bot.service.store().posted_board(table).await.ok().flatten();
    written_channel_of(&bot.guilds, board.as_ref(), channel)
}

/// The same where the last posted board is known.
pub(crate) fn written_channel_of(
    guilds: &Guilds,
    board: Option<&PostedBoard>,
    channel: ChannelId,
) -> String {
    let is_conversation = match guilds.of_channel(channel) {
        Some(guild) => guild.is_none(),
        None => board.is_some_and(|board| board.channel == channel && board.guild.is_none()),
    };
    message_link::written_channel(channel, !is_conversation)
}

/// The settings of a server; the default where there is none, or they cannot be read.
pub(crate) async fn settings(bot: &Bot, guild: Option<GuildId>) -> ServerSettings {
    let Some(guild) = guild else { return ServerSettings::default() };
    bot.service.store().server_settings(guild).await.unwrap_or_else(|error| {
        tracing::error!(error = %ErrorChain(&error), guild = %guild.0, "the settings of a server cannot be read");
        ServerSettings::default()
    })
}
