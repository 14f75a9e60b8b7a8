//! Followers of tables, and what they are to be told.

use kradan_store::{Change, Follow, FollowLimits, Following, OutboxEntry, Store};
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
    let entries = store.follower_entries(hour(9), ALL).await.unwrap();
    entries.into_iter().map(|(player, entry)| (player, entry.id.revision)).collect()
}

pub(crate) async fn followers_are_told_of_what_they_want<S: Store>(open: impl Fn() -> S) {
    let store = open();
    commit(&store, change(5, 1, playing())).await;
    follow(&store, TABLE, EVE, true).await;
    follow(&store, TABLE, PlayerId(4), false).await;
    follow(&store, TableId(6), EVE, true).await;
    commit(&store, with_entry(5, 2, 3)).await;
    assert_eq!(to_tell(&store).await, [(EVE, 2)]);
    assert_eq!(store.next_follower_entry().await.unwrap(), Some(hour(0)));
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
    assert_eq!(store.follow_of(TABLE, EVE).await.unwrap(), None, "it is over");
    assert_eq!(store.followed_by(EVE).await.unwrap(), [TableId(6)]);
    store.mark_told(EVE, entry_id(5, 2)).await.unwrap();
    store.mark_told(EVE, entry_id(5, 2)).await.unwrap();
    store.unfollow(TABLE, PlayerId(4)).await.unwrap();
    drop(store);
    let store = open();
    assert_eq!(to_tell(&store).await, [(EVE, 3)]);
    store.mark_told(EVE, entry_id(5, 3)).await.unwrap();
    assert_eq!(store.next_follower_entry().await.unwrap(), None);
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

pub(crate) async fn what_could_not_be_told_is_postponed<S: Store>(open: impl Fn() -> S) {
    let store = open();
    commit(&store, change(5, 1, playing())).await;
    follow(&store, TABLE, EVE, true).await;
    commit(&store, with_entry(5, 2, 0)).await;
    store.postpone_telling(EVE, entry_id(5, 2), hour(2)).await.unwrap();
    drop(store);
    let store = open();
    assert_eq!(store.follower_entries(hour(1), ALL).await.unwrap(), []);
    assert_eq!(store.next_follower_entry().await.unwrap(), Some(hour(2)));
    let entries = store.follower_entries(hour(2), ALL).await.unwrap();
    let expected = OutboxEntry { ready_at: hour(2), attempts: 1, ..entry(5, 2, 2) };
    assert_eq!(entries, [(EVE, expected)]);
}
