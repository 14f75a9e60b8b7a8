//! Positions and whole games as other programs write them, and the errors where they are wrong.

use kradan_rules::notation::{Header, RecordError, ggf, pgn, transcript};
use kradan_rules::{GameKind, Position as _, PositionError, Record, Side, makruk, ogi};

const MAKRUK_START: &str = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w";

fn makruk(text: &str) -> makruk::Position {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn a_fen_may_have_all_its_fields() {
    let start = makruk::Position::default();
    for tail in [
        "",
        " -",
        " - -",
        " 0 1",
        " - 0 1",
        " - - 0 1",
        " - - 17 42",
        " - 0 0 1",
        " - - 0 1 lowest",
    ] {
        let expected = if tail.ends_with("lowest") {
            start.with_honours(makruk::Honours::Lowest)
        } else {
            start
        };
        assert_eq!(makruk(&format!("{MAKRUK_START}{tail}")), expected, "{tail:?}");
    }
    for tail in [" - e3 0 1", " KQkq - 0 1", " - - 0 x", " - - 0 1 2", " lowest lowest x"] {
        let read = format!("{MAKRUK_START}{tail}").parse::<makruk::Position>();
        assert!(read.is_err(), "{tail:?}");
    }
}

/// Fairy-Stockfish counts plies, and does not say who counts.
#[test]
fn the_count_of_another_programs_fen_is_read_or_refused() {
    let lone = "8/8/8/3RK3/8/1k6/8/8 b";
    for (tail, ours) in [
        ("- 32 31 1", "pieces:b:16/16"),
        ("- 32 32 9", "pieces:b:16/16"),
        ("- 32 7 1", "pieces:b:4/16"),
        ("- 32 5 1", ""),
        ("- 32 0 1", ""),
        ("- - 0 1", ""),
        ("0 1", ""),
    ] {
        assert_eq!(makruk(&format!("{lone} {tail}")), makruk(&format!("{lone} {ours}")), "{tail}");
    }
    let two = "8/8/2n5/8/6k1/2K5/8/1r5S w";
    assert_eq!(makruk(&format!("{two} - 128 0 1")), makruk(two));
    for text in
        [format!("{two} - 128 5 1"), format!("{lone} - 33000 9 1"), format!("{lone} - 34 9 1")]
    {
        assert!(text.parse::<makruk::Position>().is_err(), "{text}");
    }
}

#[test]
fn a_side_has_sixteen_pieces_at_most() {
    let text = "3k4/8/8/8/8/8/RRRRRRRR/NNNNKNNN b - - 0 1";
    let (side, kind) = (Side::First, GameKind::Makruk);
    assert!(!matches!(text.parse::<makruk::Position>(), Err(PositionError::TooManyPieces { .. })));
    let text = "3k4/8/8/8/8/N7/RRRRRRRR/NNNNKNNN w";
    assert_eq!(
        text.parse::<makruk::Position>(),
        Err(PositionError::TooManyPieces { kind, side, found: 17, most: 16 })
    );
}

#[test]
fn a_pieces_honour_says_four_at_least() {
    let board = "4k3/8/8/8/8/8/3R4/3K4 w";
    for (count, fits) in [
        ("due:b:3/16", true),
        ("due:b:2/16", false),
        ("due:b:17/16", true),
        ("due:b:18/16", false),
        ("pieces:b:3/8", false),
        ("pieces:b:4/8", true),
        ("pieces:b:18/8", true),
        ("pieces:b:19/8", false),
        ("pieces:b:65/64", true),
        ("pieces:b:66/64", false),
    ] {
        let read = format!("{board} {count}").parse::<makruk::Position>();
        let expected = if fits { Ok(()) } else { Err(PositionError::Count) };
        assert_eq!(read.map(|_| ()), expected, "{count}");
    }
}

/// A number that is due is kept by another house rule; only the limit is the new rule's.
#[test]
fn a_house_rule_keeps_a_due_number() {
    use makruk::Honours::{Highest, Lowest, Off};

    let limits = |text: &str, honours| {
        let count = makruk(text).with_honours(honours).count().unwrap();
        (count.number, count.limit)
    };
    let board = "4k3/8/8/8/8/8/1N2R3/3K4 b";
    assert_eq!(limits(&format!("{board} due:b:9/16"), Lowest), (9, 16));
    let board = "4k3/8/8/8/8/8/SN2NM2/3K4 b";
    assert_eq!(limits(&format!("{board} due:b:9/44"), Lowest), (9, 32));
    assert_eq!(limits(&format!("{board} due:b:9/32 lowest"), Highest), (9, 44));
    assert_eq!(limits(&format!("{board} due:b:9/8"), Highest), (9, 8), "nothing changes");
    assert_eq!(limits(&format!("{board} pieces:b:9/44"), Lowest), (9, 44));
    assert_eq!(limits(&format!("{board} uncounted"), Lowest), (6, 32));
    assert_eq!(makruk(&format!("{board} due:b:9/44")).with_honours(Off).count(), None);
}

/// There is nothing due in a game that is over.
#[test]
fn no_count_is_due_after_the_end() {
    let lone = makruk("k7/8/1K6/8/8/8/8/2R5 b");
    assert!(lone.count_is_due());
    let line = "Black counts the pieces' honour: 3/16, now due";
    assert_eq!(lone.count_line().as_deref(), Some(line));
    assert!(lone.diagram().contains(line));
    let mated = makruk("k2R4/8/1K6/8/8/8/8/1R6 b");
    assert_eq!(mated.outcome().map(|it| it.to_string()).as_deref(), Some("1-0 by checkmate"));
    assert!(!mated.count_is_due());
    assert_eq!(mated.count_line(), None);
}

#[test]
fn errors_speak_of_the_pieces_of_the_game() {
    let told = |kind, text: &str| kradan_rules::Game::from_position(kind, text).unwrap_err();
    for (kind, text, says) in [
        (GameKind::Makruk, "4k3/8/8/8/8/8/8/3KK3 w", "White has 2 khuns instead of one"),
        (GameKind::Ogi, "8/8/8/8/8/8/8/4K^3 / O/o", "Gote has 0 kings instead of one"),
        (GameKind::Makruk, "4k3/8/8/8/8/8/4P3/3K4 w", "a bia cannot stand on e2"),
        (GameKind::Ogi, "4k^2P/8/8/8/8/8/8/4K^3 / O/o", "a pawn cannot stand on h8"),
        (
            GameKind::Makruk,
            "4k3/8/8/PPPPPPPP/P7/8/8/3K4 w",
            "9 of one piece (bia), where at most 8 are possible",
        ),
        (
            GameKind::Ogi,
            "4k^3/8/8/8/8/8/8/4K^3 3R/ O/o",
            "3 of one piece (rook), where at most 2 are possible",
        ),
        (GameKind::Makruk, "4k3/8/8/8/8/8/8/K3R3 w", "White is to move and could capture the khun"),
        (
            GameKind::Ogi,
            "4k^3/8/8/8/8/8/8/K^3R3 / O/o",
            "Sente is to move and could capture the king",
        ),
        (GameKind::Ogi, "4k^3/8/8/8/8/8/8/4K^3 / O/o x", "unexpected \"x\" after the position"),
        (GameKind::Othello, &format!("{} X", "-".repeat(64)), "the board has no discs"),
    ] {
        assert_eq!(told(kind, text).to_string(), says);
    }
    let stands =
        PositionError::CannotStand { piece: "bia".to_owned(), square: "e2".parse().unwrap() };
    assert_eq!(told(GameKind::Makruk, "4k3/8/8/8/8/8/4P3/3K4 w"), stands);
}

#[test]
fn errors_leave_thai_as_it_is() {
    let error = makruk::Position::default().read_move("เบี้ยหงาย ๙").unwrap_err();
    assert_eq!(error.to_string(), "\"เบี้ยหงาย ๙\" is not a move");
    let error = makruk::Position::default().read_move("e4\u{202e}\u{1b}[2J").unwrap_err();
    assert_eq!(error.to_string(), "\"e4\\u{202e}\\u{1b}[2J\" is not a move");
    let error = "ก่ำ w".parse::<makruk::Position>().unwrap_err();
    assert_eq!(error.to_string(), "the board has 1 ranks instead of 8");
    let error = format!("{MAKRUK_START} ม้า").parse::<makruk::Position>().unwrap_err();
    assert_eq!(error.to_string(), "\"ม้า\" is not a count");
}

/// Other programs take a FEN with its last fields, and know neither bia-ngai nor our counts.
#[test]
fn a_makruk_sheet_has_a_fen_for_others_and_a_position_for_us() {
    let written = |text: &str| pgn::write(&Record::new(makruk(text)), &Header::default());
    let text = written("8/8/2n5/8/6k1/2K5/8/1r5S w");
    assert!(text.contains("[FEN \"8/8/2n5/8/6k1/2K5/8/1r5S w - - 0 1\"]\n"), "{text}");
    assert!(!text.contains("[Position "), "{text}");

    let full = "1K6/4M~1r1/8/8/8/3k4/8/6s1 w board:w:63/64 lowest";
    let text = written(full);
    assert!(text.contains("[FEN \"1K6/4M1r1/8/8/8/3k4/8/6s1 w - - 0 1\"]\n"), "{text}");
    assert!(text.contains(&format!("[Position \"{full}\"]\n")), "{text}");
    assert_eq!(pgn::read::<makruk::Position>(&text).unwrap().0, Record::new(makruk(full)));

    // Ours wins wherever it stands.
    let text = format!("[Position \"{full}\"]\n[FEN \"{MAKRUK_START} - - 0 1\"]\n\n*");
    assert_eq!(pgn::read::<makruk::Position>(&text).unwrap().0, Record::new(makruk(full)));
}

#[test]
fn an_ogi_sheet_names_sente_and_gote() {
    let header = Header {
        first: Some("Ann".to_owned()),
        second: Some("Ben".to_owned()),
        ..Header::default()
    };
    let text = pgn::write(&Record::<ogi::Position>::default(), &header);
    assert!(text.contains("[Sente \"Ann\"]\n[Gote \"Ben\"]\n"), "{text}");
    assert!(!text.contains("[White ") && !text.contains("[Black "), "{text}");
    assert_eq!(pgn::read::<ogi::Position>(&text).unwrap().1, header);
    let text = text.replace("[Sente ", "[White ").replace("[Gote ", "[Black ");
    assert_eq!(pgn::read::<ogi::Position>(&text).unwrap().1, header);
}

#[test]
fn a_text_without_anything_of_a_game_is_no_sheet() {
    for text in ["", "  \n", "{\"game\": \"makruk\", \"moves\": []}", "; a comment", "1. 2."] {
        let read = pgn::read::<makruk::Position>(text);
        assert!(matches!(read, Err(RecordError::Broken(_))), "{text:?}: {read:?}");
    }
    for text in ["*", "1-0", "[Event \"?\"]", "e4"] {
        assert!(pgn::read::<makruk::Position>(text).is_ok(), "{text:?}");
    }
}

#[test]
fn a_ggf_move_of_the_wrong_side_is_told_so() {
    let text = "(;GM[Othello]TY[8]B[d3]B[c5];)";
    let error = ggf::read(text).unwrap_err();
    let (kind, turn) = (GameKind::Othello, Side::Second);
    assert_eq!(error, RecordError::WrongSide { kind, ply: 2, turn });
    assert_eq!(error.to_string(), "ply 2 is a move by Black, but it is White's turn");
}

#[test]
fn a_transcript_is_split_before_it_is_played() {
    let moves = transcript::split("F5 d6PAc3").unwrap();
    let texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    assert_eq!(texts, ["f5", "d6", "pass", "c3"]);
    for text in ["f5d", "f5z9", "d3!", "ด3"] {
        assert_eq!(transcript::split(text), None, "{text:?}");
    }
}
