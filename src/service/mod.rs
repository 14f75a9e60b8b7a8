//! The service applies players' commands to tables, one table at a time, and has the store commit
//! each change before anybody hears of it. It also stores heartbeats, processes what is due at
//! tables and lets computers move. It may name tables, the engine, the store, jiff's types and
//! tokio; it may not name Discord, sled or drawing. It holds nothing in memory that could not be lost: two processes may
//! serve the same tables, and of two changes to one revision the store commits one and the other is
//! decided again. Begin with [`TableService::ask`], then `commit.rs` and `due_tables.rs`.

mod ask;
mod block;
mod chance;
mod checked_clock;
mod clock;
mod commit;
mod computer;
mod computers;
mod daily_puzzle;
mod due_tables;
mod erasure;
mod error_chain;
mod holidays;
mod jobs;
mod limits;
mod one_each;
mod puzzles;
mod ratings;
mod repeat;
mod request;
mod review;
mod table_lock;
mod table_service;
mod threads;
mod tournaments;
mod turns;
mod with_value;

pub use self::block::BLOCKS_MAX;
pub use self::checked_clock::Reading;
pub use self::clock::Clock;
pub use self::commit::REMINDERS_GATHERED_FOR;
pub use self::computer::Searched;
pub use self::error_chain::ErrorChain;
pub(crate) use self::jobs::Attempt;
pub use self::limits::Limits;
pub(crate) use self::one_each::{OneEach, UnderWay};
pub use self::ratings::recomputed;
pub(crate) use self::repeat::{AFTER_FAILURE, repeat};
pub use self::request::{Committed, RequestContext, ServiceError};
pub use self::table_lock::{DeliveryLock, QueuedDelivery};
pub use self::table_service::TableService;
pub use kradan_engine::{DISC_WORTH, Effect, Review, Standing, TurningPoint, WORTH_MAX};
pub use kradan_store::{
    Addressed, Addressees, Blocking, ChannelAccess, ClaimantId, ControlMessage, Counted,
    DailyBoard, DailyPuzzle, DailyStep, EntryGroup, FinishedGames, Follow, FollowLimits, Following,
    GatewaySession, InteractionId, InteractionToken, Job, JobId, JobKind, Leaderboard, Lease,
    LeftChannel, Limit, LimitReached, Listing, MessageContent, Month, MoveConfirmation, Note,
    OfferKind, OldBoards, OpenedConversations, Orientation, OutboxEntry, OutboxEntryId,
    PostedBoard, Posting, Profile, Ratings, Registration, RemindBy, ServerSettings, Settlement,
    ShardShare, Shows, Store, StoreCounts, StoreError, StoreErrorKind, StoredTable,
    TOURNAMENTS_MAX, Task, Tournaments, Visit, WaitingJobs, count_calls,
};
