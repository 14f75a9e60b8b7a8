//! The replay as JSON lines, for scripts.

use std::io::{self, Write};

use kradan_rules::{BySide, Game, Reason};
use serde::Serialize;

use crate::cli::games;
use crate::cli::ply::{Effect, Ply, PlyCount};

/// Writes the last ply.
pub(super) fn write_ply(game: &Game, ply: &Ply, out: &mut impl Write) -> io::Result<()> {
    write_line(&PlyLine::of(game.plies(), ply), out)
}

/// Writes how the game ended, or nulls while it goes on.
pub(super) fn write_end(game: &Game, out: &mut impl Write) -> io::Result<()> {
    write_line(&EndLine::of(game), out)
}

fn write_line(line: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    let text = serde_json::to_string(line).expect("texts and numbers always serialise");
    writeln!(out, "{text}")
}

#[derive(Serialize)]
struct PlyLine<'a> {
    ply: usize,
    #[serde(rename = "move")]
    mv: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    act: Option<&'a str>,
    pos: &'a str,
    check: bool,
    said: Option<u8>,
    count: Option<CountLine>,
    #[serde(flatten)]
    effect: EffectLine<'a>,
}

impl<'a> PlyLine<'a> {
    fn of(number: usize, ply: &'a Ply) -> PlyLine<'a> {
        PlyLine {
            ply: number,
            mv: &ply.mv,
            act: ply.act.as_ref().map(|act| act.name.as_str()),
            pos: &ply.position,
            check: ply.is_check,
            said: ply.said,
            count: ply.count.as_ref().map(CountLine::of),
            effect: EffectLine::of(&ply.effect),
        }
    }
}

#[derive(Serialize)]
struct CountLine {
    kind: &'static str,
    side: char,
    n: u8,
    limit: u8,
}

impl CountLine {
    fn of(count: &PlyCount) -> CountLine {
        CountLine { kind: count.kind, side: count.side, n: count.number, limit: count.limit }
    }
}

#[derive(Serialize)]
#[serde(untagged)]
enum EffectLine<'a> {
    Turned { flipped: Vec<String> },
    Moved { captured: Option<&'a str>, promoted: bool },
}

impl EffectLine<'_> {
    fn of(effect: &Effect) -> EffectLine<'_> {
        match effect {
            Effect::Turned(squares) => {
                EffectLine::Turned { flipped: squares.iter().map(ToString::to_string).collect() }
            }
            Effect::Moved { captured, promoted } => EffectLine::Moved {
                captured: captured.as_ref().map(|captured| captured.letter.as_str()),
                promoted: *promoted,
            },
        }
    }
}

#[derive(Serialize)]
struct EndLine {
    result: Option<String>,
    reason: Option<Reason>,
    discs: Option<[usize; 2]>,
    score: Option<[usize; 2]>,
}

impl EndLine {
    fn of(game: &Game) -> EndLine {
        let outcome = game.outcome();
        let both = |discs: BySide<usize>| [discs.first, discs.second];
        let discs = games::discs(game);
        EndLine {
            result: outcome.map(|outcome| outcome.verdict.to_string()),
            reason: outcome.map(|outcome| outcome.reason),
            discs: discs.as_ref().map(|discs| both(discs.counts)),
            score: discs.and_then(|discs| discs.score).map(both),
        }
    }
}
