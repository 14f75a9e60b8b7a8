//! What the channels hold when all is over, counted.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use kradan::emulator::{Id, PostedMessage};
use kradan::service::InteractionId;
use kradan::store::{InteractionResult, Store as _};
use kradan::table::TableId;

use crate::harness::{Harness, has_control};
use crate::people::{Match, is_told_to_all, named};

/// Longer than it takes until nothing is owed any more.
const AT_LAST: Duration = Duration::from_secs(90);

/// The news in the channels, by table and revision.
pub(crate) struct Tally(HashMap<(u64, u64), Vec<Arc<PostedMessage>>>);

/// Waits until nothing is owed to anybody.
pub(crate) async fn nothing_owed(harness: &Harness) {
    let store = harness.bot.service.store();
    let wait = async {
        while store.next_pending().await.unwrap().is_some() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(AT_LAST, wait).await.expect("what is owed is delivered at last");
}

impl Tally {
    /// Finds out of each message in the channels what it tells of. There is none that tells of
    /// nothing.
    pub(crate) async fn of(harness: &Harness, channels: &[Id], reader: Id) -> Tally {
        let mut told: HashMap<_, Vec<_>> = HashMap::new();
        for &channel in channels {
            for message in harness.emulator.as_user(reader).messages(channel) {
                if message.author != harness.emulator.application() || !is_told_to_all(&message) {
                    continue;
                }
                let news = match named(&message) {
                    Some(news) => news,
                    None => answered_with(harness, &message).await,
                };
                told.entry(news).or_default().push(message);
            }
        }
        Tally(told)
    }

    /// The one message that tells of a revision.
    fn the_one(&self, table: Id, revision: u64) -> &PostedMessage {
        let told = self.0.get(&(table.0, revision)).map_or(&[][..], Vec::as_slice);
        let [message] = told else {
            let told: Vec<_> =
                told.iter().map(|it| (it.id, it.content(), it.attachments())).collect();
            panic!("revision {revision} of table {table} is told {} times: {told:#?}", told.len());
        };
        message
    }

    /// A game ended, its record is what its players saw, and the channel tells of each change
    /// once. Boards are pictures; where files were forbidden for a while some may be text. Says
    /// how many are.
    pub(crate) async fn check(
        &self,
        harness: &Harness,
        played: &Match<'_>,
        is_restless: bool,
    ) -> usize {
        let table = played.table;
        let row = harness.bot.service.load(TableId(table.0)).await.unwrap().unwrap();
        assert_eq!(row.table.game().moves(), played.game.moves(), "the record of {table}");
        assert!(row.table.ending().is_some(), "{table} goes on");
        assert_eq!(row.revision, played.boards.len() as u64, "{table} was changed unseen");
        let mut as_text = 0;
        for (at, board) in played.boards.iter().enumerate() {
            let revision = at as u64 + 1;
            let message = self.the_one(table, revision);
            assert_eq!(message.channel, played.channel);
            let Some(ply) = board else { continue };
            let Some(file) = message.attachments().first() else {
                assert!(is_restless, "no picture of ply {ply} of {table}: {}", message.content());
                as_text += 1;
                continue;
            };
            let name = format!("{}-{table}-{ply}-{revision}.png", played.kind);
            assert_eq!(file["filename"], name.as_str());
        }
        let tells_result = |message: &&Arc<PostedMessage>| {
            message.channel == played.channel
                && has_control(message, "rematch")
                && message.controls().iter().any(|it| it["custom_id"] == format!("rematch:{table}"))
        };
        let results = self.0.values().flatten().filter(tells_result).count();
        assert_eq!(results, 1, "the result of {table} is announced once");
        for &challenge in played.challenges.iter().filter(|&&it| it != table) {
            // Nobody saw it in time, and another one was taken up; it stands all the same.
            if let Some(row) = harness.bot.service.load(TableId(challenge.0)).await.unwrap() {
                assert_eq!(row.revision, 1);
                self.the_one(challenge, 1);
            }
        }
        as_text
    }

    /// How many revisions are told of.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}

/// The change that an interaction made, which a message answers.
async fn answered_with(harness: &Harness, message: &PostedMessage) -> (u64, u64) {
    let asked = message.interaction.expect("what is not named answers something");
    let outcome =
        harness.bot.service.store().interaction_result(InteractionId(asked.0)).await.unwrap();
    match outcome {
        Some(InteractionResult::Done { table, revision, .. }) => (table.0, revision),
        other => panic!("all see {:?}, and what came of it is {other:?}", message.content()),
    }
}
