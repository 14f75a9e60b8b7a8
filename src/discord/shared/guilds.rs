//! The guilds of channels and the languages of guilds, as far as requests came from there. It may be
//! lost: a posted board names its guild as well, and the settings of a server its language.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};

use lru::LruCache;

use kradan_i18n::Language;
use kradan_table::{ChannelId, GuildId};

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
