//! What happened at a table.

use serde::{Deserialize, Serialize};

use super::{ChannelId, Furigoma, GameEnding, GameEvent, MakrukEvent, PlayerId};
use crate::rules::{BySide, Outcome, Side, Verdict};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// Somebody was challenged, or whoever likes to.
    Challenged {
        challenger: PlayerId,
        /// Who, if it is somebody in particular.
        opponent: Option<PlayerId>,
    },
    /// The challenge was accepted, and the game begins.
    Accepted {
        seats: BySide<PlayerId>,
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
    /// Moves were taken back.
    TakenBack {
        plies: usize,
    },
    /// The table is shown somewhere else.
    Shown(ChannelId),
    /// The side to move has little time left.
    Reminded {
        side: Side,
    },
    /// The game is over.
    Ended(Ending),
    /// Something that only this game knows.
    #[serde(untagged)]
    Game(GameEvent),
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
            // What a player means to do to a count is said with the next move.
            Event::Game(GameEvent::Makruk(
                MakrukEvent::CountAnnounced { .. } | MakrukEvent::CountLeft { .. },
            )) => Audience::Doer,
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
            | Event::TakebackAsked { .. }
            | Event::TakebackRefused { .. }
            | Event::TakenBack { .. }
            | Event::Shown(_)
            | Event::Reminded { .. }
            | Event::Ended(_) => Audience::Everyone,
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
    /// The players agreed on a draw.
    Agreed,
    /// Makruk: the side to move claimed a draw at the third occurrence of the position, or the
    /// fifth occurrence made it one.
    Repetition,
    /// The game had too many plies.
    TooLong,
    /// In a way that only this game knows.
    #[serde(untagged)]
    Game(GameEnding),
}

impl Ending {
    #[must_use]
    pub fn verdict(self) -> Verdict {
        match self {
            Ending::Rules(outcome) => outcome.verdict,
            Ending::Resigned(side) | Ending::OutOfTime(side) => Verdict::Win(!side),
            Ending::Agreed | Ending::Repetition | Ending::TooLong | Ending::Game(_) => {
                Verdict::Draw
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::makruk::Act;

    /// One event of every kind.
    fn all() -> Vec<Event> {
        let (player, side) = (PlayerId(1), Side::First);
        vec![
            Event::Challenged { challenger: player, opponent: None },
            Event::Accepted {
                seats: BySide { first: player, second: PlayerId(2) },
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
            Event::DrawOffered { side },
            Event::DrawDeclined { side },
            Event::TakebackAsked { side, plies: (1, 1) },
            Event::TakebackRefused { side },
            Event::TakenBack { plies: 1 },
            Event::Shown(ChannelId(1)),
            Event::Reminded { side },
            Event::Ended(Ending::Agreed),
        ]
    }

    #[test]
    fn intentions_about_a_count_are_for_their_player_and_all_else_is_for_everyone() {
        let private: Vec<Event> =
            all().into_iter().filter(|it| it.audience() == Audience::Doer).collect();
        let side = Side::First;
        let intentions = [
            MakrukEvent::CountAnnounced { side, act: Act::Claim },
            MakrukEvent::CountLeft { side },
        ]
        .map(|event| Event::Game(GameEvent::Makruk(event)));
        assert_eq!(private, intentions);
        assert_eq!(Audience::of(&intentions), Audience::Doer);
        assert_eq!(Audience::of(&[]), Audience::Doer);
        for event in all() {
            let audience = Audience::of(&[intentions[0].clone(), event.clone()]);
            assert_eq!(audience, event.audience(), "{event:?}");
        }
    }
}
