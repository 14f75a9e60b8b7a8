//! Discord: interactions become requests, what happened becomes messages, and messages are sent.
//! The only part of the program that names serenity.
//!
//! An interaction is read ([`Request`]), what it asks is done by the [service](crate::service), and what
//! happened is told ([`Announcement`]), by the answer to the interaction where that is possible. What could
//! not be told stays owed, and is delivered later by one loop.

mod announcement;
mod api;
mod bot;
mod channel_access;
mod cleanup;
mod commands;
mod context;
mod controls;
mod custom_id;
mod definition;
mod dispatch;
mod explain;
mod gateway;
mod interaction;
mod interaction_span;
mod message;
mod outbox;
mod painter;
mod panels;
mod payload;
pub mod pick;
mod player_name;
mod preferences;
mod reply;
mod resolve_table;
mod respond;
mod shard;
mod table_view;
mod threads;
mod titles;
mod undelivered;
mod visibility;

pub use self::announcement::Announcement;
pub use self::api::Endpoint;
pub use self::bot::Bot;
pub use self::commands::{definitions, read_custom_id};
pub use self::custom_id::{CustomId, Parts};
pub use self::definition::{Definition, OptionDefinition, OptionKind};
pub use self::gateway::{Connection, GatewayError, run};
pub use self::interaction::{
    Asker, Opponent, OptionValue, Options, Origin, Payload, Request, Sight,
};
pub use self::message::{Board, Button, ButtonStyle, ComponentRow, File, Menu, Message};
pub use self::preferences::Preferences;
