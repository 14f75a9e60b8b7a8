//! Delivering one entry after those of its table that were made before it.

use std::time::Duration;

use jiff::SignedDuration;

use super::super::api::InteractionHandle;
use super::super::limits::TOKEN_USED_FOR;
use super::announcement::Announcement;
use super::decide::{
    Circumstances, Delivered, DeliveryOutcome, Next, Way, aftermath, next, try_again,
};
use super::delivery::{Delivery, age};
use super::run::WAIT_MAX;
use crate::service::{
    ChannelAccess, Committed, ControlMessage, ErrorChain, OutboxEntry, OutboxEntryId,
    QueuedDelivery, StoreError, StoredTable,
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

impl Delivery {
    /// Delivers an entry under its table's delivery lock.
    pub(super) async fn deliver(&self, entry: &OutboxEntry) -> Result<(), StoreError> {
        let _lock = self.bot.service.lock_delivery(entry.id.table).await;
        let pending = self.bot.service.store().pending_of_table(entry.id.table).await?;
        self.deliver_earlier(entry, pending).await?;
        self.deliver_now(entry).await
    }

    /// Waits for the delivery lock of a committed change, which keeps it, and delivers the entries
    /// that were made before its own.
    pub(crate) async fn wait_for_turn(&self, committed: &mut Committed) -> Pending {
        let (Some(queued), Some(entry)) = (committed.delivery.take(), &committed.entry) else {
            return Pending::No;
        };
        let store = self.bot.service.store();
        // Who holds the lock may be delivering an earlier entry.
        let is_behind = matches!(queued, QueuedDelivery::Waiting(_))
            && store
                .pending_of_table(committed.id)
                .await
                .is_ok_and(|pending| pending.iter().any(|it| is_before(it, entry)));
        committed.delivery = Some(QueuedDelivery::Ready(queued.ready().await));
        let pending = match store.pending_of_table(committed.id).await {
            Ok(pending) => pending,
            Err(error) => {
                tracing::error!(error = %ErrorChain(&error), table = committed.id.0, "an earlier entry stays pending");
                return Pending::Yes;
            }
        };
        // An interaction that came twice is responded to once.
        if !pending.iter().any(|it| it.id == entry.id && it.left_behind().is_none()) {
            return Pending::No;
        }
        committed.is_after_others = is_behind || pending.iter().any(|it| is_before(it, entry));
        if let Err(error) = self.deliver_earlier(entry, pending).await {
            tracing::error!(error = %ErrorChain(&error), table = committed.id.0, "an earlier entry stays pending");
        }
        Pending::Yes
    }

    /// Whether what happened is still to be announced.
    pub(crate) async fn pending(&self, committed: &Committed) -> Pending {
        match &committed.entry {
            Some(entry) => self.pending_entry(entry.id).await,
            None => Pending::No,
        }
    }

    async fn pending_entry(&self, id: OutboxEntryId) -> Pending {
        let is_delivered = |it: Option<OutboxEntry>| it.is_none_or(|it| it.left_behind().is_some());
        let entry = self.bot.service.store().outbox_entry(id).await;
        if entry.is_ok_and(is_delivered) { Pending::No } else { Pending::Yes }
    }

    /// Delivers those of the pending entries of a table that were made before one, in their order.
    async fn deliver_earlier(
        &self,
        entry: &OutboxEntry,
        pending: Vec<OutboxEntry>,
    ) -> Result<(), StoreError> {
        for earlier in pending.iter().filter(|it| is_before(it, entry)) {
            self.wait_for_response(earlier).await;
            self.deliver_now(earlier).await?;
        }
        Ok(())
    }

    /// Waits until the response to an interaction has arrived or never will. Whoever holds a delivery
    /// lock meets only responses from before a restart, which wait for seconds, and those of other
    /// processes, which are looked for; an entry that was postponed is tried again at once, for its turn
    /// has come.
    async fn wait_for_response(&self, entry: &OutboxEntry) {
        let wait = entry.ready_at.duration_since(self.bot.service.clock().now());
        // The first attempt after a response failed gives Discord a moment to take that response.
        let is_soon = entry.attempts == 0 || entry.attempts == 1 && entry.answer.is_some();
        let (true, Ok(wait)) = (is_soon, Duration::try_from(wait)) else { return };
        let until_delivered = async {
            let mut pause = FIRST_LOOK;
            loop {
                tokio::time::sleep(pause).await;
                pause = (2 * pause).min(LAST_LOOK);
                if let Ok(None) = self.bot.service.store().outbox_entry(entry.id).await {
                    return;
                }
            }
        };
        // Otherwise it is delivered now.
        _ = tokio::time::timeout(wait.min(WAIT_MAX), until_delivered).await;
    }

    /// Delivers an entry, unless that was done.
    async fn deliver_now(&self, entry: &OutboxEntry) -> Result<(), StoreError> {
        let id = entry.id;
        let Some(entry) = self.bot.service.store().outbox_entry(id).await? else { return Ok(()) };
        if let Some(group) = &entry.group {
            return self.deliver_in_group(&entry, group).await;
        }
        let stored = match self.bot.service.load(id.table).await {
            Ok(Some(stored)) => stored,
            Ok(None) => return self.bot.service.store().mark_delivered(id, None).await,
            Err(error) if error.is_of_one_value() => {
                tracing::error!(error = %ErrorChain(&error), table = id.table.0, "the table of an entry cannot be loaded");
                return self.apply(&entry, try_again(entry.attempts, Duration::ZERO)).await;
            }
            Err(error) => return Err(error),
        };
        if let Some(left) = entry.left_behind() {
            return self.tell_left_channel(&entry, &stored, left).await;
        }
        let announcement = self.announcement_of(&entry, &stored).await;
        if announcement.is_overdue() {
            // The move of which it reminds is made, or comes too late.
            return self.bot.service.store().mark_delivered(id, None).await;
        }
        if announcement.is_reminder() && self.remind(&entry, &announcement).await? {
            return Ok(());
        }
        self.deliver_by_message(&entry, &stored, &announcement).await
    }

    /// Delivers a reminder by direct message, where its player chose that. Returns whether nothing is
    /// left to do.
    async fn remind(
        &self,
        entry: &OutboxEntry,
        announcement: &Announcement<'_>,
    ) -> Result<bool, StoreError> {
        match self.remind_in_private(entry, announcement).await {
            Ok(false) => return Ok(false),
            Ok(true) => self.finish_message(entry, announcement.stored, None).await?,
            Err(error) => {
                tracing::warn!(table = entry.id.table.0, error = %ErrorChain(&error), "a reminder is not delivered by direct message");
                self.apply(entry, try_again(entry.attempts, error.retry_after())).await?;
            }
        }
        Ok(true)
    }

    /// Delivers an entry by a message in its channel, or in private where that is not possible.
    async fn deliver_by_message(
        &self,
        entry: &OutboxEntry,
        stored: &StoredTable,
        announcement: &Announcement<'_>,
    ) -> Result<(), StoreError> {
        let id = entry.id;
        let is_elsewhere = entry.channel != stored.table.channel();
        let (mut message, preferences) = self.message_of(entry, announcement).await;
        self.add_footer(&mut message, entry, announcement, (is_elsewhere, preferences.language))
            .await;
        if is_elsewhere {
            // The controls are where the table is now.
            message.rows.clear();
            message.ping.clear();
        }
        let posted = match self.access_to(entry).await? {
            ChannelAccess::Member => self.post(entry, &message, preferences.language).await,
            ChannelAccess::AnswersOnly => {
                self.edit_deferred_or_tell(entry, announcement, &message).await
            }
        };
        let at = Circumstances {
            attempts: entry.attempts,
            age: age(entry, self.bot.service.clock().now()),
            is_reminder: announcement.is_reminder(),
            is_elsewhere,
            has_token: entry.answer.is_some(),
        };
        let error = match posted {
            Ok(message) => {
                self.tell_where_closed(entry, announcement).await;
                return self.finish_message(entry, stored, message).await;
            }
            Err(error) => error,
        };
        tracing::warn!(table = id.table.0, error = %ErrorChain(&error), "an entry is not delivered: Discord refused or failed");
        match next(Way::Message, DeliveryOutcome::Failed(&error), &at) {
            Next::Finish => self.finish_message(entry, stored, None).await,
            Next::TellInPrivate => {
                let result = self.tell_in_private(entry, announcement, Some(&error)).await;
                let Err(error) = result else {
                    return self.finish_message(entry, stored, None).await;
                };
                tracing::warn!(table = id.table.0, error = %ErrorChain(&error), "an entry is not delivered in private");
                let failed = DeliveryOutcome::Failed(&error);
                self.apply(entry, next(Way::Private, failed, &at)).await
            }
            other => self.apply(entry, other).await,
        }
    }

    /// What we can do in the channel of an entry. A stored value that cannot be read is as good as
    /// none.
    async fn access_to(&self, entry: &OutboxEntry) -> Result<ChannelAccess, StoreError> {
        match self.bot.service.store().channel_access(entry.channel).await {
            Err(error) if error.is_of_one_value() => {
                tracing::error!(error = %ErrorChain(&error), channel = entry.channel.0, "the access to a channel cannot be read");
                Ok(ChannelAccess::default())
            }
            other => other,
        }
    }

    /// Ends an entry that was told by a message, or without one.
    async fn finish_message(
        &self,
        entry: &OutboxEntry,
        stored: &StoredTable,
        message: Option<MessageId>,
    ) -> Result<(), StoreError> {
        let before = self.board_before(entry.id.table).await?;
        let message = message.map(|it| ControlMessage::new(entry.channel, it));
        // The board before may be in another server, or in none.
        let before_here = before.filter(|board| {
            // The thread of a message has the message's id.
            board.channel == entry.channel || board.message.0 == entry.channel.0
        });
        let guild = self.bot.guilds.of(entry.channel);
        let guild = guild.or_else(|| before_here.and_then(|board| board.guild));
        let delivered = Delivered { message, guild, before, pressed: None };
        self.finish(entry, aftermath(entry, stored, &delivered)).await?;
        self.bot.allow_rematch_again(entry, stored).await;
        tracing::debug!(
            table = entry.id.table.0,
            revision = entry.id.revision,
            "an entry is delivered by a message"
        );
        Ok(())
    }

    /// Does what was decided about an entry that is not delivered.
    pub(super) async fn apply(&self, entry: &OutboxEntry, next: Next) -> Result<(), StoreError> {
        match next {
            Next::TryAgain(pause) | Next::LeaveToLoop(pause) => self.postpone(entry, pause).await,
            // Decided of messages alone.
            Next::TellInPrivate => self.postpone(entry, SignedDuration::ZERO).await,
            Next::Finish => self.bot.service.store().mark_delivered(entry.id, None).await,
            Next::GiveUp => {
                tracing::error!(table = entry.id.table.0, "an entry is given up");
                self.bot.service.store().mark_delivered(entry.id, None).await
            }
        }
    }

    async fn postpone(&self, entry: &OutboxEntry, pause: SignedDuration) -> Result<(), StoreError> {
        let now = self.bot.service.clock().now();
        if now < entry.ready_at {
            // It was hurried, and its time still comes: that costs no attempt.
            return Ok(());
        }
        let at = now.saturating_add(pause).unwrap_or(now);
        self.bot.service.store().postpone(entry.id, at).await
    }

    /// How the interaction of an entry can be responded to, while its token lives.
    pub(super) fn handle_of<'a>(&self, entry: &'a OutboxEntry) -> Option<InteractionHandle<'a>> {
        let answer = entry.answer.as_ref()?;
        let is_alive = age(entry, self.bot.service.clock().now()) <= TOKEN_USED_FOR;
        is_alive.then(|| InteractionHandle {
            application: self.bot.api.application(),
            interaction: answer.interaction,
            token: &answer.token,
        })
    }
}
