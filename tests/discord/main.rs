//! The bot on Discord, whole: the real bot, connected by the real serenity client to the local
//! Discord, with its games on disk.

mod each_game;
mod first;
mod games;
mod happenings;
mod matches;
mod old_controls;
mod outbox;
mod quarrels;
mod records;
mod scene;
mod schema;
mod seen;
mod stage;
mod starting;
#[path = "../common/games/mod.rs"]
mod tested_games;
