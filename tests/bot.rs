//! The bot: its service, the whole of it against the emulator, its command line, and the program as a
//! host runs it.

mod browser;
mod cli;
mod discord;
mod host;
mod service;
