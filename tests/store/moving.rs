//! Everything is moved from one store to another.

use std::panic::AssertUnwindSafe;
use std::path::Path;

use futures_util::FutureExt as _;
use kradan_ratings::Rating;
use kradan_rules::GameKind;
use kradan_store::{
    ChannelAccess, Follow, FollowLimits, Heartbeat, InteractionId, Item, ItemKind, Leaderboard,
    MoveError, Moved, Note, OfferKind, OldBoards, Profile, ServerSettings, Settlement, Tournaments,
    TransferStore, is_half_moved, move_store,
};
use kradan_table::{ApplicationId, ChannelId, Command, GuildId, PlayerId, TableId};

use crate::common::*;

/// More tables than are moved in one commit.
const TABLES: u64 = 300;

/// Checks that everything can be moved from a store to another one. `open_from` and `open_to` open them in
/// a folder each, which is empty at first.
pub(crate) fn moves<F: TransferStore, T: TransferStore>(
    open_from: impl Fn(&Path) -> F,
    open_to: impl Fn(&Path) -> T,
) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let [old, new, third] = std::array::from_fn(|_| tempfile::tempdir().unwrap());
    runtime.block_on(async {
        let from = open_from(old.path());
        fill(&from).await;
        let to = open_to(new.path());
        all_is_moved(&from, &to).await;
        let to = open_to(third.path());
        a_move_that_was_broken_off_goes_on(&from, &to).await;
    });
}

/// Stores something of each kind.
async fn fill(store: &impl TransferStore) {
    for id in 100..100 + TABLES {
        commit(store, change(id, 1, playing())).await;
    }
    commit(store, by_interaction(7, with_entry(1, 1, 5))).await;
    commit(store, change(2, 1, challenge())).await;
    commit(store, change(3, 1, after(playing(), BEN, &Command::Resign))).await;
    commit(store, change(3, 2, after(playing(), BEN, &Command::Resign))).await;
    let limits = FollowLimits { of_table: ALL, of_player: ALL };
    for each_move in [true, false] {
        let follow = Follow { each_move, since: hour(0) };
        let follower = PlayerId(30 + u64::from(each_move));
        store.follow(TableId(4), follower, follow, limits).await.unwrap();
    }
    commit(store, with_entry(4, 1, 2)).await;
    store.mark_delivered(entry_id(4, 1), Some(posted(HERE, 70))).await.unwrap();
    store.mark_delivered(entry_id(4, 1), Some(posted(HERE, 71))).await.unwrap();
    store.add_offer(TableId(4), control_message(HERE, 72)).await.unwrap();
    store.settle_offers(TableId(4), OfferKind::Draw, Settlement::Lapsed).await.unwrap();
    store.add_missed(ANN, entry(9, 3, 1)).await.unwrap();
    store.mark_refused(InteractionId(8)).await.unwrap();
    store.watch_thread(THERE, None, Some(hour(3))).await.unwrap();
    store.set_channel_access(THERE, ChannelAccess::AnswersOnly).await.unwrap();
    store.add_reader(EVE, THERE).await.unwrap();
    let named = |profile: &mut Profile| {
        "Ann ♟ \u{1F600}".clone_into(&mut profile.name);
        let rating = Rating { games: 1, at: Some(hour(5)), ..Rating::NEW };
        profile.ratings.count(GameKind::Ogi, rating, Some(GuildId(5)));
    };
    store.update_profile(ANN, Box::new(named)).await.unwrap();
    let kept = |settings: &mut ServerSettings| settings.old_boards = OldBoards::Line;
    store.update_server_settings(GuildId(5), Box::new(kept)).await.unwrap();
    let added = |all: &mut Tournaments| _ = all.add(tournament(9));
    store.update_tournaments(GuildId(5), Box::new(added)).await.unwrap();
    store.block(ANN, EVE, hour(1), ALL).await.unwrap();
    for table in [0, 4] {
        let note = Note { text: "castle".to_owned(), written_at: hour(2) };
        store.set_note(TableId(table), BEN, Some(note)).await.unwrap();
    }
    store.wish_erasure(EVE, hour(4)).await.unwrap();
    let beat = Heartbeat { at: hour(8), present: Some(hour(7)), present_until: hour(9) };
    store.record_heartbeat(beat).await.unwrap();
    store.bind_application(ApplicationId(11)).await.unwrap();
}

/// All items, in the order of what they say.
async fn content(store: &dyn TransferStore) -> Vec<(ItemKind, Vec<Item>)> {
    let mut all = Vec::new();
    for kind in ItemKind::ALL {
        let page = store.items(kind, None, ALL).await.unwrap();
        assert_eq!(page.unreadable, [""; 0]);
        assert!(page.items.iter().all(|item| item.kind() == kind));
        let mut items = page.items;
        items.sort_by_key(|item| format!("{item:?}"));
        all.push((kind, items));
    }
    all
}

async fn all_is_moved(from: &dyn TransferStore, to: &dyn TransferStore) {
    let before = content(from).await;
    for (kind, items) in &before {
        assert!(!items.is_empty(), "there are no {} to move", kind.name());
    }
    let mut told = Vec::new();
    let moved = move_store(from, to, |it| told.push(it.kind)).await.unwrap();
    assert_eq!(told, ItemKind::ALL);
    let items = before.iter().map(|(_, items)| items.len() as u64).sum();
    assert_eq!(moved, Moved { tables: TABLES + 4, items, unreadable: vec![] });
    assert_eq!(content(to).await, before);
    assert_eq!(content(from).await, before, "the source stays as it is");
    assert_eq!(to.heartbeat().await.unwrap(), from.heartbeat().await.unwrap());
    assert_eq!(to.application().await.unwrap(), Some(ApplicationId(11)));
    assert!(!is_half_moved(to).await.unwrap());
    // What is found by an index is found as before.
    for player in [ANN, BEN, EVE] {
        for listing in kradan_store::Listing::ALL {
            let lists = [from, to].map(|it| it.tables_of_player(player, listing, ALL));
            let [old, new] = futures_util::future::join_all(lists).await.try_into().unwrap();
            assert_eq!(new.unwrap(), old.unwrap());
        }
    }
    assert_eq!(
        to.due_tables(hour(999), ALL).await.unwrap(),
        from.due_tables(hour(999), ALL).await.unwrap()
    );
    assert_eq!(to.pending(hour(9), ALL).await.unwrap(), from.pending(hour(9), ALL).await.unwrap());
    assert_eq!(to.watched_threads().await.unwrap(), from.watched_threads().await.unwrap());
    let list = Leaderboard { server: GuildId(5), kind: GameKind::Ogi, month: None };
    assert_eq!(to.leaderboard(list, ALL).await.unwrap(), [ANN]);
    assert_eq!(
        to.followed_by(PlayerId(31)).await.unwrap(),
        from.followed_by(PlayerId(31)).await.unwrap()
    );
    assert_eq!(
        to.follower_entries(hour(9), ALL).await.unwrap(),
        from.follower_entries(hour(9), ALL).await.unwrap()
    );
    // A store with games is not written over.
    let again = move_store(from, to, |_| ()).await;
    assert!(matches!(again, Err(MoveError::HoldsGames)), "{again:?}");
    assert_eq!(content(to).await, before);
}

async fn a_move_that_was_broken_off_goes_on(from: &impl TransferStore, to: &dyn TransferStore) {
    let broken_off = move_store(from, to, |it| assert!(it.kind != ItemKind::Note, "broken off"));
    AssertUnwindSafe(broken_off).catch_unwind().await.unwrap_err();
    // No bot starts on the part, and nobody takes it for the whole.
    assert!(is_half_moved(to).await.unwrap());
    to.bind_application(ApplicationId(11)).await.unwrap_err();
    let part = move_store(to, from, |_| ()).await;
    assert!(matches!(part, Err(MoveError::IsPart)), "{part:?}");
    // The old games went on meanwhile.
    commit(from, change(1, 2, after(playing(), BEN, &Command::Resign))).await;
    from.delete_table(TableId(2), 1).await.unwrap();
    from.mark_delivered(entry_id(1, 1), Some(posted(HERE, 80))).await.unwrap();
    from.watch_thread(THERE, Some(hour(3)), Some(hour(6))).await.unwrap();
    from.watch_thread(ChannelId(99), None, Some(hour(6))).await.unwrap();
    from.unblock(ANN, EVE).await.unwrap();
    let mut held = Vec::new();
    move_store(from, to, |it| held.push((it.items, it.held))).await.unwrap();
    assert_eq!(held[0], (TABLES + 3, TABLES + 2), "tables, and those that were there");
    assert_eq!(content(to).await, content(from).await);
    assert_eq!(
        to.due_tables(hour(999), ALL).await.unwrap(),
        from.due_tables(hour(999), ALL).await.unwrap()
    );
    assert_eq!(to.application().await.unwrap(), Some(ApplicationId(11)));
}

/// A table that cannot be read is named, and all others are moved.
pub(crate) async fn what_cannot_be_read_stays_behind(
    from: &dyn TransferStore,
    to: &dyn TransferStore,
    named: &str,
) {
    let moved = move_store(from, to, |_| ()).await.unwrap();
    assert!(moved.unreadable.len() == 1 && moved.unreadable[0].contains(named), "{moved:?}");
    assert_eq!(moved.tables, 2);
    assert_eq!(to.table(TableId(6)).await.unwrap(), None);
    assert!(to.table(TableId(7)).await.unwrap().is_some());
    assert!(!is_half_moved(to).await.unwrap());
}
