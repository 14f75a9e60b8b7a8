//! `kradan` without a command runs the bot; `check` and `verify` work on its configuration and games.

use std::fs;
use std::io::{self, IsTerminal as _, Write};
use std::net::SocketAddr;
use std::panic;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use kradan::config::{Bound, Config, ConfigError, LogConfig, VARIABLES, unknown_variables};
use kradan::discord::{
    Connection, Endpoint, GatewayError, InteractionsEndpoint, Listeners, MetricsEndpoint, run_with,
};
use kradan::service::{Clock, ErrorChain, TableService};
use kradan_emulator::{ClockFollower, Emulator, Options, StartError};
use kradan_rules::Escaped;
use kradan_store::{
    BackupError, BackupStore, PostgresStore, SledStore, Store as _, StoreError, StoreErrorKind,
    Verified, is_half_restored, verify_store,
};
use tokio::runtime::Runtime;
use tokio_util::sync::CancellationToken;
use tracing_subscriber::Layer as _;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt::layer;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use super::{backup, invite, systemd};

/// The configuration file that is read by default, if it exists.
const USUAL_FILE: &str = "config.toml";

/// The folder of the emulator, in the folder of the games.
const LOCAL_FOLDER: &str = "discord";

/// The folder of the backups, in the folder of the games.
const BACKUPS_FOLDER: &str = "backups";

/// How long a stop waits for a store that does not answer.
const STORE_MAX: Duration = Duration::from_secs(5);

/// The arguments for running the bot.
#[derive(Debug, Default, Args)]
pub(crate) struct HostArgs {
    /// The configuration file [default: config.toml]
    #[arg(long, value_name = "FILE", global = true)]
    config: Option<PathBuf>,
}

/// Why the bot does not run.
#[derive(Debug, thiserror::Error)]
pub(crate) enum HostError {
    #[error("cannot read {file}")]
    Read { file: String, source: io::Error },
    #[error("{file}")]
    Config { file: String, source: ConfigError },
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Emulator(#[from] StartError),
    #[error(transparent)]
    Gateway(#[from] GatewayError),
    #[error("{place} is damaged, as listed above: restore a backup, or see kradan rescue")]
    Faults { place: String },
    #[error("{file} holds all that could be read; what is listed above is lost")]
    Lost { file: String },
    #[error("cannot write {file}")]
    Written { file: String, source: io::Error },
    #[error(transparent)]
    Backup(#[from] BackupError),
    #[error("what uses the games does not answer at {socket}: try again, or stop it first")]
    NotAnswered { socket: String, source: io::Error },
    #[error("the Kradan that runs on the games could not make the backup: its log says why")]
    BrokenOff,
    #[error("it was stopped, and leaves nothing behind")]
    Stopped,
    #[error("there are no games in {0}")]
    NoGames(String),
    #[error(
        "nothing is stored: ratings follow from all games, and what is listed above cannot be read"
    )]
    Unreadable,
    #[error("cannot listen at {address}")]
    Listen { address: SocketAddr, source: io::Error },
    #[error("cannot make the folder {folder}")]
    Folder { folder: String, source: io::Error },
    #[error("cannot start the async runtime")]
    Start(#[source] io::Error),
    #[error("no bot token is configured that names an application: give its id by --application")]
    NoApplication,
    #[error("cannot write the output")]
    Write(#[from] io::Error),
}

/// Prints the configuration in use and checks that the bot could start. A bot that runs on the
/// same games is an error, after everything else is checked.
pub(super) fn check(args: &HostArgs, out: &mut impl Write) -> Result<(), HostError> {
    let (file, config) = read(args)?;
    let folder = config.store.folder.display().to_string();
    writeln!(out, "configuration  {}", file.as_deref().unwrap_or("the defaults"))?;
    for (variable, key) in VARIABLES {
        if std::env::var_os(variable).is_some() {
            writeln!(out, "               {key} from {variable}")?;
        }
    }
    for unknown in unknown_variables(variables()) {
        writeln!(out, "               {unknown}")?;
    }
    match config.discord.token.expose() {
        Some(_) => {
            writeln!(out, "Discord        with a token, at {}", place(&config.discord.api))?;
            if !config.discord.interactions.is_empty() {
                let address = &config.discord.interactions;
                writeln!(out, "interactions   over HTTP, at {address}")?;
            }
        }
        None => {
            writeln!(out, "Discord        the local one, at {}", config.local.address)?;
        }
    }
    let bounds = config.bounds().into_iter().zip(Config::default().bounds());
    for (at, (Bound { key, value, allowed }, usual)) in bounds.enumerate() {
        let (title, usual) = (if at == 0 { "limits" } else { "" }, usual.value);
        let (least, most) = allowed.into_inner();
        writeln!(out, "{title:<14} {key} = {value} (default {usual}, from {least} to {most})")?;
    }
    if !config.metrics.address.is_empty() {
        writeln!(out, "metrics        for Prometheus, at {}", config.metrics.address)?;
    }
    if let Some(url) = config.store.url.expose() {
        writeln!(out, "games          in PostgreSQL")?;
        writeln!(out, "log            {}, as {}", config.log.level, config.log.format)?;
        out.flush()?;
        let runtime = Runtime::new().map_err(HostError::Start)?;
        let tables = runtime.block_on(async {
            // Whoever checks does not wait for a database to come back.
            PostgresStore::probe(url).await?;
            let store = PostgresStore::open(url).await?;
            is_whole(&store).await?;
            let tables = store.count_tables().await?;
            store.close().await?;
            Ok::<u64, HostError>(tables)
        })?;
        writeln!(out, "tables         {tables}")?;
        return Ok(writeln!(out, "\nAll of this can be used.")?);
    }
    let is_there = config.store.folder.exists();
    let yet = if is_there { "" } else { ", which the first start makes" };
    writeln!(out, "games          in {folder}{yet}")?;
    writeln!(out, "log            {}, as {}", config.log.level, config.log.format)?;
    out.flush()?;
    if !is_there {
        can_be_made(&config.store.folder)?;
        return Ok(writeln!(out, "\nAll of this can be used.")?);
    }
    silence_sled();
    let opened = SledStore::open(&config.store.folder);
    match &opened {
        Ok(store) => {
            Runtime::new().map_err(HostError::Start)?.block_on(is_whole(store))?;
            writeln!(out, "tables         {}", store.count_tables())?;
            writeln!(out, "\nAll of this can be used.")?;
        }
        Err(error) if error.kind() == StoreErrorKind::InUse => {
            writeln!(
                out,
                "\nA Kradan is running on these games. All the rest can be used, and a second \
                 one could not start beside it."
            )?;
        }
        Err(_) => {}
    }
    opened?;
    Ok(())
}

/// Checks that the folder can be made: makes it with its missing parents and removes them again.
fn can_be_made(folder: &Path) -> Result<(), HostError> {
    let missing =
        folder.ancestors().take_while(|path| !path.as_os_str().is_empty() && !path.exists());
    let missing: Vec<&Path> = missing.collect();
    let made = fs::create_dir_all(folder);
    for folder in missing {
        // A folder that could not be made does not exist.
        let _ = fs::remove_dir(folder);
    }
    made.map_err(|source| HostError::Folder { folder: folder.display().to_string(), source })
}

/// Checks all stored games, and prints each fault on a line. A folder is checked while the bot is stopped.
pub(super) fn verify(args: &HostArgs, out: &mut impl Write) -> Result<(), HostError> {
    let config = read_with_games(args)?;
    silence_sled();
    let stop = CancellationToken::new();
    let runtime = Runtime::new().map_err(HostError::Start)?;
    let found = if config.store.url.expose().is_some() {
        runtime.block_on(async {
            let store = open(&config).await?;
            let found = verify_store(&*store).await?;
            store.close().await?;
            Ok::<Verified, HostError>(found)
        })?
    } else {
        let _within = runtime.enter();
        tokio::spawn(cancel_on_signal(stop.clone()));
        SledStore::verify_until(&config.store.folder, &stop)?
    };
    let place = place_of(&config);
    for line in &found.faults {
        writeln!(out, "{}", Escaped(line))?;
    }
    let (tables, rows, faults) = (found.tables, found.rows, found.faults.len());
    writeln!(out, "{place}: tables {tables}, rows {rows}, faults {faults}")?;
    out.flush()?;
    if found.faults.is_empty() { Ok(()) } else { Err(HostError::Faults { place }) }
}

/// Keeps sled's panics off the standard error: it panics on some damaged files, which is caught and
/// told in other words.
pub(super) fn silence_sled() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |panicked| {
        if !panicked.location().is_some_and(|location| location.file().contains("/sled-0.")) {
            usual(panicked);
        }
    }));
}

fn place(api: &str) -> &str {
    if api.is_empty() { "discord.com" } else { api }
}

/// Runs the bot until it is told to stop.
pub(super) fn host(args: &HostArgs, out: &mut impl Write) -> Result<(), HostError> {
    silence_sled();
    let (_, config) = read(args)?;
    log_to_standard_error(&config.log);
    for unknown in unknown_variables(variables()) {
        tracing::warn!("{unknown}");
    }
    let runtime = Runtime::new().map_err(HostError::Start)?;
    runtime.block_on(serve(&config, out))
}

async fn serve(config: &Config, out: &mut impl Write) -> Result<(), HostError> {
    let listeners = listen(config).await?;
    let store = open_store(config).await?;
    let service = Arc::new(
        TableService::new(store.clone(), Clock::of_machine())
            .with_limits(config.limits)
            .with_searches(config.computer.searches),
    );
    let stop = CancellationToken::new();
    tokio::spawn(cancel_on_signal(stop.clone()));
    let (folder, is_in_folder) = (&config.store.folder, config.store.url.expose().is_none());
    let most = if is_in_folder { config.store.backups } else { 0 };
    tokio::spawn(backup::make_daily(Arc::clone(&store), folder.join(BACKUPS_FOLDER), most));
    if is_in_folder {
        tokio::spawn(backup::answer_at_socket(Arc::clone(&store), folder.clone()));
    }
    let notified = systemd::keep_notified(Arc::clone(&listeners.gateway), stop.clone());
    let notified = tokio::spawn(notified);
    let ended = match config.discord.token.expose() {
        Some(token) => {
            // The service credits the downtime before any table becomes due.
            service.record_heartbeat().await?;
            if store.application().await?.is_none() {
                invite::log_first_steps(token, listeners.interactions.is_some());
            }
            let (service, connection) = (Arc::clone(&service), connection(config, token));
            run_with(service, connection, listeners, stop.clone()).await
        }
        None => with_local(config, Arc::clone(&service), listeners, stop.clone(), out).await?,
    };
    stop.cancel();
    // A panic there is logged, and ends nothing else.
    _ = notified.await;
    match tokio::time::timeout(STORE_MAX, service.record_shutdown()).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => {
            tracing::warn!(error = %ErrorChain(&error), "the time of the stop is not stored");
        }
        Err(_) => tracing::warn!("the time of the stop is not stored: the store does not answer"),
    }
    if is_in_folder {
        backup::remove_socket(folder);
    }
    // Every commit is synced already; this only closes the files.
    store.close().await?;
    tracing::info!("Kradan has stopped");
    Ok(ended?)
}

/// Opens the store. An empty folder is worth a warning with a token: it may be the wrong folder.
async fn open_store(config: &Config) -> Result<Arc<dyn BackupStore>, HostError> {
    if config.store.url.expose().is_some() {
        let store = open(config).await?;
        is_whole(&*store).await?;
        tracing::info!("the games in PostgreSQL are open");
        return Ok(store);
    }
    let store = SledStore::open(&config.store.folder)?;
    is_whole(&store).await?;
    let folder = config.store.folder.display();
    let tables = store.count_tables();
    match (store.is_new(), config.discord.token.expose()) {
        (true, Some(_)) => tracing::warn!("{folder} held no games: a new store is created there"),
        (true, None) => tracing::info!("{folder} held no games: a new store is created there"),
        (false, _) => tracing::info!(tables, "the games in {folder} are open"),
    }
    Ok(Arc::new(store))
}

/// Opens the store, whatever is in it.
pub(super) async fn open(config: &Config) -> Result<Arc<dyn BackupStore>, HostError> {
    Ok(match config.store.url.expose() {
        Some(url) => Arc::new(PostgresStore::open_with(url, config.store.connections).await?),
        None => Arc::new(SledStore::open(&config.store.folder)?),
    })
}

/// Where the games are. The address of a database may have a password, and is not told.
pub(super) fn place_of(config: &Config) -> String {
    match config.store.url.expose() {
        Some(_) => "PostgreSQL".to_owned(),
        None => config.store.folder.display().to_string(),
    }
}

/// Refuses games of which only a part was restored here.
async fn is_whole(store: &dyn BackupStore) -> Result<(), HostError> {
    if is_half_restored(store).await? { Err(BackupError::IsPart.into()) } else { Ok(()) }
}

fn connection<'a>(config: &Config, token: &'a str) -> Connection<'a> {
    let given = |text: &String| (!text.is_empty()).then(|| text.clone());
    let mut endpoint = Endpoint::of_discord(given(&config.discord.api));
    endpoint.requests_per_second = config.discord.requests_per_second;
    Connection {
        token,
        endpoint,
        gateway: given(&config.discord.gateway),
        links: config.links.clone(),
    }
}

/// Listens for interactions over HTTP and for scrapes of metrics, where they come so.
async fn listen(config: &Config) -> Result<Listeners, HostError> {
    let wrong = |source| HostError::Config { file: "the configuration".to_owned(), source };
    let cannot = |address| move |source| HostError::Listen { address, source };
    let mut listeners = Listeners::default();
    if let Some((address, key)) = config.discord.over_http().map_err(wrong)? {
        let listening = InteractionsEndpoint::listen(address, key).await;
        listeners.interactions = Some(listening.map_err(cannot(address))?);
    }
    if let Some(address) = config.metrics.listens().map_err(wrong)? {
        let listening = MetricsEndpoint::listen(address).await;
        listeners.metrics = Some(listening.map_err(cannot(address))?);
    }
    Ok(listeners)
}

/// Starts the emulator, and the same bot against it.
async fn with_local(
    config: &Config,
    service: Arc<TableService>,
    listeners: Listeners,
    stop: CancellationToken,
    out: &mut impl Write,
) -> Result<Result<(), GatewayError>, HostError> {
    let address = config.local.address;
    // What was said goes with the games that it was said about.
    let folder = config.store.folder.join(LOCAL_FOLDER);
    let follower = ClockFollower::new({
        let service = Arc::clone(&service);
        move |ahead| {
            service.clock().put_ahead(ahead);
            service.wake_loops();
        }
    });
    let options = Options {
        address,
        names: config.local.names.clone(),
        folder: Some(folder),
        // The page shows the last requests.
        keep_requests: 500,
        keep_request_bytes: 8 << 20,
        keep_requests_for: Duration::from_secs(3600),
        clock: Some(follower),
        ..Options::default()
    };
    let local = Emulator::start(options).await?;
    // The clocks agree: now it is known for how long nobody was here to take moves.
    service.record_heartbeat().await?;
    writeln!(
        out,
        "Kradan runs on its own local Discord: no token is configured.\n\
         Open      {}\n\
         Games in  {}\n\
         Stop it with Ctrl-C; it goes on where it was.",
        local.url(),
        place_of(config),
    )?;
    out.flush()?;
    let token = local.token().to_owned();
    let connection = Connection {
        token: &token,
        endpoint: Endpoint::local(local.url()),
        gateway: Some(local.gateway_url()),
        links: config.links.clone(),
    };
    let ended = run_with(service, connection, listeners, stop).await;
    local.stop().await;
    Ok(ended)
}

/// Cancels the token on SIGTERM or Ctrl-C, from the call on: a signal that comes before the returned future
/// is run is not lost. It is called within a runtime.
pub(super) fn cancel_on_signal(stop: CancellationToken) -> impl Future<Output = ()> + Send {
    use tokio::signal::unix::{Signal, SignalKind, signal};
    async fn received(signal: io::Result<Signal>) {
        match signal {
            Ok(mut signal) => _ = signal.recv().await,
            Err(_) => std::future::pending().await,
        }
    }
    let [terminated, interrupted] =
        [SignalKind::terminate(), SignalKind::interrupt()].map(signal).map(received);
    async move {
        tokio::select! {
            () = interrupted => {}
            () = terminated => {}
        }
        tracing::info!("stopping: requests in progress are finished first");
        stop.cancel();
    }
}

/// Logs Kradan's messages at the configured level, and only errors of the libraries. serenity is
/// silent, because it would log tokens.
fn log_to_standard_error(config: &LogConfig) {
    let filter = Targets::new()
        .with_default(LevelFilter::ERROR)
        .with_target("serenity", LevelFilter::OFF)
        .with_target("kradan", config.level.parse().unwrap_or(LevelFilter::INFO));
    // Colours are for terminals only.
    let is_coloured = io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let log = layer().with_writer(io::stderr).with_ansi(is_coloured);
    let log = if config.is_json() {
        log.json().flatten_event(true).with_current_span(false).boxed()
    } else {
        log.boxed()
    };
    let _ = tracing_subscriber::registry().with(filter).with(log).try_init();
}

/// The configuration of a bot whose games are there. Opening an empty folder would make a store in it.
pub(super) fn read_with_games(args: &HostArgs) -> Result<Config, HostError> {
    let (_, config) = read(args)?;
    let has_games =
        ["lock", "sled", "journal"].iter().any(|name| config.store.folder.join(name).exists());
    if config.store.url.expose().is_some() || has_games {
        Ok(config)
    } else {
        Err(HostError::NoGames(place_of(&config)))
    }
}

/// The configuration and the name of its file.
pub(super) fn read(args: &HostArgs) -> Result<(Option<String>, Config), HostError> {
    let (file, text) = match &args.config {
        Some(file) => (Some(file.display().to_string()), read_file(file)?),
        None if Path::new(USUAL_FILE).exists() => {
            (Some(USUAL_FILE.to_owned()), read_file(Path::new(USUAL_FILE))?)
        }
        None => (None, String::new()),
    };
    let variable = |name: &str| std::env::var(name).ok();
    let config = Config::read(&text, variable).map_err(|source| HostError::Config {
        file: file.clone().unwrap_or_else(|| "the configuration".to_owned()),
        source,
    })?;
    Ok((file, config))
}

/// The names of the variables of the environment.
fn variables() -> impl Iterator<Item = String> {
    std::env::vars_os().filter_map(|(name, _)| name.into_string().ok())
}

fn read_file(file: &Path) -> Result<String, HostError> {
    let name = file.display().to_string();
    fs::read_to_string(file).map_err(|source| HostError::Read { file: name, source })
}
