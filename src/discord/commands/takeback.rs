//! Asking for a takeback, and the answers to it.

use super::command::{Controls, Pressed};
use crate::discord::shared::context::Ctx;
use crate::discord::view::controls::labelled;
use crate::discord::view::custom_id::{Control, CustomId, CustomIdForm};
use crate::discord::view::message::{Button, ButtonStyle};
use crate::discord::view::reply::Answer;
use crate::discord::view::visibility::Visibility;
use kradan_i18n::{Language, sentences};
use kradan_rules::Side;
use kradan_table::{Command, Seen, Table, TableId};

const ASK: &str = "takeback";
const GRANT: &str = "grant";
const REFUSE: &str = "refuse";
const WITHDRAW: &str = "withdraw-takeback";

sentences! {
    /// What stands on the buttons.
    enum Label {
        /// To ask for a takeback.
        AskTakeback => "label-ask-takeback",
        /// To grant the takeback that is asked for.
        GrantTakeback => "label-grant-takeback",
        RefuseTakeback => "label-refuse-takeback",
        /// To withdraw one's own request.
        WithdrawTakeback => "label-withdraw-takeback",
    }
}

pub(super) struct Takeback;

impl Controls for Takeback {
    const CONTROLS: &'static [Control] = &[
        Control::new(ASK, CustomIdForm::Position, Visibility::Public),
        Control::new(GRANT, CustomIdForm::Position, Visibility::Public),
        Control::new(REFUSE, CustomIdForm::Position, Visibility::Public),
        Control::new(WITHDRAW, CustomIdForm::Table, Visibility::Public),
    ];

    async fn press(ctx: &Ctx<'_>, pressed: &Pressed<'_>) -> Answer {
        let command = match pressed.word {
            GRANT => Command::GrantTakeback,
            REFUSE => Command::RefuseTakeback,
            WITHDRAW => Command::WithdrawTakeback,
            ASK => Command::AskTakeback,
            _ => return Ok(ctx.unknown()),
        };
        pressed.command(ctx, command).await
    }
}

/// The buttons for one side: to ask for a takeback if it has moved, or to answer.
pub(crate) fn buttons(id: TableId, table: &Table, side: Side, language: Language) -> Vec<Button> {
    let seen = Seen::of(table.game());
    if table.takeback().is_some() {
        return answers(id, seen, language);
    }
    if !table.seats().is_some_and(|seats| table.can_take_back(seats[side])) {
        return Vec::new();
    }
    let ask = CustomId::new(ASK).table(id).seen(seen);
    vec![labelled(ask, &Label::AskTakeback, ButtonStyle::Secondary, language)]
}

/// The button with which a request is withdrawn.
pub(crate) fn withdraw_button(id: TableId, language: Language) -> Button {
    let withdraw = CustomId::new(WITHDRAW).table(id);
    labelled(withdraw, &Label::WithdrawTakeback, ButtonStyle::Secondary, language)
}

/// The buttons that answer the player who asks.
pub(crate) fn answers(id: TableId, seen: Seen, language: Language) -> Vec<Button> {
    let custom_id = |word| CustomId::new(word).table(id).seen(seen);
    vec![
        labelled(custom_id(GRANT), &Label::GrantTakeback, ButtonStyle::Success, language),
        labelled(custom_id(REFUSE), &Label::RefuseTakeback, ButtonStyle::Secondary, language),
    ]
}

/// The buttons below the message of a request, with which it is answered or withdrawn.
pub(crate) fn answers_and_withdrawal(id: TableId, seen: Seen, language: Language) -> Vec<Button> {
    let withdraw = withdraw_button(id, language);
    answers(id, seen, language).into_iter().chain([withdraw]).collect()
}
