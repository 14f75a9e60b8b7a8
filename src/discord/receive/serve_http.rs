//! The HTTP server of interactions and of metrics, in which everything has a limit.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::in_time::InTime;

/// The most connections. Later ones wait in the operating system's queue.
const CONNECTIONS_MAX: usize = 1_024;

/// How long a connection may be idle: longer than load balancers keep one that they use again.
const IDLE_MAX: Duration = Duration::from_secs(120);

/// The pause after a connection could not be accepted.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// Accepts connections until the bot is told to stop, and returns when all are closed.
pub(super) async fn serve_http(listener: &TcpListener, router: &Router, stop: &CancellationToken) {
    let connections = TaskTracker::new();
    let room = Arc::new(Semaphore::new(CONNECTIONS_MAX));
    loop {
        let accepted = async {
            // The semaphore is never closed.
            let place = Arc::clone(&room).acquire_owned().await.ok();
            (place, listener.accept().await)
        };
        let (place, stream) = tokio::select! {
            () = stop.cancelled() => break,
            (place, accepted) = accepted => match accepted {
                Ok((stream, _)) => (place, stream),
                Err(error) => {
                    tracing::warn!(%error, "a connection cannot be accepted");
                    sleep(ACCEPT_PAUSE).await;
                    continue;
                }
            },
        };
        let (router, stop) = (router.clone(), stop.clone());
        connections.spawn(async move {
            serve_connection(stream, router, &stop).await;
            drop(place);
        });
    }
    connections.close();
    connections.wait().await;
}

/// Serves the requests of one connection.
async fn serve_connection(stream: TcpStream, router: Router, stop: &CancellationToken) {
    // Responses are small, and Discord waits for them.
    _ = stream.set_nodelay(true);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(IDLE_MAX)
        .serve_connection(TokioIo::new(InTime::new(stream)), TowerToHyperService::new(router));
    let mut connection = pin!(connection);
    tokio::select! {
        // A client may disconnect at any time.
        _ = connection.as_mut() => return,
        () = stop.cancelled() => connection.as_mut().graceful_shutdown(),
    }
    _ = connection.await;
}
