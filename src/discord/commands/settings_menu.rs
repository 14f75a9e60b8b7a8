//! The menus of `/settings`.

use crate::discord::view::custom_id::CustomId;
use crate::discord::view::message::{ComponentRow, Menu};
use crate::discord::view::pick::Choice;

/// A menu whose chosen option says first what it is about: a phone shows nothing else of it.
pub(super) fn menu(
    control: CustomId,
    about: &str,
    options: Vec<Choice>,
    chosen: String,
) -> ComponentRow {
    let options = options.into_iter().map(|option| Choice {
        label: if option.value == chosen {
            format!("{about}: {}", option.label)
        } else {
            option.label
        },
        value: option.value,
    });
    ComponentRow::Menu(Menu {
        control,
        placeholder: about.to_owned(),
        options: options.collect(),
        chosen: Some(chosen),
    })
}
