//! The slash commands, one file each: definition, handler, controls and suggestions.
//!
//! This file is the registry: it finds the file that owns a slash command or a custom id. A new
//! command is a new file, which implements [`SlashCommand`] or [`TableCommand`](table_command) and
//! declares its own [`sentences`](crate::i18n::sentences); its line in the list below; and a Fluent
//! file for each language, which `i18n/catalog.rs` lists.

mod abort;
pub(super) mod block;
mod board;
mod choose_table;
mod command;
pub(super) mod count;
mod doctor;
pub(super) mod draw_offer;
pub(super) mod export;
mod games;
mod help;
mod hint;
mod history;
mod holiday;
mod if_;
mod if_line;
mod if_panel;
mod if_text;
pub(super) mod more_panel;
mod more_time;
mod move_;
mod move_panel;
mod move_suggestions;
mod named_people;
pub(super) mod note;
pub(super) mod open_game;
pub(super) mod pause;
pub(super) mod play;
mod privacy;
mod remind_in;
pub(super) mod replay;
mod report;
pub(super) mod resign;
mod resolve_table;
mod rules;
mod server;
mod settings;
mod settings_menu;
mod settings_reminders;
mod table_command;
mod table_suggestions;
pub(super) mod takeback;
mod time_option;
pub(super) mod watch;

pub(super) use self::move_::typed_move;
pub(super) use self::move_panel::present_board;
pub(super) use self::server::ask_venue;

use self::command::{Pressed, SlashCommand};
use self::table_command::{THERE, WHICH};
use super::context::Ctx;
use super::custom_id::{Control, CustomId, CustomIdForm, Parts, table_option};
use super::definition::{Access, Definition};
use super::interaction::{CommandOptions, Payload, Request};
use super::reply::{Answer, Suggestion};
use super::visibility::Visibility;

/// Writes the registry down: what is known of each command, and how each is called.
macro_rules! registry {
    ($($command:path,)*) => {
        const COMMANDS: &[Entry] = &[$(Entry::of::<$command>(),)*];

        const DEFINITIONS: &[&Definition] = &[$(<$command as SlashCommand>::DEFINITION,)*];

        /// Runs a slash command.
        pub(super) async fn run(
            ctx: &Ctx<'_>,
            name: &str,
            options: &CommandOptions,
        ) -> Answer {
            $(if name == <$command as SlashCommand>::DEFINITION.name {
                return Box::pin(<$command as SlashCommand>::run(ctx, options)).await;
            })*
            Ok(ctx.unknown())
        }

        /// Suggests what an option of a slash command can be.
        pub(super) async fn complete(
            ctx: &Ctx<'_>,
            name: &str,
            (option, typed): (&str, &str),
            options: &CommandOptions,
        ) -> Vec<Suggestion> {
            $(if name == <$command as SlashCommand>::DEFINITION.name {
                let suggestions =
                    <$command as SlashCommand>::complete(ctx, option, typed, options);
                return Box::pin(suggestions).await;
            })*
            Vec::new()
        }

        async fn press_of(
            ctx: &Ctx<'_>,
            name: &str,
            pressed: &Pressed<'_>,
        ) -> Answer {
            $(if name == <$command as SlashCommand>::DEFINITION.name {
                return Box::pin(<$command as SlashCommand>::press(ctx, pressed)).await;
            })*
            Ok(ctx.unknown())
        }

        async fn choose_of(
            ctx: &Ctx<'_>,
            name: &str,
            (argument, value): (&str, &str),
        ) -> Answer {
            $(if name == <$command as SlashCommand>::DEFINITION.name {
                return Box::pin(<$command as SlashCommand>::choose(ctx, argument, value)).await;
            })*
            Ok(ctx.unknown())
        }
    };
}

// In the order in which Discord and `/help` list them.
registry! {
    play::PlayCommand,
    move_::MoveCommand,
    if_::IfCommand,
    board::BoardCommand,
    games::GamesCommand,
    resign::ResignCommand,
    draw_offer::DrawOfferCommand,
    takeback::TakebackCommand,
    count::CountCommand,
    hint::HintCommand,
    pause::PauseCommand,
    more_time::MoreTimeCommand,
    holiday::HolidayCommand,
    rules::RulesCommand,
    history::HistoryCommand,
    export::ExportCommand,
    replay::ReplayCommand,
    watch::WatchCommand,
    note::NoteCommand,
    block::BlockCommand,
    report::ReportCommand,
    abort::AbortCommand,
    settings::SettingsCommand,
    privacy::PrivacyCommand,
    server::ServerCommand,
    doctor::DoctorCommand,
    help::HelpCommand,
}

/// What is known of a command without running it.
struct Entry {
    name: &'static str,
    access: Access,
    visibility: Visibility,
    controls: &'static [Control],
    takes_table: fn(Option<&str>) -> bool,
}

impl Entry {
    const fn of<C: SlashCommand>() -> Entry {
        Entry {
            name: C::DEFINITION.name,
            access: C::ACCESS,
            visibility: C::VISIBILITY,
            controls: C::CONTROLS,
            takes_table: C::takes_table,
        }
    }
}

/// The definitions of all slash commands, in their order.
#[must_use]
pub fn definitions() -> &'static [&'static Definition] {
    DEFINITIONS
}

/// All slash commands with those who can use them, in their order.
pub(super) fn definitions_with_access() -> impl Iterator<Item = (&'static Definition, Access)> {
    DEFINITIONS.iter().copied().zip(COMMANDS.iter().map(|entry| entry.access))
}

/// Does what a button or menu is for.
pub(super) async fn press(ctx: &Ctx<'_>, custom_id: &CustomId, value: Option<&str>) -> Answer {
    match find(custom_id) {
        Some(CustomIdOwner::Control { name, control, parts }) => {
            press_of(ctx, name, &Pressed { word: control.word, parts, value }).await
        }
        Some(CustomIdOwner::TableMenu { command, argument }) => {
            choose_of(ctx, command.name, (argument, value.unwrap_or_default())).await
        }
        Some(CustomIdOwner::ElsewhereButton { command, parts, argument }) => {
            let option = parts.table.zip(parts.seen).map(|(id, seen)| table_option(id, seen));
            choose_of(ctx, command.name, (argument, &option.unwrap_or_default())).await
        }
        None => Ok(ctx.unknown()),
    }
}

/// Who is going to see the response to a request, as far as that is known before it is run.
pub(super) fn visibility(request: &Request) -> Visibility {
    let visibility = match &request.payload {
        Payload::Command { name, .. } => entry(name).map(|entry| entry.visibility),
        Payload::Component { custom_id, .. } => find(custom_id).map(|found| match found {
            CustomIdOwner::Control { control, .. } => control.visibility,
            CustomIdOwner::TableMenu { command, .. }
            | CustomIdOwner::ElsewhereButton { command, .. } => command.visibility,
        }),
        Payload::Autocomplete { .. } => None,
    };
    visibility.unwrap_or(Visibility::Ephemeral)
}

/// What a custom id says; `None` if no button or menu of this version has it.
#[must_use]
pub fn read_custom_id(custom_id: &CustomId) -> Option<Parts<'_>> {
    Some(match find(custom_id)? {
        CustomIdOwner::Control { parts, .. } | CustomIdOwner::ElsewhereButton { parts, .. } => {
            parts
        }
        CustomIdOwner::TableMenu { argument, .. } => {
            Parts { table: None, seen: None, text: argument }
        }
    })
}

/// The command that owns a custom id.
enum CustomIdOwner<'a> {
    /// A button or menu of the command of this name.
    Control { name: &'static str, control: &'static Control, parts: Parts<'a> },
    /// The menu from which the table of a command is chosen.
    TableMenu { command: &'static Entry, argument: &'a str },
    /// The button that runs a command at a game elsewhere.
    ElsewhereButton { command: &'static Entry, parts: Parts<'a>, argument: &'a str },
}

fn entry(name: &str) -> Option<&'static Entry> {
    COMMANDS.iter().find(|entry| entry.name == name)
}

fn find(custom_id: &CustomId) -> Option<CustomIdOwner<'_>> {
    let (word, rest) = custom_id.split();
    if word == WHICH {
        let Parts { text, .. } = CustomIdForm::Text(|_| true).read(rest)?;
        let (command, argument) = waiting_command(text)?;
        return Some(CustomIdOwner::TableMenu { command, argument });
    }
    if word == THERE {
        let parts = CustomIdForm::PositionText.read(rest)?;
        let (command, argument) = waiting_command(parts.text)?;
        return Some(CustomIdOwner::ElsewhereButton { command, parts, argument });
    }
    let (name, control) = COMMANDS.iter().find_map(|entry| {
        let control = entry.controls.iter().find(|control| control.word == word)?;
        Some((entry.name, control))
    })?;
    Some(CustomIdOwner::Control { name, control, parts: control.form.read(rest)? })
}

/// The command that waits for its table, and its argument: `COMMAND[:ARGUMENT]`.
fn waiting_command(text: &str) -> Option<(&'static Entry, &str)> {
    let (name, argument) =
        text.split_once(':').map_or((text, None), |(name, argument)| (name, Some(argument)));
    let command = entry(name).filter(|entry| (entry.takes_table)(argument))?;
    Some((command, argument.unwrap_or_default()))
}

#[cfg(test)]
mod tests;
