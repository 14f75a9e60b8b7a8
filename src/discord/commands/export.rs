//! `/export`: a game as a file for other programs.

use jiff::tz::TimeZone;

use super::command::Pressed;
use super::table_command::{At, TABLE, TableCommand};
use crate::discord::context::Ctx;
use crate::discord::controls::labelled;
use crate::discord::custom_id::{Control, CustomId, CustomIdForm};
use crate::discord::definition::Definition;
use crate::discord::games;
use crate::discord::message::{Button, ButtonStyle, File, Message};
use crate::discord::player_name::escaped;
use crate::discord::reply::{Answer, Reply};
use crate::discord::visibility::Visibility;
use crate::i18n::{Language, sentences};
use crate::rules::notation::Header;
use crate::service::{Store, StoredTable};
use crate::table::{Ending, Table, TableId};

const EXPORT: &str = "export";

sentences! {
    /// What `/export` says.
    enum Sentence<'a> {
        /// Above a game as a file.
        Heading {
            title: &'a str,
        } => "line-export-heading",
    }

    /// What stands on the buttons.
    enum Label {
        /// To get the game as a file.
        Export => "label-export",
    }
}

pub(super) struct ExportCommand;

impl TableCommand for ExportCommand {
    const DEFINITION: &'static Definition = &Definition { name: "export", options: &[TABLE] };
    const VISIBILITY: Visibility = Visibility::Ephemeral;
    const CONTROLS: &'static [Control] =
        &[Control::new(EXPORT, CustomIdForm::Table, Visibility::Ephemeral)];
    const FITS_PAST: bool = true;

    fn fits(table: &Table) -> bool {
        table.seats().is_some()
    }

    async fn act<S: Store>(ctx: &Ctx<'_, S>, at: At<'_>) -> Answer {
        Ok(export(ctx, at.row).await)
    }

    async fn press<S: Store>(ctx: &Ctx<'_, S>, pressed: &Pressed<'_>) -> Answer {
        let (_, row) = pressed.table(ctx).await?;
        Ok(export(ctx, &row).await)
    }
}

/// The button below a game that is over.
pub(in crate::discord) fn button(table: TableId, language: Language) -> Button {
    let id = CustomId::new(EXPORT).table(table);
    labelled(id, &Label::Export, ButtonStyle::Plain, language)
}

async fn export<S: Store>(ctx: &Ctx<'_, S>, row: &StoredTable) -> Reply {
    let title = ctx.bot.title(&row.table, ctx.language()).await;
    let names = ctx.bot.names(&row.table).await;
    let today = ctx.service().clock().now().to_zoned(TimeZone::UTC).date();
    let header = Header {
        first: Some(names.first),
        second: Some(names.second),
        event: Some(title.clone()),
        site: Some("Discord".to_owned()),
        date: Some(today.strftime("%Y.%m.%d").to_string()),
        result: row.table.ending().map(Ending::verdict),
    };
    let kind = row.table.game().kind();
    let text = games::exported(row.table.game(), &header);
    let ending = games::file_extension(kind);
    let heading = ctx.say(&Sentence::Heading { title: &escaped(&title) });
    let file = Some(File::Text { name: format!("{kind}.{ending}"), text });
    Reply::Private(Message { file, ..Message::of(heading) })
}
