//! The board of the slow rules: the rules once more, slow and obvious, every move tried, then a look
//! at whether the king stands attacked. They read the position's text and share no code with the
//! library. Each game's are in a file `slow` of its own.

/// Some files and ranks away, or a place on the board: a1 is (0, 0).
pub(super) type Place = (i8, i8);

pub(super) fn is_on_board((file, rank): Place) -> bool {
    (0..8).contains(&file) && (0..8).contains(&rank)
}

pub(super) fn places() -> impl Iterator<Item = Place> {
    (0..8).flat_map(|rank| (0..8).map(move |file| (file, rank)))
}

/// Counted from a1 along the ranks.
pub(super) fn index((file, rank): Place) -> usize {
    usize::try_from(8 * rank + file).unwrap()
}

pub(super) fn name((file, rank): Place) -> String {
    let letters = ["a", "b", "c", "d", "e", "f", "g", "h"];
    format!("{}{}", letters[index((file, 0))], rank + 1)
}

/// A piece: whose it is, its letter as a capital, whether it is promoted.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Piece {
    pub(super) first: bool,
    pub(super) letter: char,
    pub(super) promoted: bool,
}

/// The pieces of a chess-like game on their squares.
#[derive(Clone)]
pub(super) struct Mailbox([Option<Piece>; 64]);

impl Mailbox {
    /// Reads the board field of a FEN or FEEN.
    pub(super) fn read(field: &str) -> Mailbox {
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

    pub(super) fn at(&self, place: Place) -> Option<Piece> {
        self.0[index(place)]
    }

    pub(super) fn put(&mut self, place: Place, piece: Option<Piece>) {
        self.0[index(place)] = piece;
    }

    pub(super) fn moved(&self, from: Place, to: Place) -> Mailbox {
        let mut after = self.clone();
        after.put(to, self.at(from));
        after.put(from, None);
        after
    }

    pub(super) fn pieces(&self) -> impl Iterator<Item = (Place, Piece)> + '_ {
        places().filter_map(|place| Some((place, self.at(place)?)))
    }

    /// The places some steps away, forward being up for the first side and down for the second.
    pub(super) fn steps(from: Place, first: bool, steps: &[Place]) -> Vec<Place> {
        let forward = if first { 1 } else { -1 };
        let step = |&(files, ranks): &Place| (from.0 + files, from.1 + forward * ranks);
        steps.iter().map(step).filter(|&to| is_on_board(to)).collect()
    }

    /// The places along some lines, each up to the first piece, that included.
    pub(super) fn lines(&self, from: Place, first: bool, directions: &[Place]) -> Vec<Place> {
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

pub(super) const DIAGONAL: [Place; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
pub(super) const STRAIGHT: [Place; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
pub(super) const AROUND: [Place; 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
pub(super) const LEAPS: [Place; 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
pub(super) const DIAGONAL_OR_AHEAD: [Place; 5] = [(1, 1), (1, -1), (-1, -1), (-1, 1), (0, 1)];
