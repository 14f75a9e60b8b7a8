//! Messages in memory or on disk. What decides who sees a message is always in memory. If the
//! world is stored, the message itself is in memory for a while after it was written or read.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

use serde_json::Value;

use super::files::UploadedFile;
use super::message::PostedMessage;
use crate::id::Id;
use crate::memory::json_bytes;

/// The most bytes of messages, interactions and files that stay in memory if the world is stored.
const CACHED_BYTES_MAX: usize = 6 << 20;

/// What is always known of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MessageOutline {
    pub(crate) visible_to: Option<Id>,
    pub(crate) is_dismissed: bool,
    pub(crate) pinged: Box<[Id]>,
}

impl MessageOutline {
    pub(crate) fn of(message: &PostedMessage) -> MessageOutline {
        MessageOutline {
            visible_to: message.visible_to,
            is_dismissed: message.is_dismissed,
            pinged: message.pinged.as_slice().into(),
        }
    }

    /// Whether a person sees the message, if they can view its channel.
    pub(crate) fn is_visible_to(&self, reader: Id) -> bool {
        self.visible_to.is_none_or(|it| it == reader && !self.is_dismissed)
    }
}

/// A message of a channel, in memory or on disk.
#[derive(Clone, Debug)]
pub(crate) struct CachedMessage {
    pub(crate) outline: MessageOutline,
    /// Empty while the message is on disk alone; `None` if it could not be read.
    message: OnceCell<Option<Arc<PostedMessage>>>,
    /// The number of entries in [`WorldCache`] for it.
    keeps: Cell<u32>,
}

impl CachedMessage {
    /// A message on disk.
    pub(crate) fn on_disk(outline: MessageOutline) -> CachedMessage {
        CachedMessage { outline, message: OnceCell::new(), keeps: Cell::new(0) }
    }

    fn of(message: Arc<PostedMessage>, keeps: u32) -> CachedMessage {
        let outline = MessageOutline::of(&message);
        CachedMessage { outline, message: OnceCell::from(Some(message)), keeps: Cell::new(keeps) }
    }

    /// The message, if it is in memory.
    pub(crate) fn in_memory(&self) -> Option<&Arc<PostedMessage>> {
        self.message.get()?.as_ref()
    }

    /// The message, read from the disk if need be.
    pub(crate) fn open(&self, id: Id, cache: &WorldCache) -> Option<&Arc<PostedMessage>> {
        let read = || {
            let message = cache.disk.as_ref()?.message(id)?;
            cache.keep(CachedItem::Message(id, message.channel), json_bytes(&message.value), 0);
            self.keeps.set(self.keeps.get() + 1);
            Some(Arc::new(message))
        };
        self.message.get_or_init(read).as_ref()
    }

    /// Replaces the message by one that is not on disk yet.
    pub(crate) fn fill(
        cached: Option<CachedMessage>,
        message: PostedMessage,
        cache: &WorldCache,
    ) -> CachedMessage {
        let keeps = cached.map_or(0, |it| it.keeps.get());
        if cache.disk.is_none() {
            return CachedMessage::of(Arc::new(message), 0);
        }
        let bytes = json_bytes(&message.value);
        cache.keep(CachedItem::Message(message.id, message.channel), bytes, UNWRITTEN);
        CachedMessage::of(Arc::new(message), keeps + 1)
    }

    /// Removes one entry; without any, the message leaves memory.
    pub(super) fn release(&mut self) {
        let left = self.keeps.get().saturating_sub(1);
        self.keeps.set(left);
        if left == 0 {
            self.message = OnceCell::new();
        }
    }
}

/// Reads messages, interactions and files from the disk.
pub(crate) trait DiskSource: fmt::Debug + Send {
    /// A message, if it exists and is intact.
    fn message(&self, id: Id) -> Option<PostedMessage>;
    /// The data of an interaction's event.
    fn payload(&self, id: Id) -> Option<Value>;
    /// A file, if it exists and is intact.
    fn file(&self, id: Id) -> Option<UploadedFile>;
}

/// Something in memory that is on disk, or will be.
#[derive(Clone, Copy, Debug)]
pub(super) enum CachedItem {
    /// A message and its channel.
    Message(Id, Id),
    Payload(Id),
    File(Id),
}

/// The number of an entry that is not submitted for writing yet.
const UNWRITTEN: u64 = u64::MAX;

#[derive(Clone, Copy, Debug)]
struct CacheEntry {
    what: CachedItem,
    bytes: usize,
    /// The number of jobs that must be on disk before it may leave memory.
    number: u64,
}

/// What is in memory besides being on disk, oldest first.
#[derive(Debug, Default)]
pub(crate) struct WorldCache {
    disk: Option<Box<dyn DiskSource>>,
    entries: RefCell<VecDeque<CacheEntry>>,
    bytes: Cell<usize>,
}

impl WorldCache {
    /// Sets where evicted items are read from.
    pub(crate) fn set_disk(&mut self, disk: Box<dyn DiskSource>) {
        self.disk = Some(disk);
    }

    pub(crate) fn disk(&self) -> Option<&dyn DiskSource> {
        self.disk.as_deref()
    }

    /// Adds a file that will be written.
    pub(crate) fn keep_file(&self, id: Id, bytes: usize) {
        self.keep(CachedItem::File(id), bytes, UNWRITTEN);
    }

    /// Adds the data of an interaction's event that will be written.
    pub(crate) fn keep_payload(&self, id: Id, payload: &Value) {
        self.keep(CachedItem::Payload(id), json_bytes(payload), UNWRITTEN);
    }

    fn keep(&self, what: CachedItem, bytes: usize, number: u64) {
        if self.disk.is_none() {
            return;
        }
        self.entries.borrow_mut().push_back(CacheEntry { what, bytes, number });
        self.bytes.set(self.bytes.get() + bytes);
    }

    /// Marks that all changes so far are on disk when `number` jobs are.
    pub(crate) fn mark_submitted(&mut self, number: u64) {
        for entry in self.entries.get_mut().iter_mut().rev() {
            match entry.number {
                UNWRITTEN => entry.number = number,
                // Entries that were read lie between.
                0 => {}
                _ => break,
            }
        }
    }

    /// The approximate number of bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes.get()
    }

    /// Removes the oldest entry, if there are too many bytes and it is on disk.
    pub(super) fn next_to_go(&mut self, on_disk: u64) -> Option<CachedItem> {
        let entry = *self.entries.get_mut().front()?;
        if self.bytes.get() <= CACHED_BYTES_MAX || entry.number > on_disk {
            return None;
        }
        self.entries.get_mut().pop_front();
        self.bytes.set(self.bytes.get() - entry.bytes);
        Some(entry.what)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[derive(Debug)]
    struct Everything;

    fn message(id: Id, text: &str) -> PostedMessage {
        PostedMessage {
            id,
            channel: Id(1),
            author: Id(2),
            visible_to: None,
            pinged: vec![Id(3)],
            interaction: None,
            value: json!({"content": text}),
            posted_files: Vec::new(),
            late_edits: 0,
            is_dismissed: false,
        }
    }

    impl DiskSource for Everything {
        fn message(&self, id: Id) -> Option<PostedMessage> {
            (id.0 < 100).then(|| message(id, "read"))
        }

        fn payload(&self, _: Id) -> Option<Value> {
            None
        }

        fn file(&self, _: Id) -> Option<UploadedFile> {
            None
        }
    }

    #[test]
    fn unwritten_messages_stay_in_memory_and_others_are_read_again() {
        let mut cache = WorldCache::default();
        cache.set_disk(Box::new(Everything));
        let long = "x".repeat(CACHED_BYTES_MAX);
        let mut cached = CachedMessage::fill(None, message(Id(7), &long), &cache);
        assert!(cache.next_to_go(u64::MAX - 1).is_none());
        cache.mark_submitted(5);
        assert!(cache.next_to_go(4).is_none());
        assert!(matches!(cache.next_to_go(5), Some(CachedItem::Message(Id(7), Id(1)))));
        cached.release();
        assert!(cached.in_memory().is_none());
        assert_eq!(cached.outline.pinged[..], [Id(3)]);
        assert_eq!(cached.open(Id(7), &cache).unwrap().content(), "read");
        assert!(cached.in_memory().is_some());
        // A changed message stays in memory although an older entry of it goes.
        let mut cached = CachedMessage::fill(Some(cached), message(Id(7), "new"), &cache);
        cached.release();
        assert_eq!(cached.in_memory().unwrap().content(), "new");
        let gone = CachedMessage::on_disk(MessageOutline::of(&message(Id(100), "")));
        assert!(gone.open(Id(100), &cache).is_none());
    }
}
