//! A computer opponent: it chooses moves by looking ahead.
//!
//! This layer names the rules alone. It knows no clock and no chance: a search ends after a number of
//! positions, and the same position, [`Strength`] and seed give the same move. Begin with [`choose`],
//! then read `search.rs`; what differs by game is in `games`, behind the trait `Evaluate`.
//!
//! ```
//! use kradan_engine::{Strength, choose};
//! use kradan_rules::{Game, GameKind};
//!
//! let game = Game::from_position(GameKind::Makruk, "8/8/8/8/8/1K6/7R/k7 w")?;
//! let choice = choose(&game, Strength::of_level(GameKind::Makruk, 4), 7).unwrap();
//! assert_eq!(choice.text, "h2h1");
//! assert!(choice.score > 10_000, "it mates: {}", choice.score);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![allow(clippy::cast_possible_wrap, reason = "ranks, counts and depths are small")]

mod choice;
mod corrections;
mod endgame;
mod evaluate;
mod games;
mod inputs;
mod known;
#[cfg(test)]
mod laws;
mod memory;
pub mod net;
mod order;
pub mod patterns;
#[cfg(test)]
mod records;
mod review;
mod search;

pub use self::choice::{
    Choice, LOST, Strength, choose, choose_until, discs_ahead, is_lost, mate_plies, played_out,
};
pub use self::memory::Memory;
pub use self::review::{
    DISC_WORTH, Effect, Judged, Review, Reviewing, Standing, TurningPoint, WORTH_MAX, Walk, judge,
};
pub use self::search::Progress;
