//! The commands, as Discord wants them.

use std::collections::HashSet;

use kradan::i18n::{
    Choice, CommandName, Language, OptionName, choice_name, command_description, command_name,
    game_name, help, option_description, option_name,
};
use kradan::rules::GameKind;
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
        for &command in CommandName::ALL {
            let name = command_name(command, language);
            assert_is_name(&name);
            assert!(names.insert(name.clone()), "{language}: two commands are called {name}");
            assert_is_text(&command_description(command, language));
            let mut names = HashSet::new();
            for &option in command.options() {
                let name = option_name(option, language);
                assert_is_name(&name);
                assert!(names.insert(name.clone()), "{language}: two options are called {name}");
                assert_is_text(&option_description(command, option, language));
            }
        }
        for &option in OptionName::ALL {
            let names: HashSet<String> =
                option.choices().iter().map(|&choice| choice_name(choice, language)).collect();
            assert_eq!(names.len(), option.choices().len());
            for name in &names {
                assert_is_text(name);
            }
        }
    }
}

#[test]
fn english_names_are_the_keys() {
    for &command in CommandName::ALL {
        assert_eq!(command_name(command, Language::English), command.key());
        assert_eq!(CommandName::of_key(command.key()), Some(command));
    }
    for &option in OptionName::ALL {
        assert_eq!(option_name(option, Language::English), option.key());
        assert_eq!(OptionName::of_key(option.key()), Some(option));
    }
    for &choice in Choice::ALL {
        assert_eq!(Choice::of_key(choice.key()), Some(choice));
    }
    assert_eq!(CommandName::of_key("fly"), None);
}

#[test]
fn every_option_and_choice_has_its_place() {
    let options: HashSet<OptionName> =
        CommandName::ALL.iter().flat_map(|command| command.options().iter().copied()).collect();
    assert_eq!(options.len(), OptionName::ALL.len());
    let choices: HashSet<Choice> =
        OptionName::ALL.iter().flat_map(|option| option.choices().iter().copied()).collect();
    assert_eq!(choices.len(), Choice::ALL.len());
    for kind in GameKind::ALL {
        let choice = Choice::of_key(&kind.to_string()).unwrap();
        for language in Language::ALL {
            assert_eq!(choice_name(choice, language), game_name(kind, language));
        }
    }
}

#[test]
fn no_command_is_longer_than_discord_takes() {
    let longest = |say: &dyn Fn(Language) -> String| {
        Language::ALL.into_iter().map(|language| say(language).chars().count()).max().unwrap()
    };
    for &command in CommandName::ALL {
        let mut length = longest(&|language| command_name(command, language));
        length += longest(&|language| command_description(command, language));
        for &option in command.options() {
            length += longest(&|language| option_name(option, language));
            length += longest(&|language| option_description(command, option, language));
            for &choice in option.choices() {
                length += choice.key().len() + longest(&|language| choice_name(choice, language));
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
        for &command in CommandName::ALL {
            let line = help(command, language);
            let name = &called.captures(&line).unwrap_or_else(|| panic!("{language}: {line}"))[1];
            assert_eq!(name, command_name(command, language));
            length += line.chars().count() + 1;
        }
        // With heading and footer it is still one message.
        assert!(length <= 1_600, "{language}: {length}");
    }
}
