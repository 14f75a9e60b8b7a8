//! The traits of this folder's files: slash commands, and controls without a slash command.

use super::table_finder::TableFinder;
use crate::discord::shared::context::{Caller, Ctx};
use crate::discord::shared::definition::{Access, Definition};
use crate::discord::shared::interaction::CommandOptions;
use crate::discord::view::custom_id::{Control, Parts};
use crate::discord::view::reply::{Answer, Suggestion};
use crate::discord::view::visibility::Visibility;
use crate::service::{ServiceError, StoredTable};
use kradan_table::{Command, Seen, TableId};

/// A slash command with its buttons and menus.
pub(super) trait SlashCommand {
    const DEFINITION: &'static Definition;

    /// Who sees the response to the slash command.
    const VISIBILITY: Visibility;

    /// To whom Discord shows the slash command.
    const ACCESS: Access = Access::Everybody;

    /// How the command finds its table, if it is run at one.
    const FINDER: Option<&'static TableFinder> = None;

    /// The buttons and menus that this command owns.
    const CONTROLS: &'static [Control] = &[];

    /// Runs the slash command.
    fn run(ctx: &Ctx<'_>, options: &CommandOptions) -> impl Future<Output = Answer> + Send;

    /// Handles one of its buttons or menus.
    fn press(ctx: &Ctx<'_>, _pressed: &Pressed<'_>) -> impl Future<Output = Answer> + Send {
        async { Ok(ctx.unknown()) }
    }

    /// Suggests values of an option, other than the table.
    fn complete(
        _ctx: &Ctx<'_>,
        _option: &str,
        _typed: &str,
        _options: &CommandOptions,
    ) -> impl Future<Output = Vec<Suggestion>> + Send {
        async { Vec::new() }
    }
}

/// Buttons and menus without a slash command of their own.
pub(super) trait Controls {
    const CONTROLS: &'static [Control];

    /// Handles one of them.
    fn press(ctx: &Ctx<'_>, pressed: &Pressed<'_>) -> impl Future<Output = Answer> + Send;
}

/// Refuses an old control that only shows the next step. Controls that play are checked by the
/// table.
pub(super) fn check_seen(
    caller: &Caller,
    id: TableId,
    stored: &StoredTable,
    seen: Seen,
) -> Result<(), ServiceError> {
    // Others are told first that they do not play.
    if !stored.table.players().contains(&caller.id) {
        return Ok(());
    }
    let refuse = |refusal| ServiceError::Refused { id, refusal, stored: Box::new(stored.clone()) };
    stored.table.check_seen(seen).map_err(refuse)
}

/// A button or menu that was used.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pressed<'a> {
    pub(super) word: &'static str,
    pub(super) parts: Parts<'a>,
    /// What was chosen from the menu.
    pub(super) value: Option<&'a str>,
}

impl Pressed<'_> {
    /// The table that the control belongs to.
    pub(super) async fn table(
        &self,
        ctx: &Ctx<'_>,
    ) -> Result<(TableId, StoredTable), ServiceError> {
        let id = self.parts.table.ok_or(ServiceError::NoTable)?;
        Ok((id, ctx.table(id).await?))
    }

    /// Gives a command to the table of the control, for the position of the control.
    pub(super) async fn command(&self, ctx: &Ctx<'_>, command: Command) -> Answer {
        let (id, stored) = self.table(ctx).await?;
        let command = match self.parts.seen {
            Some(seen) => command.on(seen),
            None => command,
        };
        ctx.command(id, &stored, &command).await
    }
}
