//! `/rules`: a game's rules, part by part, each with its diagram.

use super::super::bot::{Bot, Caller, Reply};
use super::super::custom_id::CustomId;
use super::super::message::{Board, ComponentRow, File, Menu, Message};
use super::super::pick::{Choice, Source};
use crate::i18n::{self, Section};
use crate::render::View;
use crate::rules::{Game, GameKind, cut};
use crate::service::Store;

/// Where a part of the rules is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Panel {
    /// On a new panel.
    New,
    /// In place of the part before.
    Same,
}

impl<S: Store> Bot<S> {
    /// A part of a game's rules.
    pub(super) fn guide(caller: &Caller, kind: GameKind, part: usize, panel: Panel) -> Reply {
        let sections = i18n::guide(kind, caller.language());
        let part = part.min(sections.len().saturating_sub(1));
        let Some(section) = sections.get(part) else { return Reply::Nothing };
        let option = |(number, section): (usize, &Section)| Choice {
            label: cut(&section.heading, 99),
            value: number.to_string(),
        };
        let menu = Menu {
            control: CustomId::Guide(kind),
            placeholder: i18n::game_name(kind, caller.language()),
            options: sections.iter().enumerate().map(option).collect(),
            chosen: Some(part.to_string()),
        };
        let game = i18n::game_name(kind, caller.language());
        let message = Message {
            text: format!("### {game}: {}\n{}", section.heading, section.text),
            file: diagram(caller, kind, section).map(|board| File::Board(Box::new(board))),
            rows: vec![ComponentRow::Menu(menu)],
            ping: None,
        };
        match panel {
            Panel::New => Reply::Private(message),
            Panel::Same => Reply::Change(message),
        }
    }
}

/// The diagram of a part, with the moves of its piece marked.
fn diagram(caller: &Caller, kind: GameKind, section: &Section) -> Option<Board> {
    let game = Game::from_position(kind, section.position?).ok()?;
    let picked = section.pick.and_then(Source::read).map(Source::pick);
    let view = View { hints: picked.is_some(), picked, ..View::default() };
    Some(Board {
        name: format!("{kind}-rules"),
        game,
        result: None,
        view,
        theme: caller.preferences.theme,
        pieces: caller.preferences.pieces,
        language: caller.language(),
    })
}
