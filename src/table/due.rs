//! What a table waits for, and until when.

use jiff::{SignedDuration, Timestamp};

use super::state::{Phase, Play, Table};
use super::time_control::later;
use kradan_rules::{Side, Status};

/// For how long it is known of a challenge that it came to nothing: somebody may still click on it.
pub const WITHDRAWN_KEPT: SignedDuration = SignedDuration::from_hours(24 * 7);

/// The longest time for which a game rests: then its clocks go on by themselves.
const PAUSE_MAX: SignedDuration = SignedDuration::from_hours(24 * 30);

/// The time for which the process that made a player's move has the computer answer it. Then any process
/// does.
pub const COMPUTER_ANSWERS_WITHIN: SignedDuration = SignedDuration::from_secs(2);

/// What a table waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// A computer is to move, or to answer something, and did not within [`COMPUTER_ANSWERS_WITHIN`].
    Computer(Timestamp),
    /// The side to move is to be reminded at this time.
    Reminder(Timestamp),
    /// At this time the side to move is out of time, with the time of grace, or the challenge lapses.
    Deadline(Timestamp),
    /// The game has rested for as long as it may.
    Resumption(Timestamp),
    /// From this time on nobody need know any more that there was a challenge.
    Forgetting(Timestamp),
}

impl Due {
    #[must_use]
    pub fn at(self) -> Timestamp {
        match self {
            Due::Computer(at)
            | Due::Reminder(at)
            | Due::Deadline(at)
            | Due::Resumption(at)
            | Due::Forgetting(at) => at,
        }
    }
}

impl Table {
    /// Until when the side to move has time; for a challenge, until when it can be accepted. `None`
    /// while no clock runs that can run out.
    #[must_use]
    pub fn deadline(&self) -> Option<Timestamp> {
        match &self.phase {
            Phase::Challenge(challenge) => Some(challenge.lapses_at()),
            Phase::Playing(play) => play.deadline(self.turn()?, self.pace),
            Phase::Over { .. } | Phase::Withdrawn { .. } => None,
        }
    }

    /// What the table waits for next, if it waits: this is what an index of deadlines holds.
    #[must_use]
    pub fn due(&self) -> Option<Due> {
        let dues = [self.due_computer(), self.due_reminder(), self.due_change()];
        dues.into_iter().flatten().min_by_key(|due| due.at())
    }

    fn due_computer(&self) -> Option<Due> {
        self.awaited_computer()?;
        Some(Due::Computer(later(self.playing()?.thinking_since, COMPUTER_ANSWERS_WITHIN)))
    }

    /// The next reminder. While the game rests there is none.
    fn due_reminder(&self) -> Option<Due> {
        let play = self.playing().filter(|play| play.clocks.paused_since.is_none())?;
        let wishes = play.wishes(self.turn()?);
        play.reminders.due(self.turn_time(), wishes).map(Due::Reminder)
    }

    /// What the table waits for besides reminders: what changes it.
    #[must_use]
    pub fn due_change(&self) -> Option<Due> {
        match &self.phase {
            Phase::Challenge(_) => self.deadline().map(Due::Deadline),
            Phase::Playing(play) => self.due_in_play(play),
            Phase::Over { .. } => None,
            Phase::Withdrawn { since, .. } => Some(Due::Forgetting(later(*since, WITHDRAWN_KEPT))),
        }
    }

    fn due_in_play(&self, play: &Play) -> Option<Due> {
        if play.clocks.is_stopped {
            return None;
        }
        if let Some(since) = play.clocks.paused_since {
            return Some(Due::Resumption(later(since, PAUSE_MAX)));
        }
        play.grace_end(self.turn()?, self.pace).map(Due::Deadline)
    }

    /// The side to move, whatever the players did.
    pub(super) fn turn(&self) -> Option<Side> {
        match self.game.status() {
            Status::Ongoing { turn } => Some(turn),
            Status::Over(_) => None,
        }
    }

    /// Gives time back during which nobody could move, because the bot was not there; less than
    /// none where the date was set back, so that as much time is left as before.
    pub fn credit(&mut self, by: SignedDuration) {
        match &mut self.phase {
            Phase::Challenge(challenge) => challenge.made_at = later(challenge.made_at, by),
            Phase::Playing(play) => {
                play.credit_clocks(by);
                play.reminders.credit(by);
            }
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
