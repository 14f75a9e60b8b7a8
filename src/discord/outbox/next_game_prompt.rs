//! The prompt that the mover alone sees after a move: the button to the next game that waits.

use super::response;
use crate::discord::api::panels::Panel;
use crate::discord::shared::bot::Bot;
use crate::discord::shared::interaction::Request;
use crate::discord::shared::next_game::{self, next_game_message};
use crate::discord::shared::shared_preferences;
use crate::discord::view::announcement::Announcement;
use crate::service::ErrorChain;
use kradan_table::Event;

/// Takes away the panel on which a move was picked. Where other games wait for the mover, it becomes
/// one line with a button that leads on.
pub(super) async fn show(
    bot: &Bot,
    request: &Request,
    announcement: &Announcement<'_>,
    panel: Option<Panel>,
) {
    let Some(panel) = panel else { return };
    let (player, table) = (request.user.id, announcement.id.table);
    let is_move = announcement.events.iter().any(|event| matches!(event, Event::Moved { .. }));
    let waiting = if is_move && announcement.by == Some(player) {
        next_game::waiting_count(&bot.service, player, table).await
    } else {
        0
    };
    if waiting == 0 {
        return response::close_panel(&bot.api, request, &panel).await;
    }
    let language = shared_preferences::of_player(bot, player).await.language;
    let message = next_game_message(table, waiting, language);
    match bot.api.edit_panel(request.application, &panel, &message).await {
        Ok(()) => bot.panels.reopened(player, table, panel),
        // Its reader may have dismissed it.
        Err(error) => {
            tracing::debug!(error = %ErrorChain(&error), "next-game prompt not sent");
        }
    }
}
