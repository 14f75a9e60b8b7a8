//! Discord: interactions come in, commands run, and messages go out. It is the only layer that names
//! serenity; it names the service, the words and the pictures below it, and no database.
//!
//! An interaction comes in by the [gateway](run) or [over HTTP](InteractionsEndpoint) and is [read](Request);
//! `receive/` gives it to its command (`commands/`), which asks the [service](crate::service). What
//! happened at a table is an [announcement](Announcement), which `outbox/` delivers by the response or by
//! a message, once. What people see is made in `view/`, requests to Discord are in `api/`, and what all of
//! them share is in `shared/`. Each folder names those after it alone: `receive`, `outbox`, `commands`,
//! `shared`, `api`, `view`. Discord's numbers are in `limits.rs`. Begin with `receive/dispatch.rs`, then
//! `outbox/decide.rs`.

mod api;
mod commands;
mod limits;
mod outbox;
mod receive;
mod shared;
mod view;

pub use self::api::Endpoint;
pub use self::commands::{definitions, read_custom_id};
pub use self::limits::REQUESTS_PER_SECOND;
pub use self::receive::connection::{Connection, GatewayError, Listeners};
pub use self::receive::gateway::{run, run_with};
pub use self::receive::interactions_endpoint::InteractionsEndpoint;
pub use self::receive::metrics_endpoint::MetricsEndpoint;
pub use self::receive::signature::{NotAPublicKey, PublicKey};
pub use self::shared::definition::{Definition, OptionDefinition, OptionKind};
pub use self::shared::gateway_state::GatewayState;
pub use self::shared::interaction::{
    CommandOptions, Opponent, OptionValue, Origin, Payload, Request, User,
};
pub use self::shared::links::Links;
pub use self::shared::needed_permissions::invitation;
pub use self::view::announcement::Announcement;
pub use self::view::custom_id::{CustomId, Parts};
pub use self::view::emoji::EmojiKey;
pub use self::view::message::{
    BoardPicture, Button, ButtonStyle, ComponentRow, File, Glyph, Menu, Message,
};
pub use self::view::pick;
pub use self::view::preferences::{Hints, Preferences};
pub use self::view::sight::Sight;
