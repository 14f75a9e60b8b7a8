//! The messages and variables of the Fluent files, to compare with what is declared in code.

use std::collections::{BTreeMap, BTreeSet};

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};

use super::Language;
use super::catalog::sources;

/// Every message and the variables that stand anywhere in it.
pub(crate) fn messages(language: Language) -> BTreeMap<String, BTreeSet<String>> {
    let mut messages = BTreeMap::new();
    for &source in sources(language) {
        let file = fluent_syntax::parser::parse(source).unwrap();
        for entry in &file.body {
            match entry {
                Entry::Message(message) => {
                    let mut variables = BTreeSet::new();
                    collect(message.value.as_ref().unwrap(), &mut variables);
                    messages.insert(message.id.name.to_owned(), variables);
                }
                Entry::Comment(_) | Entry::GroupComment(_) | Entry::ResourceComment(_) => {}
                Entry::Term(_) | Entry::Junk { .. } => panic!("{language}: {entry:?}"),
            }
        }
    }
    messages
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

/// Checks messages that are declared with [`sentences`](crate::sentences), each with its variables, in
/// every language.
///
/// # Panics
///
/// When a language lacks one of the messages or has other variables in it.
#[doc(hidden)]
pub fn assert_declared(declared: &[(&str, &[&str])]) {
    for language in Language::ALL {
        let messages = messages(language);
        for (key, variables) in declared {
            let in_file = messages.get(*key);
            let mut in_file = in_file.unwrap_or_else(|| panic!("{language}: no {key}")).clone();
            // The side says which game it is.
            in_file.extend(in_file.contains("side").then(|| "kind".to_owned()));
            let declared = variables.iter().map(|name| (*name).to_owned()).collect();
            assert_eq!(in_file, declared, "{language}, {key}");
        }
    }
}
