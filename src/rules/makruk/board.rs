//! The Makruk board: where the pieces stand, where they may go.

use super::{Illegal, Role};
use crate::geometry::{
    KING_STEPS, LEAPS, Offset, SidedSquareTable, SquareTable, between, line_through, rook_attacks,
    sided_steps, stepped, steps,
};
use crate::{Bitboard, BySide, Side, Square};

/// The pieces on the board and the side to move; the game without its counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Board {
    /// Where the pieces of each role stand, in the order of [`Role::ALL`].
    roles: [Bitboard; 7],
    sides: BySide<Bitboard>,
    pub(super) turn: Side,
}

/// One piece's legal moves.
pub(super) struct PieceMoves {
    pub(super) role: Role,
    pub(super) from: Square,
    pub(super) to: Bitboard,
}

const MET_STEPS: [Offset; 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];
const KHON_STEPS: [Offset; 5] = [(1, 1), (-1, 1), (-1, -1), (1, -1), (0, 1)];
const BIA_CAPTURES: [Offset; 2] = [(1, 1), (-1, 1)];

static KHUN: SquareTable = steps(&KING_STEPS);
static MET: SquareTable = steps(&MET_STEPS);
static MA: SquareTable = steps(&LEAPS);
static KHON: SidedSquareTable = sided_steps(KHON_STEPS);
static BIA: SidedSquareTable = sided_steps(BIA_CAPTURES);

/// The ranks on which a bia cannot stand, from its promotion rank on, 0 to 7.
pub(super) const fn promotion_ranks(side: Side) -> Bitboard {
    match side {
        Side::First => Bitboard(0xffff_ff00_0000_0000),
        Side::Second => Bitboard(0x0000_0000_00ff_ffff),
    }
}

impl Board {
    pub(super) const fn empty(turn: Side) -> Board {
        Board {
            roles: [Bitboard::EMPTY; 7],
            sides: BySide { first: Bitboard::EMPTY, second: Bitboard::EMPTY },
            turn,
        }
    }

    pub(super) fn put(&mut self, square: Square, side: Side, role: Role) {
        self.roles[role as usize] |= square.into();
        self.sides[side] |= square.into();
    }

    #[inline]
    pub(super) fn role(&self, role: Role) -> Bitboard {
        self.roles[role as usize]
    }

    #[inline]
    pub(super) fn side(&self, side: Side) -> Bitboard {
        self.sides[side]
    }

    #[inline]
    pub(super) fn occupied(&self) -> Bitboard {
        self.sides.first | self.sides.second
    }

    pub(super) fn piece_at(&self, square: Square) -> Option<(Side, Role)> {
        let side = Side::ALL.into_iter().find(|&side| self.sides[side].contains(square))?;
        Some((side, self.role_at(square)?))
    }

    #[inline]
    fn role_at(&self, square: Square) -> Option<Role> {
        Role::ALL.into_iter().find(|&role| self.role(role).contains(square))
    }

    /// The pseudo-legal targets of a piece; none has a piece of its own side.
    #[inline]
    fn reach(&self, side: Side, role: Role, from: Square) -> Bitboard {
        let attacked = self.attacked_from(side, role, from);
        let reach = if role == Role::Bia {
            stepped(side, from.into(), [(0, 1)]).without(self.occupied())
                | attacked & self.sides[!side]
        } else {
            attacked
        };
        reach.without(self.sides[side])
    }

    /// The squares that a piece attacks, lines ending at the first piece.
    #[inline]
    pub(super) fn attacked_from(&self, side: Side, role: Role, from: Square) -> Bitboard {
        match role {
            Role::Khun => KHUN.at(from),
            Role::Met | Role::BiaNgai => MET.at(from),
            Role::Khon => KHON.at(side, from),
            Role::Ma => MA.at(from),
            Role::Rua => rook_attacks(from, self.occupied()),
            Role::Bia => BIA.at(side, from),
        }
    }

    /// The pieces of `side` that attack a square.
    #[inline]
    pub(super) fn attackers(&self, square: Square, side: Side) -> Bitboard {
        self.attackers_over(square, side, self.occupied())
    }

    /// The pieces of `side` that attack a square, lines running over `occupied`.
    #[inline]
    pub(super) fn attackers_over(
        &self,
        square: Square,
        side: Side,
        occupied: Bitboard,
    ) -> Bitboard {
        // Looks from the square with the steps of the other side, because attacks are symmetric.
        let attackers = KHUN.at(square) & self.role(Role::Khun)
            | MET.at(square) & (self.role(Role::Met) | self.role(Role::BiaNgai))
            | KHON.at(!side, square) & self.role(Role::Khon)
            | MA.at(square) & self.role(Role::Ma)
            | BIA.at(!side, square) & self.role(Role::Bia)
            | rook_attacks(square, occupied) & self.role(Role::Rua);
        attackers & self.sides[side]
    }

    /// Every square that `side` attacks, lines running over `occupied`.
    #[inline]
    fn attacks(&self, side: Side, occupied: Bitboard) -> Bitboard {
        let own = self.sides[side];
        let mets = self.role(Role::Met) | self.role(Role::BiaNgai);
        let mut attacks = stepped(side, mets & own, MET_STEPS)
            | stepped(side, self.role(Role::Khon) & own, KHON_STEPS)
            | stepped(side, self.role(Role::Ma) & own, LEAPS)
            | stepped(side, self.role(Role::Bia) & own, BIA_CAPTURES)
            | stepped(side, self.role(Role::Khun) & own, KING_STEPS);
        for rua in self.role(Role::Rua) & own {
            attacks |= rook_attacks(rua, occupied);
        }
        attacks
    }

    /// The khun of a side; every board of a game has one.
    #[inline]
    pub(super) fn khun(&self, side: Side) -> Square {
        let khun = self.role(Role::Khun) & self.sides[side];
        Square::wrapping(khun.0.trailing_zeros())
    }

    #[inline]
    pub(super) fn checkers(&self) -> Bitboard {
        self.attackers(self.khun(self.turn), !self.turn)
    }

    /// Whether the side to move could capture the khun, with its khun or with a move that leaves
    /// its khun safe.
    pub(super) fn khun_can_be_taken(&self) -> bool {
        let khun = self.khun(!self.turn);
        self.attackers(khun, self.turn)
            .into_iter()
            .any(|from| from == self.khun(self.turn) || self.check_legal(from, khun).is_ok())
    }

    /// Calls `visit` with the legal moves of each piece.
    ///
    /// No move is tried out. In check the targets are the checker and the squares before it, and a
    /// pinned piece stays on the line of the pin.
    #[inline]
    pub(super) fn each_piece(&self, mut visit: impl FnMut(PieceMoves)) {
        let (own, enemy) = (self.sides[self.turn], self.sides[!self.turn]);
        let khun = self.khun(self.turn);
        let seen = self.attacks(!self.turn, self.occupied().without(khun.into()));
        let to = KHUN.at(khun).without(own | seen);
        visit(PieceMoves { role: Role::Khun, from: khun, to });

        let checkers = if seen.contains(khun) { self.checkers() } else { Bitboard::EMPTY };
        if checkers.is_several() {
            return;
        }
        let answers = checkers.first().map_or(Bitboard::ALL, |by| between(khun, by) | checkers);
        let pinned = self.pinned(khun, self.role(Role::Rua) & enemy);
        for role in [Role::Met, Role::BiaNgai, Role::Khon, Role::Ma, Role::Rua, Role::Bia] {
            for from in self.role(role) & own {
                let mut to = self.reach(self.turn, role, from) & answers;
                if pinned.contains(from) {
                    to &= line_through(khun, from);
                }
                visit(PieceMoves { role, from, to });
            }
        }
    }

    /// The pieces pinned to the khun by one of the rua.
    #[inline]
    fn pinned(&self, khun: Square, ruas: Bitboard) -> Bitboard {
        let mut pinned = Bitboard::EMPTY;
        for rua in ruas & rook_attacks(khun, Bitboard::EMPTY) {
            let shields = between(khun, rua) & self.occupied();
            if !shields.is_several() {
                pinned |= shields;
            }
        }
        pinned
    }

    pub(super) fn count_moves(&self) -> u64 {
        let mut moves = 0;
        self.each_piece(|piece| moves += piece.to.len() as u64);
        moves
    }

    /// The board after a legal move.
    #[inline]
    pub(super) fn after(&self, from: Square, to: Square) -> Board {
        let mut board = *self;
        let (source, target) = (Bitboard::of(from), Bitboard::of(to));
        let bia = self.role(Role::Bia).contains(from);
        for role in &mut board.roles {
            let moves = role.contains(from);
            *role = role.without(source | target);
            if moves {
                *role |= target;
            }
        }
        if bia && promotion_ranks(self.turn).contains(to) {
            board.roles[Role::Bia as usize] ^= target;
            board.roles[Role::BiaNgai as usize] |= target;
        }
        board.sides[self.turn] ^= source | target;
        board.sides[!self.turn] = board.sides[!self.turn].without(target);
        board.turn = !self.turn;
        board
    }

    /// Whether a move between two squares promotes.
    #[inline]
    pub(super) fn promotes(&self, from: Square, to: Square) -> bool {
        self.role(Role::Bia).contains(from) && promotion_ranks(self.turn).contains(to)
    }

    /// Checks a move without its promotion mark and returns the role that moves.
    pub(super) fn check_legal(&self, from: Square, to: Square) -> Result<Role, Illegal> {
        let Some((side, role)) = self.piece_at(from) else {
            return Err(Illegal::NoPiece { square: from });
        };
        if side != self.turn {
            return Err(Illegal::NotYours { square: from });
        }
        if from == to {
            return Err(Illegal::StaysPut { square: from });
        }
        if self.sides[side].contains(to) {
            return Err(Illegal::OwnPiece { square: to });
        }
        if !self.reach(side, role, from).contains(to) {
            return Err(Illegal::CannotGoThere { role, from, to });
        }
        let after = self.after(from, to);
        let by = after.attackers(after.khun(side), !side);
        match by.first() {
            None => Ok(role),
            Some(by) if role == Role::Khun => Err(Illegal::KhunIntoCheck { by }),
            Some(by) if self.checkers().is_empty() => Err(Illegal::ExposesKhun { by }),
            Some(by) => Err(Illegal::LeavesKhunInCheck { by }),
        }
    }

    /// Whether the same side is to move with the same pieces; a bia-ngai equals a met.
    pub(super) fn looks_like(&self, other: &Board) -> bool {
        let mets = |board: &Board| board.role(Role::Met) | board.role(Role::BiaNgai);
        let distinct = [Role::Khun, Role::Khon, Role::Ma, Role::Rua, Role::Bia];
        self.turn == other.turn
            && self.sides == other.sides
            && mets(self) == mets(other)
            && distinct.into_iter().all(|role| self.role(role) == other.role(role))
    }

    /// The pieces of the side to move that can go to a square, with pins and checks ignored.
    pub(super) fn could_reach(&self, role: Role, to: Square) -> impl Iterator<Item = Square> + '_ {
        (self.role(role) & self.sides[self.turn])
            .into_iter()
            .filter(move |&from| self.reach(self.turn, role, from).contains(to))
    }
}
