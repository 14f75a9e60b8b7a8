//! Rows of buttons by which a move is picked: squares or pieces below a board, and the targets of a
//! piece below its panel.
//!
//! A button holds in its custom id all that it does: `go` plays the move that it names, `from` opens
//! the targets of a piece, `pieces` another page. What does not fit is on pages or in menus. Nothing
//! relies on the width of a button: clients wrap rows as they like.

use super::controls::{in_rows, labelled, menu};
use super::custom_id::CustomId;
use super::emoji::EmojiKey;
use super::games;
use super::limits::{BUTTONS_IN_A_ROW, ROWS_MAX};
use super::message::{Button, ButtonStyle, ComponentRow, Glyph};
use super::pick::{Choice, Movable, Source, Target, movable, moves_of};
use super::preferences::Preferences;
use crate::i18n::{self, sentences};
use crate::rules::{Game, Side};
use crate::table::{Seen, TableId};

/// Plays the move that the custom id names.
pub(super) const GO: &str = "go";
/// Opens the targets of the piece that the custom id names.
pub(super) const FROM: &str = "from";
/// Opens the page of pieces that the custom id names, counted from 0.
pub(super) const PIECES: &str = "pieces";
/// The menu of squares, for games in which a move is one square.
pub(super) const SQUARE: &str = "square";
/// A menu of targets of the piece that the custom id names.
pub(super) const TARGET: &str = "target";
/// Goes back to the squares or pieces.
pub(super) const BACK: &str = "back";

/// The most buttons with which a move begins: the last row is for what else can be done.
pub(super) const FIRST_BUTTONS_MAX: usize = (ROWS_MAX - 1) * BUTTONS_IN_A_ROW;

/// The most targets that are buttons: one button leads back.
pub(super) const TARGET_BUTTONS_MAX: usize = ROWS_MAX * BUTTONS_IN_A_ROW - 1;

/// The files of the squares of one menu of targets: at most sixteen squares.
const FILES_OF_A_MENU: [&str; 4] = ["ab", "cd", "ef", "gh"];

sentences! {
    /// What stands on the buttons and menus.
    enum Label<'a> {
        /// Othello's menu of squares.
        PickSquare => "label-pick-square",
        /// A menu of targets on some files.
        PickTargetOn {
            files: &'a str,
        } => "line-pick-target-on",
        /// So many pieces of a kind in hand.
        InHand {
            count: usize,
        } => "line-pick-in-hand",
        /// To see more pieces that can move.
        MorePieces => "label-more-pieces",
        /// To pick another piece.
        OtherPiece => "label-other-piece",
    }
}

/// What rows of buttons are made for: a table in its present position, or a position ahead of it,
/// and a reader.
#[derive(Clone, Copy, Debug)]
pub(super) struct Picking<'a> {
    pub(super) table: TableId,
    pub(super) game: &'a Game,
    pub(super) preferences: &'a Preferences,
    /// The place of the move in a planned line, whose controls have the same words after `if-`;
    /// `None` for a move that is played.
    pub(super) planned: Option<PlannedStep<'a>>,
}

/// Where a move stands in a line that a player plans.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlannedStep<'a> {
    /// The position after the part of the line that is planned already.
    pub(super) base: Seen,
    /// The moves that were picked since, as a part of a custom id.
    pub(super) picked: &'a str,
}

impl Picking<'_> {
    /// The rows to begin a move with, at most four: the squares, or a page of the pieces that can
    /// move.
    pub(super) fn first_rows(&self, page: usize) -> Vec<ComponentRow> {
        if games::picks_squares(self.game.kind()) { self.squares(page) } else { self.pieces(page) }
    }

    /// The rows with the targets of a piece, and the way back; `None` where it has none.
    pub(super) fn target_rows(&self, source: Source) -> Option<Vec<ComponentRow>> {
        let moves = moves_of(self.game, source);
        if moves.is_empty() {
            return None;
        }
        let back = labelled(
            self.custom_id(BACK),
            &Label::OtherPiece,
            ButtonStyle::Plain,
            self.preferences.language,
        );
        if moves.len() > TARGET_BUTTONS_MAX {
            let mut rows = self.target_menus(source, &moves);
            rows.push(ComponentRow::Buttons(vec![back]));
            return Some(rows);
        }
        let mut rows = in_rows(&self.target_buttons(&moves));
        match rows.last_mut() {
            // A row of its own keeps it apart from the moves, where there is one left.
            Some(ComponentRow::Buttons(last)) if moves.len() > FIRST_BUTTONS_MAX => last.push(back),
            _ => rows.push(ComponentRow::Buttons(vec![back])),
        }
        Some(rows)
    }

    fn custom_id(&self, word: &str) -> CustomId {
        match self.planned {
            None => CustomId::new(word).table(self.table).seen(Seen::of(self.game)),
            Some(PlannedStep { base, picked }) => {
                let word = format!("if-{word}");
                CustomId::new(&word).table(self.table).seen(base).with(picked)
            }
        }
    }

    /// The squares: as buttons where they fit, else a page of a menu.
    fn squares(&self, page: usize) -> Vec<ComponentRow> {
        let squares = self.game.legal_moves();
        if squares.len() > FIRST_BUTTONS_MAX {
            let choice = |text: String| Choice { label: text.clone(), value: text };
            let choices: Vec<Choice> = squares.into_iter().map(choice).collect();
            let (id, language) = (self.custom_id(SQUARE), self.preferences.language);
            return menu(id, &Label::PickSquare, &choices, page, language).into_iter().collect();
        }
        let button = |text: String| plain_button(self.custom_id(GO).with(&text), text);
        in_rows(&squares.into_iter().map(button).collect::<Vec<_>>())
    }

    /// A page of the pieces that can move. Where there are several, the last button of each leads to
    /// the next one, and that of the last one to the first.
    fn pieces(&self, page: usize) -> Vec<ComponentRow> {
        let pieces = movable(self.game);
        if pieces.len() <= FIRST_BUTTONS_MAX {
            let buttons: Vec<Button> = pieces.iter().map(|it| self.piece_button(it)).collect();
            return in_rows(&buttons);
        }
        let per_page = FIRST_BUTTONS_MAX - 1;
        let pages = pieces.len().div_ceil(per_page);
        let page = page % pages;
        let shown = pieces.chunks(per_page).nth(page).unwrap_or_default();
        let mut buttons: Vec<Button> = shown.iter().map(|it| self.piece_button(it)).collect();
        let next = self.custom_id(PIECES).with((page + 1) % pages);
        let language = self.preferences.language;
        buttons.push(labelled(next, &Label::MorePieces, ButtonStyle::Plain, language));
        in_rows(&buttons)
    }

    /// A piece that can move. One with a single target goes there at once, and says so.
    fn piece_button(&self, Movable { source, moves }: &Movable) -> Button {
        let (control, target) = match &moves[..] {
            [only] => {
                let target = Target::of(self.game, only);
                (self.custom_id(GO).with(only), target.map(|it| self.arrow(it)))
            }
            _ => (self.custom_id(FROM).with(source.text()), None),
        };
        let from = match source {
            Source::Square(square) => square.to_string(),
            Source::Hand(role) => {
                let count = usize::from(games::in_hand(self.game, *role));
                i18n::say(&Label::InHand { count }, self.preferences.language)
            }
        };
        let label = format!("{from}{}", target.unwrap_or_default());
        let glyph = source.piece(self.game).map(|(side, piece)| Glyph {
            emoji: EmojiKey::of(side, piece, self.preferences.pieces),
            label_without: format!("{} {label}", self.piece_name(side, *source)),
        });
        Button { glyph, ..plain_button(control, label) }
    }

    fn piece_name(&self, side: Side, source: Source) -> String {
        let piece = source.piece(self.game).map(|(_, piece)| piece);
        piece.map_or_else(String::new, |it| i18n::piece_name(side, it, self.preferences.language))
    }

    fn target_buttons(&self, moves: &[String]) -> Vec<Button> {
        let button = |text: &String| {
            let label = self.target_label(text);
            plain_button(self.custom_id(GO).with(text), label)
        };
        moves.iter().map(button).collect()
    }

    /// Menus of the targets, each of two files: a drop can have more targets than buttons fit.
    fn target_menus(&self, source: Source, moves: &[String]) -> Vec<ComponentRow> {
        let language = self.preferences.language;
        let on_files = |(part, files): (usize, &&str)| {
            let is_there = |text: &&String| {
                let target = Target::of(self.game, text).map(|it| it.square.to_string());
                target.is_some_and(|square| square.starts_with(|file| files.contains(file)))
            };
            let choice =
                |text: &String| Choice { label: self.target_label(text), value: text.clone() };
            let choices: Vec<Choice> = moves.iter().filter(is_there).map(choice).collect();
            let id = self.custom_id(TARGET).with(source.text()).with(part);
            let (first, last) = files.split_at(1);
            let files = format!("{first}–{last}");
            menu(id, &Label::PickTargetOn { files: &files }, &choices, 0, language)
        };
        FILES_OF_A_MENU.iter().enumerate().filter_map(on_files).collect()
    }

    /// A target's square, `×` before it where a piece is captured, and in words that it promotes.
    fn target_label(&self, text: &str) -> String {
        Target::of(self.game, text).map_or_else(
            || text.to_owned(),
            |it| {
                let capture = if it.captures { "× " } else { "" };
                format!("{capture}{}{}", it.square, self.promotes(it))
            },
        )
    }

    /// The same behind the square of a piece that goes there at once.
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

/// The piece of the custom id of a menu of targets: `e3`, `P@`, or `P@:2` for its third menu.
pub(super) fn source_of_menu(text: &str) -> Option<Source> {
    Source::read(text.split_once(':').map_or(text, |(source, _)| source))
}

/// The page of a custom id, counted from 0.
pub(super) fn page_of(text: &str) -> Option<usize> {
    text.parse().ok().filter(|page: &usize| page.to_string() == text)
}

fn plain_button(control: CustomId, label: String) -> Button {
    Button { control, label, look: ButtonStyle::Plain, glyph: None }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::discord::limits::CUSTOM_ID_MAX;
    use crate::discord::pick::read_page;
    use crate::rules::{Fingerprint, GameKind};

    const TABLE: TableId = TableId(u64::MAX);

    fn buttons_and_menus(rows: &[ComponentRow]) -> (Vec<&Button>, Vec<(&CustomId, &Choice)>) {
        let (mut buttons, mut options) = (Vec::new(), Vec::new());
        for row in rows {
            match row {
                ComponentRow::Buttons(row) => buttons.extend(row),
                ComponentRow::Menu(menu) => {
                    options.extend(menu.options.iter().map(|it| (&menu.control, it)));
                }
                ComponentRow::ServerMenu(menu) => panic!("{menu:?} picks no move"),
            }
        }
        (buttons, options)
    }

    /// What follows the table and the position.
    fn text_of(id: &CustomId) -> String {
        id.to_string().splitn(4, ':').nth(3).unwrap_or_default().to_owned()
    }

    /// Checks what Discord demands of rows, and that no two controls are alike.
    fn check_rows(rows: &[ComponentRow], most: usize) {
        assert!((1..=most).contains(&rows.len()), "{} rows", rows.len());
        let mut ids = HashSet::new();
        for row in rows {
            match row {
                ComponentRow::Buttons(buttons) => {
                    assert!((1..=BUTTONS_IN_A_ROW).contains(&buttons.len()));
                    for button in buttons {
                        assert!((1..=80).contains(&button.label.chars().count()));
                        assert!(ids.insert(button.control.to_string()), "{:?}", button.control);
                    }
                }
                ComponentRow::Menu(menu) => {
                    assert!((1..=25).contains(&menu.options.len()));
                    assert!(ids.insert(menu.control.to_string()), "{:?}", menu.control);
                }
                ComponentRow::ServerMenu(menu) => panic!("{menu:?} picks no move"),
            }
        }
        assert!(ids.iter().all(|id| id.chars().count() <= CUSTOM_ID_MAX));
    }

    /// The moves that buttons and menus lead to, and the most presses that one takes.
    fn picked(picking: &Picking<'_>) -> (Vec<String>, usize) {
        let (mut moves, mut presses, mut page) = (Vec::new(), 0, 0);
        for turned in 0.. {
            let rows = picking.first_rows(page);
            check_rows(&rows, ROWS_MAX - 1);
            let (buttons, options) = buttons_and_menus(&rows);
            moves.extend(options.iter().map(|(_, it)| it.value.clone()));
            presses = presses.max(if options.is_empty() { 1 } else { 2 });
            let mut next = 0;
            for button in buttons {
                let text = text_of(&button.control);
                match button.control.word() {
                    GO => moves.push(text),
                    PIECES => next = page_of(&text).unwrap(),
                    FROM => {
                        let source = Source::read(&text).unwrap();
                        let rows = picking.target_rows(source).unwrap();
                        check_rows(&rows, ROWS_MAX);
                        let (targets, options) = buttons_and_menus(&rows);
                        for (id, option) in &options {
                            assert_eq!(source_of_menu(&text_of(id)), Some(source));
                            moves.push(option.value.clone());
                        }
                        let targets = targets.iter().filter(|it| it.control.word() == GO);
                        let before = moves.len();
                        moves.extend(targets.map(|it| text_of(&it.control)));
                        let is_menu = !options.is_empty();
                        assert_eq!(is_menu, moves.len() == before, "buttons or menus, not both");
                        presses = presses.max(turned + if is_menu { 3 } else { 2 });
                    }
                    other => panic!("{other}"),
                }
            }
            if next == 0 {
                break;
            }
            page = next;
        }
        (moves, presses)
    }

    #[test]
    fn whatever_can_be_played_can_be_picked_and_nothing_else() {
        let mut random = fastrand::Rng::with_seed(11);
        let preferences = Preferences::default();
        let mut most = std::collections::HashMap::new();
        for kind in GameKind::ALL {
            for _ in 0..20 {
                let mut game = Game::new(kind);
                for _ in 0..120 {
                    let mut moves = game.legal_moves();
                    if game.outcome().is_some() || moves == ["pass"] {
                        break;
                    }
                    let picking = Picking { table: TABLE, ..picking_of(&game, &preferences) };
                    let (mut picked, presses) = picked(&picking);
                    picked.sort();
                    moves.sort();
                    assert_eq!(picked, moves, "{kind}: {}", game.position());
                    let known: &mut usize = most.entry(kind.to_string()).or_default();
                    *known = presses.max(*known);
                    let mv = &moves[random.usize(..moves.len())];
                    game.play_text(mv).unwrap();
                }
            }
        }
        // A menu, and in Ōgi the second page of many pieces, take one press more than the rule.
        assert!(most["othello"] <= 2 && most["makruk"] == 2 && most["ogi"] <= 4, "{most:?}");
    }

    #[test]
    fn the_longest_custom_id_fits() {
        let fingerprint: Fingerprint = "fedcba9876543210".parse().unwrap();
        let seen = Seen::Record { plies: crate::table::PLIES_MAX, fingerprint };
        for (word, text) in [(GO, "e5e6m"), (FROM, "P@"), (TARGET, "P@:3"), (PIECES, "9")] {
            let id = CustomId::new(word).table(TABLE).seen(seen).with(text).to_string();
            assert!(id.chars().count() <= CUSTOM_ID_MAX, "{id}");
        }
    }

    fn labels(rows: &[ComponentRow]) -> Vec<String> {
        buttons_and_menus(rows).0.iter().map(|it| it.label.clone()).collect()
    }

    fn picking_of<'a>(game: &'a Game, preferences: &'a Preferences) -> Picking<'a> {
        Picking { table: TableId(7), game, preferences, planned: None }
    }

    #[test]
    fn every_square_is_on_a_page_of_the_menu() {
        let preferences = Preferences::default();
        // Every square of the edge is legal.
        let (empty, ring) = ("-".repeat(8), "-OOOOOO-");
        let board = [&empty, ring, &"-OXXXXO-".repeat(4), ring, &empty].concat();
        let game = Game::from_position(GameKind::Othello, &format!("{board} X")).unwrap();
        let picking = picking_of(&game, &preferences);
        let squares = |page| {
            let rows = picking.first_rows(page);
            let (_, options) = buttons_and_menus(&rows);
            options.iter().map(|(_, it)| it.value.clone()).collect::<Vec<_>>()
        };
        let (first, second) = (squares(0), squares(1));
        assert_eq!(first.last().and_then(|it| read_page(it)), Some(1));
        assert_eq!(second.last().and_then(|it| read_page(it)), Some(2));
        assert_eq!(squares(2)[..24], first[..24], "the first page comes after the last one");
        let mut all = [first, second].concat();
        all.retain(|it| read_page(it).is_none());
        assert_eq!(all, game.legal_moves());
    }

    #[test]
    fn labels_say_what_happens_in_words() {
        let preferences = Preferences::default();
        let game = Game::from_position(GameKind::Makruk, "4k3/8/2p5/3P4/8/8/8/4K2R w").unwrap();
        let rows = picking_of(&game, &preferences).target_rows(Source::read("d5").unwrap());
        assert_eq!(
            labels(&rows.unwrap()),
            ["× c6 · turns over", "d6 · turns over", "Another piece"]
        );
        let game = Game::from_position(GameKind::Ogi, "4k^3/8/8/8/8/8/8/4K^3 2P/ O/o");
        let game = game.unwrap();
        let rows = picking_of(&game, &preferences).first_rows(0);
        assert_eq!(labels(&rows), ["e1", "2 in hand"]);
        let (buttons, _) = buttons_and_menus(&rows);
        let glyph = buttons[1].glyph.as_ref().unwrap();
        assert_eq!(glyph.label_without, "pawn 2 in hand");
        let game = Game::new(GameKind::Makruk);
        let first = labels(&picking_of(&game, &preferences).first_rows(0));
        assert!(first.contains(&"a3 → a4".to_owned()), "{first:?}");
    }
}
