//! Names, descriptions and lines of help of slash commands. Commands, options and choices are
//! given by their English names. Commands and options have no other name in any language.

use super::Language;
use super::catalog::Catalog;
use kradan_rules::GameKind;

/// A command's name: the English one in every language.
///
/// ```
/// use kradan_i18n::{Language, command_name};
///
/// assert_eq!(command_name("play", Language::English), "play");
/// assert_eq!(command_name("play", Language::Thai), "play");
/// ```
#[must_use]
pub fn command_name(command: &str, language: Language) -> String {
    text(&format!("command-{command}"), language)
}

/// What a command does, in at most 100 characters.
#[must_use]
pub fn command_description(command: &str, language: Language) -> String {
    text(&format!("command-{command}-description"), language)
}

/// An option's name: the English one in every language.
#[must_use]
pub fn option_name(option: &str, language: Language) -> String {
    text(&format!("option-{option}"), language)
}

/// What a choice is called; a game has its own name.
#[must_use]
pub fn choice_name(choice: &str, language: Language) -> String {
    if GameKind::NAMES.contains(&choice) {
        return text(choice, language);
    }
    text(&format!("choice-{choice}"), language)
}

/// A command's line of help: what it does, with an example.
#[must_use]
pub fn help(command: &str, language: Language) -> String {
    text(&format!("help-{command}"), language)
}

/// A message without variables, by its key.
///
/// # Panics
///
/// When there is no such message.
#[must_use]
pub fn text(key: &str, language: Language) -> String {
    Catalog::of(language).say(key)
}

/// A message with its variables, by their names. A number is given by its digits.
///
/// ```
/// use kradan_i18n::{Language, text_with};
///
/// let told = text_with("line-games-heading", &[("count", "2")], Language::English);
/// assert_eq!(told, "You have 2 games");
/// ```
///
/// # Panics
///
/// When there is no such message, or it has another variable.
#[must_use]
pub fn text_with(key: &str, variables: &[(&'static str, &str)], language: Language) -> String {
    let value = |text: &str| match text.parse::<usize>() {
        Ok(number) => number.into(),
        Err(_) => text.to_owned().into(),
    };
    let variables = variables.iter().map(|(name, text)| (*name, value(text)));
    Catalog::of(language).say_with(key, variables)
}
