//! `/moretime`: gives the opponent more time.

use super::command::Pressed;
use super::table_command::{ArgumentUse, At, TABLE, TableCommand};
use crate::discord::shared::context::Ctx;
use crate::discord::shared::definition::{Definition, OptionDefinition, OptionKind};
use crate::discord::shared::interaction::CommandOptions;
use crate::discord::view::controls::labelled;
use crate::discord::view::custom_id::{Control, CustomId, CustomIdForm};
use crate::discord::view::message::{Button, ButtonStyle, Message};
use crate::discord::view::reply::{Answer, Reply, Suggestion};
use crate::discord::view::visibility::Visibility;
use kradan_i18n::{self as i18n, Language, sentences};
use kradan_table::{Command, PlayerId, Table, TableId, TimeControl};

/// Gives a day.
const GIVE: &str = "give-day";

/// The option that says how much.
const TIME: &str = "time";

const DAY: u16 = 24;

/// The most hours that are given at once.
const HOURS_MAX: u16 = 14 * DAY;

/// The hours that are suggested.
const SUGGESTED: [u16; 7] = [6, 12, DAY, 2 * DAY, 3 * DAY, 7 * DAY, HOURS_MAX];

sentences! {
    /// What is said.
    enum Sentence {
        /// The text is no length of time that can be given.
        NotATime => "line-not-more-time",
    }

    /// What stands on the button.
    enum Label {
        /// To give the opponent a day more.
        GiveDay => "label-give-day",
    }
}

pub(super) struct MoreTimeCommand;

impl TableCommand for MoreTimeCommand {
    const DEFINITION: &'static Definition = &Definition {
        name: "moretime",
        options: &[
            OptionDefinition::optional(TIME, OptionKind::Suggested)
                .described("option-more-time-description"),
            TABLE,
        ],
    };
    const VISIBILITY: Visibility = Visibility::Public;
    const CONTROLS: &'static [Control] =
        &[Control::new(GIVE, CustomIdForm::Table, Visibility::Public)];
    const ARGUMENT: ArgumentUse = ArgumentUse::Optional;

    fn is_possible(table: &Table, player: PlayerId) -> bool {
        table.is_running() && table.side_of(player).is_some() && table.pace().start().is_some()
    }

    fn argument(options: &CommandOptions) -> &str {
        options.text(TIME).unwrap_or_default()
    }

    fn is_argument(argument: &str) -> bool {
        hours(argument).is_some()
    }

    fn refuse_argument(ctx: &Ctx<'_>) -> Reply {
        Reply::Private(Message::of(ctx.say(&Sentence::NotATime)))
    }

    async fn act(ctx: &Ctx<'_>, at: At<'_>) -> Answer {
        match hours(at.argument) {
            Some(hours) => at.command(ctx, Command::GiveTime(hours)).await,
            None => Ok(Self::refuse_argument(ctx)),
        }
    }

    async fn complete(
        ctx: &Ctx<'_>,
        _option: &str,
        typed: &str,
        _options: &CommandOptions,
    ) -> Vec<Suggestion> {
        let typed = hours(typed).filter(|_| !typed.trim().is_empty());
        let others = SUGGESTED.into_iter().filter(|hours| Some(*hours) != typed);
        let suggested = typed.into_iter().chain(others);
        suggested.map(|hours| (i18n::hours(hours, ctx.language()), format!("{hours}h"))).collect()
    }

    async fn press(ctx: &Ctx<'_>, pressed: &Pressed<'_>) -> Answer {
        pressed.command(ctx, Command::GiveTime(DAY)).await
    }
}

/// The hours that are typed, at most [`HOURS_MAX`]: a day where nothing is.
fn hours(text: &str) -> Option<u16> {
    if text.trim().is_empty() {
        return Some(DAY);
    }
    TimeControl::read_hours(text).filter(|hours| (1..=HOURS_MAX).contains(hours))
}

/// The button with which the opponent gets a day more; none where there are no clocks.
pub(super) fn button(id: TableId, table: &Table, language: Language) -> Option<Button> {
    let give = CustomId::new(GIVE).table(id);
    let button = labelled(give, &Label::GiveDay, ButtonStyle::Secondary, language);
    table.pace().start().map(|_| button)
}
