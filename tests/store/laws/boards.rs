//! Posted boards, and the messages that lose their controls.

use kradan::store::Store;
use kradan::table::{MessageId, TableId};

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
    let again = kradan::store::PostedBoard { ply: 6, ..posted(THERE, 50) };
    store.mark_delivered(entry_id(5, 2), Some(again)).await.unwrap();
    assert_eq!(store.posted_board(TableId(5)).await.unwrap(), Some(again));
}

pub(crate) async fn a_replaced_board_is_queued_for_cleanup<S: Store>(open: impl Fn() -> S) {
    let store = open();
    commit(&store, with_entry(5, 1, 0)).await;
    let message = control_message;
    store.mark_delivered(entry_id(5, 1), Some(posted(HERE, 10))).await.unwrap();
    assert_eq!(store.cleanup_queue(ALL).await.unwrap(), []);
    store.add_offer(TableId(5), message(HERE, 12)).await.unwrap();
    store.add_offer(TableId(5), message(HERE, 14)).await.unwrap();
    store.add_offer(TableId(6), message(HERE, 13)).await.unwrap();
    store.mark_delivered(entry_id(5, 2), None).await.unwrap();
    assert_eq!(store.cleanup_queue(ALL).await.unwrap(), []);
    store.queue_cleanup(TableId(5), vec![message(HERE, 14)]).await.unwrap();
    store.mark_delivered(entry_id(5, 3), Some(posted(THERE, 20))).await.unwrap();
    // The same board again changes nothing, and neither does an older one.
    store.mark_delivered(entry_id(5, 3), Some(posted(THERE, 20))).await.unwrap();
    store.mark_delivered(entry_id(5, 2), Some(posted(THERE, 15))).await.unwrap();
    assert_eq!(store.posted_board(TableId(5)).await.unwrap(), Some(posted(THERE, 20)));
    drop(store);
    let store = open();
    let old = [message(HERE, 10), message(HERE, 12), message(HERE, 14), message(THERE, 15)];
    assert_eq!(store.cleanup_queue(ALL).await.unwrap(), old);
    assert_eq!(store.cleanup_queue(2).await.unwrap(), old[..2]);
    store.mark_cleaned_up([10, 14, 99].map(MessageId).to_vec()).await.unwrap();
    assert_eq!(store.cleanup_queue(ALL).await.unwrap(), [old[1], old[3]]);
    // The offers of a deleted table lose their controls.
    store.add_offer(TableId(5), message(THERE, 30)).await.unwrap();
    store.delete_table(TableId(5), 1).await.unwrap();
    assert_eq!(store.cleanup_queue(ALL).await.unwrap(), [old[1], old[3], message(THERE, 30)]);
    store.mark_cleaned_up([12, 15, 30].map(MessageId).to_vec()).await.unwrap();
    drop(store);
    assert_eq!(open().cleanup_queue(ALL).await.unwrap(), []);
}
