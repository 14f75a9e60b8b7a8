//! Responses to interactions, and the messages that follow them. Discord counts none of these
//! requests against the limit of the bot.

use backon::Retryable as _;
use serde_json::{Value, json};
use serenity::all as discord;
use serenity::all::MessageFlags;
use serenity::http::{LightMethod, Request, Route};

use super::super::message::Message;
use super::super::message_payload::{Kind, payload};
use super::super::panels::Panel;
use super::super::visibility::Visibility;
use super::client::{Api, in_time};
use super::error::ApiError;
use super::retry::RESPONSE;
use super::snowflake::id_of;
use crate::service::InteractionId;
use crate::table::{ApplicationId, MessageId};

/// The types of a response. *Receiving and Responding to Interactions*, Interaction Callback Type.
mod callback {
    pub(super) const MESSAGE: u8 = 4;
    pub(super) const DEFERRED_MESSAGE: u8 = 5;
    pub(super) const UPDATE_MESSAGE: u8 = 7;
    pub(super) const AUTOCOMPLETE: u8 = 8;
}

/// What it takes to respond to an interaction.
#[derive(Clone, Copy)]
pub(in crate::discord) struct InteractionHandle<'a> {
    pub(in crate::discord) application: ApplicationId,
    pub(in crate::discord) interaction: InteractionId,
    /// A secret for a quarter of an hour.
    pub(in crate::discord) token: &'a str,
}

impl std::fmt::Debug for InteractionHandle<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("InteractionHandle")
            .field("interaction", &self.interaction)
            .finish_non_exhaustive()
    }
}

/// Who sees a response that was meant for all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discord) enum ShownTo {
    /// All. The message, if Discord says which.
    All(Option<MessageId>),
    /// The caller alone: Discord made it ephemeral.
    Caller,
}

impl ShownTo {
    /// By the message itself, and by what Discord says of the interaction.
    fn of(message: &Value, interaction: &Value) -> ShownTo {
        let is_ephemeral = interaction["response_message_ephemeral"] == true
            || flags(message).contains(MessageFlags::EPHEMERAL);
        if is_ephemeral { ShownTo::Caller } else { ShownTo::All(id_of(message).map(MessageId)) }
    }
}

/// The original response of an interaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discord) enum Original {
    /// There is none that all see.
    None,
    /// It is deferred: all see that it takes a moment.
    Deferred,
    /// This message.
    Message(MessageId),
}

impl Original {
    fn of(message: &Value) -> Original {
        let flags = flags(message);
        // An ephemeral response tells nobody else: an interaction that came twice may have been
        // answered so by one process while the other committed its change.
        if flags.contains(MessageFlags::EPHEMERAL) {
            return Original::None;
        }
        if flags.contains(MessageFlags::LOADING) {
            return Original::Deferred;
        }
        id_of(message).map_or(Original::None, |id| Original::Message(MessageId(id)))
    }
}

impl Api {
    /// Responds with a new message, and says who sees it.
    pub(in crate::discord) async fn respond(
        &self,
        handle: InteractionHandle<'_>,
        message: &Message,
        visibility: Visibility,
    ) -> Result<ShownTo, ApiError> {
        let mut attempts = 0;
        let attempt = || {
            attempts += 1;
            self.callback(handle, callback::MESSAGE, message, visibility)
        };
        let response = attempt
            .retry(RESPONSE.backoff())
            .sleep(tokio::time::sleep)
            .when(|error| matches!(error, ApiError::Unsure(_)))
            .await;
        match response {
            Ok(body) => Ok(ShownTo::of(&body["resource"]["message"], &body["interaction"])),
            // An earlier attempt succeeded, whatever Discord said then.
            Err(ApiError::Answered) if attempts > 1 => match visibility {
                Visibility::Ephemeral => Ok(ShownTo::Caller),
                Visibility::Public => match self.original(handle).await? {
                    Original::Message(message) => Ok(ShownTo::All(Some(message))),
                    Original::None | Original::Deferred => Err(ApiError::Answered),
                },
            },
            Err(error) => Err(error),
        }
    }

    /// Responds with a change of the message whose control was used.
    pub(in crate::discord) async fn update_message(
        &self,
        handle: InteractionHandle<'_>,
        message: &Message,
    ) -> Result<(), ApiError> {
        self.callback(handle, callback::UPDATE_MESSAGE, message, Visibility::Public).await.map(drop)
    }

    /// Defers the response.
    pub(in crate::discord) async fn defer(
        &self,
        handle: InteractionHandle<'_>,
        visibility: Visibility,
    ) -> Result<(), ApiError> {
        let data = match visibility {
            Visibility::Public => json!({}),
            Visibility::Ephemeral => json!({ "flags": MessageFlags::EPHEMERAL.bits() }),
        };
        let body = json!({ "type": callback::DEFERRED_MESSAGE, "data": data });
        self.plain_callback(handle, &body).await
    }

    /// Responds with suggestions: what is shown, and what is meant.
    pub(in crate::discord) async fn suggest(
        &self,
        handle: InteractionHandle<'_>,
        choices: &[(String, String)],
    ) -> Result<(), ApiError> {
        let choices: Vec<Value> =
            choices.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect();
        let body = json!({ "type": callback::AUTOCOMPLETE, "data": { "choices": choices } });
        self.plain_callback(handle, &body).await
    }

    async fn callback(
        &self,
        handle: InteractionHandle<'_>,
        kind: u8,
        message: &Message,
        visibility: Visibility,
    ) -> Result<Value, ApiError> {
        let is_new = if kind == callback::UPDATE_MESSAGE { Kind::Edit } else { Kind::New };
        let (payload, files) = payload(message, visibility, is_new).await;
        let body = json!({ "type": kind, "data": payload });
        let request = Request::new(response_route(handle), LightMethod::Post)
            .params(Some(vec![("with_response", "true".to_owned())]));
        self.send(&self.unlimited, request, &body, files).await
    }

    async fn plain_callback(
        &self,
        handle: InteractionHandle<'_>,
        body: &Value,
    ) -> Result<(), ApiError> {
        let request = Request::new(response_route(handle), LightMethod::Post);
        self.send(&self.unlimited, request, body, Vec::new()).await.map(drop)
    }

    /// Edits the original response, deferred or not.
    pub(in crate::discord) async fn edit_original(
        &self,
        handle: InteractionHandle<'_>,
        message: &Message,
    ) -> Result<ShownTo, ApiError> {
        let (payload, files) = payload(message, Visibility::Public, Kind::Edit).await;
        let request = Request::new(original_route(handle), LightMethod::Patch);
        let edited = self.send(&self.unlimited, request, &payload, files).await?;
        Ok(ShownTo::of(&edited, &Value::Null))
    }

    /// Deletes the original response.
    pub(in crate::discord) async fn delete_original(
        &self,
        handle: InteractionHandle<'_>,
    ) -> Result<(), ApiError> {
        let request = Request::new(original_route(handle), LightMethod::Delete);
        self.unlimited.request(request).await.map(drop).map_err(ApiError::of)
    }

    /// Deletes the original response if it is still deferred. One that is there stays: the same
    /// interaction may have come twice, and the other process may have told a board with it.
    pub(in crate::discord) async fn cancel_deferred(
        &self,
        handle: InteractionHandle<'_>,
    ) -> Result<(), ApiError> {
        let attempt = || async {
            if self.is_deferred(handle).await? {
                self.delete_original(handle).await
            } else {
                Ok(())
            }
        };
        let cancelled = attempt
            .retry(RESPONSE.backoff())
            .sleep(tokio::time::sleep)
            .when(|error| matches!(error, ApiError::Unsure(_)))
            .await;
        match cancelled {
            Err(ApiError::Gone(_)) => Ok(()),
            other => other,
        }
    }

    pub(in crate::discord) async fn original(
        &self,
        handle: InteractionHandle<'_>,
    ) -> Result<Original, ApiError> {
        let original = self.original_message(handle).await?;
        Ok(original.as_ref().map_or(Original::None, Original::of))
    }

    /// Whether the original response is deferred, for all or for the caller alone.
    pub(in crate::discord) async fn is_deferred(
        &self,
        handle: InteractionHandle<'_>,
    ) -> Result<bool, ApiError> {
        let original = self.original_message(handle).await?;
        Ok(original.is_some_and(|it| flags(&it).contains(MessageFlags::LOADING)))
    }

    async fn original_message(
        &self,
        handle: InteractionHandle<'_>,
    ) -> Result<Option<Value>, ApiError> {
        let request = Request::new(original_route(handle), LightMethod::Get);
        match in_time(self.unlimited.fire::<Value>(request)).await {
            Ok(message) => Ok(Some(message)),
            Err(ApiError::Gone(_) | ApiError::TooLate) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Sends a message after the response.
    pub(in crate::discord) async fn follow_up(
        &self,
        handle: InteractionHandle<'_>,
        message: &Message,
        visibility: Visibility,
    ) -> Result<Option<MessageId>, ApiError> {
        let (payload, files) = payload(message, visibility, Kind::New).await;
        let route = Route::WebhookFollowupMessages {
            application_id: discord::ApplicationId::new(handle.application.0),
            token: handle.token,
        };
        let request = Request::new(route, LightMethod::Post);
        let sent = self.send(&self.unlimited, request, &payload, files).await?;
        Ok(id_of(&sent).map(MessageId))
    }

    /// Edits a panel that was opened by an earlier interaction.
    pub(in crate::discord) async fn edit_panel(
        &self,
        application: ApplicationId,
        panel: &Panel,
        message: &Message,
    ) -> Result<(), ApiError> {
        let (payload, files) = payload(message, Visibility::Public, Kind::Edit).await;
        let request = Request::new(panel_route(application, panel), LightMethod::Patch);
        self.send(&self.unlimited, request, &payload, files).await.map(drop)
    }

    pub(in crate::discord) async fn delete_panel(
        &self,
        application: ApplicationId,
        panel: &Panel,
    ) -> Result<(), ApiError> {
        let request = Request::new(panel_route(application, panel), LightMethod::Delete);
        self.unlimited.request(request).await.map(drop).map_err(ApiError::of)
    }
}

fn response_route(handle: InteractionHandle<'_>) -> Route<'_> {
    Route::InteractionResponse {
        interaction_id: discord::InteractionId::new(handle.interaction.0),
        token: handle.token,
    }
}

fn original_route(handle: InteractionHandle<'_>) -> Route<'_> {
    Route::WebhookOriginalInteractionResponse {
        application_id: discord::ApplicationId::new(handle.application.0),
        token: handle.token,
    }
}

fn panel_route(application: ApplicationId, panel: &Panel) -> Route<'_> {
    let application_id = discord::ApplicationId::new(application.0);
    let token = panel.token.as_str();
    match panel.follow_up {
        None => Route::WebhookOriginalInteractionResponse { application_id, token },
        Some(message) => Route::WebhookFollowupMessage {
            application_id,
            token,
            message_id: discord::MessageId::new(message.0),
        },
    }
}

fn flags(message: &Value) -> MessageFlags {
    MessageFlags::from_bits_retain(message["flags"].as_u64().unwrap_or(0))
}
