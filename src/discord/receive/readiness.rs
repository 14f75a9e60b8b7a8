//! Whether the bot can take interactions, for load balancers and whoever watches it.

use std::time::Duration;

use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use tokio::time::timeout;

use crate::discord::shared::bot::Bot;
use crate::service::ErrorChain;

/// How long the store may take to answer where somebody asks whether we are ready.
const READY_WITHIN: Duration = Duration::from_secs(2);

/// Says whether interactions can be taken: the commands are registered, Discord accepts the token, the
/// gateway is connected, and the store takes changes and answers.
pub(super) async fn readiness(bot: &Bot) -> Response {
    if !bot.has_registered() {
        return not_ready("the commands are not registered\n");
    }
    if bot.api.is_token_refused() {
        return not_ready("Discord does not accept the token\n");
    }
    if !bot.gateway.is_connected() {
        return not_ready("the gateway is not connected\n");
    }
    if !bot.service.can_write() {
        return not_ready("the store takes no changes\n");
    }
    let error = match timeout(READY_WITHIN, bot.service.store().profile(bot.api.user())).await {
        Ok(Ok(_)) => return "ready\n".into_response(),
        Ok(Err(error)) => ErrorChain(&error).to_string(),
        Err(_) => "it takes too long".to_owned(),
    };
    tracing::warn!(error, "not ready: the store does not answer");
    not_ready("the store does not answer\n")
}

pub(super) fn not_ready(why: &'static str) -> Response {
    (StatusCode::SERVICE_UNAVAILABLE, why).into_response()
}
