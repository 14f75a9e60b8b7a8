//! Boards in FEN and FEEN: rank 8 first, digits for empty squares, capitals for the first side.

use std::fmt::Write as _;

use crate::{Field, PositionError, Side, Square};

/// The side that a letter's case means.
pub(crate) fn side_of(letter: char) -> Side {
    if letter.is_ascii_uppercase() { Side::First } else { Side::Second }
}

/// `w` for the first side, `b` for the second.
pub(crate) fn white_or_black(side: Side) -> char {
    match side {
        Side::First => 'w',
        Side::Second => 'b',
    }
}

/// The side that `w` or `b` means.
pub(crate) fn read_white_or_black(text: &str) -> Option<Side> {
    match text {
        "w" => Some(Side::First),
        "b" => Some(Side::Second),
        _ => None,
    }
}

/// The board field, from the text of the piece on each square.
pub(crate) fn write(piece_on: impl Fn(Square) -> Option<String>) -> String {
    let mut text = String::new();
    for rank in (0..8).rev() {
        let mut empty = 0;
        for file in 0..8 {
            match Square::new(file, rank).and_then(&piece_on) {
                None => empty += 1,
                Some(piece) => {
                    write_empty(&mut text, empty);
                    empty = 0;
                    text += &piece;
                }
            }
        }
        write_empty(&mut text, empty);
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

fn write_empty(text: &mut String, squares: usize) {
    if squares > 0 {
        write!(text, "{squares}").expect("a String takes any text");
    }
}

/// Reads a board field. Calls `put` with the text of each piece (a letter, perhaps with `+` before
/// and `^` or `~` after it) and its square; `put` returns `None` for a text that is not a piece.
pub(crate) fn read(
    text: &str,
    mut put: impl FnMut(&str, Square) -> Option<()>,
) -> Result<(), PositionError> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 8 {
        return Err(PositionError::Ranks(ranks.len()));
    }
    for (rank, row) in (0..8).rev().zip(ranks) {
        let mut file = 0;
        let mut rest = row;
        while let Some(next) = rest.chars().next() {
            if let Some(empty @ 1..=8) = next.to_digit(10) {
                file += empty as usize;
                rest = &rest[1..];
                continue;
            }
            let (piece, behind) = split_piece(rest).ok_or_else(|| Field::Board.unreadable(row))?;
            // The error for a rank that is too long, below, needs its whole length.
            if let Some(square) = Square::new(file.min(8) as u8, rank) {
                put(piece, square).ok_or_else(|| Field::Board.unreadable(row))?;
            }
            file += 1;
            rest = behind;
        }
        if file != 8 {
            return Err(PositionError::RankWidth { rank: rank + 1, squares: file });
        }
    }
    Ok(())
}

/// The piece at the beginning of a text, and the rest.
fn split_piece(text: &str) -> Option<(&str, &str)> {
    let prefix = usize::from(text.starts_with('+'));
    text[prefix..].chars().next().filter(char::is_ascii_alphabetic)?;
    let letter = prefix + 1;
    let suffix = usize::from(text[letter..].starts_with(['^', '~']));
    Some(text.split_at(letter + suffix))
}
