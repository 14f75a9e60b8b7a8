//! A sheet has all parts of the scenes of all positions: random games, and random positions in
//! which nearly every piece occurs on every kind of square, in every view.

use fastrand::Rng;
use kradan_render::{Pick, PieceSet, Scene, Theme, View};
use kradan_rules::{Game, GameKind, PositionError, Record, Side, Square, Verdict, makruk, ogi};

use crate::games::{random, stages};
use crate::sheets::sheet;

/// Half of the default width. The parts of a sheet do not depend on the width.
const WIDTH: u32 = 404;

/// Draws a game in every view. A missing part panics.
fn draw(game: &Game, rng: &mut Rng) {
    let sheet = sheet(game.kind(), Theme::ALL[0], PieceSet::Kanji, WIDTH);
    let mut picks = vec![None];
    // Squares without a piece as well.
    picks.extend((0..4).map(|_| Square::from_index(rng.usize(..64)).map(Pick::Square)));
    picks.extend(ogi::Role::ALL.map(|role| Some(Pick::Hand(role))));
    let results = [None, Some(Verdict::Draw), Some(Verdict::Win(Side::First))];
    for picked in picks {
        let (hints, result) = (rng.bool(), results[rng.usize(..3)]);
        for seen_from in Side::ALL {
            let file = sheet.png(&Scene::of(game, View { seen_from, hints, picked }, result));
            assert!(file.len() > 1000);
        }
    }
}

/// Draws a position, and those after a few random moves.
fn draw_on(mut game: Game, rng: &mut Rng) {
    for _ in 0..3 {
        draw(&game, rng);
        let moves = game.legal_moves();
        let Some(mv) = rng.choice(&moves) else { break };
        game.play_text(mv).unwrap();
    }
}

#[test]
fn games_have_all_their_parts() {
    let mut rng = Rng::with_seed(1);
    for kind in GameKind::ALL {
        for seed in 0..20 {
            for game in stages(&random(kind, seed, 400)).iter().rev().step_by(3) {
                draw(game, &mut rng);
            }
        }
    }
}

#[test]
fn any_othello_position_has_all_its_parts() {
    let mut rng = Rng::with_seed(2);
    for discs in 0..=64 {
        for _ in 0..20 {
            let dark = rng.f64();
            let mut board: Vec<char> = (0..64)
                .map(|index| match index < discs {
                    true if rng.f64() < dark => 'X',
                    true => 'O',
                    false => '-',
                })
                .collect();
            rng.shuffle(&mut board);
            let board: String = board.into_iter().collect();
            let turn = rng.choice(['X', 'O']).unwrap();
            if let Ok(game) = Game::from_position(GameKind::Othello, &format!("{board} {turn}")) {
                draw_on(game, &mut rng);
            }
        }
    }
    // Up to 64 discs of one side.
    for discs in 1..=64 {
        for disc in ["X", "O"] {
            let board = disc.repeat(discs) + &"-".repeat(64 - discs);
            if let Ok(game) = Game::from_position(GameKind::Othello, &format!("{board} X")) {
                draw(&game, &mut rng);
            }
        }
    }
}

/// The text of a board from the texts of its squares, rows from the top.
fn fen(squares: &[Option<String>; 64]) -> String {
    let rows = squares.chunks(8).map(|row| {
        row.iter().map(|it| it.clone().unwrap_or_else(|| "1".to_owned())).collect::<String>()
    });
    // A run of empty squares is written as its length.
    let text = rows.collect::<Vec<_>>().join("/");
    (2..=8).rev().fold(text, |text, run| text.replace(&"1".repeat(run), &run.to_string()))
}

fn side_of(text: &str, rng: &mut Rng) -> String {
    if rng.bool() { text.to_uppercase() } else { text.to_lowercase() }
}

#[test]
fn any_makruk_position_has_all_its_parts() {
    let mut rng = Rng::with_seed(3);
    let mut drawn = 0;
    for _ in 0..3000 {
        let mut squares = [const { None }; 64];
        for _ in 0..rng.usize(..30) {
            let piece = rng.choice(["r", "n", "s", "m", "m~", "p"]).unwrap();
            squares[rng.usize(..64)] = Some(side_of(piece, &mut rng));
        }
        squares[rng.usize(..32)] = Some("k".to_owned());
        squares[rng.usize(32..64)] = Some("K".to_owned());
        let turn = rng.choice(["w", "b"]).unwrap();
        let position = format!("{} {turn}", fen(&squares));
        if let Ok(game) = Game::from_position(GameKind::Makruk, &position) {
            draw_on(game, &mut rng);
            drawn += 1;
        }
    }
    assert!(drawn > 200, "{drawn}");
}

/// All counts that a position's text can have.
#[test]
fn any_makruk_count_has_its_parts() {
    let mut rng = Rng::with_seed(4);
    let boards = [
        "4k3/8/8/8/8/4R3/3K4/4S2R",
        "4k3/8/8/8/8/8/3K4/M6R",
        "4k3/8/8/8/8/8/3K4/MS4S1",
        "4k3/8/8/8/8/8/3K4/MNN4S",
        "4k3/8/8/8/8/8/3K4/MM3M~2",
        "3k4/8/3m1n2/8/8/4R3/3K4/4S2R",
    ];
    let mut counts = Vec::new();
    for board in boards {
        for kind in ["board", "pieces", "due"] {
            for side in ["w", "b"] {
                for limit in 0..=99 {
                    for number in 0..=99 {
                        let text = format!("{board} b {kind}:{side}:{number}/{limit}");
                        let position: Result<makruk::Position, PositionError> = text.parse();
                        if let Ok(position) = position {
                            counts.push((number, limit));
                            draw(&Game::Makruk(Record::new(position)), &mut rng);
                        }
                    }
                }
            }
        }
    }
    counts.sort_unstable();
    counts.dedup();
    for limit in [8, 16, 22, 44, 64] {
        assert!(counts.contains(&(limit, limit)), "{limit} of {counts:?}");
    }
}

#[test]
fn any_ogi_position_has_all_its_parts() {
    let mut rng = Rng::with_seed(5);
    let mut drawn = 0;
    for round in 0..1600 {
        let mut squares = [const { None }; 64];
        let mut hands = [String::new(), String::new()];
        for role in ogi::Role::DROPPABLE {
            let mut left = rng.u8(..=role.in_a_game());
            // Sometimes one hand has all pieces of a role.
            if round % 8 == 0 {
                left = role.in_a_game();
            }
            for (side, hand) in Side::ALL.into_iter().zip(&mut hands) {
                let held = if round % 8 == 0 { left } else { rng.u8(..=left) };
                left -= held;
                let letter = match side {
                    Side::First => role.letter(),
                    Side::Second => role.letter().to_ascii_lowercase(),
                };
                match held {
                    0 => {}
                    1 => hand.push(letter),
                    2.. => hand.extend([held.to_string(), letter.to_string()]),
                }
            }
            for _ in 0..left {
                let piece = side_of(&role.letter().to_string(), &mut rng);
                let promoted = if rng.bool() { "+" } else { "" };
                squares[rng.usize(..64)] = Some(format!("{promoted}{piece}"));
            }
        }
        squares[rng.usize(..32)] = Some("k^".to_owned());
        squares[rng.usize(32..64)] = Some("K^".to_owned());
        let turn = rng.choice(["O/o", "o/O"]).unwrap();
        let [first, second] = hands;
        let position = format!("{} {first}/{second} {turn}", fen(&squares));
        if let Ok(game) = Game::from_position(GameKind::Ogi, &position) {
            draw_on(game, &mut rng);
            drawn += 1;
        }
    }
    assert!(drawn > 200, "{drawn}");
}
