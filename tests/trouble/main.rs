//! Games while Discord fails, with serenity's own rate limiter on: the emulator is behind TLS and
//! stands in for `discord.com`.

mod announcements;
mod faults;
#[path = "../discord/harness.rs"]
#[allow(dead_code, reason = "not all of the harness is needed here")]
mod harness;
mod many_games;
mod players;
mod single_faults;
mod tls;
