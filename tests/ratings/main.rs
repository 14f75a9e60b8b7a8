//! Ratings against a second implementation of Glicko-2, written from the paper, and their bounds.

mod pairings;

use fastrand::Rng;
use jiff::{SignedDuration, Timestamp};
use kradan_ratings::{Counted, NotRated, PAIR_MAX, Rating, after_game, is_rated, plies_min};
use kradan_rules::{BySide, GameKind, Side, Verdict};

const POINTS: f64 = 173.717_8;
const TAU: f64 = 0.75;

/// A rating on Glicko-2's own scale: μ, φ and σ.
type Scaled = (f64, f64, f64);

/// Steps 3 to 7 of the paper for the games of one period, with the volatility found by bisection.
fn glicko2((mu, phi, sigma): Scaled, games: &[(Scaled, f64)], tau: f64) -> Scaled {
    let g = |phi: f64| 1.0 / (1.0 + 3.0 * phi * phi / std::f64::consts::PI.powi(2)).sqrt();
    let expected = |of: &Scaled| 1.0 / (1.0 + (-g(of.1) * (mu - of.0)).exp());
    let terms = games.iter().map(|(of, _)| g(of.1).powi(2) * expected(of) * (1.0 - expected(of)));
    let variance = 1.0 / terms.sum::<f64>();
    let gained: f64 = games.iter().map(|(of, score)| g(of.1) * (score - expected(of))).sum();
    let delta = variance * gained;
    let a = (sigma * sigma).ln();
    let f = |x: f64| {
        let e = x.exp();
        let sum = phi * phi + variance + e;
        e * (delta * delta - sum) / (2.0 * sum * sum) - (x - a) / (tau * tau)
    };
    // The root that is nearest to the volatility before: after a great surprise there are others above.
    let step = if f(a) > 0.0 { 0.01 } else { -0.01 };
    let mut last = a;
    while (f(last) > 0.0) == (step > 0.0) {
        last += step;
    }
    let (mut low, mut high) = if step > 0.0 { (last - step, last) } else { (last, last - step) };
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if f(middle) > 0.0 { low = middle } else { high = middle }
    }
    let sigma = (low / 2.0).exp();
    let phi = 1.0 / (1.0 / (phi * phi + sigma * sigma) + 1.0 / variance).sqrt();
    (mu + phi * phi * gained, phi, sigma)
}

/// A rating a moment after its last game: the period of the next one has not passed yet.
fn scaled(rating: Rating) -> Scaled {
    let phi = (rating.deviation / POINTS).powi(2) - rating.volatility.powi(2);
    ((rating.value - 1500.0) / POINTS, phi.sqrt(), rating.volatility)
}

fn close(one: f64, other: f64, within: f64) -> bool {
    (one - other).abs() <= within
}

/// The example of the paper: one period with three games.
#[test]
fn the_second_implementation_is_that_of_the_paper() {
    let of = |value: f64, deviation: f64| ((value - 1500.0) / POINTS, deviation / POINTS, 0.06);
    let games = [(of(1400.0, 30.0), 1.0), (of(1550.0, 100.0), 0.0), (of(1700.0, 300.0), 0.0)];
    let (mu, phi, sigma) = glicko2(of(1500.0, 200.0), &games, 0.5);
    assert!(close(mu * POINTS + 1500.0, 1464.06, 0.02), "{mu}");
    assert!(close(phi * POINTS, 151.52, 0.02), "{phi}");
    assert!(close(sigma, 0.05999, 0.00001), "{sigma}");
}

fn random_rating(random: &mut Rng) -> Rating {
    Rating {
        value: 600.0 + 2400.0 * random.f64(),
        deviation: 45.0 + 455.0 * random.f64(),
        volatility: 0.04 + 0.06 * random.f64(),
        games: random.u32(..100),
        at: Some(Timestamp::UNIX_EPOCH),
    }
}

fn random_verdict(random: &mut Rng) -> Verdict {
    match random.u8(..5) {
        0..2 => Verdict::Win(Side::First),
        2..4 => Verdict::Win(Side::Second),
        _ => Verdict::Draw,
    }
}

fn score(verdict: Verdict, side: Side) -> f64 {
    match verdict {
        Verdict::Win(winner) => f64::from(u8::from(winner == side)),
        Verdict::Draw => 0.5,
    }
}

#[test]
fn ten_thousand_results_are_those_of_the_second_implementation() {
    let mut random = Rng::with_seed(51);
    for _ in 0..10_000 {
        let before =
            BySide { first: random_rating(&mut random), second: random_rating(&mut random) };
        let verdict = random_verdict(&mut random);
        let after = after_game(before, verdict, Timestamp::UNIX_EPOCH);
        for side in Side::ALL {
            let game = (scaled(before[!side]), score(verdict, side));
            let (mu, phi, sigma) = glicko2(scaled(before[side]), &[game], TAU);
            let it = after[side];
            assert!(close(it.value, mu * POINTS + 1500.0, 0.01), "{before:?} {verdict:?} {it:?}");
            assert!(close(it.deviation, (phi * POINTS).clamp(45.0, 500.0), 0.01), "{it:?}");
            assert!(close(it.volatility, sigma.min(0.1), 0.000_01), "{it:?} {sigma}");
            assert_eq!(it.games, before[side].games + 1);
        }
    }
}

/// Who wins gains and who loses loses, and what was played makes a rating more certain.
#[test]
fn seasons_of_random_results_stay_within_bounds() {
    let mut random = Rng::with_seed(7);
    let mut players = vec![Rating::NEW; 20];
    let mut now = Timestamp::UNIX_EPOCH;
    for _ in 0..5_000 {
        now += SignedDuration::from_mins(random.i64(0..3_000));
        let (one, other) = (random.usize(..20), random.usize(..20));
        if one == other {
            continue;
        }
        let before = BySide { first: players[one], second: players[other] };
        let verdict = random_verdict(&mut random);
        let after = after_game(before, verdict, now);
        for side in Side::ALL {
            let (was, is) = (before[side], after[side]);
            match verdict {
                Verdict::Win(winner) if winner == side => assert!(is.value > was.value),
                Verdict::Win(_) => assert!(is.value < was.value),
                Verdict::Draw => {}
            }
            assert!((45.0..=500.0).contains(&is.deviation) && is.volatility <= 0.1, "{is:?}");
            let grown = was.aged(now).deviation.hypot(0.1 * POINTS);
            assert!(is.deviation <= grown, "{was:?} {is:?}");
            assert!((0.0..4_000.0).contains(&is.value), "{is:?}");
        }
        (players[one], players[other]) = (after.first, after.second);
    }
    assert!(players.iter().all(|it| !it.is_provisional(now)), "{players:?}");
}

#[test]
fn a_rating_is_provisional_after_a_year_without_a_game() {
    let now = Timestamp::UNIX_EPOCH;
    let rating = Rating { deviation: 60.0, at: Some(now), ..Rating::NEW };
    let days = |count: i64| now + SignedDuration::from_hours(24 * count);
    assert!(!rating.is_provisional(days(300)));
    assert!(rating.is_provisional(days(366)));
    // An uncertainty grows no further than at the start, and no clock makes it smaller.
    assert!(close(rating.aged(days(100_000)).deviation, 500.0, 0.0));
    assert!(close(rating.aged(now - SignedDuration::from_hours(1)).deviation, 60.0, 0.0));
    assert_eq!(Rating::NEW.aged(days(1)), Rating::NEW);
}

#[test]
fn each_reason_for_which_a_game_does_not_count() {
    for kind in GameKind::ALL {
        let game = Counted { kind, plies: plies_min(kind), of_pair: PAIR_MAX - 1, reason: None };
        assert_eq!(is_rated(&game), Ok(()));
        let others = [
            (Counted { plies: game.plies - 1, ..game }, NotRated::Short),
            (Counted { of_pair: PAIR_MAX, ..game }, NotRated::Pair),
            (Counted { plies: 0, reason: Some(NotRated::Friendly), ..game }, NotRated::Friendly),
        ];
        for (other, reason) in others {
            assert_eq!(is_rated(&other), Err(reason));
        }
    }
}
