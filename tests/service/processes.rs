//! Several processes over one store.

use std::sync::Arc;

use jiff::SignedDuration;
use kradan::service::{Clock, TableService};
use kradan_store::SledStore;

use crate::service::test_service::*;

/// A process that has started.
async fn process(store: &Arc<SledStore>, clock: &Clock) -> TableService {
    let service = TableService::new(store.clone(), clock.clone());
    service.record_heartbeat().await.unwrap();
    service
}

/// Lets time pass for several clocks.
fn pass(clocks: &[&Clock], seconds: i64) {
    for clock in clocks {
        clock.advance(seconds);
    }
}

#[tokio::test]
async fn a_second_process_counts_the_running_time_of_the_first() {
    let folder = tempfile::TempDir::new().unwrap();
    let store = Arc::new(SledStore::open(folder.path()).unwrap());
    let date = "2026-11-20T00:00:00Z".parse().unwrap();
    let (first, second) = (Clock::by_hand(date), Clock::by_hand(date));
    drop(process(&store, &first).await);
    // Nobody is there for a day.
    pass(&[&first, &second], DAY);
    let again = process(&store, &first).await;
    for _ in 0..10 {
        pass(&[&first, &second], 20);
        again.record_heartbeat().await.unwrap();
    }
    pass(&[&first, &second], 7);
    let _other = process(&store, &second).await;
    let apart = second.read().present.duration_since(first.read().present);
    assert!(apart.abs() < SignedDuration::from_secs(1), "{apart}");
    let credited = second.read().credited.as_secs();
    assert!((DAY - 60..=DAY).contains(&credited), "{credited}");
}

#[tokio::test]
async fn who_is_absent_while_another_process_is_there_credits_nobody() {
    let folder = tempfile::TempDir::new().unwrap();
    let store = Arc::new(SledStore::open(folder.path()).unwrap());
    let date = "2026-11-20T00:00:00Z".parse().unwrap();
    let (first, second) = (Clock::by_hand(date), Clock::by_hand(date));
    let (one, other) = (process(&store, &first).await, process(&store, &second).await);
    for _ in 0..100 {
        pass(&[&first, &second], 20);
        one.record_heartbeat().await.unwrap();
    }
    other.record_heartbeat().await.unwrap();
    let apart = second.read().present.duration_since(first.read().present);
    assert!(apart.abs() < SignedDuration::from_secs(1), "{apart}");
    // Both were absent: the time is credited by both.
    pass(&[&first, &second], DAY);
    for service in [&one, &other] {
        service.record_heartbeat().await.unwrap();
    }
    for clock in [&first, &second] {
        let credited = clock.read().credited.as_secs();
        assert!((DAY - 60..=DAY).contains(&credited), "{credited}");
    }
}
