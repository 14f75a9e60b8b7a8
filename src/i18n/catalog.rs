//! A language's messages, read from its Fluent files.

use std::fmt;
use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

use super::Language;
use kradan_rules::all_games;

/// The messages of one language.
pub struct Catalog(FluentBundle<FluentResource>);

/// A variable of a message: its name and its value.
pub(super) type Variable = (&'static str, FluentValue<'static>);

static ENGLISH: LazyLock<Catalog> = LazyLock::new(|| Catalog::new(Language::English));
static THAI: LazyLock<Catalog> = LazyLock::new(|| Catalog::new(Language::Thai));
static DUTCH: LazyLock<Catalog> = LazyLock::new(|| Catalog::new(Language::Dutch));
static JAPANESE: LazyLock<Catalog> = LazyLock::new(|| Catalog::new(Language::Japanese));

/// The text of every file of a language.
macro_rules! files {
    ($tag:literal) => {
        all_games!(files $tag)
    };
    ($tag:literal $($Game:ident in $game:ident),+) => {
        files!($tag:
            "position", "events", "refusals", "lines", "commands",
            $(concat!("games/", stringify!($game)),)+
            $(concat!("lessons/", stringify!($game)),)+
            "commands/play", "commands/move", "commands/if", "commands/board", "commands/games", "commands/game",
            "commands/profile", "commands/leaderboard", "commands/tournament",
            "commands/resign", "commands/draw", "commands/takeback", "commands/count",
            "commands/hint", "commands/pause", "commands/moretime", "commands/holiday",
            "commands/rules", "commands/learn", "commands/puzzle", "commands/daily", "commands/history", "commands/export", "commands/replay",
            "commands/review", "commands/watch", "commands/note", "commands/block",
            "commands/report", "commands/abort", "commands/settings", "commands/privacy",
            "commands/server", "commands/permissions", "commands/help")
    };
    ($tag:literal: $($file:expr),+) => {
        &[$(include_str!(concat!("../../assets/i18n/", $tag, "/", $file, ".ftl"))),+]
    };
}

pub(super) const fn sources(language: Language) -> &'static [&'static str] {
    match language {
        Language::English => files!("en"),
        Language::Thai => files!("th"),
        Language::Dutch => files!("nl"),
        Language::Japanese => files!("ja"),
    }
}

impl Catalog {
    /// The messages of a language, which are read when they are first needed.
    pub(super) fn of(language: Language) -> &'static Catalog {
        match language {
            Language::English => &ENGLISH,
            Language::Thai => &THAI,
            Language::Dutch => &DUTCH,
            Language::Japanese => &JAPANESE,
        }
    }

    fn new(language: Language) -> Catalog {
        let tag: LanguageIdentifier = language.tag().parse().expect("our tags are well-formed");
        let mut bundle = FluentBundle::new_concurrent(vec![tag]);
        // Marks that keep text of other writing directions apart: all of ours runs one way.
        bundle.set_use_isolating(false);
        for &source in sources(language) {
            let messages = FluentResource::try_new(source.to_owned())
                .unwrap_or_else(|(_, errors)| panic!("the words of {language}: {errors:?}"));
            bundle.add_resource(messages).expect("no message is there twice");
        }
        Catalog(bundle)
    }

    /// A message without variables.
    pub(super) fn say(&self, message: &str) -> String {
        self.say_with(message, [])
    }

    /// A message with its variables filled in.
    ///
    /// # Panics
    ///
    /// When there is no such message, or it lacks a variable: the tests see to it that every
    /// language has all of both.
    pub(super) fn say_with(
        &self,
        message: &str,
        variables: impl IntoIterator<Item = Variable>,
    ) -> String {
        let pattern = self.0.get_message(message).and_then(|message| message.value());
        let pattern = pattern.unwrap_or_else(|| panic!("no words for {message}"));
        let variables: FluentArgs = variables.into_iter().collect();
        let mut errors = Vec::new();
        let said = self.0.format_pattern(pattern, Some(&variables), &mut errors);
        assert!(errors.is_empty(), "the words for {message}: {errors:?}");
        // A computer, whose name ends with its level in brackets, is nobody's san in Japanese.
        said.replace("）さん", "）").replace("）**さん", "）**")
    }
}

impl fmt::Debug for Catalog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Catalog").field(&self.0.locales).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;
    use crate::declared::messages;
    use kradan_rules::is_invisible;

    /// What is the same everywhere: punctuation, lists, the shape of a title.
    const SHARED: [&str; 9] = [
        "gap",
        "comma",
        "pieces",
        "piece",
        "letter",
        "held",
        "line-game-shown",
        "line-game-title",
        "line-thread-name",
    ];

    /// The longest label that phones show whole.
    const LABEL_MAX: usize = 34;

    /// Whether a message is the name of a command or an option, which is English everywhere.
    fn is_name(message: &str) -> bool {
        let name = message.strip_prefix("command-").or(message.strip_prefix("option-"));
        name.is_some_and(|name| !name.ends_with("-description"))
    }

    /// A message with the same value for each of its variables.
    fn filled(
        language: Language,
        message: &str,
        names: &BTreeSet<String>,
        value: &FluentValue<'static>,
    ) -> String {
        let catalog = Catalog::of(language);
        let variables: FluentArgs =
            names.iter().map(|name| (name.clone(), value.clone())).collect();
        let pattern = catalog.0.get_message(message).and_then(|message| message.value()).unwrap();
        let mut errors = Vec::new();
        let said = catalog.0.format_pattern(pattern, Some(&variables), &mut errors);
        assert!(errors.is_empty(), "{language}, {message}: {errors:?}");
        said.into_owned()
    }

    #[test]
    fn every_language_has_every_message_with_its_variables() {
        let english = messages(Language::English);
        assert!(english.len() > 300, "{} messages", english.len());
        for language in Language::ALL {
            let messages = messages(language);
            for (message, variables) in &english {
                assert_eq!(messages.get(message), Some(variables), "{language}, {message}");
            }
            assert_eq!(messages.len(), english.len(), "{language} has more");
        }
    }

    #[test]
    fn every_message_is_whole_and_shows_all_it_says() {
        let values: [FluentValue<'static>; 4] = ["VALUE".into(), "none".into(), 1.into(), 7.into()];
        for language in Language::ALL {
            for (message, names) in messages(language) {
                for value in &values {
                    let said = filled(language, &message, &names, value);
                    assert!(!said.contains(['{', '}']), "{language}, {message}: {said:?}");
                    assert!(!said.contains(is_invisible), "{language}, {message}: {said:?}");
                    assert!(said.len() < 4_000, "{language}, {message} is too long");
                }
            }
        }
    }

    #[test]
    fn labels_fit_on_buttons_and_are_told_apart() {
        for language in Language::ALL {
            let mut seen = BTreeSet::new();
            for (message, names) in messages(language) {
                if !message.starts_with("label-") {
                    continue;
                }
                let text = filled(language, &message, &names, &8.into());
                assert!((1..=LABEL_MAX).contains(&text.chars().count()), "{language}: {text}");
                assert!(seen.insert(text.clone()), "{language}: two labels say {text}");
            }
            assert!(seen.len() > 40, "{language}: {} labels", seen.len());
        }
    }

    #[test]
    fn lines_are_told_apart() {
        for language in Language::ALL {
            let is_title = |key: &str| matches!(key, "line-game-title" | "line-thread-name");
            let mut seen: BTreeMap<String, String> = BTreeMap::new();
            for (message, names) in messages(language) {
                if !message.starts_with("line-") {
                    continue;
                }
                // A count chooses between the cases of a line.
                let values: Vec<FluentValue<'static>> = if names.contains("count") {
                    vec![1.into(), 2.into()]
                } else {
                    vec!["VALUE".into()]
                };
                for value in &values {
                    let text = filled(language, &message, &names, value);
                    assert!(!text.is_empty(), "{language}, {message}");
                    let same = seen.insert(text, message.clone());
                    let may_be =
                        same.as_ref().is_some_and(|same| is_title(same) && is_title(&message));
                    assert!(same.is_none() || may_be, "{language}: {message} is as {same:?}");
                }
            }
        }
    }

    #[test]
    fn thai_and_japanese_are_written_in_their_own_script() {
        let own = |language, c: char| match language {
            Language::Thai => ('\u{e01}'..='\u{e4e}').contains(&c),
            _ => ('\u{3041}'..='\u{30fe}').contains(&c) || ('\u{4e00}'..='\u{9fff}').contains(&c),
        };
        let mut foreign = Vec::new();
        for language in [Language::Thai, Language::Japanese] {
            for (message, names) in messages(language) {
                let said = filled(language, &message, &names, &"1".into());
                let is_own = said.chars().any(|c| own(language, c));
                if !is_own && !is_name(&message) && !SHARED.contains(&message.as_str()) {
                    foreign.push(format!("{language}, {message}"));
                }
            }
        }
        assert!(foreign.is_empty(), "{foreign:?}");
    }

    #[test]
    fn no_translation_was_left_in_english() {
        let text = |language, message: &str, names: &BTreeSet<String>| {
            filled(language, message, names, &"1".into())
        };
        for (message, names) in messages(Language::English) {
            let english = text(Language::English, &message, &names);
            // A few words may well be the same; a sentence is not.
            let is_shared = SHARED.contains(&message.as_str()) || message == "letters-othello";
            if english.split(' ').count() < 4 || is_shared {
                continue;
            }
            for language in [Language::Thai, Language::Dutch, Language::Japanese] {
                assert_ne!(text(language, &message, &names), english, "{language}, {message}");
            }
        }
    }
}
