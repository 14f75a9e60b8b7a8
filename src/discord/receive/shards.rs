//! The shards of this process. Processes that share a store share the shards: each holds as many as the
//! others, takes over those of one that is gone, and goes on with the sessions of one that left.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::Value;
use tokio::task::{JoinError, JoinSet};
use tokio_util::sync::CancellationToken;

use super::connection::{Connection, GatewayError};
use super::connection_end::FatalClose;
use super::identify::Identify;
use super::shard::Shard;
use crate::discord::api::GatewayPlace;
use crate::discord::shared::bot::Bot;
use crate::service::{ErrorChain, GatewaySession, ShardShare};

/// How often the processes look at who holds which shard. A person's interaction waits no longer for a
/// shard that changes hands.
const SHARED_EVERY: Duration = Duration::from_secs(1);

/// A shard that this process connects.
struct Running {
    session: Arc<Mutex<Option<GatewaySession>>>,
    leave: CancellationToken,
}

/// All that it takes to connect shards.
struct Shards<'a, T> {
    bot: &'a Arc<Bot>,
    connection: &'a Connection<'a>,
    gateway: &'a GatewayPlace,
    identify: Arc<Identify>,
    total: u32,
    take: T,
    /// Whether the bot is told to stop.
    stop: &'a CancellationToken,
    /// Whether these shards are.
    leave: CancellationToken,
    running: BTreeMap<u32, Running>,
    tasks: JoinSet<(u32, Result<(), FatalClose>)>,
    result: Result<Connected, GatewayError>,
}

/// Why the shards are not connected any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Connected {
    /// The bot is told to stop.
    UntilStopped,
    /// Discord wants more shards than these.
    WithTooFew(u32),
}

/// Keeps this process's share of the shards connected until the bot is told to stop, or Discord forbids
/// to connect again with the same ones. `take` gets each interaction. `too_few` is a total that Discord
/// did not take.
pub(crate) async fn stay_connected<T: Fn(Value) + Clone + Send + Sync + 'static>(
    gateway: &GatewayPlace,
    too_few: Option<u32>,
    (connection, bot): (&Connection<'_>, &Arc<Bot>),
    take: T,
    stop: &CancellationToken,
) -> Result<Connected, GatewayError> {
    let total = bot.service.store().agree_on_shards(gateway.shards).await?;
    if too_few.is_some_and(|few| total <= few) {
        return Err(GatewayError::Ended(FatalClose::TooFewShards.to_string()));
    }
    let identify = Identify::new(bot, connection.gateway.clone(), gateway.max_concurrency);
    let mut shards = Shards {
        bot,
        connection,
        gateway,
        identify,
        total,
        take,
        stop,
        leave: stop.child_token(),
        running: BTreeMap::new(),
        tasks: JoinSet::new(),
        result: Ok(Connected::UntilStopped),
    };
    while !shards.leave.is_cancelled() {
        shards.share().await;
        tokio::select! {
            Some(ended) = shards.tasks.join_next() => shards.end(ended).await,
            () = tokio::time::sleep(SHARED_EVERY) => {}
            () = shards.leave.cancelled() => {}
        }
    }
    if let Err(error) = bot.service.store().stop_sharing_shards().await {
        tracing::warn!(error = %ErrorChain(&error), "other processes take the shards a little later");
    }
    while let Some(ended) = shards.tasks.join_next().await {
        shards.end(ended).await;
    }
    shards.result
}

impl<T: Fn(Value) + Clone + Send + Sync + 'static> Shards<'_, T> {
    /// Connects the shards that this process holds, and leaves those that it holds no longer. Where the
    /// store does not answer, all stays as it is.
    async fn share(&mut self) {
        let shared = self.bot.service.store().share_shards(self.total).await;
        let ShardShare { held, most } = match shared {
            Ok(share) => share,
            Err(error) => {
                tracing::warn!(error = %ErrorChain(&error), "the shards are not shared anew");
                return;
            }
        };
        for (number, running) in &self.running {
            if !held.iter().any(|shard| shard.0 == *number) {
                running.leave.cancel();
            }
        }
        // One at a time: another process takes it before the next.
        if held.len() > most as usize
            && let Some(last) = self.running.values().next_back()
        {
            last.leave.cancel();
        }
        for (number, session) in held {
            if !self.running.contains_key(&number) && !self.leave.is_cancelled() {
                self.connect(number, session);
            }
        }
    }

    fn connect(&mut self, number: u32, session: Option<GatewaySession>) {
        let session = Arc::new(Mutex::new(session));
        let leave = self.leave.child_token();
        let (bot, leaves, stop) = (Arc::clone(self.bot), leave.clone(), self.stop.clone());
        let has_others = move || bot.service.store().processes().get() > 1 || !stop.is_cancelled();
        let shard = Shard {
            token: self.connection.token.trim_start_matches("Bot ").to_owned(),
            url: self.gateway.url.clone(),
            follows_resume_url: self.connection.gateway.is_none(),
            number,
            count: self.total,
            identify: Arc::clone(&self.identify),
            gateway: Arc::clone(&self.bot.gateway),
            session: Arc::clone(&session),
            leaves_session: Box::new(has_others),
        };
        let take = self.take.clone();
        self.bot.gateway.note_held(number);
        self.tasks.spawn(async move {
            let dispatch = |name: &str, data| {
                if name == "INTERACTION_CREATE" {
                    take(data);
                }
            };
            (number, shard.run(&leaves, dispatch).await)
        });
        self.running.insert(number, Running { session, leave });
    }

    /// Leaves a shard whose connection has ended to the other processes. A connection that may not be
    /// made again ends the bot.
    async fn end(&mut self, ended: Result<(u32, Result<(), FatalClose>), JoinError>) {
        let error = match ended {
            Ok((number, Ok(()))) => return self.give_up(number).await,
            Ok((number, Err(FatalClose::TooFewShards))) => {
                tracing::warn!(shard = number, total = self.total, "Discord wants more shards");
                if self.result.is_ok() {
                    self.result = Ok(Connected::WithTooFew(self.total));
                }
                self.leave.cancel();
                return self.give_up(number).await;
            }
            Ok((_, Err(FatalClose::Token))) => GatewayError::Token,
            Ok((_, Err(fatal))) => GatewayError::Ended(fatal.to_string()),
            Err(_) => GatewayError::Ended("a shard panicked".to_owned()),
        };
        tracing::error!(error = %ErrorChain(&error), "the gateway is not connected again");
        self.stop.cancel();
        self.result = Err(error);
    }

    async fn give_up(&mut self, number: u32) {
        let Some(running) = self.running.remove(&number) else { return };
        self.bot.gateway.note_given_up(number);
        let session = running.session.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if !self.stop.is_cancelled() {
            tracing::info!(shard = number, "the shard is left to other processes");
        }
        let store = self.bot.service.store();
        if let Err(error) = store.give_up_shard(self.total, number, session).await {
            tracing::warn!(error = %ErrorChain(&error), shard = number, "the shard is free a little later");
        }
    }
}
