//! Ōgi in the slow way.

use crate::mailbox::{
    AROUND, DIAGONAL, DIAGONAL_OR_AHEAD, LEAPS, Mailbox, Piece, Place, STRAIGHT, name, places,
};

const KNIGHT: [Place; 2] = [(1, 2), (-1, 2)];
const STRAIGHT_OR_AHEAD: [Place; 6] = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (-1, 1)];
const AHEAD: [Place; 1] = [(0, 1)];

/// The legal moves of a position.
pub(super) fn moves(position: &str) -> Vec<String> {
    let fields: Vec<&str> = position.split(' ').collect();
    let board = Mailbox::read(fields[0]);
    let first = fields[2] == "O/o";
    let mut moves = Vec::new();
    for (from, piece) in board.pieces().filter(|(_, piece)| piece.first == first) {
        for to in attacks(&board, from, piece) {
            let own = board.at(to).is_some_and(|there| there.first == first);
            if !own && !is_in_check(&board.moved(from, to), first) {
                let can = piece.letter != 'K' && !piece.promoted;
                let must = ranks_left(from, first) < 3 || ranks_left(to, first) < 3;
                let mark = if can && must { "+" } else { "" };
                moves.push(format!("{}{}{mark}", name(from), name(to)));
            }
        }
    }
    for letter in in_hand(fields[1], first) {
        for to in places().filter(|&to| may_drop(&board, letter, to, first)) {
            let mut after = board.clone();
            after.put(to, Some(Piece { first, letter, promoted: false }));
            if !is_in_check(&after, first) {
                moves.push(format!("{letter}@{}", name(to)));
            }
        }
    }
    moves
}

/// How many ranks lie ahead.
fn ranks_left((_, rank): Place, first: bool) -> i8 {
    if first { 7 - rank } else { rank }
}

/// The letters, as capitals, of what a side holds.
fn in_hand(field: &str, first: bool) -> Vec<char> {
    let (firsts, seconds) = field.split_once('/').unwrap();
    let hand = if first { firsts } else { seconds };
    hand.chars().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_uppercase()).collect()
}

fn may_drop(board: &Mailbox, letter: char, to: Place, first: bool) -> bool {
    let needed = match letter {
        'P' | 'L' => 1,
        'N' => 2,
        _ => 0,
    };
    let pawn = Piece { first, letter: 'P', promoted: false };
    let nifu = letter == 'P' && (0..8).any(|rank| board.at((to.0, rank)) == Some(pawn));
    board.at(to).is_none() && ranks_left(to, first) >= needed && !nifu
}

fn attacks(board: &Mailbox, from: Place, piece: Piece) -> Vec<Place> {
    let Piece { first, letter, promoted } = piece;
    let mut reached = match (letter, promoted) {
        ('K', _) => Mailbox::steps(from, first, &AROUND),
        ('I', _) => {
            let mut reached = board.lines(from, first, &DIAGONAL);
            reached.extend(Mailbox::steps(from, first, &LEAPS));
            reached
        }
        ('R', _) => board.lines(from, first, &STRAIGHT),
        ('B', _) => board.lines(from, first, &DIAGONAL),
        ('S', false) => Mailbox::steps(from, first, &DIAGONAL_OR_AHEAD),
        ('N', false) => Mailbox::steps(from, first, &KNIGHT),
        ('L', false) => board.lines(from, first, &AHEAD),
        ('P', false) => Mailbox::steps(from, first, &AHEAD),
        ('S' | 'N' | 'L' | 'P', true) => Mailbox::steps(from, first, &STRAIGHT_OR_AHEAD),
        _ => panic!("no piece has the letter {letter}"),
    };
    if promoted && "IRB".contains(letter) {
        reached.extend(Mailbox::steps(from, first, &AROUND));
        // Two ways to the same square are one move.
        reached.sort_unstable();
        reached.dedup();
    }
    reached
}

fn is_in_check(board: &Mailbox, first: bool) -> bool {
    let is_king = |piece: Piece| piece.letter == 'K' && piece.first == first;
    let mut enemies = board.pieces().filter(|(_, piece)| piece.first != first);
    enemies.any(|(from, piece)| {
        attacks(board, from, piece).into_iter().any(|to| board.at(to).is_some_and(is_king))
    })
}
