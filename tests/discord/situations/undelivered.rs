//! Announcements that others cannot see: they are delivered in another message, by direct message,
//! or at the next interaction.

use std::sync::Arc;

use kradan::emulator::{
    ANN, BEN, BOT, FaultRule, GAMES, GARDEN, Id, InjectedFault, Interaction, InteractionResponse,
    LOBBY, MAKRUK, Permissions, PostedMessage, RANDOM,
};
use kradan::i18n::{self, HiddenBy, Language, Line};
use kradan::rules::{GameKind, Side};
use kradan::service::Store as _;
use kradan::table::{Ending, Event, TableId};
use serde_json::json;

use super::{DAY, channel_mention, has_line};
use crate::harness::{Harness, POLL_INTERVAL, WAIT_MAX};
use crate::transcript::{Transcript, boards, player, sentence_of, standing, table_of};

/// Checks that a response turned out to be ephemeral, and that a follow-up tells Ben why.
async fn assert_hidden(asked: &Interaction, cause: HiddenBy) {
    let answer = asked.message(WAIT_MAX).await.expect("it is answered");
    assert_eq!((answer.visible_to, &answer.pinged[..]), (Some(BEN), &[][..]));
    let followed = asked.followed(1, WAIT_MAX).await.expect("a follow-up says why");
    assert_eq!(followed[0].visible_to, Some(BEN));
    assert_eq!(followed[0].content(), i18n::line(&Line::OnlyYou { cause }, Language::Dutch));
}

impl Transcript {
    /// Takes the permission to send messages from the bot.
    fn forbid_sending(&self, channel: Id) {
        let permissions = Permissions::OF_A_BOT.without(Permissions::SEND_MESSAGES);
        self.harness.emulator.set_bot_permissions(channel, permissions);
    }

    /// Ben plays `c3` from another channel, and the board cannot be posted.
    async fn moves_without_delivery(&self) {
        self.harness.command(BEN, MAKRUK, "move", json!({ "move": "c3" })).await;
        self.harness.delivery_attempted(self.table).await;
    }
}

impl Harness {
    /// Waits until the outbox has tried to deliver a pending entry of a table.
    async fn delivery_attempted(&self, table: TableId) {
        let store = self.bot.service.store();
        let attempted = async {
            while store.pending_of_table(table).await.unwrap().iter().all(|it| it.attempts == 0) {
                tokio::time::sleep(POLL_INTERVAL).await;
            }
        };
        tokio::time::timeout(WAIT_MAX, attempted).await.expect("a delivery is attempted");
    }

    async fn missed_count(&self, person: Id) -> usize {
        self.bot.service.store().missed_by(player(person), 100).await.unwrap().len()
    }

    /// Waits until the store holds so many undelivered events for somebody.
    async fn has_missed(&self, person: Id, count: usize) {
        let stored = async {
            while self.missed_count(person).await != count {
                tokio::time::sleep(POLL_INTERVAL).await;
            }
        };
        tokio::time::timeout(WAIT_MAX, stored).await.expect("it is stored");
    }

    /// Uses a command, and returns the follow-up with the undelivered events.
    async fn next_interaction_shows(&self, person: Id, channel: Id) -> Arc<PostedMessage> {
        let asked = self.emulator.as_user(person).command(channel, "help", json!({})).unwrap();
        let followed = asked.followed(1, WAIT_MAX).await.expect("the undelivered event follows");
        assert_eq!(followed[0].visible_to, Some(person));
        self.has_missed(person, 0).await;
        Arc::clone(&followed[0])
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_response_to_a_muted_player_is_posted_publicly() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    transcript.harness.emulator.deny(GAMES, BEN, Permissions::SEND_MESSAGES);
    let asked = transcript.ask(BEN, "pick c3 from square");
    assert_hidden(&asked, HiddenBy::SendMessages).await;
    let board = transcript.harness.message_with(GAMES, "c3").await;
    assert_eq!((board.visible_to, &board.pinged[..]), (None, &[ANN][..]));
    transcript.ends("d3 c3; First to move", &[0, 1, 2]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_response_in_slow_mode_is_posted_publicly() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    transcript.harness.emulator.as_user(BEN).say(GAMES, "hm", None).unwrap();
    transcript.harness.emulator.set_slow_mode(GAMES, 3_600);
    let asked = transcript.ask(BEN, "/move c3");
    assert_hidden(&asked, HiddenBy::Settings).await;
    let board = transcript.harness.message_with(GAMES, "c3").await;
    assert_eq!((board.visible_to, &board.pinged[..]), (None, &[ANN][..]));
    transcript.ends("d3 c3; First to move", &[0, 1, 2]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_ephemeral_response_of_an_external_app_comes_by_direct_message() {
    let transcript =
        Transcript::at(Harness::start().await, LOBBY, GameKind::Othello, &["d3"]).await;
    transcript.harness.emulator.deny(LOBBY, BEN, Permissions::USE_EXTERNAL_APPS);
    let asked = transcript.ask(BEN, "pick c3 from square");
    assert_hidden(&asked, HiddenBy::UseExternalApps).await;
    let board = transcript.harness.direct_message_with(ANN, "c3").await;
    assert_eq!(board.pinged, [ANN]);
    transcript.all_delivered().await;
    assert_eq!(transcript.boards(), [0, 1]);
    assert_eq!(standing(&transcript.stored().await.table), "d3 c3; First to move");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deferred_ephemeral_response_is_delivered_too() {
    for channel in [GAMES, LOBBY] {
        let transcript =
            Transcript::at(Harness::start().await, channel, GameKind::Othello, &["d3"]).await;
        transcript.harness.emulator.deny(channel, BEN, Permissions::SEND_MESSAGES);
        let lock = transcript.harness.bot.service.lock_delivery(transcript.table).await;
        let asked = transcript.ask(BEN, "/move c3");
        let first = asked.answered(WAIT_MAX).await.expect("it is deferred in time");
        assert!(matches!(first, InteractionResponse::Deferred), "{first:?}");
        drop(lock);
        assert_hidden(&asked, HiddenBy::SendMessages).await;
        let board = match channel {
            GAMES => transcript.harness.message_with(GAMES, "c3").await,
            _ => transcript.harness.direct_message_with(ANN, "c3").await,
        };
        assert_eq!(board.pinged, [ANN]);
        transcript.all_delivered().await;
        assert_eq!(standing(&transcript.stored().await.table), "d3 c3; First to move");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_ephemeral_response_is_delivered_after_a_restart() {
    let mut transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    transcript.harness.emulator.deny(GAMES, BEN, Permissions::SEND_MESSAGES);
    let posting = "POST /channels/{channel_id}/messages";
    let refused_posts = FaultRule::always(posting, InjectedFault::Refused(500));
    transcript.harness.emulator.inject_fault(refused_posts);
    let asked = transcript.ask(BEN, "/move c3");
    assert_hidden(&asked, HiddenBy::SendMessages).await;
    transcript.harness.restart().await;
    transcript.harness.emulator.clear_faults();
    let board = transcript.harness.message_with(GAMES, "c3").await;
    assert_eq!(board.pinged, [ANN]);
    transcript.ends("d3 c3; First to move", &[0, 1, 2]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_ephemeral_challenge_comes_by_direct_message() {
    let harness = Harness::start().await;
    harness.emulator.deny(LOBBY, BEN, Permissions::USE_EXTERNAL_APPS);
    let options = json!({ "game": "othello", "opponent": ANN.0.to_string() });
    let asked = harness.emulator.as_user(BEN).command(LOBBY, "play", options).unwrap();
    assert_hidden(&asked, HiddenBy::UseExternalApps).await;
    let challenge = harness.direct_message_with(ANN, "<@1300000000000000012>").await;
    assert_eq!(challenge.pinged, [ANN]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reminder_that_cannot_be_posted_comes_by_direct_message_at_once() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    transcript.forbid_sending(GAMES);
    transcript.harness.pass(3 * DAY * 4 / 5 + 10).await;
    let reminded = Event::Reminded { side: Side::Second };
    let reminder =
        transcript.harness.direct_message_with(BEN, &sentence_of(&reminded, Language::Dutch)).await;
    let channel = channel_mention(GAMES);
    assert!(has_line(reminder.content(), &Line::CannotPost { place: &channel }, Language::Dutch));
    transcript.all_delivered().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_cannot_be_posted_comes_by_direct_message_after_minutes() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    transcript.forbid_sending(GAMES);
    transcript.moves_without_delivery().await;
    transcript.harness.pass(150).await;
    let board = transcript.harness.direct_message_with(ANN, "c3").await;
    assert_eq!(
        (boards(&[Arc::clone(&board)], transcript.table), &board.pinged[..]),
        (vec![2], &[ANN][..])
    );
    transcript.all_delivered().await;
    assert_eq!(transcript.harness.missed_count(ANN).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_result_that_cannot_be_posted_reaches_both() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    transcript.harness.emulator.remove_member(GARDEN, BOT);
    transcript.harness.pass(3 * DAY + 10).await;
    transcript.harness.delivery_attempted(transcript.table).await;
    transcript.harness.pass(150).await;
    let lost = Event::Ended(Ending::OutOfTime(Side::Second));
    transcript.harness.direct_message_with(ANN, &sentence_of(&lost, Language::English)).await;
    transcript.harness.direct_message_with(BEN, &sentence_of(&lost, Language::Dutch)).await;
    transcript.all_delivered().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_undelivered_event_is_shown_once_at_the_next_interaction() {
    let mut transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    transcript.forbid_sending(GAMES);
    transcript.harness.emulator.close_conversation(ANN, true);
    transcript.moves_without_delivery().await;
    transcript.harness.pass(150).await;
    transcript.harness.has_missed(ANN, 1).await;
    transcript.all_delivered().await;
    transcript.harness.restart().await;
    let shown = transcript.harness.next_interaction_shows(ANN, RANDOM).await;
    let text = shown.content();
    let heading = i18n::line(&Line::NotReached, Language::English);
    assert!(text.starts_with(&heading) && text.contains("c3"), "{text}");
    assert!(text.contains(&format!("/{GARDEN}/{GAMES}")), "{text}");
    // The follow-up is sent once.
    let asked =
        transcript.harness.emulator.as_user(ANN).command(RANDOM, "help", json!({})).unwrap();
    transcript.harness.answer(&asked).await;
    transcript.harness.bot.stop().await;
    assert!(asked.followed(1, POLL_INTERVAL).await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn undelivered_events_of_several_games_come_as_one_message() {
    let harness = Harness::start().await;
    let mut tables = Vec::new();
    for (first, second) in [(ANN, BEN), (BEN, ANN)] {
        let board = harness.begin(GameKind::Othello, first, second, GAMES).await;
        tables.push(table_of(&board));
    }
    harness.pass(3 * DAY * 4 / 5 + 10).await;
    for (side, language) in [(Side::First, Language::English), (Side::Second, Language::Dutch)] {
        harness.message_with(GAMES, &sentence_of(&Event::Reminded { side }, language)).await;
    }
    harness.all_delivered().await;
    harness.emulator.close_conversation(ANN, true);
    // Without a common server the bot cannot send direct messages either.
    harness.emulator.remove_member(GARDEN, BOT);
    harness.pass(DAY).await;
    for &table in &tables {
        harness.delivery_attempted(table).await;
    }
    harness.pass(150).await;
    harness.has_missed(ANN, 2).await;
    let shown = harness.next_interaction_shows(ANN, LOBBY).await;
    assert_eq!(shown.content().lines().count(), 3, "{}", shown.content());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_direct_message_without_a_response_is_not_repeated() {
    let mut transcript =
        Transcript::at(Harness::start().await, LOBBY, GameKind::Othello, &["d3"]).await;
    transcript.harness.fail_posts_and_reads(InjectedFault::DoneButCut);
    transcript.harness.command(BEN, GAMES, "move", json!({ "move": "c3" })).await;
    transcript.harness.direct_message_with(ANN, "c3").await;
    transcript.harness.emulator.advance(std::time::Duration::from_secs(3_600));
    transcript.harness.restart().await;
    transcript.harness.emulator.clear_faults();
    transcript.all_delivered().await;
    let conversation = transcript.harness.emulator.conversation(ANN, BOT);
    let sent = transcript.harness.emulator.as_user(ANN).messages(conversation);
    assert_eq!(sent.iter().filter(|it| it.content().contains("c3")).count(), 1);
}
