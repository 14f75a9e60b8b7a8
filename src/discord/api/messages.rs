//! Messages in channels.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use serde_json::Value;
use serenity::all as discord;
use serenity::http::{LightMethod, Request, Route};

use super::super::limits::{MESSAGES_PER_PAGE, NONCE_MAX, code};
use super::client::{Api, Counted};
use super::error::ApiError;
use super::message_payload::{Kind, edit_payload, payload};
use super::pace::Priority;
use super::snowflake::id_of;
use crate::discord::view::message::{Message, MessageEdit};
use crate::discord::view::visibility::Visibility;
use kradan_table::{ChannelId, MessageId};

/// How many digits a channel's id has at most, to the base 62.
const CHANNEL_DIGITS: usize = 11;

impl Api {
    /// Posts a message. The same mark in the same channel posts it once within some minutes.
    /// Returns no id where Discord gives none.
    pub(crate) async fn post(
        &self,
        priority: Priority,
        channel: ChannelId,
        message: &Message,
        mark: &str,
    ) -> Result<Option<MessageId>, ApiError> {
        self.wait_for_limit(priority).await?;
        let posted = self.with_emojis(async |emojis| {
            let (mut payload, files) =
                payload(message, Visibility::Public, Kind::New, emojis).await;
            payload.nonce = Some(nonce(mark, channel));
            payload.enforce_nonce = Some(true);
            let request = Request::new(messages(channel), LightMethod::Post);
            self.send(Counted::AsBot, request, &payload, files).await
        });
        match posted.await {
            Ok(posted) => Ok(id_of(&posted).map(MessageId)),
            // It was posted before, and deleted since.
            Err(ApiError::Gone(code::UNKNOWN_MESSAGE)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// A page of the messages of a channel after an id.
    pub(crate) async fn messages_after(
        &self,
        priority: Priority,
        channel: ChannelId,
        after: u64,
    ) -> Result<Vec<Value>, ApiError> {
        self.wait_for_limit(priority).await?;
        let params = vec![("after", after.to_string()), ("limit", MESSAGES_PER_PAGE.to_string())];
        let request = Request::new(messages(channel), LightMethod::Get).params(Some(params));
        self.read(Counted::AsBot, request).await
    }

    /// Deletes a message of ours. The request gives way to all others.
    pub(crate) async fn delete(
        &self,
        channel: ChannelId,
        message: MessageId,
    ) -> Result<(), ApiError> {
        let request = Request::new(one_message(channel, message), LightMethod::Delete);
        self.request(Counted::AsBot, request).await.map(drop)
    }

    /// Changes a message of ours. The request gives way to all others.
    pub(crate) async fn edit(
        &self,
        channel: ChannelId,
        message: MessageId,
        edit: &MessageEdit,
    ) -> Result<(), ApiError> {
        let route = one_message(channel, message);
        self.with_emojis(async |emojis| {
            let request = Request::new(route, LightMethod::Patch);
            let (body, files) = edit_payload(edit, emojis).await;
            self.send(Counted::AsBot, request, &body, files).await
        })
        .await
        .map(drop)
    }
}

fn one_message(channel: ChannelId, message: MessageId) -> Route<'static> {
    Route::ChannelMessage {
        channel_id: discord::ChannelId::new(channel.0),
        message_id: discord::MessageId::new(message.0),
    }
}

fn messages(channel: ChannelId) -> Route<'static> {
    Route::ChannelMessages { channel_id: discord::ChannelId::new(channel.0) }
}

/// The nonce of a message: mark and channel, in the 25 characters of Discord. A longer mark is
/// hashed.
fn nonce(mark: &str, channel: ChannelId) -> String {
    if mark.len() <= NONCE_MAX - CHANNEL_DIGITS {
        return format!("{mark}{}", base_62(channel.0, CHANNEL_DIGITS));
    }
    let mut hasher = DefaultHasher::new();
    mark.hash(&mut hasher);
    format!("{}{}", base_62(hasher.finish(), 11), base_62(channel.0, CHANNEL_DIGITS))
}

/// A number to the base 62 in `width` digits.
pub(crate) fn base_62(number: u64, width: usize) -> String {
    const DIGITS: &[u8; 62] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let digit = |place: usize| {
        let power = u32::try_from(place).ok().and_then(|exponent| 62_u64.checked_pow(exponent));
        let digit = power.map_or(0, |power| number / power % 62);
        usize::try_from(digit)
            .ok()
            .and_then(|digit| DIGITS.get(digit))
            .map_or('0', |c| char::from(*c))
    };
    (0..width).rev().map(digit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nonce_is_short_enough_and_no_two_are_alike() {
        assert_eq!(base_62(u64::MAX, 11), "lYGhA16ahyf");
        assert_eq!(base_62(0, 3), "000");
        assert_eq!(base_62(62 * 62 + 61, 3), "10Z");
        let numbers = [0, 1, 61, 62, 1_300_000_000_000_000_012, u64::MAX - 1, u64::MAX];
        let mut written: Vec<String> = numbers.iter().map(|number| base_62(*number, 11)).collect();
        assert!(written.iter().all(|text| text.len() == 11));
        written.sort_unstable();
        written.dedup();
        assert_eq!(written.len(), numbers.len());
        let marks = ["", "lYGhA16ahyf00Z", "lYGhA16ahyf00Z.left", "lYGhA16ahyf00Y.left"];
        let mut nonces = Vec::new();
        for place in [ChannelId(1), ChannelId(u64::MAX)] {
            nonces.extend(marks.map(|mark| nonce(mark, place)));
        }
        assert!(nonces.iter().all(|nonce| nonce.len() <= NONCE_MAX));
        nonces.sort_unstable();
        nonces.dedup();
        assert_eq!(nonces.len(), 8);
    }
}
