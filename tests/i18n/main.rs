//! What the bot says: in English word for word, in every language by its shape.

#[path = "../common/games/mod.rs"]
mod tested_games;
#[path = "../common/walk.rs"]
mod walk;

mod alt;
mod commands;
mod events;
mod guides;
mod refusals;

use kradan::i18n::Language;

#[test]
fn every_locale_is_of_its_language_and_of_no_other() {
    for language in Language::ALL {
        for locale in language.locales() {
            assert_eq!(Language::of_locale(locale), language);
        }
    }
    for locale in ["", "de", "zh-CN", "TH", "en-AU"] {
        assert_eq!(Language::of_locale(locale), Language::English, "{locale:?}");
    }
}
