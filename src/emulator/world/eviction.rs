//! Removing from memory what is on disk.

use super::cache::CachedItem;
use super::interaction::{InteractionKind, InteractionState};
use super::state::World;

impl World {
    /// Lets go of what is too much in memory, once so much is on disk.
    pub(in crate::emulator) fn evict(&mut self, on_disk: u64) {
        while let Some(what) = self.cache.next_to_go(on_disk) {
            match what {
                CachedItem::Message(id, channel) => {
                    let channel = self.channels.get_mut(&channel);
                    if let Some(slot) = channel.and_then(|it| it.messages.get_mut(&id)) {
                        slot.release();
                    }
                }
                CachedItem::Payload(id) => {
                    // Nobody comes back to what was being typed.
                    let is_typing =
                        |it: &InteractionState| it.kind == InteractionKind::Autocomplete;
                    if self.interactions.get(&id).is_some_and(is_typing) {
                        if let Some(call) = self.interactions.remove(&id) {
                            self.tokens.remove(&call.token);
                        }
                    } else if let Some(call) = self.interactions.get_mut(&id) {
                        call.payload = None;
                    }
                }
                CachedItem::File(id) => self.files.remove(id),
            }
        }
    }
}
