//! `/board`: brings the board to where it is asked for.

use super::move_::panel_board;
use super::play::missing_permissions;
use super::table_command::{At, TABLE, TableCommand};
use crate::discord::context::Ctx;
use crate::discord::definition::Definition;
use crate::discord::message::{File, Message};
use crate::discord::player_name::escaped;
use crate::discord::reply::{Answer, Reply};
use crate::discord::visibility::Visibility;
use crate::service::Store;
use crate::table::{Command, Table, Venue};

pub(super) struct BoardCommand;

impl TableCommand for BoardCommand {
    const DEFINITION: &'static Definition = &Definition { name: "board", options: &[TABLE] };
    const VISIBILITY: Visibility = Visibility::Public;
    const FITS_CHALLENGES: bool = true;
    const FITS_PAST: bool = true;

    fn fits(_: &Table) -> bool {
        true
    }

    /// Brings the board here, where the other player reads it too; elsewhere, and for one who does
    /// not play, the caller sees a copy.
    async fn act<S: Store>(ctx: &Ctx<'_, S>, at: At<'_>) -> Answer {
        if ctx.is_player(at.row) {
            if let Some(reply) = missing_permissions(ctx, Venue::Here) {
                return Ok(reply);
            }
            let command = Command::Show(ctx.request.origin.place);
            return ctx.command(at.id, at.row, &command).await;
        }
        let title = ctx.bot.title(&at.row.table, ctx.language()).await;
        let board = File::Board(Box::new(panel_board(at.id, at.row, ctx.caller)));
        Ok(Reply::Private(Message { file: Some(board), ..Message::of(escaped(&title)) }))
    }
}
