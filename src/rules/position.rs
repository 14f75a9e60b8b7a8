//! What the games have in common.

use std::error::Error;
use std::fmt;
use std::hash::Hash;
use std::str::FromStr;

use super::{BySide, GameKind, MoveError, MoveStyle, Outcome, ParseMoveError, PositionError, Side};

/// A position of a game, with its legal moves and the positions after them.
///
/// `Default` is the start of the game. `Display` and `FromStr` write and read the position's text,
/// and a move's exact notation. [`Position::read_move`] reads moves as people type them.
///
/// A position has no past; [`Record`](super::Record) finds repetition.
pub trait Position:
    Copy + Eq + Hash + Default + fmt::Debug + fmt::Display + FromStr<Err = PositionError>
{
    /// A move of this game.
    type Move: Copy
        + Eq
        + Hash
        + Ord
        + fmt::Debug
        + fmt::Display
        + Send
        + 'static
        + FromStr<Err = ParseMoveError>;

    /// Why a move may not be made.
    type Illegal: Clone + Eq + fmt::Debug + Error + Send + Sync + 'static;

    /// Which game this is.
    const KIND: GameKind;

    /// What players call the sides.
    const SIDE_NAMES: BySide<&'static str>;

    /// Other names that are read like [`GameKind::name`], in lower case.
    const ALIASES: &'static [&'static str] = &[];

    /// What the piece is called that must not be lost, if there is one.
    const ROYAL: &'static str = "king";

    /// Whether perft counts a finished game as one leaf at any depth left (Othello's published
    /// counts) or as none (the chess family's).
    const OVER_IS_A_LEAF: bool;

    /// The side to move, also when the game has ended.
    fn turn(&self) -> Side;

    /// How the game ended on this board, if it has.
    fn outcome(&self) -> Option<Outcome>;

    /// Whether the side to move is in check.
    fn is_check(&self) -> bool {
        false
    }

    /// Calls `visit` with every legal move, in any order; there is none once there is an
    /// [outcome](Position::outcome).
    fn each_move(&self, visit: impl FnMut(Self::Move));

    /// Every legal move, in any order; none once there is an [outcome](Position::outcome).
    fn legal_moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.each_move(|mv| moves.push(mv));
        moves
    }

    /// The number of legal moves, counted without a list.
    fn count_moves(&self) -> u64 {
        let mut moves = 0;
        self.each_move(|_| moves += 1);
        moves
    }

    /// The leaves of perft at depth 2: the sum of [`Position::count_moves`] over the positions
    /// after each legal move. Finished games count as [`OVER_IS_A_LEAF`](Position::OVER_IS_A_LEAF)
    /// says.
    fn count_replies(&self) -> u64 {
        let mut replies = 0;
        self.each_move(|mv| {
            let moves = self.after(mv).count_moves();
            replies += if moves == 0 && Self::OVER_IS_A_LEAF { 1 } else { moves };
        });
        replies
    }

    /// The position after a legal move. After an illegal move the result is meaningless.
    #[must_use]
    fn after(&self, mv: Self::Move) -> Self;

    /// Whether a move may be made here.
    ///
    /// # Errors
    ///
    /// The rule that forbids the move. It ignores that the game may be over.
    fn check_legal(&self, mv: Self::Move) -> Result<(), Self::Illegal>;

    /// A legal move as people write it.
    fn written(&self, mv: Self::Move, style: MoveStyle) -> String;

    /// The number that is said with a legal move, in a game with counts.
    fn said(&self, mv: Self::Move) -> Option<u8> {
        let _ = mv;
        None
    }

    /// The diagram with this side below, and the outcome of the game, which may come from its past.
    fn captioned(&self, outcome: Option<Outcome>, below: Side) -> String;

    /// Reads the legal move that a person means: any case, with or without dashes and spaces,
    /// full-width characters, piece letters and names in several languages. Where several moves
    /// fit, the one that is written exactly like the text wins.
    ///
    /// # Errors
    ///
    /// [`MoveError`]: the text is not a move, is illegal, fits several legal moves, or the game is
    /// over.
    fn read_move(&self, text: &str) -> Result<Self::Move, MoveError<Self::Illegal>>;

    /// A move with its square, of a text that says that it is that of the last move.
    fn spelled_out(text: &str, last: Self::Move) -> Option<String> {
        let _ = (text, last);
        None
    }

    /// Whether an earlier position counts as a repetition of this one.
    fn repeats(&self, earlier: &Self) -> bool {
        self == earlier
    }

    /// The outcome by repetition, given every position so far, the present one last.
    fn repetition(past: &[Self]) -> Option<Outcome> {
        let _ = past;
        None
    }

    /// The position without counts, as perft needs it.
    #[must_use]
    fn for_perft(self) -> Self {
        self
    }
}
