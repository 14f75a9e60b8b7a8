//! Starting and stopping an emulator, and the routes that it serves.

use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::{any, get};
use tokio::net::TcpListener;
use tokio::sync::watch;

use super::clock::OffsetClock;
use super::gateway::{Frame, Gateway, GatewayLimits};
use super::handle::{Emulator, EmulatorState, Timeouts};
use super::http::{BODY_MAX, origin_guard, page, read_small, rest, serve};
use super::interactions::MenuChoices;
use super::local_api;
use super::lock::lock;
use super::options::{Options, StartError};
use super::persistence::{Persistence, WRITTEN_EVERY};
use super::token::random_token;
use super::traffic::{FaultRules, InvalidRequests, RateLimits, RequestLog, Retention};
use super::view::Listeners;
use super::world::World;

/// The time that a client gets to close its connection before it is closed for it.
const STOP_TIMEOUT: Duration = Duration::from_millis(200);

impl Emulator {
    /// Starts an emulator, and returns when it accepts connections.
    ///
    /// # Errors
    /// When the address is not available, or the world's folder is not usable.
    pub async fn start(mut options: Options) -> Result<Emulator, StartError> {
        let failed = |source| StartError::Listen { address: options.address, source };
        let listener = TcpListener::bind(options.address).await.map_err(failed)?;
        options.address = listener.local_addr().map_err(failed)?;
        let seed = std::mem::take(&mut options.seed);
        let mut world = seed.world(options.address, options.keep_files, options.response_timeout);
        let (persistence, ahead_ms) = match &options.folder {
            Some(folder) => {
                let (persistence, ahead_ms) = Persistence::open(folder, &mut world)?;
                (Some(persistence), ahead_ms)
            }
            None => (None, 0),
        };
        let emulator = Emulator(Arc::new(new_state(options, world, persistence, ahead_ms)));
        // Publishes what the seed has changed.
        emulator.with(|_, _| ());
        store(&emulator).await;
        if emulator.0.persistence.is_some() {
            tokio::spawn(keep_stored(emulator.clone()));
        }
        let server = serve::serve(emulator.clone(), listener, emulator.router());
        *lock(&emulator.0.server_task) = Some(tokio::spawn(server));
        Ok(emulator)
    }

    /// All routes, for serving them a second time, for example behind TLS.
    pub fn router(&self) -> Router {
        let small_bodies = from_fn_with_state(self.clone(), read_small);
        Router::new()
            .route("/", get(page::root))
            .route("/api/{*rest}", any(rest::api))
            .nest("/local", local_api::router().layer(small_bodies))
            .route("/page/{file}", get(page::file))
            .route("/attachments/{channel}/{id}/{name}", get(rest::file))
            .route("/emojis/{file}", get(rest::emoji))
            .layer(from_fn_with_state(self.clone(), origin_guard::check))
            .layer(DefaultBodyLimit::max(BODY_MAX))
            .with_state(self.clone())
    }

    /// Closes every connection and the world's folder.
    pub async fn stop(&self) {
        self.0.stop.send_replace(true);
        self.0.gateway.broadcast(&Frame::Drop);
        let server = lock(&self.0.server_task).take();
        if let Some(mut server) = server
            && tokio::time::timeout(STOP_TIMEOUT, &mut server).await.is_err()
        {
            server.abort();
        }
        store(self).await;
        if let Some(persistence) = &self.0.persistence {
            persistence.close();
        }
    }
}

/// Writes the world while something changes, until the emulator is stopped.
async fn keep_stored(emulator: Emulator) {
    loop {
        tokio::select! {
            () = emulator.stopping() => return,
            () = tokio::time::sleep(WRITTEN_EVERY) => store(&emulator).await,
        }
    }
}

/// Writes the world, if it is stored and has changed.
async fn store(emulator: &Emulator) {
    let state = Arc::clone(&emulator.0);
    let written = tokio::task::spawn_blocking(move || match &state.persistence {
        Some(persistence) => persistence.write(&state.world, &state.clock),
        None => Ok(()),
    });
    if let Ok(Err(error)) = written.await {
        tracing::error!(%error, "emulator world not written");
    }
}

fn new_state(
    options: Options,
    world: World,
    persistence: Option<Persistence>,
    ahead_ms: i64,
) -> EmulatorState {
    EmulatorState {
        address: options.address,
        host_names: options.names,
        machine_name: origin_guard::machine_name(),
        token: options.token,
        heartbeat: options.heartbeat,
        resume_url: options.resume_url,
        gateway_limits: GatewayLimits {
            shards: options.shards,
            sessions: options.sessions,
            max_concurrency: options.max_concurrency.max(1),
            identify_interval: options.identify_interval,
            sends: options.gateway_sends,
        },
        world: Mutex::new(world),
        persistence,
        gateway: Gateway::new(options.pages),
        interactions_queue: Mutex::default(),
        listeners: Listeners::default(),
        max_pages: options.pages,
        run_id: random_token(0),
        request_log: RequestLog::keeping(Retention {
            count: options.keep_requests,
            bytes: options.keep_request_bytes,
            time: options.keep_requests_for,
        }),
        faults: FaultRules::default(),
        rate_limits: RateLimits::of(options.limits),
        invalid_requests: InvalidRequests::new(options.invalid_requests),
        is_token_reset: AtomicBool::new(false),
        clock: OffsetClock::start(ahead_ms, options.clock),
        menu_choices: MenuChoices::default(),
        changes: watch::Sender::new(0),
        interaction_waiters: Mutex::default(),
        stop: watch::Sender::new(false),
        server_task: Mutex::default(),
        timeouts: Timeouts { request: options.request_timeout, idle: options.idle_timeout },
        token_count: AtomicU64::new(0),
    }
}
