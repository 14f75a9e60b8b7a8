//! The profile of a player.

use serde::{Deserialize, Serialize};

use crate::table::ChannelId;

/// A player's name and preferences. A preference is `None` until the player chooses it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// The displayed name.
    pub name: String,
    /// The language of the player's Discord client, as Discord names it: `en-US`.
    pub locale: String,
    /// The tag of the chosen language.
    pub language: Option<String>,
    /// The name of the theme.
    pub theme: Option<String>,
    /// The name of the piece set for Ōgi.
    pub pieces: Option<String>,
    pub below: Orientation,
    /// Whether the squares that a piece can move to are marked.
    pub hints: Option<bool>,
    pub confirm: MoveConfirmation,
    /// The channel of the direct messages with the player, once it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conversation: Option<ChannelId>,
}

/// The side at the bottom of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Orientation {
    /// The side to move.
    #[default]
    Mover,
    /// Always the first side.
    First,
    /// Always the second side.
    Second,
}

/// Whether a move from a menu needs a second click.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoveConfirmation {
    /// The move is played at once.
    #[default]
    Never,
    /// The move is shown first, and played with the second click.
    Always,
}
