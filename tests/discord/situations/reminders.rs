//! Reminders over days: who sees them, where, and once.

use std::sync::Arc;

use kradan::service::{Profile, RemindBy};
use kradan_emulator::{
    ANN, BEN, BOT, CHAI, FaultRule, GAMES, Id, InjectedFault, Permissions, PostedMessage,
};
use kradan_i18n::{self as i18n, Language};
use kradan_rules::{GameKind, Side};
use kradan_table::{Event, Ladder, Reminder};
use serde_json::json;

use super::time::UNTIL_REMINDER;
use super::{DAY, HOUR};
use crate::discord::checks::offered;
use crate::discord::harness::{Harness, control_of, eventually, has_control};
use crate::discord::transcript::Sees::PublicEvent;
use crate::discord::transcript::{Transcript, check, mention, player, sentence_of, table_of};

const OPENS: &str = "POST /users/@me/channels";

impl Harness {
    pub(super) async fn set_profile(
        &self,
        person: Id,
        change: impl Fn(&mut Profile) + Send + Sync + 'static,
    ) {
        self.bot.service.store().update_profile(player(person), Box::new(change)).await.unwrap();
    }

    /// Chooses direct messages in the settings, and waits until the conversation is open.
    pub(super) async fn choose_direct_messages(&self, person: Id) {
        let panel = self.command(person, GAMES, "settings", json!({})).await;
        let page = self.click(person, &panel, "reminders:open").await;
        self.select(person, &page, "reminders:by", "direct-message").await;
        eventually("the conversation is opened", async || {
            self.profile(person).await.conversation.is_some()
        })
        .await;
    }
}

fn reminded(side: Side, reminder: Reminder, language: Language) -> String {
    sentence_of(&Event::Reminded { side, reminder }, language)
}

#[tokio::test(flavor = "multi_thread")]
async fn three_rungs_are_told_to_who_wants_three() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    transcript.harness.set_profile(BEN, |it| it.reminders = Ladder::Three).await;
    let mut passed = 0;
    for (after, reminder) in [
        (3 * DAY / 2, Reminder::Half),
        (3 * DAY * 4 / 5, Reminder::Fifth),
        (3 * DAY * 19 / 20, Reminder::Twentieth),
    ] {
        let told = transcript.message_after(after + 10 - passed).await;
        passed = after + 10;
        let event = Event::Reminded { side: Side::Second, reminder };
        check(BEN, "time passes", &told, PublicEvent(&event));
        assert_eq!(told.pinged, [BEN]);
    }
    transcript.ends("d3; Second to move", &[0, 1, 1, 1, 1]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_reminded_who_wants_no_reminders() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    transcript.harness.set_profile(BEN, |it| it.reminders = Ladder::Off).await;
    for _ in 0..5 {
        transcript.no_message_after(DAY / 2).await;
    }
    // The other one wants the usual one.
    transcript.act(BEN, "/move c3").await;
    let told = transcript.message_after(UNTIL_REMINDER).await;
    assert_eq!(told.pinged, [ANN]);
    transcript.ends("d3 c3; First to move", &[0, 1, 2, 2]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reminder_waits_for_the_end_of_quiet_hours() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    // Ten hours of quiet begin an hour before a fifth of the time is left.
    let deadline = transcript.stored().await.table.deadline().unwrap();
    let rung = deadline - jiff::SignedDuration::from_secs(3 * DAY / 5);
    let hour = i64::from(rung.to_zoned(jiff::tz::TimeZone::UTC).hour());
    let quiet = format!("{}-{}", (hour + 23) % 24, (hour + 9) % 24).parse().ok();
    let change = move |it: &mut Profile| (it.zone, it.quiet) = (Some("UTC".to_owned()), quiet);
    transcript.harness.set_profile(BEN, change).await;
    transcript.no_message_after(UNTIL_REMINDER).await;
    transcript.no_message_after(7 * HOUR).await;
    let told = transcript.message_after(2 * HOUR).await;
    let event = Event::Reminded { side: Side::Second, reminder: Reminder::Fifth };
    check(BEN, "time passes", &told, PublicEvent(&event));
    transcript.no_message_after(HOUR).await;
    transcript.ends("d3; Second to move", &[0, 1, 1]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reminder_comes_by_direct_message_to_who_chose_that() {
    let mut transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    transcript.harness.choose_direct_messages(BEN).await;
    transcript.harness.restart().await;
    let before = transcript.public().len();
    transcript.harness.pass(UNTIL_REMINDER).await;
    let text = reminded(Side::Second, Reminder::Fifth, Language::Dutch);
    let told = transcript.harness.direct_message_with(BEN, &text).await;
    assert_eq!(told.pinged, [BEN]);
    transcript.all_delivered().await;
    assert_eq!(transcript.public().len(), before, "nothing is said in the channel");
    assert_eq!(transcript.harness.direct_messages(BEN).len(), 1);
    assert_eq!(transcript.harness.opened(), 1, "its channel is remembered");
    // The board in the channel is still in use, and so is the one in the conversation.
    transcript.act(BEN, "/move c3").await;
    transcript.ends("d3 c3; First to move", &[0, 1, 2]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_direct_messages_are_closed_the_channel_is_the_other_way() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    transcript.harness.choose_direct_messages(BEN).await;
    transcript.harness.emulator.close_conversation(BEN, true);
    let told = transcript.message_after(UNTIL_REMINDER).await;
    let event = Event::Reminded { side: Side::Second, reminder: Reminder::Fifth };
    check(BEN, "time passes", &told, PublicEvent(&event));
    assert_eq!(transcript.harness.direct_messages(BEN).len(), 0);
    transcript.ends("d3; Second to move", &[0, 1, 1]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_conversation_is_opened_after_too_many_were() {
    let mut transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let too_fast =
        FaultRule::always(OPENS, InjectedFault::RefusedWith { status: 400, code: 40_003 });
    transcript.harness.emulator.inject_fault(too_fast);
    for person in [BEN, CHAI] {
        let panel = transcript.harness.command(person, GAMES, "settings", json!({})).await;
        let page = transcript.harness.click(person, &panel, "reminders:open").await;
        transcript.harness.select(person, &page, "reminders:by", "direct-message").await;
        transcript.harness.command(person, GAMES, "help", json!({})).await;
        eventually("the refusal is stored", async || {
            transcript.harness.profile(BOT).await.opened.refused_at.is_some()
        })
        .await;
        transcript.harness.pass(60).await;
        transcript.harness.restart().await;
    }
    // It goes to the channel meanwhile.
    let told = transcript.message_after(UNTIL_REMINDER).await;
    assert_eq!(told.pinged, [BEN]);
    assert_eq!(transcript.harness.opened(), 1, "the first refusal is enough");
    assert_eq!(transcript.harness.profile(BEN).await.remind_by, RemindBy::DirectMessage);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_direct_reminder_is_told_once_although_the_response_was_lost() {
    let mut transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    transcript.harness.choose_direct_messages(BEN).await;
    transcript.harness.fail_posts_and_reads(InjectedFault::DoneButCut);
    // Discord's clock passes as well: what was posted is looked for by its time.
    transcript
        .harness
        .emulator
        .advance(std::time::Duration::from_secs(UNTIL_REMINDER.unsigned_abs()));
    transcript.harness.pass(UNTIL_REMINDER).await;
    let text = reminded(Side::Second, Reminder::Fifth, Language::Dutch);
    transcript.harness.direct_message_with(BEN, &text).await;
    transcript.harness.emulator.advance(std::time::Duration::from_secs(3_600));
    transcript.harness.restart().await;
    transcript.harness.emulator.clear_faults();
    transcript.all_delivered().await;
    assert_eq!(transcript.harness.direct_messages(BEN).len(), 1);
    assert_eq!(transcript.boards(), [0, 1]);
}

impl Harness {
    /// Begins so many games in which Ben is to move.
    async fn waiting_for_ben(&self, games: usize) {
        for _ in 0..games {
            self.begin(GameKind::Othello, BEN, ANN, GAMES).await;
        }
    }

    /// The one message that reminds Ben of several games.
    async fn reminder_of(&self, games: usize) -> Arc<PostedMessage> {
        let count = games.to_string();
        let name = mention(BEN);
        let variables = [("name", name.as_str()), ("count", count.as_str())];
        let text = i18n::text_with("line-reminded-of-several", &variables, Language::Dutch);
        self.message_with(GAMES, &text).await
    }
}

fn buttons(message: &PostedMessage) -> usize {
    let controls = message.controls();
    let ids = controls.iter().filter_map(|it| it["custom_id"].as_str());
    ids.filter(|id| id.starts_with("reminded:")).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn reminders_that_are_due_together_come_as_one_message() {
    let harness = Harness::start_without_limits().await;
    harness.waiting_for_ben(3).await;
    let before = harness.public(GAMES).len();
    harness.pass(UNTIL_REMINDER).await;
    let told = harness.reminder_of(3).await;
    assert_eq!(told.pinged, [BEN]);
    assert_eq!(buttons(&told), 3);
    assert_eq!(told.content().lines().count(), 4, "{}", told.content());
    harness.all_delivered().await;
    assert_eq!(harness.public(GAMES).len(), before + 1);
    // A button opens a board for its player alone.
    let control = told.controls()[0]["custom_id"].as_str().unwrap().to_owned();
    let board = harness.click(BEN, &told, &control).await;
    assert_eq!((board.visible_to, board.attachments().len()), (Some(BEN), 1));
    let other = harness.click(ANN, &told, &control).await;
    assert_eq!(other.visible_to, Some(ANN));
}

#[tokio::test(flavor = "multi_thread")]
async fn reminders_that_are_due_minutes_later_come_with_the_first() {
    let harness = Harness::start_without_limits().await;
    harness.waiting_for_ben(1).await;
    harness.pass(180).await;
    harness.waiting_for_ben(1).await;
    let before = harness.public(GAMES).len();
    harness.pass(UNTIL_REMINDER - 180).await;
    harness.reminder_of(2).await;
    harness.pass(HOUR).await;
    harness.all_delivered().await;
    assert_eq!(harness.public(GAMES).len(), before + 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn reminders_that_are_due_together_come_once_although_the_bot_was_stopped() {
    let mut harness = Harness::start_without_limits().await;
    harness.waiting_for_ben(3).await;
    let before = harness.public(GAMES).len();
    harness.fail_posts_and_reads(InjectedFault::DoneButCut);
    harness.emulator.advance(std::time::Duration::from_secs(UNTIL_REMINDER.unsigned_abs()));
    harness.pass(UNTIL_REMINDER).await;
    harness.reminder_of(3).await;
    harness.restart().await;
    harness.emulator.advance(std::time::Duration::from_secs(3_600));
    harness.emulator.clear_faults();
    harness.all_delivered().await;
    assert_eq!(harness.public(GAMES).len(), before + 1);
}

/// Were it gathered as well, it would be told twice, or those that it leads never.
#[tokio::test(flavor = "multi_thread")]
async fn a_reminder_that_is_being_delivered_is_told_for_itself() {
    let harness = Harness::start_without_limits().await;
    let first = harness.begin(GameKind::Othello, BEN, ANN, GAMES).await;
    harness.waiting_for_ben(2).await;
    let before = harness.public(GAMES).len();
    let lock = harness.bot.service.lock_delivery(table_of(&first)).await;
    harness.pass(UNTIL_REMINDER).await;
    harness.reminder_of(2).await;
    drop(lock);
    harness.all_delivered().await;
    assert_eq!(harness.public(GAMES).len(), before + 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn reminders_that_cannot_come_together_come_one_by_one() {
    let harness = Harness::start_without_limits().await;
    harness.waiting_for_ben(2).await;
    let permissions = Permissions::OF_A_BOT.without(Permissions::SEND_MESSAGES);
    harness.emulator.set_bot_permissions(GAMES, permissions);
    harness.pass(UNTIL_REMINDER).await;
    let text = reminded(Side::First, Reminder::Fifth, Language::Dutch);
    let text = text.replace(&mention(ANN), &mention(BEN));
    // Before the loop of due tables has run, nothing is pending.
    harness.direct_message_with(BEN, &text).await;
    harness.all_delivered().await;
    let told = harness.direct_messages(BEN);
    let reminders = told.iter().filter(|it| it.content().contains(&text)).count();
    assert_eq!(reminders, 2, "{told:?}");
}

/// Chooses an option of the menu of reminders behind "More".
async fn ask_for(transcript: &Transcript, who: Id, option: &str) -> Arc<PostedMessage> {
    let board = transcript.with(who, "more", false);
    let panel = transcript.harness.click(who, &board, "more").await;
    transcript.harness.select(who, &panel, "remind-in", option).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_can_ask_for_a_reminder() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    transcript.harness.set_profile(BEN, |it| it.reminders = Ladder::Off).await;
    let before = transcript.public().len();
    let noted = ask_for(&transcript, BEN, "3h").await;
    assert_eq!(noted.visible_to, Some(BEN));
    let text = i18n::text("event-reminder-set", Language::Dutch);
    assert!(noted.content().contains(&text), "{}", noted.content());
    transcript.all_delivered().await;
    assert_eq!(transcript.public().len(), before, "nobody else hears of it");
    transcript.no_message_after(2 * HOUR).await;
    let told = transcript.message_after(HOUR + 10).await;
    let event = Event::Reminded { side: Side::Second, reminder: Reminder::Asked };
    check(BEN, "time passes", &told, PublicEvent(&event));
    assert_eq!(told.pinged, [BEN]);
    transcript.no_message_after(2 * DAY).await;
    transcript.ends("d3; Second to move", &[0, 1, 1]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_does_without_the_reminder_after_all() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    transcript.harness.set_profile(BEN, |it| it.reminders = Ladder::Off).await;
    let board = transcript.with(BEN, "more", false);
    let panel = transcript.harness.click(BEN, &board, "more").await;
    assert!(!offered(&panel, "remind-in").contains(&"none".to_owned()), "none was asked for");
    ask_for(&transcript, BEN, "3h").await;
    let noted = ask_for(&transcript, BEN, "none").await;
    let text = i18n::text("event-reminder-dropped", Language::Dutch);
    assert!(noted.visible_to == Some(BEN) && noted.content().contains(&text), "{noted:?}");
    transcript.no_message_after(4 * HOUR).await;
    transcript.ends("d3; Second to move", &[0, 1]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reminder_that_was_asked_for_goes_with_the_move() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let board = transcript.with(ANN, "more", false);
    let panel = transcript.harness.click(ANN, &board, "more").await;
    assert!(!has_control(&panel, "remind-in"), "it is not Ann's turn");
    ask_for(&transcript, BEN, "3h").await;
    transcript.act(BEN, "/move c3").await;
    transcript.no_message_after(4 * HOUR).await;
    transcript.ends("d3 c3; First to move", &[0, 1, 2]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reminder_after_the_end_of_the_time_is_not_offered() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    transcript.message_after(UNTIL_REMINDER).await;
    transcript.no_message_after(12 * HOUR).await;
    let board = transcript.with(BEN, "more", false);
    let panel = transcript.harness.click(BEN, &board, "more").await;
    let menu = panel.controls().into_iter().find(|it| {
        it["custom_id"].as_str().is_some_and(|id| id == control_of(&panel, "remind-in"))
    });
    let options = menu.expect("the menu is there")["options"].clone();
    let options: Vec<&str> =
        options.as_array().unwrap().iter().filter_map(|it| it["value"].as_str()).collect();
    assert_eq!(options, ["1h"]);
}
