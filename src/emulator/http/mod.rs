//! What reaches the emulator over HTTP: connections, the guard against foreign origins, REST under
//! `/api`, the gateway's sockets, the page's files, and interactions posted to the bot. Begin with
//! `rest.rs`.

mod gateway_socket;
mod interactions_endpoint;
pub(super) mod origin_guard;
pub(super) mod page;
mod request_body;
pub(super) mod rest;
pub(super) mod serve;

pub use self::interactions_endpoint::EndpointError;
pub(super) use self::request_body::{BODY_MAX, read_small};
