//! The state of the outbox, and what all ways of delivering have in common.

use std::collections::HashSet;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, PoisonError};

use jiff::{SignedDuration, Timestamp};

use super::super::api::{InteractionHandle, Priority, base_62};
use super::super::limits::TOKEN_USED_FOR;
use super::decide::{Aftermath, Circumstances};
use super::threads;
use crate::discord::shared::bot::Bot;
use crate::discord::shared::table_moves::TableMoves;
use crate::discord::shared::{cleanup, names_once, shared_preferences, tally, titles};
use crate::discord::view::announcement::Announcement;
use crate::discord::view::message::Message;
use crate::discord::view::player_name::escaped;
use crate::discord::view::preferences::Preferences;
use crate::discord::view::table_view::mention;
use crate::service::{
    Addressed, Addressees, ErrorChain, JobKind, OutboxEntry, PostedBoard, StoreError, StoredTable,
    TableService,
};
use kradan_i18n::Language;
use kradan_table::{Event, PlayerId, TableId};

/// The state that the loop of the outbox shares with requests.
#[derive(Debug)]
pub(crate) struct Delivery {
    pub(crate) bot: Arc<Bot>,
    /// The tables at which somebody asked who has not seen what is pending.
    pub(super) hurried: Mutex<HashSet<TableId>>,
    /// The id of the newest interaction that was received; zero before the first.
    pub(crate) newest: AtomicU64,
}

impl Delivery {
    pub(crate) fn new(bot: Arc<Bot>) -> Delivery {
        Delivery { bot, hurried: Mutex::default(), newest: AtomicU64::new(0) }
    }

    /// Has a pending entry of a table tried before its time: somebody asks there who has not seen it.
    pub(crate) fn hurry(&self, table: TableId) {
        self.hurried.lock().unwrap_or_else(PoisonError::into_inner).insert(table);
        self.bot.service.wake_loops();
    }
}

/// An announcement as a message for everybody who reads its channel.
pub(super) async fn message_of(
    bot: &Bot,
    entry: &OutboxEntry,
    (announcement, read): (&Announcement<'_>, &Addressed),
) -> (Message, Preferences) {
    let place = (entry.id.table, entry.channel);
    let table = &announcement.stored.table;
    let preferences = shared_preferences::of_readers(bot, place, table, &read.profiles).await;
    (message_for(bot, announcement, &preferences).await, preferences)
}

/// An announcement as a message with some preferences.
pub(super) async fn message_for(
    bot: &Bot,
    announcement: &Announcement<'_>,
    preferences: &Preferences,
) -> Message {
    let tally = tally::at_end(bot, &announcement.stored.table, preferences.language).await;
    let now = bot.service.clock().now();
    Announcement { tally, ..announcement.clone() }.message(preferences, now)
}

/// The announcement of an entry, with what it depends on. One that only shows again the newest board in
/// the same channel pings nobody; neither does one that moves it about once more, nor one that is caused by
/// somebody whom the called player blocks.
pub(super) async fn announcement_of<'a>(
    bot: &Bot,
    entry: &'a OutboxEntry,
    stored: &'a StoredTable,
) -> (Announcement<'a>, Addressed) {
    let announcement = Announcement::of(entry, stored);
    let called = announcement.mentions();
    let to = Addressees {
        table: entry.id.table,
        players: shared_preferences::readers(&stored.table, entry.by),
        called: called.map(|it| (it, entry.channel, entry.by.filter(|by| *by != it))),
    };
    let read = match bot.service.store().addressed(to).await {
        Ok(read) => read,
        Err(error) => {
            tracing::error!(error = %ErrorChain(&error), table = %entry.id.table.0, "players, board and block of an announcement cannot be read");
            // Without the board before, its buttons would stay.
            let board = bot.service.store().posted_board(entry.id.table).await.ok().flatten();
            Addressed { board, is_reader: true, ..Addressed::default() }
        }
    };
    let is_shown = |channel| {
        read.board.is_some_and(|board| board.channel == channel && board.ply == entry.ply)
    };
    let is_again = match entry.events[..] {
        [Event::Shown(channel)] => !calls_by_moving(&bot.table_moves, entry) || is_shown(channel),
        _ => false,
    };
    let names = names_once::names_of(bot, &stored.table, &read.profiles);
    (Announcement { is_quiet: is_again || read.is_blocked, names, ..announcement }, read)
}

/// Whether a player blocks the one who made an entry, and is not pinged by it.
pub(super) async fn is_muted(bot: &Bot, player: PlayerId, entry: &OutboxEntry) -> bool {
    let Some(by) = entry.by.filter(|by| *by != player) else { return false };
    let is_blocked = bot.service.store().has_blocked(player, by).await;
    is_blocked.unwrap_or_else(|error| {
        tracing::error!(error = %ErrorChain(&error), table = %entry.id.table.0, "block between two players cannot be read");
        false
    })
}

/// Whether an entry calls the opponent, if it moves its table to another channel.
pub(super) fn calls_by_moving(moves: &TableMoves, entry: &OutboxEntry) -> bool {
    let Some(by) = entry.by.filter(|_| entry.left.is_some()) else { return true };
    if !matches!(entry.events[..], [Event::Shown(_)]) {
        return true;
    }
    moves.calls((entry.id.table, by), entry.ply, entry.id.revision)
}

/// The board of a table that was posted last. A stored value that cannot be read is as good as
/// none: it must not keep the table from being announced.
pub(super) async fn board_before(
    bot: &Bot,
    table: TableId,
) -> Result<Option<PostedBoard>, StoreError> {
    match bot.service.store().posted_board(table).await {
        Err(error) if error.is_of_one_value() => {
            tracing::error!(error = %ErrorChain(&error), table = %table.0, "posted board cannot be read");
            Ok(None)
        }
        other => other,
    }
}

/// Adds the footer to an unprompted announcement: the game, with a link to its board where
/// the message is not to be the board from now on. Whom the message calls and does not name is
/// mentioned there.
pub(super) async fn add_footer(
    bot: &Bot,
    message: &mut Message,
    entry: &OutboxEntry,
    announcement: &Announcement<'_>,
    (has_link, language): (bool, Language),
) {
    if !announcement.is_unprompted() {
        return;
    }
    let stored = announcement.stored;
    let is_named = |player: &PlayerId| message.text.contains(&mention(*player));
    let mut text = if message.ping.iter().all(is_named) {
        let title = escaped(&titles::title(bot, &stored.table, language).await);
        format!("{}\n-# {title}", message.text)
    } else {
        let text = format!("{}\n-# {}", message.text, announcement.title_line(language));
        names_once::in_text(bot, &stored.table, text).await
    };
    if has_link {
        text = format!("{text} · {}", titles::link_to(bot, entry.id.table, stored).await);
    }
    message.text = text;
}

/// Ends an entry that is delivered. Where its table moved, the channel that it left is told next.
pub(super) async fn finish(
    service: &TableService,
    entry: &OutboxEntry,
    aftermath: Aftermath,
) -> Result<(), StoreError> {
    let (table, store) = (entry.id.table, service.store());
    for (offers, settlement) in aftermath.settled {
        if let Err(error) = store.settle_offers(table, offers, settlement).await {
            tracing::error!(error = %ErrorChain(&error), table = %table.0, "buttons of an answered offer not queued for removal");
        }
    }
    cleanup::queue(service, table, aftermath.cleanup).await;
    if let Some(offer) = aftermath.offer
        && let Err(error) = store.add_offer(table, offer).await
    {
        tracing::error!(error = %ErrorChain(&error), table = %table.0, "offer not stored: its buttons stay");
    }
    if entry.left.is_none() {
        store.mark_delivered(entry.id, aftermath.board).await?;
    } else {
        let now = service.clock().now();
        store.mark_delivered_in_new_channel(entry.id, aftermath.board, now).await?;
        service.wake_loops();
    }
    service.wake_jobs(JobKind::ReplaceMessage);
    if entry.events.iter().any(|event| matches!(event, Event::Ended(_))) {
        threads::check_now(service, entry.channel).await?;
    }
    Ok(())
}

/// What is known of an entry after an attempt to deliver it.
pub(super) fn circumstances(
    service: &TableService,
    entry: &OutboxEntry,
    stored: &StoredTable,
) -> Circumstances {
    Circumstances {
        attempts: entry.attempts,
        age: age(entry, service.clock().now()),
        is_reminder: Announcement::of(entry, stored).is_reminder(),
        is_elsewhere: entry.channel != stored.table.channel(),
        has_token: entry.answer.is_some(),
    }
}

/// Leaves an entry to the loop, from a time on.
pub(super) async fn leave_to_loop(
    service: &TableService,
    entry: &OutboxEntry,
    after: SignedDuration,
) {
    let now = service.clock().now();
    let at = now.saturating_add(after).unwrap_or(now);
    if let Err(error) = service.store().postpone(entry.id, at).await {
        tracing::error!(error = %ErrorChain(&error), table = %entry.id.table.0, "outbox entry not rescheduled");
    }
    service.wake_loops();
}

/// What a posted message is known by, besides its channel.
pub(super) fn mark(entry: &OutboxEntry) -> String {
    // Discord remembers it for some minutes: no table gets that many revisions in them.
    let revision = entry.id.revision % 62_u64.pow(3);
    format!("{}{}", base_62(entry.id.table.0, 11), base_62(revision, 3))
}

/// Who waits for the announcement of an entry.
pub(super) fn priority_of(entry: &OutboxEntry) -> Priority {
    if entry.by.is_some() { Priority::Person } else { Priority::Announcement }
}

/// How long an entry has been pending.
pub(super) fn age(entry: &OutboxEntry, now: Timestamp) -> SignedDuration {
    now.duration_since(entry.made_at)
}

/// The span of one attempt to deliver an entry.
pub(super) fn span(entry: &OutboxEntry) -> tracing::Span {
    tracing::info_span!(
        "delivery",
        table = %entry.id.table.0,
        revision = entry.id.revision,
        channel = %entry.channel.0,
        attempt = entry.attempts + 1
    )
}

/// How the interaction of an entry can be responded to, while its token lives.
pub(super) fn interaction_handle<'a>(
    bot: &Bot,
    entry: &'a OutboxEntry,
) -> Option<InteractionHandle<'a>> {
    let answer = entry.answer.as_ref()?;
    let is_alive = age(entry, bot.service.clock().now()) <= TOKEN_USED_FOR;
    is_alive.then(|| InteractionHandle {
        application: bot.api.application(),
        interaction: answer.interaction,
        token: &answer.token,
    })
}
