//! The settings of a server.

use serde::{Deserialize, Serialize};

use kradan_table::{ChannelId, RoleId, Venue};

/// What those who manage a server chose for its games. A server that never chose has the default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ServerSettings {
    /// Where a game is played if its challenge does not say.
    #[serde(default)]
    pub venue: Venue,
    /// Whether somebody who manages the server was asked where games are played, or chose it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub venue_asked: bool,
    /// The channels in which games may be started, with their threads. Empty for all channels.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub channels: Vec<ChannelId>,
    /// What becomes of boards before the newest in channels that others use too.
    #[serde(default, skip_serializing_if = "OldBoards::is_default")]
    pub old_boards: OldBoards,
    /// Whether games are friendly whose challenge does not say.
    #[serde(default, skip_serializing_if = "is_false")]
    pub is_friendly: bool,
    /// The tag of the language of public messages for players whose languages differ.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// The tag of the language that Discord gives for a Community server, where nothing was chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub locale: Option<String>,
    /// The role that may start games. `None` for everybody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<RoleId>,
    /// The channel in which there is a puzzle each day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub daily_puzzle: Option<ChannelId>,
    /// The channel in which moderators read reports.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moderators: Option<ChannelId>,
}

impl ServerSettings {
    /// The tag of the language of public messages for all: the chosen one, or that of a Community.
    #[must_use]
    pub fn public_language(&self) -> Option<&str> {
        self.language.as_deref().or(self.locale.as_deref())
    }
}

/// What becomes of a board once there is a newer one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OldBoards {
    /// It is deleted.
    #[default]
    Gone,
    /// It becomes one line with a link.
    Line,
    /// It keeps its picture.
    Pictures,
}

impl OldBoards {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    fn is_default(&self) -> bool {
        *self == OldBoards::default()
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(value: &bool) -> bool {
    !value
}
