//! The permissions that the bot lacks in a channel, and how to give them.

use crate::discord::api::ApiError;
use crate::discord::shared::context::Ctx;
use crate::discord::shared::interaction::Origin;
use crate::discord::shared::needed_permissions::all_missing;
use crate::discord::view::message_link::written_channel;
use crate::discord::view::table_view::mention;
use kradan_i18n::{Permission, sentences};
use kradan_table::PlayerId;

sentences! {
    /// What is said of permissions.
    enum Sentence<'a> {
        /// Above the missing permissions.
        Lacking {
            channel: &'a str,
        } => "line-permissions-lacking",
        WithoutViewChannel {
            permissions: &'a [Permission],
        } => "line-permissions-view-channel",
        WithoutConnect {
            permissions: &'a [Permission],
        } => "line-permissions-connect",
        WithoutSendMessages {
            permissions: &'a [Permission],
        } => "line-permissions-send-messages",
        WithoutAttachFiles {
            permissions: &'a [Permission],
        } => "line-permissions-attach-files",
        WithoutHistory {
            permissions: &'a [Permission],
        } => "line-permissions-history",
        WithoutPublicThreads {
            permissions: &'a [Permission],
        } => "line-permissions-public-threads",
        WithoutThreads {
            permissions: &'a [Permission],
        } => "line-permissions-threads",
        /// How permissions are given.
        Mend {
            channel: &'a str,
        } => "line-permissions-mend",
        /// The bot is not in the private thread.
        NotInThread {
            bot: &'a str,
        } => "line-permissions-not-in-thread",
        /// Discord shows responses to the caller alone while slow mode holds them back.
        SlowMode {
            seconds: usize,
        } => "line-permissions-slow-mode",
    }
}

/// Lines about missing permissions and slow mode in the channel of a request; none where all is
/// well.
pub(super) async fn findings(ctx: &Ctx<'_>) -> Vec<String> {
    let mut lines = lacking(ctx).await;
    let seconds = slow_mode(ctx).await;
    lines.extend(seconds.map(|seconds| ctx.say(&Sentence::SlowMode { seconds })));
    lines
}

async fn lacking(ctx: &Ctx<'_>) -> Vec<String> {
    let origin = &ctx.request.origin;
    let channel = written_channel(origin.channel, origin.guild.is_some());
    let missing = all_missing(origin);
    if missing.is_empty() {
        let bot = mention(PlayerId(ctx.request.application.0));
        let is_outside = is_outside(ctx, origin).await;
        return is_outside
            .then(|| ctx.say(&Sentence::NotInThread { bot: &bot }))
            .into_iter()
            .collect();
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

/// The sentence about what does not work without a permission.
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

/// The seconds of the channel's slow mode, if it has one and the bot can see the channel.
async fn slow_mode(ctx: &Ctx<'_>) -> Option<usize> {
    let channel = ctx.bot.api.channel(ctx.request.origin.channel).await.ok()?;
    let seconds = channel["rate_limit_per_user"].as_u64().filter(|&seconds| seconds > 0)?;
    usize::try_from(seconds).ok()
}
