//! Folders, controls and configurations of earlier versions load, and their games go on.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use flate2::read::GzDecoder;
use kradan::config::Config;
use kradan::service::RemindBy;
use kradan_emulator::{ANN, BEN, Emulator, GAMES, Options};
use kradan_rules::Side;
use kradan_rules::makruk::Act;
use kradan_store::{PeopleStore as _, SledStore, TableStore as _};
use kradan_table::{
    AbortReason, Ending, Event, MakrukEnding, MakrukEvent, PlayerId, Table, TableId,
};
use serde_json::json;
use tempfile::TempDir;

use crate::host::{kradan, kradan_at};
use kradan_test_servers::program::{CONNECTED, Program, REGISTERED, SOON};

fn fixture(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests", "fixtures", name].iter().collect()
}

/// A copy of the folder in an archive, at `games` in the temporary folder.
fn unpacked(name: &str) -> TempDir {
    let home = TempDir::new().unwrap();
    let archive = GzDecoder::new(File::open(fixture(name)).unwrap());
    tar::Archive::new(archive).unpack(home.path().join("games")).unwrap();
    home
}

/// Kradan with a copy of the folder in an archive. The emulator is a new one, so no earlier message
/// is there.
async fn started_on(archive: &str) -> (TempDir, Emulator, Program) {
    let home = unpacked(archive);
    let local = Emulator::start(Options::default()).await.unwrap();
    let program = Program::start(&mut kradan_at(&local, home.path()));
    program.says(CONNECTED).await;
    program.says(REGISTERED).await;
    (home, local, program)
}

/// The tables of `games-2.tar.gz`, and what is stored of each.
fn second_tables() -> Vec<(TableId, String)> {
    let text = fs::read_to_string(fixture("tables-2.txt")).unwrap();
    let table = |line: &str| {
        let (id, stored) = line.split_once('\t').expect("a number and its JSON");
        (TableId(id.parse().unwrap()), stored.to_owned())
    };
    text.lines().map(table).collect()
}

#[tokio::test]
async fn every_table_of_the_second_form_is_read_to_the_letter() {
    let home = unpacked("games-2.tar.gz");
    let store = SledStore::open(&home.path().join("games")).unwrap();
    let tables = second_tables();
    assert_eq!(tables.len(), 9);
    let mut read = Vec::new();
    for (id, stored) in tables {
        let row = store.table(id).await.unwrap().expect("every table is there");
        assert_eq!(serde_json::to_string(&row.table).unwrap(), stored, "{id:?}");
        read.push(row.table);
    }
    assert_eq!(read.iter().filter(|it| it.paused_since().is_some()).count(), 1);
    assert_eq!(read.iter().filter(|it| it.pause_offer().is_some()).count(), 1);
    assert_eq!(read.iter().filter(|it| it.asked_reminder().is_some()).count(), 1);
    let endings: Vec<_> = read.iter().filter_map(Table::ending).collect();
    let aborted =
        [AbortReason::OutOfTime(Side::First), AbortReason::Moderator].map(Ending::Aborted);
    assert_eq!(endings, [Ending::OutOfTime(Side::First), aborted[0], aborted[1]]);
    let person = async |id: u64| store.profile(PlayerId(id)).await.unwrap().unwrap();
    let ben = person(1_300_000_000_000_000_012).await;
    assert_eq!((ben.zone.as_deref(), ben.quiet), (Some("Asia/Bangkok"), "22-7".parse().ok()));
    let dai = person(1_300_000_000_000_000_014).await;
    assert_eq!(dai.remind_by, RemindBy::DirectMessage);
}

/// The first start makes the changes of the journal in the database, and may be killed at any moment.
#[tokio::test]
async fn a_folder_with_a_journal_is_taken_over_whatever_kills_the_start() {
    for round in 0..20 {
        let home = unpacked("games-2.tar.gz");
        let games = home.path().join("games");
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
        for (id, stored) in second_tables() {
            let row = store.table(id).await.unwrap().expect("every table is there");
            assert_eq!(serde_json::to_string(&row.table).unwrap(), stored, "{id:?}");
        }
        drop(store);
        assert!(!games.join("journal").exists());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn games_of_the_second_form_are_played_on() {
    let (_home, local, program) = started_on("games-2.tar.gz").await;
    let tables = second_tables();
    let of = |part: &str| {
        let (id, _) = tables.iter().find(|(_, stored)| stored.contains(part)).unwrap();
        id.0.to_string()
    };
    let (unlimited, planned) = (of("no_holidays"), of("\"plans\""));
    let asks = [
        (ANN, "game", json!({ "game": unlimited }), "a corner"),
        (ANN, "if", json!({ "game": planned }), "`d6`"),
        (BEN, "move", json!({ "game": planned, "move": "c5" }), "`d6`"),
    ];
    for (who, name, options, expected) in asks {
        let asked = local.as_user(who).command(GAMES, name, options).unwrap();
        let said = asked.message(SOON).await.unwrap();
        assert!(said.content().contains(expected), "/{name}: {}", said.content());
    }
    program.terminate();
    assert!(program.ended().await.status.success());
}

#[test]
fn a_configuration_of_the_first_form_is_read() {
    let text = fs::read_to_string(fixture("config-1.toml")).unwrap();
    let config = Config::read(&text, |_| None).unwrap();
    assert_eq!(config.discord.token.expose(), Some("MTIz.abc.def"));
    assert_eq!(config.store.folder, Path::new("somewhere/games"));
    assert_eq!(config.local.address.port(), 4_111);
    assert_eq!(config.log.level, "warn");
}

/// Events as they are stored, to the letter.
const EVENTS: [&str; 50] = [
    r#"{"challenged":{"challenger":1,"opponent":null}}"#,
    r#"{"accepted":{"seats":{"first":1,"second":2},"furigoma":null}}"#,
    r#"{"accepted":{"seats":{"first":1,"second":2},"furigoma":{"thrower":1,"promoted":[true,false,false,true,true]}}}"#,
    r#""no-thread""#,
    r#""declined""#,
    r#""cancelled""#,
    r#""lapsed""#,
    r#"{"moved":{"side":"first","ply":1,"text":"f5","said":null}}"#,
    r#"{"moved":{"side":"second","ply":80,"text":"d1d7","said":5}}"#,
    r#"{"passed":{"side":"second","ply":8}}"#,
    r#"{"count-announced":{"side":"first","act":"claim"}}"#,
    r#"{"count-announced":{"side":"first","act":"skip"}}"#,
    r#"{"count-announced":{"side":"second","act":"stop"}}"#,
    r#"{"count-left":{"side":"second"}}"#,
    r#"{"draw-offered":{"side":"first"}}"#,
    r#"{"draw-declined":{"side":"second"}}"#,
    r#"{"takeback-asked":{"side":"first","plies":[3,4]}}"#,
    r#"{"takeback-refused":{"side":"second"}}"#,
    r#"{"taken-back":{"plies":2}}"#,
    r#"{"shown":5}"#,
    r#"{"reminded":{"side":"first"}}"#,
    r#"{"ended":{"rules":{"verdict":{"win":"first"},"reason":"checkmate"}}}"#,
    r#"{"ended":{"rules":{"verdict":"draw","reason":"count"}}}"#,
    r#"{"ended":{"resigned":"second"}}"#,
    r#"{"ended":{"out-of-time":"first"}}"#,
    r#"{"ended":"agreed"}"#,
    r#"{"ended":"bare-khuns"}"#,
    r#"{"ended":"repetition"}"#,
    r#"{"ended":"too-long"}"#,
    r#"{"reminded":{"side":"first","reminder":"half"}}"#,
    r#"{"reminded":{"side":"first","reminder":"twentieth"}}"#,
    r#"{"reminded":{"side":"second","reminder":"asked"}}"#,
    r#"{"reminder-set":{"side":"first"}}"#,
    r#"{"draw-withdrawn":{"side":"first"}}"#,
    r#"{"takeback-withdrawn":{"side":"second"}}"#,
    r#"{"pause-offered":{"side":"first"}}"#,
    r#"{"pause-declined":{"side":"second"}}"#,
    r#"{"pause-withdrawn":{"side":"first"}}"#,
    r#"{"paused":{"side":"second"}}"#,
    r#"{"resumed":{"side":"first"}}"#,
    r#"{"resumed":{"side":null}}"#,
    r#"{"holiday-began":{"side":"first","until":"2026-12-02T01:58:42Z"}}"#,
    r#"{"holiday-began":{"side":"second","until":"2026-12-02T01:58:42Z","is_automatic":true}}"#,
    r#"{"holiday-ended":{"side":"first"}}"#,
    r#"{"time-given":{"side":"first","hours":24}}"#,
    r#"{"aborted-by-moderator":{"reason":"insults"}}"#,
    r#"{"ended":{"out-of-time-drawn":"second"}}"#,
    r#"{"ended":{"aborted":{"out-of-time":"first"}}}"#,
    r#"{"ended":{"aborted":{"erased":"second"}}}"#,
    r#"{"taken-back":{"plies":2,"left":3,"moves":["d3","c3"]}}"#,
];

/// Tables as they are stored, to the letter: a count that is announced, a game that is over in a way
/// of its own, one that was never played, and one with weekends off.
const STORED_TABLES: [&str; 7] = [
    r#"{"game":{"game":"makruk","start":"4k3/8/8/3M~4/8/8/8/4K2R w","moves":[],"position":"4k3/8/8/3M~4/8/8/8/4K2R w"},"pace":3,"place":5,"phase":{"playing":{"seats":{"first":1,"second":2},"thinking_since":"2026-11-22T00:34:21.823929018Z","is_reminded":false,"draw_offer":null,"takeback":null,"acts":{"first":"claim","second":null}}}}"#,
    r#"{"game":{"game":"othello","moves":["f5"],"position":"---------------------------OX------XXX-------------------------- O"},"pace":3,"place":5,"phase":{"playing":{"seats":{"first":1,"second":2},"thinking_since":"2026-11-22T00:34:21.823929018Z","is_reminded":true,"draw_offer":"first","takeback":{"side":"first","plies":1},"acts":{"first":null,"second":null},"draw_declined":{"first":null,"second":1}}}}"#,
    r#"{"game":{"game":"makruk","moves":[],"position":"rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w"},"pace":3,"place":5,"phase":{"over":{"seats":{"first":1,"second":2},"ending":"bare-khuns"}}}"#,
    r#"{"game":{"game":"ogi","moves":[],"position":"lnsik^snl/1r4b1/pppppppp/8/8/PPPPPPPP/1B4R1/LNSIK^SNL / O/o"},"pace":3,"place":5,"phase":{"withdrawn":{"challenger":1,"since":"2026-11-22T00:34:21Z"}}}"#,
    r#"{"game":{"game":"makruk","moves":[],"position":"rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w"},"pace":3,"place":5,"phase":{"over":{"seats":{"first":1,"second":2},"ending":"bare-khuns","since":"2026-11-22T00:34:21Z"}}}"#,
    r#"{"game":{"game":"ogi","moves":[],"position":"lnsik^snl/1r4b1/pppppppp/8/8/PPPPPPPP/1B4R1/LNSIK^SNL / O/o"},"pace":3,"place":5,"phase":{"withdrawn":{"challenger":1,"since":"2026-11-22T00:34:21Z","has_lapsed":true}}}"#,
    r#"{"game":{"game":"othello","moves":["f5"],"position":"---------------------------OX------XXX-------------------------- O"},"pace":3,"place":5,"phase":{"playing":{"seats":{"first":1,"second":2},"thinking_since":"2026-11-22T00:34:21.823929018Z","clocks":{"weekends":{"zones":{"first":null,"second":"Asia/Bangkok"}},"away":"PT5M"},"is_reminded":false,"draw_offer":null,"takeback":null,"acts":{"first":null,"second":null}}},"weekends_off":true}"#,
];

#[test]
fn an_event_is_stored_as_it_was() {
    for stored in EVENTS {
        let event: Event = serde_json::from_str(stored).unwrap();
        assert_eq!(serde_json::to_string(&event).unwrap(), stored);
    }
    let read = |stored| serde_json::from_str::<Event>(stored).unwrap();
    let (side, act) = (Side::First, Act::Claim);
    assert_eq!(read(EVENTS[10]), MakrukEvent::CountAnnounced { side, act }.into());
    assert_eq!(read(EVENTS[13]), MakrukEvent::CountLeft { side: Side::Second }.into());
    assert_eq!(read(EVENTS[26]), Event::Ended(MakrukEnding::BareKhuns.into()));
    for unknown in [r#""count-left""#, r#"{"count-left":{}}"#, r#"{"ended":"bare-kings"}"#] {
        assert!(serde_json::from_str::<Event>(unknown).is_err(), "{unknown}");
    }
}

#[test]
fn a_table_is_stored_as_it_was() {
    for stored in STORED_TABLES {
        let table: Table = serde_json::from_str(stored).unwrap();
        assert_eq!(serde_json::to_string(&table).unwrap(), stored);
    }
    let table: Table = serde_json::from_str(STORED_TABLES[0]).unwrap();
    assert_eq!(table.announced(), Some(Act::Claim.into()));
    let unknown = STORED_TABLES[0].replace("claim", "clam");
    assert!(serde_json::from_str::<Table>(&unknown).is_err());
}
