//! Whose turn it is: of all who wait, the person who was served longest ago, and of what one person asked
//! for the oldest. Who asks for much waits for it, and hardly anybody else does.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::num::NonZeroUsize;

use lru::LruCache;

use kradan_table::PlayerId;

/// Of how many people it is known that they were served. Who was not is served before these, but after
/// everybody who has waited for so many turns.
const REMEMBERED: NonZeroUsize = NonZeroUsize::new(256).unwrap();

/// What waits, by the person who asked for it.
#[derive(Debug)]
pub(super) struct Turns<T> {
    waiting: HashMap<PlayerId, VecDeque<T>>,
    /// Everybody for whom something waits: the turn in which they were served last, and how many came
    /// before them.
    people: BTreeSet<(u64, u64, PlayerId)>,
    came: u64,
    turns: u64,
    served: LruCache<PlayerId, u64>,
}

impl<T> Default for Turns<T> {
    fn default() -> Turns<T> {
        Turns {
            waiting: HashMap::new(),
            people: BTreeSet::new(),
            came: 0,
            turns: 0,
            served: LruCache::new(REMEMBERED),
        }
    }
}

impl<T> Turns<T> {
    pub(super) fn add(&mut self, person: PlayerId, wanted: T) {
        let waiting = self.waiting.entry(person).or_default();
        waiting.push_back(wanted);
        if waiting.len() == 1 {
            self.queue(person);
        }
    }

    /// Takes what is next of all that is still wanted.
    pub(super) fn next(&mut self, is_wanted: impl Fn(&T) -> bool) -> Option<T> {
        while let Some((_, _, person)) = self.people.pop_first() {
            let Some(mut waiting) = self.waiting.remove(&person) else { continue };
            let next = std::iter::from_fn(|| waiting.pop_front()).find(|next| is_wanted(next));
            if next.is_some() {
                self.turns += 1;
                self.served.put(person, self.turns);
            }
            if !waiting.is_empty() {
                self.waiting.insert(person, waiting);
                self.queue(person);
            }
            if next.is_some() {
                return next;
            }
        }
        None
    }

    fn queue(&mut self, person: PlayerId) {
        let long_ago = self.turns.saturating_sub(REMEMBERED.get() as u64);
        let served = self.served.peek(&person).map_or(long_ago, |&turn| turn.max(long_ago));
        self.people.insert((served, self.came, person));
        self.came += 1;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn all(turns: &mut Turns<u8>) -> Vec<u8> {
        std::iter::from_fn(|| turns.next(|_| true)).collect()
    }

    #[test]
    fn people_are_served_in_turn() {
        let [ann, ben, chai] = [1, 2, 3].map(PlayerId);
        let mut turns = Turns::default();
        for (person, wanted) in [(ann, 10), (ann, 11), (ann, 12), (ben, 20), (chai, 30), (ben, 21)]
        {
            turns.add(person, wanted);
        }
        assert_eq!(turns.next(|_| true), Some(10));
        // Who asks again after a turn comes after all who wait, and a newcomer before.
        turns.add(ann, 13);
        turns.add(PlayerId(4), 40);
        assert_eq!(all(&mut turns), [20, 30, 40, 11, 21, 12, 13]);
    }

    #[test]
    fn what_nobody_wants_any_more_costs_no_turn() {
        let [ann, ben] = [1, 2].map(PlayerId);
        let mut turns = Turns::default();
        for (person, wanted) in [(ben, 21), (ann, 11), (ann, 12), (ann, 13)] {
            turns.add(person, wanted);
        }
        let odd_or_last = |wanted: &u8| *wanted == 12 || *wanted == 13;
        assert_eq!(turns.next(odd_or_last), Some(12));
        assert_eq!(turns.next(odd_or_last), Some(13));
        assert_eq!(turns.next(odd_or_last), None);
        assert!(turns.people.is_empty() && turns.waiting.is_empty());
    }

    /// However many others come for the first time.
    #[test]
    fn who_was_served_is_served_again() {
        let mut turns = Turns::default();
        turns.add(PlayerId(0), 0);
        turns.add(PlayerId(0), 0);
        assert_eq!(turns.next(|_| true), Some(0));
        let newcomers = (1..).take_while(|&person| {
            turns.add(PlayerId(person), person);
            turns.next(|_| true) != Some(0)
        });
        assert!(newcomers.count() <= 2 * REMEMBERED.get());
    }

    const SEARCH_MS: u64 = 1_000;

    /// Lets everybody ask at their times for a search on one thread, while somebody who floods keeps so many
    /// waiting. Returns the waits of each, until their searches are done.
    fn simulate(asked: &[(u64, PlayerId)], flood: usize) -> BTreeMap<PlayerId, Vec<u64>> {
        let flooding = PlayerId(0);
        let mut turns = Turns::default();
        (0..flood).for_each(|_| turns.add(flooding, (flooding, 0)));
        let (mut now, mut asked) = (0, asked.iter().peekable());
        let mut waits: BTreeMap<PlayerId, Vec<u64>> = BTreeMap::new();
        loop {
            while let Some(&(at, person)) = asked.next_if(|(at, _)| *at <= now) {
                turns.add(person, (person, at));
            }
            match (turns.next(|_| true), asked.peek()) {
                (Some((person, at)), next) => {
                    now += SEARCH_MS;
                    waits.entry(person).or_default().push(now - at);
                    if person == flooding && next.is_some() {
                        turns.add(flooding, (flooding, now));
                    }
                }
                (None, Some((at, _))) => now = *at,
                (None, None) => return waits,
            }
        }
    }

    /// However many games somebody has, everybody else waits at most twice as long as without them, on
    /// average and at worst.
    #[test]
    fn nobody_waits_for_who_floods() {
        for seed in 0..20 {
            let mut random = fastrand::Rng::with_seed(seed);
            // From a thread that mostly idles to one that is nearly always busy.
            let pause = 49 * SEARCH_MS * random.u64(11..40) / 10;
            let mut asked = Vec::new();
            for person in 1..50 {
                let mut at = 0;
                for _ in 0..40 {
                    at += random.u64(pause / 2..pause * 3 / 2);
                    asked.push((at, PlayerId(person)));
                }
            }
            asked.sort_by_key(|(at, person)| (*at, person.0));
            let [quiet, flooded] = [0, 200].map(|flood| simulate(&asked, flood));
            let mut longest = [0, 0];
            for (person, waits) in quiet {
                let with = &flooded[&person];
                let [before, after] = [&waits, with].map(|waits| waits.iter().sum::<u64>());
                assert!(after <= 2 * before, "{seed}: {person:?} {before} → {after}");
                longest = [(longest[0], &waits), (longest[1], with)]
                    .map(|(longest, waits)| waits.iter().copied().fold(longest, u64::max));
            }
            assert!(longest[1] <= 2 * longest[0], "{seed}: {longest:?}");
        }
    }
}
