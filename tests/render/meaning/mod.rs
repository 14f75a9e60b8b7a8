//! What a picture means, read from its pixels: every place of it is compared with what the art
//! would draw there alone, for all that could be there; the nearest must be what the rules say.

mod expected;
mod looks;
mod sight;

use kradan::render::{Pick, PieceSet, Scene, Theme, View, WIDTH_DEFAULT, WIDTH_MIN};
use kradan::rules::{Game, GameKind, Side, Square, makruk, ogi};

use self::expected::Expected;
use self::sight::Sight;
use crate::games::{random, sample};
use crate::reader;
use crate::sheets::{all, sheet};

#[test]
fn every_place_of_othello_shows_what_is_there() {
    check(GameKind::Othello, &[7, 20, 33, 48, 60]);
}

#[test]
fn every_place_of_makruk_shows_what_is_there() {
    check(GameKind::Makruk, &[1, 42, 60, 97, 155, 161]);
}

#[test]
fn every_place_of_ogi_shows_what_is_there() {
    check(GameKind::Ogi, &[3, 31, 60, 76, 99, 115]);
}

/// How far the last of the games of random moves go.
const PLIES_MAX: usize = 260;

fn check(kind: GameKind, plies: &[usize]) {
    let mut games: Vec<Game> = plies.iter().map(|&plies| sample(kind, plies)).collect();
    games.extend((0..6).map(|seed| random(kind, seed, 20 + 48 * seed as usize)));
    games.extend((6..9).map(|seed| random(kind, seed, PLIES_MAX)));
    // What is read at half the size can be read at the whole; that is seen to in one theme.
    let default = sheet(kind, Theme::ALL[0], PieceSet::Kanji, WIDTH_DEFAULT);
    for sheet in all(kind, WIDTH_MIN).chain([default]) {
        let mut sight = Sight::new(kind, sheet.style());
        for (index, game) in games.iter().enumerate() {
            for view in views(game, index) {
                let picture = reader::png(&sheet.png(&Scene::of(game, view, None)));
                let expected = Expected::of(game, view);
                sight.assert_shows(&picture, &expected, game, view);
            }
        }
    }
}

/// Both sides, with and without hints, and with each kind of pick in turn.
fn views(game: &Game, index: usize) -> [View; 3] {
    let [seen_from, across] =
        if index.is_multiple_of(2) { Side::ALL } else { [Side::Second, Side::First] };
    let plain = View { seen_from, hints: false, picked: None };
    let picked = match game {
        Game::Othello(_) => None,
        Game::Makruk(record) => {
            let moves: Vec<makruk::Move> = record.legal_moves();
            moves.get(index * 7 % moves.len().max(1)).map(|mv| Pick::Square(mv.from))
        }
        Game::Ogi(record) => {
            let moves: Vec<ogi::Move> = record.legal_moves();
            moves.get(index * 29 % moves.len().max(1)).map(|mv| match *mv {
                ogi::Move::Board { from, .. } => Pick::Square(from),
                ogi::Move::Drop { role, .. } => Pick::Hand(role),
            })
        }
    };
    [plain, View { seen_from: across, hints: true, ..plain }, View { picked, ..plain }]
}

/// Which of a picture's squares a square of the board is: the column and the row from the top
/// left. a1 is at the first side's bottom left, and in Othello at its top left.
fn place(kind: GameKind, square: Square, seen_from: Side) -> (usize, usize) {
    let (file, rank) = (usize::from(square.file()), usize::from(square.rank()));
    match (kind, seen_from) {
        (GameKind::Othello, Side::First) => (file, rank),
        (GameKind::Othello, Side::Second) => (7 - file, 7 - rank),
        (GameKind::Makruk | GameKind::Ogi, Side::First) => (file, 7 - rank),
        (GameKind::Makruk | GameKind::Ogi, Side::Second) => (7 - file, rank),
    }
}

#[test]
fn the_piece_sets_look_different() {
    // Otherwise the tests above would pass with either set for both.
    let [kanji, symbols] = PieceSet::ALL.map(|pieces| {
        let sheet = sheet(GameKind::Ogi, Theme::ALL[0], pieces, WIDTH_MIN);
        sheet.png(&Scene::of(&Game::new(GameKind::Ogi), View::default(), None))
    });
    assert!(reader::png(&kanji).pixels != reader::png(&symbols).pixels);
}
