//! What a puzzle asks for, and the message of a daily puzzle.

use super::controls::labelled;
use super::custom_id::CustomId;
use super::message::{BoardPicture, ButtonStyle, File, Message};
use super::preferences::Preferences;
use super::table_view::mention;
use super::written_moves::written_move;
use crate::service::DailyBoard;
use kradan_exercises::{Puzzle, Task};
use kradan_i18n::{self as i18n, Language, sentences};
use kradan_rules::{GameKind, Side};
use kradan_table::PlayerId;

/// Opens the daily puzzle to who presses it: `daily:d20788`.
pub(crate) const DAILY: &str = "daily";
/// Has who presses it mentioned with the next daily puzzles.
pub(crate) const DAILY_MENTION: &str = "daily-mention";

/// How many of those who solved a daily puzzle its message names.
pub(crate) const NAMED_MAX: usize = 3;

sentences! {
    /// What is to be found.
    enum Asked {
        Mate {
            kind: GameKind,
            side: Side,
            count: usize,
        } => "line-puzzle-mate",
        /// Othello: one move wins the game.
        Win {
            kind: GameKind,
            side: Side,
        } => "line-puzzle-win",
        /// One move wins material.
        Gain {
            kind: GameKind,
            side: Side,
        } => "line-puzzle-gain",
    }

    /// Lines of a daily puzzle.
    enum Sentence<'a> {
        Heading {
            game: &'a str,
        } => "line-daily-heading",
        /// How many have solved it without a mistake.
        Solved {
            solved: usize,
            count: usize,
        } => "line-daily-solved",
        First {
            players: &'a str,
        } => "line-daily-first",
        Solution {
            moves: &'a str,
        } => "line-puzzle-solution",
    }

    /// What stands on the buttons.
    enum Label {
        Solve => "label-daily-solve",
        Mention => "label-daily-mention",
    }
}

/// The control that opens the puzzle of a day. A number alone would be that of a table.
pub(crate) fn daily_control(day: i64) -> CustomId {
    CustomId::new(DAILY).with(format_args!("d{day}"))
}

/// The day of a control.
pub(crate) fn read_day(text: &str) -> Option<i64> {
    text.strip_prefix('d')?.parse().ok().filter(|day| format!("d{day}") == text)
}

/// What is asked for at one of the solver's turns.
pub(crate) fn task_of(puzzle: &Puzzle, step: usize, language: Language) -> String {
    let (kind, side) = (puzzle.kind(), puzzle.exercise.solver());
    let asked = match puzzle.task() {
        Task::Mate(count) => Asked::Mate { kind, side, count: count - step },
        Task::Win => Asked::Win { kind, side },
        Task::Gain => Asked::Gain { kind, side },
    };
    i18n::say(&asked, language)
}

/// What stands above a daily puzzle.
pub(crate) fn daily_heading(kind: GameKind, language: Language) -> String {
    let game = i18n::game_name(kind, language);
    i18n::say(&Sentence::Heading { game: &game }, language)
}

/// The moves that solve a puzzle.
pub(crate) fn solution_of(moves: &[String], language: Language) -> String {
    let moves = i18n::moves(moves, language);
    i18n::say(&Sentence::Solution { moves: &moves }, language)
}

/// The daily puzzle in its channel.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DailyView<'a> {
    pub(crate) board: &'a DailyBoard,
    pub(crate) puzzle: &'static Puzzle,
    /// The first of those who solved it.
    pub(crate) first: &'a [PlayerId],
    pub(crate) language: Language,
}

impl DailyView<'_> {
    /// The board, with how many have solved it.
    pub(crate) fn message(&self) -> Message {
        let mut lines = vec![
            format!("**{}**", daily_heading(self.board.kind, self.language)),
            task_of(self.puzzle, 0, self.language),
        ];
        lines.extend(self.answers().map(|answers| format!("-# {answers}")));
        let button = |control, label: &Label, style| labelled(control, label, style, self.language);
        let solve = daily_control(self.board.day);
        Message { file: self.picture(), ..Message::of(lines.join("\n")) }.with_buttons(vec![
            button(solve, &Label::Solve, ButtonStyle::Primary),
            button(CustomId::new(DAILY_MENTION), &Label::Mention, ButtonStyle::Secondary),
        ])
    }

    /// The same with a mention of those who asked for it.
    pub(crate) fn announcement(&self, mentioned: &[PlayerId]) -> Message {
        let message = self.message();
        if mentioned.is_empty() {
            return message;
        }
        let names: Vec<String> = mentioned.iter().copied().map(mention).collect();
        let text = format!("{}\n-# {}", message.text, names.join(" "));
        Message { text, ping: mentioned.to_vec(), ..message }
    }

    /// The line that is left of it: how many have solved it, and the solution. It stays, and names nobody.
    pub(crate) fn line(&self) -> Message {
        let mut game = self.puzzle.game_at(0);
        let mut moves = Vec::new();
        for text in self.puzzle.exercise.line_from(0) {
            let Some(game) = &mut game else { break };
            moves.push(written_move(game, text, self.language));
            _ = game.play_text(text);
        }
        let solution = solution_of(&moves, self.language);
        let heading = daily_heading(self.board.kind, self.language);
        let answers = DailyView { first: &[], ..*self }.answers();
        let parts = [Some(heading), answers, Some(solution)];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        Message::of(format!("-# {}", parts.join(" · ")))
    }

    /// How many have solved it, and who first; `None` where nobody has answered.
    fn answers(&self) -> Option<String> {
        let (solved, count) = (self.board.solvers().count(), self.board.answers.len());
        if count == 0 {
            return None;
        }
        let said = i18n::say(&Sentence::Solved { solved, count }, self.language);
        if self.first.is_empty() {
            return Some(said);
        }
        let names: Vec<String> = self.first.iter().copied().map(mention).collect();
        let players = names.join(", ");
        Some(format!(
            "{said} · {}",
            i18n::say(&Sentence::First { players: &players }, self.language)
        ))
    }

    fn picture(&self) -> Option<File> {
        let shown = Preferences { language: self.language, ..Preferences::default() };
        let game = self.puzzle.game_at(0)?;
        Some(File::Board(Box::new(BoardPicture {
            name: format!("daily-{}", self.board.day),
            view: shown.view(game.kind(), self.puzzle.exercise.solver()),
            game,
            result: None,
            theme: shown.theme,
            pieces: shown.pieces,
            language: shown.language,
        })))
    }
}
