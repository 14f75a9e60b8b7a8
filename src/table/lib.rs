//! A table: two seats, a game, a time control, and the channel where it is shown.
//!
//! This layer names the rules, serde and jiff's types. It is pure: the time and a random number are
//! arguments ([`Moment`]), and nothing is sent or stored here. [`Table::apply`] takes a [`Command`]
//! and returns the [`Event`]s, or a [`Refusal`] that leaves the table as it was. Begin there: each
//! command has a method below it.
//!
//! ```
//! use jiff::Timestamp;
//! use kradan_rules::{GameKind, Side};
//! use kradan_table::{Command, Event, Moment, TimeControl, ChannelId, PlayerId, Table, ChallengeTerms};
//!
//! let (ann, ben) = (PlayerId(1), PlayerId(2));
//! let now = Moment { time: Timestamp::UNIX_EPOCH, chance: 7 };
//! let challenge = ChallengeTerms { opponent: Some(ben), side: Some(Side::First), ..ChallengeTerms::of(GameKind::Othello) };
//! let mut table = Table::challenge(ann, challenge, ChannelId(5), now);
//!
//! table.apply(ben, &Command::Accept, now)?;
//! let events = table.apply(ann, &Command::play("f5"), now)?;
//! assert!(matches!(&events[..], [Event::Moved { side: Side::First, .. }]));
//! # Ok::<(), kradan_table::Refusal>(())
//! ```

mod apply;
mod challenge;
mod clock;
mod clock_commands;
mod clock_state;
mod command;
mod conditional;
mod due;
mod erasure;
mod event;
mod furigoma;
mod game_specific;
mod games;
mod holiday;
mod ids;
mod planned;
mod play;
mod quiet_hours;
mod rated;
mod refusal;
mod remind;
mod reminders;
mod seat;
mod state;
mod time_control;
mod tournament;
mod weekend;

pub use self::challenge::{Asked, Below, ChallengeTerms, Pictures, Venue};
pub use self::clock::SideClock;
pub use self::command::{ChosenThemes, Command, Seen};
pub use self::conditional::{LINE_MOVES_MAX, LINES_MAX, after_line, play_ahead};
pub use self::due::{COMPUTER_ANSWERS_WITHIN, Due, WITHDRAWN_KEPT};
pub use self::event::{AbortReason, Audience, Ending, Event};
pub use self::furigoma::Furigoma;
pub use self::game_specific::{
    GameCommand, GameEnding, GameEvent, GameRefusal, MakrukEnding, MakrukEvent, MakrukRefusal,
};
pub use self::games::last_mover;
pub use self::holiday::{Holiday, HolidayRefusal, Holidays};
pub use self::ids::{
    ApplicationId, ChannelId, GuildId, MessageId, Moment, PlayerId, RoleId, TableId,
};
pub use self::planned::MOVES_AT_ONCE_MAX;
pub use self::play::PLIES_MAX;
pub use self::quiet_hours::{ParseQuietHoursError, QuietHours};
pub use self::rated::Rated;
pub use self::refusal::Refusal;
pub use self::reminders::{Ladder, Quiet, Reminder, ReminderWishes};
pub use self::seat::{Level, NoLevel, Seat};
pub use self::state::Table;
pub use self::time_control::{Bank, ParseTimeControlError, TimeControl};
pub use self::tournament::{
    Entrant, Format, PLAYERS, Round, Shown, Tournament, TournamentAct, TournamentCommand,
    TournamentEnd, TournamentGame, TournamentId, TournamentOf, TournamentRefusal, TournamentTerms,
    result_of,
};
