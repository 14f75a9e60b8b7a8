//! The writer: a process that does nothing but change tables.

use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{self, Child, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use kradan_rules::{GameKind, Side};
use kradan_store::{
    Change, ErasureStore as _, InteractionId, InteractionResult, OutboxEntry, OutboxEntryId,
    OutboxStore as _, SledStore, StoreError, StoreErrorKind, StoredTable, TableStore as _,
};
use kradan_table::{ChallengeTerms, ChannelId, Command, Event, Moment, PlayerId, Table, TableId};

/// The variable that names the folder to write to.
const FOLDER: &str = "KRADAN_TEST_WRITES_TO";

/// The variable that has the store rewritten again and again.
const REWRITES: &str = "KRADAN_TEST_REWRITES";

/// Tables that are played at, one task each.
pub(crate) const TABLES: std::ops::RangeInclusive<u64> = 1..=16;

/// The revisions that were acknowledged, by table.
pub(crate) type Acknowledged = BTreeMap<u64, u64>;

/// A writer that runs.
pub(crate) struct Writer {
    child: Child,
    acknowledged: Arc<Mutex<Acknowledged>>,
    reader: JoinHandle<()>,
}

impl Writer {
    /// Starts one in a folder.
    pub(crate) fn start(folder: &Path) -> Writer {
        Writer::start_command(folder, &mut process::Command::new(this_program()))
    }

    /// Starts one in a folder, which rewrites the store again and again.
    pub(crate) fn start_rewriting(folder: &Path) -> Writer {
        let mut command = process::Command::new(this_program());
        command.env(REWRITES, "1");
        Writer::start_command(folder, &mut command)
    }

    fn start_command(folder: &Path, command: &mut process::Command) -> Writer {
        command
            .args(["--exact", "power::writer", "--nocapture", "--test-threads=1"])
            .env(FOLDER, folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped());
        let mut child = start(command).unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let acknowledged = Arc::new(Mutex::new(Acknowledged::new()));
        let list = Arc::clone(&acknowledged);
        let reader = thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                // The test's own lines are in between, and the last one may be cut short.
                if let Some((table, revision)) = read(&line) {
                    list.lock().unwrap().insert(table, revision);
                }
            }
        });
        Writer { child, acknowledged, reader }
    }

    /// Waits until it has acknowledged something.
    pub(crate) fn await_acknowledged(&self) {
        while self.acknowledged.lock().unwrap().is_empty() {
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Ends it without a warning, and returns all that it had acknowledged.
    pub(crate) fn kill(mut self) -> Acknowledged {
        self.child.kill().unwrap();
        let status = self.child.wait().unwrap();
        assert_eq!(status.code(), None, "the writer ended by itself");
        self.reader.join().unwrap();
        self.acknowledged.lock().unwrap().clone()
    }
}

fn this_program() -> PathBuf {
    std::env::current_exe().unwrap()
}

fn read(line: &str) -> Option<(u64, u64)> {
    let (table, rest) = line.strip_prefix("table ")?.split_once(" revision ")?;
    Some((table.parse().ok()?, rest.strip_suffix(" acknowledged")?.parse().ok()?))
}

/// Held while a child is started, and while a store is opened.
///
/// A child that is forked has every open file of this process until it runs its own program, the lock
/// of a store that a parallel test has just closed among them.
static STARTING: Mutex<()> = Mutex::new(());

/// Starts a child, and returns once it runs its own program.
pub(crate) fn start(command: &mut process::Command) -> io::Result<Child> {
    let _alone = STARTING.lock().unwrap_or_else(PoisonError::into_inner);
    command.spawn()
}

/// Opens a store while no child is being started.
pub(crate) fn open(folder: &Path) -> Result<SledStore, StoreError> {
    let _alone = STARTING.lock().unwrap_or_else(PoisonError::into_inner);
    SledStore::open(folder)
}

/// Writes for ever if this process was started to.
pub(crate) fn write_if_told() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let store = Arc::new(open_when_free(Path::new(&folder)));
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        let tasks: Vec<_> = TABLES
            .map(|id| tokio::spawn(play(Arc::clone(&store), TableId(id), u64::MAX)))
            .collect();
        if std::env::var_os(REWRITES).is_some() {
            loop {
                store.rewrite().await.unwrap();
            }
        }
        for task in tasks {
            task.await.unwrap();
        }
    });
}

/// Opens a store once nobody has its lock. A child of a parallel test has it for a moment more: the
/// kernel says that the child runs its own program before it closes the files of ours.
fn open_when_free(folder: &Path) -> SledStore {
    loop {
        match SledStore::open(folder) {
            Err(error) if error.kind() == StoreErrorKind::InUse => thread::yield_now(),
            opened => return opened.unwrap(),
        }
    }
}

/// Makes so many changes to a table.
pub(crate) async fn play(store: Arc<SledStore>, id: TableId, changes: u64) {
    let mut row = store.table(id).await.unwrap();
    for _ in 0..changes {
        let before = row.as_ref().map_or(0, |row| row.revision);
        // Every other notice stays owed for one more change.
        if before > 0 && before.is_multiple_of(2) {
            for revision in [before - 1, before] {
                store.mark_delivered(OutboxEntryId { table: id, revision }, None).await.unwrap();
            }
        }
        let change = change(id, before + 1, row.map(|row| row.table));
        row = Some(change.stored.clone());
        store.commit(change).await.unwrap();
        let line = format!("table {} revision {} acknowledged\n", id.0, before + 1);
        std::io::stdout().lock().write_all(line.as_bytes()).unwrap();
    }
}

/// The change that makes a revision of a table, and says so everywhere: a game begins, has a move
/// or two, is shown somewhere else, ends, and the next one begins.
fn change(id: TableId, revision: u64, before: Option<Table>) -> Change {
    let (ann, ben) = (PlayerId(2 * id.0), PlayerId(2 * id.0 + 1));
    let time = Timestamp::UNIX_EPOCH + SignedDuration::from_secs(revision.cast_signed());
    let now = Moment { time, chance: revision };
    let kind = GameKind::ALL[(revision / 6) as usize % GameKind::ALL.len()];
    let wish =
        ChallengeTerms { opponent: Some(ben), side: Some(Side::First), ..ChallengeTerms::of(kind) };
    let new = || Table::challenge(ann, wish, ChannelId(1 + revision / 6 % 3), now);
    let mut table = before.unwrap_or_else(new);
    let mut ask = |player, asked: Command| table.apply(player, &asked, now).unwrap();
    let events = match revision % 6 {
        1 => {
            table = new();
            let challenged = Event::Challenged { challenger: ann, opponent: Some(ben) };
            vec![challenged]
        }
        2 => ask(ben, Command::Accept),
        3 => [ask(ann, Command::Draw), ask(ben, Command::DeclineDraw)].concat(),
        // Ann is told no, and has to move before she asks again.
        5 => [ask(ben, Command::Draw), ask(ann, Command::DeclineDraw)].concat(),
        4 => ask(ann, Command::Show(ChannelId(9))),
        _ => ask(ben, Command::Resign),
    };
    let notice = OutboxEntry {
        id: OutboxEntryId { table: id, revision },
        channel: table.channel(),
        ply: table.game().plies(),
        events: events.clone(),
        by: Some(ann),
        made_at: time,
        ready_at: time,
        attempts: 0,
        answer: None,
        left: None,
        group: None,
    };
    let asked =
        Some((interaction(id, revision), InteractionResult::Done { table: id, revision, events }));
    let row = StoredTable { table, revision, credited: SignedDuration::ZERO };
    Change { entry: Some(notice), interaction: asked, ..Change::of(id, row) }
}

/// The interaction that asked for a revision.
pub(crate) fn interaction(id: TableId, revision: u64) -> InteractionId {
    InteractionId(id.0 << 40 | revision)
}
