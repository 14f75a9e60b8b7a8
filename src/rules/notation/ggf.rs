//! GGF, the Generic Game Format in which Othello servers and programs exchange games:
//! `(;GM[Othello]PB[ann]PW[ben]TY[8]BO[8 … *]B[d3]W[c5];)`.

use std::fmt::Write as _;

use super::{Ended, Header, RecordError, printable};
use crate::othello::{Illegal, Move, Position};
use crate::{GameKind, Record, Side, Verdict};

/// A game as GGF, on one line.
///
/// The result of a finished game is the first side's official score minus the second's. One that the
/// rules did not give is that of all discs, with `:r` for a resignation and `:t` for a loss on time.
///
/// ```
/// use kradan_rules::{Record, notation::{Header, ggf}, othello::Position};
///
/// let mut record = Record::<Position>::default();
/// record.play_text("f5")?;
/// let text = ggf::write(&record, &Header::default());
/// assert_eq!(text, "(;GM[Othello]TY[8]\
/// BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[f5];)");
/// assert_eq!(ggf::read(&text)?.0, record);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn write(record: &Record<Position>, header: &Header) -> String {
    write_with(record, header, &[])
}

/// A game as [`write()`] has it, with an evaluation for each ply behind its move: `B[d3/+1.50]`.
#[must_use]
pub fn write_with(
    record: &Record<Position>,
    header: &Header,
    evaluations: &[Option<String>],
) -> String {
    let mut text = String::from("(;GM[Othello]");
    let names = [
        ("EV", &header.event),
        ("PC", &header.site),
        ("DT", &header.date),
        ("PB", &header.first),
        ("PW", &header.second),
    ];
    for (name, value) in names {
        if let Some(value) = value {
            property(&mut text, name, &escape(value));
        }
    }
    if !header.more.iter().any(|(name, _)| name == "RE")
        && let Some(result) = result(record, header)
    {
        property(&mut text, "RE", &result);
    }
    for (name, value) in &header.more {
        property(&mut text, name, &escape(value));
    }
    property(&mut text, "TY", "8");
    property(&mut text, "BO", &board(record.start()));
    for (ply, (position, mv)) in record.positions().iter().zip(record.moves()).enumerate() {
        let side = crate::Position::turn(position);
        let name = if side == Side::First { "B" } else { "W" };
        let mv = match mv {
            Move::Place(square) => square.to_string(),
            Move::Pass => "PA".to_owned(),
        };
        // The evaluation and the time of a move, which stand behind it.
        let noted = header.notes.get(ply + 1).and_then(|notes| notes.first());
        let noted = noted.map_or("", String::as_str);
        let (said, time) =
            noted.split_once('/').map_or((noted, None), |(said, time)| (said, Some(time)));
        let evaluation = evaluations.get(ply).and_then(Option::as_deref).unwrap_or(said);
        let parts = [Some(mv.as_str()), Some(evaluation), time];
        let value = parts.into_iter().flatten().collect::<Vec<_>>().join("/");
        property(&mut text, name, &escape(value.trim_end_matches('/')));
    }
    text + ";)"
}

fn property(text: &mut String, name: &str, value: &str) {
    write!(text, "{name}[{value}]").expect("a String takes any text");
}

fn escape(value: &str) -> String {
    let line: String = value.chars().map(printable).collect();
    line.replace('\\', "\\\\").replace(']', "\\]")
}

fn result(record: &Record<Position>, header: &Header) -> Option<String> {
    if record.outcome().is_some() {
        let score = record.position().score();
        let lead = score.first.cast_signed() - score.second.cast_signed();
        return Some(format!("{lead:+}"));
    }
    let how = if header.ended == Some(Ended::OutOfTime) { "t" } else { "r" };
    Some(match header.result? {
        Verdict::Win(Side::First) => format!("+64:{how}"),
        Verdict::Win(Side::Second) => format!("-64:{how}"),
        Verdict::Draw => "0".to_owned(),
    })
}

/// The start as GGF writes it: `*` black, `O` white, a space before each row, the side to move.
fn board(start: &Position) -> String {
    let text = start.to_string().replace('X', "*");
    let (squares, turn) = text.split_at(64);
    let rows: Vec<&str> = (0..8).map(|row| &squares[8 * row..8 * row + 8]).collect();
    format!("8 {}{turn}", rows.join(" "))
}

/// Reads the first game of a GGF text, with what it says of the players.
///
/// # Errors
///
/// [`RecordError`] when the text is cut short, the game is not Othello on 8×8 squares, or a move
/// is not legal or made by the wrong side.
pub fn read(text: &str) -> Result<(Record<Position>, Header), RecordError<Illegal>> {
    let mut header = Header::default();
    let mut start = Position::default();
    let mut moves = Vec::new();
    for (name, value) in properties(text)? {
        let named = || Some(value.clone()).filter(|name| !name.is_empty());
        match name.as_str() {
            "GM" if !value.eq_ignore_ascii_case("othello") => {
                return Err(RecordError::OtherGame(value));
            }
            "TY" if value.trim_end_matches('r') != "8" => {
                return Err(RecordError::OtherGame(format!("board {value}")));
            }
            "EV" => header.event = named(),
            "PC" => header.site = named(),
            "DT" => header.date = named(),
            "PB" => header.first = named(),
            "PW" => header.second = named(),
            "RE" => {
                header.result = read_result(&value);
                header.ended = read_ended(&value);
                header.more.retain(|(known, _)| *known != name);
                header.more.push((name, value));
            }
            "BO" => start = read_board(&value)?,
            "B" => moves.push((Side::First, value)),
            "W" => moves.push((Side::Second, value)),
            "GM" | "TY" => {}
            _ => header.more.push((name, value)),
        }
    }
    header.notes = notes(&moves);
    let record = replay(start, moves)?;
    if record.outcome().is_some() {
        (header.result, header.ended) = (None, None);
    }
    let ours = result(&record, &header);
    header.more.retain(|(name, value)| name != "RE" || Some(value) != ours.as_ref());
    Ok((record, header))
}

/// What stands behind the moves: evaluation and time, as in `d3/1.5/10`.
fn notes(moves: &[(Side, String)]) -> Vec<Vec<String>> {
    let behind = moves.iter().map(|(_, value)| {
        let noted = value.split_once('/').map(|(_, noted)| noted.trim_end_matches('/').to_owned());
        noted.into_iter().filter(|noted| !noted.is_empty()).collect()
    });
    let mut notes: Vec<Vec<String>> = std::iter::once(Vec::new()).chain(behind).collect();
    while notes.last().is_some_and(Vec::is_empty) {
        notes.pop();
    }
    notes
}

/// Whether a text is GGF.
pub(super) fn is_ggf(text: &str) -> bool {
    text.trim_start_matches(['\u{feff}', '`']).trim_start().starts_with("(;")
}

/// How a game ended by the letter behind the result, as game servers write it.
fn read_ended(value: &str) -> Option<Ended> {
    match value.split_once(':')?.1.trim() {
        "r" => Some(Ended::Resigned),
        "t" => Some(Ended::OutOfTime),
        "s" => Some(Ended::Agreed),
        _ => None,
    }
}

fn replay(
    start: Position,
    moves: Vec<(Side, String)>,
) -> Result<Record<Position>, RecordError<Illegal>> {
    let mut record = Record::new(start);
    for (ply, (side, value)) in (1..).zip(moves) {
        let turn = crate::Position::turn(record.position());
        if turn != side && record.outcome().is_none() {
            return Err(RecordError::WrongSide { kind: GameKind::Othello, ply, turn });
        }
        // The evaluation and the time may follow the move: `d3/1.5/10`.
        let text = value.split('/').next().unwrap_or_default();
        let cannot = |source| RecordError::Move { ply, text: crate::text::shortened(text), source };
        record.play_text(text).map_err(cannot)?;
    }
    Ok(record)
}

/// Reads only the sign of a result; the discs give the score.
fn read_result(value: &str) -> Option<Verdict> {
    let number = value.split(':').next()?.trim();
    let is_zero = number.chars().any(|c| c.is_ascii_digit())
        && number.chars().all(|c| matches!(c, '0' | '.' | '+' | '-'));
    match number.chars().next()? {
        _ if is_zero => Some(Verdict::Draw),
        '-' => Some(Verdict::Win(Side::Second)),
        '+' | '1'..='9' => Some(Verdict::Win(Side::First)),
        _ => None,
    }
}

fn read_board(value: &str) -> Result<Position, RecordError<Illegal>> {
    value.parse().map_err(RecordError::Start)
}

/// The properties of the first game in a text, values unescaped.
fn properties(text: &str) -> Result<Vec<(String, String)>, RecordError<Illegal>> {
    let broken = |at: &str| RecordError::Broken(crate::text::shortened(at));
    let begin = text.find("(;").ok_or_else(|| broken(text.trim()))?;
    let mut rest = text[begin + 2..].trim_start();
    let mut properties = Vec::new();
    while !rest.starts_with([';', ')']) {
        let (name, behind) = rest.split_once('[').ok_or_else(|| broken(rest))?;
        let (value, behind) = split_value(behind).ok_or_else(|| broken(rest))?;
        properties.push((name.trim().to_owned(), value));
        rest = behind.trim_start();
    }
    Ok(properties)
}

/// The value up to its closing bracket, and the rest.
fn split_value(text: &str) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut characters = text.char_indices();
    while let Some((index, c)) = characters.next() {
        match c {
            ']' => return Some((value, &text[index + 1..])),
            '\\' => value.push(printable(characters.next()?.1)),
            _ => value.push(printable(c)),
        }
    }
    None
}
