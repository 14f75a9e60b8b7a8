//! Positions told in words: the description of a picture, and a board as plain text.

use fluent_bundle::FluentValue;

use super::Language;
use super::catalog::{Catalog, Variable};
use crate::rules::facts::{Facts, Group, Last, Made, Piece, Pieces, Standing};
use crate::rules::{BySide, Game, GameKind, Side, Square, Verdict, makruk, ogi};

/// The longest description of a picture, in UTF-16 units, and so in characters too: as much as
/// chat programs take.
pub const ALT_MAX: usize = 1_024;

/// The description of a picture: whose turn it is or how the game ended, a Makruk count, every
/// piece with its square, and the last move.
///
/// It is never longer than [`ALT_MAX`]: no position needs as much, and were there one, its last
/// sentences would be left out.
///
/// ```
/// use kradan::rules::Facts;
/// use kradan::rules::{Game, GameKind};
/// use kradan::i18n::{Language, alt};
///
/// let game = Game::from_position(GameKind::Makruk, "4k3/8/8/3M~4/8/8/8/4K2R b")?;
/// assert_eq!(
///     alt(&Facts::of(&game, None), Language::English),
///     "Makruk, Black to move. Black is to count the pieces' honour on from 4, up to 16. \
///      White: khun e1, bia-ngai d5, rua h1. Black: khun e8.",
/// );
/// # Ok::<(), kradan::rules::PositionError>(())
/// ```
#[must_use]
pub fn alt(facts: &Facts, language: Language) -> String {
    let teller = Teller { kind: facts.kind, phrases: Catalog::of(language) };
    let mut sentences = vec![teller.standing(facts.standing)];
    sentences.extend(teller.beside(&facts.pieces));
    sentences.extend(teller.pieces(&facts.pieces));
    sentences.extend(facts.last.as_ref().map(|last| teller.last(last)));
    joined_within(ALT_MAX, &sentences, &teller.phrases.say("gap"))
}

/// The board as plain text, for those who cannot see pictures: the grid of [`Game::diagram`], what
/// its letters are, whose turn it is or how the game ended, and what is beside the board.
///
/// `result` is how the game ended, where the players and not the rules ended it.
#[must_use]
pub fn board(game: &Game, result: Option<Verdict>, language: Language) -> String {
    let facts = Facts::of(game, result);
    let teller = Teller { kind: game.kind(), phrases: Catalog::of(language) };
    let diagram = game.diagram();
    // A line of files, eight ranks, a line of files; then captions, which are told here.
    let mut lines: Vec<String> = diagram.lines().take(10).map(str::to_owned).collect();
    lines.push(teller.standing(facts.standing));
    if let Pieces::Othello { discs, .. } = &facts.pieces {
        let counts = BySide { first: discs.first.len(), second: discs.second.len() };
        lines.push(teller.numbers("counted", counts));
    }
    lines.extend(teller.beside(&facts.pieces));
    lines.extend(facts.last.as_ref().map(|last| teller.last(last)));
    lines.push(teller.letters());
    lines.join("\n") + "\n"
}

/// Sentences with a gap between them, as many as fit, the first ones first.
fn joined_within(units_max: usize, sentences: &[String], gap: &str) -> String {
    let mut text = String::new();
    for sentence in sentences {
        let gap = if text.is_empty() { "" } else { gap };
        let longer = format!("{text}{gap}{sentence}");
        if longer.encode_utf16().count() > units_max {
            break;
        }
        text = longer;
    }
    text
}

/// Tells the facts of one game in one language.
struct Teller {
    kind: GameKind,
    phrases: &'static Catalog,
}

impl Teller {
    fn side(&self, side: Side) -> String {
        self.phrases.side(self.kind, side)
    }

    fn piece(&self, side: Side, piece: Piece) -> String {
        self.phrases.piece(side, piece)
    }

    fn listed(&self, things: &[String]) -> String {
        self.phrases.listed(things)
    }

    /// Which game it is, and whose turn it is or how it ended.
    fn standing(&self, standing: Standing) -> String {
        let game: Variable = ("game", self.phrases.game(self.kind).into());
        let side = |side| ("side", self.side(side).into());
        let why = |reason| ("reason", self.phrases.reason(reason).into());
        match standing {
            Standing::Turn { side: turn, is_check } => {
                let message = if is_check { "to-move-check" } else { "to-move" };
                self.phrases.say_with(message, [game, side(turn)])
            }
            Standing::Over { verdict: Verdict::Win(winner), reason: Some(reason) } => {
                self.phrases.say_with("won-by", [game, side(winner), why(reason)])
            }
            Standing::Over { verdict: Verdict::Win(winner), reason: None } => {
                self.phrases.say_with("won", [game, side(winner)])
            }
            Standing::Over { verdict: Verdict::Draw, reason: Some(reason) } => {
                self.phrases.say_with("drawn-by", [game, why(reason)])
            }
            Standing::Over { verdict: Verdict::Draw, reason: None } => {
                self.phrases.say_with("drawn", [game])
            }
        }
    }

    /// What is beside the board: the official score, the count, the hands.
    fn beside(&self, pieces: &Pieces) -> Vec<String> {
        match pieces {
            Pieces::Othello { score, .. } => {
                score.iter().map(|&score| self.numbers("score", score)).collect()
            }
            Pieces::Makruk { count, is_due, .. } => {
                count.iter().map(|&count| self.count(count, *is_due)).collect()
            }
            Pieces::Ogi { hands, .. } => {
                Side::ALL.map(|side| self.hand(side, hands[side])).to_vec()
            }
        }
    }

    /// A message with a number of discs for each side.
    fn numbers(&self, message: &str, numbers: BySide<usize>) -> String {
        self.phrases.say_with(
            message,
            [
                ("first", self.side(Side::First).into()),
                ("first-count", number(numbers.first)),
                ("second", self.side(Side::Second).into()),
                ("second-count", number(numbers.second)),
            ],
        )
    }

    fn count(&self, count: makruk::Count, is_due: bool) -> String {
        let message = match (count.honour, is_due) {
            (makruk::Honour::Board, _) => "count-board",
            (makruk::Honour::Pieces, false) => "count-pieces",
            (makruk::Honour::Pieces, true) => "count-pieces-due",
        };
        self.phrases.say_with(
            message,
            [
                ("side", self.side(count.side).into()),
                ("number", number(count.number.into())),
                ("limit", number(count.limit.into())),
            ],
        )
    }

    fn hand(&self, side: Side, hand: ogi::Hand) -> String {
        let owner = ("side", self.side(side).into());
        if hand.is_empty() {
            return self.phrases.say_with("hand-empty", [owner]);
        }
        let held = hand.iter().map(|(role, count)| {
            let piece = self.piece(side, Piece::Ogi(ogi::Piece { role, promoted: false }));
            if count == 1 {
                return piece;
            }
            let count = number(count.into());
            self.phrases.say_with("held", [("piece", piece.into()), ("count", count)])
        });
        let held: Vec<String> = held.collect();
        self.phrases.say_with("hand", [owner, ("pieces", self.listed(&held).into())])
    }

    /// What stands where, a sentence for each side.
    fn pieces(&self, pieces: &Pieces) -> [String; 2] {
        Side::ALL.map(|side| match pieces {
            Pieces::Othello { discs, .. } => self.discs(side, &discs[side]),
            Pieces::Makruk { board, .. } => self.army(side, &board[side], Piece::Makruk),
            Pieces::Ogi { board, .. } => self.army(side, &board[side], Piece::Ogi),
        })
    }

    fn discs(&self, side: Side, discs: &[Square]) -> String {
        let owner = ("side", self.side(side).into());
        if discs.is_empty() {
            return self.phrases.say_with("discs-none", [owner]);
        }
        let count = ("count", number(discs.len()));
        self.phrases.say_with("discs", [owner, count, ("squares", squares(discs).into())])
    }

    fn army<T: Copy>(&self, side: Side, groups: &[Group<T>], piece: fn(T) -> Piece) -> String {
        let groups = groups.iter().map(|(kind, at)| {
            let piece = self.piece(side, piece(*kind));
            let variables = [("piece", piece.into()), ("squares", squares(at).into())];
            self.phrases.say_with("piece", variables)
        });
        let groups: Vec<String> = groups.collect();
        let pieces = self.listed(&groups);
        self.phrases
            .say_with("pieces", [("side", self.side(side).into()), ("pieces", pieces.into())])
    }

    fn last(&self, last: &Last) -> String {
        let mover: Variable = ("side", self.side(last.side).into());
        let square = |name, square: Square| (name, square.to_string().into());
        let name = |piece| ("piece", self.piece(last.side, piece).into());
        let mut what = Vec::new();
        match last.made {
            Made::Placed { to, turned } => {
                let count = ("count", number(turned));
                what.push(self.phrases.say_with("placed", [mover, square("to", to), count]));
            }
            Made::Passed => what.push(self.phrases.say_with("passed", [mover])),
            Made::Moved { piece, from, to, captured, promotes } => {
                let variables = [mover, name(piece), square("from", from), square("to", to)];
                what.push(self.phrases.say_with("moved", variables));
                what.extend(captured.map(|captured| {
                    let captured = self.piece(!last.side, captured);
                    self.phrases.say_with("captured", [("piece", captured.into())])
                }));
                if promotes {
                    what.push(self.phrases.say(&format!("promoted-{}", self.kind)));
                }
            }
            Made::Dropped { role, to } => {
                let piece = Piece::Ogi(ogi::Piece { role, promoted: false });
                what.push(self.phrases.say_with("dropped", [mover, name(piece), square("to", to)]));
            }
        }
        self.phrases.say_with("last-move", [("what", self.listed(&what).into())])
    }

    /// Which letter of the text board is what, and whose.
    fn letters(&self) -> String {
        let [first, second] = Side::ALL.map(|side| self.side(side));
        let sides = [("first", first.into()), ("second", second.into())];
        let letters: Vec<(char, Piece)> = match self.kind {
            GameKind::Othello => Vec::new(),
            GameKind::Makruk => makruk::Role::ALL
                .map(|role| {
                    // The diagram tells a bia-ngai from a met, whose letter it shares elsewhere.
                    let letter = if role == makruk::Role::BiaNgai { 'Q' } else { role.letter() };
                    (letter, Piece::Makruk(role))
                })
                .to_vec(),
            GameKind::Ogi => ogi::Role::ALL
                .map(|role| (role.letter(), Piece::Ogi(ogi::Piece { role, promoted: false })))
                .to_vec(),
        };
        let letters = letters.into_iter().map(|(letter, piece)| {
            let piece = self.piece(Side::First, piece);
            let letter = ("letter", letter.to_string().into());
            self.phrases.say_with("letter", [letter, ("piece", piece.into())])
        });
        let letters: Vec<String> = letters.collect();
        let pieces = ("pieces", self.listed(&letters).into());
        let message = format!("letters-{}", self.kind);
        self.phrases.say_with(&message, sides.into_iter().chain([pieces]))
    }
}

/// A number as a variable, which chooses between singular and plural.
fn number(number: usize) -> FluentValue<'static> {
    number.into()
}

fn squares(squares: &[Square]) -> String {
    squares.iter().map(Square::to_string).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_left_out_whole() {
        let sentences = ["One.", "Two.", "Three."].map(str::to_owned);
        assert_eq!(joined_within(16, &sentences, " "), "One. Two. Three.");
        assert_eq!(joined_within(15, &sentences, " "), "One. Two.");
        let rare = ["𝄞𝄞", "x"].map(str::to_owned);
        assert_eq!(joined_within(4, &rare, ""), "𝄞𝄞");
    }
}
