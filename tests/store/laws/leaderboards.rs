//! The lists of a server's players.

use kradan_ratings::Rating;
use kradan_rules::GameKind;
use kradan_store::{Leaderboard, Month, Profile, Store};
use kradan_table::{GuildId, PlayerId};

use crate::common::*;

pub(crate) async fn players_of_a_server_are_listed_by_their_ratings<S: Store>(
    open: impl Fn() -> S,
) {
    let store = open();
    let (server, kind) = (GuildId(9), GameKind::Makruk);
    let at = hour(5);
    let list = Leaderboard { server, kind, month: None };
    let of_month = Leaderboard { month: Some(Month::of(at)), ..list };
    let rating = |value: f64, deviation: f64, at| {
        Some(Rating { value, deviation, games: 1, at: Some(at), ..Rating::NEW })
    };
    let rate = async |player: PlayerId, rating: Option<Rating>| {
        let change = move |it: &mut Profile| {
            it.ratings.count(kind, rating.unwrap(), Some(server));
        };
        store.update_profile(player, Box::new(change)).await.unwrap();
    };
    let long_ago = hour(5 - 24 * 40);
    rate(PlayerId(1), rating(1500.0, 60.0, at)).await;
    rate(PlayerId(2), rating(-3.0, 60.0, long_ago)).await;
    rate(PlayerId(3), rating(1700.4, 60.0, at)).await;
    rate(PlayerId(4), rating(2000.0, 400.0, at)).await;
    rate(PlayerId(5), rating(2100.0, 400.0, long_ago)).await;
    let listed = async |store: &S, list| {
        let players = store.leaderboard(list, 100).await.unwrap();
        players.into_iter().map(|PlayerId(id)| id).collect::<Vec<_>>()
    };
    assert_eq!(listed(&store, list).await, [3, 1, 2, 5, 4], "those of whom little is known last");
    assert_eq!(listed(&store, of_month).await, [3, 1, 4]);
    assert_eq!(store.leaderboard(list, 2).await.unwrap(), [3, 1].map(PlayerId));
    for other in [
        Leaderboard { kind: GameKind::Ogi, ..list },
        Leaderboard { server: GuildId(8), ..list },
        Leaderboard { month: Some(Month(Month::of(at).0 + 1)), ..list },
    ] {
        assert_eq!(listed(&store, other).await, [0; 0]);
    }
    // A rating that changes moves its player, and whoever hides, leaves or is erased goes.
    rate(PlayerId(2), rating(1600.0, 60.0, at)).await;
    store.update_profile(PlayerId(3), Box::new(|it| it.is_unlisted = true)).await.unwrap();
    let leave = move |it: &mut Profile| _ = it.left_servers.insert(server);
    store.update_profile(PlayerId(4), Box::new(leave)).await.unwrap();
    store.erase_player(PlayerId(5)).await.unwrap();
    drop(store);
    let store = open();
    assert_eq!(listed(&store, list).await, [2, 1]);
    assert_eq!(listed(&store, of_month).await, [2, 1]);
    store.update_profile(PlayerId(3), Box::new(|it| it.is_unlisted = false)).await.unwrap();
    assert_eq!(listed(&store, list).await, [3, 2, 1]);
}
