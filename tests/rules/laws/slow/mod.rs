//! The rules once more, slow and obvious: a board of squares, every move tried, then a look at
//! whether the king stands attacked. It reads the position's text and shares no code with the
//! library.

mod makruk;
mod ogi;
mod othello;

use kradan::rules;

/// A game whose legal moves can be found in the slow way.
pub(crate) trait Slow {
    /// The legal moves of a position, given as text, in the exact notation, sorted.
    fn slow_moves(position: &str) -> Vec<String>;
}

impl Slow for rules::othello::Position {
    fn slow_moves(position: &str) -> Vec<String> {
        sorted(othello::moves(position))
    }
}

impl Slow for rules::makruk::Position {
    fn slow_moves(position: &str) -> Vec<String> {
        sorted(makruk::moves(position))
    }
}

impl Slow for rules::ogi::Position {
    fn slow_moves(position: &str) -> Vec<String> {
        sorted(ogi::moves(position))
    }
}

fn sorted(mut moves: Vec<String>) -> Vec<String> {
    moves.sort_unstable();
    moves
}

/// Some files and ranks away, or a place on the board: a1 is (0, 0).
type Place = (i8, i8);

fn is_on_board((file, rank): Place) -> bool {
    (0..8).contains(&file) && (0..8).contains(&rank)
}

fn places() -> impl Iterator<Item = Place> {
    (0..8).flat_map(|rank| (0..8).map(move |file| (file, rank)))
}

/// Counted from a1 along the ranks.
fn index((file, rank): Place) -> usize {
    usize::try_from(8 * rank + file).unwrap()
}

fn name((file, rank): Place) -> String {
    let letters = ["a", "b", "c", "d", "e", "f", "g", "h"];
    format!("{}{}", letters[index((file, 0))], rank + 1)
}

/// A piece: whose it is, its letter as a capital, whether it is promoted.
#[derive(Clone, Copy, PartialEq)]
struct Piece {
    first: bool,
    letter: char,
    promoted: bool,
}

/// The pieces of a chess-like game on their squares.
#[derive(Clone)]
struct Mailbox([Option<Piece>; 64]);

impl Mailbox {
    /// Reads the board field of a FEN or FEEN.
    fn read(field: &str) -> Mailbox {
        let mut mailbox = Mailbox([None; 64]);
        for (rank, row) in (0..8).rev().zip(field.split('/')) {
            let mut file = 0;
            let mut plus = false;
            for c in row.chars() {
                match c {
                    '+' => plus = true,
                    '1'..='8' => file += c as i8 - '0' as i8,
                    // Which piece is the king is known by its letter.
                    '^' => {}
                    // A bia-ngai.
                    '~' => {
                        let piece = mailbox.at((file - 1, rank));
                        mailbox
                            .put((file - 1, rank), piece.map(|it| Piece { promoted: true, ..it }));
                    }
                    letter => {
                        let first = letter.is_uppercase();
                        let letter = letter.to_ascii_uppercase();
                        mailbox.put((file, rank), Some(Piece { first, letter, promoted: plus }));
                        plus = false;
                        file += 1;
                    }
                }
            }
        }
        mailbox
    }

    fn at(&self, place: Place) -> Option<Piece> {
        self.0[index(place)]
    }

    fn put(&mut self, place: Place, piece: Option<Piece>) {
        self.0[index(place)] = piece;
    }

    fn moved(&self, from: Place, to: Place) -> Mailbox {
        let mut after = self.clone();
        after.put(to, self.at(from));
        after.put(from, None);
        after
    }

    fn pieces(&self) -> impl Iterator<Item = (Place, Piece)> + '_ {
        places().filter_map(|place| Some((place, self.at(place)?)))
    }

    /// The places some steps away, forward being up for the first side and down for the second.
    fn steps(from: Place, first: bool, steps: &[Place]) -> Vec<Place> {
        let forward = if first { 1 } else { -1 };
        let step = |&(files, ranks): &Place| (from.0 + files, from.1 + forward * ranks);
        steps.iter().map(step).filter(|&to| is_on_board(to)).collect()
    }

    /// The places along some lines, each up to the first piece, that included.
    fn lines(&self, from: Place, first: bool, directions: &[Place]) -> Vec<Place> {
        let forward = if first { 1 } else { -1 };
        let mut reached = Vec::new();
        for &(files, ranks) in directions {
            let mut to = from;
            loop {
                to = (to.0 + files, to.1 + forward * ranks);
                if !is_on_board(to) {
                    break;
                }
                reached.push(to);
                if self.at(to).is_some() {
                    break;
                }
            }
        }
        reached
    }
}

const DIAGONAL: [Place; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const STRAIGHT: [Place; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const AROUND: [Place; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
const LEAPS: [Place; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const DIAGONAL_OR_AHEAD: [Place; 5] = [(1, 1), (1, -1), (-1, -1), (-1, 1), (0, 1)];
