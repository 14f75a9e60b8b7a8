//! `/abort`: a moderator ends a game of the server without a result.

use super::command::SlashCommand;
use super::report::{REASON, guild_of, reason, refuse_reason};
use super::resolve_table::LOOKED_AT_MAX;
use super::table_command::{TABLE, table_id};
use crate::discord::shared::context::{Announced, Ctx, events_text, request_context};
use crate::discord::shared::definition::{Access, Definition, OptionDefinition};
use crate::discord::shared::interaction::CommandOptions;
use crate::discord::view::message::Message;
use crate::discord::view::pick::OPTIONS_MAX;
use crate::discord::view::reply::{Answer, Reply, Suggestion};
use crate::discord::view::visibility::Visibility;
use crate::service::Listing;
use kradan_i18n::sentences;
use kradan_table::Command;

/// The game, which has to be named.
const GAME: OptionDefinition =
    OptionDefinition { is_required: true, ..TABLE }.described("option-abort-table-description");

sentences! {
    /// What `/abort` says.
    enum Sentence {
        /// The game is not shown in this server.
        OtherServer => "line-abort-other-server",
        /// The caller is a player of the game.
        OwnGame => "line-abort-own-game",
        NoGame => "line-abort-no-game",
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
        let Some(id) = options.text(GAME.name).and_then(table_id) else {
            return Ok(ctx.ephemeral(&Sentence::NoGame));
        };
        let Some(stored) = ctx.service().load(id).await? else {
            return Ok(ctx.ephemeral(&Sentence::NoGame));
        };
        let guild = guild_of(ctx, id, &stored).await;
        // Discord has seen to it that the server gave the caller this command.
        if guild.is_none() || guild != ctx.request.origin.guild {
            return Ok(ctx.ephemeral(&Sentence::OtherServer));
        }
        if ctx.is_player(&stored) {
            return Ok(ctx.ephemeral(&Sentence::OwnGame));
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
        _: &CommandOptions,
    ) -> Vec<Suggestion> {
        if option == GAME.name { suggested(ctx, typed).await } else { Vec::new() }
    }
}

/// The running games of others in the channel whose titles contain a text.
async fn suggested(ctx: &Ctx<'_>, typed: &str) -> Vec<Suggestion> {
    let channel = ctx.request.origin.channel;
    let running = ctx.service().tables_in_channel(channel, Listing::Running, LOOKED_AT_MAX).await;
    let mut games = running.unwrap_or_default();
    games.retain(|(_, stored)| !ctx.is_player(stored));
    let titles = ctx.bot.titles(&games, ctx.language()).await;
    let typed = typed.trim().to_lowercase();
    let titled = titles.into_iter().zip(games);
    let fits = titled.filter(|(title, _)| title.to_lowercase().contains(&typed));
    fits.take(OPTIONS_MAX).map(|(title, (id, _))| (title, id.0.to_string())).collect()
}
