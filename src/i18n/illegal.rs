//! Why the rules forbid a move.

use super::catalog::{Catalog, Variable};
use crate::rules::facts::Piece;
use crate::rules::makruk::{Act, Unclaimable};
use crate::rules::{FileOrRank, Illegal, Side, Square, makruk, ogi, othello};

/// The reason as a sentence.
pub(super) fn told(phrases: &Catalog, reason: Illegal) -> String {
    let teller = Teller { phrases };
    match reason {
        Illegal::Othello(reason) => teller.othello(reason),
        Illegal::Makruk(reason) => teller.makruk(reason),
        Illegal::Ogi(reason) => teller.ogi(reason),
    }
}

/// The square of the piece that was to move, where it could move elsewhere.
pub(super) fn from(reason: Illegal) -> Option<Square> {
    match reason {
        Illegal::Othello(_) => None,
        Illegal::Makruk(reason) => match reason {
            makruk::Illegal::OtherPiece { square, .. } | makruk::Illegal::StaysPut { square } => {
                Some(square)
            }
            makruk::Illegal::CannotGoThere { from, .. } => Some(from),
            makruk::Illegal::NoPiece { .. }
            | makruk::Illegal::NotYours { .. }
            | makruk::Illegal::OwnPiece { .. }
            | makruk::Illegal::NoneGoesThere { .. }
            | makruk::Illegal::KhunIntoCheck { .. }
            | makruk::Illegal::ExposesKhun { .. }
            | makruk::Illegal::LeavesKhunInCheck { .. }
            | makruk::Illegal::MustPromote { .. }
            | makruk::Illegal::DoesNotPromote { .. }
            | makruk::Illegal::CannotClaim(_)
            | makruk::Illegal::NotCounting { .. } => None,
        },
        Illegal::Ogi(reason) => match reason {
            ogi::Illegal::OtherPiece { square, .. } | ogi::Illegal::StaysPut { square } => {
                Some(square)
            }
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
            | ogi::Illegal::DropPromoted { .. }
            | ogi::Illegal::DropWithoutMove { .. }
            | ogi::Illegal::Nifu { .. } => None,
        },
    }
}

struct Teller<'a> {
    phrases: &'a Catalog,
}

impl Teller<'_> {
    fn say(&self, message: &str, variables: impl IntoIterator<Item = Variable>) -> String {
        self.phrases.say_with(message, variables)
    }

    fn at(&self, message: &str, square: Square) -> String {
        self.say(message, [on("square", square)])
    }

    fn othello(&self, reason: othello::Illegal) -> String {
        match reason {
            othello::Illegal::Taken { square } => self.at("illegal-taken", square),
            othello::Illegal::EnclosesNothing { square } => {
                self.at("illegal-encloses-nothing", square)
            }
            othello::Illegal::MayNotPass => self.say("illegal-may-not-pass", []),
            othello::Illegal::MustPass => self.say("illegal-must-pass", []),
        }
    }

    fn makruk(&self, reason: makruk::Illegal) -> String {
        use makruk::Illegal as Why;
        let piece = |role| self.piece(Piece::Makruk(role));
        match reason {
            Why::NoPiece { square } => self.at("illegal-no-piece", square),
            Why::NotYours { square } => self.at("illegal-not-yours", square),
            Why::OtherPiece { role, square } => {
                self.say("illegal-other-piece", [piece(role), on("square", square)])
            }
            Why::StaysPut { square } => self.at("illegal-stays-put", square),
            Why::OwnPiece { square } => self.at("illegal-own-piece", square),
            Why::CannotGoThere { role, from, to } => {
                self.say("illegal-cannot-go-there", [piece(role), on("from", from), on("to", to)])
            }
            Why::NoneGoesThere { role, line, to } => {
                self.none_goes_there(role.map(Piece::Makruk), None, line, to)
            }
            Why::KhunIntoCheck { by } => self.at("illegal-khun-into-check", by),
            Why::ExposesKhun { by } => self.at("illegal-exposes-khun", by),
            Why::LeavesKhunInCheck { by } => self.at("illegal-leaves-khun-in-check", by),
            Why::MustPromote { to } => self.at("illegal-bia-must-promote", to),
            Why::DoesNotPromote { role, to } => {
                self.say("illegal-does-not-promote", [piece(role), on("to", to)])
            }
            Why::CannotClaim(why) => self.say(unclaimable(why), []),
            Why::NotCounting { act } => self.say(not_counting(act), []),
        }
    }

    fn ogi(&self, reason: ogi::Illegal) -> String {
        use ogi::Illegal as Why;
        let piece = |piece| self.piece(Piece::Ogi(piece));
        let plain = |role| piece(ogi::Piece { role, promoted: false });
        match reason {
            Why::NoPiece { square } => self.at("illegal-no-piece", square),
            Why::NotYours { square } => self.at("illegal-not-yours", square),
            Why::OtherPiece { piece: other, square } => {
                self.say("illegal-other-piece", [piece(other), on("square", square)])
            }
            Why::StaysPut { square } => self.at("illegal-stays-put", square),
            Why::OwnPiece { square } => self.at("illegal-own-piece", square),
            Why::CannotGoThere { piece: mover, from, to } => {
                self.say("illegal-cannot-go-there", [piece(mover), on("from", from), on("to", to)])
            }
            Why::NoneGoesThere { role, promoted, line, to } => {
                let named =
                    |role| Piece::Ogi(ogi::Piece { role, promoted: promoted.unwrap_or_default() });
                self.none_goes_there(role.map(named), promoted, line, to)
            }
            Why::KingIntoCheck { by } => self.at("illegal-king-into-check", by),
            Why::ExposesKing { by } => self.at("illegal-exposes-king", by),
            Why::LeavesKingInCheck { by } => self.at("illegal-leaves-king-in-check", by),
            Why::MustPromote { piece: mover, from, to } => {
                self.say("illegal-must-promote", [piece(mover), on("from", from), on("to", to)])
            }
            Why::DoesNotPromote { piece: mover, from, to } => {
                let variables = [piece(mover), on("from", from), on("to", to)];
                self.say("illegal-does-not-promote-from", variables)
            }
            Why::NotInHand { role } => self.say("illegal-not-in-hand", [plain(role)]),
            Why::DropOnPiece { square } => self.at("illegal-drop-on-piece", square),
            Why::DropPromoted { role } => self.say("illegal-drop-promoted", [plain(role)]),
            Why::DropWithoutMove { role, to } => {
                self.say("illegal-drop-without-move", [plain(role), on("to", to)])
            }
            Why::Nifu { to } => {
                let file = ("line", self.line(FileOrRank::File(to.file())).into());
                self.say("illegal-nifu", [file])
            }
        }
    }

    /// Whose piece it is only matters to the names of Ōgi's kings, which are never told apart here.
    fn piece(&self, piece: Piece) -> Variable {
        ("piece", self.phrases.piece(Side::First, piece).into())
    }

    fn none_goes_there(
        &self,
        named: Option<Piece>,
        promoted: Option<bool>,
        line: Option<FileOrRank>,
        to: Square,
    ) -> String {
        let piece: Variable = match (named, promoted) {
            (Some(piece), _) => self.piece(piece),
            (None, None) => ("piece", self.phrases.say("illegal-any-piece").into()),
            (None, Some(true)) => ("piece", self.phrases.say("illegal-promoted-piece").into()),
            (None, Some(false)) => ("piece", self.phrases.say("illegal-unpromoted-piece").into()),
        };
        match line {
            None => self.say("illegal-none-goes-there", [piece, on("to", to)]),
            Some(line) => {
                let line = ("line", self.line(line).into());
                self.say("illegal-none-goes-there-from", [piece, line, on("to", to)])
            }
        }
    }

    fn line(&self, line: FileOrRank) -> String {
        match line {
            FileOrRank::File(file) => {
                let file = char::from(b'a' + (file & 7)).to_string();
                self.say("illegal-file", [("file", file.into())])
            }
            FileOrRank::Rank(rank) => self.say("illegal-rank", [("rank", ((rank & 7) + 1).into())]),
        }
    }
}

fn on(variable: &'static str, square: Square) -> Variable {
    (variable, square.to_string().into())
}

const fn unclaimable(why: Unclaimable) -> &'static str {
    match why {
        Unclaimable::BiaStands => "illegal-claim-bia-stands",
        Unclaimable::LoneKhun => "illegal-claim-lone-khun",
        Unclaimable::AlreadyCounting => "illegal-claim-already-counting",
        Unclaimable::Off => "illegal-claim-off",
    }
}

const fn not_counting(act: Act) -> &'static str {
    match act {
        Act::Stop => "illegal-not-counting-stop",
        Act::Skip | Act::Claim => "illegal-not-counting-skip",
    }
}
