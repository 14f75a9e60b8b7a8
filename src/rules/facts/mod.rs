//! The facts of a position, for text and for everything else that tells what a board shows: whose
//! turn it is or how the game ended, the last move, and what stands where.
//!
//! [`Facts::of`] derives them. What differs by game is in [`PositionFacts`], which a file of its own
//! implements for each game.

mod makruk;
mod ogi;
mod othello;

use super::{BySide, Game, GameKind, Position, Reason, Record, Side, Square, Verdict};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    pub kind: GameKind,
    /// Whose turn it is, or how the game ended.
    pub standing: Standing,
    /// The last move, once there is one.
    pub last: Option<Last>,
    /// What stands where, and what else belongs to this game.
    pub pieces: Pieces,
}

/// Whose turn it is, or how the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The game goes on.
    Turn {
        /// The side to move.
        side: Side,
        /// Whether it is in check.
        is_check: bool,
    },
    /// The game is over.
    Over {
        verdict: Verdict,
        /// Why; none where the players and not the rules ended it.
        reason: Option<Reason>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Last {
    pub side: Side,
    pub made: Made,
}

/// What a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Made {
    /// Othello: a disc was placed.
    Placed {
        to: Square,
        /// How many discs it turned.
        turned: usize,
    },
    /// Othello: none could be.
    Passed,
    /// A piece went from square to square.
    Moved {
        /// What it was before the move.
        piece: Piece,
        from: Square,
        to: Square,
        captured: Option<Piece>,
        promotes: bool,
    },
    /// Ōgi: a piece in hand was dropped.
    Dropped { role: crate::ogi::Role, to: Square },
}

/// A piece of a game that has more than one kind of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Piece {
    Makruk(crate::makruk::Role),
    Ogi(crate::ogi::Piece),
}

/// The squares of the pieces of one kind, a1 first.
pub type Group<T> = (T, Vec<Square>);

/// What stands where. Pieces come in the order of their types, kings first; kinds that are not on
/// the board are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pieces {
    Othello {
        /// Each side's discs, a1 first.
        discs: BySide<Vec<Square>>,
        /// The official score, once the rules ended the game.
        score: Option<BySide<usize>>,
    },
    Makruk {
        board: BySide<Vec<Group<crate::makruk::Role>>>,
        /// The count that runs or has fallen due.
        count: Option<crate::makruk::Count>,
        /// Whether it has only fallen due, and its first number is not said yet.
        is_due: bool,
    },
    Ogi {
        /// Each side's pieces on the board.
        board: BySide<Vec<Group<crate::ogi::Piece>>>,
        /// Each side's pieces in hand.
        hands: BySide<crate::ogi::Hand>,
    },
}

/// What the facts of a game's position are made of.
trait PositionFacts: Position {
    /// What a legal move is.
    fn made(&self, mv: Self::Move) -> Option<Made>;

    /// What stands where at the end of a record.
    fn pieces(record: &Record<Self>) -> Pieces;
}

/// The squares of each kind of piece that stands somewhere.
fn grouped<T: Copy>(
    kinds: impl IntoIterator<Item = T>,
    stands: impl Fn(Square, T) -> bool,
) -> Vec<Group<T>> {
    let groups = kinds
        .into_iter()
        .map(|kind| (kind, Square::all().filter(|&square| stands(square, kind)).collect()));
    groups.filter(|(_, squares): &Group<T>| !squares.is_empty()).collect()
}

impl Facts {
    /// The facts of where a game stands.
    ///
    /// `result` is how it ended, where the players and not the rules ended it.
    #[must_use]
    pub fn of(game: &Game, result: Option<Verdict>) -> Facts {
        each_game!(game, record => of(record, result))
    }
}

fn of<P: PositionFacts>(record: &Record<P>, result: Option<Verdict>) -> Facts {
    Facts {
        kind: P::KIND,
        standing: standing(record, result),
        last: last(record),
        pieces: P::pieces(record),
    }
}

fn standing<P: Position>(record: &Record<P>, result: Option<Verdict>) -> Standing {
    match (record.outcome(), result) {
        (Some(outcome), _) => {
            Standing::Over { verdict: outcome.verdict, reason: Some(outcome.reason) }
        }
        (None, Some(verdict)) => Standing::Over { verdict, reason: None },
        (None, None) => {
            let position = record.position();
            Standing::Turn { side: position.turn(), is_check: position.is_check() }
        }
    }
}

/// The last move of a record, seen from the position before it.
fn last<P: PositionFacts>(record: &Record<P>) -> Option<Last> {
    let (&mv, [.., before, _]) = (record.moves().last()?, record.positions()) else { return None };
    Some(Last { side: before.turn(), made: before.made(mv)? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{makruk, ogi};

    fn facts(kind: GameKind, position: &str, moves: &[&str]) -> Facts {
        let mut game = Game::from_position(kind, position).unwrap();
        for mv in moves {
            game.play_text(mv).unwrap();
        }
        Facts::of(&game, None)
    }

    fn squares(text: &str) -> Vec<Square> {
        text.split_whitespace().map(|square| square.parse().unwrap()).collect()
    }

    #[test]
    fn othello_counts_what_was_turned() {
        let mut game = Game::new(GameKind::Othello);
        assert_eq!(Facts::of(&game, None).last, None);
        game.play_text("f5").unwrap();
        let facts = Facts::of(&game, Some(Verdict::Draw));
        let to = "f5".parse().unwrap();
        let made = Made::Placed { to, turned: 1 };
        assert_eq!(facts.last, Some(Last { side: Side::First, made }));
        assert_eq!(facts.standing, Standing::Over { verdict: Verdict::Draw, reason: None });
        let discs = BySide { first: squares("e4 d5 e5 f5"), second: squares("d4") };
        assert_eq!(facts.pieces, Pieces::Othello { discs, score: None });
    }

    #[test]
    fn makruk_tells_bia_ngai_from_met_and_who_counts() {
        let facts = facts(GameKind::Makruk, "4k3/8/8/3M~3r/3M4/8/8/4K3 b", &["h5d5"]);
        let Some(Last { side: Side::Second, made: Made::Moved { piece, captured, .. } }) =
            facts.last
        else {
            panic!("{facts:?}");
        };
        assert_eq!(piece, Piece::Makruk(makruk::Role::Rua));
        assert_eq!(captured, Some(Piece::Makruk(makruk::Role::BiaNgai)));
        let Pieces::Makruk { board, count: None, is_due: false } = &facts.pieces else {
            panic!("{facts:?}");
        };
        assert_eq!(board.first[1], (makruk::Role::Met, squares("d4")));
        assert_eq!(facts.standing, Standing::Turn { side: Side::First, is_check: false });
    }

    #[test]
    fn ogi_groups_promoted_pieces_apart_and_counts_hands() {
        let facts = facts(GameKind::Ogi, "4k^3/8/8/8/8/8/3+R3R/4K^3 P/2pb O/o", &["P@a4"]);
        let Pieces::Ogi { board, hands } = &facts.pieces else { panic!("{facts:?}") };
        let rook = |promoted| ogi::Piece { role: ogi::Role::Rook, promoted };
        assert_eq!(board.first[1], (rook(false), squares("h2")));
        assert_eq!(board.first[2], (rook(true), squares("d2")));
        assert_eq!(hands.second.count(ogi::Role::Pawn), 2);
        assert!(hands.first.is_empty());
        let dropped = Made::Dropped { role: ogi::Role::Pawn, to: "a4".parse().unwrap() };
        assert_eq!(facts.last.map(|last| last.made), Some(dropped));
        assert_eq!(facts.standing, Standing::Turn { side: Side::Second, is_check: false });
    }
}
