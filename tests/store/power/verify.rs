//! What must be there after a fall.

use std::path::Path;

use jiff::Timestamp;
use kradan_store::{
    InteractionResult, Listing, OutboxStore as _, SledStore, StoredTable, TableStore as _,
};
use kradan_table::{ChannelId, Due, PlayerId, TableId};

use crate::power::writer::{Acknowledged, TABLES, interaction, open};

/// Opens the store, and compares it with what was acknowledged and with itself. Returns the
/// revisions that it holds.
pub(crate) fn verify(folder: &Path, acknowledged: &Acknowledged) -> Acknowledged {
    let store = open(folder).unwrap_or_else(|error| panic!("cannot open: {error:?}"));
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        let mut held = Acknowledged::new();
        let mut due = Vec::new();
        for id in TABLES.map(TableId) {
            let row = store.table(id).await.unwrap();
            let revision = row.as_ref().map_or(0, |row| row.revision);
            let promised = acknowledged.get(&id.0).copied().unwrap_or(0);
            assert!(
                revision >= promised,
                "{id:?}: {promised} was acknowledged, {revision} is there"
            );
            let at = row.as_ref().and_then(|row| row.table.due()).map(Due::at);
            due.extend(at.map(|at| (at, id)));
            check_lists(&store, id, row.as_ref()).await;
            check_parts(&store, id, revision).await;
            held.insert(id.0, revision);
        }
        due.sort_unstable();
        let due: Vec<TableId> = due.into_iter().map(|(_, id)| id).collect();
        assert_eq!(store.due_tables(Timestamp::MAX, usize::MAX).await.unwrap(), due);
        held
    })
}

/// A table is in the lists where it belongs and in no others.
async fn check_lists(store: &SledStore, id: TableId, row: Option<&StoredTable>) {
    let table = row.map(|row| &row.table);
    for which in Listing::ALL {
        let is_listed = |player| {
            table.is_some_and(|table| match which {
                Listing::Running => table.is_running(),
                Listing::Sent => table.challenged().is_some_and(|(it, _)| it == player),
                Listing::Received => table.challenged().is_some_and(|(_, it)| it == Some(player)),
                Listing::Over => table.ending().is_some(),
                Listing::Withdrawn => {
                    [table.unanswered_challenger(), table.declined_by()].contains(&Some(player))
                }
            })
        };
        let (ann, ben) = (PlayerId(2 * id.0), PlayerId(2 * id.0 + 1));
        for player in [ann, ben] {
            let tables = store.tables_of_player(player, which, usize::MAX).await.unwrap();
            let expected = if is_listed(player) { vec![id] } else { vec![] };
            assert_eq!(tables, expected, "{player:?} {which:?}");
        }
        // In a place all challenges are listed as sent.
        let is_listed = is_listed(ann) && !matches!(which, Listing::Received | Listing::Withdrawn);
        for place in [1, 2, 3, 9].map(ChannelId) {
            let tables = store.tables_in_channel(place, which, usize::MAX).await.unwrap();
            let is_there = is_listed && table.is_some_and(|table| table.channel() == place);
            assert_eq!(tables.contains(&id), is_there, "{id:?} {place:?} {which:?}");
        }
    }
}

/// Whatever came with a revision is there if it is, and nothing of the next one.
async fn check_parts(store: &SledStore, id: TableId, revision: u64) {
    for its in 1..=revision + 1 {
        let outcome = store.interaction_result(interaction(id, its)).await.unwrap();
        let revision_made = outcome.map(|outcome| match outcome {
            InteractionResult::Done { table, revision, .. } => (table, revision),
            InteractionResult::Refused => panic!("{id:?}: nothing was refused"),
        });
        assert_eq!(revision_made, (its <= revision).then_some((id, its)));
    }
    let owed: Vec<u64> =
        store.pending_of_table(id).await.unwrap().iter().map(|notice| notice.id.revision).collect();
    // What an even revision settles is settled in order, and after it.
    let may_be_owed: &[&[u64]] = match (revision, revision % 2) {
        (0, _) => &[&[]],
        (_, 1) => &[&[revision]],
        (_, _) => &[&[], &[revision], &[revision - 1, revision]],
    };
    assert!(may_be_owed.contains(&&owed[..]), "{id:?}: {owed:?} are owed at {revision}");
    let all = store.pending(Timestamp::MAX, usize::MAX).await.unwrap();
    let listed = all.iter().filter(|notice| notice.id.table == id);
    let mut listed: Vec<u64> = listed.map(|notice| notice.id.revision).collect();
    listed.sort_unstable();
    assert_eq!(listed, owed);
}
