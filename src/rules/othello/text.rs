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

    fn from_str(text: &str) -> Result<Position, PositionError> {
        let mut fields = text.split_whitespace();
        let board = fields.next().ok_or(PositionError::Missing(Field::Board))?;
        let turn = fields.next().ok_or(PositionError::Missing(Field::Turn))?;
        if let Some(more) = fields.next() {
            return Err(PositionError::trailing(more));
        }
        let [mut black, mut white] = [Bitboard::EMPTY; 2];
        for (index, disc) in board.chars().enumerate() {
            let square = Square::from_index(index).map_or(Bitboard::EMPTY, Bitboard::of);
            match disc {
                'X' | 'x' => black |= square,
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
            "X" | "x" => Ok(Position { mover: black, other: white, turn: Side::First }),
            "O" | "o" => Ok(Position { mover: white, other: black, turn: Side::Second }),
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
