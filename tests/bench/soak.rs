//! How large the program stays, and how soon it is scraped, while turns are made for a long time.

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::io::{self, Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use kradan_emulator::Emulator;
use kradan_test_servers::program::{CONNECTED, Program, REGISTERED};
use tempfile::TempDir;

use crate::bots::playing::Playing;
use crate::bots::{bot, part};
use crate::common::median;
use crate::{fill, kradan_at, options};

/// The running games whose turns are made; the others stand still.
const PLAYED: u64 = 4_000;

/// Turns a second.
const RATE: u32 = 20;

/// Scrapes of each line.
const SCRAPES: usize = 5;

/// Makes turns for so many minutes at a program of its own that has so many running games, and prints
/// its memory and the time of a scrape, first each minute and then each tenth.
pub(crate) async fn print(minutes: u64, stored: u64) {
    let folder = TempDir::new().expect("there is a place for files");
    let store = bot::open(&folder.path().join("games").display().to_string()).await;
    let mut games: VecDeque<Playing> = fill(store.clone(), PLAYED.min(stored), stored).await.into();
    store.close().await.expect("the store closes");
    drop(store);
    let local = Emulator::start(options()).await.expect("there is a free port");
    let mut command = kradan_at(&local, folder.path());
    let program = Program::start(command.env("KRADAN_METRICS", "127.0.0.1:0"));
    let line = program.says("metrics are served").await;
    let url = line.split("http://").nth(1).expect("the program says where");
    let address = url.split('/').next().unwrap_or_default().to_owned();
    program.says(CONNECTED).await;
    program.says(REGISTERED).await;

    println!("\n{stored} running games, {RATE} turns a second, at {address}.\n");
    println!(
        "{:>8} {:>8} {:>8} {:>8} {:>8} {:>10}",
        "minute", "turns", "p50 ms", "p99 ms", "RSS MB", "scrape ms"
    );
    let begin = tokio::time::Instant::now();
    let mut lots = fastrand::Rng::with_seed(0);
    let (mut latencies, mut sizes, mut made) = (Vec::new(), Vec::new(), 0);
    for minute in 0..=minutes {
        while begin.elapsed().as_secs() < minute * 60 {
            tokio::time::sleep_until(begin + Duration::from_secs(1) * made / RATE).await;
            let Some(mut playing) = games.pop_front() else { return println!("all is played") };
            latencies.push(playing.turn(&local, &mut lots).await);
            made += 1;
            if playing.goes_on() {
                games.push_back(playing);
            }
        }
        let memory = bot::resident_mb(program.id());
        if minute > 0 {
            sizes.push(memory);
        }
        if minute > 10 && minute % 10 != 0 {
            continue;
        }
        latencies.sort_by(f64::total_cmp);
        let [p50, p99] = [50, 99].map(|percent| match &latencies[..] {
            [] => f64::NAN,
            all => part(all, percent),
        });
        let scraped = (0..SCRAPES).map(|_| scrape(&address).expect("metrics are served"));
        let scrape = median(scraped.collect());
        println!("{minute:>8} {made:>8} {p50:>8.2} {p99:>8.2} {memory:>8.1} {scrape:>10.2}");
        latencies.clear();
    }
    // The first quarter is for caches to fill.
    let settled = &sizes[sizes.len() / 4..];
    let least = settled.iter().copied().fold(f64::INFINITY, f64::min);
    let most = settled.iter().copied().fold(0.0, f64::max);
    println!("\nafter a quarter of the time between {least:.1} and {most:.1} MB\n");
}

/// Scrapes the metrics once, and returns how many milliseconds it took.
fn scrape(address: &str) -> io::Result<f64> {
    let begin = Instant::now();
    let mut stream = TcpStream::connect(address)?;
    let mut request = String::new();
    _ = write!(request, "GET /metrics HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes())?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    assert!(answer.contains("kradan_gateway_connected"), "{answer}");
    Ok(begin.elapsed().as_secs_f64() * 1e3)
}
