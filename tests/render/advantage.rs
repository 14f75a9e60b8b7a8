//! The pictures of who was ahead when.

use kradan_render::{ADVANTAGE_SIZE, Advantage, Style, Theme, advantage};
use kradan_rules::GameKind;

use crate::reader::png;
use crate::stored;

/// A game that goes to and fro and is won in the end.
fn game(kind: GameKind, plies: u32) -> Advantage {
    let value = |ply: u32| {
        let at = f64::from(ply) / 80.0;
        (at * 13.0).sin() * at.powi(2) + f64::from(ply.saturating_sub(64)) / 12.0
    };
    Advantage {
        kind,
        values: (0..=plies).map(value).collect(),
        turning_points: vec![28, 41, 55, 66],
        numbers: (0..plies as usize).step_by(2).map(|ply| (ply + 1, ply / 2 + 1)).collect(),
    }
}

#[test]
fn golden_advantage() {
    let file = advantage(&game(GameKind::Makruk, 80), Style::default());
    stored::check("tests/render/golden/advantage.png", &file);
}

#[test]
fn the_sides_are_told_apart_in_every_theme() {
    for theme in Theme::ALL {
        for kind in GameKind::ALL {
            let file = advantage(&game(kind, 80), Style { theme, ..Style::default() });
            assert!(file.len() < 40_000, "{} bytes", file.len());
            let picture = png(&file);
            assert_eq!([picture.width, picture.height], ADVANTAGE_SIZE.map(|size| size as usize));
            // One side is ahead here, the other one there, and nobody elsewhere.
            let [first, second, ground] =
                [(473, 120), (589, 200), (300, 60)].map(|(x, y)| picture.at(x, y));
            assert!(first != second && first != ground && second != ground, "{kind}, {theme}");
        }
    }
}

#[test]
fn a_game_of_any_length_can_be_drawn() {
    for plies in [0, 1, 2, 700] {
        let picture = png(&advantage(&game(GameKind::Ogi, plies), Style::default()));
        assert_eq!(picture.width, ADVANTAGE_SIZE[0] as usize);
    }
    let wild = Advantage { values: vec![7.0, -1e9], ..game(GameKind::Othello, 1) };
    assert_eq!(png(&advantage(&wild, Style::default())).height, ADVANTAGE_SIZE[1] as usize);
}
