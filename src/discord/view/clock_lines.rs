//! The clocks of a table in words: terms of a challenge, and lines below a board.

use jiff::{SignedDuration, Timestamp};

use super::rating_lines::shown_rating;
use super::table_view::{absolute, named, relative};
use kradan_i18n::{self as i18n, Language, Line, sentences};
use kradan_ratings::NotRated;
use kradan_rules::Side;
use kradan_table::{Rated, Seat, Table, TimeControl};

sentences! {
    /// Clocks in lists, and other terms.
    enum Sentence<'a> {
        /// When the time of the player to move ends.
        TimeEnds {
            until: &'a str,
        } => "line-game-time-ends",
        Paused => "line-game-is-paused",
        /// The game counts for the ratings.
        Rated => "line-rated",
        /// The challenger's rating.
        ChallengersRating {
            rating: &'a str,
        } => "line-challengers-rating",
        /// The game is for players of these ratings.
        ForSimilar {
            least: &'a str,
            most: &'a str,
        } => "line-for-similar",
        /// The game does not count for the ratings.
        Friendly => "line-friendly",
    }
}

/// In a list of games: the deadline of the move, or that the clock is stopped; `None` without a
/// clock.
pub(crate) fn time_in_list(table: &Table, language: Language) -> Option<String> {
    if table.paused_since().is_some() {
        return Some(i18n::say(&Sentence::Paused, language));
    }
    let until = relative(table.deadline()?);
    Some(i18n::say(&Sentence::TimeEnds { until: &until }, language))
}

/// Whether a game counts for the ratings.
pub(crate) fn rated_in_words(is_rated: bool, language: Language) -> String {
    i18n::say(if is_rated { &Sentence::Rated } else { &Sentence::Friendly }, language)
}

/// The terms of a table in a line: time control, ratings, holidays and weekends.
pub(crate) fn terms_of(table: &Table, language: Language) -> String {
    let mut terms = vec![i18n::time_control(table.pace(), language)];
    if table.rated() == Some(Rated::Agreed) {
        terms.push(i18n::say(&Sentence::Rated, language));
    }
    if let Some((rating, at)) = table.challengers_rating().zip(table.challenged_at()) {
        let rating = &shown_rating(rating, at);
        terms.push(i18n::say(&Sentence::ChallengersRating { rating }, language));
    }
    if let Some(similar) = table.similar_ratings() {
        let [least, most] = &[similar.start(), similar.end()].map(i32::to_string);
        terms.push(i18n::say(&Sentence::ForSimilar { least, most }, language));
    }
    terms.extend(unusual_terms(table, language));
    terms.join(" · ")
}

/// Below the first board: the same, if there are unusual terms.
pub(crate) fn terms_line(table: &Table, language: Language) -> Option<String> {
    let is_unusual = !unusual_terms(table, language).is_empty();
    is_unusual.then(|| format!("-# {}", terms_of(table, language)))
}

fn unusual_terms(table: &Table, language: Language) -> Vec<String> {
    let has_clocks = table.pace() != TimeControl::Unlimited;
    let is_friendly = table.rated() == Some(Rated::Not(NotRated::Friendly));
    let terms = [
        (is_friendly, i18n::say(&Sentence::Friendly, language)),
        (table.has_weekends_off(), i18n::line(&Line::WeekendsOff, language)),
        (has_clocks && !table.allows_holidays(), i18n::line(&Line::HolidaysIgnored, language)),
    ];
    let agreed = terms.into_iter().filter(|(is_agreed, _)| *is_agreed);
    agreed.map(|(_, term)| term).collect()
}

/// Below a public board: the deadline of the player to move, and the clock of the other one if it
/// is a bank or not full.
pub(crate) fn clocks_line(table: &Table, language: Language) -> Option<String> {
    let is_bank = matches!(table.pace(), TimeControl::Bank(_));
    let is_told = |left: &SignedDuration| is_bank || Some(*left) != table.pace().start();
    line_with(table, other_clock(table).filter(|(_, left)| is_told(left)), language)
}

/// Below a private board: the deadline of the player to move, and the clock of the other one.
pub(crate) fn both_clocks_line(table: &Table, language: Language) -> Option<String> {
    line_with(table, other_clock(table), language)
}

fn other_clock(table: &Table) -> Option<(Seat, SignedDuration)> {
    let (turn, _) = table.to_move()?;
    Some((table.seats()?[!turn], table.standing_clock(!turn)?))
}

fn line_with(
    table: &Table,
    other: Option<(Seat, SignedDuration)>,
    language: Language,
) -> Option<String> {
    if table.paused_since().is_some() {
        return Some(format!("-# {}", i18n::line(&Line::GamePaused, language)));
    }
    let deadline = table.to_move().and_then(|_| table.deadline())?;
    let (until, relative) = (absolute(deadline), relative(deadline));
    let left = Line::TimeLeft { until: &until, relative: &relative };
    let mut line = format!("-# {}", i18n::line(&left, language));
    if let Some((seat, left)) = other {
        let (name, time) = (named(seat, language), i18n::length_of_time(left, language));
        let other = Line::OtherClock { name: &name, time: &time };
        line = format!("{line} · {}", i18n::line(&other, language));
    }
    Some(line)
}

/// Whose clock is stopped until when, by a holiday or a weekend.
pub(crate) fn stopped_lines(table: &Table, now: Timestamp, language: Language) -> Vec<String> {
    let Some(seats) = table.seats() else { return Vec::new() };
    let mut lines: Vec<String> = Side::ALL
        .into_iter()
        .filter_map(|side| {
            let until = absolute(table.holiday_until(side, now)?);
            let name = named(seats[side], language);
            Some(i18n::line(&Line::OnHoliday { name: &name, until: &until }, language))
        })
        .collect();
    lines.extend(table.weekend_until(now).map(|(side, until)| {
        let (name, until) = (named(seats[side], language), absolute(until));
        i18n::line(&Line::OnWeekend { name: &name, until: &until }, language)
    }));
    lines.into_iter().map(|line| format!("-# {line}")).collect()
}
