//! The direct conversations with players who want to be written to there. Each is opened after a response
//! to its player, so that no wave of reminders opens many: Discord blocks bots that do. What happens at a
//! table opens one only where nobody can be told in the channel, at the pace of `open_conversation.rs`.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use crate::service::{Profile, RemindBy};
use kradan_table::PlayerId;

/// The players whose conversation is to be opened after the response to them.
#[derive(Debug, Default)]
pub(crate) struct WantedConversations(Mutex<HashSet<PlayerId>>);

impl WantedConversations {
    /// Notes a player who wants direct messages and has no conversation yet.
    pub(crate) fn note(&self, player: PlayerId, person: &Profile) {
        if person.remind_by == RemindBy::DirectMessage && person.conversation.is_none() {
            self.want(player);
        }
    }

    /// Notes a player whose conversation is to be opened.
    pub(crate) fn want(&self, player: PlayerId) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(player);
    }

    /// Whether the conversation with a player is to be opened now.
    pub(crate) fn take(&self, player: PlayerId) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&player)
    }
}
