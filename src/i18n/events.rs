//! What happened at a table, told to everyone.

use jiff::Timestamp;

use super::catalog::Catalog;
use super::event_sentences::{EventContext, EventSentences};
use super::games::GameSentence;
use super::move_number::MoveNumber;
use super::names::as_code;
use super::{Language, games};
use kradan_rules::Side;
use kradan_table::{Event, Furigoma, GameEvent, Reminder};

/// An event as a sentence or two. Moves stand between backticks, since one may have an asterisk.
///
/// ```
/// use kradan_rules::{BySide, GameKind, Side};
/// use kradan_table::Event;
/// use kradan_i18n::{EventContext, Language, event};
///
/// let names = BySide { first: "Ann", second: "<@2>" };
/// let (kind, written) = (GameKind::Makruk, Some("Rd7"));
/// let context = EventContext { kind, names, written, game: None };
/// let text = "d1d7".to_owned();
/// let moved = Event::Moved { side: Side::Second, ply: 80, text, said: Some(5) };
/// assert_eq!(event(&moved, &context, Language::English), "<@2> played `Rd7` and said “5”.");
/// ```
#[must_use]
pub fn event(event: &Event, context: &EventContext<'_>, language: Language) -> String {
    let sentences = EventSentences { context, language, catalog: Catalog::of(language) };
    match event {
        Event::Challenged { opponent, .. } => sentences.challenged(opponent.is_some()),
        Event::Accepted { furigoma, .. } => sentences.accepted(*furigoma),
        Event::NoThread => sentences.say("event-no-thread", []),
        Event::Declined => sentences.declined(),
        Event::Cancelled => sentences.say("event-cancelled", []),
        Event::Lapsed => sentences.say("event-lapsed", []),
        Event::Moved { side, text, said, .. } => sentences.moved(*side, text, *said),
        Event::Passed { side, .. } => sentences.by("event-passed", *side),
        Event::Game(event) => sentences.of_game(event),
        Event::DrawOffered { side } => sentences.by("event-draw-offered", *side),
        Event::DrawDeclined { side } => sentences.by("event-draw-declined", *side),
        Event::DrawWithdrawn { side } => sentences.by("event-draw-withdrawn", *side),
        Event::TakebackAsked { side, plies } => sentences.takeback_asked(*side, *plies),
        Event::TakebackRefused { side } => sentences.by("event-takeback-refused", *side),
        Event::TakebackWithdrawn { side } => sentences.by("event-takeback-withdrawn", *side),
        Event::TakenBack { plies, .. } => {
            let moves = context.written.unwrap_or("none").to_owned();
            let variables = [("plies", (*plies).into()), ("moves", moves.into())];
            sentences.say("event-taken-back", variables)
        }
        Event::PauseOffered { side } => sentences.by("event-pause-offered", *side),
        Event::PauseDeclined { side } => sentences.by("event-pause-declined", *side),
        Event::PauseWithdrawn { side } => sentences.by("event-pause-withdrawn", *side),
        Event::Paused { side } => sentences.by("event-paused", *side),
        Event::Resumed { side: Some(side) } => sentences.by("event-resumed", *side),
        Event::Resumed { side: None } => sentences.say("event-resumed-by-itself", []),
        Event::HolidayBegan { side, until, is_automatic } => {
            sentences.holiday_began(*side, *until, *is_automatic)
        }
        Event::HolidayEnded { side } => sentences.by("event-holiday-ended", *side),
        Event::TimeGiven { side, hours } => sentences.time_given(*side, *hours),
        Event::Shown(_) => sentences.say("event-shown", []),
        Event::Reminded { side, reminder } => sentences.reminded(*side, *reminder),
        Event::ReminderSet { side } => sentences.by("event-reminder-set", *side),
        Event::ReminderDropped { side } => sentences.by("event-reminder-dropped", *side),
        Event::AbortedByModerator { reason } => {
            let reason = context.written.unwrap_or(reason).to_owned();
            sentences.say("event-aborted-by-moderator", [("reason", reason.into())])
        }
        Event::AnnulledByModerator { reason } => {
            let reason = context.written.unwrap_or(reason).to_owned();
            sentences.say("event-annulled-by-moderator", [("reason", reason.into())])
        }
        Event::TakenOver { side } => sentences.by("event-taken-over", *side),
        Event::Ended(ending) => sentences.ended(*ending),
    }
}

impl EventSentences<'_> {
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

    /// Challenges that an earlier version declined do not say by whom.
    fn declined(&self) -> String {
        match self.context.names.second {
            "" => self.say("event-declined", [("name", "none".into())]),
            _ => self.say("event-declined", [self.name("name", Side::Second)]),
        }
    }

    fn holiday_began(&self, side: Side, until: Timestamp, is_automatic: bool) -> String {
        let message = if is_automatic { "event-holiday-by-itself" } else { "event-holiday-began" };
        self.until(message, side, until)
    }

    fn reminded(&self, side: Side, reminder: Reminder) -> String {
        match reminder {
            Reminder::Half => self.by("event-reminded-half", side),
            Reminder::Fifth => self.by("event-reminded", side),
            Reminder::Twentieth => self.by("event-reminded-twentieth", side),
            Reminder::Asked => self.by("event-reminded-asked", side),
            Reminder::HolidayOver(end) => self.until("event-holiday-over", side, end),
        }
    }

    /// Discord shows the date in the reader's language and time zone.
    fn until(&self, message: &str, side: Side, until: Timestamp) -> String {
        let until = format!("<t:{}:f>", until.as_second());
        self.say(message, [self.name("name", side), ("until", until.into())])
    }

    fn time_given(&self, side: Side, hours: u16) -> String {
        let time = self.catalog.hours(hours);
        let names = [self.name("name", !side), self.name("opponent", side)];
        let [name, opponent] = names;
        self.say("event-time-given", [name, opponent, ("time", time.into())])
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

    fn of_game(&self, event: &GameEvent) -> String {
        let GameSentence { message, side, numbers } = games::event(event);
        let people = [self.name("name", side), self.side("side", side), self.name("other", !side)];
        self.say(message, people.into_iter().chain(numbers))
    }

    fn moved(&self, side: Side, exact: &str, said: Option<u8>) -> String {
        let written = as_code(self.context.written.unwrap_or(exact));
        let variables = [self.name("name", side), ("move", written.into())];
        match said {
            None => self.say(games::moved(self.context.kind), variables),
            Some(number) => {
                let number = ("number", number.into());
                self.say("event-moved-counting", variables.into_iter().chain([number]))
            }
        }
    }

    /// Plies are counted from 1. Without the moves, their numbers stand alone.
    fn takeback_asked(&self, side: Side, (from, to): (usize, usize)) -> String {
        let plies = (to + 1).saturating_sub(from);
        let number = |ply| MoveNumber::of_ply(self.context.kind, ply, self.language).before_move();
        let moves = match self.context.written {
            Some(written) => written.to_owned(),
            None => {
                self.catalog.moves(&(from.saturating_sub(1)..to).map(number).collect::<Vec<_>>())
            }
        };
        let variables = [self.name("name", side), ("plies", plies.into()), ("moves", moves.into())];
        self.say("event-takeback-asked", variables)
    }
}
