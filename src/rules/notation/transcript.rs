//! Othello transcripts: the squares in order, `f5d6c3…`.

use super::{RecordError, words};
use crate::Record;
use crate::othello::{Illegal, Move, Position};

/// The moves of a game without spaces, in small letters.
///
/// Passes are omitted, as is usual, because the reader can infer them. Only a pass at the end is
/// written, as `pass`. The start is not part of a transcript.
///
/// ```
/// use kradan_rules::{Record, notation::transcript, othello::Position};
///
/// let record: Record<Position> = transcript::read(Position::default(), "F5 d6 C3")?;
/// assert_eq!(transcript::write(&record), "f5d6c3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn write(record: &Record<Position>) -> String {
    let last = record.moves().len().saturating_sub(1);
    let written = record.moves().iter().enumerate().map(|(ply, mv)| match mv {
        Move::Pass if ply < last => String::new(),
        Move::Pass | Move::Place(_) => mv.to_string(),
    });
    written.collect()
}

/// Reads a transcript: in any case, with or without spaces, numbers, passes and a result.
///
/// # Errors
///
/// [`RecordError::Move`] at the first ply that is not a legal move.
pub fn read(start: Position, text: &str) -> Result<Record<Position>, RecordError<Illegal>> {
    let (played, result) = words::play(Record::new(start), text);
    result.map(|()| played.record)
}

/// The moves of a transcript as written, legal or not; `None` if a part is not a move.
///
/// ```
/// use kradan_rules::notation::transcript;
///
/// assert_eq!(transcript::split("F5d6").map(|moves| moves.len()), Some(2));
/// assert_eq!(transcript::split("F5d6e"), None);
/// ```
#[must_use]
pub fn split(text: &str) -> Option<Vec<Move>> {
    let packed = packed(text);
    let mut rest = packed.as_str();
    let mut moves = Vec::new();
    while !rest.is_empty() {
        let (mv, behind) = split_move(rest)?;
        moves.push(mv);
        rest = behind;
    }
    Some(moves)
}

fn packed(text: &str) -> String {
    text.split_whitespace().map(str::to_lowercase).collect()
}

/// The move at the beginning of a text, and the rest.
fn split_move(text: &str) -> Option<(Move, &str)> {
    for pass in ["pass", "pas", "pa", "ps", "--", "ผ่าน", "パス"] {
        if let Some(behind) = text.strip_prefix(pass) {
            return Some((Move::Pass, behind));
        }
    }
    let (square, behind) = text.split_at_checked(2)?;
    Some((Move::Place(square.parse().ok()?), behind))
}
