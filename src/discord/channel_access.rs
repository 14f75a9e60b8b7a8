//! Places where we are no member: a person brought us along. There we answer those who ask, and
//! what nobody asks for is told in private; nothing else is tried.

use jiff::SignedDuration;

use super::announcement::Announcement;
use super::api::{ApiError, InteractionHandle, Original, ShownTo};
use super::bot::Bot;
use super::interaction::Request;
use super::message::Message;
use super::preferences::Preferences;
use crate::i18n::{self, Line};
use crate::service::{
    ChannelAccess, ControlMessage, ErrorChain, OutboxEntry, Profile, Store, StoreError,
};
use crate::table::{ChannelId, Event, MessageId, PlayerId, TableId};

/// For how long Discord is trusted to know what was posted before.
const JUST_NOW: SignedDuration = SignedDuration::from_mins(1);

impl<S: Store> Bot<S> {
    /// Notes what we can do where a request comes from.
    pub(super) async fn note_reach(&self, request: &Request) -> Result<(), StoreError> {
        let origin = &request.origin;
        let reach =
            if origin.is_member { ChannelAccess::Member } else { ChannelAccess::AnswersOnly };
        if self.service.store().channel_access(origin.place).await? != reach {
            self.service.store().set_channel_access(origin.place, reach).await?;
        }
        Ok(())
    }

    /// Notes that a player reads a place: whoever does something there does.
    pub(super) async fn note_reader(
        &self,
        player: PlayerId,
        place: ChannelId,
    ) -> Result<(), StoreError> {
        let store = self.service.store();
        if !store.is_reader(player, place).await? {
            store.add_reader(player, place).await?;
        }
        Ok(())
    }

    /// Whether we can look, write and change things in a place of our own accord.
    pub(super) async fn can_act(&self, place: ChannelId) -> bool {
        let reach = self.service.store().channel_access(place).await;
        reach.is_ok_and(|reach| reach == ChannelAccess::Member)
    }

    /// Old messages of a table are to lose their controls.
    pub(super) async fn strip(&self, table: TableId, old: Vec<ControlMessage>) {
        if old.is_empty() {
            return;
        }
        let messages: Vec<u64> = old.iter().map(|it| it.message).collect();
        if let Err(error) = self.service.store().queue_cleanup(table, old).await {
            tracing::error!(error = %ErrorChain(&error), table = table.0, "an old board keeps its controls");
        }
        for message in messages {
            self.worn.hurry(message);
        }
    }

    /// Notes a message with buttons that is no board, until the next board.
    pub(super) async fn note_offer(&self, table: TableId, offer: ControlMessage) {
        if let Err(error) = self.service.store().add_offer(table, offer).await {
            tracing::error!(error = %ErrorChain(&error), table = table.0, "an offer keeps its controls");
        }
    }

    /// Brings a notice to where we can answer and no more: in the place of an answer that was
    /// promised, or else in private to those whom it concerns.
    pub(super) async fn bring_by_answer(
        &self,
        handle: Option<InteractionHandle<'_>>,
        notice: &OutboxEntry,
        news: &Announcement<'_>,
        message: &Message,
    ) -> Result<Option<MessageId>, ApiError> {
        if let Some(handle) = handle {
            match self.api.original(handle).await? {
                Original::Message(found) => return Ok(Some(found)),
                Original::Deferred => match self.api.edit_original(handle, message).await {
                    Ok(ShownTo::All(edited)) => {
                        self.call(handle, message).await;
                        return Ok(edited);
                    }
                    Ok(ShownTo::Caller) | Err(ApiError::Gone(_) | ApiError::TooLate) => {}
                    Err(error) => return Err(error),
                },
                Original::None => {}
            }
        }
        self.tell_concerned(notice, news, None).await?;
        Ok(None)
    }

    /// Tells those whom a notice concerns in private, where the place of its table cannot be told.
    /// For who cannot be told so either it is kept until they do something.
    pub(super) async fn tell_concerned(
        &self,
        notice: &OutboxEntry,
        news: &Announcement<'_>,
        why: Option<&ApiError>,
    ) -> Result<(), ApiError> {
        for player in concerned(news) {
            match self.tell_alone(player, notice, news, why).await {
                Ok(()) => {}
                Err(error @ ApiError::Unsure(_)) => return Err(error),
                Err(error) => {
                    tracing::info!(table = notice.id.table.0, error = %ErrorChain(&error), "what a player cannot be told is kept for them");
                    self.keep_for(player, notice).await?;
                }
            }
        }
        Ok(())
    }

    async fn keep_for(&self, player: PlayerId, notice: &OutboxEntry) -> Result<(), ApiError> {
        self.service.store().add_missed(player, notice.clone()).await.map_err(|error| {
            tracing::error!(table = notice.id.table.0, error = %ErrorChain(&error), "what a player cannot be told is not kept");
            ApiError::Unsure("it could not be kept".to_owned())
        })
    }

    /// Tells one person alone, in their own language, and how they get at the board.
    async fn tell_alone(
        &self,
        player: PlayerId,
        notice: &OutboxEntry,
        news: &Announcement<'_>,
        why: Option<&ApiError>,
    ) -> Result<(), ApiError> {
        let preferences: Preferences = self.taste_of(player).await;
        let mut message = news.message(&preferences);
        if !matches!(why, Some(ApiError::Gone(_))) {
            let place = format!("<#{}>", notice.channel.0);
            let hint = i18n::line(&Line::CannotPost { place: &place }, preferences.language);
            message.text = format!("{}\n-# {hint}", message.text);
        }
        message.rows.clear();
        message.ping = Some(player);
        let mark = super::outbox::mark(notice);
        let known = self.service.store().profile(player).await.ok().flatten();
        if let Some(place) = known.and_then(|person| person.conversation) {
            match self.say_once(place, notice, &message, &mark).await {
                // It may be another one by now.
                Err(ApiError::Gone(_)) => {}
                other => return other,
            }
        }
        let place = self.api.open_conversation(player).await?;
        let change = move |it: &mut Profile| it.conversation = Some(place);
        if let Err(error) = self.service.store().update_profile(player, change).await {
            tracing::warn!(error = %ErrorChain(&error), "a conversation is not remembered");
        }
        self.say_once(place, notice, &message, &mark).await
    }

    /// Says in a place what is owed, unless it was said there already.
    pub(super) async fn say_once(
        &self,
        place: ChannelId,
        notice: &OutboxEntry,
        message: &Message,
        mark: &str,
    ) -> Result<(), ApiError> {
        let age = self.service.clock().now().duration_since(notice.made_at);
        let is_first = notice.attempts == 0 && age < JUST_NOW;
        if is_first || self.find_in(place, notice, message).await?.is_none() {
            self.api.post(place, message, mark).await?;
        }
        Ok(())
    }
}

/// Whom a notice concerns: whom it calls, and both where time did it.
fn concerned(news: &Announcement<'_>) -> Vec<PlayerId> {
    let is_end = news.events.iter().any(|event| matches!(event, Event::Ended(_)));
    if news.by.is_none() && is_end {
        return news.row.table.players();
    }
    news.calls().into_iter().collect()
}
