//! Counts the announcements in the channels after all games.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use kradan::service::InteractionId;
use kradan_emulator::{Id, LoggedRequest, PostedMessage};
use kradan_store::InteractionResult;
use kradan_table::TableId;

use super::players::{Match, is_announcement, revision_of};
use crate::discord::harness::{Harness, has_control};

/// Longer than the outbox needs to deliver every pending entry.
const DELIVERY_MAX: Duration = Duration::from_secs(90);

/// The announcements in the channels, by table and revision.
pub(crate) struct Announcements(HashMap<(u64, u64), Vec<Arc<PostedMessage>>>);

/// Waits until no outbox entry is pending.
pub(crate) async fn all_delivered(harness: &Harness) {
    let store = harness.bot.service.store();
    let wait = async {
        while store.next_pending().await.unwrap().is_some() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(DELIVERY_MAX, wait).await.expect("every entry is delivered");
}

impl Announcements {
    /// Reads the table and revision of each announcement in the channels. Panics if one has none.
    pub(crate) async fn of(harness: &Harness, channels: &[Id], reader: Id) -> Announcements {
        let mut messages: HashMap<_, Vec<_>> = HashMap::new();
        for &channel in channels {
            for message in harness.emulator.as_user(reader).messages(channel) {
                if message.author != harness.emulator.application() || !is_announcement(&message) {
                    continue;
                }
                let announcement = match revision_of(&message) {
                    Some(announcement) => announcement,
                    None => revision_of_response(harness, &message).await,
                };
                messages.entry(announcement).or_default().push(message);
            }
        }
        Announcements(messages)
    }

    /// The only announcement of a revision. Panics unless there is exactly one, or another one that
    /// could not be looked for.
    fn only_message(&self, harness: &Harness, table: Id, revision: u64) -> &PostedMessage {
        let messages = self.0.get(&(table.0, revision)).map_or(&[][..], Vec::as_slice);
        match messages {
            [message] => message,
            [message, again] if may_be_there_twice(harness, again) => message,
            _ => {
                let messages: Vec<_> =
                    messages.iter().map(|it| (it.id, it.content(), &it.posted_files)).collect();
                panic!(
                    "revision {revision} of table {table} is announced {} times: {messages:#?}",
                    messages.len()
                );
            }
        }
    }

    /// Checks that a game ended, that its record is what its players saw, and that the channel
    /// announces each revision once. Boards are pictures; in channels where the bot lost the
    /// permission to attach files some may be text. Returns how many are.
    pub(crate) async fn check(
        &self,
        harness: &Harness,
        played: &Match<'_>,
        is_changing: bool,
    ) -> usize {
        let table = played.table;
        let stored = harness.bot.service.load(TableId(table.0)).await.unwrap().unwrap();
        assert_eq!(stored.table.game().moves(), played.game.moves(), "the record of {table}");
        assert!(stored.table.ending().is_some(), "{table} goes on");
        assert_eq!(
            stored.revision,
            played.boards.len() as u64,
            "{table} was changed without the players"
        );
        let mut as_text = 0;
        for (at, board) in played.boards.iter().enumerate() {
            let revision = at as u64 + 1;
            let message = self.only_message(harness, table, revision);
            assert_eq!(message.channel, played.channel);
            let Some(ply) = board else { continue };
            let Some(file) = message.posted_files.first() else {
                assert!(is_changing, "no picture of ply {ply} of {table}: {}", message.content());
                as_text += 1;
                continue;
            };
            let name = format!("{}-{table}-{ply}-{revision}.png", played.kind);
            assert_eq!(*file, name);
        }
        let tells_result = |message: &&Arc<PostedMessage>| {
            message.channel == played.channel
                && has_control(message, "rematch")
                && message.controls().iter().any(|it| it["custom_id"] == format!("rematch:{table}"))
        };
        let results = self.0.values().flatten().filter(tells_result).count();
        assert_eq!(results, 1, "the result of {table} is announced once");
        for &challenge in played.challenges.iter().filter(|&&it| it != table) {
            // No player saw this challenge in time, and another one was accepted. It is still
            // pending.
            if let Some(stored) = harness.bot.service.load(TableId(challenge.0)).await.unwrap() {
                assert_eq!(stored.revision, 1);
                self.only_message(harness, challenge, 1);
            }
        }
        as_text
    }

    /// The number of announced revisions.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}

/// Whether a follow-up with the same content was cut off, so that it was sent again: in a channel
/// that is hidden from the bot it cannot be looked for, and a follow-up has no nonce.
fn may_be_there_twice(harness: &Harness, message: &PostedMessage) -> bool {
    let is_cut_off = |it: &Arc<LoggedRequest>| {
        let is_follow_up = it.method == "POST" && it.path.starts_with("/webhooks/");
        is_follow_up
            && (it.status == 0 || it.status >= 500)
            && it.body["content"] == message.content()
    };
    harness.emulator.requests().iter().any(is_cut_off)
}

/// The table and revision of the command to which a message responds.
async fn revision_of_response(harness: &Harness, message: &PostedMessage) -> (u64, u64) {
    let asked = message.interaction.expect("a message without a revision is a response");
    let outcome =
        harness.bot.service.store().interaction_result(InteractionId(asked.0)).await.unwrap();
    match outcome {
        Some(InteractionResult::Done { table, revision, .. }) => (table.0, revision),
        other => panic!("{:?} is public, and its result is {other:?}", message.content()),
    }
}
