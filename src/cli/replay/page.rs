//! The replay as text, for people.

use std::io::{self, Write};

use kradan_rules::{Game, MoveStyle, Verdict};

use crate::cli::games;
use crate::cli::ply::{Effect, Ply};

/// Writes the first position.
pub(super) fn write_start(game: &Game, out: &mut impl Write) -> io::Result<()> {
    write!(out, "{}", game.diagram())
}

/// Writes the last move, the position it led to, and what it did.
///
/// ```text
///   3. White  claim:h1h2  Sh2  โคน h1-h2
///      8/8/2n5/8/6k1/2K5/7S/1r6 b board:w:1/64
///      claims the board's honour, says 1
///      White counts the board's honour: 1/64
/// ```
pub(super) fn write_ply(game: &Game, ply: &Ply, out: &mut impl Write) -> io::Result<()> {
    let number = game.plies();
    let mut written: Vec<String> = [MoveStyle::Exact, MoveStyle::Letters, MoveStyle::Native]
        .into_iter()
        .filter_map(|style| game.written(number - 1, style))
        .collect();
    // A game may have only one way to write a move.
    written.dedup();
    let side = game.kind().side_name(ply.mover);
    writeln!(out, "\n{number:>3}. {side}  {}", written.join("  "))?;
    writeln!(out, "     {}", game.position())?;
    let done = what_it_did(ply);
    if !done.is_empty() {
        writeln!(out, "     {}", done.join(", "))?;
    }
    if let Some(count) = games::count_sentence(game) {
        writeln!(out, "     {count}")?;
    }
    Ok(())
}

fn what_it_did(ply: &Ply) -> Vec<String> {
    let mut done = Vec::new();
    match &ply.effect {
        Effect::Turned(squares) if squares.is_empty() => {}
        Effect::Turned(squares) => {
            let squares: Vec<String> = squares.iter().map(ToString::to_string).collect();
            done.push(format!("turns {}", squares.join(" ")));
        }
        Effect::Moved { captured, promoted } => {
            done.extend(captured.as_ref().map(|captured| format!("captures a {}", captured.name)));
            done.extend(promoted.then(|| "promotes".to_owned()));
        }
    }
    done.extend(ply.is_check.then(|| "gives check".to_owned()));
    done.extend(ply.act.as_ref().map(|act| act.sentence.to_owned()));
    done.extend(ply.said.map(|number| format!("says {number}")));
    done
}

/// Writes the last position, the winner and the score.
pub(super) fn write_end(game: &Game, out: &mut impl Write) -> io::Result<()> {
    if game.plies() > 0 {
        write!(out, "\n{}", game.diagram())?;
    }
    let closing: Vec<String> = verdict(game).into_iter().chain(score(game)).collect();
    if !closing.is_empty() {
        writeln!(out, "{}", closing.join(", "))?;
    }
    Ok(())
}

fn verdict(game: &Game) -> Option<String> {
    Some(match game.outcome()?.verdict {
        Verdict::Win(side) => format!("{} wins", game.kind().side_name(side)),
        Verdict::Draw => "a draw".to_owned(),
    })
}

fn score(game: &Game) -> Option<String> {
    let discs = games::discs(game)?;
    let counted = format!("{}–{}", discs.counts.first, discs.counts.second);
    Some(match discs.score {
        None => format!("discs {counted}"),
        Some(score) => format!("{counted}, official {}–{}", score.first, score.second),
    })
}
