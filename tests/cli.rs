//! The command line as people and scripts meet it: the real binary, from outside.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use serde_json::{Value, json};

const MAKRUK_START: &str = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w";
const OTHELLO_START: &str = "---------------------------OX------XO--------------------------- X";

/// What a run of the program left behind.
struct Ran {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Ran {
    fn lines(&self) -> Vec<&str> {
        self.out.lines().collect()
    }

    fn json(&self) -> Vec<Value> {
        self.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// The run did what was asked.
    #[track_caller]
    fn done(self) -> Ran {
        assert_eq!((self.code, self.err.as_str()), (Some(0), ""), "{}", self.out);
        self
    }

    /// The run was refused with one line that says all of this.
    #[track_caller]
    fn refused(self, says: &[&str]) -> Ran {
        assert_eq!(self.code, Some(2), "{}", self.err);
        assert!(self.err.starts_with("kradan: ") && self.err.ends_with('\n'), "{:?}", self.err);
        assert_eq!(self.err.lines().count(), 1, "{:?}", self.err);
        assert!(self.err.chars().count() < 500, "{:?}", self.err);
        for part in says {
            assert!(self.err.contains(part), "{part:?} in {:?}", self.err);
        }
        self
    }
}

fn kradan(args: &[&str]) -> Ran {
    kradan_reading(args, b"")
}

fn kradan_reading(args: &[&str], input: &[u8]) -> Ran {
    let mut child = command(args).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // A program that stops early closes its input, which is no failure of the test.
    let writer = thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    Ran {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kradan"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Every record of a file of the shared conformance data.
fn records(file: &str) -> Vec<Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/conformance");
    let text = std::fs::read_to_string(folder.join(file)).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A named record of the edge cases.
fn edge(name: &str) -> Value {
    records("edge.jsonl").into_iter().find(|record| record["name"] == name).unwrap()
}

fn texts(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}

#[test]
fn perft_counts_the_trees_of_the_three_starts() {
    for game in ["othello", "makruk", "ogi"] {
        let start = &records(&format!("{game}_perft.jsonl"))[0];
        let expected: Vec<u64> = serde_json::from_value(start["perft"].clone()).unwrap();
        let ran = kradan(&["perft", game, "4"]).done();
        let columns: Vec<Vec<&str>> =
            ran.lines().iter().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(columns.len(), 4);
        for (depth, columns) in (1..).zip(&columns) {
            let &[at, nodes, "nodes", seconds, "s", speed, "nodes/s"] = columns.as_slice() else {
                panic!("{columns:?}");
            };
            assert_eq!((at, nodes), (&*format!("{depth}"), &*expected[depth - 1].to_string()));
            assert!(seconds.parse::<f64>().unwrap() >= 0.0);
            assert!(speed.parse::<u64>().unwrap() > 0);
        }

        let position = start["pos"].as_str().unwrap();
        let ran = kradan(&["perft", game, "3", "--position", position, "--json"]).done();
        let [line] = &ran.json()[..] else { panic!("{}", ran.out) };
        assert_eq!(line["perft"], json!(expected[..3]));
        assert!(line["nps"].as_u64().unwrap() > 0);
        assert!(ran.out.starts_with("{\"perft\":["), "{}", ran.out);
    }
}

#[test]
fn perft_divides_by_move() {
    let ran = kradan(&["perft", "othello", "3", "--divide"]).done();
    let [_, _, deepest, "", divided @ ..] = &ran.lines()[..] else { panic!("{}", ran.out) };
    assert!(deepest.contains(" 56 nodes "));
    let divided: Vec<Vec<&str>> =
        divided.iter().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(divided, [["c4", "14"], ["d3", "14"], ["e6", "14"], ["f5", "14"], ["total", "56"]]);

    let ran = kradan(&["perft", "makruk", "2", "--divide", "--json"]).done();
    let divide = ran.json()[0]["divide"].as_object().unwrap().clone();
    assert_eq!(divide.len(), 23);
    assert_eq!(divide.values().map(|leaves| leaves.as_u64().unwrap()).sum::<u64>(), 529);
    let places: Vec<usize> =
        divide.keys().map(|mv| ran.out.find(&format!("{mv:?}")).unwrap()).collect();
    assert!(places.is_sorted(), "{}", ran.out);
}

/// A finished game of Othello is one leaf; a mated khun has none below it.
#[test]
fn perft_of_a_finished_game() {
    let over = format!("{} O", "X".repeat(64));
    let ran = kradan(&["perft", "othello", "2", "--position", &over, "--json", "--divide"]).done();
    assert_eq!(ran.json()[0]["perft"], json!([1, 1]));
    assert_eq!(ran.json()[0]["divide"], json!({}));
    let mated = edge("mate-two-rua")["pos"].as_str().unwrap().to_owned();
    let ran = kradan(&["perft", "makruk", "2", "--position", &mated, "--divide"]).done();
    let columns: Vec<&str> = ran.out.split_whitespace().collect();
    assert_eq!(columns[..2], ["1", "0"]);
    assert_eq!(columns[columns.len() - 2..], ["total", "0"]);
}

/// A count that is about to run out ends no branch of the tree.
#[test]
fn perft_does_not_count_honours() {
    let counted = "8/8/8/4k3/8/8/1R6/K7 b pieces:b:16/16";
    let plain = "8/8/8/4k3/8/8/1R6/K7 b";
    let perft = |position| {
        let ran = kradan(&["perft", "makruk", "4", "--position", position, "--json"]).done();
        ran.json()[0]["perft"].clone()
    };
    assert_eq!(perft(counted), perft(plain));
}

#[test]
fn moves_of_every_position_on_the_standard_input() {
    for (game, count) in [("othello", 333), ("makruk", 333), ("ogi", 333)] {
        let records = records(&format!("{game}_legal.jsonl"));
        assert_eq!(records.len(), count);
        let positions: Vec<&str> = records.iter().map(|it| it["pos"].as_str().unwrap()).collect();
        let ran = kradan_reading(&["moves", game], positions.join("\n").as_bytes()).done();
        let expected: Vec<String> =
            records.iter().map(|record| texts(&record["moves"]).join(" ")).collect();
        assert_eq!(ran.lines(), expected, "{game}");

        let [first, second] = [positions[0], positions[1]];
        let ran = kradan(&["moves", game, first, second]).done();
        assert_eq!(ran.lines(), expected[..2], "{game}");
    }
}

#[test]
fn moves_of_a_finished_game_are_an_empty_line_and_a_pass_stands_alone() {
    let over = format!("{} O", "X".repeat(64));
    assert_eq!(kradan(&["moves", "othello", &over]).done().out, "\n");
    let must_pass = edge("must-pass");
    assert_eq!(must_pass["legal"], json!(["pass"]));
    let position = must_pass["pos"].as_str().unwrap();
    assert_eq!(kradan(&["moves", "othello", position]).done().out, "pass\n");
}

#[test]
fn moves_stop_at_the_first_wrong_position() {
    let ran = kradan(&["moves", "makruk", MAKRUK_START, "8/8 w", MAKRUK_START])
        .refused(&["position 2", "the board has 2 ranks instead of 8"]);
    assert_eq!(ran.lines().len(), 1);

    // A blank line holds no position, but it is counted.
    let input = format!("{MAKRUK_START}\n\n   \r\n{MAKRUK_START}\r\nnonsense\n");
    let ran = kradan_reading(&["moves", "makruk"], input.as_bytes())
        .refused(&["line 5", "the side to move is missing"]);
    assert_eq!(ran.lines().len(), 2);
    assert_eq!(ran.lines()[0], ran.lines()[1]);
    assert_eq!(kradan(&["moves", "makruk"]).done().out, "");
}

#[cfg(unix)]
#[test]
fn arguments_that_are_no_text_get_one_line() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    let output = command(&["moves", "ogi"]).arg(OsStr::from_bytes(b"\xff")).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.starts_with("kradan: invalid UTF-8") && error.lines().count() == 1, "{error}");
}

/// As under `kradan moves … | head -1`: what is written after the reader left is not missed.
#[test]
fn a_reader_that_leaves_early_is_no_error() {
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

/// What cannot be written is no fault of the input, so it has an exit code of its own.
#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_cannot_be_written_is_told() {
    for args in [&["moves", "othello", OTHELLO_START][..], &["perft", "ogi", "1"], &[]] {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let output = command(args).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.starts_with("kradan: cannot write the "), "{error}");
        assert_eq!(error.lines().count(), 1);
    }
}
