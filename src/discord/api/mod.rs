//! Requests to Discord's REST API. Every request goes through [`Api`], and no error or log line of
//! this folder holds a token.
//!
//! `client.rs` sends requests; `interactions.rs`, `messages.rs`, `channels.rs` and `application.rs`
//! have the requests by subject; `pace.rs` keeps Discord's rate limit, `retry.rs` the pauses
//! between attempts, and `../limits.rs` Discord's numbers. Nothing here knows a table.

mod application;
mod channels;
mod client;
mod error;
mod interactions;
mod members;
pub(super) mod message_payload;
pub(super) mod message_tokens;
mod messages;
mod pace;
pub(super) mod panels;
pub(super) mod retry;
pub(super) mod snowflake;

pub(super) use self::application::GatewayPlace;
pub(super) use self::channels::kind_has_threads;
pub(super) use self::client::Api;
pub use self::client::Endpoint;
pub(super) use self::error::ApiError;
pub(super) use self::interactions::{InteractionHandle, Original, ShownTo};
pub(super) use self::members::MemberAccess;
pub(super) use self::messages::base_62;
pub(super) use self::pace::Priority;
