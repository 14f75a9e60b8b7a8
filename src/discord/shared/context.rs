//! What a command works with: the bot, the request, and the caller.

use std::sync::{Mutex, PoisonError};

use tracing::Span;

use super::bot::Bot;
use super::interaction::Request;
use super::interaction_span::record_table;
use super::needed_permissions::missing;
use super::next_game::{self, next_game_button};
use super::{channel_access, cleanup, guilds, names_once, titles};
use crate::discord::view::message::{Button, Message};
use crate::discord::view::message_link::written_channel;
use crate::discord::view::preferences::Preferences;
use crate::discord::view::reply::{Answer, Reply};
use crate::discord::view::table_view;
use crate::service::{
    Committed, InteractionToken, Profile, RequestContext, ServiceError, StoredTable, TableService,
};
use kradan_i18n::{self as i18n, Language, Line, RefusalContext, Say};
use kradan_rules::Side;
use kradan_table::{Command, Event, PlayerId, Refusal, TableId, Venue};

/// Who asks, with all that is known of them.
#[derive(Debug)]
pub(crate) struct Caller {
    pub(crate) id: PlayerId,
    pub(crate) person: Profile,
    pub(crate) preferences: Preferences,
    /// Whether something is to be shown to them that they missed.
    pub(crate) has_missed: bool,
}

impl Caller {
    pub(crate) fn language(&self) -> Language {
        self.preferences.language
    }

    pub(crate) fn say(&self, sentence: &impl Say) -> String {
        i18n::say(sentence, self.language())
    }

    /// A sentence for the caller alone.
    pub(crate) fn ephemeral(&self, sentence: &impl Say) -> Reply {
        Reply::Private(Message::of(self.say(sentence)))
    }
}

/// Where what happened at a table is announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Announced {
    /// In the response to the request.
    InResponse,
    /// In a message of its own: the response is for the caller alone.
    InMessage,
}

/// A request as the service takes it: with the interaction's token where the response announces
/// what happened.
pub(crate) fn request_context(request: &Request, announced: Announced) -> RequestContext {
    let interaction = request.interaction;
    let answer = match announced {
        Announced::InResponse => {
            Some(InteractionToken { interaction, token: request.token.clone() })
        }
        Announced::InMessage => None,
    };
    RequestContext { interaction, player: request.user.id, answer }
}

/// What a command works with.
pub(crate) struct Ctx<'a> {
    pub(crate) bot: &'a Bot,
    pub(crate) request: &'a Request,
    pub(crate) caller: &'a Caller,
    /// The table whose control was used, as it was read with the caller.
    pub(crate) visited: Mutex<Option<StoredTable>>,
}

impl Ctx<'_> {
    pub(crate) fn service(&self) -> &TableService {
        &self.bot.service
    }

    pub(crate) fn language(&self) -> Language {
        self.caller.language()
    }

    pub(crate) fn say(&self, sentence: &impl Say) -> String {
        self.caller.say(sentence)
    }

    /// A sentence for the caller alone.
    pub(crate) fn ephemeral(&self, sentence: &impl Say) -> Reply {
        self.caller.ephemeral(sentence)
    }

    /// What is said where the bot lacks permissions that a game needs; `None` where it lacks none.
    pub(crate) fn missing_permissions(&self, venue: Venue) -> Option<Reply> {
        let origin = &self.request.origin;
        let lacking = missing(origin, venue);
        let channel = written_channel(origin.channel, origin.guild.is_some());
        let line = Line::MissingPermissions { permissions: &lacking, channel: &channel };
        (!lacking.is_empty()).then(|| self.ephemeral(&line))
    }

    /// The answer to what only a later or an earlier version of the program understands.
    pub(crate) fn unknown(&self) -> Reply {
        self.ephemeral(&Line::UnknownInteraction)
    }

    /// A table that has to be there.
    pub(crate) async fn table(&self, id: TableId) -> Result<StoredTable, ServiceError> {
        if self.request.table() == Some(id) {
            let visited = self.visited.lock().unwrap_or_else(PoisonError::into_inner).take();
            if let Some(stored) = visited {
                return Ok(stored);
            }
        }
        self.service().load(id).await?.ok_or(ServiceError::NoTable)
    }

    pub(crate) fn is_player(&self, stored: &StoredTable) -> bool {
        stored.table.players().contains(&self.caller.id)
    }

    /// Whether the caller has a side of a game.
    pub(crate) fn has_side(&self, stored: &StoredTable, side: Option<Side>) -> bool {
        let seats = stored.table.seats();
        side.zip(seats).is_some_and(|(side, seats)| seats[side] == self.caller.id)
    }

    /// Why a table does not do what a player of it asks, with what can be done instead. A game that
    /// is shown elsewhere is named.
    pub(crate) async fn refused(
        &self,
        id: TableId,
        stored: &StoredTable,
        refusal: &Refusal,
        buttons: Vec<Button>,
    ) -> Reply {
        let kind = stored.table.game().kind();
        let context = RefusalContext { kind, turn_name: None, legal: &[] };
        let mut text = i18n::refusal(refusal, &context, self.language());
        if !self.is_here(stored) {
            text =
                format!("{}\n{text}", titles::heading(self.bot, id, stored, self.language()).await);
        }
        Reply::Private(Message::of(text).with_buttons(buttons))
    }

    /// A table's title with a link to its board; `None` where a control of that table was used in its
    /// channel: on its board, or on a panel below it.
    pub(crate) async fn heading(&self, id: TableId, stored: &StoredTable) -> Option<String> {
        if self.request.table() == Some(id) && self.is_here(stored) {
            return None;
        }
        Some(titles::heading(self.bot, id, stored, self.language()).await)
    }

    /// Whether a table is shown where the request comes from.
    pub(crate) fn is_here(&self, stored: &StoredTable) -> bool {
        stored.table.channel() == self.request.origin.channel
    }

    /// Whether the interaction came twice, and was carried out the first time.
    pub(crate) async fn is_carried_out(&self) -> Result<bool, ServiceError> {
        let request = request_context(self.request, Announced::InResponse);
        Ok(self.service().previous_answer(&request).await?.is_some())
    }

    /// Whether the interaction came twice, and changed a table the first time.
    pub(crate) async fn is_done(&self) -> Result<bool, ServiceError> {
        let request = request_context(self.request, Announced::InResponse);
        Ok(self.service().previous_answer(&request).await?.is_some_and(|result| result.is_ok()))
    }

    /// Gives a command to a table. Where the table is shown elsewhere, everybody is told there, and
    /// the caller is told so.
    pub(crate) async fn command(
        &self,
        id: TableId,
        stored: &StoredTable,
        command: &Command,
    ) -> Answer {
        if self.request.table().is_none() {
            record_table(&Span::current(), id);
        }
        let is_announced_here = self.is_here(stored) || matches!(command, Command::Show(_));
        let announced =
            if is_announced_here { Announced::InResponse } else { Announced::InMessage };
        let request = request_context(self.request, announced);
        let committed =
            self.service().ask_known(&request, id, Some(stored.clone()), command).await?;
        if committed.entry.is_none() {
            return Ok(noted(self.caller, &committed));
        }
        if is_announced_here {
            return Ok(Reply::Announcement(Box::new(committed)));
        }
        Ok(self.announced_elsewhere(&committed, stored).await)
    }

    /// Tells the caller what was done at a table that is shown elsewhere, on the panel where they did
    /// it. After a move, the way to the next game goes with it.
    pub(crate) async fn announced_elsewhere(
        &self,
        committed: &Committed,
        stored: &StoredTable,
    ) -> Reply {
        let (id, caller) = (committed.id, self.caller.id);
        let place = guilds::written_channel(self.bot, id, stored.table.channel()).await;
        let text = events_text(committed, self.caller);
        let can_act = channel_access::can_act(self.bot, stored.table.channel()).await;
        if let (true, Some(entry)) = (can_act, &committed.entry) {
            let mut elsewhere = self.bot.elsewhere.lock().unwrap_or_else(PoisonError::into_inner);
            elsewhere.insert(self.request.interaction, entry.clone());
        }
        let elsewhere = self.say(&if can_act {
            Line::MovedElsewhere { place: &place }
        } else {
            Line::CannotPost { place: &place }
        });
        // The board that was pressed is not where the game is shown.
        let (before, after) = (&stored.table, &committed.stored.table);
        if before.game().plies() != after.game().plies() || !after.is_running() {
            cleanup::queue_pressed(self.bot, self.request, id).await;
        }
        let text = names_once::in_text(self.bot, after, text).await;
        let message = Message::of(format!("{text}\n{elsewhere}"));
        if !committed.events.iter().any(|event| matches!(event, Event::Moved { .. })) {
            return Reply::Stale(message);
        }
        let waiting = next_game::waiting_count(&self.bot.service, caller, id).await;
        if waiting == 0 && !matches!(self.request.origin.message, Some((_, true))) {
            return Reply::Stale(message);
        }
        let next = (waiting > 0).then(|| next_game_button(id, waiting, self.language()));
        self.panel(id, message.with_buttons(next.into_iter().collect()))
    }

    /// Shows a panel for the caller alone: a new one, or in place of the one whose control was used.
    pub(crate) fn panel(&self, id: TableId, message: Message) -> Reply {
        if let Some((_, true)) = self.request.origin.message {
            let (player, before) = (self.request.user.id, self.request.table());
            self.bot.panels.changes(player, before, id, &self.request.token);
            return Reply::Change(message);
        }
        self.new_panel(id, message)
    }

    /// Shows a new panel for the caller alone.
    pub(crate) fn new_panel(&self, id: TableId, message: Message) -> Reply {
        self.bot.panels.opened(self.request.user.id, id, &self.request.token);
        Reply::Private(message)
    }
}

/// Tells the caller alone what was announced for the next move; nobody else hears of it before.
pub(crate) fn noted(caller: &Caller, committed: &Committed) -> Reply {
    Reply::Private(Message::of(events_text(committed, caller)))
}

/// What happened at a table, in the caller's words.
pub(crate) fn events_text(committed: &Committed, caller: &Caller) -> String {
    let (table, events) = (&committed.stored.table, &committed.events);
    table_view::events_text_for(caller.id, table, events, caller.language())
}
