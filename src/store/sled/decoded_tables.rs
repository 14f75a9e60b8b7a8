//! Tables as they were decoded last. Reading a table again takes no decoding, in which its whole
//! game is played.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};

use lru::LruCache;

use crate::StoredTable;
use kradan_table::TableId;

/// The most tables that are kept, those that were read last: some ten kilobytes each.
const KEPT_MOST: NonZeroUsize = NonZeroUsize::new(2_048).unwrap();

/// Decoded tables, each with the stored bytes that it was decoded from. A table counts only while
/// the database holds the same bytes, so none has to be removed when its table changes.
pub(super) struct DecodedTables(Mutex<LruCache<TableId, DecodedTable>>);

#[derive(Debug)]
pub(super) struct DecodedTable {
    bytes: Box<[u8]>,
    stored: Arc<StoredTable>,
}

impl DecodedTable {
    pub(super) fn new(bytes: &[u8], stored: Arc<StoredTable>) -> DecodedTable {
        DecodedTable { bytes: Box::from(bytes), stored }
    }
}

impl DecodedTables {
    /// The table that was decoded from these bytes.
    pub(super) fn of(&self, id: TableId, bytes: &[u8]) -> Option<Arc<StoredTable>> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let decoded = kept.get(&id).filter(|decoded| *decoded.bytes == *bytes)?;
        Some(Arc::clone(&decoded.stored))
    }

    pub(super) fn keep(&self, id: TableId, decoded: DecodedTable) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).put(id, decoded);
    }
}

impl Default for DecodedTables {
    fn default() -> DecodedTables {
        DecodedTables(Mutex::new(LruCache::new(KEPT_MOST)))
    }
}

#[cfg(test)]
mod tests {
    use jiff::{SignedDuration, Timestamp};

    use super::*;
    use kradan_rules::GameKind;
    use kradan_table::{ChallengeTerms, ChannelId, Moment, PlayerId, Table};

    #[test]
    fn a_table_counts_only_with_the_bytes_that_it_was_decoded_from() {
        let now = Moment { time: Timestamp::UNIX_EPOCH, chance: 0 };
        let terms = ChallengeTerms::of(GameKind::Othello);
        let table = Table::challenge(PlayerId(1), terms, ChannelId(2), now);
        let stored = Arc::new(StoredTable { table, revision: 1, credited: SignedDuration::ZERO });
        let decoded = DecodedTables::default();
        decoded.keep(TableId(3), DecodedTable::new(b"one", Arc::clone(&stored)));
        assert_eq!(decoded.of(TableId(3), b"one"), Some(stored));
        assert_eq!(decoded.of(TableId(3), b"two"), None);
        assert_eq!(decoded.of(TableId(4), b"one"), None);
    }
}
