//! `/board`: brings the board to where it is asked for.

use super::game;
use super::play::start_refused;
use super::table_command::{At, TABLE, TableCommand};
use crate::discord::shared::context::Ctx;
use crate::discord::shared::definition::Definition;
use crate::discord::shared::{guilds, private_copy};
use crate::discord::view::message::Message;
use crate::discord::view::reply::{Answer, Reply};
use crate::discord::view::visibility::Visibility;
use crate::service::StoredTable;
use kradan_table::{Command, Table, Venue};

pub(super) struct BoardCommand;

impl TableCommand for BoardCommand {
    const DEFINITION: &'static Definition = &Definition { name: "board", options: &[TABLE] };
    const VISIBILITY: Visibility = Visibility::Public;
    const FITS_CHALLENGES: bool = true;
    const FITS_PAST: bool = true;
    const FITS_SPECTATORS: bool = true;

    fn fits(_: &Table) -> bool {
        true
    }

    /// Brings the board here, where the other player reads it too; elsewhere, and for one who does
    /// not play, the caller sees a copy.
    async fn act(ctx: &Ctx<'_>, at: At<'_>) -> Answer {
        if ctx.is_player(at.stored) {
            if let Some(why) = move_refused(ctx, at.stored).await {
                let copy = private_copy::message(ctx.bot, ctx.caller, at.id, at.stored).await;
                return Ok(Reply::Private(Message {
                    text: format!("{}\n{why}", copy.text),
                    ..copy
                }));
            }
            if let Some(reply) = ctx.missing_permissions(Venue::Here) {
                return Ok(reply);
            }
            let command = Command::Show(ctx.request.origin.channel);
            return ctx.command(at.id, at.stored, &command).await;
        }
        game::open(ctx, at.id, at.stored).await
    }
}

/// What is said where the server does not let the caller bring a game here that is shown elsewhere.
async fn move_refused(ctx: &Ctx<'_>, stored: &StoredTable) -> Option<String> {
    if ctx.is_here(stored) {
        return None;
    }
    let settings = guilds::settings(ctx.bot, ctx.request.origin.guild).await;
    start_refused(ctx, &settings, &ctx.request.origin)
}
