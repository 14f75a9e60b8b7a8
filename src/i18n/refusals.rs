//! Why not, told to whoever asked.

use super::catalog::{Catalog, Variable};
use super::events::ending;
use super::illegal::IllegalWords;
use super::names::as_code;
use super::{Language, games};
use crate::rules::{GameKind, Illegal, MoveError, ParseMoveError, Square};
use crate::table::{Ending, Refusal};

/// The most moves that are told when a move was refused.
const LEGAL_MAX: usize = 30;

/// What it takes to tell a refusal and is not in it.
#[derive(Clone, Copy, Debug)]
pub struct RefusalContext<'a> {
    /// Which game it is.
    pub kind: GameKind,
    /// The name of the player whose turn it is, ready for use.
    pub turn_name: Option<&'a str>,
    /// What can be played from the square in question, as people write it.
    pub legal: &'a [String],
}

/// A refusal as a sentence or two: why not, and what could be played instead.
///
/// ```
/// use kradan::rules::{Illegal, GameKind, MoveError, makruk};
/// use kradan::table::Refusal;
/// use kradan::i18n::{Language, RefusalContext, refusal};
///
/// let (from, to) = ("c1".parse()?, "c4".parse()?);
/// let reason = makruk::Illegal::CannotGoThere { role: makruk::Role::Khon, from, to };
/// let refused = Refusal::Move(MoveError::Illegal(Illegal::Makruk(reason)));
/// let legal = ["c2", "d2"].map(str::to_owned);
/// let around = RefusalContext { kind: GameKind::Makruk, turn_name: None, legal: &legal };
/// assert_eq!(
///     refusal(&refused, &around, Language::English),
///     "The khon on c1 cannot go to c4. From c1 you can play `c2`, `d2`.",
/// );
/// # Ok::<(), kradan::rules::ParseSquareError>(())
/// ```
#[must_use]
pub fn refusal(refusal: &Refusal, around: &RefusalContext<'_>, language: Language) -> String {
    let phrases = Catalog::of(language);
    match refusal {
        Refusal::NotSeated => phrases.say("refusal-not-seated"),
        Refusal::NotChallenged => phrases.say("refusal-not-challenged"),
        Refusal::OwnChallenge => phrases.say("refusal-own-challenge"),
        Refusal::Answered => phrases.say("refusal-answered"),
        Refusal::NotBegun => phrases.say("refusal-not-begun"),
        Refusal::NotYourTurn { turn, .. } => {
            let side: Variable = ("side", phrases.side(around.kind, *turn).into());
            match around.turn_name {
                Some(name) => {
                    let name = ("name", name.to_owned().into());
                    phrases.say_with("refusal-not-your-turn-of", [name, side])
                }
                None => phrases.say_with("refusal-not-your-turn", [side]),
            }
        }
        Refusal::Stale { ply } => phrases.say_with("refusal-stale", [("ply", (*ply).into())]),
        Refusal::Move(error) => move_error(phrases, error, around, language),
        Refusal::Over(how) => over(phrases, *how, around, language),
        Refusal::NothingOffered => phrases.say("refusal-nothing-offered"),
        Refusal::OfferedAlready => phrases.say("refusal-offered-already"),
        Refusal::DeclinedAlready => phrases.say("refusal-declined-already"),
        Refusal::AskedFirst => phrases.say("refusal-asked-first"),
        Refusal::NothingToTakeBack => phrases.say("refusal-nothing-to-take-back"),
        Refusal::Game(why) => phrases.say(games::refusal(*why)),
        Refusal::Unread => phrases.say("refusal-unread"),
        Refusal::NotOver => phrases.say("refusal-not-over"),
    }
}

fn move_error(
    phrases: &Catalog,
    error: &MoveError<Illegal>,
    around: &RefusalContext<'_>,
    language: Language,
) -> String {
    let (why, from) = match error {
        MoveError::Unreadable(text) => (not_a_move(phrases, text, around.kind), None),
        MoveError::Illegal(reason) => {
            (games::illegal(&IllegalWords { phrases }, *reason), games::origin(*reason))
        }
        MoveError::Ambiguous(moves) => {
            let moves = ("moves", phrases.moves(moves).into());
            return phrases.say_with("refusal-ambiguous", [moves]);
        }
        MoveError::Over(outcome) => {
            return over(phrases, Ending::Rules(*outcome), around, language);
        }
    };
    if around.legal.is_empty() {
        return why;
    }
    phrases.joined(&[why, legal(phrases, from, around.legal)])
}

/// What was typed is repeated, since a slip is seen best in one's own words.
fn not_a_move(phrases: &Catalog, error: &ParseMoveError, kind: GameKind) -> String {
    let message = format!("refusal-not-a-move-{kind}");
    phrases.say_with(&message, [("text", as_code(error.text()).into())])
}

fn over(phrases: &Catalog, how: Ending, around: &RefusalContext<'_>, language: Language) -> String {
    let ending = ending(how, around.kind, language);
    phrases.say_with("refusal-over", [("ending", ending.into())])
}

fn legal(phrases: &Catalog, from: Option<Square>, moves: &[String]) -> String {
    let mut told = phrases.moves(&moves[..moves.len().min(LEGAL_MAX)]);
    if moves.len() > LEGAL_MAX {
        told += &phrases.say("comma");
        told.push('…');
    }
    let moves: Variable = ("moves", told.into());
    match from {
        Some(square) => {
            let square = ("square", square.to_string().into());
            phrases.say_with("refusal-legal-from", [square, moves])
        }
        None => phrases.say_with("refusal-legal", [moves]),
    }
}
