//! Ōgi: what its pieces win, and in which order moves are looked at.

use std::sync::LazyLock;

use super::{around, exchanged, middle, seen_by, shape};
use crate::evaluate::{CERTAIN, Evaluate, SHAPES};
use crate::inputs::{AROUND_KINGS, Inputs, Viewers};
use crate::net::{Net, Sums};
use kradan_rules::ogi::{Move, Piece, Position, Role};
use kradan_rules::{Bitboard, BySide, Position as _, Side};

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

/// The kinds of pieces: the roles, and after them those that can be promoted, promoted.
const KINDS: usize = 2 * ROLES - 1;

/// Where the inputs for what is in hand begin.
const IN_HANDS: usize = 2 * KINDS * 64;

/// The most pieces of a role in a hand that are told apart.
const ALIKE: usize = 8;

/// How many inputs there are for a hand.
const HELD: usize = (ROLES - 1) * ALIKE;

/// Where the inputs for attacks around the kings begin.
const AROUND: usize = IN_HANDS + 2 * HELD;

/// Where the inputs for kinds begin that are attacked and not defended, by their number.
const LOOSE: usize = AROUND + AROUND_KINGS;

/// Where the inputs for great pieces begin that lesser ones attack, by their number.
const BY_LESSER: usize = LOOSE + 2 * KINDS * PIECES;

/// The kinds of great pieces: those that are worth more than a silver, and the same ones promoted.
const GREAT: usize = 6;

/// The most pieces of a kind that are told apart where they are attacked.
const PIECES: usize = 2;

static NET: LazyLock<Net> =
    LazyLock::new(|| Net::read(include_bytes!("../../../assets/engine/ogi")));

/// What both sides see of a position. The more is in hand, the later the part of the game is.
fn seen(position: &Position) -> Inputs {
    let kings = BySide::of(|side| position.pieces(side, Role::King).first());
    let attacked = BySide::of(|side| position.attacked(side));
    let mut viewers = Viewers::new(kings);
    let mut in_hand = 0;
    for side in Side::ALL {
        let by_lesser = position.attacked_by_lesser(!side);
        let loose = attacked[!side].without(attacked[side]);
        let have = |viewers: &mut Viewers, begin, (kind, kinds), count: usize| {
            for nth in 0..count.min(PIECES) {
                viewers.has(side, begin, (kind * PIECES + nth, kinds * PIECES));
            }
        };
        for role in Role::ALL {
            let all = position.pieces(side, role);
            let plain = position.unpromoted(side, role);
            for (is_promoted, squares) in [(0, plain), (1, all.without(plain))] {
                if squares.is_empty() {
                    continue;
                }
                let role = role as usize;
                let kind = (role + is_promoted * (ROLES - 1), KINDS);
                viewers.stand(side, kind, squares);
                have(&mut viewers, LOOSE, kind, (squares & loose).len());
                if (1..=GREAT / 2).contains(&role) {
                    let great = (role - 1 + is_promoted * GREAT / 2, GREAT);
                    have(&mut viewers, BY_LESSER, great, (squares & by_lesser).len());
                }
            }
        }
        for (role, count) in position.hands()[side].iter() {
            for nth in 0..usize::from(count).min(ALIKE) {
                viewers.has(side, IN_HANDS, ((role as usize - 1) * ALIKE + nth, HELD));
            }
            in_hand += usize::from(count);
        }
        for (near, king) in Side::ALL.into_iter().filter_map(|near| Some((near, kings[near]?))) {
            let squares = around(Bitboard::of(king)) & attacked[side];
            viewers.attack(side, AROUND, (near, king), squares);
        }
    }
    viewers.inputs(position.turn(), in_hand / 2)
}

impl Evaluate for Position {
    const CHECKER_LOSES: bool = true;

    /// A drop may gain much.
    const MARGIN: i32 = 200;

    const INPUTS: usize = BY_LESSER + 2 * GREAT * PIECES;

    const SPREADS: [i32; 5] = [100, 180, 170, 70, 80];

    const SLOTS: usize = (64 + ROLES) * 64;

    fn evaluate(&self, sums: &mut Sums) -> i32 {
        NET.score(&seen(self), sums)
    }

    fn inputs(&self) -> Option<Inputs> {
        Some(seen(self))
    }

    /// The pawns, what else either side has on the board, and the hands.
    fn shapes(&self) -> [u64; SHAPES] {
        let others = |side| {
            let others = Role::ALL.into_iter().filter(|&role| role != Role::Pawn);
            others.fold(0, |hash, role| shape((hash, self.pieces(side, role))))
        };
        [
            shape(Side::ALL.map(|side| self.pieces(side, Role::Pawn))),
            others(self.turn()),
            others(!self.turn()),
            shape(self.hands()),
        ]
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

    fn exchanged(&self, mv: Move) -> i32 {
        // What one side loses the other has in hand.
        let both = |piece: Piece| match piece.role {
            Role::King => CERTAIN,
            role => worth(piece) + IN_HAND[role as usize],
        };
        let at = |square| self.piece_at(square).map_or(0, |(_, piece)| both(piece));
        let (to, before, mover, from) = match mv {
            Move::Board { from, to, promotes } => {
                let Some((_, piece)) = self.piece_at(from) else { return 0 };
                let promoted = Piece { promoted: piece.promoted || promotes, ..piece };
                (to, both(piece), both(promoted), Bitboard::of(from))
            }
            Move::Drop { role, to } => {
                let mover = both(Piece { role, promoted: false });
                (to, mover, mover, Bitboard::EMPTY)
            }
        };
        let taken = at(to) + mover - before;
        if mover <= taken {
            return taken - mover;
        }
        let others = self.attackers_without(to, !self.turn(), from);
        if others.is_empty() {
            return taken;
        }
        let own = self.attackers_without(to, self.turn(), from);
        exchanged(taken, mover, [others, own].map(|side| side.into_iter().map(at)))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dropped_piece_that_is_captured_is_lost_twice() {
        let position: Position = "k^7/8/4p3/8/8/8/8/K^7 RP/ O/o".parse().unwrap();
        let rook = WORTH[Role::Rook as usize] + IN_HAND[Role::Rook as usize];
        for (mv, won) in [("R@e5", -rook), ("R@e4", 0), ("R@d5", 0)] {
            assert_eq!(position.exchanged(mv.parse().unwrap()), won, "{mv}");
        }
        let guarded: Position = "k^7/8/4p3/8/8/4L3/8/K^7 RP/ O/o".parse().unwrap();
        let pawn = WORTH[Role::Pawn as usize] + IN_HAND[Role::Pawn as usize];
        assert_eq!(guarded.exchanged("R@e5".parse().unwrap()), pawn - rook);
        assert_eq!(guarded.exchanged("P@e5".parse().unwrap()), 0);
    }

    #[test]
    fn a_piece_that_promotes_is_worth_more_before_it_is_captured() {
        let position: Position = "k^6s/6b1/8/8/8/8/1B6/K^7 / O/o".parse().unwrap();
        let won = position.exchanged("b2g7+".parse().unwrap());
        assert_eq!(won, 0, "a bishop for a bishop");
    }

    #[test]
    fn what_stands_behind_the_piece_that_moves_captures_too() {
        let pawn = WORTH[Role::Pawn as usize] + IN_HAND[Role::Pawn as usize];
        for (position, won) in
            [("k^7/8/3p4/8/3P4/8/8/K^2L4 / O/o", 0), ("k^7/8/8/8/3P4/8/3r4/K^7 / O/o", -pawn)]
        {
            let position: Position = position.parse().unwrap();
            assert_eq!(position.exchanged("d4d5".parse().unwrap()), won, "{position}");
        }
    }
}
