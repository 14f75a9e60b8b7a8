//! Kradan (กระดาน, "board") is a Discord bot with which friends play Othello, Makruk and Ōgi, a
//! move today and a move tomorrow.
//!
//! The program has one binary, `kradan`. With a bot token it runs on Discord; without one it runs
//! the same bot on an emulator of Discord with a chat page in the browser. `kradan --help` lists
//! commands that need no Discord at all.
//!
//! # Members
//!
//! Kradan is a workspace. This package is the bot; each other member lies in a folder of `src`, says in its
//! first lines what it is, and can be read, tested and used by itself. An arrow points from a member or
//! module to those that it names, which cargo checks.
//!
//! ```text
//! main, cli ──► discord ──► service ──► store ──► table ──► rules
//!   │              │           └──────► engine ───────────► rules
//!   │              ├──────► render ───────────────────────► rules
//!   │              └──────► i18n ────────────────► table ─► rules
//!   └──► emulator   speaks Discord's protocol and knows nothing of the rest
//! ```
//!
//! | member or module | what it is | what it names besides |
//! |---|---|---|
//! | [`kradan_rules`] | three games: positions, moves, endings, notation, records, facts of a position | serde |
//! | [`kradan_engine`] | a computer opponent: search, evaluation, levels | rules |
//! | [`kradan_table`] | one game between two players: commands, events, refusals, time controls | rules; jiff's types |
//! | [`kradan_render`] | a position as a PNG, a record as a GIF | rules; crates for images, fonts and geometry |
//! | [`kradan_i18n`] | events and refusals as sentences in four languages | rules, table; Fluent |
//! | [`kradan_store`] | what is stored: a trait, with sled and `PostgreSQL` behind it | table, rules; tokio |
//! | [`kradan_emulator`] | a Discord to run against: REST, gateway, chat page | axum, sled; nothing of the rest |
//! | [`service`] | one table at a time: load, apply, commit | store, table, engine, rules; tokio |
//! | [`discord`] | receives interactions, responds, delivers announcements | all of the above; serenity |
//! | `monitoring` | metrics for the host: their names and their recorder | the crate `metrics` |
//! | [`config`] | what a host configures | |
//!
//! The first five are pure: they read no clock, draw no random numbers and do no input or output, which
//! clippy checks (`clippy.toml` beside each). `kradan-disk` opens a folder that one process may use, for
//! the store and for the emulator.
//!
//! # A turn, from click to board
//!
//! 1. An interaction comes in from the gateway ([`discord::run`]) or over HTTP
//!    ([`discord::InteractionsEndpoint`]), and `discord::receive::dispatch` reads it into a [`discord::Request`]: who
//!    asks, from where, and what.
//!    A button's [`discord::CustomId`] names the table and a [`kradan_rules::Fingerprint`] of the record
//!    that the player saw, so a button works only in the position for which it was made.
//! 2. The file of the command in `discord::commands` turns the request into a [`kradan_table::Command`]
//!    and calls [`service::TableService::ask`].
//! 3. The service locks the table, loads it from the [`kradan_store::Store`], and calls
//!    [`kradan_table::Table::apply`]. The table reads the move with [`kradan_rules::Game::play_text`] and returns
//!    [`kradan_table::Event`]s, or a [`kradan_table::Refusal`].
//! 4. [`kradan_store::TableStore::commit`] writes the table, its indices, the outbox entry and the result of the
//!    interaction in one transaction. The change is on disk when it returns. The same interaction
//!    delivered twice gets the same result and makes no second move.
//! 5. The events become a [`discord::Announcement`]: sentences by [`kradan_i18n`], the picture by
//!    [`kradan_render::Sheet::png`], its description by [`kradan_i18n::alt`], the buttons, and whom to mention.
//! 6. The response to the interaction delivers it. If it is not ready in time, the response is
//!    deferred and edited. What was not delivered stays in the outbox, and one loop delivers it
//!    later, once.
//! 7. A second loop, [`service::TableService::run_due_tables`], takes the tables whose time is due,
//!    applies that, commits, and leaves the announcement in the outbox.
//!
//! # Words
//!
//! | word | meaning |
//! |---|---|
//! | *table* | two seats, a game, a time control, a channel where it is shown: [`kradan_table::Table`] |
//! | *command* | what a player asks: [`kradan_table::Command`] |
//! | *event* | what then happened: [`kradan_table::Event`] |
//! | *refusal* | why it did not happen, which is the player's business: [`kradan_table::Refusal`] |
//! | *error* | what broke, which is ours: [`service::ServiceError`], [`kradan_store::StoreError`] |
//! | *time control* | how long a move may take: [`kradan_table::TimeControl`] |
//! | *outbox entry* | something that Discord still has to be told: [`kradan_store::OutboxEntry`] |
//! | *side* | [`First`](kradan_rules::Side::First) moves first, [`Second`](kradan_rules::Side::Second) answers; colours are a matter of words and pictures |
//! | *ply* | one move by one side; a pass in Othello is one |
//! | *record* | the moves so far, and with them every position so far: [`kradan_rules::Record`] |
//! | *outcome* | how a game ended, with the reason: [`kradan_rules::Outcome`] |
//! | *perft* | the number of leaves of the move tree at a depth: [`kradan_rules::perft`] |
//! | *count* | Makruk's counting rules, the board's (ศักดิ์กระดาน) and the pieces' (ศักดิ์หมาก): [`kradan_rules::makruk::Count`] |
//! | *act* | what a player does to the count with a move, to claim, skip or stop: [`kradan_rules::makruk::Act`] |
//! | *nifu* | two unpromoted pawns of one side on a file: [`kradan_rules::ogi::Illegal::Nifu`] |
//! | *emulator* | the local Discord with servers, channels and people: [`kradan_emulator::World`] |

pub mod config;
pub mod discord;
mod monitoring;
pub mod service;
