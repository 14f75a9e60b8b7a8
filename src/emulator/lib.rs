//! A local Discord for tests and for play: the REST routes and the gateway that a game bot needs,
//! interactions over HTTP where a bot takes them so, servers, channels and people in memory or on
//! disk, and a chat page. Requests are checked as strictly as Discord checks them, and unknown keys
//! are errors here. Faults of Discord can be injected with [`FaultRule`], [`RateLimit`] and
//! [`Outage`]. The emulator may name axum and reqwest, its own model and `disk`, and nothing else of
//! this crate: it and bots reach each other over HTTP alone. Begin with
//! [`Emulator::start`](Emulator) (`start.rs`) and `world/`; `endpoints/` has one file for each
//! part of Discord's REST API, and `local_api/` has the routes under `/local`.
//!
//! ```
//! use kradan_emulator::{ANN, Emulator, GAMES, Options};
//!
//! # tokio::runtime::Runtime::new()?.block_on(async {
//! let emulator = Emulator::start(Options::default()).await?;
//! assert_eq!(emulator.read(|world| world.messages(GAMES, ANN).count()), 0);
//! // No command is registered yet.
//! assert!(emulator.as_user(ANN).command(GAMES, "play", serde_json::json!({})).is_err());
//! emulator.stop().await;
//! # Ok::<(), Box<dyn std::error::Error>>(()) })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action_error;
mod actor;
mod admin;
mod api_error;
mod clock;
mod command_input;
mod data_uri;
mod endpoints;
mod fault_injection;
mod gateway;
mod gateway_socket;
mod handle;
mod id;
mod installation;
mod interaction;
mod interaction_event;
mod interactions_endpoint;
mod invalid_requests;
mod local_api;
mod lock;
mod memory;
mod menu_choice;
mod options;
mod origin_guard;
mod page;
mod page_events;
mod page_socket;
mod persistence;
mod rate_limits;
mod request_body;
mod request_log;
mod resolved;
mod rest;
mod route;
mod seed;
mod serve;
mod start;
mod token;
mod validate;
mod view;
mod wait;
mod world;

pub use self::action_error::ActionError;
pub use self::actor::Actor;
pub use self::admin::Outage;
pub use self::clock::{AHEAD_MAX, ClockFollower};
pub use self::fault_injection::{FaultRule, InjectedFault};
pub use self::handle::Emulator;
pub use self::id::Id;
pub use self::interaction::{AutocompleteChoice, Interaction, InteractionResponse};
pub use self::interactions_endpoint::EndpointError;
pub use self::options::{Options, StartError};
pub use self::persistence::PersistenceError;
pub use self::rate_limits::{ApiLimits, RateLimit};
pub use self::request_log::{LoggedFile, LoggedRequest};
pub use self::seed::{
    ANN, ANN_AND_BEN, ANN_AND_BOT, BEN, BOT, CHAI, DAI, ELSEWHERE, GAMES, GARDEN, LOBBY, MAKRUK,
    RANDOM, Seed,
};
pub use self::wait::TimedOut;
pub use self::world::{
    ApplicationEmoji, Channel, ChannelKind, Member, Permissions, Person, PostedMessage, Recipients,
    RegisteredCommand, Server, World,
};
