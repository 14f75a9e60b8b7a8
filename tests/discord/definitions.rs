//! The commands, as Discord wants them.

use std::collections::HashSet;

use kradan::discord::definitions;
use kradan_i18n::{
    Language, choice_name, command_description, command_name, game_name, help, option_name,
};
use kradan_rules::GameKind;
use regex_lite::Regex;

/// All characters of a command in its longest translation.
const COMMAND_MAX: usize = 8_000;

/// Names of commands and options: letters, digits and Thai signs, lower case where there is one.
fn assert_is_name(name: &str) {
    assert!((1..=32).contains(&name.chars().count()), "{name}");
    let fits = |c: char| {
        matches!(c, '-' | '_') || c.is_alphanumeric() || ('\u{e01}'..='\u{e5b}').contains(&c)
    };
    assert!(name.chars().all(fits), "{name}");
    assert!(!name.contains('\u{e3f}'), "{name} has a sign of money, which is of no script");
    assert_eq!(name, name.to_lowercase());
}

fn assert_is_text(text: &str) {
    assert!((1..=100).contains(&text.chars().count()), "{text}");
}

#[test]
fn names_and_descriptions_keep_discords_rules() {
    for language in Language::ALL {
        let mut names = HashSet::new();
        for command in definitions() {
            let name = command_name(command.name, language);
            assert_is_name(&name);
            assert!(names.insert(name.clone()), "{language}: two commands are called {name}");
            assert_is_text(&command_description(command.name, language));
            let mut names = HashSet::new();
            for option in command.options {
                let name = option_name(option.name, language);
                assert_is_name(&name);
                assert!(names.insert(name.clone()), "{language}: two options are called {name}");
                assert_is_text(&option.description_in(language));
                let choices = option.choices();
                let names: HashSet<String> =
                    choices.iter().map(|&choice| choice_name(choice, language)).collect();
                assert_eq!(names.len(), choices.len());
                for name in &names {
                    assert_is_text(name);
                }
            }
        }
    }
}

#[test]
fn names_of_commands_and_options_are_english_in_every_language() {
    for (command, language) in
        definitions().iter().flat_map(|it| Language::ALL.map(|language| (it, language)))
    {
        assert_eq!(command_name(command.name, language), command.name);
        for option in command.options {
            assert_eq!(option_name(option.name, language), option.name);
        }
    }
}

#[test]
fn every_game_is_a_choice_by_its_own_name() {
    let options = definitions().iter().flat_map(|command| command.options);
    let options = options.filter(|it| ["game", "kind"].contains(&it.name));
    let games: Vec<_> = options.filter(|it| !it.choices().is_empty()).collect();
    assert_eq!(games.len(), 7);
    for option in games {
        assert_eq!(option.choices(), GameKind::ALL.map(|kind| kind.to_string()));
        for kind in GameKind::ALL {
            for language in Language::ALL {
                assert_eq!(choice_name(&kind.to_string(), language), game_name(kind, language));
            }
        }
    }
}

#[test]
fn no_command_is_longer_than_discord_takes() {
    let longest = |say: &dyn Fn(Language) -> String| {
        Language::ALL.into_iter().map(|language| say(language).chars().count()).max().unwrap()
    };
    for command in definitions() {
        let mut length = longest(&|language| command_name(command.name, language));
        length += longest(&|language| command_description(command.name, language));
        for option in command.options {
            length += longest(&|language| option_name(option.name, language));
            length += longest(&|language| option.description_in(language));
            for choice in option.choices() {
                length += choice.len() + longest(&|language| choice_name(choice, language));
            }
        }
        assert!(length <= COMMAND_MAX, "{command:?}: {length}");
    }
}

#[test]
fn help_names_each_command_as_the_reader_types_it() {
    let called = Regex::new("^`/([^` ]+)").unwrap();
    for language in Language::ALL {
        let mut length = 0;
        for command in definitions() {
            let line = help(command.name, language);
            let name = &called.captures(&line).unwrap_or_else(|| panic!("{language}: {line}"))[1];
            assert_eq!(name, command_name(command.name, language));
            length += line.chars().count() + 1;
        }
        // With heading and footer it is still one message.
        assert!(length <= 1_700, "{language}: {length}");
    }
}
