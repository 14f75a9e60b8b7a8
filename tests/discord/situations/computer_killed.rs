//! A computer whose bot is killed while it thinks: it answers each move, once.

use std::time::Duration;

use fastrand::Rng;
use kradan::service::{InteractionId, RequestContext};
use kradan_emulator::{ANN, BEN, CHAI, GAMES, Id};
use kradan_table::{Command, Table, TableId};
use serde_json::json;

use super::killed::KillableBot;
use crate::discord::harness::{Harness, eventually_some};
use crate::discord::transcript::{player, table_of};

const KILLS: u64 = 20;

/// People who play at the same time, so that some of them wait for a thread.
const PEOPLE: [Id; 3] = [ANN, BEN, CHAI];

async fn begin(harness: &Harness, person: Id) -> TableId {
    let options = json!({ "game": "othello", "side": "first", "level": 7 });
    table_of(&*harness.command(person, GAMES, "play", options).await)
}

impl KillableBot {
    /// The table, once the person is to move again or the game is over.
    async fn answered(&self, table: TableId) -> Table {
        eventually_some("the computer answers", async || {
            let stored = self.service().load(table).await.unwrap().unwrap().table;
            (!stored.is_running() || stored.person_to_move().is_some()).then_some(stored)
        })
        .await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_computer_answers_once_although_the_bot_is_killed() {
    let mut random = Rng::with_seed(7);
    let mut harness = Harness::start_without_limits().await;
    let clock = harness.bot.service.clock().clone();
    let mut tables = Vec::new();
    for person in PEOPLE {
        tables.push(begin(&harness, person).await);
    }
    harness.all_delivered().await;
    harness.bot.stop().await;
    let mut bot = KillableBot::start(&harness, clock.clone()).await;
    for round in 1..=KILLS {
        let mut before = Vec::new();
        for (&table, &person) in tables.iter().zip(&PEOPLE) {
            let stored = bot.service().load(table).await.unwrap().unwrap();
            before.push(stored.table.game().plies());
            let Some(mv) = random.choice(stored.table.game().legal_moves()) else { continue };
            let interaction = InteractionId(person.0 << 8 | round);
            let request = RequestContext { interaction, player: player(person), answer: None };
            let service = bot.service().clone();
            bot.spawn(async move { _ = service.ask(&request, table, &Command::play(&mv)).await });
        }
        tokio::time::sleep(Duration::from_millis(random.u64(..1_200))).await;
        bot.kill().await;
        bot = KillableBot::start(&harness, clock.clone()).await;
        for (&table, before) in tables.iter().zip(before) {
            let after = bot.answered(table).await;
            let plies = after.game().plies();
            assert!(plies != before + 1 || !after.is_running(), "no answer after kill {round}");
            bot.all_delivered().await;
            let board = format!("-{}-{plies}-", table.0);
            let boards = harness.public(GAMES);
            let shown =
                boards.iter().filter(|it| it.posted_files.iter().any(|it| it.contains(&board)));
            assert_eq!(shown.count(), 1, "the answer is shown once, kill {round}");
        }
    }
    bot.kill().await;
}
