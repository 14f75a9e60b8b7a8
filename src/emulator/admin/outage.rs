//! Disturbances of the gateway.

use std::sync::atomic::Ordering;

use serde_json::{Value, json};

use crate::gateway::{Direction, Frame, close_code, op_name};
use crate::handle::Emulator;

/// A disturbance of the gateway that every connected bot sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outage {
    /// Cuts the sockets without a close frame. Sessions can be resumed.
    Drop,
    /// Leaves the sockets open, and sends nothing over them any more. Sessions can be resumed.
    Silence,
    /// Closes the sockets with this code.
    Close(u16),
    /// Sends RECONNECT.
    Reconnect,
    /// Sends `INVALID_SESSION`.
    Invalidate {
        /// Whether the session can be resumed.
        resumable: bool,
    },
}

impl Emulator {
    /// Disturbs every connected bot.
    pub fn outage(&self, outage: Outage) {
        let gateway = self.gateway();
        let frame = |value: Value| {
            gateway.log(Direction::ToBot, op_name(&value), &value["d"]);
            Frame::Text(value.to_string().into())
        };
        match outage {
            Outage::Drop => gateway.broadcast(&Frame::Drop),
            Outage::Silence => gateway.silence(),
            Outage::Close(code) => gateway.broadcast(&Frame::Close(code)),
            Outage::Reconnect => {
                gateway.broadcast(&frame(json!({"op": 7, "d": null, "s": null, "t": null})));
            }
            Outage::Invalidate { resumable } => {
                gateway.broadcast(&frame(json!({"op": 9, "d": resumable, "s": null, "t": null})));
                if !resumable {
                    gateway.invalidate_all();
                }
            }
        }
    }

    /// Sets the number of shards to recommend. The gateway closes to a bot that identifies with
    /// fewer.
    pub fn need_shards(&self, shards: u64) {
        self.gateway().shards_needed.store(shards, Ordering::Relaxed);
    }

    /// Ends all sessions and invalidates the token, as Discord does to a bot that starts too many
    /// sessions in a day.
    pub fn reset_token(&self) {
        self.0.is_token_reset.store(true, Ordering::Relaxed);
        self.outage(Outage::Close(close_code::BAD_TOKEN));
        self.gateway().invalidate_all();
    }

    /// Sets whether every event is sent twice.
    pub fn repeat_events(&self, repeats: bool) {
        self.gateway().duplicates_events.store(repeats, Ordering::Relaxed);
    }

    /// Sets whether heartbeats stay without an acknowledgement.
    pub fn ignore_heartbeats(&self, ignores: bool) {
        self.gateway().ignores_heartbeats.store(ignores, Ordering::Relaxed);
    }
}
