//! What the bot says: in English word for word, in every language by its shape.

#[path = "../common/walk.rs"]
mod walk;

mod alt;
mod commands;
mod events;
mod guides;
mod refusals;

use std::collections::HashSet;

use kradan::i18n::{Label, Language};
use kradan::render::{PieceSet, Theme};

/// The longest label that phones show whole.
const LABEL_MAX: usize = 34;

#[test]
fn labels_fit_on_buttons_and_are_told_apart() {
    for language in Language::ALL {
        let mut seen = HashSet::new();
        for &label in Label::ALL {
            let text = label.text(language);
            assert!((1..=LABEL_MAX).contains(&text.chars().count()), "{language}: {text}");
            assert!(seen.insert(text.clone()), "{language}: two labels say {text}");
        }
    }
}

#[test]
fn every_theme_and_set_of_pieces_has_a_label() {
    let themes: HashSet<Label> =
        Theme::ALL.iter().map(|theme| Label::theme(theme.name).unwrap()).collect();
    assert_eq!(themes.len(), Theme::ALL.len());
    assert_eq!(Label::theme("pink"), None);
    let sets: HashSet<Label> =
        PieceSet::ALL.iter().map(|set| Label::pieces(&set.to_string()).unwrap()).collect();
    assert_eq!(sets.len(), PieceSet::ALL.len());
}

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
