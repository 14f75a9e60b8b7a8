//! Makruk's counts: a player announces that the next move claims, stops or skips the count, and may
//! take that back.

use super::command::{Controls, Pressed};
use crate::discord::shared::context::Ctx;
use crate::discord::shared::titles;
use crate::discord::view::buttons::COUNT;
use crate::discord::view::controls::{in_rows, labelled};
use crate::discord::view::custom_id::{Control, CustomId, CustomIdForm};
use crate::discord::view::message::{ButtonStyle, Message};
use crate::discord::view::reply::{Answer, Reply};
use crate::discord::view::visibility::Visibility;
use crate::service::{ServiceError, StoredTable};
use kradan_i18n::{self as i18n, Language, sentences};
use kradan_rules::makruk::Act;
use kradan_rules::{Game, MoveStyle};
use kradan_table::{Command, Seen, TableId};

/// Takes back the announcement.
const LEAVE: &str = "count-leave";
/// Keeps the announcement.
const KEEP: &str = "count-keep";

sentences! {
    /// What is said of the counts.
    enum Sentence<'a> {
        /// Whether to take back the announcement.
        LeaveAsk {
            /// What was announced: `claim`, `skip` or `stop`.
            act: &'a str,
        } => "line-count-leave-ask",
        Kept => "line-count-kept",
        /// In the list of moves: the number said with a move.
        Said {
            number: u8,
        } => "line-count-said",
        /// In the list of moves: no number was said although a count runs.
        Skipped => "line-count-not-said",
        /// In the list of moves: the count ended.
        Stopped => "line-count-stopped",
    }

    /// What stands on the buttons.
    enum Label {
        /// To take back the announcement.
        Leave => "label-count-leave",
        /// To keep the announcement.
        Keep => "label-count-keep",
    }
}

pub(super) struct Count;

impl Controls for Count {
    const CONTROLS: &'static [Control] = &[
        Control::new(COUNT, CustomIdForm::TextPosition(is_act), Visibility::Public),
        Control::new(LEAVE, CustomIdForm::TextPosition(is_act), Visibility::Public),
        Control::new(KEEP, CustomIdForm::Word, Visibility::Ephemeral),
    ];

    async fn press(ctx: &Ctx<'_>, pressed: &Pressed<'_>) -> Answer {
        let Some(act) = read_act(pressed.parts.text) else {
            return Ok(Reply::Change(Message::of(ctx.say(&Sentence::Kept))));
        };
        if pressed.word == LEAVE {
            return pressed.command(ctx, Command::Leave(act.into())).await;
        }
        let (id, stored) = pressed.table(ctx).await?;
        if is_announced(ctx, &stored, act) && !ctx.is_carried_out().await? {
            if let Some(seen) = pressed.parts.seen {
                let refuse = |refusal| ServiceError::Refused {
                    id,
                    refusal,
                    stored: Box::new(stored.clone()),
                };
                stored.table.check_seen(seen).map_err(refuse)?;
            }
            return Ok(ask(ctx, id, &stored, act).await);
        }
        pressed.command(ctx, Command::from(act)).await
    }
}

/// Whether the caller has announced this for the next move.
fn is_announced(ctx: &Ctx<'_>, stored: &StoredTable, act: Act) -> bool {
    let is_mover = stored.table.to_move().is_some_and(|(_, player)| player == ctx.caller.id);
    is_mover && stored.table.announced() == Some(act.into())
}

/// Asks whether to take back the announcement, with a link to the board.
async fn ask(ctx: &Ctx<'_>, id: TableId, stored: &StoredTable, act: Act) -> Reply {
    let leave = CustomId::new(LEAVE).table(id).with(act).seen(Seen::of(stored.table.game()));
    let buttons = vec![
        labelled(leave, &Label::Leave, ButtonStyle::Primary, ctx.language()),
        labelled(CustomId::new(KEEP), &Label::Keep, ButtonStyle::Secondary, ctx.language()),
    ];
    let question = ctx.say(&Sentence::LeaveAsk { act: &act.to_string() });
    let text =
        format!("{}\n{question}", titles::heading(ctx.bot, id, stored, ctx.language()).await);
    ctx.panel(id, Message { rows: in_rows(&buttons), ..Message::of(text) })
}

fn is_act(text: &str) -> bool {
    read_act(text).is_some()
}

fn read_act(text: &str) -> Option<Act> {
    Act::ALL.into_iter().find(|act| act.to_string() == text)
}

/// What a move did to a count, for a list of moves: the number said, or that none was.
pub(super) fn note(game: &Game, ply: usize, language: Language) -> Option<String> {
    let exact = game.written(ply, MoveStyle::Exact)?;
    let act = exact.split_once(':').and_then(|(act, _)| read_act(act));
    let sentence = match act {
        Some(Act::Skip) => Sentence::Skipped,
        Some(Act::Stop) => Sentence::Stopped,
        Some(Act::Claim) | None => Sentence::Said { number: game.said(ply)? },
    };
    Some(i18n::say(&sentence, language))
}
