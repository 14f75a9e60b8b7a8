//! Discord in trouble, with serenity's own rate limiter on: the local Discord stands behind TLS
//! and is taken for `discord.com`.

mod games;
#[path = "../discord/harness.rs"]
#[allow(dead_code, reason = "not all of the harness is needed here")]
mod harness;
mod once;
mod people;
mod tally;
mod tls;
mod weather;
