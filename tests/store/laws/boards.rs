//! Posted boards, and the messages that lose their controls.

use kradan_rules::{Game, GameKind, Side};
use kradan_store::{
    ControlMessage, MessageContent, OfferKind, PostedBoard, Settlement, Shows, Store,
};
use kradan_table::{Command, TableId};

use crate::common::*;

pub(crate) async fn a_posted_board_is_not_replaced_by_an_older_one<S: Store>(open: impl Fn() -> S) {
    let store = open();
    let steps = [
        (posted(HERE, 100), posted(HERE, 100)),
        (posted(HERE, 99), posted(HERE, 100)),
        (posted(HERE, 101), posted(HERE, 101)),
        (posted(THERE, 50), posted(THERE, 50)),
    ];
    for (now, expected) in steps {
        store.mark_delivered(entry_id(5, 1), Some(now)).await.unwrap();
        assert_eq!(store.posted_board(TableId(5)).await.unwrap(), Some(expected));
    }
    let again = kradan_store::PostedBoard { ply: 6, ..posted(THERE, 50) };
    store.mark_delivered(entry_id(5, 2), Some(again)).await.unwrap();
    assert_eq!(store.posted_board(TableId(5)).await.unwrap(), Some(again));
}

pub(crate) async fn a_replaced_board_is_queued_for_cleanup<S: Store>(open: impl Fn() -> S) {
    let store = open();
    commit(&store, with_entry(5, 1, 0)).await;
    let message = control_message;
    store.mark_delivered(entry_id(5, 1), Some(posted(HERE, 10))).await.unwrap();
    assert_eq!(queued(&store).await, []);
    store.add_offer(TableId(5), message(HERE, 12)).await.unwrap();
    store.add_offer(TableId(5), message(HERE, 14)).await.unwrap();
    store.add_offer(TableId(6), message(HERE, 13)).await.unwrap();
    store.mark_delivered(entry_id(5, 2), None).await.unwrap();
    assert_eq!(queued(&store).await, []);
    store.queue_cleanup(TableId(5), vec![message(HERE, 14)]).await.unwrap();
    store.mark_delivered(entry_id(5, 3), Some(posted(THERE, 20))).await.unwrap();
    // The same board again changes nothing, and neither does an older one.
    store.mark_delivered(entry_id(5, 3), Some(posted(THERE, 20))).await.unwrap();
    store.mark_delivered(entry_id(5, 2), Some(posted(THERE, 15))).await.unwrap();
    assert_eq!(store.posted_board(TableId(5)).await.unwrap(), Some(posted(THERE, 20)));
    drop(store);
    let store = open();
    let old = [message(HERE, 10), message(HERE, 12), message(HERE, 14), message(THERE, 15)];
    assert_eq!(queued(&store).await, old);
    mark_cleaned_up(&store, &[old[0], old[2], message(HERE, 99)]).await;
    assert_eq!(queued(&store).await, [old[1], old[3]]);
    // The offers of a deleted table lose their controls.
    store.add_offer(TableId(5), message(THERE, 30)).await.unwrap();
    store.delete_table(TableId(5), 1).await.unwrap();
    assert_eq!(queued(&store).await, [old[1], old[3], message(THERE, 30)]);
    mark_cleaned_up(&store, &[old[1], old[3], message(THERE, 30)]).await;
    drop(store);
    assert_eq!(queued(&open()).await, []);
}

pub(crate) async fn a_message_that_is_queued_anew_stays_queued<S: Store>(open: impl Fn() -> S) {
    let store = open();
    let (before, now) = (
        showing(10, Shows::Challenge, None),
        showing(10, Shows::Challenge, Some(Settlement::Accepted)),
    );
    store.queue_cleanup(TableId(5), vec![before]).await.unwrap();
    store.queue_cleanup(TableId(5), vec![now]).await.unwrap();
    mark_cleaned_up(&store, &[before]).await;
    assert_eq!(queued(&store).await, [now]);
    mark_cleaned_up(&store, &[now]).await;
    assert_eq!(queued(&store).await, []);
}

/// A message of table 5 that shows something, and what came of it.
fn showing(message: u64, shows: Shows, settlement: Option<Settlement>) -> ControlMessage {
    let guild = posted(HERE, message).guild;
    let content = MessageContent { table: TableId(5), ply: 4, shows, settlement, guild };
    ControlMessage { content: Some(content), ..control_message(HERE, message) }
}

pub(crate) async fn what_came_of_an_old_message_is_queued_with_it<S: Store>(open: impl Fn() -> S) {
    let store = open();
    let table = TableId(5);
    let record = Game::new(GameKind::Othello).fingerprint();
    let board = |message, shows| Some(PostedBoard { shows: Some(shows), ..posted(HERE, message) });
    let (challenge, game) = (Shows::Challenge, Shows::Board(record));
    let (draw, takeback) = (Shows::DrawOffer(Side::First), Shows::Takeback(Side::Second, (3, 4)));
    store.mark_delivered(entry_id(5, 1), board(10, challenge)).await.unwrap();
    // A challenge that is shown again is not accepted.
    store.mark_delivered(entry_id(5, 2), board(11, challenge)).await.unwrap();
    store.mark_delivered(entry_id(5, 3), board(12, game)).await.unwrap();
    for (message, shows) in [(13, draw), (14, takeback), (15, draw), (16, takeback)] {
        store.add_offer(table, showing(message, shows, None)).await.unwrap();
    }
    // The place alone is known of a message that is pressed.
    store.queue_cleanup(table, vec![control_message(HERE, 15)]).await.unwrap();
    store.settle_offers(table, OfferKind::Draw, Settlement::Declined).await.unwrap();
    store.settle_offers(table, OfferKind::Draw, Settlement::Accepted).await.unwrap();
    store.queue_cleanup(table, vec![control_message(HERE, 13)]).await.unwrap();
    store.mark_delivered(entry_id(5, 4), board(20, game)).await.unwrap();
    drop(store);
    let lapsed = Some(Settlement::Lapsed);
    let expected = [
        showing(10, challenge, None),
        showing(11, challenge, Some(Settlement::Accepted)),
        showing(12, game, None),
        showing(13, draw, Some(Settlement::Declined)),
        showing(14, takeback, lapsed),
        showing(15, draw, lapsed),
        showing(16, takeback, lapsed),
    ];
    assert_eq!(queued(&open()).await, expected);
}

pub(crate) async fn an_offer_that_stands_is_not_queued<S: Store>(open: impl Fn() -> S) {
    let store = open();
    let shows = Shows::DrawOffer(Side::First);
    let (table, settlement, guild) = (TableId(5), None, None);
    let draw = MessageContent { table, ply: 0, shows, settlement, guild };
    let offered = after(playing(), ANN, &Command::Draw);
    let moved = after(offered.clone(), ANN, &Command::play("d3"));
    let answered = after(moved.clone(), BEN, &Command::play("c3"));
    let offer = ControlMessage { content: Some(draw), ..control_message(HERE, 12) };
    store.add_offer(TableId(5), offer).await.unwrap();
    for (revision, table, stands) in [(1, offered, true), (2, moved, true), (3, answered, false)] {
        commit(&store, change(5, revision, table)).await;
        let board = posted(HERE, 20 + revision);
        store.mark_delivered(entry_id(5, revision), Some(board)).await.unwrap();
        let queue = queued(&store).await;
        let queued = queue.iter().find(|it| it.message == offer.message);
        let settlement = queued.and_then(|it| it.content?.settlement);
        assert_eq!(settlement, (!stands).then_some(Settlement::Lapsed), "revision {revision}");
    }
}
