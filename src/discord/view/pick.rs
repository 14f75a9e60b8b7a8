//! Picking a move: first the piece, then its target. In Othello a square is picked at once.

use super::games;
use crate::discord::limits::MENU_OPTIONS_MAX;
use kradan_render::Pick;
use kradan_rules::facts::Piece;
use kradan_rules::{Game, Side, Square, ogi};

/// The most options of one of Discord's menus.
pub const OPTIONS_MAX: usize = MENU_OPTIONS_MAX;

/// The piece to move: one on the board, by its square, or a kind in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The piece on a square.
    Square(Square),
    /// A piece in hand.
    Hand(ogi::Role),
}

impl Source {
    /// The piece of a move in the exact notation; `None` for a disc that is placed.
    #[must_use]
    pub fn of(text: &str) -> Option<Source> {
        match text.split_once('@') {
            Some((letter, _)) => Source::read(&format!("{letter}@")),
            None if text.len() >= 4 => Source::read(text.get(..2)?),
            None => None,
        }
    }

    /// Reads what [`Source::text`] writes.
    #[must_use]
    pub fn read(text: &str) -> Option<Source> {
        match text.strip_suffix('@') {
            Some(letter) => ogi::Role::ALL
                .into_iter()
                .find(|role| role.letter().to_string() == letter)
                .map(Source::Hand),
            None => text.parse().ok().map(Source::Square),
        }
    }

    /// As text: `e3`, or `P@` for a pawn in hand.
    #[must_use]
    pub fn text(self) -> String {
        match self {
            Source::Square(square) => square.to_string(),
            Source::Hand(role) => format!("{}@", role.letter()),
        }
    }

    /// Its mark in the picture.
    #[must_use]
    pub fn pick(self) -> Pick {
        match self {
            Source::Square(square) => Pick::Square(square),
            Source::Hand(role) => Pick::Hand(role),
        }
    }

    /// The piece itself, if it is there.
    #[must_use]
    pub fn piece(self, game: &Game) -> Option<(Side, Piece)> {
        games::picked(game, self.pick())
    }
}

/// An option of a menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    pub label: String,
    /// The value that Discord sends back.
    pub value: String,
}

/// A piece that can move, with its moves in the exact notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Movable {
    pub source: Source,
    pub moves: Vec<String>,
}

/// The pieces that can move: those on the board first, sorted by kind, kings first.
#[must_use]
pub fn movable(game: &Game) -> Vec<Movable> {
    let mut all: Vec<Movable> = Vec::new();
    for text in game.legal_moves() {
        let Some(source) = Source::of(&text) else { continue };
        match all.iter_mut().find(|known| known.source == source) {
            Some(known) => known.moves.push(text),
            None => all.push(Movable { source, moves: vec![text] }),
        }
    }
    all.sort_by_key(|movable| {
        let piece = movable.source.piece(game).map(|(_, piece)| piece);
        (matches!(movable.source, Source::Hand(_)), piece.is_none(), piece)
    });
    all
}

/// The moves of a piece, in the exact notation.
#[must_use]
pub fn moves_of(game: &Game, source: Source) -> Vec<String> {
    let mut moves = game.legal_moves();
    moves.retain(|text| Source::of(text) == Some(source));
    moves
}

/// The target square of a move, with capture and promotion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    pub square: Square,
    pub captures: bool,
    pub promotes: bool,
}

impl Target {
    /// The target of a move in the exact notation that a piece makes; `None` for a disc.
    #[must_use]
    pub fn of(game: &Game, text: &str) -> Option<Target> {
        let rest = match Source::of(text)? {
            Source::Square(_) => text.get(2..)?,
            Source::Hand(_) => text.split_once('@')?.1,
        };
        let (square, suffix) = rest.split_at_checked(2)?;
        let square = square.parse().ok()?;
        let captures = Source::Square(square).piece(game).is_some();
        Some(Target { square, captures, promotes: !suffix.is_empty() })
    }
}

/// The value of the option that leads to the next page.
#[must_use]
pub fn next_page(page: usize) -> String {
    format!("page {}", page.saturating_add(1))
}

/// The page that an option leads to; `None` for another option.
#[must_use]
pub fn read_page(value: &str) -> Option<usize> {
    value.strip_prefix("page ")?.parse().ok()
}

/// A page of choices, counted from 0, and whether there are more pages.
#[must_use]
pub fn page(choices: &[Choice], page: usize) -> (&[Choice], bool) {
    if choices.len() <= OPTIONS_MAX {
        return (choices, false);
    }
    // The last option of every page leads to the next one; the last page leads to the first.
    let per_page = OPTIONS_MAX - 1;
    let pages = choices.len().div_ceil(per_page);
    let begin = page % pages * per_page;
    (&choices[begin..choices.len().min(begin + per_page)], true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kradan_rules::GameKind;

    #[test]
    fn every_move_of_a_piece_has_a_target() {
        let game = Game::from_position(GameKind::Makruk, "4k3/8/8/3P4/8/8/8/4K2R w").unwrap();
        let promoting = Target { square: "d6".parse().unwrap(), captures: false, promotes: true };
        assert_eq!(Target::of(&game, "d5d6m"), Some(promoting));
        let game = Game::new(GameKind::Othello);
        assert!(game.legal_moves().iter().all(|text| Target::of(&game, text).is_none()));
    }

    #[test]
    fn pages_hold_every_choice_once() {
        for count in [0, 1, 24, 25, 26, 48, 49, 100] {
            let choice = |n: usize| Choice { label: n.to_string(), value: n.to_string() };
            let choices: Vec<Choice> = (0..count).map(choice).collect();
            let mut seen = Vec::new();
            for number in 0.. {
                let (part, has_more) = page(&choices, number);
                assert!(part.len() + usize::from(has_more) <= OPTIONS_MAX);
                seen.extend_from_slice(part);
                if !has_more || seen.len() >= count {
                    break;
                }
            }
            assert_eq!(seen, choices);
        }
    }
}
