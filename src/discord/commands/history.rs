//! `/history`: the moves of a game.

use super::table_command::{At, TABLE, TableCommand};
use crate::discord::context::Ctx;
use crate::discord::definition::Definition;
use crate::discord::games;
use crate::discord::message::{File, Message};
use crate::discord::player_name::escaped;
use crate::discord::reply::{Answer, Reply};
use crate::discord::table_view::style;
use crate::discord::visibility::Visibility;
use crate::i18n::{Language, sentences};
use crate::rules::Game;
use crate::service::Store;
use crate::table::Table;

/// The longest list of moves that stands in a message, in characters; a longer one is a file.
const LIST_MAX: usize = 1_700;

sentences! {
    /// What `/history` says.
    enum Sentence<'a> {
        /// Above the moves of a game.
        Heading {
            title: &'a str,
        } => "line-history-heading",
        /// No move was made yet.
        Empty => "line-history-empty",
    }
}

pub(super) struct HistoryCommand;

impl TableCommand for HistoryCommand {
    const DEFINITION: &'static Definition = &Definition { name: "history", options: &[TABLE] };
    const VISIBILITY: Visibility = Visibility::Ephemeral;
    const FITS_PAST: bool = true;

    fn fits(table: &Table) -> bool {
        table.seats().is_some()
    }

    async fn act<S: Store>(ctx: &Ctx<'_, S>, at: At<'_>) -> Answer {
        let game = at.row.table.game();
        let list = moves(game, ctx.language());
        if list.is_empty() {
            return Ok(ctx.ephemeral(&Sentence::Empty));
        }
        let title = ctx.bot.title(&at.row.table, ctx.language()).await;
        let heading = ctx.say(&Sentence::Heading { title: &escaped(&title) });
        if list.chars().count() <= LIST_MAX {
            return Ok(Reply::Private(Message::of(format!("{heading}\n```\n{list}```"))));
        }
        let file = Some(File::Text { name: format!("{}.txt", game.kind()), text: list });
        Ok(Reply::Private(Message { file, ..Message::of(heading) }))
    }
}

/// The moves of a game, numbered, two plies to a line.
fn moves(game: &Game, language: Language) -> String {
    let written = |ply| game.written(ply, style(language)).unwrap_or_default();
    let lines = (0..game.plies()).step_by(2).map(|ply| {
        let number = ply / 2 + 1;
        let second = if ply + 1 < game.plies() { written(ply + 1) } else { String::new() };
        let width = games::move_width(game.kind());
        format!("{number:>3}. {:<width$} {second}", written(ply)).trim_end().to_owned() + "\n"
    });
    lines.collect()
}
