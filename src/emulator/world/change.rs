//! What is not as it was: noted wherever the world changes, for those who watch it and for the
//! disk.

use std::sync::Arc;

use super::channel::Channel;
use super::message::PostedMessage;
use crate::emulator::id::Id;

/// Something that changed. What is there is named, and looked up when the change is told.
#[derive(Debug)]
pub(in crate::emulator) enum Change {
    Person(Id),
    Server(Id),
    Commands,
    Channel(Id),
    ChannelGone(Box<Channel>),
    Message(Id),
    MessageGone(Arc<PostedMessage>),
    Interaction(Id),
    File(Id),
    /// A file that no message has any more, and its size in bytes.
    FileGone(Id, u64),
    /// The clock was set.
    Clock,
    /// Bots came or went.
    Connections,
}
