//! Refusals of Discord that no permission explains: of words, of files, of all messages for a while, and
//! those that nobody knows.

use std::sync::Arc;

use jiff::Timestamp;
use kradan::discord::GatewayError;
use kradan_emulator::{
    ANN, BEN, FaultRule, GAMES, Id, InjectedFault, LoggedRequest, MAKRUK, Permissions,
};
use kradan_i18n::{self as i18n, Language, Line};
use kradan_rules::GameKind;
use kradan_store::{JobKind, JobStore as _};
use serde_json::json;

use super::channel_mention;
use crate::discord::harness::{Harness, WAIT_MAX, control_of, eventually};
use crate::discord::transcript::Transcript;

const POSTS: &str = "POST /channels/{channel_id}/messages";

impl Harness {
    /// Has Discord refuse so many of these requests with an error.
    fn refuse(&self, matching: &str, times: u32, (status, code): (u16, u32)) {
        let fault = InjectedFault::RefusedWith { status, code };
        self.emulator.inject_fault(FaultRule { times, ..FaultRule::once(matching, fault) });
    }

    fn refusals(&self, status: u16) -> usize {
        let requests = self.emulator.requests();
        requests.iter().filter(|it: &&Arc<LoggedRequest>| it.status == status).count()
    }

    /// Waits until somebody is told that what they did is not shown yet.
    async fn tells_not_shown(&self, person: Id, channel: Id) {
        let place = channel_mention(GAMES);
        let text = i18n::line(&Line::NotShown { place: &place }, Language::English);
        let told = self.message_with(channel, &text).await;
        assert_eq!(told.visible_to, Some(person));
    }
}

/// Ann moves in two taps: her press is acknowledged, and the board is a message of its own.
#[tokio::test(flavor = "multi_thread")]
async fn a_move_whose_words_are_refused_is_told_in_private_and_its_mover_hears_of_it() {
    for code in [200_000, 200_001, 240_000, 20_009] {
        let transcript = Transcript::of(GameKind::Makruk, &[]).await;
        let harness = &transcript.harness;
        transcript.act(ANN, "pick d1 from piece").await;
        harness.refuse(POSTS, 2, (400, code));
        transcript.ask(ANN, "pick d1e2 from target");
        let told = harness.direct_message_with(BEN, "e2").await;
        assert_eq!((told.attachments().len(), &told.pinged[..]), (1, &[BEN][..]), "{code}");
        harness.tells_not_shown(ANN, GAMES).await;
        transcript.all_delivered().await;
        assert_eq!(harness.refusals(400), 2, "{code}: the same words are not sent for long");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_refused_three_times_for_an_unknown_reason_is_told_in_private() {
    for (status, code) in [(400, 99_999), (404, 99_999), (400, 50_035)] {
        let transcript = Transcript::of(GameKind::Makruk, &[]).await;
        let harness = &transcript.harness;
        transcript.act(ANN, "pick d1 from piece").await;
        harness.refuse(POSTS, 3, (status, code));
        transcript.ask(ANN, "pick d1e2 from target");
        harness.direct_message_with(BEN, "e2").await;
        harness.tells_not_shown(ANN, GAMES).await;
        transcript.all_delivered().await;
        assert_eq!(harness.refusals(status), 3, "{code}");
    }
}

/// Without a second tap the board is the response, and the loop posts it where that is refused.
#[tokio::test(flavor = "multi_thread")]
async fn who_moves_by_a_command_hears_that_the_board_is_not_shown() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let harness = &transcript.harness;
    harness.refuse("POST /interactions", 1, (400, 240_000));
    harness.refuse(POSTS, 1, (400, 240_000));
    let asked = transcript.ask(BEN, "/move c3");
    harness.direct_message_with(ANN, "c3").await;
    let place = channel_mention(GAMES);
    let text = i18n::line(&Line::NotShown { place: &place }, Language::Dutch);
    let answer = asked.message(WAIT_MAX).await.expect("it is answered");
    assert_eq!((answer.visible_to, answer.content()), (Some(BEN), text.as_str()));
    transcript.all_delivered().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_moves_from_elsewhere_hears_that_the_board_is_not_shown() {
    let transcript = Transcript::of(GameKind::Othello, &[]).await;
    let harness = &transcript.harness;
    harness.refuse(POSTS, u32::MAX, (400, 40_004));
    harness.command_elsewhere(ANN, MAKRUK, "move", json!({ "move": "d3" })).await;
    harness.tells_not_shown(ANN, MAKRUK).await;
    harness.emulator.clear_faults();
    harness.pass(60).await;
    transcript.ends("d3; Second to move", &[0, 1]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_whose_file_is_refused_is_text() {
    for action in ["pick d1e2 from target", "/move d1e2"] {
        let transcript = Transcript::of(GameKind::Makruk, &[]).await;
        transcript.act(ANN, "pick d1 from piece").await;
        for posts in [POSTS, "POST /interactions"] {
            transcript.harness.refuse(posts, 1, (403, 400_001));
        }
        if action.starts_with("pick") {
            // The acknowledgement is no message.
            transcript.harness.emulator.clear_faults();
            transcript.harness.refuse(POSTS, 1, (403, 400_001));
        }
        let board = transcript.act(ANN, action).await;
        assert_eq!(board.attachments().len(), 0, "{action}");
        assert!(board.content().contains("```"), "{action}: {}", board.content());
        assert_eq!(board.pinged, [BEN], "{action}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_waits_while_messages_are_switched_off() {
    for code in [40_004, 40_006] {
        let transcript = Transcript::of(GameKind::Makruk, &[]).await;
        transcript.act(ANN, "pick d1 from piece").await;
        transcript.harness.refuse(POSTS, 4, (400, code));
        transcript.ask(ANN, "pick d1e2 from target");
        let board = transcript.harness.shown(GAMES, transcript.table, 1).await;
        assert_eq!(board.pinged, [BEN], "{code}");
        transcript.all_delivered().await;
        assert!(transcript.harness.direct_messages(BEN).is_empty(), "{code}");
    }
}

/// A follow-up over HTTP whose webhook Discord does not know for a moment.
#[tokio::test(flavor = "multi_thread")]
async fn a_webhook_that_is_unknown_for_a_moment_is_asked_again() {
    let harness = Harness::start_over_http().await;
    let board = harness.begin(GameKind::Othello, ANN, BEN, GAMES).await;
    harness.emulator.deny(GAMES, ANN, Permissions::SEND_MESSAGES);
    harness.refuse("POST /webhooks", 2, (404, 10_015));
    let asked = harness.ask_to_pick(ANN, &board, "d3");
    let followed = asked.followed(1, WAIT_MAX).await.expect("the explanation follows");
    assert_eq!(followed[0].visible_to, Some(ANN));
    assert_eq!(harness.refusals(404), 2);
}

/// Discord has reset the token. Interactions over HTTP still come, and no connection ends.
#[tokio::test(flavor = "multi_thread")]
async fn a_refused_token_ends_the_bot_over_http_and_all_that_is_pending_stays() {
    let mut harness = Harness::start_over_http().await;
    let mut boards = Vec::new();
    for kind in GameKind::ALL {
        boards.push(harness.begin(kind, ANN, BEN, GAMES).await);
    }
    harness.all_cleaned_up().await;
    // An old board keeps its controls for now.
    let edits = "PATCH /channels";
    harness.emulator.inject_fault(FaultRule::always(edits, InjectedFault::Refused(500)));
    harness.pick(ANN, &boards[0], "d3").await;
    let store = harness.bot.store.upgrade().expect("the bot runs");
    eventually("the old board is queued", async || {
        store.next_job(JobKind::ReplaceMessage, Timestamp::MIN).await.unwrap().is_some()
    })
    .await;
    // The first refused request ends the bot: nothing is waited for after it.
    let panel = harness.click(ANN, &boards[1], "more").await;
    harness.emulator.reset_token();
    harness.emulator.clear_faults();
    harness.emulator.as_user(ANN).click(panel.id, &control_of(&panel, "resign")).unwrap();
    let ended = harness.bot.ended().await;
    assert!(matches!(ended, Err(GatewayError::Token)), "{ended:?}");
    let refused = harness.refusals(401);
    assert!((2..=12).contains(&refused), "{refused} refusals");
    assert!(store.next_job(JobKind::ReplaceMessage, Timestamp::MIN).await.unwrap().is_some());
    let url = harness.bot.url.clone().expect("interactions come over HTTP");
    let ready = reqwest::get(url.replace("/interactions", "/readyz")).await;
    assert!(ready.is_err_and(|error| error.is_connect()), "nobody listens any more");
}
