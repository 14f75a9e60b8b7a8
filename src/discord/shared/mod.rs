//! What all requests and loops share: the bot with what it remembers, who asked for what in an
//! interaction, the context in which a command works, and how Discord knows commands. Begin with
//! `bot.rs`, then `interaction.rs` and `context.rs`.

pub(super) mod bot;
pub(super) mod channel_access;
pub(super) mod cleanup;
pub(super) mod context;
pub(super) mod conversations;
pub(super) mod definition;
pub(super) mod films;
pub(super) mod gateway_state;
pub(super) mod guilds;
pub(super) mod interaction;
pub(super) mod interaction_span;
pub(super) mod lines;
pub(super) mod links;
pub(super) mod names_once;
pub(super) mod needed_permissions;
pub(super) mod next_game;
pub(super) mod open_conversation;
pub(super) mod private_copy;
pub(super) mod shared_preferences;
pub(super) mod table_moves;
pub(super) mod tally;
pub(super) mod titles;
pub(super) mod venue_questions;
