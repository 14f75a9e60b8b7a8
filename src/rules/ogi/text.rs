//! Ōgi positions (FEEN) and moves as text.

use std::fmt;
use std::str::FromStr;

use super::board::{Board, standable};
use super::{Hand, Move, Piece, Position, Role};
use crate::fen;
use crate::{Field, GameKind, ParseMoveError, PositionError, Side, Square};

impl Role {
    fn from_letter(letter: char) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.letter() == letter.to_ascii_uppercase())
    }
}

impl fmt::Display for Position {
    /// FEEN as on sashite.dev: the board, the hands (`2PBR/3p`), and `O/o` or `o/O` for Sente or
    /// Gote to move.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = fen::write(|square| {
            let (side, piece) = self.board.piece_at(square)?;
            Some(piece_text(side, piece))
        });
        let [first, second] = Side::ALL.map(|side| hand_text(side, self.board.hands[side]));
        let turn = match self.board.turn {
            Side::First => "O/o",
            Side::Second => "o/O",
        };
        write!(f, "{board} {first}/{second} {turn}")
    }
}

fn piece_text(side: Side, piece: Piece) -> String {
    let royal = if piece.role == Role::King { "^" } else { "" };
    piece.letters(side) + royal
}

/// The most numerous pieces first, then by letter.
fn hand_text(side: Side, hand: Hand) -> String {
    let mut held: Vec<(Role, u8)> = hand.iter().collect();
    held.sort_by_key(|&(role, count)| (u8::MAX - count, role.letter()));
    held.into_iter()
        .map(|(role, count)| {
            let letter = side.cased(role.letter());
            if count > 1 { format!("{count}{letter}") } else { letter.to_string() }
        })
        .collect()
}

impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Position, PositionError> {
        let mut fields = text.split_whitespace();
        let squares = fields.next().ok_or(PositionError::Missing(Field::Board))?;
        let hands = fields.next().ok_or(PositionError::Missing(Field::Hands))?;
        let turn = fields.next().ok_or(PositionError::Missing(Field::Turn))?;
        if let Some(more) = fields.next() {
            return Err(PositionError::trailing(more));
        }
        let turn = match turn {
            "O/o" => Side::First,
            "o/O" => Side::Second,
            _ => return Err(Field::Turn.unreadable(turn)),
        };
        let mut board = Board::empty(turn);
        fen::read(squares, |piece, square| {
            let (side, piece) = read_piece(piece)?;
            board.put(square, side, piece);
            Some(())
        })?;
        let unreadable = || Field::Hands.unreadable(hands);
        let (first, second) = hands.split_once('/').ok_or_else(unreadable)?;
        for (side, held) in [(Side::First, first), (Side::Second, second)] {
            board.hands[side] = read_hand(held, side).ok_or_else(unreadable)?;
        }
        check(&board)?;
        Ok(Position { board })
    }
}

fn read_piece(text: &str) -> Option<(Side, Piece)> {
    let (promoted, rest) = text.strip_prefix('+').map_or((false, text), |rest| (true, rest));
    let (royal, rest) = rest.strip_suffix('^').map_or((false, rest), |rest| (true, rest));
    let mut letters = rest.chars();
    let letter = letters.next()?;
    let role = Role::from_letter(letter)?;
    let is_king = role == Role::King;
    let fits = is_king == royal && !(is_king && promoted) && letters.next().is_none();
    fits.then_some((fen::side_of(letter), Piece { role, promoted }))
}

fn read_hand(text: &str, side: Side) -> Option<Hand> {
    let mut hand = Hand::default();
    let mut rest = text;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit())?;
        let (number, behind) = rest.split_at(digits);
        let count: u8 = if number.is_empty() { 1 } else { number.parse().ok()? };
        let letter = behind.chars().next()?;
        let role = Role::from_letter(letter).filter(|&role| role != Role::King)?;
        if fen::side_of(letter) != side || count == 0 {
            return None;
        }
        hand.add(role, count);
        rest = &behind[letter.len_utf8()..];
    }
    Some(hand)
}

/// Checks that the position can occur in a game. Two pawns of a side on a file are allowed, since
/// only the drop is forbidden.
fn check(board: &Board) -> Result<(), PositionError> {
    for side in Side::ALL {
        let own = board.side(side);
        let kings = (board.role(Role::King) & own).len();
        if kings != 1 {
            return Err(PositionError::Kings { kind: GameKind::Ogi, side, found: kings });
        }
        for role in Role::DROPPABLE {
            let stuck = (board.unpromoted(role) & own).without(standable(side, role));
            if let Some(square) = stuck.first() {
                return Err(PositionError::CannotStand { piece: role.to_string(), square });
            }
        }
    }
    for role in Role::DROPPABLE {
        let [first, second] = Side::ALL.map(|side| usize::from(board.hands[side].count(role)));
        let found = board.role(role).len() + first + second;
        let most = usize::from(role.in_a_game());
        if found > most {
            return Err(PositionError::TooMany { piece: role.to_string(), found, most });
        }
    }
    if board.king_can_be_taken() {
        return Err(PositionError::KingCanBeTaken { kind: GameKind::Ogi, side: board.turn });
    }
    Ok(())
}

impl fmt::Display for Move {
    /// From, to, `+` for a promotion; a drop as `P@e5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Board { from, to, promotes } => {
                write!(f, "{from}{to}{}", if *promotes { "+" } else { "" })
            }
            Move::Drop { role, to } => write!(f, "{}@{to}", role.letter()),
        }
    }
}

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        let not_a_move = || ParseMoveError::new(text);
        let square = |text: Option<&str>| -> Option<Square> { text?.parse().ok() };
        if let Some((letter, to)) = text.split_once('@') {
            let role = Role::DROPPABLE.into_iter().find(|role| letter == role.letter().to_string());
            let to = square(Some(to));
            return role.zip(to).map(|(role, to)| Move::Drop { role, to }).ok_or_else(not_a_move);
        }
        let (promotes, squares) = match text.strip_suffix('+') {
            Some(squares) => (true, squares),
            None => (false, text),
        };
        let (from, to) = (square(squares.get(..2)), square(squares.get(2..)));
        let (Some(from), Some(to)) = (from, to) else { return Err(not_a_move()) };
        Ok(Move::Board { from, to, promotes })
    }
}
