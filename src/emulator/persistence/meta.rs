//! The settings that are stored besides the objects of the world.

use crate::emulator::id::Id;

/// What is stored beside the things themselves.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::emulator) struct Meta {
    /// The last id that was given.
    pub(in crate::emulator) last_id: Id,
    /// Where files were fetched from.
    pub(in crate::emulator) address: std::net::SocketAddr,
    /// By how much the clock is ahead, in milliseconds.
    pub(in crate::emulator) ahead_ms: i64,
    /// Where they were fetched from before that.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(in crate::emulator) addresses_before: Vec<std::net::SocketAddr>,
}
