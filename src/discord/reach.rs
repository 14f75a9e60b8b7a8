//! Places where we are no member: a person brought us along. There we answer those who ask, and
//! what nobody asks for is told in private; nothing else is tried.

use super::bot::Bot;
use super::message::Message;
use super::request::Request;
use super::taste::Taste;
use super::telling::News;
use super::wire::{Answered, Door, WireError};
use crate::hall::{Chain, ControlMessage, Notice, Reach, Store, StoreError};
use crate::table::{Event, Place, PlayerId, TableId};
use crate::words::{self, Line};

impl<S: Store> Bot<S> {
    /// Notes what we can do where a request comes from.
    pub(super) async fn note_reach(&self, request: &Request) -> Result<(), StoreError> {
        let spot = &request.spot;
        let reach = if spot.is_member { Reach::Member } else { Reach::AnswersOnly };
        if self.hall.store().reach(spot.place).await? != reach {
            self.hall.store().keep_reach(spot.place, reach).await?;
        }
        Ok(())
    }

    /// Whether we can look, write and change things in a place of our own accord.
    pub(super) async fn can_act(&self, place: Place) -> bool {
        let reach = self.hall.store().reach(place).await;
        reach.is_ok_and(|reach| reach == Reach::Member)
    }

    /// Old messages of a table are to lose their controls.
    pub(super) async fn strip(&self, table: TableId, old: Vec<ControlMessage>) {
        if old.is_empty() {
            return;
        }
        let messages: Vec<u64> = old.iter().map(|it| it.message).collect();
        if let Err(error) = self.hall.store().strip_later(table, old).await {
            tracing::error!(error = %Chain(&error), table = table.0, "an old board keeps its controls");
        }
        messages.into_iter().for_each(|message| self.worn.hurry(message));
    }

    /// Notes a message with buttons that is no board, until the next board.
    pub(super) async fn note_offer(&self, table: TableId, offer: ControlMessage) {
        if let Err(error) = self.hall.store().note_offer(table, offer).await {
            tracing::error!(error = %Chain(&error), table = table.0, "an offer keeps its controls");
        }
    }

    /// Brings a notice to where we can answer and no more: in the place of an answer that was
    /// promised, or else in private to those whom it concerns.
    pub(super) async fn bring_by_answer(
        &self,
        door: Option<Door<'_>>,
        notice: &Notice,
        news: &News<'_>,
        message: &Message,
    ) -> Result<Option<u64>, WireError> {
        if let Some(door) = door {
            match self.wire.answered(door).await? {
                Answered::With(found) => return Ok(Some(found)),
                Answered::Promised => match self.wire.fill(door, message).await {
                    Ok(filled) => {
                        self.call(door, message).await;
                        return Ok(filled);
                    }
                    Err(WireError::Gone(_) | WireError::TooLate) => {}
                    Err(error) => return Err(error),
                },
                Answered::Never => {}
            }
        }
        for player in concerned(news) {
            match self.tell_alone(player, notice, news).await {
                Err(error @ WireError::Unsure(_)) => return Err(error),
                Err(error) => {
                    tracing::warn!(table = notice.id.table.0, error = %Chain(&error), "a player cannot be told");
                }
                Ok(_) => {}
            }
        }
        Ok(None)
    }

    /// Tells one person alone, in their own language, and how they get at the board.
    async fn tell_alone(
        &self,
        player: PlayerId,
        notice: &Notice,
        news: &News<'_>,
    ) -> Result<Option<u64>, WireError> {
        let taste: Taste = self.taste_of(player).await;
        let mut message = news.message(&taste);
        let place = format!("<#{}>", notice.place.0);
        let hint = words::line(&Line::CannotPost { place: &place }, taste.language);
        message.text = format!("{}\n-# {hint}", message.text);
        message.rows.clear();
        message.ping = Some(player);
        self.wire.post_to(player, &message, &super::deliver::mark(notice)).await
    }
}

/// Whom a notice concerns: whom it calls, and both where time did it.
fn concerned(news: &News<'_>) -> Vec<PlayerId> {
    let is_end = news.events.iter().any(|event| matches!(event, Event::Ended(_)));
    if news.by.is_none() && is_end {
        return news.row.table.players();
    }
    news.calls().into_iter().collect()
}
