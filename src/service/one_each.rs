//! One thing at a time for each person.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kradan_table::PlayerId;

/// The people for whom something is under way.
#[derive(Clone, Debug, Default)]
pub(crate) struct OneEach(Arc<Mutex<HashSet<PlayerId>>>);

/// Something that is under way for a person, until it is dropped.
#[derive(Debug)]
pub(crate) struct UnderWay(OneEach, PlayerId);

impl OneEach {
    /// Begins something for a person; `None` while something is under way for them.
    pub(crate) fn begin(&self, person: PlayerId) -> Option<UnderWay> {
        self.people().insert(person).then(|| UnderWay(self.clone(), person))
    }

    fn people(&self) -> MutexGuard<'_, HashSet<PlayerId>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.people().remove(&self.1);
    }
}
