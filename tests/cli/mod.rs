//! The command line: the real binary, run as people and scripts run it.

mod analyse;
mod bestmove;
mod draw;
mod engine;
mod moves;
mod perft;
mod replay;
mod wrong;

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use kradan_rules::GameKind;
use serde_json::Value;

const MAKRUK_START: &str = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w";
const OTHELLO_START: &str = "---------------------------OX------XO--------------------------- X";

/// The output of a run of the program.
struct RunOutput {
    code: Option<i32>,
    out: String,
    err: String,
}

impl RunOutput {
    fn lines(&self) -> Vec<&str> {
        self.out.lines().collect()
    }

    fn json(&self) -> Vec<Value> {
        self.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// Checks that the run succeeded.
    #[track_caller]
    fn done(self) -> RunOutput {
        assert_eq!((self.code, self.err.as_str()), (Some(0), ""), "{}", self.out);
        self
    }

    /// Checks that the run was refused with one line that contains all these parts.
    #[track_caller]
    fn refused(self, parts: &[&str]) -> RunOutput {
        assert_eq!(self.code, Some(2), "{}", self.err);
        assert!(self.err.starts_with("kradan: ") && self.err.ends_with('\n'), "{:?}", self.err);
        assert_eq!(self.err.lines().count(), 1, "{:?}", self.err);
        assert!(self.err.chars().count() < 500, "{:?}", self.err);
        for part in parts {
            assert!(self.err.contains(part), "{part:?} in {:?}", self.err);
        }
        self
    }
}

/// The program's message for an unknown game.
fn unknown_game_message() -> String {
    let [names @ .., last] = GameKind::NAMES;
    format!("the games are {} and {last}", names.join(", "))
}

fn kradan(args: &[&str]) -> RunOutput {
    kradan_reading(args, b"")
}

fn kradan_reading(args: &[&str], input: &[u8]) -> RunOutput {
    let mut child = command(args).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // A program that stops early closes its input, which is not an error of the test.
    let writer = thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    RunOutput {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

fn command(args: &[&str]) -> Command {
    assert!(!args.is_empty(), "the bot would run");
    let mut command = Command::new(env!("CARGO_BIN_EXE_kradan"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// All records of a file of the conformance records.
fn records(file: &str) -> Vec<Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance/records");
    let text = std::fs::read_to_string(folder.join(file)).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The edge case with this name.
fn edge_case(name: &str) -> Value {
    records("edge.jsonl").into_iter().find(|record| record["name"] == name).unwrap()
}

fn texts(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}

/// The moves of a game, with the acts of some of them.
fn moves_with_acts(moves: &Value, acts: &Value) -> Vec<String> {
    let act = |index: usize| acts.get(index.to_string())?.as_str();
    (0..)
        .zip(texts(moves))
        .map(|(index, mv)| act(index).map_or(mv.to_owned(), |act| format!("{act}:{mv}")))
        .collect()
}

#[test]
fn help_describes_the_program() {
    let run = kradan(&["--help"]).done();
    for part in ["Othello", "Makruk", "Ōgi", "kradan perft ", "kradan moves ", "kradan replay "] {
        assert!(run.out.contains(part), "{part:?} in {}", run.out);
    }
    assert_eq!(run.out, kradan(&["-h"]).done().out);
    assert!(run.lines().iter().all(|line| line.chars().count() <= 80), "{}", run.out);
    assert!(kradan(&["replay", "--help"]).done().out.contains("Usage: kradan replay "));
    assert!(kradan(&["--version"]).done().out.starts_with("kradan "));
}

#[test]
fn a_byte_order_mark_is_skipped() {
    let input = format!("\u{feff}{OTHELLO_START}\n");
    let run = kradan_reading(&["moves", "othello"], input.as_bytes()).done();
    assert_eq!(run.out, "c4 d3 e6 f5\n");
}

/// The reader closes the pipe early, as in `kradan moves … | head -1`.
#[test]
fn a_closed_pipe_is_no_error() {
    let lines = format!("{OTHELLO_START}\n").repeat(50_000);
    let mut child = command(&["moves", "othello"]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writer = thread::spawn(move || drop(stdin.write_all(lines.as_bytes())));
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    out.read_line(&mut first).unwrap();
    assert_eq!(first, "c4 d3 e6 f5\n");
    drop(out);
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

/// A failed write is not an error of the input, and has its own exit code.
#[cfg(target_os = "linux")]
#[test]
fn a_failed_write_is_reported() {
    for args in [&["moves", "othello", OTHELLO_START][..], &["perft", "ogi", "1"], &["--help"]] {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let output = command(args).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.starts_with("kradan: cannot write the "), "{error}");
        assert_eq!(error.lines().count(), 1);
    }
}
