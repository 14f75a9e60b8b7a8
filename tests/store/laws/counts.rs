//! Counts of what is stored and of what waits.

use std::collections::BTreeMap;

use kradan_store::{Job, JobId, JobKind, Store, StoreCounts, Task, WaitingJobs};
use kradan_table::{ChannelId, Command};

use crate::common::*;

pub(crate) async fn what_is_stored_and_what_waits_is_counted<S: Store>(open: impl Fn() -> S) {
    let store = open();
    let counted = async |hours| {
        let counts = store.counts(hour(hours)).await.unwrap();
        assert!(counts.bytes > 0);
        StoreCounts { bytes: 0, ..counts }
    };
    assert_eq!(counted(9).await, StoreCounts::default());

    commit(&store, change(1, 1, challenge())).await;
    let elsewhere = after(playing(), BEN, &Command::Show(THERE));
    for (id, table) in [
        (2, playing()),
        (3, after(playing(), BEN, &Command::Resign)),
        (4, elsewhere.clone()),
        (5, elsewhere.clone()),
        (6, after(elsewhere, BEN, &Command::Resign)),
    ] {
        commit(&store, change(id, 1, table)).await;
    }
    for id in [7, 8] {
        commit(&store, with_entry(id, 1, 20)).await;
    }
    store.mark_delivered(entry_id(7, 1), None).await.unwrap();
    let keep = |thread, hours| Job::new(Task::KeepThread(ChannelId(thread)), hour(hours));
    let replace = |message| Job::at_once(Task::ReplaceMessage(control_message(HERE, message)));
    for job in [keep(1, 12), keep(2, 3), keep(3, 5), replace(9), replace(7)] {
        store.add_job(job).await.unwrap();
    }
    let waiting = |count, first: Job| {
        let JobId { kind, .. } = first.id();
        (kind, WaitingJobs { count, first: first.id(), ready_at: first.ready_at })
    };
    let counts = counted(9).await;
    assert_eq!(counts.games_running, 5);
    assert_eq!(counts.outbox_waiting, 1);
    let expected = BTreeMap::from([waiting(2, keep(2, 3)), waiting(2, replace(7))]);
    assert_eq!(counts.jobs_waiting, expected);
    let counts = counted(12).await;
    assert_eq!(counts.jobs_waiting[&JobKind::KeepThread].count, 3);
}
