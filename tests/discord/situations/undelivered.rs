//! Announcements that others cannot see: they are delivered in another message, by direct message,
//! or at the next interaction. One whose message was deleted is not repeated.

use std::sync::Arc;
use std::time::Duration;

use kradan_emulator::{
    ANN, BEN, BOT, CHAI, FaultRule, GAMES, GARDEN, Id, InjectedFault, Interaction,
    InteractionResponse, LOBBY, LoggedRequest, MAKRUK, Permissions, PostedMessage, RANDOM,
};
use kradan_i18n::{self as i18n, HiddenBy, Language, Line};
use kradan_rules::{GameKind, Side};
use kradan_table::{AbortReason, Ending, Event, Reminder, TableId};
use serde_json::json;

use super::time::{UNTIL_REMINDER, UNTIL_TIME_OUT};
use super::{DAY, channel_mention, has_line};
use crate::discord::harness::{Harness, POLL_INTERVAL, WAIT_MAX, control_of, eventually};
use crate::discord::transcript::Sees::Public;
use crate::discord::transcript::{
    Transcript, boards, mention, player, public, sentence_of, standing, table_of,
};

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
        self.forbid(channel, Permissions::SEND_MESSAGES);
    }

    fn forbid(&self, channel: Id, permission: Permissions) {
        let permissions = Permissions::OF_A_BOT.without(permission);
        self.harness.emulator.set_bot_permissions(channel, permissions);
    }

    /// Ben plays `c3` from another channel, and the board cannot be posted.
    async fn moves_without_delivery(&self) {
        self.harness.command_elsewhere(BEN, MAKRUK, "move", json!({ "move": "c3" })).await;
        self.harness.delivery_attempted(self.table).await;
    }
}

impl Harness {
    /// Waits until the outbox has tried to deliver a pending entry of a table.
    pub(crate) async fn delivery_attempted(&self, table: TableId) {
        let store = self.bot.service.store();
        eventually("a delivery is attempted", async || {
            store.pending_of_table(table).await.unwrap().iter().any(|it| it.attempts > 0)
        })
        .await;
    }

    async fn missed_count(&self, person: Id) -> usize {
        self.bot.service.store().missed_by(player(person), 100).await.unwrap().len()
    }

    /// Waits until the store holds so many undelivered events for somebody.
    pub(super) async fn has_missed(&self, person: Id, count: usize) {
        eventually("it is stored", async || self.missed_count(person).await == count).await;
    }

    /// Uses a command, and returns the follow-up with the undelivered events.
    pub(super) async fn next_interaction_shows(
        &self,
        person: Id,
        channel: Id,
    ) -> Arc<PostedMessage> {
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
async fn an_ephemeral_challenge_comes_by_direct_message_where_the_conversation_is_known() {
    let harness = Harness::start().await;
    harness.knows_conversation(ANN).await;
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
    let reminded = Event::Reminded { side: Side::Second, reminder: Reminder::Fifth };
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
async fn what_a_deleted_account_missed_is_kept() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    transcript.forbid_sending(GAMES);
    let unknown = InjectedFault::RefusedWith { status: 404, code: 10_013 };
    let opens = "POST /users/@me/channels";
    transcript.harness.emulator.inject_fault(FaultRule::always(opens, unknown));
    transcript.moves_without_delivery().await;
    transcript.harness.pass(150).await;
    transcript.harness.has_missed(ANN, 1).await;
    transcript.all_delivered().await;
    assert_eq!(transcript.harness.opened(), 1);
}

/// Who changes the permissions of a channel may take the sight of it away for a moment.
#[tokio::test(flavor = "multi_thread")]
async fn a_move_in_a_channel_that_the_bot_sees_again_is_posted_there() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    transcript.forbid(GAMES, Permissions::VIEW_CHANNEL);
    transcript.moves_without_delivery().await;
    transcript.harness.emulator.set_bot_permissions(GAMES, Permissions::OF_A_BOT);
    transcript.harness.pass(30).await;
    transcript.all_delivered().await;
    assert_eq!(transcript.boards(), [0, 1, 2]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_in_a_channel_that_stays_hidden_comes_by_direct_message_after_minutes() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    transcript.forbid(GAMES, Permissions::VIEW_CHANNEL);
    transcript.moves_without_delivery().await;
    transcript.harness.pass(150).await;
    transcript.harness.direct_message_with(ANN, "c3").await;
    transcript.all_delivered().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_result_that_cannot_be_posted_reaches_both() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    transcript.harness.emulator.remove_member(GARDEN, BOT);
    transcript.harness.pass(UNTIL_TIME_OUT).await;
    transcript.harness.delivery_attempted(transcript.table).await;
    transcript.harness.pass(150).await;
    let lost = Event::Ended(Ending::Aborted(AbortReason::OutOfTime(Side::Second)));
    transcript.harness.direct_message_with(ANN, &sentence_of(&lost, Language::English)).await;
    transcript.harness.pass(30).await;
    transcript.harness.direct_message_with(BEN, &sentence_of(&lost, Language::Dutch)).await;
    transcript.all_delivered().await;
}

/// What somebody does next.
#[derive(Clone, Copy, Debug)]
enum Next {
    Command,
    Press,
    Choice,
    /// A move on the board of another game, which is announced before everybody.
    Move,
}

#[tokio::test(flavor = "multi_thread")]
async fn an_undelivered_event_is_shown_once_at_the_next_interaction_of_any_kind() {
    for next in [Next::Command, Next::Press, Next::Choice, Next::Move] {
        let mut transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
        let other = transcript.harness.begin(GameKind::Othello, ANN, CHAI, RANDOM).await;
        let panel = transcript.harness.command(ANN, RANDOM, "settings", json!({})).await;
        transcript.forbid_sending(GAMES);
        transcript.harness.emulator.close_conversation(ANN, true);
        transcript.moves_without_delivery().await;
        transcript.harness.pass(150).await;
        transcript.harness.has_missed(ANN, 1).await;
        transcript.all_delivered().await;
        transcript.harness.restart().await;
        // Suggestions show nothing.
        transcript.harness.suggested(ANN, RANDOM, ("board", "game"), "").await;
        let ann = transcript.harness.emulator.as_user(ANN);
        let asked = match next {
            Next::Command => ann.command(RANDOM, "help", json!({})).unwrap(),
            Next::Press => ann.click(panel.id, &control_of(&panel, "reminders:open")).unwrap(),
            Next::Choice => {
                ann.select(panel.id, &control_of(&panel, "setting:below"), &["second"]).unwrap()
            }
            Next::Move => transcript.harness.ask_to_pick(ANN, &other, "d3"),
        };
        let heading = i18n::line(&Line::NotReached, Language::English);
        let shown = transcript.harness.message_with(RANDOM, &heading).await;
        assert!(shown.id > asked.id() && shown.visible_to == Some(ANN), "{next:?}");
        transcript.harness.has_missed(ANN, 0).await;
        let text = shown.content();
        assert!(text.starts_with(&heading) && text.contains("c3"), "{next:?}: {text}");
        assert!(text.contains(&format!("/{GARDEN}/{GAMES}")), "{next:?}: {text}");
        assert!(text.matches("<@").count() <= 1, "{next:?}: {text}");
        // It is sent once.
        let asked = ann.command(RANDOM, "help", json!({})).unwrap();
        transcript.harness.answer(&asked).await;
        transcript.harness.bot.stop().await;
        assert!(asked.followed(1, POLL_INTERVAL).await.is_err(), "{next:?}");
    }
}

/// Discord's response to the post is lost, somebody deletes the message, and only then can the bot
/// read the channel again. By the nonce Discord knows that it was posted.
#[tokio::test(flavor = "multi_thread")]
async fn what_was_posted_and_deleted_before_it_was_found_is_not_repeated() {
    const MESSAGES: &str = "/channels/{channel_id}/messages";
    for (is_reminder, failed_reads) in [(false, 1), (false, 3), (true, 1), (true, 3)] {
        let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
        let (harness, before) = (&transcript.harness, transcript.public().len());
        let (post, read) = (format!("POST {MESSAGES}"), format!("GET {MESSAGES}"));
        harness.emulator.inject_fault(FaultRule::once(&post, InjectedFault::DoneButCut));
        // The channel is read once before the post.
        let read_well = InjectedFault::Slow(Duration::ZERO);
        harness.emulator.inject_fault(FaultRule::once(&read, read_well));
        harness.emulator.inject_fault(FaultRule::always(&read, InjectedFault::Refused(500)));
        if is_reminder {
            harness.emulator.advance(Duration::from_secs(UNTIL_REMINDER.unsigned_abs()));
            harness.pass(UNTIL_REMINDER).await;
        } else {
            let c3 = json!({ "move": "c3" });
            harness.command_elsewhere(BEN, MAKRUK, "move", c3).await;
        }
        let posted = harness
            .emulator
            .wait_for(WAIT_MAX, |world| public(world, GAMES).into_iter().nth(before));
        harness.emulator.delete_message(posted.await.expect("it is posted").id);
        let is_refused = |it: &&Arc<LoggedRequest>| {
            it.method == "GET" && it.template == MESSAGES && it.status == 500
        };
        eventually("the channel cannot be read", async || {
            harness.emulator.requests().iter().filter(is_refused).count() >= failed_reads
        })
        .await;
        harness.emulator.clear_faults();
        transcript.all_delivered().await;
        assert_eq!(transcript.boards(), [0, 1], "it is not posted again");
        let requests = harness.emulator.requests();
        let is_known = |it: &&Arc<LoggedRequest>| it.refusal["code"] == 10_008;
        let known: Vec<_> = requests.iter().filter(is_known).map(|it| &*it.template).collect();
        assert_eq!(known, [MESSAGES], "Discord knows the nonce, and no message");
        for person in [ANN, BEN] {
            assert!(harness.direct_messages(person).is_empty(), "it is not told in private");
            assert_eq!(harness.missed_count(person).await, 0);
        }
        let (who, next, other) = if is_reminder { (BEN, "c3", ANN) } else { (ANN, "c4", BEN) };
        transcript.play(&[(who, &format!("/move {next}"), Public(next), &[other])]).await;
        let ply = if is_reminder { 2 } else { 3 };
        assert_eq!(transcript.boards(), [0, 1, ply]);
        transcript.only_the_last_board_can_be_used().await;
    }
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
    // Public messages are English where the players' languages differ.
    for mover in [ANN, BEN] {
        let reminded = sentence_of(
            &Event::Reminded { side: Side::First, reminder: Reminder::Fifth },
            Language::English,
        );
        harness.message_with(GAMES, &reminded.replace(&mention(ANN), &mention(mover))).await;
    }
    harness.all_delivered().await;
    harness.emulator.close_conversation(ANN, true);
    // Without a common server the bot cannot send direct messages either.
    harness.emulator.remove_member(GARDEN, BOT);
    harness.pass(DAY).await;
    for table in tables {
        harness.delivery_attempted(table).await;
    }
    harness.pass(150).await;
    // Conversations that are not known are opened one in half a minute, and each of the two in each game
    // is told.
    eventually("it is stored", async || {
        harness.pass(30).await;
        harness.missed_count(ANN).await == 2
    })
    .await;
    let shown = harness.next_interaction_shows(ANN, LOBBY).await;
    assert_eq!(shown.content().lines().count(), 3, "{}", shown.content());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_direct_message_without_a_response_is_not_repeated() {
    let mut transcript =
        Transcript::at(Harness::start().await, LOBBY, GameKind::Othello, &["d3"]).await;
    transcript.harness.fail_posts_and_reads(InjectedFault::DoneButCut);
    transcript.harness.command_elsewhere(BEN, GAMES, "move", json!({ "move": "c3" })).await;
    transcript.harness.direct_message_with(ANN, "c3").await;
    transcript.harness.emulator.advance(Duration::from_secs(3_600));
    transcript.harness.restart().await;
    transcript.harness.emulator.clear_faults();
    transcript.all_delivered().await;
    let conversation = transcript.harness.emulator.conversation(ANN, BOT);
    let sent = transcript.harness.emulator.as_user(ANN).messages(conversation);
    assert_eq!(sent.iter().filter(|it| it.content().contains("c3")).count(), 1);
}
