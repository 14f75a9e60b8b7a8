//! One person's rating in one game.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

use kradan_rules::{BySide, Side, Verdict};

/// How much the volatility can change. Glickman takes 0.3 to 1.2; lichess takes this
/// (`scalachess`, `glicko/model.scala`).
const TAU: f64 = 0.75;

/// The bounds of the deviation.
const DEVIATION_MIN: f64 = 45.0;
const DEVIATION_MAX: f64 = 500.0;

/// The largest volatility.
const VOLATILITY_MAX: f64 = 0.1;

/// From this deviation on a rating is provisional.
const PROVISIONAL_FROM: f64 = 110.0;

/// The days in which a deviation grows by one volatility: with that of the beginning a deviation of 60 is
/// provisional after a year.
const DAYS_OF_A_PERIOD: f64 = 10.5;

/// The rating points of one unit of Glicko-2's own scale.
const POINTS: f64 = 173.717_8;

const SECONDS_A_DAY: f64 = 86_400.0;

/// What is known of a person's strength in one game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rating {
    /// The strength in points: 1500 is where everybody begins.
    pub value: f64,
    /// By how much the value may be wrong, in points: the strength is within twice as much, 19 times in
    /// 20.
    pub deviation: f64,
    /// How much the strength changes, in units of Glicko-2's scale for each period.
    pub volatility: f64,
    /// How many rated games were played.
    pub games: u32,
    /// When the last of them ended; `None` before the first.
    pub at: Option<Timestamp>,
}

/// No part of it is ever not a number.
impl Eq for Rating {}

impl Rating {
    /// What everybody begins with.
    pub const NEW: Rating =
        Rating { value: 1500.0, deviation: DEVIATION_MAX, volatility: 0.09, games: 0, at: None };

    /// The rating at a later time: less certain, as nothing was played since.
    #[must_use]
    pub fn aged(self, now: Timestamp) -> Rating {
        let deviation = self.deviation_after(self.periods_until(now));
        Rating { deviation: deviation.clamp(DEVIATION_MIN, DEVIATION_MAX), ..self }
    }

    /// The rating before the period of a game that ends at a time. Glicko-2 counts a game as a whole
    /// period, in which the deviation grows: the rest of the time since the last game is less, and where
    /// that was a moment ago, below nothing.
    fn before_game(self, at: Timestamp) -> Glicko2Rating {
        let periods = if self.at.is_some() { self.periods_until(at) - 1.0 } else { 0.0 };
        let deviation = self.deviation_after(periods).min(DEVIATION_MAX);
        Glicko2Rating { rating: self.value, deviation, volatility: self.volatility }
    }

    fn periods_until(self, now: Timestamp) -> f64 {
        let Some(at) = self.at else { return 0.0 };
        now.duration_since(at).as_secs_f64().max(0.0) / SECONDS_A_DAY / DAYS_OF_A_PERIOD
    }

    /// The smallest deviation is larger than what any volatility takes away in a period.
    fn deviation_after(self, periods: f64) -> f64 {
        let grown = periods * (self.volatility * POINTS).powi(2);
        (self.deviation.powi(2) + grown).sqrt()
    }

    /// The rating at a time at which a game is annulled, for the ratings before and after it: the points are
    /// given back, and what other games made of them stays. Without any game left it is a new one.
    #[must_use]
    pub fn without_game(self, before: Rating, after: Rating, at: Timestamp) -> Rating {
        if self.games <= 1 {
            return Rating { at: self.at.max(Some(at)), ..Rating::NEW };
        }
        Rating {
            value: rounded(self.value - (after.value - before.value), 1e6),
            deviation: rounded(self.aged(at).deviation, 1e6),
            games: self.games - 1,
            at: self.at.max(Some(at)),
            ..self
        }
    }

    /// The value as it is shown, without a fraction.
    #[must_use]
    pub fn shown(self) -> i32 {
        self.value.round() as i32
    }

    /// Whether it said little when the last game ended.
    #[must_use]
    pub fn was_provisional(self) -> bool {
        self.at.is_none_or(|at| self.is_provisional(at))
    }

    /// Whether it says little yet, or no longer.
    #[must_use]
    pub fn is_provisional(self, now: Timestamp) -> bool {
        self.aged(now).deviation >= PROVISIONAL_FROM
    }
}

/// The ratings of two players after a game that ended at a time.
#[must_use]
pub fn after_game(before: BySide<Rating>, verdict: Verdict, at: Timestamp) -> BySide<Rating> {
    let outcome = match verdict {
        Verdict::Win(Side::First) => Outcomes::WIN,
        Verdict::Win(Side::Second) => Outcomes::LOSS,
        Verdict::Draw => Outcomes::DRAW,
    };
    let config = Glicko2Config { tau: TAU, ..Glicko2Config::default() };
    let BySide { first, second } = before;
    let (first, second) =
        glicko2(&first.before_game(at), &second.before_game(at), &outcome, &config);
    let after = |before: Rating, after: Glicko2Rating| Rating {
        value: rounded(after.rating, 1e6),
        deviation: rounded(after.deviation.clamp(DEVIATION_MIN, DEVIATION_MAX), 1e6),
        volatility: rounded(after.volatility.min(VOLATILITY_MAX), 1e9),
        games: before.games.saturating_add(1),
        // Clocks of several machines differ by a moment.
        at: before.at.max(Some(at)),
    };
    BySide { first: after(before.first, first), second: after(before.second, second) }
}

/// A number that is the same once it was written in decimal digits and read: at most 15 of them.
fn rounded(number: f64, parts: f64) -> f64 {
    (number * parts).round() / parts
}
