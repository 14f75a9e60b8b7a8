//! The rules: conformance records, laws of random games, and what their readers accept.

mod conformance;
mod laws;
mod notation;
mod properties;
#[path = "../common/games/mod.rs"]
mod tested_games;
mod typed;
#[path = "../common/walk.rs"]
mod walk;
