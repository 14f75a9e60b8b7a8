//! Time controls and lengths of time in words.

use jiff::SignedDuration;

use super::Language;
use super::catalog::Catalog;
use kradan_table::{Bank, TimeControl};

/// How long moves may take, in words.
///
/// ```
/// use kradan_i18n::{Language, time_control};
///
/// let say = |text: &str| time_control(text.parse().unwrap(), Language::English);
/// assert_eq!(say("36h"), "36 hours for each move");
/// assert_eq!(say("10d+1d"), "10 days, plus 1 day after each move, up to 15 days");
/// assert_eq!(say("60h"), "2 days 12 hours for each move");
/// ```
#[must_use]
pub fn time_control(control: TimeControl, language: Language) -> String {
    let catalog = Catalog::of(language);
    match control {
        TimeControl::PerMove { hours } => {
            catalog.say_with("time-per-move", [("time", catalog.hours(hours).into())])
        }
        TimeControl::Bank(Bank { hours, increment, cap }) => {
            let [time, increment, cap] = [hours, increment, cap].map(|hours| catalog.hours(hours));
            let variables =
                [("time", time.into()), ("increment", increment.into()), ("cap", cap.into())];
            catalog.say_with("time-bank", variables)
        }
        TimeControl::Unlimited => catalog.say("time-unlimited"),
    }
}

/// A number of hours in words: in days from two days on, and where they are whole days.
#[must_use]
pub fn hours(hours: u16, language: Language) -> String {
    Catalog::of(language).hours(hours)
}

/// A length of time in words, rounded down: to hours from a day on, else to minutes.
///
/// ```
/// use jiff::SignedDuration;
/// use kradan_i18n::{Language, length_of_time};
///
/// let say = |minutes| length_of_time(SignedDuration::from_mins(minutes), Language::English);
/// assert_eq!(say(25 * 60 + 59), "1 day 1 hour");
/// assert_eq!(say(61), "1 hour 1 minute");
/// assert_eq!(say(-3), "0 minutes");
/// ```
#[must_use]
pub fn length_of_time(length: SignedDuration, language: Language) -> String {
    let catalog = Catalog::of(language);
    let minutes = length.as_mins().max(0);
    let (days, hours, minutes) = (minutes / 1_440, minutes / 60 % 24, minutes % 60);
    let units = if days > 0 {
        vec![("time-days", days), ("time-hours", hours)]
    } else if hours > 0 {
        vec![("time-hours", hours), ("time-minutes", minutes)]
    } else {
        vec![("time-minutes", minutes)]
    };
    let is_alone = units.len() == 1;
    let told = units.into_iter().filter(|(_, count)| is_alone || *count > 0);
    let words: Vec<String> =
        told.map(|(unit, count)| catalog.say_with(unit, [("count", count.into())])).collect();
    catalog.joined(&words)
}

impl Catalog {
    pub(super) fn hours(&self, hours: u16) -> String {
        let words = |unit, count: u16| self.say_with(unit, [("count", count.into())]);
        match (hours / 24, hours % 24) {
            (days @ 1.., 0) => words("time-days", days),
            (0 | 1, _) => words("time-hours", hours),
            (days, rest) => self.joined(&[words("time-days", days), words("time-hours", rest)]),
        }
    }
}
