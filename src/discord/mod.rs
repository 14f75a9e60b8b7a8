//! Discord: interactions become requests, what happened becomes messages, and messages are sent.
//! The only part of the program that names serenity.
//!
//! An interaction is read ([`Request`]), what it asks is done by the [service](crate::service), and what
//! happened is told ([`News`]), by the answer to the interaction where that is possible. What could
//! not be told stays owed, and is delivered later by one loop.

mod audience;
mod bot;
mod choosing;
mod commands;
mod control;
mod deeds;
mod deliver;
mod failing;
mod gateway;
mod kept;
mod message;
mod painter;
mod panels;
mod payload;
pub mod pick;
mod player_name;
mod reach;
mod request;
mod saying;
mod seeking;
mod shard;
mod taste;
mod telling;
mod threads;
mod titles;
mod wire;
mod worn;

pub use self::bot::Bot;
pub use self::commands::commands;
pub use self::control::{CONTROL_MAX, Control, Errand, ParseCustomIdError, Preference};
pub use self::gateway::{Connection, GatewayError, run};
pub use self::message::{Board, Button, File, Look, Menu, Message, StoredTable};
pub use self::request::{Asker, Complete, Opponent, Play, Request, Sight, Spot, Verb, What};
pub use self::taste::Taste;
pub use self::telling::News;
pub use self::wire::Endpoint;
