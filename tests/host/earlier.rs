//! Folders, controls and configurations of earlier versions load, and their games go on.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use kradan::config::Config;
use kradan::emulator::{ANN, BEN, CHAI, Emulator, GAMES, Options};
use kradan::rules::makruk::Act;
use kradan::rules::{GameKind, Side};
use kradan::service::RemindBy;
use kradan::store::{Listing, SledStore, Store as _};
use kradan::table::{
    AbortReason, Ending, Event, MakrukEnding, MakrukEvent, PlayerId, Table, TableId,
};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::program::{CONNECTED, Program, REGISTERED, SOON, kradan, kradan_at};

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

/// The state of each table of `games-1.tar.gz`: the game, its plies, and what it waits for.
const TABLES: [(u64, GameKind, usize, &str); 13] = [
    (1_573_859_148_183_896_064, GameKind::Othello, 12, "a draw is offered"),
    (1_573_859_148_716_572_672, GameKind::Makruk, 188, "running"),
    (1_573_859_155_213_549_568, GameKind::Ogi, 41, "a takeback is asked for"),
    (1_573_859_158_682_238_976, GameKind::Othello, 60, "over"),
    (1_573_859_161_169_461_248, GameKind::Ogi, 0, "over"),
    (1_573_859_161_270_124_544, GameKind::Makruk, 2, "over"),
    (1_573_859_162_184_482_816, GameKind::Makruk, 0, "a challenge"),
    (1_573_859_162_205_454_336, GameKind::Ogi, 0, "a challenge"),
    (1_573_859_162_226_425_856, GameKind::Othello, 0, "came to nothing"),
    (1_573_859_162_285_146_112, GameKind::Othello, 0, "came to nothing"),
    (1_573_859_162_390_003_712, GameKind::Othello, 0, "running"),
    (1_573_859_162_444_529_664, GameKind::Othello, 1, "running"),
    (1_573_859_162_662_633_472, GameKind::Othello, 1, "running"),
];

fn waits_for(table: &Table) -> &'static str {
    match table {
        _ if table.draw_offer().is_some() => "a draw is offered",
        _ if table.takeback().is_some() => "a takeback is asked for",
        _ if table.is_running() => "running",
        _ if table.ending().is_some() => "over",
        _ if table.challenged().is_some() => "a challenge",
        _ => "came to nothing",
    }
}

#[tokio::test]
async fn every_table_of_the_first_form_is_read_as_it_was() {
    let home = unpacked("games-1.tar.gz");
    let store = SledStore::open(&home.path().join("games")).unwrap();
    for (id, kind, plies, expected) in TABLES {
        let row = store.table(TableId(id)).await.unwrap().expect("every table is there");
        let game = row.table.game();
        assert_eq!((game.kind(), game.plies(), waits_for(&row.table)), (kind, plies, expected));
    }
    let person = |id: u64| store.profile(PlayerId(id));
    let (chai, dai) = (person(1_300_000_000_000_000_013), person(1_300_000_000_000_000_014));
    assert_eq!(chai.await.unwrap().unwrap().language.as_deref(), Some("th"));
    assert_eq!(dai.await.unwrap().unwrap().theme.as_deref(), Some("wood"));
}

#[tokio::test]
async fn games_and_challenges_of_the_first_form_are_listed_apart() {
    let home = unpacked("games-1.tar.gz");
    let store = SledStore::open(&home.path().join("games")).unwrap();
    for (id, ..) in TABLES {
        let id = TableId(id);
        let table = store.table(id).await.unwrap().expect("every table is there").table;
        for player in table.players() {
            for which in Listing::ALL {
                let listed = store.tables_of_player(player, which, usize::MAX).await.unwrap();
                let expected = match (which, table.challenged()) {
                    (Listing::Running, _) => table.is_running(),
                    (Listing::Sent, challenge) => challenge.is_some_and(|(by, _)| by == player),
                    (Listing::Received, challenge) => {
                        challenge.is_some_and(|(_, to)| to == Some(player))
                    }
                    (Listing::Over, _) => table.ending().is_some(),
                };
                assert_eq!(listed.contains(&id), expected, "{id:?} {player:?} {which:?}");
            }
        }
    }
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

#[tokio::test(flavor = "multi_thread")]
async fn games_of_the_first_form_are_played_on() {
    let (_home, local, program) = started_on("games-1.tar.gz").await;
    let table = TABLES[1].0.to_string();
    let ask = |name: &str, options: Value| local.as_user(CHAI).command(GAMES, name, options);
    let history = ask("history", json!({ "table": table })).unwrap();
    let history = history.message(SOON).await.unwrap();
    assert!(history.content().contains("188") || !history.attachments().is_empty(), "{history:?}");
    let draw = json!({ "table": TABLES[0].0.to_string() });
    let ann = local.as_user(kradan::emulator::ANN);
    let answers = ann.command(GAMES, "draw", draw).unwrap().message(SOON).await.unwrap();
    let accept = answers.controls()[0]["custom_id"].as_str().unwrap().to_owned();
    assert!(accept.starts_with("accept-draw:"), "{accept}");
    let accept = ann.click(answers.id, &accept).unwrap();
    accept.answered(SOON).await.unwrap();
    let shown = local.wait_for(SOON, |world| {
        let mut messages = world.messages(GAMES, BEN);
        messages.find(|it| it.content().contains("draw") && !it.attachments().is_empty()).cloned()
    });
    let over = shown.await.unwrap();
    assert_eq!(over.attachments().len(), 1, "the last board is shown: {over:?}");
    let games = local.as_user(BEN).command(GAMES, "games", json!({})).unwrap();
    assert!(games.message(SOON).await.unwrap().content().contains("Makruk"));
    program.terminate();
    assert!(program.ended().await.status.success());
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
        (ANN, "note", json!({ "table": unlimited }), "a corner"),
        (ANN, "if", json!({ "table": planned }), "`d6`"),
        (CHAI, "block", json!({}), "1"),
        (BEN, "move", json!({ "table": planned, "move": "c5" }), "`d6`"),
    ];
    for (who, name, options, expected) in asks {
        let asked = local.as_user(who).command(GAMES, name, options).unwrap();
        let said = asked.message(SOON).await.unwrap();
        assert!(said.content().contains(expected), "/{name}: {}", said.content());
    }
    program.terminate();
    assert!(program.ended().await.status.success());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_world_of_the_first_form_goes_on() {
    let home = unpacked("local-1.tar.gz");
    let mut command = kradan(home.path());
    command.env("KRADAN_FOLDER", "games").env("KRADAN_ADDRESS", "127.0.0.1:0");
    let program = Program::start(&mut command);
    let open = program.says("Open ").await;
    program.says(REGISTERED).await;
    let address = open.split_whitespace().last().unwrap().to_owned();
    let path = format!("/local/channels/{}/messages?as={}", GAMES.0, BEN.0);
    let said = reqwest::get(address + &path).await.unwrap().text().await.unwrap();
    for part in ["hello", "othello-1573859674535493632-2-", "your turn"] {
        assert!(said.contains(part), "{part}: {said}");
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
const EVENTS: [&str; 49] = [
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
];

/// Tables as they are stored, to the letter: a count that is announced, a game that is over in a way
/// of its own, one that was never played, and one with weekends off.
const STORED_TABLES: [&str; 5] = [
    r#"{"game":{"game":"makruk","start":"4k3/8/8/3M~4/8/8/8/4K2R w","moves":[],"position":"4k3/8/8/3M~4/8/8/8/4K2R w"},"pace":3,"place":5,"phase":{"playing":{"seats":{"first":1,"second":2},"thinking_since":"2026-11-22T00:34:21.823929018Z","is_reminded":false,"draw_offer":null,"takeback":null,"acts":{"first":"claim","second":null}}}}"#,
    r#"{"game":{"game":"othello","moves":["f5"],"position":"---------------------------OX------XXX-------------------------- O"},"pace":3,"place":5,"phase":{"playing":{"seats":{"first":1,"second":2},"thinking_since":"2026-11-22T00:34:21.823929018Z","is_reminded":true,"draw_offer":"first","takeback":{"side":"first","plies":1},"acts":{"first":null,"second":null},"draw_declined":{"first":null,"second":1}}}}"#,
    r#"{"game":{"game":"makruk","moves":[],"position":"rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w"},"pace":3,"place":5,"phase":{"over":{"seats":{"first":1,"second":2},"ending":"bare-khuns"}}}"#,
    r#"{"game":{"game":"ogi","moves":[],"position":"lnsik^snl/1r4b1/pppppppp/8/8/PPPPPPPP/1B4R1/LNSIK^SNL / O/o"},"pace":3,"place":5,"phase":{"withdrawn":{"challenger":1,"since":"2026-11-22T00:34:21Z"}}}"#,
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
