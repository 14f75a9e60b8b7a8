//! Lessons: exercises for who has never played. Their words are Fluent messages, `learn-GAME-LESSON`,
//! `learn-GAME-LESSON-about`, and for each exercise `learn-GAME-LESSON-NUMBER` and the same with `-end`.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use super::exercise::Exercise;
use kradan_rules::GameKind;

/// A lesson about one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    pub kind: GameKind,
    /// What it is known by in its game, in small letters and `-`.
    pub id: &'static str,
    pub exercises: Vec<LessonExercise>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonExercise {
    pub exercise: Exercise,
    /// Whether a wrong move is answered by what refutes it.
    pub is_refuted: bool,
}

/// An exercise of a lesson at a turn of the solver: `makruk.khon.2.0` is its third exercise at the first turn,
/// and each letter behind says which right move was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonStep {
    pub kind: GameKind,
    pub lesson: String,
    /// The number of the exercise, from 0.
    pub number: usize,
    pub path: Vec<usize>,
}

impl fmt::Display for LessonStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}.0", self.kind, self.lesson, self.number)?;
        let letter =
            |choice: &usize| char::from(b'a' + u8::try_from(*choice).unwrap_or(25).min(25));
        self.path.iter().try_for_each(|choice| write!(f, "{}", letter(choice)))
    }
}

impl FromStr for LessonStep {
    type Err = ();

    fn from_str(text: &str) -> Result<LessonStep, ()> {
        let mut parts = text.split('.');
        let mut next = || parts.next().ok_or(());
        let (kind, lesson, number, path) = (next()?, next()?, next()?, next()?);
        let choice =
            |letter: char| letter.is_ascii_lowercase().then(|| letter as usize - 'a' as usize);
        let path = path.strip_prefix('0').ok_or(())?.chars().map(choice);
        let read = LessonStep {
            kind: kind.parse().map_err(drop)?,
            lesson: lesson.to_owned(),
            number: number.parse().map_err(drop)?,
            path: path.collect::<Option<_>>().ok_or(())?,
        };
        // No other text names it.
        (read.to_string() == text).then_some(read).ok_or(())
    }
}

impl LessonStep {
    /// The first turn of an exercise.
    #[must_use]
    pub fn first(lesson: &Lesson, number: usize) -> LessonStep {
        LessonStep { kind: lesson.kind, lesson: lesson.id.to_owned(), number, path: Vec::new() }
    }

    /// The exercise, and its lesson.
    #[must_use]
    pub fn find(&self) -> Option<(&'static Lesson, &'static LessonExercise)> {
        let lesson = lessons(self.kind).iter().find(|lesson| lesson.id == self.lesson)?;
        Some((lesson, lesson.exercises.get(self.number)?))
    }
}

/// The lessons of a game, in their order.
#[must_use]
pub fn lessons(kind: GameKind) -> &'static [Lesson] {
    static OTHELLO: LazyLock<Vec<Lesson>> = LazyLock::new(|| {
        read(GameKind::Othello, include_str!("../../assets/exercises/lessons/othello.txt"))
    });
    static MAKRUK: LazyLock<Vec<Lesson>> = LazyLock::new(|| {
        read(GameKind::Makruk, include_str!("../../assets/exercises/lessons/makruk.txt"))
    });
    static OGI: LazyLock<Vec<Lesson>> = LazyLock::new(|| {
        read(GameKind::Ogi, include_str!("../../assets/exercises/lessons/ogi.txt"))
    });
    match kind {
        GameKind::Othello => &OTHELLO,
        GameKind::Makruk => &MAKRUK,
        GameKind::Ogi => &OGI,
    }
}

/// Reads a file: a line `lesson ID`, and below it a line for each exercise, `POSITION | LINE` or
/// `POSITION | LINE | refute`. A line is as [`Exercise::read`] takes it.
fn read(kind: GameKind, text: &'static str) -> Vec<Lesson> {
    let mut lessons: Vec<Lesson> = Vec::new();
    for line in text.lines() {
        if let Some(id) = line.strip_prefix("lesson ") {
            lessons.push(Lesson { kind, id, exercises: Vec::new() });
        } else if let Some(lesson) = lessons.last_mut() {
            let mut fields = line.split(" | ");
            let (position, moves) = (fields.next(), fields.next());
            let exercise = position
                .zip(moves)
                .and_then(|(position, moves)| Exercise::read(kind, position, moves));
            let is_refuted = fields.next() == Some("refute");
            lesson.exercises.extend(exercise.map(|it| LessonExercise { exercise: it, is_refuted }));
        }
    }
    lessons
}
