//! Two programs over a database with a synchronous standby: each may be killed at any moment, and the
//! games go on without it.

use std::collections::HashMap;
use std::io::{self, Write as _};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use fastrand::Rng;
use kradan_emulator::{ANN, BEN, CHAI, DAI, Emulator, Id, Interaction, Options};
use kradan_rules::{Game, GameKind, Side, Status};
use kradan_table::TableId;
use serde_json::json;
use tempfile::TempDir;
use tokio::sync::Notify;
use tokio::task::JoinSet;

use super::boards::{Boards, CHANNELS, is_last};
use super::stored::{Place, read_itself};
use crate::host::processes::started;
use kradan_test_servers::balancer::Balancer;
use kradan_test_servers::postgres::Postgres;
use kradan_test_servers::program::{Program, SOON};

/// The people of a channel's games.
const PAIRS: [(GameKind, Id, Id); 3] =
    [(GameKind::Othello, ANN, BEN), (GameKind::Makruk, CHAI, DAI), (GameKind::Ogi, BEN, CHAI)];

/// After how long Discord sends an interaction again that nobody has answered.
const AGAIN: Duration = Duration::from_secs(2);

/// What is killed in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Killed {
    Program,
    Database,
    Both,
}

/// What everybody can see, and what was seen of each game.
struct Stage {
    local: Emulator,
    boards: Arc<Boards>,
    /// The moves of each game whose board was seen.
    seen: Mutex<HashMap<TableId, Vec<String>>>,
    /// How many boards each pair has seen.
    progress: Vec<AtomicUsize>,
    /// A board was seen.
    has_progress: Notify,
    is_last: AtomicBool,
}

impl Stage {
    /// Sends an interaction again and again, until its board or challenge is seen.
    async fn until_seen(&self, asked: &Interaction, look: impl Fn(&Boards) -> Option<Id>) -> Id {
        let seen = self.boards.until(look);
        let again = async {
            loop {
                tokio::time::sleep(AGAIN).await;
                asked.redeliver();
            }
        };
        tokio::select! {
            seen = seen => seen,
            () = again => unreachable!("it is sent again for ever"),
            () = tokio::time::sleep(SOON) => panic!("nothing is seen of {}", asked.payload()),
        }
    }

    fn noted(&self, pair: usize) {
        self.progress[pair].fetch_add(1, Ordering::Relaxed);
        self.has_progress.notify_one();
    }

    /// Two people play one game after the other.
    async fn play(&self, pair: usize) {
        let channel = CHANNELS[pair / PAIRS.len()];
        let (kind, first, second) = PAIRS[pair % PAIRS.len()];
        let mut random = Rng::with_seed(pair as u64);
        while !self.is_last.load(Ordering::Relaxed) {
            let options = json!({
                "game": kind.to_string(), "opponent": second.to_string(), "side": "first", "pictures": "all",
            });
            let asked = self.local.as_user(first).command(channel, "play", options).unwrap();
            let table = TableId(asked.id().0);
            let challenge = self.until_seen(&asked, |boards| boards.challenge(table)).await;
            let accept = format!("accept:{}", table.0);
            let asked = self.local.as_user(second).click(challenge, &accept).unwrap();
            self.until_seen(&asked, |boards| boards.at(table, 0).first().copied()).await;
            self.seen.lock().unwrap().insert(table, Vec::new());
            self.noted(pair);
            let (mut game, mut is_over) = (Game::new(kind), false);
            // The table may end a game that the rules go on with: two bare khun, the fifth repetition.
            while let Status::Ongoing { turn } = game.status()
                && !is_over
                && !self.is_last.load(Ordering::Relaxed)
            {
                let mover = if turn == Side::First { first } else { second };
                let mut moves = game.legal_moves();
                moves.retain(|it| !it.contains(':'));
                let text = random.choice(moves).unwrap();
                game.play_text(&text).unwrap();
                while game.legal_moves() == ["pass"] {
                    game.play_text("pass").unwrap();
                }
                let options = json!({ "move": text, "game": table.0.to_string() });
                let asked = self.local.as_user(mover).command(channel, "move", options).unwrap();
                let plies = game.plies();
                let board = |boards: &Boards| boards.at(table, plies).first().copied();
                let board = self.until_seen(&asked, board).await;
                self.seen.lock().unwrap().insert(table, game.moves());
                is_over = is_last(&self.local, board);
                self.noted(pair);
            }
        }
    }

    /// Waits until every pair has seen so many more boards.
    async fn all_go_on(&self, more: usize) {
        let seen = || self.progress.iter().map(|it| it.load(Ordering::Relaxed)).collect();
        let before: Vec<usize> = seen();
        loop {
            let now: Vec<usize> = seen();
            if now.iter().zip(&before).all(|(now, before)| *now >= before + more) {
                return;
            }
            self.has_progress.notified().await;
        }
    }
}

/// The two programs behind a load balancer.
struct Programs {
    local: Emulator,
    home: TempDir,
    database: String,
    balancer: Balancer,
    running: Vec<Program>,
}

impl Programs {
    async fn start(&mut self) {
        let (program, url) = started(&self.local, &self.home, &self.database).await;
        self.balancer.add(&url);
        self.running.push(program);
    }
}

/// Lets nine pairs play, kills programs and databases so many times, and checks the games at the end.
pub(crate) async fn play_and_kill(times: usize, seed: u64) {
    let Some(primary) = Postgres::start(&[]) else { return };
    let alone = primary.address("games");
    let standby = primary.standby();
    let hosts = format!("{},{}", primary.host(), standby.host());
    let database = alone.replace(&primary.host(), &hosts);
    let mut servers = [primary, standby];
    let options =
        Options { response_timeout: SOON, keep_requests: 0, keep_files: 100, ..Options::default() };
    let local = Emulator::start(options).await.unwrap();
    let mut programs = Programs {
        local: local.clone(),
        home: TempDir::new().unwrap(),
        database: database.clone(),
        balancer: Balancer::start().await,
        running: Vec::new(),
    };
    for _ in 0..2 {
        programs.start().await;
    }
    local.use_interactions_endpoint(Some(&programs.balancer.url())).await.unwrap();

    let pairs = CHANNELS.len() * PAIRS.len();
    let stage = Arc::new(Stage {
        boards: Boards::watch(&local),
        local,
        seen: Mutex::default(),
        progress: (0..pairs).map(|_| AtomicUsize::new(0)).collect(),
        has_progress: Notify::new(),
        is_last: AtomicBool::new(false),
    });
    let mut people = JoinSet::new();
    for pair in 0..pairs {
        let stage = Arc::clone(&stage);
        people.spawn(async move { stage.play(pair).await });
    }
    let (mut random, mut longest) = (Rng::with_seed(seed), Duration::ZERO);
    for round in 0..times {
        stage.all_go_on(1).await;
        tokio::time::sleep(Duration::from_millis(random.u64(..200))).await;
        let killed = [Killed::Both, Killed::Program, Killed::Database][round % 3];
        let begin = Instant::now();
        if killed != Killed::Database {
            programs.running.remove(random.usize(..2)).kill();
        }
        if killed != Killed::Program {
            servers[0].kill();
            // The programs go on for a moment without it.
            tokio::time::sleep(Duration::from_millis(random.u64(..500))).await;
            servers[1].promote();
            servers.swap(0, 1);
        }
        let goes_on = tokio::time::timeout(SOON, stage.all_go_on(1)).await;
        let logs = || programs.running.iter().map(Program::log).collect::<Vec<_>>().join("\n");
        assert!(goes_on.is_ok(), "after {killed:?} in round {round}: {}", logs());
        longest = longest.max(begin.elapsed());
        if killed != Killed::Program {
            let [primary, standby] = &mut servers;
            standby.start_as_standby(primary);
        }
        if killed != Killed::Database {
            programs.start().await;
        }
    }
    stage.is_last.store(true, Ordering::Relaxed);
    while let Some(done) = people.join_next().await {
        done.unwrap();
    }
    programs.running.iter().for_each(Program::terminate);
    for program in programs.running {
        let ended = program.ended().await;
        assert!(ended.status.success(), "{ended:?}");
    }

    let seen = stage.seen.lock().unwrap().clone();
    let ids: Vec<TableId> = seen.keys().copied().collect();
    let tables = read_itself(&Place::Database(database), &ids).await;
    for (id, moves) in &seen {
        let stored = &tables[id];
        assert_eq!(&stored.moves, moves, "{id:?}");
        for plies in stored.commits() {
            assert_eq!(stage.boards.at(*id, plies).len(), 1, "the board of {id:?} after {plies}");
        }
    }
    let moves: usize = seen.values().map(Vec::len).sum();
    let line = format!(
        "{times} kills of programs and databases, {moves} plies in {} games: none lost, one board for \
         each; all games went on within {:.1} s",
        seen.len(),
        longest.as_secs_f64()
    );
    // Past what is captured.
    let _ = writeln!(io::stderr(), "{line}");
}
