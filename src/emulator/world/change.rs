//! Changes of the world, for pages.

use std::sync::Arc;

use super::channel::Channel;
use super::message::PostedMessage;
use crate::id::Id;

/// A changed object. It is looked up when the change is published.
#[derive(Debug)]
pub(crate) enum WorldChange {
    /// People, servers, commands, the application's emoji or the clock.
    World,
    Channel(Id),
    ChannelGone(Box<Channel>),
    Message(Id),
    MessageGone(Arc<PostedMessage>),
    Interaction(Id),
    /// The connected bots.
    Connections,
}
