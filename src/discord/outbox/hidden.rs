//! Players who cannot play in the channel of their game: they lost a role, left the server or are in
//! time-out. Discord tells nobody of that, and a question takes up to four requests, so that it is asked with
//! a reminder, which is lost on them. From then on the player is no reader of the channel, until they do
//! something there or Discord says that they can: each turn of theirs is told in private.

use super::super::api::{MemberAccess, Priority};
use super::missed;
use super::private::{self, Hint};
use crate::discord::shared::bot::Bot;
use crate::discord::shared::{channel_access, guilds};
use crate::discord::view::announcement::Announcement;
use crate::service::{ErrorChain, OutboxEntry};
use kradan_table::PlayerId;

/// Why a player cannot play in the channel of an entry, if Discord says so. Notes whether they read
/// it.
pub(super) async fn closed_to(bot: &Bot, player: PlayerId, entry: &OutboxEntry) -> Option<Hint> {
    let channel = entry.channel;
    let guild = guilds::of_table(bot, entry.id.table, channel).await?;
    if !channel_access::can_act(bot, channel).await {
        return None;
    }
    let (place, now) = ((guild, channel), bot.service.clock().now());
    let access = bot.api.member_access(Priority::Announcement, place, player, now).await;
    let closed = match access {
        Ok(MemberAccess::Full) => None,
        Ok(MemberAccess::TimedOut) => Some(Hint::TimedOut),
        Ok(MemberAccess::None) => Some(Hint::CannotSee),
        Err(error) => {
            tracing::debug!(player = %player.0, error = %ErrorChain(&error), "access of a player to a channel cannot be read");
            return None;
        }
    };
    let noted = if closed.is_some() {
        bot.service.store().remove_reader(player, channel).await
    } else {
        bot.service.store().add_reader(player, channel).await
    };
    if let Err(error) = noted {
        tracing::warn!(channel = %channel.0, error = %ErrorChain(&error), "reader of a channel not stored");
    }
    closed
}

/// Tells in private what was announced in the channel, if it calls a player who is not known to read it
/// and cannot play there.
/// Should the bot end before that, they still are reminded.
pub(super) async fn tell_called(bot: &Bot, entry: &OutboxEntry, announcement: &Announcement<'_>) {
    let called = announcement.mentions().filter(|called| Some(*called) != entry.by);
    let Some(player) = called.filter(|_| !announcement.is_quiet) else { return };
    let Some(why) = closed_to(bot, player, entry).await else { return };
    let told = private::tell(bot, player, entry, announcement, Some(why)).await;
    if let Err(error) = told {
        tracing::warn!(table = %entry.id.table.0, error = %ErrorChain(&error), "direct message not sent");
        // They are reminded, or do something before that. What is not stored is logged there.
        _ = missed::add(bot, player, entry).await;
    }
}
