//! What the bot has at hand, whichever way interactions come to it.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};

use super::api::Api;
use super::outbox::Delivery;
use super::panels::Panels;
use crate::service::{Store, TableService};
use crate::table::PlayerId;

/// The bot, whichever way interactions come to it.
#[derive(Debug)]
pub struct Bot<S> {
    pub(super) service: Arc<TableService<S>>,
    pub(super) api: Arc<Api>,
    pub(super) panels: Panels,
    pub(super) delivery: Delivery<S>,
    /// The players who are being shown what they missed.
    pub(super) shown_missed: Mutex<HashSet<PlayerId>>,
}

impl<S: Store> Bot<S> {
    pub(super) fn new(service: Arc<TableService<S>>, api: Arc<Api>) -> Bot<S> {
        Bot {
            delivery: Delivery::new(Arc::clone(&service), Arc::clone(&api)),
            service,
            api,
            panels: Panels::default(),
            shown_missed: Mutex::default(),
        }
    }
}
