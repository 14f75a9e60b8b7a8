//! The end of the process, at any moment.

use std::path::Path;
use std::thread;
use std::time::Duration;

use crate::power::verify::verify;
use crate::power::writer::{Acknowledged, Writer};

#[test]
fn what_was_acknowledged_outlives_the_process() {
    kill(20, Writer::start);
}

#[test]
#[ignore = "slow"]
fn what_was_acknowledged_outlives_the_process_many_times() {
    kill(100, Writer::start);
}

#[test]
fn what_was_acknowledged_outlives_a_kill_while_the_store_is_rewritten() {
    kill(20, Writer::start_rewriting);
}

#[test]
#[ignore = "slow"]
fn what_was_acknowledged_outlives_many_kills_while_the_store_is_rewritten() {
    kill(100, Writer::start_rewriting);
}

/// Kills a writer again and again, now and then while it opens the store, and every tenth time
/// begins with an empty folder.
fn kill(rounds: u32, start: fn(&Path) -> Writer) {
    let mut folder = tempfile::tempdir().unwrap();
    let mut promised = Acknowledged::new();
    let mut acknowledged = 0;
    for round in 0..rounds {
        if round % 10 == 0 {
            folder = tempfile::tempdir().unwrap();
            promised.clear();
        }
        let writer = start(folder.path());
        if round % 2 == 1 {
            writer.await_acknowledged();
        }
        thread::sleep(Duration::from_millis(fastrand::u64(1..400)));
        let told = writer.kill();
        acknowledged += told.len();
        promised.extend(told);
        promised = verify(folder.path(), &promised);
    }
    assert!(acknowledged > 0);
}
