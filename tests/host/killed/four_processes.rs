//! Four programs over one database, each killed at random moments and started again, while three hundred
//! games go on: in channels and in threads, against people and computers, each with a follower.
//!
//! * *Each message once.* Every challenge, board, computer's answer, reminder, follower's message and daily
//!   puzzle is posted exactly once, whoever was killed: a second one calls people twice.
//! * *Each edit once.* Every old message is edited, and again only if a process was killed that had begun with
//!   it: Discord may have taken the edit before, and nobody sees that it comes again. The emulator's log has
//!   no request whose sender was killed before the response.
//! * *Each job in one process.* What one process has claimed, another one claims only if the first was killed,
//!   and then within [`TAKEN_WITHIN`]. How long it takes from then on depends on Discord's limits. A process
//!   that a slow machine keeps silent for [`SILENT_FOR`] is taken for one that was killed.
//!
//! All boards keep their pictures, so that none is deleted before it is counted. A computer's answer may be
//! told in one message with the move that it answers.

use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use fastrand::Rng;
use futures_util::stream::{self, StreamExt as _};
use jiff::{SignedDuration, Timestamp};
use kradan::service::{Clock, InteractionId, RequestContext, TableService};
use kradan_emulator::{
    BOT, Emulator, FaultRule, Id, InjectedFault, Interaction, Options, PostedMessage, Seed,
};
use kradan_rules::{Game, GameKind};
use kradan_store::{
    Follow, FollowLimits, FollowerStore as _, PeopleStore as _, PostgresStore, Profile,
    ServerSettings, ServerStore as _, Store as _,
};
use kradan_table::{ChannelId, Command, GuildId, PlayerId, TableId};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::boards::shown_by;
use super::stored::{Place, read_itself};
use crate::host::processes::started;
use kradan_test_servers::balancer::Balancer;
use kradan_test_servers::postgres::Postgres;
use kradan_test_servers::program::{Program, SOON};

const GAMES: u64 = 300;
const CHANNELS: u64 = 30;
const PLAYERS: u64 = 100;
const FOLLOWERS: u64 = 150;
const PROCESSES: usize = 4;

/// How many games do something at once.
const AT_ONCE: usize = 12;

/// After how long Discord sends an interaction again that nobody has answered.
const AGAIN: Duration = Duration::from_secs(2);

/// After how many seconds of silence the others take a process for gone.
const SILENT_FOR: f64 = 15.0;

/// Within how many seconds another process takes a job that a killed one had begun. They look every 10 seconds.
const TAKEN_WITHIN: f64 = 30.0;

/// Has the database note when each job, outbox entry and due table is claimed and by which process, when that
/// is done or left to all again, and when each process says that it is there.
const NOTE_CLAIMS: &str = "
    create table games.noted (
        at float8 default extract(epoch from clock_timestamp()), job text, process text);
    create function games.note_claim() returns trigger language plpgsql as $$
    declare
        was jsonb := to_jsonb(old) - 'game'; now jsonb := to_jsonb(new) - 'game';
        job text := concat_ws(' ', tg_table_name, was ->> 'kind', was ->> 'subject', was ->> 'id',
            was ->> 'table_id', case tg_table_name when 'outbox' then was ->> 'revision' end);
    begin
        if now ->> 'claimed_by' is distinct from was ->> 'claimed_by' then
            insert into games.noted (job, process) values
                (job, case when now ->> 'claimed_by' is not null then now ->> 'claimed_in' end);
        end if;
        return null;
    end $$;
    create function games.note_process() returns trigger language plpgsql as $$ begin
        insert into games.noted values (
            extract(epoch from now()),
            concat_ws(' ', 'process', case tg_op when 'INSERT' then new.pid end), new.id);
        return null;
    end $$;
    insert into games.noted (job, process)
        select concat_ws(' ', 'process', pid), id from games.processes;
    create trigger note after update or delete on games.jobs
        for each row execute function games.note_claim();
    create trigger note after update or delete on games.outbox
        for each row execute function games.note_claim();
    create trigger note after update or delete on games.tables
        for each row execute function games.note_claim();
    create trigger note after insert or update on games.processes
        for each row execute function games.note_process()";

/// What is left to do: entries, what followers are to be told, jobs, and tables that are due.
const LEFT: &str = "select concat_ws(' ', (select count(*) from games.outbox),
    (select count(*) from games.follower_entries),
    (select count(*) from games.jobs where kind in (1, 2) or kind = 6 and ready_at < now()),
    (select count(*) from games.tables where due_at < now() + interval '1 minute'))";

/// The programs behind a load balancer.
struct Programs {
    local: Emulator,
    home: TempDir,
    database: String,
    balancer: Balancer,
    running: Vec<Program>,
    /// When each process id was killed.
    killed: BTreeMap<u32, f64>,
}

impl Programs {
    async fn start(&mut self) {
        let (program, url) = started(&self.local, &self.home, &self.database).await;
        self.balancer.add(&url);
        self.running.push(program);
    }

    fn kill(&mut self, random: &mut Rng) {
        let program = self.running.remove(random.usize(..self.running.len()));
        self.killed.insert(program.id(), seconds(Timestamp::now()));
        program.kill();
    }

    /// Kills one after the other and starts another one each time, until it is told to stop. Some are not
    /// replaced before the others know by themselves that they are gone.
    async fn kill_at_random(mut self, mut random: Rng, stop: Arc<AtomicBool>) -> Programs {
        while !stop.load(Ordering::Relaxed) {
            tokio::time::sleep(Duration::from_millis(random.u64(200..2_000))).await;
            self.kill(&mut random);
            let pause = if random.u8(..8) == 0 { 16_000..20_000 } else { 0..4_000 };
            tokio::time::sleep(Duration::from_millis(random.u64(pause))).await;
            self.start().await;
        }
        self
    }
}

fn seconds(time: Timestamp) -> f64 {
    time.as_duration().as_secs_f64()
}

/// A game, and what its players and its follower do.
#[derive(Clone, Debug)]
struct Played {
    table: Id,
    kind: GameKind,
    /// Where it was opened, and where it is played.
    opened_in: Id,
    channel: Id,
    /// The players; a computer has none.
    people: (Id, Option<Id>),
    follower: Id,
    moves: Vec<String>,
    is_reminded: bool,
}

impl Played {
    fn new(number: u64, random: &mut Rng) -> Played {
        let (first, apart) = (number % PLAYERS, 1 + number / PLAYERS);
        let is_computer = number >= GAMES - PLAYERS;
        let kind = GameKind::ALL[number as usize % GameKind::ALL.len()];
        let (mut game, mut moves) = (Game::new(kind), Vec::new());
        for _ in 0..if is_computer { 1 } else { random.usize(1..=2) } {
            let legal = game.legal_moves().into_iter().filter(|text| !text.contains(':'));
            let text = random.choice(legal.collect::<Vec<_>>()).unwrap();
            game.play_text(&text).unwrap();
            moves.push(text);
        }
        let channel = Seed::channel(number % CHANNELS);
        let opponent = Seed::person((first + apart) % PLAYERS);
        Played {
            table: Id(0),
            kind,
            opened_in: channel,
            channel,
            people: (Seed::person(first), (!is_computer).then_some(opponent)),
            follower: Seed::person(PLAYERS + number % FOLLOWERS),
            moves,
            // Of two that would be told in one message there is one.
            is_reminded: number < PLAYERS && number.is_multiple_of(5),
        }
    }

    fn mover(&self, ply: usize) -> Id {
        self.people.1.filter(|_| ply % 2 == 1).unwrap_or(self.people.0)
    }

    /// Opens the game, in a thread or not.
    async fn open(mut self, local: &Emulator, is_in_thread: bool) -> Played {
        let (first, second) = self.people;
        let mut options =
            json!({ "game": self.kind.to_string(), "side": "first", "pictures": "all" });
        match second {
            Some(second) => options["opponent"] = json!(second.to_string()),
            None => options["level"] = json!(1),
        }
        if is_in_thread {
            options["where"] = json!("thread");
        }
        let asked = local.as_user(first).command(self.opened_in, "play", options).unwrap();
        self.table = asked.id();
        if let Some(second) = second {
            let accept = format!("accept:{}", self.table);
            let challenge = until_shown(local, &asked, self.opened_in, |it| has(it, &accept)).await;
            let asked = local.as_user(second).click(challenge, &accept).unwrap();
            if is_in_thread {
                // The thread of a message has its id.
                self.channel = challenge;
            }
            self.until_board(local, &asked, 0).await;
        } else {
            self.until_board(local, &asked, 0).await;
        }
        self
    }

    async fn play(&self, local: &Emulator) {
        for (ply, text) in self.moves.iter().enumerate() {
            let options = json!({ "move": text, "game": self.table.to_string() });
            let asked = local.as_user(self.mover(ply)).command(self.channel, "move", options);
            self.until_board(local, &asked.unwrap(), ply + 1).await;
        }
    }

    async fn until_board(&self, local: &Emulator, asked: &Interaction, ply: usize) {
        let table = TableId(self.table.0);
        let shows = |it: &PostedMessage| {
            shown_by(it).is_some_and(|(shown, at)| shown == table && at >= ply)
        };
        until_shown(local, asked, self.channel, shows).await;
    }

    /// How often each ply is to be shown: to all, and to the follower from the first move on.
    fn shown(&self) -> (Vec<usize>, Vec<usize>) {
        let last = self.moves.len() + usize::from(self.people.1.is_none());
        let mut to_all = vec![1; last + 1];
        to_all[last] += usize::from(self.is_reminded);
        (to_all, [vec![0], vec![1; last]].concat())
    }

    /// Whether the boards are those that were to be shown. The move that a computer answers may be left out.
    fn are(&self, shown: &[usize], boards: &[(TableId, usize)]) -> bool {
        let mut counted = vec![0; shown.len()];
        for (_, ply) in boards.iter().filter(|(table, _)| table.0 == self.table.0) {
            let Some(count) = counted.get_mut(*ply) else { return false };
            *count += 1;
        }
        if self.people.1.is_none() && counted[1] == 0 {
            counted[1] = 1;
        }
        counted == shown
    }
}

fn has(message: &PostedMessage, control: &str) -> bool {
    message.controls().iter().any(|it| it["custom_id"] == control)
}

/// Waits for a public message, and sends the interaction again where none comes.
async fn until_shown(
    local: &Emulator,
    asked: &Interaction,
    channel: Id,
    is_it: impl Fn(&PostedMessage) -> bool,
) -> Id {
    let (begin, mut sent) = (Instant::now(), Instant::now());
    loop {
        let shown = local.read(|world| {
            let mut messages = world.messages(channel, BOT).rev();
            messages.find(|it| it.visible_to.is_none() && is_it(it)).map(|it| it.id)
        });
        if let Some(shown) = shown {
            return shown;
        }
        assert!(begin.elapsed() < SOON, "nothing is shown of {}", asked.payload());
        if sent.elapsed() > AGAIN {
            asked.redeliver();
            sent = Instant::now();
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Stores who follows the games, and that the bot may write to them.
async fn follow(local: &Emulator, database: &str, games: &[Played]) {
    let store = PostgresStore::open(database).await.unwrap();
    for number in 0..FOLLOWERS {
        let follower = Seed::person(PLAYERS + number);
        let conversation = Some(ChannelId(local.conversation(follower, BOT).0));
        let change = Box::new(move |it: &mut Profile| it.conversation = conversation);
        store.update_profile(PlayerId(follower.0), change).await.unwrap();
    }
    let limits = FollowLimits { of_table: 50, of_player: 50 };
    let wish = Follow { each_move: true, since: Timestamp::now() };
    for game in games {
        let (table, follower) = (TableId(game.table.0), PlayerId(game.follower.0));
        store.add_reader(follower, ChannelId(game.channel.0)).await.unwrap();
        store.follow(table, follower, wish, limits).await.unwrap();
    }
    store.close().await.unwrap();
}

/// Has those reminded, some seconds later, who are to move in these games.
async fn remind(database: &str, games: &[Played], random: &mut Rng) {
    let store = Arc::new(PostgresStore::open(database).await.unwrap());
    let service = TableService::new(store.clone(), Clock::of_machine());
    for (number, game) in (1..).zip(games.iter().filter(|game| game.is_reminded)) {
        let player = PlayerId(game.mover(game.moves.len()).0);
        let request = RequestContext { interaction: InteractionId(number), player, answer: None };
        let at = Timestamp::now() + SignedDuration::from_millis(random.i64(2_000..15_000));
        let asked = service.ask(&request, TableId(game.table.0), &Command::RemindAt(at)).await;
        asked.unwrap();
    }
    store.close().await.unwrap();
}

/// Has a server for each channel, whose daily puzzle comes there.
async fn choose_daily_puzzles(database: &str) {
    let store = Arc::new(PostgresStore::open(database).await.unwrap());
    let service = TableService::new(store.clone(), Clock::of_machine());
    for channel in (0..CHANNELS).map(Seed::channel) {
        let server = GuildId(channel.0);
        let change = move |settings: &mut ServerSettings| {
            settings.daily_puzzle = Some(ChannelId(channel.0));
        };
        store.update_server_settings(server, Box::new(change)).await.unwrap();
        service.look_at_daily_puzzle(server).await.unwrap();
    }
    store.close().await.unwrap();
}

/// Waits until nothing is left to do, as long as something is done.
async fn until_done(database: &Postgres) {
    let (mut before, mut since) = (String::new(), Instant::now());
    loop {
        let left = database.sql(LEFT);
        if left == "0 0 0 0" {
            return;
        }
        if left != before {
            (before, since) = (left, Instant::now());
        }
        assert!(since.elapsed() < SOON, "left to do: {before}");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

/// Lets the games go on, kills the programs meanwhile, and checks what everybody was told.
pub(crate) async fn play_and_kill(seed: u64) {
    let Some(database) = Postgres::start(&["fsync=off"]) else { return };
    let address = database.address("games");
    let options = Options {
        seed: Seed::many(CHANNELS, PLAYERS + FOLLOWERS),
        response_timeout: SOON,
        keep_requests: 100_000,
        keep_files: 100,
        ..Options::default()
    };
    let local = Emulator::start(options).await.unwrap();
    let mut programs = Programs {
        local: local.clone(),
        home: TempDir::new().unwrap(),
        database: address.clone(),
        balancer: Balancer::start().await,
        running: Vec::new(),
        killed: BTreeMap::new(),
    };
    for _ in 0..PROCESSES {
        programs.start().await;
    }
    local.use_interactions_endpoint(Some(&programs.balancer.url())).await.unwrap();
    database.sql(NOTE_CLAIMS);
    // More is under way when a process is killed, and done although it does not know.
    let slow = FaultRule::always("/channels", InjectedFault::Slow(Duration::from_millis(300)));
    local.inject_fault(FaultRule { percent: 25, ..slow });

    let begin = Instant::now();
    let mut random = Rng::with_seed(seed);
    let stop = Arc::new(AtomicBool::new(false));
    let killing = tokio::spawn(programs.kill_at_random(random.fork(), Arc::clone(&stop)));
    let games: Vec<Played> = (0..GAMES).map(|number| Played::new(number, &mut random)).collect();
    let opened = games.into_iter().enumerate().map(|(number, game)| {
        let is_in_thread = game.people.1.is_some() && number % 4 == 1;
        game.open(&local, is_in_thread)
    });
    let mut games: Vec<Played> = stream::iter(opened).buffer_unordered(AT_ONCE).collect().await;
    follow(&local, &address, &games).await;
    choose_daily_puzzles(&address).await;
    random.shuffle(&mut games);
    stream::iter(&games).for_each_concurrent(AT_ONCE, |game| game.play(&local)).await;
    remind(&address, &games, &mut random).await;
    until_done(&database).await;
    stop.store(true, Ordering::Relaxed);
    let programs = killing.await.unwrap();
    programs.running.iter().for_each(Program::terminate);
    for program in programs.running {
        let ended = program.ended().await;
        assert!(ended.status.success(), "{ended:?}");
    }

    let said = format!("seed {seed}, {} kills", programs.killed.len());
    check_messages(&local, &games, &said);
    let left = check_claims(&database, &programs.killed, &said);
    check_edits(&local, &games, &left, &said);
    let ids: Vec<TableId> = games.iter().map(|game| TableId(game.table.0)).collect();
    let tables = read_itself(&Place::Database(address), &ids).await;
    for game in &games {
        let stored = &tables[&TableId(game.table.0)].moves;
        let answers = usize::from(game.people.1.is_none());
        assert!(stored.starts_with(&game.moves), "{said}: {game:?} {stored:?}");
        assert_eq!(stored.len(), game.moves.len() + answers, "{said}: {game:?}");
    }
    say(&format!("{said} in {:.0} s", begin.elapsed().as_secs_f64()));
}

/// Of each challenge, each ply, each reminder and each follower's message there is one.
fn check_messages(local: &Emulator, games: &[Played], said: &str) {
    let boards = |channel: Id| -> Vec<(TableId, usize)> {
        let is_public = |it: &&Arc<PostedMessage>| it.visible_to.is_none();
        local.read(|world| {
            world.messages(channel, BOT).filter(is_public).filter_map(|it| shown_by(it)).collect()
        })
    };
    let mut faults = Vec::new();
    for game in games {
        let (to_all, to_follower) = game.shown();
        let (public, told) = (boards(game.channel), boards(local.conversation(game.follower, BOT)));
        if !game.are(&to_all, &public) || !game.are(&to_follower, &told) {
            let of_game = |boards: Vec<(TableId, usize)>| -> Vec<usize> {
                let of_it = boards.into_iter().filter(|(table, _)| table.0 == game.table.0);
                of_it.map(|(_, ply)| ply).collect()
            };
            faults.push(format!("{game:?}: {:?} {:?}", of_game(public), of_game(told)));
        }
    }
    assert!(faults.is_empty(), "{said}: of {} games\n{}", faults.len(), faults.join("\n"));
    let edits = edits(local);
    for channel in (0..CHANNELS).map(Seed::channel) {
        // What says that a game goes on in a thread is never edited; a daily puzzle is when its day ends.
        let is_challenge = |it: &&Arc<PostedMessage>| {
            let is_edited = edits.contains_key(&it.id) && !it.content().contains("Daily puzzle");
            it.visible_to.is_none() && shown_by(it).is_none() && is_edited
        };
        let challenges: Vec<Arc<PostedMessage>> = local
            .read(|world| world.messages(channel, BOT).filter(is_challenge).cloned().collect());
        let is_of_people = |game: &&Played| game.opened_in == channel && game.people.1.is_some();
        let expected = games.iter().filter(is_of_people).count();
        assert_eq!(challenges.len(), expected, "{said}, {channel}: {challenges:#?} {edits:#?}");
        let puzzles = |message: &&Arc<PostedMessage>| has(message, "daily-mention");
        let puzzles = local.read(|world| world.messages(channel, BOT).filter(puzzles).count());
        assert_eq!(puzzles, 1, "{said}: the daily puzzles in {channel}");
    }
}

/// The edits of each message.
fn edits(local: &Emulator) -> HashMap<Id, Vec<Value>> {
    let mut edits: HashMap<Id, Vec<Value>> = HashMap::new();
    for request in local.requests() {
        let is_edit = request.template == "/channels/{channel_id}/messages/{message_id}";
        if is_edit && request.method == "PATCH" && request.status == 200 {
            let message = request.path.rsplit('/').next().and_then(|id| id.parse().ok()).map(Id);
            edits.entry(message.unwrap()).or_default().push(request.body.clone());
        }
    }
    edits
}

/// Every board but the newest of its game is edited, and again only if its job was left.
fn check_edits(local: &Emulator, games: &[Played], left: &HashMap<String, usize>, said: &str) {
    let edits = edits(local);
    for game in games {
        let boards: Vec<Id> = local.read(|world| {
            let is_of_game = |it: &&Arc<PostedMessage>| {
                shown_by(it).is_some_and(|(table, _)| table.0 == game.table.0)
            };
            world.messages(game.channel, BOT).filter(is_of_game).map(|it| it.id).collect()
        });
        let (newest, old) = boards.split_last().unwrap();
        let is_edited = |board: &Id| edits.contains_key(board);
        assert!(!is_edited(newest), "{said}: the newest board of {game:?} is edited");
        assert!(old.iter().all(is_edited), "{said}: an old board of {game:?} stays");
    }
    let is_repeated = |(message, edits): &(&Id, &Vec<Value>)| {
        edits.len() > 1 + left.get(&format!("jobs 2 {message}")).copied().unwrap_or_default()
    };
    let repeated: Vec<_> = edits.iter().filter(is_repeated).collect();
    assert!(repeated.is_empty(), "{said}: edited again: {repeated:?}");
}

/// Nothing is claimed that another process has, unless that was killed, or silent for so long that it seemed to
/// be: then it is claimed, or done, soon. Returns how often each job was left by such a process.
fn check_claims(
    database: &Postgres,
    killed: &BTreeMap<u32, f64>,
    said: &str,
) -> HashMap<String, usize> {
    let noted = database.sql("select at, job, process from games.noted order by at");
    let (mut heard, mut gone) = (HashMap::new(), HashMap::new());
    let (mut held, mut left) = (HashMap::new(), HashMap::new());
    let (mut longest, mut silences, mut faults) = (0.0_f64, 0, Vec::new());
    for line in noted.lines() {
        let [at, job, process] = line.split('|').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let at: f64 = at.parse().unwrap();
        if let Some(pid) = job.strip_prefix("process") {
            let killed_at = pid.trim().parse().ok().and_then(|pid| killed.get(&pid));
            gone.extend(killed_at.map(|killed_at| (process, killed_at)));
            heard.insert(process, at);
            continue;
        }
        if let Some(holder) = held.remove(job) {
            // What it sent before it was killed may come after.
            let killed_at = gone.get(holder).filter(|&&&killed_at| killed_at < at);
            let is_taken = !process.is_empty();
            let is_silent =
                is_taken && heard.get(holder).is_some_and(|last| at - last > SILENT_FOR);
            if killed_at.is_some() || is_silent {
                *left.entry(job.to_owned()).or_default() += 1;
            } else if is_taken {
                faults.push(format!("{line} has what {holder} has"));
            }
            match killed_at {
                Some(killed_at) => longest = longest.max(at - *killed_at),
                None => silences += usize::from(is_silent),
            }
        }
        if !process.is_empty() {
            held.insert(job, process);
        }
    }
    say(&format!("{} jobs were left and taken within {longest:.1} s", left.len()));
    assert!(faults.is_empty(), "{said}: {} are claimed twice\n{}", faults.len(), faults.join("\n"));
    // Otherwise the kills did not fall where they show something.
    assert!(left.len() > 20, "{said}: {} jobs were left", left.len());
    if silences == 0 {
        assert!(longest < TAKEN_WITHIN, "{said}: a job waited for {longest} s");
    } else {
        say(&format!("{silences} were left by processes that a slow machine kept silent"));
    }
    left
}

/// Prints past what is captured.
fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}
