//! Makruk: what its pieces win, in which order moves are looked at, and what mates within the count.

use std::sync::LazyLock;

use super::{exchanged, middle, seen_by, shape};
use crate::evaluate::{CERTAIN, Evaluate, SHAPES};
use crate::inputs::{Inputs, Viewers};
use crate::net::{Net, Sums};
use kradan_rules::makruk::{Honour, Move, Position, Role};
use kradan_rules::{Bitboard, BySide, Position as _, Side, Square};

const ROLES: usize = Role::ALL.len();

/// The worth of each role, in the order of [`Role::ALL`].
const WORTH: [i32; ROLES] = [0, 165, 160, 275, 325, 570, 90];

/// The worth of each role on each square, as its side sees the board.
static VALUES: [[i32; 64]; ROLES] = values();

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

/// The kinds of pieces: a met and a bia-ngai move alike.
const KINDS: usize = 6;

static NET: LazyLock<Net> =
    LazyLock::new(|| Net::read(include_bytes!("../../../assets/engine/makruk")));

/// What both sides see of a position. The fewer pieces there are, the later the part of the game is.
fn seen(position: &Position) -> Inputs {
    let khun = BySide::of(|side| position.pieces(side, Role::Khun).first());
    let mut viewers = Viewers::new(khun);
    let mut count = 0;
    for side in Side::ALL {
        let of_role = |role| position.pieces(side, role);
        let [khun, met, bia_ngai, khon, ma, rua, bia] = Role::ALL.map(of_role);
        for (kind, squares) in [khun, met | bia_ngai, khon, ma, rua, bia].into_iter().enumerate() {
            viewers.stand(side, (kind, KINDS), squares);
            count += squares.len();
        }
    }
    viewers.inputs(position.turn(), 32_usize.saturating_sub(count) / 4)
}

impl Evaluate for Position {
    const INPUTS: usize = 2 * KINDS * 64;

    const SPREADS: [i32; 5] = [100, 140, 105, 28, 22];

    const SLOTS: usize = 64 * 64;

    fn evaluate(&self, sums: &mut Sums) -> i32 {
        let score = NET.score(&seen(self), sums);
        if self.turn() == Side::First { ending(self, score) } else { -ending(self, -score) }
    }

    fn inputs(&self) -> Option<Inputs> {
        Some(seen(self))
    }

    /// The bia, what else either side has, and the khun with what attacks nothing from afar beside it.
    fn shapes(&self) -> [u64; SHAPES] {
        let of = |side, roles: &[Role]| {
            roles.iter().fold(0, |hash, &role| shape((hash, self.pieces(side, role))))
        };
        let others = [Role::Khun, Role::Met, Role::BiaNgai, Role::Khon, Role::Ma, Role::Rua];
        let lesser = [Role::Khun, Role::Ma, Role::Khon];
        [
            shape(Side::ALL.map(|side| self.pieces(side, Role::Bia))),
            of(self.turn(), &others),
            of(!self.turn(), &others),
            shape(Side::ALL.map(|side| of(side, &lesser))),
        ]
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

    fn exchanged(&self, mv: Move) -> i32 {
        let worth = |square| match self.piece_at(square) {
            Some((_, Role::Khun)) => CERTAIN,
            Some((_, role)) => WORTH[role as usize],
            None => 0,
        };
        let promoted =
            if mv.promotes { WORTH[Role::BiaNgai as usize] - WORTH[Role::Bia as usize] } else { 0 };
        let (taken, mover) = (worth(mv.to) + promoted, worth(mv.from) + promoted);
        if mover <= taken {
            return taken - mover;
        }
        let from = Bitboard::of(mv.from);
        let others = self.attackers_without(mv.to, !self.turn(), from);
        if others.is_empty() {
            return taken;
        }
        let own = self.attackers_without(mv.to, self.turn(), from);
        exchanged(taken, mover, [others, own].map(|side| side.into_iter().map(worth)))
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

/// The score of the first side, where the stronger side may have too little or too late to mate a lone
/// khun. That is mated at the edge, with the help of the other khun.
fn ending(position: &Position, score: i32) -> i32 {
    let khun = |side| position.pieces(side, Role::Khun).first();
    let is_alone = |&side: &Side| {
        Role::ALL.into_iter().map(|role| position.pieces(side, role).len()).sum::<usize>() == 1
    };
    let alone = Side::ALL.into_iter().find(is_alone);
    let strong = alone.map_or(if score > 0 { Side::First } else { Side::Second }, |alone| !alone);
    if !position.pieces(strong, Role::Bia).is_empty() {
        return score;
    }
    if !mates(position, strong) {
        return score / 16;
    }
    let (Some(own), Some(other), Some(_)) = (khun(strong), khun(!strong), alone) else {
        return score;
    };
    let sign = if strong == Side::First { 1 } else { -1 };
    let driven = 30 * (3 - middle(other.index())) + 6 * (7 - distance(own, other));
    let won = (sign * score).max(0) + 200 + driven;
    let left = match position.count() {
        Some(count) if count.honour == Honour::Pieces && count.side != strong => {
            i32::from(count.limit) - i32::from(count.number)
        }
        _ => 20,
    };
    sign * won * left.clamp(0, 20) / 20
}

fn distance(one: Square, other: Square) -> i32 {
    i32::from(one.file().abs_diff(other.file()).max(one.rank().abs_diff(other.rank())))
}

/// Whether the pieces of a side without bia mate a lone khun from most positions.
///
/// Of all positions with the side to move, won are: with a rua all, in 17 moves at most; with a khon and a
/// ma 96 %, in 39; with two khon 88 %, in 52; with a khon and a met 86 %, in 58; with a ma and a met 4 %;
/// with two ma, two mets or one piece none (retrograde analysis). Three pieces are taken to mate.
fn mates(position: &Position, side: Side) -> bool {
    let count = |role| position.pieces(side, role).len();
    let khon = count(Role::Khon);
    let lesser = count(Role::Ma) + count(Role::Met) + count(Role::BiaNgai);
    count(Role::Rua) > 0 || khon > 0 && khon + lesser > 1 || lesser > 2
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worth(position: &str) -> i32 {
        position.parse::<Position>().unwrap().evaluate(&mut Sums::default())
    }

    #[test]
    fn pieces_that_do_not_mate_a_lone_khun_are_worth_little() {
        for (pieces, mates) in [
            ("R2", true),
            ("S2", false),
            ("NN1", false),
            ("NM1", false),
            ("MM1", false),
            ("SN1", true),
            ("SM1", true),
            ("SS1", true),
            ("NNM", true),
        ] {
            let worth = worth(&format!("8/8/3k4/8/8/3K4/8/{pieces}5 w"));
            assert_eq!(worth > 150, mates, "{pieces}: {worth}");
        }
    }

    #[test]
    fn a_move_wins_at_least_what_is_left_after_all_captures_that_pay() {
        const RUA: i32 = WORTH[Role::Rua as usize];
        const MA: i32 = WORTH[Role::Ma as usize];
        const BIA: i32 = WORTH[Role::Bia as usize];
        for (position, mv, won) in [
            ("7k/8/8/3p4/8/8/8/K2R4 w", "d1d5", BIA),
            ("7k/8/4p3/3p4/8/8/8/K2R4 w", "d1d5", BIA - RUA),
            ("7k/8/4p3/3p4/4P3/8/8/K2R4 w", "d1d5", 2 * BIA - RUA),
            ("7k/8/4p3/3p4/4P3/8/8/K2R4 w", "e4d5", 0),
            ("7k/8/4p3/3n4/4P3/8/8/K2R4 w", "e4d5", MA - BIA),
            ("7k/8/4p3/8/8/8/8/K2R4 w", "d1d5", -RUA),
            ("7k/8/4p3/8/8/8/8/K2R4 w", "d1d4", 0),
            // The khun cannot capture what is guarded.
            ("8/8/8/3kp3/8/5N2/8/K3R3 w", "f3e5", BIA),
        ] {
            let position: Position = position.parse().unwrap();
            assert_eq!(position.exchanged(mv.parse().unwrap()), won, "{position} {mv}");
        }
    }

    #[test]
    fn a_mate_is_worth_less_as_the_count_goes_on() {
        let worth = |number| worth(&format!("8/8/3k4/8/8/3K4/8/R7 w pieces:b:{number}/16"));
        assert!(worth(4) > worth(10));
        assert!(worth(10) > worth(15));
    }
}
