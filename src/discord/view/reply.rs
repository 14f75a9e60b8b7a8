//! The reply to an interaction.

use super::message::{Form, Message};
use crate::service::{Committed, ServiceError};

/// The reply to an interaction, or the error.
pub(crate) type Answer = Result<Reply, ServiceError>;

/// The reply to an interaction.
#[derive(Debug)]
pub(crate) enum Reply {
    /// The events at a table, announced to everybody.
    Announcement(Box<Committed>),
    /// A message for everybody.
    Public(Message),
    /// A message for the caller alone.
    Private(Message),
    /// A message for the caller alone, who used an old message.
    Stale(Message),
    /// New content for the message of the control.
    Change(Message),
    /// A form. Only a first response opens one.
    Ask(Form),
    /// Suggestions for an option.
    Suggest(Vec<Suggestion>),
    /// Nothing.
    Nothing,
}

/// A suggestion for an option: its label and value.
pub(crate) type Suggestion = (String, String);
