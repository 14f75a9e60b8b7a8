//! The preferences of a person, with defaults for what was never chosen.

use crate::i18n::Language;
use crate::render::{PieceSet, Theme, View};
use crate::rules::Side;
use crate::service::{MoveConfirmation, Orientation, Profile};

/// What a person chose, with defaults for the rest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Preferences {
    pub language: Language,
    pub theme: &'static Theme,
    /// What stands on Ōgi's pieces.
    pub pieces: PieceSet,
    /// Whose side is below.
    pub below: Orientation,
    /// Whether squares that can be moved to are marked.
    pub hints: bool,
    /// Whether moves from menus want a second click.
    pub confirm: MoveConfirmation,
}

impl Preferences {
    /// The preferences of a person. A choice that this version does not have counts as never made.
    #[must_use]
    pub fn of(person: &Profile) -> Preferences {
        let chosen = person.language.as_deref().and_then(|tag| tag.parse().ok());
        let theme = person.theme.as_deref().and_then(|name| Theme::named(name).ok());
        let pieces = person.pieces.as_deref().and_then(|name| name.parse().ok());
        Preferences {
            language: chosen.unwrap_or_else(|| Language::of_locale(&person.locale)),
            theme: theme.unwrap_or_default(),
            pieces: pieces.unwrap_or_default(),
            below: person.below,
            hints: person.hints.unwrap_or_default(),
            confirm: person.confirm,
        }
    }

    /// How a board is seen on which a side is to move, or was the last to.
    #[must_use]
    pub fn view(&self, mover: Side) -> View {
        let seen_from = match self.below {
            Orientation::Mover => mover,
            Orientation::First => Side::First,
            Orientation::Second => Side::Second,
        };
        View { seen_from, hints: self.hints, picked: None }
    }
}
