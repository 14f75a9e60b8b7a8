//! Responses with a file, and without it where files are not allowed: the board then is text.

use serenity::all::Permissions;

use super::super::api::{ApiError, ShownTo};
use super::super::interaction::Request;
use super::super::message::{File, Message};
use super::super::message_payload::without_file;
use super::super::visibility::Visibility;
use super::delivery::Delivery;
use crate::service::Store;

impl<S: Store> Delivery<S> {
    /// Responds with a new message.
    pub(in crate::discord) async fn respond(
        &self,
        request: &Request,
        message: &Message,
        visibility: Visibility,
    ) -> Result<ShownTo, ApiError> {
        if message.file.is_some() && !may_attach(request) {
            let message = self.without_file(request, message).await;
            return self.bot.api.respond(request.handle(), &message, visibility).await;
        }
        match self.bot.api.respond(request.handle(), message, visibility).await {
            Err(ApiError::Forbidden(_)) if message.file.is_some() => {
                let message = self.without_file(request, message).await;
                self.bot.api.respond(request.handle(), &message, visibility).await
            }
            other => other,
        }
    }

    /// Responds with a change of the message whose control was used.
    pub(in crate::discord) async fn update_message(
        &self,
        request: &Request,
        message: &Message,
    ) -> Result<(), ApiError> {
        if message.file.is_some() && !may_attach(request) {
            let message = self.without_file(request, message).await;
            return self.bot.api.update_message(request.handle(), &message).await;
        }
        self.bot.api.update_message(request.handle(), message).await
    }

    /// Edits the response that was deferred.
    pub(in crate::discord) async fn edit_original(
        &self,
        request: &Request,
        message: &Message,
    ) -> Result<ShownTo, ApiError> {
        match self.bot.api.edit_original(request.handle(), message).await {
            Err(ApiError::Forbidden(_)) if message.file.is_some() => {
                let message = self.without_file(request, message).await;
                self.bot.api.edit_original(request.handle(), &message).await
            }
            other => other,
        }
    }

    /// A message without its file, which says that we may not attach files.
    pub(in crate::discord) async fn without_file(
        &self,
        request: &Request,
        message: &Message,
    ) -> Message {
        let language = match &message.file {
            Some(File::Board(board) | File::Animation(board)) => board.language,
            Some(File::Text { .. }) | None => {
                self.bot.preferences_of(request.asker.id).await.language
            }
        };
        without_file(message, request.origin.place, language)
    }
}

/// Whether we may attach files where a request comes from, as far as Discord says.
fn may_attach(request: &Request) -> bool {
    let ours = request.origin.permissions;
    ours.is_none_or(|ours| ours.contains(Permissions::ATTACH_FILES))
}
