//! The threads on which computers think, and the turns that are left to the job.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use lru::LruCache;
use tokio::sync::{Notify, Semaphore};

use kradan_engine::Mistake;
use kradan_rules::Side;
use kradan_table::{Seen, TableId};

/// The most hints, and the most reviews, that are kept, those that were asked for last.
const KEPT: NonZeroUsize = NonZeroUsize::new(1_024).unwrap();

/// The review of a side's moves, at the end of its game.
type Review = (Seen, Arc<[Mistake]>);

/// The threads of searches, and the tables whose computers are to move.
#[derive(Debug)]
pub(super) struct Computers {
    pub(super) threads: Arc<Semaphore>,
    /// How many searches run at once: the others wait, and games between people do not.
    pub(super) searches: usize,
    waiting: Mutex<BTreeSet<TableId>>,
    /// Those of the waiting tables whose moves are being made.
    begun: Mutex<BTreeSet<TableId>>,
    /// The tables at which a search failed: it would fail again.
    given_up: Mutex<BTreeSet<TableId>>,
    /// The moves of hints, each for a position: a hint is told in steps, and searched for once.
    hints: Mutex<LruCache<TableId, (Seen, String)>>,
    /// How many reviews are made at once.
    pub(super) reviews: Semaphore,
    known_reviews: Mutex<LruCache<(TableId, Side), Review>>,
    pub(super) changed: Notify,
}

impl Computers {
    pub(super) fn new(searches: usize) -> Computers {
        Computers {
            threads: Arc::new(Semaphore::new(searches)),
            searches,
            waiting: Mutex::default(),
            begun: Mutex::default(),
            given_up: Mutex::default(),
            hints: Mutex::new(LruCache::new(KEPT)),
            reviews: Semaphore::new(searches),
            known_reviews: Mutex::new(LruCache::new(KEPT)),
            changed: Notify::new(),
        }
    }

    /// Leaves a turn to the job.
    pub(super) fn add(&self, id: TableId) {
        self.waiting().insert(id);
        self.changed.notify_one();
    }

    /// Begins with the next waiting table with which nobody has begun.
    pub(super) fn begin(&self) -> Option<TableId> {
        let (waiting, mut begun) = (self.waiting(), lock(&self.begun));
        let next = waiting.difference(&begun).next().copied()?;
        begun.insert(next);
        Some(next)
    }

    /// Is done with a table.
    pub(super) fn end(&self, id: TableId) {
        self.waiting().remove(&id);
        lock(&self.begun).remove(&id);
    }

    /// The tables whose turns are left to the job.
    fn waiting(&self) -> MutexGuard<'_, BTreeSet<TableId>> {
        lock(&self.waiting)
    }

    /// Leaves a table alone until the next start: its player can still do something there.
    pub(super) fn give_up(&self, id: TableId) {
        lock(&self.given_up).insert(id);
    }

    /// The tables that are due because of a computer, and are not to be looked at.
    pub(super) fn taken(&self) -> BTreeSet<TableId> {
        self.waiting().union(&lock(&self.given_up)).copied().collect()
    }

    /// The move that was found for a position of a table.
    pub(super) fn hint(&self, id: TableId, seen: Seen) -> Option<String> {
        let mut hints = lock(&self.hints);
        hints.get(&id).filter(|(of, _)| *of == seen).map(|(_, mv)| mv.clone())
    }

    pub(super) fn keep_hint(&self, id: TableId, seen: Seen, mv: &str) {
        lock(&self.hints).put(id, (seen, mv.to_owned()));
    }

    /// The mistakes that were found of a side in a game that ended like this.
    pub(super) fn review(&self, id: TableId, side: Side, seen: Seen) -> Option<Arc<[Mistake]>> {
        let mut known = lock(&self.known_reviews);
        known.get(&(id, side)).filter(|(of, _)| *of == seen).map(|(_, found)| Arc::clone(found))
    }

    pub(super) fn keep_review(&self, id: TableId, side: Side, seen: Seen, found: &Arc<[Mistake]>) {
        lock(&self.known_reviews).put((id, side), (seen, Arc::clone(found)));
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kradan_rules::{Game, GameKind};

    #[test]
    fn no_two_begin_with_the_same_table() {
        let computers = Computers::new(2);
        let ids = [1, 2].map(TableId);
        for id in ids {
            computers.add(id);
        }
        assert_eq!([computers.begin(), computers.begin()], ids.map(Some));
        // What is added once more meanwhile is under way already.
        computers.add(ids[0]);
        assert_eq!(computers.begin(), None);
        assert_eq!(computers.taken(), BTreeSet::from(ids));
        computers.end(ids[0]);
        assert_eq!(computers.taken(), BTreeSet::from([ids[1]]));
        computers.add(ids[0]);
        assert_eq!(computers.begin(), Some(ids[0]));
    }
    #[test]
    fn a_hint_is_for_its_position_alone() {
        let computers = Computers::new(1);
        let mut game = Game::new(GameKind::Othello);
        let first = Seen::of(&game);
        assert_eq!(computers.hint(TableId(1), first), None);
        computers.keep_hint(TableId(1), first, "d3");
        assert_eq!(computers.hint(TableId(1), first).as_deref(), Some("d3"));
        assert_eq!(computers.hint(TableId(2), first), None);
        game.play_text("d3").unwrap();
        assert_eq!(computers.hint(TableId(1), Seen::of(&game)), None);
    }
}
