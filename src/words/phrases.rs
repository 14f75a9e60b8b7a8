//! A language's messages, read from its Fluent files.

use std::fmt;
use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

use super::Language;

/// The messages of one language.
pub(super) struct Phrases(FluentBundle<FluentResource>);

/// A variable of a message: its name and its value.
pub(super) type Variable = (&'static str, FluentValue<'static>);

static ENGLISH: LazyLock<Phrases> = LazyLock::new(|| Phrases::new(Language::English));
static THAI: LazyLock<Phrases> = LazyLock::new(|| Phrases::new(Language::Thai));
static DUTCH: LazyLock<Phrases> = LazyLock::new(|| Phrases::new(Language::Dutch));
static JAPANESE: LazyLock<Phrases> = LazyLock::new(|| Phrases::new(Language::Japanese));

const fn source(language: Language) -> &'static str {
    match language {
        Language::English => include_str!("../../assets/words/en/position.ftl"),
        Language::Thai => include_str!("../../assets/words/th/position.ftl"),
        Language::Dutch => include_str!("../../assets/words/nl/position.ftl"),
        Language::Japanese => include_str!("../../assets/words/ja/position.ftl"),
    }
}

impl Phrases {
    /// The messages of a language, which are read when they are first needed.
    pub(super) fn of(language: Language) -> &'static Phrases {
        match language {
            Language::English => &ENGLISH,
            Language::Thai => &THAI,
            Language::Dutch => &DUTCH,
            Language::Japanese => &JAPANESE,
        }
    }

    fn new(language: Language) -> Phrases {
        let tag: LanguageIdentifier = language.tag().parse().expect("our tags are well-formed");
        let mut bundle = FluentBundle::new_concurrent(vec![tag]);
        // Marks that keep text of other writing directions apart: all of ours runs one way.
        bundle.set_use_isolating(false);
        let messages = FluentResource::try_new(source(language).to_owned())
            .unwrap_or_else(|(_, errors)| panic!("the words of {language}: {errors:?}"));
        bundle.add_resource(messages).expect("no message is there twice");
        Phrases(bundle)
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
        said.into_owned()
    }
}

impl fmt::Debug for Phrases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Phrases").field(&self.0.locales).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};

    use super::*;

    /// Every message and the variables that stand anywhere in it.
    fn messages(language: Language) -> BTreeMap<String, BTreeSet<String>> {
        let file = fluent_syntax::parser::parse(source(language)).unwrap();
        let messages = file.body.iter().filter_map(|entry| match entry {
            Entry::Message(message) => {
                let mut variables = BTreeSet::new();
                collect(message.value.as_ref().unwrap(), &mut variables);
                Some((message.id.name.to_owned(), variables))
            }
            Entry::Comment(_) | Entry::GroupComment(_) | Entry::ResourceComment(_) => None,
            Entry::Term(_) | Entry::Junk { .. } => panic!("{language}: {entry:?}"),
        });
        messages.collect()
    }

    fn collect(pattern: &Pattern<&str>, variables: &mut BTreeSet<String>) {
        for element in &pattern.elements {
            let PatternElement::Placeable { expression } = element else { continue };
            let inline = match expression {
                Expression::Inline(inline) => inline,
                Expression::Select { selector, variants } => {
                    for variant in variants {
                        collect(&variant.value, variables);
                    }
                    selector
                }
            };
            if let InlineExpression::VariableReference { id } = inline {
                variables.insert(id.name.to_owned());
            }
        }
    }

    #[test]
    fn every_language_has_every_message_with_its_variables() {
        let english = messages(Language::English);
        assert!(english.len() > 50);
        for language in Language::ALL {
            assert_eq!(messages(language), english, "{language}");
        }
    }

    #[test]
    fn nothing_invisible_is_said() {
        for language in Language::ALL {
            let said =
                Phrases::of(language).say_with("won", [("game", "G".into()), ("side", "S".into())]);
            assert!(said.contains('G') && said.contains('S'));
            let invisible = |c: char| ('\u{2066}'..='\u{2069}').contains(&c) || c.is_control();
            assert!(!said.contains(invisible), "{said:?}");
        }
    }
}
