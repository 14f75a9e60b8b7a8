//! What happened at a table, told to everyone.

use super::catalog::{Catalog, Variable};
use super::names::as_code;
use super::{Language, games};
use crate::rules::{BySide, GameKind, Side, Verdict};
use crate::table::{Ending, Event, Furigoma, PLIES_MAX};

/// What it takes to tell an event and is not in it.
#[derive(Clone, Copy, Debug)]
pub struct EventContext<'a> {
    /// Which game it is.
    pub kind: GameKind,
    /// The players' names, ready for use. While there is only a challenge: the challenger's, and
    /// that of whoever is challenged, which may be empty.
    pub names: BySide<&'a str>,
    /// The move as people write it; the exact notation will do where it is not known.
    pub written: Option<&'a str>,
}

/// An event as a sentence or two. Moves stand between backticks, since one may have an asterisk.
///
/// ```
/// use kradan::rules::{BySide, GameKind, Side};
/// use kradan::table::Event;
/// use kradan::i18n::{EventContext, Language, event};
///
/// let names = BySide { first: "Ann", second: "<@2>" };
/// let context = EventContext { kind: GameKind::Makruk, names, written: Some("Rd7") };
/// let text = "d1d7".to_owned();
/// let moved = Event::Moved { side: Side::Second, ply: 80, text, said: Some(5) };
/// assert_eq!(event(&moved, &context, Language::English), "<@2> played `Rd7` and said “5”.");
/// ```
#[must_use]
pub fn event(event: &Event, context: &EventContext<'_>, language: Language) -> String {
    let sentences = EventSentences { context, catalog: Catalog::of(language) };
    match event {
        Event::Challenged { opponent, .. } => sentences.challenged(opponent.is_some()),
        Event::Accepted { furigoma, .. } => sentences.accepted(*furigoma),
        Event::NoThread => sentences.say("event-no-thread", []),
        Event::Declined => sentences.say("event-declined", []),
        Event::Cancelled => sentences.say("event-cancelled", []),
        Event::Lapsed => sentences.say("event-lapsed", []),
        Event::Moved { side, text, said, .. } => sentences.moved(*side, text, *said),
        Event::Passed { side, .. } => sentences.by("event-passed", *side),
        Event::Game(event) => {
            let (message, side) = games::event(event);
            sentences.by(message, side)
        }
        Event::DrawOffered { side } => sentences.by("event-draw-offered", *side),
        Event::DrawDeclined { side } => sentences.by("event-draw-declined", *side),
        Event::TakebackAsked { side, plies } => sentences.takeback_asked(*side, *plies),
        Event::TakebackRefused { side } => sentences.by("event-takeback-refused", *side),
        Event::TakenBack { plies } => {
            sentences.say("event-taken-back", [("plies", (*plies).into())])
        }
        Event::Shown(_) => sentences.say("event-shown", []),
        Event::Reminded { side } => sentences.by("event-reminded", *side),
        Event::Ended(ending) => sentences.ended(*ending),
    }
}

/// How a game ended, by the names of its sides: for lists, and for whoever was not there.
///
/// ```
/// use kradan::rules::{GameKind, Side};
/// use kradan::table::Ending;
/// use kradan::i18n::{Language, ending};
///
/// let resigned = Ending::Resigned(Side::First);
/// assert_eq!(ending(resigned, GameKind::Ogi, Language::English), "Gote won: Sente resigned");
/// ```
#[must_use]
pub fn ending(ending: Ending, kind: GameKind, language: Language) -> String {
    let catalog = Catalog::of(language);
    let side = |name, side| -> Variable { (name, catalog.side(kind, side).into()) };
    match ending {
        Ending::Rules(outcome) => {
            let reason = ("reason", catalog.reason(outcome.reason).into());
            match outcome.verdict {
                Verdict::Win(winner) => {
                    catalog.say_with("ending-won", [side("side", winner), reason])
                }
                Verdict::Draw => catalog.say_with("ending-drawn", [reason]),
            }
        }
        Ending::Resigned(loser) => {
            catalog.say_with("ending-resigned", [side("winner", !loser), side("loser", loser)])
        }
        Ending::OutOfTime(loser) => {
            catalog.say_with("ending-out-of-time", [side("winner", !loser), side("loser", loser)])
        }
        Ending::Agreed => catalog.say("ending-agreed"),
        Ending::Game(how) => catalog.say(&format!("ending-{}", games::ending(how))),
        Ending::Repetition => catalog.say("ending-repetition"),
        Ending::TooLong => catalog.say_with("ending-too-long", [("plies", PLIES_MAX.into())]),
    }
}

/// Who won, by the name of the side.
///
/// ```
/// use kradan::rules::{GameKind, Verdict};
/// use kradan::i18n::{Language, verdict};
///
/// assert_eq!(verdict(Verdict::Draw, GameKind::Othello, Language::Dutch), "Remise");
/// ```
#[must_use]
pub fn verdict(verdict: Verdict, kind: GameKind, language: Language) -> String {
    let catalog = Catalog::of(language);
    match verdict {
        Verdict::Win(winner) => {
            catalog.say_with("verdict-won", [("side", catalog.side(kind, winner).into())])
        }
        Verdict::Draw => catalog.say("verdict-drawn"),
    }
}

struct EventSentences<'a> {
    context: &'a EventContext<'a>,
    catalog: &'static Catalog,
}

impl EventSentences<'_> {
    fn say(&self, message: &str, variables: impl IntoIterator<Item = Variable>) -> String {
        self.catalog.say_with(message, variables)
    }

    /// A sentence about somebody.
    fn by(&self, message: &str, side: Side) -> String {
        self.say(message, [self.name("name", side)])
    }

    fn name(&self, variable: &'static str, side: Side) -> Variable {
        (variable, self.context.names[side].to_owned().into())
    }

    fn side(&self, variable: &'static str, side: Side) -> Variable {
        (variable, self.catalog.side(self.context.kind, side).into())
    }

    fn challenged(&self, is_to_somebody: bool) -> String {
        let kind = ("kind", self.catalog.game(self.context.kind).into());
        let challenger = self.name("challenger", Side::First);
        if is_to_somebody {
            let opponent = self.name("opponent", Side::Second);
            self.say("event-challenged", [challenger, opponent, kind])
        } else {
            self.say("event-challenged-anyone", [challenger, kind])
        }
    }

    fn accepted(&self, furigoma: Option<Furigoma>) -> String {
        let thrown = furigoma.map(|throw| self.thrown(throw));
        let variables = [
            self.name("first", Side::First),
            self.name("second", Side::Second),
            self.side("first-side", Side::First),
            self.side("second-side", Side::Second),
        ];
        let begins = self.say("event-accepted", variables);
        let sentences: Vec<String> = thrown.into_iter().chain([begins]).collect();
        self.catalog.joined(&sentences)
    }

    /// The pawns as they fell, how many of each, and what that makes the thrower.
    fn thrown(&self, throw: Furigoma) -> String {
        let pawns = throw.promoted.map(|promoted| if promoted { "と" } else { "歩" });
        let promoted = throw.promoted.iter().filter(|&&promoted| promoted).count();
        let variables = [
            self.name("name", throw.side()),
            self.side("side", throw.side()),
            ("pawns", pawns.join(" ").into()),
            ("plain", (pawns.len() - promoted).into()),
            ("promoted", promoted.into()),
        ];
        self.say("event-furigoma", variables)
    }

    fn moved(&self, side: Side, exact: &str, said: Option<u8>) -> String {
        let written = as_code(self.context.written.unwrap_or(exact));
        let variables = [self.name("name", side), ("move", written.into())];
        match said {
            None => self.say("event-moved", variables),
            Some(number) => {
                let number = ("number", number.into());
                self.say("event-moved-counting", variables.into_iter().chain([number]))
            }
        }
    }

    fn takeback_asked(&self, side: Side, (from, to): (usize, usize)) -> String {
        let plies = (to + 1).saturating_sub(from);
        let numbers = [("plies", plies.into()), ("from", from.into()), ("to", to.into())];
        self.say("event-takeback-asked", [self.name("name", side)].into_iter().chain(numbers))
    }

    fn ended(&self, ending: Ending) -> String {
        let decided = |message, loser: Side| {
            let winner = [self.name("winner", !loser), self.side("side", !loser)];
            self.say(message, winner.into_iter().chain([self.name("loser", loser)]))
        };
        match ending {
            Ending::Rules(outcome) => {
                let reason = ("reason", self.catalog.reason(outcome.reason).into());
                match outcome.verdict {
                    Verdict::Win(winner) => {
                        let winner = [self.name("winner", winner), self.side("side", winner)];
                        self.say("event-won", winner.into_iter().chain([reason]))
                    }
                    Verdict::Draw => self.say("event-drawn", [reason]),
                }
            }
            Ending::Resigned(loser) => decided("event-resigned", loser),
            Ending::OutOfTime(loser) => decided("event-out-of-time", loser),
            Ending::Agreed => self.say("event-agreed", []),
            Ending::Game(how) => self.say(&format!("event-{}", games::ending(how)), []),
            Ending::Repetition => self.say("event-repetition", []),
            Ending::TooLong => self.say("event-too-long", [("plies", PLIES_MAX.into())]),
        }
    }
}
