//! A response that was deferred before the program was killed.

use std::time::Duration;

use kradan_emulator::{
    ANN, BEN, Emulator, FaultRule, GAMES, InjectedFault, InteractionResponse, Options, World,
};
use kradan_table::TableId;
use serde_json::json;
use tempfile::TempDir;

use super::boards::shown_by;
use crate::host::kradan_at;
use kradan_test_servers::program::{CONNECTED, Program, REGISTERED, SOON};

/// The flag of a deferred response without content (LOADING).
const LOADING: u64 = 1 << 7;

/// Gives a fault to every matching request from now on.
fn trouble(local: &Emulator, matching: &str, fault: InjectedFault) {
    local.inject_fault(FaultRule::always(matching, fault));
}

/// The plies of each board of a table.
fn plies_shown(world: &World, of: TableId) -> Vec<usize> {
    let boards = world.messages(GAMES, ANN).filter_map(|message| shown_by(message));
    boards.filter(|(table, _)| *table == of).map(|(_, ply)| ply).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_promised_comes_after_all() {
    promise(true).await;
}

/// The response is deferred before the board comes that has to be above it.
#[tokio::test(flavor = "multi_thread")]
async fn a_board_that_waited_for_another_stands_below_it() {
    promise(false).await;
}

async fn promise(is_killed_again: bool) {
    let local =
        Emulator::start(Options { response_timeout: SOON, ..Options::default() }).await.unwrap();
    let home = TempDir::new().unwrap();
    let start = || Program::start(&mut kradan_at(&local, home.path()));
    let program = start();
    program.says(CONNECTED).await;
    program.says(REGISTERED).await;
    let (ann, ben) = (local.as_user(ANN), local.as_user(BEN));
    let options = json!({
        "game": "othello", "opponent": BEN.0.to_string(), "side": "first", "pictures": "all",
    });
    let challenge = ann.command(GAMES, "play", options).unwrap();
    let table = TableId(challenge.id().0);
    let message = challenge.message(SOON).await.unwrap();
    let accept = ben.click(message.id, &format!("accept:{}", table.0)).unwrap();
    accept.message(SOON).await.unwrap();

    // A move is on disk, and its answer does not get through.
    trouble(&local, "POST /interactions", InjectedFault::Cut);
    let was_cut = |_: &World| {
        let requests = local.requests();
        requests.iter().any(|it| it.path.ends_with("/callback") && it.status == 0).then_some(())
    };
    ann.command(GAMES, "move", json!({ "move": "f5" })).unwrap();
    local.wait_for(SOON, was_cut).await.unwrap();
    program.kill();
    local.clear_faults();

    // The next one has to wait until it is known what became of the first.
    trouble(&local, "GET /webhooks", InjectedFault::Slow(Duration::from_secs(8)));
    let mut program = start();
    program.says(CONNECTED).await;
    let asked = ben.command(GAMES, "move", json!({ "move": "d6" })).unwrap();
    let answer = asked.answered(SOON).await.unwrap();
    assert!(matches!(answer, InteractionResponse::Deferred), "{answer:?}");
    if is_killed_again {
        program.kill();
        local.clear_faults();
        program = start();
    }
    let is_shown = |world: &World| plies_shown(world, table).contains(&2).then_some(());
    local.wait_for(SOON, is_shown).await.unwrap_or_else(|_| panic!("{}", program.log()));
    program.says(CONNECTED).await;
    program.terminate();
    assert!(program.ended().await.status.success());
    local.read(|world| {
        assert_eq!(plies_shown(world, table), [0, 1, 2]);
        let mut messages = world.messages(GAMES, ANN);
        assert!(messages.all(|it| it.flags() & LOADING == 0), "something is promised still");
    });
}
