//! Ōgi positions and their legal moves.

use super::board::{Board, PieceMoves};
use super::hand::Hand;
use super::illegal::Illegal;
use super::moves::Move;
use super::piece::{Piece, Role};
use crate::{
    Bitboard, BySide, GameKind, MoveError, MoveStyle, Outcome, Reason, Side, Square, typed,
};

/// An Ōgi position: the pieces on the board and in hand, and the side to move.
///
/// ```
/// use kradan_rules::{Position as _, ogi::Position};
///
/// let start = Position::default();
/// assert_eq!(start.to_string(), "lnsik^snl/1r4b1/pppppppp/8/8/PPPPPPPP/1B4R1/LNSIK^SNL / O/o");
/// assert_eq!(start.legal_moves().len(), 25);
///
/// let position: Position = "4k^3/8/8/8/8/8/4+R3/4K^3 P/2pb o/O".parse()?;
/// assert_eq!(position.diagram(), "   a  b  c  d  e  f  g  h
/// 8  .  .  .  .  k  .  .  . 8
/// 7  .  .  .  .  .  .  .  . 7
/// 6  .  .  .  .  .  .  .  . 6
/// 5  .  .  .  .  .  .  .  . 5
/// 4  .  .  .  .  .  .  .  . 4
/// 3  .  .  .  .  .  .  .  . 3
/// 2  .  .  .  . +R  .  .  . 2
/// 1  .  .  .  .  K  .  .  . 1
///    a  b  c  d  e  f  g  h
/// Sente's hand: P
/// Gote's hand: b 2p
/// Gote to move, in check
/// ");
/// # Ok::<(), kradan_rules::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) board: Board,
}

impl Default for Position {
    fn default() -> Position {
        let mut board = Board::empty(Side::First);
        let back = [
            Role::Lance,
            Role::Knight,
            Role::Silver,
            Role::Princess,
            Role::King,
            Role::Silver,
            Role::Knight,
            Role::Lance,
        ];
        let mut put = |file: u8, rank: u8, side, role| {
            if let Some(square) = Square::new(file, rank) {
                board.put(square, side, Piece { role, promoted: false });
            }
        };
        for (file, role) in (0..8).zip(back) {
            put(file, 0, Side::First, role);
            put(file, 7, Side::Second, role);
            put(file, 2, Side::First, Role::Pawn);
            put(file, 5, Side::Second, Role::Pawn);
        }
        put(1, 1, Side::First, Role::Bishop);
        put(6, 1, Side::First, Role::Rook);
        put(1, 6, Side::Second, Role::Rook);
        put(6, 6, Side::Second, Role::Bishop);
        Position { board }
    }
}

impl Position {
    /// The piece on a square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<(Side, Piece)> {
        self.board.piece_at(square)
    }

    /// Where the pieces of a side and role stand, promoted or not.
    #[must_use]
    pub fn pieces(&self, side: Side, role: Role) -> Bitboard {
        self.board.role(role) & self.board.side(side)
    }

    /// Where the pieces of a side and role stand that are not promoted.
    #[must_use]
    pub fn unpromoted(&self, side: Side, role: Role) -> Bitboard {
        self.board.unpromoted(role) & self.board.side(side)
    }

    /// The pieces in hand.
    #[must_use]
    pub fn hands(&self) -> &BySide<Hand> {
        &self.board.hands
    }

    /// The pieces of a side that attack a square once those on `gone` have left.
    #[must_use]
    pub fn attackers_without(&self, square: Square, side: Side, gone: Bitboard) -> Bitboard {
        self.board.attackers_over(square, side, self.board.occupied() & !gone) & !gone
    }

    /// The squares that a side attacks, lines ending at the first piece.
    #[inline]
    #[must_use]
    pub fn attacked(&self, side: Side) -> Bitboard {
        self.board.attacks(side, self.board.occupied())
    }

    /// The squares that the silvers, knights, lances and pawns of a side attack.
    #[inline]
    #[must_use]
    pub fn attacked_by_lesser(&self, side: Side) -> Bitboard {
        self.board.attacks_by_lesser(side, self.board.occupied())
    }

    /// The position after a pass, which no rule allows: a search learns from it how good a position
    /// is. The result is meaningless in check.
    #[must_use]
    pub fn with_other_side_to_move(&self) -> Position {
        let mut passed = *self;
        passed.board.turn = !passed.board.turn;
        passed
    }

    /// The pieces that give check to the side to move.
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        self.board.checkers()
    }
}

impl crate::Position for Position {
    type Move = Move;
    type Illegal = Illegal;

    const KIND: GameKind = GameKind::Ogi;
    const SIDE_NAMES: BySide<&'static str> = BySide { first: "Sente", second: "Gote" };
    const ALIASES: &'static [&'static str] = &["ōgi", "王棋"];
    const OVER_IS_A_LEAF: bool = false;

    /// As shogi players write a recapture: `▲同歩`.
    fn spelled_out(text: &str, last: Move) -> Option<String> {
        let bare = text.trim_start_matches(|c: char| c.is_whitespace() || "▲△☗☖".contains(c));
        let piece = bare.strip_prefix('同')?.trim_start();
        let (Move::Board { to, .. } | Move::Drop { to, .. }) = last;
        Some(format!("{to}{piece}"))
    }

    fn turn(&self) -> Side {
        self.board.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.board.count_moves() > 0 {
            return None;
        }
        let reason = if self.is_check() { Reason::Checkmate } else { Reason::NoMove };
        Some(Outcome::win(!self.board.turn, reason))
    }

    fn is_check(&self) -> bool {
        !self.board.checkers().is_empty()
    }

    #[inline]
    fn each_move(&self, visit: impl FnMut(Move)) {
        // Both closures need the visitor, and never at the same time.
        let visit = std::cell::RefCell::new(visit);
        let turn = self.board.turn;
        self.board.each_piece(
            |PieceMoves { piece, from, to }| {
                let mut visit = visit.borrow_mut();
                for to in to {
                    visit(Move::Board {
                        from,
                        to,
                        promotes: Board::promotes(turn, piece, from, to),
                    });
                }
            },
            |role, to| {
                let mut visit = visit.borrow_mut();
                for to in to {
                    visit(Move::Drop { role, to });
                }
            },
        );
    }

    fn count_moves(&self) -> u64 {
        self.board.count_moves()
    }

    #[inline]
    fn after(&self, mv: Move) -> Position {
        Position { board: self.board.after(mv) }
    }

    fn check_legal(&self, mv: Move) -> Result<(), Illegal> {
        self.board.check_legal(mv)
    }

    fn written(&self, mv: Move, style: MoveStyle) -> String {
        match style {
            MoveStyle::Exact => mv.to_string(),
            MoveStyle::Letters => self.western(mv),
            MoveStyle::Native => self.kanji(mv),
        }
    }

    fn captioned(&self, outcome: Option<Outcome>, below: Side) -> String {
        self.diagram_with(outcome, below)
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError<Illegal>> {
        typed::read(self, text)
    }

    /// The fourth occurrence is a draw. If every move of one side since the first occurrence gave
    /// check, that side loses; if every move of both sides did, it is a draw.
    fn repetition(past: &[Position]) -> Option<Outcome> {
        let now = past.last()?;
        let occurrences = past.iter().filter(|earlier| now == *earlier).count();
        if occurrences < REPETITIONS {
            return None;
        }
        let since = past.iter().skip_while(|earlier| now != *earlier).skip(1);
        let checks_always = |side: Side| {
            since.clone().filter(|after| after.board.turn != side).all(crate::Position::is_check)
        };
        Some(match (checks_always(Side::First), checks_always(Side::Second)) {
            (true, false) => Outcome::win(Side::Second, Reason::PerpetualCheck),
            (false, true) => Outcome::win(Side::First, Reason::PerpetualCheck),
            (true, true) | (false, false) => Outcome::draw(Reason::Repetition),
        })
    }
}

/// The occurrence of a position that ends the game.
const REPETITIONS: usize = 4;
