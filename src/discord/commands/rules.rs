//! `/rules`: a game's rules in parts with diagrams. A button below challenges opens them privately.

use super::command::{Pressed, SlashCommand};
use crate::discord::shared::context::{Caller, Ctx};
use crate::discord::shared::definition::{Definition, OptionDefinition, OptionKind};
use crate::discord::shared::interaction::CommandOptions;
use crate::discord::view::buttons::HOW_TO_PLAY;
use crate::discord::view::controls::labelled;
use crate::discord::view::custom_id::{Control, CustomId, CustomIdForm};
use crate::discord::view::message::{BoardPicture, ButtonStyle, ComponentRow, File, Menu, Message};
use crate::discord::view::pick::{Choice, Source};
use crate::discord::view::reply::{Answer, Reply};
use crate::discord::view::visibility::Visibility;
use kradan_i18n::{self as i18n, Section, sentences};
use kradan_render::View;
use kradan_rules::{Game, GameKind, cut};

/// The option by which a command names a game.
pub(super) const GAME: OptionDefinition =
    OptionDefinition::required("game", OptionKind::Choice(&GameKind::NAMES));

/// The menu of the parts.
const GUIDE: &str = "guide";
/// Turns to a part: `page:GAME.NUMBER`.
const PAGE: &str = "page";

sentences! {
    /// What stands on the buttons.
    enum Label {
        /// To the part before this one.
        PageBefore => "label-page-before",
        /// To the part after this one.
        PageAfter => "label-page-after",
    }
}

pub(super) struct RulesCommand;

impl SlashCommand for RulesCommand {
    const DEFINITION: &'static Definition =
        &Definition { name: "rules", options: &[GAME.described("option-game-rules-description")] };
    const VISIBILITY: Visibility = Visibility::Ephemeral;
    const CONTROLS: &'static [Control] = &[
        Control::new(GUIDE, CustomIdForm::Text(is_game), Visibility::Ephemeral),
        Control::new(HOW_TO_PLAY, CustomIdForm::Text(is_game), Visibility::Ephemeral),
        Control::new(
            PAGE,
            CustomIdForm::Text(|text| read_page(text).is_some()),
            Visibility::Ephemeral,
        ),
    ];

    async fn run(ctx: &Ctx<'_>, options: &CommandOptions) -> Answer {
        let kind = options.text(GAME.name).and_then(|text| text.parse().ok());
        let message = kind.and_then(|kind| part(ctx.caller, kind, 0));
        Ok(message.map_or_else(|| ctx.unknown(), Reply::Private))
    }

    async fn press(ctx: &Ctx<'_>, pressed: &Pressed<'_>) -> Answer {
        let text = pressed.parts.text;
        let (kind, number) = match pressed.word {
            PAGE => read_page(text).unzip(),
            _ => (text.parse().ok(), pressed.value.and_then(|value| value.parse().ok())),
        };
        let message = kind.and_then(|kind| part(ctx.caller, kind, number.unwrap_or(0)));
        let reply = if pressed.word == HOW_TO_PLAY { Reply::Private } else { Reply::Change };
        Ok(message.map_or_else(|| ctx.unknown(), reply))
    }
}

fn is_game(text: &str) -> bool {
    text.parse::<GameKind>().is_ok()
}

/// A game and the number of a part, from 0.
fn read_page(text: &str) -> Option<(GameKind, usize)> {
    let (kind, number) = text.split_once('.')?;
    Some((kind.parse().ok()?, number.parse().ok()?))
}

/// A part of a game's rules, with the menu of all parts and buttons to the parts around it.
fn part(caller: &Caller, kind: GameKind, number: usize) -> Option<Message> {
    let language = caller.language();
    let sections = i18n::guide(kind, language);
    let number = number.min(sections.len().saturating_sub(1));
    let section = sections.get(number)?;
    let option = |(number, section): (usize, &Section)| Choice {
        label: cut(&section.heading, 99),
        value: number.to_string(),
    };
    let game = i18n::game_name(kind, language);
    let menu = Menu {
        control: CustomId::new(GUIDE).with(kind),
        placeholder: game.clone(),
        options: sections.iter().enumerate().map(option).collect(),
        chosen: Some(number.to_string()),
    };
    let turn = |label: Label, number: usize| {
        let control = CustomId::new(PAGE).with(format!("{kind}.{number}"));
        labelled(control, &label, ButtonStyle::Secondary, language)
    };
    let before = number.checked_sub(1).map(|before| turn(Label::PageBefore, before));
    let after = (number + 1 < sections.len()).then(|| turn(Label::PageAfter, number + 1));
    let heading = format!("{game}: {} ({}/{})", section.heading, number + 1, sections.len());
    let message = Message {
        text: format!("### {heading}\n{}", section.text),
        file: diagram(caller, kind, section).map(|board| File::Board(Box::new(board))),
        rows: vec![ComponentRow::Menu(menu)],
        ping: Vec::new(),
    };
    Some(message.with_buttons([before, after].into_iter().flatten().collect()))
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
