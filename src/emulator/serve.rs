//! Accepting connections, with a task for each.

use std::pin::pin;
use std::time::Duration;

use axum::extract::{ConnectInfo, Request, State};
use axum::middleware::Next;
use axum::response::Response;
use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio_util::task::TaskTracker;

use super::connection::{ClientConnection, ConnectionStream, Timeouts};
use super::handle::Emulator;

/// The pause after a connection could not be accepted.
const PAUSE: Duration = Duration::from_millis(50);
/// The pause before a connection that waits for room tries again.
const LOOK: Duration = Duration::from_millis(5);
/// The time that a response in progress gets when the emulator stops.
const GRACE: Duration = Duration::from_millis(150);
/// The longest head of a request, in bytes.
const HEAD_MAX: usize = 64 << 10;

/// Accepts connections until the emulator stops, and returns when all are closed.
pub(super) async fn serve(
    emulator: Emulator,
    listener: TcpListener,
    router: Router,
    timeouts: Timeouts,
) {
    let tasks = TaskTracker::new();
    loop {
        let accepted = tokio::select! {
            () = emulator.stopping() => break,
            accepted = listener.accept() => accepted,
        };
        let stream = match accepted {
            Ok((stream, _)) => stream,
            Err(error) => {
                tracing::debug!(%error, "the emulator cannot accept a connection");
                tokio::time::sleep(PAUSE).await;
                continue;
            }
        };
        // Responses are small, and clients wait for them.
        _ = stream.set_nodelay(true);
        let connection = ClientConnection::new(stream.local_addr().ok().map(|it| it.ip()));
        // Later connections wait in the operating system's queue.
        while !emulator.0.connections.add(&connection) {
            tokio::select! {
                () = emulator.stopping() => break,
                () = tokio::time::sleep(LOOK) => {}
            }
        }
        let (emulator, router) = (emulator.clone(), router.clone());
        tasks.spawn(async move {
            serve_connection(&emulator, stream, &connection, router, timeouts).await;
            emulator.0.connections.remove(&connection);
        });
    }
    tasks.close();
    tasks.wait().await;
}

/// Serves the requests of one connection.
async fn serve_connection(
    emulator: &Emulator,
    stream: TcpStream,
    client: &ClientConnection,
    router: Router,
    timeouts: Timeouts,
) {
    let service = TowerToHyperService::new(router.layer(Extension(ConnectInfo(client.clone()))));
    let io = TokioIo::new(ConnectionStream::new(stream, client.clone()));
    let connection = http1::Builder::new().max_buf_size(HEAD_MAX).serve_connection(io, service);
    let mut connection = pin!(connection.with_upgrades());
    tokio::select! {
        // A client may disconnect at any time.
        _ = connection.as_mut() => return,
        () = client.overdue(timeouts) => return,
        () = emulator.stopping() => connection.as_mut().graceful_shutdown(),
    }
    _ = tokio::time::timeout(GRACE, connection).await;
}

/// Counts a request as in progress on its connection.
pub(super) async fn count_request(_: State<Emulator>, request: Request, next: Next) -> Response {
    let connection = ClientConnection::of(request.extensions());
    let _busy = connection.as_ref().map(ClientConnection::begin_request);
    next.run(request).await
}
