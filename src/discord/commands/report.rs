//! Reports of a game to the moderators of a server.

use super::abort;
use super::command::{Controls, Pressed};
use super::resolve_table::LOOKED_AT_MAX;
use super::table_finder::LoadedTable;
use crate::discord::api::{ApiError, Priority, base_62};
use crate::discord::shared::context::Ctx;
use crate::discord::shared::{guilds, titles};
use crate::discord::view::controls::{in_rows, labelled};
use crate::discord::view::custom_id::{Control, CustomId, CustomIdForm};
use crate::discord::view::message::{Button, ButtonStyle, Form, Message};
use crate::discord::view::player_name::escaped;
use crate::discord::view::reply::{Answer, Reply};
use crate::discord::view::table_view::mention;
use crate::discord::view::visibility::Visibility;
use crate::service::{ErrorChain, Listing, Profile, ServiceError, StoreError, StoredTable};
use kradan_i18n::{self as i18n, Counts, Language, Line, sentences};
use kradan_table::{GuildId, TableId};

/// Opens the form.
const REPORT: &str = "report-game";
/// The form.
const REASON: &str = "report-reason";

/// The longest reason, in characters.
const REASON_MAX: u16 = 500;

/// The most games of a channel that a report names where the caller names none.
const GAMES_MAX: usize = 5;

sentences! {
    /// What is said of a report.
    enum Sentence<'a> {
        /// What the moderators read: who reports, and where.
        Report {
            name: &'a str,
            place: &'a str,
        } => "line-report",
        /// Above the form, in at most 45 characters.
        Title => "line-report-title",
        /// Above the text in the form, in at most 45 characters.
        Reason => "line-report-reason",
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

    /// What stands on the button.
    enum Label {
        Report => "label-report",
    }
}

pub(super) struct Report;

impl Controls for Report {
    const CONTROLS: &'static [Control] = &[
        Control::new(REPORT, CustomIdForm::Word, Visibility::Ephemeral),
        Control::new(REASON, CustomIdForm::Word, Visibility::Ephemeral),
    ];

    /// Opens the form, or posts the report.
    async fn press(ctx: &Ctx<'_>, pressed: &Pressed<'_>) -> Answer {
        let Some(guild) = ctx.request.origin.guild else {
            return Ok(ctx.ephemeral(&Sentence::NoServer));
        };
        let settings = guilds::settings(ctx.bot, Some(guild)).await;
        let Some(channel) = settings.moderators else {
            return Ok(ctx.ephemeral(&Sentence::NoChannel));
        };
        if pressed.word != REASON {
            return Ok(ask_reason(ctx, CustomId::new(REASON)));
        }
        let Some(reason) = reason(pressed) else { return Ok(refuse_reason(ctx)) };
        if !is_counted(ctx).await? {
            return Ok(ctx.ephemeral(&Sentence::TooMany));
        }
        let language = settings.language.as_deref().and_then(|tag| tag.parse().ok());
        let tables = reported(ctx).await?;
        let report = report(ctx, &tables, reason, language.unwrap_or(Language::English)).await;
        // A repeated interaction posts it once.
        let mark = base_62(ctx.request.interaction.0, 11);
        match ctx.bot.api.post(Priority::Person, channel, &report, &mark).await {
            Ok(_) => {
                let channel = format!("<#{}>", channel.0);
                Ok(ctx.ephemeral(&Sentence::Sent { channel: &channel }))
            }
            Err(error) => {
                tracing::warn!(error = %ErrorChain(&error), guild = %guild.0, channel = %channel.0, "report not posted");
                Ok(match error {
                    ApiError::Forbidden(_) | ApiError::Gone(_) => {
                        ctx.ephemeral(&Sentence::NotAllowed)
                    }
                    _ => ctx.ephemeral(&Line::Failed { counts: Counts::No }),
                })
            }
        }
    }
}

/// Counts a report of the caller; false if the limit is reached.
async fn is_counted(ctx: &Ctx<'_>) -> Result<bool, StoreError> {
    let now = ctx.service().clock().now();
    let count = move |profile: &mut Profile| profile.count_report(now);
    let profile = ctx.service().store().update_profile(ctx.caller.id, Box::new(count)).await?;
    Ok(profile.reports.last() == Some(&now))
}

/// The button that opens the form.
pub(super) fn button(language: Language) -> Button {
    labelled(CustomId::new(REPORT), &Label::Report, ButtonStyle::Secondary, language)
}

/// Asks for the reason of a report or of the end of a game.
pub(super) fn ask_reason(ctx: &Ctx<'_>, control: CustomId) -> Reply {
    Reply::Ask(Form {
        control,
        title: ctx.say(&Sentence::Title),
        label: ctx.say(&Sentence::Reason),
        text: String::new(),
        most: REASON_MAX,
        is_required: true,
    })
}

/// The reason that was typed, if it is not blank.
pub(super) fn reason<'a>(pressed: &Pressed<'a>) -> Option<&'a str> {
    pressed.value.map(str::trim).filter(|reason| !reason.is_empty())
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

/// The caller's newest games in the channel, or those of others.
async fn reported(ctx: &Ctx<'_>) -> Result<Vec<LoadedTable>, ServiceError> {
    let channel = ctx.request.origin.channel;
    let running = ctx.service().tables_in_channel(channel, Listing::Running, LOOKED_AT_MAX).await?;
    let (own, others): (Vec<_>, Vec<_>) =
        running.into_iter().partition(|(_, stored)| ctx.is_player(stored));
    let mut games = if own.is_empty() { others } else { own };
    games.truncate(GAMES_MAX);
    Ok(games)
}

/// The report for the moderators: reporter, reason, and links to the games, each with a button to
/// end it.
async fn report(
    ctx: &Ctx<'_>,
    tables: &[LoadedTable],
    reason: &str,
    language: Language,
) -> Message {
    let (name, place) = (mention(ctx.caller.id), format!("<#{}>", ctx.request.origin.channel.0));
    let mut lines = vec![i18n::say(&Sentence::Report { name: &name, place: &place }, language)];
    lines.extend(reason.lines().map(|line| format!("> {}", escaped(line))));
    let mut buttons = Vec::new();
    for (id, stored) in tables {
        lines.push(format!("- {}", titles::heading(ctx.bot, *id, stored, language).await));
        let title = titles::title(ctx.bot, &stored.table, language).await;
        buttons.push(abort::button(*id, &title, language));
    }
    Message { rows: in_rows(&buttons), ..Message::of(lines.join("\n")) }
}
