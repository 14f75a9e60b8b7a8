//! Runs a command at its table, which the caller names, chooses from a menu or leaves out.

use super::explain::explain;
use super::resolve_table::{Candidates, candidates};
use super::table_finder::{
    ARGUMENT_MAX, ArgumentUse, At, LoadedTable, TABLE, THERE, TableFinder, WHICH, table_id,
};
use super::table_suggestions::tables_titled;
use crate::discord::api::panels::QUESTION;
use crate::discord::shared::context::Ctx;
use crate::discord::shared::interaction::CommandOptions;
use crate::discord::shared::titles::waits_for;
use crate::discord::view::controls::{labelled, menu};
use crate::discord::view::custom_id::{CustomId, read_table_option, table_option};
use crate::discord::view::message::{ButtonStyle, Message};
use crate::discord::view::pick::{Choice, read_page};
use crate::discord::view::player_name::escaped;
use crate::discord::view::reply::{Answer, Reply};
use crate::service::ServiceError;
use kradan_i18n::{Label, Line};
use kradan_table::{Refusal, Seen};

/// Runs a command without an argument at the table that the options name, or the only one that fits.
pub(super) async fn run(ctx: &Ctx<'_>, finder: &TableFinder, options: &CommandOptions) -> Answer {
    let found = find(ctx, finder, options.text(TABLE.name)).await?;
    run_at(ctx, finder, found, "").await
}

/// The tables that the caller names by a suggestion or a part of the title; where they name none,
/// those that may be meant.
pub(super) async fn find(
    ctx: &Ctx<'_>,
    finder: &TableFinder,
    named: Option<&str>,
) -> Result<Candidates, ServiceError> {
    let Some(named) = named else { return candidates(ctx, finder).await };
    let tables: Vec<LoadedTable> = match table_id(named) {
        Some(id) => vec![(id, ctx.table(id).await?)],
        None => {
            tables_titled(ctx, finder, named).await.into_iter().map(|(table, _)| table).collect()
        }
    };
    if tables.is_empty() {
        Err(ServiceError::NoTable)
    } else {
        Ok(Candidates { tables, is_here: true })
    }
}

/// Runs a command at the table that was found, or asks which one is meant.
pub(super) async fn run_at(
    ctx: &Ctx<'_>,
    finder: &TableFinder,
    found: Candidates,
    argument: &str,
) -> Answer {
    let asks = must_ask(ctx, finder, &found);
    match &found.tables[..] {
        [] => Ok(ctx.ephemeral(&Line::NothingHere)),
        [table] if asks => Ok(ask_elsewhere(ctx, finder, table, argument).await),
        [(id, stored)] => act(ctx, finder, At { id: *id, stored, argument, seen: None }).await,
        _ => Ok(which(ctx, finder, found.tables, argument, 0).await),
    }
}

/// Whether the caller is asked for the table. At the only game that fits, what is refused anyway is
/// refused at once.
pub(super) fn must_ask(ctx: &Ctx<'_>, finder: &TableFinder, found: &Candidates) -> bool {
    match &found.tables[..] {
        [] => false,
        [(_, stored)] => {
            !found.is_here && finder.asks_elsewhere && finder.can_run(stored, ctx.caller.id)
        }
        _ => true,
    }
}

/// Goes on with the option that was chosen from the menu of tables.
pub(super) async fn choose(
    ctx: &Ctx<'_>,
    finder: &TableFinder,
    argument: &str,
    value: &str,
) -> Answer {
    if let Some(page) = read_page(value) {
        let Candidates { tables, .. } = candidates(ctx, finder).await?;
        return Ok(which(ctx, finder, tables, argument, page).await);
    }
    let (id, seen) = read_table_option(value).ok_or(ServiceError::NoTable)?;
    let stored = ctx.table(id).await?;
    let is_in_panel = matches!(ctx.request.origin.message, Some((_, true)));
    // The question makes room for what only the caller sees.
    match act(ctx, finder, At { id, stored: &stored, argument, seen: Some(seen) }).await {
        Ok(Reply::Private(message) | Reply::Stale(message)) if is_in_panel => {
            Ok(Reply::Change(message))
        }
        Err(refused @ ServiceError::Refused { .. }) if is_in_panel && !ctx.is_done().await? => {
            ask_again(ctx, finder, argument, refused).await
        }
        answer => answer,
    }
}

/// Runs a command at a table. Who does not play reads along in the channel of the game only.
async fn act(ctx: &Ctx<'_>, finder: &TableFinder, at: At<'_>) -> Answer {
    if finder.fits_spectators && !ctx.is_player(at.stored) && !ctx.is_here(at.stored) {
        let (refusal, stored) = (Refusal::NotSeated, Box::new(at.stored.clone()));
        return Err(ServiceError::Refused { id: at.id, refusal, stored });
    }
    (finder.act)(ctx, at).await
}

/// Asks whether the only game that fits is meant, which is shown elsewhere.
async fn ask_elsewhere(
    ctx: &Ctx<'_>,
    finder: &TableFinder,
    (id, stored): &LoadedTable,
    argument: &str,
) -> Reply {
    let title = escaped(&ctx.bot.title(&stored.table, ctx.language()).await);
    let place = ctx.bot.written_channel(*id, stored.table.channel()).await;
    let mut text = ctx.say(&Line::Elsewhere { title: &title, place: &place });
    let link = ctx.bot.link_to(*id, stored).await;
    if link != place {
        text = format!("{text} · {link}");
    }
    let custom_id = CustomId::new(THERE).table(*id).seen(Seen::of(stored.table.game()));
    let custom_id = with_argument(finder, custom_id.with(finder.command), argument);
    let yes = labelled(custom_id, &Label::ThatGame, ButtonStyle::Primary, ctx.language());
    ctx.panel(*id, Message::of(text).with_buttons(vec![yes]))
}

/// A custom id with the argument that waits for its table.
fn with_argument(finder: &TableFinder, custom_id: CustomId, argument: &str) -> CustomId {
    match finder.argument {
        ArgumentUse::None => custom_id,
        ArgumentUse::Optional if argument.is_empty() => custom_id,
        ArgumentUse::Optional | ArgumentUse::Required => {
            custom_id.with(argument.chars().take(ARGUMENT_MAX).collect::<String>())
        }
    }
}

/// Says on the question why the chosen table refuses, and asks again where there are others: a menu
/// that is renewed takes the same option once more.
async fn ask_again(
    ctx: &Ctx<'_>,
    finder: &TableFinder,
    argument: &str,
    refused: ServiceError,
) -> Answer {
    let why = match explain(ctx.bot, ctx.request, ctx.caller, refused).await {
        Reply::Private(why) | Reply::Stale(why) | Reply::Change(why) => why,
        other => return Ok(other),
    };
    let Candidates { tables, .. } = candidates(ctx, finder).await?;
    if tables.len() < 2 || why.file.is_some() {
        return Ok(Reply::Change(why));
    }
    let question = question(ctx, finder, tables, argument, 0).await;
    let text = format!("{}\n{}", why.text, question.text);
    let rows = [question.rows, why.rows].concat();
    Ok(ctx.panel(QUESTION, Message { rows, ..Message::of(text) }))
}

/// Asks which table is meant. The answer takes the question away.
async fn which(
    ctx: &Ctx<'_>,
    finder: &TableFinder,
    tables: Vec<LoadedTable>,
    argument: &str,
    page: usize,
) -> Reply {
    ctx.panel(QUESTION, question(ctx, finder, tables, argument, page).await)
}

/// Asks which table is meant, page by page: games before challenges, and of these those that wait
/// for the caller first.
async fn question(
    ctx: &Ctx<'_>,
    finder: &TableFinder,
    mut tables: Vec<LoadedTable>,
    argument: &str,
    page: usize,
) -> Message {
    tables.sort_by_key(|(_, stored)| {
        (stored.table.challenged().is_some(), !waits_for(&stored.table, ctx.caller.id))
    });
    let labels = ctx.bot.titles(&tables, ctx.language()).await;
    let option = |(label, (id, stored)): (String, &LoadedTable)| {
        let value = table_option(*id, Seen::of(stored.table.game()));
        Choice { label, value }
    };
    let options: Vec<Choice> = labels.into_iter().zip(&tables).map(option).collect();
    let id = with_argument(finder, CustomId::new(WHICH).with(finder.command), argument);
    let menu = menu(id, &Label::PickTable, &options, page, ctx.language());
    let text = ctx.say(&Line::WhichTable);
    Message { rows: menu.into_iter().collect(), ..Message::of(text) }
}
