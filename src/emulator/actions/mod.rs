//! What a person does, as methods for tests: [`Actor`] starts interactions and posts, and
//! [`Interaction`] waits for the bot's responses. They name the handle and what lies below it.

mod actor;
mod interaction;

pub use self::actor::Actor;
pub use self::interaction::{AutocompleteChoice, Interaction, InteractionResponse};
