//! Makes puzzles out of games of the computer: positions in which one move wins and no other one does.
//!
//! Two computers play, the weaker one makes mistakes, and each position is looked at; in Makruk and Ōgi also
//! the positions after moves that are mistakes and do not look so at 500 positions. There the winning move mates, and no other one does, or wins what is worth three pawns, and every other move is worse
//! by two pawns at least and does not win; in Othello 8 to 14 squares are empty, and the game is played out after every move. What
//! was found is looked at again with 200,000 and 1,000,000 positions, and graded by the lowest level that solves it.
//! At most a quarter are of the first grade.
//!
//! `cargo bench -p kradan-bench --bench puzzles -- --kind makruk --wanted 400` adds to
//! `assets/exercises/puzzles/makruk.txt` until there are so many, which takes hours, and goes on
//! behind the last game that gave one when it was stopped. With `-- --check` what does not pass any more
//! is taken out. With `-- --grades` it prints which share of each grade levels 1 to 8 solve at the first
//! try. With `-- --quick` it only sees that it works, and keeps nothing.

#![allow(clippy::print_stdout, reason = "what was found is what this program is for")]

#[allow(dead_code, reason = "nothing is timed, and no records are read")]
mod common;

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use fastrand::Rng;
use kradan_engine::{Strength, choose, mate_plies, played_out};
use kradan_exercises::{self as exercises, Answer};
use kradan_rules::{Game, GameKind, Status, Verdict};

/// How many plies two puzzles of a game are apart, so that they are not alike.
const PLIES_APART: usize = 12;

/// The random moves of an opening, and the plies of the longest game.
const OPENING: usize = 6;
const PLIES_MAX: usize = 160;

/// With which positions are looked at, and with which what was found is looked at again.
const FOUND_WITH: Strength = Strength { nodes: 20_000, depth: 64, spread: 0, solves: 0 };
const CHECKED_WITH: [Strength; 2] =
    [Strength { nodes: 200_000, ..FOUND_WITH }, Strength { nodes: 1_000_000, ..FOUND_WITH }];

/// With which a mistake looks like none.
const GLANCE: Strength = Strength { nodes: 500, ..FOUND_WITH };

/// With which it looks like one at least a little, so that not every move is looked at for long.
const SECOND_LOOK: Strength = Strength { nodes: 4_000, ..FOUND_WITH };

/// What a winning move is worth at least, what any other may be worth at most, and how far they are apart.
const WINS: i32 = 300;
const WINS_NOT: i32 = 120;
const APART: i32 = 200;

/// A mate counts as one within so many plies.
const MATES_IN: u32 = 7;

/// The most moves of the solver.
const MOVES_MAX: usize = 4;

/// One in so many is of the first grade, at most.
const EASY_PART: usize = 4;

/// How many squares are empty in a puzzle of Othello.
const EMPTY: std::ops::RangeInclusive<u32> = 8..=14;

const LEVELS: std::ops::RangeInclusive<u8> = 1..=8;

/// The puzzles of a grade that levels try at most, and the seeds of their tries.
const TRIED_MAX: usize = 20;
const TRIED_WITH: std::ops::RangeInclusive<u64> = 1..=2;

/// A puzzle: the line is the solver's moves with the replies between them.
struct Puzzle {
    grade: u8,
    position: String,
    line: Vec<String>,
}

fn main() {
    let is_full = common::is_in_full();
    let asks = |flag: &str| is_full && std::env::args().any(|argument| argument == flag);
    let kind: Option<GameKind> = option("--kind");
    let wanted = option("--wanted").unwrap_or(if is_full { 400 } else { 1 });
    for kind in GameKind::ALL.into_iter().filter(|&it| kind.is_none_or(|kind| kind == it)) {
        if asks("--check") {
            check(kind);
        } else if asks("--grades") {
            print_grades(kind);
        } else {
            Found::open(kind, wanted, is_full).search(wanted, if is_full { u64::MAX } else { 2 });
        }
    }
}

/// The value after a name in the arguments.
fn option<T: std::str::FromStr>(name: &str) -> Option<T> {
    let mut arguments = std::env::args().skip_while(|argument| argument != name);
    let value = arguments.nth(1)?;
    Some(value.parse().unwrap_or_else(|_| panic!("{name} {value} cannot be read")))
}

fn file(kind: GameKind) -> PathBuf {
    let root = [env!("CARGO_MANIFEST_DIR"), "..", ".."].iter().collect::<PathBuf>();
    root.join(format!("assets/exercises/puzzles/{kind}.txt"))
}

/// Looks at all puzzles of a game again, and leaves those that are found as they are there.
fn check(kind: GameKind) {
    let text = fs::read_to_string(file(kind)).unwrap_or_default();
    let stays = |line: &str| {
        let mut fields = line.split(" | ").skip(1);
        let game = Game::from_position(kind, fields.next()?).ok()?;
        let found = puzzle_at(&game)?;
        (found.line.join(" ") == fields.next()?).then_some(())
    };
    let left: Vec<&str> = text.lines().filter(|line| stays(line).is_some()).collect();
    println!("{kind}: {} of {} puzzles pass", left.len(), text.lines().count());
    fs::write(file(kind), left.join("\n") + "\n").unwrap();
}

/// Prints which share of each grade each level solves at the first try.
fn print_grades(kind: GameKind) {
    let levels: Vec<String> = LEVELS.map(|level| format!("level {level}")).collect();
    println!("| grade in {kind} | puzzles | {} | mean |", levels.join(" | "));
    println!("|{}", "---|".repeat(levels.len() + 3));
    let mut means = Vec::new();
    for of_grade in exercises::puzzles(kind).chunk_by(|one, next| one.grade == next.grade) {
        let step = of_grade.len().div_ceil(TRIED_MAX);
        let tried: Vec<&exercises::Puzzle> = of_grade.iter().step_by(step).collect();
        let solved = solved_by_level(&tried);
        let tries = tried.len() * TRIED_WITH.count();
        let shares: Vec<String> =
            solved.iter().map(|count| format!("{} %", count * 100 / tries)).collect();
        let mean = solved.iter().sum::<usize>() * 100 / (tries * solved.len());
        println!("| {} | {} | {} | {mean} % |", of_grade[0].grade, tried.len(), shares.join(" | "));
        means.push(mean);
    }
    let falls = means.is_sorted_by(|one, next| one > next);
    println!("\nThe mean {} with each grade.\n", if falls { "falls" } else { "does not fall" });
}

/// How many tries of each level solve a puzzle.
fn solved_by_level(puzzles: &[&exercises::Puzzle]) -> Vec<usize> {
    let solved = |level| {
        let strength = Strength::of_level(puzzles[0].kind(), level);
        let solved_by =
            |puzzle| TRIED_WITH.filter(|&seed| is_solved(puzzle, strength, seed)).count();
        puzzles.iter().copied().map(solved_by).sum()
    };
    std::thread::scope(|scope| {
        let levels: Vec<_> = LEVELS.map(|level| scope.spawn(move || solved(level))).collect();
        levels.into_iter().map(|level| level.join().expect("no try panics")).collect()
    })
}

/// Whether a level finds all moves of a puzzle.
fn is_solved(puzzle: &exercises::Puzzle, strength: Strength, seed: u64) -> bool {
    (0..puzzle.exercise.turns()).all(|step| {
        let choice = puzzle.game_at(step).and_then(|game| choose(&game, strength, seed));
        choice.is_some_and(|choice| {
            let answer = puzzle.answer(step, &choice.text);
            matches!(answer, Answer::GoesOn { .. } | Answer::Solved(_))
        })
    })
}

/// The puzzles of a game so far.
struct Found {
    kind: GameKind,
    /// The games that were looked at, from the first one on, and the positions that were found.
    next: AtomicU64,
    /// The number of the next puzzle.
    next_number: AtomicU64,
    positions: Mutex<HashSet<String>>,
    /// How many of the first grade there is still room for.
    easy_left: AtomicUsize,
    kept: Option<Mutex<File>>,
}

impl Found {
    fn open(kind: GameKind, wanted: usize, is_kept: bool) -> Found {
        let file = file(kind);
        let text = fs::read_to_string(&file).unwrap_or_default();
        let lines = || text.lines().filter(|line| !line.starts_with('#'));
        let number = |line: &str, field| line.split(" | ").nth(field)?.parse::<u64>().ok();
        let after_last = |field| {
            let numbers = lines().filter_map(|line| number(line, field).or(number(line, 3)));
            AtomicU64::new(numbers.max().map_or(0, |last| last + 1))
        };
        let position = |line: &str| Some(line.split(" | ").nth(1)?.to_owned());
        let positions = lines().filter_map(position).collect();
        let kept = is_kept.then(|| {
            fs::create_dir_all(file.parent().expect("it is in a folder")).unwrap();
            Mutex::new(File::options().create(true).append(true).open(&file).unwrap())
        });
        let easy = lines().filter(|line| line.starts_with("1 |")).count();
        let easy_left = AtomicUsize::new(wanted.div_ceil(EASY_PART).saturating_sub(easy));
        Found {
            kind,
            next: after_last(4),
            next_number: after_last(3),
            positions: Mutex::new(positions),
            easy_left,
            kept,
        }
    }

    fn search(&self, wanted: usize, games: u64) {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    while self.positions.lock().unwrap().len() < wanted {
                        let number = self.next.fetch_add(1, Ordering::Relaxed);
                        if number >= games {
                            return;
                        }
                        for puzzle in puzzles_of_game(self.kind, number) {
                            self.keep(&puzzle, number);
                        }
                    }
                });
            }
        });
    }

    fn keep(&self, puzzle: &Puzzle, game: u64) {
        let take = |left: usize| left.checked_sub(1);
        if puzzle.grade == 1
            && self.easy_left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).is_err()
        {
            return;
        }
        if !self.positions.lock().unwrap().insert(puzzle.position.clone()) {
            return;
        }
        let Puzzle { grade, position, line } = puzzle;
        let number = self.next_number.fetch_add(1, Ordering::Relaxed);
        let line = format!("{grade} | {position} | {} | {number} | {game}", line.join(" "));
        println!("{}: {line}", self.kind);
        if let Some(kept) = &self.kept {
            writeln!(kept.lock().unwrap(), "{line}").unwrap();
        }
    }
}

/// The puzzles of a game, of those that are close to each other the one with the longest line.
fn puzzles_of_game(kind: GameKind, number: u64) -> Vec<Puzzle> {
    let mut game = opening(kind, number);
    let mut found: Vec<(usize, Puzzle)> = Vec::new();
    let mut worth_before = 0;
    for ply in 0..PLIES_MAX {
        let Status::Ongoing { .. } = game.status() else { break };
        if game.occurrences() >= 3 {
            break;
        }
        let Some(choice) = choose(&game, FOUND_WITH, 0) else { break };
        let score = choice.score;
        let is_new = is_near_mate(score) || score >= WINS && worth_before < WINS_NOT;
        let may_be = kind == GameKind::Othello || is_new;
        let puzzle = if may_be { puzzle_at(&game) } else { None };
        let is_even = kind != GameKind::Othello && score.abs() < WINS_NOT;
        let has_room = found.last().is_none_or(|(last, _)| ply >= *last + PLIES_APART);
        let puzzle = puzzle.or_else(|| (is_even && has_room).then(|| after_mistake(&game))?);
        if let Some(puzzle) = puzzle {
            match found.last_mut() {
                Some((last, known)) if ply < *last + PLIES_APART => {
                    if known.line.len() < puzzle.line.len() {
                        (*last, *known) = (ply, puzzle);
                    }
                }
                _ => found.push((ply, puzzle)),
            }
        }
        // One of the two plays worse now and then.
        let weak = Strength::of_level(kind, 1 + (number % 6) as u8);
        let played = if ply % 5 == 4 {
            choose(&game, weak, number << 16 | ply as u64).map_or(choice.text, |weak| weak.text)
        } else {
            choice.text
        };
        // How the one who moves next stood before.
        worth_before = -score;
        game.play_text(&played).expect("the move is legal");
    }
    let graded = found
        .into_iter()
        .filter_map(|(_, puzzle)| Some(Puzzle { grade: grade(kind, &puzzle)?, ..puzzle }));
    graded.collect()
}

/// The puzzle after a move whose refutation is not seen at a glance.
fn after_mistake(game: &Game) -> Option<Puzzle> {
    let puzzle_after = |text: String| {
        let mut after = game.clone();
        after.play_text(&text).expect("the move is legal");
        let gains =
            |strength, least| choose(&after, strength, 0).is_some_and(|best| best.score >= least);
        let is_mistake = after.outcome().is_none()
            && !gains(GLANCE, WINS)
            && gains(SECOND_LOOK, WINS_NOT)
            && gains(FOUND_WITH, WINS);
        is_mistake.then(|| puzzle_at(&after))?
    };
    game.legal_moves().into_iter().find_map(puzzle_after)
}

/// A game after some random moves.
fn opening(kind: GameKind, number: u64) -> Game {
    let mut random = Rng::with_seed(0x0070_757a_7a6c_6500 ^ number);
    loop {
        let mut game = Game::new(kind);
        for _ in 0..OPENING {
            let Some(mv) = random.choice(game.legal_moves()) else { break };
            game.play_text(&mv).expect("the move is legal");
        }
        if game.outcome().is_none() && game.plies() == OPENING {
            return game;
        }
    }
}

/// The puzzle in a position, if it is one: the solver's only moves, up to the first turn with several that
/// win. One that begins with a forced mate goes on to the mate, of which several may be right.
fn puzzle_at(game: &Game) -> Option<Puzzle> {
    let position = game.position();
    let mut game = Game::from_position(game.kind(), &position).ok()?;
    let mut line = Vec::new();
    for _ in 0..MOVES_MAX {
        let only = if game.kind() == GameKind::Othello {
            only_winner_of_othello(&game)
        } else {
            only_winner(&game, FOUND_WITH).filter(|only| {
                let finds = |strength| only_winner(&game, strength).as_ref() == Some(only);
                CHECKED_WITH.into_iter().all(finds)
            })
        };
        let mating = || mating_move(&game).filter(|_| !line.is_empty());
        let Some(only) = only.or_else(mating) else { break };
        game.play_text(&only).expect("the move is legal");
        line.push(only);
        let Some(reply) = reply(&game) else { break };
        game.play_text(&reply).expect("the move is legal");
        line.push(reply);
    }
    if line.len() % 2 == 0 {
        // The reply to the last move solves nothing.
        line.pop()?;
    }
    let start = Game::from_position(game.kind(), &position).ok()?;
    let ends = line.iter().try_fold(start.clone(), |mut game, text| {
        game.play_text(text).ok()?;
        Some(game)
    });
    let mates = choose(&start, CHECKED_WITH[1], 0).is_some_and(|best| is_near_mate(best.score));
    let is_whole = !mates || ends.is_some_and(|game| game.outcome().is_some());
    (is_whole && !line.is_empty()).then_some(Puzzle { grade: 0, position, line })
}

/// Whether a score mates within so few moves that it is the task.
fn is_near_mate(score: i32) -> bool {
    score > 0 && mate_plies(score).is_some_and(|plies| plies <= MATES_IN)
}

/// A move that ends the game and wins it; none in Othello.
fn mating_move(game: &Game) -> Option<String> {
    let Status::Ongoing { turn } = game.status() else { return None };
    let mates = |text: &String| {
        let mut after = game.clone();
        let played = after.play_text(text).is_ok();
        played && after.outcome().is_some_and(|outcome| outcome.verdict == Verdict::Win(turn))
    };
    let moves = game.legal_moves().into_iter();
    moves.filter(|_| game.kind() != GameKind::Othello).find(mates)
}

fn reply(game: &Game) -> Option<String> {
    if game.outcome().is_some() {
        return None;
    }
    let end = played_out(game, *EMPTY.end(), &AtomicBool::new(false));
    Some(end.or_else(|| choose(game, CHECKED_WITH[1], 0))?.text)
}

/// The only move that wins, where no other one comes near.
fn only_winner(game: &Game, strength: Strength) -> Option<String> {
    let moves = game.legal_moves();
    if moves.len() < 3 || game.outcome().is_some() {
        return None;
    }
    let best = choose(game, strength, 0).filter(|best| best.score >= WINS)?;
    let mates = is_near_mate(best.score);
    let others = Strength { nodes: (strength.nodes / 20).max(2_000), ..strength };
    let comes_near = |text: &String| {
        let mut after = game.clone();
        after.play_text(text).expect("the move is legal");
        let score = match after.status() {
            Status::Over(outcome) => return outcome.verdict != Verdict::Draw,
            Status::Ongoing { .. } => -choose(&after, others, 0).map_or(0, |reply| reply.score),
        };
        if mates {
            return score > 0 && mate_plies(score).is_some();
        }
        score > WINS_NOT || score > best.score - APART
    };
    let is_only = !moves.iter().filter(|text| **text != best.text).any(comes_near);
    is_only.then_some(best.text)
}

/// The only move that wins where the game can be played out.
fn only_winner_of_othello(game: &Game) -> Option<String> {
    let empty = game.position().chars().take_while(|c| *c != ' ').filter(|c| *c == '-').count();
    if !EMPTY.contains(&u32::try_from(empty).ok()?) {
        return None;
    }
    let Status::Ongoing { turn } = game.status() else { return None };
    let moves = game.legal_moves();
    if moves.len() < 3 {
        return None;
    }
    let never = AtomicBool::new(false);
    let wins = |text: &String| {
        let mut after = game.clone();
        after.play_text(text).expect("the move is legal");
        match after.status() {
            Status::Over(outcome) => Some(outcome.verdict == Verdict::Win(turn)),
            Status::Ongoing { turn: next } => {
                let score = played_out(&after, *EMPTY.end(), &never)?.score;
                Some(if next == turn { score > 0 } else { score < 0 })
            }
        }
    };
    let mut winner = None;
    for text in &moves {
        if wins(text)? && winner.replace(text).is_some() {
            return None;
        }
    }
    winner.cloned()
}

/// The lowest level that finds all moves of a puzzle, whatever chance says; 9 where none does.
fn grade(kind: GameKind, puzzle: &Puzzle) -> Option<u8> {
    let mut game = Game::from_position(kind, &puzzle.position).ok()?;
    let mut grade = 1;
    for (ply, text) in puzzle.line.iter().enumerate() {
        if ply % 2 == 0 {
            let finds = |level: u8| {
                let strength = Strength::of_level(kind, level);
                (0..3).all(|seed| choose(&game, strength, seed).is_some_and(|it| it.text == *text))
            };
            grade = (grade..=8).find(|&level| finds(level)).unwrap_or(9);
        }
        game.play_text(text).ok()?;
    }
    Some(grade)
}
