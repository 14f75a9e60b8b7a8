//! A game as a file for other programs.

use jiff::tz::TimeZone;

use super::command::{Controls, Pressed};
use crate::discord::shared::context::Ctx;
use crate::discord::shared::titles;
use crate::discord::view::controls::labelled;
use crate::discord::view::custom_id::{Control, CustomId, CustomIdForm};
use crate::discord::view::games;
use crate::discord::view::message::{Button, ButtonStyle, File, Message};
use crate::discord::view::reply::{Answer, Reply};
use crate::discord::view::visibility::Visibility;
use crate::service::StoredTable;
use kradan_i18n::{Language, sentences};
use kradan_rules::notation::{Ended, Header};
use kradan_table::{Bank, Ending, TableId, TimeControl};

const EXPORT: &str = "export";

sentences! {
    /// What is said with it.
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

pub(super) struct Export;

impl Controls for Export {
    const CONTROLS: &'static [Control] =
        &[Control::new(EXPORT, CustomIdForm::Table, Visibility::Ephemeral)];

    async fn press(ctx: &Ctx<'_>, pressed: &Pressed<'_>) -> Answer {
        let (id, stored) = pressed.table(ctx).await?;
        Ok(export(ctx, id, &stored).await)
    }
}

/// The button below a game.
pub(super) fn button(table: TableId, language: Language) -> Button {
    let id = CustomId::new(EXPORT).table(table);
    labelled(id, &Label::Export, ButtonStyle::Secondary, language)
}

async fn export(ctx: &Ctx<'_>, id: TableId, stored: &StoredTable) -> Reply {
    let title = titles::title(ctx.bot, &stored.table, ctx.language()).await;
    let names = titles::names(ctx.bot, &stored.table, ctx.language()).await;
    let today = ctx.service().clock().now().to_zoned(TimeZone::UTC).date();
    let header = Header {
        first: Some(names.first),
        second: Some(names.second),
        event: Some(title),
        site: Some("Discord".to_owned()),
        date: Some(today.strftime("%Y.%m.%d").to_string()),
        result: stored.table.ending().and_then(Ending::verdict),
        time_control: Some(in_seconds(stored.table.pace())),
        ended: stored.table.ending().and_then(how_ended),
        ..Header::default()
    };
    let kind = stored.table.game().kind();
    let text = games::exported(stored.table.game(), &header);
    let ending = games::file_extension(kind);
    let title = titles::heading(ctx.bot, id, stored, ctx.language()).await;
    let heading = ctx.say(&Sentence::Heading { title: &title });
    let file = Some(File::Text { name: format!("{kind}.{ending}"), text });
    Reply::Private(Message { file, ..Message::of(heading) })
}

/// How players ended a game.
fn how_ended(ending: Ending) -> Option<Ended> {
    match ending {
        Ending::Resigned(_) => Some(Ended::Resigned),
        Ending::OutOfTime(_) | Ending::OutOfTimeDrawn(_) => Some(Ended::OutOfTime),
        Ending::Agreed => Some(Ended::Agreed),
        Ending::Rules(_)
        | Ending::Repetition
        | Ending::TooLong
        | Ending::Judged(_)
        | Ending::Aborted(_)
        | Ending::Game(_) => None,
    }
}

/// A time control as the PGN standard writes it: the seconds for one move, the seconds of a bank
/// with what a move adds, or `-`. It has no form for the cap of a bank.
fn in_seconds(control: TimeControl) -> String {
    const HOUR: u32 = 3_600;
    let seconds = |hours: u16| u32::from(hours) * HOUR;
    match control {
        TimeControl::PerMove { hours } => format!("1/{}", seconds(hours)),
        TimeControl::Bank(Bank { hours, increment, .. }) => {
            format!("{}+{}", seconds(hours), seconds(increment))
        }
        TimeControl::Unlimited => "-".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_written_as_in_pgn() {
        for (typed, written) in [
            ("3d", "1/259200"),
            ("12h", "1/43200"),
            ("10d+1d", "864000+86400"),
            ("5d+0h", "432000+0"),
            ("none", "-"),
        ] {
            assert_eq!(in_seconds(typed.parse().unwrap()), written);
        }
    }
}
