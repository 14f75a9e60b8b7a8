//! Commands at a table: which table is meant, and the menu from which it is chosen.
//!
//! The custom id of that menu is `which:COMMAND[:ARGUMENT]`, and its options are tables.

use super::command::{Pressed, SlashCommand};
use crate::discord::context::Ctx;
use crate::discord::controls::menu;
use crate::discord::custom_id::{Control, CustomId, read_table_option, table_option};
use crate::discord::definition::{Definition, OptionDefinition, OptionKind};
use crate::discord::interaction::CommandOptions;
use crate::discord::message::Message;
use crate::discord::pick::{Choice, OPTIONS_MAX, read_page};
use crate::discord::reply::{Answer, Reply, Suggestion};
use crate::discord::titles::{told_apart, waits_for};
use crate::discord::visibility::Visibility;
use crate::i18n::{Label, Line};
use crate::service::{Listing, ServiceError, Store, StoredTable};
use crate::table::{Command, PlayerId, Seen, Table, TableId};

/// The first word of the custom ids of the menu of tables.
pub(super) const WHICH: &str = "which";

/// The option by which a command names its table.
pub(super) const TABLE: OptionDefinition =
    OptionDefinition::optional("table", OptionKind::Suggested);

/// The most tables of a list among which one is looked for.
const LOOKED_AT_MAX: usize = 200;

/// The most characters of an argument that waits for its table to be chosen. No move is longer, and
/// a custom id has to fit.
pub(super) const ARGUMENT_MAX: usize = 40;

/// A slash command at one table, which the player names, chooses from a menu or leaves out.
pub(super) trait TableCommand {
    const DEFINITION: &'static Definition;
    const VISIBILITY: Visibility;
    const CONTROLS: &'static [Control] = &[];

    /// Whether it fits challenges too.
    const FITS_CHALLENGES: bool = false;

    /// Whether it fits the last game that is over, where no other table fits.
    const FITS_PAST: bool = false;

    /// Whether it has an argument, which then stands in the custom id of the menu of tables.
    const HAS_ARGUMENT: bool = false;

    /// Whether it fits an open table.
    fn fits(table: &Table) -> bool {
        table.is_running()
    }

    /// Leaves the tables that fit better, where several fit.
    fn narrow(_tables: &mut Vec<(TableId, StoredTable)>, _player: PlayerId, _argument: &str) {}

    /// What the options say besides the table; `None` if they make no sense.
    fn argument(_options: &CommandOptions) -> Option<&str> {
        Some("")
    }

    /// Whether an argument makes sense.
    fn is_argument(_argument: &str) -> bool {
        true
    }

    /// Runs the command at its table.
    fn act<S: Store>(ctx: &Ctx<'_, S>, at: At<'_>) -> impl Future<Output = Answer> + Send;

    /// Does what one of its buttons or menus is for.
    fn press<S: Store>(
        ctx: &Ctx<'_, S>,
        _pressed: &Pressed<'_>,
    ) -> impl Future<Output = Answer> + Send {
        async { Ok(ctx.unknown()) }
    }

    /// Suggests what an option besides the table can be.
    fn complete<S: Store>(
        _ctx: &Ctx<'_, S>,
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
    pub(super) row: &'a StoredTable,
    pub(super) argument: &'a str,
    /// The position in which the table was chosen from a menu; otherwise it is the present one.
    pub(super) seen: Option<Seen>,
}

impl At<'_> {
    /// Gives a command to the table.
    pub(super) async fn command<S: Store>(self, ctx: &Ctx<'_, S>, command: Command) -> Answer {
        let command = match self.seen {
            Some(seen) => command.on(seen),
            None => command,
        };
        ctx.command(self.id, self.row, &command).await
    }
}

impl<T: TableCommand> SlashCommand for T {
    const DEFINITION: &'static Definition = T::DEFINITION;
    const VISIBILITY: Visibility = T::VISIBILITY;
    const CONTROLS: &'static [Control] = T::CONTROLS;

    async fn run<S: Store>(ctx: &Ctx<'_, S>, options: &CommandOptions) -> Answer {
        let Some(argument) = T::argument(options) else { return Ok(ctx.unknown()) };
        if let Some(named) = options.text(TABLE.name) {
            let id = table_id(named).ok_or(ServiceError::NoTable)?;
            let row = ctx.table(id).await?;
            return T::act(ctx, At { id, row: &row, argument, seen: None }).await;
        }
        let tables = fitting::<T, S>(ctx, argument).await?;
        match &tables[..] {
            [] => Ok(ctx.ephemeral(&Line::NothingHere)),
            [(id, row)] => T::act(ctx, At { id: *id, row, argument, seen: None }).await,
            _ => Ok(which::<T, S>(ctx, tables, argument, 0).await),
        }
    }

    async fn press<S: Store>(ctx: &Ctx<'_, S>, pressed: &Pressed<'_>) -> Answer {
        T::press(ctx, pressed).await
    }

    async fn complete<S: Store>(
        ctx: &Ctx<'_, S>,
        option: &str,
        typed: &str,
        options: &CommandOptions,
    ) -> Vec<Suggestion> {
        if option == TABLE.name {
            return suggested_tables(ctx, typed).await;
        }
        T::complete(ctx, option, typed, options).await
    }

    fn takes_table(argument: Option<&str>) -> bool {
        match argument {
            Some(argument) => T::HAS_ARGUMENT && T::is_argument(argument),
            None => !T::HAS_ARGUMENT,
        }
    }

    async fn choose<S: Store>(ctx: &Ctx<'_, S>, argument: &str, value: &str) -> Answer {
        if let Some(page) = read_page(value) {
            let tables = fitting::<T, S>(ctx, argument).await?;
            return Ok(which::<T, S>(ctx, tables, argument, page).await);
        }
        let (id, seen) = read_table_option(value).ok_or(ServiceError::NoTable)?;
        let row = ctx.table(id).await?;
        T::act(ctx, At { id, row: &row, argument, seen: Some(seen) }).await
    }
}

/// A table's number as a player gives it: the value of a suggestion.
pub(super) fn table_id(text: &str) -> Option<TableId> {
    text.trim().parse().ok().map(TableId)
}

/// The tables of a player that fit a command: those here if there are any.
pub(super) async fn fitting<T: TableCommand, S: Store>(
    ctx: &Ctx<'_, S>,
    argument: &str,
) -> Result<Vec<(TableId, StoredTable)>, ServiceError> {
    let is_here = |row: &StoredTable| ctx.is_here(row);
    let mut tables = listed(ctx, &[Listing::Running]).await?;
    tables.retain(|(_, row)| T::fits(&row.table));
    if T::FITS_CHALLENGES {
        tables.extend(listed(ctx, &[Listing::Sent]).await?);
        keep_if_any(&mut tables, is_here);
        // A challenged player did not ask for the challenge: it narrows nothing down.
        let mut received = listed(ctx, &[Listing::Received]).await?;
        if tables.is_empty() {
            keep_if_any(&mut received, is_here);
        } else {
            received.retain(|(_, row)| is_here(row));
        }
        tables.extend(received);
    }
    if tables.is_empty() && T::FITS_PAST {
        let over =
            ctx.service().tables_of_player(ctx.caller.id, Listing::Over, LOOKED_AT_MAX).await?;
        // Of games that are over the last one is meant.
        let last = over.iter().position(|(_, row)| is_here(row)).unwrap_or(0);
        return Ok(over.into_iter().nth(last).into_iter().collect());
    }
    if !T::FITS_CHALLENGES {
        keep_if_any(&mut tables, is_here);
    }
    T::narrow(&mut tables, ctx.caller.id, argument);
    Ok(tables)
}

/// The caller's tables in some lists, list by list.
pub(super) async fn listed<S: Store>(
    ctx: &Ctx<'_, S>,
    lists: &[Listing],
) -> Result<Vec<(TableId, StoredTable)>, ServiceError> {
    let mut tables = Vec::new();
    for &list in lists {
        tables.extend(ctx.service().tables_of_player(ctx.caller.id, list, LOOKED_AT_MAX).await?);
    }
    Ok(tables)
}

/// Leaves the tables that fit, unless none does.
pub(super) fn keep_if_any(
    tables: &mut Vec<(TableId, StoredTable)>,
    fits: impl Fn(&StoredTable) -> bool,
) {
    if tables.iter().any(|(_, row)| fits(row)) {
        tables.retain(|(_, row)| fits(row));
    }
}

/// Leaves the tables where it is a player's turn, unless there are none.
pub(super) fn keep_own_turns(tables: &mut Vec<(TableId, StoredTable)>, player: PlayerId) {
    keep_if_any(tables, |row| row.table.to_move().is_some_and(|(_, it)| it == player));
}

/// Asks which table is meant, page by page: games before challenges, and of these those that wait
/// for the caller first.
async fn which<T: TableCommand, S: Store>(
    ctx: &Ctx<'_, S>,
    mut tables: Vec<(TableId, StoredTable)>,
    argument: &str,
    page: usize,
) -> Reply {
    tables.sort_by_key(|(_, row)| {
        (row.table.challenged().is_some(), !waits_for(&row.table, ctx.caller.id))
    });
    let labels = ctx.bot.titles(&tables, ctx.language()).await;
    let option = |(label, (id, row)): (String, &(TableId, StoredTable))| {
        let value = table_option(*id, Seen::of(row.table.game()));
        Choice { label, value }
    };
    let options: Vec<Choice> = labels.into_iter().zip(&tables).map(option).collect();
    let mut id = CustomId::new(WHICH).with(T::DEFINITION.name);
    if T::HAS_ARGUMENT {
        id = id.with(argument.chars().take(ARGUMENT_MAX).collect::<String>());
    }
    let menu = menu(id, &Label::PickTable, &options, page, ctx.language());
    let text = ctx.say(&Line::WhichTable);
    Reply::Private(Message { rows: menu.into_iter().collect(), ..Message::of(text) })
}

/// Suggests tables: games before challenges. As many are read at a time as can be suggested, until
/// enough of them fit.
async fn suggested_tables<S: Store>(ctx: &Ctx<'_, S>, typed: &str) -> Vec<Suggestion> {
    let (store, typed) = (ctx.service().store(), typed.to_lowercase());
    let mut fitting: Vec<(TableId, String)> = Vec::new();
    for list in Listing::ALL {
        let ids =
            store.tables_of_player(ctx.caller.id, list, LOOKED_AT_MAX).await.unwrap_or_default();
        for ids in ids.chunks(OPTIONS_MAX) {
            if fitting.len() == OPTIONS_MAX {
                break;
            }
            let tables = ctx.service().load_all(ids.to_vec()).await.unwrap_or_default();
            let titles = ctx.bot.titles_in_list(&tables, ctx.language()).await;
            let titled = tables.iter().map(|(id, _)| *id).zip(titles);
            let fits = titled.filter(|(_, title)| title.to_lowercase().contains(&typed));
            fitting.extend(fits.take(OPTIONS_MAX - fitting.len()));
        }
    }
    let (ids, titles): (Vec<TableId>, Vec<String>) = fitting.into_iter().unzip();
    let titles = told_apart(titles, &ids);
    titles.into_iter().zip(ids).map(|(title, id)| (title, id.0.to_string())).collect()
}
