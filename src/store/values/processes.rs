//! What processes leave to each other.

use serde::{Deserialize, Serialize};

/// A session at Discord's gateway, as far as it takes to resume it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GatewaySession {
    pub id: String,
    /// Where it is resumed, if not at the gateway itself.
    pub resume_url: Option<String>,
    /// The number of the last event that was received.
    pub sequence: u64,
}

/// The shards of one process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShardShare {
    /// The shards that it holds, with the sessions that others left with them.
    pub held: Vec<(u32, Option<GatewaySession>)>,
    /// How many it may hold: it gives the others up.
    pub most: u32,
}

/// Who registers the commands with Discord.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Registration {
    /// This process.
    Ours,
    /// Another one is about to.
    Others,
    /// Another one has.
    Done,
}
