//! Commands at a table as slash commands: the caller names the table, chooses it from a menu, or
//! leaves it out.

use super::command::{Pressed, SlashCommand};
use super::explain;
use super::resolve_table::{Candidates, candidates};
use super::table_command::{
    ARGUMENT_MAX, ArgumentUse, At, LoadedTable, TABLE, THERE, TableCommand, WHICH, table_id,
};
use super::table_suggestions::{suggested_tables, tables_titled};
use crate::discord::api::panels::QUESTION;
use crate::discord::shared::context::Ctx;
use crate::discord::shared::definition::Definition;
use crate::discord::shared::guilds;
use crate::discord::shared::interaction::CommandOptions;
use crate::discord::shared::titles::{self, waits_for};
use crate::discord::view::controls::{labelled, menu};
use crate::discord::view::custom_id::{Control, CustomId, read_table_option, table_option};
use crate::discord::view::message::{ButtonStyle, Message};
use crate::discord::view::pick::{Choice, read_page};
use crate::discord::view::player_name::escaped;
use crate::discord::view::reply::{Answer, Reply, Suggestion};
use crate::discord::view::visibility::Visibility;
use crate::service::ServiceError;
use kradan_i18n::{Label, Line};
use kradan_table::{Refusal, Seen};

impl<T: TableCommand> SlashCommand for T {
    const DEFINITION: &'static Definition = T::DEFINITION;
    const VISIBILITY: Visibility = T::VISIBILITY;
    const CONTROLS: &'static [Control] = T::CONTROLS;

    async fn run(ctx: &Ctx<'_>, options: &CommandOptions) -> Answer {
        if let Some(reply) = T::begin(ctx, options).await? {
            return Ok(reply);
        }
        let argument = T::argument(options);
        if !T::is_argument(argument) {
            return Ok(T::refuse_argument(ctx));
        }
        let named = T::named_table(options);
        let Candidates { tables, is_here } = match named {
            Some(named) => {
                let mut found = named_tables::<T>(ctx, named).await?;
                let is_any = !found.tables.is_empty();
                if let Some(suggested) = T::table_of_suggestion(options) {
                    found.tables.retain(|(id, _)| *id == suggested);
                }
                if is_any && found.tables.is_empty() {
                    return Ok(T::refuse_suggestion(ctx));
                }
                found
            }
            None => candidates::<T>(ctx, argument).await?,
        };
        match &tables[..] {
            [] if named.is_some() => Err(ServiceError::NoTable),
            [] => Ok(T::refuse_without_table(ctx)),
            [table] if !is_here && asks_elsewhere::<T>(ctx, table, argument) => {
                if !T::can_wait(argument) {
                    return Ok(T::refuse_to_wait(ctx));
                }
                Ok(ask_elsewhere::<T>(ctx, table, argument).await)
            }
            [(id, stored)] => act_at::<T>(ctx, At { id: *id, stored, argument, seen: None }).await,
            _ if !T::can_wait(argument) => Ok(T::refuse_to_wait(ctx)),
            _ => Ok(which::<T>(ctx, tables, argument, 0).await),
        }
    }

    async fn press(ctx: &Ctx<'_>, pressed: &Pressed<'_>) -> Answer {
        T::press(ctx, pressed).await
    }

    async fn complete(
        ctx: &Ctx<'_>,
        option: &str,
        typed: &str,
        options: &CommandOptions,
    ) -> Vec<Suggestion> {
        if option == TABLE.name {
            return suggested_tables::<T>(ctx, typed).await;
        }
        T::complete(ctx, option, typed, options).await
    }

    fn takes_table(argument: Option<&str>) -> bool {
        match argument {
            Some(argument) => T::ARGUMENT != ArgumentUse::None && T::is_argument(argument),
            None => T::ARGUMENT != ArgumentUse::Required,
        }
    }

    async fn choose(ctx: &Ctx<'_>, argument: &str, value: &str) -> Answer {
        if let Some(page) = read_page(value) {
            let Candidates { tables, .. } = candidates::<T>(ctx, argument).await?;
            return Ok(which::<T>(ctx, tables, argument, page).await);
        }
        let (id, seen) = read_table_option(value).ok_or(ServiceError::NoTable)?;
        let stored = ctx.table(id).await?;
        let is_in_panel = matches!(ctx.request.origin.message, Some((_, true)));
        // The question makes room for what only the caller sees.
        match act_at::<T>(ctx, At { id, stored: &stored, argument, seen: Some(seen) }).await {
            Ok(Reply::Private(message) | Reply::Stale(message)) if is_in_panel => {
                Ok(Reply::Change(message))
            }
            Err(refused @ ServiceError::Refused { .. })
                if is_in_panel && !ctx.is_done().await? =>
            {
                ask_again::<T>(ctx, argument, refused).await
            }
            answer => answer,
        }
    }
}

/// Runs a command at a table. Who does not play reads along in the channel of the game only.
async fn act_at<T: TableCommand>(ctx: &Ctx<'_>, at: At<'_>) -> Answer {
    if T::FITS_SPECTATORS && !ctx.is_player(at.stored) && !ctx.is_here(at.stored) {
        let (refusal, stored) = (Refusal::NotSeated, Box::new(at.stored.clone()));
        return Err(ServiceError::Refused { id: at.id, refusal, stored });
    }
    T::act(ctx, at).await
}

/// The tables that the caller names: by a suggestion, or by a part of the title.
async fn named_tables<T: TableCommand>(
    ctx: &Ctx<'_>,
    named: &str,
) -> Result<Candidates, ServiceError> {
    let tables = match table_id(named) {
        Some(id) => vec![(id, ctx.table(id).await?)],
        None => tables_titled::<T>(ctx, named).await.into_iter().map(|(it, _)| it).collect(),
    };
    Ok(Candidates { tables, is_here: true })
}

/// Whether the caller is asked before a command is run at a game elsewhere. What is refused anyway is
/// refused at once.
fn asks_elsewhere<T: TableCommand>(
    ctx: &Ctx<'_>,
    (_, stored): &LoadedTable,
    argument: &str,
) -> bool {
    T::is_possible(&stored.table, ctx.caller.id)
        && T::asks_elsewhere(argument, &ctx.caller.preferences)
}

/// Asks whether the only game that fits is meant, which is shown elsewhere.
async fn ask_elsewhere<T: TableCommand>(
    ctx: &Ctx<'_>,
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
    let custom_id = with_argument::<T>(custom_id.with(T::DEFINITION.name), argument);
    let yes = labelled(custom_id, &Label::ThatGame, ButtonStyle::Primary, ctx.language());
    ctx.panel(*id, Message::of(text).with_buttons(vec![yes]))
}

/// A custom id with the argument that waits for its table.
fn with_argument<T: TableCommand>(custom_id: CustomId, argument: &str) -> CustomId {
    match T::ARGUMENT {
        ArgumentUse::None => custom_id,
        ArgumentUse::Optional if argument.is_empty() => custom_id,
        ArgumentUse::Optional | ArgumentUse::Required => {
            custom_id.with(argument.chars().take(ARGUMENT_MAX).collect::<String>())
        }
    }
}

/// Says on the question why the chosen table refuses, and asks again where there are others: a menu
/// that is renewed takes the same option once more.
async fn ask_again<T: TableCommand>(
    ctx: &Ctx<'_>,
    argument: &str,
    refused: ServiceError,
) -> Answer {
    let why = match explain(ctx.bot, ctx.request, ctx.caller, refused).await {
        Reply::Private(why) | Reply::Stale(why) | Reply::Change(why) => why,
        other => return Ok(other),
    };
    let Candidates { tables, .. } = candidates::<T>(ctx, argument).await?;
    if tables.len() < 2 || why.file.is_some() {
        return Ok(Reply::Change(why));
    }
    let question = question::<T>(ctx, tables, argument, 0).await;
    let text = format!("{}\n{}", why.text, question.text);
    let rows = [question.rows, why.rows].concat();
    Ok(ctx.panel(QUESTION, Message { rows, ..Message::of(text) }))
}

/// Asks which table is meant. The answer takes the question away.
async fn which<T: TableCommand>(
    ctx: &Ctx<'_>,
    tables: Vec<LoadedTable>,
    argument: &str,
    page: usize,
) -> Reply {
    ctx.panel(QUESTION, question::<T>(ctx, tables, argument, page).await)
}

/// Asks which table is meant, page by page: games before challenges, and of these those that wait
/// for the caller first.
async fn question<T: TableCommand>(
    ctx: &Ctx<'_>,
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
    let id = with_argument::<T>(CustomId::new(WHICH).with(T::DEFINITION.name), argument);
    let menu = menu(id, &Label::PickTable, &options, page, ctx.language());
    let text = ctx.say(&Line::WhichTable);
    Message { rows: menu.into_iter().collect(), ..Message::of(text) }
}
