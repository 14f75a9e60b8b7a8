//! The permissions that the bot needs in a channel, and those that it lacks there.

use serenity::all::Permissions;

use super::interaction::Origin;
use kradan_i18n::Permission;
use kradan_table::Venue;

/// The permissions that the bot lacks to show a game where a request comes from. Without files a
/// board comes as text, so that permission is not among them.
pub(crate) fn missing(origin: &Origin, venue: Venue) -> Vec<Permission> {
    let mut needed = to_write(origin);
    if venue == Venue::Thread {
        needed.extend(for_threads(origin));
    }
    lacking(origin, needed)
}

/// All permissions that the bot lacks where a request comes from: those without which it does less,
/// too.
pub(crate) fn all_missing(origin: &Origin) -> Vec<Permission> {
    let mut needed = to_write(origin);
    needed.push((Permissions::ATTACH_FILES, Permission::AttachFiles));
    needed.push((Permissions::READ_MESSAGE_HISTORY, Permission::ReadMessageHistory));
    needed.extend(for_threads(origin));
    lacking(origin, needed)
}

/// Whether threads can be opened where a request comes from. Threads, voice channels and private
/// conversations have none, and where the bot is no member it opens none.
pub(crate) fn has_threads(origin: &Origin) -> bool {
    origin.guild.is_some() && origin.is_member && origin.may_have_threads()
}

type Needed = (Permissions, Permission);

fn to_write(origin: &Origin) -> Vec<Needed> {
    let writing = if origin.is_thread() {
        (Permissions::SEND_MESSAGES_IN_THREADS, Permission::SendMessagesInThreads)
    } else {
        (Permissions::SEND_MESSAGES, Permission::SendMessages)
    };
    let mut needed = vec![(Permissions::VIEW_CHANNEL, Permission::ViewChannel)];
    // Without it nothing else counts in a voice channel.
    if origin.is_voice() {
        needed.push((Permissions::CONNECT, Permission::Connect));
    }
    needed.push(writing);
    needed
}

fn for_threads(origin: &Origin) -> impl Iterator<Item = Needed> + use<> {
    let needed = [
        (Permissions::CREATE_PUBLIC_THREADS, Permission::CreatePublicThreads),
        (Permissions::SEND_MESSAGES_IN_THREADS, Permission::SendMessagesInThreads),
    ];
    let count = if has_threads(origin) { needed.len() } else { 0 };
    needed.into_iter().take(count)
}

/// The needed permissions that the bot lacks. Where a person brought it along nobody could give it
/// any, and in a private conversation it needs none.
fn lacking(origin: &Origin, needed: Vec<Needed>) -> Vec<Permission> {
    let is_our_guild = origin.guild.is_some() && origin.is_member;
    let Some(ours) = origin.permissions.filter(|_| is_our_guild) else { return Vec::new() };
    let lacks = |(bit, _): &Needed| !ours.contains(*bit);
    needed.into_iter().filter(lacks).map(|(_, permission)| permission).collect()
}
