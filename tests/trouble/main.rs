//! Discord in trouble, with serenity's own rate limiter on: the local Discord stands behind TLS
//! and is taken for `discord.com`.

mod games;
mod once;
mod people;
#[path = "../discord/stage.rs"]
#[allow(dead_code, reason = "not all of the stage is needed here")]
mod stage;
mod tally;
mod tls;
mod weather;
