//! `/takeback`: asks for a takeback, or grants the one that the opponent asks for.

use super::command::Pressed;
use super::table_command::{At, TABLE, TableCommand};
use crate::discord::context::Ctx;
use crate::discord::controls::labelled;
use crate::discord::custom_id::{Control, CustomId, CustomIdForm};
use crate::discord::definition::Definition;
use crate::discord::message::{Button, ButtonStyle};
use crate::discord::reply::Answer;
use crate::discord::visibility::Visibility;
use crate::i18n::{Language, sentences};
use crate::service::Store;
use crate::table::{Command, Seen, Table, TableId};

const ASK: &str = "takeback";
const GRANT: &str = "grant";
const REFUSE: &str = "refuse";

sentences! {
    /// What stands on the buttons.
    enum Label {
        /// To ask for a takeback.
        AskTakeback => "label-ask-takeback",
        /// To grant the takeback that is asked for.
        GrantTakeback => "label-grant-takeback",
        RefuseTakeback => "label-refuse-takeback",
    }
}

pub(super) struct TakebackCommand;

impl TableCommand for TakebackCommand {
    const DEFINITION: &'static Definition = &Definition { name: "takeback", options: &[TABLE] };
    const VISIBILITY: Visibility = Visibility::Public;
    const CONTROLS: &'static [Control] = &[
        Control::new(ASK, CustomIdForm::PositionOrTable, Visibility::Public),
        Control::new(GRANT, CustomIdForm::Position, Visibility::Public),
        Control::new(REFUSE, CustomIdForm::PositionOrTable, Visibility::Public),
    ];

    /// A player who is asked for a takeback grants it with the same command.
    async fn act<S: Store>(ctx: &Ctx<'_, S>, at: At<'_>) -> Answer {
        let table = &at.row.table;
        let is_asked = table.takeback().is_some_and(|(side, _)| {
            table.seats().is_some_and(|seats| seats[!side] == ctx.caller.id)
        });
        let command = if is_asked { Command::GrantTakeback } else { Command::AskTakeback };
        at.command(ctx, command).await
    }

    async fn press<S: Store>(ctx: &Ctx<'_, S>, pressed: &Pressed<'_>) -> Answer {
        let command = match pressed.word {
            GRANT => Command::GrantTakeback,
            REFUSE => Command::RefuseTakeback,
            _ => Command::AskTakeback,
        };
        pressed.command(ctx, command).await
    }
}

/// The buttons below a board: to ask for a takeback, or to answer.
pub(in crate::discord) fn buttons(
    id: TableId,
    table: &Table,
    seen: Seen,
    language: Language,
) -> Vec<Button> {
    if table.takeback().is_some() {
        return answers(id, seen, language);
    }
    if table.game().plies() == 0 {
        return Vec::new();
    }
    let ask = CustomId::new(ASK).table(id).seen(seen);
    vec![labelled(ask, &Label::AskTakeback, ButtonStyle::Plain, language)]
}

/// The buttons that answer the player who asks.
pub(in crate::discord) fn answers(id: TableId, seen: Seen, language: Language) -> Vec<Button> {
    let custom_id = |word| CustomId::new(word).table(id).seen(seen);
    vec![
        labelled(custom_id(GRANT), &Label::GrantTakeback, ButtonStyle::Yes, language),
        labelled(custom_id(REFUSE), &Label::RefuseTakeback, ButtonStyle::Plain, language),
    ]
}
