//! `/abort`: a moderator ends a game of the server without a result.

use super::command::SlashCommand;
use super::history::HistoryCommand;
use super::report::{REASON, guild_of, reason, refuse_reason};
use super::table_command::{TABLE, table_id};
use crate::discord::shared::context::{Announced, Ctx, events_text, request_context};
use crate::discord::shared::definition::{Access, Definition, OptionDefinition};
use crate::discord::shared::interaction::CommandOptions;
use crate::discord::view::message::Message;
use crate::discord::view::reply::{Answer, Reply, Suggestion};
use crate::discord::view::visibility::Visibility;
use crate::service::ServiceError;
use kradan_i18n::sentences;
use kradan_table::Command;

/// The game, which has to be named.
const GAME: OptionDefinition = OptionDefinition { is_required: true, ..TABLE };

sentences! {
    /// What `/abort` says.
    enum Sentence {
        /// The game is not shown in this server.
        OtherServer => "line-abort-other-server",
        /// Both players are told.
        Done => "line-abort-done",
    }
}

pub(super) struct AbortCommand;

impl SlashCommand for AbortCommand {
    const DEFINITION: &'static Definition = &Definition { name: "abort", options: &[REASON, GAME] };
    const VISIBILITY: Visibility = Visibility::Ephemeral;
    const ACCESS: Access = Access::Moderators;

    async fn run(ctx: &Ctx<'_>, options: &CommandOptions) -> Answer {
        let Some(reason) = reason(options) else { return Ok(refuse_reason(ctx)) };
        let named = options.text(GAME.name).and_then(table_id);
        let id = named.ok_or(ServiceError::NoTable)?;
        let stored = ctx.table(id).await?;
        let guild = guild_of(ctx, id, &stored).await;
        // Discord has seen to it that the server gave the caller this command.
        if guild.is_none() || guild != ctx.request.origin.guild {
            return Ok(ctx.ephemeral(&Sentence::OtherServer));
        }
        let request = request_context(ctx.request, Announced::InMessage);
        let command = Command::Abort { reason: reason.to_owned() };
        let committed = ctx.service().ask(&request, id, &command).await?;
        let heading = ctx.bot.heading(id, &committed.stored, ctx.language()).await;
        let events = events_text(&committed, ctx.caller);
        let done = ctx.say(&Sentence::Done);
        Ok(Reply::Private(Message::of(format!("{heading}\n{events}\n{done}"))))
    }

    async fn complete(
        ctx: &Ctx<'_>,
        option: &str,
        typed: &str,
        options: &CommandOptions,
    ) -> Vec<Suggestion> {
        <HistoryCommand as SlashCommand>::complete(ctx, option, typed, options).await
    }
}
