//! The program as whoever hosts it meets it: started, stopped, started twice, killed, configured,
//! with a browser at its page, and with other people's bots at its Discord.

mod browser;
mod earlier;
mod hosted;
mod killed;
mod libraries;
mod many;
mod own_discord;
#[path = "../common/program.rs"]
mod program;
