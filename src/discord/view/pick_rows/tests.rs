use std::collections::HashSet;

use super::super::pick::read_page;
use super::*;
use crate::discord::limits::CUSTOM_ID_MAX;
use kradan_rules::{Fingerprint, GameKind};

const TABLE: TableId = TableId(u64::MAX);

fn buttons_and_menus(rows: &[ComponentRow]) -> (Vec<&Button>, Vec<(&CustomId, &Choice)>) {
    let (mut buttons, mut options) = (Vec::new(), Vec::new());
    for row in rows {
        match row {
            ComponentRow::Buttons(row) => buttons.extend(row),
            ComponentRow::Menu(menu) => {
                options.extend(menu.options.iter().map(|option| (&menu.control, option)));
            }
            ComponentRow::ServerMenu(menu) => panic!("{menu:?} picks no move"),
        }
    }
    (buttons, options)
}

/// What follows the table and the position.
fn text_of(id: &CustomId) -> String {
    id.to_string().splitn(4, ':').nth(3).unwrap_or_default().to_owned()
}

/// Checks what Discord demands of rows, and that no two controls are alike.
fn check_rows(rows: &[ComponentRow], most: usize) {
    assert!((1..=most).contains(&rows.len()), "{} rows", rows.len());
    let mut ids = HashSet::new();
    for row in rows {
        match row {
            ComponentRow::Buttons(buttons) => {
                assert!((1..=BUTTONS_IN_A_ROW).contains(&buttons.len()));
                for button in buttons {
                    assert!((1..=80).contains(&button.label.chars().count()));
                    assert!(ids.insert(button.control.to_string()), "{:?}", button.control);
                }
            }
            ComponentRow::Menu(menu) => {
                assert!((1..=25).contains(&menu.options.len()));
                assert!(ids.insert(menu.control.to_string()), "{:?}", menu.control);
            }
            ComponentRow::ServerMenu(menu) => panic!("{menu:?} picks no move"),
        }
    }
    assert!(ids.iter().all(|id| id.chars().count() <= CUSTOM_ID_MAX));
}

/// The targets of a piece on all pages, and how many pages there are.
fn targets(picking: &Picking<'_>, source: Source) -> (Vec<String>, usize) {
    let (mut moves, mut page) = (Vec::new(), 0);
    for pages in 1.. {
        let rows = picking.target_rows(source, page).unwrap();
        check_rows(&rows, ROWS_MAX);
        let (buttons, options) = buttons_and_menus(&rows);
        assert_eq!(options, []);
        page = 0;
        for button in buttons {
            let text = text_of(&button.control);
            match button.control.word() {
                GO => moves.push(text),
                FROM => {
                    let next;
                    (next, page) = source_and_page(&text).unwrap();
                    assert_eq!(next, source);
                }
                other => assert_eq!(other, BACK),
            }
        }
        if page == 0 {
            return (moves, pages);
        }
    }
    unreachable!("pages end")
}

/// The moves that buttons and menus lead to, and the most presses that one takes.
fn picked(picking: &Picking<'_>) -> (Vec<String>, usize) {
    let (mut moves, mut presses, mut page) = (Vec::new(), 0, 0);
    for turned in 0.. {
        let rows = picking.first_rows(page, Vec::new());
        check_rows(&rows, ROWS_MAX - 1);
        let (buttons, options) = buttons_and_menus(&rows);
        moves.extend(options.iter().map(|(_, option)| option.value.clone()));
        presses = presses.max(if options.is_empty() { 1 } else { 2 });
        let mut next = 0;
        for button in buttons {
            let text = text_of(&button.control);
            match button.control.word() {
                GO => moves.push(text),
                PIECES => next = page_of(&text).unwrap(),
                FROM => {
                    let (source, page) = source_and_page(&text).unwrap();
                    assert_eq!(page, 0);
                    let (targets, pages) = targets(picking, source);
                    moves.extend(targets);
                    presses = presses.max(turned + 1 + pages);
                }
                other => panic!("{other}"),
            }
        }
        if next == 0 {
            break;
        }
        page = next;
    }
    (moves, presses)
}

#[test]
fn whatever_can_be_played_can_be_picked_and_nothing_else() {
    let mut random = fastrand::Rng::with_seed(11);
    let preferences = Preferences::default();
    let mut most = std::collections::HashMap::new();
    for kind in GameKind::ALL {
        for _ in 0..20 {
            let mut game = Game::new(kind);
            for _ in 0..120 {
                let mut moves = game.legal_moves();
                if game.outcome().is_some() || moves == ["pass"] {
                    break;
                }
                let picking = Picking { table: TABLE, ..picking_of(&game, &preferences) };
                let (mut picked, presses) = picked(&picking);
                picked.sort();
                moves.sort();
                assert_eq!(picked, moves, "{kind}: {}", game.position());
                let known: &mut usize = most.entry(kind.to_string()).or_default();
                *known = presses.max(*known);
                let mv = &moves[random.usize(..moves.len())];
                game.play_text(mv).unwrap();
            }
        }
    }
    // A menu, and in Ōgi the second page of many pieces and the pages of many squares, take a
    // press more each.
    assert!(most["othello"] <= 2 && most["makruk"] == 2 && most["ogi"] <= 5, "{most:?}");
}

#[test]
fn most_drops_of_recorded_games_are_on_the_first_page() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/conformance/records/ogi_games.jsonl");
    let preferences = Preferences::default();
    let (mut drops, mut first) = (0_u32, 0_u32);
    for line in std::fs::read_to_string(path).unwrap().lines().take(40) {
        let record: serde_json::Value = serde_json::from_str(line).unwrap();
        let mut game = Game::new(GameKind::Ogi);
        for text in record["moves"].as_array().unwrap() {
            let text = text.as_str().unwrap();
            if let Some(source @ Source::Hand(_)) = Source::of(text) {
                let rows = picking_of(&game, &preferences).target_rows(source, 0).unwrap();
                let (buttons, _) = buttons_and_menus(&rows);
                drops += 1;
                first += u32::from(buttons.iter().any(|button| text_of(&button.control) == text));
            }
            game.play_text(text).unwrap();
        }
    }
    assert!(drops > 500 && first * 4 > drops * 3, "{first} of {drops}");
}

#[test]
fn targets_are_in_the_order_of_the_picture() {
    let game = Game::from_position(GameKind::Makruk, "4k3/8/8/3R4/8/8/8/4K3 w").unwrap();
    let preferences = Preferences::default();
    let seen_from = |seen_from| {
        let picking = Picking { seen_from, ..picking_of(&game, &preferences) };
        let mut labels = labels(&picking.target_rows(Source::read("d5").unwrap(), 0).unwrap());
        labels.pop();
        labels
    };
    let first = seen_from(Side::First);
    assert_eq!(first[..3], ["d8", "d7", "d6"]);
    assert_eq!(first[3..7], ["a5", "b5", "c5", "e5"]);
    let mut turned = seen_from(Side::Second);
    turned.reverse();
    assert_eq!(turned, first);
}

#[test]
fn the_longest_custom_id_fits() {
    let fingerprint: Fingerprint = "fedcba9876543210".parse().unwrap();
    let seen = Seen { plies: kradan_table::PLIES_MAX, fingerprint };
    for (word, text) in [(GO, "e5e6m"), (FROM, "P@:2"), (PIECES, "9")] {
        let id = CustomId::new(word).table(TABLE).seen(seen).with(text).to_string();
        assert!(id.chars().count() <= CUSTOM_ID_MAX, "{id}");
    }
}

fn labels(rows: &[ComponentRow]) -> Vec<String> {
    buttons_and_menus(rows).0.iter().map(|button| button.label.clone()).collect()
}

fn picking_of<'a>(game: &'a Game, preferences: &'a Preferences) -> Picking<'a> {
    Picking::of(TableId(7), game, preferences)
}

#[test]
fn every_square_is_on_a_page_of_the_menu() {
    let preferences = Preferences::default();
    // Every square of the edge is legal.
    let (empty, ring) = ("-".repeat(8), "-OOOOOO-");
    let board = [&empty, ring, &"-OXXXXO-".repeat(4), ring, &empty].concat();
    let game = Game::from_position(GameKind::Othello, &format!("{board} X")).unwrap();
    let picking = picking_of(&game, &preferences);
    let squares = |page| {
        let rows = picking.first_rows(page, Vec::new());
        let (_, options) = buttons_and_menus(&rows);
        options.iter().map(|(_, option)| option.value.clone()).collect::<Vec<_>>()
    };
    let (first, second) = (squares(0), squares(1));
    assert_eq!(first.last().and_then(|value| read_page(value)), Some(1));
    assert_eq!(second.last().and_then(|value| read_page(value)), Some(2));
    assert_eq!(squares(2)[..24], first[..24], "the first page comes after the last one");
    let mut all = [first, second].concat();
    all.retain(|value| read_page(value).is_none());
    let mut legal = game.legal_moves();
    legal.sort_by_key(|square| (square.as_bytes()[1], square.as_bytes()[0]));
    assert_eq!(all, legal, "row by row");
}

#[test]
fn labels_say_what_happens_in_words() {
    let preferences = Preferences::default();
    let game = Game::from_position(GameKind::Makruk, "4k3/8/2p5/3P4/8/8/8/4K2R w").unwrap();
    let rows = picking_of(&game, &preferences).target_rows(Source::read("d5").unwrap(), 0);
    assert_eq!(labels(&rows.unwrap()), ["× c6 · turns over", "d6 · turns over", "Another piece"]);
    let game = Game::from_position(GameKind::Ogi, "4k^3/8/8/8/8/8/8/4K^3 2P/ O/o");
    let game = game.unwrap();
    let rows = picking_of(&game, &preferences).first_rows(0, Vec::new());
    let (buttons, _) = buttons_and_menus(&rows);
    let [.., pawns] = &buttons[..] else { panic!("{buttons:?}") };
    assert_eq!(pawns.label, "2 in hand");
    let glyph = pawns.glyph.as_ref().unwrap();
    assert_eq!(glyph.label_without, "pawn 2 in hand");
    let game = Game::from_position(GameKind::Makruk, "4k3/8/2p5/3P4/2P5/8/8/4K3 w").unwrap();
    let first = labels(&picking_of(&game, &preferences).first_rows(0, Vec::new()));
    assert!(first.contains(&"c4 → c5".to_owned()), "{first:?}");
}

#[test]
fn where_few_pieces_can_move_each_move_is_one_press() {
    let preferences = Preferences::default();
    let first = |position: &str| {
        let game = Game::from_position(GameKind::Makruk, position).unwrap();
        labels(&picking_of(&game, &preferences).first_rows(0, Vec::new()))
    };
    let all = ["e1 → d2", "e1 → e2", "e1 → f2", "e1 → d1", "e1 → f1", "c4 → c5"];
    assert_eq!(first("4k3/8/8/8/2P5/8/8/4K3 w"), all);
    // The pieces with the fewest moves come first: eight moves of the khon would be too many.
    let some = first("4k3/8/8/8/2P1N3/8/8/4K3 w");
    assert!(some.contains(&"e4".to_owned()) && some.contains(&"e1 → d2".to_owned()), "{some:?}");
}

/// How many buttons each row has.
fn lengths(rows: &[ComponentRow]) -> Vec<usize> {
    let length = |row: &ComponentRow| buttons_and_menus(std::slice::from_ref(row)).0.len();
    rows.iter().map(length).collect()
}

#[test]
fn many_pieces_and_what_else_can_be_done_are_four_rows_of_short_buttons() {
    let preferences = Preferences::default();
    let others = |count: usize| {
        let other =
            |n: usize| plain_button(CustomId::new(BACK).table(TABLE).with(n), n.to_string());
        (0..count).map(other).collect::<Vec<_>>()
    };
    // Fifteen pieces are three rows, and what else can be done has one of its own.
    for (kind, count, last) in [(GameKind::Makruk, 16, 3), (GameKind::Ogi, 15, 2)] {
        let game = Game::new(kind);
        let rows = picking_of(&game, &preferences).first_rows(0, others(2));
        assert_eq!(lengths(&rows), [5, 5, 5, last], "{kind}");
        let first = labels(&rows);
        assert!(first[..count].iter().all(|label| label.chars().count() == 2), "{first:?}");
        assert_eq!(first[count..], ["0", "1"]);
    }
    // What does not fit is behind the last button.
    let game = "4k^3/8/8/8/8/PPPPPPPP/1B4R1/LNSIK^SNL RBSNLP/ O/o";
    let game = Game::from_position(GameKind::Ogi, game).unwrap();
    for count in 1..=5 {
        let rows = picking_of(&game, &preferences).first_rows(0, others(count));
        assert_eq!(lengths(&rows), [5, 5, 5, count]);
        assert_eq!(labels(&rows)[14], "More pieces");
        check_rows(&rows, ROWS_MAX - 1);
        let next = labels(&picking_of(&game, &preferences).first_rows(1, others(count)));
        assert!(next.contains(&"+1".to_owned()), "{next:?}");
    }
}
