//! Moves as people type them.
//!
//! A text is normalised first (full-width characters, case, spaces, dashes, words such as `to`, Thai
//! digits) and then matched against the forms of a game's [`Grammar`]. It means the legal moves that
//! fit.

use regex_lite::{Captures, Regex};
use unicode_normalization::UnicodeNormalization;

use crate::{FileOrRank, MoveError, ParseMoveError, Position, Square};

/// The longest move in any notation, in bytes.
const TEXT_MAX: usize = 120;

/// A game that reads its moves from normalised text.
pub(crate) trait ReadTyped: Position {
    /// What a text means here; `None` when it is not a move in any notation.
    fn meant(&self, tidy: &TidyText) -> Option<MoveMeaning<Self>>;

    /// Whether a text is exactly how a legal move is written for people.
    fn is_written(&self, mv: Self::Move, text: &str) -> bool;
}

/// What a text means in a position.
pub(crate) enum MoveMeaning<P: Position> {
    /// Legal moves, one of which is meant; never none.
    Moves(Vec<P::Move>),
    /// A move that is not legal, for this reason.
    Illegal(P::Illegal),
}

/// The text can only mean this move.
pub(crate) fn one<P: Position>(position: &P, mv: P::Move) -> MoveMeaning<P> {
    match position.check_legal(mv) {
        Ok(()) => MoveMeaning::Moves(vec![mv]),
        Err(reason) => MoveMeaning::Illegal(reason),
    }
}

/// Reads a move for [`Position::read_move`].
pub(crate) fn read<P: ReadTyped>(
    position: &P,
    text: &str,
) -> Result<P::Move, MoveError<P::Illegal>> {
    if let Some(outcome) = position.outcome() {
        return Err(MoveError::Over(outcome));
    }
    let meant = (text.len() <= TEXT_MAX).then(|| position.meant(&tidy(text))).flatten();
    match meant {
        None => Err(ParseMoveError::new(text.trim()).into()),
        Some(MoveMeaning::Illegal(reason)) => Err(MoveError::Illegal(reason)),
        Some(MoveMeaning::Moves(moves)) => {
            if let [mv] = moves[..] {
                return Ok(mv);
            }
            // Normalising loses the capital of `Mab5` (a met, not a ma) and the dash of `S-e5`
            // (not a drop). A text that is exactly one of the moves means that move.
            let mut written = moves.iter().filter(|&&mv| position.is_written(mv, text.trim()));
            if let (Some(&mv), None) = (written.next(), written.next()) {
                return Ok(mv);
            }
            let mut named: Vec<String> = moves.iter().map(ToString::to_string).collect();
            named.sort_unstable();
            Err(MoveError::Ambiguous(named))
        }
    }
}

/// The Thai letters of the files, ก to ญ for a to h.
const THAI_FILES: [char; 8] = ['ก', 'ข', 'ค', 'ง', 'จ', 'ฉ', 'ช', 'ญ'];

/// A normalised text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TidyText {
    /// In NFKC and lower case, with Latin digits and files for Thai ones, without spaces, dashes,
    /// and exclamation or question marks at the end.
    pub(crate) text: String,
    /// Whether a dash was before a square, so the move is not a drop.
    pub(crate) is_dashed: bool,
}

/// Words before the square that a piece comes from.
const FROM_WORDS: [&str; 4] = ["from", "on", "van", "op"];

/// Words between the square that a piece comes from and its target. They count as a dash.
const TO_WORDS: [&str; 2] = ["to", "naar"];

/// The same in scripts without spaces: what is left out, and what counts as a dash.
const SIGNS: [(&str, &str); 6] =
    [("จาก", ""), ("ไปที่", "-"), ("ไป", "-"), ("ที่", ""), ("から", "-"), ("へ", "")];

/// The text without the words around squares: `ma from b1 to d2` is `ma b1-d2`. A text that begins
/// or ends with such a word is left as it is.
fn without_words(text: &str) -> String {
    let tokens: Vec<&str> = text.split_whitespace().collect();
    let is_inner = |index: usize| index > 0 && index + 1 < tokens.len();
    let kept = tokens.iter().enumerate().map(|(index, &token)| match token {
        _ if TO_WORDS.contains(&token) && is_inner(index) => "-",
        _ if FROM_WORDS.contains(&token) && index + 1 < tokens.len() => "",
        _ => token,
    });
    let joined = kept.collect::<Vec<_>>().concat();
    SIGNS.iter().fold(joined, |text, (word, sign)| text.replace(word, sign))
}

fn tidy(text: &str) -> TidyText {
    let lower: String = text.nfkc().flat_map(char::to_lowercase).collect();
    let words = without_words(&lower);
    let spaced = words
        .chars()
        .filter(|c| !matches!(c, '\u{200b}'..='\u{200d}' | '\u{fe0e}' | '\u{fe0f}'))
        .map(|c| match c {
            '๑'..='๘' => char::from(b'1' + (c as u32 - '๑' as u32) as u8),
            _ => c,
        });
    let mut plain: Vec<char> = Vec::new();
    let mut dashes = Vec::new();
    for c in spaced {
        match c {
            '-' | '‐'..='―' | '−' => dashes.push(plain.len()),
            _ => plain.push(c),
        }
    }
    for index in 1..plain.len() {
        if let ('1'..='8', Some(file)) =
            (plain[index], THAI_FILES.iter().position(|&file| file == plain[index - 1]))
        {
            plain[index - 1] = char::from(b'a' + file as u8);
        }
    }
    let is_dashed =
        dashes.iter().any(|&dash| dash > 0 && matches!(plain[dash..], ['a'..='h', '1'..='8', ..]));
    // A text of dashes alone keeps them: Othello's pass is also `--`.
    let text = if plain.is_empty() && !dashes.is_empty() {
        "-".repeat(dashes.len())
    } else {
        plain.into_iter().collect()
    };
    TidyText { text: text.trim_end_matches(['!', '?', '.']).to_owned(), is_dashed }
}

/// The parts of a typed move; `T` is the meaning of a game's piece names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ParsedMove<T> {
    pub(crate) piece: Option<T>,
    /// Whether a `+` is before the piece, for a promoted one.
    pub(crate) promoted: bool,
    pub(crate) file: Option<u8>,
    pub(crate) rank: Option<u8>,
    pub(crate) to: Square,
    pub(crate) how: MoveKind,
    pub(crate) mark: PromotionMark,
}

/// How the piece gets to its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MoveKind {
    /// Not said.
    Any,
    /// From another square, as a dash shows.
    Move,
    /// By capture. People often omit it, so it only rules out a drop.
    Capture,
    /// By a drop.
    Drop,
}

/// What is said about promotion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PromotionMark {
    Unsaid,
    Promotes,
    Declines,
}

impl<T> ParsedMove<T> {
    /// The square that the piece comes from, if both coordinates are given.
    pub(crate) fn from(&self) -> Option<Square> {
        Square::new(self.file?, self.rank?)
    }

    /// The file or rank that the piece comes from, if only one is given.
    pub(crate) fn line(&self) -> Option<FileOrRank> {
        match (self.file, self.rank) {
            (Some(file), None) => Some(FileOrRank::File(file)),
            (None, Some(rank)) => Some(FileOrRank::Rank(rank)),
            (None, None) | (Some(_), Some(_)) => None,
        }
    }

    /// Keeps the pawns' moves if the text has no piece, as in SAN: `d5`, `exd5`.
    pub(crate) fn prefer_pawns<M>(&self, moves: &mut Vec<M>, is_pawns: impl Fn(&M) -> bool) {
        if self.piece.is_none() && self.from().is_none() && moves.iter().any(&is_pawns) {
            moves.retain(is_pawns);
        }
    }

    /// Whether the piece may come from a square.
    pub(crate) fn comes_from(&self, from: Square) -> bool {
        self.file.is_none_or(|file| file == from.file())
            && self.rank.is_none_or(|rank| rank == from.rank())
    }

    /// Whether the text agrees with a move about promotion.
    pub(crate) fn agrees(&self, promotes: bool) -> bool {
        match self.mark {
            PromotionMark::Unsaid => true,
            PromotionMark::Promotes => promotes,
            PromotionMark::Declines => !promotes,
        }
    }
}

/// The name of the piece for an error, or `piece`.
pub(crate) fn or_piece(role: Option<impl ToString>) -> String {
    role.map_or("piece".to_owned(), |role| role.to_string())
}

/// The file or rank for an error, or nothing.
pub(crate) fn on(line: Option<FileOrRank>) -> String {
    line.map_or(String::new(), |line| format!(" on {line}"))
}

/// Every legal move that fits one of the readings; `fitting` lists the moves of a reading.
pub(crate) fn all_fitting<T, M: PartialEq>(
    read: &[ParsedMove<T>],
    fitting: impl Fn(&ParsedMove<T>) -> Vec<M>,
) -> Vec<M> {
    let mut moves = Vec::new();
    for typed in read {
        for mv in fitting(typed) {
            if !moves.contains(&mv) {
                moves.push(mv);
            }
        }
        // Two squares are the exact notation and mean nothing else.
        if !moves.is_empty() && typed.from().is_some() && typed.piece.is_none() {
            break;
        }
    }
    moves
}

/// The forms in which a game's moves are typed.
pub(crate) struct Grammar<T> {
    forms: Vec<Regex>,
    /// The normalised names and their meanings.
    names: Vec<(String, T)>,
}

impl<T: Copy + PartialEq> Grammar<T> {
    /// A grammar of the pieces' names and letters, of the marks of promotion after the target, and
    /// of the marks at the end that are ignored.
    pub(crate) fn new(names: &[(&str, T)], promotions: &str, checks: &str) -> Grammar<T> {
        let mut names: Vec<(String, T)> =
            names.iter().map(|&(name, means)| (tidy(name).text, means)).collect();
        // The first alternative that fits is taken, so a longer name goes before its beginning.
        names.sort_by_key(|(name, _)| usize::MAX - name.len());
        let (letters, words): (Vec<&str>, Vec<&str>) =
            names.iter().map(|(name, _)| name.as_str()).partition(|name| name.len() == 1);
        let (letters, words) = (letters.join("|"), words.join("|"));
        let tail = format!("(?:(?<promotes>{promotions})|(?<declines>=|不成))?(?:{checks})*");
        let source = "(?<file>[a-h])?(?<rank>[1-8])?";
        let target = "(?<how>[x×:]|[@*'打])?(?<to>[a-h][1-8])";
        let forms = [
            format!("^(?<file>[a-h])(?<rank>[1-8]){target}{tail}$"),
            format!("^(?<plus>\\+)?(?<piece>{letters})?{source}{target}{tail}$"),
            format!("^[▲△☗☖]?(?<plus>\\+)?(?<piece>{words}){source}{target}{tail}$"),
            format!(
                "^[▲△☗☖]?(?<to>[a-h][1-8])(?<piece>{words})(?<how>打)?\
                 (?:(?<promotes>成)|(?<declines>不成))?(?:\\({source}\\))?$"
            ),
            format!("^[▲△☗☖]?(?<piece>{words})(?<to>[a-h][1-8])(?<how>打)$"),
        ];
        let forms = forms
            .iter()
            .map(|form| Regex::new(form).expect("the forms of the grammars are valid"))
            .collect();
        Grammar { forms, names }
    }

    /// Everything that a tidied text can mean, the plainest form first.
    pub(crate) fn read(&self, text: &str, is_dashed: bool) -> Vec<ParsedMove<T>> {
        let mut read: Vec<ParsedMove<T>> = Vec::new();
        for form in &self.forms {
            let captured = form.captures(text);
            let Some(mut typed) = captured.and_then(|parts| self.take_apart(&parts)) else {
                continue;
            };
            if is_dashed && typed.how == MoveKind::Any {
                typed.how = MoveKind::Move;
            }
            if !read.contains(&typed) {
                read.push(typed);
            }
        }
        read
    }

    fn take_apart(&self, parts: &Captures<'_>) -> Option<ParsedMove<T>> {
        let part = |name: &str| parts.name(name).map(|part| part.as_str());
        let digit = |name: &str, zero: u8| part(name).map(|text| text.as_bytes()[0] - zero);
        let piece = match part("piece") {
            None => None,
            Some(text) => Some(self.names.iter().find(|(name, _)| name == text)?.1),
        };
        let mark = match (part("promotes"), part("declines")) {
            (Some(_), _) => PromotionMark::Promotes,
            (None, Some(_)) => PromotionMark::Declines,
            (None, None) => PromotionMark::Unsaid,
        };
        let how = match part("how") {
            None => MoveKind::Any,
            Some("x" | "×" | ":") => MoveKind::Capture,
            Some(_) => MoveKind::Drop,
        };
        Some(ParsedMove {
            piece,
            promoted: part("plus").is_some(),
            file: digit("file", b'a'),
            rank: digit("rank", b'1'),
            to: part("to")?.parse().ok()?,
            how,
            mark,
        })
    }
}
