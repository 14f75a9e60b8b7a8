//! The gateway: interactions come in by it. What is done with them knows nothing of it.

use std::sync::Arc;
use std::time::Duration;

use serenity::all::{
    Client, ClientBuilder, ConnectionStage, Context, Event, EventHandler, GatewayIntents,
    HttpBuilder, Interaction, RawEventHandler, Ready, ShardStageUpdateEvent,
};
use serenity::async_trait;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::audience::Audience;
use super::bot::Bot;
use super::commands;
use super::message::Message;
use super::painter::Painter;
use super::wire::{self, Door, Endpoint, Wire, WireError};
use crate::hall::{Chain, Hall, Store, StoreError};
use crate::words::{self, Language, Line};

/// How long what is under way may take when the bot is told to stop.
const FAREWELL: Duration = Duration::from_secs(8);

/// How long to wait before the commands are registered again after a failure.
const REGISTER_AGAIN: Duration = Duration::from_secs(30);

/// Where Discord is, and who we are there.
#[derive(Debug)]
pub struct Connection<'a> {
    /// The bot's token.
    pub token: &'a str,
    /// The REST API.
    pub endpoint: Endpoint,
    /// The gateway, if it is not Discord's own: `ws://127.0.0.1:4000`.
    pub gateway: Option<String>,
}

/// Why the bot does not run.
#[derive(Debug, thiserror::Error)]
pub enum GatewayError {
    /// The HTTP client cannot be made.
    #[error("the HTTP client cannot be made")]
    Client(#[source] reqwest::Error),
    /// Discord does not know the token.
    #[error("Discord does not accept the token")]
    Token,
    /// Discord cannot be reached.
    #[error("Discord cannot be reached: {0}")]
    Unreachable(String),
    /// The store holds the games of somebody else, or fails.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Something that has to run has ended.
    #[error("something that has to run has ended")]
    Broken,
    /// The connection ended for good.
    #[error("the connection to Discord ended: {0}")]
    Ended(String),
}

/// Runs the bot until it is told to stop: hears interactions, delivers what is owed, does what is
/// due. What is under way when it stops is finished.
///
/// # Errors
///
/// When Discord refuses the token, or cannot be reached at all.
pub async fn run<S: Store>(
    hall: Arc<Hall<S>>,
    connection: Connection<'_>,
    stop: CancellationToken,
) -> Result<(), GatewayError> {
    let wire = Wire::new(connection.token, &connection.endpoint).map_err(GatewayError::Client)?;
    let wire = Arc::new(wire);
    let application = known_application(&wire, &stop).await?;
    let Some(application) = application else { return Ok(()) };
    hall.store().claim(application).await?;
    // The first board is not to wait for what boards are made of.
    let prepared = tokio::task::spawn_blocking(|| Painter::get().prepare());
    prepared.await.map_err(|error| GatewayError::Ended(error.to_string()))?;
    let bot = Arc::new(Bot::new(hall, Arc::clone(&wire)));
    let tasks = TaskTracker::new();
    let broken = CancellationToken::new();
    prepare(&bot, &tasks, application, (&stop, &broken));

    let mut client = client(&connection, &bot, &tasks).await?;
    let shards = Arc::clone(&client.shard_manager);
    let ended = tokio::select! {
        ended = client.start_autosharded() => ended,
        // Told so before the first shard is there, serenity would start it all the same.
        () = stop.cancelled() => {
            shards.shutdown_all().await;
            Ok(())
        }
    };
    stop.cancel();
    tasks.close();
    let farewell = async {
        tasks.wait().await;
        // What was told last leaves old boards behind.
        bot.worn.strip(bot.hall.store(), &wire, &stop).await;
    };
    if tokio::time::timeout(FAREWELL, farewell).await.is_err() {
        tracing::warn!("something under way took too long to wait for");
    }
    if broken.is_cancelled() {
        return Err(GatewayError::Broken);
    }
    ended.map_err(|error| GatewayError::Ended(redacted(&error)))
}

/// What runs beside the gateway.
fn prepare<S: Store>(
    bot: &Arc<Bot<S>>,
    tasks: &TaskTracker,
    application: u64,
    (stop, broken): (&CancellationToken, &CancellationToken),
) {
    let (it, token) = (Arc::clone(bot), stop.clone());
    let keep_time = async move { it.hall.keep_time(&token).await };
    tasks.spawn(watch("what keeps the time", keep_time, broken.clone(), stop.clone()));
    let (it, token) = (Arc::clone(bot), stop.clone());
    let deliver = async move { it.deliver(application, &token).await };
    tasks.spawn(watch("what delivers", deliver, broken.clone(), stop.clone()));
    let (it, token) = (Arc::clone(bot), stop.clone());
    let strip = async move { it.worn.strip(it.hall.store(), &it.wire, &token).await };
    tasks.spawn(watch("what strips old boards", strip, broken.clone(), stop.clone()));
    let (it, token) = (Arc::clone(bot), stop.clone());
    tasks.spawn(async move { register(&it.wire, &token).await });
}

/// Runs something that has to run for as long as the bot does. Should it end, the bot stops, for
/// whoever hosts it to start it again: without it games would stand still, and nobody would know.
async fn watch(
    what: &'static str,
    task: impl Future<Output = ()> + Send + 'static,
    broken: CancellationToken,
    stop: CancellationToken,
) {
    let ended = tokio::spawn(task).await;
    if !stop.is_cancelled() {
        tracing::error!(what, panicked = ended.is_err(), "what has to run has ended");
        broken.cancel();
        stop.cancel();
    }
}

/// Who we are. Discord may be in trouble just now: then it is asked again.
async fn known_application(
    wire: &Wire,
    stop: &CancellationToken,
) -> Result<Option<u64>, GatewayError> {
    let mut pause = Duration::from_millis(500);
    loop {
        match wire.who_am_i().await {
            Ok(application) => return Ok(Some(application)),
            Err(WireError::Forbidden(_) | WireError::Faulty(_)) => return Err(GatewayError::Token),
            Err(error) => {
                tracing::warn!(error = %Chain(&error), "Discord cannot be reached, trying again");
            }
        }
        tokio::select! {
            () = stop.cancelled() => return Ok(None),
            () = tokio::time::sleep(pause) => pause = (pause * 2).min(Duration::from_secs(60)),
        }
    }
}

/// Tells Discord which commands there are, until it has heard.
async fn register(wire: &Wire, stop: &CancellationToken) {
    let commands = commands::as_registered();
    while let Err(error) = wire.register(&commands).await {
        tracing::error!(error = %Chain(&error), "the commands are not registered");
        tokio::select! {
            () = stop.cancelled() => return,
            () = tokio::time::sleep(REGISTER_AGAIN) => {}
        }
    }
    tracing::info!("the commands are registered");
}

async fn client<S: Store>(
    connection: &Connection<'_>,
    bot: &Arc<Bot<S>>,
    tasks: &TaskTracker,
) -> Result<Client, GatewayError> {
    let client = wire::client(&connection.endpoint).map_err(GatewayError::Client)?;
    let http = HttpBuilder::new(connection.token).client(client);
    let http = match &connection.endpoint.api {
        Some(api) => http.proxy(api.clone()).ratelimiter_disabled(true),
        None => http,
    };
    let ears = Ears { bot: Arc::clone(bot), tasks: tasks.clone() };
    let client = ClientBuilder::new_with_http(http.build(), GatewayIntents::empty())
        .event_handler(ears)
        .raw_event_handler(Guard { bot: Arc::clone(bot) })
        .await
        .map_err(|error| GatewayError::Unreachable(redacted(&error)))?;
    if let Some(gateway) = &connection.gateway {
        // Asked for its gateway, Discord may be silent, and serenity then takes the real one.
        client.ws_url.lock().await.clone_from(gateway);
    }
    Ok(client)
}

/// Errors of serenity hold addresses with tokens in them: only what kind they are is said.
fn redacted(error: &serenity::Error) -> String {
    match error {
        serenity::Error::Http(_) => "a request failed".to_owned(),
        serenity::Error::Gateway(error) => error.to_string(),
        _ => "the connection failed".to_owned(),
    }
}

/// Hears what Discord says.
struct Ears<S> {
    bot: Arc<Bot<S>>,
    tasks: TaskTracker,
}

#[async_trait]
impl<S: Store> EventHandler for Ears<S> {
    async fn ready(&self, _: Context, ready: Ready) {
        tracing::info!(name = %ready.user.name, shard = ?ready.shard, "connected to Discord");
    }

    async fn shard_stage_update(&self, _: Context, update: ShardStageUpdateEvent) {
        // serenity's own log is off, for it holds the token.
        let ShardStageUpdateEvent { old, new, shard_id, .. } = update;
        let shard = shard_id.0;
        match (old, new) {
            (ConnectionStage::Connected, _) => tracing::warn!(shard, "the gateway is lost"),
            (_, ConnectionStage::Connected) => tracing::info!(shard, "the gateway is there"),
            _ => {}
        }
    }

    async fn interaction_create(&self, _: Context, interaction: Interaction) {
        let bot = Arc::clone(&self.bot);
        self.tasks.track_future(async move { bot.hear(&interaction).await }).await;
    }
}

/// Answers what serenity cannot read, which would otherwise be met with silence.
struct Guard<S> {
    bot: Arc<Bot<S>>,
}

#[async_trait]
impl<S: Store> RawEventHandler for Guard<S> {
    async fn raw_event(&self, _: Context, event: Event) {
        let Event::Unknown(unknown) = event else { return };
        if unknown.kind != "INTERACTION_CREATE" {
            return;
        }
        tracing::error!("an interaction cannot be read");
        let value = &unknown.value;
        let number = |name: &str| value[name].as_str().and_then(|text| text.parse().ok());
        let (Some(interaction), Some(application), Some(token)) =
            (number("id"), number("application_id"), value["token"].as_str())
        else {
            return;
        };
        let language = Language::of_locale(value["locale"].as_str().unwrap_or_default());
        let message = Message::of(words::line(&Line::UnknownInteraction, language));
        let door = Door { application, interaction, token };
        if let Err(error) = self.bot.wire.answer(door, &message, Audience::Asker).await {
            tracing::warn!(error = %Chain(&error), "an answer was not delivered");
        }
    }
}
