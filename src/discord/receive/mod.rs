//! Interactions come in, by the gateway's shards or over HTTP, and are answered: `dispatch.rs` gives each
//! to its command, and `respond.rs` to Discord. Nothing of the layer names these files. Begin with
//! `dispatch.rs`, then `gateway.rs`.

pub(super) mod connection;
pub(super) mod connection_end;
pub(super) mod dispatch;
pub(super) mod emoji_upload;
pub(super) mod gateway;
pub(super) mod identify;
mod in_time;
pub(super) mod interactions_endpoint;
pub(super) mod metrics_endpoint;
mod readiness;
pub(super) mod respond;
mod serve_http;
pub(super) mod shard;
pub(super) mod shards;
pub(super) mod signature;
mod store_gauges;
