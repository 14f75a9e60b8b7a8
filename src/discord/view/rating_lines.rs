//! Ratings and their changes in words.

use jiff::Timestamp;

use super::table_view::named;
use crate::service::Ratings;
use kradan_i18n::{self as i18n, Language, sentences};
use kradan_ratings::{NotRated, Rating};
use kradan_rules::{GameKind, Side};
use kradan_table::{Rated, Table};

sentences! {
    /// Lines about ratings.
    enum Sentence<'a> {
        /// All ratings of the reader.
        Yours {
            ratings: &'a str,
        } => "line-your-ratings",
        TooShort => "line-not-rated-short",
        PairTooOften => "line-not-rated-pair",
        Absence => "line-not-rated-absence",
        TakenOver => "line-not-rated-taken-over",
        Annulled => "line-not-rated-annulled",
    }
}

/// The rating changes at the end of a game, or why it was not rated unless that was agreed.
pub(crate) fn rating_line(table: &Table, language: Language) -> Option<String> {
    table.ending()?.verdict()?;
    let say = |sentence: &Sentence<'_>| i18n::say(sentence, language);
    let text = match table.rated()? {
        Rated::Agreed | Rated::Not(NotRated::Computer | NotRated::Friendly) => return None,
        Rated::Not(NotRated::Short) => say(&Sentence::TooShort),
        Rated::Not(NotRated::Pair) => say(&Sentence::PairTooOften),
        Rated::Not(NotRated::Absence) => say(&Sentence::Absence),
        Rated::Not(NotRated::TakenOver) => say(&Sentence::TakenOver),
        Rated::Counted { annulled_at: Some(_), .. } => say(&Sentence::Annulled),
        Rated::Counted { at, before, after, .. } => {
            let seats = table.seats()?;
            let of = |side: Side| {
                let rating = shown_rating(after[side], at);
                let change = signed(after[side].shown() - before[side].shown());
                let name = named(seats[side], language);
                format!("{name} {rating} ({change})")
            };
            let known = Side::ALL.into_iter().filter(|side| after[*side] != Rating::NEW);
            known.map(of).collect::<Vec<_>>().join(" · ")
        }
    };
    Some(format!("-# {text}"))
}

/// The reader's ratings at a time: `Othello 1612 · Makruk 1500?`; `None` before the first rated
/// game.
pub(crate) fn own_ratings(ratings: &Ratings, now: Timestamp, language: Language) -> Option<String> {
    let of = |(kind, rating): (&GameKind, &Rating)| {
        format!("{} {}", i18n::game_name(*kind, language), shown_rating(*rating, now))
    };
    let ratings = ratings.of.iter().filter(|(_, rating)| rating.games > 0);
    let ratings: Vec<String> = ratings.map(of).collect();
    let line = || i18n::say(&Sentence::Yours { ratings: &ratings.join(" · ") }, language);
    (!ratings.is_empty()).then(|| format!("-# {}", line()))
}

/// A rating at a time, with a question mark if provisional.
pub(crate) fn shown_rating(rating: Rating, now: Timestamp) -> String {
    let mark = if rating.is_provisional(now) { "?" } else { "" };
    format!("{}{mark}", rating.shown())
}

/// A change with its sign: `+9`, `−8`, `±0`.
fn signed(change: i32) -> String {
    match change {
        0 => "±0".to_owned(),
        1.. => format!("+{change}"),
        ..0 => format!("−{}", change.unsigned_abs()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_have_signs_and_uncertain_ratings_a_mark() {
        assert_eq!([9, 0, -8].map(signed), ["+9", "±0", "−8"]);
        let now = Timestamp::UNIX_EPOCH;
        let known = Rating { value: 1611.6, deviation: 60.0, at: Some(now), ..Rating::NEW };
        assert_eq!([known, Rating::NEW].map(|rating| shown_rating(rating, now)), ["1612", "1500?"]);
    }
}
