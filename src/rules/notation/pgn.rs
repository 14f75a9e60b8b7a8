//! Makruk and Ōgi games as PGN: tags, then numbered moves.
//!
//! Makruk is written as other programs expect it: `[Variant "Makruk"]`, SAN, and a FEN for an
//! unusual start. A tag `Position` adds what a FEN cannot express: bia-ngai, a count, a house
//! rule. Ōgi has no such standard; it is written with western shogi notation for the moves, FEEN
//! for the start, and `Sente` and `Gote` for the players.
//!
//! A comment after a move has the number that a Makruk counter says, and the act if there is one:
//! `Rd4 {[%count claim 1/64]}`.

use std::fmt::Write as _;

use super::{Header, RecordError, printable};
use crate::{BySide, MoveError, MoveStyle, Position, Record, Side};

/// The longest line of moves in the PGN standard, in characters.
const LINE_MAX: usize = 79;

/// A game that is written as PGN.
pub trait PgnGame: Position {
    /// The value of the tag `Variant`.
    const VARIANT: &'static str;

    /// The tags with the names of the players.
    const PLAYERS: BySide<&'static str>;

    /// The tags that can hold the start, the most complete one last.
    const STARTS: &'static [&'static str];

    /// The tags to write for a game that begins here, each one of [`PgnGame::STARTS`].
    fn starts(&self) -> Vec<(&'static str, String)>;

    /// A comment that belongs to the move, if there is one.
    fn comment(&self, mv: Self::Move) -> Option<String>;

    /// The text of a move for reading, from the written move and the comment after it.
    fn typed(written: &str, comment: &str) -> String;
}

/// A game as PGN, ending with a line break.
///
/// ```
/// use kradan_rules::{Record, makruk::Position, notation::{Header, pgn}};
///
/// let mut record = Record::<Position>::default();
/// record.play_text("e3e4")?;
/// record.play_text("b8d7")?;
/// let header = Header { first: Some("Ann".to_owned()), ..Header::default() };
/// let text = pgn::write(&record, &header);
/// assert_eq!(text, "\
/// [Event \"?\"]
/// [Site \"?\"]
/// [Date \"????.??.??\"]
/// [Round \"-\"]
/// [White \"Ann\"]
/// [Black \"?\"]
/// [Result \"*\"]
/// [Variant \"Makruk\"]
///
/// 1. e4 Nd7 *
/// ");
/// assert_eq!(pgn::read::<Position>(&text)?, (record, header));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn write<P: PgnGame>(record: &Record<P>, header: &Header) -> String {
    write_with(record, header, &[])
}

/// A game as [`write()`] has it, with more comments, one for each ply. A comment has no brace.
#[must_use]
pub fn write_with<P: PgnGame>(
    record: &Record<P>,
    header: &Header,
    comments: &[Option<String>],
) -> String {
    let result = header.verdict(record.outcome()).map_or("*".to_owned(), |it| it.to_string());
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        writeln!(text, "[{name} \"{}\"]", escape(value)).expect("a String takes any text");
    };
    let or_unknown = |value: &'_ Option<String>| value.clone().unwrap_or_else(|| "?".to_owned());
    tag("Event", &or_unknown(&header.event));
    tag("Site", &or_unknown(&header.site));
    tag("Date", header.date.as_deref().unwrap_or(UNKNOWN_DATE));
    tag("Round", "-");
    tag(P::PLAYERS.first, &or_unknown(&header.first));
    tag(P::PLAYERS.second, &or_unknown(&header.second));
    tag("Result", &result);
    tag("Variant", P::VARIANT);
    if let Some(time_control) = &header.time_control {
        tag("TimeControl", time_control);
    }
    if let Some(outcome) = record.outcome() {
        tag("Termination", &outcome.reason.to_string());
    }
    let starts = record.start().starts();
    if !starts.is_empty() {
        tag("SetUp", "1");
    }
    for (name, start) in starts {
        tag(name, &start);
    }
    text.push('\n');
    let mut words = move_words(record, comments);
    words.push(result);
    wrap(&mut text, &words);
    text
}

const UNKNOWN_DATE: &str = "????.??.??";

/// The moves with their numbers and comments, in words that are not broken over lines.
fn move_words<P: PgnGame>(record: &Record<P>, comments: &[Option<String>]) -> Vec<String> {
    let first_ply = usize::from(record.start().turn() == Side::Second);
    let mut words = Vec::new();
    let mut interrupted = true;
    for (ply, (position, &mv)) in (first_ply..).zip(record.positions().iter().zip(record.moves())) {
        let number = ply / 2 + 1;
        match position.turn() {
            Side::First => words.push(format!("{number}.")),
            Side::Second if interrupted => words.push(format!("{number}...")),
            Side::Second => {}
        }
        words.push(position.written(mv, MoveStyle::Letters));
        let more = comments.get(ply - first_ply).cloned().flatten();
        let comments: Vec<String> = position.comment(mv).into_iter().chain(more).collect();
        interrupted = !comments.is_empty();
        words.extend(interrupted.then(|| format!("{{{}}}", comments.join(" "))));
    }
    words
}

fn wrap(text: &mut String, words: &[String]) {
    let mut column = 0;
    for word in words {
        let width = word.chars().count();
        if column > 0 && column + 1 + width > LINE_MAX {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        *text += word;
        column += width;
    }
    text.push('\n');
}

fn escape(value: &str) -> String {
    let line: String = value.chars().map(printable).collect();
    line.replace('\\', "\\\\").replace('"', "\\\"")
}

/// Reads one game from PGN. Tags may be in any order; comments, variations and annotations are
/// skipped.
///
/// # Errors
///
/// [`RecordError`] when the text ends too early or has no game, the variant is another game, the
/// start is not a position, or a move cannot be made.
pub fn read<P: PgnGame>(text: &str) -> Result<(Record<P>, Header), RecordError<P::Illegal>> {
    let (tags, rest) = split_tags(text)?;
    let (moves, has_result) = split_moves::<P>(rest)?;
    if tags.is_empty() && moves.is_empty() && !has_result {
        return Err(RecordError::Broken(crate::text::shortened(text.trim())));
    }
    let (mut header, start) = read_tags::<P>(tags)?;
    let mut record = Record::new(start);
    for (ply, (written, comment)) in (1..).zip(moves) {
        let read: Result<_, MoveError<P::Illegal>> =
            record.play_text(&P::typed(&written, &comment));
        read.map_err(|source| RecordError::Move { ply, source })?;
    }
    if record.outcome().is_some() {
        header.result = None;
    }
    Ok((record, header))
}

fn read_tags<P: PgnGame>(tags: Tags) -> Result<(Header, P), RecordError<P::Illegal>> {
    let mut header = Header::default();
    let mut starts = vec![None; P::STARTS.len()];
    for (name, value) in tags {
        let known = || Some(value.clone()).filter(|it| it != "?" && it != UNKNOWN_DATE);
        match name.as_str() {
            "Event" => header.event = known(),
            "Site" => header.site = known(),
            "Date" => header.date = known(),
            "Result" => header.result = value.parse().ok(),
            "TimeControl" => header.time_control = known(),
            "Variant" if !value.eq_ignore_ascii_case(P::VARIANT) => {
                return Err(RecordError::OtherGame(value));
            }
            // Other programs use these tags for every game.
            name if name == "White" || name == P::PLAYERS.first => header.first = known(),
            name if name == "Black" || name == P::PLAYERS.second => header.second = known(),
            name => {
                if let Some(place) = P::STARTS.iter().position(|&start| start == name) {
                    starts[place] = Some(value);
                }
            }
        }
    }
    let start = match starts.into_iter().flatten().next_back() {
        Some(text) => text.parse().map_err(RecordError::Start)?,
        None => P::default(),
    };
    Ok((header, start))
}

type Tags = Vec<(String, String)>;

/// The tags at the beginning of a text, unescaped, and the rest.
fn split_tags<I: std::error::Error>(text: &str) -> Result<(Tags, &str), RecordError<I>> {
    let broken = |at: &str| RecordError::Broken(crate::text::shortened(at));
    let mut tags = Vec::new();
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    while let Some(tag) = rest.strip_prefix('[') {
        let (name, behind) = tag.split_once('"').ok_or_else(|| broken(rest))?;
        let mut value = String::new();
        let mut characters = behind.char_indices();
        let end = loop {
            match characters.next().ok_or_else(|| broken(rest))? {
                (index, '"') => break index,
                (_, '\\') => {
                    value.push(printable(characters.next().ok_or_else(|| broken(rest))?.1));
                }
                (_, c) => value.push(printable(c)),
            }
        };
        tags.push((name.trim().to_owned(), value));
        let behind = behind[end + 1..].trim_start();
        rest = behind.strip_prefix(']').ok_or_else(|| broken(behind))?.trim_start();
    }
    Ok((tags, rest))
}

/// Moves, each with the comments behind it.
type Moves = Vec<(String, String)>;

/// The moves of a text up to the result, and whether there is a result.
fn split_moves<P: PgnGame>(text: &str) -> Result<(Moves, bool), RecordError<P::Illegal>> {
    let broken = |at: &str| RecordError::Broken(crate::text::shortened(at));
    let mut moves = Moves::new();
    let mut variations = 0_usize;
    let mut rest = text.trim_start();
    while let Some(next) = rest.chars().next() {
        let behind = &rest[next.len_utf8()..];
        rest = match next {
            '{' => {
                let (comment, behind) = behind.split_once('}').ok_or_else(|| broken(rest))?;
                if let (0, Some(last)) = (variations, moves.last_mut()) {
                    last.1 += comment;
                }
                behind
            }
            ';' => behind.split_once('\n').map_or("", |(_, behind)| behind),
            '(' => {
                variations += 1;
                behind
            }
            ')' => {
                variations = variations.checked_sub(1).ok_or_else(|| broken(rest))?;
                behind
            }
            _ => {
                let end = rest
                    .find(|c: char| c.is_whitespace() || matches!(c, '{' | ';' | '(' | ')'))
                    .unwrap_or(rest.len());
                let (word, behind) = rest.split_at(end);
                if matches!(word, "*" | "1-0" | "0-1" | "1/2-1/2") && variations == 0 {
                    return Ok((moves, true));
                }
                moves.extend(written(word).filter(|_| variations == 0));
                behind
            }
        }
        .trim_start();
    }
    if variations > 0 { Err(broken(text)) } else { Ok((moves, false)) }
}

/// The move in a word, without its number and with an empty comment; `None` for an annotation.
fn written(word: &str) -> Option<(String, String)> {
    let written = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let is_move = !written.is_empty() && !written.starts_with('$');
    is_move.then(|| (written.to_owned(), String::new()))
}
