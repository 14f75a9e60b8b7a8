//! Gives the opponent more time.

use super::command::{Controls, Pressed};
use crate::discord::shared::context::Ctx;
use crate::discord::view::controls::labelled;
use crate::discord::view::custom_id::{Control, CustomId, CustomIdForm};
use crate::discord::view::message::{Button, ButtonStyle};
use crate::discord::view::reply::Answer;
use crate::discord::view::visibility::Visibility;
use kradan_i18n::{Language, sentences};
use kradan_table::{Command, Table, TableId};

/// Gives a day.
const GIVE: &str = "give-day";

/// The hours that are given.
const DAY: u16 = 24;

sentences! {
    /// What stands on the button.
    enum Label {
        /// To give the opponent a day more.
        GiveDay => "label-give-day",
    }
}

pub(super) struct MoreTime;

impl Controls for MoreTime {
    const CONTROLS: &'static [Control] =
        &[Control::new(GIVE, CustomIdForm::Table, Visibility::Public)];

    async fn press(ctx: &Ctx<'_>, pressed: &Pressed<'_>) -> Answer {
        pressed.command(ctx, Command::GiveTime(DAY)).await
    }
}

/// The button that gives the opponent a day; none without clocks.
pub(super) fn button(id: TableId, table: &Table, language: Language) -> Option<Button> {
    let give = CustomId::new(GIVE).table(id);
    let button = labelled(give, &Label::GiveDay, ButtonStyle::Secondary, language);
    table.pace().start().map(|_| button)
}
