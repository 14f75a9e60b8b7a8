//! The bot: it hears interactions, has them done, and answers.

use std::collections::HashSet;
use std::pin::pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use serenity::all::Interaction;
use tokio::time::timeout;

use super::api::limits::DEFERRED_AFTER;
use super::api::{Api, ApiError, InteractionHandle};
use super::cleanup::Worn;
use super::interaction::{Asker, Request, RequestKind};
use super::message::Message;
use super::outbox::Owed;
use super::panels::Panels;
use super::preferences::Preferences;
use super::visibility::visibility;
use crate::i18n::{self, Counts, Language, Line};
use crate::service::{
    Committed, ErrorChain, InteractionId, InteractionToken, Profile, RequestContext, ServiceError,
    Store, StoreError, TableService,
};
use crate::table::{ApplicationId, PlayerId, TableId};

/// The bot, whichever way interactions come to it.
#[derive(Debug)]
pub struct Bot<S> {
    pub(super) service: Arc<TableService<S>>,
    pub(super) api: Arc<Api>,
    pub(super) panels: Panels,
    pub(super) worn: Worn,
    /// The tables at which somebody asked who has not seen what they owe.
    pub(super) hurried: Mutex<HashSet<TableId>>,
    /// The players who are being shown what was kept for them.
    pub(super) shown_kept: Mutex<HashSet<PlayerId>>,
    /// The number of the newest interaction that was heard; zero before the first.
    pub(super) newest: AtomicU64,
}

/// What an interaction is answered with.
#[derive(Debug)]
pub(super) enum Reply {
    /// Something happened, and the answer is what tells the world.
    Announcement(Box<Committed>),
    Public(Message),
    /// Who asked sees it, and nobody else.
    Private(Message),
    /// The message whose button was pressed becomes this.
    Change(Message),
    /// What an option can be: what is shown, and what is meant.
    Suggest(Vec<(String, String)>),
    /// Everything is said.
    Nothing,
}

/// Whether Discord was told that an answer takes a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Deferred {
    Yes,
    No,
    /// Nobody knows whether it was.
    Unsure,
    /// The same interaction is here twice, and the other one has given an answer: it is not ours
    /// to change or to take away.
    ByAnother,
}

/// Who asks, with all that is known of them.
#[derive(Debug)]
pub(super) struct Caller {
    pub(super) id: PlayerId,
    pub(super) person: Profile,
    pub(super) preferences: Preferences,
}

impl Caller {
    pub(super) fn language(&self) -> Language {
        self.preferences.language
    }

    pub(super) fn say(&self, line: &Line<'_>) -> String {
        i18n::line(line, self.preferences.language)
    }

    /// A line for whoever asked alone.
    pub(super) fn told(&self, line: &Line<'_>) -> Reply {
        Reply::Private(Message::of(self.say(line)))
    }
}

impl<S: Store> Bot<S> {
    pub(super) fn new(service: Arc<TableService<S>>, api: Arc<Api>) -> Bot<S> {
        Bot {
            service,
            api,
            panels: Panels::default(),
            worn: Worn::default(),
            hurried: Mutex::default(),
            shown_kept: Mutex::default(),
            newest: AtomicU64::new(0),
        }
    }

    /// Answers an interaction: reads it, has it done, says what came of it.
    pub async fn handle(&self, interaction: &Interaction) {
        let Some(request) = Request::read(interaction) else { return };
        self.newest.fetch_max(request.interaction, Ordering::Relaxed);
        self.handle_request(&request).await;
        self.show_kept(&request).await;
    }

    async fn handle_request(&self, request: &Request) {
        let mut work = pin!(self.work(request));
        if let Ok(reply) = timeout(DEFERRED_AFTER, &mut work).await {
            return self.say(request, reply).await;
        }
        let mut deferred = self.defer(request).await;
        let reply = work.await;
        if deferred == Deferred::Unsure {
            let is_deferred = self.is_deferred(request).await;
            deferred = if is_deferred { Deferred::Yes } else { Deferred::No };
        }
        match deferred {
            Deferred::Yes => self.say_late(request, reply).await,
            Deferred::No | Deferred::Unsure => self.say(request, reply).await,
            Deferred::ByAnother => self.leave_to_another(reply).await,
        }
    }

    /// Has a request done, and waits until it may be spoken of.
    async fn work(&self, request: &Request) -> Reply {
        let caller = match self.caller(request).await {
            Ok(caller) => caller,
            Err(error) => return failed(&error, Language::of_locale(&request.asker.locale)),
        };
        let reply = match self.fulfil(request, &caller).await {
            Ok(reply) => reply,
            Err(declined) => match self.done_before(request, &caller).await {
                Some(reply) => reply,
                None => self.declined(request, &caller, declined).await,
            },
        };
        match reply {
            Reply::Announcement(mut turn) => match self.await_voice(&mut turn).await {
                Owed::Still => Reply::Announcement(turn),
                Owed::NoLonger => Reply::Nothing,
            },
            other => other,
        }
    }

    /// What is asked, done.
    async fn fulfil(&self, request: &Request, caller: &Caller) -> Result<Reply, ServiceError> {
        match &request.what {
            RequestKind::SlashCommand(slash) => self.slash(request, caller, slash).await,
            RequestKind::Complete(complete) => Ok(self.complete(request, caller, complete).await),
            RequestKind::Press(control, value) => {
                self.press(request, caller, control, value.as_deref()).await
            }
            RequestKind::Unknown => Ok(caller.told(&Line::UnknownInteraction)),
        }
    }

    /// What answers an interaction that came twice and was done the first time: it must not be told
    /// that it comes too late, for what it sees is what it has done itself.
    async fn done_before(&self, request: &Request, caller: &Caller) -> Option<Reply> {
        let turn =
            self.service.previous_answer(&asked(request, Announced::ByAnswer)).await.ok()??.ok()?;
        Some(match &turn.entry {
            None => Self::noted(caller, &turn),
            Some(notice) if notice.answer.is_some() => Reply::Announcement(Box::new(turn)),
            Some(_) => caller.told(&Line::AlreadyDone),
        })
    }

    /// Who asks. Their name and language are kept as they are now.
    async fn caller(&self, request: &Request) -> Result<Caller, StoreError> {
        let asker = &request.asker;
        // One wait for all of these: each may fall into the writing of a group.
        let (known, (), ()) = tokio::try_join!(
            self.service.store().profile(asker.id),
            self.note_reach(request),
            self.note_reader(asker.id, request.origin.place),
        )?;
        let conversation = request.origin.our_conversation();
        let is_as_known = |it: &Profile| {
            (&it.name, &it.locale) == (&asker.name, &asker.locale)
                && conversation.is_none_or(|_| it.conversation == conversation)
        };
        let person = if let Some(person) = known.filter(is_as_known) {
            person
        } else {
            let Asker { name, locale, .. } = asker.clone();
            let change = move |it: &mut Profile| {
                (it.name, it.locale) = (name, locale);
                it.conversation = conversation.or(it.conversation);
            };
            self.service.store().update_profile(asker.id, change).await?
        };
        Ok(Caller { id: asker.id, preferences: Preferences::of(&person), person })
    }

    /// The taste of a player; that of somebody never seen is the usual one.
    pub(super) async fn taste_of(&self, player: PlayerId) -> Preferences {
        match self.service.store().profile(player).await {
            Ok(person) => Preferences::of(&person.unwrap_or_default()),
            Err(_) => Preferences::default(),
        }
    }

    /// Whether Discord was told that the answer takes a moment, though it did not say so.
    async fn is_deferred(&self, request: &Request) -> bool {
        self.api.is_deferred(handle(request)).await.unwrap_or(false)
    }

    /// Tells Discord that the answer takes a moment.
    async fn defer(&self, request: &Request) -> Deferred {
        if matches!(request.what, RequestKind::Complete(_)) {
            return Deferred::No;
        }
        match self.api.defer(handle(request), visibility(request)).await {
            Ok(()) => Deferred::Yes,
            Err(ApiError::Answered) => Deferred::ByAnother,
            Err(error) => {
                tracing::warn!(error = %ErrorChain(&error), "an answer could not be put off");
                if let ApiError::Unsure(_) = error { Deferred::Unsure } else { Deferred::No }
            }
        }
    }
}

/// How a request can be answered.
pub(super) fn handle(request: &Request) -> InteractionHandle<'_> {
    InteractionHandle {
        application: ApplicationId(request.application),
        interaction: InteractionId(request.interaction),
        token: &request.token,
    }
}

/// How the world is told of what somebody asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Announced {
    /// By the answer to it.
    ByAnswer,
    /// By a message of its own: the answer is for the asker alone.
    ByNotice,
}

/// Who asks, for the hall: with the answer at hand where it is what tells the world.
pub(super) fn asked(request: &Request, told: Announced) -> RequestContext {
    let interaction = InteractionId(request.interaction);
    let answer = match told {
        Announced::ByAnswer => Some(InteractionToken { interaction, token: request.token.clone() }),
        Announced::ByNotice => None,
    };
    RequestContext { interaction, player: request.asker.id, answer }
}

/// A table's number as a player gives it: what was chosen from a list.
pub(super) fn table_id(text: &str) -> Option<TableId> {
    text.trim().parse().ok().map(TableId)
}

/// Something of ours broke before anything was changed.
fn failed(error: &StoreError, language: Language) -> Reply {
    tracing::error!(error = %ErrorChain(error), "a request failed");
    let line = Line::Failed { counts: Counts::No };
    Reply::Private(Message::of(i18n::line(&line, language)))
}
