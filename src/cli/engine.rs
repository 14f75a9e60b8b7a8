//! `kradan engine`: the computer opponent for programs that speak UCI, the protocol of chess engines,
//! as Fairy-Stockfish speaks it for Makruk and Ōgi. Othello programs speak [GTP](super::gtp).
//!
//! In UCI positions come as `startpos` or as a FEN, whose first two fields are read: the board, in Ōgi with the
//! hands in brackets, and `w` or `b`. Moves are those of the exact notation.

use std::fmt::Write as _;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use clap::Args;
use kradan_engine::{Choice, Memory, Progress, Strength, choose_until, mate_plies};
use kradan_rules::{Game, GameKind, Side, Status};

use super::{games, gtp};

/// The part of the time on the clock that a move takes, where no time for the move is given.
const PART_OF_CLOCK: u32 = 30;

/// The time that is left for the answer to arrive.
const RESERVE: Duration = Duration::from_millis(5);

/// The depth of a search that nothing else ends.
const DEPTH_MAX: u32 = 64;

/// The megabytes for the positions that searches have seen: by default, and at most.
const MEMORY: usize = 16;
const MEMORY_MAX: usize = 256;

/// The arguments of `kradan engine`.
#[derive(Debug, Args)]
#[command(
    after_help = "Reads commands from the standard input until `quit`, or until its end: those of
UCI for Makruk and Ōgi, those of GTP for Othello.

Examples:
  printf 'position startpos\\ngo nodes 5000\\nquit\\n' | kradan engine makruk
  printf 'genmove black\\nquit\\n' | kradan engine othello"
)]
pub(crate) struct EngineArgs {
    #[arg(help = games::help())]
    game: GameKind,
}

/// What the engine hears.
enum Heard {
    Line(String),
    End,
    /// What a search has found at a depth, and how long it has taken.
    Found(Progress, Duration),
    /// A search has ended, and gives the memory back.
    Chosen(Option<Choice>, Memory),
}

/// A search that is under way.
struct Thinking {
    stop: Arc<AtomicBool>,
    until: Option<Instant>,
    /// Whether only `stop` ends it.
    is_endless: bool,
}

/// Reads commands and answers them.
pub(super) fn run(
    args: &EngineArgs,
    input: impl BufRead + Send + 'static,
    out: &mut impl Write,
) -> io::Result<()> {
    if args.game == GameKind::Othello {
        return gtp::serve(input, out);
    }
    let (teller, heard) = mpsc::channel();
    let lines = teller.clone();
    std::thread::spawn(move || {
        for line in input.lines().map_while(Result::ok) {
            if lines.send(Heard::Line(line)).is_err() {
                return;
            }
        }
        // The other side may have ended before.
        let _ = lines.send(Heard::End);
    });
    let kind = args.game;
    let memory = Memory::of_megabytes(MEMORY);
    let (game, thinking) = (Game::new(kind), None);
    Engine { kind, game, memory: Some(memory), megabytes: MEMORY, thinking, teller }
        .serve(&heard, out)
}

struct Engine {
    kind: GameKind,
    game: Game,
    /// A search that is under way has it, unless the next one begins with nothing known.
    memory: Option<Memory>,
    megabytes: usize,
    thinking: Option<Thinking>,
    teller: Sender<Heard>,
}

impl Engine {
    fn serve(mut self, heard: &Receiver<Heard>, out: &mut impl Write) -> io::Result<()> {
        let mut is_ending = false;
        while !(is_ending && self.thinking.is_none()) {
            match self.next(heard) {
                Heard::Line(line) => is_ending |= self.hear(line.trim(), out)?,
                Heard::End => {
                    is_ending = true;
                    if self.thinking.as_ref().is_some_and(|thinking| thinking.is_endless) {
                        self.stop();
                    }
                }
                Heard::Found(progress, time) => {
                    writeln!(out, "{}", told(&progress, time))?;
                    out.flush()?;
                }
                Heard::Chosen(choice, memory) => {
                    self.thinking = None;
                    self.memory.get_or_insert(memory);
                    let best = choice.map_or("(none)".to_owned(), |choice| choice.text);
                    writeln!(out, "bestmove {best}")?;
                    out.flush()?;
                }
            }
        }
        Ok(())
    }

    /// Waits for what comes next, and stops a search whose time is over.
    fn next(&self, heard: &Receiver<Heard>) -> Heard {
        let until = self.thinking.as_ref().and_then(|thinking| thinking.until);
        if let (Some(thinking), Some(until)) = (&self.thinking, until) {
            match heard.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(heard) => return heard,
                Err(RecvTimeoutError::Disconnected) => return Heard::End,
                Err(RecvTimeoutError::Timeout) => thinking.stop.store(true, Ordering::Relaxed),
            }
        }
        heard.recv().unwrap_or(Heard::End)
    }

    /// Does what a line says, and returns whether it says the end.
    fn hear(&mut self, line: &str, out: &mut impl Write) -> io::Result<bool> {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("uci") => {
                let (name, version) = (self.kind.name(), env!("CARGO_PKG_VERSION"));
                writeln!(out, "id name Kradan {version}\nid author Kradan")?;
                writeln!(out, "option name UCI_Variant type combo default {name} var {name}")?;
                writeln!(
                    out,
                    "option name Hash type spin default {MEMORY} min 1 max {MEMORY_MAX}"
                )?;
                writeln!(out, "uciok")?;
            }
            Some("isready") => writeln!(out, "readyok")?,
            Some("position") => match read_position(self.kind, words) {
                Ok(game) => self.game = game,
                Err(why) => writeln!(out, "info string {why}")?,
            },
            Some("ucinewgame") => self.memory = Some(Memory::of_megabytes(self.megabytes)),
            Some("setoption") => self.set_option(&words.collect::<Vec<_>>()),
            Some("go") => self.go(&words.collect::<Vec<_>>()),
            Some("stop") => self.stop(),
            Some("quit") => {
                self.stop();
                return Ok(true);
            }
            // UCI has the rest ignored.
            _ => {}
        }
        out.flush()?;
        Ok(false)
    }

    fn stop(&self) {
        if let Some(thinking) = &self.thinking {
            thinking.stop.store(true, Ordering::Relaxed);
        }
    }

    fn set_option(&mut self, words: &[&str]) {
        if let ["name", name, "value", megabytes] = words
            && name.eq_ignore_ascii_case("Hash")
            && let Ok(megabytes) = megabytes.parse::<usize>()
        {
            self.megabytes = megabytes.min(MEMORY_MAX);
            self.memory = Some(Memory::of_megabytes(self.megabytes));
        }
    }

    fn go(&mut self, words: &[&str]) {
        if self.thinking.is_some() {
            return;
        }
        let Some(mut memory) = self.memory.take() else { return };
        let number = |name: &str| -> Option<u64> {
            let at = words.iter().position(|word| *word == name)?;
            words.get(at + 1)?.parse().ok()
        };
        let is_second = self.game.status() == Status::Ongoing { turn: Side::Second };
        let turn = if is_second { "b" } else { "w" };
        let on_clock = number(&format!("{turn}time")).map(|time| {
            let more = number(&format!("{turn}inc")).unwrap_or(0);
            Duration::from_millis(time) / PART_OF_CLOCK + Duration::from_millis(more) / 2
        });
        let time = number("movetime").map(Duration::from_millis).or(on_clock);
        let (nodes, depth) = (number("nodes"), number("depth"));
        let is_endless = time.is_none() && nodes.is_none() && depth.is_none();
        let depth = depth.and_then(|depth| u32::try_from(depth).ok());
        let strength = Strength {
            nodes: nodes.unwrap_or(u64::MAX),
            depth: depth.unwrap_or(DEPTH_MAX).max(1),
            spread: 0,
            solves: 0,
        };
        let stop = Arc::new(AtomicBool::new(false));
        let until = time.map(|time| Instant::now() + time.saturating_sub(RESERVE));
        self.thinking = Some(Thinking { stop: Arc::clone(&stop), until, is_endless });
        let (game, teller) = (self.game.clone(), self.teller.clone());
        std::thread::spawn(move || {
            let begun = Instant::now();
            let mut tell = |progress| {
                let _ = teller.send(Heard::Found(progress, begun.elapsed()));
            };
            let choice = choose_until(&game, strength, &stop, &mut memory, &mut tell);
            // The program may have ended meanwhile.
            let _ = teller.send(Heard::Chosen(choice, memory));
        });
    }
}

/// What UCI tells of a depth; positions a second where it took a millisecond or more.
fn told(progress: &Progress, time: Duration) -> String {
    let Progress { depth, nodes, score, line } = progress;
    let (millis, line) = (time.as_millis(), line.join(" "));
    let speed = (u128::from(*nodes) * 1_000).checked_div(millis);
    let speed = speed.map_or(String::new(), |speed| format!(" nps {speed}"));
    format!(
        "info depth {depth} score {} nodes {nodes}{speed} time {millis} pv {line}",
        written(*score)
    )
}

/// A score as UCI has it: in hundredths of a pawn, or the moves to a mate, below 0 for the side that is
/// mated.
fn written(score: i32) -> String {
    match mate_plies(score) {
        Some(plies) => format!("mate {}", plies.div_ceil(2).cast_signed() * score.signum()),
        None => format!("cp {score}"),
    }
}

/// Reads what follows `position`, or says what is wrong with it.
fn read_position<'a>(
    kind: GameKind,
    mut words: impl Iterator<Item = &'a str>,
) -> Result<Game, String> {
    let mut game = match words.next() {
        Some("startpos") => Game::new(kind),
        Some("fen") => {
            let fields: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
            let text = own_text(kind, &fields).ok_or("the FEN lacks fields")?;
            let game = Game::from_position(kind, &text).map_err(|error| error.to_string())?;
            return play(game, words);
        }
        _ => return Err("position takes startpos or fen".to_owned()),
    };
    if words.next() == Some("moves") {
        game = play(game, words)?;
    }
    Ok(game)
}

fn play<'a>(mut game: Game, moves: impl Iterator<Item = &'a str>) -> Result<Game, String> {
    for text in moves {
        game.play_text(text).map_err(|error| format!("{text}: {error}"))?;
    }
    Ok(game)
}

/// The text of a position as Kradan writes it.
fn own_text(kind: GameKind, fields: &[&str]) -> Option<String> {
    let (&board, &turn) = (fields.first()?, fields.get(1)?);
    if kind == GameKind::Makruk {
        return Some(format!("{board} {turn}"));
    }
    let (board, hands) = board.split_once('[').unwrap_or((board, ""));
    let hands = hands.trim_end_matches(']');
    let mut text = board.replace('k', "k^").replace('K', "K^");
    let held =
        |is_upper: bool| hands.chars().filter(move |piece| piece.is_ascii_uppercase() == is_upper);
    let (first, second): (String, String) =
        (held(true).collect(), held(false).filter(char::is_ascii_lowercase).collect());
    let turn = if turn == "w" { "O/o" } else { "o/O" };
    write!(text, " {first}/{second} {turn}").ok()?;
    Some(text)
}
