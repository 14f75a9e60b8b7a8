//! The words of a position that are the same for every game.

use fluent_bundle::FluentValue;

use super::catalog::{Catalog, Variable};
use kradan_rules::facts::{Group, Last, Made, Piece, Standing};
use kradan_rules::{BySide, GameKind, Side, Square, Verdict, ogi};

/// Tells the facts of one game in one language.
pub(super) struct PositionWords {
    pub(super) kind: GameKind,
    pub(super) catalog: &'static Catalog,
}

impl PositionWords {
    pub(super) fn side(&self, side: Side) -> String {
        self.catalog.side(self.kind, side)
    }

    pub(super) fn piece(&self, side: Side, piece: Piece) -> String {
        self.catalog.piece(side, piece)
    }

    pub(super) fn listed(&self, things: &[String]) -> String {
        self.catalog.listed(things)
    }

    /// Which game it is, and whose turn it is or how it ended.
    pub(super) fn standing(&self, standing: Standing) -> String {
        let game: Variable = ("game", self.catalog.game(self.kind).into());
        let side = |side| ("side", self.side(side).into());
        let why = |reason| ("reason", self.catalog.reason(reason).into());
        match standing {
            Standing::Turn { side: turn, is_check } => {
                let message = if is_check { "to-move-check" } else { "to-move" };
                self.catalog.say_with(message, [game, side(turn)])
            }
            Standing::Over { verdict: Verdict::Win(winner), reason: Some(reason) } => {
                self.catalog.say_with("won-by", [game, side(winner), why(reason)])
            }
            Standing::Over { verdict: Verdict::Win(winner), reason: None } => {
                self.catalog.say_with("won", [game, side(winner)])
            }
            Standing::Over { verdict: Verdict::Draw, reason: Some(reason) } => {
                self.catalog.say_with("drawn-by", [game, why(reason)])
            }
            Standing::Over { verdict: Verdict::Draw, reason: None } => {
                self.catalog.say_with("drawn", [game])
            }
        }
    }

    /// A message with a number of discs for each side.
    pub(super) fn numbers(&self, message: &str, numbers: BySide<usize>) -> String {
        self.catalog.say_with(
            message,
            [
                ("first", self.side(Side::First).into()),
                ("first-count", number(numbers.first)),
                ("second", self.side(Side::Second).into()),
                ("second-count", number(numbers.second)),
            ],
        )
    }

    pub(super) fn army<T: Copy>(
        &self,
        side: Side,
        groups: &[Group<T>],
        piece: fn(T) -> Piece,
    ) -> String {
        let groups = groups.iter().map(|(kind, at)| {
            let piece = self.piece(side, piece(*kind));
            let variables = [("piece", piece.into()), ("squares", squares(at).into())];
            self.catalog.say_with("piece", variables)
        });
        let groups: Vec<String> = groups.collect();
        let pieces = self.listed(&groups);
        self.catalog
            .say_with("pieces", [("side", self.side(side).into()), ("pieces", pieces.into())])
    }

    pub(super) fn last(&self, last: &Last) -> String {
        let mover: Variable = ("side", self.side(last.side).into());
        let square = |name, square: Square| (name, square.to_string().into());
        let name = |piece| ("piece", self.piece(last.side, piece).into());
        let mut what = Vec::new();
        match last.made {
            Made::Placed { to, turned } => {
                let count = ("count", number(turned));
                what.push(self.catalog.say_with("placed", [mover, square("to", to), count]));
            }
            Made::Passed => what.push(self.catalog.say_with("passed", [mover])),
            Made::Moved { piece, from, to, captured, promotes } => {
                let variables = [mover, name(piece), square("from", from), square("to", to)];
                what.push(self.catalog.say_with("moved", variables));
                what.extend(captured.map(|captured| {
                    let captured = self.piece(!last.side, captured);
                    self.catalog.say_with("captured", [("piece", captured.into())])
                }));
                if promotes {
                    what.push(self.catalog.say(&format!("promoted-{}", self.kind)));
                }
            }
            Made::Dropped { role, to } => {
                let piece = Piece::Ogi(ogi::Piece { role, promoted: false });
                what.push(self.catalog.say_with("dropped", [mover, name(piece), square("to", to)]));
            }
        }
        self.catalog.say_with("last-move", [("what", self.listed(&what).into())])
    }

    /// Which letter of the text board is what, and whose.
    pub(super) fn letters(&self, letters: &[(char, Piece)]) -> String {
        let [first, second] = Side::ALL.map(|side| self.side(side));
        let sides = [("first", first.into()), ("second", second.into())];
        let letters = letters.iter().map(|&(letter, piece)| {
            let piece = self.piece(Side::First, piece);
            let letter = ("letter", letter.to_string().into());
            self.catalog.say_with("letter", [letter, ("piece", piece.into())])
        });
        let letters: Vec<String> = letters.collect();
        let pieces = ("pieces", self.listed(&letters).into());
        let message = format!("letters-{}", self.kind);
        self.catalog.say_with(&message, sides.into_iter().chain([pieces]))
    }
}

/// A number as a variable, which chooses between singular and plural.
pub(super) fn number(number: usize) -> FluentValue<'static> {
    number.into()
}

pub(super) fn squares(squares: &[Square]) -> String {
    squares.iter().map(Square::to_string).collect::<Vec<_>>().join(" ")
}
