//! Who may see a channel, and what they may do there.

use jiff::Timestamp;

use super::channel::{Channel, ChannelKind};
use super::permissions::Permissions;
use super::state::World;
use crate::id::Id;

/// Whether a person can view the channel.
pub(crate) fn is_in(world: &World, person: Id, channel: Id) -> bool {
    world.channels.get(&channel).is_some_and(|channel| can_view(world, person, channel))
}

/// The same for a channel that may be gone.
pub(crate) fn can_view(world: &World, person: Id, channel: &Channel) -> bool {
    match channel.server {
        Some(_) => {
            let theirs = permissions_of(world, person, channel);
            theirs.is_some_and(|theirs| {
                theirs.has(Permissions::VIEW_CHANNEL) && is_open_to(person, theirs, channel)
            })
        }
        None => channel.people.contains(&person),
    }
}

/// A person's permissions in a server's channel; `None` for others than members. A thread has
/// its parent's permissions.
pub(crate) fn permissions_of(world: &World, person: Id, channel: &Channel) -> Option<Permissions> {
    let server = world.servers.get(&channel.server?)?;
    let member = server.members.get(&person)?;
    let parent = channel.parent.and_then(|id| world.channels.get(&id));
    let denied = [Some(channel), parent].into_iter().flatten();
    let denied = denied.filter_map(|channel| channel.denied.get(&person));
    // Everybody has these permissions unless they are denied.
    let given = member.permissions | Permissions::USE_EXTERNAL_APPS | Permissions::CONNECT;
    let owned = if server.owner == person { Permissions::OF_AN_OWNER } else { Permissions::NONE };
    let mut left = denied.fold(given | owned, |left, &denied| left.without(denied));
    if server.has_in_time_out(person) {
        left = left & Permissions::IN_TIME_OUT;
    }
    Some(channel.if_connected(left))
}

/// Whether the bot can view the channel.
pub(crate) fn bot_sees(world: &World, channel: &Channel) -> bool {
    let ours = channel.effective_bot_permissions();
    world.has_bot(channel)
        && ours.has(Permissions::VIEW_CHANNEL)
        && is_open_to(world.bot, ours, channel)
}

/// Whether Discord makes a response ephemeral: where the person may not send messages, during
/// their slow mode, and for an external application without their permission to use those.
pub(crate) fn forces_ephemeral(
    world: &World,
    person: Id,
    channel: &Channel,
    has_files: bool,
    now: Timestamp,
) -> bool {
    let Some(theirs) = permissions_of(world, person, channel) else { return false };
    let is_external = !world.has_app(channel);
    let lacks = |permission: Permissions| !theirs.has(permission);
    lacks(channel.kind.posting_permission())
        || (is_external && lacks(Permissions::USE_EXTERNAL_APPS))
        || (is_external && has_files && lacks(Permissions::ATTACH_FILES))
        || is_in_slow_mode(world, person, channel, now)
}

/// Whether slow mode keeps a person from posting.
pub(crate) fn is_in_slow_mode(
    world: &World,
    person: Id,
    channel: &Channel,
    now: Timestamp,
) -> bool {
    let theirs = permissions_of(world, person, channel).unwrap_or(Permissions::NONE);
    if theirs.has(Permissions::BYPASS_SLOWMODE) {
        return false;
    }
    let seconds = i64::from(channel.slow_mode_seconds);
    let is_recent = |id: &&Id| now.duration_since(id.time()).as_secs() < seconds;
    let is_theirs = |&id: &Id| world.message(id).is_some_and(|message| message.author == person);
    channel.messages.keys().rev().take_while(is_recent).any(is_theirs)
}

/// Whether a private thread is open to somebody with these permissions. Other channels are.
fn is_open_to(person: Id, theirs: Permissions, channel: &Channel) -> bool {
    channel.kind != ChannelKind::PrivateThread
        || channel.people.contains(&person)
        || theirs.has(Permissions::MANAGE_THREADS)
}
