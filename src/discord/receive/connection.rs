//! What the bot is connected with, and why it is not.

use std::sync::Arc;

use super::interactions_endpoint::InteractionsEndpoint;
use super::metrics_endpoint::MetricsEndpoint;
use crate::discord::api::Endpoint;
use crate::discord::shared::gateway_state::GatewayState;
use crate::discord::shared::links::Links;
use crate::service::StoreError;

/// Where Discord is, and who we are there.
#[derive(Debug)]
pub struct Connection<'a> {
    pub token: &'a str,
    pub endpoint: Endpoint,
    /// The gateway, if it is not Discord's own: `ws://127.0.0.1:4000`.
    pub gateway: Option<String>,
    pub links: Links,
}

/// Where others connect to the bot, and what they see of it.
#[derive(Debug, Default)]
pub struct Listeners {
    /// Where interactions come in, in the place of a gateway connection.
    pub interactions: Option<InteractionsEndpoint>,
    pub metrics: Option<MetricsEndpoint>,
    pub gateway: Arc<GatewayState>,
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
