//! The search: alpha-beta with iterative deepening, a table of known positions, and moves in the order
//! of what is known of them.
//!
//! A search that is not selective finds what a plain search of all moves finds. A selective one looks
//! less far at what looks bad, so that it sees farther with the same number of positions.

use std::hash::Hasher as _;
use std::sync::atomic::{AtomicBool, Ordering};

use rustc_hash::FxHasher;

use super::corrections::Corrections;
use super::evaluate::{CERTAIN, Evaluate, Scored, Stopped, WIN};
use super::known::{Bound, KnownPositions};
use super::net::Sums;
use super::order::{Ordered, QuietMoves, bring_forward};
use kradan_rules::Record;

/// More than any score.
const INFINITE: i32 = WIN + 1;

/// How far a score is expected from that of a search one move less deep.
const NEAR: i32 = 40;

/// From which depth on a search is narrow at first, and one without a known best move less deep.
const DEEP: u32 = 4;

/// How far captures are followed beyond the depth of a search.
const CAPTURES_DEEP: u32 = 8;

/// How many positions of the past are known, for repetitions.
const PAST: usize = 64;

/// The plies up to which a check makes a search look farther.
const CHECKS_DEEP: usize = 60;

/// After how many positions it is seen whether the search is to stop.
const NODES_BETWEEN_LOOKS: u64 = 1 << 10;

/// How many plies farther than a mate a selective search looks for a shorter one.
const SHORTER: i32 = 2;

/// The score of a repetition that loses in the end, though it is not decided yet.
const PERPETUAL: i32 = 9_000;

/// A position on the way to the present one.
#[derive(Clone, Copy)]
struct Step {
    key: u64,
    is_check: bool,
}

impl Step {
    fn of<P: Evaluate>(position: &P) -> Step {
        let mut hasher = FxHasher::default();
        position.hash(&mut hasher);
        Step { key: hasher.finish(), is_check: position.is_check() }
    }
}

pub(super) struct Search<'r, P: Evaluate> {
    record: &'r Record<P>,
    stop: &'r AtomicBool,
    nodes_left: u64,
    /// Whether it has looked one move deep, which it always does.
    is_begun: bool,
    captures_deep: u32,
    is_selective: bool,
    /// Whether a known score takes the place of a search.
    takes_known: bool,
    known: KnownPositions<P::Move>,
    quiet_moves: QuietMoves<P>,
    sums: Sums,
    corrections: Corrections,
    /// The positions up to the present one.
    path: Vec<Step>,
    /// How many positions of the path were played before the search.
    played: usize,
}

/// What a search has found at a depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// How many moves it has looked ahead, 1 at least.
    pub depth: u32,
    /// How many positions it has looked at so far.
    pub nodes: u64,
    /// How the side to move stands: a pawn is worth about 100.
    pub score: i32,
    /// The best moves of both sides in the exact notation, up to where they are known.
    pub line: Vec<String>,
}

impl<'r, P: Evaluate> Search<'r, P> {
    /// A search that ends after so many positions, or soon after `stop` is set.
    pub(super) fn new(record: &'r Record<P>, nodes: u64, stop: &'r AtomicBool) -> Search<'r, P> {
        Search::with_known(record, nodes, stop, KnownPositions::for_nodes(nodes))
    }

    /// A search that begins with what earlier ones have learned.
    pub(super) fn with_known(
        record: &'r Record<P>,
        nodes: u64,
        stop: &'r AtomicBool,
        known: KnownPositions<P::Move>,
    ) -> Search<'r, P> {
        let past = record.positions();
        let past = &past[past.len().saturating_sub(PAST)..];
        Search {
            record,
            stop,
            nodes_left: nodes,
            is_begun: false,
            captures_deep: CAPTURES_DEEP,
            is_selective: P::IS_TACTICAL,
            takes_known: true,
            known,
            quiet_moves: QuietMoves::new(),
            sums: Sums::default(),
            corrections: Corrections::default(),
            path: past.iter().map(Step::of).collect(),
            played: past.len().saturating_sub(1),
        }
    }

    /// What it has learned.
    pub(super) fn into_known(self) -> KnownPositions<P::Move> {
        self.known
    }

    /// The search of all moves, as a plain search makes it.
    #[cfg(test)]
    pub(super) fn of_all_moves(record: &'r Record<P>, captures_deep: u32) -> Search<'r, P> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        let all = Search::new(record, u64::MAX, &NEVER);
        Search { captures_deep, is_selective: false, takes_known: false, ..all }
    }

    /// The legal moves with their scores, as deep as the nodes allow, and one move deep at least; at a
    /// depth of 0 without the captures after it.
    /// Scores are exact from the best one down to `spread` below it; others are lower. `on_depth` is
    /// told what each depth has found.
    pub(super) fn deepen(
        &mut self,
        depth_max: u32,
        spread: i32,
        on_depth: &mut dyn FnMut(Progress),
    ) -> Vec<Scored<P::Move>> {
        if depth_max == 0 {
            self.captures_deep = 0;
        }
        let moves = self.record.legal_moves();
        let mut scored: Vec<_> = moves.into_iter().map(|mv| Scored { mv, score: 0 }).collect();
        let nodes = std::mem::replace(&mut self.nodes_left, u64::MAX);
        let moves_left = self.record.position().moves_left().unwrap_or(u32::MAX);
        for depth in 1..=depth_max.min(moves_left).max(1) {
            let before = self.nodes_left;
            let is_whole = self.at_root(&mut scored, depth, spread).is_ok();
            if depth == 1 {
                self.nodes_left = nodes.saturating_sub(before - self.nodes_left);
                self.is_begun = true;
            }
            if let Some(&Scored { mv, score }) = scored.first() {
                let (nodes, line) = (nodes - self.nodes_left, self.line(mv, depth));
                on_depth(Progress { depth, nodes, score, line });
            }
            let mate_plies = WIN - scored.first().map_or(0, |best| best.score);
            let is_enough = scored.len() == 1 || mate_plies + SHORTER <= depth as i32;
            if !is_whole || is_enough || self.stop.load(Ordering::Relaxed) {
                break;
            }
        }
        scored
    }

    /// A move, and the best ones after it as far as they are known.
    fn line(&self, first: P::Move, depth: u32) -> Vec<String> {
        let mut line = vec![first.to_string()];
        let mut position = self.record.position().after(first);
        while line.len() < depth as usize
            && position.outcome().is_none()
            && let Some(best) = self.known.get(Step::of(&position).key).and_then(|known| known.best)
        {
            let mut is_legal = false;
            position.each_move(|mv| is_legal |= mv == best);
            if !is_legal {
                break;
            }
            line.push(best.to_string());
            position = position.after(best);
        }
        line
    }

    /// Searches all moves, the best ones of the last search first. Where it is stopped, those that
    /// were not reached count as worse than those that were.
    fn at_root(
        &mut self,
        moves: &mut [Scored<P::Move>],
        depth: u32,
        spread: i32,
    ) -> Result<(), Stopped> {
        let past = self.path.len();
        let mut best = -INFINITE;
        for index in 0..moves.len() {
            let alpha = best.saturating_sub(spread.saturating_add(1)).max(-INFINITE);
            let Scored { mv, score } = moves[index];
            let is_expected = self.is_selective && index == 0 && depth >= DEEP;
            let expected = is_expected.then_some((score - NEAR, score + NEAR));
            let Ok(score) = self.root_move(mv, (depth, index), alpha, expected) else {
                self.path.truncate(past);
                // Without the first move nothing is known that was not known before.
                if index > 0 {
                    moves[index..].iter_mut().for_each(|scored| scored.score = alpha);
                    moves.sort_by_key(|scored| std::cmp::Reverse(scored.score));
                }
                return Err(Stopped);
            };
            moves[index].score = score;
            best = best.max(score);
        }
        moves.sort_by_key(|scored| std::cmp::Reverse(scored.score));
        Ok(())
    }

    /// The score of a move; if it is not above `alpha`, only that. It is looked for in the window where
    /// it is expected first.
    fn root_move(
        &mut self,
        mv: P::Move,
        (depth, index): (u32, usize),
        alpha: i32,
        expected: Option<(i32, i32)>,
    ) -> Result<i32, Stopped> {
        let mut after = self.record.clone();
        if let Some(outcome) = after.play(mv).ok().and_then(|()| after.outcome()) {
            return Ok(-after.position().ended(outcome, 1));
        }
        let (before, after) = (self.record.position(), after.position());
        // What is late in the order is looked at less far, unless it is good then.
        let is_late = self.is_selective && index > 2 && depth >= DEEP && alpha > -INFINITE;
        if is_late && before.gain(mv) == 0 && !before.is_check() && !after.is_check() {
            let less = if index > 8 { 2 } else { 1 };
            let score = -self.search(after, depth - 1 - less, 1, (-alpha - 1, -alpha), true)?;
            if score <= alpha {
                return Ok(score);
            }
        }
        let mut search = |window| self.search(after, depth - 1, 1, window, true);
        if let Some((low, high)) = expected {
            let score = -search((-high, -low))?;
            if low < score && score < high {
                return Ok(score);
            }
        }
        if alpha > -INFINITE {
            let score = -search((-alpha - 1, -alpha))?;
            if score <= alpha {
                return Ok(score);
            }
        }
        Ok(-search((-INFINITE, -alpha))?)
    }

    /// The score of a position. Outside of the window it is a bound.
    fn search(
        &mut self,
        position: &P,
        depth: u32,
        ply: usize,
        (alpha, beta): (i32, i32),
        may_pass: bool,
    ) -> Result<i32, Stopped> {
        if depth == 0 {
            return self.leaf(position, ply, (alpha, beta));
        }
        self.count_node()?;
        let now = Step::of(position);
        if let Some(score) = self.repeated(now) {
            return Ok(score);
        }
        let is_narrow = beta - alpha == 1;
        let known = self.known.get(now.key);
        // A best move for the next time is found sooner.
        let is_unknown = known.is_none_or(|known| known.best.is_none());
        let less = u32::from(self.is_selective && depth >= DEEP && is_unknown);
        let depth = depth - less;
        if self.takes_known
            && is_narrow
            && let Some(score) = known.and_then(|known| known.score(depth, ply, (alpha, beta)))
        {
            return Ok(score);
        }
        if self.takes_known
            && is_narrow
            && may_pass
            && beta.abs() < CERTAIN
            && let Some(score) = self.foreseen(position, depth, ply, (alpha, beta))?
        {
            return Ok(score);
        }
        let told = (self.is_selective && !now.is_check).then(|| self.told(position));
        let is_calm = is_narrow && beta.abs() < CERTAIN;
        let still = told.filter(|_| is_calm).map(|told| {
            let nearer = known.and_then(|known| known.nearer(told, ply));
            nearer.filter(|score| score.abs() < CERTAIN).unwrap_or(told)
        });
        if let Some(still) = still {
            // What is so far ahead stays ahead.
            if depth <= 8 && still - P::MARGIN * 3 / 4 * depth as i32 >= beta {
                return Ok(still);
            }
            let is_ahead = may_pass && depth >= 3 && still >= beta;
            if let Some(passed) = is_ahead.then(|| position.passed()).flatten() {
                let less = 3 + depth / 4;
                self.path.push(now);
                let window = (-beta, 1 - beta);
                let score =
                    -self.search(&passed, depth.saturating_sub(less), ply + 1, window, false)?;
                self.path.pop();
                if score >= beta {
                    return Ok(score.min(CERTAIN - 1).max(beta));
                }
            }
        }
        let mut moves =
            self.quiet_moves.ordered(position, (depth, ply), known.and_then(|known| known.best));
        if moves.is_empty() {
            return Ok(ended(position, ply));
        }
        self.path.push(now);
        let found =
            self.best_of(position, &mut moves, (depth, ply), (alpha, beta), (now, still))?;
        self.path.pop();
        let (score, mv) = found;
        let bound = Bound::of(score, (alpha, beta));
        let is_quiet = bound == Bound::AtMost || mv.is_none_or(|mv| position.gain(mv) == 0);
        if let Some(told) = told
            && is_quiet
            && score.abs() < CERTAIN
            && bound.is_beyond(score, told)
        {
            self.corrections.learn(position, depth, score - told);
        }
        // Where nothing is good enough, the first move is no better than the others.
        let best = if bound == Bound::AtMost { known.and_then(|known| known.best) } else { mv };
        self.known.put(now.key, (depth, ply), (score, bound), best);
        Ok(score)
    }

    /// The bound of the window that the score of a position is beyond, as a search less deep tells.
    fn foreseen(
        &mut self,
        position: &P,
        depth: u32,
        ply: usize,
        (alpha, beta): (i32, i32),
    ) -> Result<Option<i32>, Stopped> {
        let Some((shallow, off)) = position.foreseen(depth) else { return Ok(None) };
        // The bound that it is nearer to is tried alone.
        if position.evaluate(&mut self.sums) >= beta {
            let high = beta + off;
            let score = self.search(position, shallow, ply, (high - 1, high), false)?;
            return Ok((score >= high).then_some(beta));
        }
        let low = alpha - off;
        let score = self.search(position, shallow, ply, (low, low + 1), false)?;
        Ok((score <= low).then_some(alpha))
    }

    /// The best of these moves with its score. `still` is the score without looking ahead, where
    /// moves may be left out.
    fn best_of(
        &mut self,
        position: &P,
        moves: &mut [Ordered<P::Move>],
        (depth, ply): (u32, usize),
        (alpha, beta): (i32, i32),
        (now, still): (Step, Option<i32>),
    ) -> Result<(i32, Option<P::Move>), Stopped> {
        let farther = u32::from(self.is_selective && now.is_check && ply < CHECKS_DEEP);
        let deep = depth - 1 + farther;
        let mut best = (-INFINITE, None);
        for index in 0..moves.len() {
            bring_forward(moves, index);
            let it = moves[index];
            let after = position.after(it.mv);
            let alpha = alpha.max(best.0);
            let is_doubted = it.is_losing() && index > 0 || it.is_plain() && index > 2;
            let mut less = 0;
            if self.is_selective && is_doubted && best.0 > -CERTAIN && !now.is_check {
                let is_left_out = still
                    .is_some_and(|still| is_hopeless(position, it, (depth, index), (still, alpha)));
                less = if it.is_plain() { later(depth, index, it.farther()) } else { 0 };
                if (is_left_out || less > 0) && after.is_check() {
                    less = 0;
                } else if is_left_out {
                    continue;
                }
            }
            let mut score = alpha + 1;
            if index > 0 {
                let window = (-alpha - 1, -alpha);
                score = -self.search(&after, deep.saturating_sub(less), ply + 1, window, true)?;
                if score > alpha && less > 0 {
                    // What is so much better than expected is looked at farther.
                    let deep = deep + u32::from(less > 1 && score > alpha + 60 + 2 * depth as i32);
                    score = -self.search(&after, deep, ply + 1, window, true)?;
                }
            }
            if index == 0 || score > alpha && score < beta {
                score = -self.search(&after, deep, ply + 1, (-beta, -alpha), true)?;
            }
            if score > best.0 {
                best = (score, Some(it.mv));
            }
            if score >= beta {
                if it.is_quiet {
                    self.quiet_moves.refuted(position, it.mv, (depth, ply), &moves[..index]);
                }
                break;
            }
        }
        Ok(best)
    }

    /// The score of a position that occurred before, in the search once or in the game twice: a draw,
    /// or in a game where who checks for ever loses, nearly that.
    fn repeated(&self, now: Step) -> Option<i32> {
        // Sides alternate, so every other position can be the same one.
        let others = self.path.iter().rev().skip(1).step_by(2).enumerate();
        let mut same = others.filter(|(_, step)| step.key == now.key).map(|(index, _)| index);
        let earlier = same.next()?;
        // Who repeats what the search has seen can do so again; a game that came back once may go on.
        if self.path.len() - 2 * (earlier + 1) < self.played {
            same.next()?;
        }
        if !P::CHECKER_LOSES {
            return Some(0);
        }
        let since = &self.path[self.path.len() - 2 * earlier - 1..];
        let by_own = since.iter().step_by(2).all(|step| step.is_check);
        let by_other = since.iter().skip(1).step_by(2).chain([&now]).all(|step| step.is_check);
        Some(match (by_own, by_other) {
            (true, false) => -PERPETUAL,
            (false, true) => PERPETUAL,
            _ => 0,
        })
    }

    /// How good a position is without looking ahead, corrected by what the search has learned.
    fn told(&mut self, position: &P) -> i32 {
        let told = position.evaluate(&mut self.sums);
        if !P::IS_TACTICAL {
            return told;
        }
        (told + self.corrections.of(position)).clamp(1 - CERTAIN, CERTAIN - 1)
    }

    /// The score of a position where the depth of a search ends: that of the captures after it.
    fn leaf(&mut self, position: &P, ply: usize, window: (i32, i32)) -> Result<i32, Stopped> {
        if !self.is_selective || !self.takes_known {
            return self.quiet(position, self.captures_deep, ply, window);
        }
        let key = Step::of(position).key;
        let known = self.known.get(key);
        let is_narrow = window.1 - window.0 == 1;
        if let Some(score) = known.filter(|_| is_narrow).and_then(|it| it.score(0, ply, window)) {
            self.count_node()?;
            return Ok(score);
        }
        let score = self.quiet(position, self.captures_deep, ply, window)?;
        let best = known.and_then(|known| known.best);
        self.known.put(key, (0, ply), (score, Bound::of(score, window)), best);
        Ok(score)
    }

    /// The score of a position once nothing is left to be captured. In check every move is tried.
    fn quiet(
        &mut self,
        position: &P,
        depth: u32,
        ply: usize,
        (mut alpha, beta): (i32, i32),
    ) -> Result<i32, Stopped> {
        self.count_node()?;
        let is_check = position.is_check();
        let mut best = -INFINITE;
        if !is_check || depth == 0 {
            best = self.told(position);
            alpha = alpha.max(best);
            if alpha >= beta || depth == 0 {
                let is_over = position.count_moves() == 0;
                return Ok(if is_over { ended(position, ply) } else { best });
            }
        }
        let mut moves: Vec<(i32, P::Move)> = Vec::new();
        let mut is_over = true;
        position.each_move(|mv| {
            is_over = false;
            let gain = position.gain(mv);
            if gain > 0 || is_check {
                moves.push((gain, mv));
            }
        });
        if is_over {
            return Ok(ended(position, ply));
        }
        let still = best;
        moves.sort_by_key(|&(gain, _)| std::cmp::Reverse(gain));
        for (_, mv) in moves {
            if self.is_selective && !is_check && alpha > -CERTAIN {
                let hope = still + position.worth_taken(mv) + P::MARGIN;
                if hope <= alpha || position.exchanged(mv) < 0 {
                    continue;
                }
            }
            let score = -self.quiet(&position.after(mv), depth - 1, ply + 1, (-beta, -alpha))?;
            best = best.max(score);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }

    fn count_node(&mut self) -> Result<(), Stopped> {
        self.nodes_left = self.nodes_left.checked_sub(1).ok_or(Stopped)?;
        let is_asked = self.nodes_left.is_multiple_of(NODES_BETWEEN_LOOKS) && self.is_begun;
        if is_asked && self.stop.load(Ordering::Relaxed) { Err(Stopped) } else { Ok(()) }
    }
}

/// How much less far the move at this place in the order is looked at.
fn later(depth: u32, index: usize, farther: i32) -> u32 {
    let less = if depth < 3 { 0 } else { depth.ilog2() * index.ilog2() / 3 };
    (less.saturating_add_signed(-farther)).min(depth.saturating_sub(2))
}

/// Whether a plain move, or a capture that loses, is not worth looking at. `still` is the score without
/// looking ahead, `index` the place in the order.
fn is_hopeless<P: Evaluate>(
    position: &P,
    it: Ordered<P::Move>,
    (depth, index): (u32, usize),
    (still, alpha): (i32, i32),
) -> bool {
    let (deep, loss) = (depth as i32, |most: i32| position.exchanged(it.mv) < -most);
    if it.is_losing() {
        return depth <= 6 && loss(150 * deep);
    }
    let is_beyond = still + P::MARGIN * deep <= alpha || index > 4 + (2 * depth * depth) as usize;
    depth <= 5 && is_beyond || depth <= 6 && loss(30 * deep * deep)
}

/// The score of a position without legal moves.
pub(super) fn ended<P: Evaluate>(position: &P, ply: usize) -> i32 {
    position.outcome().map_or(0, |outcome| position.ended(outcome, ply as i32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kradan_rules::{makruk, ogi};

    /// The score of the position 1 that occurs again. `checks` are the positions in between and the
    /// present one, those after a move of the side to move first.
    fn repeated<P: Evaluate>(checks: [bool; 4]) -> Option<i32> {
        let record = Record::default();
        let stop = AtomicBool::new(false);
        let mut search = Search::<P>::new(&record, 1, &stop);
        let step = |(key, is_check)| Step { key, is_check };
        search.path = [(9, true), (1, false)].map(step).to_vec();
        let mut since = [2, 3, 4, 1].into_iter().zip(checks).map(step);
        search.path.extend(since.by_ref().take(3));
        search.repeated(since.next().unwrap())
    }

    #[test]
    fn who_gives_check_for_ever_loses_in_ogi_alone() {
        for (checks, score) in [
            ([true, false, true, false], -PERPETUAL),
            ([false, true, false, true], PERPETUAL),
            ([true, true, true, true], 0),
            ([true, false, false, false], 0),
            ([false, true, false, false], 0),
        ] {
            assert_eq!(repeated::<ogi::Position>(checks), Some(score), "{checks:?}");
            assert_eq!(repeated::<makruk::Position>(checks), Some(0), "{checks:?}");
        }
    }

    #[test]
    fn what_the_game_came_back_to_counts_once_it_occurred_twice() {
        let record = Record::default();
        let stop = AtomicBool::new(false);
        let mut search = Search::<makruk::Position>::new(&record, 1, &stop);
        let step = |key| Step { key, is_check: false };
        for (path, played, score) in [
            (vec![1, 2, 3, 4], 0, Some(0)),
            (vec![1, 2, 3, 4], 1, None),
            (vec![1, 2, 3, 4], 3, None),
            (vec![1, 2, 1, 2, 3, 4], 4, Some(0)),
            (vec![1, 2, 1, 2, 3, 4], 2, Some(0)),
        ] {
            (search.path, search.played) = (path.iter().copied().map(step).collect(), played);
            assert_eq!(search.repeated(step(1)), score, "{path:?}, {played} of them played");
        }
    }

    #[test]
    fn a_search_that_is_stopped_at_once_has_looked_one_move_deep() {
        let record = Record::<makruk::Position>::default();
        let stop = AtomicBool::new(true);
        let mut search = Search::new(&record, u64::MAX, &stop);
        let moves = search.deepen(64, 0, &mut |_| ());
        assert_eq!(moves.len(), record.legal_moves().len());
        assert!(moves.iter().any(|scored| scored.score != 0), "{moves:?}");
    }

    #[test]
    fn a_position_that_did_not_occur_is_no_repetition() {
        let record = Record::default();
        let stop = AtomicBool::new(false);
        let mut search = Search::<ogi::Position>::new(&record, 1, &stop);
        search.path = [1, 2, 3].map(|key| Step { key, is_check: false }).to_vec();
        // The other side was to move at 1.
        for key in [1, 4] {
            assert_eq!(search.repeated(Step { key, is_check: false }), None, "{key}");
        }
        assert_eq!(search.repeated(Step { key: 2, is_check: false }), Some(0));
    }
}
