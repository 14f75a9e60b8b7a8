//! Single faults, and the messages that exist afterwards.

use std::time::Duration;

use kradan_emulator::{
    ANN, BEN, CHAI, DAI, FaultRule, GAMES, Id, InjectedFault, LoggedRequest, MAKRUK, PostedMessage,
    RANDOM, Seed,
};
use kradan_rules::{Game, GameKind};
use serde_json::json;

use super::announcements::all_delivered;
use super::players::revision_of;
use super::tls;
use crate::discord::harness::{Harness, WAIT_MAX};

const POSTS: &str = "POST /channels/{channel_id}/messages";

/// The number of messages that announce a revision of a table.
fn times_announced(harness: &Harness, channel: Id, table: u64, revision: u64) -> usize {
    let messages = harness.emulator.as_user(ANN).messages(channel);
    messages.iter().filter(|it| revision_of(it) == Some((table, revision))).count()
}

fn table_of(board: &PostedMessage) -> u64 {
    revision_of(board).expect("a board names its table").0
}

/// Uses `/move` as the player to move, without waiting for the response.
fn ask_move(harness: &Harness, game: &mut Game, channel: Id, table: u64) -> Id {
    let person = if game.plies().is_multiple_of(2) { ANN } else { BEN };
    let text = game.legal_moves().swap_remove(0);
    game.play_text(&text).unwrap();
    let options = json!({ "move": text, "game": table.to_string() });
    harness.emulator.as_user(person).command(channel, "move", options).unwrap().id()
}

/// Waits until a revision is announced.
async fn wait_for_revision(harness: &Harness, channel: Id, table: u64, revision: u64) {
    let is_announced = |world: &kradan_emulator::World| {
        world
            .messages(channel, ANN)
            .any(|it| revision_of(it) == Some((table, revision)))
            .then_some(())
    };
    harness.emulator.wait_for(WAIT_MAX, is_announced).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_faulty_response_leaves_one_board() {
    let harness = tls::harness(Seed::default()).await;
    let board = harness.begin(GameKind::Makruk, ANN, BEN, GAMES).await;
    let table = table_of(&board);
    let mut game = Game::new(GameKind::Makruk);
    let soon = Duration::from_millis(100);
    let faults_to_try = [
        InjectedFault::TooMany { retry_after: soon, global: false },
        InjectedFault::TooMany { retry_after: soon, global: true },
        InjectedFault::Refused(500),
        InjectedFault::Refused(502),
        InjectedFault::DoneButRefused(500),
        InjectedFault::DoneButRefused(502),
        InjectedFault::Cut,
        InjectedFault::DoneButCut,
        InjectedFault::Slow(Duration::from_millis(500)),
        // Longer than the bot's timeout.
        InjectedFault::Slow(Duration::from_millis(2_500)),
    ];
    // Once, and often enough that the response fails and the board is posted.
    for times in [1, 9] {
        for fault in faults_to_try {
            let revision = game.plies() as u64 + 3;
            harness
                .emulator
                .inject_fault(FaultRule { times, ..FaultRule::once("/callback", fault) });
            ask_move(&harness, &mut game, GAMES, table);
            wait_for_revision(&harness, GAMES, table, revision).await;
            all_delivered(&harness).await;
            harness.emulator.clear_faults();
            let times_announced = times_announced(&harness, GAMES, table, revision);
            assert_eq!(times_announced, 1, "{fault:?}, {times} times");
        }
    }
    let stored = harness.bot.service.load(kradan_table::TableId(table)).await.unwrap().unwrap();
    assert_eq!(stored.table.game().moves(), game.moves());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_faulty_post_leaves_one_board() {
    let harness = tls::harness(Seed::default()).await;
    let board = harness.begin(GameKind::Makruk, ANN, BEN, GAMES).await;
    let table = table_of(&board);
    let mut game = Game::new(GameKind::Makruk);
    let faults_to_try = [
        InjectedFault::TooMany { retry_after: Duration::from_millis(300), global: false },
        InjectedFault::Refused(500),
        InjectedFault::DoneButRefused(502),
        InjectedFault::Cut,
        InjectedFault::DoneButCut,
        InjectedFault::Slow(Duration::from_millis(2_500)),
    ];
    for fault in faults_to_try {
        let revision = game.plies() as u64 + 3;
        harness.emulator.inject_fault(FaultRule::once(POSTS, fault));
        // The move is made in another channel, so that the board is posted and is no response.
        ask_move(&harness, &mut game, RANDOM, table);
        wait_for_revision(&harness, GAMES, table, revision).await;
        all_delivered(&harness).await;
        harness.emulator.clear_faults();
        assert_eq!(times_announced(&harness, GAMES, table, revision), 1, "{fault:?}");
    }
}

/// On a 429 the limiter repeats the request after the given time. Until then it sends no other
/// request to the same channel, and requests to other channels go on.
#[tokio::test(flavor = "multi_thread")]
async fn a_rate_limit_delays_one_channel_only() {
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
        let options = json!({ "move": "f5", "game": table.to_string() });
        harness.emulator.as_user(CHAI).command(RANDOM, "move", options).unwrap();
    };
    by_chai(table_of(&also_here));
    by_chai(table_of(&elsewhere));
    for (channel, table) in
        [(GAMES, here), (GAMES, table_of(&also_here)), (MAKRUK, table_of(&elsewhere))]
    {
        wait_for_revision(&harness, channel, table, 3).await;
        assert_eq!(times_announced(&harness, channel, table, 3), 1);
    }
    all_delivered(&harness).await;

    let posts: Vec<(bool, u16)> = harness
        .emulator
        .requests()
        .iter()
        .filter(|it| it.method == "POST" && it.template.starts_with("/channels"))
        .map(|it| (it.path == path, it.status))
        .collect();
    assert_eq!(posts, [(true, 429), (false, 200), (true, 200), (true, 200)]);
    // The bot reads the channel once for each of the two boards: the limiter hides the 429 from it.
    let is_read = |it: &&std::sync::Arc<LoggedRequest>| it.method == "GET" && it.path == path;
    assert_eq!(harness.emulator.requests().iter().filter(is_read).count(), 2);
}
