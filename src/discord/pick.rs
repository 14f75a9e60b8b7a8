//! How a move is picked with menus: first what moves, then where it goes. Othello's squares are
//! picked at once.

use super::games;
use super::limits::MENU_OPTIONS_MAX;
use crate::i18n::{self, Language};
use crate::render::Pick;
use crate::rules::facts::Piece;
use crate::rules::{Game, Side, Square, ogi};

/// The most options of one of Discord's menus.
pub const OPTIONS_MAX: usize = MENU_OPTIONS_MAX;

/// What moves: a piece on the board, by its square, or a kind of piece in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The piece on a square.
    Square(Square),
    /// A piece in hand.
    Hand(ogi::Role),
}

impl Source {
    /// What a move in the exact notation moves; `None` for a disc that is placed.
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

    /// What the picture marks.
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

/// One thing that can be picked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    pub label: String,
    /// What Discord hands back.
    pub value: String,
}

/// The squares that an Othello disc can be placed on.
#[must_use]
pub fn squares(game: &Game) -> Vec<Choice> {
    let moves = game.legal_moves();
    moves.into_iter().map(|text| Choice { label: text.clone(), value: text }).collect()
}

/// The pieces that can move, those on the board first, with the number of their moves.
#[must_use]
pub fn sources(game: &Game, language: Language) -> Vec<Choice> {
    let moves = game.legal_moves();
    let mut sources: Vec<(Source, usize)> = Vec::new();
    for source in moves.iter().filter_map(|text| Source::of(text)) {
        match sources.iter_mut().find(|(known, _)| *known == source) {
            Some((_, count)) => *count += 1,
            None => sources.push((source, 1)),
        }
    }
    // Pieces on the board first, for most moves are theirs; kinds together, kings first.
    sources.sort_by_key(|&(source, _)| {
        let piece = source.piece(game).map(|(_, piece)| piece);
        (matches!(source, Source::Hand(_)), piece.is_none(), piece)
    });
    let choice = |(source, count): (Source, usize)| {
        let name = source.piece(game).map(|(side, piece)| i18n::piece_name(side, piece, language));
        let name = name.unwrap_or_default();
        let label = match source {
            Source::Square(square) => format!("{name} {square} ({count})"),
            Source::Hand(_) => format!("{name} + ({count})"),
        };
        Choice { label, value: source.text() }
    };
    sources.into_iter().map(choice).collect()
}

/// Where a piece can go: the value is the whole move, in the exact notation.
#[must_use]
pub fn targets(game: &Game, source: Source) -> Vec<Choice> {
    let moves = game.legal_moves();
    let of_source = moves.into_iter().filter(|text| Source::of(text) == Some(source));
    of_source.map(|text| Choice { label: label(game, &text, source), value: text }).collect()
}

/// A target's square with what happens there: `×` where a piece is captured, `+` where it promotes.
fn label(game: &Game, text: &str, source: Source) -> String {
    let rest = match source {
        Source::Square(_) => text.get(2..),
        Source::Hand(_) => text.split_once('@').map(|(_, to)| to),
    };
    let rest = rest.unwrap_or(text);
    let (square, suffix) = rest.split_at_checked(2).unwrap_or((rest, ""));
    let taken = Source::read(square).and_then(|target| target.piece(game));
    let capture = if taken.is_some() { "× " } else { "" };
    format!("{capture}{square}{}", games::target_suffix(game.kind(), suffix))
}

/// What the option that leads to the next page hands back.
#[must_use]
pub fn next_page(page: usize) -> String {
    format!("page {}", page.saturating_add(1))
}

/// The page that an option leads to; `None` if it is something else.
#[must_use]
pub fn read_page(value: &str) -> Option<usize> {
    value.strip_prefix("page ")?.parse().ok()
}

/// One page of what can be picked, and whether there are more after it. Pages are counted from 0.
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
    use crate::rules::GameKind;

    #[test]
    fn whatever_can_be_played_can_be_picked_and_nothing_else() {
        let mut random = fastrand::Rng::with_seed(11);
        for kind in GameKind::ALL {
            for _ in 0..20 {
                let mut game = Game::new(kind);
                for _ in 0..120 {
                    let mut moves = game.legal_moves();
                    if game.outcome().is_some() || moves == ["pass"] {
                        break;
                    }
                    let mut picked: Vec<String> = if games::picks_squares(kind) {
                        squares(&game).into_iter().map(|it| it.value).collect()
                    } else {
                        sources(&game, Language::English)
                            .iter()
                            .map(|it| Source::read(&it.value).unwrap())
                            .flat_map(|source| targets(&game, source))
                            .map(|it| it.value)
                            .collect()
                    };
                    picked.sort();
                    moves.sort();
                    assert_eq!(picked, moves, "{kind}: {}", game.position());
                    let mv = &moves[random.usize(..moves.len())];
                    game.play_text(mv).unwrap();
                }
            }
        }
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
