//! The words of Ōgi.

use super::words::{GameWords, GuidePart};
use crate::Language;
use crate::illegal::{IllegalWords, on};
use crate::position_words::{PositionWords, number};
use kradan_rules::facts::Piece;
use kradan_rules::ogi::{self, Role};
use kradan_rules::{BySide, FileOrRank, Side, Square};

impl GameWords for ogi::Position {
    const GUIDE: &'static [GuidePart] = &[
        ("aim", Some("lnsik^snl/1r4b1/pppppppp/8/8/PPPPPPPP/1B4R1/LNSIK^SNL / O/o"), None),
        ("king", Some("4k^3/8/8/8/3K^4/8/8/8 / O/o"), Some("d4")),
        ("princess", Some("4k^3/8/8/8/3I4/8/8/4K^3 / O/o"), Some("d4")),
        ("rook-bishop", Some("4k^3/8/8/2p5/3+B4/8/8/4K^3 / O/o"), Some("d4")),
        ("silver", Some("4k^3/8/8/8/3S4/8/8/4K^3 / O/o"), Some("d4")),
        ("knight-lance", Some("4k^3/8/8/8/8/3N4/8/4K^2L / O/o"), Some("d3")),
        ("pawn", Some("4k^3/8/8/8/3P4/8/8/4K^3 / O/o"), Some("d4")),
        ("promotion", Some("4k^3/8/8/8/3+P4/8/8/4K^3 / O/o"), Some("d4")),
        ("drop", Some("4k^3/8/8/8/3P4/8/8/4K^3 P/ O/o"), None),
        ("end", Some("4k^3/4+P3/4P3/8/8/8/8/4K^3 / o/O"), None),
    ];

    /// In Japanese each 手 has its own, as in shogi.
    fn plies_of_a_number(language: Language) -> usize {
        if language == Language::Japanese { 1 } else { 2 }
    }

    fn letters() -> Vec<(char, Piece)> {
        let plain = |role| Piece::Ogi(ogi::Piece { role, promoted: false });
        Role::ALL.map(|role| (role.letter(), plain(role))).to_vec()
    }
}

/// The message with a piece's name; that of a king may depend on its side.
pub(super) fn piece(side: Side, piece: ogi::Piece) -> String {
    match (piece.role, side) {
        (Role::King, Side::First) => "ogi-king-first".to_owned(),
        (Role::King, Side::Second) => "ogi-king-second".to_owned(),
        (role, _) if piece.promoted => format!("ogi-promoted-{role}"),
        (role, _) => format!("ogi-{role}"),
    }
}

pub(super) fn illegal(words: &IllegalWords<'_>, reason: ogi::Illegal) -> String {
    use ogi::Illegal as Why;
    let piece = |piece| words.piece(Piece::Ogi(piece));
    let plain = |role| piece(ogi::Piece { role, promoted: false });
    match reason {
        Why::NoPiece { square } => words.at("illegal-no-piece", square),
        Why::NotYours { square } => words.at("illegal-not-yours", square),
        Why::OtherPiece { piece: other, square } => {
            words.say("illegal-other-piece", [piece(other), on("square", square)])
        }
        Why::StaysPut { square } => words.at("illegal-stays-put", square),
        Why::OwnPiece { square } => words.at("illegal-own-piece", square),
        Why::CannotGoThere { piece: mover, from, to } => {
            words.say("illegal-cannot-go-there", [piece(mover), on("from", from), on("to", to)])
        }
        Why::NoneGoesThere { role, promoted, line, to } => {
            let named =
                |role| Piece::Ogi(ogi::Piece { role, promoted: promoted.unwrap_or_default() });
            words.none_goes_there(role.map(named), promoted, line, to)
        }
        Why::KingIntoCheck { by } => words.at("illegal-king-into-check", by),
        Why::ExposesKing { by } => words.at("illegal-exposes-king", by),
        Why::LeavesKingInCheck { by } => words.at("illegal-leaves-king-in-check", by),
        Why::MustPromote { piece: mover, from, to } => {
            words.say("illegal-must-promote", [piece(mover), on("from", from), on("to", to)])
        }
        Why::DoesNotPromote { piece: mover, from, to } => {
            let variables = [piece(mover), on("from", from), on("to", to)];
            words.say("illegal-does-not-promote-from", variables)
        }
        Why::NotInHand { role } => words.say("illegal-not-in-hand", [plain(role)]),
        Why::DropOnPiece { square } => words.at("illegal-drop-on-piece", square),
        Why::DropOnOwnPiece { square } => words.at("illegal-drop-on-own-piece", square),
        Why::DropPromoted { role } => words.say("illegal-drop-promoted", [plain(role)]),
        Why::DropWithoutMove { role, to } => {
            words.say("illegal-drop-without-move", [plain(role), on("to", to)])
        }
        Why::Nifu { to } => {
            let file = ("line", words.line(FileOrRank::File(to.file())).into());
            words.say("illegal-nifu", [file])
        }
    }
}

/// The square of the piece that was to move, where it could move elsewhere.
pub(super) fn origin(reason: ogi::Illegal) -> Option<Square> {
    match reason {
        ogi::Illegal::OtherPiece { square, .. } | ogi::Illegal::StaysPut { square } => Some(square),
        ogi::Illegal::CannotGoThere { from, .. }
        | ogi::Illegal::MustPromote { from, .. }
        | ogi::Illegal::DoesNotPromote { from, .. } => Some(from),
        ogi::Illegal::NoPiece { .. }
        | ogi::Illegal::NotYours { .. }
        | ogi::Illegal::OwnPiece { .. }
        | ogi::Illegal::NoneGoesThere { .. }
        | ogi::Illegal::KingIntoCheck { .. }
        | ogi::Illegal::ExposesKing { .. }
        | ogi::Illegal::LeavesKingInCheck { .. }
        | ogi::Illegal::NotInHand { .. }
        | ogi::Illegal::DropOnPiece { .. }
        | ogi::Illegal::DropOnOwnPiece { .. }
        | ogi::Illegal::DropPromoted { .. }
        | ogi::Illegal::DropWithoutMove { .. }
        | ogi::Illegal::Nifu { .. } => None,
    }
}

pub(super) fn beside(words: &PositionWords, hands: &BySide<ogi::Hand>) -> Vec<String> {
    Side::ALL.map(|side| hand(words, side, hands[side])).to_vec()
}

fn hand(words: &PositionWords, side: Side, hand: ogi::Hand) -> String {
    let owner = ("side", words.side(side).into());
    if hand.is_empty() {
        return words.catalog.say_with("hand-empty", [owner]);
    }
    let held = hand.iter().map(|(role, count)| {
        let piece = words.piece(side, Piece::Ogi(ogi::Piece { role, promoted: false }));
        if count == 1 {
            return piece;
        }
        let count = number(count.into());
        words.catalog.say_with("held", [("piece", piece.into()), ("count", count)])
    });
    let held: Vec<String> = held.collect();
    words.catalog.say_with("hand", [owner, ("pieces", words.listed(&held).into())])
}
