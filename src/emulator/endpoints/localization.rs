//! Names and descriptions in several languages.

use std::ops::RangeInclusive;

use crate::validation::{Object, Presence, Validator};

/// The languages of Discord.
pub(crate) const LOCALES: [&str; 34] = [
    "ar", "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "he",
    "hi", "hr", "hu", "id", "it", "ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE",
    "th", "tr", "uk", "vi", "zh-CN", "zh-TW",
];

/// Checks the translations of a text. Returns each with its language.
pub(super) fn check_localizations<'v>(
    validator: &mut Validator,
    object: &'v Object,
    key: &str,
    length: RangeInclusive<usize>,
) -> Vec<(&'v str, &'v str)> {
    let Some(value) = object.get(key).filter(|value| !value.is_null()) else { return Vec::new() };
    validator.within(key, |validator| {
        let Some(translations) = validator.object(value, &LOCALES) else { return Vec::new() };
        let mut found = Vec::new();
        for locale in translations.keys() {
            let text = validator.text(translations, locale, length.clone(), Presence::Required);
            found.extend(text.map(|text| (locale.as_str(), text)));
        }
        found
    })
}
