//! Every kind of place: a game is played there, or Discord refuses it and the bot says so.

use std::sync::Arc;

use kradan_emulator::{
    ANN, ActionError, BEN, BOT, ChannelKind, ELSEWHERE, Emulator, GAMES, GARDEN, Id, LOBBY,
    LoggedRequest, PostedMessage,
};
use kradan_i18n::{Language, Line};
use kradan_rules::{GameKind, Side};
use kradan_table::{AbortReason, Ending, Event, Reminder};
use serde_json::json;

use super::threads::challenge_in;
use super::time::{UNTIL_REMINDER, UNTIL_TIME_OUT};
use super::{channel_mention, has_line};
use crate::discord::harness::{Harness, eventually};
use crate::discord::schema::check_requests;
use crate::discord::transcript::{Transcript, language_of, sentence_of, standing, table_of};

impl Transcript {
    /// Plays a move by the newest control that a player sees for it, a button or a menu.
    async fn press_move(&self, who: Id, square: &str) -> Arc<PostedMessage> {
        let user = self.harness.emulator.as_user(who);
        let messages = user.messages(self.channel);
        let asked = messages.iter().rev().find_map(|message| {
            message.controls().into_iter().find_map(|control| {
                let id = control["custom_id"].as_str()?;
                if control["label"] == square {
                    return user.click(message.id, id).ok();
                }
                let options = control["options"].as_array()?;
                let is_offered = options.iter().any(|it| it["value"] == square);
                is_offered.then(|| user.select(message.id, id, &[square]).ok())?
            })
        });
        self.harness.answer(&asked.expect("there is a control for the move")).await
    }

    /// Plays on after d3: typed and pressed moves are shown to all, and ping the opponent.
    async fn goes_on(&self) {
        let typed = self.act(BEN, "/move c3").await;
        assert_eq!((typed.visible_to, &typed.pinged[..]), (None, &[ANN][..]), "{}", self.channel);
        let pressed = self.press_move(ANN, "c4").await;
        assert_eq!((pressed.visible_to, &pressed.pinged[..]), (None, &[BEN][..]));
        assert_eq!(pressed.channel, self.channel);
        self.all_delivered().await;
        assert_eq!(standing(&self.stored().await.table), "d3 c3 c4; Second to move");
        check_requests(&self.harness.emulator);
    }
}

/// Plays in a place that is set up first.
async fn plays_in(set_up: impl FnOnce(&Harness) -> Id) {
    let harness = Harness::start().await;
    let place = set_up(&harness);
    Transcript::at(harness, place, GameKind::Othello, &["d3"]).await.goes_on().await;
}

fn channel_of(kind: ChannelKind) -> impl Fn(&Harness) -> Id {
    move |harness| harness.emulator.make_channel_of(kind, GARDEN, "place")
}

#[tokio::test(flavor = "multi_thread")]
async fn games_are_played_in_channels_of_every_kind() {
    for kind in [ChannelKind::Announcement, ChannelKind::Voice, ChannelKind::Stage] {
        plays_in(channel_of(kind)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn games_are_played_in_posts_of_a_forum_and_in_private_threads() {
    plays_in(|harness| {
        let forum = channel_of(ChannelKind::Forum)(harness);
        harness.emulator.open_thread(forum, Some(ANN), "a game").unwrap()
    })
    .await;
    plays_in(|harness| {
        let thread = harness.emulator.open_private_thread(GAMES, ANN, "ours").unwrap();
        harness.emulator.add_to_thread(thread, BEN);
        harness.emulator.add_to_thread(thread, BOT);
        thread
    })
    .await;
}

/// Without the bot in it, a private thread takes the responses to what its members do.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_played_in_a_private_thread_without_the_bot() {
    plays_in(|harness| {
        let thread = harness.emulator.open_private_thread(GAMES, ANN, "ours").unwrap();
        harness.emulator.add_to_thread(thread, BEN);
        thread
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_are_played_in_age_restricted_channels_and_in_slow_mode() {
    plays_in(|harness| {
        harness.emulator.set_age_restricted(GAMES, true);
        GAMES
    })
    .await;
    plays_in(|harness| {
        harness.emulator.set_slow_mode(GAMES, 3_600);
        GAMES
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_forum_itself_takes_no_commands() {
    let harness = Harness::start().await;
    let forum = channel_of(ChannelKind::Forum)(&harness);
    let asked = harness.emulator.as_user(ANN).command(forum, "play", json!({ "game": "othello" }));
    assert!(matches!(asked, Err(ActionError::NotHere(_))));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_without_its_thread_begins_where_there_are_none() {
    for kind in [ChannelKind::Voice, ChannelKind::Stage] {
        let harness = Harness::start().await;
        let place = channel_of(kind)(&harness);
        let challenge = challenge_in(&harness, place, "othello").await;
        let board = harness.click(BEN, &challenge, "accept").await;
        assert_eq!((board.channel, &board.pinged[..]), (place, &[ANN][..]));
        let no_thread = sentence_of(&Event::NoThread, Language::English);
        assert!(board.content().contains(&no_thread), "{}", board.content());
        let requests = harness.emulator.requests();
        assert!(requests.iter().all(|it| !it.path.ends_with("/threads")), "none is tried");
        harness.all_delivered().await;
        check_requests(&harness.emulator);
    }
}

/// The challenge is accepted on a private copy in another channel, which has threads.
#[tokio::test(flavor = "multi_thread")]
async fn no_thread_is_tried_from_elsewhere_where_there_are_none() {
    for kind in [ChannelKind::Voice, ChannelKind::Stage] {
        let harness = Harness::start().await;
        let place = channel_of(kind)(&harness);
        let challenge = challenge_in(&harness, place, "othello").await;
        let table = table_of(&challenge);
        let named = json!({ "game": table.0.to_string() });
        let copy = harness.command(BEN, GAMES, "board", named).await;
        assert_eq!(copy.visible_to, Some(BEN), "{}", copy.content());
        harness.click(BEN, &copy, "accept").await;
        let board = harness.shown(place, table, 0).await;
        let no_thread = sentence_of(&Event::NoThread, Language::English);
        assert!(board.content().contains(&no_thread), "{}", board.content());
        let requests = harness.emulator.requests();
        assert!(requests.iter().all(|it| !it.path.ends_with("/threads")), "none is tried");
        harness.all_delivered().await;
        check_requests(&harness.emulator);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_in_an_announcement_channel_has_an_announcement_thread() {
    let harness = Harness::start().await;
    let place = channel_of(ChannelKind::Announcement)(&harness);
    let challenge = challenge_in(&harness, place, "othello").await;
    let table = table_of(&challenge);
    harness.click(BEN, &challenge, "accept").await;
    let thread = harness.emulator.read(|world| {
        let mut threads = world.channels().filter(|it| it.parent == Some(place));
        threads.next().map(|it| (it.id, it.kind))
    });
    let (thread, kind) = thread.expect("a thread is opened");
    assert_eq!(kind, ChannelKind::AnnouncementThread);
    harness.shown(thread, table, 0).await;
    check_requests(&harness.emulator);
}

/// How a thread is locked, and the code with which Discord then refuses a post.
type Lock = (fn(&Emulator, Id), u64);

/// A thread that is locked, and one that is also archived. Only who manages threads can post there.
const LOCKS: [Lock; 2] = [(Emulator::lock_active_thread, 160_005), (Emulator::lock_thread, 50_083)];

/// A game in a thread that is locked after these moves.
async fn in_locked_thread((lock, _): Lock, moves: &[&str]) -> Transcript {
    let harness = Harness::start().await;
    let thread = harness.emulator.open_thread(GAMES, Some(ANN), "ours").unwrap();
    let transcript = Transcript::at(harness, thread, GameKind::Othello, moves).await;
    lock(&transcript.harness.emulator, thread);
    transcript
}

impl Transcript {
    /// Waits until Discord refuses a post because of a lock.
    async fn refused_by(&self, (_, code): Lock) {
        let is_refused = |it: &Arc<LoggedRequest>| it.refusal["code"] == code;
        let requests = || self.harness.emulator.requests();
        eventually("Discord refuses the post", async || requests().iter().any(is_refused)).await;
    }

    /// Checks that a player is told of an event by one direct message, which says where
    /// the bot cannot post.
    async fn told_in_private(&self, person: Id, event: &Event) {
        let language = language_of(person);
        let told = self.harness.direct_message_with(person, &sentence_of(event, language)).await;
        assert_eq!(told.pinged, [person], "{}", told.content());
        let place = channel_mention(self.channel);
        let line = Line::CannotPost { place: &place };
        assert!(has_line(told.content(), &line, language), "{}", told.content());
        self.all_delivered().await;
        assert_eq!(self.harness.direct_messages(person).len(), 1);
    }
}

/// The players are told in private after a while, and no post is tried for weeks.
#[tokio::test(flavor = "multi_thread")]
async fn a_result_in_a_locked_thread_is_told_in_private() {
    for lock in LOCKS {
        let transcript = in_locked_thread(lock, &["d3"]).await;
        transcript.harness.knows_conversation(BEN).await;
        let before = transcript.public().len();
        transcript.harness.pass(UNTIL_TIME_OUT).await;
        transcript.refused_by(lock).await;
        // The time that passes counts from then on.
        transcript.harness.delivery_attempted(transcript.table).await;
        transcript.harness.pass(150).await;
        let lost = Event::Ended(Ending::Aborted(AbortReason::OutOfTime(Side::Second)));
        for person in [ANN, BEN] {
            transcript.told_in_private(person, &lost).await;
        }
        assert_eq!(transcript.public().len(), before);
        check_requests(&transcript.harness.emulator);
    }
}

/// A reminder is of use while there is time: it comes in private at once, to the player to move.
#[tokio::test(flavor = "multi_thread")]
async fn a_reminder_in_a_locked_thread_is_told_in_private() {
    let turns: [(&[&str], Side, Id, Id); 2] =
        [(&[], Side::First, ANN, BEN), (&["d3"], Side::Second, BEN, ANN)];
    for lock in LOCKS {
        for (moves, side, mover, other) in turns {
            let transcript = in_locked_thread(lock, moves).await;
            let before = transcript.public().len();
            transcript.harness.pass(UNTIL_REMINDER).await;
            transcript.refused_by(lock).await;
            let reminded = Event::Reminded { side, reminder: Reminder::Fifth };
            transcript.told_in_private(mover, &reminded).await;
            assert!(transcript.harness.direct_messages(other).is_empty());
            assert_eq!(transcript.public().len(), before);
            check_requests(&transcript.harness.emulator);
        }
    }
}

/// One player has the app where the server does not. The other one plays with the buttons alone.
#[tokio::test(flavor = "multi_thread")]
async fn an_opponent_needs_no_app_of_their_own() {
    let harness = Harness::start().await;
    harness.emulator.install_app(BEN, false);
    let transcript = Transcript::at(harness, LOBBY, GameKind::Othello, &[]).await;
    transcript.act(ANN, "/move d3").await;
    let typed = transcript.harness.emulator.as_user(BEN).command(LOBBY, "help", json!({}));
    assert!(matches!(typed, Err(ActionError::NotHere(_))));
    let board = transcript.press_move(BEN, "c3").await;
    assert_eq!((board.visible_to, &board.pinged[..]), (None, &[ANN][..]));
    let board = transcript.press_move(ANN, "c4").await;
    assert_eq!((board.visible_to, &board.pinged[..]), (None, &[BEN][..]));
    transcript.all_delivered().await;
    assert_eq!(standing(&transcript.stored().await.table), "d3 c3 c4; Second to move");
    check_requests(&transcript.harness.emulator);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_can_have_the_commands_without_the_bot() {
    let harness = Harness::start().await;
    for person in [ANN, BEN] {
        harness.emulator.install_app(person, false);
    }
    harness.emulator.install_commands_alone(ELSEWHERE, true);
    let transcript = Transcript::at(harness, LOBBY, GameKind::Othello, &["d3"]).await;
    transcript.goes_on().await;
    let prefix = format!("/channels/{LOBBY}");
    let requests = transcript.harness.emulator.requests();
    let there: Vec<&str> =
        requests.iter().filter(|it| it.path.starts_with(&prefix)).map(|it| &*it.path).collect();
    assert!(there.is_empty(), "the bot posts where it is no member: {there:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_outlasts_a_kick_and_a_ban_of_the_bot() {
    for is_banned in [false, true] {
        let harness = Harness::start().await;
        let transcript = Transcript::at(harness, GAMES, GameKind::Othello, &["d3"]).await;
        if is_banned {
            transcript.harness.emulator.ban(GARDEN, BOT);
            let refused = transcript.harness.emulator.join(GARDEN, BOT);
            assert_eq!(refused, Err(ActionError::Banned(BOT)));
        } else {
            transcript.harness.emulator.remove_member(GARDEN, BOT);
        }
        transcript.goes_on().await;
    }
}
