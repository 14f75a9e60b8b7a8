//! `/game`: shows a game position by position, or a pasted record as an animation.

use super::command::{Pressed, SlashCommand};
use super::table_finder::{TABLE, TableFinder};
use super::{abort, choose_table, export, history, note, replay, watch};
use crate::discord::shared::context::Ctx;
use crate::discord::shared::definition::{Definition, OptionDefinition, OptionKind};
use crate::discord::shared::interaction::{CommandOptions, RECORD, RECORD_MAX};
use crate::discord::shared::{lines, titles};
use crate::discord::view::buttons::{self, LAST, STEP};
use crate::discord::view::controls::in_rows;
use crate::discord::view::custom_id::{Control, CustomId, CustomIdForm};
use crate::discord::view::message::{Button, ButtonStyle, ComponentRow, File, Message};
use crate::discord::view::numbered_moves::numbered_move;
use crate::discord::view::reply::{Answer, Reply};
use crate::discord::view::table_view;
use crate::discord::view::visibility::Visibility;
use crate::service::{Listing, StoredTable};
use kradan_i18n::sentences;
use kradan_rules::{GameKind, Side};
use kradan_table::TableId;

/// The first position of [`STEP`].
const FIRST: &str = "first";

/// The option for the kind of game of a record.
const KIND: OptionDefinition =
    OptionDefinition::optional("kind", OptionKind::Choice(&GameKind::NAMES));

sentences! {
    /// What stands above a position.
    enum Sentence<'a> {
        /// The move that led to it.
        After {
            written: &'a str,
        } => "line-board-after",
        /// It is the first one.
        Start => "line-board-start",
    }
}

pub(super) struct GameCommand;

impl SlashCommand for GameCommand {
    const DEFINITION: &'static Definition = &Definition {
        name: "game",
        options: &[TABLE, OptionDefinition::optional(RECORD, OptionKind::Text(RECORD_MAX)), KIND],
    };
    const VISIBILITY: Visibility = Visibility::Ephemeral;
    const CONTROLS: &'static [Control] =
        &[Control::new(STEP, CustomIdForm::TableText(is_step), Visibility::Ephemeral)];
    const FINDER: Option<&'static TableFinder> = Some(&FINDER);

    /// A record needs no table.
    async fn run(ctx: &Ctx<'_>, options: &CommandOptions) -> Answer {
        let Some(record) = options.text(RECORD) else {
            return choose_table::run(ctx, &FINDER, options).await;
        };
        let kind = options.text(KIND.name).and_then(|name| name.parse().ok());
        replay::replay_written(ctx, record, kind).await
    }

    async fn press(ctx: &Ctx<'_>, pressed: &Pressed<'_>) -> Answer {
        let (id, stored) = pressed.table(ctx).await?;
        let plies = match pressed.parts.text {
            FIRST => 0,
            LAST => usize::MAX,
            plies => plies.parse().unwrap_or(usize::MAX),
        };
        Ok(ctx.panel(id, position(ctx, id, &stored, plies).await))
    }
}

const FINDER: TableFinder = TableFinder {
    lists: &[Listing::Running, Listing::Over],
    fits_spectators: true,
    // The caller alone sees the game.
    asks_elsewhere: false,
    ..TableFinder::of(GameCommand::DEFINITION.name, |ctx, at| Box::pin(open(ctx, at.id, at.stored)))
};

fn is_step(text: &str) -> bool {
    matches!(text, FIRST | LAST) || is_plies(text)
}

pub(super) fn is_plies(text: &str) -> bool {
    text.parse().is_ok_and(|plies: usize| plies.to_string() == text)
}

/// Shows the last position to the caller alone, beside the panel in which they move.
pub(super) async fn open(ctx: &Ctx<'_>, id: TableId, stored: &StoredTable) -> Answer {
    Ok(Reply::Private(position(ctx, id, stored, usize::MAX).await))
}

/// The position after some plies, or the last one, with the buttons of the game.
pub(super) async fn position(
    ctx: &Ctx<'_>,
    id: TableId,
    stored: &StoredTable,
    plies: usize,
) -> Message {
    let (table, language) = (&stored.table, ctx.language());
    let plies = plies.min(table.game().plies());
    let last = plies.checked_sub(1).and_then(|ply| numbered_move(table.game(), ply, language));
    let position = match last.map(|written| format!("`{written}`")) {
        Some(written) => ctx.say(&Sentence::After { written: &written }),
        None => ctx.say(&Sentence::Start),
    };
    let heading = titles::heading(ctx.bot, id, stored, language).await;
    let note = lines::note(ctx.bot, ctx.caller, id).await;
    let lines = [Some(heading), Some(position), note];
    let text = lines.into_iter().flatten().collect::<Vec<_>>().join("\n");
    let preferences = &ctx.caller.preferences;
    let mut board = table_view::board((id, stored.revision), table, plies, preferences);
    board.name = format!("{}-panel", board.name);
    // The board does not turn from step to step.
    let side = table.side_of(ctx.caller.id).unwrap_or(Side::First);
    board.view = preferences.view(board.game.kind(), side);
    board.view.hints = false;
    let mut rows = vec![steps(id, plies)];
    rows.extend(in_rows(&buttons(ctx, (id, stored), plies)));
    Message { file: Some(File::Board(Box::new(board))), rows, ..Message::of(text) }
}

/// The buttons that step through a game. At its ends they stay in place.
fn steps(id: TableId, plies: usize) -> ComponentRow {
    let step = |label: &str, to: String| Button {
        control: CustomId::new(STEP).table(id).with(to),
        label: label.to_owned(),
        style: ButtonStyle::Secondary,
        glyph: None,
    };
    ComponentRow::Buttons(vec![
        step("«", FIRST.to_owned()),
        step("‹", plies.saturating_sub(1).to_string()),
        step("›", (plies + 1).to_string()),
        step("»", LAST.to_owned()),
    ])
}

fn buttons(ctx: &Ctx<'_>, (id, stored): (TableId, &StoredTable), plies: usize) -> Vec<Button> {
    let language = ctx.language();
    let mut buttons = [history::button, buttons::replay, export::button]
        .map(|button| button(id, language))
        .to_vec();
    let is_seated = stored.table.side_of(ctx.caller.id).is_some();
    if is_seated && !stored.table.is_running() {
        buttons.push(buttons::review(id, language));
    }
    if is_seated {
        buttons.push(note::button(id, plies, language));
    } else {
        buttons.extend(watch::buttons(id, stored, language));
    }
    buttons.extend(abort::annul_button(ctx, id, stored));
    buttons
}
