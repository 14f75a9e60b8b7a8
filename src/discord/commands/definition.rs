//! The slash commands as Discord knows them, in every language.

use serde_json::Value;
use serenity::all::{
    CommandOptionType, CreateCommand, CreateCommandOption, InstallationContext, InteractionContext,
};

use crate::i18n::{
    Choice, CommandName, Language, OptionName, choice_name, command_description, command_name,
    option_description, option_name,
};
use crate::table::TimeControl;

/// Every command. They work in servers, in their threads and in private conversations, and a
/// person may bring them along to where the bot was not invited.
#[must_use]
pub fn definitions() -> Vec<CreateCommand> {
    CommandName::ALL.iter().map(|&name| command(name)).collect()
}

/// The same as they are registered: without what a command has not. serenity writes that of every
/// option, even where Discord knows no such thing of that kind of option.
pub(in super::super) fn as_registered() -> Value {
    let mut written =
        serde_json::to_value(definitions()).expect("a command has nothing that JSON has not");
    leave_out_empty(&mut written);
    written
}

fn leave_out_empty(value: &mut Value) {
    let is_empty = |value: &Value| match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(list) => list.is_empty(),
        _ => false,
    };
    match value {
        Value::Object(object) => {
            object.retain(|_, inner| !is_empty(inner));
            object.values_mut().for_each(leave_out_empty);
        }
        Value::Array(list) => list.iter_mut().for_each(leave_out_empty),
        _ => {}
    }
}

fn command(name: CommandName) -> CreateCommand {
    let mut command = CreateCommand::new(name.key())
        .description(command_description(name, Language::English))
        .integration_types(vec![InstallationContext::Guild, InstallationContext::User])
        .contexts(vec![
            InteractionContext::Guild,
            InteractionContext::BotDm,
            InteractionContext::PrivateChannel,
        ]);
    for (locale, language) in translations() {
        command = command
            .name_localized(locale, command_name(name, language))
            .description_localized(locale, command_description(name, language));
    }
    let options = name.options().iter().map(|&it| option(name, it)).collect();
    command.set_options(options)
}

fn option(command: CommandName, name: OptionName) -> CreateCommandOption {
    let english = option_description(command, name, Language::English);
    let mut option = CreateCommandOption::new(kind(name), name.key(), english)
        .required(is_required(name))
        .set_autocomplete(matches!(name, OptionName::Move | OptionName::Table));
    for (locale, language) in translations() {
        option = option
            .name_localized(locale, option_name(name, language))
            .description_localized(locale, option_description(command, name, language));
    }
    if name == OptionName::Days {
        option = option.min_int_value(1).max_int_value(TimeControl::DAYS_MAX.into());
    }
    name.choices().iter().fold(option, |option, &choice| with_choice(option, choice))
}

fn with_choice(option: CreateCommandOption, choice: Choice) -> CreateCommandOption {
    let names = translations().map(|(locale, language)| (locale, choice_name(choice, language)));
    let english = choice_name(choice, Language::English);
    option.add_string_choice_localized(english, choice.key(), names)
}

fn kind(option: OptionName) -> CommandOptionType {
    match option {
        OptionName::Opponent => CommandOptionType::User,
        OptionName::Days => CommandOptionType::Integer,
        OptionName::Game
        | OptionName::Side
        | OptionName::Where
        | OptionName::Move
        | OptionName::Table
        | OptionName::Act => CommandOptionType::String,
    }
}

fn is_required(option: OptionName) -> bool {
    match option {
        OptionName::Game | OptionName::Move | OptionName::Act => true,
        OptionName::Opponent
        | OptionName::Side
        | OptionName::Days
        | OptionName::Where
        | OptionName::Table => false,
    }
}

/// Every locale of Discord for which there are words besides the English ones.
fn translations() -> impl Iterator<Item = (&'static str, Language)> {
    Language::ALL
        .into_iter()
        .flat_map(|language| language.locales().iter().map(move |&locale| (locale, language)))
}
