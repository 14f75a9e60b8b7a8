//! `/rules`: a game's rules, part by part, each with its diagram.

use super::command::{Pressed, SlashCommand};
use super::play::GAME;
use crate::discord::context::{Caller, Ctx};
use crate::discord::custom_id::{Control, CustomId, CustomIdForm};
use crate::discord::definition::Definition;
use crate::discord::interaction::CommandOptions;
use crate::discord::message::{BoardPicture, ComponentRow, File, Menu, Message};
use crate::discord::pick::{Choice, Source};
use crate::discord::reply::{Answer, Reply};
use crate::discord::visibility::Visibility;
use crate::i18n::{self, Section};
use crate::render::View;
use crate::rules::{Game, GameKind, cut};
use crate::service::Store;

/// The menu of the parts.
const GUIDE: &str = "guide";

pub(super) struct RulesCommand;

impl SlashCommand for RulesCommand {
    const DEFINITION: &'static Definition =
        &Definition { name: "rules", options: &[GAME.described("option-game-rules-description")] };
    const VISIBILITY: Visibility = Visibility::Ephemeral;
    const CONTROLS: &'static [Control] = &[Control::new(
        GUIDE,
        CustomIdForm::Text(|text| text.parse::<GameKind>().is_ok()),
        Visibility::Ephemeral,
    )];

    async fn run<S: Store>(ctx: &Ctx<'_, S>, options: &CommandOptions) -> Answer {
        let kind = options.text(GAME.name).and_then(|text| text.parse().ok());
        let message = kind.and_then(|kind| part(ctx.caller, kind, 0));
        Ok(message.map_or_else(|| ctx.unknown(), Reply::Private))
    }

    async fn press<S: Store>(ctx: &Ctx<'_, S>, pressed: &Pressed<'_>) -> Answer {
        let number = pressed.value.and_then(|value| value.parse().ok()).unwrap_or(0);
        let kind = pressed.parts.text.parse().ok();
        let message = kind.and_then(|kind| part(ctx.caller, kind, number));
        Ok(message.map_or_else(|| ctx.unknown(), Reply::Change))
    }
}

/// A part of a game's rules, with the menu of all parts.
fn part(caller: &Caller, kind: GameKind, number: usize) -> Option<Message> {
    let sections = i18n::guide(kind, caller.language());
    let number = number.min(sections.len().saturating_sub(1));
    let section = sections.get(number)?;
    let option = |(number, section): (usize, &Section)| Choice {
        label: cut(&section.heading, 99),
        value: number.to_string(),
    };
    let game = i18n::game_name(kind, caller.language());
    let menu = Menu {
        control: CustomId::new(GUIDE).with(kind),
        placeholder: game.clone(),
        options: sections.iter().enumerate().map(option).collect(),
        chosen: Some(number.to_string()),
    };
    Some(Message {
        text: format!("### {game}: {}\n{}", section.heading, section.text),
        file: diagram(caller, kind, section).map(|board| File::Board(Box::new(board))),
        rows: vec![ComponentRow::Menu(menu)],
        ping: None,
    })
}

/// The diagram of a part, with the moves of its piece marked.
fn diagram(caller: &Caller, kind: GameKind, section: &Section) -> Option<BoardPicture> {
    let game = Game::from_position(kind, section.position?).ok()?;
    let picked = section.pick.and_then(Source::read).map(Source::pick);
    let view = View { hints: picked.is_some(), picked, ..View::default() };
    Some(BoardPicture {
        name: format!("{kind}-rules"),
        game,
        result: None,
        view,
        theme: caller.preferences.theme,
        pieces: caller.preferences.pieces,
        language: caller.language(),
    })
}
