//! The buttons to offer and answer a draw, a takeback or a pause.

use super::controls::labelled;
use super::custom_id::CustomId;
use super::message::{Button, ButtonStyle};
use kradan_i18n::{Language, sentences};
use kradan_rules::Side;
use kradan_table::{Seen, Table, TableId};

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
        /// To ask for a takeback.
        AskTakeback => "label-ask-takeback",
        /// To grant the takeback that is asked for.
        GrantTakeback => "label-grant-takeback",
        RefuseTakeback => "label-refuse-takeback",
        /// To withdraw one's own request.
        WithdrawTakeback => "label-withdraw-takeback",
        OfferPause => "label-offer-pause",
        AcceptPause => "label-accept-pause",
        DeclinePause => "label-decline-pause",
        /// To withdraw one's own offer.
        WithdrawPause => "label-withdraw-pause",
        /// To end a pause.
        Resume => "label-resume",
    }
}

/// An offer or request of a player to the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Offer {
    Draw,
    Takeback,
    /// It does not depend on the position.
    Pause,
}

/// The word of the button that ends a pause.
pub(crate) const RESUME: &str = "resume";

impl Offer {
    pub(crate) const ALL: [Offer; 3] = [Offer::Draw, Offer::Takeback, Offer::Pause];

    /// The words of the buttons to offer it, to accept, to decline and to withdraw it.
    pub(crate) const fn words(self) -> [&'static str; 4] {
        match self {
            Offer::Draw => ["draw", "accept-draw", "decline-draw", "withdraw-draw"],
            Offer::Takeback => ["takeback", "grant", "refuse", "withdraw-takeback"],
            Offer::Pause => ["pause", "accept-pause", "decline-pause", "withdraw-pause"],
        }
    }

    /// The button of a word, with the position if the offer depends on it.
    fn button(
        self,
        word: &str,
        (id, seen): (TableId, Seen),
        (label, style): (Label, ButtonStyle),
        language: Language,
    ) -> Button {
        let control = CustomId::new(word).table(id);
        let control = if self == Offer::Pause { control } else { control.seen(seen) };
        labelled(control, &label, style, language)
    }

    fn offer(self, id: TableId, seen: Seen, can_claim: bool, language: Language) -> Button {
        let label = match self {
            Offer::Draw if can_claim => Label::ClaimDraw,
            Offer::Draw => Label::OfferDraw,
            Offer::Takeback => Label::AskTakeback,
            Offer::Pause => Label::OfferPause,
        };
        let [word, ..] = self.words();
        self.button(word, (id, seen), (label, ButtonStyle::Secondary), language)
    }

    /// The buttons that answer it.
    pub(crate) fn answers(self, id: TableId, seen: Seen, language: Language) -> Vec<Button> {
        let [_, accept, decline, _] = self.words();
        let (yes, no) = match self {
            Offer::Draw => (Label::AcceptDraw, Label::DeclineDraw),
            Offer::Takeback => (Label::GrantTakeback, Label::RefuseTakeback),
            Offer::Pause => (Label::AcceptPause, Label::DeclinePause),
        };
        vec![
            self.button(accept, (id, seen), (yes, ButtonStyle::Success), language),
            self.button(decline, (id, seen), (no, ButtonStyle::Secondary), language),
        ]
    }

    /// The button to withdraw it, in any position.
    pub(crate) fn withdrawal(self, id: TableId, language: Language) -> Button {
        let [.., word] = self.words();
        let label = match self {
            Offer::Draw => Label::WithdrawDraw,
            Offer::Takeback => Label::WithdrawTakeback,
            Offer::Pause => Label::WithdrawPause,
        };
        labelled(CustomId::new(word).table(id), &label, ButtonStyle::Secondary, language)
    }

    /// The buttons below its message, to answer or withdraw it.
    pub(crate) fn answers_and_withdrawal(
        self,
        id: TableId,
        seen: Seen,
        language: Language,
    ) -> Vec<Button> {
        let withdrawal = self.withdrawal(id, language);
        self.answers(id, seen, language).into_iter().chain([withdrawal]).collect()
    }

    /// The side whose offer waits for an answer.
    pub(crate) fn offered_by(self, table: &Table) -> Option<Side> {
        match self {
            Offer::Draw => table.draw_offer(),
            Offer::Takeback => table.takeback().map(|(side, _)| side),
            Offer::Pause => table.pause_offer(),
        }
    }

    /// Whether a side can offer it now: no draw before the first move, no takeback without an own
    /// move, no pause without clocks.
    fn makes_sense(self, table: &Table, side: Side) -> bool {
        match self {
            Offer::Draw => table.game().plies() > 0,
            Offer::Takeback => table.seats().is_some_and(|seats| table.can_take_back(seats[side])),
            Offer::Pause => table.pace().start().is_some(),
        }
    }

    /// The buttons of one side: to offer it, to answer it, or to withdraw it.
    pub(crate) fn buttons(
        self,
        id: TableId,
        table: &Table,
        side: Side,
        language: Language,
    ) -> Vec<Button> {
        let seen = Seen::of(table.game());
        match self.offered_by(table) {
            Some(offerer) if offerer == side => vec![self.withdrawal(id, language)],
            Some(_) => self.answers(id, seen, language),
            None if self.makes_sense(table, side) => {
                let can_claim = table.to_move().is_some_and(|(turn, _)| table.can_claim_draw(turn));
                vec![self.offer(id, seen, can_claim, language)]
            }
            None => Vec::new(),
        }
    }
}

/// The button to end a pause.
pub(crate) fn resume_button(id: TableId, language: Language) -> Button {
    labelled(CustomId::new(RESUME).table(id), &Label::Resume, ButtonStyle::Primary, language)
}
