//! `kradan sheets` prints the time and memory that the sheets of the pictures take.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use clap::Args;
use kradan_render::{Layout, Scene, Sheet, Style, Theme, View, piece_sets};
use kradan_rules::{Game, GameKind};

/// The arguments of `kradan sheets`: none.
#[derive(Debug, Args)]
#[command(after_help = "\
A sheet is everything that pictures of a game in one theme and size are put together from. The first
one is of the game that takes longest, and a board is drawn from it at once.")]
pub(crate) struct SheetsArgs {}

/// Why the figures cannot be printed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SheetsError {
    #[error("cannot write the figures")]
    Write(#[from] io::Error),
}

/// Prepares every sheet of the default size and prints the time and memory of each and of all.
pub(super) fn run(
    _: &SheetsArgs,
    started: Instant,
    out: &mut impl Write,
) -> Result<(), SheetsError> {
    let mut sheets = Vec::new();
    let mut total = Duration::ZERO;
    let mut first_board = None;
    for (kind, style) in all() {
        let began = Instant::now();
        let sheet = Sheet::new(kind, style);
        let took = began.elapsed();
        let first = first_board.get_or_insert_with(|| {
            let file = sheet.png(&Scene::of(&Game::new(kind), View::default(), None));
            (kind, file.len(), started.elapsed())
        });
        if sheets.is_empty() {
            let (kind, bytes, ready) = first;
            let ready = milliseconds(*ready);
            writeln!(out, "first board ({kind}, {bytes} bytes) {ready:.0} ms after the start\n")?;
        }
        let pieces =
            if piece_sets(kind).len() > 1 { style.pieces.to_string() } else { String::new() };
        let (name, theme) = (kind.to_string(), style.theme.name);
        let (took_ms, size) = (milliseconds(took), megabytes(sheet.memory()));
        writeln!(out, "{name:<8} {theme:<9} {pieces:<8} {took_ms:>6.1} ms {size:>6.2} MB")?;
        total += took;
        sheets.push(sheet);
    }
    let sum = megabytes(sheets.iter().map(Sheet::memory).sum());
    let total = milliseconds(total);
    writeln!(out, "\n{} sheets in {total:.0} ms take {sum:.1} MB", sheets.len())?;
    if let Some(resident) = resident() {
        writeln!(out, "the whole program takes {:.1} MB", megabytes(resident))?;
    }
    Ok(())
}

/// Every sheet of the default size, the slowest game's first.
fn all() -> impl Iterator<Item = (GameKind, Style)> {
    GameKind::ALL.into_iter().rev().flat_map(|kind| {
        piece_sets(kind).iter().flat_map(move |&pieces| {
            let style = move |theme| Style { theme, pieces, layout: Layout::default() };
            Theme::ALL.into_iter().map(move |theme| (kind, style(theme)))
        })
    })
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1_000.0
}

#[expect(clippy::cast_precision_loss, reason = "for people, in tenths")]
fn megabytes(bytes: usize) -> f64 {
    bytes as f64 / 1_000_000.0
}

/// The resident memory of the process in bytes, on Linux.
fn resident() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: usize = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kibibytes * 1_024)
}
