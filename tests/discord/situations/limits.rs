//! Limits on what one person can ask of others, and their refusals.

use jiff::Timestamp;
use kradan::service::{Limits, Listing};
use kradan_emulator::{ANN, BEN, CHAI, DAI, GAMES, Id, MAKRUK, Options, PostedMessage, Seed};
use kradan_i18n::{self as i18n, Language, Line};
use kradan_rules::{GameKind, Side};
use kradan_table::{Event, Refusal};
use serde_json::{Value, json};

use super::{HOUR, has_line};
use crate::discord::checks::offered;
use crate::discord::harness::{Harness, WAIT_MAX};
use crate::discord::transcript::Sees::{Public, PublicEvent, PublicTakeback, Refused};
use crate::discord::transcript::{Transcript, player, table_of, table_option};

/// The options of `/play` that challenge somebody to Othello.
fn to(opponent: Id) -> Value {
    json!({ "game": "othello", "opponent": opponent.0.to_string() })
}

/// The time in a refusal from which on the command is allowed again.
fn retry_time(message: &PostedMessage) -> Timestamp {
    let (_, rest) = message.content().split_once("<t:").expect("a time is given");
    let (seconds, _) = rest.split_once(":R>").expect("it counts down");
    Timestamp::from_second(seconds.parse().unwrap()).unwrap()
}

impl Harness {
    /// Checks that a response is this ephemeral line. Returns in how many seconds the command is
    /// allowed again.
    fn is_allowed_again_after(
        &self,
        answer: &PostedMessage,
        who: Id,
        line: &Line<'_>,
        language: Language,
    ) -> i64 {
        assert_eq!(answer.visible_to, Some(who), "{}", answer.content());
        assert!(has_line(answer.content(), line, language), "{}", answer.content());
        assert_eq!(answer.pinged, []);
        retry_time(answer).duration_since(self.bot.service.clock().now()).as_secs()
    }

    async fn tables(&self, who: Id, which: Listing) -> usize {
        self.bot
            .service
            .store()
            .tables_of_player(player(who), which, usize::MAX)
            .await
            .unwrap()
            .len()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn challenges_of_strangers_hide_no_game() {
    let options = Options { seed: Seed::many(2, 30), ..Options::default() };
    let harness = Harness::start_with_options(options).await;
    let (one, other) = (Seed::person(0), Seed::person(4));
    let (here, there) = (Seed::channel(0), Seed::channel(1));
    let board = harness.begin(GameKind::Othello, one, other, there).await;
    let game = table_of(&board).0.to_string();
    for stranger in 5..29 {
        let asked = harness.command(Seed::person(stranger), here, "play", to(one)).await;
        assert_eq!(asked.pinged, [one], "{}", asked.content());
    }
    harness.all_delivered().await;
    let games = harness.command(one, here, "games", json!({})).await;
    let lines: Vec<&str> = games.content().lines().collect();
    let heading = |key, count| {
        format!("**{}**", i18n::text_with(key, &[("count", count)], Language::English))
    };
    assert_eq!(lines[0], heading("line-games-heading", "1"));
    assert!(lines[1].contains(&board.id.to_string()), "{lines:#?}");
    assert_eq!(lines[2], heading("line-challenges-heading", "24"));

    // The menu of tables lists the game first, though it is in another channel.
    let which = harness.command(one, here, "board", json!({})).await;
    assert_eq!(offered(&which, "which")[0], table_option(&which, table_of(&board)));
    let user = harness.emulator.as_user(one);
    let typed = json!({ "game": "" });
    let found = user.autocomplete(here, "board", typed, "game", WAIT_MAX).await.unwrap();
    assert_eq!(found[0].value, game, "{found:#?}");
    // Only one table is a game, so that `/resign` needs no menu.
    let resigning = harness.command(one, here, "resign", json!({})).await;
    assert!(!resigning.controls().is_empty() && offered_none(&resigning), "{resigning:?}");
}

fn offered_none(message: &PostedMessage) -> bool {
    message.controls().iter().all(|control| control["options"].is_null())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_eleventh_challenge_in_an_hour_is_refused() {
    let harness = Harness::start().await;
    for _ in 0..10 {
        let open = harness.command(ANN, GAMES, "play", json!({ "game": "ogi" })).await;
        harness.click(ANN, &open, "cancel").await;
    }
    let before = harness.public(GAMES).len();
    let refused = harness.command(ANN, GAMES, "play", to(BEN)).await;
    let line = Line::TooManySent { most: 10, until: "\u{1}" };
    let seconds = harness.is_allowed_again_after(&refused, ANN, &line, Language::English);
    assert!((HOUR / 2..=HOUR + 1).contains(&seconds), "{seconds}");
    assert_eq!(harness.public(GAMES).len(), before, "nobody else sees it");
    // Ben may still challenge Ann, and Ann may challenge again after an hour.
    harness.command(BEN, GAMES, "play", to(ANN)).await;
    harness.pass(seconds + 1).await;
    let challenge = harness.command(ANN, GAMES, "play", to(CHAI)).await;
    assert_eq!(challenge.pinged, [CHAI], "{}", challenge.content());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_person_is_challenged_once_a_minute() {
    let harness = Harness::start().await;
    let first = harness.command(BEN, GAMES, "play", to(ANN)).await;
    harness.click(BEN, &first, "cancel").await;
    let refused = harness.command(BEN, MAKRUK, "play", to(ANN)).await;
    let line = Line::ChallengedJustNow { until: "\u{1}" };
    let seconds = harness.is_allowed_again_after(&refused, BEN, &line, Language::Dutch);
    assert!((0..=61).contains(&seconds), "{seconds}");
    harness.command(BEN, GAMES, "play", to(CHAI)).await;
    harness.pass(seconds + 1).await;
    let second = harness.command(BEN, GAMES, "play", to(ANN)).await;
    assert_eq!(second.pinged, [ANN], "{}", second.content());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_needs_no_waiting() {
    let transcript = Transcript::of(GameKind::Othello, &[]).await;
    transcript.act(BEN, "/resign").await;
    transcript.act(BEN, "press resign-yes").await;
    let rematch = transcript.act(ANN, "press rematch").await;
    assert_eq!(rematch.pinged, [BEN], "{}", rematch.content());
    transcript.act(BEN, "press decline").await;
    transcript.act(ANN, "/board").await;
    let again = transcript.act(ANN, "press rematch").await;
    let line = Line::ChallengedJustNow { until: "\u{1}" };
    transcript.harness.is_allowed_again_after(&again, ANN, &line, Language::English);
}

#[tokio::test(flavor = "multi_thread")]
async fn waiting_challenges_are_limited_for_both_sides() {
    let limits = Limits { challenges_waiting: 2, challenges_received: 2, ..Limits::default() };
    let harness = Harness::start_with_limits(Options::default(), limits).await;
    // Ann and Dai have a finished game.
    let board = harness.begin(GameKind::Othello, ANN, DAI, GAMES).await;
    let resigning = harness.resigning(ANN, &board).await;
    harness.click(ANN, &resigning, "resign-yes").await;
    let first = harness.command(BEN, GAMES, "play", to(DAI)).await;
    harness.command(CHAI, GAMES, "play", to(DAI)).await;

    harness.command(BEN, GAMES, "play", json!({ "game": "ogi" })).await;
    let refused = harness.command(BEN, GAMES, "play", to(ANN)).await;
    let line = Line::TooManyWaiting { most: 2, until: "\u{1}" };
    let week = 7 * 24 * HOUR;
    let seconds = harness.is_allowed_again_after(&refused, BEN, &line, Language::Dutch);
    assert!((week - HOUR..=week + 1).contains(&seconds), "{seconds}");
    harness.click(BEN, &first, "cancel").await;
    harness.command(BEN, GAMES, "play", to(ANN)).await;

    // Somebody who has played with Dai may challenge her beyond the limit.
    let options = json!({ "game": "makruk", "opponent": DAI.0.to_string() });
    harness.command(ANN, GAMES, "play", options.clone()).await;
    harness.pass(61).await;
    let known = harness.command(ANN, GAMES, "play", options).await;
    assert_eq!(known.pinged, [DAI], "{}", known.content());
    assert_eq!(harness.tables(DAI, Listing::Received).await, 3);
    harness.pass(HOUR).await;
    let open = harness.command(CHAI, GAMES, "play", json!({ "game": "ogi" })).await;
    harness.click(CHAI, &open, "cancel").await;
    let refused = harness.command(CHAI, GAMES, "play", to(DAI)).await;
    let line = Line::TooManyReceived { until: "\u{1}" };
    harness.is_allowed_again_after(&refused, CHAI, &line, Language::Thai);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_beyond_the_limit_is_not_accepted() {
    let limits = Limits { games_running: 2, ..Limits::default() };
    for is_challenger_busy in [false, true] {
        let harness = Harness::start_with_limits(Options::default(), limits).await;
        let options = json!({
            "game": "othello", "opponent": BEN.0.to_string(), "where": "thread",
        });
        let challenge = harness.command(ANN, GAMES, "play", options).await;
        let busy = if is_challenger_busy { ANN } else { BEN };
        let board = harness.begin(GameKind::Othello, CHAI, busy, MAKRUK).await;
        harness.begin(GameKind::Othello, DAI, busy, MAKRUK).await;
        let before = harness.public(GAMES).len();
        let refused = harness.click(BEN, &challenge, "accept").await;
        let line = if is_challenger_busy {
            Line::TooManyGamesOfOther { most: 2 }
        } else {
            Line::TooManyGames { most: 2 }
        };
        assert_eq!(refused.visible_to, Some(BEN));
        assert_eq!(refused.content(), i18n::line(&line, Language::Dutch));
        assert_eq!(harness.public(GAMES).len(), before);
        assert_eq!(harness.tables(busy, Listing::Running).await, 2);
        let threads = harness
            .emulator
            .read(|world| world.channels().filter(|channel| channel.parent == Some(GAMES)).count());
        assert_eq!(threads, 0, "no thread is opened for a game that does not begin");
        // Once another game has ended, the challenge can be accepted.
        let resigning = harness.resigning(busy, &board).await;
        harness.click(busy, &resigning, "resign-yes").await;
        harness.click(BEN, &challenge, "accept").await;
        assert_eq!(harness.tables(busy, Listing::Running).await, 2);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_shown_again_in_its_channel_pings_nobody() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let ben = format!("<@{BEN}>");
    transcript
        .play(&[
            (ANN, "/board", Public(&ben), &[]),
            (BEN, "/board", Public(&ben), &[]),
            (ANN, "/board", Public(&ben), &[]),
            (BEN, "/move c3", Public("c3"), &[ANN]),
        ])
        .await;
    transcript.ends("d3 c3; First to move", &[0, 1, 1, 1, 1, 2]).await;
    // In another channel where both have been active the board pings.
    transcript.harness.command(ANN, MAKRUK, "games", json!({})).await;
    let elsewhere = transcript.harness.command_elsewhere(BEN, MAKRUK, "board", json!({})).await;
    assert_eq!(elsewhere.pinged, [ANN], "{}", elsewhere.content());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_declined_offer_can_be_repeated_after_a_move() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let (first, second) = (Side::First, Side::Second);
    let offered = Event::DrawOffered { side: first };
    let asked = Event::TakebackAsked { side: first, plies: (1, 1) };
    let declined = Refused(&Refusal::DeclinedAlready);
    transcript
        .play(&[
            (ANN, "/draw", PublicEvent(&offered), &[BEN]),
            (BEN, "press decline-draw", PublicEvent(&Event::DrawDeclined { side: second }), &[ANN]),
            (ANN, "/draw", declined, &[]),
            (ANN, "press takeback", PublicTakeback(&asked, "`1. d3`"), &[BEN]),
            (BEN, "press refuse", PublicEvent(&Event::TakebackRefused { side: second }), &[ANN]),
            (ANN, "press takeback", declined, &[]),
            (BEN, "/move c3", Public("c3"), &[ANN]),
            (ANN, "/draw", declined, &[]),
            (ANN, "/move c4", Public("c4"), &[BEN]),
            (ANN, "/draw", PublicEvent(&offered), &[BEN]),
        ])
        .await;
    transcript.ends("d3 c3 c4; Second to move; First offers a draw", &[0, 1, 2, 3]).await;
}
