//! The program as a host runs it: started, stopped, started twice, killed, configured, with a browser
//! on its page, and with other people's bots on its emulator.

mod backups;
mod conflicts;
mod hosted;
mod killed;
mod libraries;
mod many;
mod metrics;
mod over_http;
mod own_discord;
mod processes;
mod take_over;

use std::path::Path;
use std::process::Command;

use kradan_emulator::Emulator;
use kradan_test_servers::program::unconfigured;

/// The program without any configuration from the environment.
fn kradan(folder: &Path) -> Command {
    unconfigured(Path::new(env!("CARGO_BIN_EXE_kradan")), folder)
}

/// The program with an emulator as its Discord, and its games in `games`.
fn kradan_at(emulator: &Emulator, folder: &Path) -> Command {
    let mut command = kradan(folder);
    command.env("KRADAN_TOKEN", emulator.token()).env("KRADAN_FOLDER", "games");
    command.env("KRADAN_API", emulator.url()).env("KRADAN_GATEWAY", emulator.gateway_url());
    command
}
