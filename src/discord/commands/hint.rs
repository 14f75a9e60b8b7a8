//! Hints in a game against the computer, in three steps: where to look, what to move, and the move.

use super::command::{Controls, Pressed, check_seen};
use crate::discord::shared::context::Ctx;
use crate::discord::view::controls::{in_rows, labelled};
use crate::discord::view::custom_id::{Control, CustomId, CustomIdForm};
use crate::discord::view::message::{Button, ButtonStyle, Message};
use crate::discord::view::pick::Source;
use crate::discord::view::reply::Answer;
use crate::discord::view::visibility::Visibility;
use crate::discord::view::written_moves::written_move;
use crate::service::{Searched, StoredTable};
use kradan_i18n::{Language, Line, sentences};
use kradan_table::{PlayerId, Seen, Table, TableId};

/// Shows one more step. Its text is the number of steps, 1 to [`STEPS`].
const HINT: &str = "hint";

/// The steps of a hint: the last one names the move.
const STEPS: u8 = 3;

sentences! {
    /// What a hint says.
    enum Sentence<'a> {
        /// In which quarter of the board the move ends: its files and its ranks.
        Quarter {
            files: &'a str,
            ranks: &'a str,
        } => "line-hint-quarter",
        /// The square of the piece to move.
        Piece {
            square: &'a str,
        } => "line-hint-piece",
        /// A piece in hand is to be dropped.
        Hand => "line-hint-hand",
        /// The file of the disc to place.
        File {
            file: &'a str,
        } => "line-hint-file",
        Move {
            written: &'a str,
        } => "line-hint-move",
        /// It is no game against the computer, or not the caller's turn.
        None => "line-hint-none",
    }

    /// What stands on the buttons.
    enum Label {
        Hint => "label-hint",
        /// To see one more step.
        Further => "label-hint-further",
    }
}

pub(super) struct Hint;

impl Controls for Hint {
    const CONTROLS: &'static [Control] =
        &[Control::new(HINT, CustomIdForm::PositionText, Visibility::Ephemeral)];

    async fn press(ctx: &Ctx<'_>, pressed: &Pressed<'_>) -> Answer {
        let (id, stored) = pressed.table(ctx).await?;
        if let Some(seen) = pressed.parts.seen {
            check_seen(ctx.caller, id, &stored, seen)?;
        }
        let steps = pressed.parts.text.parse().unwrap_or(1);
        hint(ctx, id, &stored, steps).await
    }
}

/// Whether it is a player's turn in a game against the computer.
fn is_possible(table: &Table, player: PlayerId) -> bool {
    table.computer().is_some() && table.person_to_move() == Some(player)
}

/// The button in the "More" panel, if a hint is possible.
pub(super) fn button(
    id: TableId,
    table: &Table,
    player: PlayerId,
    language: Language,
) -> Option<Button> {
    is_possible(table, player).then(|| step_button(id, table, (1, Label::Hint), language))
}

fn step_button(
    id: TableId,
    table: &Table,
    (step, label): (u8, Label),
    language: Language,
) -> Button {
    let step = CustomId::new(HINT).table(id).seen(Seen::of(table.game())).with(step);
    labelled(step, &label, ButtonStyle::Secondary, language)
}

async fn hint(ctx: &Ctx<'_>, id: TableId, stored: &StoredTable, steps: u8) -> Answer {
    let table = &stored.table;
    if !is_possible(table, ctx.caller.id) {
        return Ok(ctx.ephemeral(&Sentence::None));
    }
    let mv = match ctx.service().best_move(ctx.caller.id, id, table).await {
        Searched::Found(mv) => mv,
        Searched::OneMoment => return Ok(ctx.ephemeral(&Line::OneMoment)),
        Searched::Nothing => return Ok(ctx.ephemeral(&Sentence::None)),
    };
    let heading = ctx.heading(id, stored).await;
    let said = (1..=steps.min(STEPS)).filter_map(|step| said(ctx, table, &mv, step));
    let lines: Vec<String> = heading.into_iter().chain(said).collect();
    let further = (steps < STEPS)
        .then(|| step_button(id, table, (steps + 1, Label::Further), ctx.language()));
    let rows = in_rows(&further.into_iter().collect::<Vec<_>>());
    Ok(ctx.panel(id, Message { rows, ..Message::of(lines.join("\n")) }))
}

/// One step of a hint about a move in the exact notation.
fn said(ctx: &Ctx<'_>, table: &Table, mv: &str, step: u8) -> Option<String> {
    let (file, rank) = target(mv)?;
    Some(match step {
        1 => {
            let files = if file <= 'd' { "a–d" } else { "e–h" };
            let ranks = if rank <= '4' { "1–4" } else { "5–8" };
            ctx.say(&Sentence::Quarter { files, ranks })
        }
        2 => pointer(ctx, mv)?,
        _ => {
            let written = written_move(table.game(), mv, ctx.language());
            ctx.say(&Sentence::Move { written: &written })
        }
    })
}

/// What to move, or on which file, for a move in the exact notation.
pub(super) fn pointer(ctx: &Ctx<'_>, mv: &str) -> Option<String> {
    Some(match Source::of(mv) {
        Some(Source::Square(square)) => ctx.say(&Sentence::Piece { square: &square.to_string() }),
        Some(Source::Hand(_)) => ctx.say(&Sentence::Hand),
        None => ctx.say(&Sentence::File { file: &target(mv)?.0.to_string() }),
    })
}

/// The file and the rank of the square on which a move ends.
fn target(mv: &str) -> Option<(char, char)> {
    let letters: Vec<char> = mv.chars().collect();
    let mut squares = letters.windows(2).filter_map(|pair| match pair {
        &[file @ 'a'..='h', rank @ '1'..='8'] => Some((file, rank)),
        _ => None,
    });
    squares.next_back()
}

#[cfg(test)]
mod tests {
    use super::target;

    #[test]
    fn a_move_ends_on_its_last_square() {
        for (mv, square) in [("d3", ('d', '3')), ("c1d2", ('d', '2')), ("e5e6m", ('e', '6'))] {
            assert_eq!(target(mv), Some(square));
        }
        assert_eq!(target("P@h8"), Some(('h', '8')));
        assert_eq!(target("pass"), None);
    }
}
