//! Foreign text in messages: shortened, escaped, and without invisible characters.

use std::fmt::{self, Write as _};

/// The first `chars` characters of a text, with `…` after them if the text is longer.
///
/// ```
/// use kradan_rules::cut;
///
/// assert_eq!(cut("e3e4", 4), "e3e4");
/// assert_eq!(cut("e3e4e5", 4), "e3e4…");
/// ```
#[must_use]
pub fn cut(text: &str, chars: usize) -> String {
    match text.char_indices().nth(chars) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The longest part of a text that an error repeats, in characters.
const SHORTENED_MAX: usize = 24;

/// The beginning of a text, short enough to be repeated in an error.
pub(crate) fn shortened(text: &str) -> String {
    cut(text, SHORTENED_MAX)
}

/// Whether a character is invisible but can change what is around it: control characters,
/// Unicode's default ignorables (fillers, joiners, variation selectors, tags, bidirectional
/// controls), line separators, and a few others with an empty glyph. This is the one list of them.
///
/// ```
/// use kradan_rules::is_invisible;
///
/// assert!(is_invisible('\u{3164}'), "the Hangul filler");
/// assert!(!"ม้า é ½".chars().any(is_invisible));
/// ```
#[must_use]
pub fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}'
                | '\u{34f}'
                | '\u{61c}'
                | '\u{115f}'..='\u{1160}'
                | '\u{17b4}'..='\u{17b5}'
                | '\u{180b}'..='\u{180f}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{3164}'
                | '\u{fe00}'..='\u{fe0f}'
                | '\u{feff}'
                | '\u{ffa0}'
                | '\u{fff0}'..='\u{fffc}'
                | '\u{fffe}'..='\u{ffff}'
                | '\u{13430}'..='\u{13455}'
                | '\u{1bca0}'..='\u{1bca3}'
                | '\u{1d159}'
                | '\u{1d173}'..='\u{1d17a}'
                | '\u{e0000}'..='\u{e0fff}'
        )
}

/// Shows a text on one line. Escapes control characters, line breaks of every kind and
/// bidirectional controls, and nothing else, so that Thai keeps its vowels and tones.
///
/// ```
/// use kradan_rules::Escaped;
///
/// assert_eq!(Escaped("ม้า\n").to_string(), "ม้า\\n");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Escaped<'a>(pub &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| match c {
            // Line separators, and marks, embeddings, overrides and isolates of bidirectional text.
            '\u{61c}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}' => write!(f, "{}", c.escape_unicode()),
            _ if c.is_control() => write!(f, "{}", c.escape_default()),
            _ => f.write_char(c),
        })
    }
}

/// [`Escaped`] between quotation marks.
#[derive(Clone, Copy, Debug)]
pub struct Quoted<'a>(pub &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", Escaped(self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_plays_tricks_is_escaped() {
        for text in ["เบี้ยหงาย จ๔", "▲e5歩打", "c'est \"ça\"", "e\u{301}", "🙂"]
        {
            assert_eq!(Quoted(text).to_string(), format!("\"{text}\""));
        }
        let tricks = "\u{1b}[2J\r\n\u{7f}\u{85}\u{202e}\u{2066}\u{2028}\u{200f}";
        assert_eq!(
            Escaped(tricks).to_string(),
            "\\u{1b}[2J\\r\\n\\u{7f}\\u{85}\\u{202e}\\u{2066}\\u{2028}\\u{200f}"
        );
    }
}
