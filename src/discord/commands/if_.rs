//! `/if`: plans typed conditional moves, and lists the plan. [`if_panel`] has the buttons.

use super::choose_table;
use super::command::{Pressed, SlashCommand};
use super::if_line::{read_line, suggested_lines, suggestion};
use super::if_panel;
use super::move_::has_several_games;
use super::move_suggestions::read_target;
use super::resolve_table::candidates;
use super::table_finder::{ARGUMENT_MAX, ArgumentUse, At, TABLE, TableFinder, table_id};
use crate::discord::shared::context::Ctx;
use crate::discord::shared::definition::{Definition, OptionDefinition, OptionKind};
use crate::discord::shared::interaction::CommandOptions;
use crate::discord::shared::lines::is_own_turn;
use crate::discord::shared::titles;
use crate::discord::view::custom_id::Control;
use crate::discord::view::pick::OPTIONS_MAX;
use crate::discord::view::reply::{Answer, Suggestion};
use crate::discord::view::visibility::Visibility;
use crate::service::{ServiceError, StoredTable};
use kradan_i18n::sentences;
use kradan_table::PlayerId;

/// The option that holds the line.
const LINE: &str = "line";

sentences! {
    /// What `/if` says.
    enum Sentence {
        /// The suggestion is for another game than the one that is named.
        TwoTables => "line-if-two-tables",
        /// A long line does not fit into the custom id of the menu of games.
        NameTable => "line-if-name-table",
    }
}

pub(super) struct IfCommand;

impl SlashCommand for IfCommand {
    const DEFINITION: &'static Definition = &Definition {
        name: "if",
        options: &[OptionDefinition::optional(LINE, OptionKind::Suggested), TABLE],
    };
    const VISIBILITY: Visibility = Visibility::Ephemeral;
    const CONTROLS: &'static [Control] = if_panel::CONTROLS;
    const FINDER: Option<&'static TableFinder> = Some(&FINDER);

    /// The value of a suggestion may name its game.
    async fn run(ctx: &Ctx<'_>, options: &CommandOptions) -> Answer {
        let (typed, suggested) = read_target(options.text(LINE).unwrap_or_default());
        let line = typed.trim();
        let named = options.text(TABLE.name).or(suggested);
        let mut found = choose_table::find(ctx, &FINDER, named).await?;
        if !found.keep_suggested(suggested) {
            return Ok(ctx.ephemeral(&Sentence::TwoTables));
        }
        // The list names its game, and needs no question.
        let finder = TableFinder { asks_elsewhere: !line.is_empty(), ..FINDER };
        let asks = choose_table::must_ask(ctx, &finder, &found);
        if asks && line.chars().count() > ARGUMENT_MAX {
            return Ok(ctx.ephemeral(&Sentence::NameTable));
        }
        choose_table::run_at(ctx, &finder, found, line).await
    }

    async fn press(ctx: &Ctx<'_>, pressed: &Pressed<'_>) -> Answer {
        if_panel::press(ctx, pressed).await
    }

    /// Suggests the next move of the line: the opponent's legal moves and the replies to them.
    /// Where several games fit, each suggestion names its game.
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
            None => match candidates(ctx, &FINDER).await {
                Ok(found) => found.tables,
                Err(_) => return Vec::new(),
            },
        };
        tables.retain(|(_, stored)| can_plan(stored, ctx.caller.id));
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

/// Replies are planned mostly while the opponent thinks.
const FINDER: TableFinder = TableFinder {
    argument: ArgumentUse::Optional,
    is_possible: can_plan,
    is_preferred: |stored, player| !is_own_turn(stored, player),
    ..TableFinder::of(IfCommand::DEFINITION.name, |ctx, at| Box::pin(list_or_plan(ctx, at)))
};

fn can_plan(stored: &StoredTable, player: PlayerId) -> bool {
    stored.table.is_running() && stored.table.side_of(player).is_some()
}

/// Plans the line that is typed. Without one it lists the plan.
async fn list_or_plan(ctx: &Ctx<'_>, at: At<'_>) -> Answer {
    if at.argument.is_empty() {
        return if_panel::list(ctx, at.id, at.stored).await;
    }
    let refuse =
        |refusal| ServiceError::Refused { id: at.id, refusal, stored: Box::new(at.stored.clone()) };
    let line = if can_plan(at.stored, ctx.caller.id) {
        read_line(at.stored.table.game(), at.argument, ctx.language()).map_err(refuse)?
    } else {
        // The table says why not.
        Vec::new()
    };
    if_panel::plan(ctx, at.id, &line, at.seen).await
}
