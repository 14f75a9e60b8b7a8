//! Discord: interactions come in, commands run, and messages go out. It is the only layer that names
//! serenity; it names the service, the words and the pictures below it, and no database.
//!
//! An interaction comes in by the [gateway](run) or [over HTTP](run_over_http) and is [read](Request); `dispatch` gives it to its command
//! (`commands/`), which asks the [service](crate::service). What happened at a table is an
//! [announcement](Announcement), which `outbox/` delivers by the response or by a message, once. Requests
//! to Discord are in `api/`, its numbers in `limits.rs`. Begin with `dispatch.rs`, then `outbox/decide.rs`.

mod announcement;
mod api;
mod bot;
mod channel_access;
mod cleanup;
mod clock_lines;
mod commands;
mod connection;
mod connection_end;
mod context;
mod controls;
mod conversations;
mod custom_id;
mod definition;
mod dispatch;
mod emoji;
mod emoji_upload;
mod explain;
mod games;
mod gateway;
mod guilds;
mod identify;
mod interaction;
mod interaction_span;
mod interactions_endpoint;
mod limits;
mod mentions;
mod message;
mod message_link;
mod message_payload;
mod message_tokens;
mod missed;
mod names_once;
mod needed_permissions;
mod next_game;
mod numbered_moves;
mod old_messages;
mod open_conversation;
mod outbox;
mod painter;
mod panels;
pub mod pick;
mod pick_order;
mod pick_rows;
mod player_name;
mod preferences;
mod private_copy;
mod reminded_games;
mod reply;
mod reports;
mod respond;
mod shard;
mod shards;
mod shared_preferences;
mod sight;
mod signature;
mod table_moves;
mod table_view;
mod tally;
mod threads;
mod time_zones;
mod titles;
mod venue_questions;
mod visibility;
mod watched_threads;
mod written_moves;

pub use self::announcement::Announcement;
pub use self::api::Endpoint;
pub use self::commands::{definitions, read_custom_id};
pub use self::connection::{Connection, GatewayError};
pub use self::custom_id::{CustomId, Parts};
pub use self::definition::{Definition, OptionDefinition, OptionKind};
pub use self::emoji::EmojiKey;
pub use self::gateway::{run, run_over_http};
pub use self::interaction::{
    Asker, CommandOptions, Opponent, OptionValue, Origin, Payload, Request,
};
pub use self::interactions_endpoint::InteractionsEndpoint;
pub use self::message::{
    BoardPicture, Button, ButtonStyle, ComponentRow, File, Glyph, Menu, Message,
};
pub use self::preferences::{Hints, Preferences};
pub use self::sight::Sight;
pub use self::signature::{NotAPublicKey, PublicKey};
