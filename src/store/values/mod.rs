//! What a store holds, and what it is asked with.

mod counts;
mod daily_puzzle;
mod followers;
pub(crate) mod index_fields;
mod jobs;
mod model;
pub(crate) mod old_messages;
mod people;
mod processes;
mod profile;
mod ratings;
mod server_settings;
mod tournaments;
mod visits;

pub use self::counts::{StoreCounts, WaitingJobs};
pub use self::daily_puzzle::{Counted, DailyBoard, DailyPuzzle, DailyStep, Posting};
pub use self::followers::{Follow, FollowLimits, Following};
pub use self::jobs::{Job, JobId, JobKind, REWRITTEN_AFTER, Task};
pub use self::model::{
    Change, ChannelAccess, ClaimantId, ControlMessage, EntryGroup, Heartbeat, InteractionId,
    InteractionResult, InteractionToken, Lease, LeftChannel, Limit, LimitReached, Listing,
    MessageContent, OfferKind, OutboxEntry, OutboxEntryId, PostedBoard, SENT_KEPT, Settlement,
    Shows, StoredTable,
};
pub use self::people::{Blocking, Note};
pub use self::processes::{GatewaySession, Registration, ShardShare};
pub use self::profile::{
    FinishedGames, MoveConfirmation, OpenedConversations, Orientation, Profile, RemindBy,
};
pub use self::ratings::{Leaderboard, Month, RatingChange, Ratings, SERVERS_MAX, Standing};
pub use self::server_settings::{OldBoards, ServerSettings};
pub use self::tournaments::{TOURNAMENTS_MAX, Tournaments};
pub use self::visits::{Addressed, Addressees, Visit};
