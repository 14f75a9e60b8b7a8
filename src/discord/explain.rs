//! Why nothing was done, in the caller's language.

use jiff::{SignedDuration, Timestamp};

use super::announcement::Announcement;
use super::bot::Bot;
use super::commands::{self, present_board, typed_move};
use super::context::{Caller, Ctx};
use super::interaction::Request;
use super::message::Message;
use super::message_link::link;
use super::reply::Reply;
use super::table_view::{mention, relative};
use super::written_moves::legal_near;
use crate::i18n::{self, Counts, Line, RefusalContext};
use crate::rules::{Illegal, MoveError};
use crate::service::{
    ControlMessage, ErrorChain, Limit, OutboxEntryId, ServiceError, Store, StoredTable,
};
use crate::table::{Event, PlayerId, Refusal, Table, TableId};

impl<S: Store> Bot<S> {
    /// Explains in the caller's language why nothing was done.
    pub(super) async fn explain(
        &self,
        request: &Request,
        caller: &Caller,
        error: ServiceError,
    ) -> Reply {
        match error {
            ServiceError::NoTable => caller.ephemeral(&Line::GameGone),
            ServiceError::Refused { refusal, stored, id } => {
                match refusal {
                    Refusal::Stale { .. } => {
                        return self.stale(request, caller, (id, &stored)).await;
                    }
                    Refusal::Unread => return private_copy(caller, id, &stored),
                    _ => {}
                }
                let text = refused(&stored.table, &refusal, request, caller);
                Reply::Private(Message::of(text))
            }
            ServiceError::RefusedBefore | ServiceError::DoneBefore => {
                caller.ephemeral(&Line::AlreadyDone)
            }
            ServiceError::Limited(reached) => {
                let until = reached.until.unwrap_or_else(|| self.service.clock().now());
                caller.ephemeral(&limit_line(reached.limit, &when(until), caller.id))
            }
            ServiceError::Busy => caller.ephemeral(&Line::Failed { counts: Counts::No }),
            ServiceError::Failed(error) => {
                tracing::error!(error = %ErrorChain(&error), "a request fails: the store failed");
                caller.ephemeral(&Line::Failed { counts: Counts::No })
            }
            ServiceError::Unsure(error) => {
                tracing::error!(error = %ErrorChain(&error), "a request may count or not: the store failed while it was written");
                caller.ephemeral(&Line::Failed { counts: Counts::Unknown })
            }
        }
    }

    /// Explains to the caller that they used an old board, and where the present one is. The old one
    /// loses its controls. Where no other message shows the present one, the caller alone gets it.
    async fn stale(
        &self,
        request: &Request,
        caller: &Caller,
        (id, stored): (TableId, &StoredTable),
    ) -> Reply {
        let board = self.service.store().posted_board(id).await.ok().flatten();
        let pressed = request.origin.message.map(|(message, _)| message);
        // The board that was posted last may be the very one that is old.
        let present = board.filter(|board| Some(board.message) != pressed);
        let link = present.as_ref().map(link);
        if let Some((message, false)) = request.origin.message
            && board.is_none_or(|board| board.message != message)
        {
            let place = request.origin.place;
            self.clean_up(id, vec![ControlMessage { channel: place, message }]).await;
        }
        let stale = caller.say(&Line::StaleBoard { link: link.as_deref() });
        if link.is_some() {
            return Reply::Private(Message::of(stale));
        }
        let ctx = Ctx { commands: commands::definitions(), bot: self, request, caller };
        present_board(&ctx, id, stored, stale)
    }
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
            legal_near(table.game(), typed_move(&request.payload), caller.language())
        }
        _ => Vec::new(),
    };
    let context = RefusalContext { kind, turn_name: turn.as_deref(), legal: &legal };
    i18n::refusal(refusal, &context, caller.language())
}

/// What `/board` shows where a table does not go: how it stands, for the caller alone, and why.
fn private_copy(caller: &Caller, id: TableId, row: &StoredTable) -> Reply {
    let kind = row.table.game().kind();
    let context = RefusalContext { kind, turn_name: None, legal: &[] };
    let why = i18n::refusal(&Refusal::Unread, &context, caller.language());
    let announcement = Announcement {
        id: OutboxEntryId { table: id, revision: row.revision },
        ply: row.table.game().plies(),
        events: &[Event::Shown(row.table.place())],
        by: Some(caller.id),
        has_moved: false,
        row,
        is_quiet: true,
    };
    let message = announcement.copy(&caller.preferences);
    let text = format!("{}\n{why}", message.text).trim().to_owned();
    Reply::Private(Message { text, ..message })
}
