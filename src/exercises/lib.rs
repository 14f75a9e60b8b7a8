//! Positions in which one move is right: puzzles with a player's way through them, and lessons for who has
//! never played.
//!
//! An [`Exercise`] is a position, and the solver's moves with the replies between them. A [`Puzzle`] has a
//! grade: the lowest level of the computer that finds all of them, 1 to 8, or 9 where none does.
//! `assets/exercises/puzzles/` has one in each line, which `cargo bench -p kradan-bench --bench puzzles` has
//! made; `assets/exercises/lessons/` has the lessons. It knows neither clock nor chance: both are arguments.
//! It may name the rules and ratings alone. Begin with [`Exercise::answer`], then `progress.rs`.

mod daily;
mod exercise;
mod lessons;
mod progress;
mod puzzle;

pub use self::daily::{begin_of_day, day_of, puzzle_of_day};
pub use self::exercise::{Answer, Exercise, Path};
pub use self::lessons::{Lesson, LessonExercise, LessonStep, lessons};
pub use self::progress::{Opened, Progress, State};
pub use self::puzzle::{Puzzle, PuzzleStep, Task, puzzle, puzzles};
