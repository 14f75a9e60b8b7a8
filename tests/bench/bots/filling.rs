//! Fills a store with running tables, many commits at once.

use std::sync::Arc;

use jiff::SignedDuration;
use kradan_rules::{GameKind, Side};
use kradan_store::{Change, CommitError, Store, StoredTable};
use kradan_table::{
    ChallengeTerms, ChannelId, Command, Due, Moment, PlayerId, ReminderWishes, Table, TableId,
    TimeControl,
};
use tokio::task::JoinHandle;

/// The id of the first table of a benchmark.
pub(crate) const FIRST_TABLE: u64 = 1_300_000_000_000_000_000;

/// How many commits are under way at most.
const AT_ONCE: usize = 2_000;

/// A store that is being filled.
pub(crate) struct Filling {
    store: Arc<dyn Store>,
    commits: Vec<JoinHandle<Result<(), CommitError>>>,
}

impl Filling {
    pub(crate) fn of(store: Arc<dyn Store>) -> Filling {
        Filling { store, commits: Vec::new() }
    }

    /// Commits a new table, and waits where many commits are under way.
    pub(crate) async fn add(&mut self, id: TableId, table: Table) {
        let stored = StoredTable { table, revision: 1, credited: SignedDuration::ZERO };
        let change = Change::of(id, stored);
        let store = Arc::clone(&self.store);
        self.commits.push(tokio::spawn(async move { store.commit(change).await }));
        if self.commits.len() >= AT_ONCE {
            self.finish().await;
        }
    }

    /// Waits for the commits under way.
    pub(crate) async fn finish(&mut self) {
        for commit in self.commits.drain(..) {
            commit.await.expect("the commit ends").expect("the table is committed");
        }
    }
}

/// The game of the table with a number.
pub(crate) fn kind_of(number: u64) -> GameKind {
    GameKind::ALL[number as usize % GameKind::ALL.len()]
}

/// A game of the first person against the second that begins at a moment, without holidays: who runs
/// out of time loses.
pub(crate) fn begun(kind: GameKind, people: [u64; 2], channel: u64, at: Moment) -> Table {
    let terms = ChallengeTerms {
        opponent: Some(PlayerId(people[1])),
        side: Some(Side::First),
        pace: TimeControl::default(),
        no_holidays: true,
        ..ChallengeTerms::of(kind)
    };
    let mut table = Table::challenge(PlayerId(people[0]), terms, ChannelId(channel), at);
    table.apply(PlayerId(people[1]), &Command::Accept, at).expect("it may be accepted");
    table
}

/// The same table when its next reminder is one that is told.
pub(crate) fn before_reminder(mut table: Table) -> Table {
    loop {
        let Some(Due::Reminder(at)) = table.due() else { return table };
        let mut later = table.clone();
        if !later.pass_time(at, &ReminderWishes::default()).is_empty() {
            return table;
        }
        table = later;
    }
}

/// The same table when there are no more reminders.
pub(crate) fn after_reminders(mut table: Table) -> Table {
    while let Some(Due::Reminder(at)) = table.due() {
        table.pass_time(at, &ReminderWishes::default());
    }
    table
}
