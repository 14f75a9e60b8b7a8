//! Moves as people type them.
//!
//! A text is tidied first (full-width characters, case, spaces, dashes, Thai digits), then held
//! against the forms of a game's [`Grammar`]; whatever legal moves fit are what was meant.

use regex_lite::{Captures, Regex};
use unicode_normalization::UnicodeNormalization;

use crate::rules::{MoveError, NotAMove, Position, Square};

/// No move in any notation is longer, in bytes.
const TEXT_MAX: usize = 120;

/// A game that reads its moves from tidied text.
pub(crate) trait Reads: Position {
    /// What a text means here; `None` when it is no move in any notation.
    fn meant(&self, tidy: &str) -> Option<Meant<Self>>;

    /// Whether a text is, to the letter, how a legal move is written for people.
    fn is_written(&self, mv: Self::Move, text: &str) -> bool;
}

/// What a text means in a position.
pub(crate) enum Meant<P: Position> {
    /// Legal moves, one of which is meant; never none.
    Moves(Vec<P::Move>),
    /// A move that is not legal, for this reason.
    Nothing(P::Illegal),
}

/// The text can only mean this move.
pub(crate) fn one<P: Position>(position: &P, mv: P::Move) -> Meant<P> {
    match position.judge(mv) {
        Ok(()) => Meant::Moves(vec![mv]),
        Err(reason) => Meant::Nothing(reason),
    }
}

/// Reads a move for [`Position::read_move`].
pub(crate) fn read<P: Reads>(position: &P, text: &str) -> Result<P::Move, MoveError<P::Illegal>> {
    if let Some(outcome) = position.outcome() {
        return Err(MoveError::Over(outcome));
    }
    let meant = (text.len() <= TEXT_MAX).then(|| position.meant(&tidy(text))).flatten();
    match meant {
        None => Err(NotAMove::new(text.trim()).into()),
        Some(Meant::Nothing(reason)) => Err(MoveError::Illegal(reason)),
        Some(Meant::Moves(moves)) => {
            if let [mv] = moves[..] {
                return Ok(mv);
            }
            // Tidying loses what tells some apart: the capital of `Mab5` (a met, and no ma), the
            // dash of `S-e5` (and no drop). What is written that way is meant that way.
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

/// The files as Thai players letter them, ก to ญ for a to h.
const THAI_FILES: [char; 8] = ['ก', 'ข', 'ค', 'ง', 'จ', 'ฉ', 'ช', 'ญ'];

/// The text without what does not matter: compatibility characters made plain (NFKC), lower case,
/// no spaces, no dashes, no exclamation or question marks at the end, Thai digits and files as
/// Latin ones.
fn tidy(text: &str) -> String {
    let plain: Vec<char> = text
        .nfkc()
        .flat_map(char::to_lowercase)
        .filter(|c| {
            !c.is_whitespace() && !matches!(c, '-' | '‐'..='―' | '−' | '\u{200b}'..='\u{200d}')
        })
        .map(|c| match c {
            '๑'..='๘' => char::from(b'1' + (c as u32 - '๑' as u32) as u8),
            _ => c,
        })
        .collect();
    let latin = plain.iter().enumerate().map(|(index, &c)| {
        let before_rank = plain.get(index + 1).is_some_and(|next| ('1'..='8').contains(next));
        match THAI_FILES.iter().position(|&file| file == c) {
            Some(file) if before_rank => char::from(b'a' + file as u8),
            _ => c,
        }
    });
    latin.collect::<String>().trim_end_matches(['!', '?', '.']).to_owned()
}

/// A typed move, taken apart; `T` is what a game's names of pieces stand for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Typed<T> {
    pub(crate) piece: Option<T>,
    /// Whether a `+` before the piece says that it is a promoted one.
    pub(crate) promoted: bool,
    pub(crate) file: Option<u8>,
    pub(crate) rank: Option<u8>,
    pub(crate) to: Square,
    pub(crate) how: How,
    pub(crate) mark: Mark,
}

/// How the piece gets to its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum How {
    /// Not said.
    Any,
    /// By capture. People leave it out or put it in as they like, so nothing depends on it but
    /// that it is no drop.
    Capture,
    /// By a drop.
    Drop,
}

/// What is said about promotion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// Nothing.
    None,
    /// It promotes.
    Promotes,
    /// It does not.
    Declines,
}

impl<T> Typed<T> {
    /// Where the piece comes from, if that is said completely.
    pub(crate) fn from(&self) -> Option<Square> {
        Square::new(self.file?, self.rank?)
    }

    /// Whether the piece may come from a square.
    pub(crate) fn comes_from(&self, from: Square) -> bool {
        self.file.is_none_or(|file| file == from.file())
            && self.rank.is_none_or(|rank| rank == from.rank())
    }

    /// Whether what is said about promotion agrees with a legal move.
    pub(crate) fn agrees(&self, promotes: bool) -> bool {
        match self.mark {
            Mark::None => true,
            Mark::Promotes => promotes,
            Mark::Declines => !promotes,
        }
    }
}

/// Every legal move that fits one of the readings, given those that fit each.
pub(crate) fn all_fitting<T, M: PartialEq>(
    read: &[Typed<T>],
    fitting: impl Fn(&Typed<T>) -> Vec<M>,
) -> Vec<M> {
    let mut moves = Vec::new();
    for typed in read {
        for mv in fitting(typed) {
            if !moves.contains(&mv) {
                moves.push(mv);
            }
        }
        // From square to square is the exact notation, which means nothing else.
        if !moves.is_empty() && typed.from().is_some() && typed.piece.is_none() {
            break;
        }
    }
    moves
}

/// The forms in which a game's moves are typed.
pub(crate) struct Grammar<T: 'static> {
    forms: Vec<Regex>,
    names: &'static [(&'static str, T)],
}

impl<T: Copy + PartialEq> Grammar<T> {
    /// A grammar from the names of the pieces, single letters among them; from what may follow a
    /// target to say that the piece promotes; and from what may stand at the end to no effect.
    pub(crate) fn new(
        names: &'static [(&'static str, T)],
        promotions: &str,
        checks: &str,
    ) -> Grammar<T> {
        let alternatives = |letters: bool| {
            let mut chosen: Vec<String> = names
                .iter()
                .map(|(name, _)| tidy(name))
                .filter(|name| (name.len() == 1) == letters)
                .collect();
            // The first alternative that fits is taken, so a longer name goes before its beginning.
            chosen.sort_by_key(|name| usize::MAX - name.len());
            chosen.join("|")
        };
        let (letters, words) = (alternatives(true), alternatives(false));
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
        ];
        let forms = forms
            .iter()
            .map(|form| Regex::new(form).expect("the forms of the grammars are valid"))
            .collect();
        Grammar { forms, names }
    }

    /// Everything that a tidied text can mean, the plainest form first.
    pub(crate) fn read(&self, tidy: &str) -> Vec<Typed<T>> {
        let mut read: Vec<Typed<T>> = Vec::new();
        for form in &self.forms {
            if let Some(typed) = form.captures(tidy).and_then(|parts| self.take_apart(&parts))
                && !read.contains(&typed)
            {
                read.push(typed);
            }
        }
        read
    }

    fn take_apart(&self, parts: &Captures<'_>) -> Option<Typed<T>> {
        let part = |name: &str| parts.name(name).map(|part| part.as_str());
        let digit = |name: &str, zero: u8| part(name).map(|text| text.as_bytes()[0] - zero);
        let piece = match part("piece") {
            None => None,
            Some(text) => Some(self.names.iter().find(|(name, _)| tidy(name) == text)?.1),
        };
        let mark = match (part("promotes"), part("declines")) {
            (Some(_), _) => Mark::Promotes,
            (None, Some(_)) => Mark::Declines,
            (None, None) => Mark::None,
        };
        let how = match part("how") {
            None => How::Any,
            Some("x" | "×" | ":") => How::Capture,
            Some(_) => How::Drop,
        };
        Some(Typed {
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
