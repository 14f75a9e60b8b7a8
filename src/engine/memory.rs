//! What one search learns for the next.

use std::any::Any;

use super::known::KnownPositions;

/// The positions that searches have seen, with their scores, for the searches of the same game that
/// follow. A search that begins with them sees farther, and need not choose the move that one without
/// them chooses.
#[derive(Debug)]
pub struct Memory {
    bytes: usize,
    /// Those of the kind of game that was searched last.
    known: Option<Box<dyn Any + Send>>,
}

impl Memory {
    /// A memory that takes at most so many megabytes, and at least one.
    #[must_use]
    pub fn of_megabytes(megabytes: usize) -> Memory {
        Memory { bytes: megabytes.max(1).saturating_mul(1 << 20), known: None }
    }

    /// Forgets all positions.
    pub fn forget(&mut self) {
        self.known = None;
    }

    pub(super) fn take<M: Copy + Send + 'static>(&mut self) -> KnownPositions<M> {
        let kept = self.known.take().and_then(|known| known.downcast::<KnownPositions<M>>().ok());
        let Some(mut known) = kept else { return KnownPositions::of_bytes(self.bytes) };
        known.give_way();
        *known
    }

    pub(super) fn keep<M: Send + 'static>(&mut self, known: KnownPositions<M>) {
        self.known = Some(Box::new(known));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::{Strength, choose_until, mate_plies};
    use kradan_rules::Game;

    #[test]
    fn a_search_goes_on_with_what_the_one_before_learned() {
        let game = "8/8/8/8/8/3k4/5r2/1K6 b";
        let game = Game::from_position("makruk".parse().unwrap(), game).unwrap();
        let never = AtomicBool::new(false);
        let mate = |nodes, memory: &mut Memory| {
            let strength = Strength { nodes, depth: 64, spread: 0, solves: 0 };
            choose_until(&game, strength, &never, memory, &mut |_| ())
                .and_then(|choice| mate_plies(choice.score))
        };
        let fresh = |nodes| mate(nodes, &mut Memory::of_megabytes(1));
        let enough =
            (8..20).map(|power| 1 << power).find(|&nodes| fresh(nodes) == Some(5)).unwrap();
        let few = enough / 2;
        assert_eq!(fresh(few), None);
        let mut memory = Memory::of_megabytes(1);
        mate(8 * enough, &mut memory);
        assert_eq!(mate(few, &mut memory), Some(5));
    }
}
