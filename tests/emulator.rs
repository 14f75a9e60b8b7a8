//! The local Discord, as the real serenity client and plain requests see it.

#![expect(clippy::needless_pass_by_value, reason = "JSON is written where it is given")]

#[path = "emulator/api.rs"]
mod api;
#[path = "emulator/attacks.rs"]
mod attacks;
#[path = "emulator/bot.rs"]
mod bot;
#[path = "emulator/control.rs"]
mod control;
#[path = "emulator/forms.rs"]
mod forms;
#[path = "emulator/gateway.rs"]
mod gateway;
#[path = "emulator/interactions.rs"]
mod interactions;
#[path = "emulator/kept.rs"]
mod kept;
#[path = "emulator/limiter.rs"]
mod limiter;
#[path = "emulator/load.rs"]
mod load;
#[path = "emulator/page.rs"]
mod page;
#[path = "emulator/rules.rs"]
mod rules;
#[path = "emulator/trouble.rs"]
mod trouble;
