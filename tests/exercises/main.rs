//! The puzzles, and a player's way through them.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use jiff::{SignedDuration, Timestamp};
use kradan_engine::{Strength, choose, mate_plies, played_out};
use kradan_exercises::{
    Answer, Exercise, LessonExercise, LessonStep, Progress, Puzzle, PuzzleStep, State, Task,
    begin_of_day, day_of, lessons, puzzle_of_day, puzzles,
};
use kradan_rules::{Game, GameKind, Status, Verdict};

fn all() -> impl Iterator<Item = &'static Puzzle> {
    GameKind::ALL.into_iter().flat_map(puzzles)
}

#[test]
fn every_line_of_the_files_is_a_puzzle_and_no_two_are_alike() {
    for kind in GameKind::ALL {
        let path =
            format!("{}/../../assets/exercises/puzzles/{kind}.txt", env!("CARGO_MANIFEST_DIR"));
        let lines = std::fs::read_to_string(path).unwrap().lines().count();
        assert_eq!(puzzles(kind).len(), lines, "{kind}");
        assert!(lines > 0, "{kind}");
    }
    let places: HashSet<(GameKind, String)> =
        all().map(|it| (it.kind(), it.game_at(0).expect("it can be read").position())).collect();
    assert_eq!(places.len(), all().count());
    let numbers: HashSet<(GameKind, u32)> = all().map(|it| (it.kind(), it.number)).collect();
    assert_eq!(numbers.len(), all().count());
}

#[test]
fn every_move_of_a_line_is_legal_and_its_last_one_solves_it() {
    for puzzle in all() {
        assert!((1..=9).contains(&puzzle.grade), "{puzzle:?}");
        assert_eq!(puzzle.exercise.line_from(0).len() % 2, 1, "{puzzle:?}");
        let mut step = 0;
        loop {
            match puzzle.answer(step, puzzle.exercise.line_from(0)[2 * step]) {
                Answer::GoesOn { reply, .. } => {
                    assert_eq!(reply, puzzle.exercise.line_from(0)[2 * step + 1], "{puzzle:?}");
                    step += 1;
                }
                Answer::Solved(game) => {
                    assert_eq!(Some(game), puzzle.exercise.solved());
                    break;
                }
                other => panic!("{puzzle:?}: {other:?}"),
            }
        }
        assert_eq!(step, puzzle.exercise.line_from(0).len() / 2, "{puzzle:?}");
        let game = puzzle.game_at(0).unwrap();
        for text in game.legal_moves() {
            let right = text == puzzle.exercise.line_from(0)[0] || puzzle.task() == Task::Mate(1);
            let is_wrong = matches!(puzzle.answer(0, &text), Answer::Wrong(_));
            assert!(right || is_wrong, "{puzzle:?} {text}");
        }
        assert!(matches!(puzzle.answer(0, "z9"), Answer::Illegal));
        assert!(matches!(puzzle.answer(99, puzzle.exercise.line_from(0)[0]), Answer::Illegal));
    }
}

#[test]
fn a_step_reads_back() {
    for text in ["makruk-17-0", "ogi-0-3", "othello-4294967295-12", "ogi-1-0-20788"] {
        assert_eq!(text.parse::<PuzzleStep>().unwrap().to_string(), text);
    }
    for text in ["", "makruk", "chess-1-0", "ogi-1", "ogi-01-0", "ogi-1-0-0-0", "ogi-1-x", "ogi--1"]
    {
        assert_eq!(text.parse::<PuzzleStep>(), Err(()), "{text}");
    }
}

#[test]
fn the_games_take_turns_and_no_puzzle_of_a_day_comes_again_soon() {
    let first = day_of("2026-11-30T10:00:00Z".parse().unwrap());
    assert_eq!(begin_of_day(first).to_string(), "2026-11-30T10:00:00Z");
    assert_eq!(day_of("2026-12-01T09:59:59Z".parse().unwrap()), first);
    let mut seen = std::collections::BTreeSet::new();
    for (day, kind) in (first..first + 150).zip(GameKind::ALL.into_iter().cycle()) {
        let puzzle = puzzle_of_day(day).unwrap();
        assert_eq!(puzzle.kind(), kind);
        assert!(seen.insert((puzzle.kind(), puzzle.number)), "{day}: {puzzle:?}");
    }
    assert!(puzzle_of_day(i64::from(i32::MIN)).is_some());
}

#[test]
fn every_move_of_a_lesson_is_legal_and_leads_to_its_end() {
    for lesson in GameKind::ALL.into_iter().flat_map(lessons) {
        let path = format!(
            "{}/../../assets/exercises/lessons/{}.txt",
            env!("CARGO_MANIFEST_DIR"),
            lesson.kind
        );
        let file = std::fs::read_to_string(path).unwrap();
        let mut lines = file.lines().skip_while(|line| *line != format!("lesson {}", lesson.id));
        let own = lines.by_ref().skip(1).take_while(|line| !line.starts_with("lesson "));
        assert_eq!(own.count(), lesson.exercises.len(), "{lesson:?}");
        for (number, it) in lesson.exercises.iter().enumerate() {
            let first = LessonStep::first(lesson, number);
            assert_eq!(first.find(), Some((lesson, it)));
            assert!(walk(&it.exercise, &[]) > 0, "{lesson:?} {number}");
        }
    }
}

/// A piece promotes by itself: who has not learned it would be puzzled.
#[test]
fn the_first_lessons_of_ogi_need_no_promotion() {
    let first = lessons(GameKind::Ogi).iter().take_while(|lesson| lesson.id != "princess");
    for LessonExercise { exercise, .. } in first.flat_map(|lesson| &lesson.exercises) {
        let mut moves = (0..exercise.turns()).flat_map(|turn| exercise.all_right(turn));
        assert!(!moves.any(|text| text.ends_with('+')), "{exercise:?}");
    }
}

/// Follows each of the right moves to the end, and returns how many ways there are.
fn walk(exercise: &Exercise, path: &[usize]) -> usize {
    let game = exercise.game_at(path).unwrap_or_else(|| panic!("{exercise:?} {path:?}"));
    let step =
        LessonStep { kind: exercise.kind, lesson: "a".into(), number: 0, path: path.to_vec() };
    assert_eq!(step.to_string().parse(), Ok(step));
    let legal = game.legal_moves();
    for right in exercise.all_right(path.len()) {
        assert!(legal.iter().any(|text| text == right), "{right}: {exercise:?}");
    }
    let ways = legal.iter().map(|text| match exercise.answer(path, text) {
        Answer::Solved(_) => 1,
        Answer::GoesOn { choice, .. } => walk(exercise, &[path, &[choice]].concat()),
        Answer::Wrong(_) => 0,
        Answer::Illegal => panic!("{text} is legal: {exercise:?}"),
    });
    ways.sum()
}

/// Whether the first move of a puzzle is the only one that wins, by a search that looks at so many positions.
/// The net may have learnt since the puzzle was made, so a quarter of the margins is let go.
fn is_only(puzzle: &Puzzle, nodes: u64) -> bool {
    let game = puzzle.game_at(0).unwrap();
    let right = puzzle.exercise.line_from(0)[0];
    let after = |text: &str| {
        let mut after = game.clone();
        after.play_text(text).unwrap();
        after
    };
    if puzzle.kind() == GameKind::Othello {
        let winners: Vec<String> =
            game.legal_moves().into_iter().filter(|it| wins(&game, &after(it))).collect();
        return winners == [right];
    }
    let strength = |nodes| Strength { nodes, depth: 64, spread: 0, solves: 0 };
    let best = choose(&game, strength(nodes), 0).unwrap();
    let comes_near = |text: &String| {
        let after = after(text);
        let Some(reply) = choose(&after, strength(nodes / 20), 0) else {
            return wins(&game, &after);
        };
        match puzzle.task() {
            // A mate in more moves is not what is asked for.
            Task::Mate(moves) => {
                let mate = mate_plies(reply.score).filter(|_| reply.score < 0);
                mate.is_some_and(|plies| (plies as usize) < 2 * moves)
            }
            Task::Win | Task::Gain => -reply.score > best.score - 150,
        }
    };
    let others = game.legal_moves().into_iter().filter(|text| *text != right);
    let near = others.filter(comes_near);
    // A forced mate is the task where there is one.
    let mates = mate_plies(best.score).is_some_and(|plies| plies <= 7);
    let is_told = !mates || matches!(puzzle.task(), Task::Mate(_));
    best.text == right && best.score >= 225 && near.count() == 0 && is_told
}

/// Whether the side to move wins with a move after which the game is played out.
fn wins(game: &Game, after: &Game) -> bool {
    let Status::Ongoing { turn } = game.status() else { return false };
    match after.status() {
        Status::Over(outcome) => outcome.verdict == Verdict::Win(turn),
        Status::Ongoing { turn: next } => {
            let score = played_out(after, 14, &AtomicBool::new(false)).unwrap().score;
            if next == turn { score > 0 } else { score < 0 }
        }
    }
}

#[test]
fn one_move_alone_wins_in_some_puzzles() {
    for kind in GameKind::ALL {
        let step = puzzles(kind).len().div_ceil(3);
        for puzzle in puzzles(kind).iter().step_by(step) {
            assert!(is_only(puzzle, 200_000), "{puzzle:?}");
        }
    }
}

#[test]
#[ignore = "it takes minutes"]
fn one_move_alone_wins_in_many_puzzles() {
    for kind in GameKind::ALL {
        let step = puzzles(kind).len().div_ceil(20);
        for puzzle in puzzles(kind).iter().skip(step / 2).step_by(step) {
            assert!(is_only(puzzle, 1_000_000), "{puzzle:?}");
        }
    }
}

/// Before the first day.
const NOW: Timestamp = Timestamp::UNIX_EPOCH;

#[test]
fn a_puzzle_stays_open_until_it_is_answered() {
    let mut progress = Progress::default();
    let first = progress.open(GameKind::Othello, NOW).unwrap();
    assert_eq!(progress.open(GameKind::Othello, NOW), Some(first));
    assert!(progress.solve(first, NOW));
    let next = progress.open(GameKind::Othello, NOW).unwrap();
    assert_ne!(next, first);
    progress.fail(next, NOW);
    assert_ne!(progress.open(GameKind::Othello, NOW), Some(next));
}

#[test]
fn the_first_answer_alone_counts() {
    let mut progress = Progress::default();
    let first = progress.open(GameKind::Othello, NOW).unwrap();
    assert!(progress.solve(first, NOW));
    assert!(progress.rating.value > 1_500.0);
    assert_eq!(progress.streak, 1);
    // An old panel is solved once more.
    let before = progress.clone();
    assert!(!progress.solve(first, NOW));
    progress.fail(first, NOW);
    assert_eq!(progress, before);

    let next = progress.open(GameKind::Othello, NOW).unwrap();
    progress.fail(next, NOW);
    let failed = progress.clone();
    assert!(failed.rating.value < before.rating.value);
    progress.fail(next, NOW);
    assert!(!progress.solve(next, NOW), "it was answered wrong before");
    assert_eq!(progress.rating, failed.rating);
    assert_eq!(progress.streak, 0);

    let helped = progress.open(GameKind::Othello, NOW).unwrap();
    progress.help(helped);
    assert_eq!(progress.open.unwrap().state, State::Helped);
    assert!(!progress.solve(helped, NOW));
    assert_eq!(progress.rating, failed.rating);

    let helped = progress.open(GameKind::Othello, NOW).unwrap();
    progress.help(helped);
    progress.fail(helped, NOW);
    assert!(progress.rating.value < failed.rating.value, "a hint does not make a mistake free");
}

/// Who solves what is easy, and nothing else, is given what they solve about half of the time.
#[test]
fn the_grade_follows_the_player() {
    for strength in [2, 4] {
        let mut progress = Progress::default();
        let mut grades = Vec::new();
        for round in 0..60 {
            let puzzle = progress.open(GameKind::Othello, NOW).unwrap();
            grades.push(puzzle.grade);
            let now = NOW + SignedDuration::from_hours(round);
            if puzzle.grade <= strength {
                progress.solve(puzzle, now);
            } else {
                progress.fail(puzzle, now);
            }
        }
        let last = &grades[40..];
        let near = last.iter().filter(|grade| grade.abs_diff(strength) <= 1).count();
        assert!(near * 10 >= last.len() * 9, "{strength}: {grades:?}");
    }
}

/// A player who has had all puzzles begins anew. A third of them comes once it was the puzzle of a day.
#[test]
fn puzzles_do_not_end_and_those_of_the_days_come_after_their_days() {
    for kind in GameKind::ALL {
        let (mut progress, mut seen) = (Progress::default(), HashSet::new());
        let mut solve_next = |now: Timestamp| {
            let puzzle = progress.open(kind, now).unwrap();
            progress.solve(puzzle, now);
            puzzle.number
        };
        let first = day_of("2026-11-30T10:00:00Z".parse().unwrap());
        let mut of_days = HashSet::new();
        let days = (first..first + 900).filter_map(|day| Some((day, puzzle_of_day(day)?)));
        let days = days.filter(|(_, puzzle)| puzzle.kind() == kind);
        let days: Vec<(i64, u32)> = days
            .map(|(day, puzzle)| (day, puzzle.number))
            .filter(|(_, number)| of_days.insert(*number))
            .collect();
        let count = puzzles(kind).len();
        assert!((count / 4..count / 2).contains(&days.len()), "{kind}: {}", days.len());
        for _ in days.len()..count {
            let number = solve_next(begin_of_day(first));
            assert!(seen.insert(number), "no puzzle comes twice before all have come");
        }
        assert!(seen.is_disjoint(&of_days), "{kind}");
        for (day, number) in days {
            assert_eq!(solve_next(begin_of_day(day + 1)), number, "{kind} {day}");
            seen.insert(number);
        }
        assert_eq!(seen.len(), count);
        assert!(seen.contains(&solve_next(begin_of_day(first + 900))));
    }
}
