//! Errors in words: why nothing was done, in the caller's language.

use std::sync::Mutex;

use jiff::{SignedDuration, Timestamp};

use crate::discord::commands::{block, present_board, typed_move};
use crate::discord::shared::bot::Bot;
use crate::discord::shared::context::{Caller, Ctx};
use crate::discord::shared::interaction::Request;
use crate::discord::shared::{cleanup, private_copy, titles};
use crate::discord::view::message::{Button, Message};
use crate::discord::view::message_link::link;
use crate::discord::view::offers::Offer;
use crate::discord::view::player_name::escaped;
use crate::discord::view::reply::Reply;
use crate::discord::view::table_view::{named, relative};
use crate::discord::view::written_moves::{legal_near, written_move};
use crate::service::{ErrorChain, Limit, PostedBoard, ServiceError, Shows, StoredTable};
use kradan_i18n::{self as i18n, Counts, Language, Line, RefusalContext};
use kradan_rules::MoveError;
use kradan_table::{Refusal, Seen, Table, TableId};

/// The reply to a request that failed.
pub(crate) async fn explain(
    bot: &Bot,
    request: &Request,
    caller: &Caller,
    error: ServiceError,
) -> Reply {
    match error {
        ServiceError::NoTable => caller.ephemeral(&Line::GameGone),
        ServiceError::Refused { refusal, stored, id } => {
            match refusal {
                Refusal::Stale { .. } => {
                    return stale(bot, request, caller, (id, &stored)).await;
                }
                Refusal::Unread => return copy_where_unread(bot, caller, id, &stored).await,
                _ => {}
            }
            let text = refused(&stored.table, &refusal, request, caller);
            let is_player = stored.table.players().contains(&caller.id);
            let text = if is_player && stored.table.channel() != request.origin.channel {
                format!("{}\n{text}", titles::heading(bot, id, &stored, caller.language()).await)
            } else {
                text
            };
            let answers = answers(id, &stored.table, &refusal, caller.language());
            Reply::Private(Message::of(text).with_buttons(answers))
        }
        ServiceError::RefusedBefore
        | ServiceError::DoneBefore
        | ServiceError::RematchStands { .. } => caller.ephemeral(&Line::AlreadyDone),
        ServiceError::Limited(reached) => {
            let until = reached.until.unwrap_or_else(|| bot.service.clock().now());
            Reply::Private(Message::of(limit_text(reached.limit, &when(until), caller)))
        }
        ServiceError::Busy => caller.ephemeral(&Line::Failed { counts: Counts::No }),
        ServiceError::Failed(error) => {
            tracing::error!(error = %ErrorChain(&error), "request failed: store error");
            caller.ephemeral(&Line::Failed { counts: Counts::No })
        }
        ServiceError::Unsure(error) => {
            tracing::error!(error = %ErrorChain(&error), "request may or may not have been committed: store error");
            caller.ephemeral(&Line::Failed { counts: Counts::Unknown })
        }
    }
}

/// A private copy of a board that cannot be moved to this channel, and why it cannot.
async fn copy_where_unread(bot: &Bot, caller: &Caller, id: TableId, stored: &StoredTable) -> Reply {
    let context = RefusalContext { kind: stored.table.game().kind(), turn_name: None, legal: &[] };
    let why = i18n::refusal(&Refusal::Unread, &context, caller.language());
    let copy = private_copy::message(bot, caller, id, stored).await;
    Reply::Private(Message { text: format!("{}\n{why}", copy.text), ..copy })
}

/// Says that the board is old, and links to the present one, or shows it to the caller alone where
/// nothing can be linked to. The old board loses its controls; where the bot is no member, the
/// response removes them.
async fn stale(
    bot: &Bot,
    request: &Request,
    caller: &Caller,
    (id, stored): (TableId, &StoredTable),
) -> Reply {
    let board = bot.service.store().posted_board(id).await.ok().flatten();
    let pressed = request.origin.message.map(|(message, _)| message);
    // The last posted board may be old too, while the present one is being posted.
    let record = stored.table.game().fingerprint();
    let is_old = |board: &PostedBoard| match board.shows {
        Some(Shows::Board(shown)) => shown != record,
        _ => false,
    };
    let present = board.filter(|board| Some(board.message) != pressed && !is_old(board));
    let link = present.as_ref().map(link);
    if let Some((message, false)) = request.origin.message
        && board.is_none_or(|board| board.message != message)
    {
        cleanup::queue_pressed(bot, request, id).await;
    }
    let stale = caller.say(&Line::StaleBoard { link: link.as_deref() });
    if link.is_some() {
        // A panel of an old position is replaced by the words.
        let is_panel = matches!(request.origin.message, Some((_, true)));
        let message = Message::of(stale);
        return if is_panel { Reply::Change(message) } else { Reply::Stale(message) };
    }
    let ctx = Ctx { bot, request, caller, visited: Mutex::default() };
    let title = escaped(&titles::title(bot, &stored.table, caller.language()).await);
    present_board(&ctx, id, stored, format!("{title}\n{stale}"))
}

/// The buttons that answer the opponent's offer, which came first.
fn answers(id: TableId, table: &Table, refusal: &Refusal, language: Language) -> Vec<Button> {
    let seen = Seen::of(table.game());
    match refusal {
        Refusal::OfferedFirst => Offer::Draw.answers(id, seen, language),
        Refusal::AskedFirst => Offer::Takeback.answers(id, seen, language),
        _ => Vec::new(),
    }
}

/// The limit that was reached, in words.
fn limit_text(limit: Limit, until: &str, caller: &Caller) -> String {
    caller.say(&match limit {
        Limit::NotBlocked { blocker, blocked } => {
            return block::refused(caller, (blocker, blocked));
        }
        Limit::Running { player, most } if player == caller.id => Line::TooManyGames { most },
        Limit::Running { most, .. } => Line::TooManyGamesOfOther { most },
        Limit::Waiting { most, .. } => Line::TooManyWaiting { most, until },
        Limit::Received { .. } => Line::TooManyReceived { until },
        Limit::Sent { most, .. } => Line::TooManySent { most, until },
        Limit::SentTo { .. } => Line::ChallengedJustNow { until },
    })
}

/// A countdown to a time, rounded up to the next second.
fn when(time: Timestamp) -> String {
    let up = SignedDuration::new(0, 999_999_999);
    relative(time.saturating_add(up).unwrap_or(time))
}

/// The refusal of a table in words, with legal moves to play instead.
fn refused(table: &Table, refusal: &Refusal, request: &Request, caller: &Caller) -> String {
    let kind = table.game().kind();
    let turn = match refusal {
        Refusal::NotYourTurn { player, .. } => Some(named(*player, caller.language())),
        _ => None,
    };
    let legal = match refusal {
        Refusal::Move(MoveError::Illegal(_)) => {
            legal_near(table.game(), typed_move(&request.payload), caller.language())
        }
        Refusal::Move(MoveError::Ambiguous(moves)) => {
            let written = |exact: &String| written_move(table.game(), exact, caller.language());
            moves.iter().map(written).collect()
        }
        _ => Vec::new(),
    };
    let context = RefusalContext { kind, turn_name: turn.as_deref(), legal: &legal };
    i18n::refusal(refusal, &context, caller.language())
}
