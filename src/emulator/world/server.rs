//! People, and the servers in which they are members.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::permissions::Permissions;
use crate::emulator::id::Id;

/// Somebody with an account.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Person {
    pub id: Id,
    /// The unique name, in small letters.
    pub username: String,
    /// The name that is shown.
    pub global_name: Option<String>,
    /// The language of their Discord, such as `en-US`.
    pub locale: String,
    /// Whether it is a program.
    pub is_bot: bool,
}

/// Somebody in a server.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Member {
    /// The name that is shown there.
    pub nick: Option<String>,
    pub joined: Timestamp,
    /// What they may do there.
    pub permissions: Permissions,
}

/// A server, which the API calls a guild.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Server {
    pub id: Id,
    /// What it is called.
    pub name: String,
    pub owner: Id,
    pub locale: String,
    /// Who is in it.
    pub members: BTreeMap<Id, Member>,
    /// The bot, if it was ever invited.
    pub(in crate::emulator) bot: Id,
}

impl Server {
    /// Whether the bot is a member.
    #[must_use]
    pub fn has_bot(&self) -> bool {
        self.members.contains_key(&self.bot)
    }
}
