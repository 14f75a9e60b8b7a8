//! Discord: interactions come in, commands run, and messages go out. It is the only layer that names
//! serenity; it names the service, the words and the pictures below it, and no database.
//!
//! An interaction comes in by the [gateway](run) and is [read](Request); `dispatch` gives it to its command
//! (`commands/`), which asks the [service](crate::service). What happened at a table is an
//! [announcement](Announcement), which `outbox/` delivers by the response or by a message, once. Requests
//! to Discord are in `api/`, its numbers in `limits.rs`. Begin with `dispatch.rs`, then `outbox/decide.rs`.

mod announcement;
mod api;
mod bot;
mod channel_access;
mod cleanup;
mod commands;
mod connection_end;
mod context;
mod controls;
mod custom_id;
mod definition;
mod dispatch;
mod explain;
mod games;
mod gateway;
mod identify;
mod interaction;
mod interaction_span;
mod limits;
mod message;
mod message_link;
mod message_payload;
mod missed;
mod outbox;
mod painter;
mod panels;
pub mod pick;
mod player_name;
mod preferences;
mod reply;
mod respond;
mod shard;
mod table_view;
mod threads;
mod titles;
mod visibility;
mod written_moves;

pub use self::announcement::Announcement;
pub use self::api::Endpoint;
pub use self::commands::{definitions, read_custom_id};
pub use self::custom_id::{CustomId, Parts};
pub use self::definition::{Definition, OptionDefinition, OptionKind};
pub use self::gateway::{Connection, GatewayError, run};
pub use self::interaction::{
    Asker, CommandOptions, Opponent, OptionValue, Origin, Payload, Request, Sight,
};
pub use self::message::{BoardPicture, Button, ButtonStyle, ComponentRow, File, Menu, Message};
pub use self::preferences::Preferences;
