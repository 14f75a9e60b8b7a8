//! What a player could be told neither in the table's channel nor in private. It is stored, and shown
//! after the response to the next thing that they do.

use std::collections::HashMap;
use std::sync::PoisonError;

use super::announcement::Announcement;
use crate::discord::limits::CONTENT_MAX;
use crate::discord::shared::bot::Bot;
use crate::discord::shared::context::Caller;
use crate::discord::shared::interaction::Request;
use crate::discord::view::mentions::mention_once;
use crate::discord::view::message::Message;
use crate::discord::view::visibility::Visibility;
use crate::service::{ErrorChain, OutboxEntry, OutboxEntryId, StoreError, StoreErrorKind};
use kradan_i18n::{self as i18n, Language, Line};
use kradan_table::PlayerId;

/// How many entries are read at once.
const MISSED_MAX: usize = 25;

impl Bot {
    /// Shows the caller what happened while they were away, and what they missed, after the response to
    /// their request.
    pub(crate) async fn show_missed(&self, request: &Request, caller: &Caller) {
        // Discord shows no message after suggestions.
        if request.is_autocomplete() {
            return;
        }
        let player = caller.id;
        let recap = self.recap(caller).await.unwrap_or_else(|error| {
            tracing::error!(error = %ErrorChain(&error), "what happened while a player was away cannot be read");
            None
        });
        // Of two requests at once one shows what was missed.
        let is_first = caller.has_missed
            && self.shown_missed.lock().unwrap_or_else(PoisonError::into_inner).insert(player);
        if !is_first {
            if let Some(recap) = recap {
                self.follow_up_missed(request, &recap).await;
            }
            return;
        }
        if let Err(error) = self.show_all_missed(request, recap.unwrap_or_default()).await {
            tracing::error!(error = %ErrorChain(&error), "what a player missed is shown later: the store failed");
        }
        self.shown_missed.lock().unwrap_or_else(PoisonError::into_inner).remove(&player);
    }

    /// Shows what was missed below what happened.
    async fn show_all_missed(&self, request: &Request, recap: Message) -> Result<(), StoreError> {
        let (player, store) = (request.user.id, self.service.store());
        let missed = store.missed_by(player, MISSED_MAX).await?;
        let language = self.preferences_of(player).await.language;
        let heading = i18n::line(&Line::NotReached, language);
        let happened = Some(recap.text).filter(|it| !it.is_empty());
        let mut lines: Vec<String> = happened.into_iter().chain([heading]).collect();
        let (told, mut names) = (lines.len(), HashMap::new());
        let mut seen: Vec<OutboxEntryId> = Vec::new();
        for entry in &missed {
            // A deleted table and an old reminder have no line.
            let Some((line, named)) = self.kept_line(entry, language).await? else {
                seen.push(entry.id);
                continue;
            };
            names.extend(named);
            lines.push(line);
            mention_once(&mut lines, (0, false), &names);
            if lines.iter().map(|line| line.chars().count() + 1).sum::<usize>() > CONTENT_MAX {
                lines.pop();
            } else {
                seen.push(entry.id);
            }
        }
        if lines.len() == told {
            lines.pop();
        }
        let text = lines.join("\n");
        let message = Message { text, ..recap };
        if !message.text.is_empty() && !self.follow_up_missed(request, &message).await {
            return Ok(());
        }
        store.remove_missed(player, seen).await
    }

    /// Whether Discord took it.
    async fn follow_up_missed(&self, request: &Request, message: &Message) -> bool {
        let shown = self.api.follow_up(request.handle(), message, Visibility::Ephemeral).await;
        if let Err(error) = &shown {
            tracing::warn!(error = %ErrorChain(error), "what a player missed is not shown: Discord refused or failed");
        }
        shown.is_ok()
    }

    /// The line of an entry, which is the events and a link to the table, and the players' names; `None`
    /// where the table is deleted or the entry is an old reminder.
    async fn kept_line(
        &self,
        entry: &OutboxEntry,
        language: Language,
    ) -> Result<Option<(String, HashMap<PlayerId, String>)>, StoreError> {
        let stored = match self.service.load(entry.id.table).await {
            Err(error) if error.kind() == StoreErrorKind::Value => return Ok(None),
            other => other?,
        };
        let Some(stored) = stored else { return Ok(None) };
        let news = Announcement::of(entry, &stored);
        if news.is_overdue() {
            return Ok(None);
        }
        let events = news.events_in(language).replace('\n', " ");
        let link = self.link_to(entry.id.table, &stored).await;
        Ok(Some((format!("- {events} · {link}"), self.names_at(&stored.table).await)))
    }
}
