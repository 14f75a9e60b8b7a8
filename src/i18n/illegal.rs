//! The words for why the rules forbid a move that several games share.

use super::catalog::{Catalog, Variable};
use kradan_rules::facts::Piece;
use kradan_rules::{FileOrRank, Side, Square};

/// Tells reasons in one language.
pub(super) struct IllegalWords<'a> {
    pub(super) catalog: &'a Catalog,
}

impl IllegalWords<'_> {
    pub(super) fn say(
        &self,
        message: &str,
        variables: impl IntoIterator<Item = Variable>,
    ) -> String {
        self.catalog.say_with(message, variables)
    }

    pub(super) fn at(&self, message: &str, square: Square) -> String {
        self.say(message, [on("square", square)])
    }

    /// Whose piece it is only matters to the names of Ōgi's kings, which are never told apart here.
    pub(super) fn piece(&self, piece: Piece) -> Variable {
        ("piece", self.catalog.piece(Side::First, piece).into())
    }

    pub(super) fn none_goes_there(
        &self,
        named: Option<Piece>,
        promoted: Option<bool>,
        line: Option<FileOrRank>,
        to: Square,
    ) -> String {
        let piece: Variable = match (named, promoted) {
            (Some(piece), _) => self.piece(piece),
            (None, None) => ("piece", self.catalog.say("illegal-any-piece").into()),
            (None, Some(true)) => ("piece", self.catalog.say("illegal-promoted-piece").into()),
            (None, Some(false)) => ("piece", self.catalog.say("illegal-unpromoted-piece").into()),
        };
        match line {
            None => self.say("illegal-none-goes-there", [piece, on("to", to)]),
            Some(line) => {
                let line = ("line", self.line(line).into());
                self.say("illegal-none-goes-there-from", [piece, line, on("to", to)])
            }
        }
    }

    pub(super) fn line(&self, line: FileOrRank) -> String {
        match line {
            FileOrRank::File(file) => {
                let file = char::from(b'a' + (file & 7)).to_string();
                self.say("illegal-file", [("file", file.into())])
            }
            FileOrRank::Rank(rank) => self.say("illegal-rank", [("rank", ((rank & 7) + 1).into())]),
        }
    }
}

pub(super) fn on(variable: &'static str, square: Square) -> Variable {
    (variable, square.to_string().into())
}
