//! `/draw`: offers a draw, or claims one by repetition. Where the opponent offers one, the caller is
//! asked to answer.

use super::command::Pressed;
use super::table_command::{At, TABLE, TableCommand};
use crate::discord::shared::context::Ctx;
use crate::discord::shared::definition::Definition;
use crate::discord::view::controls::labelled;
use crate::discord::view::custom_id::{Control, CustomId, CustomIdForm};
use crate::discord::view::message::{Button, ButtonStyle};
use crate::discord::view::reply::Answer;
use crate::discord::view::visibility::Visibility;
use kradan_i18n::{Language, sentences};
use kradan_table::{Command, Refusal, Seen, Table, TableId};

/// Offers a draw, or claims one.
const OFFER: &str = "draw";
const ACCEPT: &str = "accept-draw";
const DECLINE: &str = "decline-draw";
const WITHDRAW: &str = "withdraw-draw";

sentences! {
    /// What stands on the buttons.
    enum Label {
        /// To offer a draw.
        OfferDraw => "label-offer-draw",
        /// To accept the draw that is offered.
        AcceptDraw => "label-accept-draw",
        /// To decline the draw that is offered.
        DeclineDraw => "label-decline-draw",
        /// To withdraw the draw that one has offered.
        WithdrawDraw => "label-withdraw-draw",
        /// To claim a draw by repetition.
        ClaimDraw => "label-claim-draw",
    }
}

pub(super) struct DrawOfferCommand;

impl TableCommand for DrawOfferCommand {
    const DEFINITION: &'static Definition = &Definition { name: "draw", options: &[TABLE] };
    const VISIBILITY: Visibility = Visibility::Public;
    const CONTROLS: &'static [Control] = &[
        Control::new(OFFER, CustomIdForm::Position, Visibility::Public),
        Control::new(ACCEPT, CustomIdForm::Position, Visibility::Public),
        Control::new(DECLINE, CustomIdForm::Position, Visibility::Public),
        Control::new(WITHDRAW, CustomIdForm::Table, Visibility::Public),
    ];

    /// Whoever has offered one already may withdraw it.
    async fn act(ctx: &Ctx<'_>, at: At<'_>) -> Answer {
        let table = &at.stored.table;
        let can_claim = table
            .to_move()
            .is_some_and(|(side, player)| player == ctx.caller.id && table.can_claim_draw(side));
        let is_mine = !can_claim && ctx.has_side(at.stored, table.draw_offer());
        if is_mine && !ctx.is_carried_out().await? {
            let withdraw = withdraw_button(at.id, ctx.language());
            let refusal = Refusal::OfferedAlready;
            return Ok(ctx.refused(at.id, at.stored, &refusal, vec![withdraw]).await);
        }
        at.command(ctx, Command::Draw).await
    }

    async fn press(ctx: &Ctx<'_>, pressed: &Pressed<'_>) -> Answer {
        let command = match pressed.word {
            ACCEPT => Command::AcceptDraw,
            DECLINE => Command::DeclineDraw,
            WITHDRAW => Command::WithdrawDraw,
            OFFER => Command::Draw,
            _ => return Ok(ctx.unknown()),
        };
        pressed.command(ctx, command).await
    }
}

/// The buttons below a board: to offer or claim a draw, or to answer an offer.
pub(crate) fn buttons(id: TableId, table: &Table, seen: Seen, language: Language) -> Vec<Button> {
    if table.draw_offer().is_some() {
        return answers(id, seen, language);
    }
    // A draw makes no sense before the first move.
    if table.game().plies() == 0 {
        return Vec::new();
    }
    let can_claim = table.to_move().is_some_and(|(side, _)| table.can_claim_draw(side));
    let label = if can_claim { Label::ClaimDraw } else { Label::OfferDraw };
    let offer = CustomId::new(OFFER).table(id).seen(seen);
    vec![labelled(offer, &label, ButtonStyle::Secondary, language)]
}

/// The button with which an offer is withdrawn, whatever was played since.
pub(crate) fn withdraw_button(id: TableId, language: Language) -> Button {
    let withdraw = CustomId::new(WITHDRAW).table(id);
    labelled(withdraw, &Label::WithdrawDraw, ButtonStyle::Secondary, language)
}

/// The buttons that answer an offer.
pub(crate) fn answers(id: TableId, seen: Seen, language: Language) -> Vec<Button> {
    let custom_id = |word| CustomId::new(word).table(id).seen(seen);
    vec![
        labelled(custom_id(ACCEPT), &Label::AcceptDraw, ButtonStyle::Success, language),
        labelled(custom_id(DECLINE), &Label::DeclineDraw, ButtonStyle::Secondary, language),
    ]
}

/// The buttons below the message of an offer, with which it is answered or withdrawn.
pub(crate) fn answers_and_withdrawal(id: TableId, seen: Seen, language: Language) -> Vec<Button> {
    let withdraw = withdraw_button(id, language);
    answers(id, seen, language).into_iter().chain([withdraw]).collect()
}
