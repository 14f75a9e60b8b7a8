//! Makruk moves as people write and type them.

use std::sync::LazyLock;

use super::{Act, Illegal, Move, Position, Role};
use crate::typed::{self, Grammar, MoveKind, MoveMeaning, ParsedMove, PromotionMark, TidyText};
use crate::{Position as _, Reason, Square};

/// The names of the pieces, in the languages of the menus and as players of other chess call them.
/// The name of the met also fits a bia-ngai.
const NAMES: [(&str, &[Role]); 55] = [
    ("k", &[Role::Khun]),
    ("m", &[Role::Met, Role::BiaNgai]),
    ("q", &[Role::Met, Role::BiaNgai]),
    ("s", &[Role::Khon]),
    ("n", &[Role::Ma]),
    ("r", &[Role::Rua]),
    ("p", &[Role::Bia]),
    ("ขุน", &[Role::Khun]),
    ("เม็ด", &[Role::Met, Role::BiaNgai]),
    ("เบี้ยหงาย", &[Role::BiaNgai]),
    ("หงาย", &[Role::BiaNgai]),
    ("โคน", &[Role::Khon]),
    ("ม้า", &[Role::Ma]),
    ("เรือ", &[Role::Rua]),
    ("เบี้ย", &[Role::Bia]),
    ("khun", &[Role::Khun]),
    ("met", &[Role::Met, Role::BiaNgai]),
    ("m~", &[Role::BiaNgai]),
    ("bia-ngai", &[Role::BiaNgai]),
    ("ngai", &[Role::BiaNgai]),
    ("khon", &[Role::Khon]),
    ("ma", &[Role::Ma]),
    ("rua", &[Role::Rua]),
    ("bia", &[Role::Bia]),
    ("クン", &[Role::Khun]),
    ("メット", &[Role::Met, Role::BiaNgai]),
    ("ビアンガーイ", &[Role::BiaNgai]),
    ("コーン", &[Role::Khon]),
    ("マー", &[Role::Ma]),
    ("ルア", &[Role::Rua]),
    ("ビア", &[Role::Bia]),
    ("king", &[Role::Khun]),
    ("queen", &[Role::Met, Role::BiaNgai]),
    ("bishop", &[Role::Khon]),
    ("knight", &[Role::Ma]),
    ("rook", &[Role::Rua]),
    ("pawn", &[Role::Bia]),
    ("koning", &[Role::Khun]),
    ("dame", &[Role::Met, Role::BiaNgai]),
    ("loper", &[Role::Khon]),
    ("paard", &[Role::Ma]),
    ("toren", &[Role::Rua]),
    ("pion", &[Role::Bia]),
    ("♔", &[Role::Khun]),
    ("♚", &[Role::Khun]),
    ("♕", &[Role::Met, Role::BiaNgai]),
    ("♛", &[Role::Met, Role::BiaNgai]),
    ("♗", &[Role::Khon]),
    ("♝", &[Role::Khon]),
    ("♘", &[Role::Ma]),
    ("♞", &[Role::Ma]),
    ("♖", &[Role::Rua]),
    ("♜", &[Role::Rua]),
    ("♙", &[Role::Bia]),
    ("♟", &[Role::Bia]),
];

static GRAMMAR: LazyLock<Grammar<&'static [Role]>> = LazyLock::new(|| {
    Grammar::new(&NAMES, "=?(?:m~?|q|met|biangai|ngai|เม็ด|เบี้ยหงาย|หงาย)", r"\+|#|รุกจน|รุก")
});

impl Position {
    /// A legal move in SAN, the notation of PGN: `Nd2`, `Sxe4`, `bxc6=M+`. An act on the count is
    /// not part of it.
    ///
    /// ```
    /// use kradan_rules::{Position as _, makruk::Position};
    ///
    /// let start = Position::default();
    /// assert_eq!(start.san(start.read_move("b1d2")?), "Nd2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn san(&self, mv: Move) -> String {
        let Some((_, role)) = self.piece_at(mv.from) else { return mv.to_string() };
        let takes = self.piece_at(mv.to).is_some();
        let piece = match role {
            Role::Bia if takes => char::from(b'a' + mv.from.file()).to_string(),
            Role::Bia => String::new(),
            Role::Khun | Role::Met | Role::BiaNgai | Role::Khon | Role::Ma | Role::Rua => {
                let others: Vec<Square> = self
                    .legal_moves()
                    .into_iter()
                    .filter(|other| other.to == mv.to && other.from != mv.from)
                    .map(|other| other.from)
                    .filter(|&from| {
                        self.piece_at(from)
                            .is_some_and(|(_, other)| other.letter() == role.letter())
                    })
                    .collect();
                format!("{}{}", role.letter(), disambiguation(mv.from, &others))
            }
        };
        let capture = if takes { "x" } else { "" };
        let promotion = if mv.promotes { "=M" } else { "" };
        let check = match self.check_after(mv) {
            Threat::None => "",
            Threat::Check => "+",
            Threat::Mate => "#",
        };
        format!("{piece}{capture}{}{promotion}{check}", mv.to)
    }

    /// A legal move in Thai: the piece's name, from and to, รุก for check and รุกจน for mate.
    ///
    /// ```
    /// use kradan_rules::{Position as _, makruk::Position};
    ///
    /// let start = Position::default();
    /// assert_eq!(start.thai(start.read_move("b1d2")?), "ม้า b1-d2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn thai(&self, mv: Move) -> String {
        let Some((_, role)) = self.piece_at(mv.from) else { return mv.to_string() };
        let dash = if self.piece_at(mv.to).is_some() { "x" } else { "-" };
        let promotion =
            if mv.promotes { format!("={}", Role::BiaNgai.thai()) } else { String::new() };
        let check = match self.check_after(mv) {
            Threat::None => "",
            Threat::Check => " รุก",
            Threat::Mate => " รุกจน",
        };
        format!("{} {}{dash}{}{promotion}{check}", role.thai(), mv.from, mv.to)
    }

    fn check_after(&self, mv: Move) -> Threat {
        let after = self.after(mv);
        match after.outcome() {
            Some(outcome) if outcome.reason == Reason::Checkmate => Threat::Mate,
            Some(_) | None if after.is_check() => Threat::Check,
            Some(_) | None => Threat::None,
        }
    }

    /// The move between two squares, with the promotion that the rules demand unless the text
    /// declines it.
    fn plain_move(&self, from: Square, to: Square, mark: PromotionMark) -> Move {
        let promotes = match mark {
            PromotionMark::Unsaid => self.board.promotes(from, to),
            PromotionMark::Promotes => true,
            PromotionMark::Declines => false,
        };
        Move { from, to, promotes, act: None }
    }

    fn fits(&self, typed: &ParsedMove<&'static [Role]>, mv: Move) -> bool {
        let role_fits =
            |roles: &[Role]| self.piece_at(mv.from).is_some_and(|(_, role)| roles.contains(&role));
        mv.to == typed.to
            && typed.comes_from(mv.from)
            && typed.agrees(mv.promotes)
            && typed.piece.is_none_or(role_fits)
    }

    /// Why no legal move fits.
    fn unfit(&self, typed: &ParsedMove<&'static [Role]>) -> Illegal {
        let named = typed.piece.unwrap_or(&Role::ALL);
        let judged = |from| self.check_legal(self.plain_move(from, typed.to, typed.mark)).err();
        if let Some(from) = typed.from() {
            match self.piece_at(from) {
                Some((side, role)) if side == self.turn() && !named.contains(&role) => {
                    return Illegal::OtherPiece { role, square: from };
                }
                Some(_) | None => {}
            }
            if let Some(reason) = judged(from) {
                return reason;
            }
        }
        let reasons = named.iter().flat_map(|&role| self.board.could_reach(role, typed.to));
        let reason = reasons.filter(|&from| typed.comes_from(from)).find_map(judged);
        let role = typed.piece.and_then(|roles| roles.first().copied());
        reason.unwrap_or(Illegal::NoneGoesThere { role, line: typed.line(), to: typed.to })
    }

    /// The legal moves that a typed move can mean.
    fn fitting(&self, typed: &ParsedMove<&'static [Role]>) -> Vec<Move> {
        let mut moves = self.legal_moves();
        moves.retain(|&mv| self.fits(typed, mv));
        let bia = self.pieces(self.turn(), Role::Bia);
        typed.prefer_pawns(&mut moves, |mv| bia.contains(mv.from));
        moves
    }
}

/// The origin that makes a move unambiguous, as in SAN: nothing, the file, the rank, or the square.
fn disambiguation(from: Square, others: &[Square]) -> String {
    let square = from.to_string();
    let (file, rank) = square.split_at(1);
    if others.is_empty() {
        String::new()
    } else if others.iter().all(|other| other.file() != from.file()) {
        file.to_owned()
    } else if others.iter().all(|other| other.rank() != from.rank()) {
        rank.to_owned()
    } else {
        square
    }
}

/// What a move threatens.
enum Threat {
    None,
    Check,
    Mate,
}

impl typed::ReadTyped for Position {
    fn meant(&self, tidy: &TidyText) -> Option<MoveMeaning<Position>> {
        let (act, rest) = split_act(&tidy.text);
        let mut read = GRAMMAR.read(rest, tidy.is_dashed);
        // Makruk has no drops.
        read.retain(|typed| typed.how != MoveKind::Drop);
        let plainest = read.first()?;
        let mut moves = typed::all_fitting(&read, |typed| self.fitting(typed));
        if moves.is_empty() {
            return Some(MoveMeaning::Illegal(self.unfit(plainest)));
        }
        if let Some(act) = act {
            if let Err(reason) = self.judge_act(act) {
                return Some(MoveMeaning::Illegal(reason));
            }
            for mv in &mut moves {
                mv.act = Some(act);
            }
        }
        Some(MoveMeaning::Moves(moves))
    }

    fn is_written(&self, mv: Move, text: &str) -> bool {
        let text = mv.act.map_or(Some(text), |act| text.strip_prefix(&format!("{act}:")));
        // Other programs omit the marks of check, and people add comments.
        let bare = |san: &str| san.trim_end_matches(['+', '#', '!', '?']).to_owned();
        text.is_some_and(|text| bare(text) == bare(&self.san(mv)) || text == self.thai(mv))
    }
}

/// An act at the beginning of a normalised text, with or without its colon.
fn split_act(tidy: &str) -> (Option<Act>, &str) {
    for act in Act::ALL {
        if let Some(rest) = tidy.strip_prefix(&act.to_string()) {
            return (Some(act), rest.strip_prefix(':').unwrap_or(rest));
        }
    }
    (None, tidy)
}
