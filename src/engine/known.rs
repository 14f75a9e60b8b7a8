//! The positions that a search has seen, with their scores and best moves.

use super::evaluate::{MATES, WIN};

/// The most places of a table that nobody keeps.
const PLACES_MAX: usize = 1 << 17;

/// The bytes of a place.
const PLACE: usize = 16;

/// What is known of the score of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

impl Bound {
    /// What a score is that a search found in a window.
    pub(super) fn of(score: i32, (alpha, beta): (i32, i32)) -> Bound {
        match score {
            _ if score >= beta => Bound::AtLeast,
            _ if score <= alpha => Bound::AtMost,
            _ => Bound::Exact,
        }
    }

    /// Whether the true score, of which this is a bound, is not `told`.
    pub(super) fn is_beyond(self, score: i32, told: i32) -> bool {
        match self {
            Bound::Exact => true,
            Bound::AtLeast => score > told,
            Bound::AtMost => score < told,
        }
    }
}

/// A position that was searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known<M> {
    key: u64,
    pub(super) best: Option<M>,
    /// Seen from this position: mates are counted from here.
    score: i16,
    depth: u8,
    bound: Bound,
}

impl<M> Known<M> {
    /// The score at this ply, if it was searched as deep and decides about the window.
    pub(super) fn score(&self, depth: u32, ply: usize, (alpha, beta): (i32, i32)) -> Option<i32> {
        let score = moved(i32::from(self.score), -(ply as i32));
        let decides = match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => score >= beta,
            Bound::AtMost => score <= alpha,
        };
        (decides && u32::from(self.depth) >= depth).then_some(score)
    }

    /// The score at this ply, if it is nearer to the true one than what was told without a search.
    pub(super) fn nearer(&self, told: i32, ply: usize) -> Option<i32> {
        let score = moved(i32::from(self.score), -(ply as i32));
        self.bound.is_beyond(score, told).then_some(score)
    }
}

/// A table of known positions. Each has two places, the first for what was searched deepest.
pub(super) struct KnownPositions<M> {
    places: Vec<Option<Known<M>>>,
}

impl<M: Copy> KnownPositions<M> {
    /// A table for a search of so many positions.
    pub(super) fn for_nodes(nodes: u64) -> KnownPositions<M> {
        let nodes = usize::try_from(nodes).unwrap_or(PLACES_MAX);
        KnownPositions::new(nodes.clamp(1 << 10, PLACES_MAX).next_power_of_two())
    }

    /// A table of at most so many bytes.
    pub(super) fn of_bytes(bytes: usize) -> KnownPositions<M> {
        KnownPositions::new(1 << (bytes / PLACE).max(2).ilog2())
    }

    fn new(places: usize) -> KnownPositions<M> {
        const { assert!(size_of::<Option<Known<M>>>() <= PLACE) };
        KnownPositions { places: vec![None; places] }
    }

    /// Lets what is known give way to what the next search finds.
    pub(super) fn give_way(&mut self) {
        for places in self.places.chunks_exact_mut(2) {
            if places[0].is_some() {
                places.swap(0, 1);
                places[0] = None;
            }
        }
    }

    fn place(&self, key: u64) -> usize {
        key as usize & (self.places.len() - 2)
    }

    pub(super) fn get(&self, key: u64) -> Option<Known<M>> {
        let place = self.place(key);
        let known =
            self.places[place..=place + 1].iter().flatten().filter(|known| known.key == key);
        known.max_by_key(|known| known.depth).copied()
    }

    pub(super) fn put(
        &mut self,
        key: u64,
        (depth, ply): (u32, usize),
        (score, bound): (i32, Bound),
        best: Option<M>,
    ) {
        let place = self.place(key);
        // No search looks so far ahead, and no score is beyond.
        let depth = u8::try_from(depth).unwrap_or(u8::MAX);
        let score = i16::try_from(moved(score, ply as i32)).unwrap_or(i16::MAX);
        let is_deepest =
            self.places[place].is_none_or(|known| known.key == key || known.depth <= depth);
        let known = Known { key, best, score, depth, bound };
        self.places[if is_deepest { place } else { place + 1 }] = Some(known);
    }
}

/// The score of a mate that is so many plies farther from the beginning of the search.
fn moved(score: i32, plies: i32) -> i32 {
    match score {
        MATES..=WIN => score + plies,
        _ if score <= -MATES => score - plies,
        _ => score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mate_is_as_far_from_the_position_wherever_the_search_meets_it() {
        let mut known = KnownPositions::<u8>::for_nodes(1);
        known.put(5, (3, 4), (WIN - 7, Bound::Exact), Some(1));
        let found = known.get(5).unwrap();
        assert_eq!(found.score(3, 10, (0, 1)), Some(WIN - 13));
        assert_eq!(found.score(4, 10, (0, 1)), None, "it was not searched so deep");
        assert!(known.get(5 + (1 << 20)).is_none());
    }

    #[test]
    fn a_bound_decides_on_its_side_of_the_window_only() {
        let mut known = KnownPositions::<u8>::for_nodes(1);
        for (bound, decided) in [
            (Bound::AtLeast, [true, false]),
            (Bound::AtMost, [false, true]),
            (Bound::Exact, [true; 2]),
        ] {
            known.put(5, (1, 0), (50, bound), None);
            let windows = [(0, 50), (50, 51)];
            let found = windows.map(|window| known.get(5).unwrap().score(1, 0, window).is_some());
            assert_eq!(found, decided, "{bound:?}");
        }
    }

    #[test]
    fn what_was_searched_deepest_stays() {
        let mut known = KnownPositions::<u8>::for_nodes(1);
        let same_place = 1 << 20;
        known.put(2, (9, 0), (1, Bound::Exact), Some(1));
        known.put(2 + same_place, (3, 0), (2, Bound::Exact), Some(2));
        known.put(2 + 2 * same_place, (4, 0), (3, Bound::Exact), Some(3));
        let best = |known: &KnownPositions<u8>| {
            [2, 2 + same_place, 2 + 2 * same_place]
                .map(|key| known.get(key).and_then(|known| known.best))
        };
        assert_eq!(best(&known), [Some(1), None, Some(3)]);
        known.give_way();
        known.put(2 + same_place, (3, 0), (2, Bound::Exact), Some(2));
        assert_eq!(best(&known), [Some(1), Some(2), None], "a new search takes the first place");
        known.give_way();
        known.put(2 + same_place, (1, 0), (4, Bound::Exact), Some(4));
        assert_eq!(known.get(2 + same_place).and_then(|known| known.best), Some(2), "it is deeper");
    }
}
