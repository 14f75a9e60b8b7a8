//! Rows of buttons, and menus.

use super::custom_id::CustomId;
use super::message::{Button, ButtonStyle, ComponentRow, Menu};
use super::pick::{self, Choice};
use crate::discord::limits::BUTTONS_IN_A_ROW;
use kradan_i18n::{self as i18n, Label, Language, Say};

pub(crate) fn labelled(
    control: CustomId,
    label: &impl Say,
    style: ButtonStyle,
    language: Language,
) -> Button {
    Button { control, label: i18n::say(label, language), style, glyph: None }
}

pub(crate) fn in_rows(buttons: &[Button]) -> Vec<ComponentRow> {
    buttons.chunks(BUTTONS_IN_A_ROW).map(|row| ComponentRow::Buttons(row.to_vec())).collect()
}

/// A menu that shows the present choice, with what it is about before it: a phone shows nothing else
/// of the menu.
pub(crate) fn menu_of_setting(
    control: CustomId,
    about: String,
    options: impl IntoIterator<Item = Choice>,
    chosen: String,
) -> ComponentRow {
    let named = |Choice { label, value }| {
        let label = if value == chosen { format!("{about}: {label}") } else { label };
        Choice { label, value }
    };
    let options = options.into_iter().map(named).collect();
    ComponentRow::Menu(Menu { control, placeholder: about, options, chosen: Some(chosen) })
}

/// A page of a menu; none where there is nothing to choose.
pub(crate) fn menu(
    control: CustomId,
    label: &impl Say,
    choices: &[Choice],
    page: usize,
    language: Language,
) -> Option<ComponentRow> {
    let (shown, has_more) = pick::page(choices, page);
    if shown.is_empty() {
        return None;
    }
    let mut options = shown.to_vec();
    if has_more {
        let value = pick::next_page(page);
        options.push(Choice { label: i18n::say(&Label::More, language), value });
    }
    let placeholder = i18n::say(label, language);
    Some(ComponentRow::Menu(Menu { control, placeholder, options, chosen: None }))
}
