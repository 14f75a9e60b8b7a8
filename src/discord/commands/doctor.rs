//! `/doctor`: what the bot lacks in a channel, and how to fix that.

use super::command::SlashCommand;
use super::server::{StartRefusal, start_refusal};
use crate::discord::api::ApiError;
use crate::discord::shared::context::Ctx;
use crate::discord::shared::definition::Definition;
use crate::discord::shared::interaction::{CommandOptions, Origin};
use crate::discord::shared::needed_permissions::all_missing;
use crate::discord::view::message::Message;
use crate::discord::view::message_link::written_channel;
use crate::discord::view::reply::{Answer, Reply};
use crate::discord::view::table_view::mention;
use crate::discord::view::visibility::Visibility;
use kradan_i18n::{Permission, sentences};
use kradan_table::PlayerId;

/// Discord's types of channels that hold posts: forums and media channels.
const FORUMS: [u64; 2] = [15, 16];

sentences! {
    /// What `/doctor` says.
    enum Sentence<'a> {
        /// The bot has every permission that it needs.
        AllIsWell {
            channel: &'a str,
        } => "line-doctor-well",
        /// The same in the caller's conversation with the bot.
        AllIsWellInPrivate => "line-doctor-well-in-private",
        /// Above the missing permissions.
        Lacking {
            channel: &'a str,
        } => "line-doctor-lacking",
        WithoutViewChannel {
            permissions: &'a [Permission],
        } => "line-doctor-view-channel",
        WithoutConnect {
            permissions: &'a [Permission],
        } => "line-doctor-connect",
        WithoutSendMessages {
            permissions: &'a [Permission],
        } => "line-doctor-send-messages",
        WithoutAttachFiles {
            permissions: &'a [Permission],
        } => "line-doctor-attach-files",
        WithoutHistory {
            permissions: &'a [Permission],
        } => "line-doctor-history",
        WithoutPublicThreads {
            permissions: &'a [Permission],
        } => "line-doctor-public-threads",
        WithoutThreads {
            permissions: &'a [Permission],
        } => "line-doctor-threads",
        /// How a missing permission is given.
        Mend {
            channel: &'a str,
        } => "line-doctor-mend",
        /// What works where the bot is no member.
        NoMember => "line-doctor-no-member",
        /// What works in a conversation of people, where the bot can never be a member.
        NoMemberInPrivate => "line-doctor-no-member-in-private",
        /// The bot is not in the private thread.
        NotInThread {
            bot: &'a str,
        } => "line-doctor-not-in-thread",
        /// A thread has no threads of its own.
        InThread => "line-doctor-thread",
        /// A post in a forum is a thread.
        InForum => "line-doctor-forum",
        /// Discord shows responses to the caller alone while slow mode holds them back.
        SlowMode {
            seconds: usize,
        } => "line-doctor-slow-mode",
        /// The server has games in other channels.
        StartedElsewhere {
            channels: &'a str,
        } => "line-doctor-started-elsewhere",
        /// In the server only a role starts games.
        StartedByRole {
            role: &'a str,
        } => "line-doctor-started-by-role",
    }
}

pub(super) struct DoctorCommand;

impl SlashCommand for DoctorCommand {
    const DEFINITION: &'static Definition = &Definition { name: "doctor", options: &[] };
    const VISIBILITY: Visibility = Visibility::Ephemeral;

    async fn run(ctx: &Ctx<'_>, _: &CommandOptions) -> Answer {
        let mut lines = permissions(ctx).await;
        lines.extend(notes(ctx).await);
        Ok(Reply::Private(Message::of(lines.join("\n"))))
    }
}

/// What the bot lacks here, or that it lacks nothing.
async fn permissions(ctx: &Ctx<'_>) -> Vec<String> {
    let origin = &ctx.request.origin;
    match (origin.guild, origin.is_member) {
        (None, true) => return vec![ctx.say(&Sentence::AllIsWellInPrivate)],
        (None, false) => return vec![ctx.say(&Sentence::NoMemberInPrivate)],
        (Some(_), false) => return vec![ctx.say(&Sentence::NoMember)],
        (Some(_), true) => {}
    }
    let channel = written_channel(origin.channel, origin.guild.is_some());
    let missing = all_missing(origin);
    if missing.is_empty() && is_outside(ctx, origin).await {
        let bot = mention(PlayerId(ctx.request.application.0));
        return vec![ctx.say(&Sentence::NotInThread { bot: &bot })];
    }
    if missing.is_empty() {
        return vec![ctx.say(&Sentence::AllIsWell { channel: &channel })];
    }
    let mut lines = vec![ctx.say(&Sentence::Lacking { channel: &channel })];
    let missing = missing.chunks(1).filter_map(without);
    lines.extend(missing.map(|sentence| format!("- {}", ctx.say(&sentence))));
    // A thread has the permissions of its channel.
    let settings = origin.parent.map(|parent| format!("<#{}>", parent.0));
    lines.push(ctx.say(&Sentence::Mend { channel: settings.as_ref().unwrap_or(&channel) }));
    lines
}

/// Whether a request comes from a private thread to which the bot was not added.
async fn is_outside(ctx: &Ctx<'_>, origin: &Origin) -> bool {
    origin.is_private_thread()
        && matches!(ctx.bot.api.channel(origin.channel).await, Err(ApiError::Forbidden(_)))
}

/// What does not work without a permission.
fn without(permissions: &[Permission]) -> Option<Sentence<'_>> {
    Some(match permissions.first()? {
        Permission::ViewChannel => Sentence::WithoutViewChannel { permissions },
        Permission::Connect => Sentence::WithoutConnect { permissions },
        Permission::SendMessages => Sentence::WithoutSendMessages { permissions },
        Permission::AttachFiles => Sentence::WithoutAttachFiles { permissions },
        Permission::ReadMessageHistory => Sentence::WithoutHistory { permissions },
        Permission::CreatePublicThreads => Sentence::WithoutPublicThreads { permissions },
        Permission::SendMessagesInThreads => Sentence::WithoutThreads { permissions },
    })
}

/// What else is worth knowing of the channel.
async fn notes(ctx: &Ctx<'_>) -> Vec<String> {
    let origin = &ctx.request.origin;
    let mut notes = Vec::new();
    if origin.is_thread() {
        let is_post = is_in_forum(ctx, origin).await;
        notes.push(ctx.say(if is_post { &Sentence::InForum } else { &Sentence::InThread }));
    }
    if let Some(seconds) = slow_mode(ctx, origin).await {
        notes.push(ctx.say(&Sentence::SlowMode { seconds }));
    }
    let settings = ctx.bot.server_settings(origin.guild).await;
    notes.extend(start_refusal(&settings, origin).map(|refusal| match refusal {
        StartRefusal::Elsewhere(channels) => {
            ctx.say(&Sentence::StartedElsewhere { channels: &channels })
        }
        StartRefusal::ByRole(role) => ctx.say(&Sentence::StartedByRole { role: &role }),
    }));
    notes
}

async fn is_in_forum(ctx: &Ctx<'_>, origin: &Origin) -> bool {
    let Some(parent) = origin.parent.filter(|_| origin.is_member) else { return false };
    let parent = ctx.bot.api.channel(parent).await;
    parent.is_ok_and(|parent| FORUMS.into_iter().any(|kind| parent["type"] == kind))
}

/// The seconds of the channel's slow mode, if it has one and the bot can see the channel.
async fn slow_mode(ctx: &Ctx<'_>, origin: &Origin) -> Option<usize> {
    origin.guild.filter(|_| origin.is_member)?;
    let channel = ctx.bot.api.channel(origin.channel).await.ok()?;
    let seconds = channel["rate_limit_per_user"].as_u64().filter(|&seconds| seconds > 0)?;
    usize::try_from(seconds).ok()
}
