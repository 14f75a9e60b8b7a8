//! Othello's last squares: the exact value of a position and of its moves, found again by search.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use kradan_rules::othello::{Move, Position};
use kradan_rules::{GameKind, Position as _, Side};
use serde::Deserialize;

/// Positions with more empty squares than this wait for release.
const NEAR_EMPTIES_MAX: usize = 12;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Endgame {
    id: String,
    game: GameKind,
    pos: String,
    empties: usize,
    /// With perfect play, the official score of the side to move less the other's.
    score: i32,
    /// The same for each move.
    moves: Option<BTreeMap<String, i32>>,
    /// The moves that keep the score.
    best: Option<BTreeSet<String>>,
    /// One of them, where the others are not known.
    one_best: Option<String>,
}

/// Checks what a record says of its moves, and the values where the end is near.
pub(crate) fn check_near(record: &Endgame) {
    let position = check_moves(record);
    if record.empties <= NEAR_EMPTIES_MAX {
        check_values(record, &position);
    }
}

/// Checks the values where the end is far.
pub(crate) fn check_far(record: &Endgame) {
    let position = check_moves(record);
    if record.empties > NEAR_EMPTIES_MAX {
        check_values(record, &position);
    }
}

fn check_moves(record: &Endgame) -> Position {
    let Endgame { id, game, pos, empties, score, moves, best, one_best } = record;
    assert_eq!(*game, GameKind::Othello, "{id}");
    let position: Position = pos.parse().unwrap();
    assert_eq!(empties_of(&position), *empties, "{id}");
    let legal: BTreeSet<String> = position.legal_moves().iter().map(ToString::to_string).collect();
    match (moves, best, one_best) {
        (Some(moves), Some(best), None) => {
            assert_eq!(moves.keys().cloned().collect::<BTreeSet<_>>(), legal, "{id}");
            let keeps = moves.iter().filter(|&(_, value)| value == score);
            assert_eq!(&keeps.map(|(mv, _)| mv.clone()).collect::<BTreeSet<_>>(), best, "{id}");
        }
        (None, None, Some(one_best)) => assert!(legal.contains(one_best), "{id}"),
        _ => panic!("{id} gives the value of every move, or one best move"),
    }
    position
}

fn check_values(record: &Endgame, position: &Position) {
    let Endgame { id, score, moves, one_best, .. } = record;
    let mut solver = Solver::default();
    assert!(solver.is_worth(position, *score), "{id}");
    let after = |mv: &str| position.after(mv.parse().unwrap());
    for (mv, &value) in moves.iter().flatten() {
        assert!(solver.is_worth(&after(mv), -value), "{id}: {mv}");
    }
    if let Some(mv) = one_best {
        assert!(solver.is_worth(&after(mv), -score), "{id}: {mv}");
    }
}

fn empties_of(position: &Position) -> usize {
    64 - Side::ALL.map(|side| position.discs(side).len()).into_iter().sum::<usize>()
}

/// With fewer empty squares than this, looking a position up costs more than solving it.
const REMEMBERED_EMPTIES_MIN: usize = 8;

/// Alpha-beta over the rest of the game.
#[derive(Default)]
struct Solver {
    /// Between which values a position is known to lie.
    known: HashMap<Position, (i32, i32)>,
}

impl Solver {
    /// Whether this is the exact value to the side to move. Two looks through a window of no
    /// width, one from each side, are far less work than finding a value nobody knows.
    fn is_worth(&mut self, position: &Position, value: i32) -> bool {
        self.search(position, value - 1) >= value && self.search(position, value) <= value
    }

    /// A bound of the value: one that lies above `alpha` if the value does, and not above it
    /// otherwise.
    fn search(&mut self, position: &Position, alpha: i32) -> i32 {
        let empties = empties_of(position);
        let remembered = empties >= REMEMBERED_EMPTIES_MIN;
        if remembered && let Some(&(least, most)) = self.known.get(position) {
            if least > alpha {
                return least;
            }
            if most <= alpha {
                return most;
            }
        }
        let placements = position.placements();
        if placements.is_empty() {
            return match position.legal_moves()[..] {
                [pass] => -self.search(&position.after(pass), -alpha - 1),
                _ => lead(position),
            };
        }
        let mut replies: Vec<Position> =
            placements.into_iter().map(|square| position.after(Move::Place(square))).collect();
        if empties > 4 {
            // The fewer answers a move leaves, the smaller the tree below it.
            replies.sort_by_cached_key(|after| after.placements().len());
        }
        let mut best = -64;
        for after in replies {
            best = best.max(-self.search(&after, -alpha - 1));
            if best > alpha {
                break;
            }
        }
        if remembered {
            let (least, most) = self.known.entry(*position).or_insert((-64, 64));
            if best > alpha {
                *least = best;
            } else {
                *most = best;
            }
        }
        best
    }
}

/// The lead of the side to move in a finished game, the empty squares going to the winner.
fn lead(position: &Position) -> i32 {
    let score = position.score();
    let [own, others] = [position.turn(), !position.turn()].map(|side| score[side].cast_signed());
    (own - others) as i32
}
