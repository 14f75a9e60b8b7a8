//! `/settings`: what a player prefers.

use super::command::{Pressed, SlashCommand};
use super::privacy;
use super::settings_reminders::{self as reminders, PageControl, REMINDERS};
use crate::discord::shared::context::{Caller, Ctx};
use crate::discord::shared::definition::Definition;
use crate::discord::shared::interaction::CommandOptions;
use crate::discord::view::controls::{labelled, menu_of_setting};
use crate::discord::view::custom_id::{Control, CustomId, CustomIdForm};
use crate::discord::view::message::{Button, ButtonStyle, ComponentRow, Message};
use crate::discord::view::pick::Choice;
use crate::discord::view::preferences::{Hints, Preferences};
use crate::discord::view::reply::{Answer, Reply, Suggestion};
use crate::discord::view::visibility::Visibility;
use crate::service::{MoveConfirmation, Orientation, Profile, ServiceError};
use kradan_i18n::{Language, sentences};
use kradan_render::{PieceSet, Theme};

/// A menu or button of the panel: `setting:PREFERENCE`.
const SETTING: &str = "setting";

/// The value for the language of one's Discord.
const AS_DISCORD: &str = "discord";

sentences! {
    /// What the panel says.
    enum Sentence {
        /// Above the settings.
        Heading => "line-settings-heading",
        /// A setting was kept.
        Kept => "line-settings-kept",
    }

    /// What stands on the buttons and menus.
    enum Label {
        /// To open the panel.
        Settings => "label-settings",
        /// The menu of languages.
        LanguageMenu => "label-language-menu",
        /// The language of one's own Discord.
        AsDiscord => "label-as-discord",
        /// The menu of themes.
        ThemeMenu => "label-theme-menu",
        /// The menu of piece sets.
        PiecesMenu => "label-pieces-menu",
        /// The menu of sides to see below.
        BelowMenu => "label-below-menu",
        /// The side to move is below.
        BelowMover => "label-below-mover",
        /// The side that began is below.
        BelowFirst => "label-below-first",
        /// The other side is below.
        BelowSecond => "label-below-second",
        HintsOn => "label-hints-on",
        HintsOff => "label-hints-off",
        /// The player did not choose, and is new.
        HintsFirstGames => "label-hints-first-games",
        ConfirmOn => "label-confirm-on",
        /// Moves are not confirmed.
        ConfirmOff => "label-confirm-off",
        /// The only legal move is played by itself.
        OnlyMoveOn => "label-only-move-on",
        OnlyMoveOff => "label-only-move-off",
        ThemeClassic => "label-theme-classic",
        ThemeWood => "label-theme-wood",
        ThemeContrast => "label-theme-contrast",
        ThemeSafe => "label-theme-safe",
        ThemeNight => "label-theme-night",
        /// Ōgi's pieces with kanji.
        PiecesKanji => "label-pieces-kanji",
        /// Ōgi's pieces with symbols.
        PiecesSymbols => "label-pieces-symbols",
    }
}

pub(super) struct SettingsCommand;

impl SlashCommand for SettingsCommand {
    const DEFINITION: &'static Definition =
        &Definition { name: "settings", options: reminders::OPTIONS };
    const VISIBILITY: Visibility = Visibility::Ephemeral;
    const CONTROLS: &'static [Control] = &[
        Control::new(
            SETTING,
            CustomIdForm::Text(|text| Preference::of_key(text).is_some()),
            Visibility::Ephemeral,
        ),
        Control::new(
            REMINDERS,
            CustomIdForm::Text(|text| PageControl::of_key(text).is_some()),
            Visibility::Ephemeral,
        ),
    ];

    /// Shows the panel, or the page about reminders where options of it are given.
    async fn run(ctx: &Ctx<'_>, options: &CommandOptions) -> Answer {
        if !reminders::are_given(options) {
            return Ok(Reply::Private(panel(ctx.caller)));
        }
        let options = options.clone();
        let change = move |person: Profile| reminders::with_options(person, &options);
        Ok(Reply::Private(page_after(ctx, change).await?))
    }

    /// Stores a choice, and shows the panel as it is then.
    async fn press(ctx: &Ctx<'_>, pressed: &Pressed<'_>) -> Answer {
        if pressed.word == REMINDERS {
            return press_on_page(ctx, pressed).await;
        }
        let Some(preference) = Preference::of_key(pressed.parts.text) else {
            return Ok(ctx.unknown());
        };
        let value = pressed.value.map(str::to_owned);
        let change = move |person: &mut Profile| {
            *person = chosen(std::mem::take(person), preference, value.as_deref());
        };
        let caller = changed(ctx, change).await?;
        let mut panel = panel(&caller);
        panel.text = format!("{} {}", panel.text, caller.say(&Sentence::Kept));
        Ok(Reply::Change(panel))
    }

    async fn complete(
        ctx: &Ctx<'_>,
        option: &str,
        typed: &str,
        _: &CommandOptions,
    ) -> Vec<Suggestion> {
        reminders::suggestions(ctx.caller, option, typed, ctx.service().clock().now())
    }
}

async fn press_on_page(ctx: &Ctx<'_>, pressed: &Pressed<'_>) -> Answer {
    let Some(control) = PageControl::of_key(pressed.parts.text) else {
        return Ok(ctx.unknown());
    };
    match (control, pressed.value) {
        (PageControl::Back, _) => Ok(Reply::Change(panel(ctx.caller))),
        (PageControl::Open, _)
        | (PageControl::Ladder | PageControl::Quiet | PageControl::RemindBy, None) => {
            Ok(Reply::Change(reminders::page(ctx.caller, ctx.service().clock().now())))
        }
        (_, value) => {
            let value = value.unwrap_or_default().to_owned();
            let change = move |person: Profile| reminders::with_choice(person, control, &value);
            Ok(Reply::Change(page_after(ctx, change).await?))
        }
    }
}

/// Stores a change on the page of reminders, and returns the new page. A change that is not kept
/// changes nothing, and the page says why.
async fn page_after(
    ctx: &Ctx<'_>,
    change: impl Fn(Profile) -> Result<Profile, reminders::NotKept> + Send + Sync + 'static,
) -> Result<Message, ServiceError> {
    let now = ctx.service().clock().now();
    if let Err(why) = change(ctx.caller.person.clone()) {
        let page = reminders::page(ctx.caller, now);
        let text = format!("{}\n{}", page.text, reminders::not_kept_text(ctx.caller, &why));
        return Ok(Message { text, ..page });
    }
    let change = move |person: &mut Profile| {
        if let Ok(changed) = change(person.clone()) {
            *person = changed;
        }
    };
    let caller = changed(ctx, change).await?;
    let page = reminders::page(&caller, now);
    let text = format!("{}\n{}", page.text, caller.say(&Sentence::Kept));
    Ok(Message { text, ..page })
}

/// Stores a change of the caller's profile, and returns the changed caller.
async fn changed(
    ctx: &Ctx<'_>,
    change: impl Fn(&mut Profile) + Send + Sync + 'static,
) -> Result<Caller, ServiceError> {
    let person = ctx.service().store().update_profile(ctx.caller.id, Box::new(change)).await?;
    ctx.bot.conversations.note(ctx.caller.id, &person);
    if person.reminder_wishes() != ctx.caller.person.reminder_wishes() {
        ctx.service().apply_profile(ctx.caller.id).await?;
    }
    let preferences = Preferences::of(&person);
    Ok(Caller { id: ctx.caller.id, person, preferences, has_missed: ctx.caller.has_missed })
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
    OnlyMove,
}

impl Preference {
    const ALL: [Preference; 7] = [
        Preference::Language,
        Preference::Theme,
        Preference::Pieces,
        Preference::Orientation,
        Preference::Hints,
        Preference::MoveConfirmation,
        Preference::OnlyMove,
    ];

    const fn key(self) -> &'static str {
        match self {
            Preference::Language => "language",
            Preference::Theme => "theme",
            Preference::Pieces => "pieces",
            Preference::Orientation => "below",
            Preference::Hints => "hints",
            Preference::MoveConfirmation => "confirm",
            Preference::OnlyMove => "only-move",
        }
    }

    fn of_key(key: &str) -> Option<Preference> {
        Preference::ALL.into_iter().find(|preference| preference.key() == key)
    }

    fn custom_id(self) -> CustomId {
        CustomId::new(SETTING).with(self.key())
    }
}

/// The button on a private panel, which the settings replace.
pub(super) fn button(language: Language) -> Button {
    labelled(PageControl::Back.custom_id(), &Label::Settings, ButtonStyle::Secondary, language)
}

fn panel(caller: &Caller) -> Message {
    let text = format!("**{}**", caller.say(&Sentence::Heading));
    let rows =
        vec![languages(caller), themes(caller), sets(caller), below(caller), switches(caller)];
    Message { rows, ..Message::of(text) }
}

/// The profile after a choice. An invalid choice changes nothing.
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
        (Preference::OnlyMove, _) => person.plays_only_moves = !person.plays_only_moves,
        (
            Preference::Language | Preference::Theme | Preference::Pieces | Preference::Orientation,
            None,
        ) => {}
    }
    person
}

fn languages(caller: &Caller) -> ComponentRow {
    let as_discord = Choice { label: caller.say(&Label::AsDiscord), value: AS_DISCORD.to_owned() };
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
        let label = theme_label(theme.name).map(|label| caller.say(&label));
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
        let label = pieces_label(&value).map(|label| caller.say(&label));
        Choice { label: label.unwrap_or_else(|| value.clone()), value }
    };
    let options = PieceSet::ALL.into_iter().map(option).collect();
    let chosen = caller.preferences.pieces.to_string();
    menu(caller, Preference::Pieces, Label::PiecesMenu, options, chosen)
}

/// The label of a theme, by the theme's name.
fn theme_label(name: &str) -> Option<Label> {
    match name {
        "classic" => Some(Label::ThemeClassic),
        "wood" => Some(Label::ThemeWood),
        "contrast" => Some(Label::ThemeContrast),
        "safe" => Some(Label::ThemeSafe),
        "night" => Some(Label::ThemeNight),
        _ => None,
    }
}

/// The label of a set of pieces, by the set's name.
fn pieces_label(name: &str) -> Option<Label> {
    match name {
        "kanji" => Some(Label::PiecesKanji),
        "symbols" => Some(Label::PiecesSymbols),
        _ => None,
    }
}

/// The sides that can be below: stored value, value of the option, label.
const SIDES: [(Orientation, &str, Label); 3] = [
    (Orientation::Mover, "mover", Label::BelowMover),
    (Orientation::First, "first", Label::BelowFirst),
    (Orientation::Second, "second", Label::BelowSecond),
];

fn below(caller: &Caller) -> ComponentRow {
    let options =
        SIDES.map(|(_, key, label)| Choice { label: caller.say(&label), value: key.to_owned() });
    let chosen = SIDES.into_iter().find(|(below, ..)| *below == caller.preferences.below);
    let chosen = chosen.map(|(_, key, _)| key.to_owned()).unwrap_or_default();
    menu(caller, Preference::Orientation, Label::BelowMenu, options.into(), chosen)
}

fn switches(caller: &Caller) -> ComponentRow {
    let button = |preference: Preference, label: Label, is_on| Button {
        control: preference.custom_id(),
        label: caller.say(&label),
        style: if is_on { ButtonStyle::Success } else { ButtonStyle::Secondary },
        glyph: None,
    };
    let hints = caller.preferences.hints;
    let confirms = caller.preferences.confirm == MoveConfirmation::Always;
    let hints_label = match hints {
        Hints::Off => Label::HintsOff,
        Hints::FirstGames(_) => Label::HintsFirstGames,
        Hints::On => Label::HintsOn,
    };
    let confirm_label = if confirms { Label::ConfirmOn } else { Label::ConfirmOff };
    let plays = caller.person.plays_only_moves;
    let only_label = if plays { Label::OnlyMoveOn } else { Label::OnlyMoveOff };
    ComponentRow::Buttons(vec![
        button(Preference::Hints, hints_label, hints == Hints::On),
        button(Preference::MoveConfirmation, confirm_label, confirms),
        button(Preference::OnlyMove, only_label, plays),
        reminders::page_button(caller.language()),
        privacy::button(caller.language()),
    ])
}

fn menu(
    caller: &Caller,
    preference: Preference,
    label: Label,
    options: Vec<Choice>,
    chosen: String,
) -> ComponentRow {
    menu_of_setting(preference.custom_id(), caller.say(&label), options, chosen)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use kradan_i18n::Say;

    #[test]
    fn every_theme_and_set_of_pieces_has_a_label() {
        let themes = Theme::ALL.iter().map(|theme| theme_label(theme.name).unwrap().key());
        assert_eq!(themes.collect::<BTreeSet<_>>().len(), Theme::ALL.len());
        assert_eq!(theme_label("pink"), None);
        let sets = PieceSet::ALL.iter().map(|set| pieces_label(&set.to_string()).unwrap().key());
        assert_eq!(sets.collect::<BTreeSet<_>>().len(), PieceSet::ALL.len());
    }

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
        let confirming = chosen(person.clone(), Preference::MoveConfirmation, None);
        assert_eq!(chosen(confirming, Preference::MoveConfirmation, None), person);
        let playing = chosen(person.clone(), Preference::OnlyMove, None);
        assert!(playing.plays_only_moves);
        assert_eq!(chosen(playing, Preference::OnlyMove, None), person);
        let with_hints = chosen(person.clone(), Preference::Hints, None);
        assert_eq!(Preferences::of(&with_hints).hints, Hints::On);
        let without = chosen(with_hints, Preference::Hints, None);
        assert_eq!(without.hints, Some(false));
        let wood = chosen(person, Preference::Theme, Some("wood"));
        assert_eq!(Preferences::of(&wood).theme.name, "wood");
    }
}
