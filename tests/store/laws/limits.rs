//! Limits, which are checked within a commit.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use kradan_rules::{GameKind, Side};
use kradan_store::{Change, CommitError, InteractionId, Limit, Listing, Store};
use kradan_table::{ChallengeTerms, Command, Moment, PlayerId, Table, TableId};

use crate::common::*;

/// A challenge from Ann, made so many minutes after midnight.
fn challenge_of_minute(opponent: PlayerId, minute: i64) -> Table {
    let terms = ChallengeTerms {
        opponent: Some(opponent),
        side: Some(Side::First),
        ..ChallengeTerms::of(GameKind::Ogi)
    };
    Table::challenge(ANN, terms, HERE, Moment { time: minute_of(minute), chance: 0 })
}

fn minute_of(minute: i64) -> Timestamp {
    hour(0) + SignedDuration::from_mins(minute)
}

fn limited_by(limit: Limit, change: Change) -> Change {
    Change { limits: vec![limit], ..change }
}

/// The time until which a limit refuses a change.
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

pub(crate) async fn no_more_challenges_wait_than_a_limit_allows<S: Store>(open: impl Fn() -> S) {
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
    // Challenges of others do not count.
    let others = Limit::Waiting { challenger: BEN, most: 1 };
    let terms = ChallengeTerms { opponent: Some(ANN), ..ChallengeTerms::of(GameKind::Ogi) };
    let of_ben = Table::challenge(BEN, terms, HERE, at(0));
    commit(&store, limited_by(others, change(8, 1, of_ben))).await;
    assert!(refused_until(&store, limit, next.clone()).await.is_some());
    let withdrawn = after(challenge_of_minute(BEN, 20), ANN, &Command::Cancel);
    commit(&store, change(2, 2, withdrawn)).await;
    commit(&store, limited_by(limit, next)).await;
}

pub(crate) async fn no_more_challenges_are_sent_in_a_time_than_a_limit_allows<S: Store>(
    open: impl Fn() -> S,
) {
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
    // After the clock was set back, challenges with a later time count as well.
    commit(&store, limited_by(limit(60), next(6, 60))).await;
    assert_eq!(refused_until(&store, limit(40), next(7, 40)).await, Some(minute_of(50)));
    // A clock that was wrong for a while does not lengthen the wait.
    commit(&store, next(8, 100_000)).await;
    commit(&store, limited_by(limit(70), next(9, 70))).await;
    // Only the challenger's own challenges count.
    let others = Limit::Sent {
        challenger: BEN,
        most: 1,
        within: SignedDuration::from_mins(30),
        at: minute_of(40),
    };
    commit(&store, limited_by(others, next(11, 40))).await;
}

pub(crate) async fn a_challenge_without_a_game_counts_as_sent<S: Store>(open: impl Fn() -> S) {
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

pub(crate) async fn two_challenges_to_the_same_player_are_apart_unless_the_first_led_to_a_game<
    S: Store,
>(
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
    // A challenge that led to a game allows the next one.
    let playing = after(challenge_of_minute(BEN, 0), BEN, &Command::Accept);
    commit(&store, change(1, 2, playing.clone())).await;
    commit(&store, change(1, 3, after(playing, BEN, &Command::Resign))).await;
    commit(&store, limited_by(limit(BEN, 2), next(3, BEN, 2))).await;
    assert_eq!(refused_until(&store, limit(BEN, 3), next(4, BEN, 3)).await, Some(minute_of(12)));
    commit(&store, limited_by(limit(BEN, 12), next(4, BEN, 12))).await;
    // An open challenge is addressed to nobody.
    let anybody = Table::challenge(ANN, ChallengeTerms::of(GameKind::Ogi), HERE, at(0));
    commit(&store, limited_by(limit(EVE, 20), change(6, 1, anybody))).await;
    commit(&store, limited_by(limit(EVE, 21), next(7, EVE, 21))).await;
}

pub(crate) async fn received_challenges_are_limited_except_from_past_opponents<S: Store>(
    open: impl Fn() -> S,
) {
    let store = open();
    let challenge_by = |challenger| {
        let terms = ChallengeTerms { opponent: Some(BEN), ..ChallengeTerms::of(GameKind::Ogi) };
        Table::challenge(PlayerId(challenger), terms, HERE, at(0))
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
    // An accepted challenge makes two players opponents.
    commit(&store, change(101, 2, after(challenge_by(101), BEN, &Command::Accept))).await;
    assert_eq!(refused_until(&store, limit(109), stranger).await, Some(lapses));
    commit(&store, limited_by(limit(101), change(110, 1, challenge_by(101)))).await;
    drop(store);
    let store = open();
    commit(&store, limited_by(limit(101), change(111, 1, challenge_by(101)))).await;
}

pub(crate) async fn no_more_games_run_than_a_limit_allows<S: Store>(open: impl Fn() -> S) {
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

pub(crate) async fn a_limit_is_checked_after_the_interaction_and_the_revision<S: Store>(
    open: impl Fn() -> S,
) {
    let store = open();
    let limit = Limit::Running { player: ANN, most: 1 };
    let first = by_interaction(70, change(5, 1, playing()));
    commit(&store, limited_by(limit, first.clone())).await;
    let error = store.commit(limited_by(limit, first.clone())).await.unwrap_err();
    assert!(matches!(error, CommitError::Answered(it) if it == done(&first)));
    let error = store.commit(limited_by(limit, change(5, 1, playing()))).await.unwrap_err();
    assert!(matches!(error, CommitError::Conflict), "{error:?}");
    let refused = by_interaction(71, with_entry(6, 1, 0));
    assert_eq!(refused_until(&store, limit, refused).await, None);
    assert_eq!(store.interaction_result(InteractionId(71)).await.unwrap(), None);
    assert_eq!(store.next_pending().await.unwrap(), None);
}

pub(crate) async fn concurrent_challenges_stay_within_a_limit<S: Store>(open: impl Fn() -> S) {
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

pub(crate) async fn concurrent_acceptances_stay_within_a_limit<S: Store>(open: impl Fn() -> S) {
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
