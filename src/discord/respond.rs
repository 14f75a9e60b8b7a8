//! Responds to requests. What happened at a table is announced by [`super::outbox`].

use super::api::ApiError;
use super::commands::visibility;
use super::interaction::Request;
use super::message::Message;
use super::outbox::Delivery;
use super::reply::Reply;
use super::visibility::Visibility;
use crate::service::{Committed, ErrorChain, Store};

impl<S: Store> Delivery<S> {
    /// Responds to a request that has no response.
    pub(super) async fn reply(&self, request: &Request, reply: Reply) {
        let is_autocomplete = request.is_autocomplete();
        let responded = match reply {
            // Nothing but suggestions is a response to autocompletion.
            Reply::Private(_) if is_autocomplete => {
                self.bot.api.suggest(request.handle(), &[]).await
            }
            Reply::Announcement(committed) => {
                let panel = self.bot.panels.close(request.asker.id, committed.id);
                return self.announce(request, *committed, panel).await;
            }
            Reply::Public(message) => {
                self.respond(request, &message, Visibility::Public).await.map(drop)
            }
            Reply::Private(message) => {
                self.respond(request, &message, Visibility::Ephemeral).await.map(drop)
            }
            Reply::Change(message) => self.update_message(request, &message).await,
            Reply::Suggest(choices) => self.bot.api.suggest(request.handle(), &choices).await,
            Reply::Nothing => Ok(()),
        };
        if let Err(error) = responded {
            tracing::warn!(error = %ErrorChain(&error), "a response is not delivered");
        }
    }

    /// Edits the deferred response to a request.
    pub(super) async fn reply_deferred(&self, request: &Request, reply: Reply) {
        let responded = match reply {
            Reply::Announcement(committed) => {
                return self.announce_or_leave(request, *committed).await;
            }
            Reply::Public(message) => self.edit_original(request, &message).await.map(drop),
            Reply::Change(message) => self.edit_panel_deferred(request, &message).await,
            Reply::Private(message) => self.reply_privately_deferred(request, &message).await,
            Reply::Suggest(_) | Reply::Nothing => {
                self.bot.api.cancel_deferred(request.handle()).await
            }
        };
        if let Err(error) = responded {
            tracing::warn!(error = %ErrorChain(&error), "a deferred response is not edited");
        }
    }

    async fn announce_or_leave(&self, request: &Request, committed: Committed) {
        if visibility(request) == Visibility::Ephemeral {
            // The response was deferred for the caller alone, and is for all after all.
            if let Err(error) = self.bot.api.delete_original(request.handle()).await {
                tracing::debug!(error = %ErrorChain(&error), "a deferred response is not deleted");
            }
            return self.leave(&committed).await;
        }
        let panel = self.bot.panels.close(request.asker.id, committed.id);
        self.announce_deferred(request, committed, panel).await;
    }

    /// Responds to the caller alone, where the response may be deferred for all.
    async fn reply_privately_deferred(
        &self,
        request: &Request,
        message: &Message,
    ) -> Result<(), ApiError> {
        if visibility(request) == Visibility::Ephemeral {
            return self.edit_original(request, message).await.map(drop);
        }
        // A private message would take the place of the deferred public one, and all would see it:
        // where that cannot be deleted, the caller is told nothing.
        let handle = request.handle();
        self.bot.api.cancel_deferred(handle).await?;
        let follow_up = match self.bot.api.follow_up(handle, message, Visibility::Ephemeral).await {
            Err(ApiError::Forbidden(_)) if message.file.is_some() => {
                let message = self.without_file(request, message).await;
                self.bot.api.follow_up(handle, &message, Visibility::Ephemeral).await?
            }
            other => other?,
        };
        if let Some(message) = follow_up {
            self.bot.panels.followed(&request.token, message);
        }
        Ok(())
    }

    /// Edits the panel whose control was used. Once the response is deferred, the panel is reached
    /// only by the interaction that opened it.
    async fn edit_panel_deferred(
        &self,
        request: &Request,
        message: &Message,
    ) -> Result<(), ApiError> {
        let panel = request.table().and_then(|table| self.bot.panels.open(request.asker.id, table));
        let Some(panel) = panel else {
            return self.reply_privately_deferred(request, message).await;
        };
        let application = request.application;
        let edited = match self.bot.api.edit_panel(application, &panel, message).await {
            Err(ApiError::Forbidden(_)) if message.file.is_some() => {
                let message = self.without_file(request, message).await;
                self.bot.api.edit_panel(application, &panel, &message).await
            }
            other => other,
        };
        match edited {
            Ok(()) => self.bot.api.cancel_deferred(request.handle()).await,
            Err(error) => {
                tracing::debug!(error = %ErrorChain(&error), "a panel is not edited");
                self.reply_privately_deferred(request, message).await
            }
        }
    }

    /// Leaves a reply whose interaction another process has responded to: whether that told what
    /// happened is found out by the loop of the outbox.
    pub(super) async fn leave_to_another(&self, reply: Reply) {
        if let Reply::Announcement(committed) = reply {
            self.leave(&committed).await;
        }
    }
}
