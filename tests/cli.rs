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

/// The moves of a game with the acts that belong to some of them.
fn acted(moves: &Value, acts: &Value) -> Vec<String> {
    let act = |index: usize| acts.get(index.to_string())?.as_str();
    (0..)
        .zip(texts(moves))
        .map(|(index, mv)| act(index).map_or(mv.to_owned(), |act| format!("{act}:{mv}")))
        .collect()
}

#[test]
fn without_arguments_it_says_what_it_is() {
    let ran = kradan(&[]).done();
    for part in ["Othello", "Makruk", "Ōgi", "kradan perft ", "kradan moves ", "kradan replay "] {
        assert!(ran.out.contains(part), "{part:?} in {}", ran.out);
    }
    assert_eq!(ran.out, kradan(&["--help"]).done().out);
    assert!(ran.lines().iter().all(|line| line.chars().count() <= 80), "{}", ran.out);
    assert!(kradan(&["replay", "--help"]).done().out.contains("Usage: kradan replay "));
    assert!(kradan(&["--version"]).done().out.starts_with("kradan "));
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

#[test]
fn impossible_positions_are_refused_by_every_command() {
    let two_khuns = "4k3/8/8/8/8/8/4K3/4K3 w";
    let no_king = "8/8/8/8/8/8/8/4K^3 / O/o";
    let pawn = "4k^2P/8/8/8/8/8/8/4K^3 / O/o";
    let bia = "4k3/8/8/8/8/8/4P3/4K3 w";
    let takes_khun = "4k3/8/8/8/8/8/8/K3R3 w";
    let squares_65 = format!("{} X", "-".repeat(65));
    let cases = [
        ("makruk", two_khuns, "the first side has 2 kings instead of one"),
        ("ogi", no_king, "the second side has 0 kings instead of one"),
        ("ogi", pawn, "a P cannot stand on h8"),
        ("makruk", bia, "a P cannot stand on e2"),
        ("makruk", takes_khun, "the first side is to move and could capture the king"),
        ("othello", &squares_65, "the board has 65 squares instead of 64"),
        ("makruk", "garbage", "the side to move is missing"),
        ("othello", "garbage X", "\"garbage\" is not a board"),
        ("ogi", "", "the board is missing"),
        ("makruk", "\u{1b}[31m\u{7f} กระดาน", "is not a side to move"),
    ];
    for (game, position, reason) in cases {
        let ran = kradan(&["moves", game, position]).refused(&["position 1", reason]);
        assert_eq!(ran.out, "");
        let ran =
            kradan(&["perft", game, "2", "--position", position]).refused(&["--position", reason]);
        assert_eq!(ran.out, "");
        let ran = kradan(&["replay", game, "--from", position]).refused(&["--from", reason]);
        assert_eq!(ran.out, "");
        assert!(!ran.err.contains('\u{1b}'), "{:?}", ran.err);
    }
}

#[test]
fn replay_of_othello_for_people() {
    let ran = kradan(&["replay", "othello", "f5", "D6"]).done();
    assert_eq!(
        ran.out,
        "  a b c d e f g h
1 . . . . . . . . 1
2 . . . . . . . . 2
3 . . . . . . . . 3
4 . . . O X . . . 4
5 . . . X O . . . 5
6 . . . . . . . . 6
7 . . . . . . . . 7
8 . . . . . . . . 8
  a b c d e f g h
Black to move

  1. Black  f5
     ---------------------------OX------XXX-------------------------- O
     turns e5

  2. White  d6
     ---------------------------OX------OXX-----O-------------------- X
     turns d5

  a b c d e f g h
1 . . . . . . . . 1
2 . . . . . . . . 2
3 . . . . . . . . 3
4 . . . O X . . . 4
5 . . . O X X . . 5
6 . . . O . . . . 6
7 . . . . . . . . 7
8 . . . . . . . . 8
  a b c d e f g h
Black to move
discs 3–3
"
    );
}

/// The empty squares go to the winner, and a pass turns nothing.
#[test]
fn replay_tells_the_score_of_a_finished_game_of_othello() {
    let record = edge("early-end-with-empties");
    let ran = kradan(&[&["replay", "othello"], &*texts(&record["play"])].concat()).done();
    assert!(ran.out.ends_with("\n1-0 by no-moves\nBlack wins, 58–5, official 59–5\n"));
    assert!(ran.out.contains(" 48. White  pass\n"), "{}", ran.out);

    let position = edge("fig11-10-52")["pos"].as_str().unwrap().to_owned();
    let ran = kradan(&["replay", "othello", "--from", &position]).done();
    assert!(ran.out.ends_with("\n0-1 by no-moves\nWhite wins, 10–52, official 10–54\n"));
}

#[test]
fn replay_of_makruk_for_people() {
    let start = "1K1M4/8/6r1/8/8/3k4/8/6s1 w";
    let moves = ["claim:d8e7", "g6g7", "Ka8", "g7e7", "a8b8"];
    let ran = kradan(&[&["replay", "makruk", "--from", start], &moves[..]].concat()).done();
    let plies = ran.out.split_once("White to move\n").unwrap().1;
    assert!(
        plies.starts_with(
            "
  1. White  claim:d8e7  Me7  เม็ด d8-e7
     1K6/4M3/6r1/8/8/3k4/8/6s1 b board:w:1/64
     claims the board's honour, says 1
     White counts the board's honour: 1/64

  2. Black  g6g7  Rg7  เรือ g6-g7
     1K6/4M1r1/8/8/8/3k4/8/6s1 w board:w:1/64
     White counts the board's honour: 1/64

  3. White  b8a8  Ka8  ขุน b8-a8
     K7/4M1r1/8/8/8/3k4/8/6s1 b board:w:2/64
     says 2
     White counts the board's honour: 2/64

  4. Black  g7e7  Rxe7  เรือ g7xe7
     K7/4r3/8/8/8/3k4/8/6s1 w
     captures a met
     White counts the pieces' honour: 4/16, now due

  5. White  a8b8  Kb8  ขุน a8-b8
     1K6/4r3/8/8/8/3k4/8/6s1 b pieces:w:5/16
     says 5
     White counts the pieces' honour: 5/16

  a b c d e f g h
8 . K . . . . . . 8
"
        ),
        "{plies}"
    );
    assert!(plies.ends_with("\nWhite counts the pieces' honour: 5/16\nBlack to move\n"));
}

#[test]
fn replay_of_ogi_for_people() {
    let start = "7k^/8/3s4/3P4/8/8/8/7K^ / O/o";
    let ran = kradan(&["replay", "ogi", "--from", start, "d5d6", "h8g8", "S*f7"]).done();
    let plies = ran.out.split_once("Sente to move\n").unwrap().1;
    assert!(
        plies.starts_with(
            "
  1. Sente  d5d6+  Pxd6+  ▲d6歩成(d5)
     7k^/8/3+P4/8/8/8/8/7K^ S/ o/O
     captures a silver, promotes

  2. Gote  h8g8  K-g8  △g8玉(h8)
     6k^1/8/3+P4/8/8/8/8/7K^ S/ O/o

  3. Sente  S@f7  S*f7  ▲f7銀打
     6k^1/5S2/3+P4/8/8/8/8/7K^ / o/O
     gives check

   a  b  c  d  e  f  g  h
"
        ),
        "{plies}"
    );
    assert!(plies.ends_with("\nGote to move, in check\n"));
}

/// Scripts may rely on the names, the forms and the order of the keys.
#[test]
fn replay_as_json_has_these_keys_in_this_order() {
    let ran = kradan(&["replay", "othello", "--json", "f5"]).done();
    assert_eq!(
        ran.out,
        r#"{"ply":1,"move":"f5","pos":"---------------------------OX------XXX-------------------------- O","check":false,"said":null,"count":null,"flipped":["e5"]}
{"result":null,"reason":null,"discs":[4,1],"score":null}
"#
    );
    let from = "1K1M~4/8/5r2/8/8/3k4/8/6s1 w";
    let ran = kradan(&[
        "replay",
        "makruk",
        "--from",
        from,
        "claim:d8e7",
        "f6f7",
        "e7f8",
        "f7f8",
        "--json",
    ]);
    assert_eq!(
        ran.done().out,
        r#"{"ply":1,"move":"d8e7","act":"claim","pos":"1K6/4M3/5r2/8/8/3k4/8/6s1 b","check":false,"said":1,"count":{"kind":"board","side":"w","n":1,"limit":64},"captured":null,"promoted":false}
{"ply":2,"move":"f6f7","pos":"1K6/4Mr2/8/8/8/3k4/8/6s1 w","check":false,"said":null,"count":{"kind":"board","side":"w","n":1,"limit":64},"captured":null,"promoted":false}
{"ply":3,"move":"e7f8","pos":"1K3M2/5r2/8/8/8/3k4/8/6s1 b","check":false,"said":2,"count":{"kind":"board","side":"w","n":2,"limit":64},"captured":null,"promoted":false}
{"ply":4,"move":"f7f8","pos":"1K3r2/8/8/8/8/3k4/8/6s1 w","check":true,"said":null,"count":{"kind":"pieces","side":"w","n":4,"limit":16},"captured":"M","promoted":false}
{"result":null,"reason":null,"discs":null,"score":null}
"#
    );
    let from = "7k^/8/3s4/3P4/8/8/8/7K^ / O/o";
    let ran = kradan(&["replay", "ogi", "--from", from, "d5d6", "--json"]).done();
    assert_eq!(
        ran.lines()[0],
        r#"{"ply":1,"move":"d5d6+","pos":"7k^/8/3+P4/8/8/8/8/7K^ S/ o/O","check":false,"said":null,"count":null,"captured":"s","promoted":true}"#
    );
}

/// A promoted piece is captured under its promoted letter, and a drop captures nothing.
#[test]
fn replay_tells_captured_and_promoted_pieces() {
    let from = "7k^/8/8/4+p3/4R3/8/8/7K^ / O/o";
    let ran = kradan(&["replay", "ogi", "--from", from, "e4e5", "h8h7", "P*a4", "--json"]).done();
    let captured: Vec<Value> = ran.json()[..3].iter().map(|ply| ply["captured"].clone()).collect();
    assert_eq!(captured, [json!("+p"), json!(null), json!(null)]);

    let from = "7k/8/2r5/3P4/8/8/8/K7 w";
    let ran = kradan(&["replay", "makruk", "--from", from, "dxc6", "--json"]).done();
    let ply = &ran.json()[0];
    assert_eq!(
        (&ply["move"], &ply["captured"], &ply["promoted"]),
        (&json!("d5c6m"), &json!("r"), &json!(true))
    );
}

#[test]
fn replay_of_whole_games_as_json() {
    let mut plies = 0;
    for (game, count) in [("othello", 133), ("makruk", 133), ("ogi", 133)] {
        let records = records(&format!("{game}_games.jsonl"));
        assert_eq!(records.len(), count);
        for record in &records {
            let moves = acted(&record["moves"], &record["acts"]).join(" ");
            let ran = kradan_reading(&["replay", game, "--json"], moves.as_bytes()).done();
            let lines = ran.json();
            let (end, played) = lines.split_last().unwrap();
            let column =
                |key: &str| -> Value { played.iter().map(|ply| &ply[key]).cloned().collect() };
            assert_eq!(column("move"), record["moves"], "{}", record["id"]);
            assert_eq!(column("pos"), record["positions"], "{}", record["id"]);
            for key in ["result", "reason", "discs", "score"] {
                assert_eq!(end[key], record[key], "{key} of {}", record["id"]);
            }
            plies += played.len();
        }
    }
    assert!(plies > 20_000, "{plies} plies were played");
}

#[test]
fn replay_counts_as_the_sequences_say() {
    let records = records("makruk_count.jsonl");
    assert_eq!(records.len(), 38);
    for record in &records {
        let from = record["fen"].as_str().unwrap();
        let plies = record["plies"].as_array().unwrap();
        let moves = plies.iter().map(|ply| {
            let mv = ply["m"].as_str().unwrap();
            ply["act"].as_str().map_or(mv.to_owned(), |act| format!("{act}:{mv}"))
        });
        let moves = moves.collect::<Vec<_>>().join("\n");
        let mut args = vec!["replay", "makruk", "--from", from, "--json"];
        if let Some(option) = record["option"].as_str() {
            args.extend(["--option", option]);
        }
        let ran = kradan_reading(&args, moves.as_bytes()).done();
        let lines = ran.json();
        let (end, played) = lines.split_last().unwrap();
        assert_eq!(played.len(), plies.len(), "{}", record["id"]);
        for (line, ply) in played.iter().zip(plies) {
            for (ours, theirs) in
                [("move", "m"), ("act", "act"), ("said", "said"), ("count", "count")]
            {
                assert_eq!(line[ours], ply[theirs], "{} at {line}", record["id"]);
            }
        }
        assert_eq!(end["result"], record["result"], "{}", record["id"]);
        assert_eq!(end["reason"], record["reason"], "{}", record["id"]);
    }
    assert!(records.iter().any(|record| record["option"] == "lowest"));
}

#[test]
fn replay_plays_every_edge_case() {
    let records: Vec<Value> =
        records("edge.jsonl").into_iter().filter(|record| record["play"].is_array()).collect();
    assert_eq!(records.len(), 49);
    for record in &records {
        let [game, from] = ["game", "pos"].map(|key| record[key].as_str().unwrap());
        let args = [&["replay", game, "--from", from, "--json"], &*texts(&record["play"])].concat();
        let ran = kradan(&args).done();
        let lines = ran.json();
        let (end, played) = lines.split_last().unwrap();
        let last = played.last().unwrap();
        assert_eq!(last["pos"], record["after"], "{}", record["id"]);
        assert_eq!(end["result"].is_string(), record["over"] == true, "{}", record["id"]);
        for key in ["result", "reason", "discs", "score"] {
            if let Some(expected) = record.get(key) {
                assert_eq!(end[key], *expected, "{key} of {}", record["id"]);
            }
        }
        if let Some(flipped) = record.get("flipped") {
            assert_eq!(last["flipped"], *flipped, "{}", record["id"]);
        }
    }
}

/// Only the past knows that a position has stood four times: no move goes beyond.
#[test]
fn replay_ends_ogi_by_perpetual_check() {
    let record = edge("perpetual-check-loses");
    let from = record["pos"].as_str().unwrap();
    let moves = texts(&record["play"]);
    let args = [&["replay", "ogi", "--from", from], &*moves].concat();
    let ran = kradan(&args).done();
    assert!(ran.out.ends_with("\n0-1 by perpetual-check\nGote wins\n"), "{}", ran.out);
    kradan(&[&*args, &["b8c8"]].concat()).refused(&[
        "ply 13",
        "b8c8",
        "the game is over: 0-1 by perpetual-check",
    ]);

    let record = edge("repetition-fourth-time");
    let from = record["pos"].as_str().unwrap();
    let ran = kradan(&[&["replay", "ogi", "--from", from], &*texts(&record["play"])].concat());
    assert!(ran.done().out.ends_with("\n1/2-1/2 by repetition\na draw\n"));
}

#[test]
fn replay_stops_at_the_first_illegal_move() {
    let cases: [(&[&str], &str, usize); 8] = [
        (&["othello", "f5", "f6", "a1", "c3"], "ply 3 (a1): a disc on a1 encloses nothing", 2),
        (&["othello", "pass"], "ply 1 (pass): you can place a disc, so you may not pass", 0),
        (&["othello", "f5", "z9"], "ply 2 (z9): \"z9\" is not a move", 1),
        (&["makruk", "e3e4", "e3e4"], "ply 2 (e3e4): no piece stands on e3", 1),
        (
            &["makruk", "claim:e3e4"],
            "ply 1 (claim:e3e4): the count cannot be claimed while a bia stands",
            0,
        ),
        (&["makruk", "stop:e3e4"], "ply 1 (stop:e3e4): you are not counting", 0),
        (&["ogi", "P@e5"], "ply 1 (P@e5): you have no pawn in hand", 0),
        (&["ogi", "e3e4", "e6e5", "e4e5+"], "ply 3 (e4e5+): the pawn does not promote", 2),
    ];
    for (args, reason, plies) in cases {
        let people = kradan(&[&["replay"], args].concat()).refused(&[reason]);
        let last = format!("\n{plies:>3}. ");
        let next = format!("\n{:>3}. ", plies + 1);
        assert!(plies == 0 || people.out.contains(&last), "{}", people.out);
        assert!(!people.out.contains(&next), "{}", people.out);
        let scripts = kradan(&[&["replay", "--json"], args].concat()).refused(&[reason]);
        assert_eq!(scripts.lines().len(), plies, "plies before it are told, and no result");
        assert_eq!(people.err, scripts.err);
    }
}

#[test]
fn replay_reads_moves_as_people_type_them() {
    let typed = kradan_reading(&["replay", "Makruk", "--json"], "E3-E4 d6d5\r\n\n exd5".as_bytes());
    let exact = kradan(&["replay", "makruk", "--json", "e3e4", "d6d5", "e4d5"]);
    assert_eq!(typed.done().out, exact.done().out);
    let typed = kradan(&["replay", "ŌGI", "--json", "▲e4歩(e3)", "Ｐ－ｅ５", "P x e5"]).done();
    let exact = kradan(&["replay", "ogi", "--json", "e3e4", "e6e5", "e4e5"]).done();
    assert_eq!(typed.out, exact.out);
}

/// A position as `replay` prints it, with count and house rule, is a start again.
#[test]
fn replay_goes_on_from_a_printed_position() {
    let from = "1K6/4M1r1/8/8/8/3k4/8/6s1 w board:w:63/64 lowest";
    let ran = kradan(&["replay", "makruk", "--from", from, "--json", "b8a8", "g7g8", "a8a7"]);
    let lines = ran.done().json();
    assert_eq!(lines[0]["said"], 64);
    assert_eq!(lines[2]["said"], 65);
    assert_eq!((&lines[3]["result"], &lines[3]["reason"]), (&json!("1/2-1/2"), &json!("count")));
}

#[test]
fn without_moves_replay_tells_where_the_game_stands() {
    let ran = kradan(&["replay", "othello"]).done();
    assert_eq!(ran.out.matches("Black to move").count(), 1);
    let ran = kradan(&["replay", "othello", "--json"]).done();
    assert_eq!(ran.json(), [json!({"result":null,"reason":null,"discs":[2,2],"score":null})]);
}

#[test]
fn wrong_arguments_get_one_line() {
    let cases: [(&[&str], &str); 15] = [
        (&["perft", "chess", "3"], "the games are othello, makruk and ogi"),
        (&["moves", "go"], "the games are othello, makruk and ogi"),
        (&["perft", "makruk", "0"], "0 is not in 1..=30"),
        (&["perft", "makruk", "31"], "31 is not in 1..=30"),
        (&["perft", "makruk", "-1"], "'-1'"),
        (&["perft", "makruk", "99999999999999999999"], "'99999999999999999999'"),
        (&["perft", "makruk", "3\n\n4"], "invalid value '3 4'"),
        (&["perft"], "not provided: <GAME> <DEPTH>"),
        (&["perft", "makruk", "3", "--jsn"], "a similar argument exists: '--json'"),
        (&["perft", "makruk", "3", "4"], "unexpected argument '4'"),
        (&["prft"], "a similar subcommand exists: 'perft'"),
        (&["replay", "makruk", "--option", "highest"], "possible values: lowest"),
        (&["replay", "othello", "--option", "lowest"], "a rule of makruk, not of othello"),
        (&["replay", "ogi", "--option", "lowest", "e3e4"], "a rule of makruk, not of ogi"),
        (&["replay", "makruk", "--from"], "--from <POS>"),
    ];
    for (args, reason) in cases {
        assert_eq!(kradan(args).refused(&[reason]).out, "", "{args:?}");
    }
    let long = "x".repeat(100_000);
    kradan(&["perft", &long, "3"]).refused(&["see kradan --help"]);
    kradan(&["moves", "makruk", &long]).refused(&["position 1"]);
    kradan(&["replay", "makruk", &long]).refused(&["ply 1", "is not a move"]);
    kradan(&["replay", "makruk", "\n\u{1b}[2J"]).refused(&["ply 1 (\\n\\u{1b}[2J)"]);
}

#[test]
fn wrong_input_gets_one_line() {
    for args in [["moves", "ogi"], ["replay", "ogi"]] {
        kradan_reading(&args, b"\n\xff\xfe\n").refused(&["line 2 is not UTF-8 text"]);
        kradan_reading(&args, &vec![b'a'; 1 << 20]).refused(&["line 1 is longer than 65536 bytes"]);
        kradan_reading(&args, &vec![0; 1 << 20]).refused(&["line 1 is longer than 65536 bytes"]);
        kradan_reading(&args, b"\0\x1b[2J\x07").refused(&[]);
    }
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
