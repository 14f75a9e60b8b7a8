//! Frames that wait to be written to one gateway socket. The queue is bounded in bytes, so that a
//! client that does not read takes no more memory.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio_util::sync::CancellationToken;

/// The most bytes that may wait before the socket closes. The replay of a resumed session is
/// smaller.
const WAITING_MAX: usize = 8 << 20;
/// The bytes of a frame besides its text.
const FRAME_BYTES: usize = 64;

/// Something to do on a socket.
#[derive(Clone, Debug)]
pub(crate) enum Frame {
    Text(Utf8Bytes),
    Close(u16),
    /// Closes the socket without a close frame.
    Drop,
}

impl Frame {
    fn bytes(&self) -> usize {
        match self {
            Frame::Text(text) => FRAME_BYTES + text.len(),
            Frame::Close(_) | Frame::Drop => FRAME_BYTES,
        }
    }
}

/// The sending end of a socket's queue.
#[derive(Clone, Debug)]
pub(crate) struct SendQueue {
    frames: UnboundedSender<Frame>,
    waiting: Arc<AtomicUsize>,
    is_silent: Arc<AtomicBool>,
    end: CancellationToken,
}

/// The socket's end of its queue.
#[derive(Debug)]
pub(crate) struct SendQueueReceiver {
    frames: UnboundedReceiver<Frame>,
    waiting: Arc<AtomicUsize>,
}

impl SendQueue {
    pub(crate) fn new() -> (SendQueue, SendQueueReceiver) {
        let (frames, taken) = unbounded_channel();
        let waiting = Arc::new(AtomicUsize::new(0));
        let end = CancellationToken::new();
        let is_silent = Arc::default();
        let queue = SendQueue { frames, waiting: Arc::clone(&waiting), is_silent, end };
        (queue, SendQueueReceiver { frames: taken, waiting })
    }

    /// Adds a frame. If too many bytes wait already, closes the socket instead.
    pub(crate) fn send(&self, frame: Frame) {
        if matches!(frame, Frame::Text(_)) && self.is_silent.load(Ordering::Relaxed) {
            return;
        }
        let bytes = frame.bytes();
        if self.waiting.fetch_add(bytes, Ordering::Relaxed) + bytes > WAITING_MAX {
            self.end.cancel();
            return;
        }
        // The socket may be gone.
        _ = self.frames.send(frame);
    }

    /// Leaves the socket open, and sends no text over it any more.
    pub(crate) fn fall_silent(&self) {
        self.is_silent.store(true, Ordering::Relaxed);
    }

    /// Closes the socket without a close frame.
    pub(crate) fn end(&self) {
        self.end.cancel();
    }

    /// Returns when the socket has to close.
    pub(crate) async fn ended(&self) {
        self.end.cancelled().await;
    }
}

impl SendQueueReceiver {
    /// The next frame. The one before is written by now.
    pub(crate) async fn next(&mut self) -> Option<Frame> {
        let frame = self.frames.recv().await?;
        self.waiting.fetch_sub(frame.bytes(), Ordering::Relaxed);
        Some(frame)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_session_that_is_not_read_is_closed() {
        let (queue, mut waiting) = SendQueue::new();
        let text = Frame::Text("x".repeat(1 << 20).into());
        for _ in 0..100 {
            queue.send(text.clone());
            assert!(waiting.next().await.is_some());
        }
        assert!(!queue.end.is_cancelled());
        for _ in 0..8 {
            queue.send(text.clone());
        }
        assert!(queue.end.is_cancelled());
        // A frame that is not sent is not stored either.
        assert!(waiting.frames.len() < 8);
    }
}
