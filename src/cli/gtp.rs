//! GTP, the protocol of Go engines (version 2), in which Othello programs speak to each other too.
//! `black` moves first, and a square has its usual name: a1 is the corner at the upper left.

use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use kradan_engine::{Memory, Strength, choose_until, played_out};
use kradan_rules::{Game, GameKind, Side, Status, Verdict};

/// The positions that are looked at where no time is given.
const NODES: u64 = 400_000;

/// The depth of a search that nothing else ends.
const DEPTH_MAX: u32 = 64;

/// Where no more moves than this are left of a game, they are all played out, if half of the time is
/// enough for that.
const SOLVES: u32 = 20;

/// The megabytes for the positions that searches have seen.
const MEMORY: usize = 16;

/// The part of the time on the clock that a move takes.
const PART_OF_CLOCK: u32 = 20;

/// The time that is left for the answer to arrive.
const RESERVE: Duration = Duration::from_millis(5);

const COMMANDS: [&str; 16] = [
    "boardsize",
    "clear_board",
    "final_score",
    "genmove",
    "known_command",
    "komi",
    "list_commands",
    "name",
    "play",
    "protocol_version",
    "quit",
    "showboard",
    "time_left",
    "time_settings",
    "undo",
    "version",
];

/// Reads commands and answers them, until `quit` or the end of the input.
pub(super) fn serve(input: impl BufRead, out: &mut impl Write) -> io::Result<()> {
    let (game, memory) = (Game::new(GameKind::Othello), Memory::of_megabytes(MEMORY));
    let mut engine = Engine { game, times: [None; 2], memory };
    for line in input.lines().map_while(Result::ok) {
        let line = line.split('#').next().unwrap_or_default().replace('\t', " ");
        let mut words = line.split_whitespace().peekable();
        let id = words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        let Some(command) = words.next() else { continue };
        let id = id.unwrap_or_default();
        match engine.answer(command, &words.collect::<Vec<_>>()) {
            Ok(text) => write!(out, "={id} {text}\n\n")?,
            Err(why) => write!(out, "?{id} {why}\n\n")?,
        }
        out.flush()?;
        if command == "quit" {
            break;
        }
    }
    Ok(())
}

struct Engine {
    game: Game,
    /// The time that a move of each side may take, where time is limited.
    times: [Option<Duration>; 2],
    memory: Memory,
}

impl Engine {
    fn answer(&mut self, command: &str, words: &[&str]) -> Result<String, String> {
        match (command, words) {
            ("protocol_version", []) => Ok("2".to_owned()),
            ("name", []) => Ok("Kradan".to_owned()),
            ("version", []) => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            ("list_commands", []) => Ok(COMMANDS.join("\n")),
            ("known_command", [name]) => Ok(COMMANDS.contains(name).to_string()),
            ("quit", []) | ("komi", [_]) | ("boardsize", ["8"]) => Ok(String::new()),
            ("boardsize", [_]) => Err("unacceptable size".to_owned()),
            ("clear_board", []) => {
                self.game = Game::new(GameKind::Othello);
                self.memory.forget();
                Ok(String::new())
            }
            ("play", [side, mv]) => self.play(side, mv),
            ("genmove", [side]) => self.move_of(side),
            ("undo", []) => {
                self.game.take_back().map(|_| String::new()).ok_or("cannot undo".to_owned())
            }
            ("showboard", []) => Ok(format!("\n{}", self.game.diagram())),
            ("final_score", []) => self.score(),
            ("time_settings", [main, extra, moves]) => {
                let time = time_of_move(seconds(main)?, seconds(extra)?, number(moves)?);
                self.times = [time; 2];
                Ok(String::new())
            }
            ("time_left", [side, time, moves]) => {
                let (time, moves) = (seconds(time)?, number(moves)?);
                let time = if moves == 0 { time / PART_OF_CLOCK } else { time / moves };
                self.times[side_of(side)? as usize] = Some(time);
                Ok(String::new())
            }
            (known, _) if COMMANDS.contains(&known) => Err("syntax error".to_owned()),
            _ => Err("unknown command".to_owned()),
        }
    }

    /// Has a side to move: the other one passes where it must.
    fn give_turn(&self, side: Side) -> Result<Game, String> {
        let mut game = self.game.clone();
        match game.status() {
            Status::Ongoing { turn } if turn == side => {}
            Status::Ongoing { .. } => {
                game.play_text("pass").map_err(|_| "it is the other side's turn")?;
            }
            Status::Over(_) => return Err("the game is over".to_owned()),
        }
        Ok(game)
    }

    fn play(&mut self, side: &str, mv: &str) -> Result<String, String> {
        let mut game = self.give_turn(side_of(side)?)?;
        game.play_text(&mv.to_ascii_lowercase()).map_err(|_| "illegal move")?;
        self.game = game;
        Ok(String::new())
    }

    fn move_of(&mut self, side: &str) -> Result<String, String> {
        let side = side_of(side)?;
        let mut game = match self.give_turn(side) {
            Ok(game) => game,
            // Who has no move at the end passes.
            Err(_) if self.game.outcome().is_some() => return Ok("pass".to_owned()),
            Err(why) => return Err(why),
        };
        let time = self.times[side as usize];
        let nodes = if time.is_some() { u64::MAX } else { NODES };
        let strength = Strength { nodes, depth: DEPTH_MAX, spread: 0, solves: 0 };
        let begun = Instant::now();
        let half = time.map(|time| time / 2);
        let to_the_end = within(half, |stop| played_out(&game, SOLVES, stop));
        let choice = to_the_end.or_else(|| {
            let left = time.map(|time| time.saturating_sub(begun.elapsed()));
            within(left, |stop| choose_until(&game, strength, stop, &mut self.memory, &mut |_| ()))
        });
        let choice = choice.ok_or("there is no move")?;
        game.play_text(&choice.text).map_err(|_| "there is no move")?;
        self.game = game;
        Ok(choice.text)
    }

    fn score(&self) -> Result<String, String> {
        let Some(outcome) = self.game.outcome() else {
            return Err("cannot score".to_owned());
        };
        let Game::Othello(record) = &self.game else {
            return Err("cannot score".to_owned());
        };
        let score = record.position().score();
        let lead = score.first.abs_diff(score.second);
        Ok(match outcome.verdict {
            Verdict::Draw => "0".to_owned(),
            Verdict::Win(Side::First) => format!("B+{lead}"),
            Verdict::Win(Side::Second) => format!("W+{lead}"),
        })
    }
}

/// Calls `search` with a flag that is set when the time is over.
fn within<T>(time: Option<Duration>, search: impl FnOnce(&AtomicBool) -> T) -> T {
    let stop = AtomicBool::new(false);
    let Some(time) = time else { return search(&stop) };
    let (done, is_done) = mpsc::channel::<()>();
    let end = &stop;
    thread::scope(|scope| {
        scope.spawn(move || {
            // Either the search has ended, or its time is over.
            let _ = is_done.recv_timeout(time.saturating_sub(RESERVE));
            end.store(true, Ordering::Relaxed);
        });
        let found = search(&stop);
        drop(done);
        found
    })
}

/// The time for a move, from the main time and the extra time for so many moves after it. An extra
/// time for no move means that there is no limit.
fn time_of_move(main: Duration, extra: Duration, moves: u32) -> Option<Duration> {
    match (main.is_zero(), moves) {
        (_, 0) if !extra.is_zero() => None,
        (false, _) => Some(main / PART_OF_CLOCK),
        (true, moves) => extra.checked_div(moves),
    }
}

fn side_of(text: &str) -> Result<Side, String> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Side::First),
        "w" | "white" => Ok(Side::Second),
        _ => Err("syntax error".to_owned()),
    }
}

fn number(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| "syntax error".to_owned())
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().map(Duration::try_from_secs_f64);
    seconds.and_then(Result::ok).ok_or_else(|| "syntax error".to_owned())
}
