//! The languages that sentences are written in.

use std::fmt;
use std::str::FromStr;

/// A language, written and read by its tag.
///
/// ```
/// use kradan_i18n::Language;
///
/// let language: Language = "th".parse()?;
/// assert_eq!(language, Language::Thai);
/// assert_eq!(language.to_string(), "th");
/// # Ok::<(), kradan_i18n::ParseLanguageError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    #[default]
    English,
    /// ไทย.
    Thai,
    /// Nederlands.
    Dutch,
    /// 日本語.
    Japanese,
}

impl Language {
    /// Every language, the default one first.
    pub const ALL: [Language; 4] =
        [Language::English, Language::Thai, Language::Dutch, Language::Japanese];

    /// The tag of the language (BCP 47).
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Thai => "th",
            Language::Dutch => "nl",
            Language::Japanese => "ja",
        }
    }

    /// The language for a reader whose Discord is set to this; English where it is none of ours.
    ///
    /// ```
    /// use kradan_i18n::Language;
    ///
    /// assert_eq!(Language::of_locale("ja"), Language::Japanese);
    /// assert_eq!(Language::of_locale("fr"), Language::English);
    /// ```
    #[must_use]
    pub fn of_locale(locale: &str) -> Language {
        let listed = |language: &Language| language.locales().contains(&locale);
        Language::ALL.into_iter().find(listed).unwrap_or_default()
    }

    /// What Discord calls the language; for English this is what it does without translations.
    #[must_use]
    pub const fn locales(self) -> &'static [&'static str] {
        match self {
            Language::English => &["en-US", "en-GB"],
            Language::Thai => &["th"],
            Language::Dutch => &["nl"],
            Language::Japanese => &["ja"],
        }
    }

    /// The language's name in itself, for a menu of languages.
    #[must_use]
    pub const fn own_name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::Thai => "ไทย",
            Language::Dutch => "Nederlands",
            Language::Japanese => "日本語",
        }
    }
}

/// A text that is no language's tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a language is en, th, nl or ja")]
pub struct ParseLanguageError;

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.tag())
    }
}

impl FromStr for Language {
    type Err = ParseLanguageError;

    fn from_str(text: &str) -> Result<Language, ParseLanguageError> {
        let tagged = |language: &Language| text.eq_ignore_ascii_case(language.tag());
        Language::ALL.into_iter().find(tagged).ok_or(ParseLanguageError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_reads_back() {
        for language in Language::ALL {
            assert_eq!(language.to_string().parse(), Ok(language));
            assert!(ParseLanguageError.to_string().contains(language.tag()));
        }
        assert_eq!("NL".parse(), Ok(Language::Dutch));
        for text in ["", "de", "english", "en-", " en"] {
            assert_eq!(text.parse::<Language>(), Err(ParseLanguageError), "{text:?}");
        }
    }
}
