//! The settings that are stored besides the objects of the world.

use crate::emulator::id::Id;

/// The settings that are stored besides the objects of the world.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::emulator) struct Meta {
    /// The last id that was made.
    pub(in crate::emulator) last_id: Id,
    /// The address in the URLs of files.
    pub(in crate::emulator) address: std::net::SocketAddr,
    /// The clock's offset from the machine's, in milliseconds.
    pub(in crate::emulator) ahead_ms: i64,
    /// The addresses in the URLs of older files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(in crate::emulator) addresses_before: Vec<std::net::SocketAddr>,
}
