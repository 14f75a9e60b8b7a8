//! Choices of an option.

use serde_json::Value;

use super::localization::check_localizations;
use crate::validation::{Presence, Validator};

/// The longest name and the longest value of a choice, in characters.
const CHOICE_MAX: usize = 100;

/// Checks a choice of an option: a string, or with kind 4 an integer, with kind 10 a number.
pub(super) fn check_choice(validator: &mut Validator, choice: &Value, kind: Option<u64>) {
    let Some(choice) = validator.object(choice, &["name", "name_localizations", "value"]) else {
        return;
    };
    validator.text(choice, "name", 1..=CHOICE_MAX, Presence::Required);
    check_localizations(validator, choice, "name_localizations", 1..=CHOICE_MAX);
    match kind {
        Some(4) => _ = validator.number(choice, "value", -(1 << 53)..=1 << 53, Presence::Required),
        Some(10) => {
            if !choice.get("value").is_some_and(Value::is_number) {
                validator.error_at("value", "NUMBER_TYPE_COERCE", "Value is not float.");
            }
        }
        _ => _ = validator.text(choice, "value", 1..=CHOICE_MAX, Presence::Required),
    }
}
