//! Old boards of a bot that is killed after a new one was posted, or while they shrink or are deleted: a
//! game has one living board.

use std::time::Duration;

use fastrand::Rng;
use kradan::service::{InteractionId, RequestContext};
use kradan_emulator::{ANN, BEN, GAMES};
use kradan_rules::GameKind;
use kradan_store::OldBoards;
use kradan_table::Command;

use super::killed::KillableBot;
use crate::discord::harness::{Harness, WAIT_MAX};
use crate::discord::transcript::table_of;

const KILLS: u64 = 20;

#[tokio::test(flavor = "multi_thread")]
async fn old_boards_become_one_line_although_the_bot_is_killed() {
    one_board_lives(OldBoards::Line).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn old_boards_are_deleted_although_the_bot_is_killed() {
    one_board_lives(OldBoards::Gone).await;
}

async fn one_board_lives(old_boards: OldBoards) {
    let mut random = Rng::with_seed(3);
    let mut harness = Harness::start_without_limits().await;
    harness.choose_old_boards(old_boards).await;
    let table = table_of(&*harness.begin(GameKind::Othello, ANN, BEN, GAMES).await);
    harness.all_delivered().await;
    let clock = harness.bot.service.clock().clone();
    harness.bot.stop().await;
    let mut bot = KillableBot::start(&harness, clock.clone()).await;
    for round in 1..=KILLS {
        let stored = bot.service().load(table).await.unwrap().unwrap();
        let mover = stored.table.person_to_move().expect("the game goes on");
        let mv = random.choice(stored.table.game().legal_moves()).expect("there is a move");
        let interaction = InteractionId(stored.revision << 8 | round);
        let request = RequestContext { interaction, player: mover, answer: None };
        bot.service().ask(&request, table, &Command::play(&mv)).await.unwrap();
        tokio::time::sleep(Duration::from_millis(random.u64(..400))).await;
        bot.kill().await;
        bot = KillableBot::start(&harness, clock.clone()).await;
        bot.all_delivered().await;

        let ply = bot.service().load(table).await.unwrap().unwrap().table.game().plies();
        let newest = format!("-{}-{ply}-", table.0);
        let shrunk = harness.emulator.wait_for(WAIT_MAX, |world| {
            let mut boards = world.messages(GAMES, ANN).filter(|it| !it.posted_files.is_empty());
            boards
                .all(|it| {
                    let is_newest = it.posted_files[0].contains(&newest);
                    let is_line = it.content().starts_with("-# ") && !it.content().contains('\n');
                    let is_bare = it.attachments().is_empty() && it.controls().is_empty();
                    let is_kept = old_boards == OldBoards::Line && is_line && is_bare;
                    if is_newest { it.attachments().len() == 1 } else { is_kept }
                })
                .then_some(())
        });
        shrunk.await.unwrap_or_else(|_| panic!("old boards stay after kill {round}"));
        let boards = harness.public(GAMES);
        let newest =
            boards.iter().filter(|it| it.posted_files.iter().any(|name| name.contains(&newest)));
        assert_eq!(newest.count(), 1, "the board is posted once, kill {round}");
    }
    bot.kill().await;
}
