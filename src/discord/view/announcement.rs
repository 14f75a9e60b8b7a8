//! What the world is told of a table: events, the board, whose turn it is, and what can be done.

use std::collections::HashMap;

use jiff::Timestamp;

use crate::discord::view::buttons;
use crate::discord::view::clock_lines::{
    both_clocks_line, clocks_line, stopped_lines, terms_line, terms_of,
};
use crate::discord::view::controls::in_rows;
use crate::discord::view::mentions::mention_once;
use crate::discord::view::message::{BoardPicture, Button, ComponentRow, File, Message};
use crate::discord::view::offers::{Offer, resume_button};
use crate::discord::view::pick_rows::Picking;
use crate::discord::view::preferences::Preferences;
use crate::discord::view::rating_lines::rating_line;
use crate::discord::view::table_view::{
    announced_line, board, event_lines, events_text, mention, named, relative,
};
use crate::service::{OutboxEntry, OutboxEntryId, StoredTable};
use kradan_i18n::{self as i18n, Language, Line};
use kradan_table::{
    AbortReason, Ending, Event, GameEvent, MakrukEvent, PlayerId, Seat, Seen, Table, TableId,
};

/// What happened at a table, with all it takes to tell it.
#[derive(Clone, Debug)]
pub struct Announcement<'a> {
    /// The outbox entry that it tells.
    pub id: OutboxEntryId,
    /// How many plies the game had then.
    pub ply: usize,
    pub events: &'a [Event],
    /// Who did it, if a person did.
    pub by: Option<PlayerId>,
    /// Whether the table left another place with it.
    pub has_moved: bool,
    /// The table as it is now, which may be later than then.
    pub stored: &'a StoredTable,
    /// Whether it pings nobody: it shows again what is there already.
    pub is_quiet: bool,
    /// The tally of a game that is over and of those before it.
    pub tally: Option<String>,
    /// The players' names, for where they would be mentioned once more.
    pub names: HashMap<PlayerId, String>,
}

impl<'a> Announcement<'a> {
    /// What an entry tells.
    #[must_use]
    pub fn of(entry: &'a OutboxEntry, stored: &'a StoredTable) -> Announcement<'a> {
        Announcement {
            id: entry.id,
            ply: entry.ply,
            events: &entry.events,
            by: entry.by,
            has_moved: entry.left.is_some(),
            stored,
            is_quiet: false,
            tally: None,
            names: HashMap::new(),
        }
    }

    /// Whether the game stands as it did then: only then is there something to press.
    #[must_use]
    pub fn is_latest(&self) -> bool {
        self.stored.table.game().plies() == self.ply
    }

    /// The player to mention: the side to move, or the other player of what was done. Whose data was
    /// erased is not mentioned.
    #[must_use]
    pub fn mentions(&self) -> Option<PlayerId> {
        let table = &self.stored.table;
        if !self.is_latest() {
            return None;
        }
        if self.has_moved {
            // Who moved a table knows where it is.
            return self
                .by
                .and_then(|by| table.other_than(by))
                .filter(|player| !player.is_erased());
        }
        let asked = self.events.iter().find_map(|event| match event {
            Event::Challenged { opponent, .. } => Some(*opponent),
            Event::DrawOffered { side }
            | Event::TakebackAsked { side, .. }
            | Event::DrawDeclined { side }
            | Event::TakebackRefused { side }
            | Event::PauseOffered { side }
            | Event::PauseDeclined { side }
            | Event::Paused { side } => {
                Some(table.seats().and_then(|seats| seats[!*side].player()))
            }
            Event::HolidayBegan { is_automatic: true, side, .. }
            | Event::TimeGiven { side, .. } => {
                Some(table.seats().and_then(|seats| seats[*side].player()))
            }
            Event::Ended(_) => Some(self.other_player()),
            Event::Declined | Event::Lapsed => Some(table.unanswered_challenger()),
            // What somebody means to do to a count calls nobody.
            Event::Cancelled
            | Event::ReminderSet { .. }
            | Event::ReminderDropped { .. }
            | Event::DrawWithdrawn { .. }
            | Event::TakebackWithdrawn { .. }
            | Event::PauseWithdrawn { .. }
            | Event::HolidayBegan { .. }
            | Event::HolidayEnded { .. }
            | Event::Game(GameEvent::Makruk(
                MakrukEvent::CountAnnounced { .. }
                | MakrukEvent::CountLeft { .. }
                | MakrukEvent::CountChangedAgain { .. },
            )) => Some(None),
            Event::Accepted { .. }
            | Event::NoThread
            | Event::Moved { .. }
            | Event::Passed { .. }
            | Event::Game(GameEvent::Makruk(MakrukEvent::CountDue { .. }))
            | Event::TakenBack { .. }
            | Event::Resumed { .. }
            | Event::Shown(_)
            | Event::TakenOver { .. }
            | Event::AbortedByModerator { .. }
            | Event::AnnulledByModerator { .. }
            | Event::Reminded { .. } => None,
        });
        let called = asked.unwrap_or_else(|| table.person_to_move());
        called.filter(|called| !called.is_erased())
    }

    /// The player who did not do it; where nobody did, the winner.
    fn other_player(&self) -> Option<PlayerId> {
        let seats = self.stored.table.seats()?;
        if let [person] = self.stored.table.players()[..] {
            return Some(person);
        }
        let doer = match self.by {
            Some(doer) => doer.into(),
            None => match self.stored.table.ending()?.verdict()? {
                kradan_rules::Verdict::Win(winner) => seats[!winner],
                kradan_rules::Verdict::Draw => return None,
            },
        };
        let others = [seats.first, seats.second].into_iter().filter_map(Seat::player);
        others.into_iter().find(|player| Some(*player) != doer.player() && !player.is_erased())
    }

    /// Whom it pings: whom it calls, unless they did it themselves, and both players where time ended
    /// their game.
    #[must_use]
    pub fn pings(&self) -> Vec<PlayerId> {
        if self.is_latest() && (self.ends_on_time() || self.is_ended_by_another()) {
            let players = self.stored.table.players();
            return players.into_iter().filter(|player| !player.is_erased()).collect();
        }
        self.mentions().filter(|called| self.by != Some(*called)).into_iter().collect()
    }

    /// Whether somebody who does not play ended the game or annulled its result, or time ended it.
    #[must_use]
    pub fn is_ended_by_another(&self) -> bool {
        let is_end =
            |event: &Event| matches!(event, Event::Ended(_) | Event::AnnulledByModerator { .. });
        let is_end = self.events.iter().any(is_end);
        is_end && self.by.is_none_or(|by| !self.stored.table.players().contains(&by))
    }

    /// Whether time ended the game.
    #[must_use]
    pub fn ends_on_time(&self) -> bool {
        let is_on_time = |ending: &Ending| {
            matches!(
                ending,
                Ending::OutOfTime(_)
                    | Ending::OutOfTimeDrawn(_)
                    | Ending::Aborted(AbortReason::OutOfTime(_))
            )
        };
        self.events.iter().any(|event| matches!(event, Event::Ended(ending) if is_on_time(ending)))
    }

    /// Whether nobody caused it, as a reminder or a loss on time: its readers do not expect it.
    #[must_use]
    pub fn is_unprompted(&self) -> bool {
        self.is_reminder() || self.ends_on_time()
    }

    /// Whether it shows a board, and not words alone.
    #[must_use]
    pub fn shows_board(&self) -> bool {
        self.stored.table.seats().is_some()
            && self.events.iter().any(|event| match event {
                Event::Accepted { .. }
                | Event::Moved { .. }
                | Event::Passed { .. }
                | Event::TakenBack { .. }
                | Event::Shown(_)
                | Event::Game(_)
                | Event::Paused { .. }
                | Event::Resumed { .. }
                | Event::TimeGiven { .. }
                | Event::AbortedByModerator { .. }
                | Event::AnnulledByModerator { .. }
                | Event::TakenOver { .. }
                | Event::Reminded { .. }
                | Event::Ended(_) => true,
                // The deadline on the board before is another one now.
                Event::HolidayBegan { side, .. } | Event::HolidayEnded { side } => {
                    self.stored.table.to_move().is_some_and(|(turn, _)| turn == *side)
                }
                Event::Challenged { .. }
                | Event::NoThread
                | Event::Declined
                | Event::Cancelled
                | Event::Lapsed
                | Event::DrawOffered { .. }
                | Event::DrawDeclined { .. }
                | Event::DrawWithdrawn { .. }
                | Event::TakebackAsked { .. }
                | Event::TakebackRefused { .. }
                | Event::TakebackWithdrawn { .. }
                | Event::PauseOffered { .. }
                | Event::PauseDeclined { .. }
                | Event::PauseWithdrawn { .. }
                | Event::ReminderSet { .. }
                | Event::ReminderDropped { .. } => false,
            })
    }

    /// Whether it reminds somebody of a move.
    #[must_use]
    pub fn is_reminder(&self) -> bool {
        self.events.iter().any(|event| matches!(event, Event::Reminded { .. }))
    }

    /// Whether it reminds somebody of a move that nobody waits for any more. After a takeback another
    /// turn may stand at the same ply.
    #[must_use]
    pub fn is_overdue(&self) -> bool {
        let table = &self.stored.table;
        let stands = |side, reminder| self.is_latest() && table.has_reminded(side, reminder);
        self.events.iter().any(|event| match event {
            Event::Reminded { side, reminder } => !stands(*side, *reminder),
            _ => false,
        })
    }

    /// Whether it offers something below words alone: there is something to press, and no board.
    #[must_use]
    pub fn is_offer(&self) -> bool {
        let table = &self.stored.table;
        let is_one = |event: &Event| is_open_offer(table, event);
        table.is_running() && !self.shows_board() && self.events.iter().any(is_one)
    }

    /// Whether this is where the table is to be found from now on: its board, or its challenge.
    #[must_use]
    pub fn is_shown(&self) -> bool {
        self.shows_board() || self.stored.table.challenged().is_some()
    }

    /// Whether it replaces the previous board, whose controls are removed.
    #[must_use]
    pub fn replaces(&self) -> bool {
        self.is_shown() || !self.stored.table.is_open()
    }

    /// The message that tells it at a time.
    #[must_use]
    pub fn message(&self, preferences: &Preferences, now: Timestamp) -> Message {
        let table = &self.stored.table;
        let mut lines = Vec::new();
        let (mut told, mut is_turn) = (0, false);
        if let Some(challenge) = self.challenge(preferences.language) {
            lines.push(challenge);
        } else {
            lines.extend(event_lines(table, self.events, preferences.language));
            told = lines.len();
            let ends = self.events.iter().any(|event| matches!(event, Event::Ended(_)));
            lines.extend(rating_line(table, preferences.language).filter(|_| ends));
            if self.is_latest() && self.shows_board() {
                let clocks = clocks_line(table, preferences.language);
                let mut turn = turn_lines(table, clocks, preferences.language);
                is_turn = !turn.is_empty() && !self.is_reminder();
                if self.is_reminder() && !turn.is_empty() {
                    // The reminder itself says whose turn it is.
                    turn.remove(0);
                }
                lines.extend(turn);
                let is_told = self.events.iter().any(|event| matches!(event, Event::Game(_)));
                let announced = announced_line(table, preferences.language);
                lines.extend(announced.filter(|_| !is_told));
                let tells_holiday = |event: &Event| matches!(event, Event::HolidayBegan { .. });
                if !self.events.iter().any(tells_holiday) {
                    lines.extend(stopped_lines(table, now, preferences.language));
                }
                let begins = |event: &Event| matches!(event, Event::Accepted { .. });
                if self.events.iter().any(begins) {
                    lines.extend(terms_line(table, preferences.language));
                }
            }
        }
        let file = self.shows_board().then(|| File::Board(Box::new(self.board(preferences))));
        let rows = if self.is_latest() { self.controls(preferences) } else { Vec::new() };
        let mut ping = if self.is_quiet { Vec::new() } else { self.pings() };
        // A holiday that begins by itself wakes nobody: reminders come in it.
        let is_by_itself =
            |event: &Event| matches!(event, Event::HolidayBegan { is_automatic: true, .. });
        if self.events.iter().any(is_by_itself) {
            ping.retain(|player| !table.is_quiet_for(*player, now));
        }
        // A ping that is not in the words pings nobody. What is unprompted names its game below.
        let is_called =
            |player: &PlayerId| lines.iter().any(|line| line.contains(&mention(*player)));
        if !ping.iter().all(is_called) && !self.is_unprompted() {
            lines.push(format!("-# {}", self.title_line(preferences.language)));
        }
        mention_once(&mut lines, (told, is_turn), &self.names);
        Message { text: lines.join("\n"), file, rows, ping }
    }

    /// How the table stands, for one reader: what can be pressed is there, and nobody is called.
    #[must_use]
    pub fn copy(&self, preferences: &Preferences, now: Timestamp) -> Message {
        let table = &self.stored.table;
        let challenge = table.challenged().map(|(challenger, opponent)| {
            challenge_line(table, challenger, opponent, preferences.language)
        });
        let clocks = both_clocks_line(table, preferences.language);
        let mut lines = challenge.map_or_else(
            || turn_lines(table, clocks, preferences.language),
            |challenge| vec![challenge],
        );
        if let Some(ending) = table.ending() {
            lines.extend(event_lines(table, &[Event::Ended(ending)], preferences.language));
            lines.extend(rating_line(table, preferences.language));
        }
        lines.extend(announced_line(table, preferences.language));
        lines.extend(stopped_lines(table, now, preferences.language));
        let file = table.seats().map(|_| {
            let mut board = self.board(preferences);
            board.name = format!("{}-panel", board.name);
            File::Board(Box::new(board))
        });
        let rows = self.controls(preferences);
        mention_once(&mut lines, (0, false), &self.names);
        Message { text: lines.join("\n"), file, rows, ping: Vec::new() }
    }

    /// The events alone, in words.
    #[must_use]
    pub fn events_in(&self, language: Language) -> String {
        events_text(&self.stored.table, self.events, language)
    }

    /// The board after the last of the events.
    #[must_use]
    pub fn board(&self, preferences: &Preferences) -> BoardPicture {
        let OutboxEntryId { table, revision } = self.id;
        board((table, revision), &self.stored.table, self.ply, preferences)
    }

    fn challenge(&self, language: Language) -> Option<String> {
        let is_challenge = matches!(self.events, [Event::Challenged { .. } | Event::Shown(_)]);
        let (challenger, opponent) = self.stored.table.challenged().filter(|_| is_challenge)?;
        Some(challenge_line(&self.stored.table, challenger, opponent, language))
    }

    /// The game and the players whom it concerns, as mentions.
    pub(crate) fn title_line(&self, language: Language) -> String {
        let table = &self.stored.table;
        let kind = table.game().kind();
        let Some(seats) = table.seats() else {
            let mentions: Vec<String> = self.pings().into_iter().map(mention).collect();
            return format!("{} · {}", i18n::game_name(kind, language), mentions.join(" – "));
        };
        let (first, second) = (named(seats.first, language), named(seats.second, language));
        i18n::line(&Line::GameTitle { kind, first: &first, second: &second }, language)
    }

    fn controls(&self, preferences: &Preferences) -> Vec<ComponentRow> {
        let (id, table) = (self.id.table, &self.stored.table);
        let (language, seen) = (preferences.language, Seen::of(table.game()));
        if table.challenged().is_some() {
            return in_rows(&buttons::challenge(id, table, language));
        }
        if !self.shows_board() {
            let is_open = |event: &&Event| is_open_offer(table, event);
            let offer = self.events.iter().filter(is_open).find_map(|event| match event {
                Event::DrawOffered { .. } => Some(Offer::Draw),
                Event::TakebackAsked { .. } => Some(Offer::Takeback),
                Event::PauseOffered { .. } => Some(Offer::Pause),
                _ => None,
            });
            let buttons = offer.map(|offer| offer.answers_and_withdrawal(id, seen, language));
            return in_rows(&buttons.unwrap_or_default());
        }
        if table.is_running() {
            return board_controls(id, table, preferences);
        }
        if table.ending().is_some() {
            let tally = self.tally.as_deref();
            return last_board_controls((id, table), true, tally, language);
        }
        Vec::new()
    }
}

/// Whether an event offers something that was not answered with it, as a computer answers.
fn is_open_offer(table: &Table, event: &Event) -> bool {
    match event {
        Event::DrawOffered { .. } => table.computer().is_none(),
        Event::TakebackAsked { .. } | Event::PauseOffered { .. } => true,
        _ => false,
    }
}

fn challenge_line(
    table: &Table,
    challenger: PlayerId,
    opponent: Option<PlayerId>,
    language: Language,
) -> String {
    let challenger = named(challenger, language);
    let until = table.deadline().map(relative).unwrap_or_default();
    let (kind, side) = (table.game().kind(), table.requested_side());
    let time = &terms_of(table, language);
    let opponent = opponent.map(|opponent| named(opponent, language));
    let line = match &opponent {
        Some(opponent) => {
            Line::Challenge { challenger: &challenger, opponent, kind, side, time, until: &until }
        }
        None => Line::OpenChallenge { challenger: &challenger, kind, side, time, until: &until },
    };
    i18n::line(&line, language)
}

/// Whose turn it is and until when, and what waits for an answer.
fn turn_lines(table: &Table, clocks: Option<String>, language: Language) -> Vec<String> {
    let Some((side, seat)) = table.to_move() else { return Vec::new() };
    let (name, kind) = (named(seat, language), table.game().kind());
    let turn = if seat.level().is_some() {
        Line::ComputersTurn { name: &name }
    } else if table.game().is_check() {
        Line::YourTurnCheck { name: &name, kind, side }
    } else {
        Line::YourTurn { name: &name, kind, side }
    };
    let mut lines = vec![i18n::line(&turn, language)];
    lines.extend(clocks);
    lines
}

/// The buttons to move with, and behind them what else can be done. Resign, draw and what is done
/// to a count are behind "More", away from the moves; a claim alone is not, for it goes with the move.
pub(crate) fn board_controls(
    id: TableId,
    table: &Table,
    preferences: &Preferences,
) -> Vec<ComponentRow> {
    let (seen, language) = (Seen::of(table.game()), preferences.language);
    let mut others: Vec<Button> = buttons::claim(id, table, seen, language).into_iter().collect();
    if table.paused_since().is_some() {
        others.push(resume_button(id, language));
    }
    others.push(buttons::more(id, table, language));
    // Each of the two sees one first board.
    if table.game().plies() < 2 {
        others.push(buttons::rules(table.game().kind(), language));
    }
    if table.computer_to_move().is_some() {
        return in_rows(&others);
    }
    Picking::of(id, table.game(), preferences).first_rows(0, others)
}

/// The controls of the last board of a game: a rematch, if one can be asked for, and what can be seen
/// of it.
pub(crate) fn last_board_controls(
    (id, table): (TableId, &Table),
    can_ask: bool,
    tally: Option<&str>,
    language: Language,
) -> Vec<ComponentRow> {
    let mut buttons = Vec::new();
    if can_ask {
        buttons.push(buttons::rematch(id, tally, language));
        buttons.extend(buttons::rematch_at(id, table, language));
    }
    buttons.extend(
        [buttons::review, buttons::replay, buttons::look_back].map(|button| button(id, language)),
    );
    in_rows(&buttons)
}
