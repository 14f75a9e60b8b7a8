//! Channels in which the bot is only user-installed: it can respond to interactions, and sends
//! nothing else.

use kradan_emulator::{
    ANN, ANN_AND_BEN, BEN, BOT, CHAI, DAI, ELSEWHERE, FaultRule, GAMES, Id, InjectedFault, LOBBY,
    PostedMessage, Recipients,
};
use kradan_i18n::{self as i18n, Language, Line};
use kradan_rules::{GameKind, Side};
use kradan_table::{AbortReason, Ending, Event, Reminder};
use serde_json::json;
use std::sync::Arc;

use super::time::UNTIL_TIME_OUT;
use super::{DAY, channel_mention, has_line};
use crate::discord::harness::{Harness, WAIT_MAX};
use crate::discord::transcript::Sees::{EphemeralLine, Public, PublicTakeback, Stale};
use crate::discord::transcript::{Transcript, boards, check, sentence_of, standing, table_of};

/// A game of Ann and Ben in a channel without the bot.
async fn user_installed(moves: &[&str]) -> Transcript {
    Transcript::at(Harness::start().await, LOBBY, GameKind::Othello, moves).await
}

impl Harness {
    /// The requests of the bot about a channel.
    fn requests_about(&self, channel: Id) -> Vec<String> {
        let prefix = format!("/channels/{channel}");
        let requests = self.emulator.requests();
        let there = requests.iter().filter(|it| it.path.starts_with(&prefix));
        there.map(|it| format!("{} {}", it.method, it.path)).collect()
    }

    /// Waits for a direct message of the bot that contains this text.
    pub(crate) async fn direct_message_with(&self, person: Id, text: &str) -> Arc<PostedMessage> {
        let sent = self.emulator.wait_for(WAIT_MAX, |world| {
            let is_theirs = |it: &&kradan_emulator::Channel| {
                it.server.is_none() && it.people.contains(&person) && it.people.contains(&BOT)
            };
            let conversation = world.channels().find(is_theirs)?.id;
            let mut messages = world.messages(conversation, person);
            messages.find(|it| it.content().contains(text)).cloned()
        });
        sent.await.unwrap_or_else(|_| panic!("{text:?} is not sent to {person}"))
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bot_sends_only_responses() {
    let transcript = user_installed(&[]).await;
    // The tokens of earlier responses would remove old controls.
    let refused = FaultRule::always("PATCH /webhooks", InjectedFault::Refused(500));
    transcript.harness.emulator.inject_fault(refused);
    transcript.act(ANN, "/move d3").await;
    let asked = Event::TakebackAsked { side: Side::First, plies: (1, 2) };
    transcript
        .play(&[
            (BEN, "pick c3 from square", Public("c3"), &[ANN]),
            (ANN, "old pick d3 from square", Stale, &[]),
            (ANN, "/board", Public("<@1300000000000000011>"), &[]),
            (ANN, "press takeback", PublicTakeback(&asked, "`1. d3`, `2. c3`"), &[BEN]),
        ])
        .await;
    transcript.act(BEN, "press refuse").await;
    transcript.act(ANN, "press resign").await;
    transcript.act(ANN, "press resign-yes").await;
    transcript.all_delivered().await;
    assert_eq!(transcript.harness.requests_about(LOBBY), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reminder_comes_by_direct_message() {
    let transcript = user_installed(&["d3"]).await;
    transcript.harness.pass(3 * DAY * 4 / 5 + 10).await;
    let reminded = Event::Reminded { side: Side::Second, reminder: Reminder::Fifth };
    let reminder =
        transcript.harness.direct_message_with(BEN, &sentence_of(&reminded, Language::Dutch)).await;
    // The board can be used in the conversation, too.
    assert_eq!(reminder.attachments().len(), 1);
    assert!(!reminder.controls().is_empty());
    let channel = channel_mention(LOBBY);
    assert!(has_line(reminder.content(), &Line::CannotPost { place: &channel }, Language::Dutch));
    transcript.all_delivered().await;
    assert_eq!(transcript.harness.requests_about(LOBBY), Vec::<String>::new());
}

/// Clients show a mention of somebody else's conversation as an unknown channel.
#[tokio::test(flavor = "multi_thread")]
async fn a_conversation_is_named_by_a_link() {
    let mut transcript =
        Transcript::at(Harness::start().await, ANN_AND_BEN, GameKind::Othello, &["d3"]).await;
    transcript.harness.restart().await;
    transcript.harness.pass(3 * DAY * 4 / 5 + 10).await;
    let link = format!("https://discord.com/channels/@me/{ANN_AND_BEN}");
    let reminder = transcript.harness.direct_message_with(BEN, &link).await;
    assert!(has_line(reminder.content(), &Line::CannotPost { place: &link }, Language::Dutch));
    let games = transcript.harness.command(ANN, GAMES, "games", json!({})).await;
    assert!(games.content().contains(&link), "{}", games.content());
    for message in [reminder, games] {
        assert!(!message.content().contains("<#"), "{}", message.content());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_loss_on_time_reaches_both_by_direct_message() {
    let transcript = user_installed(&["d3"]).await;
    transcript.harness.pass(UNTIL_TIME_OUT).await;
    let lost = Event::Ended(Ending::Aborted(AbortReason::OutOfTime(Side::Second)));
    transcript.harness.direct_message_with(ANN, &sentence_of(&lost, Language::English)).await;
    transcript.harness.pass(30).await;
    transcript.harness.direct_message_with(BEN, &sentence_of(&lost, Language::Dutch)).await;
    // No outbox entry is left pending.
    transcript.all_delivered().await;
    assert_eq!(transcript.harness.requests_about(LOBBY), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_from_another_channel_comes_by_direct_message() {
    let transcript = user_installed(&["d3"]).await;
    let channel = channel_mention(LOBBY);
    let moved =
        transcript.harness.command_elsewhere(BEN, GAMES, "move", json!({ "move": "c3" })).await;
    check(BEN, "/move c3", &moved, EphemeralLine(Line::CannotPost { place: &channel }));
    let board = transcript.harness.direct_message_with(ANN, "c3").await;
    assert_eq!(boards(&[Arc::clone(&board)], transcript.table), [2]);
    assert!(has_line(board.content(), &Line::CannotPost { place: &channel }, Language::English));
    transcript.all_delivered().await;
    assert_eq!(transcript.harness.requests_about(LOBBY), Vec::<String>::new());
    // Ann asks, and is not pinged by what she does herself.
    transcript.play(&[(ANN, "/board", Public("<@1300000000000000011>"), &[])]).await;
    assert_eq!(transcript.boards(), [0, 1, 2]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_that_is_the_last_one_there_is_not_linked_to_itself() {
    let transcript = user_installed(&["d3"]).await;
    transcript.harness.command_elsewhere(BEN, GAMES, "move", json!({ "move": "c3" })).await;
    transcript.all_delivered().await;
    let stale = EphemeralLine(Line::StaleBoard { link: None });
    transcript.play(&[(BEN, "pick c3 from square", stale, &[])]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_known_kind_of_a_channel_is_updated() {
    let transcript = user_installed(&["d3"]).await;
    transcript.harness.emulator.add_member(ELSEWHERE, BOT);
    transcript.play(&[(BEN, "/move c3", Public("c3"), &[ANN])]).await;
    transcript.harness.pass(UNTIL_TIME_OUT).await;
    let lost = Event::Ended(Ending::Aborted(AbortReason::OutOfTime(Side::First)));
    transcript.harness.message_with(LOBBY, &sentence_of(&lost, Language::English)).await;
    assert_eq!(standing(&transcript.stored().await.table), "d3 c3; Aborted(OutOfTime(First))");
}

impl Harness {
    async fn challenges(&self, opponent: Id, channel: Id) -> Arc<PostedMessage> {
        let options = json!({ "game": "othello", "opponent": opponent.0.to_string() });
        self.command(ANN, channel, "play", options).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_in_a_conversation_to_somebody_who_is_not_in_it_is_refused() {
    let harness = Harness::start_without_limits().await;
    let group = harness.emulator.open_group(&[ANN, BEN, CHAI]).unwrap();
    for (conversation, outside, name) in [(ANN_AND_BEN, CHAI, "Chai"), (group, DAI, "Dai")] {
        for (locale, language) in [
            ("nl", Language::Dutch),
            ("th", Language::Thai),
            ("ja", Language::Japanese),
            ("en-US", Language::English),
        ] {
            harness.emulator.set_locale(ANN, locale);
            let refused = harness.challenges(outside, conversation).await;
            assert_eq!(refused.visible_to, Some(ANN), "{}", refused.content());
            let why = i18n::text_with("line-not-in-conversation", &[("name", name)], language);
            assert_eq!(refused.content(), why);
        }
        assert_eq!(harness.public(conversation).len(), 0);
    }
    for (conversation, opponent) in [(ANN_AND_BEN, BEN), (group, BEN), (group, CHAI)] {
        let challenge = harness.challenges(opponent, conversation).await;
        assert_eq!((challenge.visible_to, &challenge.pinged[..]), (None, &[opponent][..]));
        table_of(&challenge);
    }
    let open = harness.command(ANN, group, "play", json!({ "game": "othello" })).await;
    let board = harness.click(CHAI, &open, "accept").await;
    assert_eq!(board.visible_to, None, "{}", board.content());
}

#[tokio::test(flavor = "multi_thread")]
async fn where_discord_names_no_recipients_everybody_can_be_challenged() {
    let harness = Harness::start().await;
    harness.emulator.change_channel(ANN_AND_BEN, |it| it.recipients = Recipients::Hidden);
    let challenge = harness.challenges(CHAI, ANN_AND_BEN).await;
    assert_eq!(challenge.visible_to, None, "{}", challenge.content());
    table_of(&challenge);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_with_somebody_who_has_left_the_conversation_is_refused() {
    let harness = Harness::start().await;
    let group = harness.emulator.open_group(&[ANN, BEN, CHAI]).unwrap();
    let transcript = Transcript::at(harness, group, GameKind::Othello, &["d3"]).await;
    transcript.act(ANN, "press resign").await;
    let end = transcript.act(ANN, "press resign-yes").await;
    let harness = &transcript.harness;
    harness.emulator.change_channel(group, |it| it.people.retain(|&it| it != BEN));
    let refused = harness.click(ANN, &end, "rematch").await;
    let why = i18n::text_with("line-not-in-conversation", &[("name", "Ben")], Language::English);
    assert_eq!((refused.visible_to, refused.content()), (Some(ANN), &*why));
    harness.emulator.change_channel(group, |it| it.people.push(BEN));
    let challenge = harness.click(ANN, &end, "rematch").await;
    assert_eq!((challenge.visible_to, &challenge.pinged[..]), (None, &[BEN][..]));
}
