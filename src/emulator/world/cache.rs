//! Messages that are read when they are looked at. What decides who sees a message is always in
//! memory; the message itself is there for a while after it was written or read, and where a world
//! is kept on disk no longer.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

use serde_json::Value;

use super::files::UploadedFile;
use super::message::PostedMessage;
use crate::emulator::id::Id;
use crate::emulator::memory::json_bytes;

/// So many bytes of messages, interactions and files are kept in memory where they are on disk as
/// well.
const CACHED_BYTES_MAX: usize = 12 << 20;

/// What is always known of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::emulator) struct MessageOutline {
    pub(in crate::emulator) visible_to: Option<Id>,
    pub(in crate::emulator) is_dismissed: bool,
    pub(in crate::emulator) pinged: Box<[Id]>,
}

impl MessageOutline {
    pub(in crate::emulator) fn of(message: &PostedMessage) -> MessageOutline {
        MessageOutline {
            visible_to: message.visible_to,
            is_dismissed: message.is_dismissed,
            pinged: message.pinged.as_slice().into(),
        }
    }

    /// Whether somebody sees it, in a channel that they see.
    pub(in crate::emulator) fn is_visible_to(&self, reader: Id) -> bool {
        self.visible_to.is_none_or(|it| it == reader && !self.is_dismissed)
    }
}

/// The place of a message in its channel.
#[derive(Clone, Debug)]
pub(in crate::emulator) struct CachedMessage {
    pub(in crate::emulator) outline: MessageOutline,
    /// The message, while it is in memory; nothing, if it could not be read.
    message: OnceCell<Option<Arc<PostedMessage>>>,
    /// How many entries of [`WorldCache`] keep it in memory.
    keeps: Cell<u32>,
}

impl CachedMessage {
    /// The place of a message that is on disk.
    pub(in crate::emulator) fn on_disk(outline: MessageOutline) -> CachedMessage {
        CachedMessage { outline, message: OnceCell::new(), keeps: Cell::new(0) }
    }

    fn of(message: Arc<PostedMessage>, keeps: u32) -> CachedMessage {
        let outline = MessageOutline::of(&message);
        CachedMessage { outline, message: OnceCell::from(Some(message)), keeps: Cell::new(keeps) }
    }

    /// The message, if it is in memory.
    pub(in crate::emulator) fn in_memory(&self) -> Option<&Arc<PostedMessage>> {
        self.message.get()?.as_ref()
    }

    /// The message, read if it is not in memory.
    pub(in crate::emulator) fn open(
        &self,
        id: Id,
        held: &WorldCache,
    ) -> Option<&Arc<PostedMessage>> {
        let read = || {
            let message = held.disk.as_ref()?.message(id)?;
            held.keep(CachedItem::Message(id, message.channel), json_bytes(&message.value), 0);
            self.keeps.set(self.keeps.get() + 1);
            Some(Arc::new(message))
        };
        self.message.get_or_init(read).as_ref()
    }

    /// Puts another message in its place, to be written to the disk.
    pub(in crate::emulator) fn fill(
        slot: Option<CachedMessage>,
        message: PostedMessage,
        held: &WorldCache,
    ) -> CachedMessage {
        let keeps = slot.map_or(0, |it| it.keeps.get());
        if held.disk.is_none() {
            return CachedMessage::of(Arc::new(message), 0);
        }
        let bytes = json_bytes(&message.value);
        held.keep(CachedItem::Message(message.id, message.channel), bytes, UNWRITTEN);
        CachedMessage::of(Arc::new(message), keeps + 1)
    }

    /// One entry less keeps it in memory.
    pub(super) fn release(&mut self) {
        let left = self.keeps.get().saturating_sub(1);
        self.keeps.set(left);
        if left == 0 {
            self.message = OnceCell::new();
        }
    }
}

/// Where messages, interactions and files are that are not in memory.
pub(in crate::emulator) trait DiskSource: fmt::Debug + Send {
    /// A message, if it is there and whole.
    fn message(&self, id: Id) -> Option<PostedMessage>;
    /// What the gateway sent of an interaction.
    fn payload(&self, id: Id) -> Option<Value>;
    /// A file, if it is there and whole.
    fn file(&self, id: Id) -> Option<UploadedFile>;
}

/// What is in memory and on disk, or will be.
#[derive(Clone, Copy, Debug)]
pub(super) enum CachedItem {
    /// A message, and its channel.
    Message(Id, Id),
    Payload(Id),
    File(Id),
}

/// The number of what has not been handed to the disk yet.
const UNWRITTEN: u64 = u64::MAX;

#[derive(Clone, Copy, Debug)]
struct CacheEntry {
    what: CachedItem,
    bytes: usize,
    /// How much has to be on disk before it may go.
    number: u64,
}

/// What is kept in memory though it is on disk as well, oldest first.
#[derive(Debug, Default)]
pub(in crate::emulator) struct WorldCache {
    disk: Option<Box<dyn DiskSource>>,
    entries: RefCell<VecDeque<CacheEntry>>,
    bytes: Cell<usize>,
}

impl WorldCache {
    /// From now on what is written is also found on a shelf, sooner or later.
    pub(in crate::emulator) fn set_disk(&mut self, disk: Box<dyn DiskSource>) {
        self.disk = Some(disk);
    }

    pub(in crate::emulator) fn disk(&self) -> Option<&dyn DiskSource> {
        self.disk.as_deref()
    }

    /// A file is in memory that will be written.
    pub(in crate::emulator) fn keep_file(&self, id: Id, bytes: usize) {
        self.keep(CachedItem::File(id), bytes, UNWRITTEN);
    }

    /// What the gateway sent of an interaction is in memory, and will be written.
    pub(in crate::emulator) fn keep_payload(&self, id: Id, payload: &Value) {
        self.keep(CachedItem::Payload(id), json_bytes(payload), UNWRITTEN);
    }

    fn keep(&self, what: CachedItem, bytes: usize, number: u64) {
        if self.disk.is_none() {
            return;
        }
        self.entries.borrow_mut().push_back(CacheEntry { what, bytes, number });
        self.bytes.set(self.bytes.get() + bytes);
    }

    /// All that was changed by now is on disk when so much is.
    pub(in crate::emulator) fn mark_submitted(&mut self, number: u64) {
        for entry in self.entries.get_mut().iter_mut().rev() {
            match entry.number {
                UNWRITTEN => entry.number = number,
                // What was only read may lie between.
                0 => {}
                _ => break,
            }
        }
    }

    /// How many bytes are held, roughly.
    pub(in crate::emulator) fn bytes(&self) -> usize {
        self.bytes.get()
    }

    /// The oldest, if there is too much and it is on disk.
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
    fn what_is_not_written_stays_and_the_rest_is_read_again() {
        let mut held = WorldCache::default();
        held.set_disk(Box::new(Everything));
        let long = "x".repeat(CACHED_BYTES_MAX);
        let mut slot = CachedMessage::fill(None, message(Id(7), &long), &held);
        assert!(held.next_to_go(u64::MAX - 1).is_none());
        held.mark_submitted(5);
        assert!(held.next_to_go(4).is_none());
        assert!(matches!(held.next_to_go(5), Some(CachedItem::Message(Id(7), Id(1)))));
        slot.release();
        assert!(slot.in_memory().is_none());
        assert_eq!(slot.outline.pinged[..], [Id(3)]);
        assert_eq!(slot.open(Id(7), &held).unwrap().content(), "read");
        assert!(slot.in_memory().is_some());
        // Changed while an older entry holds it too, it is not let go of with that one.
        let mut slot = CachedMessage::fill(Some(slot), message(Id(7), "new"), &held);
        slot.release();
        assert_eq!(slot.in_memory().unwrap().content(), "new");
        let gone = CachedMessage::on_disk(MessageOutline::of(&message(Id(100), "")));
        assert!(gone.open(Id(100), &held).is_none());
    }
}
