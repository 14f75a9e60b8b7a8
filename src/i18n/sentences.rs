//! Sentences as types: each variant of an enum names its Fluent message and its variables.

use super::Language;
use super::catalog::{Catalog, Variable};
use super::values::Value;
use kradan_rules::GameKind;

/// A sentence or a label: a Fluent message with its variables.
pub trait Say {
    fn key(&self) -> &'static str;

    /// The variables of the message, by name.
    fn variables(&self) -> Vec<(&'static str, &dyn Value)>;
}

/// A sentence or a label in a language.
pub fn say(sentence: &impl Say, language: Language) -> String {
    let catalog = Catalog::of(language);
    catalog.say_with(sentence.key(), filled(sentence, catalog))
}

/// The variables of a sentence with their values in a language.
pub(super) fn filled(sentence: &impl Say, catalog: &Catalog) -> Vec<Variable> {
    let variables = sentence.variables();
    let kind: Option<GameKind> = variables.iter().find_map(|(_, value)| value.kind());
    variables.into_iter().map(|(name, value)| (name, value.value(catalog, kind))).collect()
}

/// Declares enums of sentences and labels. Each variant names its message in the Fluent files, and
/// its fields are the message's variables. Used once in a file.
///
/// A variant that nothing says is dead code. The generated test fails when a language lacks a
/// message or has other variables.
#[macro_export]
macro_rules! sentences {
    ($(
        $(#[$about:meta])*
        $visibility:vis enum $enum:ident $(<$life:lifetime>)? {
            $(
                $(#[$doc:meta])*
                $name:ident $({ $($(#[$field_doc:meta])* $field:ident: $type:ty,)* })?
                    => $key:literal,
            )*
        }
    )+) => {
        $(
            $(#[$about])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            #[allow(clippy::enum_variant_names, reason = "few sentences may all be about one thing")]
            $visibility enum $enum $(<$life>)? {
                $($(#[$doc])* $name $({ $($(#[$field_doc])* $field: $type,)* })?,)*
            }

            impl $(<$life>)? $crate::Say for $enum $(<$life>)? {
                fn key(&self) -> &'static str {
                    match self {
                        $(Self::$name { .. } => $key,)*
                    }
                }

                fn variables(&self) -> Vec<(&'static str, &dyn $crate::Value)> {
                    match self {
                        $(Self::$name $({ $($field,)* })? => {
                            vec![$($((stringify!($field), $field as &dyn $crate::Value),)*)?]
                        })*
                    }
                }
            }
        )+

        #[cfg(test)]
        mod declared_sentences {
            #[test]
            fn are_in_every_language() {
                let declared: &[(&str, &[&str])] =
                    &[$($(($key, &[$($(stringify!($field),)*)?]),)*)+];
                $crate::assert_declared(declared);
            }
        }
    };
}
