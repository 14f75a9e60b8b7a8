//! Changes of the world, for pages and for the disk.

use std::sync::Arc;

use super::channel::Channel;
use super::message::PostedMessage;
use crate::id::Id;

/// A changed object. It is looked up when the change is published or written.
#[derive(Debug)]
pub(crate) enum WorldChange {
    Person(Id),
    Server(Id),
    Commands,
    /// An emoji of the application that is new, changed or gone.
    Emoji(Id),
    Channel(Id),
    ChannelGone(Box<Channel>),
    Message(Id),
    MessageGone(Arc<PostedMessage>),
    Interaction(Id),
    File(Id),
    /// A file that no message has any more.
    FileGone(Id),
    /// The clock's offset.
    Clock,
    /// The connected bots.
    Connections,
}
