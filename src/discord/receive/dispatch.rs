//! Reads interactions, gives each to the command that it names, and responds with its reply.

use std::pin::pin;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use metrics::{counter, histogram};
use serde_json::Value;
use serenity::all::Interaction;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::{Instant, timeout_at};

use super::respond;
use crate::discord::api::ApiError;
use crate::discord::commands;
use crate::discord::limits::DEFERRED_AFTER;
use crate::discord::outbox::deliver::{self, Pending};
use crate::discord::outbox::response::{self, is_answered_by_message};
use crate::discord::outbox::{Delivery, missed};
use crate::discord::shared::bot::Bot;
use crate::discord::shared::channel_access;
use crate::discord::shared::context::{Announced, Caller, Ctx, noted, request_context};
use crate::discord::shared::interaction::{Payload, Request, User};
use crate::discord::shared::open_conversation;
use crate::discord::view::message::Message;
use crate::discord::view::preferences::Preferences;
use crate::discord::view::reply::{Answer, Reply};
use crate::discord::view::visibility::Visibility;
use crate::monitoring::{INTERACTIONS, RESPONSE_SECONDS};
use crate::service::{
    ErrorChain, Profile, ServiceError, StoreError, StoredTable, Visit, count_calls,
};
use kradan_i18n::{self as i18n, Counts, Language, Line};
use kradan_table::{ChannelId, PlayerId};

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
        let ((), store_calls) = count_calls(self.handle_request(&request, arrived)).await;
        tracing::debug!(store_calls, "an interaction is handled");
    }

    async fn handle_request(&self, request: &Request, arrived: Instant) {
        self.delivery.newest.fetch_max(request.interaction.0, Ordering::Relaxed);
        // What follows a response that is still deferred would take its place before everybody.
        let caller = OnceLock::new();
        let is_taken = Box::pin(self.respond(request, &caller, arrived)).await;
        let elsewhere = {
            let mut elsewhere = self.bot.elsewhere.lock().unwrap_or_else(PoisonError::into_inner);
            elsewhere.remove(&request.interaction)
        };
        let asks_venue = self.bot.venue_questions.take(request.interaction);
        if is_taken {
            histogram!(RESPONSE_SECONDS).record(arrived.elapsed());
            if asks_venue {
                commands::ask_venue(&self.bot, request).await;
            }
            commands::tell_of_open_challenge(&self.bot, request).await;
            if let Some(caller) = caller.get() {
                missed::show(&self.bot, request, caller).await;
            }
            open_conversation::open_wanted(&self.bot, request).await;
            if let Some(entry) = elsewhere {
                response::tell_if_not_shown_elsewhere(&self.bot, request, &entry).await;
            }
        }
    }

    /// Responds to a request, and returns whether Discord took the response.
    async fn respond(
        &self,
        request: &Request,
        caller: &OnceLock<Caller>,
        arrived: Instant,
    ) -> bool {
        let mut work = pin!(self.work(request, caller));
        if let Some((reply, _permit)) = before_deferral(arrived, &mut work).await {
            return respond::reply(&self.bot, request, reply).await;
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
            Deferred::Yes => respond::reply_deferred(&self.bot, request, reply).await,
            Deferred::No | Deferred::Unsure => respond::reply(&self.bot, request, reply).await,
            Deferred::ByAnother => {
                respond::leave_to_another(&self.bot, request, reply).await;
                false
            }
        }
    }

    /// Runs a request, and waits until what happened may be announced. With the permit that comes with the
    /// reply it is drawn and sent; nobody has one while they wait for their turn.
    async fn work(
        &self,
        request: &Request,
        caller: &OnceLock<Caller>,
    ) -> (Reply, Option<SemaphorePermit<'_>>) {
        let mut permit = self.at_once.acquire().await.ok();
        let mut reply = self.run_or_explain(request, caller).await;
        if let Reply::Announcement(turn) = &mut reply {
            drop(permit.take());
            let mut pending = deliver::wait_for_turn(&self.bot, turn).await;
            permit = self.at_once.try_acquire().ok();
            if permit.is_none() {
                permit = self.at_once.acquire().await.ok();
                // Another process may have announced it meanwhile.
                pending = pending.and(deliver::pending(self.bot.service.store(), turn).await);
            }
            if pending == Pending::No {
                reply = Reply::Nothing;
            }
        }
        (reply, permit)
    }

    async fn run_or_explain(&self, request: &Request, caller: &OnceLock<Caller>) -> Reply {
        let (caller, visited) = match self.visit(request).await {
            Ok((visitor, visited)) => (caller.get_or_init(|| visitor), visited),
            Err(error) => {
                count(request, "failed");
                return failed(&error, Language::of_locale(&request.user.locale));
            }
        };
        let answer = self.run(request, caller, visited).await;
        count(request, result_in_metrics(&answer));
        match answer {
            Ok(reply) => reply,
            Err(error) => {
                if let Some(reply) = self.done_before(request, caller).await {
                    return reply;
                }
                if let ServiceError::Refused { id, .. } = &error {
                    self.delivery.hurry(*id);
                }
                commands::explain(&self.bot, request, caller, error).await
            }
        }
    }

    /// Gives a request to the command that it names, or whose control was used.
    async fn run(
        &self,
        request: &Request,
        caller: &Caller,
        visited: Option<StoredTable>,
    ) -> Answer {
        let ctx = Ctx { bot: &self.bot, request, caller, visited: Mutex::new(visited) };
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

    /// Loads the caller and the table whose control they used, and stores what is new of the caller and the
    /// channel.
    async fn visit(&self, request: &Request) -> Result<(Caller, Option<StoredTable>), StoreError> {
        let (user, channel) = (&request.user, request.origin.channel);
        let visit = self.bot.service.visit(user.id, channel, request.table()).await?;
        // At once: each may wait for a group of writes.
        let ((), (), person) = tokio::try_join!(
            channel_access::note(&self.bot, request, &visit),
            self.note_reader(user.id, channel, &visit),
            self.note_names(request, &visit),
        )?;
        self.bot.conversations.note(user.id, &person);
        let preferences = Preferences::of(&person);
        let caller = Caller { id: user.id, person, preferences, has_missed: visit.has_missed };
        Ok((caller, visit.table))
    }

    async fn note_reader(
        &self,
        player: PlayerId,
        channel: ChannelId,
        visit: &Visit,
    ) -> Result<(), StoreError> {
        if visit.is_reader {
            return Ok(());
        }
        self.bot.service.store().add_reader(player, channel).await
    }

    /// Stores the name and the language of a user as they are now, and returns their profile.
    async fn note_names(&self, request: &Request, visit: &Visit) -> Result<Profile, StoreError> {
        let (conversation, server) = (request.origin.our_conversation(), request.origin.guild);
        let User { id, name, display_name, locale, .. } = request.user.clone();
        let is_as_known = |known: &&Profile| {
            (&known.name, &known.locale) == (&display_name, &locale)
                && known.name_on(server) == name
                && conversation.is_none_or(|_| known.conversation == conversation)
        };
        if let Some(known) = visit.profile.as_ref().filter(is_as_known) {
            return Ok(known.clone());
        }
        let change = move |profile: &mut Profile| {
            profile.set_names(&display_name, server.map(|server| (server, name.as_str())));
            profile.locale.clone_from(&locale);
            profile.conversation = conversation.or(profile.conversation);
        };
        self.bot.service.store().update_profile(id, Box::new(change)).await
    }

    /// Asks Discord whether the response was deferred.
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
                tracing::warn!(error = %ErrorChain(&error), "response not deferred");
                if let ApiError::Unsure(_) = error { Deferred::Unsure } else { Deferred::No }
            }
        }
    }
}

/// Counts a request by what came of it.
fn count(request: &Request, result: &'static str) {
    let command = commands::name_in_metrics(request);
    counter!(INTERACTIONS, "command" => command, "result" => result).increment(1);
}

fn result_in_metrics(answer: &Answer) -> &'static str {
    match answer {
        Ok(Reply::Suggest(_)) => "suggested",
        Ok(_) => "done",
        Err(error) if error.is_failure() => "failed",
        Err(_) => "refused",
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
    tracing::error!(error = %ErrorChain(error), "request failed: the store failed");
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
