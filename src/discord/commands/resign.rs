//! `/resign`, its question, and the answers.

use super::choose_table;
use super::command::{Pressed, SlashCommand, check_seen};
use super::table_finder::{TABLE, TableFinder};
use crate::discord::shared::context::Ctx;
use crate::discord::shared::definition::Definition;
use crate::discord::shared::interaction::CommandOptions;
use crate::discord::shared::titles;
use crate::discord::view::controls::{in_rows, labelled};
use crate::discord::view::custom_id::{Control, CustomId, CustomIdForm};
use crate::discord::view::message::{Button, ButtonStyle, Message};
use crate::discord::view::reply::{Answer, Reply};
use crate::discord::view::table_view::named;
use crate::discord::view::visibility::Visibility;
use crate::service::{ServiceError, StoredTable};
use kradan_i18n::{Language, sentences};
use kradan_rules::GameKind;
use kradan_table::{Command, PlayerId, Refusal, Seat, Seen, Table, TableId};

/// Asks whether to resign.
const ASK: &str = "resign";
/// Resigns.
const YES: &str = "resign-yes";
/// Does not resign.
const KEEP: &str = "keep";

sentences! {
    /// What `/resign` says.
    enum Sentence<'a> {
        /// Whether to resign this game.
        Ask {
            kind: GameKind,
            opponent: &'a str,
        } => "line-resign-ask",
        Kept => "line-resign-kept",
    }

    /// What stands on the buttons.
    enum Label {
        /// To resign; asked again before it is done.
        Resign => "label-resign",
        ResignYes => "label-resign-yes",
        /// Not to resign after all.
        KeepPlaying => "label-keep-playing",
    }
}

pub(super) struct ResignCommand;

impl SlashCommand for ResignCommand {
    const DEFINITION: &'static Definition = &Definition { name: "resign", options: &[TABLE] };
    const VISIBILITY: Visibility = Visibility::Ephemeral;
    const FINDER: Option<&'static TableFinder> = Some(&FINDER);
    const CONTROLS: &'static [Control] = &[
        Control::new(ASK, CustomIdForm::Position, Visibility::Ephemeral),
        Control::new(YES, CustomIdForm::Position, Visibility::Public),
        Control::new(KEEP, CustomIdForm::Word, Visibility::Ephemeral),
    ];

    async fn run(ctx: &Ctx<'_>, options: &CommandOptions) -> Answer {
        choose_table::run(ctx, &FINDER, options).await
    }

    async fn press(ctx: &Ctx<'_>, pressed: &Pressed<'_>) -> Answer {
        match pressed.word {
            ASK => {
                let (id, stored) = pressed.table(ctx).await?;
                // Only the answer resigns, in the present position.
                if let Some(seen) = pressed.parts.seen {
                    check_seen(ctx.caller, id, &stored, seen)?;
                }
                ask(ctx, id, &stored).await
            }
            YES => pressed.command(ctx, Command::Resign).await,
            _ => Ok(Reply::Change(Message::of(ctx.say(&Sentence::Kept)))),
        }
    }
}

const FINDER: TableFinder = TableFinder {
    // The question names the game.
    asks_elsewhere: false,
    ..TableFinder::of(ResignCommand::DEFINITION.name, |ctx, at| {
        Box::pin(ask(ctx, at.id, at.stored))
    })
};

/// The button below a board.
pub(crate) fn button(table: TableId, seen: Seen, language: Language) -> Button {
    let id = CustomId::new(ASK).table(table).seen(seen);
    labelled(id, &Label::Resign, ButtonStyle::Danger, language)
}

/// Asks whether to resign, with the game and the opponent.
async fn ask(ctx: &Ctx<'_>, id: TableId, stored: &StoredTable) -> Answer {
    let opponent = opponent(&stored.table, ctx.caller.id).map_err(|refusal| {
        ServiceError::Refused { id, refusal, stored: Box::new(stored.clone()) }
    })?;
    let kind = stored.table.game().kind();
    let yes = CustomId::new(YES).table(id).seen(Seen::of(stored.table.game()));
    let buttons = vec![
        labelled(yes, &Label::ResignYes, ButtonStyle::Danger, ctx.language()),
        labelled(CustomId::new(KEEP), &Label::KeepPlaying, ButtonStyle::Secondary, ctx.language()),
    ];
    let question = ctx.say(&Sentence::Ask { kind, opponent: &named(opponent, ctx.language()) });
    let text =
        format!("{}\n{question}", titles::heading(ctx.bot, id, stored, ctx.language()).await);
    Ok(ctx.panel(id, Message { rows: in_rows(&buttons), ..Message::of(text) }))
}

/// The opponent of a player.
fn opponent(table: &Table, player: PlayerId) -> Result<Seat, Refusal> {
    // A game may be hidden from others.
    let has_players = table.seats().is_some() || matches!(table.challenged(), Some((_, Some(_))));
    if has_players && !table.players().contains(&player) {
        return Err(Refusal::NotSeated);
    }
    if let Some(ending) = table.ending() {
        return Err(Refusal::Over(ending));
    }
    let seats = table.seats().ok_or(Refusal::NotBegun)?;
    let side = table.side_of(player).ok_or(Refusal::NotSeated)?;
    Ok(seats[!side])
}
