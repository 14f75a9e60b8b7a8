//! Slash commands as Discord knows them. Descriptions and choices are in every language. Names of
//! commands and options are English everywhere: Discord shows a mention of a command by its English
//! name (discord-api-docs#5518), and Kradan's language may not be the one of a reader's Discord.

use serde_json::Value;
use serenity::all::{
    CommandOptionType, CommandType, CreateCommand, CreateCommandOption, InstallationContext,
    InteractionContext, Permissions,
};

use kradan_i18n::{self as i18n, Language};

/// A slash command: its English name and its options, in their order.
#[derive(Clone, Copy, Debug)]
pub struct Definition {
    /// The English name, by which Discord and this program know the command.
    pub name: &'static str,
    /// The options that Discord asks for.
    pub options: &'static [OptionDefinition],
}

/// Who can use a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    Everybody,
    /// Those who manage a server, and there alone.
    Managers,
}

/// An option of a slash command.
#[derive(Clone, Copy, Debug)]
pub struct OptionDefinition {
    /// The English name.
    pub name: &'static str,
    /// What can be given.
    pub kind: OptionKind,
    /// Whether the command cannot do without it.
    pub is_required: bool,
    /// The message that describes it, if it is not that of its name.
    pub description: Option<&'static str>,
}

/// What can be given for an option.
#[derive(Clone, Copy, Debug)]
pub enum OptionKind {
    /// A text for which the command has suggestions.
    Suggested,
    /// A text of at most so many characters.
    Text(u16),
    /// One of a few choices, by their English names.
    Choice(&'static [&'static str]),
    /// A whole number between these two, both included.
    Integer(u8, u8),
    /// A whole number from 1 on, each by an English name.
    Numbered(&'static [&'static str]),
    /// A person.
    User,
}

impl OptionDefinition {
    /// An option that the command cannot do without.
    #[must_use]
    pub const fn required(name: &'static str, kind: OptionKind) -> OptionDefinition {
        OptionDefinition { name, kind, is_required: true, description: None }
    }

    /// An option that may be left out.
    #[must_use]
    pub const fn optional(name: &'static str, kind: OptionKind) -> OptionDefinition {
        OptionDefinition { name, kind, is_required: false, description: None }
    }

    /// The same option with a description of its own.
    #[must_use]
    pub const fn described(self, description: &'static str) -> OptionDefinition {
        OptionDefinition { description: Some(description), ..self }
    }

    /// The choices, where there are just a few.
    #[must_use]
    pub const fn choices(&self) -> &'static [&'static str] {
        match self.kind {
            OptionKind::Choice(choices) | OptionKind::Numbered(choices) => choices,
            OptionKind::Suggested
            | OptionKind::Text(_)
            | OptionKind::Integer(..)
            | OptionKind::User => &[],
        }
    }

    /// What the option is for, in at most 100 characters.
    #[must_use]
    pub fn description_in(&self, language: Language) -> String {
        match self.description {
            Some(message) => i18n::text(message, language),
            None => i18n::text(&format!("option-{}-description", self.name), language),
        }
    }

    fn to_serenity(self) -> CreateCommandOption {
        let kind = match self.kind {
            OptionKind::Suggested | OptionKind::Text(_) | OptionKind::Choice(_) => {
                CommandOptionType::String
            }
            OptionKind::Integer(..) | OptionKind::Numbered(_) => CommandOptionType::Integer,
            OptionKind::User => CommandOptionType::User,
        };
        let english = self.description_in(Language::English);
        let mut option = CreateCommandOption::new(kind, self.name, english)
            .required(self.is_required)
            .set_autocomplete(matches!(self.kind, OptionKind::Suggested));
        for (locale, language) in translations() {
            option = option.description_localized(locale, self.description_in(language));
        }
        if let OptionKind::Integer(least, most) = self.kind {
            option = option.min_int_value(least.into()).max_int_value(most.into());
        }
        if let OptionKind::Text(most) = self.kind {
            option = option.max_length(most);
        }
        (1..).zip(self.choices()).fold(option, |option, (number, choice)| {
            let names = translations()
                .map(|(locale, language)| (locale, i18n::choice_name(choice, language)));
            let english = i18n::choice_name(choice, Language::English);
            match self.kind {
                OptionKind::Numbered(_) => option.add_int_choice_localized(english, number, names),
                _ => option.add_string_choice_localized(english, *choice, names),
            }
        })
    }
}

impl Definition {
    /// A command for everybody works in servers, in their threads and in private conversations, and
    /// a person may bring it along to where the bot was not invited. A command for managers works
    /// in servers that have the bot.
    pub(crate) fn to_serenity(self, access: Access) -> CreateCommand {
        let mut command = CreateCommand::new(self.name)
            .description(i18n::command_description(self.name, Language::English));
        command = match access {
            Access::Everybody => everywhere(command),
            Access::Managers => in_servers(command, Permissions::MANAGE_GUILD),
        };
        for (locale, language) in translations() {
            let description = i18n::command_description(self.name, language);
            command = command.description_localized(locale, description);
        }
        let options = self.options.iter().map(|option| option.to_serenity()).collect();
        command.set_options(options)
    }
}

/// A command in the menu of a person, by its names. Discord takes no description of it.
pub(crate) fn in_menu_of_person(name: impl Fn(Language) -> String) -> CreateCommand {
    let command = CreateCommand::new(name(Language::English)).kind(CommandType::User);
    let names = translations().map(|(locale, language)| (locale, name(language)));
    names.fold(everywhere(command), |command, (locale, name)| command.name_localized(locale, name))
}

/// A command in servers, in their threads and in private conversations, wherever the bot or its user is.
fn everywhere(command: CreateCommand) -> CreateCommand {
    command.integration_types(vec![InstallationContext::Guild, InstallationContext::User]).contexts(
        vec![
            InteractionContext::Guild,
            InteractionContext::BotDm,
            InteractionContext::PrivateChannel,
        ],
    )
}

/// A command for members of servers that have the bot who hold all of these permissions.
fn in_servers(command: CreateCommand, permissions: Permissions) -> CreateCommand {
    command
        .integration_types(vec![InstallationContext::Guild])
        .contexts(vec![InteractionContext::Guild])
        .default_member_permissions(permissions)
}

/// Commands as they are registered: without what a command does not have. serenity writes that of
/// every option, even where Discord knows no such thing for that kind of option.
pub(crate) fn to_json(commands: &[CreateCommand]) -> Value {
    let mut json = serde_json::to_value(commands).expect("a command has nothing that JSON has not");
    leave_out_empty(&mut json);
    json
}

fn leave_out_empty(value: &mut Value) {
    let is_empty = |value: &Value| match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(list) => list.is_empty(),
        Value::Object(object) => object.is_empty(),
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

/// Every locale of Discord for which there are words besides the English ones.
fn translations() -> impl Iterator<Item = (&'static str, Language)> {
    Language::ALL
        .into_iter()
        .flat_map(|language| language.locales().iter().map(move |&locale| (locale, language)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_english_and_descriptions_and_choices_are_translated() {
        const COMMAND: Definition = Definition {
            name: "play",
            options: &[OptionDefinition::optional("where", OptionKind::Choice(&["here"]))],
        };
        let json = &to_json(&[COMMAND.to_serenity(Access::Everybody)])[0];
        let option = &json["options"][0];
        for named in [json, option] {
            assert_eq!(named.get("name_localizations"), None, "{named}");
            assert_eq!(named["description_localizations"].as_object().unwrap().len(), 5, "{named}");
        }
        let dutch = i18n::choice_name("here", Language::Dutch);
        assert_eq!(option["choices"][0]["name_localizations"]["nl"], dutch);
        let json = &to_json(&[COMMAND.to_serenity(Access::Managers)])[0];
        assert_eq!(json["default_member_permissions"], (1_u64 << 5).to_string());
        assert_eq!(json["contexts"], serde_json::json!([0]));
    }
}
