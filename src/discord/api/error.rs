//! The errors of requests to Discord, by what the caller can do about them.

use std::time::Duration;

use serde_json::{Value, json};
use serenity::http::{DiscordJsonError, HttpError};

use super::super::limits::code;

/// What went wrong with a request.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ApiError {
    #[error("the interaction was answered already")]
    Answered,
    /// Unknown interaction: it has expired.
    #[error("the interaction has expired")]
    TooLate,
    /// Unknown webhook of an interaction: it has expired, or is not there yet. Requests return
    /// [`ApiError::TooLate`] instead.
    #[error("the webhook of the interaction is unknown")]
    NoWebhook,
    /// Invalid bot token (401).
    #[error("Discord does not accept the token")]
    Token,
    /// Missing access or permission (403).
    #[error("missing access or permission (code {0})")]
    Forbidden(isize),
    /// The thread exists already.
    #[error("the thread exists already")]
    Exists,
    /// Unknown channel, message, member or user (404).
    #[error("unknown channel, message, member or user (code {0})")]
    Gone(isize),
    /// Invalid request (400).
    #[error("invalid request: {0}")]
    Faulty(String),
    /// Invalid emoji of a button, although it may exist (discord-api-docs#7128).
    #[error("invalid emoji")]
    EmojiRefused,
    /// Rate limited (429): retry after this time.
    #[error("rate limited: retry after {0:?}")]
    Limited(Duration),
    /// Unknown result: server error, or no response.
    #[error("unknown whether the request was carried out: {0}")]
    Unsure(String),
}

impl ApiError {
    /// Whether the same request may succeed later; with an invalid token once the host replaces it.
    pub(crate) fn may_pass(&self) -> bool {
        matches!(self, ApiError::Limited(_) | ApiError::Unsure(_) | ApiError::Token)
    }

    /// Whether the same message may be accepted without its file.
    pub(crate) fn is_of_file(&self) -> bool {
        use code::{FILE_UPLOADS_LIMITED, MISSING_PERMISSIONS};
        matches!(self, ApiError::Forbidden(MISSING_PERMISSIONS | FILE_UPLOADS_LIMITED))
    }

    /// Whether the text was refused: the same text would be refused again.
    pub(crate) fn is_of_words(&self) -> bool {
        use code::{BLOCKED_BY_AUTOMOD, EXPLICIT_CONTENT, HARMFUL_LINKS, TITLE_BLOCKED_BY_AUTOMOD};
        matches!(
            self,
            ApiError::Forbidden(
                BLOCKED_BY_AUTOMOD | TITLE_BLOCKED_BY_AUTOMOD | HARMFUL_LINKS | EXPLICIT_CONTENT
            )
        )
    }

    /// The time until a retry, if Discord says it, else zero.
    pub(crate) fn retry_after(&self) -> Duration {
        if let ApiError::Limited(after) = self { *after } else { Duration::ZERO }
    }

    pub(super) fn of(error: serenity::Error) -> ApiError {
        match error {
            serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
                ApiError::of_response(response.status_code.as_u16(), &response.error)
            }
            serenity::Error::Http(HttpError::Request(error)) => ApiError::of_transport(error),
            serenity::Error::Json(error) => ApiError::Unsure(error.to_string()),
            _ => ApiError::Unsure("the request failed".to_owned()),
        }
    }

    pub(super) fn of_transport(error: reqwest::Error) -> ApiError {
        // The URL may contain an interaction token.
        ApiError::Unsure(error.without_url().to_string())
    }

    /// Reads the body of an error response, which may not be Discord's.
    pub(super) fn of_body(status: u16, body: Value) -> ApiError {
        let read = serde_json::from_value::<DiscordJsonError>(body);
        let read = read.or_else(|_| serde_json::from_value(json!({ "code": -1, "message": "" })));
        read.map_or_else(
            |_| ApiError::Unsure(format!("status {status}")),
            |error| ApiError::of_response(status, &error),
        )
    }

    fn of_response(status: u16, error: &DiscordJsonError) -> ApiError {
        match (status, error.code) {
            (_, code::ALREADY_ACKNOWLEDGED) => ApiError::Answered,
            (_, code::THREAD_EXISTS) => ApiError::Exists,
            (_, code::UNKNOWN_WEBHOOK) => ApiError::NoWebhook,
            (_, code::UNKNOWN_INTERACTION | code::INVALID_WEBHOOK_TOKEN) => ApiError::TooLate,
            (401, _) => ApiError::Token,
            (
                _,
                code::MISSING_ACCESS
                | code::MISSING_PERMISSIONS
                | code::CANNOT_MESSAGE_USER
                | code::THREAD_IS_ARCHIVED
                | code::THREAD_IS_LOCKED
                | code::FORUM_HAS_NO_MESSAGES
                | code::NOT_A_TEXT_CHANNEL
                | code::WRONG_KIND_OF_CHANNEL
                | code::NO_MUTUAL_GUILDS
                | code::CANNOT_REPLY
                | code::DIRECT_MESSAGES_TOO_FAST
                | code::BLOCKED_BY_AUTOMOD
                | code::TITLE_BLOCKED_BY_AUTOMOD
                | code::HARMFUL_LINKS
                | code::EXPLICIT_CONTENT
                | code::FILE_UPLOADS_LIMITED,
            )
            | (403, 0..) => ApiError::Forbidden(error.code),
            (_, code @ (code::SENDING_SWITCHED_OFF | code::FEATURE_SWITCHED_OFF)) => {
                ApiError::Unsure(format!("switched off for now (code {code})"))
            }
            // The account is deleted.
            (_, code::UNKNOWN_USER) => ApiError::Gone(error.code),
            (
                404,
                code::UNKNOWN_CHANNEL
                | code::UNKNOWN_GUILD
                | code::UNKNOWN_MEMBER
                | code::UNKNOWN_MESSAGE,
            ) => ApiError::Gone(error.code),
            (400, code::INVALID_FORM_BODY)
                if error.errors.iter().any(|problem| problem.code == code::INVALID_EMOJI) =>
            {
                ApiError::EmojiRefused
            }
            // A 403 or 404 without a code comes from something between Discord and us.
            (400 | 402 | 405..=407 | 409..=428 | 430..=499, code) | (404, code @ 1..) => {
                let paths = error
                    .errors
                    .iter()
                    .map(|problem| format!("{}: {}", problem.path, problem.code));
                let paths: Vec<String> = paths.collect();
                ApiError::Faulty(format!("code {code} {}", paths.join(", ")))
            }
            (status, _) => ApiError::Unsure(format!("status {status}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn response(status: u16, code: isize) -> ApiError {
        ApiError::of_body(status, json!({ "code": code, "message": "" }))
    }

    /// serenity gives -1 where the body is not Discord's JSON.
    #[test]
    fn what_something_in_between_says_is_no_answer_of_discord() {
        for status in [403, 404, 502] {
            assert!(matches!(response(status, -1), ApiError::Unsure(_)), "{status}");
            assert!(matches!(ApiError::of_body(status, Value::Null), ApiError::Unsure(_)));
        }
        assert_eq!(response(403, 50_013), ApiError::Forbidden(50_013));
        assert_eq!(response(403, 0), ApiError::Forbidden(0));
        assert_eq!(response(400, 200_000), ApiError::Forbidden(200_000));
        // Messages older than an hour are edited seldom: the edit is postponed.
        assert!(matches!(response(429, 30_046), ApiError::Unsure(_)));
        assert_eq!(response(404, 10_003), ApiError::Gone(10_003));
        assert!(matches!(response(400, 50_035), ApiError::Faulty(_)));
    }

    #[test]
    fn what_discord_documents_is_known() {
        for code in [200_000, 200_001, 240_000, 20_009] {
            assert!(response(400, code).is_of_words(), "{code}");
        }
        assert!(response(400, 400_001).is_of_file());
        assert_eq!(response(404, 10_013), ApiError::Gone(10_013));
        for code in [40_004, 40_006] {
            assert!(response(400, code).may_pass(), "{code}");
        }
        for status in [400, 404] {
            assert!(matches!(response(status, 99_999), ApiError::Faulty(_)), "{status}");
        }
    }

    #[test]
    fn a_refused_emoji_is_told_from_other_faults() {
        let of = |code: &str| {
            let errors = json!({ "_errors": [{ "code": code, "message": "" }] });
            let errors = json!({ "data": { "components": { "0": errors } } });
            ApiError::of_body(400, json!({ "code": 50_035, "message": "", "errors": errors }))
        };
        assert_eq!(of("BUTTON_COMPONENT_INVALID_EMOJI"), ApiError::EmojiRefused);
        assert!(matches!(of("BASE_TYPE_MAX_LENGTH"), ApiError::Faulty(_)));
    }
}
