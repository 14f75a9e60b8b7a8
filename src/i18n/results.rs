//! How a game ended: with the players' names, the score, the length and the last move for everyone,
//! and in short by the names of the sides.

use super::catalog::{Catalog, Variable};
use super::event_sentences::EventSentences;
use super::games::Score;
use super::names::as_code;
use super::{Language, games};
use kradan_rules::{BySide, Facts, GameKind, Outcome, Reason, Side, Verdict};
use kradan_table::{AbortReason, Ending};

/// How a game ended, by the names of its sides: for lists, and for whoever was not there.
///
/// ```
/// use kradan_rules::{GameKind, Side};
/// use kradan_table::Ending;
/// use kradan_i18n::{Language, ending};
///
/// let resigned = Ending::Resigned(Side::First);
/// assert_eq!(ending(resigned, GameKind::Ogi, Language::English), "Gote won: Sente resigned");
/// ```
#[must_use]
pub fn ending(ending: Ending, kind: GameKind, language: Language) -> String {
    let catalog = Catalog::of(language);
    let side = |name, side| -> Variable { (name, catalog.side(kind, side).into()) };
    match ending {
        Ending::Resigned(loser) => {
            catalog.say_with("ending-resigned", [side("winner", !loser), side("loser", loser)])
        }
        Ending::OutOfTime(loser) => {
            catalog.say_with("ending-out-of-time", [side("winner", !loser), side("loser", loser)])
        }
        Ending::OutOfTimeDrawn(side_out) => {
            catalog.say_with("ending-out-of-time-drawn", [side("loser", side_out)])
        }
        Ending::Aborted(AbortReason::OutOfTime(side_out)) => {
            catalog.say_with("ending-aborted-out-of-time", [side("loser", side_out)])
        }
        Ending::Aborted(AbortReason::Moderator) => catalog.say("ending-aborted-moderator"),
        Ending::Aborted(AbortReason::Erased(side_gone)) => {
            catalog.say_with("ending-aborted-erased", [side("loser", side_gone)])
        }
        Ending::Agreed => catalog.say("ending-agreed"),
        Ending::Rules(_)
        | Ending::Game(_)
        | Ending::Repetition
        | Ending::Judged(_)
        | Ending::TooLong => {
            let reason = ("reason", reason(catalog, ending).into());
            match ending.verdict() {
                Some(Verdict::Win(winner)) => {
                    catalog.say_with("ending-won", [side("side", winner), reason])
                }
                Some(Verdict::Draw) | None => catalog.say_with("ending-drawn", [reason]),
            }
        }
    }
}

/// Who won, by the name of the side.
///
/// ```
/// use kradan_rules::{GameKind, Verdict};
/// use kradan_i18n::{Language, verdict};
///
/// assert_eq!(verdict(Verdict::Draw, GameKind::Othello, Language::Dutch), "Remise");
/// ```
#[must_use]
pub fn verdict(verdict: Verdict, kind: GameKind, language: Language) -> String {
    let catalog = Catalog::of(language);
    match verdict {
        Verdict::Win(winner) => {
            catalog.say_with("verdict-won", [("side", catalog.side(kind, winner).into())])
        }
        Verdict::Draw => catalog.say("verdict-drawn"),
    }
}

/// Why a game is over that neither a resignation nor the clock nor an agreement ended.
fn reason(catalog: &Catalog, ending: Ending) -> String {
    match ending {
        Ending::Rules(outcome) => catalog.reason(outcome.reason),
        Ending::Game(how) => catalog.say(games::ending(how)),
        Ending::Repetition => catalog.say("reason-repeated"),
        Ending::Judged(_) => catalog.say("reason-judged"),
        Ending::TooLong
        | Ending::Resigned(_)
        | Ending::OutOfTime(_)
        | Ending::OutOfTimeDrawn(_)
        | Ending::Aborted(_)
        | Ending::Agreed => catalog.say("reason-too-long"),
    }
}

impl EventSentences<'_> {
    /// The result of a game, for everyone.
    pub(super) fn ended(&self, ending: Ending) -> String {
        match ending {
            Ending::Resigned(loser) => self.lost("event-resigned", loser),
            Ending::OutOfTime(loser) => self.lost("event-out-of-time", loser),
            Ending::OutOfTimeDrawn(loser) => {
                let names = [self.name("loser", loser), self.name("opponent", !loser)];
                self.with_length(self.say("event-out-of-time-drawn", names))
            }
            Ending::Aborted(AbortReason::OutOfTime(loser)) => {
                self.by("event-aborted-out-of-time", loser)
            }
            Ending::Aborted(AbortReason::Moderator) => self.say("event-aborted-moderator", []),
            Ending::Aborted(AbortReason::Erased(gone)) => self.by("event-aborted-erased", gone),
            Ending::Agreed => self.with_length(self.say("event-agreed", [])),
            Ending::Judged(Verdict::Win(winner)) => self.lost("event-judged", !winner),
            Ending::Judged(Verdict::Draw) => self.with_length(self.say("event-judged-drawn", [])),
            Ending::Rules(_) | Ending::Game(_) | Ending::Repetition | Ending::TooLong => {
                self.decided(ending)
            }
        }
    }

    /// A game that the rules ended.
    fn decided(&self, ending: Ending) -> String {
        let reason: Variable = ("reason", self.reason(ending).into());
        let score = self.context.game.and_then(|game| games::score(&Facts::of(game, None).pieces));
        match (ending.verdict(), score) {
            (Some(Verdict::Win(winner)), None) => {
                let [name, side] = self.winner(winner);
                self.say("event-won", [name, side, self.length(), reason])
            }
            (Some(Verdict::Win(winner)), Some(score)) => {
                let ([name, side], score) = (self.winner(winner), self.score(&score, winner));
                self.say("event-won-by-score", [name, side, score, self.length(), reason])
            }
            (Some(Verdict::Draw) | None, None) => self.say("event-drawn", [self.length(), reason]),
            (Some(Verdict::Draw) | None, Some(score)) => {
                let score = self.score(&score, Side::First);
                self.say("event-drawn-by-score", [score, self.length(), reason])
            }
        }
    }

    /// A game that a player lost in another way than on the board.
    fn lost(&self, message: &str, loser: Side) -> String {
        let [name, side] = self.winner(!loser);
        self.with_length(self.say(message, [name, side, self.name("loser", loser)]))
    }

    fn winner(&self, winner: Side) -> [Variable; 2] {
        [self.name("winner", winner), self.side("side", winner)]
    }

    /// Where no move was made there is no length to tell.
    fn with_length(&self, sentence: String) -> String {
        if self.context.game.is_none_or(|game| game.plies() == 0) {
            return sentence;
        }
        self.catalog.joined(&[sentence, self.say("event-length", [self.length()])])
    }

    /// Why the game is over, with the last move and the number said with it.
    fn reason(&self, ending: Ending) -> String {
        let reason = reason(self.catalog, ending);
        let Some(written) = self.context.written else { return reason };
        let mut last = as_code(written);
        let is_count = matches!(ending, Ending::Rules(Outcome { reason: Reason::Count, .. }));
        let said = self.context.game.and_then(|game| game.said(game.plies().checked_sub(1)?));
        if let Some(number) = said.filter(|_| is_count) {
            let variables = [("move", last.into()), ("number", number.into())];
            last = self.say("ending-move-said", variables);
        }
        self.say("ending-by-move", [("reason", reason.into()), ("move", last.into())])
    }

    /// The discs of a side and of the other; where squares are empty, the official score as well.
    fn score(&self, score: &Score, side: Side) -> Variable {
        let text = |count: BySide<usize>| format!("{}–{}", count[side], count[!side]);
        let discs: Variable = ("score", text(score.discs).into());
        if score.discs == score.official {
            return discs;
        }
        let official = ("official", text(score.official).into());
        ("score", self.say("ending-official", [discs, official]).into())
    }
}
