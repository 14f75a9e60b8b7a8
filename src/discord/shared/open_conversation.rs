//! The direct conversation with a player, which is opened where none is known: seldom, for Discord blocks
//! bots that write to many who never wrote to them. What was opened is counted in the store, so that all
//! processes count together and a restart forgets nothing.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

use super::bot::Bot;
use super::interaction::Request;
use crate::discord::api::ApiError;
use crate::discord::limits::{BETWEEN_CONVERSATIONS, CONVERSATIONS_CLOSED_FOR, code};
use crate::service::{ErrorChain, OpenedConversations, Profile, Store};
use kradan_table::{ChannelId, PlayerId};

const DAY: SignedDuration = SignedDuration::from_hours(24);

/// Opens the conversation with the caller, if they want to be written to there and it is not open.
pub(crate) async fn open_wanted(bot: &Bot, request: &Request) {
    let player = request.user.id;
    // Discord takes suggestions for no sign of somebody who wants to be written to.
    if request.is_autocomplete() || !bot.conversations.take(player) {
        return;
    }
    if let Err(error) = open(bot, player).await {
        tracing::info!(error = %ErrorChain(&error), "direct message channel not opened, trying again at the next interaction");
        bot.conversations.want(player);
    }
}

/// The channel of the conversation with a player, if it is known.
pub(crate) async fn known(store: &dyn Store, player: PlayerId) -> Option<ChannelId> {
    let known = store.profile(player).await.ok().flatten();
    known.and_then(|profile| profile.conversation)
}

/// The channel of the conversation with a player. Where none is known it is opened.
pub(crate) async fn with(bot: &Bot, player: PlayerId) -> Result<ChannelId, ApiError> {
    match known(bot.service.store(), player).await {
        Some(channel) => Ok(channel),
        None => open(bot, player).await,
    }
}

/// Opens the conversation with a player, and stores its channel.
///
/// # Errors
///
/// [`ApiError::Limited`] while none may be opened.
pub(crate) async fn open(bot: &Bot, player: PlayerId) -> Result<ChannelId, ApiError> {
    count_new(bot).await?;
    let channel = match bot.api.open_conversation(player).await {
        Err(ApiError::Forbidden(code::DIRECT_MESSAGES_TOO_FAST)) => {
            return Err(note_refusal(bot).await);
        }
        opened => opened?,
    };
    let change = move |profile: &mut Profile| profile.conversation = Some(channel);
    if let Err(error) = bot.service.store().update_profile(player, Box::new(change)).await {
        tracing::warn!(error = %ErrorChain(&error), "direct message channel not stored");
    }
    Ok(channel)
}

/// Counts a conversation that is about to be opened, if one may be.
async fn count_new(bot: &Bot) -> Result<(), ApiError> {
    let (store, us, now) = (bot.service.store(), bot.api.user(), bot.service.clock().now());
    let unknown = |_| ApiError::Unsure("the opened conversations are not counted".to_owned());
    let opened = store.profile(us).await.map_err(unknown)?.unwrap_or_default().opened;
    let most = bot.service.limits().conversations_per_day;
    if let Some(until) = closed_until(&opened, most, now) {
        return Err(limited(until, now));
    }
    let is_counted = Arc::new(AtomicBool::new(false));
    let counts = Arc::clone(&is_counted);
    let count = move |profile: &mut Profile| {
        counts.store(count(&mut profile.opened, most, now), Ordering::Relaxed)
    };
    let opened = store.update_profile(us, Box::new(count)).await.map_err(unknown)?.opened;
    if is_counted.load(Ordering::Relaxed) {
        return Ok(());
    }
    // Another one was quicker.
    Err(limited(closed_until(&opened, most, now).unwrap_or(now), now))
}

/// Notes that Discord said that too many are opened.
async fn note_refusal(bot: &Bot) -> ApiError {
    tracing::warn!("too many direct message channels opened: paused by Discord");
    let now = bot.service.clock().now();
    let refuse = move |profile: &mut Profile| profile.opened.refused_at = Some(now);
    if let Err(error) = bot.service.store().update_profile(bot.api.user(), Box::new(refuse)).await {
        tracing::error!(error = %ErrorChain(&error), "pause of direct message channels not stored");
    }
    ApiError::Limited(CONVERSATIONS_CLOSED_FOR.unsigned_abs())
}

fn limited(until: Timestamp, now: Timestamp) -> ApiError {
    ApiError::Limited(Duration::try_from(until.duration_since(now)).unwrap_or_default())
}

/// Counts a conversation, unless none may be opened. Returns whether it is counted.
fn count(opened: &mut OpenedConversations, most: usize, now: Timestamp) -> bool {
    if closed_until(opened, most, now).is_some() {
        return false;
    }
    opened.at.push(now);
    let old = opened.at.len().saturating_sub(most);
    opened.at.drain(..old);
    true
}

/// Until when no conversation may be opened.
fn closed_until(opened: &OpenedConversations, most: usize, now: Timestamp) -> Option<Timestamp> {
    let end = |at: &Timestamp, length: SignedDuration| {
        // The clock may have been set back.
        let is_within = now.duration_since(*at).abs() < length;
        is_within.then(|| at.saturating_add(length).unwrap_or(*at))
    };
    let newest = opened.at.last().and_then(|at| end(at, BETWEEN_CONVERSATIONS));
    let of_day = opened.at.iter().rev().nth(most.saturating_sub(1));
    let refused = opened.refused_at.as_ref().and_then(|at| end(at, CONVERSATIONS_CLOSED_FOR));
    [newest, of_day.and_then(|at| end(at, DAY)), refused].into_iter().flatten().max()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOST: usize = 25;

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_second(1_800_000_000 + seconds).unwrap()
    }

    #[test]
    fn one_in_half_a_minute_and_twenty_five_in_any_day_are_opened() {
        let mut opened = OpenedConversations::default();
        let times = (0..3 * 86_400).filter(|second| count(&mut opened, MOST, at(*second)));
        let times: Vec<i64> = times.collect();
        assert!(times.windows(2).all(|times| times[1] - times[0] >= 30), "{times:?}");
        assert!(times.windows(26).all(|times| times[25] - times[0] >= 86_400), "{times:?}");
        assert_eq!(times.len(), 3 * 25);
    }

    #[test]
    fn none_is_opened_in_the_hour_after_discord_said_that_they_are_too_many() {
        let mut opened =
            OpenedConversations { refused_at: Some(at(0)), ..OpenedConversations::default() };
        assert_eq!(closed_until(&opened, MOST, at(10)), Some(at(3_600)));
        assert!(!count(&mut opened, MOST, at(3_599)));
        assert!(count(&mut opened, MOST, at(3_600)));
    }

    #[test]
    fn a_clock_that_was_set_back_closes_nothing_for_long() {
        let mut opened = OpenedConversations::default();
        assert!(count(&mut opened, MOST, at(1_000_000)));
        assert!(count(&mut opened, MOST, at(0)));
        assert!(!count(&mut opened, MOST, at(-10)));
    }
}
