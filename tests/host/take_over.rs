//! A folder with a journal, as the version before 0.2 left it, is taken over by the first start.

use std::fs::File;
use std::process::Stdio;
use std::time::Duration;

use flate2::read::GzDecoder;
use kradan_store::{SledStore, Store as _, TableStore as _};
use kradan_table::TableId;
use tempfile::TempDir;

use crate::host::kradan;

/// Games on a bank, without a limit, paused, and with a pause offered, a planned line and an asked
/// reminder, and three that ended by time or by a moderator.
const ARCHIVE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/games-2.tar.gz");

/// The table with an asked reminder.
const REMINDED: TableId = TableId(1_574_605_148_041_248_770);

/// Every row reads, every game is played, and what is listed is what should be.
#[tokio::test]
async fn a_folder_with_a_journal_is_taken_over_whatever_kills_the_start() {
    for round in 0..20 {
        let home = TempDir::new().unwrap();
        let games = home.path().join("games");
        let archive = GzDecoder::new(File::open(ARCHIVE).unwrap());
        tar::Archive::new(archive).unpack(&games).unwrap();
        assert!(games.join("journal").is_dir());
        let mut check = kradan(home.path());
        let mut check = check
            .arg("check")
            .env("KRADAN_FOLDER", "games")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        tokio::time::sleep(Duration::from_millis(4 * round)).await;
        check.kill().unwrap();
        check.wait().unwrap();
        let store = SledStore::open(&games).unwrap();
        let reminded = store.table(REMINDED).await.unwrap().expect("it is there");
        assert!(reminded.table.asked_reminder().is_some());
        assert!(store.heartbeat().await.unwrap().is_some());
        store.close().await.unwrap();
        drop(store);
        assert!(!games.join("journal").exists());
        let verified = SledStore::verify(&games).unwrap();
        assert_eq!((verified.tables, verified.faults), (9, vec![]));
    }
}
