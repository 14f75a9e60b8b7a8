//! `/report`: tells the moderators of a server about a game.

use super::command::SlashCommand;
use super::history::HistoryCommand;
use super::resolve_table::LOOKED_AT_MAX;
use super::table_command::{LoadedTable, TABLE, table_id};
use crate::discord::api::{ApiError, Priority, base_62};
use crate::discord::shared::context::Ctx;
use crate::discord::shared::definition::{Definition, OptionDefinition, OptionKind};
use crate::discord::shared::interaction::CommandOptions;
use crate::discord::view::message::Message;
use crate::discord::view::player_name::escaped;
use crate::discord::view::reply::{Answer, Reply, Suggestion};
use crate::discord::view::table_view::mention;
use crate::discord::view::visibility::Visibility;
use crate::service::{ErrorChain, Listing, ServiceError, StoredTable};
use kradan_i18n::{self as i18n, Counts, Language, Line, sentences};
use kradan_table::{GuildId, Refusal, TableId};

/// The longest reason, in characters.
const REASON_MAX: u16 = 500;

/// The most games of a channel that a report names where the caller names none.
const GAMES_MAX: usize = 5;

pub(super) const REASON: OptionDefinition =
    OptionDefinition::required("reason", OptionKind::Text(REASON_MAX));

sentences! {
    /// What `/report` says.
    enum Sentence<'a> {
        /// What the moderators read: who reports, and where.
        Report {
            name: &'a str,
            place: &'a str,
        } => "line-report",
        /// How a moderator ends the game.
        HowToAbort {
            number: &'a str,
        } => "line-report-abort",
        Sent {
            channel: &'a str,
        } => "line-report-sent",
        /// The reason is nothing but spaces.
        NoReason => "line-no-reason",
        /// The server has chosen no channel for reports.
        NoChannel => "line-report-no-channel",
        /// There are no moderators in a private conversation.
        NoServer => "line-report-no-server",
        /// The bot may not post where the moderators read.
        NotAllowed => "line-report-not-allowed",
        /// The caller sent as many reports as one may.
        TooMany => "line-report-too-many",
    }
}

pub(super) struct ReportCommand;

impl SlashCommand for ReportCommand {
    const DEFINITION: &'static Definition =
        &Definition { name: "report", options: &[REASON, TABLE] };
    const VISIBILITY: Visibility = Visibility::Ephemeral;

    async fn run(ctx: &Ctx<'_>, options: &CommandOptions) -> Answer {
        let Some(reason) = reason(options) else { return Ok(refuse_reason(ctx)) };
        let tables = reported(ctx, options).await?;
        let guild = match &tables[..] {
            [(id, stored)] => guild_of(ctx, *id, stored).await,
            _ => None,
        };
        let Some(guild) = guild.or(ctx.request.origin.guild) else {
            return Ok(ctx.ephemeral(&Sentence::NoServer));
        };
        let settings = ctx.bot.server_settings(Some(guild)).await;
        let Some(channel) = settings.moderators else {
            return Ok(ctx.ephemeral(&Sentence::NoChannel));
        };
        if !ctx.bot.reports.add(ctx.caller.id, ctx.service().clock().now()) {
            return Ok(ctx.ephemeral(&Sentence::TooMany));
        }
        let language = settings.language.as_deref().and_then(|tag| tag.parse().ok());
        let report = report(ctx, &tables, reason, language.unwrap_or(Language::English)).await;
        // The same interaction posts it once.
        let mark = base_62(ctx.request.interaction.0, 11);
        match ctx.bot.api.post(Priority::Person, channel, &report, &mark).await {
            Ok(_) => {
                let channel = format!("<#{}>", channel.0);
                Ok(ctx.ephemeral(&Sentence::Sent { channel: &channel }))
            }
            Err(error) => {
                tracing::warn!(error = %ErrorChain(&error), guild = guild.0, channel = channel.0, "a report is not posted");
                Ok(match error {
                    ApiError::Forbidden(_) | ApiError::Gone(_) => {
                        ctx.ephemeral(&Sentence::NotAllowed)
                    }
                    _ => ctx.ephemeral(&Line::Failed { counts: Counts::No }),
                })
            }
        }
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

/// The reason that the options say, unless it is nothing but spaces.
pub(super) fn reason(options: &CommandOptions) -> Option<&str> {
    options.text(REASON.name).map(str::trim).filter(|it| !it.is_empty())
}

pub(super) fn refuse_reason(ctx: &Ctx<'_>) -> Reply {
    ctx.ephemeral(&Sentence::NoReason)
}

/// The guild in which a table is shown, as far as it is known.
pub(super) async fn guild_of(ctx: &Ctx<'_>, id: TableId, stored: &StoredTable) -> Option<GuildId> {
    let place = stored.table.channel();
    if ctx.is_here(stored) {
        return ctx.request.origin.guild;
    }
    if let Some(guild) = ctx.bot.guilds.of(place) {
        return Some(guild);
    }
    let board = ctx.service().store().posted_board(id).await.ok().flatten();
    board.filter(|board| board.channel == place)?.guild
}

/// The named table, or the newest games in the channel. Who neither plays nor reads along names none.
async fn reported(
    ctx: &Ctx<'_>,
    options: &CommandOptions,
) -> Result<Vec<LoadedTable>, ServiceError> {
    if let Some(named) = options.text(TABLE.name) {
        let id = table_id(named).ok_or(ServiceError::NoTable)?;
        let stored = ctx.table(id).await?;
        if !ctx.is_player(&stored) && !ctx.is_here(&stored) {
            let (refusal, stored) = (Refusal::NotSeated, Box::new(stored));
            return Err(ServiceError::Refused { id, refusal, stored });
        }
        return Ok(vec![(id, stored)]);
    }
    let channel = ctx.request.origin.channel;
    let running = ctx.service().tables_in_channel(channel, Listing::Running, LOOKED_AT_MAX).await?;
    let (own, others): (Vec<_>, Vec<_>) =
        running.into_iter().partition(|(_, stored)| ctx.is_player(stored));
    let mut games = if own.is_empty() { others } else { own };
    games.truncate(GAMES_MAX);
    Ok(games)
}

/// What the moderators read: who reports, the reason, and links to the games.
async fn report(
    ctx: &Ctx<'_>,
    tables: &[LoadedTable],
    reason: &str,
    language: Language,
) -> Message {
    let (name, place) = (mention(ctx.caller.id), format!("<#{}>", ctx.request.origin.channel.0));
    let mut lines = vec![i18n::say(&Sentence::Report { name: &name, place: &place }, language)];
    lines.extend(reason.lines().map(|line| format!("> {}", escaped(line))));
    for (id, stored) in tables {
        lines.push(format!("- {}", ctx.bot.heading(*id, stored, language).await));
        if stored.table.is_running() {
            let number = id.0.to_string();
            let how = i18n::say(&Sentence::HowToAbort { number: &number }, language);
            lines.push(format!("-# {how}"));
        }
    }
    Message::of(lines.join("\n"))
}
