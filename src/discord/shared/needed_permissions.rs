//! The permissions that the bot needs in a channel, and those that it lacks there.

use serenity::all::Permissions;

use super::interaction::Origin;
use kradan_i18n::Permission;
use kradan_table::{ApplicationId, Venue};

/// The link that adds the bot to a server, with every permission that it needs somewhere.
#[must_use]
pub fn invitation(application: ApplicationId) -> String {
    let needed: Permissions = Permission::ALL.into_iter().map(bit).collect();
    let (client, permissions) = (application.0, needed.bits());
    let scope = "bot+applications.commands";
    format!(
        "https://discord.com/oauth2/authorize?client_id={client}&permissions={permissions}&scope={scope}"
    )
}

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
    needed.extend([Permission::AttachFiles, Permission::ReadMessageHistory]);
    needed.extend(for_threads(origin));
    lacking(origin, needed)
}

/// Whether threads can be opened where a request comes from. Threads, voice channels and private
/// conversations have none, and where the bot is no member it opens none.
pub(crate) fn has_threads(origin: &Origin) -> bool {
    origin.guild.is_some() && origin.is_member && origin.may_have_threads()
}

fn to_write(origin: &Origin) -> Vec<Permission> {
    let writing = if origin.is_thread() {
        Permission::SendMessagesInThreads
    } else {
        Permission::SendMessages
    };
    let mut needed = vec![Permission::ViewChannel];
    // Without it nothing else counts in a voice channel.
    if origin.is_voice() {
        needed.push(Permission::Connect);
    }
    needed.push(writing);
    needed
}

fn for_threads(origin: &Origin) -> impl Iterator<Item = Permission> + use<> {
    let needed = [Permission::CreatePublicThreads, Permission::SendMessagesInThreads];
    let count = if has_threads(origin) { needed.len() } else { 0 };
    needed.into_iter().take(count)
}

/// The needed permissions that the bot lacks. Where a person brought it along nobody could give it
/// any, and in a private conversation it needs none.
fn lacking(origin: &Origin, mut needed: Vec<Permission>) -> Vec<Permission> {
    let is_our_guild = origin.guild.is_some() && origin.is_member;
    let Some(ours) = origin.permissions.filter(|_| is_our_guild) else { return Vec::new() };
    needed.retain(|&permission| !ours.contains(bit(permission)));
    needed
}

fn bit(permission: Permission) -> Permissions {
    match permission {
        Permission::ViewChannel => Permissions::VIEW_CHANNEL,
        Permission::Connect => Permissions::CONNECT,
        Permission::SendMessages => Permissions::SEND_MESSAGES,
        Permission::AttachFiles => Permissions::ATTACH_FILES,
        Permission::ReadMessageHistory => Permissions::READ_MESSAGE_HISTORY,
        Permission::CreatePublicThreads => Permissions::CREATE_PUBLIC_THREADS,
        Permission::SendMessagesInThreads => Permissions::SEND_MESSAGES_IN_THREADS,
    }
}

#[cfg(test)]
mod tests {
    use serenity::all::ChannelType;

    use super::*;
    use kradan_table::{ChannelId, GuildId};

    #[test]
    fn an_invitation_asks_for_what_is_checked_and_nothing_else() {
        let checked = [ChannelType::Text, ChannelType::Voice, ChannelType::PublicThread]
            .map(|kind| Origin {
                channel: ChannelId(1),
                guild: Some(GuildId(2)),
                guild_locale: None,
                permissions: Some(Permissions::empty()),
                user_permissions: None,
                user_roles: Vec::new(),
                is_member: true,
                kind: Some(kind),
                parent: None,
                message: None,
                people: None,
            })
            .iter()
            .flat_map(all_missing)
            .fold(Permissions::empty(), |all, permission| all | bit(permission));
        assert_eq!(
            invitation(ApplicationId(3)),
            format!(
                "https://discord.com/oauth2/authorize?client_id=3&permissions={}\
                 &scope=bot+applications.commands",
                checked.bits(),
            )
        );
    }
}
