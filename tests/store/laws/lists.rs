//! The lists of tables by player and by channel.

use jiff::Timestamp;
use kradan_rules::GameKind;
use kradan_store::{Listing, Store};
use kradan_table::{ChallengeTerms, Command, Due, Table, TableId};

use crate::common::*;

pub(crate) async fn lists_follow_the_table<S: Store>(open: impl Fn() -> S) {
    let open_challenge = Table::challenge(ANN, ChallengeTerms::of(GameKind::Othello), HERE, at(0));
    let accepted = after(open_challenge.clone(), EVE, &Command::Accept);
    let moved = after(accepted.clone(), EVE, &Command::Show(THERE));
    let over = after(moved.clone(), ANN, &Command::Resign);
    let back = after(over.clone(), ANN, &Command::Show(HERE));
    let withdrawn = after(open_challenge.clone(), ANN, &Command::Cancel);
    let declined = after(challenge(), BEN, &Command::Decline);
    let mut erased = declined.clone();
    assert!(erased.erase_player(ANN));
    let steps = [
        (open_challenge, "Ann sent, here sent"),
        (accepted, "Ann running, Eve running, here running"),
        (moved, "Ann running, Eve running, there running"),
        (over, "Ann over, Eve over, there over"),
        (back, "Ann over, Eve over, here over"),
        (withdrawn, "Ann withdrawn"),
        (declined, "Ann withdrawn, Ben withdrawn"),
        (erased, "Ben withdrawn"),
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

/// The lists that hold the one table.
async fn lists(store: &impl Store) -> String {
    let mut lists = Vec::new();
    let words = [
        (Listing::Running, "running"),
        (Listing::Sent, "sent"),
        (Listing::Received, "received"),
        (Listing::Over, "over"),
        (Listing::Withdrawn, "withdrawn"),
    ];
    for (name, player) in [("Ann", ANN), ("Ben", BEN), ("Eve", EVE)] {
        for (listing, word) in words {
            let tables = store.tables_of_player(player, listing, ALL).await.unwrap();
            lists.extend(tables.iter().map(|_| format!("{name} {word}")));
        }
    }
    for (name, place) in [("here", HERE), ("there", THERE)] {
        for (listing, word) in words {
            let tables = store.tables_in_channel(place, listing, ALL).await.unwrap();
            lists.extend(tables.iter().map(|_| format!("{name} {word}")));
        }
    }
    lists.join(", ")
}

pub(crate) async fn lists_begin_with_the_newest<S: Store>(open: impl Fn() -> S) {
    let store = open();
    for id in [300, 1, i64::MAX.cast_unsigned(), 256, 255] {
        commit(&store, change(id, 1, playing())).await;
    }
    let newest = [i64::MAX.cast_unsigned(), 300, 256, 255, 1].map(TableId);
    assert_eq!(store.tables_of_player(BEN, Listing::Running, ALL).await.unwrap(), newest);
    assert_eq!(store.tables_in_channel(HERE, Listing::Running, ALL).await.unwrap(), newest);
    assert_eq!(store.tables_of_player(BEN, Listing::Running, 2).await.unwrap(), newest[..2]);
    assert_eq!(store.tables_in_channel(HERE, Listing::Running, 0).await.unwrap(), []);
}

pub(crate) async fn challenges_are_listed_apart_from_games<S: Store>(open: impl Fn() -> S) {
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
