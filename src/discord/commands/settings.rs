//! `/settings`: what a player prefers.

use super::command::{Pressed, SlashCommand};
use crate::discord::context::{Caller, Ctx};
use crate::discord::custom_id::{Control, CustomId, Form};
use crate::discord::definition::Definition;
use crate::discord::interaction::Options;
use crate::discord::message::{Button, ButtonStyle, ComponentRow, Menu, Message};
use crate::discord::pick::Choice;
use crate::discord::preferences::Preferences;
use crate::discord::reply::{Answer, Reply};
use crate::discord::visibility::Visibility;
use crate::i18n::{Label, Language, Line};
use crate::render::{PieceSet, Theme};
use crate::service::{MoveConfirmation, Orientation, Profile, Store};

/// A menu or button of the panel: `setting:PREFERENCE`.
const SETTING: &str = "setting";

/// What stands for the language of one's Discord.
const AS_DISCORD: &str = "discord";

pub(super) struct Settings;

impl SlashCommand for Settings {
    const DEFINITION: &'static Definition = &Definition { name: "settings", options: &[] };
    const VISIBILITY: Visibility = Visibility::Asker;
    const CONTROLS: &'static [Control] = &[Control::new(
        SETTING,
        Form::Text(|text| Preference::of_key(text).is_some()),
        Visibility::Asker,
    )];

    async fn run<S: Store>(ctx: &Ctx<'_, S>, _: &Options) -> Answer {
        Ok(Reply::Private(panel(ctx.caller)))
    }

    /// Stores a choice, and shows the panel as it is then.
    async fn press<S: Store>(ctx: &Ctx<'_, S>, pressed: &Pressed<'_>) -> Answer {
        let Some(preference) = Preference::of_key(pressed.parts.text) else {
            return Ok(ctx.unknown());
        };
        let value = pressed.value.map(str::to_owned);
        let change = move |person: &mut Profile| {
            *person = chosen(std::mem::take(person), preference, value.as_deref());
        };
        let person = ctx.service().store().update_profile(ctx.caller.id, change).await?;
        let preferences = Preferences::of(&person);
        let caller = Caller { id: ctx.caller.id, person, preferences };
        let mut panel = panel(&caller);
        panel.text = format!("{} {}", panel.text, caller.say(&Line::SettingsKept));
        Ok(Reply::Change(panel))
    }
}

/// What can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Preference {
    Language,
    Theme,
    Pieces,
    Orientation,
    Hints,
    MoveConfirmation,
}

impl Preference {
    const ALL: [Preference; 6] = [
        Preference::Language,
        Preference::Theme,
        Preference::Pieces,
        Preference::Orientation,
        Preference::Hints,
        Preference::MoveConfirmation,
    ];

    const fn key(self) -> &'static str {
        match self {
            Preference::Language => "language",
            Preference::Theme => "theme",
            Preference::Pieces => "pieces",
            Preference::Orientation => "below",
            Preference::Hints => "hints",
            Preference::MoveConfirmation => "confirm",
        }
    }

    fn of_key(key: &str) -> Option<Preference> {
        Preference::ALL.into_iter().find(|it| it.key() == key)
    }

    fn custom_id(self) -> CustomId {
        CustomId::new(SETTING).with(self.key())
    }
}

fn panel(caller: &Caller) -> Message {
    let text = format!("**{}**", caller.say(&Line::SettingsHeading));
    let rows =
        vec![languages(caller), themes(caller), sets(caller), below(caller), switches(caller)];
    Message { rows, ..Message::of(text) }
}

/// A person after a choice. What is no choice changes nothing.
fn chosen(mut person: Profile, preference: Preference, value: Option<&str>) -> Profile {
    match (preference, value) {
        (Preference::Language, Some(AS_DISCORD)) => person.language = None,
        (Preference::Language, Some(value)) => {
            if value.parse::<Language>().is_ok() {
                person.language = Some(value.to_owned());
            }
        }
        (Preference::Theme, Some(value)) => {
            if Theme::named(value).is_ok() {
                person.theme = Some(value.to_owned());
            }
        }
        (Preference::Pieces, Some(value)) => {
            if value.parse::<PieceSet>().is_ok() {
                person.pieces = Some(value.to_owned());
            }
        }
        (Preference::Orientation, Some(value)) => {
            let named = SIDES.into_iter().find(|(_, key, _)| *key == value);
            person.below = named.map_or(person.below, |(below, ..)| below);
        }
        (Preference::Hints, _) => person.hints = Some(!person.hints.unwrap_or_default()),
        (Preference::MoveConfirmation, _) => {
            person.confirm = match person.confirm {
                MoveConfirmation::Never => MoveConfirmation::Always,
                MoveConfirmation::Always => MoveConfirmation::Never,
            };
        }
        (
            Preference::Language | Preference::Theme | Preference::Pieces | Preference::Orientation,
            None,
        ) => {}
    }
    person
}

fn languages(caller: &Caller) -> ComponentRow {
    let as_discord =
        Choice { label: Label::AsDiscord.text(caller.language()), value: AS_DISCORD.to_owned() };
    let own = Language::ALL.map(|language| Choice {
        label: language.own_name().to_owned(),
        value: language.tag().to_owned(),
    });
    let chosen = caller.person.language.clone().unwrap_or_else(|| AS_DISCORD.to_owned());
    let options = std::iter::once(as_discord).chain(own).collect();
    menu(caller, Preference::Language, Label::LanguageMenu, options, chosen)
}

fn themes(caller: &Caller) -> ComponentRow {
    let option = |theme: &'static Theme| {
        let label = Label::theme(theme.name).map(|label| label.text(caller.language()));
        Choice {
            label: label.unwrap_or_else(|| theme.name.to_owned()),
            value: theme.name.to_owned(),
        }
    };
    let options = Theme::ALL.into_iter().map(option).collect();
    let chosen = caller.preferences.theme.name.to_owned();
    menu(caller, Preference::Theme, Label::ThemeMenu, options, chosen)
}

fn sets(caller: &Caller) -> ComponentRow {
    let option = |set: PieceSet| {
        let value = set.to_string();
        let label = Label::pieces(&value).map(|label| label.text(caller.language()));
        Choice { label: label.unwrap_or_else(|| value.clone()), value }
    };
    let options = PieceSet::ALL.into_iter().map(option).collect();
    let chosen = caller.preferences.pieces.to_string();
    menu(caller, Preference::Pieces, Label::PiecesMenu, options, chosen)
}

/// Whose side is below: what is kept, what stands for it, what it is called.
const SIDES: [(Orientation, &str, Label); 3] = [
    (Orientation::Mover, "mover", Label::BelowMover),
    (Orientation::First, "first", Label::BelowFirst),
    (Orientation::Second, "second", Label::BelowSecond),
];

fn below(caller: &Caller) -> ComponentRow {
    let options = SIDES.map(|(_, key, label)| Choice {
        label: label.text(caller.language()),
        value: key.to_owned(),
    });
    let chosen = SIDES.into_iter().find(|(below, ..)| *below == caller.preferences.below);
    let chosen = chosen.map(|(_, key, _)| key.to_owned()).unwrap_or_default();
    menu(caller, Preference::Orientation, Label::BelowMenu, options.into(), chosen)
}

fn switches(caller: &Caller) -> ComponentRow {
    let button = |preference: Preference, label: Label, is_on| Button {
        control: preference.custom_id(),
        label: label.text(caller.language()),
        look: if is_on { ButtonStyle::Yes } else { ButtonStyle::Plain },
    };
    let hints = caller.preferences.hints;
    let confirms = caller.preferences.confirm == MoveConfirmation::Always;
    let hints_label = if hints { Label::HintsOn } else { Label::HintsOff };
    let confirm_label = if confirms { Label::ConfirmOn } else { Label::ConfirmOff };
    ComponentRow::Buttons(vec![
        button(Preference::Hints, hints_label, hints),
        button(Preference::MoveConfirmation, confirm_label, confirms),
    ])
}

/// A menu whose chosen option says first what it is about: a phone shows nothing else of it.
fn menu(
    caller: &Caller,
    preference: Preference,
    label: Label,
    options: Vec<Choice>,
    chosen: String,
) -> ComponentRow {
    let about = label.text(caller.language());
    let options = options.into_iter().map(|option| Choice {
        label: if option.value == chosen {
            format!("{about}: {}", option.label)
        } else {
            option.label
        },
        value: option.value,
    });
    ComponentRow::Menu(Menu {
        control: preference.custom_id(),
        placeholder: about.clone(),
        options: options.collect(),
        chosen: Some(chosen),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_choice_changes_nothing() {
        let person = Profile::default();
        for preference in
            [Preference::Language, Preference::Theme, Preference::Pieces, Preference::Orientation]
        {
            for value in [None, Some("klingon")] {
                assert_eq!(chosen(person.clone(), preference, value), person);
            }
        }
    }

    #[test]
    fn every_choice_is_kept_and_can_be_undone() {
        let person = Profile::default();
        let thai = chosen(person.clone(), Preference::Language, Some("th"));
        assert_eq!(Preferences::of(&thai).language, Language::Thai);
        assert_eq!(chosen(thai, Preference::Language, Some(AS_DISCORD)), person);
        let twice = |preference| chosen(chosen(person.clone(), preference, None), preference, None);
        assert_eq!(Preferences::of(&twice(Preference::Hints)), Preferences::of(&person));
        assert_eq!(twice(Preference::MoveConfirmation), person);
        let wood = chosen(person, Preference::Theme, Some("wood"));
        assert_eq!(Preferences::of(&wood).theme.name, "wood");
    }
}
