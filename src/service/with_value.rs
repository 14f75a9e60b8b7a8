//! A change that returns a value.

use std::sync::{Arc, Mutex, PoisonError};

use kradan_store::Edit;

/// A change as the store takes it, and what returns its value once the store has made it: that of the last
/// time, where it was made anew.
pub(super) fn with_value<V, T: Send + 'static>(
    change: impl Fn(&mut V) -> T + Send + Sync + 'static,
) -> (Edit<V>, impl FnOnce() -> T) {
    let value = Arc::new(Mutex::new(None));
    let kept = Arc::clone(&value);
    let edit: Edit<V> = Box::new(move |changed| {
        let value = change(changed);
        *kept.lock().unwrap_or_else(PoisonError::into_inner) = Some(value);
    });
    let take = move || {
        let value = value.lock().unwrap_or_else(PoisonError::into_inner).take();
        value.expect("the store makes each change")
    };
    (edit, take)
}
