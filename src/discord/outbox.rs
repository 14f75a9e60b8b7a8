//! Delivering what is owed: notices that no interaction answers, and those whose answer did not
//! get through. One loop owns them, and delivers each of them once.

use std::collections::HashSet;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::time::Duration;

use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use jiff::{SignedDuration, Timestamp};
use tokio_util::sync::CancellationToken;

use super::announcement::{Announcement, mention};
use super::api::limits::TOKEN_USED_FOR;
use super::api::retry::{AFTER_STORE_FAILURE, DELIVERY};
use super::api::snowflake::{first_at, time_of};
use super::api::{ApiError, InteractionHandle, Original, base_62};
use super::bot::Bot;
use super::message::Message;
use super::payload::without_file;
use super::preferences::Preferences;
use super::resolve_table::link;
use super::respond::lacking_files;
use crate::i18n::{self, Language, Line};
use crate::service::{
    ChannelAccess, Committed, ControlMessage, ErrorChain, InteractionId, OutboxEntry,
    OutboxEntryId, PostedBoard, QueuedDelivery, Store, StoreError, StoredTable,
};
use crate::table::{ApplicationId, ChannelId, MessageId, TableId};

/// How many notices are delivered at once.
const AT_ONCE: usize = 32;

/// How long it waits at least and at most before it looks again.
const AGAIN: Duration = Duration::from_millis(100);
const PATIENCE: Duration = Duration::from_secs(30);

/// After how long what came of an interaction is forgotten, by Discord's time: a clock of ours may
/// be wrong. Discord repeats one within minutes.
const REMEMBERED: SignedDuration = SignedDuration::from_hours(1);

/// How often a notice is tried before it is given up: for weeks, as [`pause`] grows.
const ATTEMPTS_MAX: u32 = 60;

/// For how long what we may not say is tried again before those whom it concerns are told in
/// private, and how long it is at most until the next attempt.
const ALLOWED_AGAIN: SignedDuration = SignedDuration::from_mins(2);
const FORBIDDEN_AGAIN: SignedDuration = SignedDuration::from_secs(30);

impl<S: Store> Bot<S> {
    /// Delivers what is owed when it is ready, until it is told to stop.
    pub async fn deliver(&self, application: ApplicationId, stop: &CancellationToken) {
        let mut forgot = Timestamp::MIN;
        // Side by side: one channel in trouble does not keep the others waiting.
        let mut under_way = FuturesUnordered::new();
        let mut busy = HashSet::new();
        loop {
            let now = self.service.clock().now();
            let old = self.old();
            if old.duration_since(forgot) > REMEMBERED {
                forgot = old;
                if let Err(error) = self.forget_old(old).await {
                    tracing::error!(error = %ErrorChain(&error), "old interactions cannot be forgotten");
                }
            }
            let (ready, wait) = match self.ready(now, &busy).await {
                Ok(ready) => ready,
                Err(error) if error.is_final() => {
                    tracing::error!(error = %ErrorChain(&error), "what is owed cannot be read");
                    return;
                }
                Err(error) => {
                    tracing::error!(error = %ErrorChain(&error), "what is owed cannot be read");
                    (Vec::new(), AFTER_STORE_FAILURE)
                }
            };
            for notice in ready.into_iter().chain(self.hurried().await) {
                if !busy.insert(notice.id) {
                    continue;
                }
                under_way
                    .push(async move { (notice.id, self.deliver_one(application, &notice).await) });
            }
            tokio::select! {
                () = stop.cancelled() => break,
                () = self.service.outbox_changed() => {}
                () = tokio::time::sleep(wait) => {}
                Some((id, done)) = under_way.next() => match done {
                    Ok(()) => _ = busy.remove(&id),
                    Err(error) if error.is_final() => {
                        tracing::error!(error = %ErrorChain(&error), "what was told cannot be struck off");
                        return;
                    }
                    Err(error) => {
                        tracing::error!(error = %ErrorChain(&error), table = id.table.0, "a notice waits");
                        tokio::time::sleep(AFTER_STORE_FAILURE).await;
                        busy.remove(&id);
                    }
                }
            }
        }
        while under_way.next().await.is_some() {}
    }

    /// What is ready and not under way, as far as it can be taken up, and how long it is until
    /// there may be more.
    async fn ready(
        &self,
        now: Timestamp,
        busy: &HashSet<OutboxEntryId>,
    ) -> Result<(Vec<OutboxEntry>, Duration), StoreError> {
        let store = self.service.store();
        let mut owed = store.pending(now, AT_ONCE + busy.len()).await?;
        owed.retain(|notice| !busy.contains(&notice.id));
        owed.truncate(AT_ONCE.saturating_sub(busy.len()));
        let next = store.next_pending().await?.map_or(PATIENCE, |next| {
            // What is under way is owed since before now.
            Duration::try_from(next.duration_since(now)).unwrap_or_default()
        });
        Ok((owed, next.clamp(AGAIN, PATIENCE)))
    }

    /// Has what a table owes tried before its time: somebody asks there who has not seen it.
    pub(super) fn hurry(&self, table: TableId) {
        self.hurried.lock().unwrap_or_else(PoisonError::into_inner).insert(table);
        self.service.wake_loops();
    }

    /// What was put off and is wanted now.
    async fn hurried(&self) -> Vec<OutboxEntry> {
        let tables = {
            let mut hurried = self.hurried.lock().unwrap_or_else(PoisonError::into_inner);
            std::mem::take(&mut *hurried)
        };
        let mut wanted = Vec::new();
        for table in tables {
            match self.service.store().pending_of_table(table).await {
                // One that was never tried waits for an answer that is on its way.
                Ok(owed) => wanted.extend(owed.into_iter().find(|notice| notice.attempts > 0)),
                Err(error) => {
                    tracing::error!(error = %ErrorChain(&error), table = table.0, "what is owed waits");
                }
            }
        }
        wanted
    }

    async fn deliver_one(
        &self,
        application: ApplicationId,
        notice: &OutboxEntry,
    ) -> Result<(), StoreError> {
        let _voice = self.service.lock_delivery(notice.id.table).await;
        self.deliver_before(application, notice).await?;
        self.deliver_now(application, notice).await
    }

    /// Waits for one's turn to speak of a table, and delivers first what is owed from before. The
    /// turn keeps its voice.
    pub(super) async fn await_voice(&self, turn: &mut Committed) -> Owed {
        let (Some(queued), Some(notice)) = (turn.delivery.take(), &turn.entry) else {
            return Owed::NoLonger;
        };
        turn.delivery = Some(QueuedDelivery::Ready(queued.ready().await));
        // An interaction that came twice is answered once.
        let is_told = |it: Option<OutboxEntry>| it.is_none_or(|it| it.left_behind().is_some());
        if self.service.store().outbox_entry(notice.id).await.is_ok_and(is_told) {
            return Owed::NoLonger;
        }
        let application = self.api.application();
        if let Err(error) = self.deliver_before(application, notice).await {
            tracing::error!(error = %ErrorChain(&error), table = turn.id.0, "an earlier board is owed");
        }
        Owed::Still
    }

    /// Waits until the answer to an interaction has arrived or never will. Whoever holds a table's
    /// voice meets only answers from before a restart, and those wait for seconds; what was tried
    /// and put off is tried again right away, for its turn has come.
    async fn wait_for(&self, notice: &OutboxEntry) {
        let wait = notice.ready_at.duration_since(self.service.clock().now());
        // The first attempt after an answer failed gives Discord a moment to take that answer.
        let is_soon = notice.attempts == 0 || notice.attempts == 1 && notice.answer.is_some();
        if let (true, Ok(wait)) = (is_soon, Duration::try_from(wait)) {
            tokio::time::sleep(wait.min(PATIENCE)).await;
        }
    }

    /// Delivers what a table owes from before a notice, in its order.
    async fn deliver_before(
        &self,
        application: ApplicationId,
        notice: &OutboxEntry,
    ) -> Result<(), StoreError> {
        let owed = self.service.store().pending_of_table(notice.id.table).await?;
        // Where a table went can be told at any time in the place that it left.
        let is_before =
            |it: &&OutboxEntry| it.id.revision < notice.id.revision && it.left_behind().is_none();
        for earlier in owed.iter().filter(is_before) {
            self.wait_for(earlier).await;
            self.deliver_now(application, earlier).await?;
        }
        Ok(())
    }

    /// Has the loop deliver a notice without waiting for its time.
    pub(super) async fn deliver_soon(&self, notice: &OutboxEntry) {
        let soon = self.service.clock().now();
        let at = match notice.answer {
            // Discord may still be busy with the answer that did not come through.
            Some(_) => soon.saturating_add(SignedDuration::from_secs(1)).unwrap_or(soon),
            None => soon,
        };
        self.deliver_at(notice, at).await;
    }

    /// Has the loop deliver a notice at a time.
    pub(super) async fn deliver_at(&self, notice: &OutboxEntry, at: Timestamp) {
        if let Err(error) = self.service.store().postpone(notice.id, at).await {
            tracing::error!(error = %ErrorChain(&error), table = notice.id.table.0, "a notice waits longer than it has to");
        }
        self.service.wake_loops();
    }

    /// Delivers a notice, unless that was done.
    async fn deliver_now(
        &self,
        application: ApplicationId,
        notice: &OutboxEntry,
    ) -> Result<(), StoreError> {
        let id = notice.id;
        let Some(notice) = self.service.store().outbox_entry(id).await? else { return Ok(()) };
        let row = match self.service.load(id.table).await {
            Ok(Some(row)) => row,
            Ok(None) => return self.service.store().mark_delivered(id, None).await,
            Err(error) if error.is_of_one_value() => {
                tracing::error!(error = %ErrorChain(&error), table = id.table.0, "a table cannot be loaded");
                return self.put_off(&notice).await;
            }
            Err(error) => return Err(error),
        };
        if let Some(place) = notice.left_behind() {
            return self.tell_where_it_went(&notice, &row, place).await;
        }
        let is_quiet = self.is_shown_already(&notice).await;
        let news = Announcement { is_quiet, ..Announcement::of(&notice, &row) };
        if news.is_overdue() {
            // The move that it asks for is made, or comes too late.
            return self.service.store().mark_delivered(id, None).await;
        }
        let preferences = match news.calls().or(notice.by) {
            Some(reader) => self.taste_of(reader).await,
            None => Preferences::default(),
        };
        let mut message = news.message(&preferences);
        if notice.channel != row.table.place() {
            // What can be pressed is where the table is now.
            message.rows.clear();
            message.ping = None;
        }
        let brought = match self.service.store().channel_access(notice.channel).await? {
            ChannelAccess::Member => {
                self.bring(application, &notice, &message, preferences.language).await
            }
            ChannelAccess::AnswersOnly => {
                let handle = handle(application, &notice, self.service.clock().now());
                self.bring_by_answer(handle, &notice, &news, &message).await
            }
        };
        match brought {
            Ok(found) => self.delivered(&notice, &row, found).await,
            Err(error @ (ApiError::Gone(_) | ApiError::Forbidden(_))) => {
                tracing::warn!(table = id.table.0, error = %ErrorChain(&error), "a place cannot be told");
                self.tell_elsewhere(&notice, &news, &row, &error).await
            }
            Err(error) => {
                tracing::warn!(table = id.table.0, error = %ErrorChain(&error), "a notice could not be delivered");
                self.put_off(&notice).await
            }
        }
    }

    /// Strikes a notice off that is there as a message. What comes late does not stand in for what
    /// was shown since.
    async fn delivered(
        &self,
        notice: &OutboxEntry,
        row: &StoredTable,
        message: Option<MessageId>,
    ) -> Result<(), StoreError> {
        let (id, news) = (notice.id, Announcement::of(notice, row));
        let before = self.service.store().posted_board(id.table).await?;
        let is_overtaken = !news.is_latest()
            || notice.channel != row.table.place()
            || (id.revision < row.revision && !row.table.is_open());
        let server = before.and_then(|shown| shown.guild);
        let shown = message.filter(|_| news.is_shown() && !is_overtaken);
        let shown = shown.map(|message| PostedBoard {
            guild: server,
            channel: notice.channel,
            message: message.0,
            ply: notice.ply,
        });
        let told =
            message.map(|message| ControlMessage { channel: notice.channel, message: message.0 });
        let before = before.map(|it| ControlMessage { channel: it.channel, message: it.message });
        // A process that has ended may have posted it when there was something to press. A challenge
        // that was accepted meanwhile is neither shown nor an offer any more.
        let is_old = is_overtaken || id.revision < row.revision;
        if shown.is_some() {
            // What it replaces is noted with it.
        } else if news.is_offer() && !is_overtaken {
            if let Some(offer) = told {
                self.note_offer(id.table, offer).await;
            }
        } else {
            let old = told.filter(|it| is_old && Some(*it) != before);
            let replaced = before.filter(|_| news.replaces() && !is_overtaken);
            self.strip(id.table, old.into_iter().chain(replaced).collect()).await;
        }
        self.strike_off(notice, shown).await?;
        self.worn.look();
        Ok(())
    }

    /// Strikes off what was told where a table is. Where it moved, the place that it left is told
    /// next.
    pub(super) async fn strike_off(
        &self,
        notice: &OutboxEntry,
        shown: Option<PostedBoard>,
    ) -> Result<(), StoreError> {
        if notice.left.is_none() {
            return self.service.store().mark_delivered(notice.id, shown).await;
        }
        let now = self.service.clock().now();
        self.service.store().mark_delivered_in_new_channel(notice.id, shown, now).await?;
        self.service.wake_loops();
        Ok(())
    }

    /// Tells those whom it concerns in private, where the place of a table is gone, or is not
    /// allowed to us. What can be allowed again within minutes is waited for, unless it reminds
    /// somebody.
    async fn tell_elsewhere(
        &self,
        notice: &OutboxEntry,
        news: &Announcement<'_>,
        row: &StoredTable,
        why: &ApiError,
    ) -> Result<(), StoreError> {
        if notice.channel != row.table.place() {
            // What is told where the table is now tells this as well.
            return self.delivered(notice, row, None).await;
        }
        let waited = self.service.clock().now().duration_since(notice.made_at);
        if let ApiError::Forbidden(_) = why
            && !news.is_reminder()
            && waited < ALLOWED_AGAIN
        {
            return self.put_off_by(notice, pause(notice.attempts).min(FORBIDDEN_AGAIN)).await;
        }
        match self.tell_concerned(notice, news, Some(why)).await {
            Ok(()) => self.delivered(notice, row, None).await,
            Err(error) => {
                tracing::warn!(table = notice.id.table.0, error = %ErrorChain(&error), "a player could not be told");
                self.put_off(notice).await
            }
        }
    }

    /// Says in the place that a table left where it is now. That is said once, where it may be.
    async fn tell_where_it_went(
        &self,
        notice: &OutboxEntry,
        row: &StoredTable,
        place: ChannelId,
    ) -> Result<(), StoreError> {
        let now = row.table.place();
        if now == place || !self.can_act(place).await {
            return self.service.store().mark_delivered(notice.id, None).await;
        }
        let shown = self.service.store().posted_board(notice.id.table).await?;
        let shown = shown.filter(|shown| shown.channel == now);
        let link = shown.map_or_else(|| format!("<#{}>", now.0), |shown| link(&shown));
        let reader = notice.by.and_then(|by| row.table.other_than(by)).or(notice.by);
        let language = match reader {
            Some(reader) => self.taste_of(reader).await.language,
            None => Language::English,
        };
        let text = i18n::line(&Line::GameLeft { link: &link }, language);
        // Who does not read the new place any more learns of it where they did.
        let called = reader.filter(|reader| Some(*reader) != notice.by);
        let message = match called {
            Some(called) => {
                let text = format!("{} {text}", mention(called));
                Message { ping: Some(called), ..Message::of(text) }
            }
            None => Message::of(text),
        };
        let mark = format!("{}.left", mark(notice));
        match self.say_once(place, notice, &message, &mark).await {
            Ok(()) => self.service.store().mark_delivered(notice.id, None).await,
            Err(error @ (ApiError::Gone(_) | ApiError::Forbidden(_) | ApiError::Faulty(_))) => {
                tracing::info!(table = notice.id.table.0, error = %ErrorChain(&error), "the place that a table left is not told");
                self.service.store().mark_delivered(notice.id, None).await
            }
            Err(error) => {
                tracing::warn!(table = notice.id.table.0, error = %ErrorChain(&error), "the place that a table left is told later");
                self.put_off(notice).await
            }
        }
    }

    /// Brings a notice to its place: finds it there, or posts it.
    async fn bring(
        &self,
        application: ApplicationId,
        notice: &OutboxEntry,
        message: &Message,
        language: Language,
    ) -> Result<Option<MessageId>, ApiError> {
        if let Some(handle) = handle(application, notice, self.service.clock().now()) {
            match self.api.original(handle).await? {
                Original::Message(found) => return Ok(Some(found)),
                // It stands where it was promised, which may be above boards that came since, and
                // an edit would call nobody.
                Original::Deferred => match self.api.delete_original(handle).await {
                    Ok(()) | Err(ApiError::Gone(_) | ApiError::TooLate) => {}
                    Err(error) => return Err(error),
                },
                Original::None => {}
            }
        }
        if let Some(found) = self.find(notice, message).await? {
            return Ok(Some(found));
        }
        let mark = mark(notice);
        match self.api.post(notice.channel, message, &mark).await {
            Err(ApiError::Forbidden(_)) if message.file.is_some() => {
                self.api.post(notice.channel, &bare(notice, message, language), &mark).await
            }
            other => other,
        }
    }

    async fn put_off(&self, notice: &OutboxEntry) -> Result<(), StoreError> {
        if notice.attempts >= ATTEMPTS_MAX {
            tracing::error!(table = notice.id.table.0, "a notice is given up");
            return self.service.store().mark_delivered(notice.id, None).await;
        }
        self.put_off_by(notice, pause(notice.attempts)).await
    }

    async fn put_off_by(
        &self,
        notice: &OutboxEntry,
        pause: SignedDuration,
    ) -> Result<(), StoreError> {
        let now = self.service.clock().now();
        if now < notice.ready_at {
            // It was tried before its time, which still comes: to be asked for costs no attempt.
            return Ok(());
        }
        let at = now.saturating_add(pause).unwrap_or(now);
        self.service.store().postpone(notice.id, at).await
    }

    /// The time before which interactions are old: long before the newest was made. Where none came
    /// yet, none is.
    fn old(&self) -> Timestamp {
        let newest = time_of(self.newest.load(Ordering::Relaxed));
        newest.saturating_sub(REMEMBERED).unwrap_or(newest)
    }

    async fn forget_old(&self, old: Timestamp) -> Result<(), StoreError> {
        self.service.delete_results_before(InteractionId(first_at(old))).await
    }
}

/// Whether the world is still to be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owed {
    Still,
    /// It has been told.
    NoLonger,
}

/// How long to wait after so many attempts. Every pause comes twice.
fn pause(attempts: u32) -> SignedDuration {
    SignedDuration::try_from(DELIVERY.pause(attempts / 2)).unwrap_or(SignedDuration::MAX)
}

/// What a posted notice is known by, besides the place where it is posted.
pub(super) fn mark(notice: &OutboxEntry) -> String {
    // Discord remembers it for some minutes: no table gets that many revisions in them.
    let revision = notice.id.revision % 62_u64.pow(3);
    format!("{}{}", base_62(notice.id.table.0, 11), base_62(revision, 3))
}

/// How the interaction of a notice can be answered and asked about, while it can.
fn handle(
    application: ApplicationId,
    notice: &OutboxEntry,
    now: Timestamp,
) -> Option<InteractionHandle<'_>> {
    let answer = notice.answer.as_ref()?;
    let interaction = answer.interaction;
    let is_open = now.duration_since(notice.made_at) <= TOKEN_USED_FOR;
    is_open.then_some(InteractionHandle { application, interaction, token: &answer.token })
}

/// A message without its file, which says what we lack.
fn bare(notice: &OutboxEntry, message: &Message, language: Language) -> Message {
    let channel = format!("<#{}>", notice.channel.0);
    without_file(message, &lacking_files(&channel, language))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_from_a_moment_to_half_a_day() {
        assert_eq!(pause(0), SignedDuration::from_millis(500));
        for attempts in 0..ATTEMPTS_MAX {
            assert!(pause(attempts) <= pause(attempts + 1));
        }
        assert_eq!(pause(u32::MAX), SignedDuration::from_hours(12));
        let weeks = (0..ATTEMPTS_MAX).map(pause).sum::<SignedDuration>();
        assert!(weeks > SignedDuration::from_hours(14 * 24));
    }
}
