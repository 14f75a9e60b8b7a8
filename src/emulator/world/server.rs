//! People, servers and members.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::permissions::Permissions;
use crate::id::Id;

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
    /// Whether they have installed the bot's application for themselves.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub has_app: bool,
}

fn yes() -> bool {
    true
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over so")]
fn is_yes(has_app: &bool) -> bool {
    *has_app
}

/// A person's membership of a server.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Member {
    /// The name in the server.
    pub nick: Option<String>,
    pub joined: Timestamp,
    pub permissions: Permissions,
    /// Commands that the server gives them, whatever permissions these ask for by default.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub commands: BTreeSet<String>,
    /// Until when Discord says that they are in time-out: so they are until it is lifted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timed_out_until: Option<Timestamp>,
}

impl Member {
    #[must_use]
    pub fn new(joined: Timestamp, permissions: Permissions) -> Member {
        Member { nick: None, joined, permissions, commands: BTreeSet::new(), timed_out_until: None }
    }
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
    /// Those who cannot become members.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub banned: BTreeSet<Id>,
    /// Whether it has the application's commands without the bot as a member.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub has_commands_alone: bool,
    /// The bot's id, whether it is a member or not.
    pub(crate) bot: Id,
}

impl Server {
    #[must_use]
    pub fn has_bot(&self) -> bool {
        self.members.contains_key(&self.bot)
    }

    /// Whether a member is in time-out, which an owner never is.
    #[must_use]
    pub fn has_in_time_out(&self, person: Id) -> bool {
        let member = self.members.get(&person).filter(|_| self.owner != person);
        member.is_some_and(|member| member.timed_out_until.is_some())
    }

    /// Whether the application is installed there, with the bot or with its commands alone.
    #[must_use]
    pub fn has_app(&self) -> bool {
        self.has_bot() || self.has_commands_alone
    }
}
