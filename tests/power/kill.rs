//! The end of the process, at any moment.

use std::thread;
use std::time::Duration;

use crate::verify::verify;
use crate::writer::{Acknowledged, Writer};

#[test]
fn what_was_acknowledged_outlives_the_process() {
    kill(20);
}

#[test]
#[ignore = "slow"]
fn what_was_acknowledged_outlives_the_process_many_times() {
    kill(100);
}

/// Kills a writer again and again, now and then while it opens the store, and every tenth time
/// begins with an empty folder.
fn kill(rounds: u32) {
    let mut folder = tempfile::tempdir().unwrap();
    let mut promised = Acknowledged::new();
    let mut acknowledged = 0;
    for round in 0..rounds {
        if round % 10 == 0 {
            folder = tempfile::tempdir().unwrap();
            promised.clear();
        }
        let writer = Writer::start(folder.path());
        thread::sleep(Duration::from_millis(fastrand::u64(1..400)));
        let told = writer.kill();
        acknowledged += told.len();
        promised.extend(told);
        promised = verify(folder.path(), &promised);
    }
    assert!(acknowledged > 0, "no writer came to write");
}
