//! Reads interactions, gives each to the command that it names, and responds with its reply.

use std::pin::pin;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};

use serde_json::Value;
use serenity::all::Interaction;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::{Instant, timeout_at};

use crate::discord::api::ApiError;
use crate::discord::commands;
use crate::discord::limits::DEFERRED_AFTER;
use crate::discord::outbox::{Delivery, Pending, is_answered_by_message};
use crate::discord::shared::bot::Bot;
use crate::discord::shared::context::{Announced, Caller, Ctx, noted, request_context};
use crate::discord::shared::interaction::{Payload, Request, User};
use crate::discord::view::message::Message;
use crate::discord::view::preferences::Preferences;
use crate::discord::view::reply::{Answer, Reply};
use crate::discord::view::visibility::Visibility;
use crate::service::{ErrorChain, Profile, ServiceError, StoreError};
use kradan_i18n::{self as i18n, Counts, Language, Line};

/// The most interactions that are dealt with at once, with their pictures. Others are deferred, and wait.
const AT_ONCE_MAX: usize = 256;

/// Whether the response to an interaction is deferred.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Deferred {
    Yes,
    No,
    /// Discord did not say whether it took the request to defer.
    Unsure,
    /// The same interaction came twice, and the other one was responded to: that response must not
    /// be edited or deleted.
    ByAnother,
}

/// Handles interactions over the bot and its outbox.
#[derive(Debug)]
pub(crate) struct Dispatcher {
    pub(crate) bot: Arc<Bot>,
    pub(crate) delivery: Delivery,
    at_once: Semaphore,
}

impl Dispatcher {
    pub(crate) fn new(bot: Arc<Bot>) -> Dispatcher {
        let delivery = Delivery::new(Arc::clone(&bot));
        Dispatcher { delivery, bot, at_once: Semaphore::new(AT_ONCE_MAX) }
    }

    /// Reads an interaction that arrived at some time, responds to it, and shows the caller what they
    /// missed.
    pub(crate) async fn handle(&self, interaction: &Interaction, data: &Value, arrived: Instant) {
        let Some(request) = Request::read(interaction, data) else { return };
        self.delivery.newest.fetch_max(request.interaction.0, Ordering::Relaxed);
        // What follows a response that is still deferred would take its place before everybody.
        let is_taken = Box::pin(self.handle_request(&request, arrived)).await;
        let elsewhere = {
            let mut elsewhere = self.bot.elsewhere.lock().unwrap_or_else(PoisonError::into_inner);
            elsewhere.remove(&request.interaction)
        };
        let asks_venue = self.bot.venue_questions.take(request.interaction);
        if is_taken {
            if asks_venue {
                commands::ask_venue(&self.bot, &request).await;
            }
            commands::tell_of_open_challenge(&self.bot, &request).await;
            self.bot.show_missed(&request).await;
            self.bot.open_wanted_conversation(&request).await;
            if let Some(entry) = elsewhere {
                self.delivery.tell_if_not_shown_elsewhere(&request, &entry).await;
            }
        }
    }

    /// Responds to a request, and returns whether Discord took the response.
    async fn handle_request(&self, request: &Request, arrived: Instant) -> bool {
        let mut work = pin!(self.work(request));
        if let Some((reply, _permit)) = before_deferral(arrived, &mut work).await {
            return self.delivery.reply(request, reply).await;
        }
        if request.is_autocomplete() {
            // Nobody waits for suggestions any more.
            return false;
        }
        let mut deferred = self.defer(request).await;
        let (reply, _permit) = work.await;
        if deferred == Deferred::Unsure {
            let is_deferred = self.is_deferred(request).await;
            deferred = if is_deferred { Deferred::Yes } else { Deferred::No };
        }
        match deferred {
            Deferred::Yes => self.delivery.reply_deferred(request, reply).await,
            Deferred::No | Deferred::Unsure => self.delivery.reply(request, reply).await,
            Deferred::ByAnother => {
                self.delivery.leave_to_another(request, reply).await;
                false
            }
        }
    }

    /// Runs a request, and waits until what happened may be announced. With the permit that comes with the
    /// reply it is drawn and sent; nobody has one while they wait for their turn.
    async fn work(&self, request: &Request) -> (Reply, Option<SemaphorePermit<'_>>) {
        let mut permit = self.at_once.acquire().await.ok();
        let mut reply = self.run_or_explain(request).await;
        if let Reply::Announcement(turn) = &mut reply {
            drop(permit.take());
            let mut pending = self.delivery.wait_for_turn(turn).await;
            permit = self.at_once.try_acquire().ok();
            if permit.is_none() {
                permit = self.at_once.acquire().await.ok();
                // Another process may have announced it meanwhile.
                pending = pending.and(self.delivery.pending(turn).await);
            }
            if pending == Pending::No {
                reply = Reply::Nothing;
            }
        }
        (reply, permit)
    }

    async fn run_or_explain(&self, request: &Request) -> Reply {
        let caller = match self.caller(request).await {
            Ok(caller) => caller,
            Err(error) => return failed(&error, Language::of_locale(&request.user.locale)),
        };
        match self.run(request, &caller).await {
            Ok(reply) => reply,
            Err(error) => {
                if let Some(reply) = self.done_before(request, &caller).await {
                    return reply;
                }
                if let ServiceError::Refused { id, .. } = &error {
                    self.delivery.hurry(*id);
                }
                commands::explain::explain(&self.bot, request, &caller, error).await
            }
        }
    }

    /// Gives a request to the command that it names, or whose control was used.
    async fn run(&self, request: &Request, caller: &Caller) -> Answer {
        let ctx = Ctx { bot: &self.bot, request, caller };
        match &request.payload {
            Payload::Command { name, options } => commands::run(&ctx, name, options).await,
            Payload::Autocomplete { name, option, typed, options } => {
                let suggestions = commands::complete(&ctx, name, (option, typed), options).await;
                Ok(Reply::Suggest(suggestions))
            }
            Payload::Component { custom_id, value, .. } => {
                commands::press(&ctx, custom_id, value.as_deref()).await
            }
        }
    }

    /// The reply to an interaction that came twice and was done the first time: its caller sees the
    /// result again, and no refusal.
    async fn done_before(&self, request: &Request, caller: &Caller) -> Option<Reply> {
        let request = request_context(request, Announced::InResponse);
        let committed = self.bot.service.previous_answer(&request).await.ok()??.ok()?;
        Some(match &committed.entry {
            None if committed.events.is_empty() => caller.ephemeral(&Line::AlreadyDone),
            None => noted(caller, &committed),
            Some(entry) if entry.answer.is_some() => Reply::Announcement(Box::new(committed)),
            Some(_) => caller.ephemeral(&Line::AlreadyDone),
        })
    }

    /// Loads the caller, and stores their name and language as they are now.
    async fn caller(&self, request: &Request) -> Result<Caller, StoreError> {
        let user = &request.user;
        // At once: each may wait for a group of writes.
        let (known, (), ()) = tokio::try_join!(
            self.bot.service.store().profile(user.id),
            self.bot.note_access(request),
            self.bot.note_reader(user.id, request.origin.channel),
        )?;
        let (conversation, server) = (request.origin.our_conversation(), request.origin.guild);
        let is_as_known = |it: &Profile| {
            (&it.name, &it.locale) == (&user.display_name, &user.locale)
                && it.name_on(server) == user.name
                && conversation.is_none_or(|_| it.conversation == conversation)
        };
        let person = if let Some(person) = known.filter(is_as_known) {
            person
        } else {
            let User { name, display_name, locale, .. } = user.clone();
            let change = move |it: &mut Profile| {
                it.set_names(&display_name, server.map(|server| (server, name.as_str())));
                it.locale.clone_from(&locale);
                it.conversation = conversation.or(it.conversation);
            };
            self.bot.service.store().update_profile(user.id, Box::new(change)).await?
        };
        self.bot.conversations.note(user.id, &person);
        let preferences = Preferences::of(&person);
        Ok(Caller { id: user.id, person, preferences })
    }

    /// Whether a response is deferred of which that is not known.
    async fn is_deferred(&self, request: &Request) -> bool {
        self.bot.api.is_deferred(request.handle()).await.unwrap_or(false)
    }

    /// Defers the response to a request.
    async fn defer(&self, request: &Request) -> Deferred {
        let visibility = commands::visibility(request);
        let deferred = if visibility == Visibility::Public && is_answered_by_message(request) {
            self.bot.api.acknowledge(request.handle()).await
        } else {
            self.bot.api.defer(request.handle(), visibility).await
        };
        match deferred {
            Ok(()) => Deferred::Yes,
            Err(ApiError::Answered) => Deferred::ByAnother,
            Err(error) => {
                tracing::warn!(error = %ErrorChain(&error), "an answer could not be put off");
                if let ApiError::Unsure(_) = error { Deferred::Unsure } else { Deferred::No }
            }
        }
    }
}

/// The result of some work, if it is there before the response is deferred. The time counts from the
/// arrival of the interaction, for this process may have been busy since. Its id tells when Discord made
/// it, but by Discord's clock: beside a wrong one here, all would be deferred at once, or none in time.
async fn before_deferral<T>(arrived: Instant, work: impl Future<Output = T>) -> Option<T> {
    timeout_at(arrived + DEFERRED_AFTER, work).await.ok()
}

/// The reply where the store failed before anything was changed.
fn failed(error: &StoreError, language: Language) -> Reply {
    tracing::error!(error = %ErrorChain(error), "a request failed");
    let line = Line::Failed { counts: Counts::No };
    Reply::Private(Message::of(i18n::line(&line, language)))
}

#[cfg(test)]
mod tests {
    use std::future::ready;
    use std::time::Duration;

    use tokio::time::sleep;

    use super::*;

    #[tokio::test]
    async fn the_time_before_a_deferral_counts_from_the_arrival() {
        let now = Instant::now();
        // The process was busy.
        let before = now.checked_sub(DEFERRED_AFTER).unwrap();
        let in_time_for_itself = sleep(DEFERRED_AFTER - Duration::from_millis(100));
        assert_eq!(before_deferral(before, in_time_for_itself).await, None);
        assert_eq!(before_deferral(before, ready(())).await, Some(()));
        assert_eq!(before_deferral(now, tokio::task::yield_now()).await, Some(()));
    }
}
