//! `/puzzle`: a position in which one move after the other is right, solved on a private panel by the taps of
//! a game. A control names its puzzle and the step, so that an old panel goes on after a restart.

use super::command::{Pressed, SlashCommand};
use super::daily;
use super::exercise_view::ExerciseView;
use super::hint::pointer;
use super::rules::GAME;
use crate::discord::shared::context::Ctx;
use crate::discord::shared::definition::{Definition, OptionDefinition};
use crate::discord::shared::interaction::CommandOptions;
use crate::discord::view::controls::{in_rows, labelled};
use crate::discord::view::custom_id::{Control, CustomId, CustomIdForm};
use crate::discord::view::message::{Button, ButtonStyle, ComponentRow, Message};
use crate::discord::view::pick::{Source, read_page};
use crate::discord::view::pick_rows::{page_of, source_and_page};
use crate::discord::view::puzzle::{daily_heading, solution_of, task_of};
use crate::discord::view::reply::{Answer, Reply};
use crate::discord::view::visibility::Visibility;
use crate::service::{Profile, ServiceError};
use kradan_exercises::{self as exercises, Answer as Tried, Progress, Puzzle, PuzzleStep};
use kradan_i18n::{self as i18n, sentences};
use kradan_rules::{Game, GameKind};

/// Opens the next puzzle of a game: `puzzle:GAME`.
const NEXT: &str = "puzzle";
// They pick a move, as the words of `pick_rows` without `puzzle-` do: `puzzle-go:STEP:MOVE`.
const GO: &str = "puzzle-go";
const FROM: &str = "puzzle-from";
const PIECES: &str = "puzzle-pieces";
const SQUARE: &str = "puzzle-square";
const BACK: &str = "puzzle-back";
/// Names the piece to move.
const HINT: &str = "puzzle-hint";
/// Shows the whole line.
const SOLUTION: &str = "puzzle-solution";

sentences! {
    /// What the panel says.
    enum Sentence<'a> {
        Heading {
            game: &'a str,
            number: &'a str,
            level: u8,
        } => "line-puzzle-heading",
        GoesOn {
            played: &'a str,
            reply: &'a str,
        } => "line-puzzle-goes-on",
        /// A wrong move, and what refutes it.
        Wrong {
            played: &'a str,
            reply: &'a str,
        } => "line-puzzle-wrong",
        /// A wrong move to which no reply is known.
        WrongAlone {
            played: &'a str,
        } => "line-puzzle-wrong-alone",
        Solved {
            played: &'a str,
        } => "line-puzzle-solved",
        /// What an answer made of the rating.
        Rating {
            rating: &'a str,
            change: &'a str,
            streak: usize,
        } => "line-puzzle-rating",
    }

    /// What stands on the buttons.
    enum Label {
        Again => "label-puzzle-again",
        Solution => "label-puzzle-solution",
        Next => "label-puzzle-next",
        Hint => "label-puzzle-hint",
    }
}

pub(super) struct PuzzleCommand;

const fn step(word: &'static str) -> Control {
    let form = CustomIdForm::Text(|text| read_step(text).is_some());
    Control::new(word, form, Visibility::Ephemeral)
}

impl SlashCommand for PuzzleCommand {
    const DEFINITION: &'static Definition = &Definition {
        name: "puzzle",
        options: &[OptionDefinition::optional(GAME.name, GAME.kind)
            .described("option-game-puzzle-description")],
    };
    const VISIBILITY: Visibility = Visibility::Ephemeral;
    const CONTROLS: &'static [Control] = &[
        Control::new(
            NEXT,
            CustomIdForm::Text(|text| text.parse::<GameKind>().is_ok()),
            Visibility::Ephemeral,
        ),
        step(GO),
        step(FROM),
        step(PIECES),
        step(SQUARE),
        step(BACK),
        step(HINT),
        step(SOLUTION),
    ];

    async fn run(ctx: &Ctx<'_>, options: &CommandOptions) -> Answer {
        let chosen = options.text(GAME.name).and_then(|text| text.parse().ok());
        let opened = open(ctx, chosen.unwrap_or_else(|| last_rated(&ctx.caller.person))).await?;
        Ok(opened.map_or_else(|| ctx.unknown(), Reply::Private))
    }

    async fn press(ctx: &Ctx<'_>, pressed: &Pressed<'_>) -> Answer {
        let message = match pressed.word {
            NEXT => match pressed.parts.text.parse() {
                Ok(kind) => open(ctx, kind).await?,
                Err(_) => None,
            },
            _ => press_at(ctx, pressed).await?,
        };
        let is_panel = matches!(ctx.request.origin.message, Some((_, true)));
        let reply = if is_panel { Reply::Change } else { Reply::Private };
        Ok(message.map_or_else(|| ctx.unknown(), reply))
    }
}

/// The step of a custom id, and what follows it.
fn read_step(text: &str) -> Option<(PuzzleStep, &str)> {
    let (step, rest) = text.split_once(':').unwrap_or((text, ""));
    Some((step.parse().ok()?, rest))
}

/// The game of the last puzzle of somebody that counted.
fn last_rated(person: &Profile) -> GameKind {
    let last = person.puzzles.iter().max_by_key(|(_, progress)| progress.rating.at);
    last.map_or(GameKind::ALL[0], |(kind, _)| *kind)
}

/// The open puzzle of the caller, or the next one.
async fn open(ctx: &Ctx<'_>, kind: GameKind) -> Result<Option<Message>, ServiceError> {
    let known = ctx.caller.person.puzzles.get(&kind).and_then(|progress| progress.opened(kind));
    let puzzle = if known.is_some() {
        known
    } else {
        let now = ctx.service().clock().now();
        let progress = change(ctx, kind, move |progress| _ = progress.open(kind, now)).await?;
        progress.opened(kind)
    };
    Ok(puzzle
        .and_then(|puzzle| Panel::of(ctx, puzzle, (0, None)))
        .map(|panel| panel.first(0, None)))
}

/// The puzzle of a day.
pub(super) fn open_daily(ctx: &Ctx<'_>, puzzle: &'static Puzzle, day: i64) -> Option<Message> {
    Panel::of(ctx, puzzle, (0, Some(day))).map(|panel| panel.first(0, None))
}

/// Changes the caller's way through the puzzles of a game, and returns it as it is then.
async fn change(
    ctx: &Ctx<'_>,
    kind: GameKind,
    change: impl Fn(&mut Progress) + Send + Sync + 'static,
) -> Result<Progress, ServiceError> {
    let change = move |person: &mut Profile| change(person.puzzles.entry(kind).or_default());
    let person = ctx.service().store().update_profile(ctx.caller.id, Box::new(change)).await?;
    Ok(person.puzzles.get(&kind).cloned().unwrap_or_default())
}

/// Does what a control of a puzzle is for; `None` where there is no such puzzle any more.
async fn press_at(ctx: &Ctx<'_>, pressed: &Pressed<'_>) -> Result<Option<Message>, ServiceError> {
    let Some((step, rest)) = read_step(pressed.parts.text) else { return Ok(None) };
    let puzzle = exercises::puzzle(step.kind, step.number);
    let Some(panel) = puzzle.and_then(|puzzle| Panel::of(ctx, puzzle, (step.step, step.day)))
    else {
        return Ok(None);
    };
    let value = pressed.value.unwrap_or_default();
    Ok(Some(match (pressed.word, read_page(value)) {
        (GO, _) => panel.try_move(rest).await?,
        (SQUARE, None) => panel.try_move(value).await?,
        (SQUARE, Some(page)) => panel.first(page, None),
        (FROM, _) => match source_and_page(rest) {
            Some((source, page)) => panel.targets(source, page),
            None => panel.first(0, None),
        },
        // The puzzle of a day has neither.
        (HINT, _) if step.day.is_none() => panel.hint().await?,
        (SOLUTION, _) if step.day.is_none() => panel.solution().await?,
        _ => panel.first(page_of(rest).unwrap_or(0), None),
    }))
}

/// The panel of a puzzle at one of the solver's turns.
struct Panel<'a> {
    puzzle: &'static Puzzle,
    step: PuzzleStep,
    view: ExerciseView<'a>,
}

impl<'a> Panel<'a> {
    /// The panel at a turn of a puzzle, which may be that of a day.
    fn of(
        ctx: &'a Ctx<'a>,
        puzzle: &'static Puzzle,
        (step, day): (usize, Option<i64>),
    ) -> Option<Panel<'a>> {
        let game = puzzle.game_at(step)?;
        let step = PuzzleStep { kind: puzzle.kind(), number: puzzle.number, step, day };
        let names = ("puzzle", step.to_string());
        let view = ExerciseView::new(ctx, names, &puzzle.exercise, game);
        Some(Panel { puzzle, step, view })
    }

    fn say(&self, sentence: &Sentence<'_>) -> String {
        self.view.ctx.say(sentence)
    }

    /// The squares, or a page of the pieces that can move, with a line below the task.
    fn first(&self, page: usize, line: Option<String>) -> Message {
        let others: &[_] = match self.step.day {
            Some(_) => &[],
            None => &[(HINT, Label::Hint), (SOLUTION, Label::Solution)],
        };
        let others = others.iter().map(|(word, label)| self.view.button(word, label)).collect();
        let rows = self.view.first_rows(page, others);
        let line = line.or_else(|| self.goes_on());
        self.message([Some(self.task()), line], (&self.view.game, None), rows)
    }

    /// A page of the targets of a piece.
    fn targets(&self, source: Source, page: usize) -> Message {
        match self.view.target_rows(source, page) {
            Some(rows) => {
                let lines = [Some(self.task()), self.goes_on()];
                self.message(lines, (&self.view.game, Some(source)), rows)
            }
            None => self.first(0, None),
        }
    }

    /// Answers a move of the caller.
    async fn try_move(&self, text: &str) -> Result<Message, ServiceError> {
        match self.puzzle.answer(self.step.step, text) {
            Tried::Illegal => Ok(self.first(0, None)),
            Tried::Solved(game) => self.solved(text, &game).await,
            Tried::Wrong(game) => self.wrong(text, game).await,
            Tried::GoesOn { .. } => {
                let next =
                    Panel::of(self.view.ctx, self.puzzle, (self.step.step + 1, self.step.day));
                Ok(next.map_or_else(|| self.first(0, None), |next| next.first(0, None)))
            }
        }
    }

    /// After the first turn: that the last move was right, and the reply.
    fn goes_on(&self) -> Option<String> {
        let (played, reply) = &self.view.last_moves()?;
        Some(self.say(&Sentence::GoesOn { played, reply }))
    }

    async fn solved(&self, text: &str, game: &Game) -> Result<Message, ServiceError> {
        let (puzzle, now) = (self.puzzle, self.view.ctx.service().clock().now());
        let played = self.view.written(&self.view.game, text);
        let solved = self.say(&Sentence::Solved { played: &played });
        let (counted, buttons) = match self.step.day {
            Some(day) => (daily::answer(self.view.ctx, day, true).await?, vec![]),
            None => {
                let rating = self.change(move |progress| _ = progress.solve(puzzle, now)).await?;
                (rating, vec![self.next_button()])
            }
        };
        Ok(self.message([Some(solved), counted], (game, None), in_rows(&buttons)))
    }

    /// Says what would follow a wrong move, on the board after it.
    async fn wrong(&self, text: &str, game: Game) -> Result<Message, ServiceError> {
        let (puzzle, now) = (self.puzzle, self.view.ctx.service().clock().now());
        let mut buttons = vec![self.view.button(BACK, &Label::Again)];
        let counted = match self.step.day {
            Some(day) => daily::answer(self.view.ctx, day, false).await?,
            None => {
                buttons.push(self.view.button(SOLUTION, &Label::Solution));
                buttons.push(self.next_button());
                self.change(move |progress| progress.fail(puzzle, now)).await?
            }
        };
        let played = &self.view.written(&self.view.game, text);
        let (reply, game) = self.view.refuted(game).await;
        let line = self.say(&match &reply {
            Some(reply) => Sentence::Wrong { played, reply },
            None => Sentence::WrongAlone { played },
        });
        Ok(self.message([Some(line), counted], (&game, None), in_rows(&buttons)))
    }

    /// Names the piece to move.
    async fn hint(&self) -> Result<Message, ServiceError> {
        let puzzle = self.puzzle;
        self.change(move |progress| progress.help(puzzle)).await?;
        let right = self.puzzle.exercise.right(self.step.step).unwrap_or_default();
        Ok(self.first(0, pointer(self.view.ctx, right)))
    }

    /// Shows the moves that were to be found, and the board after them.
    async fn solution(&self) -> Result<Message, ServiceError> {
        let (puzzle, now) = (self.puzzle, self.view.ctx.service().clock().now());
        let rating = self.change(move |progress| progress.fail(puzzle, now)).await?;
        let (moves, game) = self.view.written_line(&puzzle.exercise.line_from(self.step.step));
        let line = solution_of(&moves, self.view.ctx.language());
        let buttons = [self.view.button(BACK, &Label::Again), self.next_button()];
        Ok(self.message([Some(line), rating], (&game, None), in_rows(&buttons)))
    }

    /// Changes how the caller stands with puzzles, and says what that made of the rating.
    async fn change(
        &self,
        how: impl Fn(&mut Progress) + Send + Sync + 'static,
    ) -> Result<Option<String>, ServiceError> {
        let before = self.view.ctx.caller.person.puzzles.get(&self.step.kind);
        let before = before.cloned().unwrap_or_default().rating;
        let progress = change(self.view.ctx, self.step.kind, how).await?;
        if progress.rating == before {
            return Ok(None);
        }
        let (rating, points) = (progress.rating.shown(), progress.rating.shown() - before.shown());
        let streak = usize::try_from(progress.streak).unwrap_or(usize::MAX);
        let (rating, change) = (rating.to_string(), format!("{points:+}"));
        Ok(Some(self.say(&Sentence::Rating { rating: &rating, change: &change, streak })))
    }

    fn task(&self) -> String {
        task_of(self.puzzle, self.step.step, self.view.ctx.language())
    }

    fn next_button(&self) -> Button {
        let control = CustomId::new(NEXT).with(self.step.kind);
        labelled(control, &Label::Next, ButtonStyle::Primary, self.view.ctx.language())
    }

    fn message(
        &self,
        lines: [Option<String>; 2],
        board: (&Game, Option<Source>),
        rows: Vec<ComponentRow>,
    ) -> Message {
        let (kind, language) = (self.step.kind, self.view.ctx.language());
        let (number, level) = (&self.puzzle.number.to_string(), self.puzzle.grade);
        let heading = match self.step.day {
            Some(_) => daily_heading(kind, language),
            None => {
                let game = &i18n::game_name(kind, language);
                self.say(&Sentence::Heading { game, number, level })
            }
        };
        let lines = [Some(format!("**{heading}**"))].into_iter().chain(lines).flatten();
        self.view.message(lines, board, rows)
    }
}
