//! The slash commands and the controls without a slash command, one file each.
//!
//! This file is the registry: it finds the owner of a slash command or a custom id. A new command
//! is a file that implements [`SlashCommand`] and declares its
//! [`sentences`](kradan_i18n::sentences), a line in the list below, and a Fluent file for each
//! language, which `i18n/catalog.rs` lists. One that is run at a table has a [`TableFinder`].
//! Buttons without a command implement [`Controls`].

mod abort;
pub(super) mod block;
mod board;
mod choose_table;
mod command;
mod count;
mod daily;
mod exercise_view;
mod explain;
pub(super) mod export;
mod game;
mod games;
mod help;
mod hint;
mod history;
mod holiday;
mod if_;
mod if_line;
mod if_panel;
mod if_text;
mod leaderboard;
mod learn;
mod more_panel;
mod more_time;
mod move_;
mod move_panel;
mod move_suggestions;
mod named_people;
mod note;
mod offers;
mod open_challenges;
mod open_game;
mod permissions;
mod play;
mod privacy;
mod profile;
mod puzzle;
mod remind_in;
mod replay;
mod report;
pub(super) mod resign;
mod resolve_table;
mod review;
mod rules;
mod server;
mod settings;
mod settings_reminders;
mod table_finder;
mod table_suggestions;
mod time_option;
mod tournament;
mod watch;

pub(super) use self::explain::explain;
pub(super) use self::move_::typed_move;
pub(super) use self::move_panel::present_board;
pub(super) use self::open_challenges::tell_of_open_challenge;
pub(super) use self::server::ask_venue;

use futures_util::future::BoxFuture;

use self::command::{Controls, Pressed, SlashCommand};
use self::table_finder::{TABLE, THERE, TableFinder, WHICH};
use self::table_suggestions::suggested_tables;
use crate::discord::shared::context::Ctx;
use crate::discord::shared::definition::{self, Access, Definition};
use crate::discord::shared::interaction::{CommandOptions, OptionValue, Payload, Request};
use crate::discord::view::custom_id::{Control, CustomId, CustomIdForm, Parts, table_option};
use crate::discord::view::reply::{Answer, Suggestion};
use crate::discord::view::visibility::Visibility;
use kradan_rules::GameKind;

/// The slash commands, in the order of `/help`.
const COMMANDS: &[Entry] = &[
    Entry::of::<play::PlayCommand>(),
    Entry::of::<move_::MoveCommand>(),
    Entry::of::<board::BoardCommand>(),
    Entry::of::<games::GamesCommand>(),
    Entry::of::<game::GameCommand>(),
    Entry::of::<profile::ProfileCommand>(),
    Entry::of::<leaderboard::LeaderboardCommand>(),
    Entry::of::<tournament::TournamentCommand>(),
    Entry::of::<learn::LearnCommand>(),
    Entry::of::<puzzle::PuzzleCommand>(),
    Entry::of::<if_::IfCommand>(),
    Entry::of::<resign::ResignCommand>(),
    Entry::of::<offers::DrawCommand>(),
    Entry::of::<holiday::HolidayCommand>(),
    Entry::of::<rules::RulesCommand>(),
    Entry::of::<settings::SettingsCommand>(),
    Entry::of::<server::ServerCommand>(),
    Entry::of::<help::HelpCommand>(),
];

/// The controls without a slash command.
const CONTROLS: &[ControlOwner] = &[
    ControlOwner::of::<more_panel::More>(),
    ControlOwner::of::<offers::Offers>(),
    ControlOwner::of::<count::Count>(),
    ControlOwner::of::<hint::Hint>(),
    ControlOwner::of::<more_time::MoreTime>(),
    ControlOwner::of::<history::History>(),
    ControlOwner::of::<export::Export>(),
    ControlOwner::of::<replay::Replay>(),
    ControlOwner::of::<review::ReviewControls>(),
    ControlOwner::of::<watch::Watch>(),
    ControlOwner::of::<note::NoteControls>(),
    ControlOwner::of::<daily::Daily>(),
    ControlOwner::of::<privacy::Privacy>(),
    ControlOwner::of::<block::Block>(),
    ControlOwner::of::<report::Report>(),
    ControlOwner::of::<abort::Abort>(),
];

/// The name of an option, and the text that is typed so far.
type Typed<'a> = (&'a str, &'a str);
type Suggestions<'a> = BoxFuture<'a, Vec<Suggestion>>;

/// A [`SlashCommand`] as a value.
struct Entry {
    definition: &'static Definition,
    access: Access,
    visibility: Visibility,
    controls: ControlOwner,
    finder: Option<&'static TableFinder>,
    run: for<'a> fn(&'a Ctx<'_>, &'a CommandOptions) -> BoxFuture<'a, Answer>,
    complete: for<'a> fn(&'a Ctx<'_>, Typed<'a>, &'a CommandOptions) -> Suggestions<'a>,
}

impl Entry {
    const fn of<C: SlashCommand + 'static>() -> Entry {
        Entry {
            definition: C::DEFINITION,
            access: C::ACCESS,
            visibility: C::VISIBILITY,
            controls: ControlOwner {
                controls: C::CONTROLS,
                press: |ctx, pressed| Box::pin(C::press(ctx, pressed)),
            },
            finder: C::FINDER,
            run: |ctx, options| Box::pin(C::run(ctx, options)),
            complete: |ctx, (option, typed), options| {
                Box::pin(C::complete(ctx, option, typed, options))
            },
        }
    }
}

/// A [`Controls`] as a value.
struct ControlOwner {
    controls: &'static [Control],
    press: for<'a> fn(&'a Ctx<'_>, &'a Pressed<'_>) -> BoxFuture<'a, Answer>,
}

impl ControlOwner {
    const fn of<C: Controls + 'static>() -> ControlOwner {
        ControlOwner {
            controls: C::CONTROLS,
            press: |ctx, pressed| Box::pin(C::press(ctx, pressed)),
        }
    }
}

const DEFINITIONS: [&Definition; COMMANDS.len()] = {
    let mut all = [COMMANDS[0].definition; COMMANDS.len()];
    let mut at = 1;
    while at < all.len() {
        all[at] = COMMANDS[at].definition;
        at += 1;
    }
    all
};

/// The definitions of all slash commands, in their order.
#[must_use]
pub fn definitions() -> &'static [&'static Definition] {
    &DEFINITIONS
}

/// Runs a slash command, or a command in the menu of a person, which is `/play` with its game.
pub(super) async fn run(ctx: &Ctx<'_>, name: &str, options: &CommandOptions) -> Answer {
    if let Some(kind) = play::game_in_menu(name) {
        let options = options.clone().with(rules::GAME.name, OptionValue::Text(kind.to_string()));
        return play::PlayCommand::run(ctx, &options).await;
    }
    match entry(name) {
        Some(entry) => (entry.run)(ctx, options).await,
        None => Ok(ctx.unknown()),
    }
}

/// Suggests values of an option of a slash command.
pub(super) async fn complete(
    ctx: &Ctx<'_>,
    name: &str,
    (option, typed): Typed<'_>,
    options: &CommandOptions,
) -> Vec<Suggestion> {
    match entry(name) {
        Some(Entry { finder: Some(finder), .. }) if option == TABLE.name => {
            suggested_tables(ctx, finder, typed).await
        }
        Some(entry) => (entry.complete)(ctx, (option, typed), options).await,
        None => Vec::new(),
    }
}

/// The commands to register: the slash commands, and in the menu of a person a challenge to each
/// game.
pub(super) fn registered() -> serde_json::Value {
    let slash =
        definitions_with_access().map(|(definition, access)| definition.to_serenity(access));
    let in_menu = GameKind::ALL
        .map(|kind| definition::in_menu_of_person(|language| play::name_in_menu(kind, language)));
    definition::to_json(&slash.chain(in_menu).collect::<Vec<_>>())
}

/// The definitions of all slash commands and who can use them, in their order.
pub(super) fn definitions_with_access() -> impl Iterator<Item = (&'static Definition, Access)> {
    COMMANDS.iter().map(|entry| (entry.definition, entry.access))
}

/// Handles a button or menu.
pub(super) async fn press(ctx: &Ctx<'_>, custom_id: &CustomId, value: Option<&str>) -> Answer {
    match find(custom_id) {
        Some(CustomIdOwner::Control { owner, control, parts }) => {
            (owner.press)(ctx, &Pressed { word: control.word, parts, value }).await
        }
        Some(CustomIdOwner::TableMenu(Waiting { finder, argument, .. })) => {
            choose_table::choose(ctx, finder, argument, value.unwrap_or_default()).await
        }
        Some(CustomIdOwner::ElsewhereButton(Waiting { finder, argument, .. }, parts)) => {
            let option = parts.table.zip(parts.seen).map(|(id, seen)| table_option(id, seen));
            choose_table::choose(ctx, finder, argument, &option.unwrap_or_default()).await
        }
        None => Ok(ctx.unknown()),
    }
}

/// The command of a request, or its control: one of those that there are, whatever was sent.
pub(super) fn name_in_metrics(request: &Request) -> &'static str {
    let name = match &request.payload {
        Payload::Command { name, .. } if play::game_in_menu(name).is_some() => {
            Some(play::PlayCommand::DEFINITION.name)
        }
        Payload::Command { name, .. } | Payload::Autocomplete { name, .. } => {
            entry(name).map(|entry| entry.definition.name)
        }
        Payload::Component { custom_id, .. } => find(custom_id).map(|found| match found {
            CustomIdOwner::Control { control, .. } => control.word,
            CustomIdOwner::TableMenu(_) => WHICH,
            CustomIdOwner::ElsewhereButton(..) => THERE,
        }),
    };
    name.unwrap_or("unknown")
}

/// Who will see the response to a request, as far as that is known in advance.
pub(super) fn visibility(request: &Request) -> Visibility {
    let visibility = match &request.payload {
        Payload::Command { name, .. } if play::game_in_menu(name).is_some() => {
            Some(play::PlayCommand::VISIBILITY)
        }
        Payload::Command { name, .. } => entry(name).map(|entry| entry.visibility),
        Payload::Component { custom_id, .. } => find(custom_id).map(|found| match found {
            CustomIdOwner::Control { control, .. } => control.visibility,
            CustomIdOwner::TableMenu(waiting) | CustomIdOwner::ElsewhereButton(waiting, _) => {
                waiting.visibility
            }
        }),
        Payload::Autocomplete { .. } => None,
    };
    visibility.unwrap_or(Visibility::Ephemeral)
}

/// Reads a custom id; `None` if no control of this version has it.
#[must_use]
pub fn read_custom_id(custom_id: &CustomId) -> Option<Parts<'_>> {
    Some(match find(custom_id)? {
        CustomIdOwner::Control { parts, .. } | CustomIdOwner::ElsewhereButton(_, parts) => parts,
        CustomIdOwner::TableMenu(Waiting { argument, .. }) => {
            Parts { table: None, seen: None, text: argument }
        }
    })
}

/// The command that owns a custom id.
enum CustomIdOwner<'a> {
    Control {
        owner: &'static ControlOwner,
        control: &'static Control,
        parts: Parts<'a>,
    },
    /// The menu from which the table of a command is chosen.
    TableMenu(Waiting<'a>),
    /// The button that runs a command at a game elsewhere.
    ElsewhereButton(Waiting<'a>, Parts<'a>),
}

/// A command that waits for its table, with its argument: `COMMAND[:ARGUMENT]` in a custom id.
struct Waiting<'a> {
    visibility: Visibility,
    finder: &'static TableFinder,
    argument: &'a str,
}

impl Waiting<'_> {
    fn read(text: &str) -> Option<Waiting<'_>> {
        let (name, argument) =
            text.split_once(':').map_or((text, None), |(name, argument)| (name, Some(argument)));
        let Entry { visibility, finder, .. } = entry(name)?;
        let finder = finder.filter(|finder| finder.argument.allows(argument))?;
        Some(Waiting { visibility: *visibility, finder, argument: argument.unwrap_or_default() })
    }
}

fn entry(name: &str) -> Option<&'static Entry> {
    COMMANDS.iter().find(|entry| entry.definition.name == name)
}

fn find(custom_id: &CustomId) -> Option<CustomIdOwner<'_>> {
    let (word, rest) = custom_id.split();
    if word == WHICH {
        let Parts { text, .. } = CustomIdForm::Text(|_| true).read(rest)?;
        return Some(CustomIdOwner::TableMenu(Waiting::read(text)?));
    }
    if word == THERE {
        let parts = CustomIdForm::PositionText.read(rest)?;
        return Some(CustomIdOwner::ElsewhereButton(Waiting::read(parts.text)?, parts));
    }
    let owners = COMMANDS.iter().map(|entry| &entry.controls).chain(CONTROLS);
    let (owner, control) = owners.into_iter().find_map(|owner| {
        let control = owner.controls.iter().find(|control| control.word == word)?;
        Some((owner, control))
    })?;
    Some(CustomIdOwner::Control { owner, control, parts: control.form.read(rest)? })
}

#[cfg(test)]
mod tests;
