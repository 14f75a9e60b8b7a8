//! The guilds of channels and the languages of guilds, as far as requests came from there. It may be
//! lost: a posted board names its guild as well, and the settings of a server its language.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use kradan_i18n::Language;
use kradan_table::{ChannelId, GuildId};

/// The most channels that are remembered. Beyond them all are forgotten.
const CHANNELS_MAX: usize = 100_000;

#[derive(Debug, Default)]
pub(crate) struct Guilds {
    /// `None` for a private conversation.
    of_channels: Mutex<HashMap<ChannelId, Option<GuildId>>>,
    /// The languages that are stored. `None` for a guild that is no Community.
    languages: Mutex<HashMap<GuildId, Option<Language>>>,
}

impl Guilds {
    pub(crate) fn add(&self, channel: ChannelId, guild: Option<GuildId>) {
        let mut guilds = self.of_channels.lock().unwrap_or_else(PoisonError::into_inner);
        if guilds.len() >= CHANNELS_MAX && !guilds.contains_key(&channel) {
            guilds.clear();
        }
        guilds.insert(channel, guild);
    }

    /// The guild of a channel or thread; `None` in a private conversation, or if it is not known.
    pub(crate) fn of(&self, channel: ChannelId) -> Option<GuildId> {
        self.of_channel(channel).flatten()
    }

    /// The guild of a channel, as far as it is known whether there is one.
    pub(crate) fn of_channel(&self, channel: ChannelId) -> Option<Option<GuildId>> {
        let guilds = self.of_channels.lock().unwrap_or_else(PoisonError::into_inner);
        guilds.get(&channel).copied()
    }

    /// Whether a language is the stored one of a guild.
    pub(crate) fn speaks(&self, guild: GuildId, language: Option<Language>) -> bool {
        let languages = self.languages.lock().unwrap_or_else(PoisonError::into_inner);
        languages.get(&guild) == Some(&language)
    }

    pub(crate) fn note_language(&self, guild: GuildId, language: Option<Language>) {
        let mut languages = self.languages.lock().unwrap_or_else(PoisonError::into_inner);
        if languages.len() >= CHANNELS_MAX {
            languages.clear();
        }
        languages.insert(guild, language);
    }
}
