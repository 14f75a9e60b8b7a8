//! What an interaction is answered with.

use super::message::{Form, Message};
use crate::service::{Committed, ServiceError};

/// What an interaction is answered with, or why nothing was done.
pub(crate) type Answer = Result<Reply, ServiceError>;

/// What an interaction is answered with.
#[derive(Debug)]
pub(crate) enum Reply {
    /// What happened at a table: the response announces it to everybody.
    Announcement(Box<Committed>),
    /// A message for everybody.
    Public(Message),
    /// A message for the caller alone.
    Private(Message),
    /// A message for the caller alone, who used a message that is old.
    Stale(Message),
    /// A new content of the message whose control was used.
    Change(Message),
    /// A form. Nothing but the first response opens one.
    Ask(Form),
    /// Suggestions for an option.
    Suggest(Vec<Suggestion>),
    /// Nothing more: everything is said.
    Nothing,
}

/// A suggestion for an option: what is shown, and the value that it stands for.
pub(crate) type Suggestion = (String, String);
