//! Any sequence of changes leaves a store as it leaves a few maps.

use std::collections::BTreeMap;
use std::path::Path;

use jiff::Timestamp;
use kradan::store::{
    CommitError, ControlMessage, InteractionId, InteractionResult, Listing, OutboxEntry,
    OutboxEntryId, PostedBoard, Store, StoredTable,
};
use kradan::table::{ChannelId, Command, Due, MessageId, PlayerId, Table, TableId};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use crate::common::*;

const TABLES: std::ops::RangeInclusive<u64> = 1..=3;
const INTERACTIONS: std::ops::Range<u64> = 0..6;

#[derive(Clone, Debug)]
enum Step {
    Commit { table: u64, off_by: u64, phase: usize, ready: Option<i64>, asked: Option<u64> },
    Refuse(u64),
    Forget(u64),
    Settle { id: OutboxEntryId, shown: Option<PostedBoard> },
    Postpone { id: OutboxEntryId, ready: i64 },
    Reschedule { id: OutboxEntryId, ready: i64 },
    Reopen,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let id = || (TABLES, 1_u64..6).prop_map(|(table, revision)| notice_id(table, revision));
    // Most revisions are the right ones.
    let off_by = prop_oneof![8 => Just(1_u64), 1 => Just(0), 1 => Just(2)];
    let asked = prop::option::of(INTERACTIONS);
    let commit = (TABLES, off_by, 0..6_usize, prop::option::of(0..4_i64), asked);
    let commit = commit.prop_map(|(table, off_by, phase, ready, asked)| Step::Commit {
        table,
        off_by,
        phase,
        ready,
        asked,
    });
    let place = prop_oneof![Just(HERE), Just(THERE)];
    let board = (place, 1..4_u64).prop_map(|(place, message)| shown(place, message));
    let settle = (id(), prop::option::of(board)).prop_map(|(id, shown)| Step::Settle { id, shown });
    let postpone = (id(), 0..4_i64).prop_map(|(id, ready)| Step::Postpone { id, ready });
    let reschedule = (id(), 0..4_i64).prop_map(|(id, ready)| Step::Reschedule { id, ready });
    let step = prop_oneof![
        8 => commit,
        1 => INTERACTIONS.prop_map(Step::Refuse),
        1 => INTERACTIONS.prop_map(Step::Forget),
        3 => settle,
        2 => postpone,
        1 => reschedule,
        1 => Just(Step::Reopen),
    ];
    prop::collection::vec(step, 1..30)
}

/// A table in each of the phases that the indices tell apart.
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

/// What there should be.
#[derive(Debug, Default)]
struct Model {
    rows: BTreeMap<TableId, StoredTable>,
    notices: BTreeMap<OutboxEntryId, OutboxEntry>,
    outcomes: BTreeMap<InteractionId, InteractionResult>,
    shown: BTreeMap<TableId, PostedBoard>,
    to_strip: BTreeMap<MessageId, ControlMessage>,
}

impl Model {
    fn commit(&mut self, change: kradan::store::Change) -> Result<(), CommitError> {
        if let Some((interaction, _)) = &change.interaction
            && let Some(outcome) = self.outcomes.get(interaction)
        {
            return Err(CommitError::Answered(outcome.clone()));
        }
        if self.revision(change.id) + 1 != change.stored.revision {
            return Err(CommitError::Conflict);
        }
        self.rows.insert(change.id, change.stored);
        self.notices.extend(change.entry.map(|notice| (notice.id, notice)));
        self.outcomes.extend(change.interaction);
        Ok(())
    }

    fn revision(&self, id: TableId) -> u64 {
        self.rows.get(&id).map_or(0, |row| row.revision)
    }

    fn settle(&mut self, id: OutboxEntryId, shown: Option<PostedBoard>) {
        self.notices.remove(&id);
        if let Some(shown) = shown {
            let before = *self.shown.entry(id.table).or_insert(shown);
            let mut old = shown;
            if before.channel != shown.channel || before.message <= shown.message {
                old = before;
                self.shown.insert(id.table, shown);
            }
            let PostedBoard { channel: place, message, .. } = old;
            if self.shown[&id.table].message != message {
                self.to_strip.insert(message, ControlMessage { channel: place, message });
            }
        }
    }

    fn listed(&self, is_listed: impl Fn(&Table) -> bool) -> Vec<TableId> {
        let rows = self.rows.iter().rev();
        rows.filter(|(_, row)| is_listed(&row.table)).map(|(&id, _)| id).collect()
    }

    async fn check(&self, store: &impl Store) {
        for id in TABLES.map(TableId) {
            assert_eq!(store.table(id).await.unwrap().as_ref(), self.rows.get(&id));
            assert_eq!(store.posted_board(id).await.unwrap().as_ref(), self.shown.get(&id));
            let owed: Vec<OutboxEntry> =
                self.notices.values().filter(|notice| notice.id.table == id).cloned().collect();
            assert_eq!(store.pending_of_table(id).await.unwrap(), owed);
        }
        let to_strip: Vec<ControlMessage> = self.to_strip.values().copied().collect();
        assert_eq!(store.cleanup_queue(ALL).await.unwrap(), to_strip);
        for id in INTERACTIONS.map(InteractionId) {
            assert_eq!(
                store.interaction_result(id).await.unwrap().as_ref(),
                self.outcomes.get(&id)
            );
        }
        let mut owed: Vec<OutboxEntry> = self.notices.values().cloned().collect();
        owed.sort_by_key(|notice| (notice.ready_at, notice.id));
        assert_eq!(store.pending(hour(9), ALL).await.unwrap(), owed);
        assert_eq!(store.next_pending().await.unwrap(), owed.first().map(|notice| notice.ready_at));
        self.check_lists(store).await;
    }

    async fn check_lists(&self, store: &impl Store) {
        for which in Listing::ALL {
            for player in [ANN, BEN, EVE] {
                let tables = self.listed(|table| match (which, table.challenged()) {
                    (Listing::Running, _) => {
                        table.is_running() && table.players().contains(&player)
                    }
                    (Listing::Over, _) => {
                        table.ending().is_some() && table.players().contains(&player)
                    }
                    (Listing::Sent, challenge) => challenge.is_some_and(|(by, _)| by == player),
                    (Listing::Received, challenge) => {
                        challenge.is_some_and(|(_, to)| to == Some(player))
                    }
                });
                assert_eq!(of(store, player, which).await, tables, "{player:?} {which:?}");
            }
            for place in [HERE, THERE] {
                let tables = self.listed(|table| {
                    table.place() == place
                        && match which {
                            Listing::Running => table.is_running(),
                            Listing::Sent => table.challenged().is_some(),
                            Listing::Received => false,
                            Listing::Over => table.ending().is_some(),
                        }
                });
                assert_eq!(at_place(store, place, which).await, tables, "{place:?} {which:?}");
            }
        }
        let due =
            |(&id, row): (&TableId, &StoredTable)| row.table.due().map(|due| (Due::at(due), id));
        let mut due: Vec<_> = self.rows.iter().filter_map(due).collect();
        due.sort_unstable();
        let next = due.first().map(|&(at, _)| at);
        assert_eq!(store.next_due(Timestamp::MIN).await.unwrap(), next);
        let due: Vec<TableId> = due.into_iter().map(|(_, id)| id).collect();
        assert_eq!(store.due_tables(hour(24 * 30), ALL).await.unwrap(), due);
    }
}

async fn of(store: &impl Store, player: PlayerId, which: Listing) -> Vec<TableId> {
    store.tables_of_player(player, which, ALL).await.unwrap()
}

async fn at_place(store: &impl Store, place: ChannelId, which: Listing) -> Vec<TableId> {
    store.tables_in_channel(place, which, ALL).await.unwrap()
}

async fn take<S: Store>(step: Step, store: S, model: &mut Model, open: impl Fn() -> S) -> S {
    match step {
        Step::Commit { table: id, off_by, phase, ready, asked: interaction } => {
            let revision = model.revision(TableId(id)) + off_by;
            let mut change = change(id, revision, table(phase));
            change.entry = ready.map(|hours| notice(id, revision, hours));
            if let Some(interaction) = interaction {
                change = asked(interaction, change);
            }
            let found = store.commit(change.clone()).await;
            assert_eq!(format!("{found:?}"), format!("{:?}", model.commit(change)));
        }
        Step::Refuse(id) => {
            let id = InteractionId(id);
            assert_eq!(store.mark_refused(id).await.is_ok(), !model.outcomes.contains_key(&id));
            model.outcomes.entry(id).or_insert(InteractionResult::Refused);
        }
        Step::Forget(id) => {
            let id = InteractionId(id);
            store.delete_results_before(id).await.unwrap();
            model.outcomes.retain(|&it, _| it >= id);
        }
        Step::Settle { id, shown } => {
            store.mark_delivered(id, shown).await.unwrap();
            model.settle(id, shown);
        }
        Step::Postpone { id, ready } => {
            store.postpone(id, hour(ready)).await.unwrap();
            if let Some(notice) = model.notices.get_mut(&id) {
                notice.ready_at = hour(ready);
                notice.attempts += 1;
            }
        }
        Step::Reschedule { id, ready } => {
            store.reschedule(id, hour(ready)).await.unwrap();
            if let Some(notice) = model.notices.get_mut(&id) {
                notice.ready_at = hour(ready);
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
