//! The service keeps all tables: it takes what players ask, one table at a time, and has the store
//! commit what happened before anybody hears of it.
//!
//! This layer names tables, the store and tokio; it knows no Discord and draws nothing. Nothing here
//! is held in memory that could not be lost. Two processes may keep the same tables: of two changes
//! to one revision the store commits one, and the other is decided anew on what the table is then.
//! Begin with [`TableService::ask`].

mod ask;
mod chance;
mod checked_clock;
mod clock;
mod commit;
mod due_tables;
mod error_chain;
mod limits;
mod request;
mod table_lock;
mod table_service;

pub use self::checked_clock::Reading;
pub use self::clock::Clock;
pub use self::error_chain::ErrorChain;
pub use self::limits::Limits;
pub use self::request::{Committed, RequestContext, ServiceError};
pub use self::table_lock::{DeliveryLock, QueuedDelivery};
pub use self::table_service::TableService;
pub use crate::store::{
    ChannelAccess, ClaimantId, ControlMessage, InteractionId, InteractionToken, Lease, LeftChannel,
    Limit, LimitReached, Listing, MoveConfirmation, Orientation, OutboxEntry, OutboxEntryId,
    PostedBoard, Profile, Store, StoreError, StoreErrorKind, StoredTable,
};
