//! The moves of a written game, word by word, in all the forms in which programs and people write them:
//! with or without numbers, passes and a result, with annotations, comments and variations, in any width.

use unicode_normalization::UnicodeNormalization as _;

use super::pgn::PgnGame;
use super::{RecordError, printable};
use crate::{MoveError, MoveStyle, Record, Side, Verdict};

/// A part of a written game.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Word {
    /// A move, or a part of one: `ม้า b1-d2` are two words.
    Move(String),
    /// What stands behind a move besides: a comment, a variation or an annotation, as PGN has it.
    Note(String),
    /// The number that a Makruk counter says, as the list of moves shows it.
    Said(u8),
    Result(WrittenResult),
}

/// The result at the end of a written game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WrittenResult {
    Unknown,
    Known(Verdict),
}

impl WrittenResult {
    pub(super) fn verdict(self) -> Option<Verdict> {
        match self {
            WrittenResult::Unknown => None,
            WrittenResult::Known(verdict) => Some(verdict),
        }
    }
}

/// What PGN's annotations are as numbers (*PGN standard*, 10).
const ANNOTATIONS: [(&str, u8); 26] = [
    ("!", 1),
    ("?", 2),
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("=", 10),
    ("∞", 13),
    ("+=", 14),
    ("+/=", 14),
    ("⩲", 14),
    ("=+", 15),
    ("=/+", 15),
    ("⩱", 15),
    ("±", 16),
    ("+/-", 16),
    ("∓", 17),
    ("-/+", 17),
    ("+-", 18),
    ("-+", 19),
    ("□", 7),
    ("⇆", 132),
    ("→", 40),
    ("↑", 36),
    ("N", 146),
    ("D", 220),
];

/// The most words of a move: `P x e5`.
const WORDS_MAX: usize = 3;

/// A record, and what was read besides.
#[derive(Clone, Debug)]
pub(super) struct Played<P: PgnGame> {
    pub(super) record: Record<P>,
    /// What stands before the first move, and behind each.
    pub(super) notes: Vec<Vec<String>>,
    /// The result that stands at the end.
    pub(super) result: Option<WrittenResult>,
    /// How many moves are written exactly as the game's own notations have them.
    pub(super) exact: usize,
}

/// Plays the moves of a text on, up to the first that cannot be made.
pub(super) fn play<P: PgnGame>(
    record: Record<P>,
    text: &str,
) -> (Played<P>, Result<(), RecordError<P::Illegal>>) {
    let mut played = Played { record, notes: vec![Vec::new()], result: None, exact: 0 };
    let result = played.play(text);
    (played, result)
}

impl<P: PgnGame> Played<P> {
    fn play(&mut self, text: &str) -> Result<(), RecordError<P::Illegal>> {
        let words = words(text).map_err(RecordError::Broken)?;
        let mut rest = &words[..];
        while let Some((word, behind)) = rest.split_first() {
            rest = behind;
            match word {
                Word::Note(note) => {
                    if let Some(notes) = self.notes.last_mut() {
                        notes.push(note.clone());
                    }
                }
                Word::Said(_) => {}
                Word::Result(result) => {
                    self.result = Some(*result);
                    break;
                }
                Word::Move(text) => {
                    for text in P::moves_of_word(text) {
                        rest = self.make(&text, rest)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Makes a move, with the next words where one alone is none. Returns the words behind it.
    fn make<'a>(
        &mut self,
        text: &str,
        rest: &'a [Word],
    ) -> Result<&'a [Word], RecordError<P::Illegal>> {
        let is_pass = P::is_pass(text);
        let is_over = self.record.outcome().is_some();
        if is_pass && (is_over || self.record.position().forced_pass().is_none()) {
            // A pass that stands where it need not, and was made already or cannot be.
            let was_made = self.record.moves().last().is_some_and(|mv| P::is_pass(&mv.to_string()));
            if is_over || was_made {
                return Ok(rest);
            }
        }
        if !is_pass
            && !is_over
            && let Some(pass) = self.record.position().forced_pass()
        {
            self.push(pass, text, false)?;
        }
        let alone = match self.read(text, rest) {
            Ok((mv, is_exact)) => return self.push(mv, text, is_exact).map(|()| rest),
            Err(error) => error,
        };
        let (mut together, mut behind) = (text.to_owned(), rest);
        for _ in 1..WORDS_MAX {
            let [Word::Move(next), beyond @ ..] = behind else { break };
            together = format!("{together} {next}");
            behind = beyond;
            match self.read(&together, behind) {
                Ok((mv, is_exact)) => return self.push(mv, &together, is_exact).map(|()| behind),
                Err(error @ (MoveError::Illegal(_) | MoveError::Ambiguous(_)))
                    if matches!(alone, MoveError::Unreadable(_)) =>
                {
                    return Err(self.cannot(&together, error));
                }
                Err(_) => {}
            }
        }
        Err(self.cannot(text, alone))
    }

    /// The move that a text is, and whether it is written exactly. What is said of a count behind it
    /// belongs to it.
    fn read(&self, text: &str, behind: &[Word]) -> Result<(P::Move, bool), MoveError<P::Illegal>> {
        let mv = match self.record.position().act_of(acts(behind)) {
            Some(act) => self.record.read_move(&format!("{act}{text}"))?,
            None => self.record.read_move(text)?,
        };
        Ok((mv, self.is_exact(mv, text)))
    }

    fn push(
        &mut self,
        mv: P::Move,
        text: &str,
        is_exact: bool,
    ) -> Result<(), RecordError<P::Illegal>> {
        let played = self.record.play(mv);
        played.map_err(|source| self.cannot(text, source))?;
        self.notes.push(Vec::new());
        self.exact += usize::from(is_exact);
        Ok(())
    }

    fn cannot(&self, text: &str, source: MoveError<P::Illegal>) -> RecordError<P::Illegal> {
        let ply = self.record.moves().len() + 1;
        RecordError::Move { ply, text: crate::text::shortened(text.trim()), source }
    }

    /// Whether a move is written as the game's own notations have it.
    fn is_exact(&self, mv: P::Move, text: &str) -> bool {
        let bare = |text: &str| text.trim_end_matches(['+', '#']).to_owned();
        [MoveStyle::Letters, MoveStyle::Native, MoveStyle::Exact]
            .into_iter()
            .any(|style| bare(&plain(&self.record.position().written(mv, style))) == bare(text))
    }
}

/// What is said of a count directly behind a move: the comments, and the number.
fn acts(words: &[Word]) -> impl Iterator<Item = Said<'_>> {
    words.iter().map_while(|word| match word {
        Word::Note(note) => Some(Said::Note(note)),
        Word::Said(number) => Some(Said::Number(*number)),
        Word::Move(_) | Word::Result(_) => None,
    })
}

/// What is said behind a move.
#[derive(Clone, Copy, Debug)]
pub enum Said<'a> {
    /// A comment, a variation or an annotation, as PGN has it.
    Note(&'a str),
    /// The number that a counter says.
    Number(u8),
}

/// A word in narrow letters, with plain dashes, quotes and slashes.
fn plain(word: &str) -> String {
    let narrow = word.nfkc().filter(|c| !matches!(c, '`' | '\u{200b}'..='\u{200d}' | '\u{feff}'));
    narrow
        .map(|c| match c {
            '‐'..='―' | '−' => '-',
            '“' | '”' | '„' | '‟' => '"',
            '‘' | '’' | '‚' | '‛' => '\'',
            '\u{2044}' => '/',
            _ => c,
        })
        .collect()
}

/// The words of a text up to its result; an error has the part that is broken.
fn words(text: &str) -> Result<Vec<Word>, String> {
    let broken = |at: &str| crate::text::shortened(at);
    let mut words = Vec::new();
    let mut rest = skip_blanks(text);
    while let Some(next) = rest.chars().next() {
        let behind = &rest[next.len_utf8()..];
        rest = match next {
            '{' => {
                let (comment, behind) = behind.split_once('}').ok_or_else(|| broken(rest))?;
                words.extend(comment_of(comment));
                behind
            }
            ';' => {
                let (comment, behind) = behind.split_once('\n').unwrap_or((behind, ""));
                words.extend(comment_of(comment));
                behind
            }
            '(' | '（' => {
                let length = variation(rest).ok_or_else(|| broken(rest))?;
                words.push(Word::Note(line(&rest[..length])));
                &rest[length..]
            }
            ')' | '）' | '}' => return Err(broken(rest)),
            _ => {
                let is_end =
                    |c: char| is_blank(c) || matches!(c, '{' | '}' | ';' | '(' | ')' | '（' | '）');
                let end = rest.find(is_end).unwrap_or(rest.len());
                let (word, behind) = rest.split_at(end + source_square(&rest[end..]));
                add_word(&mut words, &plain(word));
                if matches!(words.last(), Some(Word::Result(_))) {
                    return Ok(words);
                }
                // The number of a move in a list: `2)`.
                let is_number = !word.is_empty() && word.chars().all(|c| c.is_ascii_digit());
                behind.strip_prefix([')', '）']).filter(|_| is_number).unwrap_or(behind)
            }
        };
        rest = skip_blanks(rest);
    }
    Ok(words)
}

/// The length of the square in brackets from which a piece comes, as in `▲d2銀(c1)`, at the beginning of a
/// text.
fn source_square(text: &str) -> usize {
    match text.as_bytes() {
        [b'(', b'a'..=b'h', b'1'..=b'8', b')', ..] => 4,
        _ => 0,
    }
}

fn skip_blanks(text: &str) -> &str {
    text.trim_start_matches(is_blank)
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | '，' | '、' | '`' | '\u{feff}')
}

fn comment_of(text: &str) -> Option<Word> {
    let text = line(text).replace(['{', '}'], "|");
    (!text.is_empty()).then(|| Word::Note(format!("{{{text}}}")))
}

/// A text on one line.
fn line(text: &str) -> String {
    let text: String = text.chars().map(printable).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The length of the variation at the beginning of a text, in bytes, with what is in it.
fn variation(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut is_comment = false;
    for (at, c) in text.char_indices() {
        match c {
            '{' => is_comment = true,
            '}' => is_comment = false,
            '(' | '（' if !is_comment => depth += 1,
            ')' | '）' if !is_comment => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + c.len_utf8());
                }
            }
            _ => {}
        }
    }
    None
}

/// Adds what a plain word means.
fn add_word(words: &mut Vec<Word>, word: &str) {
    if let Some(result) = result_of(word) {
        words.push(Word::Result(result));
        return;
    }
    if let Some(number) = said(words, word) {
        words.push(Word::Said(number));
        return;
    }
    let word = without_number(word);
    let is_nag = |nag: &str| nag.len() > 1 && nag[1..].chars().all(|c| c.is_ascii_digit());
    if word.starts_with('$') && is_nag(word) {
        words.push(Word::Note(word.to_owned()));
        return;
    }
    if let Some((_, number)) = ANNOTATIONS.iter().find(|(sign, _)| *sign == word) {
        words.push(Word::Note(format!("${number}")));
        return;
    }
    let is_mark = |c: char| matches!(c, '!' | '?' | '±' | '∓' | '∞' | '⩲' | '⩱' | '□');
    let mv = word.trim_end_matches(is_mark);
    let is_check = ["รุก", "รุกจน"].contains(&mv) || mv.trim_matches(['+', '#', '.']).is_empty();
    if !is_check {
        words.push(Word::Move(mv.to_owned()));
    }
    let marks = &word[mv.len()..];
    if let Some((_, number)) = ANNOTATIONS.iter().find(|(sign, _)| *sign == marks) {
        words.push(Word::Note(format!("${number}")));
    }
}

/// A word without the number of the move before it: `1.e4`, `1...d5`, `12)`, `12`.
fn without_number(word: &str) -> &str {
    let behind = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if behind.is_empty() {
        return behind;
    }
    let mv = behind.trim_start_matches(['.', ')', ':']);
    if mv.len() < behind.len() || behind.len() == word.len() { mv } else { word }
}

/// The number that a counter says, in quotes or behind its word.
fn said(words: &mut Vec<Word>, word: &str) -> Option<u8> {
    let quoted = ['"', '\''].into_iter().find_map(|c| word.strip_prefix(c)?.strip_suffix(c));
    let counted = word.strip_prefix("カウント");
    if let Some(number) = quoted.or(counted).and_then(|number| number.parse().ok()) {
        return Some(number);
    }
    if words.last() == Some(&Word::Move("นับ".to_owned())) {
        let number = word.parse().ok()?;
        words.pop();
        return Some(number);
    }
    None
}

/// A result, if a word is one: `1-0`, `1/2-1/2`, `*`, or the discs of both sides.
fn result_of(word: &str) -> Option<WrittenResult> {
    let by_points = |first: u16, second: u16| match first.cmp(&second) {
        std::cmp::Ordering::Less => Verdict::Win(Side::Second),
        std::cmp::Ordering::Equal => Verdict::Draw,
        std::cmp::Ordering::Greater => Verdict::Win(Side::First),
    };
    match word {
        "*" => Some(WrittenResult::Unknown),
        "1/2-1/2" | "1/2" => Some(WrittenResult::Known(Verdict::Draw)),
        _ => {
            let (first, second) = word.split_once('-')?;
            let is_number = |part: &str| part.chars().all(|c| c.is_ascii_digit());
            if !is_number(first) || !is_number(second) {
                return None;
            }
            Some(WrittenResult::Known(by_points(first.parse().ok()?, second.parse().ok()?)))
        }
    }
}

/// A result as a tag has it.
pub(super) fn result_in(value: &str) -> Option<Verdict> {
    result_of(&plain(value.trim()))?.verdict()
}
