//! Ōgi (王棋): an 8×8 shogi with a princess and drops.
//!
//! Sente moves first. A captured piece goes to the captor's hand and can be dropped. Every piece
//! but the king must promote in the last three ranks. Checkmate wins, also by a dropped pawn.

mod board;
mod facts;
mod hand;
mod notation;
mod text;

use std::fmt;

use self::board::{Board, PieceMoves};
pub use self::hand::Hand;
use super::notation::{MoveStyle, typed};
use super::{Bitboard, BySide, FileOrRank, GameKind, MoveError, Outcome, Reason, Side, Square};

/// What an Ōgi piece is, promoted or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// 王 or 玉: one step in any direction.
    King,
    /// 姫: a bishop and a knight of western chess in one. Promoted, 神: steps like a king too.
    Princess,
    /// 飛: a rook. Promoted, 龍: steps like a king too.
    Rook,
    /// 角: a bishop. Promoted, 馬: steps like a king too.
    Bishop,
    /// 銀: one step diagonally or straight ahead. Promoted, 全: as a promoted pawn.
    Silver,
    /// 桂: leaps two ahead and one aside. Promoted, 圭: as a promoted pawn.
    Knight,
    /// 香: any distance straight ahead. Promoted, 杏: as a promoted pawn.
    Lance,
    /// 歩: one step straight ahead, also to capture. Promoted, と: one step orthogonally or
    /// diagonally ahead.
    Pawn,
}

impl Role {
    /// Every role, in the order of the type.
    pub const ALL: [Role; 8] = [
        Role::King,
        Role::Princess,
        Role::Rook,
        Role::Bishop,
        Role::Silver,
        Role::Knight,
        Role::Lance,
        Role::Pawn,
    ];

    /// The roles that can be in hand: all but the king, in the order of the type.
    pub const DROPPABLE: [Role; 7] = [
        Role::Princess,
        Role::Rook,
        Role::Bishop,
        Role::Silver,
        Role::Knight,
        Role::Lance,
        Role::Pawn,
    ];

    /// The letter of the piece.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Role::King => 'K',
            Role::Princess => 'I',
            Role::Rook => 'R',
            Role::Bishop => 'B',
            Role::Silver => 'S',
            Role::Knight => 'N',
            Role::Lance => 'L',
            Role::Pawn => 'P',
        }
    }

    /// How many pieces of the role a game has, on the board and in hand together.
    #[must_use]
    pub const fn in_a_game(self) -> u8 {
        match self {
            Role::King | Role::Princess | Role::Rook | Role::Bishop => 2,
            Role::Silver | Role::Knight | Role::Lance => 4,
            Role::Pawn => 16,
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Role::King => "king",
            Role::Princess => "princess",
            Role::Rook => "rook",
            Role::Bishop => "bishop",
            Role::Silver => "silver",
            Role::Knight => "knight",
            Role::Lance => "lance",
            Role::Pawn => "pawn",
        })
    }
}

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    pub role: Role,
    /// Whether it is promoted; a king never is.
    pub promoted: bool,
}

impl Piece {
    /// The kanji of the piece; the king's is 王 for Sente and 玉 for Gote.
    #[must_use]
    pub const fn kanji(self, side: Side) -> &'static str {
        match (self.role, self.promoted) {
            (Role::King, _) => match side {
                Side::First => "王",
                Side::Second => "玉",
            },
            (Role::Princess, false) => "姫",
            (Role::Princess, true) => "神",
            (Role::Rook, false) => "飛",
            (Role::Rook, true) => "龍",
            (Role::Bishop, false) => "角",
            (Role::Bishop, true) => "馬",
            (Role::Silver, false) => "銀",
            (Role::Silver, true) => "全",
            (Role::Knight, false) => "桂",
            (Role::Knight, true) => "圭",
            (Role::Lance, false) => "香",
            (Role::Lance, true) => "杏",
            (Role::Pawn, false) => "歩",
            (Role::Pawn, true) => "と",
        }
    }

    /// The letter in the case of a side, `+` before it if promoted: `P`, `+r`.
    #[must_use]
    pub fn letters(self, side: Side) -> String {
        let promoted = if self.promoted { "+" } else { "" };
        format!("{promoted}{}", side.cased(self.role.letter()))
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let promoted = if self.promoted { "promoted " } else { "" };
        write!(f, "{promoted}{}", self.role)
    }
}

/// An Ōgi position: the pieces on the board and in hand, and the side to move.
///
/// ```
/// use kradan::rules::{Position as _, ogi::Position};
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
/// # Ok::<(), kradan::rules::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    board: Board,
}

/// A move of a piece on the board, or a drop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// A piece goes from square to square.
    Board {
        from: Square,
        to: Square,
        /// Whether the move promotes; it is never a choice.
        promotes: bool,
    },
    /// A piece in hand is dropped, unpromoted.
    Drop {
        role: Role,
        /// The empty square where it is put.
        to: Square,
    },
}

/// Why an Ōgi move may not be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// No piece stands where the move begins.
    #[error("no piece stands on {square}")]
    NoPiece {
        /// The empty square.
        square: Square,
    },
    /// The piece there is the opponent's.
    #[error("the piece on {square} is not yours")]
    NotYours { square: Square },
    /// The piece there is not the one that was named.
    #[error("the piece on {square} is a {piece}")]
    OtherPiece {
        /// What the piece is.
        piece: Piece,
        square: Square,
    },
    /// The move ends where it begins.
    #[error("{square} to {square} is not a move")]
    StaysPut { square: Square },
    /// A piece of the mover's own stands where the move ends.
    #[error("a piece of yours stands on {square}")]
    OwnPiece { square: Square },
    /// The piece does not move like that, or something stands in its way.
    #[error("the {piece} on {from} cannot go to {to}")]
    CannotGoThere {
        /// What the piece is.
        piece: Piece,
        from: Square,
        /// Where it cannot go.
        to: Square,
    },
    /// No piece of the mover that fits the text goes there.
    #[error(
        "no {}{} of yours{} can go to {to}",
        face(*.promoted), typed::or_piece(*.role), typed::on(*.line)
    )]
    NoneGoesThere {
        /// What the text said of the piece.
        role: Option<Role>,
        /// Whether the text said that it is a promoted one, or that it is not.
        promoted: Option<bool>,
        /// The file or rank from which the text said that it goes.
        line: Option<FileOrRank>,
        to: Square,
    },
    /// The king would step into an attack.
    #[error("the king would be in check from {by} there")]
    KingIntoCheck {
        /// Where an attacker stands.
        by: Square,
    },
    /// The piece is pinned to its king.
    #[error("that opens your king to check from {by}")]
    ExposesKing {
        /// Where the attacker stands.
        by: Square,
    },
    /// The king would still be in check.
    #[error("that leaves your king in check from {by}")]
    LeavesKingInCheck {
        /// Where an attacker stands.
        by: Square,
    },
    /// A move into, within or out of the last three ranks must promote.
    #[error("the {piece} must promote when it goes from {from} to {to}")]
    MustPromote {
        /// What the piece is.
        piece: Piece,
        from: Square,
        to: Square,
    },
    /// The piece cannot promote with this move.
    #[error("the {piece} does not promote when it goes from {from} to {to}")]
    DoesNotPromote {
        /// What the piece is.
        piece: Piece,
        from: Square,
        to: Square,
    },
    /// The mover holds no such piece.
    #[error("you have no {role} in hand")]
    NotInHand {
        /// What was to be dropped.
        role: Role,
    },
    /// A drop captures nothing: the square must be empty.
    #[error("{square} is taken, and a drop captures nothing")]
    DropOnPiece { square: Square },
    /// A piece is dropped unpromoted.
    #[error("a {role} is dropped unpromoted")]
    DropPromoted {
        /// What was to be dropped.
        role: Role,
    },
    /// The piece could never move from there: a pawn or lance on the last rank, a knight on the
    /// last two.
    #[error("a {role} dropped on {to} could never move")]
    DropWithoutMove {
        /// What was to be dropped.
        role: Role,
        to: Square,
    },
    /// *Nifu* (二歩): an unpromoted pawn of the mover's stands on that file.
    #[error("nifu: an unpromoted pawn of yours stands on {} already", FileOrRank::File(.to.file()))]
    Nifu {
        /// Where the pawn was to be dropped.
        to: Square,
    },
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

    /// The pieces in hand.
    #[must_use]
    pub fn hands(&self) -> &BySide<Hand> {
        &self.board.hands
    }

    /// The pieces that give check to the side to move.
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        self.board.checkers()
    }
}

impl super::Position for Position {
    type Move = Move;
    type Illegal = Illegal;

    const KIND: GameKind = GameKind::Ogi;
    const SIDE_NAMES: BySide<&'static str> = BySide { first: "Sente", second: "Gote" };
    const ALIASES: &'static [&'static str] = &["ōgi"];
    const OVER_IS_A_LEAF: bool = false;

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

    fn captioned(&self, outcome: Option<Outcome>) -> String {
        self.diagram_with(outcome)
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
            since.clone().filter(|after| after.board.turn != side).all(super::Position::is_check)
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

/// The adjective for the face that the text gave.
const fn face(promoted: Option<bool>) -> &'static str {
    match promoted {
        Some(true) => "promoted ",
        Some(false) => "unpromoted ",
        None => "",
    }
}
