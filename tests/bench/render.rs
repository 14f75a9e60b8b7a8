//! How fast pictures are drawn, and how large they are: one table, on a single thread.
//!
//! Each round draws in every way, one after the other, since machines are noisy. Times and ratios
//! are medians over the rounds. A ratio compares a way with the fast way in the same round. The
//! ways of `imageproc` and `resvg` are how a bot usually draws: shapes and text set into pixels at
//! every turn, and a whole board as SVG at every turn. The last two rows compress the same frames
//! of an animation with the program's own LZW and with `weezl`; the own one stays in the program
//! only while `weezl` takes at least twice as long.
//!
//! `cargo bench -p kradan-bench --bench render` measures; with `-- --quick` it only checks that every way runs.

#![allow(clippy::print_stdout, reason = "the table is what this program is for")]
#![allow(clippy::cast_precision_loss, reason = "counts are far below 2^52")]

mod common;
mod others;

use std::hint::black_box;
use std::io::Cursor;
use std::time::{Duration, Instant};

use kradan_render::{Compressor, FrameDelays, Scene, Sheet, Style, Theme, View};
use kradan_rules::{Game, GameKind, each_kind};
use serde_json::Value;
use weezl::BitOrder;
use weezl::encode::Encoder;

use self::common::median;
use self::others::{Primitives, Vectors};
use kradan_tested_games::{PicturedGame as _, TestedGame as _};

/// What the fast way may take and give at most.
const DRAW_MS: f64 = 0.1;
const GIF_MS: f64 = 15.0;
const GIF_KB: f64 = 300.0;

/// How many plies an animation shows.
const PLIES: usize = 60;

struct Effort {
    rounds: usize,
    /// How long the fast way draws in one round.
    slice: Duration,
    games: usize,
}

impl Effort {
    const FULL: Effort = Effort { rounds: 31, slice: Duration::from_millis(25), games: 60 };
    const QUICK: Effort = Effort { rounds: 1, slice: Duration::from_millis(1), games: 4 };
}

fn main() {
    let effort = if common::is_in_full() { Effort::FULL } else { Effort::QUICK };
    println!("\nMedians of {} rounds on a single thread, pictures of 720×802.\n", effort.rounds);
    println!(
        "{:<8} {:<44} {:>9} {:>6} {:>8} {:>9} {:>9} {:>6}",
        "game", "way", "ms", "limit", "ratio", "kB, med.", "kB, max.", "limit"
    );
    for kind in GameKind::ALL {
        println!("{:-<106}", "");
        for row in measured(kind, &effort) {
            row.print(kind);
        }
    }
    println!();
}

/// One line of the table.
struct TableRow {
    way: &'static str,
    ms: f64,
    ms_limit: Option<f64>,
    /// How many times longer than the way that it is compared with.
    ratio: Option<f64>,
    bytes: Vec<usize>,
    kb_limit: Option<f64>,
}

impl TableRow {
    fn print(&self, kind: GameKind) {
        let or_blank = |value: Option<f64>, digits: usize| {
            value.map_or(String::new(), |value| format!("{value:.digits$}"))
        };
        let kb: Vec<f64> = self.bytes.iter().map(|&bytes| bytes as f64 / 1000.0).collect();
        let most = kb.iter().copied().fold(0.0, f64::max);
        println!(
            "{:<8} {:<44} {:>9.3} {:>6} {:>8} {:>9.1} {:>9.1} {:>6}",
            kind.to_string(),
            self.way,
            self.ms,
            or_blank(self.ms_limit, 1),
            or_blank(self.ratio, 1),
            median(kb),
            most,
            or_blank(self.kb_limit, 0),
        );
    }
}

fn measured(kind: GameKind, effort: &Effort) -> Vec<TableRow> {
    let theme = Theme::ALL[0];
    let sheet = Sheet::new(kind, Style { theme, ..Style::default() });
    let primitives = Primitives::new(theme);
    let vectors = Vectors::new(theme);
    let games = games(kind, effort.games);
    let boards: Vec<Game> = games.iter().enumerate().map(|(at, it)| in_play(it, at)).collect();
    let animated: Vec<Vec<Game>> = games.iter().map(stages).collect();

    let scene = |game: &Game| Scene::of(black_box(game), View::default(), None);
    let gif = |stages: &Vec<Game>| {
        let scenes: Vec<Scene> = stages.iter().map(scene).collect();
        sheet.gif(&scenes, FrameDelays::default())
    };
    let animations: Vec<Frames> = animated.iter().map(|it| Frames::of(&gif(it))).collect();
    let mut ways: [Way; 7] = [
        Way::new("draw and encode", |at| sheet.png(&scene(&boards[at % boards.len()]))),
        Way::new("  the plain way: pixels, then the png crate", |at| {
            sheet.plain_png(&scene(&boards[at % boards.len()]))
        }),
        Way::new("  imageproc at every turn, default PNG", |at| {
            primitives.png(black_box(&boards[at % boards.len()]))
        }),
        Way::new("  resvg of an SVG board, default PNG", |at| {
            vectors.png(black_box(&boards[at % boards.len()]))
        }),
        Way::new("a GIF of 60 plies", |at| gif(&animated[at % animated.len()])),
        Way::new("  its frames compressed by the own LZW", |at| {
            animations[at % animations.len()].compressed()
        }),
        Way::new("  its frames compressed by weezl", |at| {
            animations[at % animations.len()].compressed_by_weezl()
        }),
    ];
    for round in 0..effort.rounds {
        ways[0].run_for(effort.slice);
        for way in &mut ways[1..] {
            way.run(round);
        }
    }
    for way in &mut ways {
        way.bytes = (0..boards.len()).map(|at| (way.work)(at).len()).collect();
    }
    let rows = ways.iter().enumerate().map(|(index, way)| {
        let ratio_to = |fast: usize| {
            let pairs = way.times.iter().zip(&ways[fast].times);
            Some(median(pairs.map(|(time, fast)| time / fast).collect()))
        };
        let (ms_limit, kb_limit, ratio) = match index {
            0 => (Some(DRAW_MS), Some(each_kind!(kind, P => P::PNG_KB)), None),
            4 => (Some(GIF_MS), Some(GIF_KB), None),
            5 => (None, None, None),
            6 => (None, None, ratio_to(5)),
            _ => (None, None, ratio_to(0)),
        };
        let ms = median(way.times.clone());
        TableRow { way: way.name, ms, ms_limit, ratio, bytes: way.bytes.clone(), kb_limit }
    });
    rows.collect()
}

/// One way to draw.
struct Way<'a> {
    name: &'static str,
    /// Makes the file of some position.
    work: Box<dyn Fn(usize) -> Vec<u8> + 'a>,
    /// Milliseconds a file, by round.
    times: Vec<f64>,
    bytes: Vec<usize>,
}

impl<'a> Way<'a> {
    fn new(name: &'static str, work: impl Fn(usize) -> Vec<u8> + 'a) -> Way<'a> {
        Way { name, work: Box::new(work), times: Vec::new(), bytes: Vec::new() }
    }

    /// Makes the file of one position.
    fn run(&mut self, at: usize) {
        let begin = Instant::now();
        black_box((self.work)(at));
        self.times.push(begin.elapsed().as_secs_f64() * 1e3);
    }

    /// Makes files of one position after the other until some time has passed.
    fn run_for(&mut self, slice: Duration) {
        let (begin, mut files) = (Instant::now(), 0);
        while begin.elapsed() < slice {
            black_box((self.work)(files));
            files += 1;
        }
        self.times.push(begin.elapsed().as_secs_f64() * 1e3 / files as f64);
    }
}

/// The pixels of an animation, as they are compressed.
struct Frames {
    /// The bits of a pixel, as the format's "minimum code size".
    code_size: u8,
    /// Palette indices of each frame.
    pixels: Vec<Vec<u8>>,
}

impl Frames {
    /// Reads a GIF.
    fn of(file: &[u8]) -> Frames {
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::Indexed);
        let mut decoder = options.read_info(Cursor::new(file)).expect("a GIF");
        let colours = decoder.global_palette().expect("one palette for all").len() / 3;
        let mut pixels = Vec::new();
        while let Some(frame) = decoder.read_next_frame().expect("a frame") {
            pixels.push(frame.buffer.to_vec());
        }
        Frames { code_size: colours.next_power_of_two().ilog2().max(2) as u8, pixels }
    }

    fn compressed(&self) -> Vec<u8> {
        let mut compressor = Compressor::new(self.code_size);
        self.pixels.iter().flat_map(|it| compressor.compress(black_box(it))).collect()
    }

    fn compressed_by_weezl(&self) -> Vec<u8> {
        let mut encoder = Encoder::new(BitOrder::Lsb, self.code_size);
        let frames = self.pixels.iter().flat_map(|it| {
            encoder.reset();
            encoder.encode(black_box(it)).expect("palette indices fit the code size")
        });
        frames.collect()
    }
}

/// Whole games of tournaments and of programs; where there is no file of them, the sample.
fn games(kind: GameKind, count: usize) -> Vec<Game> {
    let games = match each_kind!(kind, P => P::WHOLE_GAMES) {
        Some(name) => common::records(name).iter().map(|it| replayed(kind, &it["moves"])).collect(),
        None => vec![sample(kind)],
    };
    games.into_iter().filter(is_long).take(count).collect()
}

fn sample(kind: GameKind) -> Game {
    let mut game = Game::new(kind);
    for mv in each_kind!(kind, P => P::SAMPLE).split_whitespace() {
        game.play_text(mv).expect("the sample can be played");
    }
    game
}

fn is_long(game: &Game) -> bool {
    game.plies() >= PLIES
}

fn replayed(kind: GameKind, moves: &Value) -> Game {
    let mut game = Game::new(kind);
    let moves = moves.as_array().expect("a record has moves");
    for mv in moves.iter().filter_map(Value::as_str) {
        // A count that was claimed is not among the moves; without it a game may end later.
        if game.play_text(mv).is_err() {
            break;
        }
    }
    game
}

/// A game somewhere in its middle.
fn in_play(game: &Game, at: usize) -> Game {
    let (from, to) = each_kind!(game.kind(), P => P::MIDDLE);
    let ply = from + at * 7 % (to - from);
    let mut game = game.clone();
    while game.plies() > ply {
        game.take_back();
    }
    game
}

/// The stages of the first plies of a game.
fn stages(game: &Game) -> Vec<Game> {
    let mut game = game.clone();
    while game.plies() > PLIES {
        game.take_back();
    }
    let mut stages = vec![game.clone()];
    while game.take_back().is_some() {
        stages.push(game.clone());
    }
    stages.reverse();
    stages
}
