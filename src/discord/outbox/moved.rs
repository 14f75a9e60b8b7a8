//! Telling the channel that a table left where the table is now.

use super::super::api::ApiError;
use super::super::limits::code;
use super::decide::try_again;
use super::delivery::{self, mark, priority_of};
use super::{deliver, missed, post, private};
use crate::discord::shared::bot::Bot;
use crate::discord::shared::{channel_access, guilds, shared_preferences, titles};
use crate::discord::view::message::Message;
use crate::discord::view::message_link::link;
use crate::discord::view::table_view::mention;
use crate::service::{ErrorChain, OutboxEntry, StoreError, StoredTable};
use kradan_i18n::{self as i18n, Line};
use kradan_table::{ChannelId, PlayerId};

/// Posts in the channel that a table left where it is now. Where that may not be posted, the
/// player who is called by it is told in private: they may not read the new channel.
pub(super) async fn tell_left_channel(
    bot: &Bot,
    entry: &OutboxEntry,
    stored: &StoredTable,
    left: ChannelId,
) -> Result<(), StoreError> {
    let (store, now) = (bot.service.store(), stored.table.channel());
    if now == left {
        return store.mark_delivered(entry.id, None).await;
    }
    let board =
        delivery::board_before(bot, entry.id.table).await?.filter(|board| board.channel == now);
    let link = board
        .map_or_else(|| guilds::written_channel_of(&bot.guilds, None, now), |board| link(&board));
    let reader = entry.by.and_then(|by| stored.table.other_than(by)).or(entry.by);
    // Who does not read the new channel learns of it in the old one.
    let is_called = delivery::calls_by_moving(&bot.table_moves, entry);
    let called = reader.filter(|reader| is_called && Some(*reader) != entry.by);
    let mut told = if channel_access::can_act(bot, left).await {
        post_in_left_channel(bot, entry, stored, (left, &link), called).await
    } else {
        Err(ApiError::Forbidden(code::MISSING_ACCESS))
    };
    if let (Err(error), Some(player)) = (&told, called)
        && is_for_good(error)
    {
        told = tell_in_private(bot, entry, stored, (player, &link)).await;
    }
    match told {
        Err(error) if !is_for_good(&error) => {
            deliver::apply(&bot.service, entry, try_again(entry.attempts, error.retry_after()))
                .await
        }
        _ => store.mark_delivered(entry.id, None).await,
    }
}

async fn post_in_left_channel(
    bot: &Bot,
    entry: &OutboxEntry,
    stored: &StoredTable,
    (left, link): (ChannelId, &str),
    called: Option<PlayerId>,
) -> Result<(), ApiError> {
    let shared =
        shared_preferences::in_channel(bot, entry.id.table, &stored.table, left, entry.by).await;
    let pinged = match called {
        Some(player) if delivery::is_muted(bot, player, entry).await => None,
        other => other,
    };
    let name = pinged.map(mention);
    let text = i18n::line(&Line::GameLeft { name: name.as_deref(), link }, shared.language);
    let message = Message { ping: pinged.into_iter().collect(), ..Message::of(text) };
    post::once(bot, (priority_of(entry), left), entry, &message, &left_mark(entry))
        .await
        .inspect_err(|error| {
            tracing::info!(table = %entry.id.table.0, channel = %left.0, is_for_good = is_for_good(error), error = %ErrorChain(error), "notice in the channel that a table left not sent");
        })
}

/// Tells a player in private where a table is now, or when they do something the next time.
async fn tell_in_private(
    bot: &Bot,
    entry: &OutboxEntry,
    stored: &StoredTable,
    (player, link): (PlayerId, &str),
) -> Result<(), ApiError> {
    if delivery::is_muted(bot, player, entry).await {
        return missed::add(bot, player, entry).await;
    }
    let language = shared_preferences::at_table(bot, &stored.table, player).await.language;
    let text = i18n::line(&Line::GameLeft { name: None, link }, language);
    let heading = titles::heading(bot, entry.id.table, stored, language).await;
    let text = format!("{text}\n-# {heading}");
    let message = Message { ping: vec![player], ..Message::of(text) };
    let is_turn = stored.table.person_to_move() == Some(player);
    match private::post(bot, player, entry, (&message, &left_mark(entry)), is_turn).await {
        Err(error) if is_for_good(&error) => {
            tracing::info!(table = %entry.id.table.0, error = %ErrorChain(&error), "notice of a moved table not sent, stored for the player's next interaction");
            missed::add(bot, player, entry).await
        }
        other => other,
    }
}

/// What tells the entry from the board in a nonce.
fn left_mark(entry: &OutboxEntry) -> String {
    format!("{}.left", mark(entry))
}

fn is_for_good(error: &ApiError) -> bool {
    matches!(error, ApiError::Gone(_) | ApiError::Forbidden(_) | ApiError::Faulty(_))
}
