//! What players ask of the service, and what it answers.

use crate::store::{
    InteractionId, InteractionToken, LimitReached, OutboxEntry, StoreError, StoredTable,
};
use crate::table::{Event, PlayerId, Refusal, TableId};

use super::table_lock::QueuedDelivery;

#[derive(Clone, Debug)]
pub struct RequestContext {
    /// The interaction by which it is asked.
    pub interaction: InteractionId,
    pub player: PlayerId,
    /// How the interaction can be answered, if the answer is what tells the world.
    pub answer: Option<InteractionToken>,
}

/// What happened at a table, on disk.
#[derive(Debug)]
pub struct Committed {
    pub id: TableId,
    /// The table as it is now.
    pub stored: StoredTable,
    pub events: Vec<Event>,
    /// What the world is owed for it.
    pub entry: Option<OutboxEntry>,
    /// The place in the queue of those who speak of this table; there is one with every notice.
    pub delivery: Option<QueuedDelivery>,
}

#[derive(Debug, thiserror::Error)]
pub enum ServiceError {
    /// There is no such table.
    #[error("there is no such table")]
    NoTable,
    #[error("refused: {refusal}")]
    Refused {
        id: TableId,
        refusal: Refusal,
        /// The table as it is.
        stored: Box<StoredTable>,
    },
    /// The interaction was refused when it was here before.
    #[error("it was refused before")]
    RefusedBefore,
    /// The interaction was dealt with before, and the world has heard of it.
    #[error("it was done before")]
    DoneBefore,
    /// A limit does not allow it.
    #[error("a limit does not allow it")]
    Limited(LimitReached),
    /// Others change the table all the time; nothing was changed.
    #[error("the table is changed all the time")]
    Busy,
    /// Something broke, and nothing was changed.
    #[error("it failed, and does not count")]
    Failed(#[from] StoreError),
    /// Something broke while the change was written: nobody knows whether it counts.
    #[error("it failed, and may count or not")]
    Unsure(#[source] StoreError),
}
