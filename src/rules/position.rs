//! What the games have in common.

use std::error::Error;
use std::fmt;
use std::hash::Hash;
use std::str::FromStr;

use super::notation::MoveStyle;
use super::{BySide, GameKind, MoveError, Outcome, ParseMoveError, PositionError, Side};

/// A position of one of the games: a value that knows its legal moves and what follows them.
///
/// `Default` is the start of the game. `Display` and `FromStr` are the position's text, a move's
/// `Display` and `FromStr` its exact notation; what people type goes through
/// [`Position::read_move`].
///
/// A position knows the board, not the past: repetition is asked of [`Record`](super::Record).
pub trait Position:
    Copy + Eq + Hash + Default + fmt::Debug + fmt::Display + FromStr<Err = PositionError>
{
    /// A move, which no other game's moves can be mistaken for.
    type Move: Copy + Eq + Hash + Ord + fmt::Debug + fmt::Display + FromStr<Err = ParseMoveError>;

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

    /// Whether a finished game counts as one leaf of perft however much depth is left (Othello's
    /// published counts), or as none (the chess family's).
    const OVER_IS_A_LEAF: bool;

    /// Whose move it is, or would be had the game not ended.
    fn turn(&self) -> Side;

    /// How the game ended on this board, if it has.
    fn outcome(&self) -> Option<Outcome>;

    /// Whether the side to move is in check.
    fn is_check(&self) -> bool {
        false
    }

    /// Calls `visit` with every legal move, in no promised order; never once there is an
    /// [outcome](Position::outcome).
    fn each_move(&self, visit: impl FnMut(Self::Move));

    /// Every legal move, in no promised order; none once there is an
    /// [outcome](Position::outcome).
    fn legal_moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.each_move(|mv| moves.push(mv));
        moves
    }

    /// How many legal moves there are, without listing them.
    fn count_moves(&self) -> u64 {
        let mut moves = 0;
        self.each_move(|_| moves += 1);
        moves
    }

    /// How many leaves perft finds two plies down: the sum of [`Position::count_moves`] over the
    /// positions after each legal move, finished games counted as
    /// [`OVER_IS_A_LEAF`](Position::OVER_IS_A_LEAF) says.
    fn count_replies(&self) -> u64 {
        let mut replies = 0;
        self.each_move(|mv| replies += super::perft(&self.after(mv), 1));
        replies
    }

    /// The position after a legal move. What it returns after any other is a position of no game.
    #[must_use]
    fn after(&self, mv: Self::Move) -> Self;

    /// Whether a move may be made here.
    ///
    /// # Errors
    ///
    /// The rule that forbids it. Asked once the game is over, it judges as if it were not.
    fn check_legal(&self, mv: Self::Move) -> Result<(), Self::Illegal>;

    /// A legal move as people write it.
    fn written(&self, mv: Self::Move, style: MoveStyle) -> String;

    /// The diagram of a game that ended like this, which its past may know better than the
    /// position.
    fn captioned(&self, outcome: Option<Outcome>) -> String;

    /// The legal move that a person means: any case, with or without dashes and spaces,
    /// full-width characters, piece letters and names in several languages. Where that fits
    /// several, a text that is to the letter how one of them is written means that one.
    ///
    /// # Errors
    ///
    /// [`MoveError`] tells apart what is no move, what is illegal and why, what fits several
    /// legal moves, and that the game is over.
    fn read_move(&self, text: &str) -> Result<Self::Move, MoveError<Self::Illegal>>;

    /// Whether an earlier position counts as the same one where positions are counted for
    /// repetition.
    fn repeats(&self, earlier: &Self) -> bool {
        self == earlier
    }

    /// How the game ends by repetition, if it does, given every position so far, this one last.
    fn repetition(past: &[Self]) -> Option<Outcome> {
        let _ = past;
        None
    }

    /// The position as perft sees it: moves alone, without what a game counts beside them.
    #[must_use]
    fn for_perft(self) -> Self {
        self
    }
}
