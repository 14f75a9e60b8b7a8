//! Kradan (กระดาน, "board"): friends play Othello, Makruk and Ōgi in their Discord channels,
//! a move now and a move tomorrow.
//!
//! # The words
//!
//! The same words stand in the code, in texts, in tests and in commits.
//!
//! | word | meaning |
//! |---|---|
//! | *table* | two people, a game, a pace, a place to be shown: [`table::Table`] |
//! | *command* | what a player asks: [`table::Command`] |
//! | *event* | what then happened: [`table::Event`] |
//! | *refusal* | why it did not: [`table::Refusal`] |
//! | *notice* | something the world must be told, kept until it has been: [`store::Notice`] |
//! | *hall* | the service that keeps all tables: [`service::TableService`] |
//! | *world* | the local Discord's servers, channels, people: [`emulator::World`] |
//! | *side* | [`First`](rules::Side::First) or [`Second`](rules::Side::Second): who opens, and the other one; colours are a matter of drawing and of words |
//! | *ply* | one move by one side; an Othello pass is one |
//! | *record* | the moves so far, and so every position so far: [`rules::Record`] |
//! | *outcome* | how a game ended, with the reason: [`rules::Outcome`] |
//! | *perft* | the number of leaves of the move tree at a depth: [`rules::perft`] |
//! | *honour* | Makruk's counts: the board's (ศักดิ์กระดาน) and the pieces' (ศักดิ์หมาก): [`rules::makruk::Count`] |
//! | *act* | what a Makruk player does to the count with a move: claim, skip, stop |
//! | *nifu* | two unpromoted pawns of one side on a file: [`rules::ogi::Illegal::Nifu`] |
//!
//! # The layers
//!
//! Each layer names only those below it.
//!
//! | layer | what it is | may name |
//! |---|---|---|
//! | [`app`] | the bot on the games of a folder, compiled once | all of these |
//! | [`discord`] | interactions to requests, what happened to messages, and sending them | [`service`], [`words`], [`draw`], [`table`], rules; serenity |
//! | [`service`] | all tables, one at a time: decide, commit, owe the news | [`store`], [`table`], rules; tokio |
//! | [`draw`] | pictures of positions: vector art, fonts, themes | rules; crates for images, fonts and geometry |
//! | [`words`] | sentences in the reader's language | rules, [`table`]; [`render::Facts`] |
//! | [`store`] | what is kept, on disk before anybody hears of it | [`table`], `disk`, rules; sled |
//! | [`table`] | two people and their game: commands, events, refusals, deadlines | rules; the time crate's types |
//! | [`local`] | a Discord to run against without Discord | `disk`; sled |
//! | `disk` | a folder with a database that may be left at any moment | nothing of these; sled |
//! | [`rules`] | the three games: positions, moves, endings, notation | nothing above it |

pub mod app;
pub mod config;
pub mod discord;
mod disk;
pub mod emulator;
pub mod i18n;
pub mod render;
pub mod rules;
pub mod service;
pub mod store;
pub mod table;
