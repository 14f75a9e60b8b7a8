//! The cards of players.

use kradan_render::{CARD_ROW, CARD_WIDTH, CardRow, CurvePoint, Style, Theme, card};
use kradan_rules::GameKind;

use crate::reader::{png, png_by_zune};
use crate::stored;

/// A rating that goes up and down, of which more and more is known.
fn row(kind: GameKind, games: u32) -> CardRow {
    let point = |number: u32| {
        let at = f64::from(number) / f64::from(games);
        let value = 1500.0 + 240.0 * (at * 7.0).sin() + 150.0 * at;
        CurvePoint { at, value, deviation: 350.0 * (1.0 - at) + 60.0 }
    };
    let curve: Vec<CurvePoint> = (0..=games).map(point).collect();
    let rating = format!("{:.0}", curve.last().unwrap().value);
    CardRow { kind, rating, results: [games as usize, 112, 4], curve }
}

#[test]
fn golden_card() {
    let fresh = CardRow {
        rating: "1742?".to_owned(),
        results: [1, 0, 0],
        curve: vec![
            CurvePoint { at: 0.0, value: 1742.0, deviation: 400.0 },
            CurvePoint { at: 1.0, value: 1742.0, deviation: 400.0 },
        ],
        ..row(GameKind::Ogi, 1)
    };
    let rows = [row(GameKind::Othello, 40), row(GameKind::Makruk, 9), fresh];
    stored::check("tests/render/golden/card.png", &card(&rows, Style::default()));
}

#[test]
fn a_card_has_a_row_for_each_game_in_every_theme() {
    for theme in Theme::ALL {
        let style = Style { theme, ..Style::default() };
        for count in 1..=GameKind::ALL.len() {
            let rows: Vec<CardRow> =
                GameKind::ALL.iter().take(count).map(|kind| row(*kind, 200)).collect();
            let file = card(&rows, style);
            let picture = png_by_zune(&file);
            assert_eq!(picture.width, CARD_WIDTH as usize);
            assert_eq!(picture.height, CARD_ROW as usize * count);
            assert!(file.len() < 40_000, "{} bytes", file.len());
            let label = theme.label.0;
            assert!(picture.pixels.contains(&label), "{}: nothing is written", theme.name);
            // Nothing is written at the edges.
            for x in [0, picture.width - 1] {
                let edge = (0..picture.height).all(|y| picture.at(x, y) == theme.frame.0);
                assert!(edge, "{}: something is cut off", theme.name);
            }
        }
    }
}

#[test]
fn what_cannot_be_drawn_is_left_out() {
    let empty = CardRow { curve: Vec::new(), ..row(GameKind::Othello, 1) };
    let far = CurvePoint { at: 7.0, value: -1e9, deviation: 1e9 };
    let wild = CardRow { curve: vec![far, far], ..row(GameKind::Othello, 1) };
    for rows in [vec![], vec![empty], vec![wild]] {
        assert_eq!(png(&card(&rows, Style::default())).height, CARD_ROW as usize);
    }
}
