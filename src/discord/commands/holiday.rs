//! `/holiday`: days on which all clocks of a player stop.

use super::command::{Pressed, SlashCommand};
use crate::discord::shared::context::Ctx;
use crate::discord::shared::definition::{Definition, OptionDefinition, OptionKind};
use crate::discord::shared::interaction::{CommandOptions, OptionValue};
use crate::discord::view::controls::{in_rows, labelled};
use crate::discord::view::custom_id::{Control, CustomId, CustomIdForm};
use crate::discord::view::message::{ButtonStyle, Message};
use crate::discord::view::reply::{Answer, Reply};
use crate::discord::view::table_view::absolute;
use crate::discord::view::visibility::Visibility;
use crate::service::{Profile, ServiceError};
use kradan_i18n::sentences;
use kradan_table::{Holiday, HolidayRefusal, Holidays};

/// The option with the number of days.
const DAYS: &str = "days";

const END: &str = "holiday-end";
/// Switches automatic holidays on or off.
const AUTOMATIC: &str = "holiday-auto";

sentences! {
    /// What the panel says.
    enum Sentence<'a> {
        Until {
            until: &'a str,
        } => "line-holiday-until",
        /// An automatic holiday began, as time ran out in a game.
        ByItself {
            until: &'a str,
        } => "line-holiday-by-itself-until",
        /// The player has a holiday already.
        Already {
            until: &'a str,
        } => "line-holiday-already",
        None => "line-holiday-none",
        /// The days that are left within a year.
        Left {
            count: usize,
        } => "line-holiday-left",
        /// The player is back.
        Ended => "line-holiday-ended",
        /// More days than are left.
        TooLong {
            count: usize,
        } => "line-holiday-too-long",
        AutomaticOn => "line-holiday-automatic-on",
        AutomaticOff => "line-holiday-automatic-off",
    }

    /// What stands on the buttons.
    enum Label {
        End => "label-holiday-end",
        /// Automatic holidays are on.
        AutomaticOn => "label-holiday-automatic-on",
        AutomaticOff => "label-holiday-automatic-off",
    }
}

pub(super) struct HolidayCommand;

impl SlashCommand for HolidayCommand {
    const DEFINITION: &'static Definition = &Definition {
        name: "holiday",
        options: &[OptionDefinition::optional(DAYS, OptionKind::Integer(1, Holidays::DAYS))
            .described("option-holiday-days-description")],
    };
    const VISIBILITY: Visibility = Visibility::Ephemeral;
    const CONTROLS: &'static [Control] = &[
        Control::new(END, CustomIdForm::Word, Visibility::Ephemeral),
        Control::new(
            AUTOMATIC,
            CustomIdForm::Text(|text| is_on(text).is_some()),
            Visibility::Ephemeral,
        ),
    ];

    async fn run(ctx: &Ctx<'_>, options: &CommandOptions) -> Answer {
        let Some(OptionValue::Integer(days)) = options.get(DAYS) else {
            return Ok(Reply::Private(panel(ctx, &ctx.caller.person.holidays, None)));
        };
        let days = u8::try_from(*days).unwrap_or(u8::MAX);
        match ctx.service().begin_holiday(ctx.caller.id, days).await? {
            Err(HolidayRefusal::TooLong { left }) => {
                Ok(ctx.ephemeral(&Sentence::TooLong { count: whole_days(left) }))
            }
            Err(HolidayRefusal::Already { until }) => {
                let said = ctx.say(&Sentence::Already { until: &absolute(until) });
                Ok(Reply::Private(present(ctx, Some(said)).await?))
            }
            Ok(_) => Ok(Reply::Private(present(ctx, None).await?)),
        }
    }

    async fn press(ctx: &Ctx<'_>, pressed: &Pressed<'_>) -> Answer {
        if let Some(is_on) = is_on(pressed.parts.text).filter(|_| pressed.word == AUTOMATIC) {
            let change = move |person: &mut Profile| person.holidays.is_automatic_off = !is_on;
            ctx.service().store().update_profile(ctx.caller.id, Box::new(change)).await?;
            return Ok(Reply::Change(present(ctx, None).await?));
        }
        let ended = ctx.service().end_holiday(ctx.caller.id).await?;
        let mut panel = present(ctx, None).await?;
        if ended {
            panel.text = format!("{}\n{}", ctx.say(&Sentence::Ended), panel.text);
        }
        Ok(Reply::Change(panel))
    }
}

/// The value of the switch.
fn is_on(text: &str) -> Option<bool> {
    match text {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    }
}

fn whole_days(time: jiff::SignedDuration) -> usize {
    usize::try_from(time.as_hours() / 24).unwrap_or_default()
}

/// The panel with the present holidays. `said` replaces its first sentence.
async fn present(ctx: &Ctx<'_>, said: Option<String>) -> Result<Message, ServiceError> {
    let profile = ctx.service().store().profile(ctx.caller.id).await?;
    Ok(panel(ctx, &profile.unwrap_or_default().holidays, said))
}

fn panel(ctx: &Ctx<'_>, holidays: &Holidays, said: Option<String>) -> Message {
    let now = ctx.service().clock().now();
    let current = holidays.current(now);
    let is_on = !holidays.is_automatic_off;
    let until = current.map(|holiday| absolute(holiday.until)).unwrap_or_default();
    let state = said.unwrap_or_else(|| match current {
        Some(Holiday { is_automatic: true, .. }) => ctx.say(&Sentence::ByItself { until: &until }),
        Some(_) => ctx.say(&Sentence::Until { until: &until }),
        None => ctx.say(&Sentence::None),
    });
    let left = ctx.say(&Sentence::Left { count: whole_days(holidays.left(now)) });
    let automatic = ctx.say(if is_on { &Sentence::AutomaticOn } else { &Sentence::AutomaticOff });
    let mut buttons = Vec::new();
    // Ending an automatic holiday would lose the games on time.
    if current.is_some_and(|holiday| !holiday.is_automatic) {
        let end = CustomId::new(END);
        buttons.push(labelled(end, &Label::End, ButtonStyle::Primary, ctx.language()));
    }
    let (label, other) =
        if is_on { (Label::AutomaticOn, "off") } else { (Label::AutomaticOff, "on") };
    let switch = CustomId::new(AUTOMATIC).with(other);
    buttons.push(labelled(switch, &label, ButtonStyle::Secondary, ctx.language()));
    Message { rows: in_rows(&buttons), ..Message::of(format!("{state} {left}\n-# {automatic}")) }
}
