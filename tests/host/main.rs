//! The program as a host runs it: started, stopped, started twice, killed, configured, with a browser
//! on its page, and with other people's bots on its emulator.

mod balancer;
mod browser;
mod conflicts;
mod earlier;
mod hosted;
mod killed;
mod libraries;
mod many;
mod moved;
mod over_http;
mod own_discord;
#[path = "../common/postgres.rs"]
mod postgres;
mod processes;
#[path = "../common/program.rs"]
mod program;
