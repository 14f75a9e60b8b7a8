//! Queues old messages to be replaced, and limits how often that is done: its requests give way to all
//! others.

use std::num::NonZeroU32;

use governor::{DefaultDirectRateLimiter, Quota};

use super::bot::Bot;
use super::interaction::Request;
use crate::discord::api::{Api, ApiError, Priority};
use crate::discord::limits::{
    CLEANUPS_PER_SECOND, FEWEST_CLEANUPS_PER_SECOND, SPARE_CLEANUPS_PER_SECOND,
};
use crate::service::{ControlMessage, ErrorChain, JobKind, MessageContent, Shows, TableService};
use kradan_table::TableId;

/// How many messages may be tried again at once, beyond one a second.
const FURTHER_ATTEMPTS_AT_ONCE: NonZeroU32 = NonZeroU32::new(64).unwrap();

#[derive(Debug)]
pub(crate) struct CleanupLimits {
    limiter: DefaultDirectRateLimiter,
    spare: DefaultDirectRateLimiter,
    /// The limit while announcements wait.
    fewest: DefaultDirectRateLimiter,
    /// The limit of attempts after the first.
    again: DefaultDirectRateLimiter,
}

impl Default for CleanupLimits {
    fn default() -> CleanupLimits {
        CleanupLimits {
            limiter: DefaultDirectRateLimiter::direct(Quota::per_second(CLEANUPS_PER_SECOND)),
            spare: DefaultDirectRateLimiter::direct(Quota::per_second(SPARE_CLEANUPS_PER_SECOND)),
            fewest: DefaultDirectRateLimiter::direct(Quota::per_second(FEWEST_CLEANUPS_PER_SECOND)),
            again: DefaultDirectRateLimiter::direct(
                Quota::per_second(NonZeroU32::MIN).allow_burst(FURTHER_ATTEMPTS_AT_ONCE),
            ),
        }
    }
}

impl CleanupLimits {
    /// Whether one more message may be tried again: one a second.
    pub(crate) fn may_try_again(&self) -> bool {
        self.again.check().is_ok()
    }

    /// Waits until one more request may be made.
    pub(crate) async fn wait(&self, api: &Api) -> Result<(), ApiError> {
        self.wait_for_own_limit(api).await;
        api.wait_for_limit(Priority::Cleanup).await
    }

    async fn wait_for_own_limit(&self, api: &Api) {
        if api.announces() {
            return self.fewest.until_ready().await;
        }
        if self.limiter.check().is_ok() || (!api.is_busy() && self.spare.check().is_ok()) {
            return;
        }
        if api.is_busy() {
            return self.limiter.until_ready().await;
        }
        tokio::select! {
            () = self.limiter.until_ready() => {}
            () = self.spare.until_ready() => {}
        }
    }
}

/// Has old messages of a table replaced, or their controls removed.
pub(crate) async fn queue(service: &TableService, table: TableId, messages: Vec<ControlMessage>) {
    if messages.is_empty() {
        return;
    }
    if let Err(error) = service.store().queue_cleanup(table, messages).await {
        tracing::error!(error = %ErrorChain(&error), table = %table.0, "old messages not queued for cleanup");
    }
    service.wake_jobs(JobKind::ReplaceMessage);
}

/// Has the controls of a pressed message removed, if the message can be changed at any time.
/// Otherwise the response to the press sees to that.
pub(crate) async fn queue_pressed(bot: &Bot, request: &Request, table: TableId) {
    let Some(pressed) = pressed_message(request, table) else { return };
    if request.origin.is_member || bot.message_tokens.get(pressed.message).is_some() {
        queue(&bot.service, table, vec![pressed]).await;
    }
}

/// The public message whose control was used. Below the last board of another game that is the
/// rematch, and the other controls stay.
pub(crate) fn pressed_message(request: &Request, table: TableId) -> Option<ControlMessage> {
    let (message, _) = request.origin.message.filter(|(_, is_private)| !is_private)?;
    let pressed = ControlMessage::new(request.origin.channel, message);
    let last = request.table().filter(|last| *last != table);
    let (shows, settlement, guild) = (Shows::LastBoard, None, request.origin.guild);
    let content = last.map(|table| MessageContent { table, ply: 0, shows, settlement, guild });
    Some(ControlMessage { content, ..pressed })
}
