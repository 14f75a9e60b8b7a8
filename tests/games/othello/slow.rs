//! Othello in the slow way.

use crate::mailbox::{AROUND, Place, index, is_on_board, name, places};

/// The legal moves of a position.
pub(super) fn moves(position: &str) -> Vec<String> {
    let (board, turn) = position.split_once(' ').unwrap();
    let board: Vec<char> = board.chars().collect();
    let (mover, other) = if turn == "X" { ('X', 'O') } else { ('O', 'X') };
    let placements = placements(&board, mover, other);
    if placements.is_empty() && !self::placements(&board, other, mover).is_empty() {
        return vec!["pass".to_owned()];
    }
    placements
}

fn placements(board: &[char], mover: char, other: char) -> Vec<String> {
    places().filter(|&place| encloses(board, place, mover, other)).map(name).collect()
}

/// Whether a disc there would have, in some direction, enemy discs and then one of its own colour.
fn encloses(board: &[char], place: Place, mover: char, other: char) -> bool {
    let at = |place: Place| board[index(place)];
    at(place) == '-'
        && AROUND.into_iter().any(|(files, ranks)| {
            let mut enemies = 0;
            let mut next = (place.0 + files, place.1 + ranks);
            while is_on_board(next) && at(next) == other {
                enemies += 1;
                next = (next.0 + files, next.1 + ranks);
            }
            enemies > 0 && is_on_board(next) && at(next) == mover
        })
}
