//! The program in a folder of games: started, stopped, started twice, and configured.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use kradan::discord;
use kradan_emulator::{
    ANN, BEN, Emulator, FaultRule, GAMES, GARDEN, Id, InjectedFault, Interaction,
    InteractionResponse, Options, PostedMessage, World,
};
use kradan_store::{MessageStore as _, OutboxStore as _, SledStore, TableStore as _};
use kradan_table::{ApplicationId, TableId};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::UnixDatagram;
use tokio::sync::mpsc;
use tokio::task::JoinSet;

use crate::host::own_discord::Http;
use crate::host::{kradan, kradan_at};
use kradan_test_servers::postgres::Postgres;
use kradan_test_servers::program::{CONNECTED, Ended, Program, REGISTERED, SOON};

/// An emulator, and a folder in which the program runs.
async fn hosted() -> (Emulator, TempDir, Program) {
    hosted_with(&[]).await
}

/// The same, with variables of the environment.
async fn hosted_with(variables: &[(&str, &str)]) -> (Emulator, TempDir, Program) {
    let local =
        Emulator::start(Options { response_timeout: SOON, ..Options::default() }).await.unwrap();
    let home = TempDir::new().unwrap();
    let program = Program::start(kradan_at(&local, home.path()).envs(variables.iter().copied()));
    program.says(CONNECTED).await;
    program.says(REGISTERED).await;
    (local, home, program)
}

fn challenge(local: &Emulator) -> Interaction {
    let options = json!({ "game": "othello", "opponent": BEN.0.to_string(), "side": "first" });
    local.as_user(ANN).command(GAMES, "play", options).unwrap()
}

/// Waits for the message with which a challenge can be accepted.
async fn invitation(local: &Emulator, challenge: &Interaction) -> Id {
    let accept = format!("accept:{}", challenge.id());
    let invites = |message: &PostedMessage| {
        message.controls().iter().any(|it| it["custom_id"] == accept.as_str())
    };
    let find = |world: &World| {
        world.messages(GAMES, BEN).find(|message| invites(message)).map(|message| message.id)
    };
    local.wait_for(SOON, find).await.unwrap()
}

/// The line in which a program said why it did not start.
#[track_caller]
fn refused<'a>(ended: &'a Ended, says: &[&str]) -> &'a str {
    assert_eq!(ended.status.code(), Some(2), "{ended:?}");
    assert!(ended.err.starts_with("kradan: "), "{ended:?}");
    assert_eq!(ended.err.lines().count(), 1, "{ended:?}");
    for part in says {
        assert!(ended.err.contains(part), "{part:?} in {:?}", ended.err);
    }
    ended.err.trim_end()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_under_way_is_finished_before_it_stops() {
    let (local, home, program) = hosted().await;
    let slow = InjectedFault::Slow(Duration::from_millis(800));
    local.inject_fault(FaultRule::once("POST /interactions", slow));
    let asked = challenge(&local);
    // Discord has the answer, and the program does not know that yet.
    let answer = asked.message(SOON).await.unwrap();
    program.terminate();
    let ended = program.ended().await;
    assert!(ended.status.success(), "{ended:?}");

    let store = SledStore::open(&home.path().join("games")).unwrap();
    let table = TableId(asked.id().0);
    assert!(store.table(table).await.unwrap().is_some());
    assert_eq!(store.pending_of_table(table).await.unwrap(), []);
    let shown = store.posted_board(table).await.unwrap().map(|shown| shown.message.0);
    assert_eq!(shown, Some(answer.id.0));
}

#[tokio::test(flavor = "multi_thread")]
async fn stopped_among_many_it_has_done_each_or_not() {
    // Only so many could be sent otherwise.
    let (local, home, program) = hosted_with(&[
        ("KRADAN_CHALLENGES_PER_HOUR", "100"),
        ("KRADAN_SECONDS_BETWEEN_CHALLENGES", "0"),
    ])
    .await;
    let asked: Vec<Interaction> = (0..20).map(|_| challenge(&local)).collect();
    program.terminate();
    let ended = program.ended().await;
    assert!(ended.status.success(), "{ended:?}");

    let store = SledStore::open(&home.path().join("games")).unwrap();
    for asked in &asked {
        let table = TableId(asked.id().0);
        let is_stored = store.table(table).await.unwrap().is_some();
        assert_eq!(is_stored, asked.answer().is_some(), "{ended:?}");
        assert_eq!(store.pending_of_table(table).await.unwrap(), []);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_is_for_one_at_a_time() {
    let (local, home, program) = hosted().await;
    for args in [&[][..], &["check"]] {
        let mut command = kradan_at(&local, home.path());
        let second = Program::start(command.args(args)).ended().await;
        refused(&second, &["another Kradan is using the folder games"]);
        let is_told = second.out.contains("A Kradan is running on these games. All the rest");
        assert_eq!(is_told, args == ["check"], "{second:?}");
    }
    // The first one goes on.
    let answer = challenge(&local).message(SOON).await.unwrap();
    assert!(answer.visible_to.is_none(), "{}", answer.content());
    program.terminate();
    assert!(program.ended().await.status.success());
}

#[tokio::test(flavor = "multi_thread")]
async fn damaged_games_are_named_and_rescued() {
    let (local, home, program) = hosted().await;
    challenge(&local).message(SOON).await.unwrap();
    program.terminate();
    assert!(program.ended().await.status.success());
    let run = async |args: &[&str]| {
        Program::start(kradan_at(&local, home.path()).args(args)).ended().await
    };
    let ended = run(&["verify"]).await;
    assert!(ended.status.success() && ended.out.contains("tables 1,"), "{ended:?}");

    // Nothing starts, and what still reads can be copied.
    let games = home.path().join("games");
    let mut database = fs::read(games.join("sled/db")).unwrap();
    let written = database.iter().rposition(|&byte| byte != 0).unwrap();
    database[written / 2] ^= 1;
    fs::write(games.join("sled/db"), database).unwrap();
    let ended = run(&["verify"]).await;
    refused(&ended, &["games is damaged"]);
    assert!(ended.out.contains("games/sled"), "{ended:?}");
    for args in [&[][..], &["check"]] {
        refused(&run(args).await, &["games", "backup", "kradan rescue games FILE"]);
    }
    refused(&run(&["rescue", "games", "none/new"]).await, &["none/new"]);
    let ended = run(&["rescue", "games", "new"]).await;
    assert!(ended.status.success() && ended.out.contains("tables 1,"), "{ended:?}");
    assert!(ended.out.contains("games/sled: bits of its file db were wrong"), "{ended:?}");
    fs::rename(&games, home.path().join("old")).unwrap();
    assert!(run(&["restore", "new"]).await.status.success());
    assert!(run(&["verify"]).await.status.success());
}

/// The check is in the middle of a copy, which the test feeds.
#[tokio::test(flavor = "multi_thread")]
async fn a_check_that_is_ended_leaves_no_games_behind() {
    let (local, home, program) = hosted().await;
    program.terminate();
    assert!(program.ended().await.status.success());
    let (pipe, room) = (home.path().join("games/sled/pipe"), home.path().join("room"));
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let verify = || {
        let mut verify = kradan_at(&local, home.path());
        verify.arg("verify").env("TMPDIR", &room);
        verify
    };
    // A temporary folder that is not there is not made.
    let ended = Program::start(&mut verify()).ended().await;
    refused(&ended, &["TMPDIR", "room"]);
    assert!(!room.exists());

    fs::create_dir(&room).unwrap();
    let check = Program::start(&mut verify());
    let mut fed = fs::File::options().write(true).open(&pipe).unwrap();
    check.terminate();
    // It reads on until it has heard of its end.
    let fed = tokio::task::spawn_blocking(move || while fed.write_all(&[0; 1 << 12]).is_ok() {});
    fed.await.unwrap();
    refused(&check.ended().await, &["ended before it was through"]);
    assert_eq!(fs::read_dir(&room).unwrap().count(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_check_without_disk_space_is_an_error_and_no_damage() {
    let (local, home, program) = hosted().await;
    challenge(&local).message(SOON).await.unwrap();
    program.terminate();
    program.ended().await;
    let (room, file) = (home.path().join("room"), home.path().join("file"));
    fs::create_dir(&room).unwrap();
    fs::write(&file, "x").unwrap();
    let verify = |script: &str, temporary: &Path| {
        let mut shell = Command::new("sh");
        shell.args(["-c", script, env!("CARGO_BIN_EXE_kradan")]).current_dir(home.path());
        shell.env("KRADAN_FOLDER", "games").env("TMPDIR", temporary);
        shell.output().unwrap()
    };
    let ended = verify("exec \"$0\" verify", &room);
    assert!(ended.status.success(), "{ended:?}");
    // The shell limits files to one block.
    let limited = "trap '' XFSZ; ulimit -f 1; exec \"$0\" verify";
    for (script, temporary) in [(limited, &room), ("exec \"$0\" verify", &file)] {
        let ended = verify(script, temporary);
        let says = String::from_utf8_lossy(&ended.stderr);
        assert!(!ended.status.success() && ended.stdout.is_empty(), "{ended:?}");
        assert!(says.contains("TMPDIR"), "{says}");
        assert!(says.contains(&temporary.display().to_string()), "{says}");
        assert_eq!(fs::read_dir(&room).unwrap().count(), 0);
    }
}

/// The emulator writes what was said within two seconds, and a kill at any moment after that leaves it.
#[tokio::test(flavor = "multi_thread")]
async fn killed_at_any_moment_it_forgets_nothing_that_was_stored() {
    let home = TempDir::new().unwrap();
    let mut stored: Vec<Value> = Vec::new();
    for round in 0..4 {
        let mut command = kradan(home.path());
        let command = command.env("KRADAN_ADDRESS", "127.0.0.1:0").env("KRADAN_FOLDER", "games");
        let program = Program::start(command);
        let line = program.says("Open ").await;
        let url = line.split_whitespace().last().unwrap().to_owned();
        let http = Http { client: reqwest::Client::new(), url };
        let seen = http.messages(ANN).await;
        let is_there = |id: &Value| seen.iter().any(|it| it["id"] == *id);
        assert!(stored.iter().all(is_there), "round {round}: {stored:?} {seen:?}");

        let url = format!("{}/local/users/{ANN}/say", http.url);
        let say = async |text: &str| -> Option<Value> {
            let body = json!({ "channel": GAMES, "text": text }).to_string();
            let request = http.client.post(&url).header("content-type", "application/json");
            let answer = request.body(body).send().await.ok()?.bytes().await.ok()?;
            serde_json::from_slice(&answer).ok()
        };
        let said = say("stored").await.unwrap();
        let id = said["id"].as_str().unwrap().to_owned();
        let file = home.path().join("games/discord/world.json");
        while !fs::read_to_string(&file).is_ok_and(|world| world.contains(&id)) {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        stored.push(said["id"].clone());
        // Not so much that the channel's oldest messages go.
        let talk = async {
            while say("too late").await.is_some() {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        let kill = async {
            tokio::time::sleep(Duration::from_millis(fastrand::u64(1..2_500))).await;
            program.kill();
        };
        futures_util::future::join(talk, kill).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_token_is_in_no_output() {
    let levels = ["off", "error", "warn", "info", "debug", "trace"];
    let mut looks: JoinSet<()> = levels.into_iter().map(look_for_tokens).collect();
    while let Some(look) = looks.join_next().await {
        look.unwrap();
    }
}

/// Runs commands and faults at a log level, and looks for secrets in the log.
async fn look_for_tokens(level: &'static str) {
    let local =
        Emulator::start(Options { response_timeout: SOON, ..Options::default() }).await.unwrap();
    let home = TempDir::new().unwrap();
    let mut command = kradan_at(&local, home.path());
    let program = Program::start(command.env("KRADAN_LOG", level));
    // At some levels nothing is said.
    local.wait_for(SOON, |world| (!world.commands().is_empty()).then_some(())).await.unwrap();
    local.connected(1, SOON).await.unwrap();
    let mut tokens = vec![local.token().to_owned()];
    tokens.extend(local.token().split('.').map(str::to_owned));
    for fault in
        [InjectedFault::Slow(Duration::ZERO), InjectedFault::Cut, InjectedFault::Refused(500)]
    {
        // As often as an answer is tried.
        local.inject_fault(FaultRule { times: 4, ..FaultRule::once("POST /interactions", fault) });
        let asked = challenge(&local);
        tokens.push(asked.token());
        let message = invitation(&local, &asked).await;
        local.clear_faults();
        let accept = format!("accept:{}", asked.id());
        let asked = local.as_user(BEN).click(message, &accept).unwrap();
        tokens.push(asked.token());
        asked.message(SOON).await.unwrap();
        let asked = local.as_user(BEN).command(GAMES, "move", json!({ "move": "zz" })).unwrap();
        tokens.push(asked.token());
        asked.message(SOON).await.unwrap();
    }
    let written = program.kill();
    let is_loud = !matches!(level, "off" | "error");
    assert_eq!(!written.err.is_empty(), is_loud, "{level}: {}", written.err);
    for token in &tokens {
        let is_there = written.err.contains(token) || written.out.contains(token);
        assert!(!is_there, "{token} at {level}: {}", written.err);
    }
}

/// What `kradan check` says in a folder with this configuration.
async fn check(file: &str, change: impl FnOnce(&mut Command, &Path)) -> Ended {
    let home = TempDir::new().unwrap();
    if !file.is_empty() {
        fs::write(home.path().join("config.toml"), file).unwrap();
    }
    let mut command = kradan(home.path());
    command.arg("check");
    change(&mut command, home.path());
    Program::start(&mut command).ended().await
}

#[tokio::test]
async fn a_check_tells_what_would_be_used() {
    let ended = check("", |_, _| ()).await;
    assert!(ended.status.success(), "{ended:?}");
    for part in [
        "the defaults",
        "127.0.0.1:4110",
        "kradan-games",
        "info",
        "can be used",
        "limits         discord.requests_per_second = 50 (default 50, from 10 to 10000)\n",
        "               limits.games_running = 100 (default 100, from 1 to 10000)\n",
    ] {
        assert!(ended.out.contains(part), "{part:?} in {}", ended.out);
    }
    let file = "[discord]\ntoken = 'c2VjcmV0.bm90.aGVyZQ'\n[log]\nlevel = 'warn'";
    let ended = check(file, |command, _| {
        command.env("KRADAN_FOLDER", "elsewhere").env("KRADAN_SEARCHES", "2");
        command.env("KRADAN_COMPUTER_SEARCHES", "3");
    });
    let ended = ended.await;
    assert!(ended.status.success(), "{ended:?}");
    for part in [
        "config.toml",
        "with a token",
        "discord.com",
        "elsewhere",
        "KRADAN_FOLDER",
        "warn",
        "unknown variable KRADAN_SEARCHES, did you mean KRADAN_COMPUTER_SEARCHES?\n",
        "computer.searches = 3 (default 1, from 1 to 256)\n",
    ] {
        assert!(ended.out.contains(part), "{part:?} in {}", ended.out);
    }
    assert!(!format!("{ended:?}").contains("c2VjcmV0"), "{ended:?}");
}

/// A start waits for a database that may come back, for most of a minute, and a check does not.
#[tokio::test]
async fn a_check_says_soon_that_a_database_refuses() {
    let ended = check("[store]\nurl = 'postgres://kradan@127.0.0.1:1/games'", |_, _| ());
    let ended = tokio::time::timeout(SOON / 2, ended).await.expect("it does not try again");
    refused(&ended, &["there is no connection to the database"]);
}

#[tokio::test]
async fn a_check_makes_no_folder() {
    let ended = check("[store]\nfolder = 'over/here'", |_, home| {
        fs::create_dir(home.join("over")).unwrap();
    });
    let ended = ended.await;
    assert!(ended.out.contains("in over/here, which the first start makes"), "{ended:?}");
    assert!(ended.status.success(), "{ended:?}");
    let home = TempDir::new().unwrap();
    let run = async |folder: &str| {
        let mut command = kradan(home.path());
        Program::start(command.arg("check").env("KRADAN_FOLDER", folder)).ended().await
    };
    assert!(run("a/b/c").await.status.success());
    assert_eq!(fs::read_dir(home.path()).unwrap().count(), 0);
    fs::write(home.path().join("file"), "").unwrap();
    refused(&run("file/games").await, &["file/games"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_says_which_games_it_found() {
    let (local, home, program) = hosted().await;
    program.says("WARN").await;
    let log = program.log();
    assert!(log.contains("games held no games: a new store is created there"), "{log}");
    let link = discord::invitation(ApplicationId(local.application().0));
    assert!(log.contains(&link), "{log}");
    challenge(&local).message(SOON).await.unwrap();
    program.terminate();
    assert!(program.ended().await.status.success());
    let program = Program::start(&mut kradan_at(&local, home.path()));
    let line = program.says("the games in games are open").await;
    assert!(line.contains("tables=1"), "{line}");
    program.says(REGISTERED).await;
    assert!(!program.log().contains(&link), "{}", program.log());
}

#[tokio::test]
async fn an_invitation_is_for_the_application_of_the_token() {
    let home = TempDir::new().unwrap();
    let local = Emulator::start(Options::default()).await.unwrap();
    let link = |id| format!("{}\n", discord::invitation(ApplicationId(id)));
    let ended = Program::start(kradan_at(&local, home.path()).arg("invite")).ended().await;
    assert_eq!(ended.out, link(local.application().0), "{ended:?}");
    let named = ["invite", "--application", "5"];
    let ended = Program::start(kradan(home.path()).args(named)).ended().await;
    assert_eq!(ended.out, link(5), "{ended:?}");
    let ended = Program::start(kradan(home.path()).arg("invite")).ended().await;
    refused(&ended, &["--application"]);
    let ended = Program::start(kradan(home.path()).arg("invite").env("KRADAN_TOKEN", "a.b.c"));
    refused(&ended.ended().await, &["--application"]);
    assert_eq!(fs::read_dir(home.path()).unwrap().count(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn systemd_is_told_that_the_bot_is_ready_alive_and_stopping() {
    let home = TempDir::new().unwrap();
    let path = home.path().join("notify");
    let socket = UnixDatagram::bind(&path).unwrap();
    let local = Emulator::start(Options::default()).await.unwrap();
    let mut command = kradan_at(&local, home.path());
    command.env("NOTIFY_SOCKET", &path).env("WATCHDOG_USEC", "20000");
    let program = Program::start(&mut command);
    let (heard, mut said) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        let mut datagram = [0; 32];
        while let Ok(length) = socket.recv(&mut datagram).await {
            heard.send(String::from_utf8_lossy(&datagram[..length]).into_owned()).unwrap();
        }
    });
    let mut said = async || tokio::time::timeout(SOON, said.recv()).await.unwrap().unwrap();
    assert_eq!(said().await, "READY=1\n");
    for _ in 0..3 {
        assert_eq!(said().await, "WATCHDOG=1\n");
    }
    program.says(CONNECTED).await;
    program.terminate();
    let last = loop {
        let last = said().await;
        if last != "WATCHDOG=1\n" {
            break last;
        }
    };
    assert_eq!(last, "STOPPING=1\n");
    assert!(program.ended().await.status.success());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_is_json_where_that_is_configured_and_names_nobody() {
    let (local, _home, program) = hosted_with(&[("KRADAN_LOG_FORMAT", "json")]).await;
    let asked = challenge(&local);
    let board = invitation(&local, &asked).await;
    let accepted = local.as_user(BEN).click(board, &format!("accept:{}", asked.id())).unwrap();
    accepted.message(SOON).await.unwrap();
    let mut moves = Vec::new();
    for (player, text) in [(ANN, "f5"), (BEN, "d6"), (ANN, "c3")] {
        let moved = local.as_user(player).command(GAMES, "move", json!({ "move": text })).unwrap();
        moved.message(SOON).await.unwrap();
        moves.push(moved.id());
    }
    let wrong = json!({ "move": "PrivateText" });
    let refused = local.as_user(BEN).command(GAMES, "move", wrong).unwrap();
    refused.message(SOON).await.unwrap();
    program.terminate();
    let ended = program.ended().await;
    assert!(ended.status.success(), "{ended:?}");
    let lines = ended.err.lines().map(serde_json::from_str::<Value>);
    let lines: Vec<Value> = lines.collect::<Result<_, _>>().unwrap_or_else(|error| {
        panic!("{error}: {}", ended.err);
    });
    let table = asked.id().to_string();
    let committed = |line: &&Value| {
        line["message"] == "change committed"
            && line["table"] == table.as_str()
            && line["by"] == "player"
    };
    let committed: Vec<&Value> = lines.iter().filter(committed).collect();
    let by = [&[asked.id(), accepted.id()][..], &moves].concat();
    assert_eq!(committed.len(), by.len(), "{}", ended.err);
    for (at, (line, interaction)) in committed.iter().zip(by).enumerate() {
        let span = &line["spans"][0];
        assert_eq!(span["id"], interaction.to_string(), "{line}");
        assert_eq!(span["channel"], GAMES.to_string(), "{line}");
        assert_eq!(span["guild"], GARDEN.to_string(), "{line}");
        assert_eq!((&line["revision"], &line["level"]), (&json!(at + 1), &json!("INFO")), "{line}");
    }
    let names = local.read(|world| {
        [ANN, BEN].map(|person| world.person(person).unwrap().global_name.clone().unwrap())
    });
    let ids = [ANN, BEN].map(|person| person.0.to_string());
    let private = names.iter().chain(&ids).map(String::as_str).chain(["PrivateText"]);
    for text in private {
        assert!(!ended.err.contains(text), "{text} in {}", ended.err);
    }
}

#[tokio::test]
async fn a_check_names_every_problem_by_its_key() {
    for (file, says) in [
        ("[discord]\ntokn = 'x'", &["config.toml", "line 2", "tokn", "discord.token"][..]),
        ("[discord]\ntoken = 'c2VjcmV0'", &["config.toml", "discord.token"]),
        ("[discord]\napi = 'discord.com'", &["discord.api"]),
        ("[discord]\ngateway = 'discord.com'", &["discord.gateway"]),
        ("[store]\nfolder = ''", &["store.folder"]),
        ("[store]\nfolder = 3", &["line 2", "store.folder"]),
        ("[local]\naddress = 'here'", &["line 2", "local.address"]),
        ("[store]\nurl = 'c2VjcmV0'", &["store.url", "postgres://"]),
        ("[log]\nlevel = 'loud'", &["log.level"]),
        ("[log]\nformat = 'xml'", &["log.format"]),
        ("[metrics]\naddress = 'here'", &["metrics.address"]),
        ("[log", &["line 1"]),
    ] {
        let ended = check(file, |_, _| ()).await;
        let line = refused(&ended, says);
        assert!(!line.contains("c2VjcmV0"), "{line}");
        assert_eq!(ended.out, "", "{file:?}");
    }
    for (variable, value) in [
        ("KRADAN_TOKEN", "c2VjcmV0"),
        ("KRADAN_API", "discord.com"),
        ("KRADAN_GATEWAY", "discord.com"),
        ("KRADAN_FOLDER", ""),
        ("KRADAN_STORE", "mysql://c2VjcmV0@here"),
        ("KRADAN_ADDRESS", "here"),
        ("KRADAN_LOG", "loud"),
        ("KRADAN_LOG_FORMAT", "xml"),
        ("KRADAN_METRICS", "9184"),
    ] {
        let ended = check("", |command, _| {
            command.env(variable, value);
        })
        .await;
        let line = refused(&ended, &[variable]);
        assert!(!line.contains("c2VjcmV0"), "{line}");
    }
    let missing = check("", |command, _| {
        command.args(["--config", "nowhere.toml"]);
    })
    .await;
    refused(&missing, &["cannot read nowhere.toml"]);
    let blocked = check("[store]\nfolder = 'games'", |_, home| {
        fs::write(home.join("games"), "no folder").unwrap();
    });
    refused(&blocked.await, &["folder games"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn games_in_a_database_are_checked_by_its_own_programs() {
    let Some(database) = Postgres::start(&["fsync=off"]) else { return };
    let home = TempDir::new().unwrap();
    let run = async |command: &str| {
        let mut program = kradan(home.path());
        let address = database.address("games");
        Program::start(program.arg(command).env("KRADAN_STORE", address)).ended().await
    };
    for _ in 0..2 {
        let checked = run("check").await;
        assert!(checked.status.success(), "{checked:?}");
        for part in
            ["games          in PostgreSQL", "tables         0", "store.url from KRADAN_STORE"]
        {
            assert!(checked.out.contains(part), "{part}: {}", checked.out);
        }
    }
    let verified = run("verify").await;
    assert!(verified.out.contains("PostgreSQL: tables 0, rows 0, faults 0"), "{verified:?}");
    assert!(!home.path().join("kradan-games").exists());
    let applied = "select 99, 'later', applied_on, '1' from games.refinery_schema_history limit 1";
    database.sql(&format!("insert into games.refinery_schema_history {applied}"));
    assert!(run("check").await.status.success(), "one that an older version does not notice");
    database.sql("insert into games.bot values ('oldest form', '99')");
    refused(&run("check").await, &["last used by a newer Kradan (form 99; ", "start that version"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_asks_while_the_database_is_away_is_answered_when_it_is_back() {
    let Some(mut database) = Postgres::start(&["fsync=off"]) else { return };
    let address = database.address("games");
    let (local, _home, program) = hosted_with(&[("KRADAN_STORE", &address)]).await;
    database.signal("STOP");
    let asked = challenge(&local);
    // They see that the bot thinks.
    let first = asked.answered(SOON).await.unwrap();
    assert!(matches!(first, InteractionResponse::Deferred), "{first:?}");
    database.signal("CONT");
    let invited = invitation(&local, &asked).await;
    // A crash ends all connections.
    database.kill();
    let accepted = local.as_user(BEN).click(invited, &format!("accept:{}", asked.id())).unwrap();
    let first = accepted.answered(SOON).await.unwrap();
    assert!(matches!(first, InteractionResponse::Deferred), "{first:?}");
    database.start_again();
    let go = format!("go:{}", asked.id());
    let is_board = |message: &PostedMessage| {
        let mut controls = message.controls().into_iter();
        controls.any(|it| it["custom_id"].as_str().is_some_and(|it| it.starts_with(&go)))
    };
    let boards = |world: &World| {
        let boards = world.messages(GAMES, BEN).filter(|message| is_board(message)).count();
        (boards > 0).then_some(boards)
    };
    assert_eq!(local.wait_for(SOON, boards).await.unwrap(), 1);
    program.terminate();
    let ended = program.ended().await;
    assert!(ended.status.success(), "{ended:?}");
    assert!(ended.err.contains("the database fails, and is tried again"), "{ended:?}");
}

/// How often each click on a move has called the store.
fn calls_of_moves(program: &Program) -> Vec<u32> {
    let log = program.log();
    let handled = |line: &&str| line.contains("is handled") && line.contains("command=\"go\"");
    let calls = |line: &str| {
        let (_, calls) = line.split_once("store_calls=").expect("it is counted");
        calls.trim().parse().unwrap()
    };
    log.lines().filter(handled).map(calls).collect()
}

/// Over a network each call is a round trip, and a change three.
#[tokio::test(flavor = "multi_thread")]
async fn a_click_on_a_move_calls_the_store_at_most_eight_times() {
    let (local, _home, program) = hosted_with(&[("KRADAN_LOG", "debug")]).await;
    let challenge = challenge(&local);
    let invited = invitation(&local, &challenge).await;
    local.as_user(BEN).click(invited, &format!("accept:{}", challenge.id())).unwrap();
    let mut before = invited;
    for ply in 0..6 {
        let go = |message: &PostedMessage| {
            let ids = message.controls().into_iter().filter_map(|it| it["custom_id"].as_str());
            let go = ids.into_iter().find(|id| id.starts_with("go:"))?;
            Some((message.id, go.to_owned()))
        };
        let find = |world: &World| {
            let newest = world.messages(GAMES, BEN).rev().find_map(|message| go(message));
            newest.filter(|(board, _)| *board != before)
        };
        let (board, go) = local.wait_for(SOON, find).await.unwrap();
        local.as_user(if ply % 2 == 0 { ANN } else { BEN }).click(board, &go).unwrap();
        before = board;
        while calls_of_moves(&program).len() <= ply {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
    let calls = calls_of_moves(&program);
    // With the first move of each it is stored who they are.
    assert!(calls[2..].iter().all(|calls| *calls <= 8), "{calls:?}");
}
