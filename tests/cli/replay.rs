//! `kradan replay`.

use serde_json::{Value, json};

use crate::cli::{edge_case, kradan, kradan_reading, moves_with_acts, records, texts};

#[test]
fn replay_of_othello_for_people() {
    let run = kradan(&["replay", "othello", "f5", "D6"]).done();
    assert_eq!(
        run.out,
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

/// The winner gets the empty squares, and a pass turns no discs.
#[test]
fn replay_prints_the_score_of_a_finished_game_of_othello() {
    let record = edge_case("early-end-with-empties");
    let run = kradan(&[&["replay", "othello"], &*texts(&record["play"])].concat()).done();
    assert!(run.out.ends_with("\n1-0 by no-moves\nBlack wins, 58–5, official 59–5\n"));
    assert!(run.out.contains(" 48. White  pass\n"), "{}", run.out);

    let position = edge_case("fig11-10-52")["pos"].as_str().unwrap().to_owned();
    let run = kradan(&["replay", "othello", "--from", &position]).done();
    assert!(run.out.ends_with("\n0-1 by no-moves\nWhite wins, 10–52, official 10–54\n"));
}

#[test]
fn replay_of_makruk_for_people() {
    let start = "1K1M4/8/6r1/8/8/3k4/8/6s1 w";
    let moves = ["claim:d8e7", "g6g7", "Ka8", "g7e7", "a8b8"];
    let run = kradan(&[&["replay", "makruk", "--from", start], &moves[..]].concat()).done();
    let plies = run.out.split_once("White to move\n").unwrap().1;
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
    let run = kradan(&["replay", "ogi", "--from", start, "d5d6", "h8g8", "S*f7"]).done();
    let plies = run.out.split_once("Sente to move\n").unwrap().1;
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
    let run = kradan(&["replay", "othello", "--json", "f5"]).done();
    assert_eq!(
        run.out,
        r#"{"ply":1,"move":"f5","pos":"---------------------------OX------XXX-------------------------- O","check":false,"said":null,"count":null,"flipped":["e5"]}
{"result":null,"reason":null,"discs":[4,1],"score":null}
"#
    );
    let from = "1K1M~4/8/5r2/8/8/3k4/8/6s1 w";
    let run = kradan(&[
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
        run.done().out,
        r#"{"ply":1,"move":"d8e7","act":"claim","pos":"1K6/4M3/5r2/8/8/3k4/8/6s1 b","check":false,"said":1,"count":{"kind":"board","side":"w","n":1,"limit":64},"captured":null,"promoted":false}
{"ply":2,"move":"f6f7","pos":"1K6/4Mr2/8/8/8/3k4/8/6s1 w","check":false,"said":null,"count":{"kind":"board","side":"w","n":1,"limit":64},"captured":null,"promoted":false}
{"ply":3,"move":"e7f8","pos":"1K3M2/5r2/8/8/8/3k4/8/6s1 b","check":false,"said":2,"count":{"kind":"board","side":"w","n":2,"limit":64},"captured":null,"promoted":false}
{"ply":4,"move":"f7f8","pos":"1K3r2/8/8/8/8/3k4/8/6s1 w","check":true,"said":null,"count":{"kind":"pieces","side":"w","n":4,"limit":16},"captured":"M","promoted":false}
{"result":null,"reason":null,"discs":null,"score":null}
"#
    );
    let from = "7k^/8/3s4/3P4/8/8/8/7K^ / O/o";
    let run = kradan(&["replay", "ogi", "--from", from, "d5d6", "--json"]).done();
    assert_eq!(
        run.lines()[0],
        r#"{"ply":1,"move":"d5d6+","pos":"7k^/8/3+P4/8/8/8/8/7K^ S/ o/O","check":false,"said":null,"count":null,"captured":"s","promoted":true}"#
    );
}

/// A promoted piece is captured under its promoted letter, and a drop captures nothing.
#[test]
fn replay_tells_captured_and_promoted_pieces() {
    let from = "7k^/8/8/4+p3/4R3/8/8/7K^ / O/o";
    let run = kradan(&["replay", "ogi", "--from", from, "e4e5", "h8h7", "P*a4", "--json"]).done();
    let captured: Vec<Value> = run.json()[..3].iter().map(|ply| ply["captured"].clone()).collect();
    assert_eq!(captured, [json!("+p"), json!(null), json!(null)]);

    let from = "7k/8/2r5/3P4/8/8/8/K7 w";
    let run = kradan(&["replay", "makruk", "--from", from, "dxc6", "--json"]).done();
    let ply = &run.json()[0];
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
        // The tests of the rules replay all of them.
        for record in records.iter().step_by(5) {
            let moves = moves_with_acts(&record["moves"], &record["acts"]).join(" ");
            let run = kradan_reading(&["replay", game, "--json"], moves.as_bytes()).done();
            let lines = run.json();
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
    assert!(plies > 4_000, "{plies} plies were played");
}

#[test]
fn replay_follows_the_recorded_counts() {
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
        let run = kradan_reading(&args, moves.as_bytes()).done();
        let lines = run.json();
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
        let run = kradan(&args).done();
        let lines = run.json();
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

/// The fourth repetition of a position depends on the record; no move may follow it.
#[test]
fn replay_ends_ogi_by_perpetual_check() {
    let record = edge_case("perpetual-check-loses");
    let from = record["pos"].as_str().unwrap();
    let moves = texts(&record["play"]);
    let args = [&["replay", "ogi", "--from", from], &*moves].concat();
    let run = kradan(&args).done();
    assert!(run.out.ends_with("\n0-1 by perpetual-check\nGote wins\n"), "{}", run.out);
    kradan(&[&*args, &["b8c8"]].concat()).refused(&[
        "ply 13",
        "b8c8",
        "the game is over: 0-1 by perpetual-check",
    ]);

    let record = edge_case("repetition-fourth-time");
    let from = record["pos"].as_str().unwrap();
    let run = kradan(&[&["replay", "ogi", "--from", from], &*texts(&record["play"])].concat());
    assert!(run.done().out.ends_with("\n1/2-1/2 by repetition\na draw\n"));
}

#[test]
fn replay_stops_at_the_first_illegal_move() {
    let cases: [(&[&str], &str, usize); 8] = [
        (&["othello", "f5", "f6", "a1", "c3"], "ply 3 (a1): a disc on a1 encloses nothing", 2),
        (&["othello", "pass"], "ply 1 (pass): you can place a disc, so you may not pass", 0),
        (&["othello", "f5", "z9"], "ply 2: \"z9\" is not a move", 1),
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
        assert_eq!(scripts.lines().len(), plies, "earlier plies are printed, and no result");
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

/// `replay` reads its own output, and score sheets.
#[test]
fn replay_reads_lines_as_they_are_written() {
    let played = |game: &str, args: &[&str], input: &str| -> Vec<String> {
        let args = [&["replay", game, "--json"], args].concat();
        let run = kradan_reading(&args, input.as_bytes()).done();
        let lines = run.json();
        let move_of = |ply: &Value| {
            let act = ply["act"].as_str().map_or(String::new(), |act| format!("{act}:"));
            act + ply["move"].as_str().unwrap()
        };
        lines[..lines.len() - 1].iter().map(move_of).collect()
    };
    let counted = ["--from", "8/8/2n5/8/6k1/2K5/8/1r5S w"];
    assert_eq!(played("makruk", &counted, "claim: h1-h2\nเรือ b1-b2"), ["claim:h1h2", "b1b2"]);
    assert_eq!(played("makruk", &counted, "โคน h1-h2"), ["h1h2"]);
    assert_eq!(played("makruk", &[], "e3 e4\n"), ["e3e4"]);
    assert_eq!(played("makruk", &["e3 e4", "ม้า b8-d7"], ""), ["e3e4", "b8d7"]);
    let sheet = "1. e4 e5\n2.d4 Nd7\n3. ม้า b1-d2\n3... a5\n4.";
    let exact = ["e3e4", "e6e5", "d3d4", "b8d7", "b1d2", "a6a5"];
    assert_eq!(played("makruk", &[], sheet), exact);
    let args = ["1.", "e4", "e5", "2.d4", "Nd7"];
    assert_eq!(played("makruk", &args, ""), exact[..4]);
    assert_eq!(played("ogi", &[], "1. ▲e4歩(e3) 1... P-e5"), ["e3e4", "e6e5"]);

    for (args, input) in [
        (&[][..], "f5d6c3"),
        (&[], "F5 d6\nC3"),
        (&[], "1. f5 d6 2. c3"),
        (&["f5d6c3"], ""),
        (&["1.f5", "1...", "d6", "C3"], ""),
        (&["f5d6", "c3"], ""),
    ] {
        assert_eq!(played("othello", args, input), ["f5", "d6", "c3"], "{args:?} {input:?}");
    }
    // A transcript omits passes.
    let record = edge_case("early-end-with-empties");
    let play = texts(&record["play"]);
    assert!(play.contains(&"pass"));
    let transcript: String = play.iter().copied().filter(|&mv| mv != "pass").collect();
    assert_eq!(played("othello", &[], &transcript), play);

    for (game, input, reason) in [
        ("makruk", "โคน h1-h3", "ply 1 (โคน h1-h3): the piece on h1 is a rua"),
        ("makruk", "e3e4\nclaim: e6-e5", "ply 2 (claim: e6-e5): the count cannot be claimed"),
        ("makruk", "e4 zz", "ply 2: \"zz\" is not a move"),
        ("othello", "f5d6a1", "ply 3 (a1): a disc on a1 encloses nothing"),
        ("othello", "f5d6z9", "ply 1: \"f5d6z9\" is not a move"),
    ] {
        kradan_reading(&["replay", game], input.as_bytes()).refused(&[reason]);
    }
}

#[test]
fn the_lowest_honour_needs_a_count() {
    let lone = "8/8/1k6/1N6/1S2K3/8/3r4/5N2 w";
    for option in ["lowest", "LOWEST", "Lowest"] {
        kradan(&["replay", "makruk", "--from", lone, "--option", option]).done();
    }
    let uncounted = format!("{lone} uncounted");
    kradan(&["replay", "makruk", "--from", &uncounted, "--option", "lowest"])
        .refused(&["--option lowest: nobody counts in this position"]);
    let due = "4k3/8/8/8/8/8/SN2NM2/3K4 b due:b:9/44";
    let run = kradan(&["replay", "makruk", "--from", due, "--option", "lowest"]).done();
    assert!(run.out.contains("Black counts the pieces' honour: 9/32, now due\n"), "{}", run.out);
}

/// A printed position, with its count and house rule, can be a start position.
#[test]
fn replay_continues_from_a_printed_position() {
    let from = "1K6/4M1r1/8/8/8/3k4/8/6s1 w board:w:63/64 lowest";
    let run = kradan(&["replay", "makruk", "--from", from, "--json", "b8a8", "g7g8", "a8a7"]);
    let lines = run.done().json();
    assert_eq!(lines[0]["said"], 64);
    assert_eq!(lines[2]["said"], 65);
    assert_eq!((&lines[3]["result"], &lines[3]["reason"]), (&json!("1/2-1/2"), &json!("count")));
}

#[test]
fn replay_without_moves_prints_the_position() {
    let run = kradan(&["replay", "othello"]).done();
    assert_eq!(run.out.matches("Black to move").count(), 1);
    let run = kradan(&["replay", "othello", "--json"]).done();
    assert_eq!(run.json(), [json!({"result":null,"reason":null,"discs":[2,2],"score":null})]);
}
