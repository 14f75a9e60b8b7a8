//! Players who cannot play in the channel of their game: the turn comes by direct message.

use jiff::Timestamp;
use kradan_emulator::{
    ANN, ActionError, BEN, GAMES, GARDEN, Id, MAKRUK, Permissions, PostedMessage,
};
use kradan_i18n::{self as i18n, Language, Line};
use kradan_rules::{GameKind, Side};
use kradan_table::{ChannelId, Event, Reminder};
use serde_json::json;

use super::has_line;
use super::time::UNTIL_REMINDER;
use crate::discord::harness::{
    Harness, WAIT_MAX, control_of, eventually, has_control, offers_moves,
};
use crate::discord::transcript::{Transcript, boards, player, sentence_of};

/// The reminder that Ben gets as Second.
fn reminder() -> String {
    let event = Event::Reminded { side: Side::Second, reminder: Reminder::Fifth };
    sentence_of(&event, Language::Dutch)
}

fn says_why(message: &PostedMessage) -> bool {
    has_line(message.content(), &Line::CannotSee, Language::Dutch)
}

impl Harness {
    fn hide(&self, channel: Id, person: Id) {
        self.emulator.deny(channel, person, Permissions::VIEW_CHANNEL);
    }

    /// How often Discord was asked for a member of a server.
    fn members_read(&self) -> usize {
        let requests = self.emulator.requests();
        requests.iter().filter(|it| it.path.contains("/members/")).count()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn turns_in_a_channel_that_is_hidden_come_by_direct_message() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let (harness, table) = (&transcript.harness, transcript.table);
    harness.hide(GAMES, BEN);
    let before = transcript.public().len();
    harness.pass(UNTIL_REMINDER).await;
    let told = harness.direct_message_with(BEN, &reminder()).await;
    assert!(says_why(&told), "{}", told.content());
    assert_eq!(
        (boards(std::slice::from_ref(&told), table), told.pinged.as_slice()),
        (vec![1], &[BEN][..])
    );
    transcript.all_delivered().await;
    assert_eq!(transcript.public().len(), before, "nobody is reminded in the channel");
    // The move is made there, and the next turn comes there at once.
    harness.pick(BEN, &told, "c3").await;
    harness.shown(GAMES, table, 2).await;
    transcript.act(ANN, "/move c4").await;
    // What happened meanwhile may be told before it.
    let next = harness.shown(told.channel, table, 3).await;
    assert!(says_why(&next) && offers_moves(&next), "{}", next.content());
    assert_eq!(boards(&[next], table), [3]);
    // Who sees the channel again is called there alone.
    harness.emulator.deny(GAMES, BEN, Permissions::NONE);
    transcript.act(BEN, "/move e3").await;
    transcript.all_delivered().await;
    let (told, asked) = (harness.direct_messages(BEN).len(), harness.members_read());
    let board = transcript.act(ANN, "/move f4").await;
    assert_eq!(board.pinged, [BEN]);
    let reminded = transcript.message_after(UNTIL_REMINDER).await;
    assert_eq!(reminded.pinged, [BEN]);
    assert_eq!(harness.direct_messages(BEN).len(), told);
    assert_eq!(harness.members_read(), asked + 1, "Discord is asked with the reminder alone");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_left_the_server_is_reminded_by_direct_message() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    transcript.harness.emulator.remove_member(GARDEN, BEN);
    transcript.harness.pass(UNTIL_REMINDER).await;
    let told = transcript.harness.direct_message_with(BEN, &reminder()).await;
    assert!(says_why(&told) && offers_moves(&told), "{}", told.content());
}

#[tokio::test(flavor = "multi_thread")]
async fn turns_of_a_member_in_time_out_come_by_direct_message() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let (harness, table) = (&transcript.harness, transcript.table);
    harness.emulator.time_out(GARDEN, BEN, Some(Timestamp::MAX));
    let ben = harness.emulator.as_user(BEN);
    let asked = ben.command(GAMES, "move", json!({ "move": "c3" }));
    assert_eq!(asked.unwrap_err(), ActionError::NotHere("move".to_owned()));
    let board = transcript.public().pop().expect("a board is posted");
    let pressed = ben.click(board.id, &control_of(&board, "more"));
    assert_eq!(pressed.unwrap_err(), ActionError::InTimeOut(GAMES));
    let before = transcript.public().len();
    harness.pass(UNTIL_REMINDER).await;
    let told = harness.direct_message_with(BEN, &reminder()).await;
    let says_why = |it: &PostedMessage| has_line(it.content(), &Line::TimedOut, Language::Dutch);
    assert!(says_why(&told), "{}", told.content());
    transcript.all_delivered().await;
    assert_eq!(transcript.public().len(), before, "nobody is reminded in the channel");
    // The move is made there, and the next turn comes there at once.
    harness.pick(BEN, &told, "c3").await;
    harness.shown(GAMES, table, 2).await;
    transcript.act(ANN, "/move c4").await;
    // What happened meanwhile may be told before it.
    let next = harness.shown(told.channel, table, 3).await;
    assert!(says_why(&next) && offers_moves(&next), "{}", next.content());
    // Whose time-out is over is called in the channel alone.
    harness.emulator.time_out(GARDEN, BEN, None);
    transcript.act(BEN, "/move e3").await;
    transcript.all_delivered().await;
    let told = harness.direct_messages(BEN).len();
    let board = transcript.act(ANN, "/move f4").await;
    assert_eq!(board.pinged, [BEN]);
    let reminded = transcript.message_after(UNTIL_REMINDER).await;
    assert_eq!(reminded.pinged, [BEN]);
    assert_eq!(harness.direct_messages(BEN).len(), told);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_is_hidden_with_its_channel() {
    let harness = Harness::start().await;
    let thread = harness.emulator.open_thread(GAMES, Some(ANN), "Othello").unwrap();
    let transcript = Transcript::at(harness, thread, GameKind::Othello, &["d3"]).await;
    transcript.harness.hide(GAMES, BEN);
    transcript.harness.pass(UNTIL_REMINDER).await;
    let told = transcript.harness.direct_message_with(BEN, &reminder()).await;
    assert!(says_why(&told), "{}", told.content());
}

#[tokio::test(flavor = "multi_thread")]
async fn who_takes_no_direct_messages_is_told_with_what_they_do_next() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let harness = &transcript.harness;
    harness.hide(GAMES, BEN);
    harness.emulator.close_conversation(BEN, true);
    harness.pass(UNTIL_REMINDER).await;
    let store = harness.bot.service.store();
    eventually("it is noted", async || {
        !store.is_reader(player(BEN), ChannelId(GAMES.0)).await.unwrap()
    })
    .await;
    transcript.all_delivered().await;
    let asked = harness.emulator.as_user(BEN).command(MAKRUK, "help", json!({})).unwrap();
    let followed = asked.followed(1, WAIT_MAX).await.expect("the reminder follows");
    assert_eq!(followed[0].visible_to, Some(BEN));
    assert!(followed[0].content().contains(&reminder()), "{}", followed[0].content());
}

#[tokio::test(flavor = "multi_thread")]
async fn reminders_of_a_hidden_channel_that_are_due_together_come_as_one_message() {
    let harness = Harness::start_without_limits().await;
    for _ in 0..2 {
        harness.begin(GameKind::Othello, BEN, ANN, GAMES).await;
    }
    harness.hide(GAMES, BEN);
    let before = harness.public(GAMES).len();
    harness.pass(UNTIL_REMINDER).await;
    let name = crate::discord::transcript::mention(BEN);
    let variables = [("name", name.as_str()), ("count", "2")];
    let text = i18n::text_with("line-reminded-of-several", &variables, Language::Dutch);
    let told = harness.direct_message_with(BEN, &text).await;
    assert!(has_control(&told, "reminded"), "{}", told.content());
    harness.all_delivered().await;
    assert_eq!(harness.public(GAMES).len(), before);
    assert_eq!(harness.direct_messages(BEN).len(), 1);
}
