//! What the world is told of a table: events, the board, whose turn it is, and what can be done.

use super::commands::{count, draw_offer, export, move_menu, play, replay, resign, takeback};
use super::controls::in_rows;
use super::message::{BoardPicture, Button, ComponentRow, File, Message};
use super::preferences::Preferences;
use super::table_view::{absolute, board, event_lines, events_text, mention, relative};
use crate::i18n::{self, Language, Line};
use crate::service::{OutboxEntry, OutboxEntryId, StoredTable};
use crate::table::{Event, PlayerId, Seen, Table, TableId};

/// What happened at a table, with all it takes to tell it.
#[derive(Clone, Copy, Debug)]
pub struct Announcement<'a> {
    /// Which notice it is.
    pub id: OutboxEntryId,
    /// How many plies the game had then.
    pub ply: usize,
    pub events: &'a [Event],
    /// Who did it, if a person did.
    pub by: Option<PlayerId>,
    /// Whether the table left another place with it.
    pub has_moved: bool,
    /// The table as it is now, which may be later than then.
    pub row: &'a StoredTable,
    /// Whether it pings nobody: it shows again what is there already.
    pub is_quiet: bool,
}

impl<'a> Announcement<'a> {
    /// What a notice tells.
    #[must_use]
    pub fn of(notice: &'a OutboxEntry, row: &'a StoredTable) -> Announcement<'a> {
        Announcement {
            id: notice.id,
            ply: notice.ply,
            events: &notice.events,
            by: notice.by,
            has_moved: notice.left.is_some(),
            row,
            is_quiet: false,
        }
    }

    /// Whether the game stands as it did then: only then is there something to press.
    #[must_use]
    pub fn is_latest(&self) -> bool {
        self.row.table.game().plies() == self.ply
    }

    /// Whom it calls: whose turn it is, or whom it concerns who did not do it.
    #[must_use]
    pub fn calls(&self) -> Option<PlayerId> {
        let table = &self.row.table;
        if !self.is_latest() {
            return None;
        }
        if self.has_moved {
            // Who moved a table knows where it is.
            return self.by.and_then(|by| table.other_than(by));
        }
        let asked = self.events.iter().find_map(|event| match event {
            Event::Challenged { opponent, .. } => Some(*opponent),
            Event::DrawOffered { side }
            | Event::TakebackAsked { side, .. }
            | Event::DrawDeclined { side }
            | Event::TakebackRefused { side } => Some(table.seats().map(|seats| seats[!*side])),
            Event::Ended(_) => Some(self.other_than_doer()),
            Event::Declined | Event::Lapsed => Some(table.challenged_in_vain()),
            Event::Cancelled => Some(None),
            Event::Accepted { .. }
            | Event::NoThread
            | Event::Moved { .. }
            | Event::Passed { .. }
            | Event::Game(_)
            | Event::TakenBack { .. }
            | Event::Shown(_)
            | Event::Reminded { .. } => None,
        });
        asked.unwrap_or_else(|| table.to_move().map(|(_, player)| player))
    }

    /// Who is at the table and did not do it; where nobody did, the winner learns of it.
    fn other_than_doer(&self) -> Option<PlayerId> {
        let seats = self.row.table.seats()?;
        let doer = match self.by {
            Some(doer) => doer,
            None => match self.row.table.ending()?.verdict() {
                crate::rules::Verdict::Win(winner) => seats[!winner],
                crate::rules::Verdict::Draw => return None,
            },
        };
        if seats.first == doer { Some(seats.second) } else { Some(seats.first) }
    }

    /// Whether it shows a board, and not words alone.
    #[must_use]
    pub fn shows_board(&self) -> bool {
        self.row.table.seats().is_some()
            && self.events.iter().any(|event| match event {
                Event::Accepted { .. }
                | Event::Moved { .. }
                | Event::Passed { .. }
                | Event::TakenBack { .. }
                | Event::Shown(_)
                | Event::Ended(_) => true,
                Event::Challenged { .. }
                | Event::NoThread
                | Event::Declined
                | Event::Cancelled
                | Event::Lapsed
                | Event::Game(_)
                | Event::DrawOffered { .. }
                | Event::DrawDeclined { .. }
                | Event::TakebackAsked { .. }
                | Event::TakebackRefused { .. }
                | Event::Reminded { .. } => false,
            })
    }

    /// Whether it reminds somebody of a move.
    #[must_use]
    pub fn is_reminder(&self) -> bool {
        self.events.iter().any(|event| matches!(event, Event::Reminded { .. }))
    }

    /// Whether it reminds somebody of a move that nobody waits for any more.
    #[must_use]
    pub fn is_overdue(&self) -> bool {
        self.is_reminder() && !(self.is_latest() && self.row.table.is_running())
    }

    /// Whether it offers something below words alone: there is something to press, and no board.
    #[must_use]
    pub fn is_offer(&self) -> bool {
        let is_one =
            |it: &Event| matches!(it, Event::DrawOffered { .. } | Event::TakebackAsked { .. });
        self.row.table.is_running() && !self.shows_board() && self.events.iter().any(is_one)
    }

    /// Whether this is where the table is to be found from now on: its board, or its challenge.
    #[must_use]
    pub fn is_shown(&self) -> bool {
        self.shows_board() || self.row.table.challenged().is_some()
    }

    /// Whether it stands in for what was shown before, which then has nothing to press any more.
    #[must_use]
    pub fn replaces(&self) -> bool {
        self.is_shown() || !self.row.table.is_open()
    }

    #[must_use]
    pub fn message(&self, preferences: &Preferences) -> Message {
        let table = &self.row.table;
        let mut lines = Vec::new();
        if let Some(challenge) = self.challenge(preferences.language) {
            lines.push(challenge);
        } else {
            lines.extend(event_lines(table, self.events, preferences.language));
            if self.is_latest() && (self.shows_board() || self.is_reminder()) {
                lines.extend(turn_lines(table, preferences.language));
            }
        }
        let file = self.shows_board().then(|| File::Board(Box::new(self.board(preferences))));
        let rows = if self.is_latest() { self.controls(preferences) } else { Vec::new() };
        let ping = self.calls().filter(|_| !self.is_quiet);
        let mut text = lines.join("\n");
        // A call that is not in the words calls nobody.
        if let Some(called) = ping.map(mention).filter(|called| !text.contains(called.as_str())) {
            text = format!("{text} {called}");
        }
        Message { text, file, rows, ping }
    }

    /// How the table stands, for one reader: what can be pressed is there, and nobody is called.
    #[must_use]
    pub fn copy(&self, preferences: &Preferences) -> Message {
        let table = &self.row.table;
        let challenge = table.challenged().map(|(challenger, opponent)| {
            challenge_line(table, challenger, opponent, preferences.language)
        });
        let lines =
            challenge.map_or_else(|| turn_lines(table, preferences.language), |it| vec![it]);
        let file = table.seats().map(|_| {
            let mut board = self.board(preferences);
            board.name = format!("{}-panel", board.name);
            File::Board(Box::new(board))
        });
        let rows = self.controls(preferences);
        Message { text: lines.join("\n"), file, rows, ping: None }
    }

    /// The events alone, in words.
    #[must_use]
    pub fn events_in(&self, language: Language) -> String {
        events_text(&self.row.table, self.events, language)
    }

    /// The board after the last of the events.
    #[must_use]
    pub fn board(&self, preferences: &Preferences) -> BoardPicture {
        let OutboxEntryId { table, revision } = self.id;
        board((table, revision), &self.row.table, self.ply, preferences)
    }

    fn challenge(&self, language: Language) -> Option<String> {
        let is_challenge = matches!(self.events, [Event::Challenged { .. } | Event::Shown(_)]);
        let (challenger, opponent) = self.row.table.challenged().filter(|_| is_challenge)?;
        Some(challenge_line(&self.row.table, challenger, opponent, language))
    }

    fn controls(&self, preferences: &Preferences) -> Vec<ComponentRow> {
        let (id, table) = (self.id.table, &self.row.table);
        if self.is_reminder() {
            return Vec::new();
        }
        let (is_draw, is_takeback) = self.events.iter().fold((false, false), |(draw, back), it| {
            (
                draw || matches!(it, Event::DrawOffered { .. }),
                back || matches!(it, Event::TakebackAsked { .. }),
            )
        });
        let (language, seen) = (preferences.language, Seen::of(table.game()));
        if table.challenged().is_some() {
            return in_rows(&play::challenge_buttons(id, table, language));
        }
        if is_draw && !self.shows_board() {
            return in_rows(&draw_offer::answers(id, seen, language));
        }
        if is_takeback && !self.shows_board() {
            return in_rows(&takeback::answers(id, seen, language));
        }
        if table.is_running() && self.shows_board() {
            return board_controls(id, table, language);
        }
        if table.ending().is_some() && self.shows_board() {
            return in_rows(&afterwards(id, language));
        }
        Vec::new()
    }
}

fn challenge_line(
    table: &Table,
    challenger: PlayerId,
    opponent: Option<PlayerId>,
    language: Language,
) -> String {
    let challenger = mention(challenger);
    let until = table.deadline().map(relative).unwrap_or_default();
    let (kind, side) = (table.game().kind(), table.wished_side());
    let days = table.pace().in_days();
    let opponent = opponent.map(mention);
    let line = match &opponent {
        Some(opponent) => {
            Line::Challenge { challenger: &challenger, opponent, kind, side, days, until: &until }
        }
        None => Line::OpenChallenge { challenger: &challenger, kind, side, days, until: &until },
    };
    i18n::line(&line, language)
}

/// Whose turn it is and until when, and what waits for an answer.
fn turn_lines(table: &Table, language: Language) -> Vec<String> {
    let Some((side, player)) = table.to_move() else { return Vec::new() };
    let (name, kind) = (mention(player), table.game().kind());
    let turn = if table.game().is_check() {
        Line::YourTurnCheck { name: &name, kind, side }
    } else {
        Line::YourTurn { name: &name, kind, side }
    };
    let mut lines = vec![i18n::line(&turn, language)];
    if let Some(deadline) = table.deadline() {
        let (until, relative) = (absolute(deadline), relative(deadline));
        let left = Line::TimeLeft { until: &until, relative: &relative };
        lines.push(format!("-# {}", i18n::line(&left, language)));
    }
    lines
}

/// The menu to move with, and what else can be done.
fn board_controls(id: TableId, table: &Table, language: Language) -> Vec<ComponentRow> {
    let seen = Seen::of(table.game());
    let buttons = [
        draw_offer::buttons(id, table, seen, language),
        takeback::buttons(id, table, seen, language),
        count::buttons(id, table, seen, language),
        vec![resign::button(id, seen, language)],
    ];
    let mut rows = Vec::from_iter(move_menu(id, table.game(), 0, language));
    rows.extend(in_rows(&buttons.concat()));
    rows
}

/// What can be done once a game is over.
fn afterwards(id: TableId, language: Language) -> Vec<Button> {
    vec![
        play::rematch_button(id, language),
        replay::button(id, language),
        export::button(id, language),
    ]
}
