//! Makruk: the pieces, where they stand, and a lone khun driven to the edge.

use super::{middle, seen_by};
use crate::engine::evaluate::Evaluate;
use crate::rules::makruk::{Move, Position, Role};
use crate::rules::{Position as _, Side, Square};

const ROLES: usize = Role::ALL.len();

/// The worth of each role, in the order of [`Role::ALL`].
const WORTH: [i32; ROLES] = [0, 165, 160, 275, 325, 570, 90];

/// The worth of each role on each square, as its side sees the board.
static VALUES: [[i32; 64]; ROLES] = values();

/// The side to move can do something with it.
const TEMPO: i32 = 8;

const fn values() -> [[i32; 64]; ROLES] {
    let mut values = [[0; 64]; ROLES];
    let mut role = 0;
    while role < ROLES {
        let mut square = 0;
        while square < 64 {
            let (centre, rank) = (middle(square), (square / 8) as i32);
            values[role][square] = WORTH[role]
                + match role {
                    0 => 3 * centre - 6 * rank,
                    1 | 2 => 6 * centre + 3 * rank,
                    3 => 6 * centre + 4 * rank,
                    4 => 12 * centre,
                    5 => 3 * centre,
                    _ => 6 * (rank - 2) + 3 * centre,
                };
            square += 1;
        }
        role += 1;
    }
    values
}

impl Evaluate for Position {
    const SLOTS: usize = 64 * 64;

    fn evaluate(&self) -> i32 {
        let score = standing(self, Side::First) - standing(self, Side::Second);
        let own = if self.turn() == Side::First { score } else { -score };
        own + TEMPO
    }

    fn gain(&self, mv: Move) -> i32 {
        let promoted = if mv.promotes { WORTH[Role::BiaNgai as usize] } else { 0 };
        match self.piece_at(mv.to) {
            None => promoted,
            Some((_, taken)) => {
                let mover = self.piece_at(mv.from).map_or(0, |(_, role)| WORTH[role as usize]);
                1_000 + promoted + 8 * WORTH[taken as usize] - mover
            }
        }
    }

    fn worth_taken(&self, mv: Move) -> i32 {
        let promoted = if mv.promotes { WORTH[Role::BiaNgai as usize] } else { 0 };
        promoted + self.piece_at(mv.to).map_or(0, |(_, taken)| WORTH[taken as usize])
    }

    fn loses(&self, mv: Move) -> bool {
        let worth = |square| self.piece_at(square).map_or(0, |(_, role)| WORTH[role as usize]);
        worth(mv.from) > worth(mv.to) + 50 && !self.attackers(mv.to, !self.turn()).is_empty()
    }

    /// Who has little besides the khun may be glad to pass.
    fn passed(&self) -> Option<Position> {
        let side = self.turn();
        let great = [Role::Rua, Role::Ma, Role::Khon, Role::Met];
        let count: usize = great.into_iter().map(|role| self.pieces(side, role).len()).sum();
        (count >= 2).then(|| self.with_other_side_to_move())
    }

    fn slot(mv: Move) -> Option<usize> {
        Some(mv.from.index() * 64 + mv.to.index())
    }

    fn promise(&self, mv: Move, _: u32) -> i32 {
        let Some((side, role)) = self.piece_at(mv.from) else { return 0 };
        let values = &VALUES[role as usize];
        values[seen_by(side, mv.to)] - values[seen_by(side, mv.from)]
    }
}

fn standing(position: &Position, side: Side) -> i32 {
    let mut standing = 0;
    for role in Role::ALL {
        for square in position.pieces(side, role) {
            standing += VALUES[role as usize][seen_by(side, square)];
        }
    }
    standing + driving(position, side)
}

/// Against a khun that is nearly alone: it belongs at the edge, with the other khun close by.
fn driving(position: &Position, side: Side) -> i32 {
    let pieces = |side| Role::ALL.into_iter().map(move |role| (role, position.pieces(side, role)));
    let count = |side| pieces(side).map(|(_, squares)| squares.len()).sum::<usize>();
    if count(!side) > 2 || count(side) < 3 {
        return 0;
    }
    let khun = |side| position.pieces(side, Role::Khun).first();
    let (Some(own), Some(other)) = (khun(side), khun(!side)) else { return 0 };
    let near: i32 = pieces(side)
        .flat_map(|(_, squares)| squares)
        .map(|square| 7 - distance(square, other))
        .sum();
    (3 - middle(other.index())) * 50 + (7 - distance(own, other)) * 15 + near * 4
}

fn distance(one: Square, other: Square) -> i32 {
    i32::from(one.file().abs_diff(other.file()).max(one.rank().abs_diff(other.rank())))
}
