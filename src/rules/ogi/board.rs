//! The Ōgi board: where the pieces stand, where they may go and be dropped.

use super::{Hand, Illegal, Move, Piece, Role};
use crate::geometry::{
    KING_STEPS, LEAPS, Offset, SidedSquareTable, SquareTable, ahead, between, bishop_attacks,
    lance_attacks, line_through, rook_attacks, sided_steps, stepped, steps,
};
use crate::{Bitboard, BySide, Side, Square};

/// The pieces on the board and in hand, and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Board {
    /// Where the pieces of each role stand, promoted or not, in the order of [`Role::ALL`].
    roles: [Bitboard; 8],
    promoted: Bitboard,
    sides: BySide<Bitboard>,
    pub(super) hands: BySide<Hand>,
    pub(super) turn: Side,
}

/// One piece's legal moves on the board.
pub(super) struct PieceMoves {
    pub(super) piece: Piece,
    pub(super) from: Square,
    pub(super) to: Bitboard,
}

const SILVER_STEPS: [Offset; 5] = [(1, 1), (-1, 1), (-1, -1), (1, -1), (0, 1)];
const GOLD_STEPS: [Offset; 6] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1)];
const KNIGHT_LEAPS: [Offset; 2] = [(1, 2), (-1, 2)];
const PAWN_STEP: [Offset; 1] = [(0, 1)];

static KING: SquareTable = steps(&KING_STEPS);
static PRINCESS_LEAPS: SquareTable = steps(&LEAPS);
static SILVER: SidedSquareTable = sided_steps(SILVER_STEPS);
static GOLD: SidedSquareTable = sided_steps(GOLD_STEPS);
static KNIGHT: SidedSquareTable = sided_steps(KNIGHT_LEAPS);
static PAWN: SidedSquareTable = sided_steps(PAWN_STEP);

/// The last three ranks as seen by a side, where its pieces promote.
pub(super) const fn promotion_zone(side: Side) -> Bitboard {
    match side {
        Side::First => Bitboard(0xffff_ff00_0000_0000),
        Side::Second => Bitboard(0x0000_0000_00ff_ffff),
    }
}

/// The squares where an unpromoted piece has a move: not the last rank for a pawn or lance, nor
/// the last two for a knight.
pub(super) const fn standable(side: Side, role: Role) -> Bitboard {
    let ranks = match role {
        Role::Pawn | Role::Lance => 1,
        Role::Knight => 2,
        Role::King | Role::Princess | Role::Rook | Role::Bishop | Role::Silver => 0,
    };
    Bitboard(match side {
        Side::First => Bitboard::ALL.0 >> (8 * ranks),
        Side::Second => Bitboard::ALL.0 << (8 * ranks),
    })
}

impl Board {
    pub(super) fn empty(turn: Side) -> Board {
        Board {
            roles: [Bitboard::EMPTY; 8],
            promoted: Bitboard::EMPTY,
            sides: BySide::default(),
            hands: BySide::default(),
            turn,
        }
    }

    pub(super) fn put(&mut self, square: Square, side: Side, piece: Piece) {
        self.roles[piece.role as usize] |= square.into();
        self.sides[side] |= square.into();
        if piece.promoted {
            self.promoted |= square.into();
        }
    }

    #[inline]
    pub(super) fn role(&self, role: Role) -> Bitboard {
        self.roles[role as usize]
    }

    #[inline]
    pub(super) fn unpromoted(&self, role: Role) -> Bitboard {
        self.role(role).without(self.promoted)
    }

    #[inline]
    pub(super) fn side(&self, side: Side) -> Bitboard {
        self.sides[side]
    }

    #[inline]
    pub(super) fn occupied(&self) -> Bitboard {
        self.sides.first | self.sides.second
    }

    pub(super) fn piece_at(&self, square: Square) -> Option<(Side, Piece)> {
        let side = Side::ALL.into_iter().find(|&side| self.sides[side].contains(square))?;
        let role = self.role_at(square)?;
        Some((side, Piece { role, promoted: self.promoted.contains(square) }))
    }

    #[inline]
    fn role_at(&self, square: Square) -> Option<Role> {
        Role::ALL.into_iter().find(|&role| self.role(role).contains(square))
    }

    /// The squares that a piece attacks, lines ending at the first piece.
    #[inline]
    pub(super) fn reach(&self, side: Side, piece: Piece, from: Square) -> Bitboard {
        let occupied = self.occupied();
        match (piece.role, piece.promoted) {
            (Role::King, _) => KING.at(from),
            (Role::Princess, false) => bishop_attacks(from, occupied) | PRINCESS_LEAPS.at(from),
            (Role::Princess, true) => {
                bishop_attacks(from, occupied) | PRINCESS_LEAPS.at(from) | KING.at(from)
            }
            (Role::Rook, false) => rook_attacks(from, occupied),
            (Role::Rook, true) => rook_attacks(from, occupied) | KING.at(from),
            (Role::Bishop, false) => bishop_attacks(from, occupied),
            (Role::Bishop, true) => bishop_attacks(from, occupied) | KING.at(from),
            (Role::Silver, false) => SILVER.at(side, from),
            (Role::Knight, false) => KNIGHT.at(side, from),
            (Role::Lance, false) => lance_attacks(side, from, occupied),
            (Role::Pawn, false) => PAWN.at(side, from),
            (Role::Silver | Role::Knight | Role::Lance | Role::Pawn, true) => GOLD.at(side, from),
        }
    }

    /// The promoted pieces that move like a shogi player's gold.
    #[inline]
    fn golds(&self) -> Bitboard {
        let small = [Role::Silver, Role::Knight, Role::Lance, Role::Pawn];
        small.into_iter().fold(Bitboard::EMPTY, |set, role| set | self.role(role)) & self.promoted
    }

    /// The pieces that step like a king: the king, and a promoted princess, rook or bishop.
    #[inline]
    fn king_steppers(&self) -> Bitboard {
        let great = self.role(Role::Princess) | self.role(Role::Rook) | self.role(Role::Bishop);
        self.role(Role::King) | great & self.promoted
    }

    /// The pieces that ride along diagonals.
    #[inline]
    fn diagonal_riders(&self) -> Bitboard {
        self.role(Role::Bishop) | self.role(Role::Princess)
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
        let attackers = KING.at(square) & self.king_steppers()
            | PRINCESS_LEAPS.at(square) & self.role(Role::Princess)
            | bishop_attacks(square, occupied) & self.diagonal_riders()
            | rook_attacks(square, occupied) & self.role(Role::Rook)
            | lance_attacks(!side, square, occupied) & self.unpromoted(Role::Lance)
            | SILVER.at(!side, square) & self.unpromoted(Role::Silver)
            | KNIGHT.at(!side, square) & self.unpromoted(Role::Knight)
            | PAWN.at(!side, square) & self.unpromoted(Role::Pawn)
            | GOLD.at(!side, square) & self.golds();
        attackers & self.sides[side]
    }

    /// Every square that `side` attacks, lines running over `occupied`.
    #[inline]
    pub(super) fn attacks(&self, side: Side, occupied: Bitboard) -> Bitboard {
        let own = self.sides[side];
        let mut attacks = self.attacks_by_lesser(side, occupied)
            | stepped(side, self.king_steppers() & own, KING_STEPS)
            | stepped(side, self.role(Role::Princess) & own, LEAPS);
        for rider in self.diagonal_riders() & own {
            attacks |= bishop_attacks(rider, occupied);
        }
        for rook in self.role(Role::Rook) & own {
            attacks |= rook_attacks(rook, occupied);
        }
        attacks
    }

    /// Every square that the silvers, knights, lances and pawns of `side` attack.
    #[inline]
    pub(super) fn attacks_by_lesser(&self, side: Side, occupied: Bitboard) -> Bitboard {
        let own = self.sides[side];
        let mut attacks = stepped(side, self.unpromoted(Role::Silver) & own, SILVER_STEPS)
            | stepped(side, self.unpromoted(Role::Knight) & own, KNIGHT_LEAPS)
            | stepped(side, self.unpromoted(Role::Pawn) & own, PAWN_STEP)
            | stepped(side, self.golds() & own, GOLD_STEPS);
        for lance in self.unpromoted(Role::Lance) & own {
            attacks |= lance_attacks(side, lance, occupied);
        }
        attacks
    }

    /// The king of a side; every board of a game has one.
    #[inline]
    fn king(&self, side: Side) -> Square {
        let king = self.role(Role::King) & self.sides[side];
        Square::wrapping(king.0.trailing_zeros())
    }

    #[inline]
    pub(super) fn checkers(&self) -> Bitboard {
        self.attackers(self.king(self.turn), !self.turn)
    }

    /// Whether the side to move could capture the king, with its king or with a move that leaves
    /// its king safe.
    pub(super) fn king_can_be_taken(&self) -> bool {
        let to = self.king(!self.turn);
        self.attackers(to, self.turn).into_iter().any(|from| {
            let promotes = self
                .piece_at(from)
                .is_some_and(|(side, piece)| Board::promotes(side, piece, from, to));
            from == self.king(self.turn)
                || self.check_legal(Move::Board { from, to, promotes }).is_ok()
        })
    }

    /// Calls `visit` with the legal moves of each piece on the board, and `drop` with the squares
    /// for each role in hand.
    ///
    /// No move is tried out. In check the targets are the checker and the squares before it, and a
    /// pinned piece stays on the line of the pin.
    #[inline]
    pub(super) fn each_piece(
        &self,
        mut visit: impl FnMut(PieceMoves),
        mut drop: impl FnMut(Role, Bitboard),
    ) {
        let own = self.sides[self.turn];
        let king = self.king(self.turn);
        let seen = self.attacks(!self.turn, self.occupied().without(king.into()));
        let to = KING.at(king).without(own | seen);
        visit(PieceMoves { piece: Piece { role: Role::King, promoted: false }, from: king, to });

        let checkers = if seen.contains(king) { self.checkers() } else { Bitboard::EMPTY };
        if checkers.is_several() {
            return;
        }
        let answers = checkers.first().map_or(Bitboard::ALL, |by| between(king, by) | checkers);
        let pinned = self.pinned(king);
        for role in Role::DROPPABLE {
            for from in self.role(role) & own {
                let piece = Piece { role, promoted: self.promoted.contains(from) };
                let mut to = self.reach(self.turn, piece, from).without(own) & answers;
                if pinned.contains(from) {
                    to &= line_through(king, from);
                }
                visit(PieceMoves { piece, from, to });
            }
        }

        let hand = &self.hands[self.turn];
        let empty = answers.without(self.occupied());
        for (role, _) in hand.iter() {
            drop(role, empty & self.droppable(role));
        }
    }

    /// The squares on which a role may be dropped: it must have a move there, and a pawn must be
    /// the only unpromoted one of its side on the file (nifu).
    #[inline]
    fn droppable(&self, role: Role) -> Bitboard {
        let squares = standable(self.turn, role);
        if role == Role::Pawn { squares.without(self.pawn_files()) } else { squares }
    }

    /// The files on which the side to move has an unpromoted pawn.
    #[inline]
    fn pawn_files(&self) -> Bitboard {
        let mut files = (self.unpromoted(Role::Pawn) & self.sides[self.turn]).0;
        for ranks in [1, 2, 4] {
            files |= files << (8 * ranks) | files >> (8 * ranks);
        }
        Bitboard(files)
    }

    /// The pieces pinned to the king of the side to move.
    #[inline]
    fn pinned(&self, king: Square) -> Bitboard {
        let riders = bishop_attacks(king, Bitboard::EMPTY) & self.diagonal_riders()
            | rook_attacks(king, Bitboard::EMPTY) & self.role(Role::Rook)
            | ahead(self.turn, king) & self.unpromoted(Role::Lance);
        let mut pinned = Bitboard::EMPTY;
        for rider in riders & self.sides[!self.turn] {
            let shields = between(king, rider) & self.occupied();
            if !shields.is_several() {
                pinned |= shields;
            }
        }
        pinned
    }

    pub(super) fn count_moves(&self) -> u64 {
        let (mut moves, mut drops) = (0, 0);
        self.each_piece(|piece| moves += piece.to.len() as u64, |_, to| drops += to.len() as u64);
        moves + drops
    }

    /// The board after a legal move.
    #[inline]
    pub(super) fn after(&self, mv: Move) -> Board {
        let mut board = *self;
        match mv {
            Move::Board { from, to, promotes } => {
                let (source, target) = (Bitboard::of(from), Bitboard::of(to));
                if self.sides[!self.turn].contains(to)
                    && let Some(role) = self.role_at(to)
                {
                    board.roles[role as usize] ^= target;
                    board.sides[!self.turn] ^= target;
                    board.hands[self.turn].add(role, 1);
                }
                for role in &mut board.roles {
                    if role.contains(from) {
                        *role ^= source | target;
                        break;
                    }
                }
                let promoted = promotes || self.promoted.contains(from);
                board.promoted = board.promoted.without(source | target);
                if promoted {
                    board.promoted |= target;
                }
                board.sides[self.turn] ^= source | target;
            }
            Move::Drop { role, to } => {
                board.put(to, self.turn, Piece { role, promoted: false });
                board.hands[self.turn].take(role);
            }
        }
        board.turn = !self.turn;
        board
    }

    /// Whether a move between two squares promotes: it must if it begins or ends in the zone and
    /// the piece can promote.
    #[inline]
    pub(super) fn promotes(turn: Side, piece: Piece, from: Square, to: Square) -> bool {
        let zone = promotion_zone(turn);
        piece.role != Role::King && !piece.promoted && (zone.contains(from) || zone.contains(to))
    }

    /// Whether the rules allow a move.
    pub(super) fn check_legal(&self, mv: Move) -> Result<(), Illegal> {
        let role = match mv {
            Move::Board { from, to, promotes } => self.judge_board_move(from, to, promotes)?.role,
            Move::Drop { role, to } => {
                self.judge_drop(role, to)?;
                role
            }
        };
        let after = self.after(mv);
        let by = after.attackers(after.king(self.turn), !self.turn);
        match by.first() {
            None => Ok(()),
            Some(by) if role == Role::King => Err(Illegal::KingIntoCheck { by }),
            Some(by) if self.checkers().is_empty() => Err(Illegal::ExposesKing { by }),
            Some(by) => Err(Illegal::LeavesKingInCheck { by }),
        }
    }

    fn judge_board_move(&self, from: Square, to: Square, promotes: bool) -> Result<Piece, Illegal> {
        let Some((side, piece)) = self.piece_at(from) else {
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
        if !self.reach(side, piece, from).contains(to) {
            return Err(Illegal::CannotGoThere { piece, from, to });
        }
        match (Board::promotes(side, piece, from, to), promotes) {
            (true, false) => Err(Illegal::MustPromote { piece, from, to }),
            (false, true) => Err(Illegal::DoesNotPromote { piece, from, to }),
            (true, true) | (false, false) => Ok(piece),
        }
    }

    fn judge_drop(&self, role: Role, to: Square) -> Result<(), Illegal> {
        if self.hands[self.turn].count(role) == 0 {
            return Err(Illegal::NotInHand { role });
        }
        if self.sides[self.turn].contains(to) {
            return Err(Illegal::DropOnOwnPiece { square: to });
        }
        if self.occupied().contains(to) {
            return Err(Illegal::DropOnPiece { square: to });
        }
        if !standable(self.turn, role).contains(to) {
            return Err(Illegal::DropWithoutMove { role, to });
        }
        if role == Role::Pawn && self.pawn_files().contains(to) {
            return Err(Illegal::Nifu { to });
        }
        Ok(())
    }

    /// The pieces of the side to move that can go to a square, with pins and checks ignored.
    pub(super) fn could_reach(&self, to: Square) -> impl Iterator<Item = (Square, Piece)> + '_ {
        let free = !self.sides[self.turn].contains(to);
        self.sides[self.turn].into_iter().filter_map(move |from| {
            let (side, piece) = self.piece_at(from)?;
            (free && self.reach(side, piece, from).contains(to)).then_some((from, piece))
        })
    }
}
