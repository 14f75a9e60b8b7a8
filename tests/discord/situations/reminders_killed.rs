//! Reminders of a bot that is killed at any moment: each is told once, to the right person.

use std::collections::BTreeMap;
use std::time::Duration;

use fastrand::Rng;
use kradan::service::{Profile, RemindBy};
use kradan_emulator::{ANN, BEN, BOT, CHAI, DAI, GAMES, Id, PostedMessage};
use kradan_rules::GameKind;
use kradan_table::{Command, Due, Ladder, TableId};

use super::killed::{KillableBot, newest};
use crate::discord::harness::Harness;
use crate::discord::transcript::{mention, player, table_of};

/// The tables of which a message reminds somebody.
fn reminds_of(message: &PostedMessage) -> Vec<TableId> {
    let controls = message.controls();
    let ids = controls.iter().filter_map(|it| it["custom_id"].as_str()?.strip_prefix("reminded:"));
    let grouped = ids.filter_map(|it| it.split(':').next()?.parse().ok()).map(TableId);
    let grouped: Vec<TableId> = grouped.collect();
    if grouped.is_empty() { vec![table_of(message)] } else { grouped }
}

/// How often the messages in a channel remind of each table, and whom.
fn reminders(harness: &Harness, channel: Id, after: Id) -> BTreeMap<(TableId, Id), usize> {
    let mut counts = BTreeMap::new();
    harness.emulator.read(|world| {
        for message in world.messages(channel, BOT).filter(|it| it.id > after) {
            for table in reminds_of(message) {
                let [person] = message.pinged[..] else { panic!("{:?}", message.content()) };
                assert!(message.content().contains(&mention(person)));
                *counts.entry((table, person)).or_default() += 1;
            }
        }
    });
    counts
}

/// Lets rungs come due, kills the bot this many times, and checks what was told.
async fn remind_and_kill(kills: usize, seed: u64) {
    let mut random = Rng::with_seed(seed);
    let mut harness = Harness::start_without_limits().await;
    let mut tables = Vec::new();
    for (first, second) in [(BEN, ANN), (BEN, DAI), (BEN, CHAI), (CHAI, DAI)] {
        tables.push(table_of(&*harness.begin(GameKind::Othello, first, second, GAMES).await));
    }
    let conversations =
        [ANN, BEN, CHAI, DAI].map(|it| (it, harness.emulator.conversation(it, BOT)));
    for (person, conversation) in conversations {
        // Two of them by direct message.
        let remind_by =
            if [CHAI, DAI].contains(&person) { RemindBy::DirectMessage } else { RemindBy::Channel };
        let channel = kradan_table::ChannelId(conversation.0);
        let change = move |it: &mut Profile| {
            (it.reminders, it.remind_by) = (Ladder::Three, remind_by);
            it.conversation = Some(channel);
        };
        harness.bot.service.store().update_profile(player(person), Box::new(change)).await.unwrap();
    }
    harness.all_delivered().await;
    let clock = harness.bot.service.clock().clone();
    harness.bot.stop().await;
    let mut bot = KillableBot::start(&harness, clock.clone()).await;
    let mut killed = 0;
    for round in 0.. {
        if killed >= kills {
            break;
        }
        let before = (newest(&harness, GAMES), conversations.map(|(_, it)| newest(&harness, it)));
        let expected = next_rung(&harness, &bot, &tables).await;
        for _ in 0..random.usize(1..=2) {
            tokio::time::sleep(Duration::from_millis(random.u64(..2_600))).await;
            bot.kill().await;
            killed += 1;
            bot = KillableBot::start(&harness, clock.clone()).await;
        }
        bot.nothing_due(expected.iter().map(|(table, _)| *table)).await;
        // What a killed bot had claimed, or was about to tell with another, waits for two minutes.
        bot.pass(&harness, jiff::SignedDuration::from_mins(3)).await;
        bot.all_delivered().await;
        let mut told = reminders(&harness, GAMES, before.0);
        for ((_, channel), before) in conversations.into_iter().zip(before.1) {
            told.extend(reminders(&harness, channel, before));
        }
        let expected = expected.iter().map(|(table, person)| ((*table, *person), 1)).collect();
        assert_eq!(told, expected, "round {round} after {killed} kills");
        if round % 3 == 2 {
            everybody_moves(&bot, &tables).await;
        }
    }
    bot.kill().await;
}

/// Puts the clock ahead to where a rung is due at each table. Returns who is to be told.
async fn next_rung(harness: &Harness, bot: &KillableBot, tables: &[TableId]) -> Vec<(TableId, Id)> {
    let service = bot.service();
    let now = service.clock().now();
    let (mut last, mut expected) = (now, Vec::new());
    for &id in tables {
        let stored = service.load(id).await.unwrap().unwrap();
        if let (Some(Due::Reminder(at)), Some(mover)) =
            (stored.table.due(), stored.table.person_to_move())
        {
            last = last.max(at);
            expected.push((id, Id(mover.0)));
        }
    }
    bot.pass(harness, last.duration_since(now) + jiff::SignedDuration::from_secs(1)).await;
    expected
}

/// Each side to move makes a move.
async fn everybody_moves(bot: &KillableBot, tables: &[TableId]) {
    for (number, &id) in (0..).zip(tables) {
        let stored = bot.service().load(id).await.unwrap().unwrap();
        let Some(mover) = stored.table.person_to_move() else { continue };
        let mv = stored.table.game().legal_moves().into_iter().next().expect("there is a move");
        let now = stored.revision << 8 | number;
        let interaction = kradan::service::InteractionId(now);
        let request = kradan::service::RequestContext { interaction, player: mover, answer: None };
        bot.service().ask(&request, id, &Command::play(&mv)).await.unwrap();
    }
    bot.all_delivered().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_reminder_is_told_once_although_the_bot_is_killed() {
    remind_and_kill(8, 1).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes"]
async fn each_reminder_is_told_once_in_a_hundred_kills() {
    remind_and_kill(100, 2).await;
}
