//! Runs a command at its table, which the caller names, chooses from a menu or leaves out.

use super::explain;
use super::resolve_table::{Candidates, candidates};
use super::table_finder::{
    ARGUMENT_MAX, ArgumentUse, At, LoadedTable, TABLE, THERE, TableFinder, WHICH, table_id,
};
use super::table_suggestions::tables_titled;
use crate::discord::api::panels::QUESTION;
use crate::discord::shared::context::Ctx;
use crate::discord::shared::guilds;
use crate::discord::shared::interaction::CommandOptions;
use crate::discord::shared::titles::{self, waits_for};
use crate::discord::view::controls::{labelled, menu};
use crate::discord::view::custom_id::{CustomId, read_table_option, table_option};
use crate::discord::view::message::{ButtonStyle, Message};
use crate::discord::view::pick::{Choice, read_page};
use crate::discord::view::player_name::escaped;
use crate::discord::view::reply::{Answer, Reply};
use crate::service::ServiceError;
use kradan_i18n::{Label, Line};
use kradan_table::{Refusal, Seen};

/// Runs a command without an argument.
pub(super) async fn run(ctx: &Ctx<'_>, finder: &TableFinder, options: &CommandOptions) -> Answer {
    let found = find(ctx, finder, options.text(TABLE.name)).await?;
    run_at(ctx, finder, found, "").await
}

/// The tables that are named by a suggestion or a part of the title; without a name, the
/// candidates.
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

/// Runs a command at the only table found, or asks which one is meant.
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

/// Whether the caller is asked which table is meant, or whether the only one is. What is refused
/// anyway is refused at once.
pub(super) fn must_ask(ctx: &Ctx<'_>, finder: &TableFinder, found: &Candidates) -> bool {
    match &found.tables[..] {
        [] => false,
        [(_, stored)] => {
            !found.is_here && finder.asks_elsewhere && finder.can_run(stored, ctx.caller.id)
        }
        _ => true,
    }
}

/// Runs a command at the table that was chosen from the menu, or turns its page.
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
    // A private answer replaces the question.
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

/// Runs a command at a table. Spectators can see a game in its channel only.
async fn act(ctx: &Ctx<'_>, finder: &TableFinder, at: At<'_>) -> Answer {
    if finder.fits_spectators && !ctx.is_player(at.stored) && !ctx.is_here(at.stored) {
        let (refusal, stored) = (Refusal::NotSeated, Box::new(at.stored.clone()));
        return Err(ServiceError::Refused { id: at.id, refusal, stored });
    }
    (finder.act)(ctx, at).await
}

/// Asks whether the only game found, which is shown elsewhere, is meant.
async fn ask_elsewhere(
    ctx: &Ctx<'_>,
    finder: &TableFinder,
    (id, stored): &LoadedTable,
    argument: &str,
) -> Reply {
    let title = escaped(&titles::title(ctx.bot, &stored.table, ctx.language()).await);
    let place = guilds::written_channel(ctx.bot, *id, stored.table.channel()).await;
    let mut text = ctx.say(&Line::Elsewhere { title: &title, place: &place });
    let link = titles::link_to(ctx.bot, *id, stored).await;
    if link != place {
        text = format!("{text} · {link}");
    }
    let custom_id = CustomId::new(THERE).table(*id).seen(Seen::of(stored.table.game()));
    let custom_id = with_argument(finder, custom_id.with(finder.command), argument);
    let yes = labelled(custom_id, &Label::ThatGame, ButtonStyle::Primary, ctx.language());
    ctx.panel(*id, Message::of(text).with_buttons(vec![yes]))
}

/// Adds the argument to the custom id of a question.
fn with_argument(finder: &TableFinder, custom_id: CustomId, argument: &str) -> CustomId {
    match finder.argument {
        ArgumentUse::None => custom_id,
        ArgumentUse::Optional if argument.is_empty() => custom_id,
        ArgumentUse::Optional | ArgumentUse::Required => {
            custom_id.with(argument.chars().take(ARGUMENT_MAX).collect::<String>())
        }
    }
}

/// Shows the refusal of the chosen table, and asks again if there are others. The menu is sent
/// anew, so that the same option can be chosen again.
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

/// Asks which table is meant. The answer replaces the question.
async fn which(
    ctx: &Ctx<'_>,
    finder: &TableFinder,
    tables: Vec<LoadedTable>,
    argument: &str,
    page: usize,
) -> Reply {
    ctx.panel(QUESTION, question(ctx, finder, tables, argument, page).await)
}

/// The question with a page of the menu: games before challenges, those that wait for the caller
/// first.
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
    let labels = titles::distinct(ctx.bot, &tables, ctx.language()).await;
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
