//! The types of what a store holds.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use super::RatingChange;
use kradan_rules::{Fingerprint, Side};
use kradan_table::{ChannelId, Event, GuildId, MessageId, PlayerId, Table, TableId};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoredTable {
    pub table: Table,
    /// The number of commits to the table: 1 when it is new.
    pub revision: u64,
    /// How much of all credited downtime the table's clock has received. The table's times are
    /// ahead of the bot's running time by so much.
    pub credited: SignedDuration,
}

impl StoredTable {
    /// The time at which the table is due, counted in the bot's running time. Credits do not change
    /// it.
    #[must_use]
    pub fn due_at(&self) -> Option<Timestamp> {
        let at = self.table.due()?.at();
        Some(at.saturating_sub(self.credited).unwrap_or(at))
    }
}

/// A process that claims due tables and pending outbox entries. A new process has a new id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClaimantId(pub u64);

/// A request for claims on due tables or pending outbox entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lease {
    pub claimant: ClaimantId,
    /// The time at which the claim begins. What is ready then or before can be claimed.
    pub now: Timestamp,
    pub duration: SignedDuration,
}

impl Lease {
    #[must_use]
    pub fn until(&self) -> Timestamp {
        self.now.saturating_add(self.duration).unwrap_or(Timestamp::MAX)
    }
}

/// Discord's id of an interaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct InteractionId(pub u64);

/// A change to one table, with its outbox entry and its interaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub id: TableId,
    /// The table after the change. Its revision is one more than the stored one, and 1 for a new
    /// table; otherwise the commit is a [conflict](crate::CommitError::Conflict).
    pub stored: StoredTable,
    /// What Discord is told of it. The entry has the id of the table and the new revision.
    pub entry: Option<OutboxEntry>,
    /// An earlier entry of the table that the entry is [joined to](OutboxEntry::joined_to) if it is still
    /// pending. It is removed then.
    pub joins: Option<OutboxEntryId>,
    /// The interaction that asked for the change, and its result.
    pub interaction: Option<(InteractionId, InteractionResult)>,
    /// The limits, in the order in which they are checked. A limit that is reached
    /// [refuses](crate::CommitError::Limited) the commit.
    pub limits: Vec<Limit>,
    /// The ratings that change with the end of the game.
    pub ratings: Option<RatingChange>,
}

impl Change {
    /// When followers are told of it: at once, unless a computer may answer it first, and both are told
    /// together.
    pub(crate) fn told_at(&self, entry: &OutboxEntry) -> Timestamp {
        let is_answered = self.stored.table.awaited_computer().is_some();
        if is_answered { entry.ready_at } else { entry.made_at }
    }

    /// The table alone.
    #[must_use]
    pub fn of(id: TableId, stored: StoredTable) -> Change {
        Change {
            id,
            stored,
            entry: None,
            joins: None,
            interaction: None,
            limits: Vec::new(),
            ratings: None,
        }
    }
}

/// A condition on a player for a commit. It is checked within the commit, without the change
/// itself: concurrent commits do not exceed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// A player has fewer running games than `most`.
    Running { player: PlayerId, most: usize },
    /// A player has fewer challenges without an answer than `most`.
    Waiting { challenger: PlayerId, most: usize },
    /// Fewer challenges than `most` wait for a player's answer, unless the player has a game with
    /// the challenger, running or over.
    Received { player: PlayerId, challenger: PlayerId, most: usize },
    /// A player has sent fewer challenges than `most` within a time, whatever became of them.
    Sent {
        challenger: PlayerId,
        most: usize,
        /// At most [`SENT_KEPT`].
        within: SignedDuration,
        /// The time of the new challenge.
        at: Timestamp,
    },
    /// A player has sent no challenge to the same person within a time, except those that led to a
    /// game.
    SentTo {
        challenger: PlayerId,
        opponent: PlayerId,
        /// At most [`SENT_KEPT`].
        within: SignedDuration,
        /// The time of the new challenge.
        at: Timestamp,
    },
    /// The first player does not block the second.
    NotBlocked { blocker: PlayerId, blocked: PlayerId },
}

/// How long a store counts a sent challenge. A challenge with a later time counts as well: the
/// clock may have been wrong.
pub const SENT_KEPT: SignedDuration = SignedDuration::from_hours(1);

/// A limit that refuses a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimitReached {
    pub limit: Limit,
    /// The latest time at which the limit allows the change, if nothing else happens; `None` if no
    /// such time is known. If challenges have to lapse first, it is in the time of [due
    /// tables](crate::TableStore::due_tables).
    pub until: Option<Timestamp>,
}

/// The result of an interaction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum InteractionResult {
    /// The interaction changed a table.
    Done {
        table: TableId,
        /// The revision that the change made.
        revision: u64,
        events: Vec<Event>,
    },
    /// The interaction changed nothing.
    Refused,
}

/// The id of an outbox entry: a change has at most one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutboxEntryId {
    pub table: TableId,
    /// The revision that the change made.
    pub revision: u64,
}

/// Something that Discord must be told, stored until it is delivered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutboxEntry {
    pub id: OutboxEntryId,
    pub channel: ChannelId,
    /// The number of plies in the game at that time.
    pub ply: usize,
    pub events: Vec<Event>,
    /// The player who caused the events, if there is one.
    pub by: Option<PlayerId>,
    pub made_at: Timestamp,
    /// Before this time the process that made the change delivers the entry itself.
    pub ready_at: Timestamp,
    /// The number of failed deliveries.
    pub attempts: u32,
    /// The interaction that it answers, if there is one.
    pub answer: Option<InteractionToken>,
    /// The channel that the table left with this change, which is told where the table went.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<LeftChannel>,
    /// The reminders that are told in one message with this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<EntryGroup>,
}

/// Outbox entries that are told in one message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EntryGroup {
    /// This entry tells those as well.
    Leads(Vec<OutboxEntryId>),
    /// That entry tells this one, or has told it if it is delivered.
    Follows(OutboxEntryId),
}

impl PostedBoard {
    /// The message, as one that is to be replaced.
    #[must_use]
    pub fn as_control_message(&self, table: TableId) -> ControlMessage {
        let content = self.shows.map(|shows| MessageContent {
            table,
            ply: self.ply,
            shows,
            settlement: None,
            guild: self.guild,
        });
        ControlMessage { channel: self.channel, message: self.message, content }
    }
}

impl OutboxEntry {
    /// The entry that tells what an earlier one does, and then this one: a player's move and the answer of
    /// a computer, as the response to the interaction of the move.
    #[must_use]
    pub fn joined_to(self, earlier: OutboxEntry) -> OutboxEntry {
        let events = [earlier.events, self.events].concat();
        let OutboxEntry { by, answer, left, made_at, .. } = earlier;
        let ready_at = self.ready_at.max(earlier.ready_at);
        OutboxEntry { events, by, made_at, ready_at, answer, left, ..self }
    }

    /// The channel that the table left, if it is the only one still to be told.
    #[must_use]
    pub fn left_behind(&self) -> Option<ChannelId> {
        self.left.filter(|left| left.is_all).map(|left| left.channel)
    }
}

/// A channel that a table left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeftChannel {
    pub channel: ChannelId,
    /// Whether the new channel has been told, and only this one is left.
    pub is_all: bool,
}

/// The token to answer an interaction.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InteractionToken {
    pub interaction: InteractionId,
    /// A secret. Discord accepts it for 15 minutes.
    pub token: String,
}

impl std::fmt::Debug for InteractionToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("InteractionToken")
            .field("interaction", &self.interaction)
            .finish_non_exhaustive()
    }
}

/// The message that shows a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PostedBoard {
    /// `None` in a direct message.
    pub guild: Option<GuildId>,
    /// A channel or thread.
    pub channel: ChannelId,
    pub message: MessageId,
    /// The number of plies on the board.
    pub ply: usize,
    /// `None` where an old message is only to lose its controls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shows: Option<Shows>,
}

/// What a message of a table shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shows {
    /// A challenge that waits for an answer.
    Challenge,
    /// The board after this record.
    Board(Fingerprint),
    /// The last board of a game that is over.
    LastBoard,
    /// The offer of a draw by this side.
    DrawOffer(Side),
    /// This side asks for these plies to be taken back, from 1, the first and the last one.
    Takeback(Side, (usize, usize)),
    /// The offer of a pause by this side.
    PauseOffer(Side),
    /// What happened, in words with nothing to press.
    Words,
}

/// The kinds of offers at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfferKind {
    Draw,
    Takeback,
    Pause,
}

impl Shows {
    #[must_use]
    pub fn offer_kind(self) -> Option<OfferKind> {
        match self {
            Shows::DrawOffer(_) => Some(OfferKind::Draw),
            Shows::Takeback(..) => Some(OfferKind::Takeback),
            Shows::PauseOffer(_) => Some(OfferKind::Pause),
            Shows::Challenge | Shows::Board(_) | Shows::LastBoard | Shows::Words => None,
        }
    }
}

/// What came of a challenge or an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Settlement {
    Accepted,
    Declined,
    Withdrawn,
    Lapsed,
}

/// A message of the bot with buttons or menus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ControlMessage {
    /// A channel or thread.
    pub channel: ChannelId,
    pub message: MessageId,
    /// Where it is `None`, the message only loses its controls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<MessageContent>,
}

impl ControlMessage {
    /// A message of which only the place is known.
    #[must_use]
    pub fn new(channel: ChannelId, message: MessageId) -> ControlMessage {
        ControlMessage { channel, message, content: None }
    }
}

/// What a message shows, as far as it takes to replace it once it is old.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MessageContent {
    pub table: TableId,
    /// The number of plies in the game at that time.
    pub ply: usize,
    pub shows: Shows,
    /// What came of it, or of the rematch that was asked for below the last board; `None` for other
    /// boards, and while nothing has come of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settlement: Option<Settlement>,
    /// The guild of its channel; `None` in a private conversation, and where it was not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guild: Option<GuildId>,
}

impl MessageContent {
    /// Whether boards are posted after it: a challenge that came to nothing is the last of its table.
    #[must_use]
    pub fn is_followed_by_boards(&self) -> bool {
        self.shows != Shows::Challenge || self.settlement == Some(Settlement::Accepted)
    }

    /// Whether it shows an offer that still waits for an answer at its table.
    #[must_use]
    pub fn is_standing_offer(&self, table: &Table) -> bool {
        match self.shows {
            Shows::DrawOffer(side) => table.is_draw_offered_since(side, self.ply),
            Shows::Takeback(side, _) => {
                let asks = table.takeback().is_some_and(|(asker, _)| asker == side);
                asks && table.game().plies() == self.ply
            }
            Shows::PauseOffer(side) => table.pause_offer() == Some(side),
            Shows::Challenge | Shows::Board(_) | Shows::LastBoard | Shows::Words => false,
        }
    }
}

/// A list of tables. A table is in one list for each of its players and in one for its channel.
/// Challenges have lists of their own, so that they do not hide games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Listing {
    /// Running games.
    Running,
    /// Challenges without an answer, listed for the challenger. In a channel these are all
    /// challenges.
    Sent,
    /// Challenges without an answer, listed for the challenged player.
    Received,
    /// Games that are over.
    Over,
    /// Challenges that came to nothing, for whoever is named in them. A channel has no such list.
    Withdrawn,
}

impl Listing {
    /// The lists of which something is shown, in that order.
    pub const SHOWN: [Listing; 4] =
        [Listing::Running, Listing::Sent, Listing::Received, Listing::Over];

    /// All lists. Each table is in one of them for each player whom it names, and goes to later ones:
    /// whoever reads them in this order misses none.
    pub const ALL: [Listing; 5] =
        [Listing::Sent, Listing::Received, Listing::Running, Listing::Over, Listing::Withdrawn];
}

/// What the bot may do in a channel on its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChannelAccess {
    /// The bot is a member there, as far as is known, and may do what its permissions allow.
    #[default]
    Member,
    /// The bot may only answer interactions: a user has installed it for themselves.
    AnswersOnly,
}

/// A record that the bot is running and takes moves. Its processes share one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Heartbeat {
    pub at: Timestamp,
    /// The bot's running time then.
    pub present: Timestamp,
    /// The time until which the bot counts as running if no other heartbeat follows, in its running
    /// time.
    pub present_until: Timestamp,
}

impl Heartbeat {
    /// The bot's running time at a later date, if no other heartbeat follows.
    #[must_use]
    pub fn running_at(&self, date: Timestamp) -> Timestamp {
        let passed = date.duration_since(self.at).max(SignedDuration::ZERO);
        self.present
            .saturating_add(passed)
            .map_or(self.present_until, |present| present.min(self.present_until))
    }

    /// How much downtime was credited until then.
    #[must_use]
    pub fn credited(&self) -> SignedDuration {
        self.at.duration_since(self.present)
    }

    /// Whether the process that stored it is there at a date, even if its next heartbeat is a little late.
    #[must_use]
    pub fn covers(&self, date: Timestamp) -> bool {
        let length = self.present_until.duration_since(self.present);
        date.duration_since(self.at) < length.saturating_mul(2)
    }
}
