//! A conversation over days in a thread, and in a conversation of two without the bot: clocks,
//! reminders, holidays, pauses and conditional moves. In servers they have files of their own.

use std::sync::Arc;

use kradan_emulator::{ANN, ANN_AND_BEN, BEN, GAMES, Id, PostedMessage};
use kradan_i18n::Language;
use kradan_rules::{GameKind, Side};
use kradan_table::{Ending, Event, Reminder};
use serde_json::json;

use super::DAY;
use crate::discord::harness::{Harness, WAIT_MAX};
use crate::discord::schema::check_requests;
use crate::discord::transcript::Sees::{Public, PublicEvent};
use crate::discord::transcript::{NOBODY, Transcript, by_name, language_of, public, sentence_of};

/// A game of Ann and Ben, with the way in which they are told what nobody asked for.
struct Place {
    transcript: Transcript,
    /// Whether the bot can write there, or has to tell each of them by direct message.
    is_member: bool,
}

impl Place {
    async fn thread() -> Place {
        let harness = Harness::start().await;
        let thread = harness.emulator.open_thread(GAMES, Some(ANN), "ours").unwrap();
        let transcript =
            Transcript::at(harness, thread, GameKind::Othello, &["d3", "c3", "c4", "c5", "b4"])
                .await;
        Place { transcript, is_member: true }
    }

    async fn conversation() -> Place {
        let harness = Harness::start().await;
        let transcript = Transcript::at(
            harness,
            ANN_AND_BEN,
            GameKind::Othello,
            &["d3", "c3", "c4", "c5", "b4"],
        )
        .await;
        Place { transcript, is_member: false }
    }

    /// The message by which somebody is told of an event.
    async fn told(&self, who: Id, event: &Event) -> Arc<PostedMessage> {
        let language = if self.is_member { Language::English } else { language_of(who) };
        let text = sentence_of(event, language);
        let harness = &self.transcript.harness;
        if !self.is_member {
            return harness.direct_message_with(who, &text).await;
        }
        let text = by_name(&text);
        let is_it = |it: &Arc<PostedMessage>| by_name(it.content()).contains(&text);
        let channel = self.transcript.channel;
        let told = harness
            .emulator
            .wait_for(WAIT_MAX, |world| public(world, channel).into_iter().find(is_it));
        told.await.unwrap_or_else(|_| {
            let posted = harness.public(channel);
            let posted: Vec<&str> = posted.iter().map(|it| it.content()).collect();
            panic!("{text:?} is not posted, but {posted:#?}")
        })
    }

    /// Plays from the first reminder to the last second.
    async fn days_pass(&self) {
        let (transcript, harness) = (&self.transcript, &self.transcript.harness);
        let channel = transcript.channel;

        let planned = json!({ "line": "if d2 then e2" });
        let planned = harness.command(ANN, channel, "if", planned).await;
        assert_eq!(planned.visible_to, Some(ANN), "{}", planned.content());
        transcript.play(&[(BEN, "/move d2", Public("`e2`"), NOBODY)]).await;

        harness.pass(3 * DAY * 4 / 5 + 10).await;
        let reminded = Event::Reminded { side: Side::Second, reminder: Reminder::Fifth };
        let reminder = self.told(BEN, &reminded).await;
        assert_eq!(reminder.attachments().len(), 1);

        transcript.play(&[(ANN, "press give-day", Public("gives Ben 1 day more"), &[BEN])]).await;
        let offered = Event::PauseOffered { side: Side::First };
        let resumed = Event::Resumed { side: Some(Side::First) };
        transcript
            .play(&[
                (ANN, "press pause", PublicEvent(&offered), &[BEN]),
                (BEN, "press accept-pause", Public("Ben agrees: the game is paused"), &[ANN]),
            ])
            .await;
        harness.pass(20 * DAY).await;
        transcript.play(&[(ANN, "press resume", PublicEvent(&resumed), &[BEN])]).await;

        let panel = harness.command(BEN, channel, "holiday", json!({ "days": 5 })).await;
        assert_eq!(panel.visible_to, Some(BEN));
        let stored = transcript.stored().await.table;
        let now = harness.bot.service.clock().now();
        assert!(stored.holiday_until(Side::Second, now).is_some());
        harness.click(BEN, &panel, "holiday-end").await;

        // A holiday would begin by itself.
        let panel = harness.command(BEN, channel, "holiday", json!({})).await;
        harness.click(BEN, &panel, "holiday-auto:off").await;
        harness.pass(10 * DAY).await;
        let lost = Event::Ended(Ending::OutOfTime(Side::Second));
        self.told(ANN, &lost).await;
        self.told(BEN, &lost).await;
        transcript.all_delivered().await;
        check_requests(&harness.emulator);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn days_pass_in_a_thread() {
    Place::thread().await.days_pass().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn days_pass_in_a_conversation_of_two() {
    Place::conversation().await.days_pass().await;
}
