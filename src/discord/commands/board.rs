//! `/board`: brings the board to where it is asked for.

use super::move_::panel_board;
use super::play::missing_permissions;
use super::table_command::{At, TABLE, TableCommand};
use crate::discord::announcement::Announcement;
use crate::discord::context::{Caller, Ctx};
use crate::discord::definition::Definition;
use crate::discord::message::{File, Message};
use crate::discord::player_name::escaped;
use crate::discord::reply::{Answer, Reply};
use crate::discord::visibility::Visibility;
use crate::i18n::{self, RefusalContext};
use crate::service::{OutboxEntryId, Store, StoredTable};
use crate::table::{Command, Event, Refusal, Table, TableId, Venue};

pub(super) struct Board;

impl TableCommand for Board {
    const DEFINITION: &'static Definition = &Definition { name: "board", options: &[TABLE] };
    const VISIBILITY: Visibility = Visibility::All;
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

/// What `/board` shows where a table does not go: how it stands, for the caller alone, and why.
pub(in crate::discord) fn private_copy(caller: &Caller, id: TableId, row: &StoredTable) -> Reply {
    let kind = row.table.game().kind();
    let context = RefusalContext { kind, turn_name: None, legal: &[] };
    let why = i18n::refusal(&Refusal::Unread, &context, caller.language());
    let announcement = Announcement {
        id: OutboxEntryId { table: id, revision: row.revision },
        ply: row.table.game().plies(),
        events: &[Event::Shown(row.table.place())],
        by: Some(caller.id),
        has_moved: false,
        row,
        is_quiet: true,
    };
    let message = announcement.copy(&caller.preferences);
    let text = format!("{}\n{why}", message.text).trim().to_owned();
    Reply::Private(Message { text, ..message })
}
