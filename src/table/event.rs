//! What happened at a table.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{ChannelId, Furigoma, GameEnding, GameEvent, MakrukEvent, PlayerId, Reminder, Seat};
use kradan_rules::{BySide, Outcome, Side, Verdict};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Event {
    /// Somebody was challenged, or whoever likes to.
    Challenged {
        challenger: PlayerId,
        /// Who, if it is somebody in particular.
        opponent: Option<PlayerId>,
    },
    /// The challenge was accepted, and the game begins.
    Accepted {
        seats: BySide<Seat>,
        /// The throw of pawns that decided it, where one did.
        furigoma: Option<Furigoma>,
    },
    /// A thread was wished for and could not be opened: the game is played where the challenge was.
    NoThread,
    /// The challenge was declined.
    Declined,
    Cancelled,
    /// Nobody answered the challenge in time.
    Lapsed,
    /// A move was made.
    Moved {
        side: Side,
        /// Which ply it was, from 1.
        ply: usize,
        /// The move in the exact notation.
        text: String,
        /// Makruk: the number said with it.
        said: Option<u8>,
    },
    /// Othello: a side could not move, and passed by itself.
    Passed {
        side: Side,
        /// Which ply it was, from 1.
        ply: usize,
    },
    /// A draw is offered.
    DrawOffered {
        side: Side,
    },
    /// The offer was declined.
    DrawDeclined {
        side: Side,
    },
    /// The offer was withdrawn by its maker.
    DrawWithdrawn {
        side: Side,
    },
    /// A player asks for moves to be taken back.
    TakebackAsked {
        side: Side,
        /// The plies that would go, from 1, the first and the last one.
        plies: (usize, usize),
    },
    /// The takeback was refused.
    TakebackRefused {
        side: Side,
    },
    /// The request for a takeback was withdrawn by its maker.
    TakebackWithdrawn {
        side: Side,
    },
    /// Moves were taken back.
    TakenBack {
        plies: usize,
        /// How many plies stand.
        #[serde(default, skip_serializing_if = "is_zero")]
        left: usize,
        /// What was taken back, in the exact notation.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        moves: Vec<String>,
    },
    /// A pause is offered.
    PauseOffered {
        side: Side,
    },
    /// The pause was declined.
    PauseDeclined {
        side: Side,
    },
    /// The offer of a pause was withdrawn by its maker.
    PauseWithdrawn {
        side: Side,
    },
    /// This side accepted a pause: no clock runs.
    Paused {
        side: Side,
    },
    /// The clocks go on, because this side wants it, or because the pause was as long as it may be.
    Resumed {
        side: Option<Side>,
    },
    /// A player's clock stands until then.
    HolidayBegan {
        side: Side,
        until: Timestamp,
        /// Whether it began by itself, instead of a loss on time.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        is_automatic: bool,
    },
    /// A player came back before the end of the holiday.
    HolidayEnded {
        side: Side,
    },
    /// A side was given more time by its opponent.
    TimeGiven {
        side: Side,
        hours: u16,
    },
    /// The table is shown somewhere else.
    Shown(ChannelId),
    /// The side to move is reminded of its move.
    Reminded {
        side: Side,
        #[serde(default, skip_serializing_if = "is_fifth")]
        reminder: Reminder,
    },
    /// The side to move asked to be reminded later.
    ReminderSet {
        side: Side,
    },
    /// The side to move does without the reminder that it asked for.
    ReminderDropped {
        side: Side,
    },
    /// A moderator ends the game.
    AbortedByModerator {
        reason: String,
    },
    /// A moderator has the result of a rated game count for nothing.
    AnnulledByModerator {
        reason: String,
    },
    /// Somebody else plays this side from now on.
    TakenOver {
        side: Side,
    },
    /// The game is over.
    Ended(Ending),
    /// Something that only this game knows.
    #[serde(untagged)]
    Game(GameEvent),
}

/// Whether a reminder is the usual one.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_fifth(reminder: &Reminder) -> bool {
    *reminder == Reminder::Fifth
}

/// Who learns of an event when it happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Who did it. The others learn of it with a later event.
    Doer,
    /// All who watch the table.
    Everyone,
}

impl Event {
    /// Who learns of the event when it happens. A new event is for [`Audience::Doer`] unless it is
    /// known to be for all.
    #[must_use]
    pub fn audience(&self) -> Audience {
        match self {
            Event::Challenged { .. }
            | Event::Accepted { .. }
            | Event::NoThread
            | Event::Declined
            | Event::Cancelled
            | Event::Lapsed
            | Event::Moved { .. }
            | Event::Passed { .. }
            | Event::DrawOffered { .. }
            | Event::DrawDeclined { .. }
            | Event::DrawWithdrawn { .. }
            | Event::TakebackAsked { .. }
            | Event::TakebackRefused { .. }
            | Event::TakebackWithdrawn { .. }
            | Event::TakenBack { .. }
            | Event::PauseOffered { .. }
            | Event::PauseDeclined { .. }
            | Event::PauseWithdrawn { .. }
            | Event::Paused { .. }
            | Event::Resumed { .. }
            | Event::HolidayBegan { .. }
            | Event::HolidayEnded { .. }
            | Event::TimeGiven { .. }
            | Event::Shown(_)
            | Event::Reminded { .. }
            | Event::AbortedByModerator { .. }
            | Event::AnnulledByModerator { .. }
            | Event::TakenOver { .. }
            | Event::Ended(_)
            | Event::Game(GameEvent::Makruk(
                MakrukEvent::CountAnnounced { .. }
                | MakrukEvent::CountLeft { .. }
                | MakrukEvent::CountDue { .. },
            )) => Audience::Everyone,
            Event::ReminderSet { .. }
            | Event::ReminderDropped { .. }
            | Event::Game(GameEvent::Makruk(MakrukEvent::CountChangedAgain { .. })) => {
                Audience::Doer
            }
        }
    }
}

impl Audience {
    /// The audience of what happened at once: everyone, if one of the events is for everyone.
    #[must_use]
    pub fn of(events: &[Event]) -> Audience {
        if events.iter().any(|event| event.audience() == Audience::Everyone) {
            Audience::Everyone
        } else {
            Audience::Doer
        }
    }
}

/// How a game came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    Rules(Outcome),
    /// This side gave up.
    Resigned(Side),
    /// This side ran out of time.
    OutOfTime(Side),
    /// This side ran out of time, and the opponent has nothing left to win with.
    OutOfTimeDrawn(Side),
    /// The players agreed on a draw.
    Agreed,
    /// Makruk: the side to move claimed a draw at the third occurrence of the position, or the
    /// fifth occurrence made it one.
    Repetition,
    /// The game had too many plies.
    TooLong,
    /// It was not over when the round of its tournament was, and the engine judged the position.
    Judged(Verdict),
    /// The game was given up without a result.
    Aborted(AbortReason),
    /// In a way that only this game knows.
    #[serde(untagged)]
    Game(GameEnding),
}

/// Why a game was given up without a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AbortReason {
    /// This side ran out of time before each side had made its second move.
    OutOfTime(Side),
    /// A moderator ended it.
    Moderator,
    /// The data of this side's player was erased before each side had made its second move.
    Erased(Side),
}

impl Ending {
    /// Who won; `None` for a game without a result.
    #[must_use]
    pub fn verdict(self) -> Option<Verdict> {
        Some(match self {
            Ending::Rules(outcome) => outcome.verdict,
            Ending::Judged(verdict) => verdict,
            Ending::Resigned(side) | Ending::OutOfTime(side) => Verdict::Win(!side),
            Ending::Aborted(_) => return None,
            Ending::OutOfTimeDrawn(_)
            | Ending::Agreed
            | Ending::Repetition
            | Ending::TooLong
            | Ending::Game(_) => Verdict::Draw,
        })
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(plies: &usize) -> bool {
    *plies == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use kradan_rules::makruk::Act;

    /// One event of every kind.
    fn all() -> Vec<Event> {
        let (player, side) = (PlayerId(1), Side::First);
        vec![
            Event::Challenged { challenger: player, opponent: None },
            Event::Accepted {
                seats: BySide { first: player.into(), second: PlayerId(2).into() },
                furigoma: None,
            },
            Event::NoThread,
            Event::Declined,
            Event::Cancelled,
            Event::Lapsed,
            Event::Moved { side, ply: 1, text: "d3".to_owned(), said: None },
            Event::Passed { side, ply: 1 },
            Event::Game(GameEvent::Makruk(MakrukEvent::CountAnnounced { side, act: Act::Claim })),
            Event::Game(GameEvent::Makruk(MakrukEvent::CountLeft { side })),
            Event::Game(GameEvent::Makruk(MakrukEvent::CountDue { side, number: 5, limit: 16 })),
            Event::DrawOffered { side },
            Event::DrawDeclined { side },
            Event::DrawWithdrawn { side },
            Event::TakebackAsked { side, plies: (1, 1) },
            Event::TakebackRefused { side },
            Event::TakebackWithdrawn { side },
            Event::TakenBack { plies: 1, left: 0, moves: vec!["d3".to_owned()] },
            Event::PauseOffered { side },
            Event::PauseDeclined { side },
            Event::PauseWithdrawn { side },
            Event::Paused { side },
            Event::Resumed { side: None },
            Event::HolidayBegan { side, until: Timestamp::UNIX_EPOCH, is_automatic: false },
            Event::HolidayEnded { side },
            Event::TimeGiven { side, hours: 24 },
            Event::Shown(ChannelId(1)),
            Event::Reminded { side, reminder: Reminder::Fifth },
            Event::AbortedByModerator { reason: String::new() },
            Event::AnnulledByModerator { reason: String::new() },
            Event::TakenOver { side },
            Event::Ended(Ending::Agreed),
        ]
    }

    #[test]
    fn every_event_is_for_everyone_but_a_change_of_mind_and_a_wish() {
        for event in all() {
            assert_eq!(event.audience(), Audience::Everyone, "{event:?}");
            assert_eq!(Audience::of(&[event]), Audience::Everyone);
        }
        let again = MakrukEvent::CountChangedAgain { side: Side::First, act: None };
        assert_eq!(Audience::of(&[Event::from(again)]), Audience::Doer);
        assert_eq!(Audience::of(&[Event::ReminderSet { side: Side::First }]), Audience::Doer);
        assert_eq!(Audience::of(&[]), Audience::Doer);
    }
}
