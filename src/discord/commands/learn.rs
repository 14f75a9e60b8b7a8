//! `/learn`: lessons for who has never played a game, solved on a private panel by the taps of a game. A
//! control names its exercise and the moves that were played in it.

use super::command::{Pressed, SlashCommand};
use super::exercise_view::ExerciseView;
use super::hint::pointer;
use super::rules::GAME;
use crate::discord::shared::context::{Caller, Ctx};
use crate::discord::shared::definition::Definition;
use crate::discord::shared::interaction::CommandOptions;
use crate::discord::view::buttons::LEARN;
use crate::discord::view::controls::{in_rows, labelled};
use crate::discord::view::custom_id::{Control, CustomId, CustomIdForm};
use crate::discord::view::message::{Button, ButtonStyle, ComponentRow, Menu, Message};
use crate::discord::view::pick::{Choice, Source, read_page};
use crate::discord::view::pick_rows::{page_of, source_and_page};
use crate::discord::view::reply::{Answer, Reply};
use crate::discord::view::visibility::Visibility;
use crate::service::{Profile, ServiceError};
use kradan_exercises::{Answer as Tried, Lesson, LessonExercise, LessonStep, lessons};
use kradan_i18n::{self as i18n, sentences};
use kradan_rules::{Game, GameKind};

/// The menu of lessons: `learn-lesson:GAME`.
const LESSON: &str = "learn-lesson";
/// Lists the lessons: `learn-list:GAME`.
const LIST: &str = "learn-list";
// They pick a move, as the words of `pick_rows` without `learn-` do: `learn-go:STEP:MOVE`.
const GO: &str = "learn-go";
const FROM: &str = "learn-from";
const PIECES: &str = "learn-pieces";
const SQUARE: &str = "learn-square";
/// Shows an exercise at a turn.
const BACK: &str = "learn-back";
const HINT: &str = "learn-hint";

sentences! {
    /// What the panel says.
    enum Sentence<'a> {
        /// Right, and the opponent has answered.
        GoesOn {
            reply: &'a str,
        } => "line-learn-goes-on",
        /// A wrong move, and what refutes it.
        Wrong {
            played: &'a str,
            reply: &'a str,
        } => "line-learn-wrong",
        /// A wrong move in an exercise about how pieces move.
        NotThat {
            played: &'a str,
        } => "line-learn-not-that",
        Solved => "line-learn-solved",
        /// The last exercise of a lesson is solved.
        LessonDone {
            done: usize,
            count: usize,
        } => "line-learn-lesson-done",
        /// All lessons are done.
        AllDone {
            game: &'a str,
        } => "line-learn-all-done",
        /// Above the list of lessons.
        List {
            game: &'a str,
        } => "line-learn-list",
    }

    /// What stands on the buttons.
    enum Label {
        Hint => "label-learn-hint",
        Lessons => "label-learn-lessons",
        /// To go back to the exercise after a wrong move.
        Again => "label-learn-again",
        Next => "label-learn-next",
        NextLesson => "label-learn-next-lesson",
        /// The menu of lessons.
        Pick => "label-learn-pick",
    }
}

pub(super) struct LearnCommand;

const fn step(word: &'static str) -> Control {
    let form = CustomIdForm::Text(|text| read_step(text).is_some());
    Control::new(word, form, Visibility::Ephemeral)
}

const fn of_game(word: &'static str) -> Control {
    let form = CustomIdForm::Text(|text| text.parse::<GameKind>().is_ok());
    Control::new(word, form, Visibility::Ephemeral)
}

impl SlashCommand for LearnCommand {
    const DEFINITION: &'static Definition =
        &Definition { name: "learn", options: &[GAME.described("option-game-learn-description")] };
    const VISIBILITY: Visibility = Visibility::Ephemeral;
    const CONTROLS: &'static [Control] = &[
        of_game(LEARN),
        of_game(LESSON),
        of_game(LIST),
        step(GO),
        step(FROM),
        step(PIECES),
        step(SQUARE),
        step(BACK),
        step(HINT),
    ];

    async fn run(ctx: &Ctx<'_>, options: &CommandOptions) -> Answer {
        let kind = options.text(GAME.name).and_then(|text| text.parse().ok());
        Ok(kind.map_or_else(|| ctx.unknown(), |kind| Reply::Private(go_on(ctx, kind))))
    }

    async fn press(ctx: &Ctx<'_>, pressed: &Pressed<'_>) -> Answer {
        let (text, value) = (pressed.parts.text, pressed.value.unwrap_or_default());
        let message = match (pressed.word, text.parse::<GameKind>()) {
            (LEARN, Ok(kind)) => Some(go_on(ctx, kind)),
            (LIST, Ok(kind)) => Some(list(ctx, kind)),
            (LESSON, Ok(kind)) => {
                let lesson = lessons(kind).iter().find(|lesson| lesson.id == value);
                let begun = lesson.and_then(|lesson| {
                    let next = solved(ctx.caller, lesson) % lesson.exercises.len().max(1);
                    begun(ctx, lesson, next)
                });
                begun.or_else(|| Some(list(ctx, kind)))
            }
            _ => press_at(ctx, pressed).await?,
        };
        // A challenge stays: it may be a private copy.
        let is_panel =
            pressed.word != LEARN && matches!(ctx.request.origin.message, Some((_, true)));
        let reply = if is_panel { Reply::Change } else { Reply::Private };
        Ok(message.map_or_else(|| ctx.unknown(), reply))
    }
}

/// The step of a custom id, and what follows it.
fn read_step(text: &str) -> Option<(LessonStep, &str)> {
    let (step, rest) = text.split_once(':').unwrap_or((text, ""));
    Some((step.parse().ok()?, rest))
}

/// How many exercises of a lesson somebody has solved.
fn solved(caller: &Caller, lesson: &Lesson) -> usize {
    let of_game = caller.person.lessons.get(&lesson.kind);
    let count = of_game.and_then(|solved| solved.get(lesson.id)).copied().unwrap_or(0);
    usize::from(count).min(lesson.exercises.len())
}

/// Whether somebody has done all lessons of a game but for the last exercise of one.
fn is_all_done(caller: &Caller, last: &Lesson) -> bool {
    lessons(last.kind).iter().all(|lesson| {
        let left = lesson.exercises.len() - solved(caller, lesson);
        left == 0 || lesson.id == last.id && left == 1
    })
}

/// The exercise at which somebody goes on: the first one that they have not solved; the list of lessons after
/// all of them.
fn go_on(ctx: &Ctx<'_>, kind: GameKind) -> Message {
    let open = lessons(kind).iter().find_map(|lesson| {
        let solved = solved(ctx.caller, lesson);
        (solved < lesson.exercises.len()).then_some((lesson, solved))
    });
    let begun = open.and_then(|(lesson, number)| begun(ctx, lesson, number));
    begun.unwrap_or_else(|| list(ctx, kind))
}

/// An exercise at its first turn.
fn begun(ctx: &Ctx<'_>, lesson: &'static Lesson, number: usize) -> Option<Message> {
    Some(Panel::of(ctx, LessonStep::first(lesson, number))?.first(0, None))
}

/// All lessons of a game, with how far the caller is.
fn list(ctx: &Ctx<'_>, kind: GameKind) -> Message {
    let game = i18n::game_name(kind, ctx.language());
    let mut lines = vec![format!("**{}**", ctx.say(&Sentence::List { game: &game }))];
    let mut options = Vec::new();
    for (number, lesson) in (1..).zip(lessons(kind)) {
        let (solved, count) = (solved(ctx.caller, lesson), lesson.exercises.len());
        let mark = if solved == count { "✓" } else { "○" };
        let title = title(lesson, ctx);
        lines.push(format!("{mark} {number}. {title} · {solved}/{count}"));
        options.push(Choice { label: format!("{number}. {title}"), value: lesson.id.to_owned() });
    }
    let placeholder = ctx.say(&Label::Pick);
    let control = CustomId::new(LESSON).with(kind);
    let menu = Menu { control, placeholder, options, chosen: None };
    Message { rows: vec![ComponentRow::Menu(menu)], ..Message::of(lines.join("\n")) }
}

fn title(lesson: &Lesson, ctx: &Ctx<'_>) -> String {
    i18n::text(&format!("learn-{}-{}", lesson.kind, lesson.id), ctx.language())
}

/// Does what a control of an exercise is for; `None` where there is no such exercise any more.
async fn press_at(ctx: &Ctx<'_>, pressed: &Pressed<'_>) -> Result<Option<Message>, ServiceError> {
    let Some((step, rest)) = read_step(pressed.parts.text) else { return Ok(None) };
    let Some(panel) = Panel::of(ctx, step) else { return Ok(None) };
    let value = pressed.value.unwrap_or_default();
    Ok(Some(match (pressed.word, read_page(value)) {
        (GO, _) => panel.try_move(rest).await?,
        (SQUARE, None) => panel.try_move(value).await?,
        (SQUARE, Some(page)) => panel.first(page, None),
        (FROM, _) => match source_and_page(rest) {
            Some((source, page)) => panel.targets(source, page),
            None => panel.first(0, None),
        },
        (HINT, _) => panel.hint(),
        _ => panel.first(page_of(rest).unwrap_or(0), None),
    }))
}

/// The panel of an exercise at one of the solver's turns.
struct Panel<'a> {
    step: LessonStep,
    lesson: &'static Lesson,
    exercise: &'static LessonExercise,
    view: ExerciseView<'a>,
}

impl<'a> Panel<'a> {
    fn of(ctx: &'a Ctx<'a>, step: LessonStep) -> Option<Panel<'a>> {
        let (lesson, exercise) = step.find()?;
        let game = exercise.exercise.game_at(&step.path)?;
        let names = ("learn", step.to_string());
        let view = ExerciseView::new(ctx, names, &exercise.exercise, game);
        Some(Panel { step, lesson, exercise, view })
    }

    /// The words of the lesson, or of the exercise.
    fn words(&self, part: &str) -> String {
        let key = format!("learn-{}-{}-{part}", self.step.kind, self.step.lesson);
        i18n::text(&key, self.view.ctx.language())
    }

    fn say(&self, sentence: &Sentence<'_>) -> String {
        self.view.ctx.say(sentence)
    }

    /// The squares, or a page of the pieces that can move, with a line below the task.
    fn first(&self, page: usize, line: Option<String>) -> Message {
        let rows =
            self.view.first_rows(page, self.buttons(vec![self.view.button(HINT, &Label::Hint)]));
        self.message(self.task(line), (&self.view.game, None), rows)
    }

    /// A page of the targets of a piece.
    fn targets(&self, source: Source, page: usize) -> Message {
        match self.view.target_rows(source, page) {
            Some(rows) => self.message(self.task(None), (&self.view.game, Some(source)), rows),
            None => self.first(0, None),
        }
    }

    /// What is to be done, and before the first exercise what the lesson is about; after the first turn that
    /// the opponent has answered, unless another line is said.
    fn task(&self, line: Option<String>) -> Vec<String> {
        let is_first = self.step.number == 0 && self.step.path.is_empty() && line.is_none();
        let about = is_first.then(|| self.words("about"));
        let task = format!("**{}**", self.words(&(self.step.number + 1).to_string()));
        let reply = self.view.last_moves().map(|(_, reply)| reply);
        let goes_on = reply.map(|reply| self.say(&Sentence::GoesOn { reply: &reply }));
        about.into_iter().chain([task]).chain(line.or(goes_on)).collect()
    }

    /// Answers a move of the caller.
    async fn try_move(&self, text: &str) -> Result<Message, ServiceError> {
        match self.exercise.exercise.answer(&self.step.path, text) {
            Tried::Illegal => Ok(self.first(0, None)),
            Tried::Solved(game) => self.solved(&game).await,
            Tried::Wrong(game) => Ok(self.wrong(text, game).await),
            Tried::GoesOn { choice, .. } => {
                let path = [&self.step.path[..], &[choice]].concat();
                let next = Panel::of(self.view.ctx, LessonStep { path, ..self.step.clone() });
                Ok(next.map_or_else(|| self.first(0, None), |next| next.first(0, None)))
            }
        }
    }

    /// Stores that the exercise is solved, and leads on to the next one.
    async fn solved(&self, game: &Game) -> Result<Message, ServiceError> {
        let (kind, id, number) = (self.step.kind, self.lesson.id, self.step.number);
        let note = move |person: &mut Profile| {
            let of_game = person.lessons.entry(kind).or_default();
            let solved = of_game.entry(id.to_owned()).or_default();
            let reached = u8::try_from(number + 1).unwrap_or(u8::MAX);
            // Who begins in the middle has not solved what comes before.
            if usize::from(*solved) == number {
                *solved = reached;
            }
        };
        let ctx = self.view.ctx;
        if solved(ctx.caller, self.lesson) == number {
            ctx.service().store().update_profile(ctx.caller.id, Box::new(note)).await?;
        }
        let mut lines =
            vec![self.say(&Sentence::Solved), self.words(&format!("{}-end", number + 1))];
        let all = lessons(kind);
        let place = all.iter().position(|lesson| lesson.id == id).unwrap_or(0);
        let next = if number + 1 < self.lesson.exercises.len() {
            Some((LessonStep::first(self.lesson, number + 1), Label::Next))
        } else {
            lines.push(self.say(&Sentence::LessonDone { done: place + 1, count: all.len() }));
            all.get(place + 1).map(|next| (LessonStep::first(next, 0), Label::NextLesson))
        };
        let mut buttons = Vec::new();
        if let Some((step, label)) = next {
            let control = CustomId::new(BACK).with(step);
            buttons.push(labelled(control, &label, ButtonStyle::Primary, ctx.language()));
        } else if is_all_done(ctx.caller, self.lesson) {
            let game = i18n::game_name(kind, ctx.language());
            lines.push(self.say(&Sentence::AllDone { game: &game }));
        }
        Ok(self.message(lines, (game, None), in_rows(&self.buttons(buttons))))
    }

    /// Says that another move is meant, or what would follow this one.
    async fn wrong(&self, text: &str, game: Game) -> Message {
        let played = &self.view.written(&self.view.game, text);
        let (reply, game) =
            if self.exercise.is_refuted { self.view.refuted(game).await } else { (None, game) };
        let line = self.say(&match &reply {
            Some(reply) => Sentence::Wrong { played, reply },
            None => Sentence::NotThat { played },
        });
        let again = CustomId::new(BACK).with(&self.step);
        let again = labelled(again, &Label::Again, ButtonStyle::Primary, self.view.ctx.language());
        self.message(self.task(Some(line)), (&game, None), in_rows(&self.buttons(vec![again])))
    }

    /// Names the piece to move.
    fn hint(&self) -> Message {
        let right = self.exercise.exercise.right(self.step.path.len()).unwrap_or_default();
        self.first(0, pointer(self.view.ctx, right))
    }

    /// Some buttons, and the one that lists the lessons.
    fn buttons(&self, mut buttons: Vec<Button>) -> Vec<Button> {
        let list = CustomId::new(LIST).with(self.step.kind);
        let language = self.view.ctx.language();
        buttons.push(labelled(list, &Label::Lessons, ButtonStyle::Secondary, language));
        buttons
    }

    fn message(
        &self,
        lines: Vec<String>,
        board: (&Game, Option<Source>),
        rows: Vec<ComponentRow>,
    ) -> Message {
        let game = i18n::game_name(self.step.kind, self.view.ctx.language());
        let lesson = title(self.lesson, self.view.ctx);
        let (number, count) = (self.step.number + 1, self.lesson.exercises.len());
        let heading = format!("-# {game} · {lesson} · {number}/{count}");
        self.view.message([heading].into_iter().chain(lines), board, rows)
    }
}
