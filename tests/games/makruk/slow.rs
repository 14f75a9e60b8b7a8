//! Makruk in the slow way.

use crate::mailbox::{
    AROUND, DIAGONAL, DIAGONAL_OR_AHEAD, LEAPS, Mailbox, Piece, Place, STRAIGHT, name,
};

/// The legal moves of a position, without acts.
pub(super) fn moves(position: &str) -> Vec<String> {
    let mut fields = position.split(' ');
    let board = Mailbox::read(fields.next().unwrap());
    let first = fields.next() == Some("w");
    if fields.next().is_some_and(said_too_much) {
        return Vec::new();
    }
    let mut moves = Vec::new();
    for (from, piece) in board.pieces().filter(|(_, piece)| piece.first == first) {
        for to in goes(&board, from, piece) {
            if !is_in_check(&board.moved(from, to), first) {
                // The rank where the enemy's bia began: a bia cannot get beyond it.
                let turns_over = piece.letter == 'P' && to.1 == if first { 5 } else { 2 };
                let mark = if turns_over { "m" } else { "" };
                moves.push(format!("{}{}{mark}", name(from), name(to)));
            }
        }
    }
    moves
}

/// Whether a number above the limit was said: `board:w:65/64` or `pieces:b:17/16`.
fn said_too_much(count: &str) -> bool {
    let said = count.strip_prefix("board:").or_else(|| count.strip_prefix("pieces:"));
    said.and_then(|count| count[2..].split_once('/'))
        .is_some_and(|(number, limit)| number.parse::<u8>().unwrap() > limit.parse::<u8>().unwrap())
}

/// Where a piece can go, the safety of its khun aside.
fn goes(board: &Mailbox, from: Place, piece: Piece) -> Vec<Place> {
    let mut goes = attacks(board, from, piece);
    if piece.letter == 'P' {
        goes.retain(|&to| board.at(to).is_some());
        let ahead = Mailbox::steps(from, piece.first, &[(0, 1)]);
        goes.extend(ahead.into_iter().filter(|&to| board.at(to).is_none()));
    }
    goes.retain(|&to| board.at(to).is_none_or(|there| there.first != piece.first));
    goes
}

fn attacks(board: &Mailbox, from: Place, piece: Piece) -> Vec<Place> {
    let first = piece.first;
    match piece.letter {
        'K' => Mailbox::steps(from, first, &AROUND),
        'M' => Mailbox::steps(from, first, &DIAGONAL),
        'S' => Mailbox::steps(from, first, &DIAGONAL_OR_AHEAD),
        'N' => Mailbox::steps(from, first, &LEAPS),
        'R' => board.lines(from, first, &STRAIGHT),
        'P' => Mailbox::steps(from, first, &[(1, 1), (-1, 1)]),
        letter => panic!("no piece has the letter {letter}"),
    }
}

fn is_in_check(board: &Mailbox, first: bool) -> bool {
    let is_khun = |piece: Piece| piece.letter == 'K' && piece.first == first;
    let enemies = board.pieces().filter(|(_, piece)| piece.first != first);
    enemies.into_iter().any(|(from, piece)| {
        attacks(board, from, piece).into_iter().any(|to| board.at(to).is_some_and(is_khun))
    })
}
