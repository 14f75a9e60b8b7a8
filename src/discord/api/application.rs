//! Our application, its commands, and where the gateway is.

use std::time::Duration;

use serde_json::Value;
use serenity::http::{LightMethod, Request, Route};

use super::client::{Api, in_time};
use super::error::ApiError;
use crate::table::ApplicationId;

/// Where the gateway is, and what it takes.
#[derive(Clone, Debug)]
pub(in crate::discord) struct GatewayPlace {
    pub(in crate::discord) url: String,
    /// How many shards Discord recommends.
    pub(in crate::discord) shards: u32,
    /// How many shards may identify within five seconds.
    pub(in crate::discord) max_concurrency: u64,
    /// How many sessions may still be begun.
    pub(in crate::discord) starts_left: u64,
    /// When that is counted anew.
    pub(in crate::discord) reset_after: Duration,
}

impl Api {
    /// Asks which application the token is for.
    pub(in crate::discord) async fn current_application(&self) -> Result<ApplicationId, ApiError> {
        let us = in_time(self.limited.get_current_application_info()).await?;
        self.unlimited.set_application_id(us.id);
        self.limited.set_application_id(us.id);
        Ok(ApplicationId(us.id.get()))
    }

    pub(in crate::discord) async fn gateway(&self) -> Result<GatewayPlace, ApiError> {
        let gateway = in_time(self.limited.get_bot_gateway()).await?;
        let limit = gateway.session_start_limit;
        Ok(GatewayPlace {
            url: gateway.url,
            shards: gateway.shards.max(1),
            max_concurrency: limit.max_concurrency,
            starts_left: limit.remaining,
            reset_after: Duration::from_millis(limit.reset_after),
        })
    }

    /// Replaces all commands of the application.
    pub(in crate::discord) async fn register_commands(
        &self,
        commands: &Value,
    ) -> Result<(), ApiError> {
        self.wait_for_limit().await;
        let application_id = serenity::all::ApplicationId::new(self.application().0);
        let request = Request::new(Route::Commands { application_id }, LightMethod::Put);
        self.send(&self.limited, request, commands, Vec::new()).await.map(drop)
    }
}
