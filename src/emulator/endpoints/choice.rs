//! Choices of an option.

use serde_json::Value;

use super::localization::check_localizations;
use crate::emulator::validate::{Presence, Validator};

/// The longest name and the longest value of a choice, in characters.
const CHOICE_MAX: usize = 100;

/// A choice of a command's option, which is text, a whole number or a number.
pub(super) fn check_choice(form: &mut Validator, choice: &Value, kind: Option<u64>) {
    let Some(choice) = form.object(choice, &["name", "name_localizations", "value"]) else {
        return;
    };
    form.text(choice, "name", 1..=CHOICE_MAX, Presence::Required);
    check_localizations(form, choice, "name_localizations", 1..=CHOICE_MAX);
    match kind {
        Some(4) => _ = form.number(choice, "value", -(1 << 53)..=1 << 53, Presence::Required),
        Some(10) => {
            if !choice.get("value").is_some_and(Value::is_number) {
                form.wrong_at("value", "NUMBER_TYPE_COERCE", "Value is not float.");
            }
        }
        _ => _ = form.text(choice, "value", 1..=CHOICE_MAX, Presence::Required),
    }
}
