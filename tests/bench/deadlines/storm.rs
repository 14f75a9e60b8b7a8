//! Many deadlines in one minute, with Discord's rate limits, while a person plays on.

use std::collections::VecDeque;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use kradan::discord::Endpoint;
use kradan::service::{Clock, TableService};
use kradan_emulator::{ApiLimits, Emulator, Options, Seed};
use kradan_store::{OutboxStore as _, SledStore, Store as _, TableStore as _};
use kradan_table::{Command, Moment, PlayerId, Table, TableId};
use kradan_test_servers::tls;
use tempfile::TempDir;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until};
use tokio_util::sync::CancellationToken;

use super::requests::Requests;
use crate::bots::filling::{
    FIRST_TABLE, Filling, after_reminders, before_reminder, begun, kind_of,
};
use crate::bots::playing::Playing;
use crate::bots::{bot, part};

/// The minute within which all deadlines are.
const MINUTE: SignedDuration = SignedDuration::from_secs(60);

/// How long before that minute the bot starts.
const BEFORE: SignedDuration = SignedDuration::from_hours(1);

/// The bot's timeout for a request.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Of so many deadlines one is a reminder; the others lose a game.
const REMINDERS: u64 = 10;

/// How long the storm may last.
const LONGEST: Duration = Duration::from_secs(1_800);

pub(crate) struct Effort {
    /// The tables that are due.
    due: u64,
    channels: u64,
    people: u64,
    /// The tables that are played at.
    played: u64,
    /// Turns a second.
    rate: u32,
}

impl Effort {
    pub(crate) const FULL: Effort =
        Effort { due: 10_000, channels: 400, people: 400, played: 1_000, rate: 20 };
    pub(crate) const QUICK: Effort =
        Effort { due: 200, channels: 40, people: 40, played: 60, rate: 20 };
}

pub(crate) async fn run(effort: &Effort) {
    let folder = TempDir::new().expect("there is a place for files");
    let store = Arc::new(SledStore::open(folder.path()).expect("the folder is new"));
    let mut games = fill(&store, effort).await;
    let options = Options {
        names: vec![tls::NAME.to_owned()],
        seed: Seed::many(effort.channels, effort.people),
        keep_files: 100,
        keep_requests: 100,
        ..Options::default()
    };
    let local = Emulator::start(options).await.expect("there is a free port");
    let client = Some(tls::client(local.router(), TIMEOUT));
    let endpoint = Endpoint { client, ..Endpoint::of_discord(None) };
    let clock = Clock::of_machine();
    let service = Arc::new(TableService::new(store.clone(), clock.clone()));
    let stop = CancellationToken::new();
    let bot = tokio::spawn(bot::serve(Arc::clone(&service), endpoint, local.clone(), stop.clone()));
    bot::until_ready(&local).await;
    local.set_limits(ApiLimits::of_discord());
    let requests = Requests::of(&local);

    let is_over = CancellationToken::new();
    let storm = async {
        let begin = Instant::now();
        clock.put_ahead(BEFORE + MINUTE);
        service.wake_loops();
        let decided = until(begin, async || {
            let due = store.due_tables(clock.read().present, 1).await.expect("the store works");
            due.is_empty()
        });
        let decided = decided.await;
        let announced = until(begin, async || {
            store.pending(Timestamp::MAX, 1).await.expect("the store works").is_empty()
        });
        let announced = announced.await;
        is_over.cancel();
        (decided, announced)
    };
    let playing = play(&local, &mut games, effort.rate, &is_over);
    let ((decided, announced), mut took) = tokio::join!(storm, playing);
    took.sort_by(f64::total_cmp);
    let requests = requests.lock().unwrap_or_else(PoisonError::into_inner).clone();
    println!("\n{} deadlines in one minute, {} channels.\n", effort.due, effort.channels);
    println!("all decided after            {decided:>8.1} s");
    println!("all announced after          {announced:>8.1} s");
    println!("messages posted              {:>8}", requests.posted);
    println!("requests a second            {:>8.1}", f64::from(requests.counted) / announced);
    println!("most requests in one second  {:>8}", requests.most_in_a_second());
    println!("answered with 429            {:>8}", requests.refused);
    println!("not counted here             {:>8}", requests.missed);
    println!("moves made meanwhile         {:>8}", took.len());
    for percent in [50, 99] {
        println!("answer to a move, p{percent}         {:>8.2} ms", part(&took, percent));
    }
    println!();
    stop.cancel();
    bot.await.expect("the bot ends");
    store.close().await.expect("the store closes");
}

/// Waits until something is so, and returns the seconds since `begin`.
async fn until(begin: Instant, is_so: impl AsyncFn() -> bool) -> f64 {
    while !is_so().await {
        assert!(begin.elapsed() < LONGEST, "it takes too long");
        sleep(Duration::from_millis(50)).await;
    }
    begin.elapsed().as_secs_f64()
}

/// Makes turns at a steady rate, whether or not those before are answered, until it is over. Returns
/// what each took, in milliseconds.
async fn play(
    local: &Emulator,
    games: &mut VecDeque<Playing>,
    rate: u32,
    is_over: &CancellationToken,
) -> Vec<f64> {
    let begin = Instant::now();
    let (mut turns, mut took) = (JoinSet::new(), Vec::new());
    for number in 0.. {
        sleep_until(begin + Duration::from_secs(1) * number / rate).await;
        while let Some(done) = turns.try_join_next() {
            let (game, time): (Playing, f64) = done.expect("a turn is made");
            took.push(time);
            if game.goes_on() {
                games.push_back(game);
            }
        }
        if is_over.is_cancelled() && !took.is_empty() {
            break;
        }
        if let Some(mut game) = games.pop_front() {
            let local = local.clone();
            turns.spawn(async move {
                let mut lots = fastrand::Rng::with_seed(number.into());
                let time = game.turn(&local, &mut lots).await;
                (game, time)
            });
        }
    }
    while let Some(done) = turns.join_next().await {
        took.push(done.expect("a turn is made").1);
    }
    took
}

/// Stores the tables that are due, and those that are played at, which it returns.
async fn fill(store: &Arc<SledStore>, effort: &Effort) -> VecDeque<Playing> {
    let now = Clock::of_machine().moment();
    let people = |number: u64| {
        [number % effort.people, (number + 1) % effort.people].map(|it| Seed::person(it).0)
    };
    let mut filling = Filling::of(store.clone());
    for number in 0..effort.due {
        let into_minute = MINUTE.unsigned_abs().as_millis() as u64 * number / effort.due;
        let at = now.time + BEFORE + SignedDuration::from_millis(into_minute.cast_signed());
        let channel = Seed::channel(number % effort.channels).0;
        let table = |begin: Moment| {
            let table = begun(kind_of(number), people(number), channel, begin);
            if number % REMINDERS == 0 {
                before_reminder(table)
            } else {
                after_reminders(after_moves(table, people(number), begin))
            }
        };
        // Where a table is due that begins now, one that begins so much earlier is due in time.
        let due = table(now).due().expect("its clock runs").at();
        let begin = Moment { time: now.time - due.duration_since(at), ..now };
        filling.add(TableId(FIRST_TABLE + number), table(begin)).await;
    }
    let mut playing = VecDeque::new();
    for number in effort.due..effort.due + effort.played {
        let (id, channel) = (FIRST_TABLE + number, number % effort.channels);
        let table = begun(kind_of(number), people(number), Seed::channel(channel).0, now);
        filling.add(TableId(id), table).await;
        playing.push_back(Playing::new(id, channel, people(number), kind_of(number)));
    }
    filling.finish().await;
    playing
}

/// A game in which both have moved twice, so that it can be lost.
fn after_moves(mut table: Table, people: [u64; 2], at: Moment) -> Table {
    for ply in 0..4 {
        let mv = table.game().legal_moves().swap_remove(0);
        let player = PlayerId(people[ply % 2]);
        table.apply(player, &Command::Move(mv), at).expect("a legal move is played");
    }
    table
}
