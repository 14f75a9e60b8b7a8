//! What games, sides and pieces are called.

use super::Language;
use super::catalog::Catalog;
use kradan_rules::facts::Piece;
use kradan_rules::{GameKind, Reason, Side, is_invisible};

/// What a game is called.
///
/// ```
/// use kradan_rules::GameKind;
/// use kradan_i18n::{Language, game_name};
///
/// assert_eq!(game_name(GameKind::Makruk, Language::Thai), "หมากรุกไทย");
/// ```
#[must_use]
pub fn game_name(kind: GameKind, language: Language) -> String {
    Catalog::of(language).game(kind)
}

/// What a side of a game is called.
#[must_use]
pub fn side_name(kind: GameKind, side: Side, language: Language) -> String {
    Catalog::of(language).side(kind, side)
}

/// What a piece is called.
#[must_use]
pub fn piece_name(side: Side, piece: Piece, language: Language) -> String {
    Catalog::of(language).piece(side, piece)
}

/// Moves one after the other, each as code.
#[must_use]
pub fn moves(moves: &[String], language: Language) -> String {
    Catalog::of(language).moves(moves)
}

impl Catalog {
    pub(super) fn game(&self, kind: GameKind) -> String {
        self.say(&kind.to_string())
    }

    pub(super) fn side(&self, kind: GameKind, side: Side) -> String {
        let which = match side {
            Side::First => "first",
            Side::Second => "second",
        };
        self.say(&format!("{kind}-{which}"))
    }

    /// Why the rules ended a game, as the end of a sentence.
    pub(super) fn reason(&self, reason: Reason) -> String {
        self.say(&format!("reason-{reason}"))
    }

    /// Things one after the other.
    pub(super) fn listed(&self, things: &[String]) -> String {
        things.join(&self.say("comma"))
    }

    /// Sentences one after the other.
    pub(super) fn joined(&self, sentences: &[String]) -> String {
        sentences.join(&self.say("gap"))
    }

    /// Moves one after the other, each [as code](as_code).
    pub(super) fn moves(&self, moves: &[impl AsRef<str>]) -> String {
        let moves: Vec<String> = moves.iter().map(|mv| as_code(mv.as_ref())).collect();
        self.listed(&moves)
    }
}

/// A short text between backticks, where Discord formats and mentions nothing: a move may have an
/// asterisk, and what somebody typed may have anything.
pub(super) fn as_code(text: &str) -> String {
    let shown: String = text.chars().filter(|&c| !is_invisible(c)).collect();
    let shown = shown.replace('`', "'");
    let shown = shown.trim();
    if shown.is_empty() { "` `".to_owned() } else { format!("`{shown}`") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_stays_code() {
        assert_eq!(as_code("P*e5"), "`P*e5`");
        assert_eq!(as_code("``` <@1>\n\u{202e}"), "`''' <@1>`");
        for nothing in ["", " ", "\u{200b}", "\n"] {
            assert_eq!(as_code(nothing), "` `");
        }
    }
}
