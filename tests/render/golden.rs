//! A few boards that equal stored pictures, which were checked by eye and are small.

use kradan_render::{PieceSet, Scene, Theme, View};
use kradan_rules::{Game, GameKind, Side};

use crate::games::sample;
use crate::sheets::sheet;
use crate::stored;

const WIDTH: u32 = 404;

fn check(name: &str, game: &Game, view: View) {
    let sheet = sheet(game.kind(), Theme::ALL[0], PieceSet::Kanji, WIDTH);
    let file = sheet.png(&Scene::of(game, view, None));
    stored::check(&format!("tests/render/golden/{name}.png"), &file);
}

#[test]
fn golden_othello_with_hints() {
    let view = View { hints: true, ..View::default() };
    check("othello", &sample(GameKind::Othello, 21), view);
}

#[test]
fn golden_makruk_with_a_count() {
    check("makruk", &sample(GameKind::Makruk, 155), View::default());
}

#[test]
fn golden_ogi_with_hands() {
    check("ogi", &sample(GameKind::Ogi, 60), View::default());
}

#[test]
fn golden_ogi_seen_from_the_second_side() {
    let view = View { seen_from: Side::Second, ..View::default() };
    check("ogi-flipped", &sample(GameKind::Ogi, 60), view);
}
