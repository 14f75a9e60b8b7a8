//! Looks for a message of ours that may have been posted: Discord's response was lost, or the process
//! ended before it came.

use jiff::SignedDuration;
use serde_json::Value;

use super::super::api::snowflake::{first_at, id_of};
use super::super::api::{Api, ApiError, Priority};
use super::super::limits::MESSAGES_PER_PAGE;
use super::delivery::priority_of;
use crate::discord::shared::bot::Bot;
use crate::discord::shared::interaction::Request;
use crate::discord::view::message::{ComponentRow, File, Message};
use crate::service::{InteractionId, InteractionToken, OutboxEntry};
use kradan_table::{ChannelId, MessageId, PlayerId};

/// By how much our clock may be ahead of Discord's.
pub(super) const CLOCKS_APART: SignedDuration = SignedDuration::from_mins(1);

/// How many pages of a channel are looked through: more has seldom been said since.
const PAGES_MAX: usize = 5;

/// How a message of ours is recognized among those of a channel.
#[derive(Debug)]
struct MessageMatch<'a> {
    /// The bot: whoever else posts the same does not post it for us.
    author: PlayerId,
    /// The file name of its picture.
    file: Option<String>,
    /// The custom ids of its controls, where the board is text or there is none.
    controls: Vec<String>,
    /// The beginning of its text, where it has neither.
    text: &'a str,
    /// The board that was posted last: another message, which may say as much.
    posted: Option<MessageId>,
}

impl<'a> MessageMatch<'a> {
    fn of(author: PlayerId, message: &'a Message, posted: Option<MessageId>) -> MessageMatch<'a> {
        let file = match &message.file {
            Some(File::Board(board)) => Some(format!("{}.png", board.name)),
            Some(File::Animation(_, drawn)) => Some(drawn.name.clone()),
            Some(File::Picture(picture)) => Some(format!("{}.png", picture.name)),
            Some(File::Text { name, .. }) => Some(name.clone()),
            None => None,
        };
        let mut controls = Vec::new();
        for row in &message.rows {
            match row {
                ComponentRow::Buttons(buttons) => {
                    controls.extend(buttons.iter().map(|button| button.control.to_string()));
                }
                ComponentRow::Menu(menu) => controls.push(menu.control.to_string()),
                ComponentRow::ServerMenu(menu) => controls.push(menu.control.to_string()),
            }
        }
        MessageMatch { author, file, controls, text: &message.text, posted }
    }

    fn matches(&self, found: &Value) -> bool {
        if id_of(&found["author"]) != Some(self.author.0) {
            return false;
        }
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
    controls.filter_map(|control| control["custom_id"].as_str().map(str::to_owned)).collect()
}

/// Looks for the message of an entry among all that was posted in a channel since.
///
/// A channel that is hidden from us is an error: it may hide the message, and be seen again when
/// the next request comes.
pub(super) async fn find(
    bot: &Bot,
    channel: ChannelId,
    entry: &OutboxEntry,
    message: &Message,
) -> Result<Option<MessageId>, ApiError> {
    let board = bot.service.store().posted_board(entry.id.table).await.ok().flatten();
    let wanted = MessageMatch::of(bot.api.user(), message, board.map(|board| board.message));
    find_where(&bot.api, (priority_of(entry), channel), begin_of(entry), |found| {
        wanted.matches(found)
    })
    .await
}

/// Looks for a message that was sent after the response to a request.
pub(super) async fn find_follow_up(
    api: &Api,
    request: &Request,
    message: &Message,
) -> Result<Option<MessageId>, ApiError> {
    if !request.origin.is_member {
        return Ok(None);
    }
    let wanted = MessageMatch::of(api.user(), message, None);
    let (channel, after) = (request.origin.channel, request.interaction.0);
    find_where(api, (Priority::Person, channel), after, |found| wanted.matches(found)).await
}

/// Finds a message of ours by one of its custom ids, among those whose ids are above `after`: the rest of it
/// may differ by now.
pub(super) async fn find_control(
    api: &Api,
    place: (Priority, ChannelId),
    after: u64,
    is_match: impl Fn(&str) -> bool,
) -> Result<Option<MessageId>, ApiError> {
    let author = api.user();
    let is_match = |found: &Value| {
        id_of(&found["author"]) == Some(author.0)
            && controls_of(found).iter().any(|control| is_match(control))
    };
    find_where(api, place, after, is_match).await
}

/// Looks for a message among those of a channel whose ids are above `after`.
async fn find_where(
    api: &Api,
    (priority, channel): (Priority, ChannelId),
    mut after: u64,
    is_match: impl Fn(&Value) -> bool,
) -> Result<Option<MessageId>, ApiError> {
    for _ in 0..PAGES_MAX {
        let page = api.messages_after(priority, channel, after).await?;
        if let Some(found) = page.iter().find(|message| is_match(message)) {
            return Ok(id_of(found).map(MessageId));
        }
        match page.iter().filter_map(id_of).max() {
            Some(last) if page.len() >= MESSAGES_PER_PAGE => after = last,
            _ => break,
        }
    }
    Ok(None)
}

/// The id below which no message tells an entry.
pub(super) fn begin_of(entry: &OutboxEntry) -> u64 {
    match &entry.answer {
        Some(InteractionToken { interaction: InteractionId(id), .. }) => *id,
        None => first_at(entry.made_at.saturating_sub(CLOCKS_APART).unwrap_or(entry.made_at)),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::discord::{Button, ButtonStyle, CustomId};
    use kradan_table::TableId;

    const BOT: PlayerId = PlayerId(1);

    fn message() -> Message {
        let control = CustomId::new("resign").table(TableId(7));
        let button =
            Button { control, label: "Resign".to_owned(), style: ButtonStyle::Danger, glyph: None };
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
                "id": "5", "author": { "id": "1" }, "content": "Ann played `d3`.\n```", "attachments": [],
                "components": [{ "components": [{ "custom_id": id }] }],
            })
        };
        assert!(MessageMatch::of(BOT, &message, None).matches(&found("resign:7")));
        assert!(!MessageMatch::of(BOT, &message, None).matches(&found("resign:8")));
        assert!(
            !MessageMatch::of(BOT, &message, Some(MessageId(5))).matches(&found("resign:7")),
            "that is another one"
        );
    }

    #[test]
    fn what_has_nothing_to_press_is_known_by_its_words() {
        let message = Message { rows: Vec::new(), ..message() };
        let said = |text: &str| json!({ "id": "5", "author": { "id": "1" }, "content": text, "attachments": [] });
        assert!(MessageMatch::of(BOT, &message, None).matches(&said("Ann played `d3`.")));
        assert!(!MessageMatch::of(BOT, &message, None).matches(&said("Ben played `d3`.")));
        let with_file = json!({ "author": { "id": "1" }, "content": "Ann played `d3`.", "attachments": [{ "filename": "a" }] });
        assert!(!MessageMatch::of(BOT, &message, None).matches(&with_file));
    }

    #[test]
    fn what_somebody_else_posts_is_not_ours() {
        let file = Some("othello-7-1-2.png".to_owned());
        let empty = Message::default();
        let wanted = MessageMatch { file, ..MessageMatch::of(BOT, &empty, None) };
        let posted = |author: &str| {
            let files = json!([{ "filename": "othello-7-1-2.png" }]);
            json!({ "id": "5", "author": { "id": author }, "content": "", "attachments": files })
        };
        assert!(wanted.matches(&posted("1")));
        assert!(!wanted.matches(&posted("2")), "anybody can upload a file of that name");
        let message = Message { rows: Vec::new(), ..message() };
        let said = json!({ "id": "5", "author": { "id": "2" }, "content": message.text, "attachments": [] });
        assert!(!MessageMatch::of(BOT, &message, None).matches(&said));
    }
}
