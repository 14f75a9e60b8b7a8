//! The private panel of the "More" button below a board: everything but moves.
//!
//! Resign and draw are kept here, away from the buttons that play. An offer that waits for an
//! answer is answered below its own message, or here.

use super::command::{Controls, Pressed};
use super::remind_in::{self, REMIND_IN};
use super::{hint, if_panel, more_time, resign, settings, watch};
use crate::discord::limits::BUTTONS_IN_A_ROW;
use crate::discord::shared::context::Ctx;
use crate::discord::shared::{lines, titles};
use crate::discord::view::buttons::{self, MORE};
use crate::discord::view::controls::{in_rows, labelled};
use crate::discord::view::custom_id::{Control, CustomId, CustomIdForm};
use crate::discord::view::message::{Button, ButtonStyle, Message};
use crate::discord::view::offers::{Offer, resume_button};
use crate::discord::view::pick_rows::BACK;
use crate::discord::view::player_name::escaped;
use crate::discord::view::reply::Answer;
use crate::discord::view::visibility::Visibility;
use crate::service::{ServiceError, StoredTable};
use kradan_i18n::{Language, sentences};
use kradan_rules::Side;
use kradan_table::{Refusal, Seen, Table, TableId};

sentences! {
    /// What stands on the button.
    enum Label {
        /// To move on a board of one's own.
        PrivateBoard => "label-private-board",
    }
}

pub(super) struct More;

impl Controls for More {
    /// The button that opens the panel, and its menu of reminders.
    const CONTROLS: &'static [Control] =
        &[Control::new(MORE, CustomIdForm::Table, Visibility::Ephemeral), remind_in::CONTROL];

    /// Opens the panel for the present position, on any board, or handles its menu of reminders.
    async fn press(ctx: &Ctx<'_>, pressed: &Pressed<'_>) -> Answer {
        if pressed.word == REMIND_IN {
            return remind_in::press(ctx, pressed).await;
        }
        let (id, stored) = pressed.table(ctx).await?;
        if let Some(ending) = stored.table.ending() {
            let (refusal, stored) = (Refusal::Over(ending), Box::new(stored));
            return Err(ServiceError::Refused { id, refusal, stored });
        }
        let side = stored.table.side_of(ctx.caller.id);
        // Below a board there is no other text.
        let heading = match ctx.heading(id, &stored).await {
            Some(heading) => heading,
            None => escaped(&titles::title(ctx.bot, &stored.table, ctx.language()).await),
        };
        let note = lines::note(ctx.bot, ctx.caller, id).await;
        let asked = side.and_then(|side| remind_in::asked_line(&stored, side, ctx.language()));
        let lines = [Some(heading), note, asked];
        let text = lines.into_iter().flatten().collect::<Vec<_>>().join("\n");
        let Some(side) = side else {
            let rows = in_rows(&spectator_buttons(id, &stored, ctx.language()));
            return Ok(ctx.panel(id, Message { rows, ..Message::of(text) }));
        };
        let mut rows = in_rows(&buttons(id, &stored.table, side, ctx.language()));
        let now = remind_in::now_at(ctx, &stored);
        let person = &ctx.caller.person;
        rows.extend(remind_in::menu(id, &stored, side, person, now, ctx.language()));
        Ok(ctx.panel(id, Message { rows, ..Message::of(text) }))
    }
}

/// The buttons for somebody who does not play.
fn spectator_buttons(id: TableId, stored: &StoredTable, language: Language) -> Vec<Button> {
    let mut buttons = vec![buttons::look_back(id, language)];
    buttons.extend(watch::buttons(id, stored, language));
    buttons
}

/// The last row below a private board: answers to an offer of the opponent, the count, and the
/// "More" button.
pub(super) fn last_row(id: TableId, table: &Table, side: Side, language: Language) -> Vec<Button> {
    let seen = Seen::of(table.game());
    let mut buttons = Vec::new();
    for offer in Offer::ALL {
        if offer.offered_by(table) == Some(!side) {
            buttons.extend(offer.answers(id, seen, language));
        }
    }
    if table.to_move().is_some_and(|(turn, _)| turn == side) {
        buttons.extend(buttons::count(id, table, seen, language));
    }
    buttons.truncate(BUTTONS_IN_A_ROW - 1);
    buttons.push(buttons::more(id, table, language));
    buttons
}

/// The buttons of a side besides moves. Only the other side can answer an offer.
fn buttons(id: TableId, table: &Table, side: Side, language: Language) -> Vec<Button> {
    let seen = Seen::of(table.game());
    let mut buttons = Vec::new();
    for offer in [Offer::Draw, Offer::Takeback] {
        buttons.extend(offer.buttons(id, table, side, language));
    }
    if table.to_move().is_some_and(|(turn, _)| turn == side) {
        buttons.extend(buttons::count(id, table, seen, language));
        let board = CustomId::new(BACK).table(id).seen(seen);
        buttons.push(labelled(board, &Label::PrivateBoard, ButtonStyle::Secondary, language));
    }
    let player = table.seats().and_then(|seats| seats[side].player());
    buttons.extend(player.and_then(|player| hint::button(id, table, player, language)));
    buttons.extend(if_panel::buttons(id, table, side, language));
    if table.paused_since().is_some() {
        buttons.push(resume_button(id, language));
    } else {
        buttons.extend(Offer::Pause.buttons(id, table, side, language));
    }
    buttons.extend(more_time::button(id, table, language));
    if table.game().plies() > 0 {
        buttons.push(buttons::look_back(id, language));
    }
    buttons.push(settings::button(language));
    buttons.push(resign::button(id, seen, language));
    buttons
}
