//! Saying what came of a request, to whoever asked and to the world.

use jiff::{SignedDuration, Timestamp};

use super::announcement::{Announcement, mention, relative};
use super::api::{ApiError, InteractionHandle, ShownTo};
use super::bot::{Bot, handle};
use super::commands::{self, present_board, private_copy, typed_move, visibility};
use super::context::{Caller, Ctx};
use super::interaction::{Origin, Request};
use super::message::{File, Message};
use super::panels::Panel;
use super::payload::without_file;
use super::reply::Reply;
use super::visibility::Visibility;
use crate::i18n::{self, Counts, HiddenBy, Line, RefusalContext};
use crate::rules::{Illegal, MoveError};
use crate::service::{
    Committed, ControlMessage, ErrorChain, Limit, OutboxEntry, PostedBoard, ServiceError, Store,
    StoredTable,
};
use crate::table::{ApplicationId, Event, MessageId, PlayerId, Refusal, Table, TableId};

use super::resolve_table;

/// What a turn leaves behind.
struct Served {
    /// What loses its controls, besides the board that another one replaces.
    old: Vec<ControlMessage>,
    /// What takes the panel away on which it was chosen.
    panel: Option<Panel>,
}

impl<S: Store> Bot<S> {
    /// Answers a request that waits for its first answer.
    pub(super) async fn say(&self, request: &Request, reply: Reply) {
        let is_suggestion = request.is_autocomplete();
        let done = match reply {
            // Nothing but suggestions answers what is being typed.
            Reply::Private(_) if is_suggestion => self.api.suggest(handle(request), &[]).await,
            Reply::Announcement(turn) => return self.tell(request, *turn).await,
            Reply::Public(message) => {
                self.answer(request, &message, Visibility::All).await.map(drop)
            }
            Reply::Private(message) => {
                self.answer(request, &message, Visibility::Asker).await.map(drop)
            }
            Reply::Change(message) => self.change(request, &message).await,
            Reply::Suggest(choices) => self.api.suggest(handle(request), &choices).await,
            Reply::Nothing => Ok(()),
        };
        if let Err(error) = done {
            tracing::warn!(error = %ErrorChain(&error), "an answer was not delivered");
        }
    }

    /// Puts the answer where Discord was told that it takes a moment.
    pub(super) async fn say_late(&self, request: &Request, reply: Reply) {
        let handle = handle(request);
        let done = match reply {
            Reply::Announcement(turn) => return self.tell_late(request, *turn).await,
            Reply::Public(message) => self.fill(request, handle, &message).await.map(drop),
            Reply::Change(message) => self.change_late(request, &message).await,
            Reply::Private(message) => self.answer_asker_late(request, &message).await,
            Reply::Suggest(_) | Reply::Nothing => self.api.cancel_deferred(handle).await,
        };
        if let Err(error) = done {
            tracing::warn!(error = %ErrorChain(&error), "a late answer was not delivered");
        }
    }

    /// Answers the asker alone, where everybody may have been told that the answer takes a moment.
    async fn answer_asker_late(
        &self,
        request: &Request,
        message: &Message,
    ) -> Result<(), ApiError> {
        let handle = handle(request);
        if visibility(request) == Visibility::Asker {
            return self.fill(request, handle, message).await.map(drop);
        }
        // A message for the asker would take the place of a public one that is still expected, and
        // be seen by all: where that cannot be taken away, the asker is told nothing.
        self.api.cancel_deferred(handle).await?;
        let follow_up = match self.api.follow_up(handle, message, Visibility::Asker).await {
            Err(ApiError::Forbidden(_)) if message.file.is_some() => {
                let message = self.bare(request, message).await;
                self.api.follow_up(handle, &message, Visibility::Asker).await?
            }
            other => other?,
        };
        if let Some(message) = follow_up {
            self.panels.followed(&request.token, message.0);
        }
        Ok(())
    }

    /// Changes the panel whose control was used. Once Discord was told that the answer takes a
    /// moment, the panel is reached by the interaction that opened it alone.
    async fn change_late(&self, request: &Request, message: &Message) -> Result<(), ApiError> {
        let panel = request.table().and_then(|table| self.panels.open(request.asker.id, table));
        let Some(panel) = panel else { return self.answer_asker_late(request, message).await };
        let application = request.application;
        let changed = match self.api.edit_panel(ApplicationId(application), &panel, message).await {
            Err(ApiError::Forbidden(_)) if message.file.is_some() => {
                let message = self.bare(request, message).await;
                self.api.edit_panel(ApplicationId(application), &panel, &message).await
            }
            other => other,
        };
        match changed {
            Ok(()) => self.api.cancel_deferred(handle(request)).await,
            Err(error) => {
                tracing::debug!(error = %ErrorChain(&error), "a panel could not be changed");
                self.answer_asker_late(request, message).await
            }
        }
    }

    /// Says nothing to an interaction that was answered in another place; whether that told what
    /// happened is found out by whoever delivers what is owed.
    pub(super) async fn leave_to_another(&self, reply: Reply) {
        if let Reply::Announcement(turn) = reply
            && let Some(notice) = &turn.entry
        {
            self.deliver_soon(notice).await;
        }
    }

    /// Answers with a message, and with the board as text where files are not allowed.
    async fn answer(
        &self,
        request: &Request,
        message: &Message,
        visibility: Visibility,
    ) -> Result<ShownTo, ApiError> {
        let handle = handle(request);
        if message.file.is_some() && !may_attach(request) {
            let message = self.bare(request, message).await;
            return self.api.respond(handle, &message, visibility).await;
        }
        match self.api.respond(handle, message, visibility).await {
            Err(ApiError::Forbidden(_)) if message.file.is_some() => {
                let message = self.bare(request, message).await;
                self.api.respond(handle, &message, visibility).await
            }
            other => other,
        }
    }

    /// Changes the message whose button was pressed.
    async fn change(&self, request: &Request, message: &Message) -> Result<(), ApiError> {
        if message.file.is_some() && !may_attach(request) {
            let message = self.bare(request, message).await;
            return self.api.update_message(handle(request), &message).await;
        }
        self.api.update_message(handle(request), message).await
    }

    async fn fill(
        &self,
        request: &Request,
        handle: InteractionHandle<'_>,
        message: &Message,
    ) -> Result<ShownTo, ApiError> {
        match self.api.edit_original(handle, message).await {
            Err(ApiError::Forbidden(_)) if message.file.is_some() => {
                let message = self.bare(request, message).await;
                self.api.edit_original(handle, &message).await
            }
            other => other,
        }
    }

    /// A message without its file, which says what we lack.
    async fn bare(&self, request: &Request, message: &Message) -> Message {
        let language = match &message.file {
            Some(File::Board(board) | File::Animation(board)) => board.language,
            Some(File::Text { .. }) | None => self.taste_of(request.asker.id).await.language,
        };
        let channel = format!("<#{}>", request.origin.place.0);
        without_file(message, &lacking_files(&channel, language))
    }

    /// Answers with what happened at a table. What cannot be delivered now is owed, and the loop
    /// that owns what is owed delivers it.
    async fn tell(&self, request: &Request, mut turn: Committed) {
        let voice = turn.delivery.take();
        let Some(notice) = turn.entry.clone() else { return };
        let message = self.message_of(&turn, &notice).await;
        let served = self.served(request, &turn, &notice).await;
        match self.answer(request, &message, Visibility::All).await {
            Ok(ShownTo::All(id)) => self.told(request, &turn, (&notice, id), &served).await,
            Ok(ShownTo::Caller) => return self.told_asker_alone(request, &notice, served).await,
            // Somebody with the same interaction was quicker, or Discord is in trouble: which of
            // the two, and what got through, is found out by whoever delivers what is owed.
            Err(error) => {
                tracing::warn!(error = %ErrorChain(&error), table = turn.id.0, "a board is owed");
                self.deliver_soon(&notice).await;
                return;
            }
        }
        drop(voice);
        self.tidy_up(request, served).await;
    }

    async fn tell_late(&self, request: &Request, mut turn: Committed) {
        let voice = turn.delivery.take();
        let Some(notice) = turn.entry.clone() else { return };
        if visibility(request) == Visibility::Asker {
            // What was announced for one alone is for all after all.
            let _ = self.api.delete_original(handle(request)).await;
            self.deliver_soon(&notice).await;
            return;
        }
        let message = self.message_of(&turn, &notice).await;
        let served = self.served(request, &turn, &notice).await;
        match self.fill(request, handle(request), &message).await {
            Ok(ShownTo::All(id)) => self.told(request, &turn, (&notice, id), &served).await,
            Ok(ShownTo::Caller) => return self.told_asker_alone(request, &notice, served).await,
            Err(error) => {
                tracing::warn!(error = %ErrorChain(&error), table = turn.id.0, "a board is owed");
                self.deliver_soon(&notice).await;
                return;
            }
        }
        self.call(handle(request), &message).await;
        drop(voice);
        self.tidy_up(request, served).await;
    }

    /// What was meant for all is seen by who asked alone, since Discord decided so: it is still owed
    /// to the others, and who asked is told why.
    async fn told_asker_alone(&self, request: &Request, notice: &OutboxEntry, served: Served) {
        tracing::info!(table = notice.id.table.0, "Discord shows an answer to its asker alone");
        self.deliver_at(notice, self.service.clock().now()).await;
        let language = self.taste_of(request.asker.id).await.language;
        let why = i18n::line(&Line::OnlyYou { cause: hidden_by(&request.origin) }, language);
        let told = self
            .api
            .follow_up(handle(request), &Message::of(why), Visibility::Asker)
            .await
            .map(drop);
        if let Err(error) = told {
            tracing::warn!(error = %ErrorChain(&error), "why an answer is hidden was not told");
        }
        // The boards before it are left to whoever delivers what is owed.
        self.tidy_up(request, Served { old: Vec::new(), ..served }).await;
    }

    /// An edit calls nobody: whose turn it is hears it by a message of its own.
    pub(super) async fn call(&self, handle: InteractionHandle<'_>, message: &Message) {
        let Some(called) = message.ping else { return };
        let call = Message { ping: Some(called), ..Message::of(mention(called)) };
        if let Err(error) = self.api.follow_up(handle, &call, Visibility::All).await {
            tracing::warn!(error = %ErrorChain(&error), "somebody was not called");
        }
    }

    /// What happened, as a message to all, in the language of the one whom it calls.
    pub(super) async fn message_of(&self, turn: &Committed, notice: &OutboxEntry) -> Message {
        let is_quiet = self.is_shown_already(notice).await;
        let news = Announcement { is_quiet, ..Announcement::of(notice, &turn.stored) };
        let reader = news.calls().or(notice.by);
        let preferences = match reader {
            Some(reader) => self.taste_of(reader).await,
            None => super::preferences::Preferences::default(),
        };
        news.message(&preferences)
    }

    /// Whether a notice only shows a board again: it is the newest one already, in the same place.
    pub(super) async fn is_shown_already(&self, notice: &OutboxEntry) -> bool {
        let &[Event::Shown(place)] = &notice.events[..] else { return false };
        let shown = self.service.store().posted_board(notice.id.table).await.ok().flatten();
        shown.is_some_and(|shown| shown.channel == place && shown.ply == notice.ply)
    }

    /// Strikes off what was told, and notes what is to be stripped.
    async fn told(
        &self,
        request: &Request,
        turn: &Committed,
        (notice, message): (&OutboxEntry, Option<MessageId>),
        served: &Served,
    ) {
        let (news, place) = (Announcement::of(notice, &turn.stored), request.origin.place);
        self.strip(turn.id, served.old.clone()).await;
        if let Some(message) = message.filter(|_| news.is_offer()) {
            self.note_offer(turn.id, ControlMessage { channel: place, message: message.0 }).await;
        }
        let message = message.filter(|_| news.is_shown());
        let server = request.origin.server;
        let shown = message.map(|message| PostedBoard {
            guild: server,
            channel: place,
            message: message.0,
            ply: notice.ply,
        });
        if let Err(error) = self.strike_off(notice, shown).await {
            tracing::error!(error = %ErrorChain(&error), table = notice.id.table.0, "what was told is not struck off");
        }
        self.worn.look();
    }

    /// What will have served once a turn is told. It is looked up before that: what its player opens
    /// afterwards is for the next one.
    async fn served(&self, request: &Request, turn: &Committed, notice: &OutboxEntry) -> Served {
        let pressed = request.origin.message.filter(|(_, is_private)| !is_private);
        let place = request.origin.place;
        let pressed = pressed.map(|(message, _)| ControlMessage { channel: place, message });
        let before = self.service.store().posted_board(turn.id).await.ok().flatten();
        let before = before.map(|it| ControlMessage { channel: it.channel, message: it.message });
        let news = Announcement::of(notice, &turn.stored);
        // An offer that was answered has served; a board that still stands has not, and one that is
        // replaced is noted with the one that replaces it.
        let pressed = pressed.filter(|&it| Some(it) != before);
        let before = before.filter(|_| news.replaces() && !news.is_shown());
        let old = [pressed, before].into_iter().flatten().collect();
        Served { old, panel: self.panels.close(request.asker.id, turn.id) }
    }

    /// Takes away the panel that has served.
    async fn tidy_up(&self, request: &Request, served: Served) {
        if let Some(panel) = served.panel
            && let Err(error) =
                self.api.delete_panel(ApplicationId(request.application), &panel).await
        {
            tracing::debug!(error = %ErrorChain(&error), "a panel stays");
        }
    }

    /// Why nothing was done, in the words of whoever asked.
    pub(super) async fn declined(
        &self,
        request: &Request,
        caller: &Caller,
        declined: ServiceError,
    ) -> Reply {
        match declined {
            ServiceError::NoTable => caller.told(&Line::GameGone),
            ServiceError::Refused { refusal, stored: row, id } => {
                self.hurry(id);
                match refusal {
                    Refusal::Stale { .. } => return self.stale(request, caller, (id, &row)).await,
                    Refusal::Unread => return private_copy(caller, id, &row),
                    _ => {}
                }
                let text = refused(&row.table, &refusal, request, caller);
                Reply::Private(Message::of(text))
            }
            ServiceError::RefusedBefore | ServiceError::DoneBefore => {
                caller.told(&Line::AlreadyDone)
            }
            ServiceError::Limited(reached) => {
                let until = reached.until.unwrap_or_else(|| self.service.clock().now());
                caller.told(&limit_line(reached.limit, &when(until), caller.id))
            }
            ServiceError::Busy => caller.told(&Line::Failed { counts: Counts::No }),
            ServiceError::Failed(error) => {
                tracing::error!(error = %ErrorChain(&error), "a request failed");
                caller.told(&Line::Failed { counts: Counts::No })
            }
            ServiceError::Unsure(error) => {
                tracing::error!(error = %ErrorChain(&error), "nobody knows whether a request counts");
                caller.told(&Line::Failed { counts: Counts::Unknown })
            }
        }
    }

    /// An old board was used: its user hears where the present one is, and it loses its controls.
    /// Where there is no other message that shows the present one, it is shown to the user alone.
    async fn stale(
        &self,
        request: &Request,
        caller: &Caller,
        (id, row): (TableId, &StoredTable),
    ) -> Reply {
        let shown = self.service.store().posted_board(id).await.ok().flatten();
        let pressed = request.origin.message.map(|(message, _)| message);
        // The last board that was shown may be the very one that is old.
        let present = shown.filter(|shown| Some(shown.message) != pressed);
        let link = present.as_ref().map(resolve_table::link);
        if let Some((message, false)) = request.origin.message
            && shown.is_none_or(|shown| shown.message != message)
        {
            let place = request.origin.place;
            self.strip(id, vec![ControlMessage { channel: place, message }]).await;
        }
        let stale = caller.say(&Line::StaleBoard { link: link.as_deref() });
        if link.is_some() {
            return Reply::Private(Message::of(stale));
        }
        let ctx = Ctx { commands: commands::definitions(), bot: self, request, caller };
        present_board(&ctx, id, row, stale)
    }
}

/// Whether we may send files where a request comes from.
fn may_attach(request: &Request) -> bool {
    let ours = request.origin.permissions;
    ours.is_none_or(|ours| ours.contains(serenity::all::Permissions::ATTACH_FILES))
}

/// Why Discord shows an answer to who asked alone, as far as it can be seen.
fn hidden_by(origin: &Origin) -> HiddenBy {
    use serenity::all::Permissions;
    let Some(theirs) = origin.permissions_of_asker else { return HiddenBy::Settings };
    let sending = if origin.is_thread {
        Permissions::SEND_MESSAGES_IN_THREADS
    } else {
        Permissions::SEND_MESSAGES
    };
    if !theirs.contains(sending) {
        HiddenBy::SendMessages
    } else if !origin.is_member && !theirs.contains(Permissions::USE_EXTERNAL_APPS) {
        HiddenBy::UseExternalApps
    } else {
        HiddenBy::Settings
    }
}

/// What we lack where files are not allowed.
pub(super) fn lacking_files(channel: &str, language: i18n::Language) -> String {
    let permissions = [i18n::Permission::AttachFiles];
    let lacking = Line::MissingPermissions { permissions: &permissions, channel };
    let (as_text, lacking) =
        (i18n::line(&Line::BoardAsText, language), i18n::line(&lacking, language));
    format!("{as_text} {lacking}")
}

/// Which limit does not allow what a player asks.
fn limit_line(limit: Limit, until: &str, asker: PlayerId) -> Line<'_> {
    match limit {
        Limit::Running { player, most } if player == asker => Line::TooManyGames { most },
        Limit::Running { most, .. } => Line::TooManyGamesOfOther { most },
        Limit::Waiting { most, .. } => Line::TooManyWaiting { most, until },
        Limit::Received { .. } => Line::TooManyReceived { until },
        Limit::Sent { most, .. } => Line::TooManySent { most, until },
        Limit::SentTo { .. } => Line::ChallengedJustNow { until },
    }
}

/// A time as everybody's own clock counts down to it; never before it.
fn when(time: Timestamp) -> String {
    let up = SignedDuration::new(0, 999_999_999);
    relative(time.saturating_add(up).unwrap_or(time))
}

/// Why a table refuses, and what could be played instead.
fn refused(table: &Table, refusal: &Refusal, request: &Request, caller: &Caller) -> String {
    let kind = table.game().kind();
    let turn = match refusal {
        Refusal::NotYourTurn { player, .. } => Some(mention(*player)),
        _ => None,
    };
    let legal = match refusal {
        Refusal::Move(MoveError::Illegal(reason)) => {
            let _: &Illegal = reason;
            resolve_table::legal_near(table.game(), typed_move(&request.payload), caller.language())
        }
        _ => Vec::new(),
    };
    let around = RefusalContext { kind, turn_name: turn.as_deref(), legal: &legal };
    i18n::refusal(refusal, &around, caller.language())
}
