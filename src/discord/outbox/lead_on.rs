//! What the mover alone sees after their move was announced: the way to the next game that waits.

use super::announcement::Announcement;
use super::delivery::Delivery;
use crate::discord::api::panels::Panel;
use crate::discord::shared::interaction::Request;
use crate::discord::shared::next_game::next_game_message;
use crate::discord::view::visibility::Visibility;
use crate::service::ErrorChain;
use kradan_table::Event;

impl Delivery {
    /// Leads a player on who has moved and for whom other games wait: the panel on which the move
    /// was picked becomes one line with a button, or such a line follows. Any other panel is deleted.
    pub(super) async fn lead_on(
        &self,
        request: &Request,
        announcement: &Announcement<'_>,
        panel: Option<Panel>,
    ) {
        let (player, table) = (request.user.id, announcement.id.table);
        let is_move = announcement.events.iter().any(|it| matches!(it, Event::Moved { .. }));
        let waiting = if is_move && announcement.by == Some(player) {
            self.bot.waiting_count(player, table).await
        } else {
            0
        };
        if waiting == 0 {
            if let Some(panel) = &panel {
                self.close_panel(request, panel).await;
            }
            return;
        }
        let language = self.bot.preferences_of(player).await.language;
        let message = next_game_message(table, waiting, language);
        if let Some(panel) = panel {
            match self.bot.api.edit_panel(request.application, &panel, &message).await {
                Ok(()) => return self.bot.panels.reopened(player, table, panel),
                // Its reader may have dismissed it.
                Err(error) => {
                    tracing::debug!(error = %ErrorChain(&error), "a panel does not lead on");
                }
            }
        }
        let sent = self.bot.api.follow_up(request.handle(), &message, Visibility::Ephemeral).await;
        match sent {
            Ok(Some(follow_up)) => {
                let panel = Panel::new(&request.token, Some(follow_up));
                self.bot.panels.reopened(player, table, panel);
            }
            Ok(None) => {}
            Err(error) => {
                tracing::debug!(error = %ErrorChain(&error), "a mover is not led on");
            }
        }
    }
}
