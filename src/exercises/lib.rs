//! Positions in which one move is right: puzzles, and a player's way through them.
//!
//! A puzzle is a position, the solver's moves with the replies between them, and a grade: the lowest level
//! of the computer that finds all of them, 1 to 8, or 9 where none does. `assets/exercises/puzzles/` has one
//! in each line, which `cargo bench -p kradan-bench --bench puzzles` has made. It knows neither clock nor
//! chance: both are arguments. It may name the rules and ratings alone. Begin with [`Puzzle::answer`], then
//! `progress.rs`.

mod progress;
mod puzzle;

pub use self::progress::{Opened, Progress, State};
pub use self::puzzle::{Answer, Puzzle, PuzzleStep, Task, puzzle, puzzles};
