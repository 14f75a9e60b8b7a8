//! Makruk positions and their legal moves.

use super::board::{Board, promotion_ranks};
use super::count::{Count, Counting, Honours};
use super::illegal::Illegal;
use super::moves::{Act, Move};
use super::role::Role;
use crate::{
    Bitboard, BySide, GameKind, MoveError, MoveStyle, Outcome, Reason, Side, Square, typed,
};

/// A Makruk position: the pieces, the side to move, the count and the table's rule for it.
///
/// ```
/// use kradan_rules::{Position as _, makruk::Position};
///
/// let position: Position = "8/8/2n5/8/6k1/2K5/8/1r5S w".parse()?;
/// assert_eq!(position.diagram(), "  a b c d e f g h
/// 8 . . . . . . . . 8
/// 7 . . . . . . . . 7
/// 6 . . n . . . . . 6
/// 5 . . . . . . . . 5
/// 4 . . . . . . k . 4
/// 3 . . K . . . . . 3
/// 2 . . . . . . . . 2
/// 1 . r . . . . . S 1
///   a b c d e f g h
/// White to move
/// ");
/// let claimed = position.after(position.read_move("claim: h1 h2")?);
/// assert_eq!(claimed.count().map(|count| (count.number, count.limit)), Some((1, 64)));
/// assert_eq!(claimed.to_string(), "8/8/2n5/8/6k1/2K5/7S/1r6 b board:w:1/64");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) board: Board,
    pub(super) counting: Counting,
    pub(super) honours: Honours,
}

impl Default for Position {
    fn default() -> Position {
        let mut board = Board::empty(Side::First);
        let back = [
            Role::Rua,
            Role::Ma,
            Role::Khon,
            Role::Khun,
            Role::Met,
            Role::Khon,
            Role::Ma,
            Role::Rua,
        ];
        for (square, role) in Square::all().zip(back) {
            // Each khun stands opposite the other side's met.
            let opposite = Square::wrapping(63 - square.index() as u32);
            board.put(square, Side::First, role);
            board.put(opposite, Side::Second, role);
        }
        for square in Bitboard::rank(2) {
            board.put(square, Side::First, Role::Bia);
        }
        for square in Bitboard::rank(5) {
            board.put(square, Side::Second, Role::Bia);
        }
        Position { board, counting: Counting::Idle, honours: Honours::Highest }
    }
}

impl Position {
    /// Sets the house rule for the counts. A running count keeps its limit; a count that is due
    /// takes the limit of the rule. If counting was off, it begins with the count that is due by
    /// these pieces.
    #[must_use]
    pub fn with_honours(self, honours: Honours) -> Position {
        let counting = self.counting.under(&self.board, self.honours, honours);
        Position { counting, honours, ..self }
    }

    /// The table's house rule for the counts.
    #[must_use]
    pub fn honours(&self) -> Honours {
        self.honours
    }

    /// The count that runs or is due; `None` after checkmate or stalemate.
    #[must_use]
    pub fn count(&self) -> Option<Count> {
        self.counting.count().filter(|_| self.counting.is_exceeded() || self.has_moves())
    }

    /// Whether a pieces' honour is due and its first number is not said yet.
    #[must_use]
    pub fn count_is_due(&self) -> bool {
        matches!(self.counting, Counting::Due(_)) && self.count().is_some()
    }

    /// The count as a sentence, if there is one: `Black counts the pieces' honour: 4/16, now due`.
    #[must_use]
    pub fn count_line(&self) -> Option<String> {
        let due = if self.count_is_due() { ", now due" } else { "" };
        Some(format!("{}{due}", self.count()?))
    }

    /// The number said with a legal move, if its mover says one.
    #[must_use]
    pub fn said(&self, mv: Move) -> Option<u8> {
        self.counting.said(self.board.turn, mv.act)
    }

    /// Whether the rules let the side to move do this to the counts.
    ///
    /// The table decides who may claim by the strength of the pieces.
    ///
    /// # Errors
    ///
    /// [`Illegal::CannotClaim`] or [`Illegal::NotCounting`].
    pub fn judge_act(&self, act: Act) -> Result<(), Illegal> {
        self.counting.check_legal(self.board.turn, act, &self.board, self.honours)
    }

    /// The piece on a square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<(Side, Role)> {
        self.board.piece_at(square)
    }

    /// Where the pieces of a side and role stand.
    #[must_use]
    pub fn pieces(&self, side: Side, role: Role) -> Bitboard {
        self.board.role(role) & self.board.side(side)
    }

    /// The pieces of a side that attack a square once those on `gone` have left.
    #[must_use]
    pub fn attackers_without(&self, square: Square, side: Side, gone: Bitboard) -> Bitboard {
        self.board.attackers_over(square, side, self.board.occupied() & !gone) & !gone
    }

    /// The squares that a piece on a square attacks, lines ending at the first piece.
    #[inline]
    #[must_use]
    pub fn attacked_from(&self, side: Side, role: Role, from: Square) -> Bitboard {
        self.board.attacked_from(side, role, from)
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

    fn has_moves(&self) -> bool {
        self.board.count_moves() > 0
    }
}

impl crate::Position for Position {
    type Move = Move;
    type Illegal = Illegal;

    const KIND: GameKind = GameKind::Makruk;
    const SIDE_NAMES: BySide<&'static str> = BySide { first: "White", second: "Black" };
    const ALIASES: &'static [&'static str] = &["thai", "thai chess", "หมากรุก", "หมากรุกไทย"];
    const ROYAL: &'static str = "khun";
    const OVER_IS_A_LEAF: bool = false;

    fn turn(&self) -> Side {
        self.board.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.counting.is_exceeded() {
            Some(Outcome::draw(Reason::Count))
        } else if self.has_moves() {
            None
        } else if self.is_check() {
            Some(Outcome::win(!self.board.turn, Reason::Checkmate))
        } else {
            Some(Outcome::draw(Reason::Stalemate))
        }
    }

    fn is_check(&self) -> bool {
        !self.board.checkers().is_empty()
    }

    #[inline]
    fn each_move(&self, mut visit: impl FnMut(Move)) {
        if self.counting.is_exceeded() {
            return;
        }
        let promotion = promotion_ranks(self.board.turn);
        self.board.each_piece(|piece| {
            for to in piece.to {
                let promotes = piece.role == Role::Bia && promotion.contains(to);
                visit(Move { from: piece.from, to, promotes, act: None });
            }
        });
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        if self.counting.is_exceeded() { 0 } else { self.board.count_moves() }
    }

    #[inline]
    fn after(&self, mv: Move) -> Position {
        let board = self.board.after(mv.from, mv.to);
        let counting = self.counting.after(self.board.turn, mv.act, &board, self.honours);
        Position { board, counting, honours: self.honours }
    }

    fn check_legal(&self, mv: Move) -> Result<(), Illegal> {
        let role = self.board.check_legal(mv.from, mv.to)?;
        match (self.board.promotes(mv.from, mv.to), mv.promotes) {
            (true, false) => return Err(Illegal::MustPromote { to: mv.to }),
            (false, true) => return Err(Illegal::DoesNotPromote { role, to: mv.to }),
            (true, true) | (false, false) => {}
        }
        mv.act.map_or(Ok(()), |act| self.judge_act(act))
    }

    fn written(&self, mv: Move, style: MoveStyle) -> String {
        match style {
            MoveStyle::Exact => mv.to_string(),
            MoveStyle::Letters => self.san(mv),
            MoveStyle::Native => self.thai(mv),
        }
    }

    fn said(&self, mv: Move) -> Option<u8> {
        Position::said(self, mv)
    }

    fn captioned(&self, outcome: Option<Outcome>, below: Side) -> String {
        self.diagram_with(outcome, below)
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError<Illegal>> {
        typed::read(self, text)
    }

    /// Ignores the counts, which differ each time. A bia-ngai equals a met, because it moves like
    /// one.
    fn repeats(&self, earlier: &Position) -> bool {
        self.board.looks_like(&earlier.board)
    }

    fn for_perft(self) -> Position {
        self.with_honours(Honours::Off)
    }
}
