//! Notes on tables.

use kradan_store::{Note, Store};
use kradan_table::TableId;

use crate::common::*;

pub(crate) async fn a_note_is_stored_until_its_table_is_deleted<S: Store>(open: impl Fn() -> S) {
    let note = |text: &str| Note { text: text.to_owned(), written_at: hour(1) };
    let store = open();
    for id in [1, 2] {
        commit(&store, change(id, 1, playing())).await;
        store.set_note(TableId(id), ANN, Some(note("a plan"))).await.unwrap();
    }
    store.set_note(TableId(1), ANN, Some(note("a better plan"))).await.unwrap();
    store.set_note(TableId(1), BEN, Some(note(&"\u{1}".repeat(500)))).await.unwrap();
    drop(store);
    let store = open();
    let read = async |id, player| store.note(TableId(id), player).await.unwrap().map(|it| it.text);
    assert_eq!(read(1, ANN).await.as_deref(), Some("a better plan"));
    assert_eq!(read(1, BEN).await.map(|it| it.len()), Some(500));
    assert_eq!(read(1, EVE).await, None);
    store.set_note(TableId(1), BEN, None).await.unwrap();
    assert_eq!(read(1, BEN).await, None);
    store.delete_table(TableId(1), 1).await.unwrap();
    assert_eq!((read(1, ANN).await, read(2, ANN).await.as_deref()), (None, Some("a plan")));
}
