//! Wrong arguments and wrong input: one line of error, and exit code 2.

use crate::cli::{MAKRUK_START, command, kradan, kradan_reading, unknown_game_message};

#[test]
fn impossible_positions_are_refused_by_every_command() {
    let two_khuns = "4k3/8/8/8/8/8/4K3/4K3 w";
    let no_king = "8/8/8/8/8/8/8/4K^3 / O/o";
    let pawn = "4k^2P/8/8/8/8/8/8/4K^3 / O/o";
    let bia = "4k3/8/8/8/8/8/4P3/4K3 w";
    let takes_khun = "4k3/8/8/8/8/8/8/K3R3 w";
    let squares_65 = format!("{} X", "-".repeat(65));
    let cases = [
        ("makruk", two_khuns, "White has 2 khuns instead of one"),
        ("ogi", no_king, "Gote has 0 kings instead of one"),
        ("ogi", pawn, "a pawn cannot stand on h8"),
        ("makruk", bia, "a bia cannot stand on e2"),
        ("makruk", takes_khun, "White is to move and could capture the khun"),
        ("othello", &squares_65, "the board has 65 squares instead of 64"),
        ("makruk", "garbage", "the side to move is missing"),
        ("othello", "garbage X", "\"garbage\" is not a board"),
        ("ogi", "", "the board is missing"),
        ("makruk", "\u{1b}[31m\u{7f} กระดาน", "is not a side to move"),
    ];
    for (game, position, reason) in cases {
        let run = kradan(&["moves", game, position]).refused(&["position 1", reason]);
        assert_eq!(run.out, "");
        let run =
            kradan(&["perft", game, "2", "--position", position]).refused(&["--position", reason]);
        assert_eq!(run.out, "");
        let run = kradan(&["replay", game, "--from", position]).refused(&["--from", reason]);
        assert_eq!(run.out, "");
        assert!(!run.err.contains('\u{1b}'), "{:?}", run.err);
    }
}

#[test]
fn an_option_is_not_a_position() {
    for args in [
        &["moves", "othello", "--json"][..],
        &["moves", "makruk", MAKRUK_START, "--jsn"],
        &["perft", "othello", "2", "--position", "--divide"],
        &["replay", "othello", "--from", "--json"],
    ] {
        kradan(args).refused(&["unexpected argument", args[args.len() - 1]]);
    }
    let board = format!("--X{}OX{} X", "-".repeat(20), "-".repeat(39));
    for args in [
        &["moves", "othello", &board][..],
        &["perft", "othello", "1", "--position", &board],
        &["replay", "othello", "--from", &board],
    ] {
        kradan(args).done();
    }
}

#[test]
fn wrong_arguments_get_one_line() {
    let unknown_game_message = unknown_game_message();
    let cases: [(&[&str], &str); 15] = [
        (&["perft", "chess", "3"], &unknown_game_message),
        (&["moves", "go"], &unknown_game_message),
        (&["perft", "makruk", "0"], "DEPTH must be a number from 1 to 30"),
        (&["perft", "makruk", "31"], "DEPTH must be a number from 1 to 30"),
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
    kradan(&["perft", &long, "3"]).refused(&[&unknown_game_message, "see kradan --help"]);
    kradan(&["perft", "ogi", &long]).refused(&["DEPTH must be a number from 1 to 30"]);
    kradan(&["perft", "ogi", "x"]).refused(&["DEPTH must be a number from 1 to 30"]);
    kradan(&["moves", "makruk", &long]).refused(&["position 1"]);
    kradan(&["replay", "makruk", &long]).refused(&["ply 1", "is not a move"]);
    kradan(&["replay", "makruk", "\n\u{1b}[2J"]).refused(&["ply 1: \"\\u{1b}[2J\" is not a move"]);
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
fn arguments_that_are_not_utf_8_get_one_line() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    let output = command(&["moves", "ogi"]).arg(OsStr::from_bytes(b"\xff")).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.starts_with("kradan: invalid UTF-8") && error.lines().count() == 1, "{error}");
}
