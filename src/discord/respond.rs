//! Responds to requests. What happened at a table is announced by [`super::outbox`].

use super::api::ApiError;
use super::bot::Bot;
use super::commands::visibility;
use super::interaction::Request;
use super::message::Message;
use super::outbox::handle;
use super::reply::Reply;
use super::visibility::Visibility;
use crate::service::{Committed, ErrorChain, Store};
use crate::table::ApplicationId;

impl<S: Store> Bot<S> {
    /// Responds to a request that has no response.
    pub(super) async fn respond(&self, request: &Request, reply: Reply) {
        let is_autocomplete = request.is_autocomplete();
        let responded = match reply {
            // Nothing but suggestions is a response to autocompletion.
            Reply::Private(_) if is_autocomplete => self.api.suggest(handle(request), &[]).await,
            Reply::Announcement(committed) => {
                let panel = self.panels.close(request.asker.id, committed.id);
                return self.delivery.announce(request, *committed, panel).await;
            }
            Reply::Public(message) => {
                self.delivery.respond(request, &message, Visibility::All).await.map(drop)
            }
            Reply::Private(message) => {
                self.delivery.respond(request, &message, Visibility::Asker).await.map(drop)
            }
            Reply::Change(message) => self.delivery.update_message(request, &message).await,
            Reply::Suggest(choices) => self.api.suggest(handle(request), &choices).await,
            Reply::Nothing => Ok(()),
        };
        if let Err(error) = responded {
            tracing::warn!(error = %ErrorChain(&error), "a response is not delivered");
        }
    }

    /// Edits the deferred response to a request.
    pub(super) async fn respond_deferred(&self, request: &Request, reply: Reply) {
        let responded = match reply {
            Reply::Announcement(committed) => {
                return self.announce_deferred(request, *committed).await;
            }
            Reply::Public(message) => {
                self.delivery.edit_original(request, &message).await.map(drop)
            }
            Reply::Change(message) => self.edit_panel_deferred(request, &message).await,
            Reply::Private(message) => self.respond_privately_deferred(request, &message).await,
            Reply::Suggest(_) | Reply::Nothing => self.api.cancel_deferred(handle(request)).await,
        };
        if let Err(error) = responded {
            tracing::warn!(error = %ErrorChain(&error), "a deferred response is not edited");
        }
    }

    async fn announce_deferred(&self, request: &Request, committed: Committed) {
        if visibility(request) == Visibility::Asker {
            // The response was deferred for the caller alone, and is for all after all.
            if let Err(error) = self.api.delete_original(handle(request)).await {
                tracing::debug!(error = %ErrorChain(&error), "a deferred response is not deleted");
            }
            return self.delivery.leave(&committed).await;
        }
        let panel = self.panels.close(request.asker.id, committed.id);
        self.delivery.announce_deferred(request, committed, panel).await;
    }

    /// Responds to the caller alone, where the response may be deferred for all.
    async fn respond_privately_deferred(
        &self,
        request: &Request,
        message: &Message,
    ) -> Result<(), ApiError> {
        if visibility(request) == Visibility::Asker {
            return self.delivery.edit_original(request, message).await.map(drop);
        }
        // A private message would take the place of the deferred public one, and all would see it:
        // where that cannot be deleted, the caller is told nothing.
        let handle = handle(request);
        self.api.cancel_deferred(handle).await?;
        let follow_up = match self.api.follow_up(handle, message, Visibility::Asker).await {
            Err(ApiError::Forbidden(_)) if message.file.is_some() => {
                let message = self.delivery.without_file(request, message).await;
                self.api.follow_up(handle, &message, Visibility::Asker).await?
            }
            other => other?,
        };
        if let Some(message) = follow_up {
            self.panels.followed(&request.token, message.0);
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
        let panel = request.table().and_then(|table| self.panels.open(request.asker.id, table));
        let Some(panel) = panel else {
            return self.respond_privately_deferred(request, message).await;
        };
        let application = ApplicationId(request.application);
        let edited = match self.api.edit_panel(application, &panel, message).await {
            Err(ApiError::Forbidden(_)) if message.file.is_some() => {
                let message = self.delivery.without_file(request, message).await;
                self.api.edit_panel(application, &panel, &message).await
            }
            other => other,
        };
        match edited {
            Ok(()) => self.api.cancel_deferred(handle(request)).await,
            Err(error) => {
                tracing::debug!(error = %ErrorChain(&error), "a panel is not edited");
                self.respond_privately_deferred(request, message).await
            }
        }
    }

    /// Leaves a reply whose interaction another process has responded to: whether that told what
    /// happened is found out by the loop of the outbox.
    pub(super) async fn leave_to_another(&self, reply: Reply) {
        if let Reply::Announcement(committed) = reply {
            self.delivery.leave(&committed).await;
        }
    }
}
