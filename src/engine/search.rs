//! The search: alpha-beta with iterative deepening. Moves are ordered by what earlier searches found,
//! which changes how long it takes and not what it finds.

use std::hash::{Hash, Hasher as _};

use rustc_hash::FxHasher;

use super::evaluate::{Evaluate, WIN};
use crate::rules::Record;

/// More than any score.
const INFINITE: i32 = WIN + 1;

/// How far captures are followed beyond the depth of a search.
const CAPTURES_DEEP: u32 = 8;

/// The entries of the table of best moves.
const BEST_MOVES: usize = 1 << 14;

/// How many positions of the past are known, for repetitions.
const PAST: usize = 64;

/// The positions that are looked at at most to play a game out.
const SOLVING_NODES: u64 = 4_000_000;

/// A move with its score for the side that makes it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scored<M> {
    pub(super) mv: M,
    pub(super) score: i32,
}

/// The search ended before its depth.
pub(super) struct Stopped;

pub(super) struct Search<'r, P: Evaluate> {
    record: &'r Record<P>,
    nodes_left: u64,
    captures_deep: u32,
    /// The best move of positions, by their keys.
    best_moves: Vec<Option<(u64, P::Move)>>,
    /// Quiet moves that refuted another one, by ply.
    killers: Vec<[Option<P::Move>; 2]>,
    /// The keys of the positions up to the present one.
    path: Vec<u64>,
}

fn key<P: Hash>(position: &P) -> u64 {
    let mut hasher = FxHasher::default();
    position.hash(&mut hasher);
    hasher.finish()
}

impl<'r, P: Evaluate> Search<'r, P> {
    pub(super) fn new(record: &'r Record<P>, nodes: u64) -> Search<'r, P> {
        let past = record.positions();
        let path = past[past.len().saturating_sub(PAST)..].iter().map(key).collect();
        Search {
            record,
            nodes_left: nodes,
            captures_deep: CAPTURES_DEEP,
            best_moves: vec![None; BEST_MOVES],
            killers: Vec::new(),
            path,
        }
    }

    /// The legal moves with their scores, as deep as the nodes allow, and one move deep at least.
    /// Scores are exact from the best one down to `spread` below it; others are lower.
    pub(super) fn deepen(&mut self, depth_max: u32, spread: i32) -> Vec<Scored<P::Move>> {
        let moves = self.record.legal_moves();
        let mut scored: Vec<_> = moves.into_iter().map(|mv| Scored { mv, score: 0 }).collect();
        let nodes = std::mem::replace(&mut self.nodes_left, u64::MAX);
        let moves_left = self.record.position().moves_left().unwrap_or(u32::MAX);
        for depth in 1..=depth_max.min(moves_left).max(1) {
            let before = self.nodes_left;
            match self.at_root(&scored, depth, spread) {
                Ok(deeper) => scored = deeper,
                Err(Stopped) => break,
            }
            if depth == 1 {
                self.nodes_left = nodes.saturating_sub(before - self.nodes_left);
            }
            // What is left of the nodes would not do for half of the next depth.
            if scored.len() == 1 || self.nodes_left < nodes / 3 {
                break;
            }
        }
        scored
    }

    /// The best score at a depth with captures so far beyond it.
    #[cfg(test)]
    pub(super) fn deepen_to(&mut self, depth: u32, captures_deep: u32) -> i32 {
        self.captures_deep = captures_deep;
        self.deepen(depth, 0).iter().map(|it| it.score).max().unwrap()
    }

    /// The legal moves with their scores at the end of the game.
    pub(super) fn solve(&mut self, moves_left: u32) -> Vec<Scored<P::Move>> {
        let nodes = self.nodes_left;
        let scored = self.deepen(2, 0);
        self.nodes_left = SOLVING_NODES;
        // Passes are moves too.
        let solved = self.at_root(&scored, 2 * moves_left.max(1), 0);
        self.nodes_left = nodes;
        solved.unwrap_or(scored)
    }

    /// One search of all moves, the best ones of the last search first.
    pub(super) fn at_root(
        &mut self,
        moves: &[Scored<P::Move>],
        depth: u32,
        spread: i32,
    ) -> Result<Vec<Scored<P::Move>>, Stopped> {
        let mut scored = Vec::with_capacity(moves.len());
        let mut best = -INFINITE;
        for &Scored { mv, .. } in moves {
            let mut after = self.record.clone();
            let ending = after.play(mv).ok().and_then(|()| after.outcome());
            let score = if let Some(outcome) = ending {
                -after.position().ended(outcome, 1)
            } else {
                let alpha = best.saturating_sub(spread.saturating_add(1)).max(-INFINITE);
                -self.search(after.position(), depth - 1, 1, (-INFINITE, -alpha))?
            };
            best = best.max(score);
            scored.push(Scored { mv, score });
        }
        scored.sort_by_key(|it| std::cmp::Reverse(it.score));
        Ok(scored)
    }

    /// The score of a position. Outside of the window it is a bound.
    fn search(
        &mut self,
        position: &P,
        depth: u32,
        ply: usize,
        (mut alpha, beta): (i32, i32),
    ) -> Result<i32, Stopped> {
        if depth == 0 {
            return self.quiet(position, self.captures_deep, ply, (alpha, beta));
        }
        self.count_node()?;
        let key = key(position);
        // Sides alternate, so every other position can be the same one.
        if self.path.iter().rev().skip(1).step_by(2).any(|&it| it == key) {
            return Ok(0);
        }
        let slot = key as usize % BEST_MOVES;
        let known = self.best_moves[slot].filter(|(of, _)| *of == key).map(|(_, mv)| mv);
        let moves = self.ordered(position, depth, ply, known);
        if moves.is_empty() {
            return Ok(ended(position, ply));
        }
        self.path.push(key);
        let mut best = -INFINITE;
        for (_, mv) in moves {
            let window = (-beta, -alpha.max(best));
            let score = match self.search(&position.after(mv), depth - 1, ply + 1, window) {
                Ok(score) => -score,
                Err(stopped) => {
                    self.path.pop();
                    return Err(stopped);
                }
            };
            if score > best {
                best = score;
                self.best_moves[slot] = Some((key, mv));
            }
            alpha = alpha.max(best);
            if alpha >= beta {
                if position.gain(mv) == 0 {
                    self.remember_killer(mv, ply);
                }
                break;
            }
        }
        self.path.pop();
        Ok(best)
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
        let mut moves: Vec<(i32, P::Move)> = Vec::new();
        let mut is_over = true;
        position.each_move(|mv| {
            is_over = false;
            let gain = position.gain(mv);
            if depth > 0 && (gain > 0 || is_check) {
                moves.push((gain, mv));
            }
        });
        if is_over {
            return Ok(ended(position, ply));
        }
        let mut best = -INFINITE;
        if !is_check || depth == 0 {
            best = position.evaluate();
            alpha = alpha.max(best);
            if alpha >= beta {
                return Ok(best);
            }
        }
        moves.sort_by_key(|&(gain, _)| std::cmp::Reverse(gain));
        for (_, mv) in moves {
            let score = -self.quiet(&position.after(mv), depth - 1, ply + 1, (-beta, -alpha))?;
            best = best.max(score);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }

    /// The legal moves, those first that are likely to be the best.
    fn ordered(
        &self,
        position: &P,
        depth: u32,
        ply: usize,
        known: Option<P::Move>,
    ) -> Vec<(i32, P::Move)> {
        const FIRST: i32 = 1 << 24;
        let killers = self.killers.get(ply).copied().unwrap_or_default();
        let mut moves = Vec::new();
        position.each_move(|mv| {
            let gain = position.gain(mv);
            let order = if known == Some(mv) {
                FIRST
            } else if gain > 0 {
                FIRST / 2 + gain
            } else if killers.contains(&Some(mv)) {
                FIRST / 4
            } else {
                position.promise(mv, depth)
            };
            moves.push((order, mv));
        });
        moves.sort_by_key(|&(order, _)| std::cmp::Reverse(order));
        moves
    }

    fn remember_killer(&mut self, mv: P::Move, ply: usize) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let [first, _] = self.killers[ply];
        if first != Some(mv) {
            self.killers[ply] = [Some(mv), first];
        }
    }

    fn count_node(&mut self) -> Result<(), Stopped> {
        self.nodes_left = self.nodes_left.checked_sub(1).ok_or(Stopped)?;
        Ok(())
    }
}

/// The score of a position without legal moves.
pub(super) fn ended<P: Evaluate>(position: &P, ply: usize) -> i32 {
    position.outcome().map_or(0, |outcome| position.ended(outcome, ply as i32))
}
