//! Followers of tables, and what they are to be told.

use jiff::Timestamp;
use kradan_store::{
    Change, Follow, FollowLimits, Following, JobId, JobKind, OutboxEntry, Store, Task,
};
use kradan_table::{Ending, Event, PlayerId, TableId};

use crate::common::*;

const NO_LIMITS: FollowLimits = FollowLimits { of_table: ALL, of_player: ALL };
const TABLE: TableId = TableId(5);

fn wish(each_move: bool) -> Follow {
    Follow { each_move, since: hour(0) }
}

async fn follow(store: &impl Store, table: TableId, player: PlayerId, each_move: bool) {
    let following = store.follow(table, player, wish(each_move), NO_LIMITS).await.unwrap();
    assert_eq!(following, Following::New);
}

/// The followers who are to be told, each with the revision.
async fn to_tell(store: &impl Store) -> Vec<(PlayerId, u64)> {
    let mut all = Vec::new();
    for player in [EVE, PlayerId(4)] {
        let entries = store.follower_entries(player).await.unwrap();
        all.extend(entries.into_iter().map(|entry| (player, entry.id.revision)));
    }
    all
}

/// The time at which a follower is told, and up to what.
async fn told_at(store: &impl Store, player: PlayerId) -> Option<(Timestamp, u64)> {
    let job = store.job(JobId { kind: JobKind::TellFollower, subject: player.0 }).await.unwrap()?;
    let Task::TellFollower(_, newest) = job.task else { panic!("{job:?}") };
    Some((job.ready_at, newest.revision))
}

pub(crate) async fn followers_are_told_of_what_they_want<S: Store>(open: impl Fn() -> S) {
    let store = open();
    commit(&store, change(5, 1, playing())).await;
    follow(&store, TABLE, EVE, true).await;
    follow(&store, TABLE, PlayerId(4), false).await;
    follow(&store, TableId(6), EVE, true).await;
    commit(&store, with_entry(5, 2, 3)).await;
    assert_eq!(to_tell(&store).await, [(EVE, 2)]);
    assert_eq!(told_at(&store, EVE).await, Some((hour(0), 2)));
    assert_eq!(told_at(&store, PlayerId(4)).await, None);
    // A conflict tells nobody.
    assert!(store.commit(with_entry(5, 2, 3)).await.is_err());
    store.mark_delivered(entry_id(5, 2), None).await.unwrap();
    drop(store);
    let store = open();
    assert_eq!(to_tell(&store).await, [(EVE, 2)]);
    let events = vec![Event::Ended(Ending::Agreed)];
    let end = OutboxEntry { events, made_at: hour(1), ..entry(5, 3, 3) };
    commit(&store, Change { entry: Some(end), ..change(5, 3, playing()) }).await;
    assert_eq!(to_tell(&store).await, [(EVE, 2), (EVE, 3), (PlayerId(4), 3)]);
    // The job stays the same one, and there is more to do.
    assert_eq!(told_at(&store, EVE).await, Some((hour(0), 3)));
    assert_eq!(told_at(&store, PlayerId(4)).await, Some((hour(1), 3)));
    assert_eq!(store.follow_of(TABLE, EVE).await.unwrap(), None, "it is over");
    assert_eq!(store.followed_by(EVE).await.unwrap(), [TableId(6)]);
    store.mark_told(EVE, entry_id(5, 2)).await.unwrap();
    store.mark_told(EVE, entry_id(5, 2)).await.unwrap();
    store.unfollow(TABLE, PlayerId(4)).await.unwrap();
    drop(store);
    let store = open();
    assert_eq!(to_tell(&store).await, [(EVE, 3)]);
    store.mark_told(EVE, entry_id(5, 3)).await.unwrap();
    assert_eq!(to_tell(&store).await, []);
}

/// Followers are told of a move and of a computer's answer in one message.
pub(crate) async fn followers_are_told_once_of_what_is_joined<S: Store>(open: impl Fn() -> S) {
    let store = open();
    commit(&store, change(5, 1, playing())).await;
    follow(&store, TABLE, EVE, true).await;
    commit(&store, with_entry(5, 2, 3)).await;
    let joining = Change { joins: Some(entry_id(5, 2)), ..with_entry(5, 3, 2) };
    commit(&store, joining).await;
    let told = store.follower_entries(EVE).await.unwrap();
    let told: Vec<_> = told.iter().map(|it| (it.id.revision, it.events.len())).collect();
    assert_eq!(told, [(3, 2)]);
    assert_eq!(told_at(&store, EVE).await, Some((hour(0), 3)));
}

pub(crate) async fn no_more_follow_than_limits_allow<S: Store>(open: impl Fn() -> S) {
    let store = open();
    let limits = FollowLimits { of_table: 2, of_player: 2 };
    let follow = async |table, player| {
        store.follow(TableId(table), PlayerId(player), wish(false), limits).await.unwrap()
    };
    assert_eq!(follow(1, 10).await, Following::New);
    assert_eq!(follow(1, 11).await, Following::New);
    assert_eq!(follow(1, 12).await, Following::TableFull);
    assert_eq!(follow(1, 11).await, Following::Known);
    assert_eq!(follow(2, 11).await, Following::New);
    assert_eq!(follow(3, 11).await, Following::PlayerFull);
    store.unfollow(TableId(1), PlayerId(11)).await.unwrap();
    assert_eq!(follow(3, 11).await, Following::New);
    assert_eq!(follow(1, 12).await, Following::New);
}
