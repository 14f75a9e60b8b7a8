//! How a command at a table finds it. [`choose_table`](super::choose_table) applies it.

use futures_util::future::BoxFuture;

use crate::discord::shared::context::Ctx;
use crate::discord::shared::definition::{OptionDefinition, OptionKind};
use crate::discord::view::reply::Answer;
use crate::service::{Listing, StoredTable};
use kradan_table::{Command, PlayerId, Seen, Table, TableId};

/// The first word of the custom ids of the menu of tables, which are `which:COMMAND[:ARGUMENT]`.
pub(super) const WHICH: &str = "which";

/// The first word of the custom ids of the button that runs a command at a game elsewhere, which
/// are `there:TABLE:POSITION:COMMAND[:ARGUMENT]`.
pub(super) const THERE: &str = "there";

/// The option by which a command names its table.
pub(super) const TABLE: OptionDefinition =
    OptionDefinition::optional("game", OptionKind::Suggested).described("option-table-description");

/// The most characters of an argument that waits for its table to be chosen. No move is longer, and
/// a custom id has to fit.
pub(super) const ARGUMENT_MAX: usize = 40;

/// A table as it is loaded.
pub(super) type LoadedTable = (TableId, StoredTable);

type Act = for<'a> fn(&'a Ctx<'_>, At<'a>) -> BoxFuture<'a, Answer>;

/// How a slash command finds its table, which the caller names, chooses from a menu or leaves out.
pub(super) struct TableFinder {
    /// The name of the slash command.
    pub(super) command: &'static str,
    pub(super) argument: ArgumentUse,
    /// The lists of the caller's tables that fit.
    pub(super) lists: &'static [Listing],
    /// Whether games of others in the channel fit too.
    pub(super) fits_spectators: bool,
    /// Whether the caller confirms the only table that fits, if it is shown elsewhere. Commands
    /// that ask a question themselves, or answer privately, need no confirmation.
    pub(super) asks_elsewhere: bool,
    /// Whether a player can run the command at a table that fits. Other tables are not suggested.
    pub(super) is_possible: fn(&StoredTable, PlayerId) -> bool,
    /// Whether a table is kept where several fit.
    pub(super) is_preferred: fn(&StoredTable, PlayerId) -> bool,
    /// Runs the command at its table.
    pub(super) act: Act,
}

impl TableFinder {
    /// Finds a running game of the caller for a command without an argument.
    pub(super) const fn of(command: &'static str, act: Act) -> TableFinder {
        TableFinder {
            command,
            argument: ArgumentUse::None,
            lists: &[Listing::Running],
            fits_spectators: false,
            asks_elsewhere: true,
            is_possible: |_, _| true,
            is_preferred: |_, _| true,
            act,
        }
    }

    /// Whether a table of the lists fits. Its game may have ended since.
    pub(super) fn fits(&self, table: &Table) -> bool {
        table.is_running() || self.lists.contains(&Listing::Over)
    }

    /// Whether a player can run the command at a table.
    pub(super) fn can_run(&self, stored: &StoredTable, player: PlayerId) -> bool {
        self.fits(&stored.table) && (self.is_possible)(stored, player)
    }
}

/// Whether a command has an argument besides its table. It stands in custom ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ArgumentUse {
    None,
    Optional,
    Required,
}

impl ArgumentUse {
    /// Whether a custom id may have this argument.
    pub(super) fn allows(self, argument: Option<&str>) -> bool {
        match argument {
            Some(_) => self != ArgumentUse::None,
            None => self != ArgumentUse::Required,
        }
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
