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
    /// Whether boards before the newest keep their pictures in channels that others use too.
    #[serde(default, skip_serializing_if = "is_false")]
    pub keep_pictures: bool,
    /// The tag of the language of public messages for players whose languages differ.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// The tag of the language that Discord gives for a Community server, where nothing was chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub locale: Option<String>,
    /// The role that may start games. `None` for everybody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<RoleId>,
    /// The channel in which moderators read reports.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moderators: Option<ChannelId>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(value: &bool) -> bool {
    !value
}
