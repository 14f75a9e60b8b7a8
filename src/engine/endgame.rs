//! Plays the last squares of a game of Othello out: the best move, and the discs with which it ends.
//!
//! Beside what every search does it knows two things: who leaves the opponent few moves does well, and
//! who places the last disc in a corner of the board with an odd number of empty squares does well.

use std::sync::atomic::{AtomicBool, Ordering};

use super::evaluate::Stopped;
use super::patterns;
use kradan_rules::othello::{Move, Position};
use kradan_rules::{Bitboard, Position as _, Square};

/// More than any number of discs.
const INFINITE: i32 = 65;

/// From how many empty squares on positions are remembered.
const REMEMBERED: u32 = 8;

/// From how many empty squares on moves are looked at by what the opponent can do then.
const ORDERED: u32 = 6;

/// From how many empty squares on moves are looked at by what the position is worth then; with each
/// three more a move farther.
const FORESEEN: u32 = 12;

/// How far the first moves are foreseen.
const FORESEEN_FIRST: u32 = 5;

/// From how many empty squares on it is looked up whether one of the moves is known to be enough.
const LOOKED_UP: u32 = 10;

/// How many discs the result is expected around what is foreseen.
const AROUND: i32 = 3;

/// More than any worth.
const FULL: (i32, i32) = (-(1 << 20), 1 << 20);

/// The places of the table of positions, each of 24 bytes.
const PLACES: usize = 1 << 17;

/// After how many positions it is seen whether the search is to stop.
const NODES_BETWEEN_LOOKS: u64 = 1 << 10;

const CORNERS: Bitboard = Bitboard(0x8100_0000_0000_0081);

/// The four quarters of the board, in which the empty squares are counted.
const QUARTERS: [u64; 4] =
    [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];

/// A position with the bounds of its result for the side to move.
#[derive(Clone, Copy, Default)]
struct Known {
    own: u64,
    other: u64,
    low: i8,
    high: i8,
    /// The best move, or 64.
    best: u8,
}

/// A move with what it leads to.
#[derive(Clone, Copy)]
struct Child {
    order: i32,
    square: Square,
    after: Position,
}

pub(super) struct Endgame<'s> {
    nodes_left: u64,
    stop: &'s AtomicBool,
    known: Vec<Known>,
    /// The moves of the position with so many empty squares.
    moves: Vec<Vec<Child>>,
}

impl<'s> Endgame<'s> {
    pub(super) fn new(nodes: u64, stop: &'s AtomicBool) -> Endgame<'s> {
        Endgame {
            nodes_left: nodes,
            stop,
            known: vec![Known::default(); PLACES],
            moves: vec![Vec::new(); 61],
        }
    }

    /// The best move and the discs by which the side to move wins with it.
    pub(super) fn best(&mut self, position: &Position) -> Result<(Move, i32), Stopped> {
        let placements = position.placements();
        if placements.is_empty() {
            let score = -self.search(&position.after(Move::Pass), (-INFINITE, INFINITE), true)?;
            return Ok((Move::Pass, score));
        }
        let mut moves: Vec<_> = placements
            .into_iter()
            .map(|square| {
                let after = position.after(Move::Place(square));
                Child { order: -foreseen(&after, FORESEEN_FIRST, FULL), square, after }
            })
            .collect();
        moves.sort_unstable_by_key(|child| std::cmp::Reverse(child.order));
        let guess = moves[0].order / patterns::DISC_PARTS;
        let mut window = (guess - AROUND, guess + AROUND);
        loop {
            let children = moves.iter().copied();
            let (score, square) = self.best_of(children, window)?;
            // The best move is looked at first in a wider window.
            if let Some(place) = moves.iter().position(|child| child.square == square) {
                moves[..=place].rotate_right(1);
            }
            match score {
                _ if score <= window.0 => window = (-INFINITE, score + 1),
                _ if score >= window.1 => window = (score - 1, INFINITE),
                _ => return Ok((Move::Place(square), score)),
            }
        }
    }

    /// The result of a position for the side to move; outside of the window it is a bound.
    fn search(
        &mut self,
        position: &Position,
        (mut alpha, mut beta): (i32, i32),
        has_passed: bool,
    ) -> Result<i32, Stopped> {
        let (own, other) = (position.discs(position.turn()), position.discs(!position.turn()));
        let empty = !(own | other).0;
        let count = empty.count_ones();
        if count <= 1 {
            return Ok(last(position, empty));
        }
        self.count_node()?;
        let placements = position.placements();
        if placements.is_empty() {
            if has_passed {
                return Ok(result(own.len() as i32, other.len() as i32));
            }
            return Ok(-self.search(&position.after(Move::Pass), (-beta, -alpha), true)?);
        }
        let mut best_before = 64;
        let place = place(own.0, other.0);
        if count >= REMEMBERED {
            let known = self.known[place];
            if (known.own, known.other) == (own.0, other.0) {
                let (low, high) = (i32::from(known.low), i32::from(known.high));
                if low >= beta || low == high {
                    return Ok(low);
                }
                if high <= alpha {
                    return Ok(high);
                }
                (alpha, beta) = (alpha.max(low), beta.min(high));
                best_before = known.best;
            }
        }
        let window = (alpha, beta);
        let (best, square) = if count >= ORDERED {
            let mut moves = std::mem::take(&mut self.moves[count as usize]);
            order(&mut moves, position, placements, best_before);
            let known = (count >= LOOKED_UP).then(|| self.known_to_refute(&moves, beta)).flatten();
            let found = if let Some(known) = known {
                Ok(known)
            } else {
                let children = (0..moves.len()).map(|place| {
                    bring_forward(&mut moves, place);
                    moves[place]
                });
                self.best_of(children, window)
            };
            self.moves[count as usize] = moves;
            found?
        } else {
            let odd = odd_quarters(empty);
            let first = Bitboard(placements.0 & odd).into_iter();
            let squares = first.chain(Bitboard(placements.0 & !odd));
            let moves = squares.map(|square| Child {
                order: 0,
                square,
                after: position.after(Move::Place(square)),
            });
            self.best_of(moves, window)?
        };
        if count >= REMEMBERED {
            let low = if best > window.0 { best } else { -64 };
            let high = if best < window.1 { best } else { 64 };
            let (low, high) = (low as i8, high as i8);
            self.known[place] =
                Known { own: own.0, other: other.0, low, high, best: square.index() as u8 };
        }
        Ok(best)
    }

    fn best_of(
        &mut self,
        moves: impl Iterator<Item = Child>,
        (alpha, beta): (i32, i32),
    ) -> Result<(i32, Square), Stopped> {
        let mut best = (-INFINITE, Square::wrapping(0));
        for Child { square, after, .. } in moves {
            let lower = alpha.max(best.0);
            let mut score = lower + 1;
            if best.0 > -INFINITE {
                score = -self.search(&after, (-lower - 1, -lower), false)?;
            }
            if best.0 == -INFINITE || score > lower && score < beta {
                score = -self.search(&after, (-beta, -lower), false)?;
            }
            if score > best.0 {
                best = (score, square);
            }
            if score >= beta {
                break;
            }
        }
        Ok(best)
    }

    /// A score of `beta` or more that one of the moves is known to have.
    fn known_to_refute(&self, moves: &[Child], beta: i32) -> Option<(i32, Square)> {
        moves.iter().find_map(|Child { after, square, .. }| {
            let (own, other) = (after.discs(after.turn()), after.discs(!after.turn()));
            let known = self.known[place(own.0, other.0)];
            let is_it = (known.own, known.other) == (own.0, other.0);
            let score = -i32::from(known.high);
            (is_it && score >= beta).then_some((score, *square))
        })
    }

    fn count_node(&mut self) -> Result<(), Stopped> {
        self.nodes_left = self.nodes_left.checked_sub(1).ok_or(Stopped)?;
        let is_asked = self.nodes_left.is_multiple_of(NODES_BETWEEN_LOOKS);
        if is_asked && self.stop.load(Ordering::Relaxed) { Err(Stopped) } else { Ok(()) }
    }
}

/// Lists the moves with their order, which [`bring_forward`] puts them in.
fn order(moves: &mut Vec<Child>, position: &Position, placements: Bitboard, best: u8) {
    let empty = !(position.discs(position.turn()) | position.discs(!position.turn()));
    let (odd, count) = (odd_quarters(empty.0), empty.len() as u32);
    moves.clear();
    for square in placements {
        let after = position.after(Move::Place(square));
        let order = if square.index() == usize::from(best) {
            i32::MAX
        } else {
            let replies = after.placements();
            let corners = Bitboard(replies.0 & CORNERS.0).len() as i32;
            let mut order = -24 * (replies.len() as i32 + corners);
            order += if CORNERS.contains(square) { 24 } else { 0 };
            order += if odd >> square.index() & 1 == 1 { 8 } else { 0 };
            match count {
                FORESEEN.. => order - foreseen(&after, (count - FORESEEN) / 2, FULL),
                _ => order,
            }
        };
        moves.push(Child { order, square, after });
    }
}

/// Brings the next move in the order to this place.
fn bring_forward(moves: &mut [Child], place: usize) {
    let next = (place..moves.len()).max_by_key(|&next| moves[next].order);
    moves.swap(place, next.unwrap_or(place));
}

/// The worth of a position as a search of so many moves sees it, in parts of a disc.
fn foreseen(position: &Position, depth: u32, (alpha, beta): (i32, i32)) -> i32 {
    if depth == 0 {
        return patterns::worth(position);
    }
    let placements = position.placements();
    if placements.is_empty() {
        let passed = position.after(Move::Pass);
        if passed.placements().is_empty() {
            let (own, other) = (position.discs(position.turn()), position.discs(!position.turn()));
            return result(own.len() as i32, other.len() as i32) * patterns::DISC_PARTS;
        }
        return -foreseen(&passed, depth - 1, (-beta, -alpha));
    }
    let mut best = FULL.0;
    for square in placements {
        let after = position.after(Move::Place(square));
        best = best.max(-foreseen(&after, depth - 1, (-beta, -alpha.max(best))));
        if best >= beta {
            break;
        }
    }
    best
}

/// The quarters of the board with an odd number of empty squares.
fn odd_quarters(empty: u64) -> u64 {
    let is_odd = |quarter: &&u64| (empty & **quarter).count_ones() % 2 == 1;
    QUARTERS.iter().filter(is_odd).fold(0, |all, quarter| all | quarter)
}

/// The result where at most one square is empty.
fn last(position: &Position, empty: u64) -> i32 {
    let (own, other) = (position.discs(position.turn()), position.discs(!position.turn()));
    let (own, other) = (own.len() as i32, other.len() as i32);
    let Some(square) = Bitboard(empty).first() else { return own - other };
    let turned = position.flipped(square).len() as i32;
    if turned > 0 {
        return own + turned + 1 - (other - turned);
    }
    let turned = position.after(Move::Pass).flipped(square).len() as i32;
    if turned > 0 { own - turned - (other + turned + 1) } else { result(own, other) }
}

/// The result of a game that is over: the winner gets the empty squares.
fn result(own: i32, other: i32) -> i32 {
    let empty = 64 - own - other;
    own - other + empty * (own - other).signum()
}

fn place(own: u64, other: u64) -> usize {
    let mixed = own.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ other.wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93) as usize >> (64 - 17)
}
