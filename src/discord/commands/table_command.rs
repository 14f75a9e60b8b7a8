//! What a command at a table provides. `choose_table.rs` makes a slash command of it.

use super::command::Pressed;
use crate::discord::shared::context::Ctx;
use crate::discord::shared::definition::{Definition, OptionDefinition, OptionKind};
use crate::discord::shared::interaction::CommandOptions;
use crate::discord::view::custom_id::Control;
use crate::discord::view::preferences::Preferences;
use crate::discord::view::reply::{Answer, Reply, Suggestion};
use crate::discord::view::visibility::Visibility;
use crate::service::{ServiceError, StoredTable};
use kradan_i18n::Line;
use kradan_table::{Command, PlayerId, Seen, Table, TableId};

/// The first word of the custom ids of the menu of tables, which are `which:COMMAND[:ARGUMENT]`.
pub(super) const WHICH: &str = "which";

/// The first word of the custom ids of the button that runs a command at a game elsewhere, which are
/// `there:TABLE:POSITION:COMMAND[:ARGUMENT]`.
pub(super) const THERE: &str = "there";

/// The option by which a command names its table.
pub(super) const TABLE: OptionDefinition =
    OptionDefinition::optional("game", OptionKind::Suggested).described("option-table-description");

/// The most characters of an argument that waits for its table to be chosen. No move is longer, and
/// a custom id has to fit.
pub(super) const ARGUMENT_MAX: usize = 40;

/// A table as it is loaded.
pub(super) type LoadedTable = (TableId, StoredTable);

/// Whether a command has an argument besides its table. It stands in custom ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ArgumentUse {
    None,
    Optional,
    Required,
}

/// A slash command at one table, which the player names, chooses from a menu or leaves out.
pub(super) trait TableCommand {
    const DEFINITION: &'static Definition;
    const VISIBILITY: Visibility;
    const CONTROLS: &'static [Control] = &[];

    /// Whether it fits challenges too.
    const FITS_CHALLENGES: bool = false;

    /// Whether it fits games that are over.
    const FITS_PAST: bool = false;

    /// Whether it fits games of others in the channel.
    const FITS_SPECTATORS: bool = false;

    const ARGUMENT: ArgumentUse = ArgumentUse::None;

    /// Whether it fits an open table.
    fn fits(table: &Table) -> bool {
        table.is_running()
    }

    /// Whether a player can do it at a table now. Other tables are not suggested.
    fn is_possible(table: &Table, _player: PlayerId) -> bool {
        Self::fits(table)
    }

    /// Leaves the tables that fit better, where several fit.
    fn narrow(_tables: &mut Vec<LoadedTable>, _player: PlayerId, _argument: &str) {}

    /// Whether the caller is asked before it is run at the only game that fits, where that is not
    /// shown here. Commands that ask a question themselves, or show something to the caller alone,
    /// need no other.
    fn asks_elsewhere(_argument: &str, _preferences: &Preferences) -> bool {
        true
    }

    /// What is done before the table is looked for. With a reply, that is all.
    fn begin(
        _ctx: &Ctx<'_>,
        _options: &CommandOptions,
    ) -> impl Future<Output = Result<Option<Reply>, ServiceError>> + Send {
        async { Ok(None) }
    }

    /// The answer where the caller names no table, and none fits.
    fn refuse_without_table(ctx: &Ctx<'_>) -> Reply {
        ctx.ephemeral(&Line::NothingHere)
    }

    /// The table that the options name.
    fn named_table(options: &CommandOptions) -> Option<&str> {
        options.text(TABLE.name)
    }

    /// The table that a suggestion names, which the player chose for another option.
    fn table_of_suggestion(_options: &CommandOptions) -> Option<TableId> {
        None
    }

    /// The answer where that is another table than the one that the options name.
    fn refuse_suggestion(ctx: &Ctx<'_>) -> Reply {
        ctx.unknown()
    }

    /// What the options say besides the table.
    fn argument(_options: &CommandOptions) -> &str {
        ""
    }

    /// Whether an argument makes sense.
    fn is_argument(_argument: &str) -> bool {
        true
    }

    /// The answer to an argument that makes no sense.
    fn refuse_argument(ctx: &Ctx<'_>) -> Reply {
        ctx.unknown()
    }

    /// Whether an argument can wait in a custom id until its table is chosen.
    fn can_wait(_argument: &str) -> bool {
        true
    }

    /// The answer to an argument that cannot wait where several tables fit.
    fn refuse_to_wait(ctx: &Ctx<'_>) -> Reply {
        ctx.unknown()
    }

    /// Runs the command at its table.
    fn act(ctx: &Ctx<'_>, at: At<'_>) -> impl Future<Output = Answer> + Send;

    /// Does what one of its buttons or menus is for.
    fn press(ctx: &Ctx<'_>, _pressed: &Pressed<'_>) -> impl Future<Output = Answer> + Send {
        async { Ok(ctx.unknown()) }
    }

    /// Suggests what an option besides the table can be.
    fn complete(
        _ctx: &Ctx<'_>,
        _option: &str,
        _typed: &str,
        _options: &CommandOptions,
    ) -> impl Future<Output = Vec<Suggestion>> + Send {
        async { Vec::new() }
    }
}

/// The table at which a command is run.
#[derive(Clone, Copy, Debug)]
pub(super) struct At<'a> {
    pub(super) id: TableId,
    pub(super) stored: &'a StoredTable,
    pub(super) argument: &'a str,
    /// The position in which the table was chosen from a menu; otherwise it is the present one.
    pub(super) seen: Option<Seen>,
}

impl At<'_> {
    /// Gives a command to the table.
    pub(super) async fn command(self, ctx: &Ctx<'_>, command: Command) -> Answer {
        let command = match self.seen {
            Some(seen) => command.on(seen),
            None => command,
        };
        ctx.command(self.id, self.stored, &command).await
    }
}

/// A table's number as a suggestion stands for it.
pub(super) fn table_id(text: &str) -> Option<TableId> {
    text.trim().parse().ok().map(TableId)
}
