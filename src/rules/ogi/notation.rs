//! Ōgi moves as people write and type them.

use std::sync::LazyLock;

use super::board::Board;
use super::{Illegal, Move, Piece, Position, Role};
use crate::typed::{self, Grammar, MoveKind, MoveMeaning, ParsedMove, PromotionMark, TidyText};
use crate::{Position as _, Side, Square};

/// The meaning of a piece's name: its role, and whether it is promoted if the name tells.
type PieceWord = (Role, Option<bool>);

/// The names of the pieces, in the languages of the menus and as players of chess and shogi call them.
const NAMES: [(&str, PieceWord); 109] = [
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
    ("王将", (Role::King, None)),
    ("玉将", (Role::King, None)),
    ("飛車", (Role::Rook, Some(false))),
    ("龍王", (Role::Rook, Some(true))),
    ("竜王", (Role::Rook, Some(true))),
    ("角行", (Role::Bishop, Some(false))),
    ("龍馬", (Role::Bishop, Some(true))),
    ("竜馬", (Role::Bishop, Some(true))),
    ("銀将", (Role::Silver, Some(false))),
    ("桂馬", (Role::Knight, Some(false))),
    ("香車", (Role::Lance, Some(false))),
    ("歩兵", (Role::Pawn, Some(false))),
    ("と金", (Role::Pawn, Some(true))),
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
    ("promoted princess", (Role::Princess, Some(true))),
    ("promoted rook", (Role::Rook, Some(true))),
    ("promoted bishop", (Role::Bishop, Some(true))),
    ("promoted silver", (Role::Silver, Some(true))),
    ("promoted knight", (Role::Knight, Some(true))),
    ("promoted lance", (Role::Lance, Some(true))),
    ("promoted pawn", (Role::Pawn, Some(true))),
    ("koning", (Role::King, None)),
    ("prinses", (Role::Princess, None)),
    ("toren", (Role::Rook, None)),
    ("loper", (Role::Bishop, None)),
    ("zilver", (Role::Silver, None)),
    ("paard", (Role::Knight, None)),
    ("lans", (Role::Lance, None)),
    ("pion", (Role::Pawn, None)),
    ("gepromoveerde prinses", (Role::Princess, Some(true))),
    ("gepromoveerde toren", (Role::Rook, Some(true))),
    ("gepromoveerde loper", (Role::Bishop, Some(true))),
    ("gepromoveerde lans", (Role::Lance, Some(true))),
    ("gepromoveerde pion", (Role::Pawn, Some(true))),
    ("gepromoveerd zilver", (Role::Silver, Some(true))),
    ("gepromoveerd paard", (Role::Knight, Some(true))),
    ("ขุน", (Role::King, None)),
    ("ราชา", (Role::King, None)),
    ("เจ้าหญิง", (Role::Princess, None)),
    ("เรือ", (Role::Rook, None)),
    ("โคน", (Role::Bishop, None)),
    ("บิชอป", (Role::Bishop, None)),
    ("เงิน", (Role::Silver, None)),
    ("ม้า", (Role::Knight, None)),
    ("หอก", (Role::Lance, None)),
    ("เบี้ย", (Role::Pawn, None)),
    ("เจ้าหญิงเลื่อนขั้น", (Role::Princess, Some(true))),
    ("เรือเลื่อนขั้น", (Role::Rook, Some(true))),
    ("โคนเลื่อนขั้น", (Role::Bishop, Some(true))),
    ("บิชอปเลื่อนขั้น", (Role::Bishop, Some(true))),
    ("เงินเลื่อนขั้น", (Role::Silver, Some(true))),
    ("ม้าเลื่อนขั้น", (Role::Knight, Some(true))),
    ("หอกเลื่อนขั้น", (Role::Lance, Some(true))),
    ("เบี้ยเลื่อนขั้น", (Role::Pawn, Some(true))),
    ("♔", (Role::King, None)),
    ("♚", (Role::King, None)),
    ("♖", (Role::Rook, None)),
    ("♜", (Role::Rook, None)),
    ("♗", (Role::Bishop, None)),
    ("♝", (Role::Bishop, None)),
    ("♘", (Role::Knight, None)),
    ("♞", (Role::Knight, None)),
    ("♙", (Role::Pawn, None)),
    ("♟", (Role::Pawn, None)),
];

static GRAMMAR: LazyLock<Grammar<PieceWord>> =
    LazyLock::new(|| Grammar::new(&NAMES, r"=?\+|成", "#"));

impl Position {
    /// A legal move in the letters of western shogi notation: `P-e4`, `Bxg7+`, `P*e5`, `+Rxd4`;
    /// where two pieces of a kind could go there, with the origin: `Sc1-d2`.
    ///
    /// ```
    /// use kradan_rules::{Position as _, ogi::Position};
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
                let dash = if self.piece_at(to).is_some() { "x" } else { "-" };
                let after = if promotes { "+" } else { "" };
                format!("{}{origin}{dash}{to}{after}", piece.letters(Side::First))
            }
        }
    }

    /// A legal move in kanji: the side's mark, the square, the face of the piece before the move,
    /// 成 for a promotion or 打 for a drop, and the origin: `▲e6歩成(e5)`, `△e5歩打`.
    ///
    /// ```
    /// use kradan_rules::{Position as _, ogi::Position};
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

    /// The move between two squares, with the promotion that the rules demand unless the text
    /// declines it.
    fn plain_move(&self, from: Square, to: Square, mark: PromotionMark) -> Move {
        let promotes = match mark {
            PromotionMark::Unsaid => self
                .piece_at(from)
                .is_some_and(|(_, piece)| Board::promotes(self.turn(), piece, from, to)),
            PromotionMark::Promotes => true,
            PromotionMark::Declines => false,
        };
        Move::Board { from, to, promotes }
    }

    fn fits(&self, typed: &ParsedMove<PieceWord>, mv: Move) -> bool {
        let meant = Meaning::of(typed);
        match mv {
            Move::Board { from, to, promotes } => {
                let named = self.piece_at(from).is_some_and(|(_, piece)| meant.is(piece));
                typed.how != MoveKind::Drop
                    && to == typed.to
                    && typed.comes_from(from)
                    && typed.agrees(promotes)
                    && named
            }
            Move::Drop { role, to } => {
                meant.role == Some(role) && to == typed.to && may_drop(typed, meant)
            }
        }
    }

    /// The legal moves that a typed move can mean.
    fn fitting(&self, typed: &ParsedMove<PieceWord>) -> Vec<Move> {
        let mut moves = self.legal_moves();
        moves.retain(|&mv| self.fits(typed, mv));
        let pawns = self.board.unpromoted(Role::Pawn);
        typed.prefer_pawns(
            &mut moves,
            |mv| matches!(mv, Move::Board { from, .. } if pawns.contains(*from)),
        );
        moves
    }

    /// Why no legal move fits.
    fn unfit(&self, typed: &ParsedMove<PieceWord>) -> Illegal {
        let meant = Meaning::of(typed);
        let drop_is_unfit =
            || self.check_legal(Move::Drop { role: meant.role?, to: typed.to }).err();
        if let (MoveKind::Drop, Some(role)) = (typed.how, meant.role) {
            if !may_drop(typed, meant) {
                return Illegal::DropPromoted { role };
            }
            if let Some(reason) = drop_is_unfit() {
                return reason;
            }
        }
        let judged = |from| self.check_legal(self.plain_move(from, typed.to, typed.mark)).err();
        if let Some(from) = typed.from() {
            match self.piece_at(from) {
                Some((side, piece)) if side == self.turn() && !meant.is(piece) => {
                    return Illegal::OtherPiece { piece, square: from };
                }
                Some(_) | None => {}
            }
            if let Some(reason) = judged(from) {
                return reason;
            }
        }
        let reason = self
            .board
            .could_reach(typed.to)
            .filter(|&(from, piece)| typed.comes_from(from) && meant.is(piece))
            .find_map(|(from, _)| judged(from));
        let Meaning { role, promoted } = meant;
        let in_hand = role.is_some_and(|role| self.hands()[self.turn()].count(role) > 0);
        reason
            .or_else(|| (in_hand && may_drop(typed, meant)).then(drop_is_unfit)?)
            .unwrap_or(Illegal::NoneGoesThere { role, promoted, line: typed.line(), to: typed.to })
    }
}

/// The piece that a typed move names.
#[derive(Clone, Copy)]
struct Meaning {
    role: Option<Role>,
    promoted: Option<bool>,
}

impl Meaning {
    fn of(typed: &ParsedMove<PieceWord>) -> Meaning {
        let (role, promoted) = typed.piece.unzip();
        // A `+` before the piece overrides its name.
        let promoted = if typed.promoted { Some(true) } else { promoted.flatten() };
        Meaning { role, promoted }
    }

    fn is(self, piece: Piece) -> bool {
        self.role.is_none_or(|role| role == piece.role)
            && self.promoted.is_none_or(|promoted| promoted == piece.promoted)
    }
}

/// Whether a typed move may be a drop: unpromoted, and without an origin.
fn may_drop(typed: &ParsedMove<PieceWord>, meant: Meaning) -> bool {
    matches!(typed.how, MoveKind::Any | MoveKind::Drop)
        && meant.promoted != Some(true)
        && typed.mark != PromotionMark::Promotes
        && typed.file.is_none()
        && typed.rank.is_none()
}

impl typed::ReadTyped for Position {
    fn meant(&self, tidy: &TidyText) -> Option<MoveMeaning<Position>> {
        let mut read = GRAMMAR.read(&tidy.text, tidy.is_dashed);
        // A drop names the piece and no origin.
        read.retain(|typed| {
            let comes_from = typed.file.is_some() || typed.rank.is_some();
            typed.how != MoveKind::Drop || (typed.piece.is_some() && !comes_from)
        });
        let plainest = read.first()?;
        let moves = typed::all_fitting(&read, |typed| self.fitting(typed));
        if moves.is_empty() {
            return Some(MoveMeaning::Illegal(self.unfit(plainest)));
        }
        Some(MoveMeaning::Moves(moves))
    }

    fn is_written(&self, mv: Move, text: &str) -> bool {
        text == self.western(mv) || text == self.kanji(mv)
    }
}
