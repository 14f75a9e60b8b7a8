//! The buttons below boards, challenges and lists. The command that owns the word handles it.

use super::controls::labelled;
use super::custom_id::CustomId;
use super::message::{Button, ButtonStyle};
use super::offers::Offer;
use crate::discord::limits::BUTTON_LABEL_MAX;
use crate::service::StoredTable;
use kradan_i18n::{Language, sentences};
use kradan_rules::makruk::Act;
use kradan_rules::{GameKind, cut};
use kradan_table::{GameCommand, Seen, Table, TableId};

pub(crate) const ACCEPT: &str = "accept";
pub(crate) const DECLINE: &str = "decline";
/// Withdraws one's own challenge.
pub(crate) const CANCEL: &str = "cancel";
/// Plays a computer instead of waiting for somebody.
pub(crate) const COMPUTER: &str = "computer";
pub(crate) const REMATCH: &str = "rematch";
/// Plays a computer again, at another level. Its text is the level.
pub(crate) const REMATCH_AT: &str = "rematch-at";
/// Claims or stops a count, or leaves a move uncounted.
pub(crate) const COUNT: &str = "count";
/// Opens the "More" panel.
pub(crate) const MORE: &str = "more";
/// Opens the lessons of a game.
pub(crate) const LEARN: &str = "learn";
/// Opens the rules of a game.
pub(crate) const HOW_TO_PLAY: &str = "how-to-play";
/// Shows a position: `step:TABLE:PLIES`, or the first or last one.
pub(crate) const STEP: &str = "step";
/// The last position of [`STEP`].
pub(crate) const LAST: &str = "last";
pub(crate) const REPLAY: &str = "replay";
pub(crate) const REVIEW: &str = "review";
/// Opens the private board of a table.
pub(crate) const OPEN: &str = "open";
/// The same below a reminder of several games: `reminded:TABLE:MARK`, with the mark of the message.
pub(crate) const REMINDED: &str = "reminded";
/// Stops following a game.
pub(crate) const UNFOLLOW: &str = "unfollow";

sentences! {
    /// What stands on the buttons.
    enum Label {
        /// To accept a challenge.
        Accept => "label-accept",
        /// To decline a challenge.
        Decline => "label-decline",
        /// To withdraw one's own challenge.
        Cancel => "label-cancel",
        /// To play a computer instead of waiting for somebody.
        PlayComputer => "label-play-computer",
        Rematch => "label-rematch",
        /// To play a computer again, at another level.
        RematchAt {
            level: u8,
        } => "label-rematch-at",
        /// To claim the board's honour with the next move.
        Claim => "label-claim-count",
        /// To end one's count with the next move.
        Stop => "label-stop-count",
        /// To say no number with the next move.
        Skip => "label-skip-count",
        /// The claim is announced.
        Claimed => "label-count-claimed",
        /// The end of the count is announced.
        Stopped => "label-count-stopped",
        /// That the next move is not counted is announced.
        Skipped => "label-count-skipped",
        /// To open the "More" panel.
        More => "label-more-actions",
        /// The same where an offer waits for an answer.
        MoreWithOffer => "label-more-with-offer",
        HowToPlay => "label-how-to-play",
        /// To take the lessons of a game before it is played.
        LearnFirst => "label-learn-first",
        LookBack => "label-look-back",
        /// To see the game as an animation.
        Replay => "label-replay",
        Review => "label-review",
        Unfollow => "label-unfollow",
    }
}

/// The buttons below a challenge.
pub(crate) fn challenge(id: TableId, table: &Table, language: Language) -> Vec<Button> {
    let button = |word, label: Label| {
        labelled(CustomId::new(word).table(id), &label, ButtonStyle::Secondary, language)
    };
    let cancel = button(CANCEL, Label::Cancel);
    let (rules, learn) =
        (rules(table.game().kind(), language), learn(table.game().kind(), language));
    match table.challenged() {
        Some((_, Some(_))) => {
            vec![accept(id, language), button(DECLINE, Label::Decline), cancel, rules, learn]
        }
        Some((_, None)) => {
            vec![accept(id, language), button(COMPUTER, Label::PlayComputer), cancel, rules, learn]
        }
        None => Vec::new(),
    }
}

/// The button that accepts a challenge.
pub(crate) fn accept(id: TableId, language: Language) -> Button {
    labelled(CustomId::new(ACCEPT).table(id), &Label::Accept, ButtonStyle::Success, language)
}

/// The rematch button below a finished game, with the tally of the games so far.
pub(crate) fn rematch(id: TableId, tally: Option<&str>, language: Language) -> Button {
    let rematch =
        labelled(CustomId::new(REMATCH).table(id), &Label::Rematch, ButtonStyle::Primary, language);
    let Some(tally) = tally else { return rematch };
    let label = cut(&format!("{} · {tally}", rematch.label), BUTTON_LABEL_MAX - 1);
    Button { label, ..rematch }
}

/// The button below a finished game against a computer, if another level fits better.
pub(crate) fn rematch_at(id: TableId, table: &Table, language: Language) -> Option<Button> {
    let level = table.fitting_level()?.number();
    let id = CustomId::new(REMATCH_AT).table(id).with(level);
    Some(labelled(id, &Label::RematchAt { level }, ButtonStyle::Secondary, language))
}

/// The button below a board that claims a count; `None` where none can be claimed.
pub(crate) fn claim(id: TableId, table: &Table, seen: Seen, language: Language) -> Option<Button> {
    let claim = table.game_commands().iter().position(|command| *command == Act::Claim.into())?;
    count(id, table, seen, language).into_iter().nth(claim)
}

/// The buttons of the count.
pub(crate) fn count(id: TableId, table: &Table, seen: Seen, language: Language) -> Vec<Button> {
    let announced = table.announced();
    let button = |GameCommand::Makruk(act)| {
        let label = match (act, announced == Some(act.into())) {
            (Act::Claim, false) => Label::Claim,
            (Act::Claim, true) => Label::Claimed,
            (Act::Skip, false) => Label::Skip,
            (Act::Skip, true) => Label::Skipped,
            (Act::Stop, false) => Label::Stop,
            (Act::Stop, true) => Label::Stopped,
        };
        let custom_id = CustomId::new(COUNT).table(id).with(act).seen(seen);
        labelled(custom_id, &label, ButtonStyle::Secondary, language)
    };
    table.game_commands().into_iter().map(button).collect()
}

/// The button below a board that opens the "More" panel.
pub(crate) fn more(id: TableId, table: &Table, language: Language) -> Button {
    let waits = Offer::ALL.into_iter().any(|offer| offer.offered_by(table).is_some());
    let label = if waits { Label::MoreWithOffer } else { Label::More };
    labelled(CustomId::new(MORE).table(id), &label, ButtonStyle::Secondary, language)
}

/// The button that opens the lessons of a game.
pub(crate) fn learn(kind: GameKind, language: Language) -> Button {
    let control = CustomId::new(LEARN).with(kind);
    labelled(control, &Label::LearnFirst, ButtonStyle::Secondary, language)
}

/// The button that opens the rules of a game.
pub(crate) fn rules(kind: GameKind, language: Language) -> Button {
    let control = CustomId::new(HOW_TO_PLAY).with(kind);
    labelled(control, &Label::HowToPlay, ButtonStyle::Secondary, language)
}

/// The button that opens a game at its last position.
pub(crate) fn look_back(id: TableId, language: Language) -> Button {
    let step = CustomId::new(STEP).table(id).with(LAST);
    labelled(step, &Label::LookBack, ButtonStyle::Secondary, language)
}

/// The button below a finished game that shows it as an animation.
pub(crate) fn replay(id: TableId, language: Language) -> Button {
    labelled(CustomId::new(REPLAY).table(id), &Label::Replay, ButtonStyle::Secondary, language)
}

/// The button below a finished game that shows the review.
pub(crate) fn review(id: TableId, language: Language) -> Button {
    labelled(CustomId::new(REVIEW).table(id), &Label::Review, ButtonStyle::Secondary, language)
}

/// The button that opens a game.
pub(crate) fn open(id: TableId, title: &str) -> Button {
    Button {
        control: CustomId::new(OPEN).table(id),
        label: cut(title, BUTTON_LABEL_MAX - 1),
        style: ButtonStyle::Secondary,
        glyph: None,
    }
}

/// The button below a reminder of several games that opens one.
pub(crate) fn open_reminded(id: TableId, title: &str, mark: &str) -> Button {
    Button { control: CustomId::new(REMINDED).table(id).with(mark), ..open(id, title) }
}

/// The button to stop following a game. The position identifies the message, to find whether it was
/// posted.
pub(crate) fn unfollow(id: TableId, stored: &StoredTable, language: Language) -> Button {
    let unfollow = CustomId::new(UNFOLLOW).table(id).seen(Seen::of(stored.table.game()));
    labelled(unfollow, &Label::Unfollow, ButtonStyle::Secondary, language)
}
