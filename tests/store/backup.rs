//! Backups: everything comes back, into a store of any backend, as it was at one time.

use std::io::{Read as _, Write as _};
use std::path::Path;

use kradan_ratings::Rating;
use kradan_rules::GameKind;
use kradan_store::{
    BackupError, BackupStore, ChannelAccess, DailyPuzzle, Follow, FollowLimits, Heartbeat,
    InteractionId, Item, ItemKind, Job, JobKind, Leaderboard, Note, OfferKind, OldBoards, Profile,
    Rescued, ServerSettings, Settlement, SledStore, Task, Total, Tournaments, back_up,
    check_backup, is_half_restored, restore, verify_store,
};
use kradan_table::{ApplicationId, Command, GuildId, PlayerId, TableId};

use crate::common::*;

/// More tables than are read or written at once.
const TABLES: u64 = 300;

/// Checks that everything of a store comes back in another one. `open_from` and `open_to` open them in a
/// folder each, which is empty at first.
pub(crate) fn comes_back<F: BackupStore, T: BackupStore>(
    open_from: impl Fn(&Path) -> F,
    open_to: impl Fn(&Path) -> T,
) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let [old, new, third] = std::array::from_fn(|_| tempfile::tempdir().unwrap());
    runtime.block_on(async {
        let from = open_from(old.path());
        fill(&from).await;
        all_comes_back(&from, &open_to(new.path())).await;
        a_part_is_not_used(&from, &open_to(third.path())).await;
        nothing_later_is_in_it(&from).await;
    });
}

/// A backup of a store.
pub(crate) async fn backup_of(store: &dyn BackupStore) -> (Vec<u8>, Total) {
    let (bytes, total) = back_up(store, Vec::new(), hour(20)).await.unwrap();
    assert_eq!(check_backup(&bytes[..]).unwrap(), total);
    (bytes, total)
}

/// Puts a backup into a store.
pub(crate) async fn put(bytes: &[u8], store: &dyn BackupStore) -> Result<Total, BackupError> {
    restore(std::io::Cursor::new(bytes.to_vec()), store).await
}

/// What a rescue finds in a damaged folder, and a store of it in a new one.
pub(crate) fn rescue_to(folder: &Path, new: &Path) -> (Rescued, SledStore) {
    let mut bytes = Vec::new();
    let found = SledStore::rescue(folder, &mut bytes, hour(20)).unwrap();
    let store = SledStore::open(new).unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    assert_eq!(runtime.block_on(put(&bytes, &store)).unwrap(), found.total);
    (found, store)
}

/// Stores something of each kind.
async fn fill(store: &impl BackupStore) {
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
    store.add_job(Job::new(Task::KeepThread(THERE), hour(3))).await.unwrap();
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
    let mentioned = |daily: &mut DailyPuzzle| _ = daily.set_mention(ANN, true);
    store.update_daily_puzzle(GuildId(5), Box::new(mentioned)).await.unwrap();
    store.block(ANN, EVE, hour(1), ALL).await.unwrap();
    for table in [0, 4] {
        let note = Note { text: "castle".to_owned(), written_at: hour(2) };
        store.set_note(TableId(table), BEN, Some(note)).await.unwrap();
    }
    store.add_job(Job::at_once(Task::Erase(EVE, hour(4)))).await.unwrap();
    let beat = Heartbeat { at: hour(8), present: hour(7), present_until: hour(9) };
    store.record_heartbeat(beat).await.unwrap();
    store.bind_application(ApplicationId(11)).await.unwrap();
}

/// All items, by their kind and in the order of what they say.
async fn content(store: &dyn BackupStore) -> Vec<(ItemKind, Vec<Item>)> {
    let mut all: Vec<(ItemKind, Vec<Item>)> = ItemKind::ALL.map(|kind| (kind, Vec::new())).into();
    let mut snapshot = store.snapshot().await.unwrap();
    while let Some(page) = snapshot.next().await.unwrap() {
        assert_eq!(page.unreadable, [""; 0]);
        for item in page.items {
            let (_, items) = all.iter_mut().find(|(kind, _)| *kind == item.kind()).unwrap();
            items.push(item);
        }
    }
    for (_, items) in &mut all {
        items.sort_by_key(|item| format!("{item:?}"));
    }
    all
}

async fn all_comes_back(from: &dyn BackupStore, to: &dyn BackupStore) {
    let before = content(from).await;
    for (kind, items) in &before {
        assert!(!items.is_empty(), "there are no {}", kind.name());
    }
    let (bytes, total) = backup_of(from).await;
    let items: u64 = before.iter().map(|(_, items)| items.len() as u64).sum();
    assert_eq!((total.tables, total.items, &total.unreadable[..]), (TABLES + 4, items, &[][..]));
    assert_eq!(put(&bytes, to).await.unwrap(), total);
    assert_eq!(content(to).await, before);
    assert_eq!(content(from).await, before, "the source stays as it is");
    let verified = verify_store(to).await.unwrap();
    assert_eq!((verified.tables, verified.rows, verified.faults.len()), (TABLES + 4, items, 0));
    assert_eq!(to.heartbeat().await.unwrap(), from.heartbeat().await.unwrap());
    assert_eq!(to.application().await.unwrap(), Some(ApplicationId(11)));
    assert!(!is_half_restored(to).await.unwrap());
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
    for kind in JobKind::ALL {
        let [new, old] = [to, from].map(|store| store.next_job(kind, jiff::Timestamp::MIN));
        assert_eq!(new.await.unwrap(), old.await.unwrap(), "{kind:?}");
    }
    let list = Leaderboard { server: GuildId(5), kind: GameKind::Ogi, month: None };
    assert_eq!(to.leaderboard(list, ALL).await.unwrap(), [ANN]);
    assert_eq!(
        to.followed_by(PlayerId(31)).await.unwrap(),
        from.followed_by(PlayerId(31)).await.unwrap()
    );
    assert_eq!(
        to.follower_entries(PlayerId(31)).await.unwrap(),
        from.follower_entries(PlayerId(31)).await.unwrap()
    );
    // A store with games is not written over.
    let again = put(&bytes, to).await;
    assert!(matches!(again, Err(BackupError::HoldsGames)), "{again:?}");
    assert_eq!(content(to).await, before);
}

/// A backup that is cut off or damaged anywhere is refused, and no bot starts on what came before.
async fn a_part_is_not_used(from: &dyn BackupStore, to: &dyn BackupStore) {
    let (bytes, total) = backup_of(from).await;
    let refused = put(b"of somebody else", to).await;
    assert!(matches!(refused, Err(BackupError::NoBackup)), "{refused:?}");
    assert_eq!(to.application().await.unwrap(), None);
    for (at, what) in [(bytes.len() / 2, "half"), (bytes.len() - 1, "nearly all")] {
        let cut = put(&bytes[..at], to).await;
        assert!(matches!(cut, Err(BackupError::Cut(_) | BackupError::Damaged)), "{what}: {cut:?}");
        assert!(is_half_restored(to).await.unwrap(), "{what}");
        to.bind_application(ApplicationId(11)).await.unwrap_err();
        let part = back_up(to, Vec::new(), hour(20)).await;
        assert!(matches!(part, Err(BackupError::IsPart)), "{what}");
    }
    fastrand::seed(7);
    for _ in 0..40 {
        let mut damaged = bytes.clone();
        let at = fastrand::usize(10..bytes.len());
        damaged[at] ^= 1 << fastrand::u8(0..8);
        assert!(check_backup(&damaged[..]).is_err(), "byte {at}");
    }
    // The next one begins anew: nothing of the first is left.
    from.delete_table(TableId(2), 1).await.unwrap();
    let (bytes, after) = backup_of(from).await;
    assert_eq!(put(&bytes, to).await.unwrap(), after);
    assert_eq!(after.tables, total.tables - 1);
    assert_eq!(content(to).await, content(from).await);
}

/// Changes after its beginning do not wait for a backup, and are not in it.
async fn nothing_later_is_in_it(store: &impl BackupStore) {
    let before = content(store).await;
    let mut snapshot = store.snapshot().await.unwrap();
    let mut items = snapshot.next().await.unwrap().unwrap().items;
    for id in 100..100 + TABLES {
        commit(store, change(id, 2, after(playing(), BEN, &Command::Resign))).await;
    }
    commit(store, change(9_000, 1, challenge())).await;
    store.unblock(ANN, EVE).await.unwrap();
    while let Some(page) = snapshot.next().await.unwrap() {
        items.extend(page.items);
    }
    let wanted: usize = before.iter().map(|(_, items)| items.len()).sum();
    assert_eq!(items.len(), wanted);
    for (_, of_kind) in &before {
        assert!(of_kind.iter().all(|item| items.contains(item)));
    }
}

/// A table that cannot be read is named, and all others are there.
pub(crate) async fn what_cannot_be_read_is_named(
    from: &dyn BackupStore,
    to: &dyn BackupStore,
    named: &str,
) {
    let (bytes, total) = backup_of(from).await;
    assert!(matches!(&total.unreadable[..], [it] if it.contains(named)), "{total:?}");
    assert_eq!(verify_store(from).await.unwrap().faults, total.unreadable);
    assert_eq!(put(&bytes, to).await.unwrap().tables, 2);
    assert_eq!(to.table(TableId(6)).await.unwrap(), None);
    assert!(to.table(TableId(7)).await.unwrap().is_some());
}

/// The backup of an earlier version can be restored, and its items are the same again.
#[tokio::test]
async fn the_form_of_a_backup_stays() {
    let lines = include_str!("backup.jsonl");
    let mut file = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    file.write_all(lines.as_bytes()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let store = SledStore::open(folder.path()).unwrap();
    put(&file.finish().unwrap(), &store).await.unwrap();
    let (bytes, total) = backup_of(&store).await;
    assert_eq!((total.tables, total.items), (9, 72));
    let mut again = String::new();
    flate2::read::GzDecoder::new(&bytes[..]).read_to_string(&mut again).unwrap();
    for (before, after) in lines.lines().zip(again.lines()).skip(1).take(72) {
        assert_eq!(before, after);
    }
}
