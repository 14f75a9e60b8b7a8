//! Challenges: made, accepted, made again.

use serenity::all::Permissions;

use super::super::announcement::Announcement;
use super::super::api::ApiError;
use super::super::bot::{Announced, Bot, Caller, Reply, asked};
use super::super::interaction::{Opponent, Origin, Play, Request, Sight};
use super::super::message::Message;
use super::games::escaped;
use crate::i18n::{Line, Permission};
use crate::rules::{Side, makruk};
use crate::service::{
    Committed, ControlMessage, ErrorChain, OutboxEntryId, Profile, ServiceError, Store, StoredTable,
};
use crate::table::{ChallengeTerms, ChannelId, Command, MessageId, TableId, Venue};

impl<S: Store> Bot<S> {
    pub(super) async fn play(
        &self,
        request: &Request,
        caller: &Caller,
        play: &Play,
    ) -> Result<Reply, ServiceError> {
        if let Some(opponent) = &play.opponent {
            if opponent.id.0 == request.application {
                return Ok(caller.told(&Line::NoEngine));
            }
            if opponent.is_bot {
                return Ok(caller.told(&Line::CannotChallengeBot));
            }
            if opponent.id == caller.id {
                return Ok(caller.told(&Line::CannotChallengeSelf));
            }
            if let Some(reply) = told_unseen(request, caller, opponent) {
                return Ok(reply);
            }
            self.know(opponent.id, &opponent.name, request).await?;
        }
        if request.origin.server.is_none() && request.origin.is_member {
            return Ok(caller.told(&Line::NobodyElseHere));
        }
        if let Some(reply) = told_lacking(request, caller, play.setting) {
            return Ok(reply);
        }
        let wish = ChallengeTerms {
            kind: play.kind,
            honours: makruk::Honours::default(),
            opponent: play.opponent.as_ref().map(|opponent| opponent.id),
            side: play.side,
            setting: play.setting,
            pace: play.pace,
        };
        let place = request.origin.place;
        let turn =
            self.service.challenge(&asked(request, Announced::ByAnswer), wish, place).await?;
        // Who is called to a place has read it; a challenge that was refused called nobody.
        if let Some(opponent) = play.opponent.as_ref().filter(|it| it.sight == Sight::Sees)
            && let Err(error) = self.note_reader(opponent.id, place).await
        {
            tracing::error!(error = %ErrorChain(&error), table = turn.id.0, "a reader is not noted");
        }
        Ok(Reply::Announcement(Box::new(turn)))
    }

    /// Somebody who never asked for anything still has a name, and hears the challenge in the
    /// language of the place.
    async fn know(
        &self,
        player: crate::table::PlayerId,
        name: &str,
        request: &Request,
    ) -> Result<(), ServiceError> {
        let known = self.service.store().profile(player).await?;
        if known.as_ref().is_some_and(|person| person.name == name) {
            return Ok(());
        }
        let locale = request.origin.locale.clone().unwrap_or_else(|| request.asker.locale.clone());
        let name = name.to_owned();
        let change = move |person: &mut Profile| {
            if person.locale.is_empty() {
                person.locale = locale;
            }
            person.name = name;
        };
        self.service.store().update_profile(player, change).await?;
        Ok(())
    }

    /// *Accept*. The thread comes first, so that the game begins in it or does not begin: if we end
    /// in between, the challenge still stands, and leads to the same thread.
    pub(super) async fn accept(
        &self,
        request: &Request,
        caller: &Caller,
        id: TableId,
        row: &StoredTable,
    ) -> Result<Reply, ServiceError> {
        let Some(thread) = self.thread_for(request, caller, id, row).await else {
            return self.ask_at(request, caller, id, row, &Command::Accept).await;
        };
        let command = Command::AcceptIn(thread);
        let turn = self.service.ask(&asked(request, Announced::ByNotice), id, &command).await?;
        for player in turn.stored.table.players() {
            // Who reads a channel reads the public threads below it.
            if let Err(error) = self.note_reader(player, thread).await {
                tracing::error!(error = %ErrorChain(&error), table = id.0, "a reader is not noted");
            }
        }
        if let Some((challenge, _)) = request.origin.message {
            let place = request.origin.place;
            self.strip(id, vec![ControlMessage { channel: place, message: challenge }]).await;
        }
        let thread = format!("<#{}>", thread.0);
        let begun = Self::told_of(&turn, caller);
        let text = format!("{begun}\n{}", caller.say(&Line::GameInThread { thread: &thread }));
        Ok(Reply::Public(Message::of(text)))
    }

    /// The thread of a game that is about to begin, if one is wished for and can be opened.
    async fn thread_for(
        &self,
        request: &Request,
        caller: &Caller,
        id: TableId,
        row: &StoredTable,
    ) -> Option<ChannelId> {
        let (challenge, _) = request.origin.message?;
        let now = self.service.clock().moment();
        let may_begin = row.table.clone().apply(caller.id, &Command::Accept, now).is_ok()
            && self.service.has_room(&row.table, caller.id).await.unwrap_or(true);
        let is_wished = row.table.setting() == Some(Venue::Thread);
        if !(is_wished && may_begin && has_threads(&request.origin)) {
            return None;
        }
        let challenger = row.table.challenged().map(|(challenger, _)| challenger)?;
        let kind = row.table.game().kind();
        let (one, other) = (self.name(challenger).await, &caller.person.name);
        let name = match row.table.wished_side() {
            Some(Side::Second) => Line::ThreadName { kind, first: other, second: &one },
            Some(Side::First) | None => Line::ThreadName { kind, first: &one, second: other },
        };
        let (place, name) = (request.origin.place, caller.say(&name));
        let opened = match self.api.open_thread(place, MessageId(challenge), &name).await {
            // It may be there.
            Err(ApiError::Unsure(_)) => {
                self.api.open_thread(place, MessageId(challenge), &name).await
            }
            other => other,
        };
        opened
            .inspect_err(|error| tracing::warn!(error = %ErrorChain(error), table = id.0, "no thread could be opened"))
            .ok()
    }

    fn told_of(turn: &Committed, caller: &Caller) -> String {
        let id = OutboxEntryId { table: turn.id, revision: turn.stored.revision };
        let ply = turn.stored.table.game().plies();
        let news = Announcement {
            id,
            ply,
            events: &turn.events,
            by: Some(caller.id),
            has_moved: false,
            row: &turn.stored,
            is_quiet: false,
        };
        news.events_in(caller.language())
    }

    pub(super) async fn rematch(
        &self,
        request: &Request,
        caller: &Caller,
        id: TableId,
        row: &StoredTable,
    ) -> Result<Reply, ServiceError> {
        let is_here = row.table.place() == request.origin.place;
        let told = if is_here { Announced::ByAnswer } else { Announced::ByNotice };
        let turn = self.service.rematch(&asked(request, told), id).await?;
        if is_here {
            return Ok(Reply::Announcement(Box::new(turn)));
        }
        Ok(self.told_elsewhere(&turn, row, caller).await)
    }

    /// What was done at a table that is shown elsewhere, for the one who did it.
    pub(super) async fn told_elsewhere(
        &self,
        turn: &Committed,
        row: &StoredTable,
        caller: &Caller,
    ) -> Reply {
        let place = format!("<#{}>", row.table.place().0);
        let text = Self::told_of(turn, caller);
        let elsewhere = caller.say(&if self.can_act(row.table.place()).await {
            Line::MovedElsewhere { place: &place }
        } else {
            Line::CannotPost { place: &place }
        });
        Reply::Private(Message::of(format!("{text}\n{elsewhere}")))
    }

    /// What a player's announcement means for the next move; nobody else hears of it before.
    pub(in super::super) fn noted(caller: &Caller, turn: &Committed) -> Reply {
        Reply::Private(Message::of(Self::told_of(turn, caller)))
    }
}

/// Whether threads can be opened where a request comes from. A thread has none of its own, a
/// private conversation none either, and where we are no member we open none.
fn has_threads(origin: &Origin) -> bool {
    origin.server.is_some() && origin.is_member && !origin.is_thread
}

/// What is said where who is challenged does not see the challenge; `None` where they may.
fn told_unseen(request: &Request, caller: &Caller, opponent: &Opponent) -> Option<Reply> {
    let name = escaped(&opponent.name);
    let channel = format!("<#{}>", request.origin.place.0);
    match opponent.sight {
        Sight::Sees | Sight::Unknown => None,
        Sight::NotInServer => Some(caller.told(&Line::NotInServer { name: &name })),
        Sight::CannotSee => {
            Some(caller.told(&Line::CannotSeeChannel { name: &name, channel: &channel }))
        }
    }
}

/// What is said where we lack what it takes to keep a game; `None` where we lack nothing.
pub(super) fn told_lacking(request: &Request, caller: &Caller, setting: Venue) -> Option<Reply> {
    let lacking = lacking(request, setting);
    let channel = format!("<#{}>", request.origin.place.0);
    let line = Line::MissingPermissions { permissions: &lacking, channel: &channel };
    (!lacking.is_empty()).then(|| caller.told(&line))
}

/// What we lack to keep a game where a request comes from. Without files the board comes as text,
/// so that is not among it. Where a person brought us along we lack nothing that anybody could
/// give us.
fn lacking(request: &Request, setting: Venue) -> Vec<Permission> {
    // In a private conversation Discord tells of no permission to write, and none is needed.
    let is_server_of_ours = request.origin.server.is_some() && request.origin.is_member;
    let Some(ours) = request.origin.permissions.filter(|_| is_server_of_ours) else {
        return Vec::new();
    };
    let writing = if request.origin.is_thread {
        (Permissions::SEND_MESSAGES_IN_THREADS, Permission::SendMessagesInThreads)
    } else {
        (Permissions::SEND_MESSAGES, Permission::SendMessages)
    };
    let mut needed = vec![(Permissions::VIEW_CHANNEL, Permission::ViewChannel), writing];
    if setting == Venue::Thread && has_threads(&request.origin) {
        needed.push((Permissions::CREATE_PUBLIC_THREADS, Permission::CreatePublicThreads));
        needed.push((Permissions::SEND_MESSAGES_IN_THREADS, Permission::SendMessagesInThreads));
    }
    let lacks = |(bit, _): &(Permissions, Permission)| !ours.contains(*bit);
    needed.into_iter().filter(lacks).map(|(_, permission)| permission).collect()
}
