//! A `PostgreSQL` server of the test's own, in a temporary folder.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

/// Debian's folder of each version, besides the folders of `PATH`.
const DEBIAN: &str = "/usr/lib/postgresql";

/// A server that listens at a socket in its folder. It is killed when this is dropped.
#[derive(Debug)]
pub struct Postgres {
    folder: TempDir,
    settings: Vec<String>,
    child: Child,
}

impl Postgres {
    /// Starts a server, with settings such as `fsync=off`. Where `PostgreSQL` is not there, says so and
    /// returns nothing; with `KRADAN_ALL` in the environment that is a failure.
    pub fn start(settings: &[&str]) -> Option<Postgres> {
        let Some(programs) = programs() else {
            assert!(std::env::var_os("KRADAN_ALL").is_none(), "PostgreSQL is not there");
            let _ = writeln!(io::stderr(), "skipped: PostgreSQL is not there");
            return None;
        };
        let folder = new_folder();
        let data = folder.path().join("data");
        let mut initdb = as_nobody_special(&programs.join("initdb"));
        initdb.args(["--auth=trust", "--username=kradan", "--encoding=UTF8", "--locale=C"]);
        run(initdb.args(["--no-sync", "-D"]).arg(&data));
        let settings = settings.iter().map(|&setting| setting.to_owned()).collect::<Vec<_>>();
        let child = Postgres::begun(folder.path(), &settings);
        let server = Postgres { folder, settings, child };
        server.wait();
        Some(server)
    }

    /// Kills the server with all its processes, as a crash of the machine does, which loses nothing of
    /// what it wrote.
    pub fn kill(&mut self) {
        self.signal("KILL");
        let _ = self.child.wait();
    }

    /// Sends a signal to the server and all its processes.
    pub fn signal(&self, name: &str) {
        let (signal, server) = (format!("-{name}"), self.child.id().to_string());
        // It begins no other meanwhile.
        let _ = Command::new("kill").args(["-STOP", &server]).status();
        let _ = Command::new("pkill").args([&signal, "-P", &server]).status();
        let _ = Command::new("kill").args([&signal, &server]).status();
    }

    /// Starts the server again after it was killed.
    pub fn start_again(&mut self) {
        let _ = fs::remove_file(self.folder.path().join("data/postmaster.pid"));
        self.child = Postgres::begun(self.folder.path(), &self.settings);
        self.wait();
    }

    /// Starts a standby of this server. From then on a commit here returns when the standby has it as
    /// well.
    pub fn standby(&self) -> Postgres {
        let folder = new_folder();
        self.copy_to(folder.path());
        let child = Postgres::begun(folder.path(), &self.settings);
        let standby = Postgres { folder, settings: self.settings.clone(), child };
        standby.wait();
        self.await_standby();
        standby
    }

    /// Starts the server again after it was killed, as a standby of another that has taken over.
    pub fn start_as_standby(&mut self, primary: &Postgres) {
        fs::remove_dir_all(self.folder.path().join("data")).unwrap();
        primary.copy_to(self.folder.path());
        self.start_again();
        primary.await_standby();
    }

    /// Makes a standby the primary. Its own commits wait for no standby.
    pub fn promote(&self) {
        self.sql("alter system set synchronous_standby_names = ''");
        assert_eq!(self.sql("select pg_reload_conf(), pg_promote()"), "t|t");
    }

    /// Copies what the server has into a folder, for a standby of it.
    fn copy_to(&self, folder: &Path) {
        let mut copy = as_nobody_special(&programs().expect("it was there").join("pg_basebackup"));
        copy.args(["-R", "-U", "kradan", "--checkpoint=fast", "--no-sync", "-h"]);
        run(copy.arg(self.folder.path()).arg("-D").arg(folder.join("data")));
    }

    /// Waits until a standby has all commits, and has each later one wait for it.
    fn await_standby(&self) {
        self.sql("alter system set synchronous_standby_names = '*'");
        self.sql("select pg_reload_conf()");
        let begun = std::time::Instant::now();
        while self.sql("select count(*) from pg_stat_replication where sync_state = 'sync'") != "1"
        {
            assert!(begun.elapsed() < Duration::from_secs(60), "the standby does not follow");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until no connection of a program is left: what it sent last is committed or not.
    pub async fn await_nobody(&self, application: &str) {
        let connected = format!(
            "select count(*) from pg_stat_activity where application_name = '{application}'"
        );
        while self.sql(&connected) != "0" {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    fn begun(folder: &Path, settings: &[String]) -> Child {
        let programs = programs().expect("it was there");
        let mut postgres = as_nobody_special(&programs.join("postgres"));
        postgres.arg("-D").arg(folder.join("data")).arg("-k").arg(folder);
        postgres.args(["-c", "listen_addresses="]).args(["-c", "max_connections=200"]);
        for setting in settings {
            postgres.args(["-c", setting]);
        }
        let log = fs::OpenOptions::new().create(true).append(true).open(folder.join("log"));
        let log = log.unwrap();
        postgres.stdout(log.try_clone().unwrap()).stderr(log);
        postgres.stdin(Stdio::null()).spawn().unwrap()
    }

    fn wait(&self) {
        let (programs, deadline) = (programs().expect("it was there"), Duration::from_secs(60));
        let begun = std::time::Instant::now();
        loop {
            let mut ready = Command::new(programs.join("pg_isready"));
            let ready = ready.arg("-q").arg("-h").arg(self.folder.path()).status().unwrap();
            if ready.success() {
                return;
            }
            let log = || fs::read_to_string(self.folder.path().join("log")).unwrap_or_default();
            assert!(begun.elapsed() < deadline, "PostgreSQL does not start: {}", log());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// The address of a schema of its own, which is made if it is not there.
    pub fn address(&self, schema: &str) -> String {
        self.sql(&format!("create schema if not exists {schema}"));
        let folder = self.host();
        format!(
            "postgres://kradan@{folder}/postgres?sslmode=disable&options=-c%20search_path%3D{schema}"
        )
    }

    /// The folder of its socket, as a part of an address.
    pub fn host(&self) -> String {
        self.folder.path().to_str().unwrap().replace('/', "%2F")
    }

    /// Runs a statement, and returns what it prints.
    pub fn sql(&self, statement: &str) -> String {
        let programs = programs().expect("it was there");
        let mut psql = Command::new(programs.join("psql"));
        psql.arg("-h").arg(self.folder.path()).args(["-U", "kradan", "-d", "postgres", "-qAtc"]);
        let said = psql.arg(statement).output().unwrap();
        assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
        String::from_utf8(said.stdout).unwrap().trim().to_owned()
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The folder with the programs of the newest version.
fn programs() -> Option<PathBuf> {
    let versions = fs::read_dir(DEBIAN).into_iter().flatten().flatten();
    let debian = versions.map(|version| version.path().join("bin"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).chain(debian).collect();
    folders
        .retain(|folder| ["initdb", "postgres", "psql"].iter().all(|it| folder.join(it).exists()));
    folders.pop()
}

/// A new folder for a server.
fn new_folder() -> TempDir {
    let folder = tempfile::Builder::new().prefix("kradan-pg").tempdir_in("/tmp").unwrap();
    if is_root() {
        run(Command::new("chown").arg("postgres").arg(folder.path()));
    }
    folder
}

/// Runs a program to its end, which must be good.
fn run(program: &mut Command) {
    let ended = program.output().unwrap();
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output().unwrap();
    id.stdout.trim_ascii() == b"0"
}

/// A program, as a user other than root: `PostgreSQL` refuses to run as root.
fn as_nobody_special(program: &Path) -> Command {
    if !is_root() {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]).arg(program);
    command.current_dir("/");
    command
}
