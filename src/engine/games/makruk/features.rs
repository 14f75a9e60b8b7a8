//! What a Makruk position has.

use crate::engine::games::{around, folded, middle, sign, up};
use crate::engine::weights::{MIDDLE, Tallied, Tally, Weight, read};
use crate::rules::makruk::{Position, Role};
use crate::rules::{Bitboard, BySide, Position as _, Side, Square};

/// The pieces that move alike: khun, met, khon, ma, rua, bia.
const KINDS: usize = 6;
/// The kinds between khun and bia.
const OFFICERS: [[Option<Role>; 2]; 4] = [
    [Some(Role::Met), Some(Role::BiaNgai)],
    [Some(Role::Khon), None],
    [Some(Role::Ma), None],
    [Some(Role::Rua), None],
];
const KHUN: usize = 0;
const RUA: usize = 4;
const BIA: usize = 5;

// The first feature of each group.
/// A kind on a square.
const PLACES: usize = 0;
/// Where an officer may go.
const MOBILITY: usize = PLACES + KINDS * 32;
/// Squares beside the other khun that an officer attacks.
const NEAR_KHUN: usize = MOBILITY + KINDS * 16;
/// Officers that attack a square beside the other khun.
const ATTACKERS: usize = NEAR_KHUN + KINDS;
/// Squares beside the khun that are attacked, and that it alone defends.
const WEAK: usize = ATTACKERS + 8;
/// Pieces beside the khun.
const GUARDS: usize = WEAK + 9;
/// A kind that a bia attacks.
const BY_BIA: usize = GUARDS + 9;
/// A kind that a lesser officer attacks.
const BY_LESSER: usize = BY_BIA + KINDS;
/// A kind that is attacked and not defended.
const LOOSE: usize = BY_LESSER + KINDS;
/// A second piece of a kind.
const PAIR: usize = LOOSE + KINDS;
/// A rua on a file without bia, and on one without its own.
const OPEN: usize = PAIR + KINDS;
/// A bia that a bia defends, one behind another, and one that no other bia can stop, by rank.
const CHAINED: usize = OPEN + 2;
const DOUBLED: usize = CHAINED + 1;
const PASSED: usize = DOUBLED + 1;
/// Against a khun that is nearly alone: how far it is from the edge, how far the khun are from each
/// other, and how near the pieces are.
const DRIVEN: usize = PASSED + 8;
const KHUN_APART: usize = DRIVEN + 4;
const PIECES_NEAR: usize = KHUN_APART + 8;
/// The side to move.
const TEMPO: usize = PIECES_NEAR + 1;
const COUNT: usize = TEMPO + 1;

static WEIGHTS: [Weight; COUNT] = read(include_bytes!("../../../../assets/engine/makruk"));

/// What a side attacks.
#[derive(Clone, Copy, Default)]
struct Seen {
    bia: Bitboard,
    /// With met and khon.
    lesser: Bitboard,
    /// With all pieces but the khun.
    most: Bitboard,
    all: Bitboard,
}

impl Tallied for Position {
    const WEIGHTS: &'static [Weight] = &WEIGHTS;

    fn tally(&self, tally: &mut impl Tally) {
        let khun = BySide::of(|side| self.pieces(side, Role::Khun));
        let beside = BySide::of(|side| around(khun[side]).without(khun[side]));
        let bia = BySide::of(|side| self.pieces(side, Role::Bia));
        let mut seen = BySide::of(|side| {
            let bia = bia[side].shift(1, up(side)) | bia[side].shift(-1, up(side));
            Seen { bia, lesser: bia, most: bia, all: bia | beside[side] }
        });
        let own = BySide::of(|side| all_pieces(self, side));
        for side in Side::ALL {
            let sign = sign(side);
            let mut attackers = 0;
            for (kind, roles) in (1..).zip(OFFICERS) {
                let mut count = 0;
                for from in roles.into_iter().flatten().flat_map(|role| self.pieces(side, role)) {
                    let role = roles[0].unwrap_or(Role::Met);
                    let to = self.attacked_from(side, role, from);
                    let free = to.without(own[side] | seen[!side].bia).len();
                    let near = (to & beside[!side]).len();
                    tally.add(PLACES + kind * 32 + folded(side, from), sign);
                    tally.add(MOBILITY + kind * 16 + free, sign);
                    if near > 0 {
                        tally.add(NEAR_KHUN + kind, sign * near as i32);
                        attackers += 1;
                    }
                    if kind == RUA {
                        let file = Bitboard::file(from.file());
                        if !file.meets(bia[side]) {
                            tally.add(OPEN + usize::from(file.meets(bia[!side])), sign);
                        }
                    }
                    let seen = &mut seen[side];
                    seen.most |= to;
                    if kind <= 2 {
                        seen.lesser |= to;
                    }
                    count += 1;
                }
                if count > 1 {
                    tally.add(PAIR + kind, sign);
                }
            }
            tally.add(ATTACKERS + attackers.min(7), sign);
            let Seen { most, all, .. } = seen[side];
            seen[side].all = all | most;
        }
        for side in Side::ALL {
            let (sign, other) = (sign(side), seen[!side]);
            for from in khun[side] {
                tally.add(PLACES + KHUN * 32 + folded(side, from), sign);
            }
            tally.add(WEAK + (beside[side] & other.most).without(seen[side].most).len(), sign);
            tally.add(GUARDS + (beside[side] & own[side]).len(), sign);
            for (kind, roles) in (1..).zip(OFFICERS) {
                let all = roles.into_iter().flatten();
                let all = all.fold(Bitboard::EMPTY, |all, role| all | self.pieces(side, role));
                let lesser = if kind == RUA { other.most } else { other.lesser };
                let mut add = |feature, squares: Bitboard| {
                    tally.add(feature + kind, sign * squares.len() as i32);
                };
                add(BY_BIA, all & other.bia);
                add(LOOSE, (all & other.all).without(seen[side].all));
                if kind > 2 {
                    add(BY_LESSER, (all & lesser).without(other.bia));
                }
            }
            let loose = (bia[side] & other.all).without(seen[side].all);
            tally.add(LOOSE + BIA, sign * loose.len() as i32);
            tally_bia(tally, side, bia, seen[side].bia);
            tally_driving(tally, side, khun, own);
        }
        tally.add(TEMPO, sign(self.turn()));
    }

    fn stage(&self) -> i32 {
        let count = |role| (self.pieces(Side::First, role) | self.pieces(Side::Second, role)).len();
        let officers = 4 * count(Role::Rua) + 2 * (count(Role::Ma) + count(Role::Khon));
        (officers as i32).min(MIDDLE)
    }
}

fn all_pieces(position: &Position, side: Side) -> Bitboard {
    Role::ALL.into_iter().fold(Bitboard::EMPTY, |all, role| all | position.pieces(side, role))
}

/// Tells of the bia of a side. `seen` is what they attack.
fn tally_bia(tally: &mut impl Tally, side: Side, bia: BySide<Bitboard>, seen: Bitboard) {
    let sign = sign(side);
    // The squares that the other bia can pass over or attack.
    let mut held = bia[!side];
    for _ in 0..4 {
        held |= held.shift(0, -up(side));
    }
    held |= held.shift(1, 0) | held.shift(-1, 0);
    for from in bia[side] {
        tally.add(PLACES + BIA * 32 + folded(side, from), sign);
    }
    for from in bia[side].without(held) {
        tally.add(PASSED + folded(side, from) / 4, sign);
    }
    let doubled = bia[side].shift(0, 1) & bia[side];
    tally.add(CHAINED, sign * (bia[side] & seen).len() as i32);
    tally.add(DOUBLED, sign * doubled.len() as i32);
}

/// Tells how the other khun is driven, where it is nearly alone.
fn tally_driving(
    tally: &mut impl Tally,
    side: Side,
    khun: BySide<Bitboard>,
    own: BySide<Bitboard>,
) {
    if own[!side].len() > 2 || own[side].len() < 3 {
        return;
    }
    let (Some(ours), Some(other)) = (khun[side].first(), khun[!side].first()) else { return };
    let sign = sign(side);
    tally.add(DRIVEN + middle(other.index()).unsigned_abs() as usize, sign);
    tally.add(KHUN_APART + distance(ours, other), sign);
    let near: usize = own[side].into_iter().map(|square| 7 - distance(square, other)).sum();
    tally.add(PIECES_NEAR, sign * near as i32);
}

fn distance(one: Square, other: Square) -> usize {
    usize::from(one.file().abs_diff(other.file()).max(one.rank().abs_diff(other.rank())))
}
