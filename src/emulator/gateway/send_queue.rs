//! What waits to be written to a WebSocket of the gateway: bounded in bytes, so that a client that
//! does not read costs nobody else anything.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio_util::sync::CancellationToken;

/// So many bytes may wait; then the socket is closed. What is kept for a connection that resumes
/// is less.
const WAITING_MAX: usize = 8 << 20;
/// What a frame costs beside its text.
const FRAME_BYTES: usize = 64;

/// Something to do on a socket.
#[derive(Clone, Debug)]
pub(in crate::emulator) enum Frame {
    Text(Utf8Bytes),
    Close(u16),
    /// Without a word, as a cable does that is pulled out.
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

/// Where frames for one socket are put.
#[derive(Clone, Debug)]
pub(in crate::emulator) struct SendQueue {
    frames: UnboundedSender<Frame>,
    waiting: Arc<AtomicUsize>,
    end: CancellationToken,
}

/// Where the socket takes them from.
#[derive(Debug)]
pub(in crate::emulator) struct SendQueueReceiver {
    frames: UnboundedReceiver<Frame>,
    waiting: Arc<AtomicUsize>,
}

impl SendQueue {
    pub(in crate::emulator) fn new() -> (SendQueue, SendQueueReceiver) {
        let (frames, taken) = unbounded_channel();
        let waiting = Arc::new(AtomicUsize::new(0));
        let end = CancellationToken::new();
        let outbox = SendQueue { frames, waiting: Arc::clone(&waiting), end };
        (outbox, SendQueueReceiver { frames: taken, waiting })
    }

    /// Adds a frame. If too much waits already, the socket ends instead.
    pub(in crate::emulator) fn send(&self, frame: Frame) {
        let bytes = frame.bytes();
        if self.waiting.fetch_add(bytes, Ordering::Relaxed) + bytes > WAITING_MAX {
            self.end.cancel();
            return;
        }
        // The socket may have ended.
        _ = self.frames.send(frame);
    }

    /// Ends the socket without a word.
    pub(in crate::emulator) fn end(&self) {
        self.end.cancel();
    }

    /// Returns when the socket is to end.
    pub(in crate::emulator) async fn ended(&self) {
        self.end.cancelled().await;
    }
}

impl SendQueueReceiver {
    /// The next frame. The one before has been written by now.
    pub(in crate::emulator) async fn next(&mut self) -> Option<Frame> {
        let frame = self.frames.recv().await?;
        self.waiting.fetch_sub(frame.bytes(), Ordering::Relaxed);
        Some(frame)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn whoever_does_not_read_is_ended() {
        let (outbox, mut waiting) = SendQueue::new();
        let text = Frame::Text("x".repeat(1 << 20).into());
        for _ in 0..100 {
            outbox.send(text.clone());
            assert!(waiting.next().await.is_some());
        }
        assert!(!outbox.end.is_cancelled());
        for _ in 0..8 {
            outbox.send(text.clone());
        }
        assert!(outbox.end.is_cancelled());
        // What is not sent is not kept.
        assert!(waiting.frames.len() < 8);
    }
}
