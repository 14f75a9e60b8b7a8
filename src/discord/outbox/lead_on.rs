//! What the mover alone sees after their move was announced: the way to the next game that waits.

use super::announcement::Announcement;
use super::delivery::Delivery;
use crate::discord::api::panels::Panel;
use crate::discord::shared::interaction::Request;
use crate::discord::shared::next_game::next_game_message;
use crate::service::ErrorChain;
use kradan_table::Event;

impl Delivery {
    /// Takes away the panel on which a move was picked. Where other games wait for the mover, it becomes
    /// one line with a button that leads on.
    pub(super) async fn lead_on(
        &self,
        request: &Request,
        announcement: &Announcement<'_>,
        panel: Option<Panel>,
    ) {
        let Some(panel) = panel else { return };
        let (player, table) = (request.user.id, announcement.id.table);
        let is_move = announcement.events.iter().any(|it| matches!(it, Event::Moved { .. }));
        let waiting = if is_move && announcement.by == Some(player) {
            self.bot.waiting_count(player, table).await
        } else {
            0
        };
        if waiting == 0 {
            return self.close_panel(request, &panel).await;
        }
        let language = self.bot.preferences_of(player).await.language;
        let message = next_game_message(table, waiting, language);
        match self.bot.api.edit_panel(request.application, &panel, &message).await {
            Ok(()) => self.bot.panels.reopened(player, table, panel),
            // Its reader may have dismissed it.
            Err(error) => {
                tracing::debug!(error = %ErrorChain(&error), "a panel does not lead on");
            }
        }
    }
}
