//! The members of servers, and what they may do.

use jiff::Timestamp;
use serde_json::Value;
use serenity::all::{self as discord, Permissions};
use serenity::http::Route;

use super::super::limits::code;
use super::channels::route;
use super::client::Api;
use super::error::ApiError;
use super::pace::Priority;
use super::snowflake::id_of;
use kradan_table::{ChannelId, GuildId, PlayerId};

/// What a person can do in a channel of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MemberAccess {
    Full,
    /// They can read it, but use no commands or buttons.
    TimedOut,
    /// They cannot view it.
    None,
}

impl Api {
    /// Whether a person is no member of a server, by Discord.
    pub(crate) async fn has_left(
        &self,
        priority: Priority,
        guild: GuildId,
        player: PlayerId,
    ) -> Result<bool, ApiError> {
        Ok(self.member(priority, guild, player).await?.is_none())
    }

    /// What a person can do in a channel of a server now. Takes up to four requests. A private
    /// thread counts as its channel: a mention adds people to it.
    pub(crate) async fn member_access(
        &self,
        priority: Priority,
        (guild, channel): (GuildId, ChannelId),
        player: PlayerId,
        now: Timestamp,
    ) -> Result<MemberAccess, ApiError> {
        let Some(member) = self.member(priority, guild, player).await? else {
            return Ok(MemberAccess::None);
        };
        let mut object = self.get(priority, route(channel)).await?;
        if object["thread_metadata"].is_object() {
            // A thread has the permissions of its channel.
            let parent = object["parent_id"].as_str().and_then(|id| id.parse().ok());
            let parent = parent.ok_or(ApiError::Unsure("a thread has no channel".to_owned()))?;
            object = self.get(priority, route(ChannelId(parent))).await?;
        }
        let guild_id = discord::GuildId::new(guild.0);
        let guild = self.get(priority, Route::Guild { guild_id }).await?;
        Ok(access(&guild, &member, &object, now))
    }

    /// Whether all members of a server can view a channel of it. Takes two requests.
    pub(crate) async fn is_public(
        &self,
        (guild, channel): (GuildId, ChannelId),
    ) -> Result<bool, ApiError> {
        let object = self.channel(channel).await?;
        let guild_id = discord::GuildId::new(guild.0);
        let guild = self.get(Priority::Person, Route::Guild { guild_id }).await?;
        let of_everybody = permissions(&guild, &Value::Null, &object);
        Ok(of_everybody.contains(Permissions::VIEW_CHANNEL))
    }

    /// A member of a server; `None` if they are none.
    async fn member(
        &self,
        priority: Priority,
        guild: GuildId,
        player: PlayerId,
    ) -> Result<Option<Value>, ApiError> {
        let route = Route::GuildMember {
            guild_id: discord::GuildId::new(guild.0),
            user_id: discord::UserId::new(player.0),
        };
        match self.get(priority, route).await {
            Ok(member) => Ok(Some(member)),
            Err(ApiError::Gone(code::UNKNOWN_MEMBER)) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// *Permissions*, "Permissions for Timed Out Members": owners and administrators are exempt.
fn access(guild: &Value, member: &Value, channel: &Value, now: Timestamp) -> MemberAccess {
    let theirs = permissions(guild, member, channel);
    let until = member["communication_disabled_until"].as_str().and_then(|time| time.parse().ok());
    if !theirs.contains(Permissions::VIEW_CHANNEL) {
        MemberAccess::None
    } else if until.is_some_and(|until: Timestamp| until > now)
        && !theirs.contains(Permissions::ADMINISTRATOR)
    {
        MemberAccess::TimedOut
    } else {
        MemberAccess::Full
    }
}

/// The permissions of a member in a channel. *Permissions*, "Permission Overwrites": those of all
/// roles, then the overwrites of everybody, of the roles together, and of the member.
fn permissions(guild: &Value, member: &Value, channel: &Value) -> Permissions {
    let (everybody, person) = (id_of(guild), id_of(&member["user"]));
    if person.is_some() && guild["owner_id"].as_str().and_then(|id| id.parse().ok()) == person {
        return Permissions::all();
    }
    let roles: Vec<u64> =
        each(&member["roles"]).filter_map(|id| id.as_str()?.parse().ok()).collect();
    let is_theirs = |id: Option<u64>| id == everybody || id.is_some_and(|id| roles.contains(&id));
    let theirs = each(&guild["roles"]).filter(|role| is_theirs(id_of(role)));
    let given = theirs.fold(Permissions::empty(), |all, role| all | bits(&role["permissions"]));
    if given.contains(Permissions::ADMINISTRATOR) {
        return Permissions::all();
    }
    let overwritten = |given: Permissions, is_meant: &dyn Fn(u64) -> bool| {
        let meant = || {
            each(&channel["permission_overwrites"])
                .filter(|overwrite| id_of(overwrite).is_some_and(is_meant))
        };
        let all = |which: &str| {
            meant().fold(Permissions::empty(), |all, overwrite| all | bits(&overwrite[which]))
        };
        (given - all("deny")) | all("allow")
    };
    let given = overwritten(given, &|id| Some(id) == everybody);
    let given = overwritten(given, &|id| roles.contains(&id));
    overwritten(given, &|id| Some(id) == person)
}

fn each(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

fn bits(digits: &Value) -> Permissions {
    let bits = digits.as_str().and_then(|digits| digits.parse().ok());
    Permissions::from_bits_truncate(bits.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const VIEW: u64 = 1 << 10;
    const ADMINISTRATOR: u64 = 1 << 3;

    fn guild(everybody: u64, second: u64) -> Value {
        let role = |id: u64, permissions: u64| json!({ "id": id.to_string(), "permissions": permissions.to_string() });
        let roles = [role(1, everybody), role(2, second), role(3, VIEW)];
        json!({ "id": "1", "owner_id": "9", "roles": roles })
    }

    /// Whether a person with the role 2 can view a channel with these overwrites: whose, allowed,
    /// denied.
    fn sees(person: u64, guild: &Value, overwrites: &[(u64, u64, u64)]) -> bool {
        let overwrite = |&(id, allow, deny): &(u64, u64, u64)| json!({ "id": id.to_string(), "allow": allow.to_string(), "deny": deny.to_string() });
        let overwrites: Vec<Value> = overwrites.iter().map(overwrite).collect();
        let member = json!({ "user": { "id": person.to_string() }, "roles": ["2"] });
        let channel = json!({ "permission_overwrites": overwrites });
        permissions(guild, &member, &channel).contains(Permissions::VIEW_CHANNEL)
    }

    #[test]
    fn roles_give_and_overwrites_change_in_discords_order() {
        let (open, closed, by_role) = (guild(VIEW, 0), guild(0, 0), guild(0, VIEW));
        for (guild, overwrites, expected) in [
            (&open, &[][..], true),
            (&closed, &[], false),
            (&by_role, &[], true),
            (&open, &[(1, 0, VIEW)], false),
            (&open, &[(1, 0, VIEW), (2, VIEW, 0)], true),
            (&open, &[(2, VIEW, 0), (1, 0, VIEW)], true),
            (&open, &[(2, 0, VIEW), (5, VIEW, 0)], true),
            (&open, &[(5, 0, VIEW), (2, VIEW, 0)], false),
            // Roles and people that they are not.
            (&closed, &[(3, VIEW, 0), (6, VIEW, 0)], false),
            (&open, &[(3, 0, VIEW), (6, 0, VIEW)], true),
        ] {
            assert_eq!(sees(5, guild, overwrites), expected, "{overwrites:?}");
        }
    }

    #[test]
    fn a_time_out_ends_and_spares_owners_and_administrators() {
        let until = "2026-01-02T00:00:00.000000+00:00";
        let channel = json!({ "permission_overwrites": [] });
        let access_at = |person: u64, guild: &Value, now: &str| {
            let member = json!({
                "user": { "id": person.to_string() }, "roles": ["2"],
                "communication_disabled_until": until,
            });
            access(guild, &member, &channel, now.parse().unwrap())
        };
        let (before, after) = ("2026-01-01T23:59:59Z", "2026-01-02T00:00:00Z");
        assert_eq!(access_at(5, &guild(VIEW, 0), before), MemberAccess::TimedOut);
        assert_eq!(access_at(5, &guild(VIEW, 0), after), MemberAccess::Full);
        assert_eq!(access_at(5, &guild(0, 0), before), MemberAccess::None);
        assert_eq!(access_at(5, &guild(0, ADMINISTRATOR), before), MemberAccess::Full);
        assert_eq!(access_at(9, &guild(0, 0), before), MemberAccess::Full);
    }

    #[test]
    fn owners_and_administrators_see_everything() {
        let hidden = [(1, 0, VIEW), (5, 0, VIEW)];
        assert!(sees(9, &guild(0, 0), &hidden));
        assert!(sees(5, &guild(0, ADMINISTRATOR), &hidden));
    }
}
