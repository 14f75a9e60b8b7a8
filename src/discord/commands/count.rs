//! `/count`: claims, skips or stops one of Makruk's counts with the next move.

use super::command::Pressed;
use super::table_command::{At, TABLE, TableCommand, keep_own_turns};
use crate::discord::context::Ctx;
use crate::discord::controls::labelled;
use crate::discord::custom_id::{Control, CustomId, CustomIdForm};
use crate::discord::definition::{Definition, OptionDefinition, OptionKind};
use crate::discord::interaction::CommandOptions;
use crate::discord::message::{Button, ButtonStyle};
use crate::discord::reply::Answer;
use crate::discord::visibility::Visibility;
use crate::i18n::{Language, sentences};
use crate::rules::GameKind;
use crate::rules::makruk::Act;
use crate::service::{Store, StoredTable};
use crate::table::{Command, GameCommand, PlayerId, Seen, Table, TableId};

const COUNT: &str = "count";
const ACT: &str = "act";

sentences! {
    /// What stands on the buttons.
    enum Label {
        /// To claim the board's honour with the next move.
        ClaimCount => "label-claim-count",
        /// To end one's count with the next move.
        StopCount => "label-stop-count",
        /// To say no number with the next move.
        SkipCount => "label-skip-count",
    }
}

pub(super) struct CountCommand;

impl TableCommand for CountCommand {
    const DEFINITION: &'static Definition = &Definition {
        name: "count",
        options: &[
            OptionDefinition::required(ACT, OptionKind::Choice(&["claim", "skip", "stop"])),
            TABLE,
        ],
    };
    const VISIBILITY: Visibility = Visibility::Ephemeral;
    const CONTROLS: &'static [Control] = &[Control::new(
        COUNT,
        CustomIdForm::TextPosition(|text| read_act(text).is_some()),
        Visibility::Ephemeral,
    )];
    const HAS_ARGUMENT: bool = true;

    fn fits(table: &Table) -> bool {
        table.is_running() && table.game().kind() == GameKind::Makruk
    }

    fn narrow(tables: &mut Vec<(TableId, StoredTable)>, player: PlayerId, _: &str) {
        keep_own_turns(tables, player);
    }

    fn argument(options: &CommandOptions) -> Option<&str> {
        options.text(ACT).filter(|text| Self::is_argument(text))
    }

    fn is_argument(argument: &str) -> bool {
        read_act(argument).is_some()
    }

    async fn act<S: Store>(ctx: &Ctx<'_, S>, at: At<'_>) -> Answer {
        match read_act(at.argument) {
            Some(act) => at.command(ctx, Command::from(act)).await,
            None => Ok(ctx.unknown()),
        }
    }

    async fn press<S: Store>(ctx: &Ctx<'_, S>, pressed: &Pressed<'_>) -> Answer {
        match read_act(pressed.parts.text) {
            Some(act) => pressed.command(ctx, Command::from(act)).await,
            None => Ok(ctx.unknown()),
        }
    }
}

fn read_act(text: &str) -> Option<Act> {
    Act::ALL.into_iter().find(|act| act.to_string() == text)
}

/// The buttons below a board: what can be done to the count now.
pub(in crate::discord) fn buttons(
    id: TableId,
    table: &Table,
    seen: Seen,
    language: Language,
) -> Vec<Button> {
    let button = |GameCommand::Makruk(act)| {
        let label = match act {
            Act::Claim => Label::ClaimCount,
            Act::Skip => Label::SkipCount,
            Act::Stop => Label::StopCount,
        };
        let custom_id = CustomId::new(COUNT).table(id).with(act).seen(seen);
        labelled(custom_id, &label, ButtonStyle::Plain, language)
    };
    table.game_commands().into_iter().map(button).collect()
}
