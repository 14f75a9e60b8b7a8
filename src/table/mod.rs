//! A table: two seats, a game, a time control, and the channel where it is shown.
//!
//! This layer names the rules, serde and jiff's types. It is pure: the time and a random number are
//! arguments ([`Moment`]), and nothing is sent or stored here. [`Table::apply`] takes a [`Command`]
//! and returns the [`Event`]s, or a [`Refusal`] that leaves the table as it was. Begin there: each
//! command has a method below it.
//!
//! ```
//! use jiff::Timestamp;
//! use kradan::rules::{GameKind, Side};
//! use kradan::table::{Command, Event, Moment, TimeControl, ChannelId, PlayerId, Table, ChallengeTerms};
//!
//! let (ann, ben) = (PlayerId(1), PlayerId(2));
//! let now = Moment { time: Timestamp::UNIX_EPOCH, chance: 7 };
//! let challenge = ChallengeTerms { opponent: Some(ben), side: Some(Side::First), ..ChallengeTerms::of(GameKind::Othello) };
//! let mut table = Table::challenge(ann, challenge, ChannelId(5), now);
//!
//! table.apply(ben, &Command::Accept, now)?;
//! let events = table.apply(ann, &Command::play("f5"), now)?;
//! assert!(matches!(&events[..], [Event::Moved { side: Side::First, .. }]));
//! # Ok::<(), kradan::table::Refusal>(())
//! ```

mod apply;
mod challenge;
mod command;
mod due;
mod event;
mod furigoma;
mod game_specific;
mod games;
mod ids;
mod play;
mod refusal;
mod state;
mod time_control;

pub use self::challenge::{ChallengeTerms, Venue};
pub use self::command::{Command, Seen};
pub use self::due::Due;
pub use self::event::{Audience, Ending, Event};
pub use self::furigoma::Furigoma;
pub use self::game_specific::{
    GameCommand, GameEnding, GameEvent, GameRefusal, MakrukEnding, MakrukEvent, MakrukRefusal,
};
pub use self::ids::{ApplicationId, ChannelId, GuildId, MessageId, Moment, PlayerId, TableId};
pub use self::play::PLIES_MAX;
pub use self::refusal::Refusal;
pub use self::state::Table;
pub use self::time_control::{ParseTimeControlError, TimeControl};
