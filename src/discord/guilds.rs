//! The guilds of channels, as far as requests came from there. It may be lost: a posted board names
//! its guild as well.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::table::{ChannelId, GuildId};

/// The most channels that are remembered. Beyond them all are forgotten.
const CHANNELS_MAX: usize = 100_000;

#[derive(Debug, Default)]
pub(super) struct Guilds(Mutex<HashMap<ChannelId, GuildId>>);

impl Guilds {
    pub(super) fn add(&self, channel: ChannelId, guild: GuildId) {
        let mut guilds = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if guilds.len() >= CHANNELS_MAX && !guilds.contains_key(&channel) {
            guilds.clear();
        }
        guilds.insert(channel, guild);
    }

    /// The guild of a channel or thread; `None` in a private conversation, or if it is not known.
    pub(super) fn of(&self, channel: ChannelId) -> Option<GuildId> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&channel).copied()
    }
}
