//! The tokens by which messages can be changed where the bot is no member. They are held in memory
//! for as long as Discord takes them, and may be lost: the next press removes old controls.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use super::panels::Panel;
use kradan_table::MessageId;

/// The most tokens that are remembered.
const TOKENS_MAX: usize = 10_000;

#[derive(Debug, Default)]
pub(crate) struct MessageTokens(Mutex<HashMap<MessageId, Panel>>);

impl MessageTokens {
    /// Notes the interaction by which a message can be changed.
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
