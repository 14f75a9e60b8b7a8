//! Two programs over one database, with interactions over HTTP or from the gateway: one goes on where the
//! other was killed.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use kradan_emulator::{
    ANN, BEN, BOT, CHAI, DAI, Emulator, FaultRule, GAMES, Id, InjectedFault, Options,
    PostedMessage, World,
};
use kradan_table::TableId;
use serde_json::json;
use tempfile::TempDir;

use crate::host::killed::shown_by;
use crate::host::kradan_at;
use crate::host::over_http::url;
use kradan_test_servers::postgres::Postgres;
use kradan_test_servers::program::{Program, REGISTERED, SOON};

const MOVES: [&str; 8] = ["f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3"];

/// A running program, and where it takes interactions. The same people may begin one game after the other.
pub(crate) async fn started(local: &Emulator, home: &TempDir, database: &str) -> (Program, String) {
    let mut command = kradan_at(local, home.path());
    command.env("KRADAN_INTERACTIONS", "127.0.0.1:0").env("KRADAN_PUBLIC_KEY", local.public_key());
    command.env("KRADAN_CHALLENGES_PER_HOUR", "10000");
    command.env("KRADAN_SECONDS_BETWEEN_CHALLENGES", "0");
    let program = Program::start(command.env("KRADAN_STORE", database));
    let url = url(&program).await;
    program.says(REGISTERED).await;
    (program, url)
}

/// How many messages were posted with the board after so many plies.
fn boards(world: &World, table: Id, ply: usize) -> usize {
    let is_it = |message: &PostedMessage| shown_by(message) == Some((TableId(table.0), ply));
    world.messages(GAMES, BEN).filter(|message| is_it(message)).count()
}

/// Waits for the board after so many plies.
async fn board(local: &Emulator, table: Id, ply: usize) {
    let is_there = |world: &World| (boards(world, table, ply) > 0).then_some(());
    local.wait_for(SOON, is_there).await.unwrap_or_else(|error| panic!("ply {ply}: {error}"));
}

/// Begins a game of Ann's, who moves first, with Ben.
async fn begin(local: &Emulator) -> Id {
    let options = json!({
        "game": "othello", "opponent": BEN.0.to_string(), "side": "first", "pictures": "all",
    });
    let challenge = local.as_user(ANN).command(GAMES, "play", options).unwrap();
    let (table, invited) = (challenge.id(), challenge.message(SOON).await.unwrap());
    local.as_user(BEN).click(invited.id, &format!("accept:{table}")).unwrap();
    board(local, table, 0).await;
    table
}

/// Makes the move after so many plies.
async fn move_at(local: &Emulator, table: Id, ply: usize) {
    let mover = if ply.is_multiple_of(2) { ANN } else { BEN };
    local.as_user(mover).command(GAMES, "move", json!({ "move": MOVES[ply] })).unwrap();
    board(local, table, ply + 1).await;
}

/// A migration of a newer version that this one does not notice.
const NEWER: &str = "
    alter table games.tables add column later text;
    insert into games.refinery_schema_history
        select 99, 'later', applied_on, '1' from games.refinery_schema_history limit 1";

#[tokio::test(flavor = "multi_thread")]
async fn a_game_goes_on_through_an_upgrade() {
    let Some(database) = Postgres::start(&[]) else { return };
    let address = database.address("games");
    let local = Emulator::start(Options { response_timeout: SOON, ..Options::default() });
    let (local, home) = (local.await.unwrap(), TempDir::new().unwrap());
    let (older, older_url) = started(&local, &home, &address).await;
    local.use_interactions_endpoint(Some(&older_url)).await.unwrap();
    let table = begin(&local).await;
    move_at(&local, table, 0).await;
    database.sql(NEWER);
    move_at(&local, table, 1).await;
    let (newer, newer_url) = started(&local, &home, &address).await;
    for (ply, url) in [(2, &newer_url), (3, &older_url), (4, &newer_url)] {
        local.use_interactions_endpoint(Some(url)).await.unwrap();
        move_at(&local, table, ply).await;
    }
    older.kill();
    for ply in 5..MOVES.len() {
        move_at(&local, table, ply).await;
    }
    // The next version writes what this one could not read.
    database.sql("insert into games.bot values ('oldest form', '99')");
    let ended = newer.ended().await;
    assert!(!ended.status.success(), "{ended:?}");
    let says = "these games were last used by a newer Kradan (form 99; ";
    assert!(ended.err.lines().last().is_some_and(|line| line.contains(says)), "{ended:?}");
    let posted: Vec<usize> =
        (0..=MOVES.len()).map(|ply| local.read(|world| boards(world, table, ply))).collect();
    assert_eq!(posted, [1; MOVES.len() + 1], "{ended:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_programs_share_every_game_and_one_goes_on_without_the_other() {
    let Some(database) = Postgres::start(&[]) else { return };
    let address = database.address("games");
    let local = Emulator::start(Options { response_timeout: SOON, ..Options::default() });
    let (local, home) = (local.await.unwrap(), TempDir::new().unwrap());
    let (one, one_url) = started(&local, &home, &address).await;
    let (other, other_url) = started(&local, &home, &address).await;
    let urls = [one_url, other_url];
    let to = async |program: usize| {
        local.use_interactions_endpoint(Some(&urls[program])).await.unwrap();
    };

    to(0).await;
    let options = json!({
        "game": "othello", "opponent": BEN.0.to_string(), "side": "first", "pictures": "all",
    });
    let challenge = local.as_user(ANN).command(GAMES, "play", options).unwrap();
    let (table, invited) = (challenge.id(), challenge.message(SOON).await.unwrap());
    to(1).await;
    let accept = format!("accept:{table}");
    local.as_user(BEN).click(invited.id, &accept).unwrap();
    board(&local, table, 0).await;
    for ply in 0..MOVES.len() {
        to(ply % 2).await;
        move_at(&local, table, ply).await;
    }

    // One is killed between its commit and its board.
    to(0).await;
    let slow = InjectedFault::Slow(SOON);
    local.inject_fault(FaultRule { times: 100, ..FaultRule::once("POST /", slow) });
    let last = local.as_user(ANN).command(GAMES, "move", json!({ "move": "e6" })).unwrap();
    one.says(&format!("table={table} revision={}", MOVES.len() + 3)).await;
    one.kill();
    local.clear_faults();
    to(1).await;
    // Discord may send it again, to whoever is there.
    last.redeliver();
    board(&local, table, MOVES.len() + 1).await;
    other.terminate();
    let ended = other.ended().await;
    assert!(ended.status.success(), "{ended:?}");
    let posted: Vec<usize> =
        (0..=MOVES.len() + 1).map(|ply| local.read(|world| boards(world, table, ply))).collect();
    assert_eq!(posted, [1; MOVES.len() + 2], "{ended:?}");
}

/// How many old messages were edited or deleted.
fn replaced(local: &Emulator) -> usize {
    let requests = local.requests();
    let replacing = requests.iter().filter(|request| {
        let is_message = request.template == "/channels/{channel_id}/messages/{message_id}";
        is_message && ["PATCH", "DELETE"].contains(&request.method.as_str())
    });
    replacing.map(|request| &request.path).collect::<BTreeSet<_>>().len()
}

/// Has the database note each claim of a job that replaces a message. A request that takes too long is made
/// once more, as another attempt.
const NOTE_CLAIMS: &str = "
    create table games.claims (subject bigint, attempts bigint);
    create function games.note_claim() returns trigger language plpgsql as $$ begin
        if new.kind = 2 and new.claimed_by is not null
            and new.claimed_by is distinct from old.claimed_by then
            insert into games.claims values (new.subject, new.attempts);
        end if;
        return new;
    end $$;
    create trigger note_claim after update on games.jobs
        for each row execute function games.note_claim()";

/// Each program looks for what is to be done as often as the others, and what one leaves that is killed the
/// others do.
#[tokio::test(flavor = "multi_thread")]
async fn of_several_programs_one_replaces_each_old_board_and_tells_each_follower() {
    let Some(database) = Postgres::start(&["fsync=off"]) else { return };
    let address = database.address("games");
    let local = Emulator::start(Options { response_timeout: SOON, ..Options::default() });
    let (local, home) = (local.await.unwrap(), TempDir::new().unwrap());
    let (mut programs, mut urls) = (Vec::new(), Vec::new());
    for _ in 0..3 {
        let (program, url) = started(&local, &home, &address).await;
        programs.push(program);
        urls.push(url);
    }
    database.sql(NOTE_CLAIMS);
    let to = async |program: usize| {
        local.use_interactions_endpoint(Some(&urls[program])).await.unwrap();
    };
    to(0).await;
    let mut tables = Vec::new();
    for (one, other) in [(ANN, BEN), (BEN, CHAI), (CHAI, ANN)] {
        let options =
            json!({ "game": "othello", "opponent": other.0.to_string(), "side": "first" });
        let challenge = local.as_user(one).command(GAMES, "play", options).unwrap();
        let (table, invited) = (challenge.id(), challenge.message(SOON).await.unwrap());
        local.as_user(other).click(invited.id, &format!("accept:{table}")).unwrap();
        board(&local, table, 0).await;
        let named = json!({ "game": table.to_string() });
        let game = local.as_user(DAI).command(GAMES, "game", named).unwrap();
        let game = game.message(SOON).await.unwrap();
        local.as_user(DAI).click(game.id, &format!("follow-moves:{table}")).unwrap();
        tables.push((table, [one, other]));
        // What happens before the conversation is open is not told there.
        let until = Instant::now() + SOON;
        while local.as_user(DAI).messages(local.conversation(DAI, BOT)).len() < tables.len() {
            assert!(Instant::now() < until, "nobody greets a follower");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
    for (ply, text) in MOVES.iter().enumerate() {
        for (number, (table, players)) in tables.iter().enumerate() {
            to((ply + number) % 3).await;
            let options = json!({ "move": text, "game": table.to_string() });
            local.as_user(players[ply % 2]).command(GAMES, "move", options).unwrap();
            board(&local, *table, ply + 1).await;
        }
    }
    let open = "select count(*) from games.jobs where kind in (1, 2)";
    let all_done = async || {
        let until = Instant::now() + SOON;
        while database.sql(open) != "0" {
            assert!(Instant::now() < until, "{} jobs are left", database.sql(open));
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    all_done().await;
    // Of each game the challenge and each board but the newest.
    let old = tables.len() * (MOVES.len() + 1);
    assert_eq!(replaced(&local), old);
    let claims = "select count(distinct subject), count(distinct (subject, attempts)) = count(*) \
                  from games.claims";
    assert_eq!(database.sql(claims), format!("{old}|t"), "each attempt is made by one");
    let conversation = local.conversation(DAI, BOT);
    let told = local.as_user(DAI).messages(conversation).len();
    assert_eq!(told, tables.len() * (MOVES.len() + 1), "a greeting and each move");

    // One is killed while it replaces a board.
    to(0).await;
    let slow = InjectedFault::Slow(SOON);
    local.inject_fault(FaultRule { times: 1, ..FaultRule::once("PATCH /channels", slow) });
    let (table, players) = tables[0];
    let options = json!({ "move": "e6", "game": table.to_string() });
    local.as_user(players[0]).command(GAMES, "move", options).unwrap();
    board(&local, table, MOVES.len() + 1).await;
    let holder = "select pid from games.processes where id = \
                  (select claimed_in from games.jobs where claimed_by is not null limit 1)";
    let pid = loop {
        let pid = database.sql(holder);
        if !pid.is_empty() {
            break pid;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    };
    let number = programs.iter().position(|it| it.id().to_string() == pid).expect("one has it");
    programs.remove(number).kill();
    local.clear_faults();
    // The others know it some seconds later.
    database.sql(&format!("update games.processes set alive_until = now() where pid = {pid}"));
    all_done().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_stops_without_its_database() {
    let Some(mut database) = Postgres::start(&[]) else { return };
    let address = database.address("games");
    let local = Emulator::start(Options { response_timeout: SOON, ..Options::default() });
    let (local, home) = (local.await.unwrap(), TempDir::new().unwrap());
    let (program, _) = started(&local, &home, &address).await;
    database.kill();
    program.terminate();
    program.says("Kradan has stopped").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_programs_share_the_gateway_and_one_takes_over_from_the_other() {
    let Some(database) = Postgres::start(&[]) else { return };
    let address = database.address("games");
    let local = Emulator::start(Options {
        response_timeout: SOON,
        shards: 2,
        identify_interval: Duration::from_secs(5),
        ..Options::default()
    });
    let (local, home) = (local.await.unwrap(), TempDir::new().unwrap());
    let start = || Program::start(kradan_at(&local, home.path()).env("KRADAN_STORE", &address));
    let one = start();
    local.connected(2, SOON).await.unwrap();
    one.says(REGISTERED).await;
    let other = start();
    other.says(REGISTERED).await;
    one.says("the shard is left to other processes").await;
    other.says("connected to Discord: the session is resumed").await;
    // Both have looked at the shards several times by now.
    for program in [&one, &other] {
        assert!(!program.log().contains("ERROR"), "{}", program.log());
    }

    let registrations = local.requests().iter().filter(|it| it.method == "PUT").count();
    assert_eq!(registrations, 1, "one process registers the commands");

    let table = begin(&local).await;
    // Whichever shard the channel is on, one of the kills concerns it.
    let (mut running, mut ply) = (vec![one, other], 0);
    for round in 0..2 {
        running.remove(0).kill();
        while local.connections() == 2 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        local.connected(2, SOON).await.unwrap();
        move_at(&local, table, ply).await;
        ply += 1;
        running.push(start());
        running[1].says("connected to Discord: the session is resumed").await;
        assert_eq!(local.read(|world| boards(world, table, ply)), 1, "round {round}");
    }
    for program in running {
        program.terminate();
        let ended = program.ended().await;
        assert!(ended.status.success(), "{ended:?}");
    }
}
