//! What a store holds, as the rest of the program sees it.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::table::{Event, Place, PlayerId, Table, TableId};

/// A stored table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The table.
    pub table: Table,
    /// How often it was changed: 1 when it is new, one more with every commit.
    pub revision: u64,
    /// How much of all the time that was ever credited its clock has received: its own times are
    /// ahead by so much of the time in which somebody was there to take moves.
    pub credited: SignedDuration,
}

impl Row {
    /// When something is due, by the time in which somebody was there to take moves. No credit
    /// changes it.
    #[must_use]
    pub fn due_at(&self) -> Option<Timestamp> {
        let at = self.table.due()?.at();
        Some(at.saturating_sub(self.credited).unwrap_or(at))
    }
}

/// One thing that somebody did somewhere: Discord's number for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct InteractionId(pub u64);

/// A change to one table, with all that goes with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Which table.
    pub id: TableId,
    /// The table as it is to be. Its revision is one more than that of the row it replaces, and 1
    /// for a new one; otherwise the commit is a [conflict](super::CommitError::Conflict).
    pub row: Row,
    /// What the world must be told of it: its number is that of the table and of the new revision.
    pub notice: Option<Notice>,
    /// The interaction that asked for the change, and what came of it.
    pub asked: Option<(InteractionId, Outcome)>,
}

/// What came of an interaction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// It changed a table.
    Done {
        /// Which.
        table: TableId,
        /// The revision that it made.
        revision: u64,
        /// What happened.
        events: Vec<Event>,
    },
    /// It changed nothing.
    Refused,
}

/// Which notice: at most one comes of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct NoticeId {
    /// The table.
    pub table: TableId,
    /// The revision that owes it.
    pub revision: u64,
}

/// Something that the world must be told, kept until it has been.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Notice {
    /// Which.
    pub id: NoticeId,
    /// Where.
    pub place: Place,
    /// How many plies the game had then.
    pub ply: usize,
    /// What happened.
    pub events: Vec<Event>,
    /// Who did it, if a person did.
    pub by: Option<PlayerId>,
    /// When.
    pub made_at: Timestamp,
    /// Before this time it is the business of whoever made the change.
    pub ready_at: Timestamp,
    /// How often its delivery was attempted.
    pub attempts: u32,
    /// The interaction that it answers, if it does.
    pub answer: Option<Answer>,
}

/// An interaction that can still be answered for a while.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// Which.
    pub interaction: InteractionId,
    /// What lets us answer it: a secret for a quarter of an hour.
    pub token: String,
}

impl std::fmt::Debug for Answer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Answer").field("interaction", &self.interaction).finish_non_exhaustive()
    }
}

/// Where a board is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shown {
    /// The server, unless it is a private conversation.
    pub server: Option<u64>,
    /// The channel or thread.
    pub place: Place,
    /// The message.
    pub message: u64,
    /// After how many plies.
    pub ply: usize,
}

/// A message of ours with buttons or menus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ControlMessage {
    /// The channel or thread.
    pub place: Place,
    /// The message.
    pub message: u64,
}

/// Which tables are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Which {
    /// Challenges that wait for an answer, and games that go on.
    Open,
    /// Games that are over. Challenges that came to nothing are not listed.
    Over,
}

/// What we can do in a place of our own accord.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reach {
    /// Whatever we are allowed: we are a member there, as far as anybody knows.
    #[default]
    Member,
    /// Nothing: a person brought us along, and we answer those who ask.
    AnswersOnly,
}

/// That somebody is there to take moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Beat {
    /// At what date.
    pub at: Timestamp,
    /// Until when it is so, unless it is noted again: by the time in which somebody was there.
    /// Earlier versions did not count that, but noted when nobody was.
    pub present_until: Option<Timestamp>,
}
