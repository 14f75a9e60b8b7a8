//! Evicting from memory what is on disk.

use super::cache::CachedItem;
use super::interaction::{InteractionKind, InteractionState};
use super::state::World;

impl World {
    /// Evicts the oldest items while the cache is too large. `on_disk` is the number of jobs on
    /// disk.
    pub(crate) fn evict(&mut self, on_disk: u64) {
        while let Some(what) = self.cache.next_to_go(on_disk) {
            match what {
                CachedItem::Message(id, channel) => {
                    let channel = self.channels.get_mut(&channel);
                    if let Some(cached) = channel.and_then(|it| it.messages.get_mut(&id)) {
                        cached.release();
                    }
                }
                CachedItem::Payload(id) => {
                    // Autocompletions are not needed later.
                    let is_typing =
                        |it: &InteractionState| it.kind == InteractionKind::Autocomplete;
                    if self.interactions.get(&id).is_some_and(is_typing) {
                        if let Some(interaction) = self.interactions.remove(&id) {
                            self.tokens.remove(&interaction.token);
                        }
                    } else if let Some(interaction) = self.interactions.get_mut(&id) {
                        interaction.payload = None;
                    }
                }
                CachedItem::File(id) => self.files.remove(id),
            }
        }
    }
}
