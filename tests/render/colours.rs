//! A picture has few colours, but those that carry a meaning are exactly the theme's.

use kradan_render::{Scene, View};
use kradan_rules::{Game, GameKind, each_kind};

use crate::games::sample;
use crate::reader::{self, Indexed};
use crate::sheets::all;
use kradan_tested_games::PicturedGame as _;

/// A scene that shows much at once.
fn scene(kind: GameKind) -> Scene {
    let (plies, view) = each_kind!(kind, P => P::colourful());
    Scene::of(&sample(kind, plies), view, None)
}

#[test]
fn the_colours_of_a_theme_are_in_its_pictures() {
    for kind in GameKind::ALL {
        for sheet in all(kind, 808) {
            let theme = sheet.style().theme;
            let board = theme.board(kind);
            let colours = Indexed::read(&sheet.png(&scene(kind))).palette;
            let mut wanted = vec![theme.frame, theme.label, theme.turn, board.square];
            wanted.extend(each_kind!(kind, P => P::colours(theme)));
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
            let scene = Scene::of(&game, View::default(), None);
            let picture = reader::png(&sheet.png(&scene));
            // a4 or a5 is empty in every game's start.
            let layout = sheet.style().layout;
            let band = if scene.has_bands { layout.band(kind) } else { layout.label };
            let [square, label, band] = [layout.square, layout.label, band].map(|it| it as usize);
            let middle = (label + square / 2, band + 7 * square / 2);
            assert_eq!(picture.at(middle.0, middle.1), theme.board(kind).square.0);
            assert_eq!(picture.at(2 * label, 4), theme.frame.0);
        }
    }
}
