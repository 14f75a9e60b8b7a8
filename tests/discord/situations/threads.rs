//! Games in threads of their own.

use std::sync::Arc;
use std::time::Duration;

use kradan_emulator::{
    ANN, ANN_AND_BEN, BEN, ChannelKind, FaultRule, GAMES, Id, InjectedFault, LOBBY, Permissions,
    PostedMessage, RANDOM,
};
use kradan_i18n::{Language, Line, Permission};
use kradan_rules::GameKind;
use kradan_store::JobKind;
use kradan_table::{ChannelId, Event};
use serde_json::json;

use super::{DAY, channel_mention};
use crate::discord::harness::{Harness, WAIT_MAX, control_of, eventually};
use crate::discord::transcript::Sees::Public;
use crate::discord::transcript::{Transcript, boards, mention, sentence_of, table_of};

/// Ann challenges Ben to a game in a thread.
async fn challenge(harness: &Harness) -> Arc<PostedMessage> {
    challenge_in(harness, GAMES, "othello").await
}

pub(super) async fn challenge_in(harness: &Harness, channel: Id, game: &str) -> Arc<PostedMessage> {
    let options = json!({
        "game": game, "opponent": BEN.0.to_string(), "side": "first", "where": "thread",
    });
    harness.command(ANN, channel, "play", options).await
}

fn threads(harness: &Harness) -> Vec<Id> {
    let is_thread =
        |it: &&kradan_emulator::Channel| it.kind == ChannelKind::Thread && it.parent == Some(GAMES);
    harness.emulator.read(|world| world.channels().filter(is_thread).map(|it| it.id).collect())
}

/// A game in a thread, and the response that links to the thread.
async fn in_thread() -> (Transcript, Arc<PostedMessage>) {
    let harness = Harness::start().await;
    let challenge = challenge(&harness).await;
    let table = table_of(&challenge);
    let accepted = harness.click(BEN, &challenge, "accept").await;
    let [thread] = threads(&harness)[..] else { panic!("one thread is opened") };
    let board = harness.shown(thread, table, 0).await;
    assert_eq!(board.pinged, [ANN]);
    (Transcript { harness, table, channel: thread }, accepted)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_has_a_thread_of_its_own() {
    let (transcript, accepted) = in_thread().await;
    assert!(
        accepted.content().contains(&channel_mention(transcript.channel)),
        "{}",
        accepted.content()
    );
    assert!(accepted.pinged.is_empty(), "only the board pings");
    transcript
        .play(&[
            (ANN, "pick d3 from square", Public("d3"), &[BEN]),
            (BEN, "/move c3", Public("c3"), &[ANN]),
        ])
        .await;
    transcript.ends("d3 c3; First to move", &[0, 1, 2]).await;
    // Who accepts before the message of the challenge is noted leaves it to the outbox.
    transcript.harness.all_delivered().await;
    let transcript = transcript.elsewhere(GAMES);
    assert!(transcript.boards().is_empty(), "no board is in the channel");
    let is_usable = |it: &Arc<PostedMessage>| !it.controls().is_empty();
    assert!(!transcript.public().iter().any(is_usable), "the challenge has no controls");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_that_is_accepted_on_a_private_copy_leads_to_its_thread() {
    let harness = Harness::start().await;
    let challenge = challenge(&harness).await;
    let table = table_of(&challenge);
    // Ann was never seen there: Ben has a copy for himself.
    let named = json!({ "game": table.0.to_string() });
    let copy = harness.command(BEN, RANDOM, "board", named.clone()).await;
    assert_eq!(copy.visible_to, Some(BEN), "{}", copy.content());
    // A thread begins at the message of the challenge, which is noted after it is seen.
    harness.all_delivered().await;
    let accepted = harness.click(BEN, &copy, "accept").await;
    assert_eq!(accepted.visible_to, Some(BEN), "it is of no use here: {}", accepted.content());
    let [thread] = threads(&harness)[..] else { panic!("one thread is opened") };
    assert_eq!(harness.shown(thread, table, 0).await.pinged, [ANN]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_follows_a_press_on_a_private_copy_is_a_message_of_its_own() {
    for is_late in [false, true] {
        let harness = Harness::start().await;
        let challenge = challenge(&harness).await;
        let table = table_of(&challenge);
        let named = json!({ "game": table.0.to_string() });
        let copy = harness.command(BEN, RANDOM, "board", named.clone()).await;
        assert_eq!(copy.visible_to, Some(BEN), "{}", copy.content());
        // Ann is seen there, and the challenge goes there: the copy is now where it is shown.
        harness.command(ANN, RANDOM, "games", json!({})).await;
        let moved = harness.command(BEN, RANDOM, "board", named).await;
        assert_eq!(moved.visible_to, None, "{}", moved.content());
        harness.all_delivered().await;
        if is_late {
            let slow = InjectedFault::Slow(Duration::from_secs(4));
            let threads = "POST /channels/{channel_id}/messages/{message_id}/threads";
            harness.emulator.inject_fault(FaultRule::always(threads, slow));
        }
        let control = control_of(&copy, "accept");
        harness.emulator.as_user(BEN).click(copy.id, &control).unwrap();
        let thread = channel_mention(moved.id);
        let told = harness.message_with(RANDOM, &thread).await;
        assert_eq!((told.visible_to, told.value["message_reference"].is_null()), (None, true));
        let copy = harness.emulator.read(|world| world.message(copy.id).cloned());
        assert!(!copy.is_some_and(|it| it.content().contains(&thread)), "the copy stays as it is");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_to_a_game_in_a_thread_needs_the_permission() {
    let harness = Harness::start().await;
    let permissions = Permissions::OF_A_BOT.without(Permissions::CREATE_PUBLIC_THREADS);
    harness.emulator.set_bot_permissions(GAMES, permissions);
    let refused = challenge(&harness).await;
    let channel = channel_mention(GAMES);
    let permissions = [Permission::CreatePublicThreads];
    let line = Line::MissingPermissions { permissions: &permissions, channel: &channel };
    let answer = kradan_i18n::line(&line, kradan_i18n::Language::English);
    assert_eq!((refused.content(), refused.visible_to), (answer.as_str(), Some(ANN)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_begins_where_its_thread_cannot_be_opened() {
    let harness = Harness::start().await;
    let challenge = challenge(&harness).await;
    let table = table_of(&challenge);
    let permissions = Permissions::OF_A_BOT.without(Permissions::CREATE_PUBLIC_THREADS);
    harness.emulator.set_bot_permissions(GAMES, permissions);
    let board = harness.click(BEN, &challenge, "accept").await;
    assert_eq!((board.channel, &board.pinged[..]), (GAMES, &[ANN][..]));
    assert!(threads(&harness).is_empty());
    let no_thread = sentence_of(&Event::NoThread, Language::English);
    assert!(board.content().contains(&no_thread), "{}", board.content());
    let transcript = Transcript { harness, table, channel: GAMES };
    transcript.play(&[(ANN, "pick d3 from square", Public("d3"), &[BEN])]).await;
    transcript.ends("d3; Second to move", &[0, 1]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_says_that_its_channel_has_no_threads() {
    for channel in [LOBBY, ANN_AND_BEN] {
        let harness = Harness::start().await;
        let challenge = challenge_in(&harness, channel, "othello").await;
        let board = harness.click(BEN, &challenge, "accept").await;
        assert_eq!((board.channel, &board.pinged[..]), (channel, &[ANN][..]));
        let no_thread = sentence_of(&Event::NoThread, Language::English);
        assert!(board.content().contains(&no_thread), "{}", board.content());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_opened_without_a_response_is_found() {
    let harness = Harness::start().await;
    let challenge = challenge_in(&harness, GAMES, "ogi").await;
    let table = table_of(&challenge);
    harness.emulator.inject_fault(FaultRule::once("/threads", InjectedFault::DoneButCut));
    harness.click(BEN, &challenge, "accept").await;
    let [thread] = threads(&harness)[..] else { panic!("one thread is opened") };
    // The board in the thread says all that is needed.
    let board = harness.shown(thread, table, 0).await;
    let [ann, ben] = [ANN, BEN].map(mention);
    assert!(board.content().contains(&ann) && board.content().contains(&ben));
    assert!(
        !board.content().contains(&sentence_of(&Event::Shown(ChannelId(0)), Language::English))
    );
    harness.all_delivered().await;
    assert!(boards(&harness.public(GAMES), table).is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_archived_thread_is_unarchived() {
    let (transcript, _) = in_thread().await;
    transcript.harness.emulator.archive(transcript.channel, true);
    let options = json!({ "move": "d3" });
    transcript.harness.command_elsewhere(ANN, GAMES, "move", options).await;
    let board = transcript.harness.shown(transcript.channel, transcript.table, 1).await;
    assert_eq!(board.pinged, [BEN]);
    transcript.play(&[(BEN, "pick c3 from square", Public("c3"), &[ANN])]).await;
    transcript.ends("d3 c3; First to move", &[0, 1, 2]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_moves_out_of_a_locked_or_deleted_thread() {
    for is_deleted in [false, true] {
        let (transcript, _) = in_thread().await;
        if is_deleted {
            transcript.harness.emulator.delete_channel(transcript.channel);
        } else {
            transcript.harness.emulator.lock_thread(transcript.channel);
        }
        let transcript = transcript.elsewhere(GAMES);
        // The move cannot be announced in the thread, and no response waits for it.
        let d3 = json!({ "move": "d3" });
        transcript.harness.command_elsewhere(ANN, GAMES, "move", d3).await;
        let board = transcript.harness.command_elsewhere(BEN, GAMES, "board", json!({})).await;
        assert_eq!((board.channel, &board.pinged[..]), (GAMES, &[ANN][..]));
        transcript
            .play(&[
                (BEN, "pick c3 from square", Public("c3"), &[ANN]),
                (ANN, "/move c4", Public("c4"), &[BEN]),
            ])
            .await;
        assert_eq!(transcript.boards(), [1, 2, 3]);
        transcript.only_the_last_board_can_be_used().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_stays_open_while_its_game_runs() {
    let harness = Harness::start().await;
    let options = json!({
        "game": "othello", "opponent": BEN.0.to_string(), "side": "first", "where": "thread",
        "time": "30d",
    });
    let challenge = harness.command(ANN, GAMES, "play", options).await;
    let table = table_of(&challenge);
    harness.click(BEN, &challenge, "accept").await;
    let [thread] = threads(&harness)[..] else { panic!("one thread is opened") };
    harness.shown(thread, table, 0).await;
    let thread_of = |world: &kradan_emulator::World| world.channel(thread).cloned().unwrap();
    // Discord archives the thread after seven days.
    for _ in 0..3 {
        let before = harness.emulator.read(thread_of).archive_changed;
        let seconds = 6 * DAY + DAY / 2;
        harness.emulator.advance(Duration::from_secs(seconds.unsigned_abs()));
        harness.pass(seconds).await;
        let renewed = harness.emulator.wait_for(WAIT_MAX, |world| {
            let thread = thread_of(world);
            (thread.archive_changed > before && thread.archive_after_minutes == 10_080)
                .then_some(thread.is_archived)
        });
        assert!(!renewed.await.expect("its archive timer is reset"), "it was never archived");
    }
    let transcript = Transcript { harness, table, channel: thread };
    transcript.play(&[(ANN, "/move d3", Public("d3"), &[BEN])]).await;
    // A thread that was archived during downtime is unarchived.
    transcript.harness.emulator.archive(thread, true);
    transcript.harness.pass(DAY).await;
    let opened = transcript
        .harness
        .emulator
        .wait_for(WAIT_MAX, |world| (!thread_of(world).is_archived).then_some(()));
    opened.await.expect("a thread that was archived is opened again");
}

/// How often the time was changed after which a thread is archived.
fn changes_of_archiving(harness: &Harness, thread: Id) -> usize {
    let path = format!("/channels/{thread}");
    let requests = harness.emulator.requests();
    let is_change = |it: &&Arc<kradan_emulator::LoggedRequest>| {
        it.method == "PATCH"
            && it.path.ends_with(&path)
            && it.body.get("auto_archive_duration").is_some()
    };
    requests.iter().filter(is_change).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_is_archived_a_day_after_its_game() {
    let (transcript, _) = in_thread().await;
    transcript.play(&[(ANN, "/move d3", Public("d3"), &[BEN])]).await;
    assert_eq!(changes_of_archiving(&transcript.harness, transcript.channel), 0);
    transcript.act(BEN, "press resign").await;
    transcript.act(BEN, "press resign-yes").await;
    let is_short = |world: &kradan_emulator::World| {
        let thread = world.channel(transcript.channel)?;
        (thread.archive_after_minutes == 1_440 && !thread.is_archived).then_some(())
    };
    let shortened = transcript.harness.emulator.wait_for(WAIT_MAX, is_short).await;
    shortened.expect("it is archived after a day of silence");
    // A request is logged once its response is sent.
    eventually("the change is logged", async || {
        changes_of_archiving(&transcript.harness, transcript.channel) == 1
    })
    .await;
}

/// Whoever opened a thread chose when it is archived, also where the bot may change it.
#[tokio::test(flavor = "multi_thread")]
async fn a_thread_of_somebody_else_stays_as_it_is_after_a_game() {
    let harness = Harness::start().await;
    let thread = harness.emulator.open_thread(GAMES, Some(ANN), "ours").unwrap();
    let permissions = Permissions::OF_A_BOT | Permissions::MANAGE_THREADS;
    harness.emulator.set_bot_permissions(thread, permissions);
    let transcript = Transcript::at(harness, thread, GameKind::Othello, &["d3"]).await;
    transcript.act(BEN, "press resign").await;
    transcript.act(BEN, "press resign-yes").await;
    eventually("the thread is looked at for the last time", async || {
        transcript.harness.first_job(JobKind::KeepThread).await.is_none()
    })
    .await;
    assert_eq!(changes_of_archiving(&transcript.harness, thread), 0);
}

/// Without the permission to manage threads the bot cannot reset the archive timer of somebody
/// else's thread, but it can unarchive the thread.
#[tokio::test(flavor = "multi_thread")]
async fn a_thread_of_somebody_else_is_unarchived_soon() {
    let harness = Harness::start().await;
    let thread = harness.emulator.open_thread(GAMES, Some(ANN), "ours").unwrap();
    let transcript = Transcript::at(harness, thread, GameKind::Othello, &[]).await;
    let emulator = &transcript.harness.emulator;
    let channel = |world: &kradan_emulator::World| world.channel(thread).cloned().unwrap();
    let minutes = i64::from(emulator.read(channel).archive_after_minutes);
    let tried = async |change: &str, status: u16, times: usize| {
        let is_it = |it: &&Arc<kradan_emulator::LoggedRequest>| {
            (it.method.as_str(), it.status) == ("PATCH", status)
                && it.path.ends_with(&thread.to_string())
                && it.body.get(change).is_some()
        };
        let what = format!("{change} {status}");
        eventually(&what, async || emulator.requests().iter().filter(is_it).count() >= times).await;
    };
    let pass = async |minutes: i64| {
        emulator.advance(Duration::from_secs((minutes * 60).unsigned_abs()));
        transcript.harness.pass(minutes * 60).await;
    };
    for times in 1..=2 {
        pass(minutes - 30).await;
        tried("auto_archive_duration", 403, times).await;
        pass(90).await;
        tried("archived", 200, times).await;
        assert!(!emulator.read(channel).is_archived);
    }
}

/// A post unarchives a thread that the bot may not change.
#[tokio::test(flavor = "multi_thread")]
async fn a_thread_that_the_bot_may_not_change_is_opened_by_a_line() {
    let harness = Harness::start().await;
    let thread = harness.emulator.open_thread(GAMES, Some(ANN), "ours").unwrap();
    let transcript = Transcript::at(harness, thread, GameKind::Othello, &["d3"]).await;
    let emulator = &transcript.harness.emulator;
    let refused = FaultRule::always("PATCH /channels/{channel_id}", InjectedFault::Refused(403));
    emulator.inject_fault(refused);
    emulator.archive(thread, true);
    emulator.advance(Duration::from_secs(DAY.unsigned_abs()));
    transcript.harness.pass(DAY).await;
    let opened =
        emulator.wait_for(WAIT_MAX, |world| (!world.channel(thread)?.is_archived).then_some(()));
    opened.await.expect("a line opens the thread");
    let posted = transcript.public();
    let line = posted.last().expect("a line is posted");
    let title = "-# Othello: Ann – Ben · https://discord.com/channels/";
    assert!(line.content().starts_with(title), "{}", line.content());
    assert!(line.pinged.is_empty());
}

/// Discord accepts the deferral, but the bot gets an error.
#[tokio::test(flavor = "multi_thread")]
async fn a_deferred_response_that_was_not_confirmed_is_edited() {
    let harness = Harness::start().await;
    let challenge = challenge(&harness).await;
    let slow = InjectedFault::Slow(Duration::from_secs(2));
    harness.emulator.inject_fault(FaultRule::once("/threads", slow));
    harness
        .emulator
        .inject_fault(FaultRule::once("POST /interactions", InjectedFault::DoneButRefused(500)));
    let accept = crate::discord::harness::control_of(&challenge, "accept");
    let asked = harness.emulator.as_user(BEN).click(challenge.id, &accept).unwrap();
    let first = asked.answered(WAIT_MAX).await.expect("it is deferred in time");
    assert!(matches!(first, kradan_emulator::InteractionResponse::Deferred), "{first:?}");
    let answer = asked.message(WAIT_MAX).await.expect("it is edited");
    let [thread] = threads(&harness)[..] else { panic!("one thread is opened") };
    assert!(answer.content().contains(&channel_mention(thread)), "{}", answer.content());
}
