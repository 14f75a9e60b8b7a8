//! What a table waits for, and until when.

use jiff::{SignedDuration, Timestamp};

use super::state::{Phase, Table};
use super::time_control::later;
use crate::rules::Status;

/// For how long it is known of a challenge that it came to nothing: somebody may still click on it.
const WITHDRAWN_KEPT: SignedDuration = SignedDuration::from_hours(24 * 7);

/// What a table waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// The side to move is to be reminded at this time.
    Reminder(Timestamp),
    /// At this time the side to move loses, or the challenge lapses.
    Deadline(Timestamp),
    /// From this time on nobody need know any more that there was a challenge.
    Forgetting(Timestamp),
}

impl Due {
    #[must_use]
    pub fn at(self) -> Timestamp {
        match self {
            Due::Reminder(at) | Due::Deadline(at) | Due::Forgetting(at) => at,
        }
    }
}

impl Table {
    /// Until when the side to move has time; for a challenge, until when it can be accepted.
    #[must_use]
    pub fn deadline(&self) -> Option<Timestamp> {
        match &self.phase {
            Phase::Challenge(challenge) => Some(challenge.lapses_at()),
            Phase::Playing(play) => Some(later(play.thinking_since, self.pace.time())),
            Phase::Over { .. } | Phase::Withdrawn { .. } => None,
        }
    }

    /// What the table waits for next, if it waits: this is what an index of deadlines holds.
    #[must_use]
    pub fn due(&self) -> Option<Due> {
        match &self.phase {
            Phase::Playing(play) if !play.is_reminded => {
                Some(Due::Reminder(later(self.deadline()?, -self.pace.reminder())))
            }
            Phase::Challenge(_) | Phase::Playing(_) => self.deadline().map(Due::Deadline),
            Phase::Over { .. } => None,
            Phase::Withdrawn { since, .. } => Some(Due::Forgetting(later(*since, WITHDRAWN_KEPT))),
        }
    }

    /// Gives time back during which nobody could move, because the bot was not there; less than
    /// none where the date was set back, so that as much time is left as before.
    pub fn credit(&mut self, by: SignedDuration) {
        match &mut self.phase {
            Phase::Challenge(challenge) => challenge.made_at = later(challenge.made_at, by),
            Phase::Playing(play) => play.thinking_since = later(play.thinking_since, by),
            Phase::Withdrawn { since, .. } => *since = later(*since, by),
            Phase::Over { .. } => {}
        }
    }

    /// Whether the game goes on, by its rules and by what the players did.
    #[must_use]
    pub fn is_running(&self) -> bool {
        matches!(self.phase, Phase::Playing(_))
            && matches!(self.game.status(), Status::Ongoing { .. })
    }
}
