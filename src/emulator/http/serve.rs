//! Accepting connections, with a task for each.

use std::convert::Infallible;
use std::net::IpAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_util::task::TaskTracker;

use crate::handle::Emulator;

/// The most connections at once, but for those of a WebSocket; later ones wait in the queue of the
/// operating system. A client that does not read its response keeps its connection.
const CONNECTIONS_MAX: usize = 1_024;
/// The pause after a connection could not be accepted.
const PAUSE: Duration = Duration::from_millis(50);
/// The time that a response in progress gets when the emulator stops.
const GRACE: Duration = Duration::from_millis(150);
/// The longest head of a request, in bytes.
const HEAD_MAX: usize = 64 << 10;

/// The address of this machine that a client has connected to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LocalIp(pub(crate) IpAddr);

/// Marks a response in whose place the connection ends.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the connection is cut")]
struct Cut;

/// A response that is never seen: its connection is cut. Behind TLS, where another server has the
/// connection, it is cut in the middle of the response.
pub(crate) fn cut_connection() -> Response {
    let broken = futures_util::stream::once(async {
        Err::<Bytes, std::io::Error>(std::io::ErrorKind::ConnectionReset.into())
    });
    // A client that still gets the head must not take it for success.
    (StatusCode::BAD_GATEWAY, Extension(Cut), Body::from_stream(broken)).into_response()
}

/// Accepts connections until the emulator stops, and returns when all are closed.
pub(crate) async fn serve(emulator: Emulator, listener: TcpListener, router: Router) {
    let tasks = TaskTracker::new();
    let room = Arc::new(Semaphore::new(CONNECTIONS_MAX));
    loop {
        let accept = async {
            let place = Arc::clone(&room).acquire_owned().await;
            (place, listener.accept().await)
        };
        let (place, accepted) = tokio::select! {
            () = emulator.stopping() => break,
            accepted = accept => accepted,
        };
        let stream = match accepted {
            Ok((stream, _)) => stream,
            Err(error) => {
                tracing::debug!(%error, "connection not accepted");
                tokio::time::sleep(PAUSE).await;
                continue;
            }
        };
        // Responses are small, and clients wait for them.
        _ = stream.set_nodelay(true);
        let (emulator, router) = (emulator.clone(), router.clone());
        tasks.spawn(async move {
            serve_connection(&emulator, stream, router).await;
            drop(place);
        });
    }
    tasks.close();
    tasks.wait().await;
}

/// Serves the requests of one connection.
async fn serve_connection(emulator: &Emulator, stream: TcpStream, mut router: Router) {
    if let Ok(address) = stream.local_addr() {
        router = router.layer(Extension(LocalIp(address.ip())));
    }
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |request| {
        let response = router.call(request);
        async move {
            let Ok::<Response, Infallible>(response) = response.await;
            // hyper ends a connection whose service fails.
            if response.extensions().get::<Cut>().is_some() { Err(Cut) } else { Ok(response) }
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(emulator.0.timeouts.idle)
        .max_buf_size(HEAD_MAX)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = pin!(connection.with_upgrades());
    tokio::select! {
        // A client may disconnect at any time.
        _ = connection.as_mut() => return,
        () = emulator.stopping() => connection.as_mut().graceful_shutdown(),
    }
    _ = tokio::time::timeout(GRACE, connection).await;
}
