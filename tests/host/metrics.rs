//! The metrics of the program, as Prometheus scrapes them.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use kradan_emulator::{ANN, BEN, Emulator, GAMES, Options, Outage};
use reqwest::Client;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::runtime::Builder;

use crate::host::kradan_at;
use kradan_test_servers::program::{CONNECTED, Program, REGISTERED, SOON};

const DASHBOARD: &str = include_str!("../../assets/host/grafana.json");
const ALERTS: &str = include_str!("../../assets/host/alerts.yml");

/// The longest time that a scrape may take.
const SCRAPE_MAX: Duration = Duration::from_millis(20);

async fn get(client: &Client, url: &str) -> (u16, String) {
    let answer = client.get(url).send().await.unwrap();
    (answer.status().as_u16(), answer.text().await.unwrap())
}

/// Asks until the answer has this in it, and returns the whole answer.
async fn says(client: &Client, url: &str, part: &str) -> String {
    says_so(client, url, part, |answer| answer.contains(part)).await
}

/// Asks until the answer is as it is to be, and returns it.
async fn says_so(client: &Client, url: &str, part: &str, is_so: impl Fn(&str) -> bool) -> String {
    let said = async {
        loop {
            let answer = client.get(url).send().await.unwrap().text().await.unwrap();
            if is_so(&answer) {
                return answer;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(SOON, said).await.unwrap_or_else(|_| panic!("{url} never says {part:?}"))
}

/// The names of Kradan's metrics in a text, without the endings of histograms.
fn metrics_in(text: &str) -> BTreeSet<&str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let metrics = words.filter(|word| word.starts_with("kradan_") || word.starts_with("process_"));
    metrics.map(|metric| metric.trim_end_matches("_bucket")).collect()
}

/// A program whose metrics are scraped, and where.
async fn scraped(local: &Emulator, home: &TempDir) -> (Program, String) {
    let mut command = kradan_at(local, home.path());
    let program = Program::start(command.env("KRADAN_METRICS", "127.0.0.1:0"));
    let line = program.says("metrics are served").await;
    let url = line.split("url=").nth(1).unwrap().trim().trim_matches('"').to_owned();
    program.says(CONNECTED).await;
    (program, url)
}

/// The emulator's world is locked until the loss is scraped, so that no session is resumed before; whatever
/// waits for the lock meanwhile, the scraper has a runtime of its own.
#[tokio::test(flavor = "multi_thread")]
async fn a_gateway_that_falls_silent_is_told_by_the_metrics() {
    let heartbeat = Duration::from_millis(500);
    let options = Options { heartbeat, response_timeout: SOON, ..Options::default() };
    let (local, home) = (Emulator::start(options).await.unwrap(), TempDir::new().unwrap());
    let (program, url) = scraped(&local, &home).await;
    let client = Client::new();
    says(&client, &url, "kradan_gateway_connected 1\n").await;

    let (silent, at) = (local.clone(), url.clone());
    let lost = tokio::task::spawn_blocking(move || {
        let scraper = Builder::new_current_thread().enable_all().build().unwrap();
        silent.read(|_| {
            silent.outage(Outage::Silence);
            scraper.block_on(says(&Client::new(), &at, "kradan_gateway_connected 0\n"))
        })
    });
    lost.await.unwrap();
    let reason = "kradan_gateway_reconnects_total{reason=\"silent\"} ";
    let is_counted =
        |answer: &str| answer.contains(reason) && !answer.contains(&format!("{reason}0\n"));
    says_so(&client, &url, reason, is_counted).await;
    says(&client, &url, "kradan_gateway_connected 1\n").await;
    let asked = local.as_user(ANN).command(GAMES, "games", json!({})).unwrap();
    asked.message(SOON).await.unwrap();
    program.terminate();
    assert!(program.ended().await.status.success());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_happens_is_scraped() {
    let options = Options { response_timeout: SOON, ..Options::default() };
    let (local, home) = (Emulator::start(options).await.unwrap(), TempDir::new().unwrap());
    let (program, url) = scraped(&local, &home).await;
    program.says(REGISTERED).await;
    let client = Client::new();
    let at = |path: &str| url.replace("/metrics", path);
    says(&client, &at("/readyz"), "ready\n").await;
    assert_eq!(get(&client, &at("/healthz")).await, (200, "ok\n".to_owned()));
    assert_eq!(get(&client, &at("/interactions")).await.0, 404);

    let options = json!({ "game": "othello", "opponent": BEN.0.to_string(), "side": "first" });
    let challenge = local.as_user(ANN).command(GAMES, "play", options).unwrap();
    let challenge = challenge.message(SOON).await.unwrap();
    let accept = &challenge.controls()[0]["custom_id"];
    let accepted = local.as_user(BEN).click(challenge.id, accept.as_str().unwrap()).unwrap();
    accepted.message(SOON).await.unwrap();
    for text in ["zz", "f5"] {
        let moved = local.as_user(ANN).command(GAMES, "move", json!({ "move": text })).unwrap();
        moved.message(SOON).await.unwrap();
    }
    // The bot hears last that its response was taken.
    says(&client, &url, "kradan_response_seconds_count 4\n").await;
    let scraped = says(&client, &url, "kradan_games_running 1\n").await;
    for line in [
        "kradan_interactions_total{command=\"play\",result=\"done\"} 1",
        "kradan_interactions_total{command=\"accept\",result=\"done\"} 1",
        "kradan_interactions_total{command=\"move\",result=\"done\"} 1",
        "kradan_interactions_total{command=\"move\",result=\"refused\"} 1",
        "kradan_rate_limits_total 0",
        "kradan_gateway_shards 1",
        "kradan_gateway_connected 1",
        "kradan_searches_running 0",
        "kradan_jobs_waiting{kind=\"Erase\"} 0",
    ] {
        assert!(scraped.lines().any(|scraped| scraped == line), "{line} in {scraped}");
    }
    for id in [ANN, BEN, GAMES] {
        assert!(!scraped.contains(&id.to_string()), "{id} in {scraped}");
    }
    // What is shown and what alerts is there.
    for text in [DASHBOARD, ALERTS] {
        for metric in metrics_in(text) {
            assert!(scraped.contains(&format!("# TYPE {metric} ")), "{metric} in {scraped}");
        }
    }
    let described = scraped.lines().filter_map(|line| line.strip_prefix("# TYPE "));
    for metric in described.filter_map(|line| line.split(' ').next()) {
        assert!(scraped.contains(&format!("# HELP {metric} ")), "{metric} in {scraped}");
        assert!(DASHBOARD.contains(metric) || ALERTS.contains(metric), "{metric} is not shown");
    }
    let mut quickest = Duration::MAX;
    for _ in 0..20 {
        let begun = Instant::now();
        assert_eq!(get(&client, &url).await.0, 200);
        quickest = quickest.min(begun.elapsed());
    }
    assert!(quickest < SCRAPE_MAX, "{quickest:?}");

    local.stop().await;
    says(&client, &url, "kradan_gateway_connected 0\n").await;
    let lost = (503, "the gateway is not connected\n".to_owned());
    assert_eq!(get(&client, &at("/readyz")).await, lost);
    program.terminate();
    let ended = program.ended().await;
    assert!(ended.status.success(), "{ended:?}");
}

#[test]
fn the_dashboard_and_the_alerts_can_be_used() {
    let dashboard: Value = serde_json::from_str(DASHBOARD).unwrap();
    let panels = dashboard["panels"].as_array().unwrap();
    for panel in panels {
        let targets = panel["targets"].as_array().unwrap();
        assert!(targets.iter().all(|target| target["expr"].is_string()), "{panel:#}");
    }
    assert_eq!(ALERTS.matches("- alert: ").count(), 5);
    let alerts = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/host/alerts.yml");
    match Command::new("promtool").args(["check", "rules"]).arg(alerts).output() {
        Ok(checked) => assert!(checked.status.success(), "{checked:?}"),
        Err(error) => assert_eq!(error.kind(), ErrorKind::NotFound, "promtool is optional"),
    }
}

#[tokio::test]
async fn a_check_and_a_start_say_where_metrics_are() {
    let (local, home) =
        (Emulator::start(Options::default()).await.unwrap(), TempDir::new().unwrap());
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let run = async |arguments: &[&str]| {
        let mut command = kradan_at(&local, home.path());
        let command = command.args(arguments).env("KRADAN_METRICS", &address);
        Program::start(command).ended().await
    };
    let checked = run(&["check"]).await;
    assert!(checked.status.success(), "{checked:?}");
    for part in [
        &format!("metrics        for Prometheus, at {address}\n"),
        "metrics.address from KRADAN_METRICS",
    ] {
        assert!(checked.out.contains(part), "{part:?} in {}", checked.out);
    }
    let ended = run(&[]).await;
    assert_eq!(ended.status.code(), Some(2), "{ended:?}");
    assert!(ended.err.contains(&format!("cannot listen at {address}")), "{ended:?}");
}
