//! Games in threads of their own.

use std::sync::Arc;
use std::time::Duration;

use kradan::emulator::{
    ANN, ANN_AND_BEN, BEN, ChannelKind, FaultRule, GAMES, Id, InjectedFault, LOBBY, Permissions,
    PostedMessage,
};
use kradan::i18n::{Language, Line, Permission};
use kradan::rules::GameKind;
use kradan::table::{ChannelId, Event};
use serde_json::json;

use super::{DAY, channel};
use crate::scene::Sees::All;
use crate::scene::{Scene, boards, mention, table_of, told};
use crate::stage::{A_MOMENT, SOON, Stage};

/// Ann challenges Ben to a game in a thread.
async fn challenge(stage: &Stage) -> Arc<PostedMessage> {
    challenge_in(stage, GAMES, "othello").await
}

async fn challenge_in(stage: &Stage, place: Id, game: &str) -> Arc<PostedMessage> {
    let options = json!({
        "game": game, "opponent": BEN.0.to_string(), "side": "first", "where": "thread",
    });
    stage.command(ANN, place, "play", options).await
}

fn threads(stage: &Stage) -> Vec<Id> {
    let is_thread = |it: &&kradan::emulator::Channel| {
        it.kind == ChannelKind::Thread && it.parent == Some(GAMES)
    };
    stage.local.read(|world| world.channels().filter(is_thread).map(|it| it.id).collect())
}

/// A game in a thread, with the message that led there.
async fn in_thread() -> (Scene, Arc<PostedMessage>) {
    let stage = Stage::set().await;
    let challenge = challenge(&stage).await;
    let table = table_of(&challenge);
    let accepted = stage.click(BEN, &challenge, "accept").await;
    let [thread] = threads(&stage)[..] else { panic!("one thread is opened") };
    let board = stage.shown(thread, table, 0).await;
    assert_eq!(board.pinged, [ANN]);
    (Scene { stage, table, place: thread }, accepted)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_has_a_thread_of_its_own() {
    let (scene, accepted) = in_thread().await;
    assert!(accepted.content().contains(&channel(scene.place)), "{}", accepted.content());
    assert!(accepted.pinged.is_empty(), "the board calls, and once is enough");
    scene
        .play(&[
            (ANN, "pick d3 from square", All("d3"), &[BEN]),
            (BEN, "/move c3", All("c3"), &[ANN]),
        ])
        .await;
    scene.ends("d3 c3; First to move", &[0, 1, 2]).await;
    let scene = scene.elsewhere(GAMES);
    assert!(scene.boards().is_empty(), "and none in the channel");
    let is_usable = |it: &Arc<PostedMessage>| !it.controls().is_empty();
    assert!(!scene.public().iter().any(is_usable), "the challenge has served");
}

#[tokio::test(flavor = "multi_thread")]
async fn no_thread_is_promised_where_none_can_be_opened() {
    let stage = Stage::set().await;
    let ours = Permissions::OF_A_BOT.without(Permissions::CREATE_PUBLIC_THREADS);
    stage.local.set_bot_permissions(GAMES, ours);
    let refused = challenge(&stage).await;
    let channel = channel(GAMES);
    let permissions = [Permission::CreatePublicThreads];
    let line = Line::MissingPermissions { permissions: &permissions, channel: &channel };
    let told = kradan::i18n::line(&line, kradan::i18n::Language::English);
    assert_eq!((refused.content(), refused.visible_to), (told.as_str(), Some(ANN)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_that_cannot_be_opened_any_more_keeps_nobody_from_playing() {
    let stage = Stage::set().await;
    let challenge = challenge(&stage).await;
    let table = table_of(&challenge);
    let ours = Permissions::OF_A_BOT.without(Permissions::CREATE_PUBLIC_THREADS);
    stage.local.set_bot_permissions(GAMES, ours);
    let board = stage.click(BEN, &challenge, "accept").await;
    assert_eq!((board.channel, &board.pinged[..]), (GAMES, &[ANN][..]));
    assert!(threads(&stage).is_empty());
    let no_thread = told(&Event::NoThread, Language::English);
    assert!(board.content().contains(&no_thread), "{}", board.content());
    let scene = Scene { stage, table, place: GAMES };
    scene.play(&[(ANN, "pick d3 from square", All("d3"), &[BEN])]).await;
    scene.ends("d3; Second to move", &[0, 1]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_there_are_no_threads_that_is_said() {
    for place in [LOBBY, ANN_AND_BEN] {
        let stage = Stage::set().await;
        let challenge = challenge_in(&stage, place, "othello").await;
        let board = stage.click(BEN, &challenge, "accept").await;
        assert_eq!((board.channel, &board.pinged[..]), (place, &[ANN][..]));
        let no_thread = told(&Event::NoThread, Language::English);
        assert!(board.content().contains(&no_thread), "{}", board.content());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_that_was_opened_unheard_is_found() {
    let stage = Stage::set().await;
    let challenge = challenge_in(&stage, GAMES, "ogi").await;
    let table = table_of(&challenge);
    stage.local.inject_fault(FaultRule::once("/threads", InjectedFault::DoneButCut));
    stage.click(BEN, &challenge, "accept").await;
    let [thread] = threads(&stage)[..] else { panic!("one thread is opened") };
    // What the board in the thread says is all that has to be known.
    let board = stage.shown(thread, table, 0).await;
    let [ann, ben] = [ANN, BEN].map(mention);
    assert!(board.content().contains(&ann) && board.content().contains(&ben));
    assert!(!board.content().contains(&told(&Event::Shown(ChannelId(0)), Language::English)));
    stage.settled().await;
    assert!(boards(&stage.public(GAMES), table).is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_falls_asleep_and_is_woken() {
    let (scene, _) = in_thread().await;
    scene.stage.local.archive(scene.place, true);
    let options = json!({ "move": "d3" });
    scene.stage.command(ANN, GAMES, "move", options).await;
    let board = scene.stage.shown(scene.place, scene.table, 1).await;
    assert_eq!(board.pinged, [BEN]);
    scene.play(&[(BEN, "pick c3 from square", All("c3"), &[ANN])]).await;
    scene.ends("d3 c3; First to move", &[0, 1, 2]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_locked_or_deleted_thread_is_left() {
    for is_deleted in [false, true] {
        let (scene, _) = in_thread().await;
        if is_deleted {
            scene.stage.local.delete_channel(scene.place);
        } else {
            scene.stage.local.lock_thread(scene.place);
        }
        let scene = scene.elsewhere(GAMES);
        // What would be told in the thread cannot be, and nobody waits for it.
        scene.stage.command(ANN, GAMES, "move", json!({ "move": "d3" })).await;
        scene
            .play(&[
                (BEN, "/board", All("<@1300000000000000012>"), &[ANN]),
                (BEN, "pick c3 from square", All("c3"), &[ANN]),
                (ANN, "/move c4", All("c4"), &[BEN]),
            ])
            .await;
        assert_eq!(scene.boards(), [1, 2, 3]);
        scene.only_the_last_board_can_be_used().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_stays_open_for_as_long_as_its_game_runs() {
    let stage = Stage::set().await;
    let options = json!({
        "game": "othello", "opponent": BEN.0.to_string(), "side": "first", "where": "thread",
        "days": 30,
    });
    let challenge = stage.command(ANN, GAMES, "play", options).await;
    let table = table_of(&challenge);
    stage.click(BEN, &challenge, "accept").await;
    let [thread] = threads(&stage)[..] else { panic!("one thread is opened") };
    stage.shown(thread, table, 0).await;
    let thread_of = |world: &kradan::emulator::World| world.channel(thread).cloned().unwrap();
    // Discord archives it after seven days.
    for _ in 0..3 {
        let before = stage.local.read(thread_of).archive_changed;
        let seconds = 6 * DAY + DAY / 2;
        stage.local.advance(Duration::from_secs(seconds.unsigned_abs()));
        stage.pass(seconds).await;
        let renewed = stage.local.wait_for(SOON, |world| {
            let thread = thread_of(world);
            (thread.archive_changed > before && thread.archive_after_minutes == 10_080)
                .then_some(thread.is_archived)
        });
        assert!(!renewed.await.expect("its silence is counted anew"), "it was never archived");
    }
    let scene = Scene { stage, table, place: thread };
    scene.play(&[(ANN, "/move d3", All("d3"), &[BEN])]).await;
    // Kept from being looked at for long, as by a bot that was away, it is taken out again.
    scene.stage.local.archive(thread, true);
    scene.stage.pass(DAY).await;
    let opened =
        scene.stage.local.wait_for(SOON, |world| (!thread_of(world).is_archived).then_some(()));
    opened.await.expect("a thread that was archived is opened again");
}

/// Who did not open a thread and does not manage threads may not have its silence counted anew, and
/// may open it again.
#[tokio::test(flavor = "multi_thread")]
async fn a_thread_of_somebody_else_is_opened_again_soon_after_it_was_archived() {
    let stage = Stage::set().await;
    let thread = stage.local.open_thread(GAMES, Some(ANN), "ours").unwrap();
    let scene = Scene::at(stage, thread, GameKind::Othello, &[]).await;
    let local = &scene.stage.local;
    let channel = |world: &kradan::emulator::World| world.channel(thread).cloned().unwrap();
    let minutes = i64::from(local.read(channel).archive_after_minutes);
    let tried = async |change: &str, status: u16, times: usize| {
        let is_it = |it: &&Arc<kradan::emulator::LoggedRequest>| {
            (it.method.as_str(), it.status) == ("PATCH", status)
                && it.path.ends_with(&thread.to_string())
                && it.body.get(change).is_some()
        };
        let tried = async {
            while local.requests().iter().filter(is_it).count() < times {
                tokio::time::sleep(A_MOMENT).await;
            }
        };
        tokio::time::timeout(SOON, tried).await.unwrap_or_else(|_| panic!("{change} {status}"));
    };
    let pass = async |minutes: i64| {
        local.advance(Duration::from_secs((minutes * 60).unsigned_abs()));
        scene.stage.pass(minutes * 60).await;
    };
    for times in 1..=2 {
        pass(minutes - 30).await;
        tried("auto_archive_duration", 403, times).await;
        pass(90).await;
        tried("archived", 200, times).await;
        assert!(!local.read(channel).is_archived);
    }
}

/// Discord heard that the answer takes a moment, and nobody heard that it did.
#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_was_put_off_unheard_is_given() {
    let stage = Stage::set().await;
    let challenge = challenge(&stage).await;
    let slow = InjectedFault::Slow(Duration::from_secs(2));
    stage.local.inject_fault(FaultRule::once("/threads", slow));
    stage
        .local
        .inject_fault(FaultRule::once("POST /interactions", InjectedFault::DoneButRefused(500)));
    let accept = crate::stage::control_of(&challenge, "accept");
    let asked = stage.local.as_user(BEN).click(challenge.id, &accept).unwrap();
    let first = asked.answered(SOON).await.expect("it is put off in time");
    assert!(matches!(first, kradan::emulator::InteractionResponse::Deferred), "{first:?}");
    let told = asked.message(SOON).await.expect("it is given");
    let [thread] = threads(&stage)[..] else { panic!("one thread is opened") };
    assert!(told.content().contains(&channel(thread)), "{}", told.content());
}
