//! `/draw`, and the buttons to offer and answer a draw, a takeback or a pause.

use super::choose_table;
use super::command::{Controls, Pressed, SlashCommand};
use super::table_finder::{At, TABLE, TableFinder};
use crate::discord::shared::context::Ctx;
use crate::discord::shared::definition::Definition;
use crate::discord::shared::interaction::CommandOptions;
use crate::discord::view::custom_id::{Control, CustomIdForm};
use crate::discord::view::offers::{Offer, RESUME};
use crate::discord::view::reply::Answer;
use crate::discord::view::visibility::Visibility;
use kradan_table::{Command, Refusal};

pub(super) struct DrawCommand;

impl SlashCommand for DrawCommand {
    const DEFINITION: &'static Definition = &Definition { name: "draw", options: &[TABLE] };
    const VISIBILITY: Visibility = Visibility::Public;
    const FINDER: Option<&'static TableFinder> = Some(&FINDER);

    async fn run(ctx: &Ctx<'_>, options: &CommandOptions) -> Answer {
        choose_table::run(ctx, &FINDER, options).await
    }
}

const FINDER: TableFinder =
    TableFinder::of(DrawCommand::DEFINITION.name, |ctx, at| Box::pin(draw(ctx, at)));

/// Offers, accepts or claims a draw. A second offer shows the button to withdraw the first.
async fn draw(ctx: &Ctx<'_>, at: At<'_>) -> Answer {
    let table = &at.stored.table;
    let can_claim = table
        .to_move()
        .is_some_and(|(side, player)| player == ctx.caller.id && table.can_claim_draw(side));
    let is_mine = !can_claim && ctx.has_side(at.stored, table.draw_offer());
    if is_mine && !ctx.is_carried_out().await? {
        let withdraw = Offer::Draw.withdrawal(at.id, ctx.language());
        let refusal = Refusal::OfferedAlready;
        return Ok(ctx.refused(at.id, at.stored, &refusal, vec![withdraw]).await);
    }
    at.command(ctx, Command::Draw).await
}

pub(super) struct Offers;

impl Controls for Offers {
    const CONTROLS: &'static [Control] = &{
        let [draw, accept_draw, decline_draw, withdraw_draw] = controls(Offer::Draw);
        let [takeback, grant, refuse, withdraw_takeback] = controls(Offer::Takeback);
        let [pause, accept_pause, decline_pause, withdraw_pause] = controls(Offer::Pause);
        [
            draw,
            accept_draw,
            decline_draw,
            withdraw_draw,
            takeback,
            grant,
            refuse,
            withdraw_takeback,
            pause,
            accept_pause,
            decline_pause,
            withdraw_pause,
            Control::new(RESUME, CustomIdForm::Table, Visibility::Public),
        ]
    };

    async fn press(ctx: &Ctx<'_>, pressed: &Pressed<'_>) -> Answer {
        match command(pressed.word) {
            Some(command) => pressed.command(ctx, command).await,
            None => Ok(ctx.unknown()),
        }
    }
}

const fn controls(offer: Offer) -> [Control; 4] {
    let form = match offer {
        Offer::Draw | Offer::Takeback => CustomIdForm::Position,
        Offer::Pause => CustomIdForm::Table,
    };
    let [ask, accept, decline, withdraw] = offer.words();
    [
        Control::new(ask, form, Visibility::Public),
        Control::new(accept, form, Visibility::Public),
        Control::new(decline, form, Visibility::Public),
        Control::new(withdraw, CustomIdForm::Table, Visibility::Public),
    ]
}

/// The command of a button, by its word.
fn command(word: &str) -> Option<Command> {
    if word == RESUME {
        return Some(Command::Resume);
    }
    let (offer, step) = Offer::ALL.into_iter().find_map(|offer| {
        offer.words().iter().position(|&known| known == word).map(|step| (offer, step))
    })?;
    let commands = match offer {
        Offer::Draw => {
            [Command::Draw, Command::AcceptDraw, Command::DeclineDraw, Command::WithdrawDraw]
        }
        Offer::Takeback => [
            Command::AskTakeback,
            Command::GrantTakeback,
            Command::RefuseTakeback,
            Command::WithdrawTakeback,
        ],
        Offer::Pause => [
            Command::OfferPause,
            Command::AcceptPause,
            Command::DeclinePause,
            Command::WithdrawPause,
        ],
    };
    commands.into_iter().nth(step)
}
