//! The bot on Discord, whole: the real bot, connected by the real serenity client to the local
//! Discord, with its games on disk.

mod first;
mod games;
mod happenings;
mod kinds;
mod matches;
mod old_controls;
mod quarrels;
mod records;
mod scene;
mod schema;
mod seen;
mod stage;
mod starting;
