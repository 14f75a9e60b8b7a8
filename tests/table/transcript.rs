//! Commands and answers in short words, played one after the other at a table.

use jiff::{SignedDuration, Timestamp};
use kradan_rules::{Game, GameKind, Side, makruk::Act};
use kradan_table::{
    ChallengeTerms, ChannelId, Command, Ending, Event, Moment, PlayerId, Refusal, Seen, Table,
};

pub(crate) const ANN: PlayerId = PlayerId(1);
pub(crate) const BEN: PlayerId = PlayerId(2);
pub(crate) const EVE: PlayerId = PlayerId(3);

pub(crate) const HERE: ChannelId = ChannelId(10);

/// Midnight of some day, when all transcripts begin.
fn start() -> Timestamp {
    "2026-11-20T00:00:00Z".parse().unwrap()
}

pub(crate) fn at(hours: i64) -> Moment {
    Moment { time: start() + SignedDuration::from_hours(hours), chance: 0 }
}

/// A table at which Ann has the first side and Ben has accepted.
pub(crate) fn table(kind: GameKind) -> Table {
    let terms =
        ChallengeTerms { opponent: Some(BEN), side: Some(Side::First), ..ChallengeTerms::of(kind) };
    let mut table = Table::challenge(ANN, terms, HERE, at(0));
    table.apply(BEN, &Command::Accept, at(0)).unwrap();
    table
}

/// The same from a position.
pub(crate) fn table_at(kind: GameKind, position: &str) -> Table {
    let mut stored = serde_json::to_value(table(kind)).unwrap();
    stored["game"] = serde_json::to_value(Game::from_position(kind, position).unwrap()).unwrap();
    serde_json::from_value(stored).unwrap()
}

/// A command by its name, or a move. With ` on ` and moves it comes from a control made for the
/// position after them; with ` on nothing` for the start position. With `if ` in front the
/// moves are a planned line.
pub(crate) fn command(text: &str, game: &Game) -> Command {
    if let Some((text, moves)) = text.split_once(" on ") {
        let seen = match moves {
            "nothing" => Seen::of(&Game::new(game.kind())),
            moves => {
                let mut seen = Game::new(game.kind());
                moves.split(' ').for_each(|mv| _ = seen.play_text(mv).unwrap());
                Seen::of(&seen)
            }
        };
        return command(text, game).on(seen);
    }
    if let Some(moves) = text.strip_prefix("if ") {
        return Command::Plan(moves.split(' ').map(str::to_owned).collect());
    }
    match text {
        "accept" => Command::Accept,
        "decline" => Command::Decline,
        "cancel" => Command::Cancel,
        "claim" => Command::from(Act::Claim),
        "stop" => Command::from(Act::Stop),
        "leave the claim" => Command::Leave(Act::Claim.into()),
        "draw" => Command::Draw,
        "accept draw" => Command::AcceptDraw,
        "no draw" => Command::DeclineDraw,
        "withdraw draw" => Command::WithdrawDraw,
        "takeback" => Command::AskTakeback,
        "grant" => Command::GrantTakeback,
        "refuse" => Command::RefuseTakeback,
        "withdraw takeback" => Command::WithdrawTakeback,
        "resign" => Command::Resign,
        "show 11" => Command::Show(ChannelId(11)),
        "show 12 unread" => Command::ShowUnread(ChannelId(12)),
        "show here unread" => Command::ShowUnread(HERE),
        _ => Command::play(text),
    }
}

/// The events of an answer in a short form, or its refusal.
fn answer_text(answer: Result<Vec<Event>, Refusal>) -> String {
    let words = |event: Event| match event {
        Event::Moved { side, ply, text, said: None } => format!("{side:?} {ply} {text}"),
        Event::Moved { side, ply, text, said: Some(said) } => {
            format!("{side:?} {ply} {text} says {said}")
        }
        Event::Passed { side, ply } => format!("{side:?} {ply} passes"),
        Event::Ended(Ending::Rules(outcome)) => format!("ended {outcome}"),
        other => format!("{other:?}"),
    };
    match answer {
        Ok(events) => events.into_iter().map(words).collect::<Vec<_>>().join(", "),
        Err(refusal) => format!("no: {refusal}"),
    }
}

/// Plays the lines of a transcript: the player, the command, the answer. A refused command must not
/// change the table, and the table must be the same after storing and loading.
pub(crate) fn check(table: &mut Table, lines: &[(PlayerId, &str, &str)]) {
    for &(player, text, expected) in lines {
        let before = table.clone();
        let answer = table.apply(player, &command(text, before.game()), at(1));
        let refused = answer.is_err();
        assert_eq!(answer_text(answer), expected, "{player:?}: {text:?}");
        assert!(!refused || *table == before, "{text:?} was refused and changed the table");
        let stored = serde_json::to_string(table).unwrap();
        assert_eq!(serde_json::from_str::<Table>(&stored).unwrap(), *table, "{stored}");
    }
}
