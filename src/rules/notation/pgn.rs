//! Makruk and Ōgi games as PGN: tags, then numbered moves.
//!
//! Makruk is written as other programs expect it: `[Variant "Makruk"]`, SAN, a FEN where the start
//! is not the usual one. Ōgi has no such standard; it is written alike, with western shogi
//! notation for the moves and FEEN for the start.
//!
//! A number said by a Makruk counter stands behind its move as a comment, with the act if there was
//! one: `Rd4 {[%count claim 1/64]}`.

use std::fmt::Write as _;

use super::{Header, RecordError, printable};
use crate::rules::{MoveError, Position, Record, Side, makruk, ogi};

/// Lines of moves are no longer than this, as the PGN standard asks.
const LINE_MAX: usize = 79;

/// A game that is written as PGN.
pub trait Sheet: Position {
    /// The value of the tag `Variant`.
    const VARIANT: &'static str;

    /// The tag that holds the start.
    const START_TAG: &'static str;

    /// A legal move as it stands in the text.
    fn written(&self, mv: Self::Move) -> String;

    /// A comment that belongs to the move, if there is one.
    fn comment(&self, mv: Self::Move) -> Option<String>;

    /// The text to read a move from, given what stands there and the comment behind it.
    fn typed(written: &str, comment: &str) -> String;
}

impl Sheet for makruk::Position {
    const VARIANT: &'static str = "Makruk";
    const START_TAG: &'static str = "FEN";

    fn written(&self, mv: makruk::Move) -> String {
        self.san(mv)
    }

    fn comment(&self, mv: makruk::Move) -> Option<String> {
        let said = self.said(mv).map(|number| {
            let limit = match mv.act {
                Some(makruk::Act::Claim) => Some(makruk::BOARD_LIMIT),
                Some(makruk::Act::Skip | makruk::Act::Stop) | None => {
                    self.count().map(|count| count.limit)
                }
            };
            format!("{number}/{}", limit.unwrap_or(makruk::BOARD_LIMIT))
        });
        let parts: Vec<String> =
            mv.act.map(|act| act.to_string()).into_iter().chain(said).collect();
        (!parts.is_empty()).then(|| format!("[%count {}]", parts.join(" ")))
    }

    fn typed(written: &str, comment: &str) -> String {
        let count = comment.split("[%count ").nth(1).and_then(|rest| rest.split(']').next());
        let act = makruk::Act::ALL.into_iter().find(|act| {
            count.is_some_and(|count| count.split(' ').any(|word| word == act.to_string()))
        });
        act.map_or_else(|| written.to_owned(), |act| format!("{act}:{written}"))
    }
}

impl Sheet for ogi::Position {
    const VARIANT: &'static str = "Ogi";
    const START_TAG: &'static str = "FEEN";

    fn written(&self, mv: ogi::Move) -> String {
        self.western(mv)
    }

    fn comment(&self, _: ogi::Move) -> Option<String> {
        None
    }

    fn typed(written: &str, _: &str) -> String {
        written.to_owned()
    }
}

/// A game as PGN, ending with a line break.
///
/// ```
/// use kradan::rules::{Record, makruk::Position, notation::{Header, pgn}};
///
/// let mut record = Record::<Position>::default();
/// record.play("e3e4")?;
/// record.play("b8d7")?;
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
pub fn write<P: Sheet>(record: &Record<P>, header: &Header) -> String {
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
    tag("White", &or_unknown(&header.first));
    tag("Black", &or_unknown(&header.second));
    tag("Result", &result);
    tag("Variant", P::VARIANT);
    if let Some(outcome) = record.outcome() {
        tag("Termination", &outcome.reason.to_string());
    }
    if P::START_TAG == "FEEN" || *record.start() != P::default() {
        tag("SetUp", "1");
        tag(P::START_TAG, &record.start().to_string());
    }
    text.push('\n');
    let mut words = move_words(record);
    words.push(result);
    wrap(&mut text, &words);
    text
}

const UNKNOWN_DATE: &str = "????.??.??";

/// The moves with their numbers and comments, each a word that is not to be broken.
fn move_words<P: Sheet>(record: &Record<P>) -> Vec<String> {
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
        words.push(position.written(mv));
        let comment = position.comment(mv);
        interrupted = comment.is_some();
        words.extend(comment.map(|comment| format!("{{{comment}}}")));
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

/// Reads one game from PGN: tags in any order, comments, variations and annotations passed over.
///
/// # Errors
///
/// [`RecordError`] when the text breaks off, the variant is another game, the start is no
/// position, or a move cannot be made.
pub fn read<P: Sheet>(text: &str) -> Result<(Record<P>, Header), RecordError<P::Illegal>> {
    let (tags, moves) = split_tags(text)?;
    let mut header = Header::default();
    let mut start = P::default();
    for (name, value) in tags {
        let known = || Some(value.clone()).filter(|it| it != "?" && it != UNKNOWN_DATE);
        match name.as_str() {
            "Event" => header.event = known(),
            "Site" => header.site = known(),
            "Date" => header.date = known(),
            "White" => header.first = known(),
            "Black" => header.second = known(),
            "Result" => header.result = value.parse().ok(),
            "Variant" if !value.eq_ignore_ascii_case(P::VARIANT) => {
                return Err(RecordError::OtherGame(value));
            }
            "FEN" | "FEEN" => start = value.parse().map_err(RecordError::Start)?,
            _ => {}
        }
    }
    let mut record = Record::new(start);
    for (ply, (written, comment)) in (1..).zip(split_moves::<P>(moves)?) {
        let read: Result<_, MoveError<P::Illegal>> = record.play(&P::typed(&written, &comment));
        read.map_err(|source| RecordError::Move { ply, source })?;
    }
    if record.outcome().is_some() {
        header.result = None;
    }
    Ok((record, header))
}

type Tags = Vec<(String, String)>;

/// The tags at the beginning of a text, unescaped, and the rest.
fn split_tags<I: std::error::Error>(text: &str) -> Result<(Tags, &str), RecordError<I>> {
    let broken = |at: &str| RecordError::Broken(crate::rules::error::echo(at));
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

/// The moves of a text, each with the comments behind it, up to the result.
fn split_moves<P: Sheet>(text: &str) -> Result<Vec<(String, String)>, RecordError<P::Illegal>> {
    let broken = |at: &str| RecordError::Broken(crate::rules::error::echo(at));
    let mut moves: Vec<(String, String)> = Vec::new();
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
                    return Ok(moves);
                }
                let written = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
                if variations == 0 && !written.is_empty() && !written.starts_with('$') {
                    moves.push((written.to_owned(), String::new()));
                }
                behind
            }
        }
        .trim_start();
    }
    if variations > 0 { Err(broken(text)) } else { Ok(moves) }
}
