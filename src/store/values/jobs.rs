//! What must happen later: jobs, each of which one process claims at a time.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use super::{ControlMessage, OutboxEntryId};
use kradan_table::{ChannelId, GuildId, PlayerId};

/// The time from the first wish to be erased until the files are rewritten that still hold what was erased:
/// once for all who wish it meanwhile. People are promised 7 days, so 4 are left for a bot that is stopped
/// and a disk that is full.
pub const REWRITTEN_AFTER: SignedDuration = SignedDuration::from_hours(3 * 24);

/// A kind of jobs. The number is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum JobKind {
    TellFollower = 1,
    ReplaceMessage = 2,
    KeepThread = 3,
    Erase = 4,
    Rewrite = 5,
    DailyPuzzle = 6,
}

impl JobKind {
    pub const ALL: [JobKind; 6] = [
        JobKind::TellFollower,
        JobKind::ReplaceMessage,
        JobKind::KeepThread,
        JobKind::Erase,
        JobKind::Rewrite,
        JobKind::DailyPuzzle,
    ];

    pub(crate) fn of_number(number: u8) -> Option<JobKind> {
        JobKind::ALL.into_iter().find(|&kind| kind as u8 == number)
    }
}

/// A job is the only one of its kind for its subject: a player, a message, a channel, a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JobId {
    pub kind: JobKind,
    pub subject: u64,
}

/// What a job does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Task {
    /// A player is told of the games that they follow, up to this outbox entry.
    TellFollower(PlayerId, OutboxEntryId),
    /// An old message becomes a line, is deleted, or loses its controls.
    ReplaceMessage(ControlMessage),
    /// A thread stays open while a game runs in it.
    KeepThread(ChannelId),
    /// Everything about a player is erased, who wished it at this time.
    Erase(PlayerId, Timestamp),
    /// Files are rewritten that may hold bytes of so many people who were erased. The first of them wished
    /// it at this time.
    Rewrite { since: Timestamp, erasures: u64 },
    /// The daily puzzle of a server is posted, and its message changed. Another number says that there is
    /// more to do.
    DailyPuzzle(GuildId, u64),
}

impl Task {
    #[must_use]
    pub fn id(&self) -> JobId {
        let (kind, subject) = match self {
            Task::TellFollower(player, _) => (JobKind::TellFollower, player.0),
            Task::ReplaceMessage(message) => (JobKind::ReplaceMessage, message.message.0),
            Task::KeepThread(thread) => (JobKind::KeepThread, thread.0),
            Task::Erase(player, _) => (JobKind::Erase, player.0),
            Task::Rewrite { .. } => (JobKind::Rewrite, 0),
            Task::DailyPuzzle(guild, _) => (JobKind::DailyPuzzle, guild.0),
        };
        JobId { kind, subject }
    }
}

/// What must happen later, until it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    pub task: Task,
    pub ready_at: Timestamp,
    /// How often it was tried since it was done last.
    pub attempts: u32,
}

impl Job {
    #[must_use]
    pub fn new(task: Task, ready_at: Timestamp) -> Job {
        Job { task, ready_at, attempts: 0 }
    }

    /// A job that is ready at once. Those of one kind are claimed in the order of their subjects: of
    /// messages the oldest first.
    #[must_use]
    pub fn at_once(task: Task) -> Job {
        Job::new(task, Timestamp::UNIX_EPOCH)
    }

    #[must_use]
    pub fn id(&self) -> JobId {
        self.task.id()
    }

    /// The job that has files rewritten after one more player was erased, who wished it at this time.
    pub(crate) fn rewriting(known: Option<Job>, wished_at: Timestamp) -> Job {
        let Some(Job { task: Task::Rewrite { since, erasures }, ready_at, attempts }) = known
        else {
            let ready_at = wished_at.saturating_add(REWRITTEN_AFTER).unwrap_or(Timestamp::MAX);
            return Job::new(Task::Rewrite { since: wished_at, erasures: 1 }, ready_at);
        };
        let task = Task::Rewrite { since: since.min(wished_at), erasures: erasures + 1 };
        Job { task, ready_at, attempts }
    }
}
