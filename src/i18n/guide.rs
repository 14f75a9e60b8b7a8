//! The rules of the games, told to people, with diagrams.

use super::catalog::Catalog;
use super::{Language, games};
use kradan_rules::GameKind;

/// A part of a guide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// What it is about.
    pub heading: String,
    /// The rules, in at most 900 characters.
    pub text: String,
    /// The position that shows it.
    pub position: Option<&'static str>,
    /// The square of the piece whose moves are to be marked there.
    pub pick: Option<&'static str>,
}

/// How a game is played, in at most ten parts.
///
/// ```
/// use kradan_rules::GameKind;
/// use kradan_i18n::{Language, guide};
///
/// let sections = guide(GameKind::Makruk, Language::English);
/// assert_eq!(sections[0].heading, "The aim");
/// ```
#[must_use]
pub fn guide(kind: GameKind, language: Language) -> Vec<Section> {
    let catalog = Catalog::of(language);
    let sections = games::guide(kind).iter().map(|&(part, position, pick)| Section {
        heading: catalog.say(&format!("guide-{kind}-{part}")),
        text: catalog.say(&format!("guide-{kind}-{part}-text")),
        position,
        pick,
    });
    sections.collect()
}
