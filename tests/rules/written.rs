//! Games as programs and people write them, in as many dialects as are known, and why others are refused.

use std::fmt::Write as _;

use fastrand::Rng;
use kradan_rules::notation::{self, Ended, Header, RecordError, UnreadableGame, ggf, pgn};
use kradan_rules::{Game, GameKind, MoveStyle, Record, Side, Verdict, makruk, ogi, othello};

fn read(text: &str) -> (Game, Header) {
    notation::read(text).unwrap_or_else(|error| panic!("{error:?} in {text}"))
}

#[test]
fn games_are_read_in_many_dialects() {
    use GameKind::{Makruk, Ogi, Othello};
    for (text, kind, moves) in [
        ("1. f5 d6 2. c3", Othello, "f5 d6 c3"),
        ("1. f5 d6 2. c3 37-27", Othello, "f5 d6 c3"),
        ("1 f5 2 d6 3 c3", Othello, "f5 d6 c3"),
        ("1) f5 2) d6 3) c3", Othello, "f5 d6 c3"),
        ("f5, d6, c3", Othello, "f5 d6 c3"),
        ("`f5 d6 c3`", Othello, "f5 d6 c3"),
        ("```\nf5d6c3\n```", Othello, "f5 d6 c3"),
        ("Ｆ５　ｄ６　Ｃ３", Othello, "f5 d6 c3"),
        ("f5 {comment} d6 (d6 c3) c3 $1", Othello, "f5 d6 c3"),
        ("[Variant \"Othello\"] [Result \"37-27\"] 1. f5 d6 2. c3", Othello, "f5 d6 c3"),
        ("[Black \"a\"] [White \"b\"] [Result \"1-0\"] 1. f5 d6 2. c3 1-0", Othello, "f5 d6 c3"),
        ("[Variant \"Reversi\"] f5d6c3", Othello, "f5 d6 c3"),
        ("1. e4 d5 2. exd5", Makruk, "e3e4 d6d5 e4d5"),
        ("1. e4 ± d5 ∓ 2. exd5 ∞", Makruk, "e3e4 d6d5 e4d5"),
        ("1. e4 += d5 -+ 2. exd5 N", Makruk, "e3e4 d6d5 e4d5"),
        ("1. e4 ! 1… d5 2. exd5 ½-½", Makruk, "e3e4 d6d5 e4d5"),
        ("1.e4!? d5?! 2.exd5 1–0", Makruk, "e3e4 d6d5 e4d5"),
        ("1. e4 1. … d5 2. exd5 *", Makruk, "e3e4 d6d5 e4d5"),
        ("[White “Ann”] [Variant “Thai”] 1. e4 d5 *", Makruk, "e3e4 d6d5"),
        ("[Variant \"Makruk\"] [FEN \"8/8/5k2/7p/6SS/8/3K4/8 w 0 1\"] 1. Ke3 *", Makruk, "d2e3"),
        ("1. P-e4 P-d5 2. P-e5 Pxe5", Ogi, "e3e4 d6d5 e4e5 e6e5"),
        ("[Variant \"Ōgi\"] 1. P-e4 P-d5 *", Ogi, "e3e4 d6d5"),
        ("[Variant \"王棋\"] 1. P-e4 P-d5 *", Ogi, "e3e4 d6d5"),
        ("▲e4歩 △d5歩", Ogi, "e3e4 d6d5"),
    ] {
        let (game, _) = read(text);
        assert_eq!((game.kind(), game.moves().join(" ").as_str()), (kind, moves), "{text}");
    }
}

/// A game that begins elsewhere is never read from the usual start.
#[test]
fn a_game_is_read_from_the_start_that_its_tags_name() {
    const AFTER_F5: &str = "---------------------------OX------XXX-------------------------- O";
    let makruk = "8/8/5k2/7p/6SS/8/3K4/8 w";
    let ogi = "lnsik^snl/1r4b1/pppppppp/8/8/PPPPPPPP/1B4R1/LNSIK^SNL / o/O";
    for (kind, start, tags, moves) in [
        (GameKind::Othello, AFTER_F5, ["FEN", "Position"], "d6"),
        (GameKind::Makruk, makruk, ["FEN", "Position"], "Ke3"),
        (GameKind::Ogi, ogi, ["FEEN", "feen"], "P-d5"),
    ] {
        for tag in tags.iter().flat_map(|it| [(*it).to_owned(), it.to_lowercase()]) {
            for variant in ["", &format!("[Variant \"{kind}\"]\n")] {
                let text = format!("{variant}[SetUp \"1\"]\n[{tag} \"{start}\"]\n\n1. {moves} *\n");
                let (mut game, _) = read(&text);
                assert_eq!((game.kind(), game.plies()), (kind, 1), "{text}");
                game.take_back();
                assert_eq!(game, Game::from_position(kind, start).unwrap(), "{text}");
            }
        }
        let first = Game::new(kind).legal_moves()[0].clone();
        for tags in [
            "[FEN \"nothing\"]",
            "[Position \"nothing\"]",
            "[FEEN \"nothing\"]",
            "[SFEN \"nothing\"]",
            "[SetUp \"1\"]",
        ] {
            let text = format!("[Variant \"{kind}\"]\n{tags}\n\n1. {first} *\n");
            for read in [notation::read(&text), notation::read_as(&text, kind)] {
                let error = read.unwrap_err();
                let is_start = |it: &UnreadableGame| {
                    matches!(it, UnreadableGame::Broken { error: RecordError::Start(_), .. })
                };
                assert!(is_start(&error), "{error:?}: {text}");
            }
        }
        let usual = format!("[Variant \"{kind}\"] [SetUp \"0\"] 1. {first} *");
        assert_eq!(read(&usual).0.plies(), 1);
    }
}

/// The passes that some programs write and others do not.
#[test]
fn passes_are_read_or_inferred() {
    let moves = "c4 c3 f5 b4 a4 a5";
    let mut game = Game::new(GameKind::Othello);
    moves.split(' ').for_each(|mv| {
        while game.legal_moves() == ["pass"] {
            game.play_text("pass").unwrap();
        }
        game.play_text(mv).unwrap();
    });
    let with = |pass: &str| {
        let exact = game.moves();
        let words = exact.iter().map(|mv| if mv == "pass" { pass } else { mv }).collect::<Vec<_>>();
        words.join(" ")
    };
    for pass in ["", "pass", "PA", "--", "ps", "pas", "ผ่าน", "パス"] {
        assert_eq!(read(&with(pass)).0.moves(), game.moves(), "{pass}");
    }
}

#[test]
fn who_wins_and_how_is_read() {
    for (text, result, ended) in [
        ("(;GM[Othello]TY[8]RE[+12.0:t]B[f5];)", Verdict::Win(Side::First), Ended::OutOfTime),
        ("(;GM[Othello]TY[8]RE[-12:r]B[f5];)", Verdict::Win(Side::Second), Ended::Resigned),
        ("(;GM[Othello]TY[8]RE[+12:s]B[f5];)", Verdict::Win(Side::First), Ended::Agreed),
        (
            "[Variant \"Makruk\"] [Termination \"Time forfeit\"] 1. e4 0-1",
            Verdict::Win(Side::Second),
            Ended::OutOfTime,
        ),
    ] {
        let (_, header) = read(text);
        assert_eq!((header.result, header.ended), (Some(result), Some(ended)), "{text}");
    }
    let header = |ended| Header {
        result: Some(Verdict::Win(Side::First)),
        ended: Some(ended),
        ..Header::default()
    };
    let sheet = ggf::write(&Record::default(), &header(Ended::OutOfTime));
    assert!(sheet.contains("RE[+64:t]"), "{sheet}");
    let sheet = ggf::write(&Record::default(), &header(Ended::Resigned));
    assert!(sheet.contains("RE[+64:r]"), "{sheet}");
    let sheet = pgn::write(&Record::<ogi::Position>::default(), &header(Ended::OutOfTime));
    assert!(sheet.contains("[Termination \"time forfeit\"]"), "{sheet}");
}

/// Whatever stands in a file stands in it when it is written again.
#[test]
fn writing_again_loses_nothing() {
    let text = "[Termination \"Time forfeit\"] [WhiteElo \"1700\"] [Annotator \"Somchai\"] \
                [Variant \"Makruk\"] {before} 1. e4 {x; y} d5 $1 (1... e5 {z} (1... f5)) 2. d4 ! *";
    let (record, header) = pgn::read::<makruk::Position>(text).unwrap();
    let written = pgn::write(&record, &header);
    for kept in [
        "[WhiteElo \"1700\"]",
        "[Annotator \"Somchai\"]",
        "[Termination \"Time forfeit\"]",
        "{before} 1. e4 {x; y} 1... d5 $1 (1... e5 {z} (1... f5)) 2. d4 $1",
    ] {
        assert!(written.replace('\n', " ").contains(kept), "{kept} in {written}");
    }
    assert_eq!(pgn::read(&written), Ok((record.clone(), header.clone())));
    // An analysis takes the place of the one before.
    let judge = |header: &Header| {
        let comments = ["[%eval 0.10] better: d4", "[%eval -0.20]", "[%eval #3]"];
        pgn::write_with(&record, header, &comments.map(|it| Some(it.to_owned())))
    };
    let judged = judge(&header);
    let again = pgn::read::<makruk::Position>(&judged).unwrap().1;
    assert_eq!(judge(&again), judged);

    let text = "(;GM[Othello]PC[GGS]TI[15//02:00]RE[+12.0:t]TY[8]\
                BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
                B[f5/1.50/3.2]W[d6//7];)";
    let (record, header) = ggf::read(text).unwrap();
    let written = ggf::write(&record, &header);
    for kept in ["TI[15//02:00]", "RE[+12.0:t]", "B[f5/1.50/3.2]", "W[d6//7]"] {
        assert!(written.contains(kept), "{kept} in {written}");
    }
    assert_eq!(ggf::read(&written), Ok((record, header)));
}

#[test]
fn an_othello_board_is_read_as_ggf_has_it() {
    let board = "-------- -------- -------- ---O*--- ---*O--- -------- -------- --------";
    for text in [
        format!("8 {board} *"),
        format!("{board} X"),
        format!("{} b", board.replace(' ', "")),
        format!("{}*", board.replace(' ', "")),
        format!("8 {board} *;"),
    ] {
        assert_eq!(text.parse(), Ok(othello::Position::default()), "{text}");
    }
}

/// As shogi players write a move to the square of the last one, wherever moves are read.
#[test]
fn a_recapture_is_read_by_its_sign() {
    let mut random = Rng::with_seed(7);
    let mut made = 0;
    for _ in 0..40 {
        let mut game = Game::new(GameKind::Ogi);
        for _ in 0..60 {
            let legal = game.legal_moves();
            let Some(mv) = random.choice(&legal) else { break };
            game.play_text(mv).unwrap();
            let mv = mv.trim_end_matches('+');
            let square = mv[mv.len() - 2..].to_owned();
            for piece in ["歩", "香", "桂", "銀", "角", "飛", "姫", "玉"] {
                let named = game.clone().play_text(&format!("{square}{piece}"));
                made += usize::from(named.is_ok());
                for sign in ["同", "同　", "▲同", "△同 "] {
                    assert_eq!(
                        game.clone().play_text(&format!("{sign}{piece}")).ok(),
                        named.clone().ok()
                    );
                }
            }
        }
    }
    assert!(made > 50, "{made}");
}

#[test]
fn what_could_be_several_games_is_asked_for() {
    let text = "e3e4 e6e5 d3d4";
    let Err(UnreadableGame::Several(kinds)) = notation::read(text) else { panic!("it is clear") };
    assert_eq!(kinds, [GameKind::Makruk, GameKind::Ogi]);
    for kind in kinds {
        assert_eq!(notation::read_as(text, kind).unwrap().0.kind(), kind);
    }
}

/// The number of the move before one, as programs have it.
fn numbered(random: &mut Rng, ply: usize, in_pairs: bool) -> String {
    let number = if in_pairs { ply / 2 + 1 } else { ply + 1 };
    match (in_pairs && ply % 2 == 1, random.u8(..4)) {
        (true, 0) => format!("{number}... "),
        (true, 1) => format!("{number}… "),
        (true, _) => String::new(),
        (false, 0) => format!("{number}."),
        (false, 1) => format!("{number}) "),
        (false, _) => format!("{number}. "),
    }
}

/// A game in some dialect: its tags, numbers, style, annotations, comments, breaks and result.
fn in_a_dialect(game: &Game, random: &mut Rng) -> String {
    let kind = game.kind();
    let mut text = String::new();
    let is_bare = kind != GameKind::Othello;
    if is_bare || random.bool() {
        let quotes = if random.bool() { ['"', '"'] } else { ['“', '”'] };
        let [open, close] = quotes;
        for (name, value) in [("Event", "?"), ("WhiteElo", "1700"), ("Variant", kind.name())] {
            writeln!(text, "[{name} {open}{value}{close}]").unwrap();
        }
    }
    let style = *random.choice(&[MoveStyle::Letters, MoveStyle::Native, MoveStyle::Exact]).unwrap();
    let has_numbers = random.bool();
    let in_pairs = kind != GameKind::Othello || random.bool();
    let writes_passes = random.bool();
    for ply in 0..game.plies() {
        let mv = game.written(ply, style).unwrap();
        if mv == "pass" && !writes_passes {
            continue;
        }
        if has_numbers {
            text += &numbered(random, ply, in_pairs);
        }
        text += &mv;
        if has_numbers {
            text +=
                random.choice(["", "", "!", "?!", " $14", " ±", " {a comment}", " (x y)"]).unwrap();
        }
        text += random.choice([" ", " ", "\n", ", "]).unwrap();
    }
    text + random.choice(["", "*", "1-0", "1–0", "½-½", "1/2-1/2"]).unwrap()
}

/// Two hundred games of each kind, the same whatever they are written like.
#[test]
fn a_game_is_the_same_in_every_dialect() {
    for kind in GameKind::ALL {
        let mut random = Rng::with_seed(48);
        for _ in 0..200 {
            let mut game = Game::new(kind);
            for _ in 0..random.usize(1..70) {
                let mut legal = game.legal_moves();
                legal.retain(|mv| !mv.contains(':'));
                let Some(mv) = random.choice(&legal) else { break };
                game.play_text(mv).unwrap();
            }
            let text = in_a_dialect(&game, &mut random);
            let (read, _) = notation::read_as(&text, kind)
                .unwrap_or_else(|error| panic!("{kind}: {error:?} in\n{text}"));
            let (mut read, mut played) = (read.moves(), game.moves());
            // A pass at the end may be written or not.
            for moves in [&mut read, &mut played] {
                while moves.last().is_some_and(|mv| mv == "pass") {
                    moves.pop();
                }
            }
            assert_eq!(read, played, "{kind}:\n{text}");
        }
    }
}
