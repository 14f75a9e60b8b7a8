//! The page of `/settings` about reminders, and its options of the slash command.

use jiff::Timestamp;
use unicode_normalization::UnicodeNormalization as _;

use crate::discord::shared::context::Caller;
use crate::discord::shared::definition::{OptionDefinition, OptionKind};
use crate::discord::shared::interaction::CommandOptions;
use crate::discord::view::controls::{labelled, menu_of_setting};
use crate::discord::view::custom_id::CustomId;
use crate::discord::view::message::{Button, ButtonStyle, ComponentRow, Message};
use crate::discord::view::pick::Choice;
use crate::discord::view::player_name::escaped;
use crate::discord::view::reply::Suggestion;
use crate::discord::view::time_zones::{suggested_zones, time_zone, zone_label};
use crate::service::{Profile, RemindBy};
use kradan_i18n::{Language, sentences};
use kradan_rules::cut;
use kradan_table::{Ladder, QuietHours};

/// A menu or button of the page: `reminders:KEY`.
pub(super) const REMINDERS: &str = "reminders";

const ZONE: &str = "zone";
const QUIET: &str = "quiet";

/// The value for no quiet hours.
const OFF: &str = "off";

/// The quiet hours that are offered.
const USUAL: [&str; 7] = ["21-7", "22-6", "22-7", "22-8", "23-7", "23-8", "0-8"];

/// The most characters of an unreadable option that are quoted.
const REPEATED_MAX: usize = 40;

pub(super) const OPTIONS: &[OptionDefinition] = &[
    OptionDefinition::optional(ZONE, OptionKind::Suggested),
    OptionDefinition::optional(QUIET, OptionKind::Suggested),
];

sentences! {
    /// What the page says.
    pub(super) enum Sentence<'a> {
        Heading => "line-reminders-heading",
        Zone {
            zone: &'a str,
        } => "line-zone",
        NoZone => "line-no-zone",
        UnknownZone {
            zone: &'a str,
        } => "line-unknown-zone",
        UnknownHours {
            hours: &'a str,
        } => "line-unknown-hours",
        /// What quiet hours mean.
        QuietHold => "line-quiet-hours-hold",
        /// The same where the last reminder comes in them.
        QuietBroken => "line-quiet-hours-broken",
        /// Quiet hours were chosen without a time zone.
        HoursNeedZone => "line-hours-need-zone",
    }

    /// What stands on the buttons and menus.
    pub(super) enum Label {
        /// Opens the page.
        Page => "label-reminders-page",
        /// Leads back to the other settings.
        Back => "label-reminders-back",
        LadderMenu => "label-ladder-menu",
        LadderOff => "label-ladder-off",
        LadderFifth => "label-ladder-fifth",
        LadderThree => "label-ladder-three",
        QuietMenu => "label-quiet-menu",
        QuietOff => "label-quiet-off",
        /// The last reminder of a turn comes in quiet hours.
        LastInQuietOn => "label-last-in-quiet-on",
        LastInQuietOff => "label-last-in-quiet-off",
        RemindByMenu => "label-remind-by-menu",
        RemindByChannel => "label-remind-by-channel",
        RemindByDirectMessage => "label-remind-by-direct-message",
    }
}

/// A control of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PageControl {
    Open,
    Back,
    Ladder,
    Quiet,
    RemindBy,
    LastInQuiet,
    LastNotInQuiet,
}

impl PageControl {
    const ALL: [PageControl; 7] = [
        PageControl::Open,
        PageControl::Back,
        PageControl::Ladder,
        PageControl::Quiet,
        PageControl::RemindBy,
        PageControl::LastInQuiet,
        PageControl::LastNotInQuiet,
    ];

    const fn key(self) -> &'static str {
        match self {
            PageControl::Open => "open",
            PageControl::Back => "back",
            PageControl::Ladder => "ladder",
            PageControl::Quiet => "quiet",
            PageControl::RemindBy => "by",
            PageControl::LastInQuiet => "last-in-quiet",
            PageControl::LastNotInQuiet => "last-not-in-quiet",
        }
    }

    pub(super) fn of_key(key: &str) -> Option<PageControl> {
        PageControl::ALL.into_iter().find(|control| control.key() == key)
    }

    pub(super) fn custom_id(self) -> CustomId {
        CustomId::new(REMINDERS).with(self.key())
    }
}

/// Why a choice is not kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NotKept {
    UnknownZone(String),
    UnknownHours(String),
    HoursNeedZone,
}

/// The button that opens the page.
pub(super) fn page_button(language: Language) -> Button {
    labelled(PageControl::Open.custom_id(), &Label::Page, ButtonStyle::Secondary, language)
}

pub(super) fn page(caller: &Caller, now: Timestamp) -> Message {
    let zone = caller.person.time_zone().map(|zone| zone_label(&zone, now));
    let zone = match &zone {
        Some(zone) => caller.say(&Sentence::Zone { zone }),
        None => caller.say(&Sentence::NoZone),
    };
    let (quiet, label, other) = if caller.person.last_in_quiet {
        (Sentence::QuietBroken, Label::LastInQuietOn, PageControl::LastNotInQuiet)
    } else {
        (Sentence::QuietHold, Label::LastInQuietOff, PageControl::LastInQuiet)
    };
    let heading = caller.say(&Sentence::Heading);
    let text = format!("**{heading}**\n{zone}\n-# {}", caller.say(&quiet));
    let last = labelled(other.custom_id(), &label, ButtonStyle::Secondary, caller.language());
    let back = labelled(
        PageControl::Back.custom_id(),
        &Label::Back,
        ButtonStyle::Secondary,
        caller.language(),
    );
    let buttons = ComponentRow::Buttons(vec![last, back]);
    let rows = vec![ladders(caller), quiet_hours(caller), ways(caller), buttons];
    Message { rows, ..Message::of(text) }
}

/// Why a choice is not kept, in words.
pub(super) fn not_kept_text(caller: &Caller, why: &NotKept) -> String {
    let repeated = |text: &str| escaped(&cut(text, REPEATED_MAX));
    match why {
        NotKept::UnknownZone(zone) => caller.say(&Sentence::UnknownZone { zone: &repeated(zone) }),
        NotKept::UnknownHours(hours) => {
            caller.say(&Sentence::UnknownHours { hours: &repeated(hours) })
        }
        NotKept::HoursNeedZone => caller.say(&Sentence::HoursNeedZone),
    }
}

/// Whether the options of the slash command are about reminders.
pub(super) fn are_given(options: &CommandOptions) -> bool {
    options.text(ZONE).is_some() || options.text(QUIET).is_some()
}

/// The profile after the options of the slash command.
pub(super) fn with_options(
    mut person: Profile,
    options: &CommandOptions,
) -> Result<Profile, NotKept> {
    if let Some(typed) = options.text(ZONE) {
        let zone = time_zone(typed).ok_or_else(|| NotKept::UnknownZone(typed.to_owned()))?;
        person.zone = zone.iana_name().map(str::to_owned);
    }
    match options.text(QUIET) {
        Some(typed) => with_quiet_hours(person, typed),
        None => Ok(person),
    }
}

/// The profile after a choice of the page. An invalid choice changes nothing.
pub(super) fn with_choice(
    mut person: Profile,
    control: PageControl,
    value: &str,
) -> Result<Profile, NotKept> {
    match control {
        PageControl::Ladder => {
            let named = LADDERS.into_iter().find(|(_, key, _)| *key == value);
            person.reminders = named.map_or(person.reminders, |(ladder, ..)| ladder);
        }
        PageControl::RemindBy => {
            let named = WAYS.into_iter().find(|(_, key, _)| *key == value);
            person.remind_by = named.map_or(person.remind_by, |(way, ..)| way);
        }
        PageControl::Quiet => return with_quiet_hours(person, value),
        PageControl::LastInQuiet => person.last_in_quiet = true,
        PageControl::LastNotInQuiet => person.last_in_quiet = false,
        PageControl::Open | PageControl::Back => {}
    }
    Ok(person)
}

fn with_quiet_hours(person: Profile, typed: &str) -> Result<Profile, NotKept> {
    let plain: String = typed.nfkc().collect();
    if plain.trim().eq_ignore_ascii_case(OFF) {
        return Ok(Profile { quiet: None, ..person });
    }
    let hours: QuietHours =
        plain.parse().map_err(|_| NotKept::UnknownHours(typed.trim().to_owned()))?;
    if person.time_zone().is_none() {
        return Err(NotKept::HoursNeedZone);
    }
    Ok(Profile { quiet: Some(hours), ..person })
}

/// Suggestions for an option of the slash command.
pub(super) fn suggestions(
    caller: &Caller,
    option: &str,
    typed: &str,
    now: Timestamp,
) -> Vec<Suggestion> {
    match option {
        ZONE => suggested_zones(typed, caller.language(), now),
        QUIET => {
            let typed: String = typed.nfkc().collect();
            let own = typed.parse().ok().map(|hours: QuietHours| hours.to_string());
            let off = (caller.say(&Label::QuietOff), OFF.to_owned());
            let fits = |hours: &String| own.is_none() && hours.starts_with(typed.trim());
            let usual = USUAL.into_iter().map(str::to_owned).filter(fits);
            let hours = own.iter().cloned().chain(usual);
            hours.map(|hours| (written(&hours), hours)).chain([off]).collect()
        }
        _ => Vec::new(),
    }
}

/// Quiet hours as they are shown: `22–7`.
fn written(hours: &str) -> String {
    let side = |hour: &str| format!("{hour}:00");
    hours
        .split_once('-')
        .map_or_else(|| hours.to_owned(), |(from, to)| format!("{} – {}", side(from), side(to)))
}

const LADDERS: [(Ladder, &str, Label); 3] = [
    (Ladder::Off, "off", Label::LadderOff),
    (Ladder::Fifth, "fifth", Label::LadderFifth),
    (Ladder::Three, "three", Label::LadderThree),
];

const WAYS: [(RemindBy, &str, Label); 2] = [
    (RemindBy::Channel, "channel", Label::RemindByChannel),
    (RemindBy::DirectMessage, "direct-message", Label::RemindByDirectMessage),
];

fn ladders(caller: &Caller) -> ComponentRow {
    let chosen = LADDERS.into_iter().find(|(ladder, ..)| *ladder == caller.person.reminders);
    let chosen = chosen.map(|(_, key, _)| key.to_owned()).unwrap_or_default();
    let options =
        LADDERS.map(|(_, key, label)| Choice { label: caller.say(&label), value: key.to_owned() });
    let control = PageControl::Ladder.custom_id();
    menu_of_setting(control, caller.say(&Label::LadderMenu), options, chosen)
}

fn ways(caller: &Caller) -> ComponentRow {
    let chosen = WAYS.into_iter().find(|(way, ..)| *way == caller.person.remind_by);
    let chosen = chosen.map(|(_, key, _)| key.to_owned()).unwrap_or_default();
    let options =
        WAYS.map(|(_, key, label)| Choice { label: caller.say(&label), value: key.to_owned() });
    let control = PageControl::RemindBy.custom_id();
    menu_of_setting(control, caller.say(&Label::RemindByMenu), options, chosen)
}

fn quiet_hours(caller: &Caller) -> ComponentRow {
    let own = caller.person.quiet.map(|hours| hours.to_string());
    let unusual = own.iter().map(String::as_str).filter(|own| !USUAL.contains(own));
    let off = Choice { label: caller.say(&Label::QuietOff), value: OFF.to_owned() };
    let option = |hours: &str| Choice { label: written(hours), value: hours.to_owned() };
    let options = [off].into_iter().chain(unusual.chain(USUAL).map(option));
    let control = PageControl::Quiet.custom_id();
    let chosen = own.clone().unwrap_or_else(|| OFF.to_owned());
    menu_of_setting(control, caller.say(&Label::QuietMenu), options, chosen)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quiet_hours_need_a_time_zone() {
        let person = Profile::default();
        let set = |person: &Profile, hours| with_quiet_hours(person.clone(), hours);
        assert_eq!(set(&person, "22-7"), Err(NotKept::HoursNeedZone));
        assert_eq!(set(&person, "off"), Ok(person.clone()));
        let lost = Profile { zone: Some("Mars/Olympus".to_owned()), ..Profile::default() };
        assert_eq!(set(&lost, "22-7"), Err(NotKept::HoursNeedZone), "an unknown zone is none");
        let home = Profile { zone: Some("Asia/Tokyo".to_owned()), ..Profile::default() };
        let quiet = set(&home, "２２-７").unwrap();
        assert_eq!(quiet.quiet.unwrap().to_string(), "22-7");
        assert_eq!(set(&quiet, "OFF").unwrap(), home);
        assert_eq!(set(&quiet, "night"), Err(NotKept::UnknownHours("night".to_owned())));
    }

    #[test]
    fn what_is_no_choice_changes_nothing() {
        let person = Profile::default();
        for control in [PageControl::Ladder, PageControl::RemindBy, PageControl::Open] {
            assert_eq!(with_choice(person.clone(), control, "klingon"), Ok(person.clone()));
        }
        for (ladder, key, _) in LADDERS {
            let chosen = with_choice(person.clone(), PageControl::Ladder, key).unwrap();
            assert_eq!(chosen.reminders, ladder);
        }
        for (way, key, _) in WAYS {
            let chosen = with_choice(person.clone(), PageControl::RemindBy, key).unwrap();
            assert_eq!(chosen.remind_by, way);
        }
    }
}
