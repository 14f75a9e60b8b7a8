//! What every store promises.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use kradan::rules::{GameKind, Side};
use kradan::store::{
    Change, ChannelAccess, ClaimantId, CommitError, Heartbeat, InteractionId, InteractionResult,
    Lease, LeftChannel, Limit, Listing, OutboxEntry, Profile, Store, StoreErrorKind,
};
use kradan::table::{
    ApplicationId, ChallengeTerms, Command, Due, MessageId, Moment, PlayerId, Table, TableId,
};

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
        challenges_are_listed_apart_from_games
        no_more_challenges_wait_than_a_limit_allows
        no_more_challenges_are_sent_in_a_time_than_a_limit_allows
        a_challenge_that_came_to_nothing_counts_as_sent
        two_challenges_to_the_same_person_are_apart_unless_a_game_came_of_the_first
        challenges_received_are_limited_but_not_those_of_acquaintances
        no_more_games_run_than_a_limit_allows
        a_limit_comes_after_the_interaction_and_the_revision
        of_many_challenges_at_once_as_many_stand_as_a_limit_allows
        of_many_accepted_at_once_as_many_run_as_a_limit_allows
        what_is_due_comes_in_order
        what_is_due_is_claimed_by_one
        what_is_pending_is_claimed_by_one
        of_many_claimants_at_once_one_gets_each
        several_rows_are_read_in_one_call
        notices_are_owed_until_they_are_settled
        a_notice_is_that_of_its_change
        a_postponed_notice_is_ready_later
        a_rescheduled_notice_was_tried_no_more_often
        an_older_board_is_not_shown_over_a_newer_one
        what_was_replaced_is_to_be_stripped
        people_are_kept
        changes_to_a_person_at_once_are_all_made
        what_can_be_done_in_a_place_is_kept
        who_reads_a_place_is_kept
        a_notice_of_a_table_that_moved_is_settled_in_two_steps
        what_a_player_could_not_be_told_is_kept_until_it_is_seen
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
        assert_eq!(store.table(TableId(5)).await.unwrap().as_ref(), Some(&change.stored));
        assert_eq!(store.outbox_entry(notice_id(5, 1)).await.unwrap(), change.entry);
        let outcome = store.interaction_result(InteractionId(70)).await.unwrap();
        assert_eq!(outcome, Some(done(&change)));
        assert_eq!(store.tables_of_player(ANN, Listing::Running, ALL).await.unwrap(), [TableId(5)]);
        assert_eq!(
            store.next_due(Timestamp::MIN).await.unwrap(),
            change.stored.table.due().map(Due::at)
        );
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
    let error = store.mark_refused(InteractionId(70)).await.unwrap_err();
    assert!(matches!(error, CommitError::Answered(it) if it == done(&first)));
    assert_eq!(store.table(TableId(5)).await.unwrap().unwrap().revision, 1);
    assert_eq!(store.table(TableId(6)).await.unwrap(), None);
    assert_eq!(store.next_pending().await.unwrap(), None);
}

async fn a_refused_change_leaves_nothing<S: Store>(open: impl Fn() -> S) {
    let store = open();
    store.mark_refused(InteractionId(71)).await.unwrap();
    assert_eq!(
        store.interaction_result(InteractionId(71)).await.unwrap(),
        Some(InteractionResult::Refused)
    );
    let error = store.commit(asked(71, owing(5, 1, 0))).await.unwrap_err();
    assert!(matches!(error, CommitError::Answered(InteractionResult::Refused)), "{error:?}");
    let error = store.commit(asked(72, owing(5, 2, 0))).await.unwrap_err();
    assert!(matches!(error, CommitError::Conflict), "{error:?}");
    assert_eq!(store.interaction_result(InteractionId(72)).await.unwrap(), None);
    assert_eq!(store.table(TableId(5)).await.unwrap(), None);
    assert_eq!(store.pending_of_table(TableId(5)).await.unwrap(), []);
    assert_eq!(store.tables_of_player(ANN, Listing::Running, ALL).await.unwrap(), []);
    assert_eq!(store.next_due(Timestamp::MIN).await.unwrap(), None);
}

async fn a_table_is_forgotten_with_all_of_it<S: Store>(open: impl Fn() -> S) {
    let store = open();
    let (other, forgotten) = (owing(6, 1, 0), owing(5, 1, 0));
    commit(&store, forgotten).await;
    commit(&store, other.clone()).await;
    store.mark_delivered(notice_id(5, 9), Some(shown(HERE, 3))).await.unwrap();
    for wrong in [0, 2] {
        let error = store.delete_table(TableId(5), wrong).await.unwrap_err();
        assert!(matches!(error, CommitError::Conflict), "{wrong}: {error:?}");
    }
    store.delete_table(TableId(5), 1).await.unwrap();
    let is_gone = async |store: &S| {
        assert_eq!(store.table(TableId(5)).await.unwrap(), None);
        assert_eq!(store.posted_board(TableId(5)).await.unwrap(), None);
        assert_eq!(store.pending_of_table(TableId(5)).await.unwrap(), []);
        assert_eq!(store.tables_of_player(ANN, Listing::Running, ALL).await.unwrap(), [TableId(6)]);
        assert_eq!(
            store.tables_in_channel(HERE, Listing::Running, ALL).await.unwrap(),
            [TableId(6)]
        );
        assert_eq!(store.due_tables(hour(9_999), ALL).await.unwrap(), [TableId(6)]);
        assert_eq!(store.pending(hour(9_999), ALL).await.unwrap(), other.entry.as_slice());
    };
    is_gone(&store).await;
    let error = store.delete_table(TableId(5), 1).await.unwrap_err();
    assert!(matches!(error, CommitError::Conflict), "{error:?}");
    drop(store);
    is_gone(&open()).await;
}

async fn outcomes_below_a_number_are_forgotten<S: Store>(open: impl Fn() -> S) {
    let store = Arc::new(open());
    let refuse = |id| {
        let store = Arc::clone(&store);
        tokio::spawn(async move { store.mark_refused(InteractionId(id)).await.unwrap() })
    };
    for refused in (0..1_500).map(refuse).collect::<Vec<_>>() {
        refused.await.unwrap();
    }
    store.delete_results_before(InteractionId(1_400)).await.unwrap();
    for id in [0, 1_399] {
        assert_eq!(store.interaction_result(InteractionId(id)).await.unwrap(), None, "{id}");
    }
    for id in [1_400, 1_499] {
        let outcome = store.interaction_result(InteractionId(id)).await.unwrap();
        assert_eq!(outcome, Some(InteractionResult::Refused), "{id}");
    }
}

async fn lists_follow_the_table<S: Store>(open: impl Fn() -> S) {
    let open_challenge = Table::challenge(ANN, ChallengeTerms::of(GameKind::Othello), HERE, at(0));
    let accepted = after(open_challenge.clone(), EVE, &Command::Accept);
    let moved = after(accepted.clone(), EVE, &Command::Show(THERE));
    let over = after(moved.clone(), ANN, &Command::Resign);
    let back = after(over.clone(), ANN, &Command::Show(HERE));
    let withdrawn = after(open_challenge.clone(), ANN, &Command::Cancel);
    let steps = [
        (open_challenge, "Ann sent, here sent"),
        (accepted, "Ann running, Eve running, here running"),
        (moved, "Ann running, Eve running, there running"),
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
        assert_eq!(store.next_due(Timestamp::MIN).await.unwrap(), due, "revision {revision}");
    }
}

/// Where the one table is listed.
async fn lists(store: &impl Store) -> String {
    let mut lists = Vec::new();
    let words = [
        (Listing::Running, "running"),
        (Listing::Sent, "sent"),
        (Listing::Received, "received"),
        (Listing::Over, "over"),
    ];
    for (name, player) in [("Ann", ANN), ("Ben", BEN), ("Eve", EVE)] {
        for (which, word) in words {
            let tables = store.tables_of_player(player, which, ALL).await.unwrap();
            lists.extend(tables.iter().map(|_| format!("{name} {word}")));
        }
    }
    for (name, place) in [("here", HERE), ("there", THERE)] {
        for (which, word) in words {
            let tables = store.tables_in_channel(place, which, ALL).await.unwrap();
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
    assert_eq!(store.tables_of_player(BEN, Listing::Running, ALL).await.unwrap(), newest);
    assert_eq!(store.tables_in_channel(HERE, Listing::Running, ALL).await.unwrap(), newest);
    assert_eq!(store.tables_of_player(BEN, Listing::Running, 2).await.unwrap(), newest[..2]);
    assert_eq!(store.tables_in_channel(HERE, Listing::Running, 0).await.unwrap(), []);
}

async fn challenges_are_listed_apart_from_games<S: Store>(open: impl Fn() -> S) {
    let store = open();
    commit(&store, change(5, 1, playing())).await;
    for id in 6..206 {
        commit(&store, change(id, 1, challenge())).await;
    }
    assert_eq!(store.tables_of_player(BEN, Listing::Running, 1).await.unwrap(), [TableId(5)]);
    assert_eq!(store.tables_in_channel(HERE, Listing::Running, 1).await.unwrap(), [TableId(5)]);
    assert_eq!(store.tables_of_player(ANN, Listing::Sent, ALL).await.unwrap().len(), 200);
    assert_eq!(store.tables_of_player(BEN, Listing::Received, ALL).await.unwrap().len(), 200);
    assert_eq!(store.tables_of_player(BEN, Listing::Sent, ALL).await.unwrap(), []);
    assert_eq!(store.tables_of_player(ANN, Listing::Received, ALL).await.unwrap(), []);
}

/// A challenge of Ann's to somebody, made so many minutes after midnight.
fn challenge_of_minute(opponent: PlayerId, minute: i64) -> Table {
    let wish = ChallengeTerms {
        opponent: Some(opponent),
        side: Some(Side::First),
        ..ChallengeTerms::of(GameKind::Ogi)
    };
    Table::challenge(ANN, wish, HERE, Moment { time: minute_of(minute), chance: 0 })
}

fn minute_of(minute: i64) -> Timestamp {
    hour(0) + SignedDuration::from_mins(minute)
}

fn limited_by(limit: Limit, change: Change) -> Change {
    Change { limits: vec![limit], ..change }
}

/// Until when a limit does not allow a change.
async fn refused_until(store: &impl Store, limit: Limit, change: Change) -> Option<Timestamp> {
    let id = change.id;
    let before = store.table(id).await.unwrap();
    match store.commit(limited_by(limit, change)).await {
        Err(CommitError::Limited(reached)) => {
            assert_eq!(reached.limit, limit);
            assert_eq!(store.table(id).await.unwrap(), before, "it changes nothing");
            reached.until
        }
        other => panic!("{other:?}"),
    }
}

async fn no_more_challenges_wait_than_a_limit_allows<S: Store>(open: impl Fn() -> S) {
    let store = open();
    let limit = Limit::Waiting { challenger: ANN, most: 3 };
    for id in 1..=3_u64 {
        let table = challenge_of_minute(BEN, 10 * id.cast_signed());
        commit(&store, limited_by(limit, change(id, 1, table))).await;
    }
    drop(store);
    let store = open();
    let next = change(9, 1, challenge_of_minute(BEN, 40));
    let lapses = minute_of(10) + SignedDuration::from_hours(24 * 7);
    assert_eq!(refused_until(&store, limit, next.clone()).await, Some(lapses));
    // Others' challenges take nobody's room.
    let others = Limit::Waiting { challenger: BEN, most: 1 };
    let wish = ChallengeTerms { opponent: Some(ANN), ..ChallengeTerms::of(GameKind::Ogi) };
    let of_ben = Table::challenge(BEN, wish, HERE, at(0));
    commit(&store, limited_by(others, change(8, 1, of_ben))).await;
    assert!(refused_until(&store, limit, next.clone()).await.is_some());
    let withdrawn = after(challenge_of_minute(BEN, 20), ANN, &Command::Cancel);
    commit(&store, change(2, 2, withdrawn)).await;
    commit(&store, limited_by(limit, next)).await;
}

async fn no_more_challenges_are_sent_in_a_time_than_a_limit_allows<S: Store>(open: impl Fn() -> S) {
    let limit = |minute| Limit::Sent {
        challenger: ANN,
        most: 3,
        within: SignedDuration::from_mins(30),
        at: minute_of(minute),
    };
    let next = |id, minute| change(id, 1, challenge_of_minute(EVE, minute));
    let store = open();
    for (id, minute) in [(1, 0), (2, 1), (3, 20)] {
        commit(&store, limited_by(limit(minute), next(id, minute))).await;
    }
    drop(store);
    let store = open();
    assert_eq!(refused_until(&store, limit(25), next(4, 25)).await, Some(minute_of(30)));
    commit(&store, limited_by(limit(30), next(5, 30))).await;
    assert_eq!(refused_until(&store, limit(30), next(6, 30)).await, Some(minute_of(31)));
    // Where the clock was set back, those of a later time count as well.
    commit(&store, limited_by(limit(60), next(6, 60))).await;
    assert_eq!(refused_until(&store, limit(40), next(7, 40)).await, Some(minute_of(50)));
    // A clock that was wrong for a while forbids nothing for longer than one that was right.
    commit(&store, next(8, 100_000)).await;
    commit(&store, limited_by(limit(70), next(9, 70))).await;
    // Nobody else has sent these.
    let others = Limit::Sent {
        challenger: BEN,
        most: 1,
        within: SignedDuration::from_mins(30),
        at: minute_of(40),
    };
    commit(&store, limited_by(others, next(11, 40))).await;
}

async fn a_challenge_that_came_to_nothing_counts_as_sent<S: Store>(open: impl Fn() -> S) {
    let store = open();
    for (id, command) in [(1, Command::Cancel), (2, Command::Decline)] {
        let table = challenge_of_minute(BEN, 0);
        commit(&store, change(id, 1, table.clone())).await;
        let by = if command == Command::Cancel { ANN } else { BEN };
        commit(&store, change(id, 2, after(table, by, &command))).await;
    }
    store.delete_table(TableId(1), 2).await.unwrap();
    drop(store);
    let store = open();
    let within = SignedDuration::from_hours(1);
    let limit = Limit::Sent { challenger: ANN, most: 2, within, at: minute_of(1) };
    let next = change(3, 1, challenge_of_minute(BEN, 1));
    assert_eq!(refused_until(&store, limit, next.clone()).await, Some(minute_of(60)));
    let limit = Limit::SentTo { challenger: ANN, opponent: BEN, within, at: minute_of(1) };
    assert_eq!(refused_until(&store, limit, next).await, Some(minute_of(60)));
}

async fn two_challenges_to_the_same_person_are_apart_unless_a_game_came_of_the_first<S: Store>(
    open: impl Fn() -> S,
) {
    let store = open();
    let limit = |opponent, minute| Limit::SentTo {
        challenger: ANN,
        opponent,
        within: SignedDuration::from_mins(10),
        at: minute_of(minute),
    };
    let next = |id, opponent, minute| change(id, 1, challenge_of_minute(opponent, minute));
    commit(&store, limited_by(limit(BEN, 0), next(1, BEN, 0))).await;
    assert_eq!(refused_until(&store, limit(BEN, 1), next(2, BEN, 1)).await, Some(minute_of(10)));
    commit(&store, limited_by(limit(EVE, 1), next(2, EVE, 1))).await;
    // Ben accepts, and after the game there may be another one.
    let playing = after(challenge_of_minute(BEN, 0), BEN, &Command::Accept);
    commit(&store, change(1, 2, playing.clone())).await;
    commit(&store, change(1, 3, after(playing, BEN, &Command::Resign))).await;
    commit(&store, limited_by(limit(BEN, 2), next(3, BEN, 2))).await;
    assert_eq!(refused_until(&store, limit(BEN, 3), next(4, BEN, 3)).await, Some(minute_of(12)));
    commit(&store, limited_by(limit(BEN, 12), next(4, BEN, 12))).await;
    // To whoever likes to play it is to nobody in particular.
    let anybody = Table::challenge(ANN, ChallengeTerms::of(GameKind::Ogi), HERE, at(0));
    commit(&store, limited_by(limit(EVE, 20), change(6, 1, anybody))).await;
    commit(&store, limited_by(limit(EVE, 21), next(7, EVE, 21))).await;
}

async fn challenges_received_are_limited_but_not_those_of_acquaintances<S: Store>(
    open: impl Fn() -> S,
) {
    let store = open();
    let challenge_by = |challenger| {
        let wish = ChallengeTerms { opponent: Some(BEN), ..ChallengeTerms::of(GameKind::Ogi) };
        Table::challenge(PlayerId(challenger), wish, HERE, at(0))
    };
    let limit =
        |challenger| Limit::Received { player: BEN, challenger: PlayerId(challenger), most: 8 };
    let met_before = after(challenge_by(50), BEN, &Command::Accept);
    commit(&store, change(50, 1, after(met_before, BEN, &Command::Resign))).await;
    for id in 101..=108 {
        commit(&store, limited_by(limit(id), change(id, 1, challenge_by(id)))).await;
    }
    let lapses = hour(24 * 7);
    let stranger = change(109, 1, challenge_by(109));
    assert_eq!(refused_until(&store, limit(109), stranger.clone()).await, Some(lapses));
    commit(&store, limited_by(limit(50), change(51, 1, challenge_by(50)))).await;
    // Whose challenge is accepted is a stranger no longer.
    commit(&store, change(101, 2, after(challenge_by(101), BEN, &Command::Accept))).await;
    assert_eq!(refused_until(&store, limit(109), stranger).await, Some(lapses));
    commit(&store, limited_by(limit(101), change(110, 1, challenge_by(101)))).await;
    drop(store);
    let store = open();
    commit(&store, limited_by(limit(101), change(111, 1, challenge_by(101)))).await;
}

async fn no_more_games_run_than_a_limit_allows<S: Store>(open: impl Fn() -> S) {
    let store = open();
    let limit = |player| Limit::Running { player, most: 2 };
    for id in [1, 2] {
        commit(&store, change(id, 1, challenge())).await;
        commit(&store, limited_by(limit(BEN), change(id, 2, playing()))).await;
    }
    for player in [ANN, BEN] {
        commit(&store, change(2 + player.0, 1, challenge())).await;
        let third = change(2 + player.0, 2, playing());
        assert_eq!(refused_until(&store, limit(player), third).await, None);
    }
    commit(&store, limited_by(limit(EVE), change(9, 1, playing()))).await;
    for id in [1, 9] {
        let revision = if id == 1 { 3 } else { 2 };
        commit(&store, change(id, revision, after(playing(), BEN, &Command::Resign))).await;
    }
    commit(&store, limited_by(limit(ANN), change(3, 2, playing()))).await;
}

async fn a_limit_comes_after_the_interaction_and_the_revision<S: Store>(open: impl Fn() -> S) {
    let store = open();
    let limit = Limit::Running { player: ANN, most: 1 };
    let first = asked(70, change(5, 1, playing()));
    commit(&store, limited_by(limit, first.clone())).await;
    let error = store.commit(limited_by(limit, first.clone())).await.unwrap_err();
    assert!(matches!(error, CommitError::Answered(it) if it == done(&first)));
    let error = store.commit(limited_by(limit, change(5, 1, playing()))).await.unwrap_err();
    assert!(matches!(error, CommitError::Conflict), "{error:?}");
    let refused = asked(71, owing(6, 1, 0));
    assert_eq!(refused_until(&store, limit, refused).await, None);
    assert_eq!(store.interaction_result(InteractionId(71)).await.unwrap(), None);
    assert_eq!(store.next_pending().await.unwrap(), None);
}

async fn of_many_challenges_at_once_as_many_stand_as_a_limit_allows<S: Store>(
    open: impl Fn() -> S,
) {
    let store = Arc::new(open());
    let limit = Limit::Waiting { challenger: ANN, most: 25 };
    let tasks = (1..=150).map(|id| {
        let (store, next) = (Arc::clone(&store), change(id, 1, challenge()));
        tokio::spawn(async move { store.commit(limited_by(limit, next)).await })
    });
    let mut stand = 0;
    for task in tasks.collect::<Vec<_>>() {
        match task.await.unwrap() {
            Ok(()) => stand += 1,
            Err(error) => assert!(matches!(error, CommitError::Limited(_)), "{error:?}"),
        }
    }
    assert_eq!(stand, 25);
    assert_eq!(store.tables_of_player(ANN, Listing::Sent, ALL).await.unwrap().len(), 25);
}

async fn of_many_accepted_at_once_as_many_run_as_a_limit_allows<S: Store>(open: impl Fn() -> S) {
    let store = Arc::new(open());
    for id in 1..=150 {
        commit(&*store, change(id, 1, challenge())).await;
    }
    let limit = Limit::Running { player: BEN, most: 25 };
    let tasks = (1..=150).map(|id| {
        let (store, accepted) = (Arc::clone(&store), change(id, 2, playing()));
        tokio::spawn(async move { store.commit(limited_by(limit, accepted)).await.is_ok() })
    });
    let mut running = 0;
    for task in tasks.collect::<Vec<_>>() {
        running += usize::from(task.await.unwrap());
    }
    assert_eq!(running, 25);
    assert_eq!(store.tables_of_player(BEN, Listing::Running, ALL).await.unwrap().len(), 25);
    assert_eq!(store.tables_of_player(BEN, Listing::Received, ALL).await.unwrap().len(), 125);
}

async fn what_is_due_comes_in_order<S: Store>(open: impl Fn() -> S) {
    let store = open();
    let ids = [5, 3, 9];
    for (hours, id) in (0..).zip(ids) {
        let table = Table::challenge(ANN, ChallengeTerms::of(GameKind::Makruk), HERE, at(hours));
        commit(&store, change(id, 1, table)).await;
    }
    let first_due = hour(24 * 7);
    assert_eq!(store.next_due(Timestamp::MIN).await.unwrap(), Some(first_due));
    assert_eq!(store.next_due(first_due).await.unwrap(), Some(hour(24 * 7 + 1)));
    assert_eq!(store.next_due(hour(24 * 7 + 2)).await.unwrap(), None);
    let before = first_due - SignedDuration::from_nanos(1);
    assert_eq!(store.due_tables(before, ALL).await.unwrap(), []);
    assert_eq!(store.due_tables(first_due, ALL).await.unwrap(), [TableId(5)]);
    assert_eq!(store.due_tables(hour(24 * 9), ALL).await.unwrap(), ids.map(TableId));
    assert_eq!(store.due_tables(hour(24 * 9), 2).await.unwrap(), [TableId(5), TableId(3)]);
}

/// A claim of so many hours that begins at an hour.
fn lease(claimant: u64, hours: i64, length: i64) -> Lease {
    let duration = SignedDuration::from_hours(length);
    Lease { claimant: ClaimantId(claimant), now: hour(hours), duration }
}

async fn what_is_due_is_claimed_by_one<S: Store>(open: impl Fn() -> S) {
    let store = open();
    for id in [5, 3, 9] {
        commit(&store, change(id, 1, challenge())).await;
    }
    let (due, ids) = (24 * 7, [3, 5, 9].map(TableId));
    assert_eq!(store.claim_due(lease(1, due - 1, 9), ALL).await.unwrap(), []);
    assert_eq!(store.claim_due(lease(1, due, 2), 2).await.unwrap(), ids[..2]);
    // What another one holds is left out, and what one holds oneself is claimed anew.
    assert_eq!(store.claim_due(lease(2, due, 2), ALL).await.unwrap(), ids[2..]);
    assert_eq!(store.claim_due(lease(1, due + 1, 2), ALL).await.unwrap(), ids[..2]);
    assert_eq!(store.claim_due(lease(2, due + 2, 0), ALL).await.unwrap(), ids[2..]);
    assert_eq!(store.due_tables(hour(due), ALL).await.unwrap(), ids);
    // A claim ends with its lease.
    assert_eq!(store.claim_due(lease(3, due + 3, 2), 2).await.unwrap(), ids[..2]);
    // It ends with a commit and when the table is deleted.
    commit(&store, change(3, 2, challenge())).await;
    assert_eq!(store.claim_due(lease(4, due + 3, 2), 1).await.unwrap(), ids[..1]);
    store.delete_table(TableId(5), 1).await.unwrap();
    commit(&store, change(5, 1, challenge())).await;
    assert_eq!(store.claim_due(lease(4, due + 3, 2), ALL).await.unwrap(), ids);
}

async fn what_is_pending_is_claimed_by_one<S: Store>(open: impl Fn() -> S) {
    let store = open();
    for (revision, ready) in [(1, 5), (2, 3), (3, 4)] {
        commit(&store, owing(5, revision, ready)).await;
    }
    let claimed = async |lease: Lease, most: usize| -> Vec<u64> {
        let entries = store.claim_pending(lease, most).await.unwrap();
        entries.iter().map(|entry| entry.id.revision).collect()
    };
    assert_eq!(claimed(lease(1, 2, 9), ALL).await, [0_u64; 0]);
    assert_eq!(claimed(lease(1, 5, 2), 2).await, [2, 3]);
    assert_eq!(claimed(lease(2, 5, 2), ALL).await, [1]);
    assert_eq!(claimed(lease(1, 6, 2), ALL).await, [2, 3]);
    assert_eq!(store.pending(hour(5), ALL).await.unwrap().len(), 3);
    // A claim ends with its lease.
    assert_eq!(claimed(lease(3, 7, 9), ALL).await, [1]);
    assert_eq!(claimed(lease(3, 8, 9), 2).await, [2, 3]);
    // A delivered entry is gone; one that was postponed can be claimed when it is ready.
    store.mark_delivered(notice_id(5, 2), None).await.unwrap();
    store.postpone(notice_id(5, 3), hour(10)).await.unwrap();
    assert_eq!(claimed(lease(4, 9, 9), ALL).await, [0_u64; 0]);
    assert_eq!(claimed(lease(4, 10, 9), ALL).await, [3]);
    // Another time for an entry ends no claim.
    store.reschedule(notice_id(5, 3), hour(9)).await.unwrap();
    assert_eq!(claimed(lease(3, 11, 9), ALL).await, [1]);
    // What is left of an entry of a table that moved can be claimed at once.
    let left = Some(LeftChannel { channel: THERE, is_all: false });
    let moved = OutboxEntry { left, ..notice(5, 4, 11) };
    commit(&store, Change { entry: Some(moved), ..change(5, 4, playing()) }).await;
    assert_eq!(claimed(lease(1, 11, 9), ALL).await, [4]);
    store.mark_delivered_in_new_channel(notice_id(5, 4), None, hour(11)).await.unwrap();
    assert_eq!(claimed(lease(2, 11, 9), ALL).await, [4]);
}

async fn of_many_claimants_at_once_one_gets_each<S: Store>(open: impl Fn() -> S) {
    let store = Arc::new(open());
    for id in 1..=60 {
        commit(&*store, owing(id, 1, 1)).await;
    }
    let claimants = (0..8).map(|claimant| {
        let store = Arc::clone(&store);
        tokio::spawn(async move {
            let (mut tables, mut entries) = (Vec::new(), Vec::new());
            for _ in 0..10 {
                let lease = lease(claimant, 24 * 30, 1);
                tables.extend(store.claim_due(lease, 5).await.unwrap());
                entries.extend(store.claim_pending(lease, 5).await.unwrap());
                tokio::task::yield_now().await;
            }
            let entries = entries.iter().map(|entry| entry.id.table).collect::<BTreeSet<_>>();
            (tables.into_iter().collect::<BTreeSet<_>>(), entries)
        })
    });
    let claimants: Vec<_> = claimants.collect();
    let (mut tables, mut entries) = (Vec::new(), Vec::new());
    for claimant in claimants {
        let (its_tables, its_entries) = claimant.await.unwrap();
        tables.extend(its_tables);
        entries.extend(its_entries);
    }
    for claimed in [&mut tables, &mut entries] {
        assert!(!claimed.is_empty());
        let all = claimed.len();
        claimed.sort_unstable();
        claimed.dedup();
        assert_eq!(claimed.len(), all, "claimed twice");
    }
}

async fn several_rows_are_read_in_one_call<S: Store>(open: impl Fn() -> S) {
    let store = open();
    for id in [5, 3] {
        commit(&store, change(id, 1, playing())).await;
    }
    let ids = [5, 4, 3].map(TableId);
    let found = store.tables(ids.to_vec()).await.unwrap();
    assert_eq!(found.iter().map(|(id, _)| *id).collect::<Vec<_>>(), [ids[0], ids[2]]);
    for (id, stored) in found {
        assert_eq!(store.table(id).await.unwrap(), Some(stored));
    }
    let named = |name: &str| Profile { name: name.to_owned(), ..Profile::default() };
    for (player, name) in [(BEN, "Ben"), (ANN, "Ann")] {
        let change = move |profile: &mut Profile| name.clone_into(&mut profile.name);
        store.update_profile(player, change).await.unwrap();
    }
    let found = store.profiles(vec![BEN, EVE, ANN]).await.unwrap();
    assert_eq!(found, [(BEN, named("Ben")), (ANN, named("Ann"))]);
    let board = shown(HERE, 7);
    store.mark_delivered(notice_id(3, 1), Some(board)).await.unwrap();
    assert_eq!(store.posted_boards(ids.to_vec()).await.unwrap(), [(ids[2], board)]);
}

async fn notices_are_owed_until_they_are_settled<S: Store>(open: impl Fn() -> S) {
    let store = open();
    for (revision, ready) in [(1, 5), (2, 3)] {
        commit(&store, owing(5, revision, ready)).await;
    }
    commit(&store, owing(4, 1, 4)).await;
    let [a, b, c] = [notice(5, 2, 3), notice(4, 1, 4), notice(5, 1, 5)];
    assert_eq!(store.next_pending().await.unwrap(), Some(hour(3)));
    assert_eq!(store.pending(hour(2), ALL).await.unwrap(), []);
    assert_eq!(store.pending(hour(4), ALL).await.unwrap(), [a.clone(), b.clone()]);
    assert_eq!(store.pending(hour(9), 1).await.unwrap(), std::slice::from_ref(&a));
    assert_eq!(store.pending_of_table(TableId(5)).await.unwrap(), [c.clone(), a.clone()]);

    store.mark_delivered(a.id, Some(shown(HERE, 100))).await.unwrap();
    drop(store);
    let store = open();
    assert_eq!(store.posted_board(TableId(5)).await.unwrap(), Some(shown(HERE, 100)));
    assert_eq!(store.outbox_entry(a.id).await.unwrap(), None);
    assert_eq!(store.pending(hour(9), ALL).await.unwrap(), [b, c]);
    // It was delivered by somebody else in between.
    store.mark_delivered(a.id, Some(shown(HERE, 101))).await.unwrap();
    assert_eq!(store.posted_board(TableId(5)).await.unwrap(), Some(shown(HERE, 101)));
}

async fn a_notice_is_that_of_its_change<S: Store>(open: impl Fn() -> S) {
    let store = open();
    for strange in [notice(5, 2, 0), notice(6, 1, 0)] {
        let wrong = Change { entry: Some(strange), ..change(5, 1, playing()) };
        let error = store.commit(wrong).await.unwrap_err();
        assert!(matches!(error, CommitError::Failed(_)), "{error:?}");
    }
    assert_eq!(store.table(TableId(5)).await.unwrap(), None);
    assert_eq!(store.next_pending().await.unwrap(), None);
}

async fn a_postponed_notice_is_ready_later<S: Store>(open: impl Fn() -> S) {
    let store = open();
    commit(&store, owing(5, 1, 3)).await;
    for (attempts, ready) in [(1, 7), (2, 8)] {
        store.postpone(notice_id(5, 1), hour(ready)).await.unwrap();
        assert_eq!(store.next_pending().await.unwrap(), Some(hour(ready)));
        let owed = store.pending(hour(ready), ALL).await.unwrap();
        assert_eq!(owed.len(), 1);
        assert_eq!((owed[0].attempts, owed[0].ready_at), (attempts, hour(ready)));
    }
    store.mark_delivered(notice_id(5, 1), None).await.unwrap();
    store.postpone(notice_id(5, 1), hour(9)).await.unwrap();
    assert_eq!(store.next_pending().await.unwrap(), None);
    assert_eq!(store.posted_board(TableId(5)).await.unwrap(), None);
}

async fn a_rescheduled_notice_was_tried_no_more_often<S: Store>(open: impl Fn() -> S) {
    let store = open();
    commit(&store, owing(5, 1, 3)).await;
    store.postpone(notice_id(5, 1), hour(7)).await.unwrap();
    for ready in [2, 8] {
        store.reschedule(notice_id(5, 1), hour(ready)).await.unwrap();
        let expected = OutboxEntry { attempts: 1, ..notice(5, 1, ready) };
        assert_eq!(store.next_pending().await.unwrap(), Some(hour(ready)));
        assert_eq!(store.pending(hour(ready), ALL).await.unwrap(), std::slice::from_ref(&expected));
        assert_eq!(store.pending_of_table(TableId(5)).await.unwrap(), [expected]);
    }
    store.mark_delivered(notice_id(5, 1), None).await.unwrap();
    store.reschedule(notice_id(5, 1), hour(9)).await.unwrap();
    assert_eq!(store.next_pending().await.unwrap(), None);
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
        store.mark_delivered(notice_id(5, 1), Some(now)).await.unwrap();
        assert_eq!(store.posted_board(TableId(5)).await.unwrap(), Some(expected));
    }
    let again = kradan::store::PostedBoard { ply: 6, ..shown(THERE, 50) };
    store.mark_delivered(notice_id(5, 2), Some(again)).await.unwrap();
    assert_eq!(store.posted_board(TableId(5)).await.unwrap(), Some(again));
}

async fn who_reads_a_place_is_kept<S: Store>(open: impl Fn() -> S) {
    let store = open();
    for _ in 0..2 {
        store.add_reader(ANN, HERE).await.unwrap();
    }
    drop(store);
    let store = open();
    let known = [(ANN, HERE, true), (ANN, THERE, false), (BEN, HERE, false)];
    for (player, place, is_known) in known {
        assert_eq!(store.is_reader(player, place).await.unwrap(), is_known, "{player:?} {place:?}");
    }
}

async fn a_notice_of_a_table_that_moved_is_settled_in_two_steps<S: Store>(open: impl Fn() -> S) {
    let store = open();
    let left = Some(LeftChannel { channel: THERE, is_all: false });
    let moved = OutboxEntry { left, attempts: 3, ..notice(5, 1, 3) };
    commit(&store, Change { entry: Some(moved.clone()), ..change(5, 1, playing()) }).await;
    assert_eq!(moved.left_behind(), None);
    store.mark_delivered_in_new_channel(moved.id, Some(shown(HERE, 100)), hour(4)).await.unwrap();
    drop(store);
    let store = open();
    assert_eq!(store.posted_board(TableId(5)).await.unwrap(), Some(shown(HERE, 100)));
    let owed = store.pending(hour(9), ALL).await.unwrap();
    assert_eq!(owed.len(), 1);
    assert_eq!((owed[0].left_behind(), owed[0].attempts), (Some(THERE), 0));
    assert_eq!((owed[0].ready_at, store.next_pending().await.unwrap()), (hour(4), Some(hour(4))));
    // Told twice, it is still owed to the other place.
    store.mark_delivered_in_new_channel(moved.id, Some(shown(HERE, 101)), hour(5)).await.unwrap();
    assert_eq!(store.pending(hour(9), ALL).await.unwrap(), owed);
    assert_eq!(store.posted_board(TableId(5)).await.unwrap(), Some(shown(HERE, 101)));
    store.mark_delivered(moved.id, None).await.unwrap();
    assert_eq!(store.next_pending().await.unwrap(), None);
    // A table that did not move owes nothing more.
    commit(&store, owing(6, 1, 3)).await;
    store.mark_delivered_in_new_channel(notice_id(6, 1), None, hour(4)).await.unwrap();
    assert_eq!(store.next_pending().await.unwrap(), None);
}

async fn what_a_player_could_not_be_told_is_kept_until_it_is_seen<S: Store>(open: impl Fn() -> S) {
    let store = open();
    let (one, other) = (notice(5, 1, 3), notice(5, 2, 3));
    for notice in [&one, &other, &one] {
        store.add_missed(ANN, notice.clone()).await.unwrap();
    }
    drop(store);
    let store = open();
    assert_eq!(store.missed_by(BEN, ALL).await.unwrap(), []);
    assert_eq!(store.missed_by(ANN, 1).await.unwrap(), std::slice::from_ref(&one));
    assert_eq!(store.missed_by(ANN, ALL).await.unwrap(), [one.clone(), other.clone()]);
    // It is owed to nobody else.
    assert_eq!(store.next_pending().await.unwrap(), None);
    store.remove_missed(ANN, vec![one.id, notice_id(7, 7)]).await.unwrap();
    assert_eq!(store.missed_by(ANN, ALL).await.unwrap(), [other]);
}

async fn what_was_replaced_is_to_be_stripped<S: Store>(open: impl Fn() -> S) {
    let store = open();
    commit(&store, owing(5, 1, 0)).await;
    let message = control_message;
    store.mark_delivered(notice_id(5, 1), Some(shown(HERE, 10))).await.unwrap();
    assert_eq!(store.cleanup_queue(ALL).await.unwrap(), []);
    store.add_offer(TableId(5), message(HERE, 12)).await.unwrap();
    store.add_offer(TableId(5), message(HERE, 14)).await.unwrap();
    store.add_offer(TableId(6), message(HERE, 13)).await.unwrap();
    store.mark_delivered(notice_id(5, 2), None).await.unwrap();
    assert_eq!(store.cleanup_queue(ALL).await.unwrap(), []);
    store.queue_cleanup(TableId(5), vec![message(HERE, 14)]).await.unwrap();
    store.mark_delivered(notice_id(5, 3), Some(shown(THERE, 20))).await.unwrap();
    // The same once more, and one that was posted before.
    store.mark_delivered(notice_id(5, 3), Some(shown(THERE, 20))).await.unwrap();
    store.mark_delivered(notice_id(5, 2), Some(shown(THERE, 15))).await.unwrap();
    assert_eq!(store.posted_board(TableId(5)).await.unwrap(), Some(shown(THERE, 20)));
    drop(store);
    let store = open();
    let old = [message(HERE, 10), message(HERE, 12), message(HERE, 14), message(THERE, 15)];
    assert_eq!(store.cleanup_queue(ALL).await.unwrap(), old);
    assert_eq!(store.cleanup_queue(2).await.unwrap(), old[..2]);
    store.mark_cleaned_up([10, 14, 99].map(MessageId).to_vec()).await.unwrap();
    assert_eq!(store.cleanup_queue(ALL).await.unwrap(), [old[1], old[3]]);
    // What a table offered that is forgotten can be pressed by nobody.
    store.add_offer(TableId(5), message(THERE, 30)).await.unwrap();
    store.delete_table(TableId(5), 1).await.unwrap();
    assert_eq!(store.cleanup_queue(ALL).await.unwrap(), [old[1], old[3], message(THERE, 30)]);
    store.mark_cleaned_up([12, 15, 30].map(MessageId).to_vec()).await.unwrap();
    drop(store);
    assert_eq!(open().cleanup_queue(ALL).await.unwrap(), []);
}

async fn people_are_kept<S: Store>(open: impl Fn() -> S) {
    let store = open();
    assert_eq!(store.profile(ANN).await.unwrap(), None);
    let mut person = Profile { name: "Ann".into(), locale: "th".into(), ..Profile::default() };
    for hints in [None, Some(true), Some(true)] {
        person.hints = hints;
        let wanted = person.clone();
        let kept = store.update_profile(ANN, move |person| *person = wanted).await.unwrap();
        assert_eq!(kept, person);
        assert_eq!(store.profile(ANN).await.unwrap().as_ref(), Some(&person));
    }
    drop(store);
    let store = open();
    assert_eq!(store.profile(ANN).await.unwrap(), Some(person));
    assert_eq!(store.profile(BEN).await.unwrap(), None);
}

async fn changes_to_a_person_at_once_are_all_made<S: Store>(open: impl Fn() -> S) {
    let store = Arc::new(open());
    let change = |_| {
        let store = Arc::clone(&store);
        let change = |person: &mut Profile| person.name.push('x');
        tokio::spawn(async move { store.update_profile(ANN, change).await.unwrap() })
    };
    for changed in (0..50).map(change).collect::<Vec<_>>() {
        changed.await.unwrap();
    }
    assert_eq!(store.profile(ANN).await.unwrap().unwrap().name, "x".repeat(50));
}

async fn what_can_be_done_in_a_place_is_kept<S: Store>(open: impl Fn() -> S) {
    let store = open();
    assert_eq!(store.channel_access(HERE).await.unwrap(), ChannelAccess::Member);
    for reach in [
        ChannelAccess::AnswersOnly,
        ChannelAccess::AnswersOnly,
        ChannelAccess::Member,
        ChannelAccess::AnswersOnly,
    ] {
        store.set_channel_access(HERE, reach).await.unwrap();
        assert_eq!(store.channel_access(HERE).await.unwrap(), reach);
    }
    drop(store);
    let store = open();
    assert_eq!(store.channel_access(HERE).await.unwrap(), ChannelAccess::AnswersOnly);
    assert_eq!(store.channel_access(THERE).await.unwrap(), ChannelAccess::Member);
}

async fn a_store_is_of_one_application<S: Store>(open: impl Fn() -> S) {
    let store = open();
    store.bind_application(ApplicationId(7)).await.unwrap();
    store.bind_application(ApplicationId(7)).await.unwrap();
    drop(store);
    let store = open();
    let claimed = store.bind_application(ApplicationId(8)).await;
    let error = claimed.unwrap_err();
    assert_eq!(error.kind(), StoreErrorKind::OtherApplication, "{error:?}");
    assert!(error.to_string().contains("application 7"), "{error}");
    store.bind_application(ApplicationId(7)).await.unwrap();
}

async fn the_last_beat_is_kept<S: Store>(open: impl Fn() -> S) {
    let store = open();
    assert_eq!(store.heartbeat().await.unwrap(), None);
    // The date is set back after the second.
    let beat = |at, until| Heartbeat { at: hour(at), present_until: Some(hour(until)) };
    for beat in [beat(10, 10), beat(40, 11), beat(12, 12)] {
        store.record_heartbeat(beat).await.unwrap();
        assert_eq!(store.heartbeat().await.unwrap(), Some(beat));
    }
    drop(store);
    assert_eq!(open().heartbeat().await.unwrap(), Some(beat(12, 12)));
}

async fn what_is_due_goes_by_no_credit<S: Store>(open: impl Fn() -> S) {
    let store = open();
    let due = playing().due().unwrap().at();
    for (revision, credited_hours) in [(1, 0), (2, 100), (3, -100)] {
        let mut change = change(5, revision, playing());
        change.stored.credited = SignedDuration::from_hours(credited_hours);
        change.stored.table.credit(change.stored.credited);
        assert_eq!(change.stored.due_at(), Some(due));
        commit(&store, change.clone()).await;
        assert_eq!(store.next_due(Timestamp::MIN).await.unwrap(), Some(due));
        assert_eq!(store.due_tables(due, ALL).await.unwrap(), [TableId(5)]);
        assert_eq!(store.table(TableId(5)).await.unwrap(), Some(change.stored));
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
    assert_eq!(store.tables_of_player(ANN, Listing::Running, ALL).await.unwrap(), newest);
    assert_eq!(store.pending(hour(0), ALL).await.unwrap().len(), 64 * 8);
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
    assert_eq!(store.pending_of_table(TableId(5)).await.unwrap().len(), 1);
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
    assert!(is_closed(&error), "{error:?}");
    let error = store.mark_delivered(notice_id(5, 1), None).await.unwrap_err();
    assert_eq!(error.kind(), StoreErrorKind::Closed, "{error:?}");
    let mut taken = Vec::new();
    for task in tasks {
        match task.await.unwrap() {
            (id, Ok(())) => taken.push(id),
            (_, Err(error)) => {
                assert!(is_closed(&error), "{error:?}");
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

fn is_closed(error: &CommitError) -> bool {
    matches!(error, CommitError::Failed(error) if error.kind() == StoreErrorKind::Closed)
}
