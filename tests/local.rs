//! The local Discord, as the real serenity client and plain requests see it.

#![expect(clippy::needless_pass_by_value, reason = "JSON is written where it is given")]

#[path = "local/api.rs"]
mod api;
#[path = "local/attacks.rs"]
mod attacks;
#[path = "local/bot.rs"]
mod bot;
#[path = "local/control.rs"]
mod control;
#[path = "local/forms.rs"]
mod forms;
#[path = "local/gateway.rs"]
mod gateway;
#[path = "local/interactions.rs"]
mod interactions;
#[path = "local/kept.rs"]
mod kept;
#[path = "local/limiter.rs"]
mod limiter;
#[path = "local/load.rs"]
mod load;
#[path = "local/page.rs"]
mod page;
#[path = "local/rules.rs"]
mod rules;
#[path = "local/trouble.rs"]
mod trouble;
