//! The gateway's state: sessions of bots, and what waits to be written to each of their sockets.
//! It names the world's events alone, and no part of axum but its text type. The sockets
//! themselves are in `http/gateway_socket.rs`. Begin with [`Gateway`].

pub(super) mod close_code;
mod send_queue;
mod sessions;

pub(super) use self::send_queue::{Frame, SendQueue};
pub(super) use self::sessions::{
    Direction, Gateway, GatewayLimits, GatewayMessage, NewSession, SocketId, op_name,
};
