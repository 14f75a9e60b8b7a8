//! `/if`: plans conditional moves that are typed, and lists the plan. How lines are picked by
//! buttons is in [`if_panel`].

use super::command::Pressed;
use super::if_line::{read_line, suggested_lines, suggestion};
use super::if_panel;
use super::move_::has_several_games;
use super::move_suggestions::read_target;
use super::resolve_table::{candidates, keep_if_any};
use super::table_command::{
    ARGUMENT_MAX, ArgumentUse, At, LoadedTable, TABLE, TableCommand, table_id,
};
use crate::discord::shared::context::Ctx;
use crate::discord::shared::definition::{Definition, OptionDefinition, OptionKind};
use crate::discord::shared::interaction::CommandOptions;
use crate::discord::shared::lines::is_own_turn;
use crate::discord::shared::titles;
use crate::discord::view::custom_id::Control;
use crate::discord::view::pick::OPTIONS_MAX;
use crate::discord::view::preferences::Preferences;
use crate::discord::view::reply::{Answer, Reply, Suggestion};
use crate::discord::view::visibility::Visibility;
use crate::service::ServiceError;
use kradan_i18n::sentences;
use kradan_table::{PlayerId, Table, TableId};

/// The option that holds the line.
const LINE: &str = "line";

sentences! {
    /// What `/if` says.
    enum Sentence {
        /// The suggestion is for another game than the one that is named.
        TwoTables => "line-if-two-tables",
        /// A long line does not wait until its game is chosen.
        NameTable => "line-if-name-table",
    }
}

pub(super) struct IfCommand;

impl TableCommand for IfCommand {
    const DEFINITION: &'static Definition = &Definition {
        name: "if",
        options: &[OptionDefinition::optional(LINE, OptionKind::Suggested), TABLE],
    };
    const VISIBILITY: Visibility = Visibility::Ephemeral;
    const CONTROLS: &'static [Control] = if_panel::CONTROLS;
    const ARGUMENT: ArgumentUse = ArgumentUse::Optional;

    fn is_possible(table: &Table, player: PlayerId) -> bool {
        table.is_running() && table.side_of(player).is_some()
    }

    /// Replies are planned mostly while the opponent thinks.
    fn narrow(tables: &mut Vec<LoadedTable>, player: PlayerId, _: &str) {
        keep_if_any(tables, |stored| !is_own_turn(stored, player));
    }

    /// A list names its game; a line is planned in the game that is meant.
    fn asks_elsewhere(line: &str, _: &Preferences) -> bool {
        !line.is_empty()
    }

    /// A suggestion may stand for a line in one of several games.
    fn named_table(options: &CommandOptions) -> Option<&str> {
        let of_line = || options.text(LINE).and_then(|text| read_target(text).1);
        options.text(TABLE.name).or_else(of_line)
    }

    fn table_of_suggestion(options: &CommandOptions) -> Option<TableId> {
        table_id(read_target(options.text(LINE)?).1?)
    }

    fn refuse_suggestion(ctx: &Ctx<'_>) -> Reply {
        ctx.ephemeral(&Sentence::TwoTables)
    }

    fn argument(options: &CommandOptions) -> &str {
        options.text(LINE).map(|text| read_target(text).0.trim()).unwrap_or_default()
    }

    fn can_wait(argument: &str) -> bool {
        argument.chars().count() <= ARGUMENT_MAX
    }

    fn refuse_to_wait(ctx: &Ctx<'_>) -> Reply {
        ctx.ephemeral(&Sentence::NameTable)
    }

    async fn act(ctx: &Ctx<'_>, at: At<'_>) -> Answer {
        if at.argument.is_empty() {
            return if_panel::list(ctx, at.id, at.stored).await;
        }
        let refuse = |refusal| ServiceError::Refused {
            id: at.id,
            refusal,
            stored: Box::new(at.stored.clone()),
        };
        let line = if IfCommand::is_possible(&at.stored.table, ctx.caller.id) {
            read_line(at.stored.table.game(), at.argument, ctx.language()).map_err(refuse)?
        } else {
            // The table says why not.
            Vec::new()
        };
        if_panel::plan(ctx, at.id, &line, at.seen).await
    }

    async fn press(ctx: &Ctx<'_>, pressed: &Pressed<'_>) -> Answer {
        if_panel::press(ctx, pressed).await
    }

    /// Suggests the next move of the line: the opponent's legal moves and the replies to them. Where
    /// several games fit, each suggestion names its game.
    async fn complete(
        ctx: &Ctx<'_>,
        option: &str,
        typed: &str,
        options: &CommandOptions,
    ) -> Vec<Suggestion> {
        if option != LINE {
            return Vec::new();
        }
        let named = options.text(TABLE.name).and_then(table_id);
        let mut tables = match named {
            Some(id) => ctx.table(id).await.map(|stored| vec![(id, stored)]).unwrap_or_default(),
            None => match candidates::<IfCommand>(ctx, "").await {
                Ok(found) => found.tables,
                Err(_) => return Vec::new(),
            },
        };
        tables.retain(|(_, stored)| IfCommand::is_possible(&stored.table, ctx.caller.id));
        let titles = titles::distinct(ctx.bot, &tables, ctx.language()).await;
        let is_alone = tables.len() == 1;
        let is_clear = is_alone && (named.is_some() || !has_several_games(ctx).await);
        let typed = read_target(typed).0;
        let mut suggestions = Vec::new();
        for ((id, stored), title) in tables.iter().zip(titles) {
            let Some(side) = stored.table.side_of(ctx.caller.id) else { continue };
            let lines = suggested_lines(stored.table.game(), side, typed, ctx.language());
            let table = (!is_clear).then_some(*id);
            let title = (!is_alone).then_some(title.as_str());
            let own = lines.into_iter().filter_map(|line| suggestion(line, table, title));
            suggestions.extend(own.take(OPTIONS_MAX.div_ceil(tables.len())));
        }
        suggestions.truncate(OPTIONS_MAX);
        suggestions
    }
}
