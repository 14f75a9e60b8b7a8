//! The emulator, tested with the real serenity client and with plain requests.

#![expect(clippy::needless_pass_by_value, reason = "JSON is written where it is given")]

mod api;
mod attacks;
mod bot;
mod emojis;
mod endpoints;
mod faults;
mod gateway;
mod interactions;
mod limits;
mod local_api;
mod menus;
mod over_http;
mod page;
mod persistence;
mod places;
mod rate_limits;
mod validation;
