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

use super::words::{self, Said};
use super::written::Exactly;
use super::{Ended, Header, RecordError, printable};
use crate::error::Field;
use crate::{BySide, GameKind, MoveStyle, Position, PositionError, Record, Side};

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

    /// What stands before a move that does something to a count, from what is said behind it.
    fn act_of<'a>(&self, said: impl Iterator<Item = Said<'a>>) -> Option<String> {
        let _ = said;
        None
    }

    /// The moves in a word, which may be a whole list of them.
    #[must_use]
    fn moves_of_word(word: &str) -> Vec<String> {
        vec![word.to_owned()]
    }

    /// The pass that has to be made here, which most programs do not write.
    fn forced_pass(&self) -> Option<Self::Move> {
        None
    }

    /// Whether a word is a pass.
    #[must_use]
    fn is_pass(word: &str) -> bool {
        let _ = word;
        false
    }
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

/// A game as [`write()`] has it, with more comments, one for each ply, in place of the evaluations that it
/// had. A comment has no brace.
#[must_use]
pub fn write_with<P: PgnGame>(
    record: &Record<P>,
    header: &Header,
    comments: &[Option<String>],
) -> String {
    let result =
        header.verdict(record.outcome()).map_or("*".to_owned(), |verdict| verdict.to_string());
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        writeln!(text, "[{name} \"{}\"]", escape(value)).expect("a String takes any text");
    };
    let or_unknown = |value: &'_ Option<String>| value.clone().unwrap_or_else(|| "?".to_owned());
    tag("Event", &or_unknown(&header.event));
    tag("Site", &or_unknown(&header.site));
    tag("Date", header.date.as_deref().unwrap_or(UNKNOWN_DATE));
    let mut more = header.more.clone();
    let mut taken = |name: &str| {
        let at = more.iter().position(|(tag, _)| tag == name)?;
        Some(more.remove(at).1)
    };
    let (round, termination) = (taken("Round"), taken("Termination"));
    tag("Round", round.as_deref().unwrap_or("-"));
    tag(P::PLAYERS.first, &or_unknown(&header.first));
    tag(P::PLAYERS.second, &or_unknown(&header.second));
    tag("Result", &result);
    tag("Variant", P::VARIANT);
    if let Some(time_control) = &header.time_control {
        tag("TimeControl", time_control);
    }
    let by_rule = record.outcome().map(|outcome| outcome.reason.to_string());
    let out_of_time = (header.ended == Some(Ended::OutOfTime)).then(|| OUT_OF_TIME.to_owned());
    if let Some(how) = termination.or(by_rule).or(out_of_time) {
        tag("Termination", &how);
    }
    let starts = record.start().starts();
    if !starts.is_empty() {
        tag("SetUp", "1");
    }
    for (name, start) in starts {
        tag(name, &start);
    }
    for (name, value) in &more {
        tag(name, value);
    }
    text.push('\n');
    let mut words = move_words(record, &header.notes, comments);
    words.push(result);
    wrap(&mut text, &words);
    text
}

const UNKNOWN_DATE: &str = "????.??.??";

/// What the tag `Termination` says of a loss on time (*PGN standard*, 9.8.1).
const OUT_OF_TIME: &str = "time forfeit";

/// The moves with their numbers and notes, in words that are not broken over lines.
fn move_words<P: PgnGame>(
    record: &Record<P>,
    notes: &[Vec<String>],
    comments: &[Option<String>],
) -> Vec<String> {
    let is_judged = !comments.is_empty();
    let notes_at = |at: usize| {
        let notes = notes.get(at).into_iter().flatten();
        notes.filter_map(
            |note| if is_judged { without_evaluation(note) } else { Some(note.clone()) },
        )
    };
    let first_ply = usize::from(record.start().turn() == Side::Second);
    let mut words: Vec<String> = notes_at(0).collect();
    let mut interrupted = true;
    for (index, (position, &mv)) in record.positions().iter().zip(record.moves()).enumerate() {
        let number = usize::midpoint(first_ply, index) + 1;
        match position.turn() {
            Side::First => words.push(format!("{number}.")),
            Side::Second if interrupted => words.push(format!("{number}...")),
            Side::Second => {}
        }
        words.push(position.written(mv, MoveStyle::Letters));
        let more = comments.get(index).cloned().flatten();
        let comments: Vec<String> = position.comment(mv).into_iter().chain(more).collect();
        let begin = words.len();
        words.extend((!comments.is_empty()).then(|| format!("{{{}}}", comments.join(" "))));
        words.extend(notes_at(index + 1));
        interrupted = words[begin..].iter().any(|word| word.starts_with(['{', '(']));
    }
    words
}

/// The count in a comment, which is written anew.
const COUNT: &str = "[%count ";

/// The evaluation in a comment, and what a better move is called there.
const EVALUATION: &str = "[%eval ";
const BETTER: &str = "better: ";

/// A note without the parts of a comment that begin so and end with `]`; `None` if nothing is left.
fn without(note: &str, part: &str) -> Option<String> {
    let mut left = note.to_owned();
    while left.starts_with('{')
        && let Some((before, rest)) = left.split_once(part)
    {
        let behind = rest.split_once(']').map_or("}", |(_, behind)| behind);
        left = kept(before, behind)?;
    }
    Some(left)
}

fn kept(before: &str, behind: &str) -> Option<String> {
    let text = format!("{} {}", before.trim_start_matches('{'), behind.trim_end_matches('}'));
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    (!text.is_empty()).then(|| format!("{{{text}}}"))
}

/// A note without the evaluation that an analysis has left in it.
fn without_evaluation(note: &str) -> Option<String> {
    if !note.starts_with('{') || !note.contains(EVALUATION) {
        return Some(note.to_owned());
    }
    let note = without(note, EVALUATION)?;
    let Some((before, behind)) = note.split_once(BETTER) else { return Some(note) };
    let behind = behind.split_once(' ').map_or("", |(_, behind)| behind);
    kept(before, behind)
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

/// Reads one game from PGN, or from moves in any form in which people write them. Tags may be in any order.
///
/// # Errors
///
/// [`RecordError`] when the text ends too early or has no game, the variant is another game, the
/// start is not a position, or a move cannot be made.
pub fn read<P: PgnGame>(text: &str) -> Result<(Record<P>, Header), RecordError<P::Illegal>> {
    read_exactly(text).map(|(record, header, _)| (record, header)).map_err(|(error, _)| error)
}

/// The same, with how many moves are written exactly as the game's own notations have them.
pub(super) fn read_exactly<P: PgnGame>(text: &str) -> Exactly<Record<P>, P::Illegal> {
    let (tags, rest) = split_tags(text).map_err(|error| (error, 0))?;
    let has_tags = !tags.is_empty();
    let (mut header, start) = read_tags::<P>(tags).map_err(|error| (error, 0))?;
    let (played, result) = words::play(Record::new(start), rest);
    result.map_err(|error| (error, played.exact))?;
    let record = played.record;
    if !has_tags && record.moves().is_empty() && played.result.is_none() {
        return Err((RecordError::Broken(crate::text::shortened(text.trim())), 0));
    }
    header.notes = played.notes;
    for notes in &mut header.notes {
        *notes = notes.iter().filter_map(|note| without(note, COUNT)).collect();
    }
    while header.notes.last().is_some_and(Vec::is_empty) {
        header.notes.pop();
    }
    header.result = header.result.or(played.result.and_then(words::WrittenResult::verdict));
    if let Some(outcome) = record.outcome() {
        (header.result, header.ended) = (None, None);
        let is_same = |value: &str| value == outcome.reason.to_string();
        header.more.retain(|(name, value)| name != "Termination" || !is_same(value));
    }
    Ok((record, header, played.exact))
}

/// The tags that hold a start, of whatever game: none of them is overlooked.
const STARTS: [&str; 4] = ["FEN", "FEEN", "SFEN", "Position"];

fn read_tags<P: PgnGame>(tags: Tags) -> Result<(Header, P), RecordError<P::Illegal>> {
    let mut header = Header::default();
    let mut starts = vec![None; P::STARTS.len()];
    let mut is_set_up = false;
    for (name, value) in tags {
        let known = || Some(value.clone()).filter(|value| value != "?" && value != UNKNOWN_DATE);
        match name.as_str() {
            "Event" => header.event = known(),
            "Site" => header.site = known(),
            "Date" => header.date = known(),
            "Result" => header.result = words::result_in(&value),
            "TimeControl" => header.time_control = known(),
            "Round" if value == "-" || value == "?" => {}
            "Variant" if value.parse() == Ok(P::KIND) => {}
            "Variant" => return Err(RecordError::OtherGame(value)),
            // Other programs use these tags for every game.
            name if name == P::PLAYERS.first => header.first = known(),
            name if name == P::PLAYERS.second => header.second = known(),
            "White" => header.first = known(),
            "Black" => header.second = known(),
            name => {
                let is_named = |tag: &&str| tag.eq_ignore_ascii_case(name);
                if let Some(place) = P::STARTS.iter().position(is_named) {
                    starts[place] = Some(value);
                    continue;
                }
                if STARTS.iter().any(is_named) {
                    return Err(RecordError::Start(Field::Board.unreadable(&value)));
                }
                if is_named(&"SetUp") {
                    is_set_up = value != "0";
                    continue;
                }
                if name == "Termination" && value.to_lowercase().contains("time") {
                    header.ended = Some(Ended::OutOfTime);
                    if value == OUT_OF_TIME {
                        continue;
                    }
                }
                header.more.push((name.to_owned(), value));
            }
        }
    }
    // As they are written.
    header.more.sort_by_key(|(name, _)| match name.as_str() {
        "Round" => 0,
        "Termination" => 1,
        _ => 2,
    });
    let start = match starts.into_iter().flatten().next_back() {
        Some(text) => text.parse().map_err(RecordError::Start)?,
        None if is_set_up => return Err(RecordError::Start(PositionError::Missing(Field::Board))),
        None => P::default(),
    };
    Ok((header, start))
}

/// The game that the tags of a text name.
pub(super) fn kind_in(text: &str) -> Option<GameKind> {
    let (tags, _) = split_tags::<std::convert::Infallible>(text).ok()?;
    let (_, value) = tags.into_iter().find(|(name, _)| name == "Variant")?;
    value.parse().ok()
}

type Tags = Vec<(String, String)>;

/// The tags at the beginning of a text, unescaped, and the rest.
fn split_tags<I: std::error::Error>(text: &str) -> Result<(Tags, &str), RecordError<I>> {
    let broken = |at: &str| RecordError::Broken(crate::text::shortened(at));
    let mut tags = Vec::new();
    let is_before = |c: char| c.is_whitespace() || matches!(c, '\u{feff}' | '`');
    let mut rest = text.trim_start_matches(is_before);
    while let Some(tag) = rest.strip_prefix('[') {
        let open = tag.find(is_quote).ok_or_else(|| broken(rest))?;
        let (name, behind) = tag.split_at(open);
        let mut characters = behind.char_indices();
        // A value ends with a quote of the kind with which it begins.
        let is_straight = matches!(characters.next(), Some((_, '"')));
        let mut value = String::new();
        let end = loop {
            match characters.next().ok_or_else(|| broken(rest))? {
                (index, c) if is_quote(c) && (c == '"') == is_straight => {
                    break index + c.len_utf8();
                }
                (_, '\\') => {
                    value.push(printable(characters.next().ok_or_else(|| broken(rest))?.1));
                }
                (_, c) => value.push(printable(c)),
            }
        };
        tags.push((name.trim().to_owned(), value));
        let behind = behind[end..].trim_start();
        rest = behind.strip_prefix(']').ok_or_else(|| broken(behind))?.trim_start();
    }
    Ok((tags, rest))
}

/// Straight, or as phones write it.
fn is_quote(c: char) -> bool {
    matches!(c, '"' | '“' | '”' | '„')
}
