//! Responses to interactions, and the messages that follow them. Discord counts none of these
//! requests against the limit of the bot.

use std::time::Duration;

use backon::Retryable as _;
use jiff::Timestamp;
use serde_json::{Value, json};
use serenity::all as discord;
use serenity::all::MessageFlags;
use serenity::http::{LightMethod, Request, Route};

use super::client::{Api, Counted, WebhookAge};
use super::error::ApiError;
use super::message_payload::{Kind, edit_payload, payload};
use super::panels::Panel;
use super::retry::RESPONSE;
use super::snowflake::{id_of, time_of};
use crate::discord::limits::FORM_TEXT_MAX;
use crate::discord::view::message::{ComponentRow, Form, Message, MessageEdit};
use crate::discord::view::visibility::Visibility;
use crate::service::InteractionId;
use kradan_rules::cut;
use kradan_table::{ApplicationId, MessageId};

/// The types of a response. *Receiving and Responding to Interactions*, Interaction Callback Type.
mod callback {
    pub(super) const MESSAGE: u8 = 4;
    pub(super) const DEFERRED_MESSAGE: u8 = 5;
    pub(super) const DEFERRED_UPDATE: u8 = 6;
    pub(super) const UPDATE_MESSAGE: u8 = 7;
    pub(super) const AUTOCOMPLETE: u8 = 8;
    pub(super) const MODAL: u8 = 9;
}

/// The id and token to respond to an interaction.
#[derive(Clone, Copy)]
pub(crate) struct InteractionHandle<'a> {
    pub(crate) application: ApplicationId,
    pub(crate) interaction: InteractionId,
    /// Secret; it expires after a quarter of an hour.
    pub(crate) token: &'a str,
}

impl std::fmt::Debug for InteractionHandle<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("InteractionHandle")
            .field("interaction", &self.interaction)
            .finish_non_exhaustive()
    }
}

/// Who sees a public response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ShownTo {
    /// All. The id of the message, if Discord gives one.
    All(Option<MessageId>),
    /// The caller alone: Discord made it ephemeral.
    Caller,
}

impl ShownTo {
    /// By the flags of the message and of the interaction.
    fn of(message: &Value, interaction: &Value) -> ShownTo {
        let is_ephemeral = interaction["response_message_ephemeral"] == true
            || flags(message).contains(MessageFlags::EPHEMERAL);
        if is_ephemeral { ShownTo::Caller } else { ShownTo::All(id_of(message).map(MessageId)) }
    }
}

/// The original response of an interaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Original {
    /// There is none for all.
    None,
    /// It is deferred, for all.
    Deferred,
    /// This message.
    Message(MessageId),
}

impl Original {
    fn of(message: &Value) -> Original {
        let flags = flags(message);
        // An ephemeral response announces nothing. Of an interaction that came twice, one process
        // may have sent it while the other committed a change.
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
    pub(crate) async fn respond(
        &self,
        handle: InteractionHandle<'_>,
        message: &Message,
        visibility: Visibility,
    ) -> Result<ShownTo, ApiError> {
        let taken =
            first_response(|| self.callback(handle, callback::MESSAGE, message, visibility))
                .await?;
        match (taken, visibility) {
            (Some(body), _) => Ok(ShownTo::of(&body["resource"]["message"], &body["interaction"])),
            (None, Visibility::Ephemeral) => Ok(ShownTo::Caller),
            (None, Visibility::Public) => match self.original(handle).await? {
                Original::Message(message) => Ok(ShownTo::All(Some(message))),
                Original::None | Original::Deferred => Err(ApiError::Answered),
            },
        }
    }

    /// Responds with a change of the message whose control was used.
    pub(crate) async fn update_message(
        &self,
        handle: InteractionHandle<'_>,
        message: &Message,
    ) -> Result<(), ApiError> {
        let update =
            || self.callback(handle, callback::UPDATE_MESSAGE, message, Visibility::Public);
        first_response(update).await.map(drop)
    }

    /// Responds by sending the controls of the message anew: Discord sends no interaction if the
    /// same option is chosen again in an unchanged message (discord-api-docs#3441).
    pub(crate) async fn renew_controls(
        &self,
        handle: InteractionHandle<'_>,
        rows: &[ComponentRow],
    ) -> Result<(), ApiError> {
        let edit = MessageEdit::Controls(rows.to_vec());
        let renew = || {
            self.with_emojis(async |emojis| {
                let (data, _) = edit_payload(&edit, emojis).await;
                let body = json!({ "type": callback::UPDATE_MESSAGE, "data": data });
                self.plain_callback(handle, &body).await
            })
        };
        first_response(renew).await.map(drop)
    }

    /// Defers the response.
    pub(crate) async fn defer(
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

    /// Acknowledges the use of a control. The message of the control is then the original response
    /// (*Receiving and Responding to Interactions*, Interaction Callback Type), and follow-ups
    /// ping.
    pub(crate) async fn acknowledge(&self, handle: InteractionHandle<'_>) -> Result<(), ApiError> {
        let body = json!({ "type": callback::DEFERRED_UPDATE });
        first_response(|| self.plain_callback(handle, &body)).await.map(drop)
    }

    /// Responds with a form. serenity reads an input in a row, and none in a label.
    pub(crate) async fn open_form(
        &self,
        handle: InteractionHandle<'_>,
        form: &Form,
    ) -> Result<(), ApiError> {
        const ACTION_ROW: u8 = 1;
        const TEXT_INPUT: u8 = 4;
        const PARAGRAPH: u8 = 2;
        let mut input = json!({
            "type": TEXT_INPUT, "style": PARAGRAPH, "custom_id": "text",
            "label": cut(&form.label, FORM_TEXT_MAX - 1),
            "max_length": form.most, "required": form.is_required,
        });
        if !form.text.is_empty() {
            input["value"] = json!(form.text);
        }
        let row = json!({ "type": ACTION_ROW, "components": [input] });
        let data = json!({
            "custom_id": form.control.to_string(), "title": cut(&form.title, FORM_TEXT_MAX - 1), "components": [row],
        });
        let body = json!({ "type": callback::MODAL, "data": data });
        first_response(|| self.plain_callback(handle, &body)).await.map(drop)
    }

    /// Responds with suggestions.
    pub(crate) async fn suggest(
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
        self.with_emojis(async |emojis| {
            let (payload, files) = payload(message, visibility, is_new, emojis).await;
            let body = json!({ "type": kind, "data": payload });
            let request = Request::new(response_route(handle), LightMethod::Post)
                .params(Some(vec![("with_response", "true".to_owned())]));
            self.send(Counted::AsResponse, request, &body, files).await
        })
        .await
    }

    async fn plain_callback(
        &self,
        handle: InteractionHandle<'_>,
        body: &Value,
    ) -> Result<(), ApiError> {
        let request = Request::new(response_route(handle), LightMethod::Post);
        self.send(Counted::AsResponse, request, body, Vec::new()).await.map(drop)
    }

    /// Edits the original response, deferred or not.
    pub(crate) async fn edit_original(
        &self,
        handle: InteractionHandle<'_>,
        message: &Message,
    ) -> Result<ShownTo, ApiError> {
        let edit = MessageEdit::Whole(message.clone());
        let edited = self.edit_at(original_route(handle), age_of(handle), &edit).await?;
        Ok(ShownTo::of(&edited, &Value::Null))
    }

    /// Deletes the original response.
    pub(crate) async fn delete_original(
        &self,
        handle: InteractionHandle<'_>,
    ) -> Result<(), ApiError> {
        let request = Request::new(original_route(handle), LightMethod::Delete);
        self.request(Counted::ByToken(age_of(handle)), request).await.map(drop)
    }

    /// Deletes the original response if it is still deferred. Otherwise another process may have
    /// posted a board with it, as an interaction may come twice.
    pub(crate) async fn cancel_deferred(
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

    pub(crate) async fn original(
        &self,
        handle: InteractionHandle<'_>,
    ) -> Result<Original, ApiError> {
        let original = self.original_message(handle).await?;
        // After an acknowledgement it is the message of the control, which is older.
        let answer =
            original.filter(|message| id_of(message).is_none_or(|id| id > handle.interaction.0));
        Ok(answer.as_ref().map_or(Original::None, Original::of))
    }

    /// Whether the original response is deferred, for all or for the caller alone.
    pub(crate) async fn is_deferred(
        &self,
        handle: InteractionHandle<'_>,
    ) -> Result<bool, ApiError> {
        let original = self.original_message(handle).await?;
        Ok(original.is_some_and(|message| flags(&message).contains(MessageFlags::LOADING)))
    }

    async fn original_message(
        &self,
        handle: InteractionHandle<'_>,
    ) -> Result<Option<Value>, ApiError> {
        let request = Request::new(original_route(handle), LightMethod::Get);
        // Without a response there is no webhook.
        match self.read::<Value>(Counted::ByToken(WebhookAge::Old), request).await {
            Ok(message) => Ok(Some(message)),
            Err(ApiError::Gone(_) | ApiError::TooLate) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Sends a message after the response.
    pub(crate) async fn follow_up(
        &self,
        handle: InteractionHandle<'_>,
        message: &Message,
        visibility: Visibility,
    ) -> Result<Option<MessageId>, ApiError> {
        let sent = self.send_follow_up(handle, message, visibility).await?;
        Ok(id_of(&sent).map(MessageId))
    }

    /// Sends a message for all after the response, and says who sees it.
    pub(crate) async fn follow_up_for_all(
        &self,
        handle: InteractionHandle<'_>,
        message: &Message,
    ) -> Result<ShownTo, ApiError> {
        let sent = self.send_follow_up(handle, message, Visibility::Public).await?;
        Ok(ShownTo::of(&sent, &Value::Null))
    }

    async fn send_follow_up(
        &self,
        handle: InteractionHandle<'_>,
        message: &Message,
        visibility: Visibility,
    ) -> Result<Value, ApiError> {
        self.with_emojis(async |emojis| {
            let (payload, files) = payload(message, visibility, Kind::New, emojis).await;
            let route = Route::WebhookFollowupMessages {
                application_id: discord::ApplicationId::new(handle.application.0),
                token: handle.token,
            };
            let request = Request::new(route, LightMethod::Post);
            self.send(Counted::ByToken(age_of(handle)), request, &payload, files).await
        })
        .await
    }

    /// Changes a message by the token of an interaction that it answers or that used its controls.
    pub(crate) async fn edit_by_token(
        &self,
        application: ApplicationId,
        panel: &Panel,
        edit: &MessageEdit,
    ) -> Result<(), ApiError> {
        self.edit_at(panel_route(application, panel), panel.age(), edit).await.map(drop)
    }

    async fn edit_at(
        &self,
        route: Route<'_>,
        age: WebhookAge,
        edit: &MessageEdit,
    ) -> Result<Value, ApiError> {
        self.with_emojis(async |emojis| {
            let (body, files) = edit_payload(edit, emojis).await;
            let request = Request::new(route, LightMethod::Patch);
            self.send(Counted::ByToken(age), request, &body, files).await
        })
        .await
    }

    /// Edits a panel that was opened by an earlier interaction.
    pub(crate) async fn edit_panel(
        &self,
        application: ApplicationId,
        panel: &Panel,
        message: &Message,
    ) -> Result<(), ApiError> {
        let edit = MessageEdit::Whole(message.clone());
        self.edit_by_token(application, panel, &edit).await
    }

    pub(crate) async fn delete_panel(
        &self,
        application: ApplicationId,
        panel: &Panel,
    ) -> Result<(), ApiError> {
        let request = Request::new(panel_route(application, panel), LightMethod::Delete);
        self.request(Counted::ByToken(panel.age()), request).await.map(drop)
    }
}

/// Sends a first response, again if the result is unknown. Returns `None` if an earlier attempt was
/// accepted.
async fn first_response<T, F>(mut send: impl FnMut() -> F) -> Result<Option<T>, ApiError>
where
    F: Future<Output = Result<T, ApiError>>,
{
    let mut attempts = 0;
    let attempt = || {
        attempts += 1;
        send()
    };
    let response = attempt
        .retry(RESPONSE.backoff())
        .sleep(tokio::time::sleep)
        .when(|error| matches!(error, ApiError::Unsure(_)))
        .await;
    match response {
        Err(ApiError::Answered) if attempts > 1 => Ok(None),
        other => other.map(Some),
    }
}

/// The age of the webhook of an interaction, by the interaction's id.
fn age_of(handle: InteractionHandle<'_>) -> WebhookAge {
    let age = Timestamp::now().duration_since(time_of(handle.interaction.0));
    WebhookAge::after(Duration::try_from(age).unwrap_or_default())
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
