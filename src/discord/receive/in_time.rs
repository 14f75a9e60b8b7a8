//! A connection whose requests come in time: half a request that stays half one would hold a place for as
//! long as a connection may be idle.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// How long a request may take from its first byte until its response begins.
const REQUEST_WITHIN: Duration = Duration::from_secs(10);

/// A connection that fails where a request takes too long.
#[derive(Debug)]
pub(super) struct InTime<S> {
    stream: S,
    within: Duration,
    /// Until when the request that has begun may take; none between two requests.
    until: Option<Pin<Box<Sleep>>>,
}

impl<S> InTime<S> {
    pub(super) fn new(stream: S) -> InTime<S> {
        InTime { stream, within: REQUEST_WITHIN, until: None }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for InTime<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        if let Poll::Ready(read) = Pin::new(&mut self.stream).poll_read(cx, buffer) {
            if self.until.is_none() && buffer.filled().len() > before {
                self.until = Some(Box::pin(sleep(self.within)));
            }
            return Poll::Ready(read);
        }
        match &mut self.until {
            Some(until) => {
                ready!(until.as_mut().poll(cx));
                Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
            }
            None => Poll::Pending,
        }
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for InTime<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.until = None;
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.until = None;
        Pin::new(&mut self.stream).poll_write_vectored(cx, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    use super::*;

    #[tokio::test]
    async fn half_a_request_ends_the_connection_and_an_idle_one_stays() {
        let (mut client, server) = tokio::io::duplex(64);
        let mut server = InTime { within: Duration::from_millis(1), ..InTime::new(server) };
        let mut byte = [0];
        for _ in 0..2 {
            // Between two requests there is no limit.
            assert!(server.read(&mut byte).now_or_never().is_none());
            assert!(server.until.is_none());
            client.write_all(b"x").await.unwrap();
            server.read_exact(&mut byte).await.unwrap();
            assert!(server.until.is_some());
            server.write_all(b"y").await.unwrap();
        }
        client.write_all(b"x").await.unwrap();
        server.read_exact(&mut byte).await.unwrap();
        let error = server.read(&mut byte).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }
}
