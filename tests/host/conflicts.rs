//! Four programs over one database behind a load balancer, and many people at once at the same games:
//! each move is made once, whichever program takes it.
//!
//! `cargo test --release --test bot -- --ignored --nocapture twenty_thousand_moves_through` makes 20,000
//! moves and prints what it counts.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::{self, Write as _};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use fastrand::Rng;
use kradan_emulator::{Emulator, Id, Interaction, Options, PostedMessage, Seed, World};
use kradan_rules::{Game, GameKind, Side, Status};
use kradan_table::TableId;
use serde_json::json;
use tempfile::TempDir;
use tokio::task::JoinSet;

use crate::host::killed::stored::{Place, Stored, read_itself};
use crate::host::killed::{is_last, shown_by};
use crate::host::processes::started;
use kradan_test_servers::balancer::Balancer;
use kradan_test_servers::postgres::Postgres;
use kradan_test_servers::program::{Program, SOON};

/// How long somebody waits for a response before they look at the game again.
const PATIENCE: Duration = Duration::from_secs(10);

/// Among how many of the last messages of a channel a board is looked for.
const LOOKED_AT: usize = 200;

const PROGRAMS: usize = 4;
const CLIENTS: u64 = 32;
/// The number of games at once, each of two people of its own.
const GAMES: u64 = 50;
const CHANNELS: u64 = 10;

/// A game as its players know it.
struct Told {
    table: TableId,
    kind: GameKind,
    /// Each move by the plies of the board that told it.
    moves: BTreeMap<usize, String>,
    /// The plies of the moves that were read from the store before anybody was told of them.
    read: BTreeSet<usize>,
    /// Whether a board ends it: the table may end a game that the rules go on with.
    is_over: bool,
}

impl Told {
    /// Notes the move that a board tells. None is told twice.
    fn note(&mut self, plies: usize, text: &str) {
        let before = self.moves.insert(plies, text.to_owned());
        let is_read = self.read.remove(&plies);
        assert!(before.as_deref() == is_read.then_some(text), "{before:?} and {text} at {plies}");
    }

    /// Notes the moves up to a board that are stored and were not told.
    fn read(&mut self, stored: &Stored, until: usize) {
        for (plies, text) in moves_of(stored).into_iter().filter(|(plies, _)| *plies <= until) {
            if let Entry::Vacant(unknown) = self.moves.entry(plies) {
                unknown.insert(text);
                self.read.insert(plies);
            }
        }
    }

    /// The position after all that was told without a gap.
    fn game(&self) -> Game {
        let mut game = Game::new(self.kind);
        for (&plies, text) in &self.moves {
            let mut next = game.clone();
            let is_next = next.play_text(text).is_ok() && {
                while next.legal_moves() == ["pass"] {
                    next.play_text("pass").unwrap();
                }
                next.plies() == plies
            };
            if !is_next {
                break;
            }
            game = next;
        }
        game
    }
}

/// The moves that are stored, by the plies of their boards.
fn moves_of(stored: &Stored) -> BTreeMap<usize, String> {
    let commits = stored.commits();
    commits.windows(2).map(|it| (it[1], stored.moves[it[0]].clone())).collect()
}

/// Two people who play one game after the other.
struct Pair {
    people: [Id; 2],
    channel: Id,
    kind: GameKind,
    /// Their games, the present one last.
    games: tokio::sync::Mutex<Vec<Arc<Mutex<Told>>>>,
}

struct Stage {
    local: Emulator,
    games: Place,
    pairs: Vec<Pair>,
    /// How many moves are still to be made.
    left: AtomicUsize,
    refused: AtomicUsize,
}

impl Stage {
    /// The present game of two people and its position. One that is over is followed by another.
    async fn game(&self, pair: &Pair) -> (Arc<Mutex<Told>>, Game) {
        let mut games = pair.games.lock().await;
        if let Some(last) = games.last() {
            let (game, is_over) = {
                let told = last.lock().unwrap();
                (told.game(), told.is_over)
            };
            if !is_over && game.outcome().is_none() {
                return (Arc::clone(last), game);
            }
        }
        let [first, second] = pair.people;
        let options = json!({
            "game": pair.kind.to_string(), "opponent": second.to_string(), "side": "first", "pictures": "all",
        });
        let asked = self.local.as_user(first).command(pair.channel, "play", options).unwrap();
        let (table, accept) = (TableId(asked.id().0), format!("accept:{}", asked.id()));
        let challenge = self.posted(pair.channel, |it| has_control(it, &accept)).await;
        if let Err(error) = self.local.as_user(second).click(challenge.id, &accept) {
            panic!("{error}: {}", challenge.content());
        }
        self.posted(pair.channel, |it| shown_by(it) == Some((table, 0))).await;
        let (moves, read) = (BTreeMap::new(), BTreeSet::new());
        let told = Told { table, kind: pair.kind, moves, read, is_over: false };
        games.push(Arc::new(Mutex::new(told)));
        (Arc::clone(games.last().unwrap()), Game::new(pair.kind))
    }

    /// Waits for a message in a channel, whether it responds or was posted because its response took too
    /// long.
    async fn posted(
        &self,
        channel: Id,
        is_it: impl Fn(&PostedMessage) -> bool,
    ) -> Arc<PostedMessage> {
        let find = |world: &World| {
            let mut newest = world.messages(channel, Seed::person(0)).rev().take(LOOKED_AT);
            newest.find(|it| is_it(it)).cloned()
        };
        self.local.wait_for(SOON, find).await.unwrap()
    }

    /// Waits for a board with more plies, and returns these; `None` if there are enough moves before
    /// anybody makes one.
    async fn next_board(&self, channel: Id, table: TableId, plies: usize) -> Option<(Id, usize)> {
        let is_it = |message: &Arc<PostedMessage>| {
            let shown = shown_by(message).filter(|it| it.0 == table && it.1 > plies);
            shown.map(|it| (message.id, it.1))
        };
        let newest = |world: &World| {
            world.messages(channel, Seed::person(0)).rev().take(LOOKED_AT).find_map(is_it)
        };
        let begin = Instant::now();
        loop {
            match self.local.wait_for(PATIENCE, newest).await {
                Ok(shown) => return Some(shown),
                Err(_) if self.left.load(Ordering::Relaxed) == 0 => return None,
                Err(error) if begin.elapsed() > SOON => {
                    panic!("{table:?} after {plies} plies: {error}")
                }
                Err(_) => {}
            }
        }
    }

    /// Makes moves at any of the games, as whoever is to move there, until there are enough.
    async fn play(&self, seed: u64) {
        let mut random = Rng::with_seed(seed);
        while self.left.load(Ordering::Relaxed) > 0 {
            let pair = random.choice(&self.pairs).unwrap();
            let (told, game) = self.game(pair).await;
            let Status::Ongoing { turn } = game.status() else { continue };
            let mover = pair.people[usize::from(turn == Side::Second)];
            let mut moves = game.legal_moves();
            moves.retain(|it| !it.contains(':'));
            let text = random.choice(moves).unwrap();
            let table = told.lock().unwrap().table;
            let options = json!({ "move": text, "game": table.0.to_string() });
            let asked = self.local.as_user(mover).command(pair.channel, "move", options).unwrap();
            if random.u8(..4) == 0 {
                // Discord may send it twice, and another program gets it.
                asked.redeliver();
            }
            let answer = answer(&asked).await;
            let Some(board) = answer.filter(|it| it.visible_to.is_none()) else {
                self.refused.fetch_add(1, Ordering::Relaxed);
                let next = self.next_board(pair.channel, table, game.plies()).await;
                let Some((board, plies)) = next else { continue };
                let is_known = {
                    let mut told = told.lock().unwrap();
                    told.is_over |= is_last(&self.local, board);
                    told.game().plies() > game.plies()
                };
                if !is_known {
                    // Who made it is not told yet, or was told by a board that responds to nobody.
                    let stored = read_itself(&self.games, &[table]).await;
                    told.lock().unwrap().read(&stored[&table], plies);
                }
                continue;
            };
            let (shown, plies) = shown_by(&board).expect("a board");
            assert_eq!(shown, table);
            {
                let mut told = told.lock().unwrap();
                told.note(plies, &text);
                told.is_over |= is_last(&self.local, board.id);
            }
            let one_less = |left: usize| left.checked_sub(1);
            // Some are still made when there are enough.
            let _ = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less);
        }
    }
}

/// The board that responds to a move, or its refusal, which may follow a deferred response; `None` where
/// none comes for a while, as when the board was posted without a response.
async fn answer(asked: &Interaction) -> Option<Arc<PostedMessage>> {
    let refused = async {
        match asked.followed(1, SOON).await {
            Ok(followed) if followed[0].visible_to.is_some() => Arc::clone(&followed[0]),
            Ok(_) | Err(_) => std::future::pending().await,
        }
    };
    tokio::select! {
        answer = asked.message(PATIENCE) => answer.ok(),
        refused = refused => Some(refused),
    }
}

fn has_control(message: &PostedMessage, custom_id: &str) -> bool {
    message.controls().iter().any(|it| it["custom_id"] == custom_id)
}

/// The plies of every board in the channels, by their table.
fn boards(world: &World) -> HashMap<TableId, Vec<usize>> {
    let mut boards: HashMap<TableId, Vec<usize>> = HashMap::new();
    for channel in (0..CHANNELS).map(Seed::channel) {
        let messages = world.messages(channel, Seed::person(0));
        for (table, plies) in messages.filter_map(|it| shown_by(it)) {
            boards.entry(table).or_default().push(plies);
        }
    }
    boards
}

/// Makes so many moves, and checks that each of them was made and shown once.
async fn play(moves: usize) {
    let Some(database) = Postgres::start(&[]) else { return };
    let address = database.address("games");
    let local = Emulator::start(Options {
        seed: Seed::many(CHANNELS, 2 * GAMES),
        response_timeout: SOON,
        keep_requests: 0,
        keep_files: 100,
        ..Options::default()
    });
    let (local, home) = (local.await.unwrap(), TempDir::new().unwrap());
    let balancer = Balancer::start().await;
    let mut programs = Vec::new();
    for _ in 0..PROGRAMS {
        let (program, url) = started(&local, &home, &address).await;
        balancer.add(&url);
        programs.push(program);
    }
    local.use_interactions_endpoint(Some(&balancer.url())).await.unwrap();

    let pair = |number: u64| Pair {
        people: [Seed::person(2 * number), Seed::person(2 * number + 1)],
        channel: Seed::channel(number % CHANNELS),
        kind: GameKind::ALL[usize::try_from(number).unwrap() % GameKind::ALL.len()],
        games: tokio::sync::Mutex::default(),
    };
    let stage = Arc::new(Stage {
        local: local.clone(),
        games: Place::Database(address),
        pairs: (0..GAMES).map(pair).collect(),
        left: AtomicUsize::new(moves),
        refused: AtomicUsize::new(0),
    });
    let (begin, mut clients) = (Instant::now(), JoinSet::new());
    for seed in 0..CLIENTS {
        let stage = Arc::clone(&stage);
        clients.spawn(async move { stage.play(seed).await });
    }
    while let Some(played) = clients.join_next().await {
        played.unwrap_or_else(|error| {
            let logs: Vec<String> = programs.iter().map(Program::log).collect();
            panic!("{error}: {}", logs.join("\n"))
        });
    }
    let took = begin.elapsed();
    programs.iter().for_each(Program::terminate);
    for program in programs {
        let ended = program.ended().await;
        assert!(ended.status.success(), "{ended:?}");
    }

    let mut games = Vec::new();
    for pair in &stage.pairs {
        games.extend(pair.games.lock().await.iter().cloned());
    }
    let ids: Vec<TableId> = games.iter().map(|it| it.lock().unwrap().table).collect();
    let tables = read_itself(&stage.games, &ids).await;
    let (mut boards, mut made) = (local.read(boards), 0);
    for told in &games {
        let told = told.lock().unwrap();
        let stored = &tables[&told.table];
        assert_eq!(told.moves, moves_of(stored), "{:?}", told.table);
        let mut shown = boards.remove(&told.table).unwrap_or_default();
        shown.sort_unstable();
        assert_eq!(shown, stored.commits(), "the boards of {:?}", told.table);
        made += told.moves.len();
    }
    assert!(boards.is_empty(), "boards of no table: {boards:?}");
    let refused = stage.refused.load(Ordering::Relaxed);
    let line = format!(
        "{made} moves through {PROGRAMS} programs in {} games, {refused} refused, in {:.0} s: none lost, \
         none doubled, one board for each",
        games.len(),
        took.as_secs_f64(),
    );
    // Past what is captured.
    let _ = writeln!(io::stderr(), "{line}");
}

#[tokio::test(flavor = "multi_thread")]
async fn each_move_through_four_programs_is_made_once() {
    play(500).await;
}

/// `.ci/run` makes fewer.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes"]
async fn twenty_thousand_moves_through_four_programs_are_made_once() {
    play(20_000).await;
}
