//! Looks for a message of ours that may have been posted: Discord's response was lost, or the process
//! ended before it came.

use jiff::SignedDuration;
use serde_json::Value;

use super::super::api::ApiError;
use super::super::api::snowflake::{first_at, id_of};
use super::super::limits::MESSAGES_PER_PAGE;
use super::super::message::{ComponentRow, File, Message};
use super::delivery::Delivery;
use crate::service::{InteractionId, InteractionToken, OutboxEntry, Store};
use crate::table::{ChannelId, MessageId};

/// By how much our clock may be ahead of Discord's.
const CLOCKS_APART: SignedDuration = SignedDuration::from_mins(1);

/// How many pages of a channel are looked through: more has seldom been said since.
const PAGES_MAX: usize = 5;

/// What a message is known by among those of a channel.
#[derive(Debug)]
struct Sought<'a> {
    /// The file name of its board.
    file: Option<String>,
    /// The custom ids of its controls, where the board is text or there is none.
    controls: Vec<String>,
    /// The beginning of its text, where it has neither.
    text: &'a str,
    /// The board that was posted last: another message, which may say as much.
    posted: Option<MessageId>,
}

impl<'a> Sought<'a> {
    fn of(message: &'a Message, posted: Option<MessageId>) -> Sought<'a> {
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
        Sought { file, controls, text: &message.text, posted }
    }

    fn is(&self, found: &Value) -> bool {
        let name = |file: &Value| file["filename"].as_str().map(str::to_owned);
        let files: Vec<_> =
            found["attachments"].as_array().into_iter().flatten().map(name).collect();
        if !files.is_empty() {
            return self.file.is_some() && files.contains(&self.file);
        }
        if self.posted.is_some() && id_of(found).map(MessageId) == self.posted {
            return false;
        }
        if !self.controls.is_empty() {
            return controls_of(found) == self.controls;
        }
        found["content"].as_str().is_some_and(|said| said.starts_with(self.text))
    }
}

/// The custom ids of a message, in order.
fn controls_of(message: &Value) -> Vec<String> {
    let rows = message["components"].as_array().into_iter().flatten();
    let controls = rows.flat_map(|row| row["components"].as_array().into_iter().flatten());
    controls.filter_map(|it| it["custom_id"].as_str().map(str::to_owned)).collect()
}

impl<S: Store> Delivery<S> {
    /// Looks for the message of an entry among all that was posted in a channel since. Where we may
    /// not read we have not written either, or it cannot be known.
    pub(super) async fn find(
        &self,
        channel: ChannelId,
        entry: &OutboxEntry,
        message: &Message,
    ) -> Result<Option<MessageId>, ApiError> {
        let board = self.bot.service.store().posted_board(entry.id.table).await.ok().flatten();
        let sought = Sought::of(message, board.map(|board| board.message));
        let since = entry.made_at.saturating_sub(CLOCKS_APART).unwrap_or(entry.made_at);
        let mut after = match &entry.answer {
            Some(InteractionToken { interaction: InteractionId(id), .. }) => *id,
            None => first_at(since),
        };
        for _ in 0..PAGES_MAX {
            let page = match self.bot.api.messages_after(channel, after).await {
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
        assert!(Sought::of(&message, None).is(&found("resign:7")));
        assert!(!Sought::of(&message, None).is(&found("resign:8")));
        assert!(
            !Sought::of(&message, Some(MessageId(5))).is(&found("resign:7")),
            "that is another one"
        );
    }

    #[test]
    fn what_has_nothing_to_press_is_known_by_its_words() {
        let message = Message { rows: Vec::new(), ..message() };
        let said = |text: &str| json!({ "id": "5", "content": text, "attachments": [] });
        assert!(Sought::of(&message, None).is(&said("Ann played `d3`.")));
        assert!(!Sought::of(&message, None).is(&said("Ben played `d3`.")));
        let with_file =
            json!({ "content": "Ann played `d3`.", "attachments": [{ "filename": "a" }] });
        assert!(!Sought::of(&message, None).is(&with_file));
    }
}
