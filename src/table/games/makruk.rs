//! Makruk at a table: the counts that players claim, skip and stop, and the draws that its rules
//! leave to the table.

use super::table_game::TableGame;
use crate::{
    Command, Ending, Event, GameCommand, GameEnding, GameEvent, GameRefusal, MakrukEnding,
    MakrukEvent, MakrukRefusal, Refusal,
};
use kradan_rules::makruk::{self, Act, Count, Position, Role};
use kradan_rules::{Illegal, MoveError, Position as _, Record, Side};

/// How often a position stands when the side to move may claim a draw.
const CLAIMABLE_REPETITION: usize = 3;

/// How often it stands when the table ends the game as a draw.
const DRAWN_REPETITION: usize = 5;

impl TableGame for Position {
    fn rematch_start(&self) -> Position {
        Position::default().with_honours(self.honours())
    }

    fn can_claim_draw(record: &Record<Position>) -> bool {
        record.occurrences() >= CLAIMABLE_REPETITION
    }

    fn ending(record: &Record<Position>) -> Option<Ending> {
        let position = record.position();
        if Side::ALL.into_iter().all(|side| is_bare(position, side)) {
            return Some(MakrukEnding::BareKhuns.into());
        }
        (record.occurrences() >= DRAWN_REPETITION).then_some(Ending::Repetition)
    }

    /// A bare khun wins nothing.
    fn can_win(&self, side: Side) -> bool {
        !is_bare(self, side)
    }

    fn said(record: &Record<Position>) -> Option<u8> {
        let before = record.positions().iter().rev().nth(1)?;
        before.said(*record.moves().last()?)
    }

    /// A pieces' honour that falls due.
    fn caused(record: &Record<Position>) -> Option<Event> {
        let [.., before, after] = record.positions() else { return None };
        let count = after.count().filter(|_| after.count_is_due() && !before.count_is_due())?;
        let Count { side, number, limit, .. } = count;
        Some(MakrukEvent::CountDue { side, number: number + 1, limit }.into())
    }

    fn commands(record: &Record<Position>) -> Vec<GameCommand> {
        let acts = Act::ALL.into_iter().filter(|&act| check_act(record.position(), act).is_ok());
        acts.map(GameCommand::Makruk).collect()
    }

    fn check_command(record: &Record<Position>, command: GameCommand) -> Result<(), Refusal> {
        let GameCommand::Makruk(act) = command;
        check_act(record.position(), act)
    }

    /// A claim typed with the move obeys the table's rule as well.
    fn check_typed(record: &Record<Position>, text: &str) -> Result<(), Refusal> {
        if starts_with_act(text, Act::Claim) {
            check_act(record.position(), Act::Claim)
        } else {
            Ok(())
        }
    }
}

/// Whether a side has its khun alone.
fn is_bare(position: &Position, side: Side) -> bool {
    Role::ALL.iter().map(|&role| position.pieces(side, role).len()).sum::<usize>() == 1
}

impl From<Act> for Command {
    fn from(act: Act) -> Command {
        Command::Game(act.into())
    }
}

impl From<MakrukEvent> for Event {
    fn from(event: MakrukEvent) -> Event {
        Event::Game(GameEvent::Makruk(event))
    }
}

impl From<MakrukRefusal> for Refusal {
    fn from(refusal: MakrukRefusal) -> Refusal {
        Refusal::Game(GameRefusal::Makruk(refusal))
    }
}

impl From<MakrukEnding> for Ending {
    fn from(ending: MakrukEnding) -> Ending {
        Ending::Game(GameEnding::Makruk(ending))
    }
}

/// The text of a move that is made with an act, unless the text names one itself.
pub(super) fn with_act(act: Act, text: &str) -> String {
    let names_act = Act::ALL.into_iter().any(|act| starts_with_act(text, act));
    if names_act { text.to_owned() } else { format!("{act}: {text}") }
}

fn starts_with_act(text: &str, act: Act) -> bool {
    let act = act.to_string();
    text.trim_start().get(..act.len()).is_some_and(|start| start.eq_ignore_ascii_case(&act))
}

/// Whether the side to move can do this with its next move.
fn check_act(position: &Position, act: Act) -> Result<(), Refusal> {
    position.judge_act(act).map_err(illegal)?;
    if act == Act::Claim { check_weaker(position, position.turn()) } else { Ok(()) }
}

fn illegal(reason: makruk::Illegal) -> Refusal {
    Refusal::Move(MoveError::Illegal(Illegal::Makruk(reason)))
}

/// The table decides who is weaker: by the usual scale a player may claim with no more than the
/// opponent has, and against the opponent's running count only with less.
fn check_weaker(position: &Position, side: Side) -> Result<(), Refusal> {
    let (own, other) = (material(position, side), material(position, !side));
    let is_counted = position.count().is_some_and(|count| count.side != side);
    let may = if is_counted { own < other } else { own <= other };
    if may { Ok(()) } else { Err(MakrukRefusal::NotWeaker.into()) }
}

/// The strength of a side in half points: rua 5, ma 3, khon 2½, met and bia-ngai 1½.
fn material(position: &Position, side: Side) -> usize {
    let worth = |role| match role {
        Role::Khun | Role::Bia => 0,
        Role::Met | Role::BiaNgai => 3,
        Role::Khon => 5,
        Role::Ma => 6,
        Role::Rua => 10,
    };
    Role::ALL.into_iter().map(|role| worth(role) * position.pieces(side, role).len()).sum()
}
