//! How often a task calls a store. Over a network each call takes a round trip, and a change three.

use std::cell::Cell;

tokio::task_local! {
    static CALLS: Cell<u32>;
}

/// Runs a task, and returns how often it called a store itself.
pub async fn count_calls<T>(task: impl Future<Output = T>) -> (T, u32) {
    let counted = async {
        let done = task.await;
        (done, CALLS.with(Cell::get))
    };
    CALLS.scope(Cell::new(0), counted).await
}

/// Notes a call of the task that runs, if it is counted.
pub(crate) fn note_call() {
    _ = CALLS.try_with(|calls| calls.set(calls.get() + 1));
}
