//! Ōgi moves as people write and type them.

use std::sync::LazyLock;

use super::board::Board;
use super::{Illegal, Move, Piece, Position, Role};
use crate::rules::notation::typed::{self, Grammar, How, Mark, Meant, Typed};
use crate::rules::{Position as _, Side, Square};

/// What a name says of a piece: its role, and whether it is promoted where the name says so.
type Named = (Role, Option<bool>);

/// What people call the pieces.
const NAMES: [(&str, Named); 46] = [
    ("k", (Role::King, None)),
    ("i", (Role::Princess, None)),
    ("r", (Role::Rook, None)),
    ("b", (Role::Bishop, None)),
    ("s", (Role::Silver, None)),
    ("n", (Role::Knight, None)),
    ("l", (Role::Lance, None)),
    ("p", (Role::Pawn, None)),
    ("王", (Role::King, None)),
    ("玉", (Role::King, None)),
    ("姫", (Role::Princess, Some(false))),
    ("神", (Role::Princess, Some(true))),
    ("飛", (Role::Rook, Some(false))),
    ("龍", (Role::Rook, Some(true))),
    ("竜", (Role::Rook, Some(true))),
    ("角", (Role::Bishop, Some(false))),
    ("馬", (Role::Bishop, Some(true))),
    ("銀", (Role::Silver, Some(false))),
    ("全", (Role::Silver, Some(true))),
    ("成銀", (Role::Silver, Some(true))),
    ("桂", (Role::Knight, Some(false))),
    ("圭", (Role::Knight, Some(true))),
    ("成桂", (Role::Knight, Some(true))),
    ("香", (Role::Lance, Some(false))),
    ("杏", (Role::Lance, Some(true))),
    ("成香", (Role::Lance, Some(true))),
    ("歩", (Role::Pawn, Some(false))),
    ("と", (Role::Pawn, Some(true))),
    ("king", (Role::King, None)),
    ("princess", (Role::Princess, None)),
    ("rook", (Role::Rook, None)),
    ("bishop", (Role::Bishop, None)),
    ("silver", (Role::Silver, None)),
    ("knight", (Role::Knight, None)),
    ("lance", (Role::Lance, None)),
    ("pawn", (Role::Pawn, None)),
    ("dragon", (Role::Rook, Some(true))),
    ("horse", (Role::Bishop, Some(true))),
    ("tokin", (Role::Pawn, Some(true))),
    ("hime", (Role::Princess, Some(false))),
    ("hisha", (Role::Rook, Some(false))),
    ("kaku", (Role::Bishop, Some(false))),
    ("gin", (Role::Silver, Some(false))),
    ("kei", (Role::Knight, Some(false))),
    ("kyo", (Role::Lance, Some(false))),
    ("fu", (Role::Pawn, Some(false))),
];

static GRAMMAR: LazyLock<Grammar<Named>> = LazyLock::new(|| Grammar::new(&NAMES, r"=?\+|成", "#"));

impl Position {
    /// A legal move in the letters of western shogi notation: `P-e4`, `Bxg7+`, `P*e5`, `+Rxd4`;
    /// where two pieces of a kind could go there, with the origin: `Sc1-d2`.
    ///
    /// ```
    /// use kradan::rules::{Position as _, ogi::Position};
    ///
    /// let start = Position::default();
    /// assert_eq!(start.western(start.read_move("e3e4")?), "P-e4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn western(&self, mv: Move) -> String {
        match mv {
            Move::Drop { role, to } => format!("{}*{to}", role.letter()),
            Move::Board { from, to, promotes } => {
                let Some((_, piece)) = self.piece_at(from) else { return mv.to_string() };
                let has_rival = self.has_rival(piece, from, to);
                let origin = if has_rival { from.to_string() } else { String::new() };
                let before = if piece.promoted { "+" } else { "" };
                let dash = if self.piece_at(to).is_some() { "x" } else { "-" };
                let after = if promotes { "+" } else { "" };
                format!("{before}{}{origin}{dash}{to}{after}", piece.role.letter())
            }
        }
    }

    /// A legal move in kanji: the side's mark, the square, the face of the piece before the move,
    /// 成 for a promotion or 打 for a drop, and the origin: `▲e6歩成(e5)`, `△e5歩打`.
    ///
    /// ```
    /// use kradan::rules::{Position as _, ogi::Position};
    ///
    /// let start = Position::default();
    /// assert_eq!(start.kanji(start.read_move("e3e4")?), "▲e4歩(e3)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn kanji(&self, mv: Move) -> String {
        let turn = self.turn();
        let mark = match turn {
            Side::First => "▲",
            Side::Second => "△",
        };
        match mv {
            Move::Drop { role, to } => {
                format!("{mark}{to}{}打", Piece { role, promoted: false }.kanji(turn))
            }
            Move::Board { from, to, promotes } => {
                let Some((_, piece)) = self.piece_at(from) else { return mv.to_string() };
                let promotion = if promotes { "成" } else { "" };
                format!("{mark}{to}{}{promotion}({from})", piece.kanji(turn))
            }
        }
    }

    /// Whether another piece with the same face could go to the same square.
    fn has_rival(&self, piece: Piece, from: Square, to: Square) -> bool {
        self.legal_moves().into_iter().any(|mv| match mv {
            Move::Board { from: other, to: target, .. } => {
                let rival = self.piece_at(other).is_some_and(|(_, rival)| rival == piece);
                rival && target == to && other != from
            }
            Move::Drop { .. } => false,
        })
    }

    /// The move between two squares, promoting if it must, unless that is declined.
    fn plain_move(&self, from: Square, to: Square, mark: Mark) -> Move {
        let promotes = match mark {
            Mark::None => self
                .piece_at(from)
                .is_some_and(|(_, piece)| Board::promotes(self.turn(), piece, from, to)),
            Mark::Promotes => true,
            Mark::Declines => false,
        };
        Move::Board { from, to, promotes }
    }

    fn fits(&self, typed: &Typed<Named>, mv: Move) -> bool {
        match mv {
            Move::Board { from, to, promotes } => {
                let named = |(role, promoted): Named| {
                    self.piece_at(from).is_some_and(|(_, piece)| {
                        let promoted = if typed.promoted { Some(true) } else { promoted };
                        piece.role == role && promoted.is_none_or(|it| it == piece.promoted)
                    })
                };
                typed.how != How::Drop
                    && to == typed.to
                    && typed.comes_from(from)
                    && typed.agrees(promotes)
                    && typed.piece.is_none_or(named)
            }
            Move::Drop { role, to } => {
                typed.how != How::Capture
                    && to == typed.to
                    && !typed.promoted
                    && typed.mark != Mark::Promotes
                    && typed.file.is_none()
                    && typed.rank.is_none()
                    && typed
                        .piece
                        .is_some_and(|(named, promoted)| named == role && promoted != Some(true))
            }
        }
    }

    /// The legal moves that a typed move can mean.
    fn fitting(&self, typed: &Typed<Named>) -> Vec<Move> {
        let mut moves = self.legal_moves();
        moves.retain(|&mv| self.fits(typed, mv));
        if typed.piece.is_none() && typed.from().is_none() {
            // As in western chess, a move without a letter is a pawn's.
            let pawns = self.board.unpromoted(Role::Pawn);
            let is_pawns =
                |mv: &Move| matches!(mv, Move::Board { from, .. } if pawns.contains(*from));
            if moves.iter().any(is_pawns) {
                moves.retain(is_pawns);
            }
        }
        moves
    }

    /// Why no legal move fits.
    fn unfit(&self, typed: &Typed<Named>) -> Illegal {
        let role = typed.piece.map(|(role, _)| role);
        if let (How::Drop, Some((role, promoted))) = (typed.how, typed.piece) {
            if typed.promoted || promoted == Some(true) || typed.mark == Mark::Promotes {
                return Illegal::DropPromoted { role };
            }
            if let Err(reason) = self.judge(Move::Drop { role, to: typed.to }) {
                return reason;
            }
        }
        if let (Some(from), None) = (typed.from(), typed.piece)
            && let Err(reason) = self.judge(self.plain_move(from, typed.to, typed.mark))
        {
            return reason;
        }
        let reason = self
            .board
            .could_reach(role, typed.to)
            .filter(|&(from, _)| typed.comes_from(from))
            .find_map(|(from, _)| self.judge(self.plain_move(from, typed.to, typed.mark)).err());
        let in_hand =
            role.filter(|&role| typed.how == How::Any && self.hands()[self.turn()].count(role) > 0);
        reason
            .or_else(|| self.judge(Move::Drop { role: in_hand?, to: typed.to }).err())
            .unwrap_or(Illegal::NoneGoesThere { role, to: typed.to })
    }
}

impl typed::Reads for Position {
    fn meant(&self, tidy: &str) -> Option<Meant<Position>> {
        let read = GRAMMAR.read(tidy);
        let plainest = read.first()?;
        let moves = typed::all_fitting(&read, |typed| self.fitting(typed));
        if moves.is_empty() {
            return Some(Meant::Nothing(self.unfit(plainest)));
        }
        Some(Meant::Moves(moves))
    }

    fn is_written(&self, mv: Move, text: &str) -> bool {
        text == self.western(mv) || text == self.kanji(mv)
    }
}
