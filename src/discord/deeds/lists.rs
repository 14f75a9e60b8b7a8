//! `/games` and `/help`.

use super::super::bot::{Bot, Guest, Reply};
use super::super::choosing::{LOOKED_AT_MAX, link};
use super::super::message::{File, Message};
pub(super) use super::super::player_name::escaped;
use super::super::telling::relative;
use super::super::titles::waits_for;
use crate::hall::{Declined, Row, Store, Which};
use crate::rules::cut;
use crate::table::TableId;
use crate::words::{self, CommandName, Line};

/// The most characters of a message.
const TEXT_MAX: usize = 2_000;

impl<S: Store> Bot<S> {
    /// `/games`: those that wait for the asker first. What the message does not hold is in a file.
    pub(super) async fn games(&self, guest: &Guest) -> Result<Reply, Declined> {
        let mut tables = self.hall.tables_of(guest.id, Which::Open, LOOKED_AT_MAX).await?;
        if tables.is_empty() {
            return Ok(guest.told(&Line::NoGames));
        }
        tables.sort_by_key(|(_, row)| (!waits_for(&row.table, guest.id), row.table.deadline()));
        let titles = self.titles(&tables, guest.language()).await;
        let count = tables.len();
        let mut text = format!("**{}**", guest.say(&Line::GamesHeading { count }));
        let mut left = String::new();
        for ((id, row), title) in tables.iter().zip(&titles) {
            let link = self.link_to(*id, row).await;
            let line = format!("\n- {}", listed(guest, row, title, &link));
            if left.is_empty() && text.chars().count() + line.chars().count() <= TEXT_MAX {
                text.push_str(&line);
            } else {
                left.extend([title, " · ", &link, "\n"]);
            }
        }
        let file = File::Text { name: "games.txt".to_owned(), text: left };
        let has_file = matches!(&file, File::Text { text, .. } if !text.is_empty());
        Ok(Reply::Private(Message { file: has_file.then_some(file), ..Message::of(text) }))
    }

    async fn link_to(&self, id: TableId, row: &Row) -> String {
        let shown = self.hall.store().shown(id).await.ok().flatten();
        shown.as_ref().map_or_else(|| format!("<#{}>", row.table.place().0), link)
    }

    /// `/help`
    pub(super) fn help(guest: &Guest) -> Reply {
        let mut lines = vec![format!("**{}**", guest.say(&Line::HelpHeading))];
        let help = |&command: &CommandName| format!("- {}", words::help(command, guest.language()));
        lines.extend(CommandName::ALL.iter().map(help));
        lines.push(guest.say(&Line::HelpFooter));
        Reply::Private(Message::of(cut(&lines.join("\n"), TEXT_MAX - 1)))
    }
}

/// A table in the list.
fn listed(guest: &Guest, row: &Row, title: &str, link: &str) -> String {
    let title = escaped(title);
    let title = title.as_str();
    let until = row.table.deadline().map(relative).unwrap_or_default();
    let until = until.as_str();
    let is_mine = row.table.challenged().is_some_and(|(by, _)| by == guest.id);
    let waits = waits_for(&row.table, guest.id);
    guest.say(&match (row.table.challenged().is_some(), is_mine, waits) {
        (true, true, _) => Line::ChallengeByYou { title, until, link },
        (true, false, _) => Line::ChallengeToYou { title, until, link },
        (false, _, true) => Line::GameWaiting { title, until, link },
        (false, _, false) => Line::GameTheirs { title, until, link },
    })
}
