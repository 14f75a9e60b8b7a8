//! The endpoint of metrics: what Prometheus scrapes, and whether the bot is alive and ready.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::net::TcpListener;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::readiness::readiness;
use super::serve_http::serve_http;
use super::store_gauges::StoreGauges;
use crate::discord::shared::bot::Bot;
use crate::monitoring;

const PATH: &str = "/metrics";

/// The type of Prometheus' text format.
const TEXT: &str = "text/plain; version=0.0.4; charset=utf-8";

/// How often recorded values are gathered into histograms, also where nobody scrapes them.
const UPKEEP_INTERVAL: Duration = Duration::from_secs(5);

/// Where metrics are scraped. From the call of [`listen`](MetricsEndpoint::listen) on they are recorded.
#[derive(Debug)]
pub struct MetricsEndpoint {
    listener: TcpListener,
    address: SocketAddr,
    recorded: PrometheusHandle,
}

/// What the requests share.
struct Scraped {
    bot: Arc<Bot>,
    recorded: PrometheusHandle,
    store: StoreGauges,
}

impl MetricsEndpoint {
    /// Listens at an address; port 0 takes a free one. Connections wait until the bot runs.
    ///
    /// # Errors
    ///
    /// When the address is not available, and when this process has metrics already.
    pub async fn listen(address: SocketAddr) -> std::io::Result<MetricsEndpoint> {
        let listener = TcpListener::bind(address).await?;
        let address = listener.local_addr()?;
        let recorded = monitoring::install().map_err(std::io::Error::other)?;
        Ok(MetricsEndpoint { listener, address, recorded })
    }

    /// Answers until the bot is told to stop, and returns when all requests are answered.
    pub(crate) async fn serve(self, bot: Arc<Bot>, stop: CancellationToken) {
        tracing::info!(url = format!("http://{}{PATH}", self.address), "metrics are served");
        let store = StoreGauges::new(Arc::clone(&bot.service));
        let scraped = Scraped { bot, recorded: self.recorded.clone(), store };
        let router = Router::new()
            .route(PATH, get(scrape))
            .route("/healthz", get(|| async { "ok\n" }))
            .route("/readyz", get(ready))
            .with_state(Arc::new(scraped));
        tokio::join!(serve_http(&self.listener, &router, &stop), gather(&self.recorded, &stop));
    }
}

async fn scrape(State(scraped): State<Arc<Scraped>>) -> Response {
    scraped.store.refresh().await;
    ([(CONTENT_TYPE, TEXT)], scraped.recorded.render()).into_response()
}

async fn ready(State(scraped): State<Arc<Scraped>>) -> Response {
    readiness(&scraped.bot).await
}

async fn gather(recorded: &PrometheusHandle, stop: &CancellationToken) {
    while stop.run_until_cancelled(sleep(UPKEEP_INTERVAL)).await.is_some() {
        recorded.run_upkeep();
    }
}
