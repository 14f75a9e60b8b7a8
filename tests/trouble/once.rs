//! One thing that goes wrong, and what is there afterwards.

use std::time::Duration;

use kradan::emulator::{
    ANN, BEN, CHAI, DAI, FaultRule, GAMES, Id, InjectedFault, LoggedRequest, MAKRUK, PostedMessage,
    RANDOM, Seed,
};
use kradan::rules::{Game, GameKind};
use serde_json::json;

use crate::harness::{Harness, SOON};
use crate::people::named;
use crate::tally::nothing_owed;
use crate::tls;

const POSTS: &str = "POST /channels/{channel_id}/messages";

/// How many messages tell of a revision of a table.
fn times_told(harness: &Harness, channel: Id, table: u64, revision: u64) -> usize {
    let messages = harness.emulator.as_user(ANN).messages(channel);
    messages.iter().filter(|it| named(it) == Some((table, revision))).count()
}

fn table_of(board: &PostedMessage) -> u64 {
    named(board).expect("a board says whose it is").0
}

/// Asks for a move as somebody whom it is the turn of, and does not wait for an answer.
fn ask_move(harness: &Harness, game: &mut Game, channel: Id, table: u64) -> Id {
    let person = if game.plies().is_multiple_of(2) { ANN } else { BEN };
    let text = game.legal_moves().swap_remove(0);
    game.play_text(&text).unwrap();
    let options = json!({ "move": text, "table": table.to_string() });
    harness.emulator.as_user(person).command(channel, "move", options).unwrap().id()
}

/// Waits until a revision is told of.
async fn sentence_of(harness: &Harness, channel: Id, table: u64, revision: u64) {
    let is_told = |world: &kradan::emulator::World| {
        world.messages(channel, ANN).any(|it| named(it) == Some((table, revision))).then_some(())
    };
    harness.emulator.wait_for(SOON, is_told).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_becomes_of_an_answer_there_is_one_board() {
    let harness = tls::harness(Seed::default()).await;
    let board = harness.begin(GameKind::Makruk, ANN, BEN, GAMES).await;
    let table = table_of(&board);
    let mut game = Game::new(GameKind::Makruk);
    let soon = Duration::from_millis(100);
    let mishaps = [
        InjectedFault::TooMany { retry_after: soon, global: false },
        InjectedFault::TooMany { retry_after: soon, global: true },
        InjectedFault::Refused(500),
        InjectedFault::Refused(502),
        InjectedFault::DoneButRefused(500),
        InjectedFault::DoneButRefused(502),
        InjectedFault::Cut,
        InjectedFault::DoneButCut,
        InjectedFault::Slow(Duration::from_millis(500)),
        // Longer than the bot waits.
        InjectedFault::Slow(Duration::from_millis(2_500)),
    ];
    // Once, and so often that the answer is given up and the board is posted.
    for times in [1, 9] {
        for fault in mishaps {
            let revision = game.plies() as u64 + 3;
            harness
                .emulator
                .inject_fault(FaultRule { times, ..FaultRule::once("/callback", fault) });
            ask_move(&harness, &mut game, GAMES, table);
            sentence_of(&harness, GAMES, table, revision).await;
            nothing_owed(&harness).await;
            harness.emulator.clear_faults();
            let times_told = times_told(&harness, GAMES, table, revision);
            assert_eq!(times_told, 1, "{fault:?}, {times} times");
        }
    }
    let row = harness.bot.service.load(kradan::table::TableId(table)).await.unwrap().unwrap();
    assert_eq!(row.table.game().moves(), game.moves());
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_becomes_of_a_post_there_is_one_board() {
    let harness = tls::harness(Seed::default()).await;
    let board = harness.begin(GameKind::Makruk, ANN, BEN, GAMES).await;
    let table = table_of(&board);
    let mut game = Game::new(GameKind::Makruk);
    let mishaps = [
        InjectedFault::TooMany { retry_after: Duration::from_millis(300), global: false },
        InjectedFault::Refused(500),
        InjectedFault::DoneButRefused(502),
        InjectedFault::Cut,
        InjectedFault::DoneButCut,
        InjectedFault::Slow(Duration::from_millis(2_500)),
    ];
    for fault in mishaps {
        let revision = game.plies() as u64 + 3;
        harness.emulator.inject_fault(FaultRule::once(POSTS, fault));
        // Asked for elsewhere, so that the board is posted and answers nothing.
        ask_move(&harness, &mut game, RANDOM, table);
        sentence_of(&harness, GAMES, table, revision).await;
        nothing_owed(&harness).await;
        harness.emulator.clear_faults();
        assert_eq!(times_told(&harness, GAMES, table, revision), 1, "{fault:?}");
    }
}

/// Who is told to come again later is told so by its limiter: the request is made again, and until
/// then no other one to the same channel, while other channels are written to.
#[tokio::test(flavor = "multi_thread")]
async fn the_limiter_waits_for_one_channel_and_not_for_others() {
    let harness = tls::harness(Seed::default()).await;
    let here = table_of(&*harness.begin(GameKind::Makruk, ANN, BEN, GAMES).await);
    let mut game = Game::new(GameKind::Makruk);
    let also_here = harness.begin(GameKind::Othello, CHAI, DAI, GAMES).await;
    let elsewhere = harness.begin(GameKind::Othello, CHAI, DAI, MAKRUK).await;

    let mut requests = harness.emulator.subscribe_requests();
    let wait = Duration::from_millis(900);
    let too_many = InjectedFault::TooMany { retry_after: wait, global: false };
    harness.emulator.inject_fault(FaultRule::once(POSTS, too_many));
    ask_move(&harness, &mut game, RANDOM, here);
    let path = format!("/channels/{GAMES}/messages");
    let is_refused =
        |it: &LoggedRequest| it.method == "POST" && it.path == path && it.status == 429;
    while !is_refused(&requests.recv().await.unwrap()) {}
    let by_chai = |table: u64| {
        let options = json!({ "move": "f5", "table": table.to_string() });
        harness.emulator.as_user(CHAI).command(RANDOM, "move", options).unwrap();
    };
    by_chai(table_of(&also_here));
    by_chai(table_of(&elsewhere));
    for (channel, table) in
        [(GAMES, here), (GAMES, table_of(&also_here)), (MAKRUK, table_of(&elsewhere))]
    {
        sentence_of(&harness, channel, table, 3).await;
        assert_eq!(times_told(&harness, channel, table, 3), 1);
    }
    nothing_owed(&harness).await;

    let posts: Vec<(bool, u16)> = harness
        .emulator
        .requests()
        .iter()
        .filter(|it| it.method == "POST" && it.template.starts_with("/channels"))
        .map(|it| (it.path == path, it.status))
        .collect();
    assert_eq!(posts, [(true, 429), (false, 200), (true, 200), (true, 200)]);
    // The bot looked once for each of the two boards: it did not notice that one was refused.
    let looks = |it: &&std::sync::Arc<LoggedRequest>| it.method == "GET" && it.path == path;
    assert_eq!(harness.emulator.requests().iter().filter(looks).count(), 2);
}
