//! Makruk positions and moves as text.

use std::fmt;
use std::str::FromStr;

use super::board::{Board, promotion_ranks};
use super::count::Counting;
use super::{Act, Count, Honour, Honours, Move, Position, Role};
use crate::fen;
use crate::{Bitboard, Field, GameKind, ParseMoveError, PositionError, Side, Square};

/// The bia of a side at the start, which is the most.
const BIA_MOST: usize = 8;

/// The pieces of a side at the start, which is the most.
const PIECES_MOST: usize = 16;

impl Position {
    /// The position for other programs: the board with `M` for met and bia-ngai, and the side to
    /// move, without count and house rule.
    ///
    /// ```
    /// use kradan_rules::makruk::Position;
    ///
    /// let position: Position = "4k3/8/8/3M~4/8/8/8/4K3 w".parse()?;
    /// assert_eq!(position.plain(), "4k3/8/8/3M4/8/8/8/4K3 w");
    /// # Ok::<(), kradan_rules::PositionError>(())
    /// ```
    #[must_use]
    pub fn plain(&self) -> String {
        self.fen(|_| "")
    }

    fn fen(&self, mark: impl Fn(Role) -> &'static str) -> String {
        let board = fen::write(|square| {
            let (side, role) = self.board.piece_at(square)?;
            Some(format!("{}{}", side.cased(role.letter()), mark(role)))
        });
        let turn = fen::white_or_black(self.board.turn);
        format!("{board} {turn}")
    }
}

impl fmt::Display for Position {
    /// The board as in Fairy-Stockfish's FEN with `M~` for a bia-ngai, the side to move (`w` or
    /// `b`), then what the board does not show: a count that is not merely due by these pieces
    /// (`board:w:12/64`, `pieces:b:5/16`, `due:b:4/16`, `given-up:b`), and the house rule
    /// where it is not the usual one (`lowest`, `uncounted`).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen(|role| if role == Role::BiaNgai { "~" } else { "" }))?;
        if self.counting != Counting::at_start(&self.board, self.honours)
            && let Some(counting) = self.counting.text()
        {
            write!(f, " {counting}")?;
        }
        f.write_str(match self.honours {
            Honours::Highest => "",
            Honours::Lowest => " lowest",
            Honours::Off => " uncounted",
        })
    }
}

impl Counting {
    /// The state of the counts as a word; `None` where no count runs.
    fn text(self) -> Option<String> {
        let (word, count) = match self {
            Counting::Idle => return None,
            Counting::GivenUp(side) => {
                return Some(format!("given-up:{}", fen::white_or_black(side)));
            }
            Counting::Due(count) => ("due", count),
            Counting::Running(count) => match count.honour {
                Honour::Board => ("board", count),
                Honour::Pieces => ("pieces", count),
            },
        };
        let side = fen::white_or_black(count.side);
        Some(format!("{word}:{side}:{}/{}", count.number, count.limit))
    }
}

impl FromStr for Counting {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Counting, PositionError> {
        let unreadable = || Field::Count.unreadable(text);
        let (word, rest) = text.split_once(':').ok_or_else(unreadable)?;
        let (side, numbers) = rest.split_once(':').unwrap_or((rest, ""));
        let side = match side {
            "w" => Side::First,
            "b" => Side::Second,
            _ => return Err(unreadable()),
        };
        if word == "given-up" && numbers.is_empty() {
            return Ok(Counting::GivenUp(side));
        }
        let (number, limit) = numbers.split_once('/').ok_or_else(unreadable)?;
        let (Ok(number), Ok(limit)) = (number.parse(), limit.parse()) else {
            return Err(unreadable());
        };
        let count = |honour| Count { honour, side, number, limit };
        match word {
            "board" => Ok(Counting::Running(count(Honour::Board))),
            "pieces" => Ok(Counting::Running(count(Honour::Pieces))),
            "due" => Ok(Counting::Due(count(Honour::Pieces))),
            _ => Err(unreadable()),
        }
    }
}

impl FromStr for Position {
    type Err = PositionError;

    /// Reads what `Display` writes, the plain form without `~` and count, and the FEN of other
    /// programs. The count of a lone khun with no bia on the board is due at once, unless the text
    /// has a count.
    fn from_str(text: &str) -> Result<Position, PositionError> {
        let mut fields = text.split_whitespace();
        let squares = fields.next().ok_or(PositionError::Missing(Field::Board))?;
        let turn = fields.next().ok_or(PositionError::Missing(Field::Turn))?;
        let turn = fen::read_white_or_black(turn).ok_or_else(|| Field::Turn.unreadable(turn))?;
        let board = read_board(squares, turn)?;
        check(&board)?;

        let fields: Vec<&str> = fields.collect();
        let (count, fields) = split_fen_tail(&fields);
        let (counting, honours) = read_counting(fields)?;
        let counting = match (counting, count) {
            (Some(counting), _) => counting,
            (None, Some(count)) if honours != Honours::Off => count.counting(&board, honours)?,
            (None, _) => Counting::at_start(&board, honours),
        };
        if !counting.fits(&board, honours) {
            return Err(PositionError::Count);
        }
        Ok(Position { board, counting, honours })
    }
}

/// A count as Fairy-Stockfish has it in a FEN, in plies; it does not say who counts.
#[derive(Clone, Copy, Debug)]
struct FenCount<'a> {
    limit: u16,
    plies: u16,
    text: &'a str,
}

impl FenCount<'_> {
    /// The count of the pieces' honour, whose counter is the lone khun.
    ///
    /// # Errors
    ///
    /// When a board's honour runs: either side may have claimed it.
    fn counting(self, board: &Board, honours: Honours) -> Result<Counting, PositionError> {
        let at_start = Counting::at_start(board, honours);
        let Counting::Due(due) = at_start else {
            // It counts from where the board's honour could be claimed, whether that was done or not.
            let is_claimed = self.limit > 0 && self.plies > 0;
            let may_be_claimed = is_claimed && board.role(Role::Bia).is_empty();
            let unclear = || Field::Count.unreadable(self.text);
            return if may_be_claimed { Err(unclear()) } else { Ok(at_start) };
        };
        let (number, limit) = (self.plies.div_ceil(2), self.limit / 2);
        let unreadable = || Field::Count.unreadable(self.text);
        let number = u8::try_from(number).map_err(|_| unreadable())?;
        let limit = u8::try_from(limit).map_err(|_| unreadable())?;
        if limit == 0 || number <= due.number {
            return Ok(at_start);
        }
        Ok(Counting::Running(Count { number, limit, ..due }))
    }
}

/// Takes the last fields of a FEN off: castling, en passant, plies without a capture, and the move
/// number, any of which some programs leave out. Where a count can run, Fairy-Stockfish writes its limit and
/// its number instead of the second and the third, in plies.
fn split_fen_tail<'a, 'b>(fields: &'a [&'b str]) -> (Option<FenCount<'b>>, &'a [&'b str]) {
    let number = |field: &str| field.parse::<u16>().ok();
    match fields {
        ["-", limit, plies, last, rest @ ..] if number(last).is_some() => {
            match (*limit, number(limit), number(plies)) {
                ("-", _, Some(_)) => (None, rest),
                (text, Some(limit), Some(plies)) => (Some(FenCount { limit, plies, text }), rest),
                _ => (None, fields),
            }
        }
        ["-", plies, last, rest @ ..] | [plies, last, rest @ ..]
            if number(plies).is_some() && number(last).is_some() =>
        {
            (None, rest)
        }
        ["-", "-", rest @ ..] | ["-", rest @ ..] => (None, rest),
        _ => (None, fields),
    }
}

/// The count and the house rule, in any order.
fn read_counting(fields: &[&str]) -> Result<(Option<Counting>, Honours), PositionError> {
    let mut honours = Honours::Highest;
    let mut counting = None;
    for &field in fields {
        match field {
            "lowest" if honours == Honours::Highest => honours = Honours::Lowest,
            "uncounted" if honours == Honours::Highest => honours = Honours::Off,
            _ if counting.is_none() => counting = Some(field.parse::<Counting>()?),
            _ => return Err(PositionError::trailing(field)),
        }
    }
    Ok((counting, honours))
}

fn read_board(text: &str, turn: Side) -> Result<Board, PositionError> {
    let mut board = Board::empty(turn);
    fen::read(text, |piece, square| {
        let mut letters = piece.chars();
        let letter = letters.next()?;
        let role = match (letter.to_ascii_uppercase(), letters.as_str()) {
            ('K', "") => Role::Khun,
            ('M', "") => Role::Met,
            ('M', "~") => Role::BiaNgai,
            ('S', "") => Role::Khon,
            ('N', "") => Role::Ma,
            ('R', "") => Role::Rua,
            ('P', "") => Role::Bia,
            _ => return None,
        };
        board.put(square, fen::side_of(letter), role);
        Some(())
    })?;
    Ok(board)
}

/// Checks that the position can occur in a game.
fn check(board: &Board) -> Result<(), PositionError> {
    let kind = GameKind::Makruk;
    for side in Side::ALL {
        let own = board.side(side);
        let khuns = (board.role(Role::Khun) & own).len();
        if khuns != 1 {
            return Err(PositionError::Kings { kind, side, found: khuns });
        }
        let bia = board.role(Role::Bia) & own;
        // A bia begins on the third rank and never goes back.
        let behind = match side {
            Side::First => Bitboard::rank(0) | Bitboard::rank(1),
            Side::Second => Bitboard::rank(6) | Bitboard::rank(7),
        };
        if let Some(square) = (bia & (promotion_ranks(side) | behind)).first() {
            return Err(PositionError::CannotStand { piece: Role::Bia.to_string(), square });
        }
        if bia.len() > BIA_MOST {
            return Err(PositionError::TooMany {
                piece: Role::Bia.to_string(),
                found: bia.len(),
                most: BIA_MOST,
            });
        }
        // Composed positions may have more of the other pieces than the start.
        if own.len() > PIECES_MOST {
            let (found, most) = (own.len(), PIECES_MOST);
            return Err(PositionError::TooManyPieces { kind, side, found, most });
        }
    }
    if board.khun_can_be_taken() {
        return Err(PositionError::KingCanBeTaken { kind, side: board.turn });
    }
    Ok(())
}

impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Act::Claim => "claim",
            Act::Skip => "skip",
            Act::Stop => "stop",
        })
    }
}

impl fmt::Display for Move {
    /// From, to, `m` for a promotion; an act before it with a colon: `claim:e3e4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(act) = self.act {
            write!(f, "{act}:")?;
        }
        write!(f, "{}{}{}", self.from, self.to, if self.promotes { "m" } else { "" })
    }
}

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        let not_a_move = || ParseMoveError::new(text);
        let (act, squares) = match text.split_once(':') {
            Some((word, squares)) => {
                let act = Act::ALL.into_iter().find(|act| act.to_string() == word);
                (Some(act.ok_or_else(not_a_move)?), squares)
            }
            None => (None, text),
        };
        let (promotes, squares) = match squares.strip_suffix('m') {
            Some(squares) => (true, squares),
            None => (false, squares),
        };
        let square = |text: Option<&str>| -> Option<Square> { text?.parse().ok() };
        let (from, to) = (square(squares.get(..2)), square(squares.get(2..)));
        let (Some(from), Some(to)) = (from, to) else { return Err(not_a_move()) };
        Ok(Move { from, to, promotes, act })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_of_any_size_is_read_or_refused() {
        let lone = "8/8/1k6/8/1S2K3/8/8/8 w";
        for word in ["board", "pieces", "due"] {
            for number in 0..=u8::MAX {
                for limit in [0, 8, 44, 64, u8::MAX] {
                    let text = format!("{lone} {word}:b:{number}/{limit}");
                    let read = text.parse::<Position>().map(|position| position.count());
                    let is_a_limit = [8, 44, 64].contains(&limit);
                    let fits = match word {
                        "pieces" => (4..=limit.max(17).saturating_add(1)).contains(&number),
                        "due" => (3..=17).contains(&number),
                        _ => false,
                    };
                    assert_eq!(read.is_ok(), is_a_limit && fits, "{text}");
                }
            }
        }
    }
}
