//! Responses of the routes under `/local`.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use crate::action_error::ActionError;
use crate::endpoints::CONTENT_MAX;
use crate::validation::{DiscordError, FieldError};

pub(super) type JsonResult = Result<Json<Value>, ActionError>;

impl IntoResponse for ActionError {
    fn into_response(self) -> Response {
        let status = match self {
            ActionError::NoPerson(_)
            | ActionError::NoServer(_)
            | ActionError::NoChannel(_)
            | ActionError::NoMessage(_) => StatusCode::NOT_FOUND,
            _ => StatusCode::BAD_REQUEST,
        };
        let mut body = json!({"problem": self.to_string()});
        if let ActionError::TooLong(_) = self {
            // The same error as Discord's.
            let refusal =
                DiscordError::invalid_form(&[FieldError::too_long("content", CONTENT_MAX)]).body();
            if let (Some(body), Value::Object(refusal)) = (body.as_object_mut(), refusal) {
                body.extend(refusal);
            }
        }
        (status, Json(body)).into_response()
    }
}
