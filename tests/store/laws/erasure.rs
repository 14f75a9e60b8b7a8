//! The erasure of a person.

use kradan_rules::Side;
use kradan_store::{
    Follow, FollowLimits, Job, JobId, JobKind, Note, OutboxEntry, Profile, Store, Task,
};
use kradan_table::{Command, Event, Furigoma, PlayerId, TableId};

use crate::common::*;

const DRAFT: TableId = TableId(0);

pub(crate) async fn nothing_is_left_of_an_erased_person<S: Store>(open: impl Fn() -> S) {
    let store = open();
    store.add_job(Job::at_once(Task::Erase(BEN, hour(0)))).await.unwrap();
    for person in [ANN, BEN] {
        let change = |profile: &mut Profile| "x".clone_into(&mut profile.name);
        store.update_profile(person, Box::new(change)).await.unwrap();
        store.add_reader(person, HERE).await.unwrap();
        store.add_missed(person, entry(5, 1, 0)).await.unwrap();
        let draft = Note { text: "x".to_owned(), written_at: hour(0) };
        store.set_note(DRAFT, person, Some(draft)).await.unwrap();
        let (wish, most) = (Follow { each_move: true, since: hour(0) }, usize::MAX);
        let limits = FollowLimits { of_table: most, of_player: most };
        store.follow(TableId(6), person, wish, limits).await.unwrap();
    }
    commit(&store, with_entry(6, 1, 0)).await;
    for (blocker, blocked) in [(ANN, BEN), (BEN, ANN), (ANN, EVE)] {
        store.block(blocker, blocked, hour(0), ALL).await.unwrap();
    }
    store.erase_player(BEN).await.unwrap();
    drop(store);
    let store = open();
    for kind in [JobKind::Erase, JobKind::TellFollower] {
        assert_eq!(store.job(JobId { kind, subject: BEN.0 }).await.unwrap(), None);
    }
    assert_eq!(store.profile(BEN).await.unwrap(), None);
    assert_eq!(store.channels_read_by(BEN).await.unwrap(), []);
    assert_eq!(store.missed_by(BEN, ALL).await.unwrap(), []);
    assert_eq!(store.note(DRAFT, BEN).await.unwrap(), None);
    assert_eq!(store.followed_by(BEN).await.unwrap(), []);
    assert_eq!(store.blocked_by(BEN).await.unwrap(), []);
    assert!(!store.has_blocked(ANN, BEN).await.unwrap());
    assert_eq!(store.follower_entries(BEN).await.unwrap(), []);
    assert_eq!(store.follower_entries(ANN).await.unwrap().len(), 1);
    // What is stored of others stays.
    assert!(store.profile(ANN).await.unwrap().is_some());
    assert_eq!(store.channels_read_by(ANN).await.unwrap(), [HERE]);
    assert_eq!(store.missed_by(ANN, ALL).await.unwrap().len(), 1);
    assert_eq!(store.blocked_by(ANN).await.unwrap(), [EVE]);
    store.erase_player(BEN).await.unwrap();
}

/// More entries than are looked through at once.
pub(crate) async fn an_erased_player_is_named_in_none_of_many_entries<S: Store>(
    open: impl Fn() -> S,
) {
    const READERS: std::ops::Range<u64> = 1_000..2_200;
    let store = open();
    store.add_job(Job::at_once(Task::Erase(BEN, hour(0)))).await.unwrap();
    let added = READERS.map(|reader| {
        let told = OutboxEntry { by: Some(BEN), ..entry(5, reader, 0) };
        store.add_missed(PlayerId(reader), told)
    });
    for added in futures_util::future::join_all(added).await {
        added.unwrap();
    }
    store.erase_player(BEN).await.unwrap();
    for reader in READERS {
        let missed = store.missed_by(PlayerId(reader), ALL).await.unwrap();
        let by: Vec<_> = missed.iter().map(|entry| entry.by).collect();
        assert_eq!(by, [Some(PlayerId::erased(Side::First))]);
    }
}

pub(crate) async fn an_erased_player_is_named_in_no_table_and_no_entry<S: Store>(
    open: impl Fn() -> S,
) {
    let store = open();
    let mut over = after(playing(), BEN, &Command::Resign);
    let seats = *over.seats().unwrap();
    let furigoma = Some(Furigoma { thrower: BEN, promoted: [true; 5] });
    let accepted = vec![Event::Accepted { seats, furigoma }];
    let told = OutboxEntry { events: accepted, by: Some(BEN), ..entry(5, 1, 0) };
    let first = kradan_store::Change { entry: Some(told.clone()), ..change(5, 1, over.clone()) };
    commit(&store, first).await;
    store.add_missed(ANN, told.clone()).await.unwrap();
    let players = over.players();
    assert!(over.erase_player(BEN));
    assert!(!over.erase_player(BEN));
    store.erase_in_entries(TableId(5), players, BEN).await.unwrap();
    // Somebody read the entry before that, and could not deliver it.
    store.add_missed(EVE, told).await.unwrap();
    commit(&store, change(5, 2, over)).await;
    drop(store);
    let store = open();
    let stored = store.table(TableId(5)).await.unwrap().unwrap().table;
    assert_eq!(stored.seats().unwrap()[Side::Second], PlayerId::erased(Side::Second));
    let of_nobody = kradan_store::Listing::Over;
    for player in [BEN, PlayerId::erased(Side::Second)] {
        assert_eq!(store.tables_of_player(player, of_nobody, ALL).await.unwrap(), []);
    }
    assert_eq!(store.tables_of_player(ANN, of_nobody, ALL).await.unwrap(), [TableId(5)]);
    let pending = store.pending_of_table(TableId(5)).await.unwrap();
    let missed = store.missed_by(ANN, ALL).await.unwrap();
    let missed_later = store.missed_by(EVE, ALL).await.unwrap();
    for entry in pending.iter().chain(&missed).chain(&missed_later) {
        let text = serde_json::to_string(entry).unwrap();
        for field in ["second", "thrower"] {
            assert!(!text.contains(&format!("\"{field}\":{}", BEN.0)), "{text}");
        }
        assert_ne!(entry.by, Some(BEN));
    }
    assert_eq!((pending.len(), missed.len(), missed_later.len()), (1, 1, 1));
}
