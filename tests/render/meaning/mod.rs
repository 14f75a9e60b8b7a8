//! What a picture means, read from its pixels: every place of it is compared with what the art
//! would draw there alone, for all that could be there; the nearest must be what the rules say.

mod expected;
mod looks;
mod sight;

use kradan_render::{Pick, PieceSet, Scene, Theme, View, WIDTH_DEFAULT, WIDTH_MIN};
use kradan_rules::{Game, GameKind, Record, Side, Square, each_game, each_kind};

use self::expected::Expected;
use self::sight::Sight;
use crate::games::{random, sample};
use crate::reader;
use crate::sheets::{all, sheet};
use kradan_tested_games::PicturedGame;

/// A test for each game.
macro_rules! every_place_shows_what_is_there {
    ($($Game:ident in $game:ident),+) => {
        $(#[test]
        fn $game() {
            super::check(GameKind::$Game);
        })+
    };
}

mod every_place_shows_what_is_there {
    use kradan_rules::{GameKind, all_games};

    all_games!(every_place_shows_what_is_there);
}

/// How far the last of the games of random moves go.
const PLIES_MAX: usize = 260;

fn check(kind: GameKind) {
    let plies = each_kind!(kind, P => P::READ);
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
    let picked = each_game!(game, record => pick(record, index));
    [plain, View { seen_from: across, hints: true, ..plain }, View { picked, ..plain }]
}

/// What is picked up for one of the legal moves.
fn pick<P: PicturedGame>(record: &Record<P>, index: usize) -> Option<Pick> {
    let moves = record.legal_moves();
    P::target(*moves.get(index * 29 % moves.len().max(1))?)?.source
}

/// Which of a picture's squares a square of the board is: the column and the row from the top
/// left.
fn place(kind: GameKind, square: Square, seen_from: Side) -> (usize, usize) {
    let (file, rank) = (usize::from(square.file()), usize::from(square.rank()));
    match (each_kind!(kind, P => P::A1_IS_ON_TOP), seen_from) {
        (true, Side::First) => (file, rank),
        (true, Side::Second) => (7 - file, 7 - rank),
        (false, Side::First) => (file, 7 - rank),
        (false, Side::Second) => (7 - file, rank),
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
