//! Kradan (กระดาน, "board") is a Discord bot with which friends play Othello, Makruk and Ōgi, a
//! move today and a move tomorrow.
//!
//! The program has one binary, `kradan`. With a bot token it runs on Discord; without one it runs
//! the same bot on an emulator of Discord with a chat page in the browser. `kradan --help` lists
//! commands that need no Discord at all.
//!
//! # Layers
//!
//! An arrow points from a layer to the layers that it names. `tests/layers` fails when a layer
//! names one above it.
//!
//! ```text
//! main, cli ──► discord ──► service ──► store ──► table ──► rules
//!   │              ├──────► render ───────────────────────► rules
//!   │              └──────► i18n ────────────────► table ─► rules
//!   └──► emulator   speaks Discord's protocol and knows nothing of the rest
//! ```
//!
//! | layer | what it is | what it may name besides |
//! |---|---|---|
//! | [`rules`] | three games: positions, moves, endings, notation, records, facts of a position | serde |
//! | [`table`] | one game between two players: commands, events, refusals, time controls | [`rules`]; jiff's types |
//! | [`render`] | a position as a PNG, a record as a GIF | [`rules`]; crates for images, fonts and geometry |
//! | [`i18n`] | events and refusals as sentences in four languages | [`rules`], [`table`]; Fluent |
//! | [`store`] | what is stored: a trait, and sled behind it | [`table`], [`rules`], `disk`; sled, tokio |
//! | [`service`] | one table at a time: load, apply, commit | [`store`], [`table`], [`rules`]; tokio |
//! | [`discord`] | receives interactions, responds, delivers announcements | all of the above; serenity |
//! | [`emulator`] | a Discord to run against: REST, gateway, chat page | `disk`; axum, sled; nothing of the rest |
//!
//! [`config`] reads what a host configures, and `disk` opens a folder that one process may use, for
//! the store and for the emulator. `rules`, `table`, `render` and `i18n` are pure: they read no
//! clock, draw no random numbers and do no input or output.
//!
//! # A turn, from click to board
//!
//! 1. An interaction comes in from the gateway ([`discord::run`]) or over HTTP
//!    ([`discord::run_over_http`]), and `discord::receive::dispatch` reads it into a [`discord::Request`]: who
//!    asks, from where, and what.
//!    A button's [`discord::CustomId`] names the table and a [`rules::Fingerprint`] of the record
//!    that the player saw, so a button works only in the position for which it was made.
//! 2. The file of the command in `discord::commands` turns the request into a [`table::Command`]
//!    and calls [`service::TableService::ask`].
//! 3. The service locks the table, loads it from the [`store::Store`], and calls
//!    [`table::Table::apply`]. The table reads the move with [`rules::Game::play_text`] and returns
//!    [`table::Event`]s, or a [`table::Refusal`].
//! 4. [`store::Store::commit`] writes the table, its indices, the outbox entry and the result of the
//!    interaction in one transaction. The change is on disk when it returns. The same interaction
//!    delivered twice gets the same result and makes no second move.
//! 5. The events become a [`discord::Announcement`]: sentences by [`i18n`], the picture by
//!    [`render::Sheet::png`], its description by [`i18n::alt`], the buttons, and whom to mention.
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
//! | *table* | two seats, a game, a time control, a channel where it is shown: [`table::Table`] |
//! | *command* | what a player asks: [`table::Command`] |
//! | *event* | what then happened: [`table::Event`] |
//! | *refusal* | why it did not happen, which is the player's business: [`table::Refusal`] |
//! | *error* | what broke, which is ours: [`service::ServiceError`], [`store::StoreError`] |
//! | *time control* | how long a move may take: [`table::TimeControl`] |
//! | *outbox entry* | something that Discord still has to be told: [`store::OutboxEntry`] |
//! | *side* | [`First`](rules::Side::First) moves first, [`Second`](rules::Side::Second) answers; colours are a matter of words and pictures |
//! | *ply* | one move by one side; a pass in Othello is one |
//! | *record* | the moves so far, and with them every position so far: [`rules::Record`] |
//! | *outcome* | how a game ended, with the reason: [`rules::Outcome`] |
//! | *perft* | the number of leaves of the move tree at a depth: [`rules::perft`] |
//! | *count* | Makruk's counting rules, the board's (ศักดิ์กระดาน) and the pieces' (ศักดิ์หมาก): [`rules::makruk::Count`] |
//! | *act* | what a player does to the count with a move, to claim, skip or stop: [`rules::makruk::Act`] |
//! | *nifu* | two unpromoted pawns of one side on a file: [`rules::ogi::Illegal::Nifu`] |
//! | *emulator* | the local Discord with servers, channels and people: [`emulator::World`] |

pub mod config;
pub mod discord;
mod disk;
pub mod emulator;
pub mod engine;
pub mod i18n;
pub mod render;
pub mod rules;
pub mod service;
pub mod store;
pub mod table;
