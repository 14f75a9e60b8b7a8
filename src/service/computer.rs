//! What a computer does at a table: a player's command is committed, and the computer answers it in a change
//! of its own, which [`TableService::run_computers`] makes. The response waits for a moment, so that both are
//! told in one message; after a restart the table is due, and the answer comes by itself. Threads are taken in
//! turn (`threads.rs`): by who was served longest ago, and what takes milliseconds behind nothing that takes
//! longer.

use std::time::Duration;

use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use tokio_util::sync::CancellationToken;

use super::ask::{self, ATTEMPTS_MAX};
use super::commit::{self, CommitWith};
use super::computers::{AwaitedReply, ComputerTurn, Computers};
use super::repeat::repeat;
use super::request::{Committed, RequestContext};
use super::table_service::TableService;
use kradan_engine::{self as engine, Strength};
use kradan_rules::makruk::Act;
use kradan_rules::{GameKind, Side};
use kradan_store::{CommitError, OutboxEntryId, StoreError, StoredTable};
use kradan_table::{
    Command, Event, GameCommand, Level, MOVES_AT_ONCE_MAX, PlayerId, Seen, Table, TableId,
};

/// The longest time for which the response to a player's command waits for the computer's answer, unless
/// [another](TableService::with_reply_patience) is set.
pub(super) const REPLY_PATIENCE: Duration = Duration::from_millis(500);

/// What comes of a search that somebody asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Searched<T> {
    Found(T),
    /// Another one is under way for the same person.
    OneMoment,
    /// There is nothing to find, or the search failed.
    Nothing,
}

/// With this score or less a computer claims what helps the weaker side, and accepts a draw.
const WORSE: i32 = -100;

/// With this score or less, ten discs behind, it accepts a draw in Othello.
const WORSE_IN_OTHELLO: i32 = -500;

/// With this score or more it wants to win.
const BETTER: i32 = 200;

impl TableService {
    /// The best move that a computer knows for the side to move, in the exact notation, for somebody who
    /// asks for it.
    pub async fn best_move(&self, asker: PlayerId, id: TableId, table: &Table) -> Searched<String> {
        let seen = Seen::of(table.game());
        if let Some(known) = self.computers.hint(id, seen) {
            return Searched::Found(known);
        }
        let Some(_asked) = self.computers.asked.begin(asker) else { return Searched::OneMoment };
        let thread = self.computers.thread(asker, Level::MAX).await;
        if let Some(known) = self.computers.hint(id, seen) {
            return Searched::Found(known);
        }
        let game = table.game().clone();
        let strength = Strength::of_level(game.kind(), Level::MAX.number());
        let found = tokio::task::spawn_blocking(move || engine::choose(&game, strength, id.0));
        let found = found.await;
        drop(thread);
        match found {
            Ok(Some(found)) => {
                self.computers.keep_hint(id, seen, &found.text);
                Searched::Found(found.text)
            }
            Ok(None) => Searched::Nothing,
            Err(error) => {
                tracing::error!(table = %id.0, %error, "search for a hint failed");
                Searched::Nothing
            }
        }
    }

    /// Makes the moves of computers that are due, until it is cancelled or the store needs to be
    /// reopened.
    pub async fn run_computers(&self, stop: &CancellationToken) {
        let job = || async { self.make_computer_moves(stop).await.map(|()| Duration::MAX) };
        repeat("moves of computers", stop, || self.computers.changed.notified(), job).await;
    }

    /// Makes the moves of computers that the loop of due tables has found. Once it is told to stop, it
    /// finishes those at which a search runs.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn make_computer_moves(&self, stop: &CancellationToken) -> Result<(), StoreError> {
        let mut under_way = FuturesUnordered::new();
        let made = loop {
            for turn in self.computers.begin() {
                under_way.push(async move {
                    let made = make_computer_move(self, turn, stop).await;
                    self.computers.end(turn.id);
                    made
                });
            }
            tokio::select! {
                made = under_way.next() => match made {
                    Some(Ok(())) => {}
                    Some(Err(error)) => break Err(error),
                    None => break Ok(()),
                },
                () = self.computers.changed.notified() => {}
            }
        };
        self.computers.end_all();
        made
    }
}

/// Notes, before a change is committed, that its response waits for a computer's answer to it. A table
/// that is only shown again has no answer to wait for, and what no response shows is told at once.
pub(super) fn awaited_reply<'c>(
    computers: &'c Computers,
    request: &RequestContext,
    id: TableId,
    stored: &StoredTable,
    events: &[Event],
) -> Option<AwaitedReply<'c>> {
    let is_shown = events.iter().any(|event| matches!(event, Event::Shown(_)));
    if events.is_empty() || is_shown || request.answer.is_none() {
        return None;
    }
    let turn = turn_at(id, &stored.table)?;
    Some(computers.await_reply(turn, stored.revision))
}

/// Has a computer answer a committed change, and waits for the answer: if it comes soon both are told in
/// one message.
pub(super) async fn with_reply(
    service: &TableService,
    committed: Committed,
    reply: Option<AwaitedReply<'_>>,
) -> Committed {
    let Some(reply) = reply else { return committed };
    service.computers.add(reply.turn());
    let Some(answer) = reply.within(service.reply_patience).await else { return committed };
    let events = [committed.events, answer.events].concat();
    let entry = match (answer.entry, committed.entry) {
        (Some(entry), Some(earlier)) => Some(entry.joined_to(earlier)),
        (entry, earlier) => entry.or(earlier),
    };
    let delivery = committed.delivery.or(answer.delivery);
    Committed { stored: answer.stored, events, entry, delivery, ..committed }
}

/// Has a computer answer when it is its person's turn, if something still waits for it, unless it is told
/// to stop before. The table is not locked: what a player does meanwhile counts, and the answer is
/// chosen anew.
async fn make_computer_move(
    service: &TableService,
    turn: ComputerTurn,
    stop: &CancellationToken,
) -> Result<(), StoreError> {
    let ComputerTurn { id, person, level } = turn;
    for _ in 0..ATTEMPTS_MAX {
        let thread = service.computers.thread(person, level);
        let Some(thread) = stop.run_until_cancelled(thread).await else { return Ok(()) };
        let Some(mut stored) = service.load(id).await? else { return Ok(()) };
        let answered = stored.revision;
        let channel = stored.table.channel();
        let events = answer(service, id, &mut stored).await?;
        drop(thread);
        if events.is_empty() {
            return Ok(());
        }
        let reply = service.computers.response_to(OutboxEntryId { table: id, revision: answered });
        let joins = reply.as_ref().map(|_| OutboxEntryId { table: id, revision: answered });
        let with = CommitWith { joins, ..CommitWith::default() };
        let stored = StoredTable { revision: answered + 1, ..stored };
        match commit::commit(service, id, stored, events, None, channel, with).await {
            Ok(committed) => {
                if let Some(reply) = reply {
                    // Whoever waited may be gone: the entry is in the outbox.
                    _ = reply.send(committed);
                }
                return Ok(());
            }
            Err(CommitError::Conflict) => {}
            Err(CommitError::Failed(error)) => return Err(error),
            Err(CommitError::Answered(_) | CommitError::Limited(_)) => return Ok(()),
        }
    }
    Ok(())
}

/// Lets a computer do what a table waits for, with the only moves of its person that follow, and returns
/// what happens.
async fn answer(
    service: &TableService,
    id: TableId,
    stored: &mut StoredTable,
) -> Result<Vec<Event>, StoreError> {
    let now = service.clock.read().moment_at(stored.credited);
    let table = &mut stored.table;
    let mut events = Vec::new();
    while let Some(side) = table.awaited_computer()
        && moves_in(&events) < MOVES_AT_ONCE_MAX
    {
        let Some(command) = decide(id, table.clone(), side).await else {
            service.computers.give_up(id);
            break;
        };
        let Some(seat) = table.seats().map(|seats| seats[side]) else { break };
        match table.apply(seat, &command, now) {
            Ok(more) => events.extend(more),
            Err(refusal) => {
                tracing::error!(table = %id.0, %refusal, ?command, "command of a computer refused");
                break;
            }
        }
        ask::play_only_moves(service.store(), table, &mut events, now).await?;
    }
    Ok(events)
}

/// The turn at a table of a computer that is to move or to answer something.
pub(super) fn turn_at(id: TableId, table: &Table) -> Option<ComputerTurn> {
    table.awaited_computer()?;
    Some(ComputerTurn { id, person: *table.players().first()?, level: table.computer()? })
}

fn moves_in(events: &[Event]) -> usize {
    events.iter().filter(|event| matches!(event, Event::Moved { .. })).count()
}

/// What a computer does next, decided on a thread of its own.
async fn decide(id: TableId, table: Table, side: Side) -> Option<Command> {
    let decided =
        tokio::task::spawn_blocking(move || decision(&table, side, table.computer()?, id.0));
    decided.await.unwrap_or_else(|error| {
        tracing::error!(table = %id.0, %error, "search of a computer failed");
        None
    })
}

/// What a computer does next. `seed` decides among moves of similar worth.
fn decision(table: &Table, side: Side, level: Level, seed: u64) -> Option<Command> {
    if table.takeback().is_some_and(|(asker, _)| asker != side) {
        return Some(Command::GrantTakeback);
    }
    let game = table.game();
    let strength = Strength::of_level(game.kind(), level.number());
    let choice = engine::choose(game, strength, seed)?;
    let is_turn = table.computer_to_move().is_some();
    if table.draw_offer() == Some(!side) {
        let score = if is_turn { choice.score } else { -choice.score };
        let worse = if game.kind() == GameKind::Othello { WORSE_IN_OTHELLO } else { WORSE };
        return Some(if score <= worse { Command::AcceptDraw } else { Command::DeclineDraw });
    }
    if !is_turn {
        return None;
    }
    if table.can_claim_draw(side) && choice.score <= 0 {
        return Some(Command::Draw);
    }
    if choice.score <= engine::LOST && engine::is_lost(game) {
        return Some(Command::Resign);
    }
    Some(Command::Move(with_act(table, &choice.text, choice.score)))
}

/// A move with what it does to a count: the weaker side claims one, and a side that wants to win
/// stops its own.
fn with_act(table: &Table, text: &str, score: i32) -> String {
    let possible = table.game_commands();
    let wanted = |act: Act| match act {
        Act::Claim => score <= WORSE,
        Act::Stop => score >= BETTER,
        Act::Skip => false,
    };
    let act = Act::ALL.into_iter().find(|&act| wanted(act) && possible.contains(&act.into()));
    act.map_or_else(|| text.to_owned(), |act| GameCommand::from(act).with_move(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kradan_rules::Game;
    use kradan_table::{ChallengeTerms, ChannelId, ChosenThemes, Moment, PlayerId};

    const PLAYER: PlayerId = PlayerId(1);

    fn at(time: i64) -> Moment {
        Moment {
            time: jiff::Timestamp::UNIX_EPOCH + jiff::SignedDuration::from_secs(time),
            chance: 1,
        }
    }

    /// A table at which the computer has the first side.
    fn makruk(position: &str) -> Table {
        let terms =
            ChallengeTerms { side: Some(Side::Second), ..ChallengeTerms::of(GameKind::Makruk) };
        let themes = ChosenThemes { of_players: Vec::new(), otherwise: String::new() };
        let level = Level::DEFAULT;
        let (table, _) =
            Table::against_computer(PLAYER, level, terms, &themes, ChannelId(2), at(0));
        let mut stored = serde_json::to_value(&table).unwrap();
        let game = Game::from_position(GameKind::Makruk, position).unwrap();
        stored["game"] = serde_json::to_value(&game).unwrap();
        serde_json::from_value(stored).unwrap()
    }

    fn decided(position: &str) -> Option<Command> {
        decision(&makruk(position), Side::First, Level::DEFAULT, 1)
    }

    #[test]
    fn the_weaker_side_claims_the_count_and_the_stronger_one_does_not() {
        let weaker = decided("8/8/2n5/8/6k1/2K5/8/1r5S w");
        assert!(
            matches!(&weaker, Some(Command::Move(mv)) if mv.starts_with("claim:")),
            "{weaker:?}"
        );
        let stronger = decided("8/8/2N5/8/6k1/2K5/8/1R5s w");
        assert!(matches!(&stronger, Some(Command::Move(mv)) if !mv.contains(':')), "{stronger:?}");
    }

    #[test]
    fn a_side_that_counts_and_could_win_stops_counting() {
        let winning = decided("8/8/2N5/8/6k1/2K5/8/1R5s w board:w:3/64");
        assert!(
            matches!(&winning, Some(Command::Move(mv)) if mv.starts_with("stop:")),
            "{winning:?}"
        );
        let losing = decided("8/8/2n5/8/6k1/2K5/8/1r5S w board:w:3/64");
        assert!(matches!(&losing, Some(Command::Move(mv)) if !mv.contains(':')), "{losing:?}");
    }

    /// The computer is far behind, and both sides have moved to and fro.
    fn far_behind() -> Table {
        let mut table = makruk("4k3/8/rrnnss2/8/8/P7/8/K7 w");
        for (ply, mv) in ["a1a2", "e8e7", "a2a1", "e7d7"].iter().enumerate() {
            let by = *table.seats().unwrap();
            let by = if ply % 2 == 0 { by.first } else { by.second };
            table.apply(by, &Command::play(mv), at(1)).unwrap();
        }
        table
    }

    #[test]
    fn who_is_lost_for_several_moves_resigns() {
        let decide = |table| decision(&table, Side::First, Level::DEFAULT, 1);
        assert_eq!(decide(far_behind()), Some(Command::Resign));
        let lost_just_now = decide(makruk("4k3/8/rrnnss2/8/8/P7/8/K7 w"));
        assert!(matches!(lost_just_now, Some(Command::Move(_))), "{lost_just_now:?}");
    }

    #[test]
    fn a_draw_is_accepted_by_whoever_is_behind() {
        let offered = |position| {
            let mut table = makruk(position);
            table.apply(PLAYER, &Command::Draw, at(0)).unwrap();
            decision(&table, Side::First, Level::DEFAULT, 1)
        };
        assert_eq!(offered("4k3/8/rrnn4/8/8/P7/8/K7 w"), Some(Command::AcceptDraw));
        assert_eq!(offered("4k3/8/RR6/8/p7/8/8/K7 w"), Some(Command::DeclineDraw));
    }
}
