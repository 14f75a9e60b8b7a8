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
mod custom_id;
mod gateway;
mod interaction;
mod message;
mod outbox;
mod painter;
mod panels;
mod payload;
pub mod pick;
mod player_name;
mod preferences;
mod reconcile;
mod resolve_table;
mod respond;
mod shard;
mod threads;
mod titles;
mod undelivered;
mod visibility;

pub use self::announcement::Announcement;
pub use self::api::Endpoint;
pub use self::bot::Bot;
pub use self::commands::definition::definitions;
pub use self::custom_id::{CONTROL_MAX, CustomId, ParseCustomIdError, Preference, TableAction};
pub use self::gateway::{Connection, GatewayError, run};
pub use self::interaction::{
    Asker, Complete, Opponent, Origin, Play, Request, RequestKind, Sight, SlashCommand,
};
pub use self::message::{Board, Button, ButtonStyle, ComponentRow, File, Menu, Message};
pub use self::preferences::Preferences;
