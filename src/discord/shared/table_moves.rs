//! Tables that were moved to another channel: each move calls the opponent, once in a position. It may
//! be lost: then they are called once more.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};

use lru::LruCache;

use kradan_table::{PlayerId, TableId};

/// The most moves that are remembered, those of the tables that were moved last.
const MOVES_MAX: NonZeroUsize = NonZeroUsize::new(10_000).unwrap();

#[derive(Debug)]
pub(crate) struct TableMoves(Mutex<LruCache<(TableId, PlayerId), TableMove>>);

/// The move of a table that called the opponent.
#[derive(Clone, Copy, Debug)]
struct TableMove {
    /// The plies that the game had.
    ply: usize,
    /// The revision of the table with which it moved.
    revision: u64,
}

impl Default for TableMoves {
    fn default() -> TableMoves {
        TableMoves(Mutex::new(LruCache::sparse(MOVES_MAX)))
    }
}

impl TableMoves {
    /// Whether the move of a table by a player calls the opponent: the first one in a position does,
    /// however often it is asked of that one.
    pub(crate) fn calls(
        &self,
        (table, by): (TableId, PlayerId),
        ply: usize,
        revision: u64,
    ) -> bool {
        let mut moves = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = moves.get(&(table, by)).filter(|known| known.ply == ply) {
            return known.revision == revision;
        }
        moves.put((table, by), TableMove { ply, revision });
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_move_in_a_position_calls() {
        let moves = TableMoves::default();
        let (ann, ben) = ((TableId(7), PlayerId(1)), (TableId(7), PlayerId(2)));
        assert!(moves.calls(ann, 3, 10) && moves.calls(ann, 3, 10), "it is one move");
        assert!(!moves.calls(ann, 3, 11) && !moves.calls(ann, 3, 12));
        assert!(moves.calls(ben, 3, 13), "Ann was not called yet");
        assert!(moves.calls(ann, 4, 14), "the game went on");
    }
}
