//! Players, tables and changes for the tests of a store.

use jiff::{SignedDuration, Timestamp};
use kradan_rules::{GameKind, Side};
use kradan_store::{
    Change, ClaimantId, ControlMessage, InteractionId, InteractionResult, Job, JobKind, Lease,
    OutboxEntry, OutboxEntryId, PostedBoard, Store, StoredTable, Task,
};
use kradan_table::{
    ChallengeTerms, ChannelId, Command, Event, Format, MessageId, Moment, PlayerId, Table, TableId,
    TimeControl, Tournament, TournamentId, TournamentTerms, Venue,
};

pub(crate) const ANN: PlayerId = PlayerId(1);
pub(crate) const BEN: PlayerId = PlayerId(2);
pub(crate) const EVE: PlayerId = PlayerId(3);
pub(crate) const HERE: ChannelId = ChannelId(10);
pub(crate) const THERE: ChannelId = ChannelId(11);
pub(crate) const ALL: usize = usize::MAX;

/// A time so many hours after a fixed midnight.
pub(crate) fn hour(hours: i64) -> Timestamp {
    let start: Timestamp = "2026-11-20T00:00:00Z".parse().unwrap();
    start + SignedDuration::from_hours(hours)
}

pub(crate) fn at(hours: i64) -> Moment {
    Moment { time: hour(hours), chance: 0 }
}

pub(crate) fn entry_id(table: u64, revision: u64) -> OutboxEntryId {
    OutboxEntryId { table: TableId(table), revision }
}

/// Ann challenges Ben.
pub(crate) fn challenge() -> Table {
    let terms = ChallengeTerms {
        opponent: Some(BEN),
        side: Some(Side::First),
        ..ChallengeTerms::of(GameKind::Othello)
    };
    Table::challenge(ANN, terms, HERE, at(0))
}

/// A game between Ann and Ben.
pub(crate) fn playing() -> Table {
    after(challenge(), BEN, &Command::Accept)
}

pub(crate) fn after(mut table: Table, player: PlayerId, command: &Command) -> Table {
    table.apply(player, command, at(1)).unwrap();
    table
}

/// A tournament of Ann's.
pub(crate) fn tournament(id: u64) -> Tournament {
    let terms = TournamentTerms {
        kind: GameKind::Othello,
        format: Format::Knockout,
        pace: TimeControl::default(),
        is_rated: true,
        venue: Venue::Here,
        most: 8,
        starts_at: hour(9),
        round_days: 7,
    };
    Tournament::new(TournamentId(id), ANN, HERE, terms, "en")
}

pub(crate) fn change(id: u64, revision: u64, table: Table) -> Change {
    let stored = StoredTable { table, revision, credited: SignedDuration::ZERO };
    Change::of(TableId(id), stored)
}

/// An outbox entry that is ready at an hour.
pub(crate) fn entry(table: u64, revision: u64, hours: i64) -> OutboxEntry {
    OutboxEntry {
        id: entry_id(table, revision),
        channel: HERE,
        ply: 4,
        events: vec![Event::Moved { side: Side::First, ply: 4, text: "f5".into(), said: None }],
        by: Some(ANN),
        made_at: hour(0),
        ready_at: hour(hours),
        attempts: 0,
        answer: None,
        left: None,
        group: None,
    }
}

/// A change with an outbox entry that is ready at an hour.
pub(crate) fn with_entry(id: u64, revision: u64, ready_hours: i64) -> Change {
    Change { entry: Some(entry(id, revision, ready_hours)), ..change(id, revision, playing()) }
}

/// A change with the interaction that asked for it.
pub(crate) fn by_interaction(interaction: u64, change: Change) -> Change {
    Change { interaction: Some((InteractionId(interaction), done(&change))), ..change }
}

pub(crate) fn done(change: &Change) -> InteractionResult {
    let events = vec![Event::Declined];
    InteractionResult::Done { table: change.id, revision: change.stored.revision, events }
}

pub(crate) fn posted(place: ChannelId, message: u64) -> PostedBoard {
    PostedBoard { guild: None, channel: place, message: MessageId(message), ply: 4, shows: None }
}

pub(crate) fn control_message(place: ChannelId, message: u64) -> ControlMessage {
    ControlMessage::new(place, MessageId(message))
}

/// The messages that are queued for cleanup, the oldest first.
pub(crate) async fn queued(store: &impl Store) -> Vec<ControlMessage> {
    let lease = Lease { claimant: ClaimantId(1), now: hour(9), duration: SignedDuration::ZERO };
    let jobs = store.claim_jobs(JobKind::ReplaceMessage, lease, ALL).await.unwrap();
    let message = |job: Job| match job.task {
        Task::ReplaceMessage(message) => message,
        other => panic!("{other:?}"),
    };
    jobs.into_iter().map(message).collect()
}

/// Notes that queued messages are cleaned up.
pub(crate) async fn mark_cleaned_up(store: &impl Store, messages: &[ControlMessage]) {
    for &message in messages {
        store.end_job(Job::at_once(Task::ReplaceMessage(message))).await.unwrap();
    }
}

/// Commits a change that is accepted.
pub(crate) async fn commit(store: &impl Store, change: Change) {
    store.commit(change).await.unwrap();
}
