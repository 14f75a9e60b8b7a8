//! Profiles, servers, channels, the application and the heartbeat.

use std::sync::Arc;

use kradan_store::{
    ChannelAccess, Heartbeat, OldBoards, Profile, ServerSettings, Store, StoreErrorKind,
};
use kradan_table::{ApplicationId, GuildId, RoleId, Venue};

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
        let present = Some(hour(until - 1));
        Heartbeat { at: hour(at), present, present_until: hour(until) }
    };
    for heartbeat in [heartbeat(10, 10), heartbeat(40, 11), heartbeat(12, 12)] {
        store.record_heartbeat(heartbeat).await.unwrap();
        assert_eq!(store.heartbeat().await.unwrap(), Some(heartbeat));
    }
    drop(store);
    assert_eq!(open().heartbeat().await.unwrap(), Some(heartbeat(12, 12)));
}
