//! What every store promises.

use std::path::Path;
use std::sync::Arc;

use jiff::SignedDuration;
use kradan::rules::Kind;
use kradan::store::{
    Beat, Change, CommitError, InteractionId, Outcome, Person, Reach, Store, StoreError, Which,
};
use kradan::table::{Command, Due, Table, TableId, Wish};

use crate::common::*;

/// Holds a store against all of them. `open` opens one in an empty folder, or opens it again.
pub(crate) fn laws<S: Store>(open: impl Fn(&Path) -> S) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    macro_rules! hold {
        ($($law:ident)*) => { $(
            let folder = tempfile::tempdir().unwrap();
            runtime.block_on($law(|| open(folder.path())));
        )* };
    }
    hold! {
        what_is_committed_is_found
        of_two_changes_to_a_revision_one_is_committed
        an_interaction_changes_things_once
        a_refused_change_leaves_nothing
        a_table_is_forgotten_with_all_of_it
        outcomes_below_a_number_are_forgotten
        lists_follow_the_table
        lists_begin_with_the_newest
        what_is_due_comes_in_order
        notices_are_owed_until_they_are_settled
        a_notice_is_that_of_its_change
        a_postponed_notice_is_ready_later
        an_older_board_is_not_shown_over_a_newer_one
        what_was_replaced_is_to_be_stripped
        people_are_kept
        changes_to_a_person_at_once_are_all_made
        what_can_be_done_in_a_place_is_kept
        a_store_is_of_one_application
        the_last_beat_is_kept
        what_is_due_goes_by_no_credit
        what_many_commit_at_once_is_all_there
        one_of_many_at_once_wins
        a_closed_store_takes_nothing
    }
}

async fn what_is_committed_is_found<S: Store>(open: impl Fn() -> S) {
    let store = open();
    assert_eq!(store.table(TableId(5)).await.unwrap(), None);
    let change = asked(70, owing(5, 1, 0));
    commit(&store, change.clone()).await;
    let is_there = async |store: &S| {
        assert_eq!(store.table(TableId(5)).await.unwrap().as_ref(), Some(&change.row));
        assert_eq!(store.notice(notice_id(5, 1)).await.unwrap(), change.notice);
        let outcome = store.outcome(InteractionId(70)).await.unwrap();
        assert_eq!(outcome, Some(done(&change)));
        assert_eq!(store.tables_of(ANN, Which::Open, ALL).await.unwrap(), [TableId(5)]);
        assert_eq!(store.next_due().await.unwrap(), change.row.table.due().map(Due::at));
    };
    is_there(&store).await;
    drop(store);
    is_there(&open()).await;
}

async fn of_two_changes_to_a_revision_one_is_committed<S: Store>(open: impl Fn() -> S) {
    let store = open();
    for wrong in [0, 2, u64::MAX] {
        let error = store.commit(change(5, wrong, challenge())).await.unwrap_err();
        assert!(matches!(error, CommitError::Conflict), "{wrong}: {error:?}");
    }
    commit(&store, change(5, 1, challenge())).await;
    commit(&store, change(5, 2, playing())).await;
    for wrong in [0, 1, 2, 4] {
        let error = store.commit(change(5, wrong, challenge())).await.unwrap_err();
        assert!(matches!(error, CommitError::Conflict), "{wrong}: {error:?}");
    }
    assert_eq!(store.table(TableId(5)).await.unwrap().unwrap().table, playing());
}

async fn an_interaction_changes_things_once<S: Store>(open: impl Fn() -> S) {
    let first = asked(70, change(5, 1, challenge()));
    let store = open();
    commit(&store, first.clone()).await;
    drop(store);
    let store = open();
    // It is told what came of it, not that the table has changed.
    for again in [first.clone(), asked(70, change(5, 2, playing())), asked(70, owing(6, 1, 0))] {
        let error = store.commit(again).await.unwrap_err();
        assert!(matches!(error, CommitError::Answered(it) if it == done(&first)));
    }
    let error = store.refuse(InteractionId(70)).await.unwrap_err();
    assert!(matches!(error, CommitError::Answered(it) if it == done(&first)));
    assert_eq!(store.table(TableId(5)).await.unwrap().unwrap().revision, 1);
    assert_eq!(store.table(TableId(6)).await.unwrap(), None);
    assert_eq!(store.next_owed().await.unwrap(), None);
}

async fn a_refused_change_leaves_nothing<S: Store>(open: impl Fn() -> S) {
    let store = open();
    store.refuse(InteractionId(71)).await.unwrap();
    assert_eq!(store.outcome(InteractionId(71)).await.unwrap(), Some(Outcome::Refused));
    let error = store.commit(asked(71, owing(5, 1, 0))).await.unwrap_err();
    assert!(matches!(error, CommitError::Answered(Outcome::Refused)), "{error:?}");
    let error = store.commit(asked(72, owing(5, 2, 0))).await.unwrap_err();
    assert!(matches!(error, CommitError::Conflict), "{error:?}");
    assert_eq!(store.outcome(InteractionId(72)).await.unwrap(), None);
    assert_eq!(store.table(TableId(5)).await.unwrap(), None);
    assert_eq!(store.owed_by(TableId(5)).await.unwrap(), []);
    assert_eq!(store.tables_of(ANN, Which::Open, ALL).await.unwrap(), []);
    assert_eq!(store.next_due().await.unwrap(), None);
}

async fn a_table_is_forgotten_with_all_of_it<S: Store>(open: impl Fn() -> S) {
    let store = open();
    let (other, forgotten) = (owing(6, 1, 0), owing(5, 1, 0));
    commit(&store, forgotten).await;
    commit(&store, other.clone()).await;
    store.settle(notice_id(5, 9), Some(shown(HERE, 3))).await.unwrap();
    for wrong in [0, 2] {
        let error = store.forget(TableId(5), wrong).await.unwrap_err();
        assert!(matches!(error, CommitError::Conflict), "{wrong}: {error:?}");
    }
    store.forget(TableId(5), 1).await.unwrap();
    let is_gone = async |store: &S| {
        assert_eq!(store.table(TableId(5)).await.unwrap(), None);
        assert_eq!(store.shown(TableId(5)).await.unwrap(), None);
        assert_eq!(store.owed_by(TableId(5)).await.unwrap(), []);
        assert_eq!(store.tables_of(ANN, Which::Open, ALL).await.unwrap(), [TableId(6)]);
        assert_eq!(store.tables_at(HERE, Which::Open, ALL).await.unwrap(), [TableId(6)]);
        assert_eq!(store.due(hour(9_999), ALL).await.unwrap(), [TableId(6)]);
        assert_eq!(store.owed(hour(9_999), ALL).await.unwrap(), other.notice.as_slice());
    };
    is_gone(&store).await;
    let error = store.forget(TableId(5), 1).await.unwrap_err();
    assert!(matches!(error, CommitError::Conflict), "{error:?}");
    drop(store);
    is_gone(&open()).await;
}

async fn outcomes_below_a_number_are_forgotten<S: Store>(open: impl Fn() -> S) {
    let store = Arc::new(open());
    let refuse = |id| {
        let store = Arc::clone(&store);
        tokio::spawn(async move { store.refuse(InteractionId(id)).await.unwrap() })
    };
    for refused in (0..1_500).map(refuse).collect::<Vec<_>>() {
        refused.await.unwrap();
    }
    store.forget_before(InteractionId(1_400)).await.unwrap();
    for id in [0, 1_399] {
        assert_eq!(store.outcome(InteractionId(id)).await.unwrap(), None, "{id}");
    }
    for id in [1_400, 1_499] {
        let outcome = store.outcome(InteractionId(id)).await.unwrap();
        assert_eq!(outcome, Some(Outcome::Refused), "{id}");
    }
}

async fn lists_follow_the_table<S: Store>(open: impl Fn() -> S) {
    let open_challenge = Table::challenge(ANN, Wish::of(Kind::Othello), HERE, at(0));
    let accepted = after(open_challenge.clone(), EVE, &Command::Accept);
    let moved = after(accepted.clone(), EVE, &Command::Show(THERE));
    let over = after(moved.clone(), ANN, &Command::Resign);
    let back = after(over.clone(), ANN, &Command::Show(HERE));
    let withdrawn = after(open_challenge.clone(), ANN, &Command::Cancel);
    let steps = [
        (open_challenge, "Ann open, here open"),
        (accepted, "Ann open, Eve open, here open"),
        (moved, "Ann open, Eve open, there open"),
        (over, "Ann over, Eve over, there over"),
        (back, "Ann over, Eve over, here over"),
        (withdrawn, ""),
    ];
    let mut store = open();
    for (revision, (table, expected)) in (1..).zip(steps) {
        let due = table.due().map(Due::at);
        commit(&store, change(5, revision, table)).await;
        drop(store);
        store = open();
        assert_eq!(lists(&store).await, expected, "revision {revision}");
        assert_eq!(store.next_due().await.unwrap(), due, "revision {revision}");
    }
}

/// Where the one table is listed.
async fn lists(store: &impl Store) -> String {
    let mut lists = Vec::new();
    let words = [(Which::Open, "open"), (Which::Over, "over")];
    for (name, player) in [("Ann", ANN), ("Ben", BEN), ("Eve", EVE)] {
        for (which, word) in words {
            let tables = store.tables_of(player, which, ALL).await.unwrap();
            lists.extend(tables.iter().map(|_| format!("{name} {word}")));
        }
    }
    for (name, place) in [("here", HERE), ("there", THERE)] {
        for (which, word) in words {
            let tables = store.tables_at(place, which, ALL).await.unwrap();
            lists.extend(tables.iter().map(|_| format!("{name} {word}")));
        }
    }
    lists.join(", ")
}

async fn lists_begin_with_the_newest<S: Store>(open: impl Fn() -> S) {
    let store = open();
    for id in [300, 1, u64::MAX, 256, 255] {
        commit(&store, change(id, 1, playing())).await;
    }
    let newest = [u64::MAX, 300, 256, 255, 1].map(TableId);
    assert_eq!(store.tables_of(BEN, Which::Open, ALL).await.unwrap(), newest);
    assert_eq!(store.tables_at(HERE, Which::Open, ALL).await.unwrap(), newest);
    assert_eq!(store.tables_of(BEN, Which::Open, 2).await.unwrap(), newest[..2]);
    assert_eq!(store.tables_at(HERE, Which::Open, 0).await.unwrap(), []);
}

async fn what_is_due_comes_in_order<S: Store>(open: impl Fn() -> S) {
    let store = open();
    let ids = [5, 3, 9];
    for (hours, id) in (0..).zip(ids) {
        let table = Table::challenge(ANN, Wish::of(Kind::Makruk), HERE, at(hours));
        commit(&store, change(id, 1, table)).await;
    }
    let first_due = hour(24 * 7);
    assert_eq!(store.next_due().await.unwrap(), Some(first_due));
    let before = first_due - SignedDuration::from_nanos(1);
    assert_eq!(store.due(before, ALL).await.unwrap(), []);
    assert_eq!(store.due(first_due, ALL).await.unwrap(), [TableId(5)]);
    assert_eq!(store.due(hour(24 * 9), ALL).await.unwrap(), ids.map(TableId));
    assert_eq!(store.due(hour(24 * 9), 2).await.unwrap(), [TableId(5), TableId(3)]);
}

async fn notices_are_owed_until_they_are_settled<S: Store>(open: impl Fn() -> S) {
    let store = open();
    for (revision, ready) in [(1, 5), (2, 3)] {
        commit(&store, owing(5, revision, ready)).await;
    }
    commit(&store, owing(4, 1, 4)).await;
    let [a, b, c] = [notice(5, 2, 3), notice(4, 1, 4), notice(5, 1, 5)];
    assert_eq!(store.next_owed().await.unwrap(), Some(hour(3)));
    assert_eq!(store.owed(hour(2), ALL).await.unwrap(), []);
    assert_eq!(store.owed(hour(4), ALL).await.unwrap(), [a.clone(), b.clone()]);
    assert_eq!(store.owed(hour(9), 1).await.unwrap(), std::slice::from_ref(&a));
    assert_eq!(store.owed_by(TableId(5)).await.unwrap(), [c.clone(), a.clone()]);

    store.settle(a.id, Some(shown(HERE, 100))).await.unwrap();
    drop(store);
    let store = open();
    assert_eq!(store.shown(TableId(5)).await.unwrap(), Some(shown(HERE, 100)));
    assert_eq!(store.notice(a.id).await.unwrap(), None);
    assert_eq!(store.owed(hour(9), ALL).await.unwrap(), [b, c]);
    // It was delivered by somebody else in between.
    store.settle(a.id, Some(shown(HERE, 101))).await.unwrap();
    assert_eq!(store.shown(TableId(5)).await.unwrap(), Some(shown(HERE, 101)));
}

async fn a_notice_is_that_of_its_change<S: Store>(open: impl Fn() -> S) {
    let store = open();
    for strange in [notice(5, 2, 0), notice(6, 1, 0)] {
        let wrong = Change { notice: Some(strange), ..change(5, 1, playing()) };
        let error = store.commit(wrong).await.unwrap_err();
        assert!(matches!(error, CommitError::Failed(_)), "{error:?}");
    }
    assert_eq!(store.table(TableId(5)).await.unwrap(), None);
    assert_eq!(store.next_owed().await.unwrap(), None);
}

async fn a_postponed_notice_is_ready_later<S: Store>(open: impl Fn() -> S) {
    let store = open();
    commit(&store, owing(5, 1, 3)).await;
    for (attempts, ready) in [(1, 7), (2, 8)] {
        store.postpone(notice_id(5, 1), hour(ready)).await.unwrap();
        assert_eq!(store.next_owed().await.unwrap(), Some(hour(ready)));
        let owed = store.owed(hour(ready), ALL).await.unwrap();
        assert_eq!(owed.len(), 1);
        assert_eq!((owed[0].attempts, owed[0].ready_at), (attempts, hour(ready)));
    }
    store.settle(notice_id(5, 1), None).await.unwrap();
    store.postpone(notice_id(5, 1), hour(9)).await.unwrap();
    assert_eq!(store.next_owed().await.unwrap(), None);
    assert_eq!(store.shown(TableId(5)).await.unwrap(), None);
}

async fn an_older_board_is_not_shown_over_a_newer_one<S: Store>(open: impl Fn() -> S) {
    let store = open();
    let steps = [
        (shown(HERE, 100), shown(HERE, 100)),
        (shown(HERE, 99), shown(HERE, 100)),
        (shown(HERE, 101), shown(HERE, 101)),
        (shown(THERE, 50), shown(THERE, 50)),
    ];
    for (now, expected) in steps {
        store.settle(notice_id(5, 1), Some(now)).await.unwrap();
        assert_eq!(store.shown(TableId(5)).await.unwrap(), Some(expected));
    }
    let again = kradan::store::Shown { ply: 6, ..shown(THERE, 50) };
    store.settle(notice_id(5, 2), Some(again)).await.unwrap();
    assert_eq!(store.shown(TableId(5)).await.unwrap(), Some(again));
}

async fn what_was_replaced_is_to_be_stripped<S: Store>(open: impl Fn() -> S) {
    let store = open();
    commit(&store, owing(5, 1, 0)).await;
    let message = control_message;
    store.settle(notice_id(5, 1), Some(shown(HERE, 10))).await.unwrap();
    assert_eq!(store.to_strip(ALL).await.unwrap(), []);
    store.note_offer(TableId(5), message(HERE, 12)).await.unwrap();
    store.note_offer(TableId(5), message(HERE, 14)).await.unwrap();
    store.note_offer(TableId(6), message(HERE, 13)).await.unwrap();
    store.settle(notice_id(5, 2), None).await.unwrap();
    assert_eq!(store.to_strip(ALL).await.unwrap(), []);
    store.strip_later(TableId(5), vec![message(HERE, 14)]).await.unwrap();
    store.settle(notice_id(5, 3), Some(shown(THERE, 20))).await.unwrap();
    // The same once more, and one that was posted before.
    store.settle(notice_id(5, 3), Some(shown(THERE, 20))).await.unwrap();
    store.settle(notice_id(5, 2), Some(shown(THERE, 15))).await.unwrap();
    assert_eq!(store.shown(TableId(5)).await.unwrap(), Some(shown(THERE, 20)));
    drop(store);
    let store = open();
    let old = [message(HERE, 10), message(HERE, 12), message(HERE, 14), message(THERE, 15)];
    assert_eq!(store.to_strip(ALL).await.unwrap(), old);
    assert_eq!(store.to_strip(2).await.unwrap(), old[..2]);
    store.stripped(vec![10, 14, 99]).await.unwrap();
    assert_eq!(store.to_strip(ALL).await.unwrap(), [old[1], old[3]]);
    // What a table offered that is forgotten can be pressed by nobody.
    store.note_offer(TableId(5), message(THERE, 30)).await.unwrap();
    store.forget(TableId(5), 1).await.unwrap();
    assert_eq!(store.to_strip(ALL).await.unwrap(), [old[1], old[3], message(THERE, 30)]);
    store.stripped(vec![12, 15, 30]).await.unwrap();
    drop(store);
    assert_eq!(open().to_strip(ALL).await.unwrap(), []);
}

async fn people_are_kept<S: Store>(open: impl Fn() -> S) {
    let store = open();
    assert_eq!(store.person(ANN).await.unwrap(), None);
    let mut person = Person { name: "Ann".into(), locale: "th".into(), ..Person::default() };
    for hints in [None, Some(true), Some(true)] {
        person.hints = hints;
        let wanted = person.clone();
        let kept = store.change_person(ANN, move |person| *person = wanted).await.unwrap();
        assert_eq!(kept, person);
        assert_eq!(store.person(ANN).await.unwrap().as_ref(), Some(&person));
    }
    drop(store);
    let store = open();
    assert_eq!(store.person(ANN).await.unwrap(), Some(person));
    assert_eq!(store.person(BEN).await.unwrap(), None);
}

async fn changes_to_a_person_at_once_are_all_made<S: Store>(open: impl Fn() -> S) {
    let store = Arc::new(open());
    let change = |_| {
        let store = Arc::clone(&store);
        let change = |person: &mut Person| person.name.push('x');
        tokio::spawn(async move { store.change_person(ANN, change).await.unwrap() })
    };
    for changed in (0..50).map(change).collect::<Vec<_>>() {
        changed.await.unwrap();
    }
    assert_eq!(store.person(ANN).await.unwrap().unwrap().name, "x".repeat(50));
}

async fn what_can_be_done_in_a_place_is_kept<S: Store>(open: impl Fn() -> S) {
    let store = open();
    assert_eq!(store.reach(HERE).await.unwrap(), Reach::Member);
    for reach in [Reach::AnswersOnly, Reach::AnswersOnly, Reach::Member, Reach::AnswersOnly] {
        store.keep_reach(HERE, reach).await.unwrap();
        assert_eq!(store.reach(HERE).await.unwrap(), reach);
    }
    drop(store);
    let store = open();
    assert_eq!(store.reach(HERE).await.unwrap(), Reach::AnswersOnly);
    assert_eq!(store.reach(THERE).await.unwrap(), Reach::Member);
}

async fn a_store_is_of_one_application<S: Store>(open: impl Fn() -> S) {
    let store = open();
    store.claim(7).await.unwrap();
    store.claim(7).await.unwrap();
    drop(store);
    let store = open();
    let claimed = store.claim(8).await;
    assert!(matches!(claimed, Err(StoreError::OfAnother { application: 7 })), "{claimed:?}");
    store.claim(7).await.unwrap();
}

async fn the_last_beat_is_kept<S: Store>(open: impl Fn() -> S) {
    let store = open();
    assert_eq!(store.last_beat().await.unwrap(), None);
    // The date is set back after the second.
    let beat = |at, until| Beat { at: hour(at), present_until: Some(hour(until)) };
    for beat in [beat(10, 10), beat(40, 11), beat(12, 12)] {
        store.beat(beat).await.unwrap();
        assert_eq!(store.last_beat().await.unwrap(), Some(beat));
    }
    drop(store);
    assert_eq!(open().last_beat().await.unwrap(), Some(beat(12, 12)));
}

async fn what_is_due_goes_by_no_credit<S: Store>(open: impl Fn() -> S) {
    let store = open();
    let due = playing().due().unwrap().at();
    for (revision, credited_hours) in [(1, 0), (2, 100), (3, -100)] {
        let mut change = change(5, revision, playing());
        change.row.credited = SignedDuration::from_hours(credited_hours);
        change.row.table.credit(change.row.credited);
        assert_eq!(change.row.due_at(), Some(due));
        commit(&store, change.clone()).await;
        assert_eq!(store.next_due().await.unwrap(), Some(due));
        assert_eq!(store.due(due, ALL).await.unwrap(), [TableId(5)]);
        assert_eq!(store.table(TableId(5)).await.unwrap(), Some(change.row));
    }
}

async fn what_many_commit_at_once_is_all_there<S: Store>(open: impl Fn() -> S) {
    let store = Arc::new(open());
    let tasks = (1..=64).map(|id| {
        let store = Arc::clone(&store);
        tokio::spawn(async move {
            for revision in 1..=8 {
                commit(&*store, asked(id * 100 + revision, owing(id, revision, 0))).await;
                let row = store.table(TableId(id)).await.unwrap().unwrap();
                assert_eq!(row.revision, revision);
            }
        })
    });
    for task in tasks.collect::<Vec<_>>() {
        task.await.unwrap();
    }
    drop(store);
    let store = open();
    let newest: Vec<TableId> = (1..=64).rev().map(TableId).collect();
    assert_eq!(store.tables_of(ANN, Which::Open, ALL).await.unwrap(), newest);
    assert_eq!(store.owed(hour(0), ALL).await.unwrap().len(), 64 * 8);
    for id in newest {
        assert_eq!(store.table(id).await.unwrap().unwrap().revision, 8);
    }
}

async fn one_of_many_at_once_wins<S: Store>(open: impl Fn() -> S) {
    let store = Arc::new(open());
    let tasks = (0..64).map(|interaction| {
        let store = Arc::clone(&store);
        let change = asked(interaction, owing(5, 1, 0));
        tokio::spawn(async move { store.commit(change).await })
    });
    let mut won = 0;
    for task in tasks.collect::<Vec<_>>() {
        match task.await.unwrap() {
            Ok(()) => won += 1,
            Err(error) => assert!(matches!(error, CommitError::Conflict), "{error:?}"),
        }
    }
    assert_eq!(won, 1);
    assert_eq!(store.owed_by(TableId(5)).await.unwrap().len(), 1);
}

async fn a_closed_store_takes_nothing<S: Store>(open: impl Fn() -> S) {
    let store = Arc::new(open());
    let tasks = (1..=32).map(|id| {
        let store = Arc::clone(&store);
        tokio::spawn(async move { (id, store.commit(change(id, 1, playing())).await) })
    });
    let tasks: Vec<_> = tasks.collect();
    store.close().await.unwrap();
    store.close().await.unwrap();
    let error = store.commit(change(99, 1, playing())).await.unwrap_err();
    assert!(matches!(error, CommitError::Failed(StoreError::Closed)), "{error:?}");
    let error = store.settle(notice_id(5, 1), None).await.unwrap_err();
    assert!(matches!(error, StoreError::Closed), "{error:?}");
    let mut taken = Vec::new();
    for task in tasks {
        match task.await.unwrap() {
            (id, Ok(())) => taken.push(id),
            (_, Err(error)) => {
                assert!(matches!(error, CommitError::Failed(StoreError::Closed)), "{error:?}");
            }
        }
    }
    drop(store);
    let store = open();
    for id in taken {
        assert!(store.table(TableId(id)).await.unwrap().is_some(), "{id}");
    }
    assert_eq!(store.table(TableId(99)).await.unwrap(), None);
}
