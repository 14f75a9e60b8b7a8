//! What the list of a server's best players costs among few players and among a million, in both stores, and
//! what a change of a rating costs, which moves its player in the list.
//!
//! `cargo bench -p kradan-bench --bench leaderboard` prints medians; with `-- --quick` it only sees that it
//! works.

#![allow(clippy::print_stdout, reason = "the table is what this program is for")]
#![allow(clippy::cast_precision_loss, reason = "counts are far below 2^52")]

#[allow(dead_code, reason = "records of games are not needed here")]
mod common;

use std::path::Path;
use std::time::Instant;

use jiff::Timestamp;
use kradan_rules::GameKind;
use kradan_store::{BackupStore, Item, Leaderboard, PostgresStore, Profile, Rating, SledStore};
use kradan_table::{GuildId, PlayerId};
use kradan_test_servers::postgres::Postgres;

const SERVER: GuildId = GuildId(7);

/// How many players `/leaderboard` reads.
const READ: usize = 1_000;

/// How many profiles are stored at once.
const STORED: usize = 5_000;

/// Microseconds of a list and of a change.
struct Measured {
    list: f64,
    change: f64,
}

#[tokio::main]
async fn main() {
    let (few, many, runs) =
        if common::is_in_full() { (1_000, 1_000_000, 201) } else { (1_000, 5_000, 5) };
    println!("{:10} {:>9} {:>10} {:>10}", "store", "players", "list, µs", "change, µs");
    let server = Postgres::start(&[]);
    for is_sled in [true, false] {
        let mut measured = Vec::new();
        for count in [few, many] {
            let folder = tempfile::tempdir().expect("a folder");
            let address = match &server {
                _ if is_sled => None,
                Some(server) => Some(server.address(&format!("players{count}"))),
                None => continue,
            };
            let store = open(folder.path(), address.as_deref()).await;
            fill(&*store, count).await;
            store.close().await.expect("it closes");
            drop(store);
            // After the start nothing waits to be written any more.
            let store = open(folder.path(), address.as_deref()).await;
            let it = measure(&*store, count, runs).await;
            let name = if is_sled { "sled" } else { "PostgreSQL" };
            println!("{name:10} {count:>9} {:>10.0} {:>10.0}", it.list, it.change);
            measured.push(it);
            store.close().await.expect("it closes");
        }
        if let [few, many] = &measured[..] {
            let ratios = (many.list / few.list, many.change / few.change);
            println!("{:10} {:>9} {:>10.2} {:>10.2}", "", "ratio", ratios.0, ratios.1);
        }
    }
}

/// The store in a folder, or at an address.
async fn open(folder: &Path, address: Option<&str>) -> Box<dyn BackupStore> {
    match address {
        None => Box::new(SledStore::open(folder).expect("the folder opens")),
        Some(address) => Box::new(PostgresStore::open(address).await.expect("the database opens")),
    }
}

/// The profile of a player, whose rating follows from the number.
fn profile(number: u64) -> Profile {
    let mut profile = Profile { name: format!("Player {number}"), ..Profile::default() };
    let spread = (number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as f64 / f64::from(1 << 24);
    let at = Some(Timestamp::UNIX_EPOCH);
    let rating =
        Rating { value: 900.0 + 1_200.0 * spread, deviation: 60.0, games: 9, at, ..Rating::NEW };
    profile.ratings.count(GameKind::Makruk, rating, Some(SERVER));
    profile
}

async fn fill(store: &dyn BackupStore, count: u64) {
    for first in (1..=count).step_by(STORED) {
        let numbers = first..(first + STORED as u64).min(count + 1);
        let items = numbers.map(|it| Item::Profile(PlayerId(it), Box::new(profile(it)))).collect();
        store.put_items(items).await.expect("profiles are stored");
    }
}

async fn measure(store: &dyn BackupStore, count: u64, runs: u64) -> Measured {
    let list = Leaderboard { server: SERVER, kind: GameKind::Makruk, month: None };
    let (mut lists, mut changes) = (Vec::new(), Vec::new());
    for run in 0..runs {
        let began = Instant::now();
        let players = store.leaderboard(list, READ).await.expect("it is read");
        lists.push(began.elapsed().as_secs_f64() * 1e6);
        assert_eq!(players.len(), READ);
        let player = PlayerId(1 + run.wrapping_mul(7_919) % count);
        let change = |it: &mut Profile| {
            if let Some(rating) = it.ratings.of.get_mut(&GameKind::Makruk) {
                rating.value += 17.0;
            }
        };
        let began = Instant::now();
        store.update_profile(player, Box::new(change)).await.expect("it is stored");
        changes.push(began.elapsed().as_secs_f64() * 1e6);
    }
    Measured { list: common::median(lists), change: common::median(changes) }
}
