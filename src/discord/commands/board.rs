//! `/board`: moves a board to the channel of the command.

use super::command::SlashCommand;
use super::play::start_refused;
use super::table_finder::{At, TABLE, TableFinder};
use super::{choose_table, game};
use crate::discord::shared::context::Ctx;
use crate::discord::shared::definition::Definition;
use crate::discord::shared::interaction::CommandOptions;
use crate::discord::shared::{guilds, private_copy};
use crate::discord::view::message::Message;
use crate::discord::view::reply::{Answer, Reply};
use crate::discord::view::visibility::Visibility;
use crate::service::{Listing, StoredTable};
use kradan_table::{Command, Venue};

pub(super) struct BoardCommand;

impl SlashCommand for BoardCommand {
    const DEFINITION: &'static Definition = &Definition { name: "board", options: &[TABLE] };
    const VISIBILITY: Visibility = Visibility::Public;
    const FINDER: Option<&'static TableFinder> = Some(&FINDER);

    async fn run(ctx: &Ctx<'_>, options: &CommandOptions) -> Answer {
        choose_table::run(ctx, &FINDER, options).await
    }
}

const FINDER: TableFinder = TableFinder {
    lists: &Listing::SHOWN,
    fits_spectators: true,
    ..TableFinder::of(BoardCommand::DEFINITION.name, |ctx, at| Box::pin(show(ctx, at)))
};

/// Moves the board here for a player. Where that is not possible, and for others, it shows a copy.
async fn show(ctx: &Ctx<'_>, at: At<'_>) -> Answer {
    if !ctx.is_player(at.stored) {
        return game::open(ctx, at.id, at.stored).await;
    }
    if let Some(why) = move_refused(ctx, at.stored).await {
        let copy = private_copy::message(ctx.bot, ctx.caller, at.id, at.stored).await;
        return Ok(Reply::Private(Message { text: format!("{}\n{why}", copy.text), ..copy }));
    }
    if let Some(reply) = ctx.missing_permissions(Venue::Here) {
        return Ok(reply);
    }
    ctx.command(at.id, at.stored, &Command::Show(ctx.request.origin.channel)).await
}

/// The refusal where the server's settings do not let the caller move a game to this channel.
async fn move_refused(ctx: &Ctx<'_>, stored: &StoredTable) -> Option<String> {
    if ctx.is_here(stored) {
        return None;
    }
    let settings = guilds::settings(ctx.bot, ctx.request.origin.guild).await;
    start_refused(ctx, &settings, &ctx.request.origin)
}
