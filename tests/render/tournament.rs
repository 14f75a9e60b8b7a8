//! The pictures of tournaments.

use kradan_render::{
    Bracket, CrossCell, CrossRow, CrossTable, Match, Style, TOURNAMENT_MAX, Theme, bracket,
    cross_table,
};

use crate::reader::{Picture, png, png_by_zune};
use crate::stored;

/// A table of some players, of whom the better one usually wins; the last of many is struck.
fn table(players: usize) -> CrossTable {
    let cell = |row: usize, column: usize| match (row, column, (row + column) % 5) {
        _ if row == column => CrossCell::Own,
        (.., 0) => CrossCell::Drawn,
        (.., 4) => CrossCell::Open,
        _ if row < column => CrossCell::Won,
        _ => CrossCell::Lost,
    };
    let row = |place: usize| {
        let cells: Vec<CrossCell> = (0..players).map(|column| cell(place, column)).collect();
        let count = |one: CrossCell| cells.iter().filter(|cell| **cell == one).count();
        let points = match (count(CrossCell::Won), count(CrossCell::Drawn)) {
            (0, 1) => "½".to_owned(),
            (won, drawn) => format!("{}{}", won + drawn / 2, ["", "½"][drawn % 2]),
        };
        let number = (place * 17 + 1) % players + 1;
        CrossRow { number, cells, points, is_struck: place > 1 && place + 1 == players }
    };
    CrossTable { rows: (0..players).map(row).collect() }
}

/// A knockout of so many places that is played but for some of the last matches. The last place of
/// eight or more is empty.
fn knockout(places: usize, open: usize) -> Bracket {
    let place = |number: usize| (number < 8 || number < places).then_some(number);
    let mut players: Vec<Option<usize>> = (1..=places).map(place).collect();
    let mut rounds = Vec::new();
    while players.len() > 1 {
        let played = places - players.len();
        let one = |(number, pair): (usize, &[Option<usize>])| {
            let winner = pair[number % 2].or(pair[0]);
            let is_over = played + number + open + 1 < places;
            Match { players: [pair[0], pair[1]], winner: winner.filter(|_| is_over) }
        };
        let round: Vec<Match> = players.chunks(2).enumerate().map(one).collect();
        players = round.iter().map(|one| one.winner).collect();
        rounds.push(round);
    }
    Bracket { rounds, winner: players[0] }
}

/// A picture no larger than it may be, with nothing at its left and right edges.
fn checked(file: &[u8], theme: &Theme) -> Picture {
    let picture = png_by_zune(file);
    assert!(picture.width.max(picture.height) <= TOURNAMENT_MAX as usize);
    assert!(picture.width >= 400 && file.len() < 60_000, "{} bytes", file.len());
    assert!(picture.pixels.contains(&theme.turn.0), "{}: nobody has won", theme.name);
    for x in [0, picture.width - 1] {
        let edge = (0..picture.height).all(|y| picture.at(x, y) == theme.frame.0);
        assert!(edge, "{}: something is cut off", theme.name);
    }
    picture
}

#[test]
fn golden_tournaments() {
    let style = Style::default();
    stored::check("tests/render/golden/table.png", &cross_table(&table(5), style));
    stored::check("tests/render/golden/bracket.png", &bracket(&knockout(8, 0), style));
}

#[test]
fn everybody_has_room_in_every_theme() {
    for theme in Theme::ALL {
        let style = Style { theme, ..Style::default() };
        for players in 2..=16 {
            let picture = checked(&cross_table(&table(players), style), theme);
            assert!(picture.height >= 48 * (players + 1), "{players} players");
        }
        for places in [2, 4, 8, 16] {
            let picture = checked(&bracket(&knockout(places, 0), style), theme);
            assert!(picture.height >= 45 * places, "{places} places");
        }
    }
}

#[test]
fn every_difference_shows() {
    use CrossCell::{Drawn, Lost, Open, Own, Won};
    let struck = |is_struck: bool, cell: CrossCell| {
        let mut table = table(3);
        table.rows[0].cells[2] = cell;
        table.rows[2].is_struck = is_struck;
        png_by_zune(&cross_table(&table, Style::default())).pixels
    };
    let tables = [Own, Open, Won, Drawn, Lost].map(|cell| struck(false, cell));
    let brackets =
        (0..8).map(|open| png_by_zune(&bracket(&knockout(8, open), Style::default())).pixels);
    let all: Vec<_> = tables.into_iter().chain([struck(true, Won)]).chain(brackets).collect();
    for (number, one) in all.iter().enumerate() {
        assert!(!all[..number].contains(one), "number {number} looks like one before it");
    }
}

#[test]
fn an_empty_tournament_is_a_picture() {
    let style = Style::default();
    png(&cross_table(&CrossTable { rows: Vec::new() }, style));
    png(&bracket(&Bracket { rounds: Vec::new(), winner: None }, style));
}
