//! The interaction tokens to change messages where the bot is no member. They are in memory alone,
//! until they expire.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use super::panels::Panel;
use kradan_table::MessageId;

/// The most tokens that are remembered.
const TOKENS_MAX: usize = 10_000;

#[derive(Debug, Default)]
pub(crate) struct MessageTokens(Mutex<HashMap<MessageId, Panel>>);

impl MessageTokens {
    /// Remembers the token to change a message.
    pub(crate) fn note(&self, message: MessageId, panel: Panel) {
        let mut tokens = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if tokens.len() >= TOKENS_MAX {
            tokens.retain(|_, panel| panel.is_alive());
        }
        if tokens.len() < TOKENS_MAX {
            tokens.insert(message, panel);
        }
    }

    pub(crate) fn get(&self, message: MessageId) -> Option<Panel> {
        let tokens = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        tokens.get(&message).filter(|panel| panel.is_alive()).cloned()
    }

    pub(crate) fn forget(&self, message: MessageId) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&message);
    }
}
