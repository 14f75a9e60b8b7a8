//! The requests of players, and the answers.

use kradan_store::{
    InteractionId, InteractionToken, LimitReached, OutboxEntry, StoreError, StoredTable,
};
use kradan_table::{Event, PlayerId, Refusal, TableId};

use super::table_lock::QueuedDelivery;

#[derive(Clone, Debug)]
pub struct RequestContext {
    pub interaction: InteractionId,
    pub player: PlayerId,
    /// The token to answer the interaction, if the response shows the events.
    pub answer: Option<InteractionToken>,
}

/// A committed change of a table.
#[derive(Debug)]
pub struct Committed {
    pub id: TableId,
    /// The table after the change.
    pub stored: StoredTable,
    pub events: Vec<Event>,
    /// The outbox entry of the change, if everyone is to hear of it.
    pub entry: Option<OutboxEntry>,
    /// The place in the queue for the table's delivery lock; there is one with every outbox entry.
    pub delivery: Option<QueuedDelivery>,
    /// Whether earlier entries of the table were delivered while this one waited.
    pub is_after_others: bool,
}

#[derive(Debug, thiserror::Error)]
pub enum ServiceError {
    #[error("there is no such table")]
    NoTable,
    #[error("refused: {refusal}")]
    Refused { id: TableId, refusal: Refusal, stored: Box<StoredTable> },
    /// The interaction was refused before.
    #[error("it was refused before")]
    RefusedBefore,
    /// The interaction was handled before, and its outbox entry is delivered.
    #[error("it was done before")]
    DoneBefore,
    /// A rematch of that game is asked for or played already: this is it.
    #[error("there is a rematch already")]
    RematchStands { id: TableId, stored: Box<StoredTable> },
    #[error("a limit does not allow it")]
    Limited(LimitReached),
    /// Other processes change the table all the time. Nothing was changed.
    #[error("the table is changed all the time")]
    Busy,
    /// The store failed, and nothing was changed.
    #[error("it failed, and does not count")]
    Failed(#[from] StoreError),
    /// The store failed during the commit, and it is unknown whether the change was made.
    #[error("it failed, and may count or not")]
    Unsure(#[source] StoreError),
}

impl ServiceError {
    /// Whether the player could do nothing about it.
    pub(crate) fn is_failure(&self) -> bool {
        matches!(self, ServiceError::Busy | ServiceError::Failed(_) | ServiceError::Unsure(_))
    }
}
