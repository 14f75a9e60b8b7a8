//! How much one person can ask of others, and what they are told beyond that.

use jiff::Timestamp;
use kradan::emulator::{ANN, BEN, CHAI, DAI, GAMES, Id, MAKRUK, Options, PostedMessage, Seed};
use kradan::i18n::{self, Language, Line};
use kradan::rules::{GameKind, Side};
use kradan::service::{Limits, Listing, Store as _};
use kradan::table::{Event, Refusal};
use serde_json::{Value, json};

use super::{HOUR, has_line};
use crate::scene::Sees::{All, Event as Happens, Refused};
use crate::scene::{Scene, option_of, player, table_of};
use crate::seen::offered;
use crate::stage::{SOON, Stage};

/// A challenge to somebody at a game of Othello.
fn to(opponent: Id) -> Value {
    json!({ "game": "othello", "opponent": opponent.0.to_string() })
}

/// When somebody is told to come back: the time in the words.
fn told_to_come_back(message: &PostedMessage) -> Timestamp {
    let (_, rest) = message.content().split_once("<t:").expect("a time is said");
    let (seconds, _) = rest.split_once(":R>").expect("it counts down");
    Timestamp::from_second(seconds.parse().unwrap()).unwrap()
}

impl Stage {
    /// Who is alone with what they are told, which is this line, and in how many seconds they may
    /// come back.
    fn comes_back_in(
        &self,
        told: &PostedMessage,
        who: Id,
        line: &Line<'_>,
        language: Language,
    ) -> i64 {
        assert_eq!(told.visible_to, Some(who), "{}", told.content());
        assert!(has_line(told.content(), line, language), "{}", told.content());
        assert_eq!(told.pinged, []);
        told_to_come_back(told).duration_since(self.bot.service.clock().now()).as_secs()
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
async fn challenges_of_strangers_bury_no_game() {
    let options = Options { seed: Seed::many(2, 30), ..Options::default() };
    let stage = Stage::set_with(options).await;
    let (one, other) = (Seed::person(0), Seed::person(4));
    let (here, there) = (Seed::channel(0), Seed::channel(1));
    let board = stage.begin(GameKind::Othello, one, other, there).await;
    let game = table_of(&board).0.to_string();
    for stranger in 5..29 {
        let asked = stage.command(Seed::person(stranger), here, "play", to(one)).await;
        assert_eq!(asked.pinged, [one], "{}", asked.content());
    }
    stage.settled().await;
    let games = stage.command(one, here, "games", json!({})).await;
    let lines: Vec<&str> = games.content().lines().collect();
    let heading = |key, count| {
        format!("**{}**", i18n::text_with(key, &[("count", count)], Language::English))
    };
    assert_eq!(lines[0], heading("line-games-heading", "1"));
    assert!(lines[1].contains(&board.id.to_string()), "{lines:#?}");
    assert_eq!(lines[2], heading("line-challenges-heading", "24"));

    // Where a table is to be chosen the game is the first, though it is elsewhere.
    let which = stage.command(one, here, "board", json!({})).await;
    assert_eq!(offered(&which, "which")[0], option_of(&which, table_of(&board)));
    let someone = stage.local.as_user(one);
    let typed = json!({ "table": "" });
    let found = someone.autocomplete(here, "board", typed, "table", SOON).await.unwrap();
    assert_eq!(found[0].value, game, "{found:#?}");
    // Where it is about a game there is no choice at all.
    let resigning = stage.command(one, here, "resign", json!({})).await;
    assert!(!resigning.controls().is_empty() && offered_none(&resigning), "{resigning:?}");
}

fn offered_none(message: &PostedMessage) -> bool {
    message.controls().iter().all(|control| control["options"].is_null())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_eleventh_challenge_in_an_hour_is_refused() {
    let stage = Stage::set().await;
    for _ in 0..10 {
        let open = stage.command(ANN, GAMES, "play", json!({ "game": "ogi" })).await;
        stage.click(ANN, &open, "cancel").await;
    }
    let before = stage.public(GAMES).len();
    let refused = stage.command(ANN, GAMES, "play", to(BEN)).await;
    let line = Line::TooManySent { most: 10, until: "\u{1}" };
    let seconds = stage.comes_back_in(&refused, ANN, &line, Language::English);
    assert!((HOUR / 2..=HOUR + 1).contains(&seconds), "{seconds}");
    assert_eq!(stage.public(GAMES).len(), before, "nobody else hears of it");
    // Ben may still challenge her, and she herself in an hour.
    stage.command(BEN, GAMES, "play", to(ANN)).await;
    stage.pass(seconds + 1).await;
    let challenge = stage.command(ANN, GAMES, "play", to(CHAI)).await;
    assert_eq!(challenge.pinged, [CHAI], "{}", challenge.content());
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_challenged_twice_in_a_minute_by_the_same_person() {
    let stage = Stage::set().await;
    let first = stage.command(BEN, GAMES, "play", to(ANN)).await;
    stage.click(BEN, &first, "cancel").await;
    let refused = stage.command(BEN, MAKRUK, "play", to(ANN)).await;
    let line = Line::ChallengedJustNow { until: "\u{1}" };
    let seconds = stage.comes_back_in(&refused, BEN, &line, Language::Dutch);
    assert!((0..=61).contains(&seconds), "{seconds}");
    stage.command(BEN, GAMES, "play", to(CHAI)).await;
    stage.pass(seconds + 1).await;
    let second = stage.command(BEN, GAMES, "play", to(ANN)).await;
    assert_eq!(second.pinged, [ANN], "{}", second.content());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_needs_no_waiting() {
    let scene = Scene::of(GameKind::Othello, &[]).await;
    scene.does(BEN, "/resign").await;
    scene.does(BEN, "press resign-yes").await;
    let rematch = scene.does(ANN, "press rematch").await;
    assert_eq!(rematch.pinged, [BEN], "{}", rematch.content());
    scene.does(BEN, "press decline").await;
    scene.does(ANN, "/board").await;
    let again = scene.does(ANN, "press rematch").await;
    let line = Line::ChallengedJustNow { until: "\u{1}" };
    scene.stage.comes_back_in(&again, ANN, &line, Language::English);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_so_many_challenges_wait_of_one_person_and_for_one() {
    let limits = Limits { challenges_waiting: 2, challenges_received: 2, ..Limits::default() };
    let stage = Stage::set_with_limits(Options::default(), limits).await;
    // Ann and Dai have played with each other.
    let board = stage.begin(GameKind::Othello, ANN, DAI, GAMES).await;
    let resigning = stage.click(ANN, &board, "resign").await;
    stage.click(ANN, &resigning, "resign-yes").await;
    let first = stage.command(BEN, GAMES, "play", to(DAI)).await;
    stage.command(CHAI, GAMES, "play", to(DAI)).await;

    stage.command(BEN, GAMES, "play", json!({ "game": "ogi" })).await;
    let refused = stage.command(BEN, GAMES, "play", to(ANN)).await;
    let line = Line::TooManyWaiting { most: 2, until: "\u{1}" };
    let week = 7 * 24 * HOUR;
    let seconds = stage.comes_back_in(&refused, BEN, &line, Language::Dutch);
    assert!((week - HOUR..=week + 1).contains(&seconds), "{seconds}");
    stage.click(BEN, &first, "cancel").await;
    stage.command(BEN, GAMES, "play", to(ANN)).await;

    // Whoever has played with Dai may challenge her all the same.
    let options = json!({ "game": "makruk", "opponent": DAI.0.to_string() });
    stage.command(ANN, GAMES, "play", options.clone()).await;
    stage.pass(61).await;
    let known = stage.command(ANN, GAMES, "play", options).await;
    assert_eq!(known.pinged, [DAI], "{}", known.content());
    assert_eq!(stage.tables(DAI, Listing::Received).await, 3);
    stage.pass(HOUR).await;
    let open = stage.command(CHAI, GAMES, "play", json!({ "game": "ogi" })).await;
    stage.click(CHAI, &open, "cancel").await;
    let refused = stage.command(CHAI, GAMES, "play", to(DAI)).await;
    let line = Line::TooManyReceived { until: "\u{1}" };
    stage.comes_back_in(&refused, CHAI, &line, Language::Thai);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_game_more_than_may_run_is_not_accepted() {
    let limits = Limits { games_running: 2, ..Limits::default() };
    for is_challenger_busy in [false, true] {
        let stage = Stage::set_with_limits(Options::default(), limits).await;
        let options = json!({
            "game": "othello", "opponent": BEN.0.to_string(), "where": "thread",
        });
        let challenge = stage.command(ANN, GAMES, "play", options).await;
        let busy = if is_challenger_busy { ANN } else { BEN };
        let board = stage.begin(GameKind::Othello, CHAI, busy, MAKRUK).await;
        stage.begin(GameKind::Othello, DAI, busy, MAKRUK).await;
        let before = stage.public(GAMES).len();
        let refused = stage.click(BEN, &challenge, "accept").await;
        let line = if is_challenger_busy {
            Line::TooManyGamesOfOther { most: 2 }
        } else {
            Line::TooManyGames { most: 2 }
        };
        assert_eq!(refused.visible_to, Some(BEN));
        assert_eq!(refused.content(), i18n::line(&line, Language::Dutch));
        assert_eq!(stage.public(GAMES).len(), before);
        assert_eq!(stage.tables(busy, Listing::Running).await, 2);
        let threads = stage
            .local
            .read(|world| world.channels().filter(|channel| channel.parent == Some(GAMES)).count());
        assert_eq!(threads, 0, "no thread is opened for a game that does not begin");
        // As soon as there is room the challenge is still there to be accepted.
        let resigning = stage.click(busy, &board, "resign").await;
        stage.click(busy, &resigning, "resign-yes").await;
        stage.click(BEN, &challenge, "accept").await;
        assert_eq!(stage.tables(busy, Listing::Running).await, 2);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_shown_again_where_it_is_calls_nobody() {
    let scene = Scene::of(GameKind::Othello, &["d3"]).await;
    let ben = format!("<@{BEN}>");
    scene
        .play(&[
            (ANN, "/board", All(&ben), &[]),
            (BEN, "/board", All(&ben), &[]),
            (ANN, "/board", All(&ben), &[]),
            (BEN, "/move c3", All("c3"), &[ANN]),
        ])
        .await;
    scene.ends("d3 c3; First to move", &[0, 1, 1, 1, 1, 2]).await;
    // Somewhere else it is news, where both were seen.
    scene.stage.command(ANN, MAKRUK, "games", json!({})).await;
    let elsewhere = scene.stage.command(BEN, MAKRUK, "board", json!({})).await;
    assert_eq!(elsewhere.pinged, [ANN], "{}", elsewhere.content());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_offer_that_was_refused_waits_for_a_move() {
    let scene = Scene::of(GameKind::Othello, &["d3"]).await;
    let (first, second) = (Side::First, Side::Second);
    let offered = Event::DrawOffered { side: first };
    let asked = Event::TakebackAsked { side: first, plies: (1, 1) };
    let declined = Refused(&Refusal::DeclinedAlready);
    scene
        .play(&[
            (ANN, "/draw", Happens(&offered), &[BEN]),
            (BEN, "press decline-draw", Happens(&Event::DrawDeclined { side: second }), &[ANN]),
            (ANN, "/draw", declined, &[]),
            (ANN, "/takeback", Happens(&asked), &[BEN]),
            (BEN, "press refuse", Happens(&Event::TakebackRefused { side: second }), &[ANN]),
            (ANN, "/takeback", declined, &[]),
            (BEN, "/move c3", All("c3"), &[ANN]),
            (ANN, "/draw", declined, &[]),
            (ANN, "/move c4", All("c4"), &[BEN]),
            (ANN, "/draw", Happens(&offered), &[BEN]),
        ])
        .await;
    scene.ends("d3 c3 c4; Second to move; First offers a draw", &[0, 1, 2, 3]).await;
}
