//! Letting the clocks of a game stand, and letting them go on.

use super::command::{Controls, Pressed};
use crate::discord::shared::context::Ctx;
use crate::discord::view::controls::labelled;
use crate::discord::view::custom_id::{Control, CustomId, CustomIdForm};
use crate::discord::view::message::{Button, ButtonStyle};
use crate::discord::view::reply::Answer;
use crate::discord::view::visibility::Visibility;
use kradan_i18n::{Language, sentences};
use kradan_table::{Command, Table, TableId};

const OFFER: &str = "pause";
const ACCEPT: &str = "accept-pause";
const DECLINE: &str = "decline-pause";
const WITHDRAW: &str = "withdraw-pause";
const RESUME: &str = "resume";

sentences! {
    /// What stands on the buttons.
    enum Label {
        OfferPause => "label-offer-pause",
        AcceptPause => "label-accept-pause",
        DeclinePause => "label-decline-pause",
        /// To withdraw one's own offer.
        WithdrawPause => "label-withdraw-pause",
        /// To let the clocks go on.
        Resume => "label-resume",
    }
}

pub(super) struct Pause;

impl Controls for Pause {
    // None of them depends on the position: the clocks are the same in all of them.
    const CONTROLS: &'static [Control] = &[
        Control::new(OFFER, CustomIdForm::Table, Visibility::Public),
        Control::new(ACCEPT, CustomIdForm::Table, Visibility::Public),
        Control::new(DECLINE, CustomIdForm::Table, Visibility::Public),
        Control::new(WITHDRAW, CustomIdForm::Table, Visibility::Public),
        Control::new(RESUME, CustomIdForm::Table, Visibility::Public),
    ];

    async fn press(ctx: &Ctx<'_>, pressed: &Pressed<'_>) -> Answer {
        let command = match pressed.word {
            ACCEPT => Command::AcceptPause,
            DECLINE => Command::DeclinePause,
            WITHDRAW => Command::WithdrawPause,
            RESUME => Command::Resume,
            OFFER => Command::OfferPause,
            _ => return Ok(ctx.unknown()),
        };
        pressed.command(ctx, command).await
    }
}

/// The buttons of one side: to offer a pause, to answer or withdraw an offer, or to go on.
pub(super) fn buttons(
    id: TableId,
    table: &Table,
    is_offerer: bool,
    language: Language,
) -> Vec<Button> {
    if table.pace().start().is_none() {
        return Vec::new();
    }
    if table.paused_since().is_some() {
        return vec![resume_button(id, language)];
    }
    match table.pause_offer() {
        Some(_) if is_offerer => vec![withdraw_button(id, language)],
        Some(_) => answers(id, language),
        None => {
            let offer = CustomId::new(OFFER).table(id);
            vec![labelled(offer, &Label::OfferPause, ButtonStyle::Secondary, language)]
        }
    }
}

/// The button with which either player lets the clocks go on.
pub(crate) fn resume_button(id: TableId, language: Language) -> Button {
    labelled(CustomId::new(RESUME).table(id), &Label::Resume, ButtonStyle::Primary, language)
}

fn withdraw_button(id: TableId, language: Language) -> Button {
    let withdraw = CustomId::new(WITHDRAW).table(id);
    labelled(withdraw, &Label::WithdrawPause, ButtonStyle::Secondary, language)
}

/// The buttons that answer an offer.
pub(super) fn answers(id: TableId, language: Language) -> Vec<Button> {
    let custom_id = |word| CustomId::new(word).table(id);
    vec![
        labelled(custom_id(ACCEPT), &Label::AcceptPause, ButtonStyle::Success, language),
        labelled(custom_id(DECLINE), &Label::DeclinePause, ButtonStyle::Secondary, language),
    ]
}

/// The buttons below the message of an offer, with which it is answered or withdrawn.
pub(crate) fn answers_and_withdrawal(id: TableId, language: Language) -> Vec<Button> {
    answers(id, language).into_iter().chain([withdraw_button(id, language)]).collect()
}
