//! Ratings of players by Glicko-2, and which games count for them. A person has one rating for each of
//! the three games.
//!
//! A [`Rating`] is what is known of somebody's strength: a value, and by how much it may be wrong. It
//! changes with each rated game ([`after_game`]) and grows less certain while nothing is played
//! ([`Rating::aged`]). [`is_rated`] says whether a game counts, and if not, why.
//!
//! The method is Glickman's *Example of the Glicko-2 system* (2022), with each game a rating period of its
//! own, as friends who play by correspondence seldom end several games at once.
//!
//! ```
//! use jiff::Timestamp;
//! use kradan_ratings::{Rating, after_game};
//! use kradan_rules::{BySide, Side, Verdict};
//!
//! let now = Timestamp::UNIX_EPOCH;
//! let before = BySide { first: Rating::NEW, second: Rating::NEW };
//! let after = after_game(before, Verdict::Win(Side::First), now);
//! assert!(after.first.shown() > 1600 && after.second.shown() < 1400);
//! assert!(after.first.is_provisional(now));
//! ```

mod counts;
pub mod pairings;
mod rating;

pub use self::counts::{Counted, NotRated, PAIR_MAX, PAIR_WITHIN, is_rated, plies_min};
pub use self::rating::{Rating, after_game};
