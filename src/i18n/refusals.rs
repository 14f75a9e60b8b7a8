//! Why not, told to whoever asked.

use super::catalog::{Catalog, Variable};
use super::illegal::IllegalWords;
use super::names::as_code;
use super::results::ending;
use super::{Language, games};
use kradan_rules::{GameKind, Illegal, MoveError, ParseMoveError, Square};
use kradan_table::{Ending, LINE_MOVES_MAX, LINES_MAX, Refusal};

/// The most moves that are told when a move was refused.
const LEGAL_MAX: usize = 30;

/// What it takes to tell a refusal and is not in it.
#[derive(Clone, Copy, Debug)]
pub struct RefusalContext<'a> {
    /// Which game it is.
    pub kind: GameKind,
    /// The name of the player whose turn it is, ready for use.
    pub turn_name: Option<&'a str>,
    /// The moves to choose from, as people write them: those that an ambiguous text fits, else those
    /// from the square in question. An ambiguous text without them gets the exact notation.
    pub legal: &'a [String],
}

/// A refusal as a sentence or two: why not, and what could be played instead.
///
/// ```
/// use kradan_rules::{Illegal, GameKind, MoveError, makruk};
/// use kradan_table::Refusal;
/// use kradan_i18n::{Language, RefusalContext, refusal};
///
/// let (from, to) = ("c1".parse()?, "c4".parse()?);
/// let reason = makruk::Illegal::CannotGoThere { role: makruk::Role::Khon, from, to };
/// let refused = Refusal::Move(MoveError::Illegal(Illegal::Makruk(reason)));
/// let legal = ["c2", "d2"].map(str::to_owned);
/// let context = RefusalContext { kind: GameKind::Makruk, turn_name: None, legal: &legal };
/// assert_eq!(
///     refusal(&refused, &context, Language::English),
///     "The khon on c1 cannot go to c4. From c1 you can play: `c2`, `d2`",
/// );
/// # Ok::<(), kradan_rules::ParseSquareError>(())
/// ```
#[must_use]
pub fn refusal(refusal: &Refusal, context: &RefusalContext<'_>, language: Language) -> String {
    let catalog = Catalog::of(language);
    match refusal {
        Refusal::NotSeated => catalog.say("refusal-not-seated"),
        Refusal::NotChallenged => catalog.say("refusal-not-challenged"),
        Refusal::OwnChallenge => catalog.say("refusal-own-challenge"),
        Refusal::OwnChallengeDeclined => catalog.say("refusal-own-challenge-declined"),
        Refusal::NotYourChallenge => catalog.say("refusal-not-your-challenge"),
        Refusal::NotYourComputer => catalog.say("refusal-not-your-computer"),
        Refusal::Answered => catalog.say("refusal-answered"),
        Refusal::NotBegun => catalog.say("refusal-not-begun"),
        Refusal::NotYourTurn { turn, .. } => {
            let side: Variable = ("side", catalog.side(context.kind, *turn).into());
            match context.turn_name {
                Some(name) => {
                    let name = ("name", name.to_owned().into());
                    catalog.say_with("refusal-not-your-turn-of", [name, side])
                }
                None => catalog.say_with("refusal-not-your-turn", [side]),
            }
        }
        Refusal::Stale { .. } => catalog.say("refusal-stale"),
        Refusal::Move(error) => move_error(catalog, error, context, language),
        Refusal::PlannedMove { number, text, why } => {
            let why = self::refusal(why, context, language);
            let (number, text) = (("number", (*number).into()), ("text", as_code(text).into()));
            let failed = catalog.say_with("refusal-planned-move", [number, text]);
            catalog.joined(&[failed, why])
        }
        Refusal::NoPlannedReply => catalog.say("refusal-no-planned-reply"),
        Refusal::LineTooLong => {
            catalog.say_with("refusal-line-too-long", [("most", LINE_MOVES_MAX.into())])
        }
        Refusal::TooManyLines => {
            catalog.say_with("refusal-too-many-lines", [("most", LINES_MAX.into())])
        }
        Refusal::Over(how) => over(catalog, *how, context, language),
        Refusal::NothingOffered => catalog.say("refusal-nothing-offered"),
        Refusal::OwnOffer => catalog.say("refusal-own-offer"),
        Refusal::NothingToWithdraw => catalog.say("refusal-nothing-to-withdraw"),
        Refusal::OfferedAlready => catalog.say("refusal-offered-already"),
        Refusal::DeclinedAlready => catalog.say("refusal-declined-already"),
        Refusal::AskedFirst => catalog.say("refusal-asked-first"),
        Refusal::OfferedFirst => catalog.say("refusal-offered-first"),
        Refusal::PauseOfferedFirst => catalog.say("refusal-pause-offered-first"),
        Refusal::Paused => catalog.say("refusal-paused"),
        Refusal::NotPaused => catalog.say("refusal-not-paused"),
        Refusal::NoClock => catalog.say("refusal-no-clock"),
        Refusal::GivenOften => catalog.say("refusal-given-often"),
        Refusal::ClockFull { most, room } => {
            let room = if *room == 0 { "none".to_owned() } else { catalog.hours(*room) };
            let variables = [("most", catalog.hours(*most).into()), ("room", room.into())];
            catalog.say_with("refusal-clock-full", variables)
        }
        Refusal::AnnouncedAlready => catalog.say("refusal-announced-already"),
        Refusal::NothingAnnounced => catalog.say("refusal-nothing-announced"),
        Refusal::NothingToTakeBack => catalog.say("refusal-nothing-to-take-back"),
        Refusal::Game(why) => catalog.say(games::refusal(*why)),
        Refusal::Unread => catalog.say("refusal-unread"),
        Refusal::NotOver => catalog.say("refusal-not-over"),
        Refusal::OpponentErased => catalog.say("refusal-opponent-erased"),
        Refusal::ReminderTooLate => catalog.say("refusal-reminder-too-late"),
    }
}

fn move_error(
    catalog: &Catalog,
    error: &MoveError<Illegal>,
    context: &RefusalContext<'_>,
    language: Language,
) -> String {
    let (why, from) = match error {
        MoveError::Unreadable(text) => (not_a_move(catalog, text, context.kind), None),
        MoveError::Illegal(reason) => {
            (games::illegal(&IllegalWords { catalog }, *reason), games::origin(*reason))
        }
        MoveError::Ambiguous(moves) => {
            let shown = if context.legal.is_empty() { moves } else { context.legal };
            let moves = ("moves", catalog.moves(shown).into());
            return catalog.say_with("refusal-ambiguous", [moves]);
        }
        MoveError::Over(outcome) => {
            return over(catalog, Ending::Rules(*outcome), context, language);
        }
    };
    if context.legal.is_empty() {
        return why;
    }
    catalog.joined(&[why, legal(catalog, from, context.legal)])
}

/// What was typed is repeated, since a slip is seen best in one's own words.
fn not_a_move(catalog: &Catalog, error: &ParseMoveError, kind: GameKind) -> String {
    let message = format!("refusal-not-a-move-{kind}");
    catalog.say_with(&message, [("text", as_code(error.text()).into())])
}

fn over(
    catalog: &Catalog,
    how: Ending,
    context: &RefusalContext<'_>,
    language: Language,
) -> String {
    let ending = ending(how, context.kind, language);
    catalog.say_with("refusal-over", [("ending", ending.into())])
}

fn legal(catalog: &Catalog, from: Option<Square>, moves: &[String]) -> String {
    let mut text = catalog.moves(&moves[..moves.len().min(LEGAL_MAX)]);
    if moves.len() > LEGAL_MAX {
        text += &catalog.say("comma");
        text.push('…');
    }
    let moves: Variable = ("moves", text.into());
    match from {
        Some(square) => {
            let square = ("square", square.to_string().into());
            catalog.say_with("refusal-legal-from", [square, moves])
        }
        None => catalog.say_with("refusal-legal", [moves]),
    }
}
