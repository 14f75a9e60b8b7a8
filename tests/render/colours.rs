//! A picture has few colours, but those that carry a meaning are exactly the theme's.

use kradan::render::{Pick, Scene, View};
use kradan::rules::{Game, GameKind, Square};

use crate::games::sample;
use crate::reader::{self, Indexed};
use crate::sheets::all;

/// A scene that shows much at once.
fn scene(kind: GameKind) -> Scene {
    match kind {
        GameKind::Othello => {
            let view = View { hints: true, ..View::default() };
            Scene::of(&sample(kind, 30), view, None)
        }
        // The khon that is picked up can take; a khun is in check after another move.
        GameKind::Makruk => {
            let picked = "d4".parse::<Square>().map(Pick::Square).ok();
            Scene::of(&sample(kind, 42), View { picked, ..View::default() }, None)
        }
        GameKind::Ogi => Scene::of(&sample(kind, 60), View::default(), None),
    }
}

#[test]
fn the_colours_of_a_theme_are_in_its_pictures() {
    for kind in GameKind::ALL {
        for sheet in all(kind, 808) {
            let theme = sheet.style().theme;
            let board = theme.board(kind);
            let colours = Indexed::read(&sheet.png(&scene(kind))).palette;
            let mut wanted = vec![theme.frame, theme.label, theme.turn, board.square];
            match kind {
                GameKind::Othello => wanted.extend([
                    theme.discs.light.body,
                    theme.discs.dark.body,
                    theme.last,
                    board.to.tint,
                    board.legal.dot,
                    board.legal.rim,
                ]),
                GameKind::Makruk => wanted.extend([
                    theme.figures.light.body,
                    theme.figures.dark.body,
                    board.from.frame,
                    board.from.tint,
                    board.to.frame,
                    board.to.tint,
                    board.selected.frame,
                    board.selected.tint,
                    board.legal.dot,
                    theme.badge.disc,
                    theme.badge.text,
                ]),
                GameKind::Ogi => wanted.extend([
                    theme.koma.wood.first,
                    theme.koma.wood.second,
                    theme.koma.promoted.first,
                    theme.koma.promoted.second,
                    theme.koma.ink,
                    theme.koma.red,
                    board.to.frame,
                    board.check.frame,
                    board.check.tint,
                    theme.badge.disc,
                    theme.badge.text,
                ]),
            }
            for colour in wanted {
                assert!(colours.contains(&colour.0), "{theme} {kind}: {colour:?}");
            }
            assert!(colours.len() < 64, "{theme} {kind}: {} colours", colours.len());
        }
    }
}

/// The middle of a square without a piece, of the frame, and of marks are flat.
#[test]
fn what_is_flat_has_the_theme_s_colour() {
    for kind in GameKind::ALL {
        for sheet in all(kind, 808) {
            let theme = sheet.style().theme;
            let game = Game::new(kind);
            let picture = reader::png(&sheet.png(&Scene::of(&game, View::default(), None)));
            // a4 or a5 is empty in every game's start.
            assert_eq!(picture.at(84 + 40, 40 + 3 * 80 + 40), theme.board(kind).square.0);
            assert_eq!(picture.at(70, 4), theme.frame.0);
        }
    }
}
