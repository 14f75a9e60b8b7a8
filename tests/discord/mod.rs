//! The whole bot on Discord: the real bot, connected by the real serenity client to the emulator,
//! with its games on disk.

mod checks;
mod conflicts;
mod definitions;
mod each_game;
mod faults;
mod first;
mod games;
mod harness;
mod matches;
mod old_controls;
mod outbox;
mod over_http;
mod random_play;
mod records;
mod schema;
mod situations;
mod starting;
mod transcript;
