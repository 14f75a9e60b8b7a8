//! Kills the program again and again, and checks what it leaves each time.

use std::collections::HashMap;
use std::io::{self, Write as _};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use fastrand::Rng;
use kradan::discord::{CustomId, read_custom_id};
use kradan_emulator::{
    ANN, BEN, CHAI, DAI, Emulator, FaultRule, Id, InjectedFault, Options, PostedMessage, World,
};
use kradan_rules::GameKind;
use kradan_table::TableId;
use tempfile::TempDir;
use tokio::sync::watch;

use super::boards::{Boards, CHANNELS, shown_by};
use super::people::{Pair, Played, Stage, State};
use super::stored::{self, Place, Stored, Tables, commits, played};
use crate::host::kradan_at;
use kradan_test_servers::postgres::Postgres;
use kradan_test_servers::program::{CONNECTED, Program, REGISTERED, SOON};

/// The pairs of players and their games.
const PAIRS: [(GameKind, Id, Id); 3] =
    [(GameKind::Othello, ANN, BEN), (GameKind::Makruk, CHAI, DAI), (GameKind::Ogi, BEN, CHAI)];

/// How long at most none of the old boards loses its controls while one has some. They are a queue:
/// a fast machine plays more moves a second than messages may be edited.
const OLD_BOARDS_WAIT: Duration = Duration::from_secs(60);

/// The moments of the kills. One kill may count for several turns at once.
#[derive(Debug, Default)]
pub(crate) struct Kills {
    /// While the program started.
    pub(crate) at_start: usize,
    /// An interaction was sent and not yet on disk.
    pub(crate) before_commit: usize,
    /// A change was on disk and not yet announced.
    pub(crate) before_answer: usize,
    /// An announcement was posted and its outbox entry still pending.
    pub(crate) before_settling: usize,
    /// Nothing of that kind was under way.
    pub(crate) between: usize,
}

/// The program, and the emulator and folder around it.
struct Rounds {
    stage: Arc<Stage>,
    home: TempDir,
    /// Where the games are, if they are not in a folder.
    database: Option<Postgres>,
    random: Rng,
    kills: Kills,
}

/// Lets nine pairs play, kills the program this many times, and checks the games at the end. With a
/// database, that is killed as well in every third round.
pub(crate) async fn play_and_kill(times: usize, seed: u64, database: Option<Postgres>) -> Kills {
    let options =
        Options { response_timeout: SOON, keep_requests: 0, keep_files: 100, ..Options::default() };
    let local = Emulator::start(options).await.unwrap();
    let tables = Arc::default();
    let stage = Arc::new(Stage {
        boards: Boards::watch(&local),
        state: watch::Sender::new(State { kills: 0, is_up: false, is_last: false, tables }),
        asked: watch::Sender::new(0),
        games: Mutex::default(),
        local,
    });
    let mut rounds = Rounds {
        stage,
        home: TempDir::new().unwrap(),
        database,
        random: Rng::with_seed(seed),
        kills: Kills::default(),
    };
    let mut program = rounds.start();
    program.says(REGISTERED).await;
    let people = rounds.people(seed);
    for round in 0..times {
        program = rounds.kill(program, round).await;
    }
    rounds.finish(program, people).await;
    say(&format!("{times} kills: {:?}", rounds.kills));
    rounds.kills
}

impl Rounds {
    fn games(&self) -> Place {
        match &self.database {
            Some(database) => Place::Database(database.address("games")),
            None => Place::Folder(self.home.path().join("games")),
        }
    }

    fn start(&self) -> Program {
        let mut command = kradan_at(&self.stage.local, self.home.path());
        if let Place::Database(address) = self.games() {
            command.env("KRADAN_STORE", address);
        }
        // The same few people begin one game after the other.
        command.env("KRADAN_CHALLENGES_PER_HOUR", "10000");
        command.env("KRADAN_SECONDS_BETWEEN_CHALLENGES", "0");
        Program::start(command.env("KRADAN_LOG", "info"))
    }

    fn people(&self, seed: u64) -> tokio::task::JoinSet<()> {
        let mut people = tokio::task::JoinSet::new();
        for (at, channel) in (0..).zip(CHANNELS) {
            for (number, (kind, first, second)) in (0..).zip(PAIRS) {
                let seed = seed << 8 | at << 4 | number;
                let sides = if at == 1 { (second, first) } else { (first, second) };
                people.spawn(Pair::new(&self.stage, kind, channel, sides, seed).play());
            }
        }
        people
    }

    /// Kills the program at a random moment, checks what it left, and starts it again.
    async fn kill(&mut self, program: Program, round: usize) -> Program {
        let is_at_start = self.random.u8(..8) == 0;
        if is_at_start {
            tokio::time::sleep(Duration::from_millis(self.random.u64(..400))).await;
        } else {
            program.says(CONNECTED).await;
            self.stage.state.send_modify(|state| state.is_up = true);
            self.have_trouble();
            self.await_moment(round).await;
        }
        let is_database_killed = round % 3 == 2 && !is_at_start;
        if let Some(database) = self.database.as_mut().filter(|_| is_database_killed) {
            // The program goes on for a moment without it.
            database.kill();
            tokio::time::sleep(Duration::from_millis(self.random.u64(..300))).await;
        }
        program.kill();
        if let Some(database) = self.database.as_mut().filter(|_| is_database_killed) {
            database.start_again();
        }
        if let Some(database) = &self.database {
            database.await_nobody("kradan").await;
        }
        self.stage.local.clear_faults();
        let tables = self.look_at_what_is_left(is_at_start).await;
        self.stage.state.send_modify(|state| {
            *state = State { kills: state.kills + 1, is_up: false, is_last: false, tables };
        });
        self.start()
    }

    /// Injects faults between the program and Discord, so that the moments last longer in which a
    /// kill matters.
    fn have_trouble(&mut self) {
        let after = Duration::from_millis(self.random.u64(5..80));
        let answers = "POST /interactions";
        let (matching, percent, fault) = match self.random.u8(..8) {
            0..=2 => (answers, 60, InjectedFault::Slow(after)),
            3 => (answers, 30, InjectedFault::Cut),
            4 => (answers, 30, InjectedFault::DoneButCut),
            5 => (answers, 30, InjectedFault::Refused(503)),
            6 => ("/messages", 60, InjectedFault::Slow(after)),
            _ => return,
        };
        let trouble = FaultRule { times: 1_000, percent, ..FaultRule::once(matching, fault) };
        self.stage.local.inject_fault(trouble);
    }

    /// Some things are asked, and a little later it is time.
    async fn await_moment(&mut self, round: usize) {
        if round % 6 == 5 {
            // What is owed since the last kill comes after four seconds.
            tokio::time::sleep(Duration::from_millis(self.random.u64(3_500..5_000))).await;
        }
        let mut asked = self.stage.asked.subscribe();
        let until = *asked.borrow() + self.random.u64(1..12);
        // All may be waiting for what is owed.
        let asked = tokio::time::timeout(Duration::from_secs(6), asked.wait_for(|it| *it >= until));
        drop(asked.await);
        let (one, other) = (self.random.u64(..=60), self.random.u64(..=60));
        // Most turns take a few milliseconds.
        tokio::time::sleep(Duration::from_millis(one * other / 60)).await;
    }

    /// Reads what is stored, and compares it with what the players know and the channels show.
    async fn look_at_what_is_left(&mut self, is_at_start: bool) -> Arc<Tables> {
        let ids: Vec<TableId> = self.stage.games.lock().unwrap().keys().copied().collect();
        let tables = stored::read(&self.games(), &ids).await;
        self.stage.local.read(|world| self.stage.boards.look(world));
        let games = self.stage.games.lock().unwrap().clone();
        for (id, game) in &games {
            check(*id, game, tables.get(id), &self.stage.boards);
        }
        let before = Arc::clone(&self.stage.state.borrow().tables);
        self.count(is_at_start, &games, &tables, &before);
        Arc::new(tables)
    }

    /// Notes the moment of a kill.
    fn count(
        &mut self,
        is_at_start: bool,
        games: &HashMap<TableId, Played>,
        tables: &Tables,
        before: &Tables,
    ) {
        let boards = &self.stage.boards;
        let (mut is_lost, mut is_untold, mut is_unsettled) = (false, false, false);
        for (id, game) in games {
            let stored = tables.get(id);
            is_lost |= match (game.pending, stored) {
                (None, stored) => stored.is_none() && !game.is_known,
                (Some(0), stored) => stored.is_none_or(|it| !it.is_begun),
                (Some(plies), stored) => stored.is_none_or(|it| it.moves.len() < plies),
            };
            let old = before.get(id).map_or(&[][..], |it| &it.owed);
            for owed in stored.into_iter().flat_map(|it| &it.owed) {
                let is_told = if owed.is_challenge {
                    boards.challenge(*id).is_some()
                } else {
                    !boards.at(*id, owed.ply).is_empty()
                };
                is_unsettled |= is_told;
                // What was owed before is no news.
                is_untold |= !is_told && !old.contains(owed);
            }
        }
        let kills = &mut self.kills;
        if is_at_start {
            kills.at_start += 1;
            return;
        }
        kills.before_commit += usize::from(is_lost);
        kills.before_answer += usize::from(is_untold);
        kills.before_settling += usize::from(is_unsettled);
        kills.between += usize::from(!is_lost && !is_untold && !is_unsettled);
    }

    /// Lets the games go on a little, waits until every outbox entry is delivered, and stops the
    /// program.
    async fn finish(&mut self, program: Program, mut people: tokio::task::JoinSet<()>) {
        program.says(CONNECTED).await;
        self.stage.state.send_modify(|state| (state.is_up, state.is_last) = (true, true));
        while let Some(done) = people.join_next().await {
            done.unwrap_or_else(|error| panic!("{error}: {}", program.log()));
        }
        let boards = Arc::clone(&self.stage.boards);
        let games = self.stage.games.lock().unwrap().clone();
        let is_complete = |boards: &Boards| {
            let plies = |game: &Played| game.known.as_deref().map(commits).unwrap_or_default();
            let is_shown = |id, game| plies(game).iter().all(|&ply| !boards.at(id, ply).is_empty());
            games.iter().all(|(id, game)| is_shown(*id, game)).then_some(())
        };
        tokio::time::timeout(SOON, boards.until(is_complete)).await.expect("all is shown in time");
        self.old_boards_go(&program).await;
        let ids: Vec<TableId> = games.keys().copied().collect();
        let tables = self.settled(program, &ids).await;
        self.stage.local.read(|world| boards.look(world));
        for (id, game) in &games {
            check(*id, game, tables.get(id), &boards);
            let Some(stored) = tables.get(id) else { continue };
            let replayed = played(game.kind, &stored.moves);
            assert_eq!(replayed.position(), stored.position, "{id:?}");
        }
        self.check_channels(&tables);
        let moves: usize = tables.values().map(|it| it.moves.len()).sum();
        let over = tables.values().filter(|it| it.is_over).count();
        say(&format!("{} games with {moves} plies, {over} of them over", tables.len()));
    }

    /// Waits until no old board has controls.
    async fn old_boards_go(&self, program: &Program) {
        let (mut fewest, mut since) = (usize::MAX, Instant::now());
        loop {
            let usable = self.stage.local.read(usable);
            if usable.is_empty() {
                return;
            }
            if usable.len() < fewest {
                (fewest, since) = (usable.len(), Instant::now());
            }
            // What is told first is seen where a long output is cut.
            let is_moving = since.elapsed() < OLD_BOARDS_WAIT;
            assert!(is_moving, "old messages can be used: {usable:#?}\n{}", program.log());
            // Every look goes through all messages.
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
    }

    /// Stops the program once no outbox entry is pending, and reads what is stored.
    async fn settled(&self, mut program: Program, ids: &[TableId]) -> Tables {
        for _ in 0..20 {
            program.terminate();
            let ended = program.ended().await;
            assert!(ended.status.success() && ended.out.is_empty(), "{}\n{}", ended.out, ended.err);
            let tables = stored::read_itself(&self.games(), ids).await;
            if tables.values().all(|stored| stored.owed.is_empty()) {
                return tables;
            }
            // What a killed program told is found four seconds later.
            program = self.start();
            program.says(CONNECTED).await;
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
        panic!("something is owed for ever: {}", program.log());
    }

    /// Every message with a board is the one board of its ply.
    fn check_channels(&self, tables: &Tables) {
        let mut shown: HashMap<TableId, Vec<usize>> = HashMap::new();
        self.stage.local.read(|world| {
            for channel in CHANNELS {
                let messages = world.messages(channel, ANN).filter(|it| it.visible_to.is_none());
                for (table, ply) in messages.filter_map(|it| shown_by(it)) {
                    shown.entry(table).or_default().push(ply);
                }
            }
        });
        for plies in shown.values_mut() {
            plies.sort_unstable();
        }
        for (id, stored) in tables {
            assert_eq!(shown.remove(id).unwrap_or_default(), stored.commits(), "{id:?} {stored:?}");
        }
        assert!(shown.is_empty(), "boards of no table: {shown:?}");
    }
}

/// Messages with controls that would do something at a table, and are not the newest that shows it.
/// What one person alone sees is there until they close it: it says for which position it was made.
fn usable(world: &World) -> Vec<(Id, Option<Id>, String, Vec<String>)> {
    let mut newest: HashMap<TableId, Id> = HashMap::new();
    for message in CHANNELS.iter().flat_map(|&channel| world.messages(channel, ANN)) {
        if let Some((table, _)) = shown_by(message).filter(|_| message.visible_to.is_none()) {
            newest.entry(table).and_modify(|it| *it = message.id.max(*it)).or_insert(message.id);
        }
    }
    let mut usable = Vec::new();
    for message in CHANNELS.iter().flat_map(|&channel| everything(world, channel)) {
        let controls: Vec<CustomId> = message
            .controls()
            .iter()
            .filter_map(|it| it["custom_id"].as_str().map(CustomId::received))
            .filter(|it| read_custom_id(it).is_some())
            .collect();
        let is_old = |control: &CustomId| match (message.visible_to, control.table_id()) {
            (_, None) => false,
            (None, Some(table)) => newest.get(&table).is_some_and(|newest| *newest != message.id),
            // It leads to another game, or to the position as it is then, and changes none.
            (Some(_), Some(_)) if ["next", "more"].contains(&control.word()) => false,
            (Some(_), Some(_)) => read_custom_id(control).is_none_or(|parts| parts.seen.is_none()),
        };
        if controls.iter().any(is_old) {
            let controls = controls.iter().map(ToString::to_string).collect();
            usable.push((message.id, message.visible_to, message.content().to_owned(), controls));
        }
    }
    usable
}

/// Every message that anybody sees in a channel.
fn everything(world: &World, channel: Id) -> Vec<Arc<PostedMessage>> {
    let mut messages: Vec<Arc<PostedMessage>> = Vec::new();
    for reader in [ANN, BEN, CHAI, DAI] {
        messages.extend(world.messages(channel, reader).cloned());
    }
    messages.sort_by_key(|message| message.id);
    messages.dedup_by_key(|message| message.id);
    messages
}

/// Prints what happened, also where nothing went wrong.
fn say(line: &str) {
    // Nobody may be listening.
    let _ = writeln!(io::stdout(), "{line}");
}

/// Compares what is stored of a game with what its players know and the channels show.
fn check(id: TableId, game: &Played, stored: Option<&Stored>, boards: &Boards) {
    let Some(stored) = stored else {
        assert!(!game.is_known, "the game {id:?} is gone");
        assert!(boards.latest(id).is_none(), "there never was a game {id:?}");
        return;
    };
    for (ply, text) in &game.seen {
        assert_eq!(stored.moves.get(*ply), Some(text), "of {id:?} that was shown: {stored:?}");
    }
    // What nobody tried has not happened, and what was tried after so many plies is there and
    // nowhere else: none is there twice.
    for (ply, text) in stored.moves.iter().enumerate().filter(|(_, text)| *text != "pass") {
        assert!(game.tried.contains(&(ply, text.clone())), "{text} of {id:?} at {ply}: {game:?}");
    }
    let commits = stored.commits();
    for &ply in &commits {
        let count = boards.at(id, ply).len();
        let is_owed = stored.owed.iter().any(|owed| owed.ply == ply && !owed.is_challenge);
        assert!(count == 1 || count == 0 && is_owed, "{id:?} after {ply} plies: {count} boards");
    }
    let latest = boards.latest(id);
    assert!(latest.is_none_or(|ply| commits.contains(&ply)), "{id:?} {latest:?} {stored:?}");
}
