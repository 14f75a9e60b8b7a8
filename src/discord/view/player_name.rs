//! Names of players as they are shown. People choose them: some are invisible, links or Markdown.

use unicode_normalization::char::is_combining_mark;

use kradan_rules::is_invisible;

/// The longest name that is shown, in characters.
const NAME_MAX: usize = 32;

/// The name that is shown for an invisible one.
const NOBODY: &str = "?";

/// The Braille pattern without dots.
const BLANK_BRAILLE: char = '\u{2800}';

/// The first visible name, on one line, cut, without characters that change the direction of text,
/// and without links.
pub(crate) fn shown_name<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    names.into_iter().find_map(visible).unwrap_or_else(|| NOBODY.to_owned())
}

/// A name as it can be shown; `None` if it is invisible.
pub(crate) fn visible(name: &str) -> Option<String> {
    let chars = name.chars().filter(|c| !is_invisible(*c));
    let chars = chars.map(|c| if c.is_whitespace() || c == BLANK_BRAILLE { ' ' } else { c });
    // A combining mark without a letter would join the text before the name.
    let chars = chars.skip_while(|c| *c == ' ' || is_combining_mark(*c)).take(NAME_MAX);
    let shown = unlinked(&chars.collect::<Vec<char>>());
    let shown = shown.trim_end();
    (!shown.is_empty()).then(|| shown.to_owned())
}

/// A text without links. Discord links `https://` and `discord.gg/` even behind a backslash, other
/// programs every dot between two letters. Lookalike characters replace slashes and dots.
fn unlinked(text: &[char]) -> String {
    let at = |index: usize| text.get(index).copied();
    let shown = |(index, c): (usize, &char)| {
        let (before, after) = (index.checked_sub(1).and_then(at), at(index + 1));
        let is_within = before.is_some_and(|c| c != ' ') && after.is_some_and(|c| c != ' ');
        match c {
            '/' if before == Some('/') || after == Some('/') => '\u{2215}',
            '.' if is_within => '\u{2024}',
            _ => *c,
        }
    };
    text.iter().enumerate().map(shown).collect()
}

/// Escapes Markdown, also at the start of a line: headings, small print and lists.
pub(crate) fn escaped(text: &str) -> String {
    let number = text.chars().take_while(char::is_ascii_digit).count();
    let behind = text.chars().nth(number);
    let begins_list = number > 0 && matches!(behind, Some('.' | ')'));
    let plain = match text.chars().next() {
        Some('#' | '-' | '+') => 0,
        _ if begins_list => number,
        _ => return escaped_within(text),
    };
    let (number, rest) = text.split_at(plain);
    format!("{number}\\{}", escaped_within(rest))
}

/// Escapes Markdown inside a line.
pub(crate) fn escaped_within(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | '*' | '_' | '~' | '`' | '|' | '<' | '>' | '[' | ']' | '@') {
            shown.push('\\');
        }
        shown.push(c);
    }
    shown
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use regex_lite::Regex;

    use super::*;

    fn name(name: &str) -> String {
        shown_name([name])
    }

    #[test]
    fn no_name_begins_a_heading_or_a_list() {
        for (name, shown) in [
            ("# BIG", "\\# BIG"),
            ("-# small", "\\-# small"),
            ("- item", "\\- item"),
            ("+ item", "\\+ item"),
            ("1. one", "1\\. one"),
            ("12) twelve", "12\\) twelve"),
            ("A-1 # 2.", "A-1 # 2."),
            ("2fast", "2fast"),
        ] {
            assert_eq!(escaped(name), shown);
        }
    }

    #[test]
    fn names_cannot_turn_or_break_what_follows() {
        assert_eq!(name("Ann"), "Ann");
        assert_eq!(name("  A\nn\u{202e}n \u{200b}"), "Ann");
        assert_eq!(name("Ann\u{a0}\u{3000}B."), "Ann  B.");
        assert_eq!(name("ม้า"), "ม้า");
        assert_eq!(name(&"ก".repeat(90)).chars().count(), NAME_MAX);
    }

    #[test]
    fn a_name_that_cannot_be_seen_gives_way_to_the_next() {
        let blank = [
            "",
            "\u{200b}\n",
            "\u{3164}",
            "\u{115f}\u{1160}",
            "\u{ffa0}",
            "\u{e0041}\u{e007f}",
            "\u{61c}",
            "\u{ad}",
            "\u{180e}",
            "\u{2800}",
            "\u{fe0f}",
            "\u{301}\u{302}",
            " \u{34f} ",
        ];
        for blank in blank {
            assert_eq!(name(blank), "?", "{blank:?}");
            assert_eq!(shown_name([blank, "ann"]), "ann", "{blank:?}");
        }
        assert_eq!(shown_name([]), "?");
    }

    #[test]
    fn a_name_that_is_an_address_is_none() {
        assert_eq!(name("https://evil.example"), "https:\u{2215}\u{2215}evil\u{2024}example");
        assert_eq!(name("discord.gg/x"), "discord\u{2024}gg/x");
        assert_eq!(name("Mr. T. and AC/DC..."), "Mr. T. and AC/DC\u{2024}\u{2024}.");
    }

    #[test]
    fn a_name_mentions_and_formats_nothing() {
        assert_eq!(escaped("Ann"), "Ann");
        assert_eq!(escaped("<@1> *x* @everyone"), "\\<\\@1\\> \\*x\\* \\@everyone");
    }

    /// Pieces of names that are a nuisance, and any others.
    fn nuisance() -> impl Strategy<Value = String> {
        let pieces = prop::sample::select(vec![
            "https:",
            "/",
            "//",
            ".",
            "www",
            "discord.gg",
            "discord.com/invite",
            "a",
            "[a](",
            ")",
            "<",
            ">",
            "@everyone",
            "<@1>",
            "\u{3164}",
            "\u{301}",
            "\u{2028}",
            "\u{202e}",
            " ",
        ]);
        let piece = prop_oneof![pieces.prop_map(str::to_owned), any::<String>()];
        prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #[test]
        fn whatever_the_name_it_is_shown_harmlessly(raw in nuisance()) {
            let shown = name(&raw);
            prop_assert!(shown.chars().count() <= NAME_MAX);
            prop_assert!(!shown.contains(|c: char| is_invisible(c) || c == '\n'));
            let is_seen = |c: char| !c.is_whitespace() && !is_combining_mark(c);
            prop_assert!(shown.starts_with(is_seen), "{:?}", shown);
            let link = Regex::new(r"(?i)://|[^ ]\.[^ ]|\bdiscord(app)?\.(gg|com)/").unwrap();
            prop_assert!(!link.is_match(&shown), "{:?}", shown);
            prop_assert!(!link.is_match(&escaped(&shown)), "{:?}", shown);
            prop_assert_eq!(name(&shown), shown);
        }
    }
}
