//! The challenges after which somebody who manages the server is asked where games are played.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use crate::service::InteractionId;

/// The interactions after whose response the question follows.
#[derive(Debug, Default)]
pub(crate) struct VenueQuestions(Mutex<HashSet<InteractionId>>);

impl VenueQuestions {
    pub(crate) fn note(&self, interaction: InteractionId) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(interaction);
    }

    /// Whether the question is to follow now.
    pub(crate) fn take(&self, interaction: InteractionId) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&interaction)
    }
}
