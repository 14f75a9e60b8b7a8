//! Players, tables and changes for the tests of a store.

use jiff::{SignedDuration, Timestamp};
use kradan::rules::{GameKind, Side};
use kradan::store::{
    Change, ControlMessage, InteractionId, InteractionResult, OutboxEntry, OutboxEntryId,
    PostedBoard, Store, StoredTable,
};
use kradan::table::{
    ChallengeTerms, ChannelId, Command, Event, MessageId, Moment, PlayerId, Table, TableId,
};

pub(crate) const ANN: PlayerId = PlayerId(1);
pub(crate) const BEN: PlayerId = PlayerId(2);
pub(crate) const EVE: PlayerId = PlayerId(3);
pub(crate) const HERE: ChannelId = ChannelId(10);
pub(crate) const THERE: ChannelId = ChannelId(11);
pub(crate) const ALL: usize = usize::MAX;

/// Midnight of some day, and so many hours.
pub(crate) fn hour(hours: i64) -> Timestamp {
    let start: Timestamp = "2026-11-20T00:00:00Z".parse().unwrap();
    start + SignedDuration::from_hours(hours)
}

pub(crate) fn at(hours: i64) -> Moment {
    Moment { time: hour(hours), chance: 0 }
}

pub(crate) fn notice_id(table: u64, revision: u64) -> OutboxEntryId {
    OutboxEntryId { table: TableId(table), revision }
}

/// Ann challenges Ben.
pub(crate) fn challenge() -> Table {
    let wish = ChallengeTerms {
        opponent: Some(BEN),
        side: Some(Side::First),
        ..ChallengeTerms::of(GameKind::Othello)
    };
    Table::challenge(ANN, wish, HERE, at(0))
}

/// A game of Ann's and Ben's.
pub(crate) fn playing() -> Table {
    after(challenge(), BEN, &Command::Accept)
}

pub(crate) fn after(mut table: Table, player: PlayerId, command: &Command) -> Table {
    table.apply(player, command, at(1)).unwrap();
    table
}

pub(crate) fn change(id: u64, revision: u64, table: Table) -> Change {
    let row = StoredTable { table, revision, credited: SignedDuration::ZERO };
    Change { id: TableId(id), stored: row, entry: None, interaction: None, limits: Vec::new() }
}

/// A notice that is ready at an hour.
pub(crate) fn notice(table: u64, revision: u64, hours: i64) -> OutboxEntry {
    OutboxEntry {
        id: notice_id(table, revision),
        channel: HERE,
        ply: 4,
        events: vec![Event::Moved { side: Side::First, ply: 4, text: "f5".into(), said: None }],
        by: Some(ANN),
        made_at: hour(0),
        ready_at: hour(hours),
        attempts: 0,
        answer: None,
        left: None,
    }
}

/// A change that owes a notice.
pub(crate) fn owing(id: u64, revision: u64, ready_hours: i64) -> Change {
    Change { entry: Some(notice(id, revision, ready_hours)), ..change(id, revision, playing()) }
}

/// A change that somebody asked for.
pub(crate) fn asked(interaction: u64, change: Change) -> Change {
    Change { interaction: Some((InteractionId(interaction), done(&change))), ..change }
}

pub(crate) fn done(change: &Change) -> InteractionResult {
    let events = vec![Event::Declined];
    InteractionResult::Done { table: change.id, revision: change.stored.revision, events }
}

pub(crate) fn shown(place: ChannelId, message: u64) -> PostedBoard {
    PostedBoard { guild: None, channel: place, message: MessageId(message), ply: 4 }
}

pub(crate) fn control_message(place: ChannelId, message: u64) -> ControlMessage {
    ControlMessage { channel: place, message: MessageId(message) }
}

/// Commits a change that nothing speaks against.
pub(crate) async fn commit(store: &impl Store, change: Change) {
    store.commit(change).await.unwrap();
}
