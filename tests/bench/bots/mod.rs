//! What the benchmarks of the whole bot share: the bot, a store that is filled, and people who play.

pub(crate) mod bot;
pub(crate) mod filling;
pub(crate) mod playing;

/// The value below which so many percent of sorted values are.
pub(crate) fn part(sorted: &[f64], percent: usize) -> f64 {
    sorted[(sorted.len() - 1) * percent / 100]
}
