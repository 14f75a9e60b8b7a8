//! `kradan draw` and `kradan sheets`: the real binary, with its files read by independent decoders.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use kradan_render::piece_sets;
use kradan_rules::GameKind;

const ALL_WIDTHS: [(u32, u32, u32); 4] =
    [(404, 404, 453), (720, 720, 802), (721, 721, 802), (1616, 1616, 1816)];

/// A folder of one test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("draw-{name}"));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn kradan(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kradan")).args(args).output().unwrap()
}

#[track_caller]
fn done(args: &[&str]) -> Vec<u8> {
    let output = kradan(args);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), &*error), (Some(0), ""), "{args:?}");
    output.stdout
}

/// Checks that the run was refused with one line that contains this part.
#[track_caller]
fn refused(args: &[&str], part: &str) {
    let output = kradan(args);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
    assert!(error.starts_with("kradan: ") && error.ends_with('\n'), "{error:?}");
    assert_eq!(error.lines().count(), 1, "{error:?}");
    assert!(error.contains(part) && error.chars().count() < 500, "{part:?} in {error:?}");
    assert_eq!(output.stdout, b"", "{args:?}");
}

/// The width, height and pixels (red, green, blue) of a PNG, which must have a palette.
fn png(bytes: &[u8]) -> (u32, u32, Vec<u8>) {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    assert_eq!(reader.info().color_type, png::ColorType::Indexed);
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    pixels.truncate(info.buffer_size());
    (info.width, info.height, pixels)
}

/// The width, height and frame delays of a GIF.
fn gif(bytes: &[u8]) -> (u16, u16, Vec<u16>) {
    let mut reader = gif::DecodeOptions::new().read_info(bytes).unwrap();
    let mut delays = Vec::new();
    while let Some(frame) = reader.read_next_frame().unwrap() {
        delays.push(frame.delay);
    }
    (reader.width(), reader.height(), delays)
}

/// That each of these shows what it should is for the tests of the pictures.
#[test]
fn each_option_and_game_has_its_own_png() {
    let folder = Folder::new("themes");
    let file = folder.path("board.PNG");
    let ogi = ["draw", "ogi", "e3e4", "d6d5", "-o", &file];
    let themes = ["classic", "wood", "contrast", "safe", "night"].map(|it| ["--theme", it]);
    let options = [["--pieces", "symbols"], ["--side", "second"]];
    let mut all: Vec<Vec<&str>> =
        themes.iter().chain(&options).map(|it| [&ogi[..], it].concat()).collect();
    all.push([&ogi[..], &["--hints"]].concat());
    all.push(vec!["draw", "othello", "f5", "d6", "-o", &file]);
    all.push(vec!["draw", "makruk", "e3e4", "d6d5", "-o", &file]);
    let pictures: Vec<_> = all
        .iter()
        .map(|args| {
            done(args);
            png(&fs::read(&file).unwrap())
        })
        .collect();
    for (index, picture) in pictures.iter().enumerate() {
        // Nothing stands above and below the other boards yet.
        let height = if all[index].contains(&"othello") { 802 } else { 732 };
        assert_eq!((picture.0, picture.1), (720, height));
        assert!(!pictures[..index].contains(picture), "{:?} is a duplicate", all[index]);
    }
    assert_eq!(folder.names(), ["board.PNG"]);
}

#[test]
fn pictures_have_the_requested_width() {
    for (asked, width, height) in ALL_WIDTHS {
        let bytes = done(&["draw", "othello", "--width", &asked.to_string(), "-o", "-"]);
        let (found_width, found_height, _) = png(&bytes);
        assert_eq!((found_width, found_height), (width, height));
    }
}

#[test]
fn a_gif_has_every_ply_and_shows_the_last_one_longer() {
    let folder = Folder::new("gif");
    let file = folder.path("game.gif");
    done(&["draw", "othello", "f5", "d6", "c3", "--speed", "25", "-o", &file]);
    let (width, height, delays) = gif(&fs::read(&file).unwrap());
    assert_eq!((width, height), (720, 802));
    // A ply comes in boxes, one shortly after the other.
    assert_eq!(delays, [25, 2, 23, 2, 2, 21, 2, 2, 396]);
    let slow = done(&["draw", "ogi", "e3e4", "--speed", "1000", "--format", "gif", "-o", "-"]);
    assert_eq!(gif(&slow).2, [1000, 2, 2, 996]);
    let fast = done(&["draw", "ogi", "e3e4", "--speed", "2", "--format", "gif", "-o", "-"]);
    assert_eq!(gif(&fast).2, [2, 400]);
}

#[test]
fn a_strip_has_the_last_positions() {
    let strip = |number: &str, moves: &[&str]| {
        let args = [&["draw", "makruk"][..], moves, &["--width", "404", "--strip", number]];
        let bytes = done(&[args.concat(), vec!["-o", "-"]].concat());
        let (width, height, pixels) = png(&bytes);
        ((width, height), pixels)
    };
    let moves = ["e3e4", "d6d5", "e4d5", "e6d5"];
    assert_eq!(strip("24", &moves).0, (3 * 404, 2 * 414));
    assert_eq!(strip("3", &moves).0, (3 * 404, 414));
    let (size, one) = strip("1", &moves);
    assert_eq!(size, (404, 414));
    let whole = done(&[&["draw", "makruk"][..], &moves, &["--width", "404", "-o", "-"]].concat());
    assert_eq!(png(&whole).2, one);
}

#[test]
fn a_text_is_written_in_four_languages() {
    let folder = Folder::new("txt");
    for (lang, begins, ends) in [
        ("en", "Makruk, Black to move. White: khun d1, met e1, ", "small letters Black.\n"),
        ("nl", "Makruk, Zwart is aan zet. Wit: khun d1, met e1, ", "kleine letters van Zwart.\n"),
        ("th", "หมากรุกไทย ถึงตาฝ่ายดำ ฝ่ายขาว: ขุน d1, เม็ด e1, ", "ตัวพิมพ์เล็กคือฝ่ายดำ\n"),
        ("ja", "マークルック、黒の番。白：クン d1、メット e1、", "小文字は黒。\n"),
    ] {
        let file = folder.path("board.txt");
        done(&["draw", "makruk", "e3e4", "--lang", lang, "-o", &file]);
        let text = fs::read_to_string(&file).unwrap();
        let (alt, board) = text.split_once("\n\n").unwrap();
        assert!(alt.starts_with(begins) && !alt.contains('\n'), "{alt}");
        assert!(board.starts_with("  a b c d e f g h\n8 r n s m k s n r 8\n"), "{board}");
        assert!(board.ends_with(ends), "{board}");
        done(&["draw", "makruk", "e3e4", "--lang", lang, "--side", "second", "-o", &file]);
        let turned = fs::read_to_string(&file).unwrap();
        assert!(turned.contains("\n\n  h g f e d c b a\n1 R N S M K S N R 1\n"), "{turned}");
    }
    assert_eq!(folder.names(), ["board.txt"]);
}

#[test]
fn the_lowest_honour_is_an_option_of_makruk() {
    let position = ["--from", "8/8/1k6/1N6/1S2K3/8/3r4/5N2 w", "f1d2"];
    let text = |more: &[&str]| {
        let args = [&["draw", "makruk"][..], &position, more, &["--format", "txt", "-o", "-"]];
        String::from_utf8(done(&args.concat())).unwrap()
    };
    assert!(text(&[]).contains(" from 6 to 44."));
    assert!(text(&["--option", "lowest"]).contains(" from 6 to 32."));
    refused(&["draw", "ogi", "--option", "lowest", "-o", "-"], "a rule of makruk, not of ogi");
}

#[test]
fn wrong_arguments_get_one_line_and_no_file() {
    let folder = Folder::new("nonsense");
    let file = folder.path("board.png");
    let long = "x".repeat(10_000);
    for (args, message) in [
        (&["--width", "0"][..], "a picture is 404 to 1616 pixels wide, not 0"),
        (&["--width", "100000"], "404 to 1616 pixels wide, not 100000"),
        (&["--width", "-1"], "--width"),
        (&["--width", "99999999999"], "--width"),
        (&["--width", "wide"], "--width"),
        (&["--theme", "pink"], "a theme is classic, wood, contrast, safe or night"),
        (&["--theme", &long], "invalid value 'xxx"),
        (&["--pieces", "runes"], "a set of pieces is kanji or symbols"),
        (&["--side", "third"], "--side"),
        (&["--lang", "xx"], "a language is en, th, nl or ja"),
        (&["--speed", "0"], "--speed"),
        (&["--speed", "-5"], "--speed"),
        (&["--speed", "70000"], "--speed"),
        (&["--strip", "0"], "--strip"),
        (&["--strip", "1000"], "--strip"),
        (&["--option", "highest"], "--option"),
        (&["--from", "nonsense"], "--from"),
        (&["a1"], "ply 1 (a1): a disc on a1 encloses nothing"),
        (&["f5", "\u{1b}[31m"], "ply 2: \"\\u{1b}[31m\" is not a move"),
        (&["f5", &long], "ply 2: \"xxx"),
        (&["--format", "bmp"], "--format"),
        (&["--sharp"], "--sharp"),
    ] {
        refused(&[&["draw", "othello", "-o", &file][..], args].concat(), message);
    }
    refused(&["draw", "chess", "-o", &file], &crate::cli::unknown_game_message());
    refused(&["draw", "othello"], "--output");
    for name in ["board.jpg", "board", ".png", "png", ""] {
        refused(
            &["draw", "othello", "-o", &folder.path(name)],
            "does not end in .png, .gif or .txt",
        );
    }
    let gif = folder.path("board.gif");
    refused(
        &["draw", "othello", "--strip", "2", "-o", &gif],
        "--strip needs a PNG, and a GIF is not one",
    );
    assert_eq!(folder.names(), Vec::<String>::new());
}

#[test]
fn a_failed_write_is_reported_and_leaves_no_file() {
    let folder = Folder::new("unwritable");
    let nowhere = folder.path("nowhere/board.png");
    refused(&["draw", "othello", "-o", &nowhere], "cannot write ");
    fs::create_dir(folder.path("taken.png")).unwrap();
    refused(&["draw", "othello", "-o", &folder.path("taken.png")], "cannot write ");
    assert_eq!(folder.names(), ["taken.png"]);
}

#[test]
fn an_existing_file_is_replaced() {
    let folder = Folder::new("replaced");
    let file = folder.path("board.txt");
    fs::write(&file, "x".repeat(100_000)).unwrap();
    done(&["draw", "othello", "-o", &file]);
    assert!(fs::read_to_string(&file).unwrap().starts_with("Othello, Black to move. "));
    // An illegal move leaves the file unchanged.
    refused(&["draw", "othello", "a1", "-o", &file], "ply 1");
    assert!(fs::read_to_string(&file).unwrap().starts_with("Othello, Black to move. "));
    assert_eq!(folder.names(), ["board.txt"]);
}

#[test]
fn sheets_reports_time_and_memory() {
    let report = String::from_utf8(done(&["sheets"])).unwrap();
    let lines: Vec<&str> = report.lines().collect();
    let [first, "", sheets @ .., "", total, program] = &lines[..] else { panic!("{report}") };
    let kind = GameKind::ALL[GameKind::ALL.len() - 1];
    assert!(
        first.starts_with(&format!("first board ({kind}, "))
            && first.ends_with(" ms after the start")
    );
    let sets: usize = GameKind::ALL.map(|kind| piece_sets(kind).len()).iter().sum();
    assert_eq!(sheets.len(), 5 * sets, "{report}");
    assert!(sheets.iter().all(|line| line.contains(" ms ") && line.ends_with(" MB")), "{report}");
    assert!(
        total.starts_with(&format!("{} sheets in ", sheets.len())) && total.ends_with(" MB"),
        "{report}"
    );
    if cfg!(target_os = "linux") {
        let megabytes = |line: &str| -> f64 {
            line.strip_suffix(" MB").unwrap().rsplit_once(' ').unwrap().1.parse().unwrap()
        };
        // The rest is the program’s own code, which is largest where nothing is optimised, and what
        // painting one sheet takes at once.
        assert!(megabytes(program) < megabytes(total) + 44.0, "{report}");
    }
}
