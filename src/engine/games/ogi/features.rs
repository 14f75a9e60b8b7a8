//! What an Ōgi position has.

use crate::engine::games::{around, folded, sign, up};
use crate::engine::weights::{MIDDLE, Tallied, Tally, Weight, read};
use crate::rules::ogi::{Piece, Position, Role};
use crate::rules::{Bitboard, BySide, Position as _, Side};

/// The pieces that move alike: the roles in the order of [`Role::ALL`], then princess, rook and bishop
/// promoted, then the other pieces promoted.
const KINDS: usize = 12;
const PAWN: usize = 7;
const GOLD: usize = 11;

// The first feature of each group.
/// A kind on a square.
const PLACES: usize = 0;
/// A promoted silver, knight, lance or pawn, which is worth more or less in the other hand.
const PROMOTED: usize = PLACES + KINDS * 32;
/// The first, second, third and further ones of a role in hand.
const HELD: usize = PROMOTED + 8;
/// Where a kind may go, two squares a step.
const MOBILITY: usize = HELD + 8 * 4;
/// Squares beside the other king that a kind attacks.
const NEAR_KING: usize = MOBILITY + KINDS * 12;
/// Pieces that attack a square beside the other king.
const ATTACKERS: usize = NEAR_KING + KINDS;
/// Squares beside the king that are attacked, and that it alone defends, by what the other holds.
const WEAK: usize = ATTACKERS + 10;
/// Squares where the king may go, by what the other holds.
const ESCAPES: usize = WEAK + 4 * 9;
/// Pieces beside the king.
const GUARDS: usize = ESCAPES + 4 * 9;
/// A kind that a pawn attacks.
const BY_PAWN: usize = GUARDS + 9;
/// A great piece that a lesser one attacks.
const BY_LESSER: usize = BY_PAWN + KINDS;
/// A kind that is attacked and not defended.
const LOOSE: usize = BY_LESSER + KINDS;
/// Files where a pawn in hand may be dropped.
const PAWN_FILES: usize = LOOSE + KINDS;
/// Pieces of the other side within two squares of the king.
const INTRUDERS: usize = PAWN_FILES + 1;
/// The side to move.
const TEMPO: usize = INTRUDERS + 1;
const COUNT: usize = TEMPO + 1;

static WEIGHTS: [Weight; COUNT] = read(include_bytes!("../../../../assets/engine/ogi"));

/// What a side attacks.
#[derive(Clone, Copy, Default)]
struct Seen {
    pawns: Bitboard,
    /// With all pieces but king, princess, rook and bishop.
    lesser: Bitboard,
    /// With all pieces but the king.
    most: Bitboard,
    all: Bitboard,
}

impl Tallied for Position {
    const WEIGHTS: &'static [Weight] = &WEIGHTS;

    fn tally(&self, tally: &mut impl Tally) {
        let king = BySide::of(|side| self.pieces(side, Role::King));
        let beside = BySide::of(|side| around(king[side]).without(king[side]));
        let pawns = BySide::of(|side| self.unpromoted(side, Role::Pawn));
        let mut seen = BySide::of(|side| {
            let pawns = pawns[side].shift(0, up(side));
            Seen { pawns, lesser: pawns, most: pawns, all: Bitboard::EMPTY }
        });
        let own = BySide::of(|side| {
            Role::ALL.into_iter().fold(Bitboard::EMPTY, |all, role| all | self.pieces(side, role))
        });
        for side in Side::ALL {
            let sign = sign(side);
            let (mut attackers, mut most, mut lesser) = (0, seen[side].most, seen[side].lesser);
            for (role, promoted, kind, squares) in kinds(self, side) {
                for from in squares {
                    let to = self.attacked_from(side, Piece { role, promoted }, from);
                    let free = to.without(own[side] | seen[!side].pawns).len();
                    let near = (to & beside[!side]).len();
                    tally.add(PLACES + kind * 32 + folded(side, from), sign);
                    tally.add(MOBILITY + kind * 12 + (free / 2).min(11), sign);
                    if kind == GOLD {
                        tally.add(PROMOTED + role as usize, sign);
                    }
                    if near > 0 {
                        tally.add(NEAR_KING + kind, sign * near as i32);
                        attackers += 1;
                    }
                    most |= to;
                    if is_lesser(role) {
                        lesser |= to;
                    }
                }
            }
            for from in pawns[side] {
                tally.add(PLACES + PAWN * 32 + folded(side, from), sign);
            }
            attackers += (seen[side].pawns & beside[!side]).len();
            tally.add(ATTACKERS + attackers.min(9), sign);
            seen[side] = Seen { most, lesser, all: most | beside[side], ..seen[side] };
        }
        for side in Side::ALL {
            let (sign, other) = (sign(side), seen[!side]);
            for from in king[side] {
                tally.add(PLACES + folded(side, from), sign);
            }
            let held = held(self, !side);
            let weak = (beside[side] & other.most).without(seen[side].most);
            let escapes = beside[side].without(own[side] | other.all);
            tally.add(WEAK + held * 9 + weak.len(), sign);
            tally.add(ESCAPES + held * 9 + escapes.len(), sign);
            tally.add(GUARDS + (beside[side] & own[side]).len(), sign);
            let intruders = around(around(king[side])) & own[!side];
            tally.add(INTRUDERS, sign * intruders.len() as i32);
            for (role, _, kind, squares) in kinds(self, side) {
                let mut add = |feature, squares: Bitboard| {
                    if !squares.is_empty() {
                        tally.add(feature + kind, sign * squares.len() as i32);
                    }
                };
                add(BY_PAWN, squares & other.pawns);
                add(LOOSE, (squares & other.all).without(seen[side].all));
                if !is_lesser(role) {
                    add(BY_LESSER, (squares & other.lesser).without(other.pawns));
                }
            }
            let loose = (pawns[side] & other.all).without(seen[side].all);
            tally.add(LOOSE + PAWN, sign * loose.len() as i32);
            for (role, count) in self.hands()[side].iter() {
                for nth in 0..count {
                    tally.add(HELD + role as usize * 4 + usize::from(nth.min(3)), sign);
                }
                if role == Role::Pawn {
                    let files = (0..8).filter(|&it| !pawns[side].meets(Bitboard::file(it))).count();
                    tally.add(PAWN_FILES, sign * files as i32);
                }
            }
        }
        tally.add(TEMPO, sign(self.turn()));
    }

    /// The more is in hand, the later it is.
    fn stage(&self) -> i32 {
        let held: usize = Side::ALL.into_iter().map(|side| weight(self, side)).sum();
        MIDDLE - (2 * held as i32).min(MIDDLE)
    }
}

/// The pieces of a side but king and pawns: role, whether it is promoted, kind and squares.
fn kinds(
    position: &Position,
    side: Side,
) -> impl Iterator<Item = (Role, bool, usize, Bitboard)> + '_ {
    Role::DROPPABLE.into_iter().flat_map(move |role| {
        let plain = position.unpromoted(side, role);
        let promoted = position.pieces(side, role).without(plain);
        let (kind, great) = (role as usize, role as usize + 7);
        let plain = if role == Role::Pawn { Bitboard::EMPTY } else { plain };
        [(role, false, kind, plain), (role, true, great.min(GOLD), promoted)]
    })
}

fn is_lesser(role: Role) -> bool {
    !matches!(role, Role::King | Role::Princess | Role::Rook | Role::Bishop)
}

/// What a side has in hand, a pawn counted as one piece and others as two.
fn weight(position: &Position, side: Side) -> usize {
    let held = position.hands()[side].iter();
    held.map(|(role, count)| usize::from(count) * if role == Role::Pawn { 1 } else { 2 }).sum()
}

/// The group of a hand: none, little, some or much.
fn held(position: &Position, side: Side) -> usize {
    match weight(position, side) {
        0 => 0,
        1..=2 => 1,
        3..=5 => 2,
        _ => 3,
    }
}
