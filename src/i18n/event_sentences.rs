//! What every sentence about an event is made from.

use super::catalog::{Catalog, Variable};
use super::{Language, games};
use kradan_rules::{BySide, Game, GameKind, Side};

/// What it takes to tell an event and is not in it.
#[derive(Clone, Copy, Debug)]
pub struct EventContext<'a> {
    pub kind: GameKind,
    /// The players' names, ready for use. While there is only a challenge: the challenger's, and
    /// that of whoever is challenged, which may be empty.
    pub names: BySide<&'a str>,
    /// The move as people write it: of a result, the last one. Without it a moved event has the
    /// exact notation, and a result no last move. Of a takeback and a request for one: its moves with
    /// their numbers, [listed](crate::moves).
    pub written: Option<&'a str>,
    /// The game, by which a result tells its score and length: of a result, as it ended.
    pub game: Option<&'a Game>,
}

pub(super) struct EventSentences<'a> {
    pub(super) context: &'a EventContext<'a>,
    pub(super) language: Language,
    pub(super) catalog: &'static Catalog,
}

impl EventSentences<'_> {
    pub(super) fn say(
        &self,
        message: &str,
        variables: impl IntoIterator<Item = Variable>,
    ) -> String {
        self.catalog.say_with(message, variables)
    }

    /// A sentence about somebody.
    pub(super) fn by(&self, message: &str, side: Side) -> String {
        self.say(message, [self.name("name", side)])
    }

    pub(super) fn name(&self, variable: &'static str, side: Side) -> Variable {
        (variable, self.context.names[side].to_owned().into())
    }

    pub(super) fn side(&self, variable: &'static str, side: Side) -> Variable {
        (variable, self.catalog.side(self.context.kind, side).into())
    }

    /// The length of the game, as players count it.
    pub(super) fn length(&self) -> Variable {
        let length = self.context.game.map(|game| games::length(game, self.language));
        ("moves", length.unwrap_or_default().into())
    }
}
