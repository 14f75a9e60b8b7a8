//! Delivering one entry after those of its table that were made before it.

use std::time::Duration;

use jiff::SignedDuration;

use super::decide::{Delivered, DeliveryOutcome, Next, Way, aftermath, next, try_again};
use super::delivery;
use super::run::WAIT_MAX;
use super::{hidden, moved, old_messages, post, private, remind};
use crate::discord::shared::bot::Bot;
use crate::discord::view::announcement::Announcement;
use crate::service::{
    Addressed, ChannelAccess, Committed, ControlMessage, ErrorChain, OutboxEntry, QueuedDelivery,
    Store, StoreError, StoredTable, TableService,
};
use kradan_table::MessageId;

/// After how long another process is first looked for that delivers an earlier entry, and how long it is
/// until the next looks at most: it takes milliseconds.
const FIRST_LOOK: Duration = Duration::from_millis(20);
const LAST_LOOK: Duration = Duration::from_millis(500);

/// Whether an entry is still to be delivered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pending {
    Yes,
    /// It was delivered meanwhile.
    No,
}

impl Pending {
    pub(crate) fn and(self, other: Pending) -> Pending {
        if self == Pending::Yes { other } else { Pending::No }
    }
}

/// Whether an entry has to be delivered before another one of its table. The channel that a table left can
/// be told at any time.
fn is_before(entry: &OutboxEntry, other: &OutboxEntry) -> bool {
    entry.id.revision < other.id.revision && entry.left_behind().is_none()
}

/// Delivers an entry under its table's delivery lock.
pub(super) async fn in_turn(bot: &Bot, entry: &OutboxEntry) -> Result<(), StoreError> {
    let _lock = bot.service.lock_delivery(entry.id.table).await;
    let pending = bot.service.store().pending_of_table(entry.id.table).await?;
    deliver_earlier(bot, entry, pending).await?;
    deliver_now(bot, entry).await
}

/// Waits for the delivery lock of a committed change, which keeps it, and delivers the entries
/// that were made before its own.
pub(crate) async fn wait_for_turn(bot: &Bot, committed: &mut Committed) -> Pending {
    let (Some(queued), Some(entry)) = (committed.delivery.take(), &committed.entry) else {
        return Pending::No;
    };
    let store = bot.service.store();
    // Who holds the lock may be delivering an earlier entry.
    let is_behind = matches!(queued, QueuedDelivery::Waiting(_))
        && store
            .pending_of_table(committed.id)
            .await
            .is_ok_and(|pending| pending.iter().any(|earlier| is_before(earlier, entry)));
    committed.delivery = Some(QueuedDelivery::Ready(queued.ready().await));
    let pending = match store.pending_of_table(committed.id).await {
        Ok(pending) => pending,
        Err(error) => {
            tracing::error!(error = %ErrorChain(&error), table = %committed.id.0, "earlier outbox entry still pending");
            return Pending::Yes;
        }
    };
    // An interaction that came twice is responded to once.
    if !pending.iter().any(|other| other.id == entry.id && other.left_behind().is_none()) {
        return Pending::No;
    }
    committed.is_after_others =
        is_behind || pending.iter().any(|earlier| is_before(earlier, entry));
    if let Err(error) = deliver_earlier(bot, entry, pending).await {
        tracing::error!(error = %ErrorChain(&error), table = %committed.id.0, "earlier outbox entry still pending");
    }
    Pending::Yes
}

/// Whether what happened is still to be announced.
pub(crate) async fn pending(store: &dyn Store, committed: &Committed) -> Pending {
    let Some(entry) = &committed.entry else { return Pending::No };
    match store.outbox_entry(entry.id).await {
        Ok(None) => Pending::No,
        Ok(Some(stored)) if stored.left_behind().is_some() => Pending::No,
        Ok(Some(_)) | Err(_) => Pending::Yes,
    }
}

/// Delivers those of the pending entries of a table that were made before one, in their order.
async fn deliver_earlier(
    bot: &Bot,
    entry: &OutboxEntry,
    pending: Vec<OutboxEntry>,
) -> Result<(), StoreError> {
    for earlier in pending.iter().filter(|earlier| is_before(earlier, entry)) {
        wait_for_response(&bot.service, earlier).await;
        deliver_now(bot, earlier).await?;
    }
    Ok(())
}

/// Waits until the response to an interaction has arrived or never will. Whoever holds a delivery
/// lock meets only responses from before a restart, which wait for seconds, and those of other
/// processes, which are looked for; an entry that was postponed is tried again at once, for its turn
/// has come.
async fn wait_for_response(service: &TableService, entry: &OutboxEntry) {
    let wait = entry.ready_at.duration_since(service.clock().now());
    // The first attempt after a response failed gives Discord a moment to take that response.
    let is_soon = entry.attempts == 0 || entry.attempts == 1 && entry.answer.is_some();
    let (true, Ok(wait)) = (is_soon, Duration::try_from(wait)) else { return };
    let until_delivered = async {
        let mut pause = FIRST_LOOK;
        loop {
            tokio::time::sleep(pause).await;
            pause = (2 * pause).min(LAST_LOOK);
            if let Ok(None) = service.store().outbox_entry(entry.id).await {
                return;
            }
        }
    };
    // Otherwise it is delivered now.
    _ = tokio::time::timeout(wait.min(WAIT_MAX), until_delivered).await;
}

/// Delivers an entry, unless that was done.
async fn deliver_now(bot: &Bot, entry: &OutboxEntry) -> Result<(), StoreError> {
    let id = entry.id;
    let Some(entry) = bot.service.store().outbox_entry(id).await? else { return Ok(()) };
    if let Some(group) = &entry.group {
        return remind::deliver_in_group(bot, &entry, group).await;
    }
    let stored = match bot.service.load(id.table).await {
        Ok(Some(stored)) => stored,
        Ok(None) => return bot.service.store().mark_delivered(id, None).await,
        Err(error) if error.is_of_one_value() => {
            tracing::error!(error = %ErrorChain(&error), table = %id.table.0, "table of an outbox entry cannot be loaded");
            return apply(&bot.service, &entry, try_again(entry.attempts, Duration::ZERO)).await;
        }
        Err(error) => return Err(error),
    };
    if let Some(left) = entry.left_behind() {
        return moved::tell_left_channel(bot, &entry, &stored, left).await;
    }
    let (announcement, read) = delivery::announcement_of(bot, &entry, &stored).await;
    if announcement.is_overdue() {
        // The move of which it reminds is made, or comes too late.
        return bot.service.store().mark_delivered(id, None).await;
    }
    if announcement.is_reminder() && deliver_reminder(bot, &entry, &announcement).await? {
        return Ok(());
    }
    deliver_by_message(bot, &entry, &stored, (&announcement, &read)).await
}

/// Delivers a reminder by direct message, where its player chose that. Returns whether nothing is
/// left to do.
async fn deliver_reminder(
    bot: &Bot,
    entry: &OutboxEntry,
    announcement: &Announcement<'_>,
) -> Result<bool, StoreError> {
    match remind::in_private(bot, entry, announcement).await {
        Ok(false) => return Ok(false),
        Ok(true) => finish_message(bot, entry, announcement.stored, None).await?,
        Err(error) => {
            tracing::warn!(table = %entry.id.table.0, error = %ErrorChain(&error), "reminder not sent by direct message");
            apply(&bot.service, entry, try_again(entry.attempts, error.retry_after())).await?;
        }
    }
    Ok(true)
}

/// Delivers an entry by a message in its channel, or in private where that is not possible.
async fn deliver_by_message(
    bot: &Bot,
    entry: &OutboxEntry,
    stored: &StoredTable,
    (announcement, read): (&Announcement<'_>, &Addressed),
) -> Result<(), StoreError> {
    let id = entry.id;
    let is_elsewhere = entry.channel != stored.table.channel();
    let (mut message, preferences) = delivery::message_of(bot, entry, (announcement, read)).await;
    delivery::add_footer(
        bot,
        &mut message,
        entry,
        announcement,
        (is_elsewhere, preferences.language),
    )
    .await;
    if is_elsewhere {
        // The controls are where the table is now.
        message.rows.clear();
        message.ping.clear();
    }
    let posted = match access_to(bot, entry).await? {
        ChannelAccess::Member => post::in_channel(bot, entry, &message, preferences.language).await,
        ChannelAccess::AnswersOnly => {
            private::edit_deferred_or_tell(bot, entry, announcement, &message).await
        }
    };
    let at = delivery::circumstances(&bot.service, entry, stored);
    let error = match posted {
        Ok(message) => {
            if !read.is_reader {
                hidden::tell_called(bot, entry, announcement).await;
            }
            return finish_message(bot, entry, stored, message).await;
        }
        Err(error) => error,
    };
    tracing::warn!(table = %id.table.0, error = %ErrorChain(&error), "outbox entry not delivered: Discord refused or failed");
    match next(Way::Message, DeliveryOutcome::Failed(&error), &at) {
        Next::Finish => finish_message(bot, entry, stored, None).await,
        Next::TellInPrivate => {
            let result = private::tell_concerned(bot, entry, announcement, Some(&error)).await;
            let Err(error) = result else {
                return finish_message(bot, entry, stored, None).await;
            };
            tracing::warn!(table = %id.table.0, error = %ErrorChain(&error), "outbox entry not delivered by direct message");
            let failed = DeliveryOutcome::Failed(&error);
            apply(&bot.service, entry, next(Way::Private, failed, &at)).await
        }
        other => apply(&bot.service, entry, other).await,
    }
}

/// What we can do in the channel of an entry. A stored value that cannot be read is as good as
/// none.
async fn access_to(bot: &Bot, entry: &OutboxEntry) -> Result<ChannelAccess, StoreError> {
    match bot.service.store().channel_access(entry.channel).await {
        Err(error) if error.is_of_one_value() => {
            tracing::error!(error = %ErrorChain(&error), channel = %entry.channel.0, "access to a channel cannot be read");
            Ok(ChannelAccess::default())
        }
        other => other,
    }
}

/// Ends an entry that was told by a message, or without one.
async fn finish_message(
    bot: &Bot,
    entry: &OutboxEntry,
    stored: &StoredTable,
    message: Option<MessageId>,
) -> Result<(), StoreError> {
    let before = delivery::board_before(bot, entry.id.table).await?;
    let message = message.map(|message| ControlMessage::new(entry.channel, message));
    // The board before may be in another server, or in none.
    let before_here = before.filter(|board| {
        // The thread of a message has the message's id.
        board.channel == entry.channel || board.message.0 == entry.channel.0
    });
    let guild = bot.guilds.of(entry.channel);
    let guild = guild.or_else(|| before_here.and_then(|board| board.guild));
    let delivered = Delivered { message, guild, before, pressed: None };
    delivery::finish(&bot.service, entry, aftermath(entry, stored, &delivered)).await?;
    old_messages::allow_rematch_again(&bot.service, entry, stored).await;
    tracing::debug!(
        table = %entry.id.table.0,
        revision = entry.id.revision,
        "outbox entry delivered by message"
    );
    Ok(())
}

/// Does what was decided about an entry that is not delivered.
pub(super) async fn apply(
    service: &TableService,
    entry: &OutboxEntry,
    next: Next,
) -> Result<(), StoreError> {
    match next {
        Next::TryAgain(pause) | Next::LeaveToLoop(pause) => postpone(service, entry, pause).await,
        // Decided of messages alone.
        Next::TellInPrivate => postpone(service, entry, SignedDuration::ZERO).await,
        Next::Finish => service.store().mark_delivered(entry.id, None).await,
        Next::GiveUp => {
            tracing::error!(table = %entry.id.table.0, "outbox entry given up");
            service.store().mark_delivered(entry.id, None).await
        }
    }
}

async fn postpone(
    service: &TableService,
    entry: &OutboxEntry,
    pause: SignedDuration,
) -> Result<(), StoreError> {
    let now = service.clock().now();
    if now < entry.ready_at {
        // It was hurried, and its time still comes: that costs no attempt.
        return Ok(());
    }
    let at = now.saturating_add(pause).unwrap_or(now);
    service.store().postpone(entry.id, at).await
}
