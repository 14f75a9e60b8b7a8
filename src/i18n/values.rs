//! What can stand for a variable of a sentence.

use fluent_bundle::FluentValue;

use super::catalog::Catalog;
use kradan_rules::{GameKind, Side, Square};

/// What can stand for a variable of a sentence.
pub trait Value {
    /// The value; what a side is called depends on the game.
    fn value(&self, catalog: &Catalog, kind: Option<GameKind>) -> FluentValue<'static>;

    /// The game that the sentence is about, if this says so.
    fn kind(&self) -> Option<GameKind> {
        None
    }
}

impl Value for &str {
    fn value(&self, _: &Catalog, _: Option<GameKind>) -> FluentValue<'static> {
        (*self).to_owned().into()
    }
}

impl Value for Option<&str> {
    /// `none` where there is nothing, which the sentence tells apart.
    fn value(&self, _: &Catalog, _: Option<GameKind>) -> FluentValue<'static> {
        self.unwrap_or("none").to_owned().into()
    }
}

impl Value for u8 {
    fn value(&self, _: &Catalog, _: Option<GameKind>) -> FluentValue<'static> {
        (*self).into()
    }
}

impl Value for usize {
    fn value(&self, _: &Catalog, _: Option<GameKind>) -> FluentValue<'static> {
        (*self).into()
    }
}

impl Value for Square {
    fn value(&self, _: &Catalog, _: Option<GameKind>) -> FluentValue<'static> {
        self.to_string().into()
    }
}

impl Value for GameKind {
    fn value(&self, catalog: &Catalog, _: Option<GameKind>) -> FluentValue<'static> {
        catalog.game(*self).into()
    }

    fn kind(&self) -> Option<GameKind> {
        Some(*self)
    }
}

impl Value for Side {
    fn value(&self, catalog: &Catalog, kind: Option<GameKind>) -> FluentValue<'static> {
        let kind = kind.expect("a sentence about a side is about a game");
        catalog.side(kind, *self).into()
    }
}

impl Value for Option<Side> {
    /// `chance` where no side was chosen, which the sentence tells apart.
    fn value(&self, catalog: &Catalog, kind: Option<GameKind>) -> FluentValue<'static> {
        match self {
            Some(side) => side.value(catalog, kind),
            None => "chance".into(),
        }
    }
}
