//! The settings that are stored besides the objects of the world.

use crate::id::Id;

/// The settings that are stored besides the objects of the world.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Meta {
    /// The last id that was made.
    pub(crate) last_id: Id,
    /// The address in the URLs of files.
    pub(crate) address: std::net::SocketAddr,
    /// The clock's offset from the machine's, in milliseconds.
    pub(crate) ahead_ms: i64,
    /// The addresses in the URLs of older files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) addresses_before: Vec<std::net::SocketAddr>,
}
