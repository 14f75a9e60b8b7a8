//! A local Discord for tests and for play: the REST routes and the gateway that a game bot needs,
//! interactions over HTTP where a bot takes them so, servers, channels and people in memory or on
//! disk, and a chat page. Requests are checked as strictly as Discord checks them, and unknown keys
//! are errors here. Faults of Discord can be injected with [`FaultRule`], [`RateLimit`] and
//! [`Outage`]. The emulator may name axum and reqwest, its own model and `disk`, and nothing else of
//! this crate: it and bots reach each other over HTTP alone. Begin with
//! [`Emulator::start`](Emulator) (`start.rs`) and `world/`.
//!
//! Each folder names those above it alone, and [`Emulator`]'s own file stands after `traffic/`:
//!
//! | folder | what is there |
//! |---|---|
//! | `validation/` | strict checks of JSON, and Discord's errors |
//! | `world/` | the model: servers, channels, people, messages |
//! | `interactions/` | what becomes of a command or a press |
//! | `endpoints/` | Discord's REST API: a file for each part of it |
//! | `view/` | the world as the page shows it to one person |
//! | `gateway/` | sessions and the events that they get |
//! | `traffic/` | the request log, rate limits, injected faults |
//! | `actions/` | people, as tests act for them |
//! | `admin/` | what tests and hosts change beyond that |
//! | `http/` | REST, the gateway's sockets, the page's files |
//! | `local_api/` | the routes under `/local` |
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
mod actions;
mod admin;
mod clock;
mod endpoints;
mod gateway;
mod handle;
mod http;
mod id;
mod interactions;
mod local_api;
mod lock;
mod options;
mod persistence;
mod start;
mod token;
mod traffic;
mod validation;
mod view;
mod world;

pub use self::action_error::ActionError;
pub use self::actions::{Actor, AutocompleteChoice, Interaction, InteractionResponse};
pub use self::admin::Outage;
pub use self::clock::{AHEAD_MAX, ClockFollower};
pub use self::handle::{Emulator, TimedOut};
pub use self::http::EndpointError;
pub use self::id::Id;
pub use self::options::{Options, StartError};
pub use self::persistence::PersistenceError;
pub use self::traffic::{
    ApiLimits, FaultRule, InjectedFault, LoggedFile, LoggedRequest, RateLimit,
};
pub use self::world::{
    ANN, ANN_AND_BEN, ANN_AND_BOT, ApplicationEmoji, BEN, BOT, CHAI, Channel, ChannelKind, DAI,
    ELSEWHERE, GAMES, GARDEN, LOBBY, MAKRUK, Member, Permissions, Person, PostedMessage, RANDOM,
    Recipients, RegisteredCommand, Seed, Server, World,
};
