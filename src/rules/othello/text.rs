//! Othello positions and moves as text.

use std::fmt;
use std::str::FromStr;

use super::{Move, Position};
use crate::{Bitboard, Field, ParseMoveError, PositionError, Side, Square};

impl fmt::Display for Position {
    /// 64 squares, a1 b1 … h8: `X` black, `O` white, `-` empty; then the side to move.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (black, white) = (self.discs(Side::First), self.discs(Side::Second));
        for square in Square::all() {
            f.write_str(match (black.contains(square), white.contains(square)) {
                (true, _) => "X",
                (_, true) => "O",
                _ => "-",
            })?;
        }
        f.write_str(if self.turn == Side::First { " X" } else { " O" })
    }
}

impl FromStr for Position {
    type Err = PositionError;

    /// Reads what `Display` writes, and the board of GGF: an `8` before it, `*` for black, spaces between
    /// the ranks. Other programs write `b` or `w` for the side to move.
    fn from_str(text: &str) -> Result<Position, PositionError> {
        let fields: Vec<&str> = text.trim_end_matches(';').split_whitespace().collect();
        let fields = fields.strip_prefix(&["8"]).unwrap_or(&fields);
        // The ranks may stand apart.
        let ranks = fields.iter().take_while(|field| field.len() == 8).count();
        let (board, fields) = if ranks == 8 {
            (fields[..8].concat(), &fields[8..])
        } else {
            let (&board, fields) =
                fields.split_first().ok_or(PositionError::Missing(Field::Board))?;
            (board.to_owned(), fields)
        };
        // The side to move may stand right behind the squares.
        let (board, turn, more) = match (fields, board.split_at_checked(64)) {
            ([], Some((board, turn))) if !turn.is_empty() => (board, turn, fields),
            ([], _) => return Err(PositionError::Missing(Field::Turn)),
            ([turn, more @ ..], _) => (board.as_str(), *turn, more),
        };
        if let Some(more) = more.first() {
            return Err(PositionError::trailing(more));
        }
        let [mut black, mut white] = [Bitboard::EMPTY; 2];
        for (index, disc) in board.chars().enumerate() {
            let square = Square::from_index(index).map_or(Bitboard::EMPTY, Bitboard::of);
            match disc {
                'X' | 'x' | '*' => black |= square,
                'O' | 'o' => white |= square,
                '-' | '.' => {}
                _ => return Err(Field::Board.unreadable(board)),
            }
        }
        if board.len() != 64 {
            return Err(PositionError::Squares(board.len()));
        }
        if (black | white).is_empty() {
            return Err(PositionError::NoDiscs);
        }
        match turn {
            "X" | "x" | "*" | "b" | "B" => {
                Ok(Position { mover: black, other: white, turn: Side::First })
            }
            "O" | "o" | "w" | "W" => {
                Ok(Position { mover: white, other: black, turn: Side::Second })
            }
            _ => Err(Field::Turn.unreadable(turn)),
        }
    }
}

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Move::Pass);
        }
        text.parse().map(Move::Place).map_err(|_| ParseMoveError::new(text))
    }
}
