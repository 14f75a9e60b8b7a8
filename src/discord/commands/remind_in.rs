//! "Remind me in …": a menu behind the "More" button of a board, for the player to move.

use jiff::{SignedDuration, Timestamp, ToSpan};

use super::command::Pressed;
use crate::discord::shared::context::Ctx;
use crate::discord::view::custom_id::{Control, CustomId, CustomIdForm};
use crate::discord::view::message::{ComponentRow, Menu, Message};
use crate::discord::view::pick::Choice;
use crate::discord::view::reply::{Answer, Reply};
use crate::discord::view::table_view::{absolute, relative};
use crate::discord::view::visibility::Visibility;
use crate::service::{Profile, StoredTable};
use kradan_i18n::{self as i18n, Language, sentences};
use kradan_rules::Side;
use kradan_table::{Command, Seen, TableId};

/// The menu: `remind-in:TABLE:POSITION`.
pub(super) const REMIND_IN: &str = "remind-in";

pub(super) const CONTROL: Control =
    Control::new(REMIND_IN, CustomIdForm::Position, Visibility::Ephemeral);

/// The value for no reminder.
const NONE: &str = "none";

/// The value for the next morning.
const MORNING: &str = "morning";

/// The hour of the day of a reminder in the morning.
const MORNING_HOUR: i8 = 8;

/// Before this hour the next morning is that of the same day.
const NIGHT_UNTIL: i8 = 4;

/// The hours after which a reminder can come.
const HOURS: [i64; 3] = [1, 3, 12];

sentences! {
    /// What the menu says.
    enum Label {
        Menu => "label-remind-in-menu",
        InHours {
            hours: usize,
        } => "line-remind-in-hours",
        InTheMorning => "label-remind-in-the-morning",
        /// To cancel the reminder.
        NotAtAll => "label-remind-not-at-all",
    }

    /// What the panel says.
    enum Sentence<'a> {
        /// A reminder was asked for.
        Asked {
            time: &'a str,
        } => "line-reminder-asked",
    }
}

/// The time at a table.
pub(super) fn now_at(ctx: &Ctx<'_>, stored: &StoredTable) -> Timestamp {
    ctx.service().clock().read().time_at(stored.credited)
}

/// The menu, if it is a side's turn and a reminder can come before the end of its time.
pub(super) fn menu(
    id: TableId,
    stored: &StoredTable,
    side: Side,
    person: &Profile,
    now: Timestamp,
    language: Language,
) -> Option<ComponentRow> {
    let table = &stored.table;
    table.to_move().filter(|(turn, _)| *turn == side)?;
    let is_in_time = |at: &Timestamp| table.deadline().is_none_or(|deadline| *at < deadline);
    let in_hours = HOURS.into_iter().filter_map(|hours| {
        let value = format!("{hours}h");
        time_of(&value, person, now).filter(is_in_time)?;
        let label = Label::InHours { hours: usize::try_from(hours).ok()? };
        Some(Choice { label: i18n::say(&label, language), value })
    });
    let morning = time_of(MORNING, person, now).filter(is_in_time).map(|_| Choice {
        label: i18n::say(&Label::InTheMorning, language),
        value: MORNING.to_owned(),
    });
    let none = table
        .asked_reminder()
        .map(|_| Choice { label: i18n::say(&Label::NotAtAll, language), value: NONE.to_owned() });
    let options: Vec<Choice> = in_hours.chain(morning).chain(none).collect();
    (!options.is_empty()).then(|| {
        ComponentRow::Menu(Menu {
            control: CustomId::new(REMIND_IN).table(id).seen(Seen::of(table.game())),
            placeholder: i18n::say(&Label::Menu, language),
            options,
            chosen: None,
        })
    })
}

/// The line of the panel that says when the reminder comes.
pub(super) fn asked_line(stored: &StoredTable, side: Side, language: Language) -> Option<String> {
    stored.table.to_move().filter(|(turn, _)| *turn == side)?;
    let at = stored.table.asked_reminder()?;
    let time = format!("{} ({})", absolute(at), relative(at));
    Some(i18n::say(&Sentence::Asked { time: &time }, language))
}

/// Sets or cancels the reminder.
pub(super) async fn press(ctx: &Ctx<'_>, pressed: &Pressed<'_>) -> Answer {
    let (id, stored) = pressed.table(ctx).await?;
    let chosen = pressed.value.unwrap_or_default();
    if chosen == NONE {
        return match pressed.command(ctx, Command::DropReminder).await? {
            Reply::Private(message) => Ok(ctx.panel(id, Message::of(message.text))),
            other => Ok(other),
        };
    }
    let Some(at) = time_of(chosen, &ctx.caller.person, now_at(ctx, &stored)) else {
        return Ok(ctx.unknown());
    };
    match pressed.command(ctx, Command::RemindAt(at)).await? {
        Reply::Private(message) => {
            let text = format!("{} {} ({})", message.text, absolute(at), relative(at));
            Ok(ctx.panel(id, Message::of(text)))
        }
        other => Ok(other),
    }
}

/// The time of an option; `None` for the morning without a known time zone.
fn time_of(option: &str, person: &Profile, now: Timestamp) -> Option<Timestamp> {
    if option == MORNING {
        return next_morning(person, now);
    }
    let hours = option.strip_suffix('h')?.parse().ok().filter(|hours| HOURS.contains(hours))?;
    now.checked_add(SignedDuration::from_hours(hours)).ok()
}

/// The next morning of a player, or the end of longer quiet hours.
fn next_morning(person: &Profile, now: Timestamp) -> Option<Timestamp> {
    let zone = person.time_zone()?;
    let today = zone.to_datetime(now);
    let date = if today.hour() < NIGHT_UNTIL {
        today.date()
    } else {
        today.date().checked_add(1.day()).ok()?
    };
    let morning = zone.to_timestamp(date.at(MORNING_HOUR, 0, 0, 0)).ok()?;
    let quiet = person.quiet.and_then(|hours| hours.around(morning, &zone));
    Some(quiet.map_or(morning, |(_, end)| end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_morning_is_that_of_the_players_zone() {
        let person = Profile { zone: Some("Asia/Bangkok".to_owned()), ..Profile::default() };
        let morning = |person: &Profile, now: &str| {
            time_of(MORNING, person, now.parse().unwrap()).map(|at| at.to_string())
        };
        // 20:00 in Bangkok, and 3:00.
        let next = Some("2026-11-21T01:00:00Z".to_owned());
        assert_eq!(morning(&person, "2026-11-20T13:00:00Z"), next);
        assert_eq!(morning(&person, "2026-11-20T20:00:00Z"), next);
        let late = Profile { quiet: "23-10".parse().ok(), ..person };
        let after_quiet = Some("2026-11-21T03:00:00Z".to_owned());
        assert_eq!(morning(&late, "2026-11-20T13:00:00Z"), after_quiet);
        assert_eq!(morning(&Profile::default(), "2026-11-20T13:00:00Z"), None);
    }

    #[test]
    fn only_the_hours_of_the_menu_are_taken() {
        let now: Timestamp = "2026-11-20T13:00:00Z".parse().unwrap();
        let person = Profile::default();
        assert_eq!(time_of("3h", &person, now), Some(now + SignedDuration::from_hours(3)));
        for option in ["", "2h", "h", "-1h", "900000000000000000000h", "evening"] {
            assert_eq!(time_of(option, &person, now), None, "{option}");
        }
    }
}
