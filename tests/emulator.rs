//! The local Discord, as the real serenity client and plain requests see it.

#![expect(clippy::needless_pass_by_value, reason = "JSON is written where it is given")]

#[path = "emulator/api.rs"]
mod api;
#[path = "emulator/attacks.rs"]
mod attacks;
#[path = "emulator/bot.rs"]
mod bot;
#[path = "emulator/faults.rs"]
mod faults;
#[path = "emulator/gateway.rs"]
mod gateway;
#[path = "emulator/interactions.rs"]
mod interactions;
#[path = "emulator/load.rs"]
mod load;
#[path = "emulator/local_api.rs"]
mod local_api;
#[path = "emulator/page.rs"]
mod page;
#[path = "emulator/persistence.rs"]
mod persistence;
#[path = "emulator/rate_limits.rs"]
mod rate_limits;
#[path = "emulator/rules.rs"]
mod rules;
#[path = "emulator/validation.rs"]
mod validation;
