//! Commits a change of a table with its outbox entry.

use std::time::Instant;

use jiff::SignedDuration;
use metrics::histogram;

use super::checked_clock::later;
use super::clock::Clock;
use super::request::{Committed, RequestContext};
use super::table_service::TableService;
use super::tournaments;
use crate::monitoring::COMMIT_SECONDS;
use kradan_store::{
    Change, CommitError, InteractionResult, JobKind, LeftChannel, Limit, OutboxEntry,
    OutboxEntryId, RatingChange, StoredTable,
};
use kradan_table::{Audience, ChannelId, Event, TableId};

/// The time for which an outbox entry is left to the response of its interaction. Discord accepts a
/// first response for three seconds.
const ANSWER_WITHIN: SignedDuration = SignedDuration::from_millis(4_000);

/// The time for which a reminder waits for others of the same player, which are told with it.
pub const REMINDERS_GATHERED_FOR: SignedDuration = SignedDuration::from_secs(2);

/// What is committed with a table and its events.
#[derive(Debug, Default)]
pub(super) struct CommitWith {
    pub(super) limits: Vec<Limit>,
    pub(super) ratings: Option<RatingChange>,
    /// The pending entry that is told in one message with the events.
    pub(super) joins: Option<OutboxEntryId>,
}

/// Commits a table with its events. `channel` is where the table was before.
pub(super) async fn commit(
    service: &TableService,
    id: TableId,
    stored: StoredTable,
    events: Vec<Event>,
    request: Option<&RequestContext>,
    channel: ChannelId,
    with: CommitWith,
) -> Result<Committed, CommitError> {
    let revision = stored.revision;
    let CommitWith { limits, ratings, joins } = with;
    let is_told = Audience::of(&events) == Audience::Everyone || joins.is_some();
    let entry = is_told.then(|| {
        let left = left_channel(channel, &stored, &events);
        OutboxEntry { left, ..entry(&service.clock, id, &stored, events.clone(), request) }
    });
    let result = InteractionResult::Done { table: id, revision, events: events.clone() };
    let change = Change {
        id,
        stored: stored.clone(),
        entry: entry.clone(),
        joins,
        interaction: request.map(|request| (request.interaction, result)),
        limits,
        ratings,
    };
    // The place in the queue is taken before the commit. Otherwise the outbox could deliver the
    // entry first on a machine that stalls for seconds.
    let delivery = entry.is_some().then(|| service.delivery_locks.queue(id));
    let begun = Instant::now();
    let committed = service.store.commit(change).await;
    histogram!(COMMIT_SECONDS).record(begun.elapsed());
    match &committed {
        Ok(_) => service.note_written(true),
        Err(CommitError::Failed(error)) if !error.is_of_one_value() => service.note_written(false),
        Err(_) => {}
    }
    committed?;
    let by = if request.is_some() { "player" } else { "kradan" };
    let ply = stored.table.game().plies();
    tracing::info!(table = %id.0, revision, ply, by, "change committed");
    service.due_changed.notify_one();
    if entry.is_some() {
        service.outbox_changed.notify_one();
        service.wake_jobs(JobKind::TellFollower);
    }
    tournaments::note_game_over(service, &stored.table, &events).await;
    Ok(Committed { id, stored, events, entry, delivery, is_after_others: false })
}

fn entry(
    clock: &Clock,
    id: TableId,
    stored: &StoredTable,
    events: Vec<Event>,
    request: Option<&RequestContext>,
) -> OutboxEntry {
    let now = clock.now();
    let answer = request.and_then(|request| request.answer.clone());
    let wait = if answer.is_some() {
        ANSWER_WITHIN
    } else if events.iter().any(|event| matches!(event, Event::Reminded { .. })) {
        REMINDERS_GATHERED_FOR
    } else {
        SignedDuration::ZERO
    };
    OutboxEntry {
        id: OutboxEntryId { table: id, revision: stored.revision },
        channel: stored.table.channel(),
        ply: stored.table.game().plies(),
        events,
        by: request.map(|request| request.player),
        made_at: now,
        ready_at: later(now, wait),
        attempts: 0,
        answer,
        left: None,
        group: None,
    }
}

/// The channel that a table left. A table whose game begins leaves none: the player who accepts is
/// told in the response.
fn left_channel(before: ChannelId, stored: &StoredTable, events: &[Event]) -> Option<LeftChannel> {
    let begins = events.iter().any(|event| matches!(event, Event::Accepted { .. }));
    let has_left = before != stored.table.channel() && !begins;
    has_left.then_some(LeftChannel { channel: before, is_all: false })
}
