//! Profiles, servers, channels, the application and the heartbeat.

use std::sync::Arc;

use jiff::SignedDuration;
use kradan_store::{
    Addressed, Addressees, ChannelAccess, ClaimantId, DailyPuzzle, Heartbeat, Job, OldBoards,
    Profile, ServerSettings, Store, StoreErrorKind, TOURNAMENTS_MAX, Task, Tournaments, Visit,
};
use kradan_table::{ApplicationId, GuildId, RoleId, TableId, TournamentEnd, Venue};

use crate::common::*;

pub(crate) async fn profiles_are_stored<S: Store>(open: impl Fn() -> S) {
    let store = open();
    assert_eq!(store.profile(ANN).await.unwrap(), None);
    let mut profile = Profile { name: "Ann".into(), locale: "th".into(), ..Profile::default() };
    for hints in [None, Some(true), Some(true)] {
        profile.hints = hints;
        let wanted = profile.clone();
        let kept =
            store.update_profile(ANN, Box::new(move |it| it.clone_from(&wanted))).await.unwrap();
        assert_eq!(kept, profile);
        assert_eq!(store.profile(ANN).await.unwrap().as_ref(), Some(&profile));
    }
    drop(store);
    let store = open();
    assert_eq!(store.profile(ANN).await.unwrap(), Some(profile));
    assert_eq!(store.profile(BEN).await.unwrap(), None);
}

pub(crate) async fn concurrent_changes_to_a_profile_are_all_made<S: Store>(open: impl Fn() -> S) {
    let store = Arc::new(open());
    let change = |_| {
        let store = Arc::clone(&store);
        let change = |profile: &mut Profile| profile.name.push('x');
        tokio::spawn(async move { store.update_profile(ANN, Box::new(change)).await.unwrap() })
    };
    for changed in (0..50).map(change).collect::<Vec<_>>() {
        changed.await.unwrap();
    }
    assert_eq!(store.profile(ANN).await.unwrap().unwrap().name, "x".repeat(50));
}

const GUILD: GuildId = GuildId(40);

pub(crate) async fn server_settings_are_stored<S: Store>(open: impl Fn() -> S) {
    let store = open();
    let default = ServerSettings::default();
    assert_eq!(store.server_settings(GUILD).await.unwrap(), default);
    let chosen = ServerSettings {
        venue: Venue::Thread,
        venue_asked: true,
        channels: vec![THERE, HERE],
        old_boards: OldBoards::Pictures,
        is_friendly: true,
        language: Some("th".into()),
        locale: Some("nl".into()),
        role: Some(RoleId(41)),
        moderators: Some(THERE),
        daily_puzzle: Some(HERE),
    };
    for settings in [&chosen, &default, &chosen, &chosen] {
        let wanted = settings.clone();
        let kept = store
            .update_server_settings(GUILD, Box::new(move |it| it.clone_from(&wanted)))
            .await
            .unwrap();
        assert_eq!(&kept, settings);
        assert_eq!(&store.server_settings(GUILD).await.unwrap(), settings);
    }
    drop(store);
    let store = open();
    assert_eq!(store.server_settings(GUILD).await.unwrap(), chosen);
    assert_eq!(store.server_settings(GuildId(41)).await.unwrap(), default);
}

pub(crate) async fn concurrent_changes_to_server_settings_are_all_made<S: Store>(
    open: impl Fn() -> S,
) {
    let store = Arc::new(open());
    let change = |_| {
        let store = Arc::clone(&store);
        let change = |settings: &mut ServerSettings| settings.channels.push(HERE);
        tokio::spawn(
            async move { store.update_server_settings(GUILD, Box::new(change)).await.unwrap() },
        )
    };
    for changed in (0..50).map(change).collect::<Vec<_>>() {
        changed.await.unwrap();
    }
    assert_eq!(store.server_settings(GUILD).await.unwrap().channels, [HERE; 50]);
}

pub(crate) async fn tournaments_of_a_server_are_stored<S: Store>(open: impl Fn() -> S) {
    let store = open();
    assert_eq!(store.tournaments(GUILD).await.unwrap(), Tournaments::default());
    let mut expected = Tournaments { due: Some(5), ..Tournaments::default() };
    assert!(expected.claim(ClaimantId(u64::MAX), hour(1), SignedDuration::from_mins(1)));
    for id in 0..TOURNAMENTS_MAX as u64 {
        assert!(expected.add(tournament(id)) && expected.add(tournament(id)));
        let wanted = expected.clone();
        let change = move |all: &mut Tournaments| all.clone_from(&wanted);
        let kept = store.update_tournaments(GUILD, Box::new(change)).await.unwrap();
        assert_eq!(kept, expected);
    }
    // The settings of the same server are another value.
    let kept = |settings: &mut ServerSettings| settings.is_friendly = true;
    store.update_server_settings(GUILD, Box::new(kept)).await.unwrap();
    drop(store);
    let store = open();
    assert_eq!(store.tournaments(GUILD).await.unwrap(), expected);
    assert_eq!(store.tournaments(GuildId(41)).await.unwrap(), Tournaments::default());
    assert!(store.server_settings(GUILD).await.unwrap().is_friendly);
    // One that everybody was told the end of makes room.
    assert!(!expected.add(tournament(9)));
    let over = &mut expected.all[1];
    (over.end, over.shown.is_end_told) = (Some(TournamentEnd::Played), true);
    assert!(expected.add(tournament(9)));
    assert_eq!(expected.all.iter().map(|it| it.id.0).collect::<Vec<_>>(), [0, 2, 3, 9]);
}

pub(crate) async fn a_daily_puzzle_is_stored<S: Store>(open: impl Fn() -> S) {
    let store = open();
    assert_eq!(store.daily_puzzle(GUILD).await.unwrap(), DailyPuzzle::default());
    let change = |daily: &mut DailyPuzzle| _ = daily.set_mention(ANN, true);
    let expected = DailyPuzzle { mentioned: vec![ANN], ..DailyPuzzle::default() };
    assert_eq!(store.update_daily_puzzle(GUILD, Box::new(change)).await.unwrap(), expected);
    drop(store);
    let store = open();
    assert_eq!(store.daily_puzzle(GUILD).await.unwrap(), expected);
    assert_eq!(store.daily_puzzle(GuildId(41)).await.unwrap(), DailyPuzzle::default());
    assert_eq!(store.tournaments(GUILD).await.unwrap(), Tournaments::default());
    assert_eq!(store.server_settings(GUILD).await.unwrap(), ServerSettings::default());
}

pub(crate) async fn concurrent_changes_to_tournaments_are_all_made<S: Store>(open: impl Fn() -> S) {
    let store = Arc::new(open());
    let change = |_| {
        let store = Arc::clone(&store);
        let change = |all: &mut Tournaments| all.due = Some(all.due.unwrap_or(0) + 1);
        tokio::spawn(
            async move { store.update_tournaments(GUILD, Box::new(change)).await.unwrap() },
        )
    };
    for changed in (0..50).map(change).collect::<Vec<_>>() {
        changed.await.unwrap();
    }
    assert_eq!(store.tournaments(GUILD).await.unwrap().due, Some(50));
}

pub(crate) async fn servers_whose_tournaments_are_due_are_found<S: Store>(open: impl Fn() -> S) {
    let store = open();
    let at = |time: i64| hour(time).as_second();
    let dues = [(1, None), (2, Some(at(2))), (3, Some(at(3))), (u64::MAX >> 8, Some(at(-9)))];
    for (guild, due) in dues {
        let change = move |all: &mut Tournaments| all.due = due;
        store.update_tournaments(GuildId(guild), Box::new(change)).await.unwrap();
        // Settings are no tournaments.
        let kept = |settings: &mut ServerSettings| settings.is_friendly = true;
        store.update_server_settings(GuildId(guild), Box::new(kept)).await.unwrap();
    }
    let far = u64::MAX >> 8;
    for (until, expected) in
        [(-10, vec![]), (1, vec![far]), (2, vec![2, far]), (9, vec![2, 3, far])]
    {
        let mut due = store.due_tournaments(hour(until)).await.unwrap();
        due.sort_unstable();
        assert_eq!(due, expected.into_iter().map(GuildId).collect::<Vec<_>>(), "{until}");
    }
    let change = move |all: &mut Tournaments| all.due = Some(at(8));
    store.update_tournaments(GuildId(2), Box::new(change)).await.unwrap();
    assert!(!store.due_tournaments(hour(7)).await.unwrap().contains(&GuildId(2)));
}

pub(crate) async fn channel_access_is_stored<S: Store>(open: impl Fn() -> S) {
    let store = open();
    assert_eq!(store.channel_access(HERE).await.unwrap(), ChannelAccess::Member);
    for access in [
        ChannelAccess::AnswersOnly,
        ChannelAccess::AnswersOnly,
        ChannelAccess::Member,
        ChannelAccess::AnswersOnly,
    ] {
        store.set_channel_access(HERE, access).await.unwrap();
        assert_eq!(store.channel_access(HERE).await.unwrap(), access);
    }
    drop(store);
    let store = open();
    assert_eq!(store.channel_access(HERE).await.unwrap(), ChannelAccess::AnswersOnly);
    assert_eq!(store.channel_access(THERE).await.unwrap(), ChannelAccess::Member);
}

pub(crate) async fn readers_of_a_channel_are_stored<S: Store>(open: impl Fn() -> S) {
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
    store.add_reader(BEN, HERE).await.unwrap();
    for _ in 0..2 {
        store.remove_reader(ANN, HERE).await.unwrap();
    }
    drop(store);
    let store = open();
    for (player, is_known) in [(ANN, false), (BEN, true)] {
        assert_eq!(store.is_reader(player, HERE).await.unwrap(), is_known, "{player:?}");
    }
}

pub(crate) async fn a_store_belongs_to_one_application<S: Store>(open: impl Fn() -> S) {
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

pub(crate) async fn the_last_heartbeat_is_stored<S: Store>(open: impl Fn() -> S) {
    let store = open();
    assert_eq!(store.heartbeat().await.unwrap(), None);
    // The date is set back after the second heartbeat.
    let heartbeat = |at, until| {
        let present = hour(until - 1);
        Heartbeat { at: hour(at), present, present_until: hour(until) }
    };
    for heartbeat in [heartbeat(10, 10), heartbeat(40, 11), heartbeat(12, 12)] {
        store.record_heartbeat(heartbeat).await.unwrap();
        assert_eq!(store.heartbeat().await.unwrap(), Some(heartbeat));
    }
    drop(store);
    assert_eq!(open().heartbeat().await.unwrap(), Some(heartbeat(12, 12)));
}

pub(crate) async fn what_a_visit_reads_is_as_it_is_stored<S: Store>(open: impl Fn() -> S) {
    let store = open();
    let nothing = Visit {
        profile: None,
        access: Some(ChannelAccess::Member),
        is_reader: false,
        is_kept_open: false,
        has_missed: false,
        table: None,
    };
    assert_eq!(store.visit(ANN, HERE, Some(TableId(1))).await.unwrap(), nothing);
    let set_name = |profile: &mut Profile| profile.name = "Ann".into();
    let profile = store.update_profile(ANN, Box::new(set_name)).await.unwrap();
    store.set_channel_access(HERE, ChannelAccess::AnswersOnly).await.unwrap();
    store.add_reader(ANN, HERE).await.unwrap();
    store.add_job(Job::new(Task::KeepThread(HERE), hour(1))).await.unwrap();
    let change = change(1, 1, challenge());
    let table = change.stored.clone();
    store.commit(change).await.unwrap();
    store.add_missed(ANN, entry(1, 1, 0)).await.unwrap();
    let board = posted(HERE, 5);
    store.mark_delivered(entry_id(1, 1), Some(board)).await.unwrap();
    let all = Visit {
        profile: Some(profile.clone()),
        access: Some(ChannelAccess::AnswersOnly),
        is_reader: true,
        is_kept_open: true,
        has_missed: true,
        table: Some(table),
    };
    assert_eq!(store.visit(ANN, HERE, Some(TableId(1))).await.unwrap(), all);
    let elsewhere = store.visit(BEN, THERE, None).await.unwrap();
    assert_eq!(elsewhere, nothing, "of somebody else, in another channel");

    let to = Addressees { table: TableId(1), players: vec![BEN, ANN], called: None };
    let nobody_called = Addressed {
        board: Some(board),
        profiles: vec![(ANN, profile)],
        is_blocked: false,
        is_reader: true,
    };
    assert_eq!(store.addressed(to.clone()).await.unwrap(), nobody_called);
    for (called, is_blocked, is_reader) in [
        ((ANN, HERE, None), false, true),
        ((ANN, HERE, Some(BEN)), true, true),
        ((ANN, THERE, Some(BEN)), true, false),
        ((BEN, HERE, Some(ANN)), false, false),
    ] {
        store.block(ANN, BEN, hour(0), 9).await.unwrap();
        let to = Addressees { called: Some(called), ..to.clone() };
        let wanted = Addressed { is_blocked, is_reader, ..nobody_called.clone() };
        assert_eq!(store.addressed(to).await.unwrap(), wanted);
    }
}
