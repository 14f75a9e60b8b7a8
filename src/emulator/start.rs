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
use super::fault_injection::FaultRules;
use super::gateway::{Frame, Gateway, GatewayLimits};
use super::handle::{Emulator, EmulatorState, Timeouts};
use super::invalid_requests::InvalidRequests;
use super::lock::lock;
use super::menu_choice::MenuChoices;
use super::options::{Options, StartError};
use super::page_events::Listeners;
use super::persistence::Persistence;
use super::rate_limits::RateLimits;
use super::request_body::{BODY_MAX, read_small};
use super::request_log::{RequestLog, Retention};
use super::token::random_token;
use super::world::World;
use super::{local_api, origin_guard, page, rest, serve};

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
        let emulator = Emulator(Arc::new(share(options, world, persistence, ahead_ms)));
        // Publishes what the seed has changed.
        emulator.with(|_, _| ());
        emulator.store().await;
        if emulator.0.persistence.is_some() {
            tokio::spawn(emulator.clone().keep_stored());
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
        self.close_folder().await;
    }
}

fn share(
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
        posted: Mutex::default(),
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
