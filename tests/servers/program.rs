//! A program as a process of its own.

use std::io::{BufRead as _, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use tokio::sync::watch;

/// Longer than any step takes on a slow machine.
pub const SOON: Duration = Duration::from_secs(60);

/// The log line of a connection to the gateway.
pub const CONNECTED: &str = "connected to Discord";

/// The log line of the registration of commands.
pub const REGISTERED: &str = "the commands are registered";

/// A program without any configuration from the environment. It runs in a folder with the test's files
/// alone.
pub fn unconfigured(program: &Path, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    for (variable, _) in std::env::vars_os() {
        if variable.as_encoded_bytes().starts_with(b"KRADAN_") {
            command.env_remove(variable);
        }
    }
    command
}

/// A running program. It is killed when this is dropped.
#[derive(Debug)]
pub struct Program {
    child: Child,
    written: watch::Receiver<Written>,
    readers: Vec<JoinHandle<()>>,
}

/// The output of a program so far.
#[derive(Clone, Debug, Default)]
struct Written {
    out: String,
    err: String,
}

/// The status and the output of a program that has ended.
#[derive(Debug)]
pub struct Ended {
    pub status: ExitStatus,
    pub out: String,
    pub err: String,
}

impl Program {
    pub fn start(command: &mut Command) -> Program {
        let mut child = command.spawn().unwrap();
        let (change, written) = watch::channel(Written::default());
        let change = Arc::new(change);
        let (out, err) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
        let readers = vec![
            read(out, &change, |written| &mut written.out),
            read(err, &change, |written| &mut written.err),
        ];
        Program { child, written, readers }
    }

    /// Waits for a line of output that contains this, and returns the line.
    pub async fn says(&self, part: &str) -> String {
        let mut written = self.written.clone();
        let find = |written: &Written| {
            let mut lines = written.out.lines().chain(written.err.lines());
            lines.find(|line| line.contains(part)).map(str::to_owned)
        };
        let line = written.wait_for(|written| find(written).is_some());
        let line = match tokio::time::timeout(SOON, line).await {
            Ok(Ok(written)) => find(&written),
            Ok(Err(_)) | Err(_) => None,
        };
        line.unwrap_or_else(|| panic!("no {part:?}: {}", self.log()))
    }

    /// The log so far.
    pub fn log(&self) -> String {
        self.written.borrow().err.clone()
    }

    /// The id of its process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends it SIGTERM.
    pub fn terminate(&self) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    }

    /// Kills it.
    pub fn kill(mut self) -> Ended {
        self.child.kill().unwrap();
        self.left()
    }

    /// Waits until it ends by itself.
    pub async fn ended(mut self) -> Ended {
        // Its output is closed at its end.
        let mut written = self.written.clone();
        let silent = tokio::time::timeout(SOON, async { while written.changed().await.is_ok() {} });
        assert!(silent.await.is_ok(), "it still runs: {}", self.log());
        self.left()
    }

    fn left(&mut self) -> Ended {
        let status = self.child.wait().unwrap();
        for reader in self.readers.drain(..) {
            reader.join().unwrap();
        }
        let Written { out, err } = self.written.borrow().clone();
        Ended { status, out, err }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads a program's output line by line.
fn read(
    source: impl Read + Send + 'static,
    change: &Arc<watch::Sender<Written>>,
    part: fn(&mut Written) -> &mut String,
) -> JoinHandle<()> {
    let change = Arc::clone(change);
    thread::spawn(move || {
        let mut source = BufReader::new(source);
        let mut line = Vec::new();
        while source.read_until(b'\n', &mut line).is_ok_and(|count| count > 0) {
            let text = String::from_utf8_lossy(&line);
            change.send_modify(|written| part(written).push_str(&text));
            line.clear();
        }
    })
}
