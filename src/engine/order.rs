//! The order in which moves are looked at: those first that are likely to be the best.

use super::evaluate::Evaluate;

/// The order of a move that was the best before.
const BEST: i32 = 1 << 24;

/// The order of a capture, to which its gain is added.
const CAPTURE: i32 = 1 << 23;

/// The order of a quiet move that refuted another one.
const KILLER: i32 = 1 << 22;

/// The order of a capture that loses more than it wins.
const LOSING: i32 = -(1 << 20);

/// What a capture may lose to be looked at with the others.
const LITTLE: i32 = 50;

/// How often a quiet move can have been good, at most.
const GOOD_MAX: i32 = 4_096;

/// A move with its place in the order.
#[derive(Clone, Copy)]
pub(super) struct Ordered<M> {
    pub(super) mv: M,
    order: i32,
    pub(super) is_quiet: bool,
}

impl<M> Ordered<M> {
    /// Whether nothing speaks for the move but its looks.
    pub(super) fn is_plain(&self) -> bool {
        self.is_quiet && self.order < KILLER
    }

    /// Whether it is a capture that loses more than it wins.
    pub(super) fn is_losing(&self) -> bool {
        !self.is_quiet && self.order < 0
    }

    /// How much farther a plain move is to be looked at, by how good it was elsewhere and
    /// by its promise: -2 to 2.
    pub(super) fn farther(&self) -> i32 {
        (2 * self.order / GOOD_MAX).clamp(-2, 2)
    }
}

/// Brings the next move in the order to this place; the moves before it are in order. Most positions
/// have only the first ones looked at.
pub(super) fn bring_forward<M>(moves: &mut [Ordered<M>], place: usize) {
    let mut next = place;
    for index in place + 1..moves.len() {
        if moves[index].order > moves[next].order {
            next = index;
        }
    }
    moves.swap(place, next);
}

/// What a search has learned of quiet moves.
pub(super) struct QuietMoves<P: Evaluate> {
    /// Those that refuted another move, by ply.
    killers: Vec<[Option<P::Move>; 2]>,
    /// How good a move was elsewhere, by side and slot.
    good: Vec<i32>,
}

impl<P: Evaluate> QuietMoves<P> {
    pub(super) fn new() -> QuietMoves<P> {
        QuietMoves { killers: Vec::new(), good: vec![0; 2 * P::SLOTS] }
    }

    /// The legal moves with their order, which [`bring_forward`] puts them in. `depth` is how far the
    /// search looks from here.
    pub(super) fn ordered(
        &self,
        position: &P,
        (depth, ply): (u32, usize),
        best: Option<P::Move>,
    ) -> Vec<Ordered<P::Move>> {
        let killers = self.killers.get(ply).copied().unwrap_or_default();
        let mut moves = Vec::with_capacity(64);
        position.each_move(|mv| {
            let gain = position.gain(mv);
            let order = if best == Some(mv) {
                BEST
            } else if gain > 0 {
                let is_losing = P::IS_TACTICAL && position.exchanged(mv) < -LITTLE;
                gain + if is_losing { LOSING } else { CAPTURE }
            } else if killers.contains(&Some(mv)) {
                KILLER
            } else {
                position.promise(mv, depth) + self.good(position, mv)
            };
            moves.push(Ordered { mv, order, is_quiet: gain == 0 });
        });
        moves
    }

    fn index(position: &P, mv: P::Move) -> Option<usize> {
        let slot = P::slot(mv).filter(|&slot| slot < P::SLOTS)?;
        Some(position.turn() as usize * P::SLOTS + slot)
    }

    fn good(&self, position: &P, mv: P::Move) -> i32 {
        QuietMoves::index(position, mv).map_or(0, |index| self.good[index])
    }

    /// Notes that a move refuted the one before, and that those tried before it did not.
    pub(super) fn refuted(
        &mut self,
        position: &P,
        mv: P::Move,
        (depth, ply): (u32, usize),
        tried: &[Ordered<P::Move>],
    ) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let [first, _] = self.killers[ply];
        if first != Some(mv) {
            self.killers[ply] = [Some(mv), first];
        }
        let by = (depth * depth).min(400) as i32;
        self.change(position, mv, by);
        for quiet in tried.iter().filter(|quiet| quiet.is_quiet) {
            self.change(position, quiet.mv, -by);
        }
    }

    fn change(&mut self, position: &P, mv: P::Move, by: i32) {
        if let Some(index) = QuietMoves::index(position, mv) {
            let good = &mut self.good[index];
            // The nearer it is to the limit, the less it changes.
            *good += by - *good * by.abs() / GOOD_MAX;
        }
    }
}
