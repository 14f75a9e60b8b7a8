//! `kradan invite` prints the link that adds the bot to a server.

use std::io::Write;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use clap::Args;
use kradan::discord::invitation;
use kradan_table::ApplicationId;

use super::host::{self, HostArgs, HostError};

#[derive(Debug, Args)]
pub(crate) struct InviteArgs {
    /// The id of the application [default: the one that the bot token names]
    #[arg(long, value_name = "ID")]
    application: Option<u64>,
}

/// Prints the link. Nothing is asked of Discord.
pub(super) fn run(
    host: &HostArgs,
    args: &InviteArgs,
    out: &mut impl Write,
) -> Result<(), HostError> {
    let application = match args.application {
        Some(id) => ApplicationId(id),
        None => {
            let (_, config) = host::read(host)?;
            let application = config.discord.token.expose().and_then(application_of);
            application.ok_or(HostError::NoApplication)?
        }
    };
    Ok(writeln!(out, "{}", invitation(application))?)
}

/// Logs what is left to do at Discord when the bot is started for the first time.
pub(super) fn log_first_steps(token: &str, is_over_http: bool) {
    if let Some(application) = application_of(token) {
        tracing::info!("invite the bot to a server: {}", invitation(application));
    }
    tracing::info!(
        "in the developer portal, allow User Install and Guild Install on the page Installation"
    );
    if is_over_http {
        tracing::info!(
            "in the developer portal, enter the public address of /interactions as Interactions \
             Endpoint URL on the page General Information"
        );
    }
}

/// The application of a bot token: its first part is the id of the bot, which is that of its application
/// since 2016.
fn application_of(token: &str) -> Option<ApplicationId> {
    let id = STANDARD_NO_PAD.decode(token.split('.').next()?).ok()?;
    std::str::from_utf8(&id).ok()?.parse().ok().map(ApplicationId)
}
