//! Private boards of games elsewhere: the buttons of `/games`, and the one to the next waiting
//! game.

use super::command::Pressed;
use super::move_panel::board_message;
use crate::discord::limits::{BUTTONS_IN_A_ROW, ROWS_MAX};
use crate::discord::shared::context::Ctx;
use crate::discord::shared::next_game::{self, NEXT};
use crate::discord::shared::{lines, names_once, private_copy, titles};
use crate::discord::view::buttons::{OPEN, REMINDED};
use crate::discord::view::clock_lines::{both_clocks_line, stopped_lines};
use crate::discord::view::custom_id::{Control, CustomIdForm};
use crate::discord::view::message::Message;
use crate::discord::view::player_name::escaped;
use crate::discord::view::reply::{Answer, Reply};
use crate::discord::view::visibility::Visibility;
use crate::service::{ServiceError, StoredTable};
use kradan_i18n::sentences;
use kradan_table::{Refusal, TableId};

/// The most games that have a button below a list.
pub(super) const OPEN_BUTTONS_MAX: usize = ROWS_MAX * BUTTONS_IN_A_ROW;

pub(super) const CONTROLS: &[Control] = &[
    Control::new(OPEN, CustomIdForm::Table, Visibility::Ephemeral),
    Control::new(NEXT, CustomIdForm::Table, Visibility::Ephemeral),
    Control::new(REMINDED, CustomIdForm::TableText(is_mark), Visibility::Ephemeral),
];

sentences! {
    /// What stands above a private board.
    enum Sentence<'a> {
        /// The game, and where everybody sees it.
        Shown {
            title: &'a str,
            link: &'a str,
        } => "line-game-shown",
        /// No other game waits for the caller.
        NoneWaits => "line-no-next-game",
    }
}

fn is_mark(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

pub(super) async fn press(ctx: &Ctx<'_>, pressed: &Pressed<'_>) -> Answer {
    if pressed.word == NEXT { next(ctx, pressed).await } else { open(ctx, pressed).await }
}

/// Opens a game in a new panel beside the list.
async fn open(ctx: &Ctx<'_>, pressed: &Pressed<'_>) -> Answer {
    let (id, stored) = pressed.table(ctx).await?;
    if !ctx.is_player(&stored) {
        let (refusal, stored) = (Refusal::NotSeated, Box::new(stored));
        return Err(ServiceError::Refused { id, refusal, stored });
    }
    if !stored.table.is_open() {
        return Ok(Reply::Private(private_copy::message(ctx.bot, ctx.caller, id, &stored).await));
    }
    let message = board(ctx, id, &stored).await;
    Ok(ctx.new_panel(id, message))
}

/// Opens the next waiting game in place of the panel.
async fn next(ctx: &Ctx<'_>, pressed: &Pressed<'_>) -> Answer {
    let left = pressed.parts.table.ok_or(ServiceError::NoTable)?;
    let waiting = next_game::waiting_games(ctx.service(), ctx.caller.id, left).await?;
    let Some((id, stored)) = waiting.into_iter().next() else {
        return Ok(ctx.panel(left, Message::of(ctx.say(&Sentence::NoneWaits))));
    };
    let message = board(ctx, id, &stored).await;
    Ok(ctx.panel(id, message))
}

async fn board(ctx: &Ctx<'_>, id: TableId, stored: &StoredTable) -> Message {
    let title = escaped(&titles::title(ctx.bot, &stored.table, ctx.language()).await);
    let link = titles::link_to(ctx.bot, id, stored).await;
    let shown = ctx.say(&Sentence::Shown { title: &title, link: &link });
    let mut lines = vec![shown];
    lines.extend(both_clocks_line(&stored.table, ctx.language()));
    lines.extend(stopped_lines(&stored.table, ctx.service().clock().now(), ctx.language()));
    let mut lines = vec![names_once::in_text(ctx.bot, &stored.table, lines.join("\n")).await];
    lines.extend(lines::note(ctx.bot, ctx.caller, id).await);
    board_message(ctx.caller, id, stored, lines.join("\n"))
}
