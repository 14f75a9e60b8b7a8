//! What all requests and loops share: the service, Discord's API, and what may be lost.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use tokio::sync::OnceCell;

use super::cleanup::CleanupLimits;
use super::conversations::WantedConversations;
use super::films::Films;
use super::gateway_state::GatewayState;
use super::guilds::Guilds;
use super::links::Links;
use super::table_moves::TableMoves;
use super::venue_questions::VenueQuestions;
use crate::discord::api::Api;
use crate::discord::api::message_tokens::MessageTokens;
use crate::discord::api::panels::Panels;
use crate::service::{ErrorChain, InteractionId, OutboxEntry, TableService};
use kradan_table::PlayerId;

/// What commands, the outbox and the loops work with. It knows none of them.
#[derive(Debug)]
pub(crate) struct Bot {
    pub(crate) service: Arc<TableService>,
    pub(crate) api: Arc<Api>,
    pub(crate) links: Links,
    pub(crate) panels: Panels,
    pub(crate) cleanup_limits: CleanupLimits,
    pub(crate) films: Films,
    pub(crate) gateway: Arc<GatewayState>,
    pub(crate) guilds: Guilds,
    pub(crate) message_tokens: MessageTokens,
    pub(crate) table_moves: TableMoves,
    /// The players who are being shown what they missed.
    pub(crate) shown_missed: Mutex<HashSet<PlayerId>>,
    pub(crate) conversations: WantedConversations,
    pub(crate) venue_questions: VenueQuestions,
    /// What is announced elsewhere than where it was asked for, by the interaction that asked.
    pub(crate) elsewhere: Mutex<HashMap<InteractionId, OutboxEntry>>,
    registered: AtomicBool,
    command_ids: OnceCell<HashMap<String, u64>>,
}

impl Bot {
    pub(crate) fn new(
        service: Arc<TableService>,
        api: Arc<Api>,
        links: Links,
        gateway: Arc<GatewayState>,
    ) -> Bot {
        Bot {
            service,
            api,
            links,
            panels: Panels::default(),
            cleanup_limits: CleanupLimits::default(),
            films: Films::default(),
            gateway,
            guilds: Guilds::default(),
            message_tokens: MessageTokens::default(),
            table_moves: TableMoves::default(),
            shown_missed: Mutex::default(),
            conversations: WantedConversations::default(),
            venue_questions: VenueQuestions::default(),
            elsewhere: Mutex::default(),
            registered: AtomicBool::new(false),
            command_ids: OnceCell::new(),
        }
    }

    /// Whether Discord has taken the commands.
    pub(crate) fn has_registered(&self) -> bool {
        self.registered.load(Ordering::Relaxed)
    }

    pub(crate) fn note_registered(&self) {
        self.registered.store(true, Ordering::Relaxed);
    }

    /// A text in which the first name of each slash command can be tapped, as far as Discord says how.
    pub(crate) async fn with_mentions(&self, mut text: String) -> String {
        let ids = match self.command_ids.get_or_try_init(|| self.api.command_ids()).await {
            Ok(ids) => ids,
            Err(error) => {
                tracing::warn!(error = %ErrorChain(&error), "command ids cannot be read: commands named without mentions");
                return text;
            }
        };
        for (name, id) in ids {
            text = text.replacen(&format!("`/{name}`"), &format!("</{name}:{id}>"), 1);
        }
        text
    }
}
