//! The threads on which computers think, and the turns that are left to the job.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use lru::LruCache;
use tokio::sync::{Notify, oneshot};

use super::one_each::OneEach;
use super::request::Committed;
use super::threads::{Thread, Threads};
use kradan_engine::Review;
use kradan_store::OutboxEntryId;
use kradan_table::{Level, PlayerId, Seen, TableId};

/// The most hints, and the most reviews, that are kept, those that were asked for last.
const KEPT: NonZeroUsize = NonZeroUsize::new(1_024).unwrap();

/// The highest level whose searches take milliseconds.
const QUICK_MAX: u8 = 4;

/// The turn of a computer that is left to the job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ComputerTurn {
    pub(super) id: TableId,
    /// Who plays against it.
    pub(super) person: PlayerId,
    pub(super) level: Level,
}

/// How far the job is with the turn of a computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Progress {
    Waits,
    Begun,
    /// It has begun, and looks once more when it is done.
    Again,
}

/// The threads of searches, and the tables whose computers are to move.
#[derive(Debug)]
pub(super) struct Computers {
    /// The threads of searches that take milliseconds, which wait for no longer ones.
    quick: Threads,
    long: Threads,
    /// The tables whose turns are left to the job, and how far it is with them.
    waiting: Mutex<BTreeMap<TableId, (ComputerTurn, Progress)>>,
    /// The tables at which a search failed: it would fail again.
    given_up: Mutex<BTreeSet<TableId>>,
    /// The moves of hints, each for a position: a hint is told in steps, and searched for once.
    hints: Mutex<LruCache<TableId, (Seen, String)>>,
    /// Who is searched a hint or a review for.
    pub(super) asked: OneEach,
    /// The reviews, each of a game that ended like this.
    reviews: Mutex<LruCache<TableId, (Seen, Arc<Review>)>>,
    pub(super) changed: Notify,
    /// The responses that wait for a computer's answer, by the outbox entry of what it answers.
    responses: Mutex<HashMap<OutboxEntryId, oneshot::Sender<Committed>>>,
}

/// A computer's answer that a response waits for.
#[derive(Debug)]
pub(super) struct AwaitedReply<'a> {
    computers: &'a Computers,
    turn: ComputerTurn,
    to: OutboxEntryId,
    answer: oneshot::Receiver<Committed>,
}

impl AwaitedReply<'_> {
    pub(super) fn turn(&self) -> ComputerTurn {
        self.turn
    }

    /// The answer, if it is found within a time.
    pub(super) async fn within(mut self, patience: Duration) -> Option<Committed> {
        if let Ok(answer) = tokio::time::timeout(patience, &mut self.answer).await {
            return answer.ok();
        }
        if self.computers.response_to(self.to).is_some() {
            // Nobody is about to answer.
            return None;
        }
        (&mut self.answer).await.ok()
    }
}

impl Drop for AwaitedReply<'_> {
    fn drop(&mut self) {
        self.computers.response_to(self.to);
    }
}

impl Computers {
    /// So many searches run at once, and as many that take milliseconds: the others wait, and games
    /// between people do not.
    pub(super) fn new(searches: usize) -> Computers {
        Computers {
            quick: Threads::new(searches),
            long: Threads::new(searches),
            waiting: Mutex::default(),
            given_up: Mutex::default(),
            hints: Mutex::new(LruCache::new(KEPT)),
            asked: OneEach::default(),
            reviews: Mutex::new(LruCache::new(KEPT)),
            changed: Notify::new(),
            responses: Mutex::default(),
        }
    }

    /// Notes that the response to the change of this revision waits for the answer of a computer.
    pub(super) fn await_reply(&self, turn: ComputerTurn, revision: u64) -> AwaitedReply<'_> {
        let to = OutboxEntryId { table: turn.id, revision };
        let (found, answer) = oneshot::channel();
        lock(&self.responses).insert(to, found);
        AwaitedReply { computers: self, turn, to, answer }
    }

    /// Takes the response that waits for the answer to a change: from then on it waits until it gets one.
    pub(super) fn response_to(&self, change: OutboxEntryId) -> Option<oneshot::Sender<Committed>> {
        lock(&self.responses).remove(&change)
    }

    /// Waits for a thread for a search of this level for somebody.
    pub(super) async fn thread(&self, person: PlayerId, level: Level) -> Thread {
        let is_quick = level.number() <= QUICK_MAX;
        let threads = if is_quick { &self.quick } else { &self.long };
        threads.take(person).await
    }

    /// Leaves a turn to the job.
    pub(super) fn add(&self, turn: ComputerTurn) {
        let mut waiting = self.waiting();
        let (_, progress) = waiting.entry(turn.id).or_insert((turn, Progress::Waits));
        if *progress == Progress::Begun {
            *progress = Progress::Again;
        }
        self.changed.notify_one();
    }

    /// Begins with all waiting tables with which nobody has begun.
    pub(super) fn begin(&self) -> Vec<ComputerTurn> {
        let mut waiting = self.waiting();
        let new = waiting.values_mut().filter(|(_, progress)| *progress == Progress::Waits);
        new.map(|(turn, progress)| {
            *progress = Progress::Begun;
            *turn
        })
        .collect()
    }

    /// Is done with a table, unless its turn was left to the job once more.
    pub(super) fn end(&self, id: TableId) {
        let mut waiting = self.waiting();
        match waiting.get_mut(&id) {
            Some((_, progress)) if *progress == Progress::Again => {
                *progress = Progress::Waits;
                self.changed.notify_one();
            }
            _ => _ = waiting.remove(&id),
        }
    }

    /// Is done with all tables: whoever had begun with them stops.
    pub(super) fn end_all(&self) {
        self.waiting().clear();
    }

    fn waiting(&self) -> MutexGuard<'_, BTreeMap<TableId, (ComputerTurn, Progress)>> {
        lock(&self.waiting)
    }

    /// Leaves a table alone until the next start: its player can still do something there.
    pub(super) fn give_up(&self, id: TableId) {
        lock(&self.given_up).insert(id);
    }

    /// The tables that are due because of a computer, and are not to be looked at.
    pub(super) fn taken(&self) -> BTreeSet<TableId> {
        self.waiting().keys().chain(lock(&self.given_up).iter()).copied().collect()
    }

    /// The move that was found for a position of a table.
    pub(super) fn hint(&self, id: TableId, seen: Seen) -> Option<String> {
        let mut hints = lock(&self.hints);
        hints.get(&id).filter(|(of, _)| *of == seen).map(|(_, mv)| mv.clone())
    }

    pub(super) fn keep_hint(&self, id: TableId, seen: Seen, mv: &str) {
        lock(&self.hints).put(id, (seen, mv.to_owned()));
    }

    /// The review of a game that ended like this.
    pub(super) fn review(&self, id: TableId, seen: Seen) -> Option<Arc<Review>> {
        let mut reviews = lock(&self.reviews);
        reviews.get(&id).filter(|(of, _)| *of == seen).map(|(_, review)| Arc::clone(review))
    }

    pub(super) fn keep_review(&self, id: TableId, seen: Seen, review: &Arc<Review>) {
        lock(&self.reviews).put(id, (seen, Arc::clone(review)));
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
        let turn = |id| ComputerTurn { id, person: PlayerId(3), level: Level::DEFAULT };
        let turns = [1, 2].map(|id| turn(TableId(id)));
        turns.into_iter().for_each(|turn| computers.add(turn));
        assert_eq!(computers.begin(), turns);
        // What is added once more meanwhile is looked at once more.
        computers.add(turns[0]);
        assert_eq!(computers.begin(), []);
        assert_eq!(computers.taken(), BTreeSet::from(turns.map(|turn| turn.id)));
        computers.end(turns[0].id);
        assert_eq!(computers.begin(), [turns[0]]);
        computers.end(turns[0].id);
        assert_eq!(computers.taken(), BTreeSet::from([turns[1].id]));
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
