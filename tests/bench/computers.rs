//! How long a turn between two people takes while the strongest computers think about many games.

use std::sync::Arc;
use std::time::Duration;

use kradan::service::Clock;
use kradan_emulator::{Emulator, Id, Seed};
use kradan_store::Store;
use kradan_table::{ChallengeTerms, ChannelId, Command, Level, PlayerId, Table, TableId};
use serde_json::json;
use tempfile::TempDir;
use tokio::task::JoinSet;

use crate::bots::bot::{self, PATIENCE};
use crate::bots::filling::{FIRST_TABLE, Filling, kind_of};
use crate::bots::part;
use crate::{Bots, CHANNELS, Effort, PEOPLE, fill, options, steady};

/// The first table of a game against a computer.
const AGAINST_COMPUTER: u64 = FIRST_TABLE + 1_000_000_000;

/// How often somebody looks whether the computer has answered.
const LOOK: Duration = Duration::from_millis(50);

/// Measures turns at the steady rate, first alone and then beside so many games, in which somebody moves
/// as soon as the computer has answered.
pub(crate) async fn print(effort: &Effort, games: u64) {
    let folder = TempDir::new().expect("there is a place for files");
    let place = folder.path().display().to_string();
    let store = bot::open(&place).await;
    let mut between_people = fill(store.clone(), effort.running, effort.running).await;
    let now = Clock::of_machine().moment();
    let mut filling = Filling::of(store.clone());
    for number in 0..games {
        let (person, channel) = (person_of(number), Seed::channel(number % CHANNELS).0);
        let terms = ChallengeTerms::of(kind_of(number));
        let mut table = Table::challenge(PlayerId(person.0), terms, ChannelId(channel), now);
        let play = Command::PlayComputer(Level::MAX);
        table.apply(PlayerId(person.0), &play, now).expect("a computer is asked");
        filling.add(TableId(AGAINST_COMPUTER + number), table).await;
    }
    filling.finish().await;
    store.close().await.expect("the store closes");
    drop((filling, store));

    let local = Emulator::start(options()).await.expect("there is a free port");
    let bots = Bots::start_here(&local, &place).await;
    let Bots::Here { store, .. } = &bots else { unreachable!("it is in this process") };
    println!("\n{:>28} {:>8} {:>8} {:>8}", "", "p50 ms", "p99 ms", "answers");
    let mut before = 0;
    for beside in [0, games] {
        let mut people = JoinSet::new();
        for number in 0..beside {
            people.spawn(play(local.clone(), Arc::clone(store), number));
        }
        let mut latencies = steady(&local, &mut between_people, effort.steady).await;
        people.shutdown().await;
        latencies.sort_by(f64::total_cmp);
        let [p50, p99] = [50, 99].map(|percent| part(&latencies, percent));
        let answers = plies(store, games).await;
        let name = format!("beside {beside} games");
        println!("{name:>28} {p50:>8.2} {p99:>8.2} {:>8}", (answers - before) / 2);
        before = answers;
    }
    println!();
    bots.stop().await;
}

fn person_of(number: u64) -> Id {
    Seed::person(number % PEOPLE)
}

/// Makes any move whenever it is the person's turn.
async fn play(local: Emulator, store: Arc<dyn Store>, number: u64) {
    let id = TableId(AGAINST_COMPUTER + number);
    let mut lots = fastrand::Rng::with_seed(number);
    loop {
        let stored = store.table(id).await.expect("the store answers").expect("the table is there");
        if !stored.table.is_running() {
            return;
        }
        if stored.table.computer_to_move().is_some() {
            tokio::time::sleep(LOOK).await;
            continue;
        }
        let mut moves = stored.table.game().legal_moves();
        moves.retain(|it| !it.contains(':'));
        let mv = lots.choice(moves).expect("the game goes on");
        let options = json!({ "move": mv, "game": id.0.to_string() });
        let person = local.as_user(person_of(number));
        let asked = person.command(Seed::channel(number % CHANNELS), "move", options);
        asked.expect("the command is there").answered(PATIENCE).await.expect("the bot answers");
    }
}

/// The plies of all games against the computer.
async fn plies(store: &Arc<dyn Store>, games: u64) -> usize {
    let ids = (0..games).map(|number| TableId(AGAINST_COMPUTER + number)).collect();
    let stored = store.tables(ids).await.expect("the store answers");
    stored.iter().map(|(_, it)| it.table.game().plies()).sum()
}
