//! Slash commands as Discord knows them, in every language.

use serde_json::Value;
use serenity::all::{
    CommandOptionType, CreateCommand, CreateCommandOption, InstallationContext, InteractionContext,
};

use crate::i18n::{self, Language};

/// A slash command: its English name and its options, in their order.
#[derive(Clone, Copy, Debug)]
pub struct Definition {
    /// The English name, by which Discord and this program know the command.
    pub name: &'static str,
    /// The options that Discord asks for.
    pub options: &'static [OptionDefinition],
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
    /// One of a few choices, by their English names.
    Choice(&'static [&'static str]),
    /// A whole number between these two, both included.
    Integer(u8, u8),
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
            OptionKind::Choice(choices) => choices,
            OptionKind::Suggested | OptionKind::Integer(..) | OptionKind::User => &[],
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
            OptionKind::Suggested | OptionKind::Choice(_) => CommandOptionType::String,
            OptionKind::Integer(..) => CommandOptionType::Integer,
            OptionKind::User => CommandOptionType::User,
        };
        let english = self.description_in(Language::English);
        let mut option = CreateCommandOption::new(kind, self.name, english)
            .required(self.is_required)
            .set_autocomplete(matches!(self.kind, OptionKind::Suggested));
        for (locale, language) in translations() {
            option = option
                .name_localized(locale, i18n::option_name(self.name, language))
                .description_localized(locale, self.description_in(language));
        }
        if let OptionKind::Integer(least, most) = self.kind {
            option = option.min_int_value(least.into()).max_int_value(most.into());
        }
        self.choices().iter().fold(option, |option, choice| {
            let names = translations()
                .map(|(locale, language)| (locale, i18n::choice_name(choice, language)));
            let english = i18n::choice_name(choice, Language::English);
            option.add_string_choice_localized(english, *choice, names)
        })
    }
}

impl Definition {
    /// Commands work in servers, in their threads and in private conversations, and a person may
    /// bring them along to where the bot was not invited.
    fn to_serenity(self) -> CreateCommand {
        let mut command = CreateCommand::new(self.name)
            .description(i18n::command_description(self.name, Language::English))
            .integration_types(vec![InstallationContext::Guild, InstallationContext::User])
            .contexts(vec![
                InteractionContext::Guild,
                InteractionContext::BotDm,
                InteractionContext::PrivateChannel,
            ]);
        for (locale, language) in translations() {
            command = command
                .name_localized(locale, i18n::command_name(self.name, language))
                .description_localized(locale, i18n::command_description(self.name, language));
        }
        let options = self.options.iter().map(|option| option.to_serenity()).collect();
        command.set_options(options)
    }
}

/// Commands as they are registered: without what a command does not have. serenity writes that of
/// every option, even where Discord knows no such thing for that kind of option.
pub(super) fn to_json(definitions: &[&Definition]) -> Value {
    let commands: Vec<CreateCommand> = definitions.iter().map(|it| it.to_serenity()).collect();
    let mut json = serde_json::to_value(commands).expect("a command has nothing that JSON has not");
    leave_out_empty(&mut json);
    json
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

/// Every locale of Discord for which there are words besides the English ones.
fn translations() -> impl Iterator<Item = (&'static str, Language)> {
    Language::ALL
        .into_iter()
        .flat_map(|language| language.locales().iter().map(move |&locale| (locale, language)))
}
