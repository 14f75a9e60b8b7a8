//! What the bot has at hand, whichever way interactions come to it.

use std::collections::HashSet;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex};

use super::api::{Api, InteractionHandle};
use super::cleanup::Worn;
use super::interaction::Request;
use super::panels::Panels;
use super::preferences::Preferences;
use crate::service::{InteractionId, Store, TableService};
use crate::table::{ApplicationId, PlayerId, TableId};

/// The bot, whichever way interactions come to it.
#[derive(Debug)]
pub struct Bot<S> {
    pub(super) service: Arc<TableService<S>>,
    pub(super) api: Arc<Api>,
    pub(super) panels: Panels,
    pub(super) worn: Worn,
    /// The tables at which somebody asked who has not seen what they owe.
    pub(super) hurried: Mutex<HashSet<TableId>>,
    /// The players who are being shown what was kept for them.
    pub(super) shown_kept: Mutex<HashSet<PlayerId>>,
    /// The number of the newest interaction that was received; zero before the first.
    pub(super) newest: AtomicU64,
}

impl<S: Store> Bot<S> {
    pub(super) fn new(service: Arc<TableService<S>>, api: Arc<Api>) -> Bot<S> {
        Bot {
            service,
            api,
            panels: Panels::default(),
            worn: Worn::default(),
            hurried: Mutex::default(),
            shown_kept: Mutex::default(),
            newest: AtomicU64::new(0),
        }
    }

    /// The preferences of a player; the usual ones for somebody never seen.
    pub(super) async fn taste_of(&self, player: PlayerId) -> Preferences {
        match self.service.store().profile(player).await {
            Ok(person) => Preferences::of(&person.unwrap_or_default()),
            Err(_) => Preferences::default(),
        }
    }
}

/// How a request can be answered.
pub(super) fn handle(request: &Request) -> InteractionHandle<'_> {
    InteractionHandle {
        application: ApplicationId(request.application),
        interaction: InteractionId(request.interaction),
        token: &request.token,
    }
}
