//! Who may see a channel, and what they may do there.

use jiff::Timestamp;

use super::channel::{Channel, ChannelKind};
use super::permissions::Permissions;
use super::state::World;
use crate::emulator::id::Id;

impl World {
    /// Whether a person can view the channel.
    pub(in crate::emulator) fn is_in(&self, person: Id, channel: Id) -> bool {
        let Some(channel) = self.channels.get(&channel) else { return false };
        match channel.server {
            Some(_) => {
                let theirs = self.permissions_of(person, channel);
                theirs.is_some_and(|it| it.has(Permissions::VIEW_CHANNEL))
            }
            None => channel.people.contains(&person),
        }
    }

    /// A person's permissions in a server's channel; `None` for others than members. A thread has
    /// its parent's permissions.
    pub(in crate::emulator) fn permissions_of(
        &self,
        person: Id,
        channel: &Channel,
    ) -> Option<Permissions> {
        let server = self.servers.get(&channel.server?)?;
        let member = server.members.get(&person)?;
        let parent = channel.parent.and_then(|it| self.channels.get(&it));
        let denied = [Some(channel), parent].into_iter().flatten();
        let denied = denied.filter_map(|it| it.denied.get(&person));
        // Everybody has this permission unless it is denied.
        let given = member.permissions | Permissions::USE_EXTERNAL_APPS;
        Some(denied.fold(given, |left, &denied| left.without(denied)))
    }

    /// Whether Discord makes a response ephemeral: where the person may not send messages, during
    /// their slow mode, and for an external application without their permission to use those.
    pub(in crate::emulator) fn forces_ephemeral(
        &self,
        person: Id,
        channel: &Channel,
        now: Timestamp,
    ) -> bool {
        let Some(theirs) = self.permissions_of(person, channel) else { return false };
        let sending = match channel.kind {
            ChannelKind::Thread => Permissions::SEND_MESSAGES_IN_THREADS,
            ChannelKind::Text | ChannelKind::Direct | ChannelKind::Group => {
                Permissions::SEND_MESSAGES
            }
        };
        let is_external = !self.has_bot(channel);
        !theirs.has(sending)
            || (is_external && !theirs.has(Permissions::USE_EXTERNAL_APPS))
            || self.is_in_slow_mode(person, channel, now)
    }

    /// Whether slow mode keeps a person from posting.
    fn is_in_slow_mode(&self, person: Id, channel: &Channel, now: Timestamp) -> bool {
        let seconds = i64::from(channel.slow_mode_seconds);
        let is_recent = |id: &&Id| now.duration_since(id.time()).as_secs() < seconds;
        let is_theirs = |&id: &Id| self.message(id).is_some_and(|it| it.author == person);
        channel.messages.keys().rev().take_while(is_recent).any(is_theirs)
    }
}
