//! Links to messages and channels.

use crate::service::PostedBoard;
use kradan_table::{ChannelId, GuildId, MessageId};

/// The mention of a channel, or a link: clients show the mention of a direct conversation as
/// unknown.
pub(crate) fn written_channel(channel: ChannelId, is_in_server: bool) -> String {
    if is_in_server {
        format!("<#{}>", channel.0)
    } else {
        format!("https://discord.com/channels/@me/{}", channel.0)
    }
}

/// The link to the message with a board.
pub(crate) fn link(shown: &PostedBoard) -> String {
    message_link(shown.guild, shown.channel, shown.message)
}

/// The link to a message.
pub(crate) fn message_link(
    guild: Option<GuildId>,
    ChannelId(channel): ChannelId,
    MessageId(message): MessageId,
) -> String {
    let server = guild.map_or_else(|| "@me".to_owned(), |GuildId(server)| server.to_string());
    format!("https://discord.com/channels/{server}/{channel}/{message}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_leads_to_the_message() {
        let place = ChannelId(5);
        let (guild, message) = (Some(GuildId(4)), MessageId(6));
        let mut shown = PostedBoard { guild, channel: place, message, ply: 0, shows: None };
        assert_eq!(link(&shown), "https://discord.com/channels/4/5/6");
        shown.guild = None;
        assert_eq!(link(&shown), "https://discord.com/channels/@me/5/6");
        assert_eq!(written_channel(place, true), "<#5>");
        assert_eq!(written_channel(place, false), "https://discord.com/channels/@me/5");
    }
}
