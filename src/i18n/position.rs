//! Positions told in words: the description of a picture, and a board as plain text.

use super::catalog::Catalog;
use super::position_words::PositionWords;
use super::{Language, games};
use kradan_rules::facts::Facts;
use kradan_rules::{Game, Side, Verdict};

/// The longest description of a picture, in UTF-16 units, and so in characters too: as much as
/// chat programs take.
pub const ALT_MAX: usize = 1_024;

/// The description of a picture: whose turn it is or how the game ended, a Makruk count, every
/// piece with its square, and the last move.
///
/// It is never longer than [`ALT_MAX`]: no position needs as much, and were there one, its last
/// sentences would be left out.
///
/// ```
/// use kradan_rules::Facts;
/// use kradan_rules::{Game, GameKind};
/// use kradan_i18n::{Language, alt};
///
/// let game = Game::from_position(GameKind::Makruk, "4k3/8/8/3M~4/8/8/8/4K2R b")?;
/// assert_eq!(
///     alt(&Facts::of(&game, None), Language::English),
///     "Makruk, Black to move. Black must count the pieces’ honour: from 5 to 16. \
///      White: khun e1, bia-ngai d5, rua h1. Black: khun e8.",
/// );
/// # Ok::<(), kradan_rules::PositionError>(())
/// ```
#[must_use]
pub fn alt(facts: &Facts, language: Language) -> String {
    let words = PositionWords { kind: facts.kind, catalog: Catalog::of(language) };
    let mut sentences = vec![words.standing(facts.standing)];
    sentences.extend(games::beside(&words, &facts.pieces));
    sentences.extend(games::standing_pieces(&words, &facts.pieces));
    sentences.extend(facts.last.as_ref().map(|last| words.last(last)));
    joined_within(ALT_MAX, &sentences, &words.catalog.say("gap"))
}

/// A board as plain text, for a channel without pictures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextBoard {
    /// Ten lines of characters of one width: the files, eight ranks, the files.
    pub grid: String,
    /// Whose turn it is or how the game ended, what is beside the board, the last move, and what
    /// each letter is: a line each, of any length.
    pub words: String,
}

/// The board as plain text, with the edge of `seen_from` below.
///
/// `result` is how the game ended, where the players and not the rules ended it.
#[must_use]
pub fn board(
    game: &Game,
    result: Option<Verdict>,
    seen_from: Side,
    language: Language,
) -> TextBoard {
    let facts = Facts::of(game, result);
    let words = PositionWords { kind: game.kind(), catalog: Catalog::of(language) };
    // The captions after the grid are English.
    let diagram = game.diagram_from(seen_from);
    let grid = diagram.split_inclusive('\n').take(10).collect();
    let mut lines = vec![words.standing(facts.standing)];
    lines.extend(games::counted(&words, &facts.pieces));
    lines.extend(games::beside(&words, &facts.pieces));
    lines.extend(facts.last.as_ref().map(|last| words.last(last)));
    lines.push(words.letters(&games::letters(facts.kind)));
    TextBoard { grid, words: lines.join("\n") }
}

/// Sentences with a gap between them, as many as fit, the first ones first.
fn joined_within(units_max: usize, sentences: &[String], gap: &str) -> String {
    let mut text = String::new();
    for sentence in sentences {
        let gap = if text.is_empty() { "" } else { gap };
        let longer = format!("{text}{gap}{sentence}");
        if longer.encode_utf16().count() > units_max {
            break;
        }
        text = longer;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_left_out_whole() {
        let sentences = ["One.", "Two.", "Three."].map(str::to_owned);
        assert_eq!(joined_within(16, &sentences, " "), "One. Two. Three.");
        assert_eq!(joined_within(15, &sentences, " "), "One. Two.");
        let rare = ["𝄞𝄞", "x"].map(str::to_owned);
        assert_eq!(joined_within(4, &rare, ""), "𝄞𝄞");
    }
}
