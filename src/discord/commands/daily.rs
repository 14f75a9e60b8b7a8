//! The buttons below the daily puzzle of a server: who presses one solves it privately, or is mentioned with the
//! next ones.

use super::command::{Controls, Pressed};
use super::puzzle::open_daily;
use crate::discord::shared::context::Ctx;
use crate::discord::view::controls::labelled;
use crate::discord::view::custom_id::{Control, CustomId, CustomIdForm};
use crate::discord::view::message::{ButtonStyle, Message};
use crate::discord::view::puzzle::{DAILY, DAILY_MENTION, read_day};
use crate::discord::view::reply::{Answer, Reply};
use crate::discord::view::visibility::Visibility;
use crate::service::{Counted, ServiceError};
use kradan_i18n::sentences;
use kradan_table::GuildId;

/// Has who presses it no longer mentioned.
const DAILY_UNMENTION: &str = "daily-unmention";

sentences! {
    /// What came of a press or an answer.
    enum Sentence {
        /// As the first, second and so on to solve it without a mistake.
        Solved {
            place: usize,
        } => "line-daily-you-solved",
        Failed => "line-daily-failed",
        Before => "line-daily-before",
        Late => "line-daily-late",
        Mentioned => "line-daily-mentioned",
        NotMentioned => "line-daily-not-mentioned",
        ManyMentioned => "line-daily-many-mentioned",
    }

    enum Label {
        Unmention => "label-daily-unmention",
    }
}

pub(super) struct Daily;

impl Controls for Daily {
    const CONTROLS: &'static [Control] = &[
        Control::new(
            DAILY,
            CustomIdForm::Text(|text| read_day(text).is_some()),
            Visibility::Ephemeral,
        ),
        Control::new(DAILY_MENTION, CustomIdForm::Word, Visibility::Ephemeral),
        Control::new(DAILY_UNMENTION, CustomIdForm::Word, Visibility::Ephemeral),
    ];

    async fn press(ctx: &Ctx<'_>, pressed: &Pressed<'_>) -> Answer {
        let Some(server) = ctx.request.origin.guild else { return Ok(ctx.unknown()) };
        match pressed.word {
            DAILY_MENTION => return mention(ctx, server).await,
            DAILY_UNMENTION => {
                ctx.service().set_daily_mention(server, ctx.caller.id, false).await?;
                return Ok(Reply::Change(Message::of(ctx.say(&Sentence::NotMentioned))));
            }
            _ => {}
        }
        let day = read_day(pressed.parts.text);
        let board = ctx.service().store().daily_puzzle(server).await?.board;
        let board = board.filter(|board| Some(board.day) == day);
        let panel = board.and_then(|board| open_daily(ctx, board.puzzle()?, board.day));
        Ok(panel.map_or_else(|| ctx.ephemeral(&Sentence::Late), Reply::Private))
    }
}

/// Has the caller mentioned with the next puzzles, and offers to end it.
async fn mention(ctx: &Ctx<'_>, server: GuildId) -> Answer {
    if !ctx.service().set_daily_mention(server, ctx.caller.id, true).await? {
        return Ok(ctx.ephemeral(&Sentence::ManyMentioned));
    }
    let (control, language) = (CustomId::new(DAILY_UNMENTION), ctx.language());
    let end = labelled(control, &Label::Unmention, ButtonStyle::Secondary, language);
    Ok(Reply::Private(Message::of(ctx.say(&Sentence::Mentioned)).with_buttons(vec![end])))
}

/// Notes the caller's answer to the puzzle of a day, and says what it counted for.
pub(super) async fn answer(
    ctx: &Ctx<'_>,
    day: i64,
    is_solved: bool,
) -> Result<Option<String>, ServiceError> {
    let Some(server) = ctx.request.origin.guild else { return Ok(None) };
    let answered = ctx.service().answer_daily_puzzle((server, day), ctx.caller.id, is_solved);
    Ok(match answered.await? {
        Counted::Solved(place) => Some(ctx.say(&Sentence::Solved { place })),
        Counted::Failed => Some(ctx.say(&Sentence::Failed)),
        Counted::Before if is_solved => Some(ctx.say(&Sentence::Before)),
        Counted::Before => None,
        Counted::Late => Some(ctx.say(&Sentence::Late)),
    })
}
