//! Hundreds of deadlines in one minute: what is announced first, and that nobody who plays waits for it.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use kradan::service::{Clock, Store as _, TableService};
use kradan_emulator::{ANN, BEN, BOT, CHAI, DAI, FaultRule, GARDEN, Id, InjectedFault};
use kradan_rules::{GameKind, Side};
use kradan_store::{Change, OutboxStore as _, StoredTable, TableStore as _};
use kradan_table::{
    ChallengeTerms, ChannelId, Command, Due, Moment, ReminderWishes, Table, TableId,
};
use serde_json::json;

use super::{DAY, HOUR};
use crate::discord::harness::{Bot, Harness, eventually, open};
use crate::discord::transcript::player;

const CHANNELS: u64 = 40;
const LOST: u64 = 120;
const REMINDED: u64 = 60;
const FIRST_TABLE: u64 = 1_320_000_000_000_000_000;

/// How many entries the outbox delivers at once: as many may overtake each other.
const AT_ONCE: usize = 32;

/// A game that begins at a moment, in which who runs out of time loses.
fn begun(people: [Id; 2], channel: Id, at: Timestamp) -> Table {
    let moment = Moment { time: at, chance: 0 };
    let terms = ChallengeTerms {
        opponent: Some(player(people[1])),
        side: Some(Side::First),
        no_holidays: true,
        ..ChallengeTerms::of(GameKind::Othello)
    };
    let mut table = Table::challenge(player(people[0]), terms, ChannelId(channel.0), moment);
    table.apply(player(people[1]), &Command::Accept, moment).unwrap();
    table
}

/// The same after four moves and all reminders.
fn losing(people: [Id; 2], channel: Id, at: Timestamp) -> Table {
    let mut table = begun(people, channel, at);
    for ply in 0..4 {
        let mv = table.game().legal_moves().swap_remove(0);
        let moment = Moment { time: at, chance: 0 };
        table.apply(player(people[ply % 2]), &Command::Move(mv), moment).unwrap();
    }
    while let Some(Due::Reminder(at)) = table.due() {
        table.pass_time(at, &ReminderWishes::default());
    }
    table
}

/// A bot that finds hundreds of announcements to be made, and its channels. The first tables were
/// reminded, and the others lost after that, one after the other.
async fn after_many_deadlines() -> (Harness, Vec<Id>) {
    let clock = Clock::by_hand("2026-11-20T00:00:00Z".parse().unwrap());
    let mut harness = Harness::start_with_clock(clock.clone()).await;
    let channel = |number| harness.emulator.make_channel(GARDEN, &format!("games-{number}"));
    let channels: Vec<Id> = (0..CHANNELS).map(channel).collect();
    harness.bot.stop().await;
    let store = Arc::new(open(harness.folder.path()).await);
    let service = TableService::new(store.clone(), clock.clone());
    // The time that passes from now on is no downtime.
    service.record_heartbeat().await.unwrap();
    let now = clock.now();
    let since = |seconds: i64| now - SignedDuration::from_secs(seconds);
    for number in 0..REMINDED + LOST {
        let here = channels[(number % CHANNELS) as usize];
        let after = number.cast_signed();
        let table = if number < REMINDED {
            let people = if number < CHANNELS { [ANN, BEN] } else { [BEN, ANN] };
            begun(people, here, since(3 * DAY * 4 / 5 - after))
        } else {
            losing([CHAI, DAI], here, since(3 * DAY - after))
        };
        let stored = StoredTable { table, revision: 1, credited: SignedDuration::ZERO };
        let id = TableId(FIRST_TABLE + number);
        let change = Change::of(id, stored);
        store.commit(change).await.unwrap();
    }
    clock.pass(SignedDuration::from_secs(HOUR));
    service.process_due_tables(&mut std::collections::HashSet::new()).await.unwrap();
    let pending = store.pending(Timestamp::MAX, usize::MAX).await.unwrap();
    assert_eq!(pending.len() as u64, REMINDED + LOST);
    clock.pass(SignedDuration::from_mins(1));
    store.close().await.unwrap();
    drop(service);
    drop(store);
    harness.bot = Bot::start(&harness.emulator, harness.folder.path(), clock).await;
    (harness, channels)
}

impl Harness {
    /// Waits until nothing is pending.
    async fn all_told(&self) {
        let store = self.bot.service.store();
        eventually("all is announced", async || {
            store.pending(Timestamp::MAX, 1).await.unwrap().is_empty()
        })
        .await;
    }

    /// The numbers of the tables that were announced, in the order of the messages.
    fn announced(&self, channels: &[Id]) -> Vec<u64> {
        let mut messages: Vec<_> = self.emulator.read(|world| {
            channels.iter().flat_map(|&channel| world.messages(channel, BOT).cloned()).collect()
        });
        messages.sort_by_key(|message| message.id);
        let numbers = messages.iter().filter_map(|message| {
            let text = message.value.to_string();
            let names = |number: &u64| text.contains(&(FIRST_TABLE + number).to_string());
            (0..REMINDED + LOST).find(names)
        });
        numbers.collect()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn lost_games_are_announced_before_reminders_and_the_longest_due_first() {
    let (mut harness, channels) = after_many_deadlines().await;
    harness.all_told().await;
    let announced = harness.announced(&channels);
    let mut all = announced.clone();
    all.sort_unstable();
    assert_eq!(all, (0..REMINDED + LOST).collect::<Vec<u64>>(), "each is announced once");
    let (lost, reminded) = announced.split_at(LOST as usize);
    let are_early = lost.iter().filter(|&&number| number < REMINDED).count();
    assert!(are_early < AT_ONCE, "{are_early} reminders come before lost games: {announced:?}");
    let expected = (REMINDED..REMINDED + LOST).chain(0..REMINDED);
    for (place, number) in expected.enumerate() {
        let at = announced.iter().position(|it| *it == number).unwrap();
        assert!(at.abs_diff(place) <= 2 * AT_ONCE, "{number} is at {at}, not {place}");
    }
    assert_eq!(reminded.len() as u64, REMINDED);
    harness.bot.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_person_does_is_told_before_what_waits() {
    let (mut harness, channels) = after_many_deadlines().await;
    let here = channels[0];
    // The game is new, so that its table has no deadline.
    let refused = FaultRule::once("POST /interactions", InjectedFault::Refused(400));
    harness.emulator.inject_fault(refused);
    let options = json!({ "game": "othello", "opponent": BEN.0.to_string() });
    let asked = harness.emulator.as_user(ANN).command(here, "play", options).unwrap();
    let table = asked.id().0.to_string();
    eventually("the challenge is posted", async || {
        // Discord may still take the response for a second, by the clock of the bot.
        harness.pass(2).await;
        harness
            .emulator
            .read(|world| world.messages(here, BOT).any(|it| it.value.to_string().contains(&table)))
    })
    .await;
    let told_before = harness.announced(&channels).len();
    assert!(told_before < LOST as usize, "{told_before} announcements came before it");
    harness.all_told().await;
    assert_eq!(harness.announced(&channels).len() as u64, REMINDED + LOST);
    harness.bot.stop().await;
}
