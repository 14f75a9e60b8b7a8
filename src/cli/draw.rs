//! `kradan draw` writes a game into a file as a picture, an animation or a text.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;

use clap::{Args, ValueEnum};
use kradan_i18n::{self as i18n, Language, TextBoard};
use kradan_render::{
    FrameDelays, Layout, ParsePieceSetError, PieceSet, Scene, Sheet, Style, Theme, View,
    WIDTH_DEFAULT,
};
use kradan_rules::{Facts, Game, Side, cut};

use super::game::{self, GameArgs, GameError};

/// The longest part of a text that an error repeats, in characters.
const TEXT_MAX: usize = 24;

/// The range of a frame's delay, in hundredths of a second. Browsers slow down frames of one
/// hundredth.
const SPEEDS: std::ops::RangeInclusive<i64> = 2..=1_000;

/// The most positions in one strip, which takes about sixty megabytes at the largest width.
const STRIP_MAX: i64 = 24;

/// The arguments of `kradan draw`.
#[derive(Debug, Args)]
#[command(after_help = "\
A PNG shows the last position, a GIF the whole game, a TXT says in words what the picture shows and
then shows the board as plain text. FILE is replaced only when all of it is written.

Example: kradan draw makruk e3e4 d6d5 --theme wood --hints -o makruk.png")]
pub(crate) struct DrawArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Whose side is below
    #[arg(long, value_enum, default_value_t = SideBelow::First)]
    side: SideBelow,
    /// The colours: classic, wood, contrast, safe or night
    #[arg(long, value_name = "THEME", default_value = "classic", value_parser = Theme::named)]
    theme: &'static Theme,
    /// What stands on Ōgi's pieces: kanji or symbols
    #[arg(long, value_name = "SET", default_value = "kanji", value_parser = piece_set)]
    pieces: PieceSet,
    /// The width in pixels, from 404 to 1616
    #[arg(long, value_name = "N", default_value_t = WIDTH_DEFAULT, allow_negative_numbers = true)]
    width: u32,
    /// Mark where the pieces can go
    #[arg(long)]
    hints: bool,
    /// The language of a TXT: en, th, nl or ja
    #[arg(long, value_name = "LANG", default_value = "en")]
    lang: Language,
    /// How long a GIF shows each move, from 2 to 1000 hundredths of a second
    #[arg(long, value_name = "N", default_value_t = FrameDelays::default().frame,
        value_parser = clap::value_parser!(u16).range(SPEEDS), allow_negative_numbers = true)]
    speed: u16,
    /// Show the last positions side by side in a PNG, from 1 to 24 of them
    #[arg(long, value_name = "N",
        value_parser = clap::value_parser!(u8).range(1..=STRIP_MAX), allow_negative_numbers = true)]
    strip: Option<u8>,
    /// What to write where FILE's ending does not say; to the standard output it is a PNG
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Where to write: a name that ends in .png, .gif or .txt, or - for the standard output
    #[arg(short, long, value_name = "FILE", allow_hyphen_values = true)]
    output: PathBuf,
}

/// Whose side is below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SideBelow {
    First,
    Second,
}

impl From<SideBelow> for Side {
    fn from(below: SideBelow) -> Side {
        match below {
            SideBelow::First => Side::First,
            SideBelow::Second => Side::Second,
        }
    }
}

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Png,
    Gif,
    Txt,
}

impl Format {
    const fn name(self) -> &'static str {
        match self {
            Format::Png => "a PNG",
            Format::Gif => "a GIF",
            Format::Txt => "a TXT",
        }
    }
}

/// Why nothing could be drawn.
#[derive(Debug, thiserror::Error)]
pub(crate) enum DrawError {
    #[error(transparent)]
    Game(#[from] GameError),
    #[error("--width")]
    Width(#[from] kradan_render::WidthError),
    #[error("--strip needs a PNG, and {0} is not one")]
    StripWithoutPng(&'static str),
    #[error("--output: {name} does not end in .png, .gif or .txt")]
    Ending { name: String },
    #[error("cannot write {name}")]
    File { name: String, source: io::Error },
    #[error("cannot write the picture")]
    Write(#[from] io::Error),
}

fn piece_set(text: &str) -> Result<PieceSet, ParsePieceSetError> {
    text.parse()
}

/// Draws a game and writes it where it should go.
pub(super) fn run(args: &DrawArgs, out: &mut impl Write) -> Result<(), DrawError> {
    let format = format(args)?;
    if args.strip.is_some() && format != Format::Png {
        return Err(DrawError::StripWithoutPng(format.name()));
    }
    let layout = Layout::of_width(args.width)?;
    let style = Style { theme: args.theme, pieces: args.pieces, layout };
    let played = play(args)?;
    let bytes = match format {
        Format::Png => picture(args, style, &played),
        Format::Gif => {
            let last = FrameDelays::default().last.max(args.speed);
            let pace = FrameDelays { frame: args.speed, last };
            Sheet::new(args.game.kind, style).gif(&played.scenes, pace)
        }
        Format::Txt => text(&played.game, args.side.into(), args.lang).into_bytes(),
    };
    if args.output == Path::new("-") {
        out.write_all(&bytes)?;
        return Ok(());
    }
    write(&args.output, &bytes)
        .map_err(|source| DrawError::File { name: shown(&args.output), source })
}

fn format(args: &DrawArgs) -> Result<Format, DrawError> {
    if let Some(format) = args.format {
        return Ok(format);
    }
    if args.output == Path::new("-") {
        return Ok(Format::Png);
    }
    let ending = args.output.extension().and_then(|ending| ending.to_str());
    ending
        .and_then(|ending| Format::from_str(ending, true).ok())
        .ok_or_else(|| DrawError::Ending { name: shown(&args.output) })
}

/// A game and the scenes of its positions.
struct PlayedGame {
    game: Game,
    scenes: Vec<Scene>,
}

fn play(args: &DrawArgs) -> Result<PlayedGame, DrawError> {
    let view = View { seen_from: args.side.into(), hints: args.hints, picked: None };
    let mut game = args.game.start()?;
    let mut scenes = vec![Scene::of(&game, view, None)];
    game::play_each(&mut game, &args.game.moves.join(" "), |game| {
        scenes.push(Scene::of(game, view, None));
        Ok::<_, GameError>(())
    })?;
    Ok(PlayedGame { game, scenes })
}

fn picture(args: &DrawArgs, style: Style, played: &PlayedGame) -> Vec<u8> {
    let sheet = Sheet::new(args.game.kind, style);
    match args.strip {
        Some(most) => {
            let first = played.scenes.len().saturating_sub(most.into());
            let scenes = &played.scenes[first..];
            sheet.strip(scenes, in_a_row(scenes.len()))
        }
        None => sheet.png(played.scenes.last().expect("the start is a scene")),
    }
}

/// The number of positions in a row: up to three are one row, more are a block.
fn in_a_row(positions: usize) -> usize {
    match positions {
        ..=3 => positions,
        _ => positions.isqrt() + usize::from(positions.isqrt().pow(2) < positions),
    }
}

/// The description of the picture, an empty line, and the board.
fn text(game: &Game, seen_from: Side, language: Language) -> String {
    let alt = i18n::alt(&Facts::of(game, None), language);
    let TextBoard { grid, words } = i18n::board(game, None, seen_from, language);
    format!("{alt}\n\n{grid}{words}\n")
}

/// Writes a temporary file in the same folder and renames it, so that the file is never half
/// written.
fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let name = path.file_name().ok_or(io::ErrorKind::IsADirectory)?;
    if path.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let beside = path.with_file_name(format!(".{}.{}.part", name.to_string_lossy(), process::id()));
    let written = fs::write(&beside, bytes).and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        // The first error is returned; an error of the removal adds nothing.
        let _ = fs::remove_file(&beside);
    }
    written
}

/// A path as an error names it.
fn shown(path: &Path) -> String {
    cut(&path.to_string_lossy(), 4 * TEXT_MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strips_are_rows_or_blocks() {
        let rows: Vec<usize> = (1..=10).map(in_a_row).collect();
        assert_eq!(rows, [1, 2, 3, 2, 3, 3, 3, 3, 3, 4]);
    }
}
