//! Compares a store with a model of maps after random sequences of changes.

use std::collections::BTreeMap;
use std::path::Path;

use jiff::Timestamp;
use kradan_store::{
    CommitError, ControlMessage, InteractionId, InteractionResult, Listing, OutboxEntry,
    OutboxEntryId, PostedBoard, Store, StoredTable,
};
use kradan_table::{ChannelId, Command, Due, MessageId, PlayerId, Table, TableId};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use crate::common::*;

const TABLES: std::ops::RangeInclusive<u64> = 1..=3;
const INTERACTIONS: std::ops::Range<u64> = 0..6;

#[derive(Clone, Debug)]
enum Step {
    Commit { table: u64, off_by: u64, phase: usize, ready: Option<i64>, interaction: Option<u64> },
    Refuse(u64),
    DeleteResults(u64),
    Deliver { id: OutboxEntryId, posted: Option<PostedBoard> },
    Postpone { id: OutboxEntryId, ready: i64 },
    Reschedule { id: OutboxEntryId, ready: i64 },
    Reopen,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let id = || (TABLES, 1_u64..6).prop_map(|(table, revision)| entry_id(table, revision));
    // Most revisions are the right ones.
    let off_by = prop_oneof![8 => Just(1_u64), 1 => Just(0), 1 => Just(2)];
    let interaction = prop::option::of(INTERACTIONS);
    let commit = (TABLES, off_by, 0..6_usize, prop::option::of(0..4_i64), interaction);
    let commit = commit.prop_map(|(table, off_by, phase, ready, interaction)| Step::Commit {
        table,
        off_by,
        phase,
        ready,
        interaction,
    });
    let place = prop_oneof![Just(HERE), Just(THERE)];
    let board = (place, 1..4_u64).prop_map(|(place, message)| posted(place, message));
    let deliver =
        (id(), prop::option::of(board)).prop_map(|(id, posted)| Step::Deliver { id, posted });
    let postpone = (id(), 0..4_i64).prop_map(|(id, ready)| Step::Postpone { id, ready });
    let reschedule = (id(), 0..4_i64).prop_map(|(id, ready)| Step::Reschedule { id, ready });
    let step = prop_oneof![
        8 => commit,
        1 => INTERACTIONS.prop_map(Step::Refuse),
        1 => INTERACTIONS.prop_map(Step::DeleteResults),
        3 => deliver,
        2 => postpone,
        1 => reschedule,
        1 => Just(Step::Reopen),
    ];
    prop::collection::vec(step, 1..30)
}

/// A table in each phase that has its own index entries.
fn table(phase: usize) -> Table {
    match phase {
        0 => challenge(),
        1 => playing(),
        2 => after(playing(), ANN, &Command::play("f5")),
        3 => after(playing(), BEN, &Command::Show(THERE)),
        4 => after(playing(), BEN, &Command::Resign),
        _ => after(challenge(), ANN, &Command::Cancel),
    }
}

/// The expected content of a store.
#[derive(Debug, Default)]
struct Model {
    rows: BTreeMap<TableId, StoredTable>,
    entries: BTreeMap<OutboxEntryId, OutboxEntry>,
    results: BTreeMap<InteractionId, InteractionResult>,
    posted: BTreeMap<TableId, PostedBoard>,
    to_clean: BTreeMap<MessageId, ControlMessage>,
}

impl Model {
    fn commit(&mut self, change: kradan_store::Change) -> Result<(), CommitError> {
        if let Some((interaction, _)) = &change.interaction
            && let Some(outcome) = self.results.get(interaction)
        {
            return Err(CommitError::Answered(outcome.clone()));
        }
        if self.revision(change.id) + 1 != change.stored.revision {
            return Err(CommitError::Conflict);
        }
        self.rows.insert(change.id, change.stored);
        self.entries.extend(change.entry.map(|entry| (entry.id, entry)));
        self.results.extend(change.interaction);
        Ok(())
    }

    fn revision(&self, id: TableId) -> u64 {
        self.rows.get(&id).map_or(0, |stored| stored.revision)
    }

    fn deliver(&mut self, id: OutboxEntryId, posted: Option<PostedBoard>) {
        self.entries.remove(&id);
        if let Some(posted) = posted {
            let before = *self.posted.entry(id.table).or_insert(posted);
            let mut old = posted;
            if before.channel != posted.channel || before.message <= posted.message {
                old = before;
                self.posted.insert(id.table, posted);
            }
            let message = old.message;
            if self.posted[&id.table].message != message {
                // A queued message stays as it was queued.
                self.to_clean.entry(message).or_insert(old.as_control_message(id.table));
            }
        }
    }

    fn listed(&self, is_listed: impl Fn(&Table) -> bool) -> Vec<TableId> {
        let rows = self.rows.iter().rev();
        rows.filter(|(_, stored)| is_listed(&stored.table)).map(|(&id, _)| id).collect()
    }

    async fn check(&self, store: &impl Store) {
        for id in TABLES.map(TableId) {
            assert_eq!(store.table(id).await.unwrap().as_ref(), self.rows.get(&id));
            assert_eq!(store.posted_board(id).await.unwrap().as_ref(), self.posted.get(&id));
            let pending: Vec<OutboxEntry> =
                self.entries.values().filter(|entry| entry.id.table == id).cloned().collect();
            assert_eq!(store.pending_of_table(id).await.unwrap(), pending);
        }
        let to_clean: Vec<ControlMessage> = self.to_clean.values().copied().collect();
        assert_eq!(queued(store).await, to_clean);
        for id in INTERACTIONS.map(InteractionId) {
            assert_eq!(store.interaction_result(id).await.unwrap().as_ref(), self.results.get(&id));
        }
        let mut pending: Vec<OutboxEntry> = self.entries.values().cloned().collect();
        pending.sort_by_key(|entry| (entry.ready_at, entry.id));
        assert_eq!(store.pending(hour(9), ALL).await.unwrap(), pending);
        assert_eq!(
            store.next_pending().await.unwrap(),
            pending.first().map(|entry| entry.ready_at)
        );
        self.check_lists(store).await;
    }

    async fn check_lists(&self, store: &impl Store) {
        for listing in Listing::ALL {
            for player in [ANN, BEN, EVE] {
                let tables = self.listed(|table| match (listing, table.challenged()) {
                    (Listing::Running, _) => {
                        table.is_running() && table.players().contains(&player)
                    }
                    (Listing::Over, _) => {
                        table.ending().is_some() && table.players().contains(&player)
                    }
                    (Listing::Withdrawn, _) => {
                        table.unanswered_challenger() == Some(player)
                            || table.declined_by() == Some(player)
                    }
                    (Listing::Sent, challenge) => challenge.is_some_and(|(by, _)| by == player),
                    (Listing::Received, challenge) => {
                        challenge.is_some_and(|(_, to)| to == Some(player))
                    }
                });
                assert_eq!(of(store, player, listing).await, tables, "{player:?} {listing:?}");
            }
            for place in [HERE, THERE] {
                let tables = self.listed(|table| {
                    table.channel() == place
                        && match listing {
                            Listing::Running => table.is_running(),
                            Listing::Sent => table.challenged().is_some(),
                            Listing::Received | Listing::Withdrawn => false,
                            Listing::Over => table.ending().is_some(),
                        }
                });
                assert_eq!(
                    in_channel(store, place, listing).await,
                    tables,
                    "{place:?} {listing:?}"
                );
            }
        }
        let due = |(&id, stored): (&TableId, &StoredTable)| {
            stored.table.due().map(|due| (Due::at(due), id))
        };
        let mut due: Vec<_> = self.rows.iter().filter_map(due).collect();
        due.sort_unstable();
        let next = due.first().map(|&(at, _)| at);
        assert_eq!(store.next_due(Timestamp::MIN).await.unwrap(), next);
        let due: Vec<TableId> = due.into_iter().map(|(_, id)| id).collect();
        assert_eq!(store.due_tables(hour(24 * 30), ALL).await.unwrap(), due);
    }
}

async fn of(store: &impl Store, player: PlayerId, listing: Listing) -> Vec<TableId> {
    store.tables_of_player(player, listing, ALL).await.unwrap()
}

async fn in_channel(store: &impl Store, place: ChannelId, listing: Listing) -> Vec<TableId> {
    store.tables_in_channel(place, listing, ALL).await.unwrap()
}

async fn take<S: Store>(step: Step, store: S, model: &mut Model, open: impl Fn() -> S) -> S {
    match step {
        Step::Commit { table: id, off_by, phase, ready, interaction } => {
            let revision = model.revision(TableId(id)) + off_by;
            let mut change = change(id, revision, table(phase));
            change.entry = ready.map(|hours| entry(id, revision, hours));
            if let Some(interaction) = interaction {
                change = by_interaction(interaction, change);
            }
            let found = store.commit(change.clone()).await;
            assert_eq!(format!("{found:?}"), format!("{:?}", model.commit(change)));
        }
        Step::Refuse(id) => {
            let id = InteractionId(id);
            assert_eq!(store.mark_refused(id).await.is_ok(), !model.results.contains_key(&id));
            model.results.entry(id).or_insert(InteractionResult::Refused);
        }
        Step::DeleteResults(id) => {
            let id = InteractionId(id);
            store.delete_results_before(id).await.unwrap();
            model.results.retain(|&it, _| it >= id);
        }
        Step::Deliver { id, posted } => {
            store.mark_delivered(id, posted).await.unwrap();
            model.deliver(id, posted);
        }
        Step::Postpone { id, ready } => {
            store.postpone(id, hour(ready)).await.unwrap();
            if let Some(entry) = model.entries.get_mut(&id) {
                entry.ready_at = hour(ready);
                entry.attempts += 1;
            }
        }
        Step::Reschedule { id, ready } => {
            store.reschedule(id, hour(ready)).await.unwrap();
            if let Some(entry) = model.entries.get_mut(&id) {
                entry.ready_at = hour(ready);
            }
        }
        Step::Reopen => {
            drop(store);
            return open();
        }
    }
    store
}

pub(crate) fn agrees_with_a_model<S: Store>(open: impl Fn(&Path) -> S) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let config = ProptestConfig { cases: 48, failure_persistence: None, ..Default::default() };
    let tested = TestRunner::new(config).run(&steps(), |steps| {
        let folder = tempfile::tempdir().unwrap();
        runtime.block_on(async {
            let open = || open(folder.path());
            let mut model = Model::default();
            let mut store = open();
            for step in steps {
                store = take(step, store, &mut model, open).await;
                model.check(&store).await;
            }
            drop(store);
            model.check(&open()).await;
        });
        Ok(())
    });
    tested.unwrap();
}
