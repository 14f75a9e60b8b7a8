//! What is known of a person.

use serde::{Deserialize, Serialize};

use crate::table::ChannelId;

/// A person, as last seen, and what they like. What is `None` was never chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// The name by which others see them.
    pub name: String,
    /// The language of their Discord, as Discord names it: `en-US`.
    pub locale: String,
    /// The language that they chose, by its tag.
    pub language: Option<String>,
    /// The colours, by the theme's name.
    pub theme: Option<String>,
    /// What stands on Ōgi's pieces, by the set's name.
    pub pieces: Option<String>,
    /// Whose side is below on their boards.
    pub below: Orientation,
    /// Whether the squares that can be moved to are marked.
    pub hints: Option<bool>,
    /// Whether moves that they choose from menus want a second click.
    pub confirm: MoveConfirmation,
    /// The channel of our own conversation with them, once it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conversation: Option<ChannelId>,
}

/// Whose side is below.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Orientation {
    /// That of the player who is to move.
    #[default]
    Mover,
    /// Always the side that began.
    First,
    /// Always the other side.
    Second,
}

/// Whether a move that was chosen from a menu wants a second click.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoveConfirmation {
    /// It is made at once.
    #[default]
    Never,
    /// It is shown first.
    Always,
}
