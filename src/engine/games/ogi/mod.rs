//! Ōgi: what its pieces win, and in which order moves are looked at.

mod features;

use super::{middle, seen_by};
use crate::engine::evaluate::Evaluate;
use crate::engine::weights::{Features, features_of, sum, weights_of};
use crate::rules::ogi::{Move, Piece, Position, Role};
use crate::rules::{Position as _, Side};

const ROLES: usize = Role::ALL.len();

/// The worth of each role on the board, promoted and in hand, in the order of [`Role::ALL`].
const WORTH: [i32; ROLES] = [0, 780, 620, 520, 370, 260, 240, 90];
const PROMOTED: [i32; ROLES] = [0, 960, 880, 760, 400, 390, 390, 390];
const IN_HAND: [i32; ROLES] = [0, 830, 690, 570, 400, 290, 270, 110];

/// The worth of each role on each square, as its side sees the board.
static VALUES: [[i32; 64]; ROLES] = values(false);
static PROMOTED_VALUES: [[i32; 64]; ROLES] = values(true);

const fn values(promoted: bool) -> [[i32; 64]; ROLES] {
    let mut values = [[0; 64]; ROLES];
    let mut role = 0;
    while role < ROLES {
        let mut square = 0;
        while square < 64 {
            let (centre, rank) = (middle(square), (square / 8) as i32);
            values[role][square] = if promoted {
                PROMOTED[role] + 5 * centre
            } else {
                WORTH[role]
                    + match role {
                        0 => -14 * rank,
                        1 | 3 | 5 => 4 * centre,
                        2 => 0,
                        4 => 5 * rank + 3 * centre,
                        6 => -4 * rank,
                        _ => 4 * (rank - 2) + 2 * centre,
                    }
            };
            square += 1;
        }
        role += 1;
    }
    values
}

impl Evaluate for Position {
    const CHECKER_LOSES: bool = true;
    const SLOTS: usize = (64 + ROLES) * 64;

    fn evaluate(&self) -> i32 {
        let score = sum(self);
        if self.turn() == Side::First { score } else { -score }
    }

    fn features(&self) -> Option<Features> {
        Some(features_of(self))
    }

    fn weights() -> Vec<[i32; 2]> {
        weights_of::<Position>()
    }

    fn gain(&self, mv: Move) -> i32 {
        let Move::Board { from, to, .. } = mv else { return 0 };
        let Some((_, taken)) = self.piece_at(to) else { return 0 };
        let mover = self.piece_at(from).map_or(0, |(_, piece)| worth(piece));
        1_000 + 8 * (worth(taken) + IN_HAND[taken.role as usize]) - mover
    }

    fn worth_taken(&self, mv: Move) -> i32 {
        let Move::Board { to, .. } = mv else { return 0 };
        self.piece_at(to).map_or(0, |(_, taken)| worth(taken) + IN_HAND[taken.role as usize])
    }

    fn loses(&self, mv: Move) -> bool {
        let Move::Board { from, to, .. } = mv else { return false };
        let exchanged = |square| {
            let piece = self.piece_at(square);
            piece.map_or(0, |(_, it)| worth(it) + IN_HAND[it.role as usize])
        };
        exchanged(from) > exchanged(to) + 100 && !self.attackers(to, !self.turn()).is_empty()
    }

    fn passed(&self) -> Option<Position> {
        Some(self.with_other_side_to_move())
    }

    fn slot(mv: Move) -> Option<usize> {
        Some(match mv {
            Move::Board { from, to, .. } => from.index() * 64 + to.index(),
            Move::Drop { role, to } => (64 + role as usize) * 64 + to.index(),
        })
    }

    fn promise(&self, mv: Move, _: u32) -> i32 {
        match mv {
            Move::Board { promotes: true, .. } => 300,
            Move::Board { from, to, .. } => {
                let Some((side, piece)) = self.piece_at(from) else { return 0 };
                let values = table(piece.promoted);
                let values = &values[piece.role as usize];
                values[seen_by(side, to)] - values[seen_by(side, from)]
            }
            // There are many drops, and few of them are good.
            Move::Drop { role, .. } => -20 - WORTH[role as usize] / 10,
        }
    }
}

fn table(promoted: bool) -> &'static [[i32; 64]; ROLES] {
    if promoted { &PROMOTED_VALUES } else { &VALUES }
}

fn worth(piece: Piece) -> i32 {
    if piece.promoted { PROMOTED[piece.role as usize] } else { WORTH[piece.role as usize] }
}
