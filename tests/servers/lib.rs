//! What tests and benchmarks start beside them: a `PostgreSQL` server, a load balancer, an emulator behind
//! TLS, and programs.

#![allow(clippy::missing_panics_doc, clippy::must_use_candidate, reason = "only tests call it")]
#![allow(
    clippy::return_self_not_must_use,
    clippy::missing_errors_doc,
    reason = "only tests call it"
)]

pub mod balancer;
pub mod postgres;
pub mod program;
pub mod tls;
