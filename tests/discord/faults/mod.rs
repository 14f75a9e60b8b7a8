//! Games while Discord fails, with serenity's own rate limiter on: the emulator is behind TLS and
//! stands in for `discord.com`.

mod announcements;
mod injected;
mod many_games;
mod players;
mod single_faults;
mod tls;
