//! Rows of buttons to pick a move: squares or pieces below a board, and the targets of a piece in a
//! panel.
//!
//! The custom id says what a button does: `go` plays a move, `from` opens the targets of a piece,
//! `pieces` another page. What does not fit is on other pages or in a menu. On a phone a row shows
//! five of the shortest buttons side by side.

use super::controls::{in_rows, labelled, menu};
use super::custom_id::CustomId;
use super::emoji::EmojiKey;
use super::games;
use super::message::{Button, ButtonStyle, ComponentRow, Glyph};
use super::pick::{Choice, Movable, Source, Target, movable, moves_of};
use super::pick_order::{distance, reading_order, sort_by_target};
use super::preferences::Preferences;
use crate::discord::limits::{BUTTONS_IN_A_ROW, ROWS_MAX};
use kradan_i18n::{self as i18n, sentences};
use kradan_rules::{Game, Side, Status};
use kradan_table::{Seen, TableId};

/// Plays the move that the custom id names.
pub(crate) const GO: &str = "go";
/// Opens the targets of the piece that the custom id names, or a page of them.
pub(crate) const FROM: &str = "from";
/// Opens the page of pieces that the custom id names, counted from 0.
pub(crate) const PIECES: &str = "pieces";
/// The menu of squares, for games in which a move is one square.
pub(crate) const SQUARE: &str = "square";
/// Goes back to the squares or pieces.
pub(crate) const BACK: &str = "back";

/// The most buttons of squares or pieces: the last row is for other buttons.
pub(crate) const FIRST_BUTTONS_MAX: usize = (ROWS_MAX - 1) * BUTTONS_IN_A_ROW;

/// The pieces on one of several pages: three rows with the button to the next page.
const PIECES_ON_A_PAGE: usize = FIRST_BUTTONS_MAX - BUTTONS_IN_A_ROW - 1;

/// The most pieces whose buttons also name the target of an only move: more would push the board
/// off a phone.
const LONG_LABELS_MAX: usize = 2 * BUTTONS_IN_A_ROW;

/// The most targets that are buttons: one button leads back.
pub(crate) const TARGET_BUTTONS_MAX: usize = ROWS_MAX * BUTTONS_IN_A_ROW - 1;

sentences! {
    /// What stands on the buttons and menus.
    enum Label {
        /// Othello's menu of squares.
        PickSquare => "label-pick-square",
        /// The number of pieces of a kind in hand.
        InHand {
            count: usize,
        } => "line-pick-in-hand",
        /// To see more pieces that can move.
        MorePieces => "label-more-pieces",
        /// To see more squares to which the piece can go.
        MoreSquares => "label-more-squares",
        /// To pick another piece.
        OtherPiece => "label-other-piece",
    }
}

/// The table, position and reader of the rows. The position is the present one or a later one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Picking<'a> {
    pub(crate) table: TableId,
    pub(crate) game: &'a Game,
    pub(crate) preferences: &'a Preferences,
    /// The side below in the picture.
    pub(crate) seen_from: Side,
    pub(crate) purpose: Purpose<'a>,
}

/// What a move is picked for. It decides about the custom ids.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Purpose<'a> {
    Play,
    /// A planned line, whose controls have the same words after `if-`.
    Plan(PlannedStep<'a>),
    /// An exercise, whose controls have the same words after another one: `puzzle-go`.
    Solve {
        word: &'a str,
        step: &'a str,
    },
}

/// Where a move stands in a line that a player plans.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlannedStep<'a> {
    /// The position after the part of the line that is planned already.
    pub(crate) base: Seen,
    /// The moves that were picked since, as a part of a custom id.
    pub(crate) picked: &'a str,
}

impl<'a> Picking<'a> {
    /// For a move that is played.
    pub(crate) fn of(table: TableId, game: &'a Game, preferences: &'a Preferences) -> Picking<'a> {
        let mover = match game.status() {
            Status::Ongoing { turn } => turn,
            Status::Over(_) => Side::First,
        };
        let seen_from = preferences.view(game.kind(), mover).seen_from;
        Picking { table, game, preferences, seen_from, purpose: Purpose::Play }
    }

    /// The first rows: squares or a page of the pieces that can move, and below them at most a row
    /// of other buttons.
    pub(crate) fn first_rows(&self, page: usize, others: Vec<Button>) -> Vec<ComponentRow> {
        if !games::picks_squares(self.game.kind()) {
            return self.pieces(page, others);
        }
        let mut rows = self.squares(page);
        rows.extend(in_rows(&others));
        rows
    }

    /// The rows with a page of the targets of a piece, the nearest first, and the way back; `None`
    /// without targets. Pages are counted from 0, and the last one leads to the first.
    pub(crate) fn target_rows(&self, source: Source, page: usize) -> Option<Vec<ComponentRow>> {
        let mut moves = moves_of(self.game, source);
        if moves.is_empty() {
            return None;
        }
        let button = |control, label: &Label| {
            labelled(control, label, ButtonStyle::Secondary, self.preferences.language)
        };
        let back = button(self.custom_id(BACK), &Label::OtherPiece);
        if moves.len() > TARGET_BUTTONS_MAX {
            sort_by_target(self.game, &mut moves, distance(self.game));
            let pages = moves.len().div_ceil(FIRST_BUTTONS_MAX);
            let page = page % pages;
            moves = moves.chunks(FIRST_BUTTONS_MAX).nth(page).unwrap_or_default().to_vec();
            self.as_on_the_picture(&mut moves);
            let next = self.custom_id(FROM).with(source.text()).with((page + 1) % pages);
            let mut rows = in_rows(&self.target_buttons(&moves));
            rows.push(ComponentRow::Buttons(vec![back, button(next, &Label::MoreSquares)]));
            return Some(rows);
        }
        self.as_on_the_picture(&mut moves);
        let mut rows = in_rows(&self.target_buttons(&moves));
        match rows.last_mut() {
            // In a row of its own, if one is left, it is apart from the moves.
            Some(ComponentRow::Buttons(last)) if moves.len() > FIRST_BUTTONS_MAX => last.push(back),
            _ => rows.push(ComponentRow::Buttons(vec![back])),
        }
        Some(rows)
    }

    fn custom_id(&self, word: &str) -> CustomId {
        match self.purpose {
            Purpose::Play => CustomId::new(word).table(self.table).seen(Seen::of(self.game)),
            Purpose::Plan(PlannedStep { base, picked }) => {
                let word = format!("if-{word}");
                CustomId::new(&word).table(self.table).seen(base).with(picked)
            }
            Purpose::Solve { word: kind, step } => {
                CustomId::new(&format!("{kind}-{word}")).with(step)
            }
        }
    }

    /// The squares as buttons if they fit, else a page of a menu.
    fn squares(&self, page: usize) -> Vec<ComponentRow> {
        let mut squares = self.game.legal_moves();
        self.as_on_the_picture(&mut squares);
        if squares.len() > FIRST_BUTTONS_MAX {
            let choice = |text: String| Choice { label: text.clone(), value: text };
            let choices: Vec<Choice> = squares.into_iter().map(choice).collect();
            let (id, language) = (self.custom_id(SQUARE), self.preferences.language);
            return menu(id, &Label::PickSquare, &choices, page, language).into_iter().collect();
        }
        let button = |text: String| plain_button(self.custom_id(GO).with(&text), text);
        in_rows(&squares.into_iter().map(button).collect::<Vec<_>>())
    }

    /// A page of the pieces that can move, in at most four rows; after many pieces the other
    /// buttons follow in the same row. The last button of a page leads to the next one, that of the
    /// last to the first.
    fn pieces(&self, page: usize, others: Vec<Button>) -> Vec<ComponentRow> {
        let pieces = self.with_moves(movable(self.game));
        let is_long = pieces.len() <= LONG_LABELS_MAX;
        let button = |piece: &Movable| self.piece_button(piece, is_long);
        let mut buttons: Vec<Button>;
        if pieces.len() + others.len() <= FIRST_BUTTONS_MAX {
            buttons = pieces.iter().map(button).collect();
        } else {
            let pages = pieces.len().div_ceil(PIECES_ON_A_PAGE);
            let page = page % pages;
            let shown = pieces.chunks(PIECES_ON_A_PAGE).nth(page).unwrap_or_default();
            buttons = shown.iter().map(button).collect();
            let next = self.custom_id(PIECES).with((page + 1) % pages);
            let language = self.preferences.language;
            buttons.push(labelled(next, &Label::MorePieces, ButtonStyle::Secondary, language));
        }
        if buttons.len() > FIRST_BUTTONS_MAX - BUTTONS_IN_A_ROW {
            buttons.extend(others);
            return in_rows(&buttons);
        }
        let mut rows = in_rows(&buttons);
        rows.extend(in_rows(&others));
        rows
    }

    /// Pieces, with one entry per move for those with the fewest targets, as long as labels can be
    /// long: such a move takes one press.
    fn with_moves(&self, pieces: Vec<Movable>) -> Vec<Movable> {
        let mut fewest_first: Vec<&Movable> = pieces.iter().collect();
        fewest_first.sort_by_key(|piece| piece.moves.len());
        let mut left = LONG_LABELS_MAX.saturating_sub(pieces.len());
        let mut opened = Vec::new();
        for piece in fewest_first {
            let Some(rest) = left.checked_sub(piece.moves.len() - 1) else { break };
            left = rest;
            opened.push(piece.source);
        }
        let each = |Movable { source, mut moves }: Movable| {
            if !opened.contains(&source) {
                return vec![Movable { source, moves }];
            }
            self.as_on_the_picture(&mut moves);
            moves.into_iter().map(|mv| Movable { source, moves: vec![mv] }).collect()
        };
        pieces.into_iter().flat_map(each).collect()
    }

    /// The button of a piece. With a single target it plays the move, and a long label names the
    /// target.
    fn piece_button(&self, Movable { source, moves }: &Movable, is_long: bool) -> Button {
        let (control, target) = match &moves[..] {
            [only] => (self.custom_id(GO).with(only), Target::of(self.game, only)),
            _ => (self.custom_id(FROM).with(source.text()), None),
        };
        let from = match source {
            Source::Square(square) => square.to_string(),
            Source::Hand(role) => {
                let count = usize::from(games::in_hand(self.game, *role));
                if is_long {
                    i18n::say(&Label::InHand { count }, self.preferences.language)
                } else {
                    format!("+{count}")
                }
            }
        };
        let to = target.filter(|_| is_long).map(|target| self.arrow(target));
        let label = format!("{from}{}", to.unwrap_or_default());
        let glyph = source.piece(self.game).map(|(side, piece)| Glyph {
            emoji: EmojiKey::of(side, piece, self.preferences.pieces),
            label_without: format!("{} {label}", self.piece_name(side, *source)),
        });
        Button { glyph, ..plain_button(control, label) }
    }

    fn piece_name(&self, side: Side, source: Source) -> String {
        let piece = source.piece(self.game).map(|(_, piece)| piece);
        piece.map_or_else(String::new, |piece| {
            i18n::piece_name(side, piece, self.preferences.language)
        })
    }

    fn target_buttons(&self, moves: &[String]) -> Vec<Button> {
        let button = |text: &String| {
            let label = self.target_label(text);
            plain_button(self.custom_id(GO).with(text), label)
        };
        moves.iter().map(button).collect()
    }

    /// Sorts moves by their target squares as they are read in the picture.
    fn as_on_the_picture(&self, moves: &mut [String]) {
        sort_by_target(self.game, moves, reading_order(self.game.kind(), self.seen_from));
    }

    /// A target's square, `×` before it where a piece is captured, and in words that it promotes.
    fn target_label(&self, text: &str) -> String {
        Target::of(self.game, text).map_or_else(
            || text.to_owned(),
            |target| {
                let capture = if target.captures { "× " } else { "" };
                format!("{capture}{}{}", target.square, self.promotes(target))
            },
        )
    }

    /// The same after the square of a piece with a single target.
    fn arrow(&self, target: Target) -> String {
        let arrow = if target.captures { '×' } else { '→' };
        format!(" {arrow} {}{}", target.square, self.promotes(target))
    }

    fn promotes(&self, target: Target) -> String {
        if !target.promotes {
            return String::new();
        }
        let key = format!("promoted-{}", self.game.kind());
        format!(" · {}", i18n::text(&key, self.preferences.language))
    }
}

/// The piece whose targets a custom id names, and their page: `e3`, `P@`, or `P@:2` for the third
/// page.
pub(crate) fn source_and_page(text: &str) -> Option<(Source, usize)> {
    let (source, page) = text.split_once(':').unwrap_or((text, "0"));
    Source::read(source).zip(page_of(page))
}

/// The page of a custom id, counted from 0.
pub(crate) fn page_of(text: &str) -> Option<usize> {
    text.parse().ok().filter(|page: &usize| page.to_string() == text)
}

fn plain_button(control: CustomId, label: String) -> Button {
    Button { control, label, style: ButtonStyle::Secondary, glyph: None }
}

#[cfg(test)]
mod tests;
