//! `kradan engine`, as a program for engine matches speaks to it.

use kradan_rules::{Game, GameKind};

use crate::cli::{kradan, kradan_reading};

/// What the engine says to some lines.
fn says(game: &str, lines: &[&str]) -> Vec<String> {
    let input = lines.join("\n");
    let run = kradan_reading(&["engine", game], input.as_bytes()).done();
    run.out.lines().map(str::to_owned).collect()
}

/// What UCI tells of a depth, but for how long it took: depth, score and positions, and the best moves.
fn told(info: &str) -> Option<(&str, Vec<&str>)> {
    let (told, line) = info.strip_prefix("info ")?.split_once(" pv ")?;
    let end = told.find(" nps ").or_else(|| told.find(" time "))?;
    Some((&told[..end], line.split(' ').collect()))
}

/// The only best move of a conversation.
fn best(game: &str, lines: &[&str]) -> String {
    let said = says(game, lines);
    let mut found = said.iter().filter_map(|line| line.strip_prefix("bestmove "));
    let (Some(best), None) = (found.next(), found.next()) else { panic!("{said:?}") };
    best.to_owned()
}

#[test]
fn it_says_what_it_is_and_when_it_is_ready() {
    let said = says("ogi", &["uci", "isready", "something else", "quit", "isready"]);
    assert!(said[0].starts_with("id name Kradan "), "{said:?}");
    let end = [
        "option name UCI_Variant type combo default ogi var ogi",
        "option name Hash type spin default 16 min 1 max 256",
        "uciok",
        "readyok",
    ];
    assert_eq!(said[2..], end);
}

#[test]
fn a_position_comes_as_a_start_or_as_a_fen_with_moves() {
    let mate = "position fen 8/8/8/8/8/1K6/7R/k7 w - - 0 1";
    assert_eq!(best("makruk", &[mate, "go depth 3"]), "h2h1");
    let before = "position fen 8/8/8/8/8/1K6/6R1/k7 b - - 0 1 moves a1b1 g2h2 b1a1";
    assert_eq!(best("makruk", &[before, "go nodes 5000"]), "h2h1");
    let ogi = "lnsik^snl/1r4b1/pppppppp/8/8/PPPPPPPP/1B4R1/LNSIK^SNL / O/o";
    let start = "position fen lnsiksnl/1r4b1/pppppppp/8/8/PPPPPPPP/1B4R1/LNSIKSNL[-] w 0 1";
    let moves = kradan(&["moves", "ogi", ogi]).done().out;
    for position in ["position startpos", start] {
        let best = best("ogi", &[position, "go nodes 3000", "quit"]);
        assert!(moves.split_whitespace().any(|it| it == best), "{best}");
    }
    // A rook in hand mates where it is dropped.
    let drop = "position fen 4k3/8/4K3/8/8/8/8/8[Rp] w 0 1";
    assert_eq!(&best("ogi", &[drop, "go depth 3"])[..2], "R@");
}

#[test]
fn a_mate_is_told_in_moves() {
    for (fen, mate) in [
        ("8/8/8/8/8/1K6/7R/k7 w", " score mate 1 "),
        ("8/8/8/8/8/3k4/5r2/1K6 b", " score mate 3 "),
        ("8/8/8/8/8/2k5/5r2/1K6 w", " score mate -2 "),
    ] {
        let said = says("makruk", &[&format!("position fen {fen} - - 0 1"), "go depth 7"]);
        let [.., last, _] = said.as_slice() else { panic!("{said:?}") };
        assert!(last.contains(mate), "{said:?}");
    }
}

#[test]
fn each_depth_is_told_with_the_best_moves_of_both_sides() {
    for kind in [GameKind::Makruk, GameKind::Ogi] {
        let said = says(kind.name(), &["position startpos", "go depth 5"]);
        let told: Vec<_> = said.iter().filter_map(|it| told(it)).collect();
        assert_eq!(told.len(), 5, "{said:?}");
        for (depth, (about, line)) in (1..).zip(&told) {
            assert!(about.starts_with(&format!("depth {depth} score cp ")), "{about}");
            let mut game = Game::new(kind);
            for mv in line {
                game.play_text(mv).unwrap();
            }
            assert!(line.len() <= depth, "{line:?}");
        }
        let nodes = |(about, _): &(&str, _)| -> u64 {
            about.rsplit_once(" nodes ").unwrap().1.parse().unwrap()
        };
        assert!(told.is_sorted_by_key(nodes), "{told:?}");
        let (_, last) = &told[4];
        assert!(last.len() > 1, "the answer to the best move is known: {last:?}");
        assert_eq!(said.last().unwrap(), &format!("bestmove {}", last[0]));
    }
}

#[test]
fn a_search_ends_by_its_time_and_when_it_is_told_to() {
    for go in ["go movetime 30", "go wtime 900 btime 900 winc 0 binc 0"] {
        assert_eq!(best("makruk", &["position startpos", go]).len(), 4, "{go}");
    }
    for end in ["stop", "quit"] {
        assert_eq!(best("makruk", &["go infinite", "go infinite", end]).len(), 4, "{end}");
    }
    assert_eq!(best("makruk", &["go infinite"]).len(), 4, "the input ended");
}

#[test]
fn a_search_takes_the_memory_that_it_is_given() {
    let size = |size: &'static str| {
        let said = says("ogi", &[size, "position startpos", "go nodes 3000"]);
        said.iter().filter_map(|it| told(it)).map(|(about, _)| about.to_owned()).collect::<Vec<_>>()
    };
    let said = size("isready");
    assert_eq!(said, size("setoption name Hash value 16"));
    assert_ne!(said, size("setoption name Hash value 1"), "less is known");
    for wrong in
        ["setoption name Hash value much", "setoption name Hash value 999999999999999999999"]
    {
        assert_eq!(size(wrong), said, "{wrong}");
    }
    for meanwhile in ["ucinewgame", "setoption name hash value 2"] {
        assert_eq!(best("ogi", &["go infinite", meanwhile, "stop"]).len(), 4, "{meanwhile}");
    }
}

#[test]
fn what_cannot_be_played_is_said_and_changes_nothing() {
    let mate = "position fen 8/8/8/8/8/1K6/7R/k7 w - - 0 1";
    for wrong in
        ["position", "position fen 8/8", "position fen 9 w", "position startpos moves a1a9"]
    {
        let said = says("makruk", &[mate, wrong, "go depth 3"]);
        assert!(said[0].starts_with("info string "), "{said:?}");
        assert_eq!(said.last().unwrap(), "bestmove h2h1", "{wrong}");
    }
    let over = "position fen 8/8/8/8/8/1K6/8/k6R b - - 0 1";
    assert_eq!(best("makruk", &[over, "go depth 3"]), "(none)");
    kradan(&["engine", "go"]).refused(&["go"]);
}

/// What the Othello engine answers to some commands.
fn answers(commands: &[&str]) -> Vec<String> {
    let run = kradan_reading(&["engine", "othello"], commands.join("\n").as_bytes()).done();
    let answers = run.out.strip_suffix("\n\n").expect("an empty line ends each answer");
    answers.split("\n\n").map(str::to_owned).collect()
}

#[test]
fn othello_speaks_gtp() {
    let said = answers(&[
        "protocol_version",
        "7 boardsize 8 # and a comment",
        "",
        "boardsize 19",
        "known_command genmove",
        "8 jump",
        "play white d3",
        "play black A1",
        "play black D3",
        "play w c3",
        "undo",
        "undo",
        "undo",
        "quit",
        "name",
    ]);
    let expected = [
        "= 2",
        "=7 ",
        "? unacceptable size",
        "= true",
        "?8 unknown command",
        "? it is the other side's turn",
        "? illegal move",
        "= ",
        "= ",
        "= ",
        "= ",
        "? cannot undo",
        "= ",
    ];
    assert_eq!(said, expected);
}

#[test]
fn an_othello_engine_plays_a_game_against_itself() {
    let mut commands = vec!["time_settings 1 0 0"];
    for _ in 0..32 {
        commands.extend(["genmove b", "genmove w"]);
    }
    commands.extend(["final_score", "showboard"]);
    let said = answers(&commands);
    let score = &said[said.len() - 2];
    let fits = ["= B+", "= W+", "= 0"].iter().any(|it| score.starts_with(it));
    assert!(fits, "{said:?}");
    assert!(said[1..65].iter().all(|it| it.starts_with("= ")), "{said:?}");
    let early = answers(&["final_score", "time_left b 0.5 3", "genmove b", "time_left x 1 1"]);
    assert_eq!((early[0].as_str(), early[3].as_str()), ("? cannot score", "? syntax error"));
    assert!(["d3", "c4", "f5", "e6"].iter().any(|it| early[2].ends_with(it)), "{early:?}");
}
