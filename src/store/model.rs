//! What a store holds, as the rest of the program sees it.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::table::{ChannelId, Event, GuildId, MessageId, PlayerId, Table, TableId};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredTable {
    pub table: Table,
    /// How often it was changed: 1 when it is new, one more with every commit.
    pub revision: u64,
    /// How much of all the time that was ever credited its clock has received: its own times are
    /// ahead by so much of the time in which somebody was there to take moves.
    pub credited: SignedDuration,
}

impl StoredTable {
    /// When something is due, by the time in which somebody was there to take moves. No credit
    /// changes it.
    #[must_use]
    pub fn due_at(&self) -> Option<Timestamp> {
        let at = self.table.due()?.at();
        Some(at.saturating_sub(self.credited).unwrap_or(at))
    }
}

/// Who claims what is due or pending: one process, from its start on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClaimantId(pub u64);

/// A claim on what is due or pending, as it is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lease {
    pub claimant: ClaimantId,
    /// What is ready at this time or before can be claimed. It is the time at which the claim
    /// begins.
    pub now: Timestamp,
    /// How long the claim holds.
    pub duration: SignedDuration,
}

impl Lease {
    /// When the claim ends.
    #[must_use]
    pub fn until(&self) -> Timestamp {
        self.now.saturating_add(self.duration).unwrap_or(Timestamp::MAX)
    }
}

/// One thing that somebody did somewhere: Discord's number for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct InteractionId(pub u64);

/// A change to one table, with all that goes with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub id: TableId,
    /// The table as it is to be. Its revision is one more than that of the row it replaces, and 1
    /// for a new one; otherwise the commit is a [conflict](super::CommitError::Conflict).
    pub stored: StoredTable,
    /// What the world must be told of it: its number is that of the table and of the new revision.
    pub entry: Option<OutboxEntry>,
    /// The interaction that asked for the change, and what came of it.
    pub interaction: Option<(InteractionId, InteractionResult)>,
    /// What must hold besides, in the order in which it is checked; otherwise the commit is
    /// [refused](super::CommitError::Limited).
    pub limits: Vec<Limit>,
}

/// What must hold of a player for a change to be committed. The store counts what is committed at
/// that moment, without the change itself: of many changes at once no more are committed than a
/// limit allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// A player has fewer running games than this.
    Running {
        player: PlayerId,
        /// The most.
        most: usize,
    },
    /// Fewer challenges of a player than this wait for an answer.
    Waiting {
        /// The player who sent them.
        challenger: PlayerId,
        /// The most.
        most: usize,
    },
    /// Fewer challenges than this wait for a player's answer; or the two have a game with each
    /// other, running or over, and then there may be any number.
    Received {
        /// The player who was challenged.
        player: PlayerId,
        challenger: PlayerId,
        /// The most.
        most: usize,
    },
    /// A player sent fewer challenges than this within a time, whatever became of them.
    Sent {
        challenger: PlayerId,
        /// The most.
        most: usize,
        /// Within which time, no longer than [`SENT_KEPT`].
        within: SignedDuration,
        /// When the next one is sent.
        at: Timestamp,
    },
    /// A player sent no challenge to the same person within a time, except for those from which a
    /// game came.
    SentTo {
        challenger: PlayerId,
        /// The same person.
        opponent: PlayerId,
        /// Within which time, no longer than [`SENT_KEPT`].
        within: SignedDuration,
        /// When the next one is sent.
        at: Timestamp,
    },
}

/// For how long a store knows which challenges a player has sent. Those of a time later than the
/// present one count as well, for as long: a clock may have been wrong.
pub const SENT_KEPT: SignedDuration = SignedDuration::from_hours(1);

/// A limit that does not allow a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimitReached {
    pub limit: Limit,
    /// When it allows the change at the latest, if nothing else happens; none where that is known
    /// of no time. Where challenges have to lapse first, it is their time among what is
    /// [due](super::Store::due_tables).
    pub until: Option<Timestamp>,
}

/// What came of an interaction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum InteractionResult {
    /// It changed a table.
    Done {
        table: TableId,
        /// The revision that it made.
        revision: u64,
        events: Vec<Event>,
    },
    /// It changed nothing.
    Refused,
}

/// Which notice: at most one comes of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct OutboxEntryId {
    pub table: TableId,
    /// The revision that owes it.
    pub revision: u64,
}

/// Something that the world must be told, kept until it has been.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutboxEntry {
    pub id: OutboxEntryId,
    #[serde(rename = "place")]
    pub channel: ChannelId,
    /// How many plies the game had then.
    pub ply: usize,
    pub events: Vec<Event>,
    /// Who did it, if a person did.
    pub by: Option<PlayerId>,
    pub made_at: Timestamp,
    /// Before this time it is the business of whoever made the change.
    pub ready_at: Timestamp,
    /// How often its delivery was attempted.
    pub attempts: u32,
    /// The interaction that it answers, if it does.
    pub answer: Option<InteractionToken>,
    /// The place that the table left with it, which is told where the table went.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<LeftChannel>,
}

impl OutboxEntry {
    /// The place that is still to be told where its table went, if all else is told.
    #[must_use]
    pub fn left_behind(&self) -> Option<ChannelId> {
        self.left.filter(|left| left.is_all).map(|left| left.channel)
    }
}

/// A place that a table left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeftChannel {
    #[serde(rename = "place")]
    pub channel: ChannelId,
    /// Whether this is all that is still owed: the new place has been told.
    pub is_all: bool,
}

/// An interaction that can still be answered for a while.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InteractionToken {
    pub interaction: InteractionId,
    /// What lets us answer it: a secret for a quarter of an hour.
    pub token: String,
}

impl std::fmt::Debug for InteractionToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("InteractionToken")
            .field("interaction", &self.interaction)
            .finish_non_exhaustive()
    }
}

/// Where a board is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PostedBoard {
    /// The server, unless it is a private conversation.
    #[serde(rename = "server")]
    pub guild: Option<GuildId>,
    /// The channel or thread.
    #[serde(rename = "place")]
    pub channel: ChannelId,
    pub message: MessageId,
    /// After how many plies.
    pub ply: usize,
}

/// A message of ours with buttons or menus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ControlMessage {
    /// The channel or thread.
    #[serde(rename = "place")]
    pub channel: ChannelId,
    pub message: MessageId,
}

/// Which tables are meant: each is in one of these lists for each of its players, and in one for
/// its place. Challenges are apart from games, so that no number of them hides a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Listing {
    /// Games that go on.
    Running,
    /// Challenges that wait for an answer, of whoever made them. In a place these are all.
    Sent,
    /// Challenges that wait for the answer of whoever is challenged.
    Received,
    /// Games that are over. Challenges that came to nothing are not listed.
    Over,
}

impl Listing {
    /// All lists, in the order in which people are shown them.
    pub const ALL: [Listing; 4] =
        [Listing::Running, Listing::Sent, Listing::Received, Listing::Over];
}

/// What we can do in a place of our own accord.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChannelAccess {
    /// Whatever we are allowed: we are a member there, as far as anybody knows.
    #[default]
    Member,
    /// Nothing: a person brought us along, and we answer those who ask.
    AnswersOnly,
}

/// That somebody is there to take moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Heartbeat {
    pub at: Timestamp,
    /// Until when it is so, unless it is noted again: by the time in which somebody was there.
    /// Earlier versions did not count that, but noted when nobody was.
    pub present_until: Option<Timestamp>,
}
