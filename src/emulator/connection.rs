//! Client connections: their largest number, their timeouts, and cutting them from inside a
//! handler.

use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::extract::ConnectInfo;
use axum::http::Extensions;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, ReadBuf};
use tokio::net::TcpStream;
use tokio_util::sync::CancellationToken;

use super::lock::lock;

/// The time for which the rest of a refused request is read, so that the client sees the response.
const DRAIN_TIME: Duration = Duration::from_secs(2);
/// The largest number of refused clients that are drained at once; others are cut.
const DRAINS_MAX: usize = 32;
/// The shortest time, from its start and from each request's start, before a connection may be
/// closed to make room. Only a complete request shows whether the connection is the bot's.
pub(super) const MIN_OPEN_TIME: Duration = Duration::from_secs(1);

/// A connection, shared by its handlers and the list of all connections.
#[derive(Clone, Debug)]
pub(super) struct ClientConnection(Arc<ConnectionState>);

#[derive(Debug)]
struct ConnectionState {
    /// The address of this machine that the client has connected to.
    address: Option<IpAddr>,
    began: Instant,
    is_aborted: AtomicBool,
    /// Whether a request with the bot's token came over it.
    is_bot: AtomicBool,
    /// Whether a body was refused that may still be arriving.
    drains: AtomicBool,
    /// The number of requests in progress.
    active_requests: AtomicUsize,
    /// The time of the last read or write, in milliseconds after `began`.
    active_ms: AtomicU64,
    /// When the head of the current request began to arrive, in milliseconds after `began` plus
    /// one; 0 while none is arriving.
    head_ms: AtomicU64,
    /// When the connection was first polled or the latest request began, in milliseconds after
    /// `began` plus one; 0 before the first poll.
    turn_ms: AtomicU64,
    /// Whether all its requests have responses, and no other is arriving.
    is_answered: AtomicBool,
    close: CancellationToken,
}

impl ClientConnection {
    pub(super) fn new(address: Option<IpAddr>) -> ClientConnection {
        ClientConnection(Arc::new(ConnectionState {
            address,
            began: Instant::now(),
            is_aborted: AtomicBool::new(false),
            is_bot: AtomicBool::new(false),
            drains: AtomicBool::new(false),
            active_requests: AtomicUsize::new(0),
            active_ms: AtomicU64::new(0),
            head_ms: AtomicU64::new(0),
            turn_ms: AtomicU64::new(0),
            is_answered: AtomicBool::new(false),
            close: CancellationToken::new(),
        }))
    }

    /// The connection of a request that came over TCP.
    pub(super) fn of(extensions: &Extensions) -> Option<ClientConnection> {
        extensions.get::<ConnectInfo<ClientConnection>>().map(|it| it.0.clone())
    }

    /// The address of this machine that the client has connected to.
    pub(super) fn address(&self) -> Option<IpAddr> {
        self.0.address
    }

    /// Stops all writing: a waiting client sees the connection end.
    pub(super) fn abort(&self) {
        self.0.is_aborted.store(true, Ordering::Relaxed);
    }

    /// Marks the connection as the bot's. It is not closed to make room.
    pub(super) fn mark_as_bot(&self) {
        self.0.is_bot.store(true, Ordering::Relaxed);
    }

    /// Marks that a body was refused which the client may still be sending.
    pub(super) fn drain(&self) {
        self.0.drains.store(true, Ordering::Relaxed);
    }

    /// Counts a request as in progress until the return value is dropped.
    pub(super) fn begin_request(&self) -> ActiveRequest {
        self.0.active_requests.fetch_add(1, Ordering::Relaxed);
        self.0.head_ms.store(0, Ordering::Relaxed);
        self.begin_turn();
        ActiveRequest(self.clone())
    }

    /// Returns when the connection has to close, because of a timeout or to make room.
    pub(super) async fn overdue(&self, timeouts: Timeouts) {
        let step = (timeouts.request.min(timeouts.idle) / 4).max(Duration::from_millis(5));
        loop {
            tokio::select! {
                () = self.0.close.cancelled() => return,
                () = tokio::time::sleep(step) => {}
            }
            if self.is_overdue(timeouts) {
                return;
            }
        }
    }

    fn is_overdue(&self, timeouts: Timeouts) -> bool {
        if self.0.active_requests.load(Ordering::Relaxed) > 0 {
            return false;
        }
        let now = self.0.began.elapsed();
        let head_ms = self.0.head_ms.load(Ordering::Relaxed);
        let active = Duration::from_millis(self.0.active_ms.load(Ordering::Relaxed));
        let is_half = head_ms > 0 && now > Duration::from_millis(head_ms) + timeouts.request;
        is_half || now > active + timeouts.idle
    }

    fn now_ms(&self) -> u64 {
        u64::try_from(self.0.began.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn touch(&self) {
        self.0.active_ms.store(self.now_ms(), Ordering::Relaxed);
    }

    fn note_read(&self) {
        self.touch();
        if self.0.active_requests.load(Ordering::Relaxed) == 0 {
            let since = self.now_ms() + 1;
            let head_ms = &self.0.head_ms;
            // The head may have begun with an earlier read.
            if head_ms.compare_exchange(0, since, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
                self.begin_turn();
            }
        }
    }

    /// Notes that the connection's task has polled for bytes.
    fn note_poll(&self) {
        if self.0.turn_ms.load(Ordering::Relaxed) == 0 {
            self.begin_turn();
        }
    }

    fn begin_turn(&self) {
        self.0.is_answered.store(false, Ordering::Relaxed);
        self.0.turn_ms.store(self.now_ms() + 1, Ordering::Relaxed);
    }

    /// Whether the connection may be closed to make room.
    fn may_be_closed(&self, turn: Duration) -> bool {
        let turn_ms = self.0.turn_ms.load(Ordering::Relaxed);
        let is_over =
            turn_ms > 0 && self.0.began.elapsed() >= Duration::from_millis(turn_ms - 1) + turn;
        self.0.is_answered.load(Ordering::Relaxed) || is_over
    }

    fn check(&self) -> io::Result<()> {
        if self.0.is_aborted.load(Ordering::Relaxed) {
            return Err(io::ErrorKind::ConnectionReset.into());
        }
        Ok(())
    }

    fn is_bot(&self) -> bool {
        self.0.is_bot.load(Ordering::Relaxed)
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Timeouts {
    /// For the head of a request, and again for its body.
    pub(super) request: Duration,
    /// Without traffic, between two requests.
    pub(super) idle: Duration,
}

/// A request in progress.
#[derive(Debug)]
pub(super) struct ActiveRequest(ClientConnection);

impl Drop for ActiveRequest {
    fn drop(&mut self) {
        self.0.touch();
        if self.0.0.active_requests.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.0.0.is_answered.store(true, Ordering::Relaxed);
        }
    }
}

/// All open connections. The bot's do not count towards the maximum.
#[derive(Debug)]
pub(super) struct Connections {
    open: Mutex<Vec<ClientConnection>>,
    max: usize,
    turn: Duration,
}

impl Connections {
    /// Allows `max` connections besides the bot's. Each stays open for `turn` at least.
    pub(super) fn new(max: usize, turn: Duration) -> Connections {
        Connections { open: Mutex::default(), max: max.max(1), turn }
    }

    /// Adds a connection. If there are too many, closes the one with the longest silence,
    /// preferably without a request in progress. Returns false and adds nothing while none may be
    /// closed.
    pub(super) fn add(&self, connection: &ClientConnection) -> bool {
        let mut open = lock(&self.open);
        while open.iter().filter(|it| !it.is_bot()).count() >= self.max {
            let now = Instant::now();
            let rank = |it: &ClientConnection| {
                let active = Duration::from_millis(it.0.active_ms.load(Ordering::Relaxed));
                let silent = now.saturating_duration_since(it.0.began + active);
                (it.0.active_requests.load(Ordering::Relaxed) == 0, silent)
            };
            let can_close = |it: &ClientConnection| !it.is_bot() && it.may_be_closed(self.turn);
            let others = open.iter().enumerate().filter(|(_, it)| can_close(it));
            let Some((at, _)) = others.max_by_key(|(_, it)| rank(it)) else { return false };
            open.swap_remove(at).0.close.cancel();
        }
        open.push(connection.clone());
        true
    }

    pub(super) fn remove(&self, connection: &ClientConnection) {
        lock(&self.open).retain(|it| !Arc::ptr_eq(&it.0, &connection.0));
    }

    /// The number of open connections, including the bot's.
    pub(super) fn count(&self) -> usize {
        lock(&self.open).len()
    }
}

/// The bytes of a connection until it is cut.
#[derive(Debug)]
pub(super) struct ConnectionStream {
    /// `None` only while it is dropped.
    stream: Option<TcpStream>,
    connection: ClientConnection,
}

impl ConnectionStream {
    pub(super) fn new(stream: TcpStream, connection: ClientConnection) -> ConnectionStream {
        ConnectionStream { stream: Some(stream), connection }
    }

    fn stream(&mut self) -> io::Result<Pin<&mut TcpStream>> {
        self.connection.check()?;
        self.stream.as_mut().map(Pin::new).ok_or_else(|| io::ErrorKind::NotConnected.into())
    }
}

impl AsyncRead for ConnectionStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.connection.note_poll();
        let before = into.filled().len();
        let read = self.stream()?.poll_read(context, into);
        if into.filled().len() > before {
            self.connection.note_read();
        }
        read
    }
}

impl AsyncWrite for ConnectionStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = self.stream()?.poll_write(context, bytes);
        if written.is_ready() {
            self.connection.touch();
        }
        written
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = self.stream()?.poll_write_vectored(context, slices);
        if written.is_ready() {
            self.connection.touch();
        }
        written
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.as_ref().is_some_and(AsyncWrite::is_write_vectored)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream()?.poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream()?.poll_shutdown(context)
    }
}

/// The number of refused clients that are being drained.
static DRAINED: AtomicUsize = AtomicUsize::new(0);

impl Drop for ConnectionStream {
    /// Reads what a refused client still sends. Otherwise the connection would be reset before the
    /// client has read the response.
    fn drop(&mut self) {
        let Some(mut stream) = self.stream.take() else { return };
        if !self.connection.0.drains.load(Ordering::Relaxed) || self.connection.check().is_err() {
            return;
        }
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        if DRAINED.fetch_add(1, Ordering::Relaxed) >= DRAINS_MAX {
            DRAINED.fetch_sub(1, Ordering::Relaxed);
            return;
        }
        runtime.spawn(async move {
            let drain = async {
                _ = stream.shutdown().await;
                let mut nowhere = vec![0; 16 << 10];
                while stream.read(&mut nowhere).await.is_ok_and(|it| it > 0) {}
            };
            // A client that sends for longer is cut.
            _ = tokio::time::timeout(DRAIN_TIME, drain).await;
            DRAINED.fetch_sub(1, Ordering::Relaxed);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_idle_connection_is_closed_first_and_the_bots_never() {
        let connections = Connections::new(2, Duration::ZERO);
        let new = || {
            let connection = ClientConnection::new(None);
            assert!(connections.add(&connection));
            connection.note_poll();
            std::thread::sleep(Duration::from_millis(2));
            connection
        };
        let is_closed = |connection: &ClientConnection| connection.0.close.is_cancelled();
        let bots = new();
        bots.mark_as_bot();
        let (busy, silent) = (new(), new());
        let _request = busy.begin_request();
        let next = new();
        assert!(is_closed(&silent) && !is_closed(&busy) && !is_closed(&bots));
        let last = new();
        assert!(is_closed(&next) && !is_closed(&busy) && !is_closed(&last));
        assert_eq!(connections.count(), 3);
        connections.remove(&last);
        assert_eq!(connections.count(), 2);
    }

    #[test]
    fn a_new_connection_gets_a_turn_before_it_is_closed() {
        let connections = Connections::new(1, Duration::from_secs(3600));
        let (first, next) = (ClientConnection::new(None), ClientConnection::new(None));
        assert!(connections.add(&first));
        first.note_poll();
        assert!(!connections.add(&next));
        let request = first.begin_request();
        assert!(!connections.add(&next));
        drop(request);
        // The head of another request arrives.
        first.note_read();
        assert!(!connections.add(&next) && !first.0.close.is_cancelled());
        drop(first.begin_request());
        assert!(connections.add(&next) && first.0.close.is_cancelled());
        // A connection stays open until its task has run.
        let connections = Connections::new(1, Duration::ZERO);
        let (first, next) = (ClientConnection::new(None), ClientConnection::new(None));
        assert!(connections.add(&first) && !connections.add(&next));
        first.note_poll();
        assert!(connections.add(&next) && first.0.close.is_cancelled());
    }

    #[test]
    fn half_a_request_and_idle_connections_are_overdue() {
        let timeouts = |request, idle| Timeouts {
            request: Duration::from_millis(request),
            idle: Duration::from_millis(idle),
        };
        let connection = ClientConnection::new(None);
        std::thread::sleep(Duration::from_millis(5));
        assert!(
            connection.is_overdue(timeouts(60_000, 1))
                && !connection.is_overdue(timeouts(0, 60_000))
        );
        connection.note_read();
        std::thread::sleep(Duration::from_millis(5));
        assert!(
            connection.is_overdue(timeouts(1, 60_000))
                && !connection.is_overdue(timeouts(60_000, 60_000))
        );
        let request = connection.begin_request();
        assert!(!connection.is_overdue(timeouts(0, 0)));
        drop(request);
        std::thread::sleep(Duration::from_millis(5));
        assert!(!connection.is_overdue(timeouts(1, 60_000)));
    }
}
