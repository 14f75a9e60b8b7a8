//! Looking for a message of ours that may have been posted, though nobody said so: the answer was
//! lost, or the process ended before it came.

use jiff::SignedDuration;
use serde_json::Value;

use super::api::ApiError;
use super::api::limits::MESSAGES_PER_PAGE;
use super::api::snowflake::{first_at, id_of};
use super::bot::Bot;
use super::message::{ComponentRow, File, Message};
use crate::service::{InteractionId, InteractionToken, OutboxEntry, Store};
use crate::table::{ChannelId, MessageId};

/// By how much our clock may be ahead of Discord's.
const CLOCKS_APART: SignedDuration = SignedDuration::from_mins(1);

/// How many pages of a channel are looked through: more has seldom been said since.
const PAGES_MAX: usize = 5;

/// What a message is known by.
#[derive(Debug)]
struct Found<'a> {
    /// The name of its board's picture.
    file: Option<String>,
    /// What its buttons and menus do, where the board came as text or there is none.
    controls: Vec<String>,
    /// How its text begins, where it has neither.
    text: &'a str,
    /// Another one, which says as much and is told of already.
    told: Option<u64>,
}

impl<'a> Found<'a> {
    fn of(message: &'a Message, told: Option<u64>) -> Found<'a> {
        let file = match &message.file {
            Some(File::Board(board)) => Some(format!("{}.png", board.name)),
            Some(File::Animation(_) | File::Text { .. }) | None => None,
        };
        let mut controls = Vec::new();
        for row in &message.rows {
            match row {
                ComponentRow::Buttons(buttons) => {
                    controls.extend(buttons.iter().map(|it| it.control.to_string()));
                }
                ComponentRow::Menu(menu) => controls.push(menu.control.to_string()),
            }
        }
        Found { file, controls, text: &message.text, told }
    }

    fn is(&self, found: &Value) -> bool {
        let name = |file: &Value| file["filename"].as_str().map(str::to_owned);
        let files: Vec<_> =
            found["attachments"].as_array().into_iter().flatten().map(name).collect();
        if !files.is_empty() {
            return self.file.is_some() && files.contains(&self.file);
        }
        if self.told.is_some() && id_of(found) == self.told {
            return false;
        }
        if !self.controls.is_empty() {
            return controls_of(found) == self.controls;
        }
        found["content"].as_str().is_some_and(|said| said.starts_with(self.text))
    }
}

/// What the buttons and menus of a message do, in order.
fn controls_of(message: &Value) -> Vec<String> {
    let rows = message["components"].as_array().into_iter().flatten();
    let controls = rows.flat_map(|row| row["components"].as_array().into_iter().flatten());
    controls.filter_map(|it| it["custom_id"].as_str().map(str::to_owned)).collect()
}

impl<S: Store> Bot<S> {
    /// Looks for a notice's message among all that was said since. Where we may not look we have
    /// not written either, or it cannot be known.
    pub(super) async fn find(
        &self,
        notice: &OutboxEntry,
        message: &Message,
    ) -> Result<Option<MessageId>, ApiError> {
        self.find_in(notice.channel, notice, message).await
    }

    /// The same, in another place than the table's.
    pub(super) async fn find_in(
        &self,
        place: ChannelId,
        notice: &OutboxEntry,
        message: &Message,
    ) -> Result<Option<MessageId>, ApiError> {
        let told = self.service.store().posted_board(notice.id.table).await.ok().flatten();
        let sought = Found::of(message, told.map(|shown| shown.message));
        let since = notice.made_at.saturating_sub(CLOCKS_APART).unwrap_or(notice.made_at);
        let mut after = match &notice.answer {
            Some(InteractionToken { interaction: InteractionId(number), .. }) => *number,
            None => first_at(since),
        };
        for _ in 0..PAGES_MAX {
            let page = match self.api.messages_after(place, after).await {
                Err(ApiError::Forbidden(_)) => return Ok(None),
                other => other?,
            };
            if let Some(found) = page.iter().find(|it| sought.is(it)) {
                return Ok(id_of(found).map(MessageId));
            }
            match page.iter().filter_map(id_of).max() {
                Some(last) if page.len() >= MESSAGES_PER_PAGE => after = last,
                _ => break,
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::discord::{Button, ButtonStyle, CustomId};
    use crate::table::{Seen, TableId};

    fn message() -> Message {
        let seen = Seen::Unknown { plies: None };
        let control = CustomId::new("resign").table(TableId(7)).seen(seen);
        let button = Button { control, label: "Resign".to_owned(), look: ButtonStyle::Grave };
        Message {
            rows: vec![ComponentRow::Buttons(vec![button])],
            ..Message::of("Ann played `d3`.")
        }
    }

    #[test]
    fn a_board_in_words_is_known_by_what_can_be_pressed() {
        let message = message();
        let found = |id: &str| {
            json!({
                "id": "5", "content": "Ann played `d3`.\n```", "attachments": [],
                "components": [{ "components": [{ "custom_id": id }] }],
            })
        };
        assert!(Found::of(&message, None).is(&found("resign:7")));
        assert!(!Found::of(&message, None).is(&found("resign:8")));
        assert!(!Found::of(&message, Some(5)).is(&found("resign:7")), "that is another one");
    }

    #[test]
    fn what_has_nothing_to_press_is_known_by_its_words() {
        let message = Message { rows: Vec::new(), ..message() };
        let said = |text: &str| json!({ "id": "5", "content": text, "attachments": [] });
        assert!(Found::of(&message, None).is(&said("Ann played `d3`.")));
        assert!(!Found::of(&message, None).is(&said("Ben played `d3`.")));
        let with_file =
            json!({ "content": "Ann played `d3`.", "attachments": [{ "filename": "a" }] });
        assert!(!Found::of(&message, None).is(&with_file));
    }
}
