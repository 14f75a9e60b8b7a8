//! People, servers and members.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::permissions::Permissions;
use crate::emulator::id::Id;

/// A person or a bot.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Person {
    pub id: Id,
    /// Unique, in lower case.
    pub username: String,
    /// The display name.
    pub global_name: Option<String>,
    /// The language of the person's client, such as `en-US`.
    pub locale: String,
    pub is_bot: bool,
}

/// A person's membership of a server.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Member {
    /// The name in the server.
    pub nick: Option<String>,
    pub joined: Timestamp,
    pub permissions: Permissions,
}

/// A server, which the API calls a guild.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Server {
    pub id: Id,
    pub name: String,
    pub owner: Id,
    pub locale: String,
    pub members: BTreeMap<Id, Member>,
    /// The bot's id, whether it is a member or not.
    pub(in crate::emulator) bot: Id,
}

impl Server {
    #[must_use]
    pub fn has_bot(&self) -> bool {
        self.members.contains_key(&self.bot)
    }
}
