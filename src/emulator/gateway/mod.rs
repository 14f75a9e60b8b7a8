//! The gateway: sessions of bots, their web sockets, and what waits to be written to each.

mod send_queue;
mod sessions;
mod socket;

pub(super) use self::send_queue::Frame;
pub(super) use self::sessions::{Direction, Gateway, GatewayMessage, op_name};
pub(super) use self::socket::upgrade;
