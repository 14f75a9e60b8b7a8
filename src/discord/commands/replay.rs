//! `/replay`: a game as a moving picture.

use super::command::Pressed;
use super::table_command::{At, TABLE, TableCommand};
use crate::discord::context::Ctx;
use crate::discord::controls::labelled;
use crate::discord::custom_id::{Control, CustomId, CustomIdForm};
use crate::discord::definition::Definition;
use crate::discord::message::{Button, ButtonStyle, File, Message};
use crate::discord::player_name::escaped;
use crate::discord::preferences::Preferences;
use crate::discord::reply::{Answer, Reply};
use crate::discord::table_view;
use crate::discord::visibility::Visibility;
use crate::i18n::{self, Language, sentences};
use crate::rules::Side;
use crate::service::StoredTable;
use crate::table::{Table, TableId};

const REPLAY: &str = "replay";

sentences! {
    /// What `/replay` says.
    enum Sentence<'a> {
        /// Above a game as a moving picture.
        Heading {
            title: &'a str,
        } => "line-replay-heading",
    }

    /// What stands on the buttons.
    enum Label {
        /// To see the game as a moving picture.
        Replay => "label-replay",
    }
}

pub(super) struct ReplayCommand;

impl TableCommand for ReplayCommand {
    const DEFINITION: &'static Definition = &Definition { name: "replay", options: &[TABLE] };
    const VISIBILITY: Visibility = Visibility::Public;
    const CONTROLS: &'static [Control] =
        &[Control::new(REPLAY, CustomIdForm::Table, Visibility::Public)];
    const FITS_PAST: bool = true;
    const FITS_SPECTATORS: bool = true;

    fn fits(table: &Table) -> bool {
        table.seats().is_some()
    }

    fn asks_elsewhere(_: &str, _: &Preferences) -> bool {
        false
    }

    async fn act(ctx: &Ctx<'_>, at: At<'_>) -> Answer {
        Ok(replay(ctx, at.id, at.row).await)
    }

    async fn press(ctx: &Ctx<'_>, pressed: &Pressed<'_>) -> Answer {
        let (id, row) = pressed.table(ctx).await?;
        Ok(replay(ctx, id, &row).await)
    }
}

/// The button below a game that is over.
pub(in crate::discord) fn button(table: TableId, language: Language) -> Button {
    let id = CustomId::new(REPLAY).table(table);
    labelled(id, &Label::Replay, ButtonStyle::Plain, language)
}

/// The game as an animation: for all where a player shows it in the channel of the game, otherwise for the
/// caller alone.
async fn replay(ctx: &Ctx<'_>, id: TableId, row: &StoredTable) -> Reply {
    let is_public = ctx.is_player(row) && ctx.is_here(row);
    let preferences = if is_public {
        ctx.bot.shared_preferences(id, &row.table, row.table.place(), None).await
    } else {
        ctx.caller.preferences
    };
    let language = preferences.language;
    let title = if is_public {
        escaped(&ctx.bot.title(&row.table, language).await)
    } else {
        ctx.bot.heading(id, row, language).await
    };
    let mut film = table_view::present_board(id, row, &preferences);
    film.name = format!("{}-film", film.name);
    film.view.hints = false;
    film.view.seen_from = Side::First;
    let heading = i18n::say(&Sentence::Heading { title: &title }, language);
    let message = Message { file: Some(File::Animation(Box::new(film))), ..Message::of(heading) };
    if is_public { Reply::Public(message) } else { Reply::Private(message) }
}
