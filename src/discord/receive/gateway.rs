//! Runs the bot: takes interactions, from the gateway or over HTTP, and starts the loops beside that.

use std::error::Error;
use std::hash::BuildHasher as _;
use std::sync::Arc;
use std::time::Duration;

use backon::BackoffBuilder as _;
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use metrics::counter;
use rustc_hash::FxBuildHasher;
use serde::Deserialize as _;
use serde_json::Value;
use serenity::all::Interaction;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::Instrument as _;

use super::connection::{Connection, GatewayError, Listeners};
use super::dispatch::Dispatcher;
use super::emoji_upload::upload_emojis;
use super::shards::{self, Connected};
use crate::discord::api::retry::{REGISTRATION, STARTUP};
use crate::discord::api::{Api, ApiError, GatewayPlace, InteractionHandle};
use crate::discord::commands;
use crate::discord::outbox::{daily_puzzles, followers, old_messages, threads, tournaments};
use crate::discord::shared::bot::Bot;
use crate::discord::shared::interaction_span::interaction_span;
use crate::discord::view::message::Message;
use crate::discord::view::painter::Painter;
use crate::discord::view::visibility::Visibility;
use crate::monitoring::INTERACTIONS;
use crate::service::{ErrorChain, InteractionId, Registration, TableService};
use kradan_i18n::{self as i18n, Language, Line};
use kradan_table::ApplicationId;

/// The most interactions that are kept until they have a response, most of them waiting.
const UNDER_WAY_MAX: usize = 10_000;

/// How long what is under way may take when the bot is told to stop.
const SHUTDOWN_MAX: Duration = Duration::from_secs(8);

/// The time between two looks at whether another process has registered the commands.
const BETWEEN_LOOKS: Duration = Duration::from_secs(1);

/// Runs the bot until it is told to stop: handles interactions, delivers the outbox, does what is due.
/// What is under way when it stops is finished.
///
/// # Errors
///
/// When Discord refuses the token or forbids to connect again, and when something breaks.
pub fn run(
    service: Arc<TableService>,
    connection: Connection<'_>,
    stop: CancellationToken,
) -> BoxFuture<'_, Result<(), GatewayError>> {
    run_with(service, connection, Listeners::default(), stop)
}

/// Runs the bot as [`run`] does, with listeners. Where interactions come in over HTTP, no connection to the
/// gateway is made.
///
/// # Errors
///
/// As of [`run`].
pub fn run_with(
    service: Arc<TableService>,
    connection: Connection<'_>,
    listeners: Listeners,
    stop: CancellationToken,
) -> BoxFuture<'_, Result<(), GatewayError>> {
    // Behind a pointer: the code of an `async fn` is compiled by each crate that awaits it.
    run_bot(service, connection, listeners, stop).boxed()
}

async fn run_bot(
    service: Arc<TableService>,
    connection: Connection<'_>,
    Listeners { interactions, metrics, gateway }: Listeners,
    stop: CancellationToken,
) -> Result<(), GatewayError> {
    let api = Api::new(connection.token, &connection.endpoint).map_err(GatewayError::Client)?;
    let api = Arc::new(api);
    let application = known_application(&api, &stop).await?;
    let Some(application) = application else { return Ok(()) };
    service.store().bind_application(application).await?;
    // The first board is not to wait for what boards are made of.
    let prepared = tokio::task::spawn_blocking(|| Painter::get().prepare());
    prepared.await.map_err(|error| GatewayError::Ended(error.to_string()))?;
    let bot = Bot::new(service, Arc::clone(&api), connection.links.clone(), gateway);
    let bot = Arc::new(bot);
    let dispatcher = Arc::new(Dispatcher::new(Arc::clone(&bot)));
    let tasks = TaskTracker::new();
    let broken = CancellationToken::new();
    start_loops(&dispatcher, &tasks, (&stop, &broken));
    if let Some(metrics) = metrics {
        tasks.spawn(metrics.serve(Arc::clone(&bot), stop.clone()));
    }

    let take = {
        let (dispatcher, tasks) = (Arc::clone(&dispatcher), tasks.clone());
        move |data, arrived| take(&dispatcher, &tasks, data, arrived)
    };
    let (it, token) = (Arc::clone(&api), stop.clone());
    tasks.spawn(async move {
        _ = token.run_until_cancelled(it.token_refused()).await;
        token.cancel();
    });
    let ended = if let Some(endpoint) = interactions {
        endpoint.serve(&bot, take, &stop).await;
        Ok(())
    } else {
        let take = move |data| take(data, Instant::now());
        stay_connected(&bot, &connection, take, &stop).await
    };
    stop.cancel();
    tasks.close();
    if tokio::time::timeout(SHUTDOWN_MAX, tasks.wait()).await.is_err() {
        tracing::warn!("shutdown timed out: some tasks were still running");
    }
    if broken.is_cancelled() {
        return Err(GatewayError::Broken);
    }
    if api.is_token_refused() {
        return Err(GatewayError::Token);
    }
    ended
}

/// Stays connected to the gateway, with as many shards as Discord wants.
async fn stay_connected(
    bot: &Arc<Bot>,
    connection: &Connection<'_>,
    take: impl Fn(Value) + Clone + Send + Sync + 'static,
    stop: &CancellationToken,
) -> Result<(), GatewayError> {
    let mut too_few = None;
    while let Some(gateway) = known_gateway(&bot.api, connection, stop).await? {
        let place = (connection, bot);
        match shards::stay_connected(&gateway, too_few, place, take.clone(), stop).await? {
            Connected::UntilStopped => break,
            Connected::WithTooFew(total) => too_few = Some(total),
        }
    }
    Ok(())
}

/// Starts what runs beside the interactions.
fn start_loops(
    dispatcher: &Arc<Dispatcher>,
    tasks: &TaskTracker,
    (stop, broken): (&CancellationToken, &CancellationToken),
) {
    let bot = &dispatcher.bot;
    let (it, token) = (Arc::clone(bot), stop.clone());
    let due = async move { it.service.run_due_tables(&token).await };
    tasks.spawn(watch("the loop of due tables", due, broken.clone(), stop.clone()));
    let (it, token) = (Arc::clone(bot), stop.clone());
    let think = async move { it.service.run_computers(&token).await };
    tasks.spawn(watch("the loop of computers", think, broken.clone(), stop.clone()));
    let (it, token) = (Arc::clone(dispatcher), stop.clone());
    let deliver = async move { it.delivery.run(&token).await };
    tasks.spawn(watch("the loop of the outbox", deliver, broken.clone(), stop.clone()));
    let (it, token) = (Arc::clone(dispatcher), stop.clone());
    let tell_followers = async move { followers::tell(&it.bot, &token).await };
    tasks.spawn(watch("the loop of followers", tell_followers, broken.clone(), stop.clone()));
    let (it, token) = (Arc::clone(bot), stop.clone());
    let erase = async move { it.service.run_erasures(&token).await };
    tasks.spawn(watch("the loop of erasures", erase, broken.clone(), stop.clone()));
    let (it, token) = (Arc::clone(bot), stop.clone());
    let rewrite = async move { it.service.run_rewriting(&token).await };
    tasks.spawn(watch("the loop of rewriting", rewrite, broken.clone(), stop.clone()));
    let (it, token) = (Arc::clone(bot), stop.clone());
    let keep_threads = async move { threads::keep(&it, &token).await };
    tasks.spawn(watch("the loop of threads", keep_threads, broken.clone(), stop.clone()));
    let (it, token) = (Arc::clone(bot), stop.clone());
    let tournaments = async move { tournaments::run(&it, &token).await };
    tasks.spawn(watch("the loop of tournaments", tournaments, broken.clone(), stop.clone()));
    let (it, token) = (Arc::clone(bot), stop.clone());
    let daily_puzzles = async move { daily_puzzles::post(&it, &token).await };
    tasks.spawn(watch("the loop of daily puzzles", daily_puzzles, broken.clone(), stop.clone()));
    let (it, token) = (Arc::clone(bot), stop.clone());
    let clean_up = async move { old_messages::replace(&it, &token).await };
    tasks.spawn(watch("the loop of old controls", clean_up, broken.clone(), stop.clone()));
    let (it, token) = (Arc::clone(bot), stop.clone());
    tasks.spawn(async move { register(&it, &token).await });
    let (api, token) = (Arc::clone(&bot.api), stop.clone());
    tasks.spawn(async move { upload_emojis(&api, &token).await });
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
        tracing::error!(what, panicked = ended.is_err(), "a loop that has to run has ended");
        broken.cancel();
        stop.cancel();
    }
}

async fn known_application(
    api: &Api,
    stop: &CancellationToken,
) -> Result<Option<ApplicationId>, GatewayError> {
    ask_until_answered("the application", stop, || api.current_application()).await
}

/// Asks Discord where the gateway is, and how many shards it takes.
async fn known_gateway(
    api: &Api,
    connection: &Connection<'_>,
    stop: &CancellationToken,
) -> Result<Option<GatewayPlace>, GatewayError> {
    let gateway = ask_until_answered("the gateway", stop, || api.gateway()).await?;
    let Some(mut gateway) = gateway else { return Ok(None) };
    if let Some(url) = &connection.gateway {
        gateway.url.clone_from(url);
    }
    Ok(Some(gateway))
}

/// Asks Discord until it answers. Discord may be in trouble, or a proxy may answer in its place: only
/// a refused token is final.
async fn ask_until_answered<T, F: Future<Output = Result<T, ApiError>>>(
    what: &'static str,
    stop: &CancellationToken,
    ask: impl Fn() -> F,
) -> Result<Option<T>, GatewayError> {
    for pause in STARTUP.backoff().build() {
        let answer = tokio::select! {
            () = stop.cancelled() => return Ok(None),
            answer = ask() => answer,
        };
        match answer {
            Ok(answer) => return Ok(Some(answer)),
            Err(ApiError::Token) => return Err(GatewayError::Token),
            Err(error) => {
                let error = ErrorChain(&error);
                tracing::warn!(what, %error, "Discord cannot be reached, trying again");
            }
        }
        tokio::select! {
            () = stop.cancelled() => return Ok(None),
            () = tokio::time::sleep(pause) => {}
        }
    }
    Ok(None)
}

/// Registers the commands, until Discord has taken them from this process or another one.
async fn register(bot: &Bot, stop: &CancellationToken) {
    let commands = commands::registered();
    let fingerprint = FxBuildHasher.hash_one(commands.to_string());
    let mut refusals = 0;
    loop {
        let pause = match register_or_wait(bot, &commands, fingerprint).await {
            Ok(true) => break,
            Ok(false) => BETWEEN_LOOKS,
            Err(error) if is_refusal(&*error) => {
                // Discord refuses them again, unless whoever hosts it changes something there.
                if refusals == 0 {
                    tracing::error!(error = %ErrorChain(&*error), "the commands are refused");
                }
                refusals += 1;
                REGISTRATION.pause(refusals)
            }
            Err(error) => {
                tracing::error!(error = %ErrorChain(&*error), "the commands are not registered");
                REGISTRATION.pause(0)
            }
        };
        tokio::select! {
            () = stop.cancelled() => return,
            () = tokio::time::sleep(pause) => {}
        }
    }
    bot.note_registered();
    tracing::info!("the commands are registered");
}

fn is_refusal(error: &(dyn Error + Send + Sync + 'static)) -> bool {
    error.downcast_ref::<ApiError>().is_some_and(|error| !error.may_pass())
}

/// Registers the commands, unless another process does. Returns whether Discord has them.
async fn register_or_wait(
    bot: &Bot,
    commands: &Value,
    fingerprint: u64,
) -> Result<bool, Box<dyn Error + Send + Sync>> {
    let store = bot.service.store();
    match store.registration(fingerprint).await? {
        Registration::Done => return Ok(true),
        Registration::Others => return Ok(false),
        Registration::Ours => {}
    }
    bot.api.register_commands(commands).await?;
    store.mark_registered(fingerprint).await?;
    Ok(true)
}

/// Has an interaction handled that arrived at some time, unless too many are under way: Discord tells its
/// caller that there was no response.
fn take(dispatcher: &Arc<Dispatcher>, tasks: &TaskTracker, data: Value, arrived: Instant) {
    if tasks.len() >= UNDER_WAY_MAX {
        tracing::warn!(under_way = tasks.len(), "interaction dropped: too many in progress");
        counter!(INTERACTIONS, "command" => "unknown", "result" => "dropped").increment(1);
        return;
    }
    let dispatcher = Arc::clone(dispatcher);
    tasks.spawn(async move { interaction(&dispatcher, &data, arrived).await });
}

/// Handles an interaction, also one that serenity cannot read, which otherwise would get no response.
async fn interaction(dispatcher: &Dispatcher, data: &Value, arrived: Instant) {
    let handled = async {
        if let Ok(interaction) = Interaction::deserialize(data) {
            dispatcher.handle(&interaction, data, arrived).await;
        } else {
            tracing::error!("an interaction cannot be read");
            counter!(INTERACTIONS, "command" => "unknown", "result" => "failed").increment(1);
            answer_unread(&dispatcher.bot.api, data).await;
        }
    };
    handled.instrument(interaction_span(data)).await;
}

async fn answer_unread(api: &Api, data: &Value) {
    let number = |name: &str| data[name].as_str().and_then(|text| text.parse().ok());
    let (Some(interaction), Some(application), Some(token)) =
        (number("id"), number("application_id"), data["token"].as_str())
    else {
        return;
    };
    let language = Language::of_locale(data["locale"].as_str().unwrap_or_default());
    let message = Message::of(i18n::line(&Line::UnknownInteraction, language));
    let handle = InteractionHandle {
        application: ApplicationId(application),
        interaction: InteractionId(interaction),
        token,
    };
    if let Err(error) = api.respond(handle, &message, Visibility::Ephemeral).await {
        tracing::warn!(error = %ErrorChain(&error), "response to an unreadable interaction not sent");
    }
}
