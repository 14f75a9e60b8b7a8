//! What an Othello position looks like in pieces: the rows, diagonals and corners that are called
//! patterns. Each way to fill one has a worth, which was learnt from games that were played out.
//!
//! The idea, and the choice of patterns: M. Buro, *Experiments with Multi-ProbCut and a New
//! High-Quality Evaluation Function for Othello* (1997).

use std::sync::LazyLock;

use kradan_rules::Position as _;
use kradan_rules::othello::{Move, Position};

/// The squares of each pattern as they lie at one place of the board, a1 first, line by line. A pattern
/// also lies wherever the board's symmetries take it.
const SHAPES: [&[u8]; 11] = [
    &[9, 0, 1, 2, 3, 4, 5, 6, 7, 14],
    &[8, 9, 10, 11, 12, 13, 14, 15],
    &[16, 17, 18, 19, 20, 21, 22, 23],
    &[24, 25, 26, 27, 28, 29, 30, 31],
    &[3, 10, 17, 24],
    &[4, 11, 18, 25, 32],
    &[5, 12, 19, 26, 33, 40],
    &[6, 13, 20, 27, 34, 41, 48],
    &[7, 14, 21, 28, 35, 42, 49, 56],
    &[0, 1, 2, 8, 9, 10, 16, 17, 18],
    &[0, 1, 2, 3, 4, 8, 9, 10, 11, 12],
];

/// How many patterns a board has.
const PLACES: usize = 46;

/// As many numbers as a processor adds at once, times some.
const LANES: usize = 48;

/// How many moves a side may have that are told apart.
const MOVES: usize = 32;

/// The numbers that describe a position: one for each place, and the moves of both sides.
pub const FEATURES: usize = PLACES + 2;

/// A position belongs to a phase by its discs: five more make the next one.
pub const PHASES: usize = 12;

/// How much a weight of 1 is of a disc.
pub const DISC_PARTS: i32 = 16;

/// The learnt weights: for each phase, one for each way to fill a pattern. Ways that are mirror images of
/// each other share one.
static LEARNT: &[u8] = include_bytes!("../../assets/engine/othello");

static BOARD: LazyLock<Board> = LazyLock::new(Board::new);

static WEIGHTS: LazyLock<Vec<Vec<i8>>> = LazyLock::new(|| {
    let length = weights_per_phase();
    let phase = |phase: usize| {
        let learnt = &LEARNT[phase * length..(phase + 1) * length];
        BOARD.shared.iter().map(|&index| learnt[index as usize].cast_signed()).collect()
    };
    (0..PHASES).map(phase).collect()
});

/// What is computed once about the places of the patterns.
struct Board {
    /// For each rank and each filling of it with discs of one side, what it adds to the number of each
    /// place.
    ranks: Vec<[u16; LANES]>,
    /// Where the weights of each place begin.
    begins: [u32; LANES],
    /// Where the weights of the side to move begin by its moves, and after them those of the other.
    moves_begin: u32,
    /// The number under which the weight of each way is kept.
    shared: Vec<u32>,
    weights: usize,
}

impl Board {
    fn new() -> Board {
        let mut board = Board {
            ranks: vec![[0; LANES]; 8 << 8],
            begins: [0; LANES],
            moves_begin: 0,
            shared: Vec::new(),
            weights: 0,
        };
        let mut place = 0;
        for shape in SHAPES {
            let begin = board.shared.len() as u32;
            for squares in places(shape) {
                board.begins[place] = begin;
                board.add_place(place, &squares);
                place += 1;
            }
            board.add_weights(shape);
        }
        assert_eq!(place, PLACES, "a board has so many patterns");
        board.moves_begin = board.shared.len() as u32;
        for _ in 0..2 * MOVES {
            board.shared.push(board.weights as u32);
            board.weights += 1;
        }
        board
    }

    fn add_place(&mut self, place: usize, squares: &[u8]) {
        for (number, &square) in squares.iter().enumerate() {
            let (rank, file) = (usize::from(square / 8), square % 8);
            for filling in (0..1 << 8).filter(|filling| filling >> file & 1 == 1) {
                self.ranks[rank << 8 | filling][place] += 3_u16.pow(number as u32);
            }
        }
    }

    fn add_weights(&mut self, shape: &[u8]) {
        let ways = 3_usize.pow(shape.len() as u32);
        let orders = orders(shape);
        let begin = self.shared.len();
        for way in 0..ways {
            let least = orders.iter().map(|order| reordered(way, order)).min().unwrap_or(way);
            let shared = if least < way {
                self.shared[begin + least]
            } else {
                self.weights += 1;
                self.weights as u32 - 1
            };
            self.shared.push(shared);
        }
    }
}

/// Where one of the eight symmetries of the board takes a square.
fn image(symmetry: u8, square: u8) -> u8 {
    let (mut file, mut rank) = (square % 8, square / 8);
    if symmetry & 1 != 0 {
        file = 7 - file;
    }
    if symmetry & 2 != 0 {
        rank = 7 - rank;
    }
    if symmetry & 4 != 0 {
        (file, rank) = (rank, file);
    }
    8 * rank + file
}

fn images(shape: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    (0..8).map(|symmetry| shape.iter().map(|&square| image(symmetry, square)).collect())
}

fn as_set(squares: &[u8]) -> u64 {
    squares.iter().fold(0, |set, square| set | 1 << square)
}

/// The different places where a pattern lies.
fn places(shape: &[u8]) -> Vec<Vec<u8>> {
    let mut places: Vec<Vec<u8>> = Vec::new();
    for squares in images(shape) {
        if places.iter().all(|place| as_set(place) != as_set(&squares)) {
            places.push(squares);
        }
    }
    places
}

/// The orders in which symmetries that take a pattern to its own place read its squares.
fn orders(shape: &[u8]) -> Vec<Vec<usize>> {
    let own = images(shape).filter(|squares| as_set(squares) == as_set(shape));
    let order = |squares: Vec<u8>| {
        let place_of = |square| shape.iter().position(|&own| own == square).unwrap_or_default();
        squares.into_iter().map(place_of).collect()
    };
    own.map(order).collect()
}

/// The number of a way, read in another order.
fn reordered(mut way: usize, order: &[usize]) -> usize {
    let mut sum = 0;
    for &place in order {
        sum += way % 3 * 3_usize.pow(place as u32);
        way /= 3;
    }
    sum
}

/// How many weights each phase has.
#[must_use]
pub fn weights_per_phase() -> usize {
    BOARD.weights
}

/// The phase of a position, and which of its weights add up to the worth of the position for the side
/// to move.
#[must_use]
pub fn features(position: &Position) -> (usize, [u32; FEATURES]) {
    let (phase, ways) = ways(position);
    (phase, ways.map(|way| BOARD.shared[way as usize]))
}

fn ways(position: &Position) -> (usize, [u32; FEATURES]) {
    let board = &*BOARD;
    let (own, other) = (position.discs(position.turn()).0, position.discs(!position.turn()).0);
    let mut numbers = [0_u16; LANES];
    for rank in 0..8 {
        let filling = |discs: u64| &board.ranks[rank << 8 | (discs >> (8 * rank) & 0xff) as usize];
        for ((number, own), other) in numbers.iter_mut().zip(filling(own)).zip(filling(other)) {
            *number += own + 2 * other;
        }
    }
    let moves = |position: &Position| position.placements().len().min(MOVES - 1) as u32;
    let mut ways = [0; FEATURES];
    for ((way, number), begin) in ways.iter_mut().zip(numbers).zip(board.begins) {
        *way = begin + u32::from(number);
    }
    ways[PLACES] = board.moves_begin + moves(position);
    ways[PLACES + 1] = board.moves_begin + MOVES as u32 + moves(&position.after(Move::Pass));
    let discs = (own | other).count_ones() as usize;
    ((discs.saturating_sub(4) / 5).min(PHASES - 1), ways)
}

/// The worth of a position for the side to move, in parts of a disc.
pub(super) fn worth(position: &Position) -> i32 {
    let (phase, ways) = ways(position);
    let weights = &WEIGHTS[phase];
    ways.iter().map(|&way| i32::from(weights[way as usize])).sum()
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use kradan_rules::{Bitboard, Record, Side};

    fn turned(position: &Position, symmetry: u8) -> Position {
        let turned = |discs: Bitboard| {
            let squares = (0..64).filter(|square| discs.0 >> square & 1 == 1);
            squares.fold(0_u64, |set, square| set | 1 << image(symmetry, square))
        };
        let discs = |side| turned(position.discs(side));
        let text: String = (0..64)
            .map(|square| {
                match (discs(Side::First) >> square & 1, discs(Side::Second) >> square & 1) {
                    (1, _) => 'X',
                    (_, 1) => 'O',
                    _ => '-',
                }
            })
            .collect();
        let turn = if position.turn() == Side::First { 'X' } else { 'O' };
        format!("{text} {turn}").parse().unwrap()
    }

    #[test]
    fn a_position_is_worth_the_same_from_every_side() {
        let mut random = Rng::with_seed(5);
        for _ in 0..20 {
            let mut record = Record::<Position>::default();
            while let Some(mv) = random.choice(record.legal_moves()) {
                record.play(mv).unwrap();
                let position = record.position();
                let sorted = |position: &Position| {
                    let (phase, mut features) = features(position);
                    features.sort_unstable();
                    (phase, features)
                };
                let expected = (sorted(position), worth(position));
                for symmetry in 1..8 {
                    let turned = turned(position, symmetry);
                    assert_eq!((sorted(&turned), worth(&turned)), expected, "{position}");
                }
            }
        }
    }

    #[test]
    fn the_weights_fit_the_patterns() {
        assert_eq!(LEARNT.len(), PHASES * weights_per_phase());
        for phase in &*WEIGHTS {
            assert!(phase.iter().any(|weight| *weight != 0));
        }
    }
}
