//! When a shard may begin a session. Discord lets few shards identify at once, takes so many new
//! sessions a day, and resets the token of a bot that begins more.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Mutex, MutexGuard};
use tokio::time::{Instant, sleep, sleep_until};

use crate::discord::api::Api;
use crate::discord::limits::BETWEEN_IDENTIFIES;
use crate::discord::shared::bot::Bot;
use crate::service::{ErrorChain, TableService};

/// The number of new sessions that are left to the next start of the bot.
const IDENTIFIES_SPARED: u64 = 5;

/// The time between two looks at whether another process begins a session.
const BETWEEN_LOOKS: Duration = Duration::from_millis(500);

/// The turns of the shards that identify.
#[derive(Debug)]
pub(crate) struct Identify {
    api: Arc<Api>,
    service: Arc<TableService>,
    /// The gateway's address; `None` if Discord is asked for it.
    url: Option<String>,
    /// The time of the last IDENTIFY, for each of the shards that Discord takes at once.
    turns: Vec<Mutex<Option<Instant>>>,
}

impl Identify {
    pub(crate) fn new(bot: &Bot, url: Option<String>, max_concurrency: u64) -> Arc<Identify> {
        let turns = (0..max_concurrency.clamp(1, 64)).map(|_| Mutex::new(None)).collect();
        let (api, service) = (Arc::clone(&bot.api), Arc::clone(&bot.service));
        Arc::new(Identify { api, service, url, turns })
    }

    /// Waits until a shard may identify. The next shard waits until the guard is dropped, and
    /// five seconds after the time in it.
    pub(crate) async fn turn(&self, shard: u32) -> MutexGuard<'_, Option<Instant>> {
        let last = self.turns[shard as usize % self.turns.len()].lock().await;
        if let Some(last) = *last {
            sleep_until(last + BETWEEN_IDENTIFIES).await;
        }
        let key = u64::from(shard) % self.turns.len() as u64;
        while !self.may_identify(key).await {
            sleep(BETWEEN_LOOKS).await;
        }
        last
    }

    /// Whether no other process begins a session now. Where the store does not answer, nobody knows:
    /// Discord then refuses what is too early.
    async fn may_identify(&self, key: u64) -> bool {
        let may = self.service.store().may_identify(key, BETWEEN_IDENTIFIES).await;
        may.unwrap_or_else(|error| {
            tracing::warn!(error = %ErrorChain(&error), "nobody knows who else begins a session");
            true
        })
    }

    /// Waits until Discord takes another session. Returns the gateway's address, `None` if it is
    /// not known.
    pub(crate) async fn gateway_url(&self) -> Option<String> {
        loop {
            let gateway = match self.api.gateway().await {
                Ok(gateway) => gateway,
                Err(error) => {
                    tracing::warn!(error = %ErrorChain(&error), "Discord does not say where the gateway is");
                    return self.url.clone();
                }
            };
            if gateway.starts_left > IDENTIFIES_SPARED {
                return Some(self.url.clone().unwrap_or(gateway.url));
            }
            let minutes = gateway.reset_after.as_secs() / 60 + 1;
            tracing::error!(minutes, "Discord takes no new session from this token for a while");
            sleep(gateway.reset_after.max(BETWEEN_IDENTIFIES)).await;
        }
    }
}
