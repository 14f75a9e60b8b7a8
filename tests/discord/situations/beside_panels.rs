//! Public messages beside private panels: no public message quotes a panel, and what only a response
//! can reach is reached by responses.

use std::sync::Arc;
use std::time::Duration;

use kradan_emulator::{
    ANN, BEN, BOT, CHAI, ChannelKind, FaultRule, GAMES, InjectedFault, LOBBY, MAKRUK, Permissions,
    PostedMessage, RANDOM,
};
use kradan_i18n::{self as i18n, Language, Line};
use kradan_rules::GameKind;
use kradan_table::{ChannelId, MessageId};
use serde_json::json;

use super::channel_mention;
use super::slow_responses::block_profiles;
use crate::discord::harness::{Harness, WAIT_MAX, control_of, eventually};
use crate::discord::schema::check_requests;
use crate::discord::transcript::Sees::Public;
use crate::discord::transcript::{Transcript, player};

/// Checks that all see a message, and that it refers to no other.
fn assert_of_its_own(message: &PostedMessage) {
    assert_eq!(message.visible_to, None, "{}", message.content());
    assert_eq!(message.value["type"], 0, "{}", message.content());
    assert!(message.value.get("message_reference").is_none(), "{}", message.content());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replay_of_an_opened_game_quotes_no_panel() {
    for is_late in [false, true] {
        let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
        let game = transcript.act(ANN, "/game").await;
        assert_eq!(game.visible_to, Some(ANN));
        let release =
            if is_late { Some(block_profiles(&transcript.harness, ANN).await) } else { None };
        let user = transcript.harness.emulator.as_user(ANN);
        let asked = user.click(game.id, &control_of(&game, "replay")).unwrap();
        asked.answered(WAIT_MAX).await.expect("it is acknowledged");
        drop(release);
        let film = transcript.harness.emulator.wait_for(WAIT_MAX, |world| {
            let is_film = |it: &&Arc<PostedMessage>| {
                it.posted_files.first().is_some_and(|name| name.ends_with("-film.gif"))
            };
            world.messages(GAMES, BEN).find(is_film).cloned()
        });
        assert_of_its_own(&film.await.expect("all see the replay"));
        check_requests(&transcript.harness.emulator);
    }
}

/// A game of Makruk in a private thread without the bot.
async fn in_private_thread() -> Transcript {
    let harness = Harness::start().await;
    let thread = harness.emulator.open_private_thread(GAMES, ANN, "ours").unwrap();
    harness.emulator.add_to_thread(thread, BEN);
    Transcript::at(harness, thread, GameKind::Makruk, &[]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_picked_on_a_panel_is_shown_in_a_private_thread_without_the_bot() {
    let transcript = in_private_thread().await;
    for (who, piece, target, other) in
        [(ANN, "d1", "d1e2", BEN), (BEN, "e8", "e8d7", ANN), (ANN, "c1", "c1c2", BEN)]
    {
        let panel = transcript.act(who, &format!("pick {piece} from piece")).await;
        assert_eq!(panel.visible_to, Some(who), "{}", panel.content());
        let action = format!("pick {target} from target");
        transcript.play(&[(who, &action, Public(&target[2..]), &[other])]).await;
    }
    // The tokens of the boards remove their controls.
    transcript.ends("d1e2 e8d7 c1c2; Second to move", &[0, 1, 2, 3]).await;
    let said = transcript.act(ANN, "/server").await;
    let bot = crate::discord::transcript::mention(BOT);
    let variables = [("bot", bot.as_str())];
    let outside = i18n::text_with("line-permissions-not-in-thread", &variables, Language::English);
    assert!(said.content().contains(&outside), "{}", said.content());
    transcript.harness.emulator.add_to_thread(transcript.channel, BOT);
    let said = transcript.act(ANN, "/server").await;
    assert!(!said.content().contains(&outside), "{}", said.content());
    check_requests(&transcript.harness.emulator);
}

/// A game where the bot is no member. No token of its board lives: a press is acknowledged, and the
/// board is a follow-up.
async fn acknowledged() -> Transcript {
    let mut transcript =
        Transcript::at(Harness::start().await, LOBBY, GameKind::Othello, &["d3"]).await;
    transcript.harness.restart().await;
    transcript
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_that_follows_an_acknowledgement_is_text_without_attach_files() {
    let transcript = acknowledged().await;
    transcript.harness.emulator.deny(LOBBY, BEN, Permissions::ATTACH_FILES);
    let board = transcript.act(BEN, "pick c3 from square").await;
    assert_eq!((board.visible_to, &board.pinged[..]), (None, &[ANN][..]));
    assert!(board.attachments().is_empty() && board.content().contains("```"));
    transcript.all_delivered().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_follow_up_without_a_response_is_sent_again() {
    for (fault, count) in [(InjectedFault::Cut, 1), (InjectedFault::DoneButCut, 2)] {
        let transcript = acknowledged().await;
        let before = transcript.public().len();
        transcript.harness.emulator.inject_fault(FaultRule::once("POST /webhooks", fault));
        let asked = transcript.ask(BEN, "pick c3 from square");
        asked.followed(count, WAIT_MAX).await.expect("the board follows");
        transcript.all_delivered().await;
        let posted = transcript.public().split_off(before);
        assert_eq!(posted.len(), count);
        let last = posted.last().map(|it| MessageId(it.id.0));
        let store = transcript.harness.bot.service.store();
        let known = store.posted_board(transcript.table).await.unwrap();
        assert_eq!(known.map(|it| it.message), last);
        let conversation = transcript.harness.emulator.conversation(ANN, BOT);
        assert!(transcript.harness.public(conversation).is_empty(), "Ann sees it in its channel");
        transcript.act(ANN, "pick c4 from square").await;
        transcript.all_delivered().await;
    }
}

/// The bot loses the permission to post between a press and the board, which then follows the
/// acknowledgement.
#[tokio::test(flavor = "multi_thread")]
async fn a_follow_up_that_the_bot_can_read_is_sent_once() {
    for fault in [InjectedFault::Cut, InjectedFault::DoneButCut] {
        let transcript = Transcript::of(GameKind::Makruk, &[]).await;
        let emulator = &transcript.harness.emulator;
        transcript.act(ANN, "pick d1 from piece").await;
        let before = transcript.public().len();
        let slow = InjectedFault::Slow(Duration::from_millis(500));
        emulator.inject_fault(FaultRule::once("POST /interactions", slow));
        emulator.inject_fault(FaultRule::once("POST /webhooks", fault));
        let asked = transcript.ask(ANN, "pick d1e2 from target");
        let lacking = Permissions::OF_A_BOT.without(Permissions::SEND_MESSAGES);
        emulator.set_bot_permissions(GAMES, lacking);
        asked.followed(1, WAIT_MAX).await.expect("the board follows");
        transcript.all_delivered().await;
        assert_eq!(transcript.public().len(), before + 1, "{fault:?}");
    }
}

/// A channel that was hidden from the bot for a moment may hold the board that nobody confirmed.
#[tokio::test(flavor = "multi_thread")]
async fn a_follow_up_in_a_channel_that_was_hidden_is_sent_once() {
    let transcript = Transcript::of(GameKind::Makruk, &[]).await;
    let harness = &transcript.harness;
    transcript.act(ANN, "pick d1 from piece").await;
    let before = transcript.public().len();
    let slow = InjectedFault::Slow(Duration::from_millis(500));
    harness.emulator.inject_fault(FaultRule::once("POST /interactions", slow));
    for fault in [InjectedFault::DoneButCut, InjectedFault::Refused(403)] {
        harness.emulator.inject_fault(FaultRule::once("POST /webhooks", fault));
    }
    let mut requests = harness.emulator.subscribe_requests();
    let asked = transcript.ask(ANN, "pick d1e2 from target");
    let lacking = Permissions::OF_A_BOT.without(Permissions::VIEW_CHANNEL);
    harness.emulator.set_bot_permissions(GAMES, lacking);
    asked.followed(1, WAIT_MAX).await.expect("the board follows");
    let mut wait_for_refused = async |method: &str, path: &str| {
        let refused = async {
            loop {
                let it = requests.recv().await.expect("the emulator runs");
                if it.method == method && it.path.starts_with(path) && it.status == 403 {
                    break;
                }
            }
        };
        tokio::time::timeout(WAIT_MAX, refused).await.expect("it is refused");
    };
    wait_for_refused("POST", "/webhooks").await;
    harness.emulator.set_bot_permissions(GAMES, Permissions::OF_A_BOT);
    let reading = "GET /channels/{channel_id}/messages";
    harness.emulator.inject_fault(FaultRule::once(reading, InjectedFault::Refused(403)));
    harness.pass(2).await;
    wait_for_refused("GET", "/channels").await;
    harness.pass(30).await;
    transcript.all_delivered().await;
    assert_eq!(transcript.public().len(), before + 1);
}

/// While a public response is deferred, a message that follows takes its place.
#[tokio::test(flavor = "multi_thread")]
async fn what_was_missed_never_takes_the_place_of_a_board() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let harness = &transcript.harness;
    let other = harness.begin(GameKind::Othello, ANN, CHAI, RANDOM).await;
    let lacking = Permissions::OF_A_BOT.without(Permissions::SEND_MESSAGES);
    harness.emulator.set_bot_permissions(GAMES, lacking);
    harness.emulator.close_conversation(ANN, true);
    harness.command_elsewhere(BEN, MAKRUK, "move", json!({ "move": "c3" })).await;
    harness.pass(150).await;
    let store = harness.bot.service.store();
    eventually("what Ann missed is stored", async || {
        harness.pass(30).await;
        !store.missed_by(player(ANN), 2).await.unwrap().is_empty()
    })
    .await;
    let refused = FaultRule::always("PATCH /webhooks", InjectedFault::Refused(500));
    harness.emulator.inject_fault(refused);
    let table = crate::discord::transcript::table_of(&other);
    let lock = harness.bot.service.lock_delivery(table).await;
    let asked =
        harness.emulator.as_user(ANN).command(RANDOM, "move", json!({ "move": "d3" })).unwrap();
    asked.answered(WAIT_MAX).await.expect("it is deferred in time");
    drop(lock);
    let board = harness.shown(RANDOM, table, 1).await;
    assert_eq!(board.pinged, [CHAI]);
    harness.all_delivered().await;
    let heading = i18n::line(&Line::NotReached, Language::English);
    assert!(harness.public(RANDOM).iter().all(|it| !it.content().contains(&heading)));
    assert_eq!(store.missed_by(player(ANN), 2).await.unwrap().len(), 1);
    harness.emulator.clear_faults();
    let asked = harness.emulator.as_user(ANN).command(RANDOM, "help", json!({})).unwrap();
    let shown = asked.followed(1, WAIT_MAX).await.expect("it is shown later");
    assert!(shown[0].visible_to == Some(ANN) && shown[0].content().contains("c3"));
}

/// The settings of a server count after a restart, too, also where the newest board is elsewhere.
#[tokio::test(flavor = "multi_thread")]
async fn pictures_are_kept_after_a_restart_where_the_server_keeps_them() {
    let mut transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let panel = transcript.harness.command(ANN, GAMES, "server", json!({})).await;
    transcript.harness.click(ANN, &panel, "server:pictures:all").await;
    transcript.harness.all_cleaned_up().await;
    let old = transcript.with(BEN, "more", false);
    transcript.keep_old_controls();
    transcript.harness.command(BEN, MAKRUK, "games", json!({})).await;
    transcript.harness.command_elsewhere(ANN, MAKRUK, "board", json!({})).await;
    transcript.all_delivered().await;
    transcript.harness.restart().await;
    transcript.harness.emulator.clear_faults();
    transcript.harness.all_cleaned_up().await;
    let old = transcript.harness.emulator.read(|world| world.message(old.id).cloned()).unwrap();
    assert!(old.controls().is_empty(), "{}", old.content());
    assert_eq!(old.attachments().len(), 1, "{}", old.content());
    let place = transcript.stored().await.table.channel();
    assert_eq!(place, ChannelId(MAKRUK.0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_voice_channel_needs_the_permission_to_connect() {
    for kind in [ChannelKind::Voice, ChannelKind::Stage] {
        let harness = Harness::start().await;
        let voice = harness.emulator.make_channel_of(kind, kradan_emulator::GARDEN, "voice");
        let lacking = Permissions::OF_A_BOT.without(Permissions::CONNECT);
        harness.emulator.set_bot_permissions(voice, lacking);
        let refused = harness.command(BEN, voice, "play", json!({ "game": "othello" })).await;
        let channel = channel_mention(voice);
        let permissions = [i18n::Permission::Connect];
        let line = Line::MissingPermissions { permissions: &permissions, channel: &channel };
        assert_eq!(refused.content(), i18n::line(&line, Language::Dutch));
        let said = harness.command(ANN, voice, "server", json!({})).await;
        let variables = [("permissions", "Connect")];
        let connect = i18n::text_with("line-permissions-connect", &variables, Language::English);
        assert!(said.content().contains(&connect), "{}", said.content());
    }
}
